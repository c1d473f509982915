//! The results of a run for reports: without trees, answers and the session.

use hclx_analysis::{Extent, Question};
use hclx_eval::{Budget, Limits};
use hclx_program::notes;
use hclx_report::Module;

use crate::findings::options::Options;
use crate::findings::{ProcessedFindings, of_run, outputs};
use crate::judging::Run;
use crate::parallel;

/// The results of a run.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The findings that were not printed, and the suppressed ones.
    pub(crate) treated: ProcessedFindings,
    /// The number of judged files.
    pub(crate) files: usize,
    /// The names of the files that were judged.
    pub(crate) checked: Vec<String>,
    /// Sentences about what was not judged.
    pub(crate) notes: Vec<String>,
    /// Sentences about what was assumed and approximated.
    pub(crate) assumed: Vec<String>,
    /// The modules, if an output describes them.
    pub(crate) modules: Vec<Module>,
}

impl Outcome {
    /// The results of a run.
    pub(crate) fn of(run: &mut Run, options: &Options) -> Self {
        let treated = of_run(run, options);
        Self {
            treated,
            files: run.files,
            checked: run.checked(),
            notes: run.notes(),
            assumed: notes::assumed(&run.sources, &run.units),
            modules: Vec::new(),
        }
    }

    /// Adds the modules of a run's files, if an output describes them. They are never cached, because they
    /// contain descriptions and defaults.
    pub(crate) fn describe(&mut self, run: &Run, options: &Options, limits: Limits) {
        if outputs::describe_modules(&options.outputs) {
            self.modules = described(run, limits);
        }
    }

    /// The sentences about everything that was not judged.
    pub(crate) fn not_judged(&self) -> Vec<String> {
        self.notes.iter().chain(&self.assumed).cloned().collect()
    }
}

/// The modules of a run.
fn described(run: &Run, limits: Limits) -> Vec<Module> {
    let snapshot = &run.snapshot;
    let units = parallel::map(snapshot.units().to_vec(), |unit| {
        let ask = |question| snapshot.answer(&unit, question, &Budget::new(limits));
        let answer = ask(&Question::Describe(Extent::Whole));
        let answer = if answer.description.is_some() { answer } else { ask(&Question::Infer) };
        (unit, answer)
    });
    hclx_program::modules::modules(&snapshot.sources(|_| true), &units)
}
