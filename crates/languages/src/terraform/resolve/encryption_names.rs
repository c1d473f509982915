//! Names of key providers and methods in OpenTofu's `encryption`.

use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};

use crate::terraform::declare::module::Module;
use crate::terraform::schemas::{self, encryption};

/// Reports a reference `key_provider.TYPE.NAME` or `method.TYPE.NAME` to an undeclared block. It is a warning if no
/// such block is declared, because all of them may be in `TF_ENCRYPTION`.
pub(crate) fn unknown(
    module: &Module,
    root: &str,
    of_type: &str,
    name: &str,
    at: Span,
) -> Option<Diagnostic> {
    let declared = declared(module, root);
    let wanted = format!("{of_type}.{name}");
    if declared.contains(&wanted) || module.may_declare(name) {
        return None;
    }
    let what = if root == "method" { "method" } else { "key provider" };
    let message = format!("unknown {what} `{root}.{wanted}`");
    if declared.is_empty() {
        // OpenTofu merges the blocks here with those of the environment variable
        let finding =
            Diagnostic::warning(codes::UNKNOWN_NAME, at, format!("{message} without `TF_ENCRYPTION`"));
        return Some(finding.help(format!(
            "declare it with `{root} \"{of_type}\" \"{name}\" {{ … }}`, here or in the environment variable `TF_ENCRYPTION`"
        )));
    }
    let finding = Diagnostic::error(codes::UNKNOWN_NAME, at, message);
    Some(finding.meant_or(
        nearest(&wanted, declared.iter().map(String::as_str)).map(|near| format!("{root}.{near}")),
        format!("declare it with `{root} \"{of_type}\" \"{name}\" {{ … }}`"),
    ))
}

/// The blocks of a type, as `TYPE.NAME`.
pub(crate) fn declared(module: &Module, block_type: &str) -> Vec<String> {
    let mut found = Vec::new();
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        for outer in written.view().sorted(schemas::terraform().prepared()).content.blocks {
            if outer.block_type != "encryption" {
                continue;
            }
            let inner = outer.body.sorted(encryption::encryption().prepared()).content.blocks;
            let of_type = inner.iter().filter(|one| one.block_type == block_type);
            found.extend(of_type.filter_map(|one| match one.labels.as_slice() {
                [of_type, name] => Some(format!("{}.{}", of_type.text, name.text)),
                _ => None,
            }));
        }
    }
    found
}
