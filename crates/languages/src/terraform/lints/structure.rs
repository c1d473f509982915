//! The file names of the standard module structure: `main.tf`, `variables.tf` and `outputs.tf`.

use hclx_analysis::{Snapshot, file_name};
use hclx_diag::{Diagnostic, Span, code_names as codes};

use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Reports declarations outside of the files where readers expect them, and a module without a main file.
pub(crate) fn judge(snapshot: &Snapshot, module: &Module) -> Vec<Diagnostic> {
    let is_in = |place: Span, file: &str| stem(file_name(&snapshot.path(place.source))) == file;
    let warning = |place: Span, message: String| Diagnostic::warning(codes::FILE_STRUCTURE, place, message);
    let mut findings = Vec::new();
    for (kind, file) in [(Kind::Variable, "variables"), (Kind::Output, "outputs")] {
        let misplaced = module.of_kind(kind).filter(|declaration| !is_in(declaration.name_span, file));
        findings.extend(misplaced.map(|declaration| {
            let message = format!("{} `{}` is not in `{file}.tf`", kind.noun(), declaration.name);
            warning(declaration.name_span, message)
        }));
    }
    let mut places = module.declarations.iter().map(|declaration| declaration.name_span);
    if let Some(first) = places.clone().next()
        && !places.any(|place| is_in(place, "main"))
        && !module.others.iter().any(|block| is_in(block.place(), "main"))
    {
        findings.push(warning(first, "the module has no `main.tf`".to_owned()));
    }
    findings
}

/// The name of a module file without its suffix.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".json").unwrap_or(name);
    name.strip_suffix(".tf").or_else(|| name.strip_suffix(".tofu")).unwrap_or(name)
}
