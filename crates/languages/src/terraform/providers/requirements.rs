//! The requirements of modules on providers: sources and version constraints.
//!
//! Source of the rules: Terraform's "Provider Requirements".

use std::sync::Arc;

use hclx_analysis::{ask, query};
use hclx_diag::{Ordered, SourceId};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Language};
use hclx_syntax::body::BodyView;
use memchr::memmem;

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_providers;
use crate::terraform::packages::ProviderAddress;
use crate::terraform::schemas;

/// A module's requirement on a provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProviderRequirement {
    pub(crate) source: Option<String>,
    /// The version constraints, all of which apply.
    pub(crate) versions: Vec<String>,
}

impl ProviderRequirement {
    /// Adds a later requirement on the same provider; the first source wins.
    pub(crate) fn add(&mut self, later: Self) {
        self.source = self.source.take().or(later.source);
        self.versions.extend(later.versions);
    }

    /// Replaces the parts that an override file sets again.
    pub(crate) fn replace(&mut self, later: Self) {
        self.source = later.source.or(self.source.take());
        if !later.versions.is_empty() {
            self.versions = later.versions;
        }
    }

    /// The address of the provider, whose name in the module is `local`; `None` if the source is malformed.
    pub(crate) fn address(&self, local: &str) -> Option<ProviderAddress> {
        self.source.as_deref().map_or_else(|| ProviderAddress::implied(local), ProviderAddress::parse)
    }
}

/// The providers that a module requires, by local name.
pub(crate) fn required(module: &Module) -> &Ordered<String, ProviderRequirement> {
    let read = || {
        let mut found: Ordered<String, ProviderRequirement> = Ordered::new();
        for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
            each_requirement(written, &mut |local, required, _| {
                found.or_default(local).add(required);
            });
        }
        found
    };
    super::kept(module).required.get_or_init(read)
}

/// The requirements on providers in a file, by local name.
pub(super) type FileRequirements = Ordered<String, ProviderRequirement>;

query! {
    /// The requirements on providers in a file, by local name.
    pub(super) struct RequiredInFile(pub(super) SourceId) -> FileRequirements, when Revision(PartialEq::eq),
        of File |RequiredInFile(file)| *file;
    |RequiredInFile(file), snapshot| {
        let Ok(bytes) = snapshot.bytes(*file) else { return FileRequirements::new() };
        let is_json = snapshot.path(*file).ends_with(".json");
        requirements_in(*file, bytes, if is_json { Language::Json } else { Language::Native })
    }
}

/// The requirements on providers in a file that another program generates, or in the heredoc with its contents.
pub(super) fn in_text(text: &Arc<[u8]>) -> FileRequirements {
    let inner = text.strip_prefix(b"<<").and_then(|rest| {
        let start = rest.iter().position(|byte| *byte == b'\n')? + 1;
        let end = rest.trim_ascii_end().iter().rposition(|byte| *byte == b'\n')?;
        rest.get(start..end)
    });
    requirements_in(SourceId(u32::MAX), inner.map_or_else(|| Arc::clone(text), Arc::from), Language::Native)
}

fn requirements_in(file: SourceId, bytes: Arc<[u8]>, language: Language) -> FileRequirements {
    let mut found = FileRequirements::new();
    let has = |word: &str| memmem::find(&bytes, word.as_bytes()).is_some();
    // most files have none and need no parsing
    if !(has("required_providers") || has("provider") && has("version")) {
        return found;
    }
    let parsed = Arc::new(ask::parse(file, bytes, language));
    for written in top_blocks(&parsed, file) {
        each_requirement(&written, &mut |local, required, _| found.or_default(local).add(required));
    }
    found
}

/// The blocks of a file that may contain requirements.
pub(super) fn top_blocks(parsed: &Arc<Parsed>, file: SourceId) -> Vec<BlockSource> {
    let (root, _) = BodyView::root(&parsed.tree, file);
    let sorted = root.sorted(schemas::module_file().prepared());
    let blocks = sorted.content.blocks.iter();
    blocks
        .filter(|block| matches!(block.block_type, "terraform" | "provider"))
        .map(|block| BlockSource::new(parsed, block))
        .collect()
}

/// Visits the requirements on providers in a block: those in `required_providers`, and the deprecated `version` of a
/// provider configuration. The expression is the version.
pub(crate) fn each_requirement(
    written: &BlockSource,
    visit: &mut dyn FnMut(String, ProviderRequirement, Option<ExprId>),
) {
    let tree = &written.parsed.tree;
    if &*written.block_type == "provider" {
        let version = written.attribute(&schemas::provider(), "version");
        if let (Some(label), Some(version)) = (written.labels.first(), version)
            && let Some(text) = tree.string(version.value)
        {
            let required = ProviderRequirement { source: None, versions: vec![text.to_owned()] };
            visit(label.text.to_lowercase(), required, Some(version.value));
        }
        return;
    }
    for attribute in required_providers::attributes(written) {
        let is_plain = tree.string(attribute.value).is_some();
        let version = match is_plain {
            true => Some(attribute.value),
            false => required_providers::entry(tree, attribute.value, "version"),
        };
        let text = version.and_then(|version| tree.string(version));
        let source = required_providers::text(tree, attribute.value, "source").map(str::to_owned);
        let required =
            ProviderRequirement { source, versions: text.map(str::to_owned).into_iter().collect() };
        visit(attribute.name.to_lowercase(), required, version);
    }
}
