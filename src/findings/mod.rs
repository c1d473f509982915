//! Processing of the findings of a run: suppressions, levels, baseline, changed lines, outputs.
//!
//! Out of scope: the meaning of suppressions and levels (`hclx_analysis::findings`), and the output of
//! findings (`hclx_report`).

pub(crate) mod baseline;
pub(crate) mod changed;
mod diff;
pub(crate) mod fixing;
pub(crate) mod options;
mod outcome;
pub(crate) mod outputs;
pub(crate) mod run_cache;
pub(crate) mod run_facts;
pub(crate) mod statistics;

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, SourceId};
pub(crate) use hclx_program::findings::{FactsByFile, ProcessedFindings, conceal, facts_of, treat_file};
use hclx_program::findings::{by_file, joined};

pub(crate) use outcome::Outcome;

use crate::findings::options::Options;
use crate::judging::Run;
use crate::parallel;

/// Processes the findings of a run that were not printed.
pub(crate) fn of_run(run: &mut Run, options: &Options) -> ProcessedFindings {
    let mut facts = std::mem::take(&mut run.facts);
    let is_printed = |file| run.is_printed(file);
    let mut treated = treat(&run.snapshot, run.all_findings(), options, &mut facts, &is_printed);
    conceal(&mut treated, &run.sources);
    run.same.tell_once(&run.snapshot, &mut treated.findings);
    treated
}

/// Applies suppressions, then levels, to the findings of all files; `facts` are the facts already
/// known about files. Files whose findings were printed are skipped.
pub(crate) fn treat(
    snapshot: &Snapshot,
    findings: Vec<Diagnostic>,
    options: &Options,
    facts: &mut FactsByFile,
    is_printed: &dyn Fn(SourceId) -> bool,
) -> ProcessedFindings {
    let files = by_file(snapshot, findings, facts, is_printed);
    joined(snapshot, parallel::map(files, |file| file.treated(snapshot, options)))
}
