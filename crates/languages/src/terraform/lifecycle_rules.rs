//! What `lifecycle`, provisioners and connections of a resource may say.

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::{Block, Filled};

use super::declaration::{Declaration, Written};
use super::instance::Instance;
use super::schemas;

/// Judges the blocks of the language in the body of a resource.
pub(crate) fn judge(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    filled: &Filled<'_>,
    _meta: &Block,
    _is_known: bool,
) {
    provisioners(instance, &declaration.written, filled);
}

pub(crate) fn provisioners(instance: &mut Instance<'_>, written: &Written, filled: &Filled<'_>) {
    for block in filled.body.blocks("provisioner").filter(|block| block.known) {
        let Some(kind) = block.view.labels.first() else { continue };
        let place = written.span(kind.range);
        if schemas::provisioner(kind.text).is_none() {
            let finding = match schemas::REMOVED_PROVISIONERS.contains(&kind.text) {
                true => Diagnostic::error(
                    codes::REMOVED_NAME,
                    place,
                    format!("the provisioner `{}` no longer exists", kind.text),
                ),
                false => {
                    let message = format!("there is no provisioner `{}`", kind.text);
                    let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, place, message);
                    let known = ["local-exec", "remote-exec", "file"];
                    match hclx_diag::nearest(kind.text, known) {
                        Some(near) => finding.help(format!("did you mean `{near}`?")),
                        None => finding.help("there are `local-exec`, `remote-exec` and `file`"),
                    }
                }
            };
            instance.findings.push(finding);
        }
        if kind.text == "file" {
            file(instance, written, block);
        }
    }
}

/// `source` and `content` exclude each other.
fn file(instance: &mut Instance<'_>, written: &Written, block: &hclx_schema::FilledBlock<'_>) {
    let (source, content) = (block.body.attribute("source"), block.body.attribute("content"));
    if let (Some(source), Some(content)) = (source, content) {
        let message = "`source` and `content` exclude each other";
        let finding = Diagnostic::error(codes::EXCLUSIVE, written.span(content.view.name_range), message)
            .also(written.span(source.view.name_range), "`source` is set here");
        instance.findings.push(finding);
    }
}
