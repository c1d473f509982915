//! The blocks of a language itself, such as `terraform/terraform.backend.s3`.

use std::sync::Arc;

use hclx_analysis::Language;
use hclx_diag::{TextRange, listed_names, nearest};
use hclx_languages::terraform::packages::Package;
use hclx_schema::Block;
use hclx_syntax::body::LabelView;

/// Finds the documentation of a name.
pub(super) type Sentence = dyn Fn(&str) -> Option<&'static str>;

/// A body that was found.
pub(super) struct FoundBody {
    /// The package that describes it; `None` for a body of a language.
    pub(super) package: Option<Arc<Package>>,
    /// The kind selected by the first word, such as `resource`, or the title of the language.
    pub(super) kind: &'static str,
    pub(super) block: Arc<Block>,
    /// The documentation of an attribute or a block of the body whose row has none.
    pub(super) sentence: Box<Sentence>,
}

/// Finds the body at a path of blocks in a language.
pub(super) fn find(language: &str, path: &str) -> anyhow::Result<FoundBody> {
    let all = || crate::languages().filter(|one| !one.file_schemas().is_empty());
    let Some(known) = all().find(|one| one.row().name == language) else {
        let near = nearest(language, all().map(|one| one.row().name));
        let hint = match near {
            None => format!("; known languages: {}", listed_names(all().map(|one| one.row().name), "and")),
            near => hclx_diag::did_you_mean(near),
        };
        anyhow::bail!("no schemas of the language `{language}`{hint}");
    };
    let steps: Vec<&str> = path.split('.').filter(|step| !step.is_empty()).collect();
    let schemas = known.file_schemas();
    let found = schemas.iter().find_map(|(_, root)| walk(root, &steps));
    let Some((block, words)) = found else {
        let first = steps.first().copied().unwrap_or_default();
        let types = schemas.iter().flat_map(|(_, root)| root.blocks()).map(|one| &*one.block_type);
        let near = nearest(first, types).filter(|near| *near != first);
        let hint = hclx_diag::did_you_mean(near);
        anyhow::bail!("`{language}/{path}`: unknown block{hint}");
    };
    let sentence = move |name: &str| {
        let words = words.iter().map(String::as_str);
        let find = |words: Vec<&str>| known.row().documentation?.find(&words).map(|(_, sentence)| sentence);
        find(words.chain([name]).collect())
    };
    Ok(FoundBody { package: None, kind: known.row().title, block, sentence: Box::new(sentence) })
}

/// The path of a built-in type, or of a block of a language, that is named without its language.
pub(super) fn path_of(name: &str) -> Option<String> {
    let paths = [name.to_owned(), format!("resource.{name}"), format!("data.{name}")];
    let of_language = |known: &'static dyn Language| {
        let schemas = known.file_schemas();
        let is_own = |path: &&String| {
            let steps: Vec<&str> = path.split('.').collect();
            let body = |steps: &[&str]| schemas.iter().find_map(|(_, root)| walk(root, steps));
            // a label without a body of its own selects the body for all types
            let is_of_all = |(all, _): &(Arc<Block>, _)| {
                body(&[steps[0], "-"]).is_some_and(|(other, _)| Arc::ptr_eq(all, &other))
            };
            body(&steps).is_some_and(|found| !is_of_all(&found))
        };
        paths.iter().find(is_own).map(|path| format!("{}/{path}", known.row().name))
    };
    crate::languages().find_map(of_language)
}

/// The body at the end of a chain of block types, and the words of the path. A block type is followed by a
/// label if the label selects the contents.
fn walk(root: &Arc<Block>, steps: &[&str]) -> Option<(Arc<Block>, Vec<String>)> {
    let (mut block, mut words) = (Arc::clone(root), Vec::new());
    let mut left = steps.iter();
    while let Some(step) = left.next() {
        let nested = block.find_block(step)?;
        words.push((*step).to_owned());
        let label = nested.body.by().and_then(|_| left.next());
        words.extend(label.map(|label| (*label).to_owned()));
        let text = label.copied().unwrap_or_default();
        let body = nested.body.of(&[LabelView { text, range: TextRange::at(0) }]);
        block = body;
    }
    Some((block, words))
}
