//! Findings that only older allowed releases of a provider have: a body uses features that are newer than the oldest
//! release that the module allows. They are a lint that is off by default.

use std::sync::Arc;

use hclx_analysis::LintScope;
use hclx_diag::{Batch, Diagnostic, Severity, code_names as codes};
use hclx_schema::Block;

use super::admitted::{AdmittedBlocks, has};
use super::instance::Instance;
use crate::terraform::packages::Reach;

impl AdmittedBlocks {
    /// Returns `true` if the lint is on, and the allowed releases are exactly those that may be selected.
    fn has_minimum(&self, instance: &Instance<'_>) -> bool {
        instance.run.snapshot.settings().lints == LintScope::Conventions
            && !instance.inputs.is_call
            && matches!(self.reach(), Reach::Closed | Reach::Open)
    }

    /// The findings that older allowed releases have, but not the newest one, each with the newest of these releases.
    /// `judge` checks the block with another body; `open` is a body that accepts everything.
    pub(super) fn below_minimum(
        &self,
        instance: &mut Instance<'_>,
        open: &Arc<Block>,
        newest: &Batch,
        judge: &mut dyn FnMut(&mut Instance<'_>, &Arc<Block>) -> Batch,
    ) -> Vec<Diagnostic> {
        let mut findings: Vec<Diagnostic> = Vec::new();
        if !self.has_minimum(instance) {
            return findings;
        }
        let approximations = instance.approximations.len();
        let without_schema = judge(instance, open);
        let snapshot = instance.run.snapshot;
        let mut lacking: Vec<(usize, Diagnostic)> = Vec::new();
        for (body, block) in self.others(snapshot) {
            let refused = judge(instance, &block).once();
            let is_new = |one: &Diagnostic, lacking: &[(usize, Diagnostic)]| {
                one.is_error()
                    && !has(newest.iter(), one)
                    && !has(without_schema.iter(), one)
                    && !has(lacking.iter().map(|(_, known)| known), one)
            };
            for one in refused.into_vec() {
                if is_new(&one, &lacking) {
                    lacking.push((body.last, one));
                }
            }
        }
        instance.approximations.truncate(approximations);
        findings.extend(lacking.into_iter().map(|(release, finding)| self.with_minimum(finding, release)));
        findings
    }

    /// The finding about a type that older allowed releases lack, unless the newest one lacks it as well.
    pub(super) fn added_type(&self, instance: &Instance<'_>, finding: Diagnostic) -> Option<Diagnostic> {
        let release = self.added_after().filter(|_| self.has_minimum(instance))?;
        Some(self.with_minimum(finding, release))
    }

    /// A finding of a release about something that later ones accept.
    fn with_minimum(&self, finding: Diagnostic, release: usize) -> Diagnostic {
        let change = self.change_after(release);
        let needed = match change.first {
            Some(first) => format!(">= {first}"),
            None => format!("> {}", change.before),
        };
        let short = self.short_address();
        let mut finding = finding.with_severity(Severity::Warning).label(format!("needs {needed}"));
        finding.message = format!("{} in {short} {}", finding.message, change.before);
        finding.code = codes::PROVIDER_MINIMUM;
        finding.fixes.clear();
        finding.help(format!("raise the version constraint of {short} to `{needed}`"))
    }
}
