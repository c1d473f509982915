//! The files that steps of a build read, which Packer looks for before the build starts.
//!
//! Source of the rules: the preparation of Packer's own provisioners.

use hclx_analysis::{Snapshot, file_name, file_path, query};
use hclx_diag::{
    Diagnostic, Ordered, OrderedSet, Severity, SharedCause, SharedWords, SourceId, Span, code_names as codes,
};
use hclx_eval::Refusal;
use hclx_schema::{FilledBlock, FilledBody};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::statics;

use crate::repository::absence::reason_below;
use crate::repository::{files_below, top_folder, upward};

query! {
    /// The files of a repository by name.
    struct FilesByName(String) -> Ordered<String, Vec<String>>;
    |FilesByName(root), snapshot| {
        let mut by_name: Ordered<String, Vec<String>> = Ordered::new();
        for file in files_below(&**snapshot.host(), root, |_| true) {
            by_name.or_default(file_name(&file).to_owned()).push(file);
        }
        by_name
    }
}

/// The steps with the arguments that list files.
const READERS: &[(&str, &[&str])] = &[
    ("shell", SCRIPTS),
    ("shell-local", SCRIPTS),
    ("powershell", SCRIPTS),
    ("windows-shell", SCRIPTS),
    ("file", &["source", "sources"]),
];
const SCRIPTS: &[&str] = &["script", "scripts"];

/// The directory that a path is relative to.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    /// The directory of the template.
    Template,
    /// The directory in which Packer is run, which is unknown.
    Working,
}

/// A path in a template, as far as it is literal.
struct LiteralPath {
    base: Base,
    path: String,
}

impl LiteralPath {
    /// The path without the steps at its start that lead nowhere or up.
    fn inner_path(&self) -> &str {
        self.path.trim_start_matches("./").trim_start_matches("../")
    }
}

/// Reports the missing files of a step, and collects the reasons why others need not exist.
pub(super) fn missing_files(
    (snapshot, folder): (&Snapshot, &str),
    step: &FilledBlock<'_>,
    notes: &mut OrderedSet<String>,
    found: &mut Vec<Diagnostic>,
) {
    let label = step.view.labels.first().map_or("", |label| label.text);
    let Some((_, arguments)) = READERS.iter().find(|(reader, _)| *reader == label) else { return };
    if label == "file" && !is_upload(&step.body) {
        return;
    }
    let tree = step.body.view.tree();
    let source = step.body.view.source();
    for attribute in arguments.iter().filter_map(|name| step.body.attribute(name)) {
        let value = &attribute.view.value;
        for expr in statics::as_list(tree, *value).unwrap_or(std::slice::from_ref(value)) {
            let Some(literal) = literal_path(tree, source, *expr) else { continue };
            if exists(snapshot, folder, &literal) {
                continue;
            }
            if let Some(reason) = reason_below(snapshot, folder, &literal.path) {
                notes.insert(reason);
                continue;
            }
            let place = tree.expr(*expr).range.in_source(source);
            found.push(missing_file(label, &literal, place));
        }
    }
}

fn missing_file(label: &str, literal: &LiteralPath, place: Span) -> Diagnostic {
    let message = format!("file `{}` does not exist", literal.path);
    // a whole directory has usually moved
    let words = SharedWords::Others(
        "another file that a step reads from there does not exist either".into(),
        "other files that steps read from there do not exist either".into(),
    );
    let parent = file_path::parent(literal.inner_path());
    let cause = SharedCause::of_run(format!("files that steps read in {parent}"), words);
    // another step may create what is uploaded, if Packer is told so
    let is_certain = literal.base == Base::Template && label != "file";
    let severity = if is_certain { Severity::Error } else { Severity::Warning };
    let finding = Diagnostic::warning(codes::NO_SUCH_PATH, place, message).with_severity(severity);
    let help = match (label, literal.base) {
        ("file", _) => "add the file, or set `generated = true` if an earlier step creates it",
        (_, Base::Template) => "add the file, or use the path of an existing one",
        (_, Base::Working) => "add the file, or use a path relative to the template: `\"${path.root}/…\"`",
    };
    finding.help(help).caused_by(cause)
}

/// Returns `true` for a step that uploads files that exist before the build.
fn is_upload(body: &FilledBody<'_>) -> bool {
    let is = |name: &str, expected: &str| {
        body.attribute(name).is_none_or(|found| found.value.as_str().is_some_and(|text| text == expected))
    };
    let is_generated = body.attribute("generated").is_some_and(|found| found.value.as_bool() != Some(false));
    is("direction", "upload") && !is_generated
}

/// The literal path in an expression; `None` for one that depends on values, is absolute, or is a template of Packer.
fn literal_path(tree: &Tree, source: SourceId, expr: ExprId) -> Option<LiteralPath> {
    let (base, path) = match tree.expr(expr).kind {
        ExprKind::Template(parts) => {
            let [first, rest] = tree.slice(parts) else { return None };
            let root = statics::as_reference(tree, source, *first)?;
            let base = match (&*root.root, root.attribute(0), root.steps.len()) {
                ("path", Some("root"), 1) => Base::Template,
                ("path", Some("cwd"), 1) => Base::Working,
                _ => return None,
            };
            (base, tree.string(*rest)?.strip_prefix('/')?)
        }
        _ => (Base::Working, tree.string(expr)?),
    };
    let is_relative = !path.is_empty() && !path.starts_with(['/', '~', '\\']) && !path.contains([':', '{']);
    is_relative.then(|| LiteralPath { base, path: path.to_owned() })
}

/// Returns `true` if a file exists. A path relative to the working directory may lead from anywhere in the repository.
fn exists(snapshot: &Snapshot, folder: &str, literal: &LiteralPath) -> bool {
    let host = &**snapshot.host();
    let path = literal.path.trim_end_matches('/');
    let is_there = |above: &str| host.look(&file_path::join(above, path)) != Err(Refusal::Missing);
    if literal.base == Base::Template {
        return is_there(folder);
    }
    let is_elsewhere = || {
        let end = format!("/{}", literal.inner_path().trim_end_matches('/'));
        let Some(top) = top_folder(host, folder) else { return false };
        let files = snapshot.get(&FilesByName(top));
        let is_same = |file: &String| format!("/{file}").ends_with(&end);
        files.get(file_name(path)).is_some_and(|files| files.iter().any(is_same))
    };
    upward(host, folder).iter().any(|above| is_there(above)) || is_elsewhere()
}
