//! The results of a run as reports need them: without trees, answers and the session.

use hclx_diag::{ColumnUnit, Ordered, SourceId};
use hclx_eval::Approximation;

use crate::findings::options::Options;
use crate::findings::{Treated, of_run};
use crate::judging::{self, Run};

/// The results of a run.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The findings that were not printed, and the suppressed ones.
    pub(crate) treated: Treated,
    /// The number of judged files.
    pub(crate) files: usize,
    /// The names of the files that were judged.
    pub(crate) checked: Vec<String>,
    /// Sentences about what was not judged.
    pub(crate) notes: Vec<String>,
    /// Sentences about what was assumed and approximated.
    pub(crate) assumed: Vec<String>,
}

impl Outcome {
    /// The results of a run.
    pub(crate) fn of(run: &mut Run, options: &Options) -> Self {
        let treated = of_run(run, options);
        Self {
            treated,
            files: run.files,
            checked: run.checked(),
            notes: judging::notes(run),
            assumed: assumed(run),
        }
    }

    /// The sentences about everything that was not judged.
    pub(crate) fn not_judged(&self) -> Vec<String> {
        self.notes.iter().chain(&self.assumed).cloned().collect()
    }
}

/// The sentences about assumptions and approximations.
fn assumed(run: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    let mut names: Ordered<SourceId, Vec<_>> = Ordered::new();
    for name in run.units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        names.or_default(name.span.source).push(name);
    }
    for (file, unresolved) in names {
        let name = run.sources.get(file).name();
        for (unresolved, uses) in judging::unresolved(unresolved) {
            lines
                .push(format!("{name}: undeclared `{unresolved}` was assumed to be unknown, {}", used(uses)));
        }
    }
    let place = |approximation: &Approximation| {
        let (start, _) = run.sources.positions(approximation.span, ColumnUnit::Graphemes);
        let name = run.sources.get(approximation.span.source).name();
        format!("{name}:{}:{}: not checked: {}", start.line, start.column, approximation.what)
    };
    lines.extend(run.units.iter().flat_map(|(_, answer)| &answer.approximations).map(place));
    lines
}

fn used(times: usize) -> String {
    if times == 1 { "used once".to_owned() } else { format!("used {times} times") }
}
