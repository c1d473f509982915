//! The results of a run for reports: without trees, answers and the session.

use hclx_analysis::{Extent, Question};
use hclx_eval::{Budget, Limits};
use hclx_languages::terraform::{UnmatchedName, names_without_match};
use hclx_program::templates::UnlistedTemplates;
use hclx_program::{gaps, notes};
use hclx_report::{CheckedExtent, Module, PolicyTotals, UncheckedProvider};

use crate::config::RequiredSchemas;
use crate::findings::options::Options;
use crate::findings::{ProcessedFindings, of_run, outputs};
use crate::inputs::Inputs;
use crate::judging::Run;
use crate::{parallel, programs};

/// The results of a run.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The findings that were not printed, and the suppressed ones.
    pub(crate) treated: ProcessedFindings,
    /// The number of checked files.
    pub(crate) files: usize,
    /// The names of the checked files.
    pub(crate) checked: Vec<String>,
    /// Sentences about everything that was not checked.
    pub(crate) notes: Vec<String>,
    /// The providers with parts that were not checked against the schema of one release.
    pub(crate) unchecked: Vec<UncheckedProvider>,
    /// Set if these providers are rejected, so that errors name them.
    pub(crate) are_refused: bool,
    /// Sentences about everything that was assumed and approximated.
    pub(crate) assumed: Vec<String>,
    /// The names in the settings that matched nothing.
    pub(crate) unmatched: Vec<UnmatchedName>,
    /// The results of policies, if there are policies.
    pub(crate) policies: Option<PolicyTotals>,
    /// The modules, if an output describes them.
    pub(crate) modules: Vec<Module>,
}

impl Outcome {
    /// The results of a run, in which some templates were not listed.
    pub(crate) fn of(run: &mut Run, options: &Options, mut templates: UnlistedTemplates) -> Self {
        let mut treated = of_run(run, options);
        treated.findings = templates.first_of_each(&run.snapshot, treated.findings);
        Self {
            treated,
            files: run.files,
            checked: run.checked(),
            notes: run.notes().into_iter().chain(templates.notes()).collect(),
            unchecked: gaps::unchecked_providers(&run.units),
            are_refused: false,
            assumed: notes::assumed(&run.snapshot, &run.sources, &run.units),
            unmatched: names_without_match(&run.snapshot),
            policies: notes::policy_totals(&run.sources, &run.units),
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

    /// Rejects providers without the required schemas, and keeps those that reports name.
    pub(crate) fn require_schemas(&mut self, required: Option<RequiredSchemas>, inputs: &mut Inputs) {
        let is_named = |provider: &UncheckedProvider| match required {
            Some(RequiredSchemas::Exact) => true,
            Some(_) => provider.extent != CheckedExtent::Admitted,
            None => provider.is_reported(),
        };
        self.unchecked.retain(is_named);
        if required.is_none() || self.unchecked.is_empty() {
            return;
        }
        self.are_refused = true;
        let can_fetch = programs::can_fetch();
        for one in &self.unchecked {
            let UncheckedProvider { provider, reason, parts, step, .. } = one;
            let step = step.command(can_fetch);
            inputs
                .refuse(format!("{provider}: {reason}, which `require-schemas` asks for ({parts}); {step}"));
        }
    }

    /// The sentences about everything that was not checked.
    pub(crate) fn not_judged(&self) -> Vec<String> {
        self.all_notes().into_iter().chain(self.assumed.iter().cloned()).collect()
    }

    /// The sentences about everything that was not checked; those about providers contain the next step.
    pub(crate) fn all_notes(&self) -> Vec<String> {
        let of_providers = match self.unchecked.is_empty() || self.are_refused {
            true => Vec::new(),
            false => gaps::provider_notes(&self.unchecked, programs::can_fetch()),
        };
        of_providers.into_iter().chain(self.notes.iter().cloned()).collect()
    }
}

/// The modules of a run.
fn described(run: &Run, limits: Limits) -> Vec<Module> {
    let snapshot = &run.snapshot;
    let units = parallel::map(snapshot.units().to_vec(), |unit| {
        let answer = snapshot.answer(&unit, &Question::Describe(Extent::Whole), &Budget::new(limits));
        (unit, answer)
    });
    hclx_program::modules::modules(&snapshot.sources(|_| true), &units)
}
