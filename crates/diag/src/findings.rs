//! Collections of findings during a run: pushed in order, and never edited afterwards.
//!
//! Code whose findings may turn out to be irrelevant runs in a trial: it reports into a [`Batch`], which is
//! later kept under a [`Policy`] or dropped. Out of scope: the order of a report, suppressions and levels
//! (crate `analysis`).

use crate::{Code, Diagnostic, OrderedSet, Origin, Severity, Span, Zone};

/// An append-only list of findings. An empty list needs no allocation.
#[derive(Clone, Debug, Default)]
pub struct Findings(Vec<Diagnostic>);

/// The findings of a trial, which are not reported unless they are kept.
#[derive(Clone, Debug, Default)]
#[must_use = "the findings of a trial are kept or dropped on purpose"]
pub struct Batch(Vec<Diagnostic>);

/// Findings by place and code: several about one fact are one.
#[derive(Debug, Default)]
pub struct Distinct(OrderedSet<(Option<Span>, Code)>);

impl Distinct {
    /// Adds a finding; returns `true` if it is new.
    pub fn insert(&mut self, finding: &Diagnostic) -> bool {
        self.0.insert((finding.span, finding.code))
    }

    /// Returns `true` if a finding is in the set.
    pub fn contains(&self, finding: &Diagnostic) -> bool {
        self.0.contains(&(finding.span, finding.code))
    }
}

impl<'f> FromIterator<&'f Diagnostic> for Distinct {
    fn from_iter<I: IntoIterator<Item = &'f Diagnostic>>(findings: I) -> Self {
        Self(findings.into_iter().map(|finding| (finding.span, finding.code)).collect())
    }
}

/// The way in which a finding of a batch is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Unchanged.
    AsIs,
    /// With a different severity.
    As(Severity),
    /// As a consequence of a call.
    Because(Origin),
    /// Not kept.
    Drop,
}

/// A context that reports findings, possibly in a trial.
pub trait Report {
    /// The list that findings are reported to.
    fn findings(&mut self) -> &mut Findings;

    /// Executes `run` in a trial: its findings are returned, not reported. Earlier findings are not visible
    /// to it.
    fn trial<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> (R, Batch)
    where
        Self: Sized,
    {
        let before = std::mem::take(self.findings());
        let result = run(self);
        let batch = std::mem::replace(self.findings(), before);
        (result, Batch(batch.0))
    }

    /// Executes `run`, whose findings count less in `zones`.
    fn under<R>(&mut self, zones: &[Zone], run: impl FnOnce(&mut Self) -> R) -> R
    where
        Self: Sized,
    {
        if zones.is_empty() {
            return run(self);
        }
        let (result, batch) = self.trial(run);
        self.findings().keep(batch.under(zones), Policy::AsIs);
        result
    }

    /// Executes `run` in a trial and drops its findings.
    fn quietly<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R
    where
        Self: Sized,
    {
        self.trial(run).0
    }
}

impl Report for Findings {
    fn findings(&mut self) -> &mut Findings {
        self
    }
}

impl Findings {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a finding.
    #[inline]
    pub fn push(&mut self, finding: Diagnostic) {
        self.0.push(finding);
    }

    /// Adds the findings of a batch, all under the same policy.
    pub fn keep(&mut self, mut batch: Batch, policy: Policy) {
        match policy {
            // The list of the batch is taken over without a copy.
            Policy::AsIs if self.0.is_empty() => self.0 = batch.0,
            Policy::AsIs => self.0.append(&mut batch.0),
            policy => self.keep_each(batch, |_| policy),
        }
    }

    /// Adds the findings of a batch, each under its own policy.
    pub fn keep_each(&mut self, batch: Batch, mut policy: impl FnMut(&Diagnostic) -> Policy) {
        self.0.extend(batch.0.into_iter().filter_map(|finding| {
            let policy = policy(&finding);
            finding.kept(policy)
        }));
    }

    /// Iterates over the findings in the order in which they were reported.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Returns `true` if there are no findings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The findings, for a report.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}

impl Batch {
    /// Iterates over the findings in the order in which they were reported.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// The findings as a list.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }

    /// Returns `true` if there are no findings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if there is an error among the findings.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Diagnostic::is_error)
    }

    /// The batch in the order of places.
    pub fn by_place(mut self) -> Self {
        Diagnostic::sort_by_place(&mut self.0);
        self
    }

