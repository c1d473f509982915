//! Expressions from the command line in the scope of files and modules.

use std::ffi::OsString;
use std::path::Path;

use hclx_analysis::{Question, Snapshot};
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::Unresolved;
use hclx_program::notes;
use hclx_syntax::ast::{ExprKind, Root};

use crate::cli::Context;
use crate::config::Config;
use crate::inputs::Inputs;
use crate::judging::{Run, judge_all, meant_unit};
use crate::names;
use crate::output::{self, Look};
use crate::specs::Specs;

/// The name of the source of an expression.
const EXPRESSION: &str = "<expression>";

/// Rejects an expression in place of a path; expressions are given with a flag.
///
/// # Errors
/// If the argument is a reference or a call, and no such path exists.
pub(crate) fn ensure_path(command: &str, argument: &OsString) -> anyhow::Result<()> {
    let text = names::text(Path::new(argument));
    let has_known_name = crate::rows().of(hclx_analysis::file_name(&text)).is_some();
    if argument == "-" || has_known_name || Path::new(argument).exists() {
        return Ok(());
    }
    let parsed = hclx_syntax::parse_expression(SourceId(0), text.as_bytes().into());
    let Root::Expr(root) = parsed.tree.root() else { return Ok(()) };
    let is_reference = matches!(parsed.tree.expr(root).kind, ExprKind::Traversal { .. } | ExprKind::Call(_));
    anyhow::ensure!(
        !is_reference || !parsed.diagnostics.is_empty(),
        "`{text}` does not exist\n  help: `hclx {command} -e '{text}' .` evaluates an expression"
    );
    Ok(())
}

/// The findings about an expression in the scope of a file or module. If undeclared names are allowed, those of the
/// expression are unknown values.
pub(crate) fn about_expression(run: &Run, config: &Config, allows_undeclared: bool) -> Vec<Diagnostic> {
    let is_allowed = |finding: &Diagnostic| {
        let source = finding.span.map(|span| run.sources.get(span.source).name());
        let is_of_name = [codes::UNKNOWN_NAME, codes::REFERENCE_FORM].contains(&finding.code);
        allows_undeclared && is_of_name && source == Some(EXPRESSION)
    };
    let findings = run.findings(config).into_iter().filter(|finding| !is_allowed(finding));
    findings.map(|finding| with_command_for_output(finding, run)).collect()
}

/// Adds the command that prints outputs to a finding about an output in an expression.
fn with_command_for_output(finding: Diagnostic, run: &Run) -> Diagnostic {
    let is_about_output = finding.code == codes::REFERENCE_FORM
        && finding.span.is_some_and(|span| {
            let source = run.sources.get(span.source);
            let written = source.bytes().get(span.range.start as usize..span.range.end as usize);
            source.name() == EXPRESSION && written.is_some_and(|written| written.starts_with(b"output."))
        });
    match is_about_output {
        true => finding.without_advice().help("without `-e`, the command prints all outputs of the module"),
        false => finding,
    }
}

/// Adds notes about names in an expression that a plain file does not declare, but the files of an
/// application may.
pub(crate) fn note_undeclared(run: &Run, look: &Look) {
    let is_own = |name: &&Unresolved| run.sources.get(name.span.source).name() == EXPRESSION;
    let names = run.units.iter().flat_map(|(_, answer)| &answer.unresolved).filter(is_own);
    let names: Vec<String> = notes::unresolved(names).into_iter().map(|(name, _)| name).collect();
    if !names.is_empty() && !look.quiet {
        let names = names.join(", ");
        output::note(&format!(
            "note: undeclared in plain HCL, assumed to be unknown: {names}; `--dialect` names the application of a file"
        ));
    }
}

/// Evaluates an expression in the scope of the unit of a path.
///
/// # Errors
/// If the path does not belong to exactly one unit.
pub(crate) fn evaluate_in(
    context: &Context,
    path: &OsString,
    inputs: &mut Inputs,
    text: &str,
) -> anyhow::Result<Option<Run>> {
    let source = inputs.argument(EXPRESSION, text);
    let question = |snapshot: &Snapshot| match meant_unit(snapshot.units().iter(), path) {
        Some(_) => Ok(Question::Expression { source, text: text.into() }),
        None => anyhow::bail!(
            "`{}` has {} units, expected one file or module whose names the expression uses",
            names::text(Path::new(path)),
            snapshot.units().len()
        ),
    };
    let mut run = judge_all(context, std::slice::from_ref(path), inputs, Specs::default(), &question)?;
    if let Some(run) = &mut run {
        run.keep_meant(Some(path));
    }
    Ok(run)
}
