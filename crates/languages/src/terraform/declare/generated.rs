//! Files that need not exist before a module runs, because the module creates them itself or another program adds them.

use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Data sources and resources that write a file, with the argument for its path.
const MAKERS: &[(&str, &str)] =
    &[("archive_file", "output_path"), ("local_file", "filename"), ("local_sensitive_file", "filename")];

/// The literal ends of the paths of such files; the rest of each path depends on values.
pub(crate) fn ends(module: &Module) -> Vec<String> {
    let made = module.of_kind(Kind::Data).chain(module.of_kind(Kind::Resource));
    let added = module.ends_of_added().map(str::to_owned);
    made.filter_map(|declaration| {
        let (_, argument) = MAKERS.iter().find(|(of_type, _)| **of_type == *declaration.of_type)?;
        let (attributes, _) = declaration.written.view().just_attributes();
        let path = attributes.into_iter().find(|attribute| attribute.name == *argument)?;
        Some(end(&declaration.written.parsed.tree, path.value))
    })
    .chain(added)
    .collect()
}

/// The last literal part of a string, from its last `/`.
fn end(tree: &Tree, path: ExprId) -> String {
    let last = match tree.expr(path).kind {
        ExprKind::Template(parts) => tree.slice(parts).last().copied().unwrap_or(path),
        _ => path,
    };
    match tree.expr(last).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, template: None } => {
            let text = tree.text(text);
            text.rsplit('/').next().unwrap_or(text).to_owned()
        }
        // Every path ends with an empty string, so the module may create any file.
        _ => String::new(),
    }
}