    /// The batch with every finding mapped by `change`; findings that it maps to `None` are dropped.
    pub fn map(self, change: impl FnMut(Diagnostic) -> Option<Diagnostic>) -> Self {
        if self.0.is_empty() {
            return self;
        }
        Self(self.0.into_iter().filter_map(change).collect())
    }

    /// The batch without the findings that `is_dropped` selects.
    pub fn without(self, is_dropped: impl Fn(&Diagnostic) -> bool) -> Self {
        self.map(|finding| (!is_dropped(&finding)).then_some(finding))
    }

    /// The batch with the findings that `is_meant` selects mapped by `change`.
    pub fn changed(
        self,
        is_meant: impl Fn(&Diagnostic) -> bool,
        mut change: impl FnMut(Diagnostic) -> Diagnostic,
    ) -> Self {
        self.map(|finding| Some(if is_meant(&finding) { change(finding) } else { finding }))
    }

    /// The findings as they count in zones.
    pub fn under(self, zones: &[Zone]) -> Self {
        match zones {
            [] => self,
            _ => self.map(|finding| zones.iter().try_fold(finding, |finding, zone| zone.weigh(finding))),
        }
    }

    /// The batch without repetitions that differ only in their causes, such as findings for several values of
    /// one expression.
    pub fn once(self) -> Self {
        if self.0.len() < 2 {
            return self;
        }
        self.new_in(&mut Distinct::default())
    }

    /// The findings that are not in a set yet, which are added to it.
    pub fn new_in(self, distinct: &mut Distinct) -> Self {
        self.map(|finding| distinct.insert(&finding).then_some(finding))
    }

    /// The batch with additional findings.
    pub fn and(mut self, findings: impl IntoIterator<Item = Diagnostic>) -> Self {
        self.0.extend(findings);
        self
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        self.0.extend(findings);
    }
}

impl FromIterator<Diagnostic> for Findings {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl From<Vec<Diagnostic>> for Findings {
    fn from(findings: Vec<Diagnostic>) -> Self {
        Self(findings)
    }
}

impl From<Vec<Diagnostic>> for Batch {
    fn from(findings: Vec<Diagnostic>) -> Self {
        Self(findings)
    }
}

impl From<Findings> for Batch {
    fn from(findings: Findings) -> Self {
        Self(findings.0)
    }
}

macro_rules! iterates {
    ($list:ty) => {
        impl IntoIterator for $list {
            type Item = Diagnostic;
            type IntoIter = std::vec::IntoIter<Diagnostic>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'f> IntoIterator for &'f $list {
            type Item = &'f Diagnostic;
            type IntoIter = std::slice::Iter<'f, Diagnostic>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    };
}

iterates!(Findings);
iterates!(Batch);

impl Diagnostic {
    /// The finding after applying a policy.
    fn kept(self, policy: Policy) -> Option<Self> {
        match policy {
            Policy::AsIs => Some(self),
            Policy::As(severity) => Some(self.with_severity(severity)),
            Policy::Because(origin) => Some(Self { origin: Some(origin), ..self }),
            Policy::Drop => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceId, TextRange, code_names::UNKNOWN_NAME};

    fn finding(at: u32) -> Diagnostic {
        Diagnostic::error(UNKNOWN_NAME, TextRange::at(at).in_source(SourceId(0)), "no name")
    }

    #[test]
    fn a_trial_reports_nothing_until_it_is_kept() {
        let mut findings = Findings::new();
        findings.push(finding(0));
        let ((), batch) = findings.trial(|inner| {
            assert!(inner.is_empty(), "earlier findings are not seen");
            inner.push(finding(1));
            inner.push(finding(2));
        });
        assert_eq!(findings.iter().count(), 1);
        assert!(batch.has_errors());
        let second = |one: &Diagnostic| one.span.is_some_and(|span| span.range.start == 2);
        findings
            .keep_each(batch, |one| if second(one) { Policy::As(Severity::Warning) } else { Policy::Drop });
        let kept: Vec<Severity> = findings.iter().map(|one| one.severity).collect();
        assert_eq!(kept, [Severity::Error, Severity::Warning]);
        findings.quietly(|inner| inner.push(finding(3)));
        assert_eq!(findings.into_vec().len(), 2);
    }

    #[test]
    fn a_finding_in_a_call_knows_its_place() {
        let mut findings = Findings::new();
        let origin = Origin { place: TextRange::at(7).in_source(SourceId(1)) };
        findings.keep(vec![finding(0)].into(), Policy::Because(origin));
        assert_eq!(findings.iter().next().and_then(|one| one.origin), Some(origin));
    }
}
