//! Providers with parts that were not checked against the schema of one release, and the notes about them.

use hclx_analysis::{Answer, GapCause, ProviderParts, SchemaGap, Unit};
use hclx_diag::{Ordered, counted};
use hclx_report::{CheckedExtent, NextStep, UncheckedProvider};

use crate::notes::{first_names, partly};

/// The providers of units that were not checked against the schema of one release.
pub fn unchecked_providers(units: &[(Unit, Answer)]) -> Vec<UncheckedProvider> {
    let mut gaps: Ordered<&SchemaGap, ProviderParts> = Ordered::new();
    for (gap, parts) in units.iter().flat_map(|(_, answer)| &answer.unchecked.providers) {
        gaps.or_default(gap).add(*parts);
    }
    gaps.into_iter().map(|(gap, parts)| unchecked(gap, parts)).collect()
}

fn unchecked(gap: &SchemaGap, parts: ProviderParts) -> UncheckedProvider {
    let (extent, step) = match &gap.cause {
        GapCause::Missing => (CheckedExtent::Unchecked, NextStep::Fetch),
        GapCause::Excluded { .. } => (CheckedExtent::Unused, NextStep::Fetch),
        GapCause::OtherReleases { .. } => (CheckedExtent::Names, NextStep::Fetch),
        GapCause::Unusable(_) => (CheckedExtent::Unused, NextStep::Import),
        GapCause::Neighbors(_) => (CheckedExtent::Neighbors, NextStep::Fetch),
        GapCause::Several => (CheckedExtent::Admitted, NextStep::Pin),
    };
    let reason = match &gap.cause {
        GapCause::Missing => "no schema".to_owned(),
        GapCause::Excluded { stored, by } => format!("schema {stored} is stored, but {by} does not allow it"),
        GapCause::OtherReleases { by, relation, known } => {
            format!("{by} is {relation} the schemas here ({known})")
        }
        GapCause::Unusable(why) => why.clone(),
        GapCause::Neighbors(by) => format!("{by} is not among the schemas here"),
        GapCause::Several => "no lock file and no exact version selects one release".to_owned(),
    };
    let provider = gap.provider.clone();
    UncheckedProvider { provider, reason, count: parts.count(), parts: shown(parts), extent, step }
}

/// The numbers of parts in words.
fn shown(parts: ProviderParts) -> String {
    let ProviderParts { resources, configurations, calls } = parts;
    let all = [(resources, "resource"), (configurations, "provider configuration"), (calls, "function call")];
    let named = all.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| counted(count, noun));
    named.collect::<Vec<_>>().join(" and ")
}

/// The notes about providers without schemas of their releases, each with the next step.
pub fn provider_notes(all: &[UncheckedProvider], can_fetch: bool) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    let missing: Vec<_> = all.iter().filter(|one| one.extent == CheckedExtent::Unchecked).collect();
    if let Some(first) = missing.first() {
        let mut names: Ordered<&str, usize> = Ordered::new();
        missing.iter().for_each(|one| *names.or_default(&*one.provider) += one.count);
        let count: usize = missing.iter().map(|one| one.count).sum();
        let parts = match missing.len() {
            1 => first.parts.clone(),
            _ if missing
                .iter()
                .all(|one| one.parts.ends_with("resource") || one.parts.ends_with("resources")) =>
            {
                counted(count, "resource")
            }
            _ => counted(count, "part"),
        };
        let providers = counted(names.len(), "provider");
        let step = first.step.command(can_fetch);
        notes.push(format!(
            "no schema for {providers} ({}): {parts} {}; {step}",
            first_names(&names),
            partly(count)
        ));
    }
    notes.extend(notes_by_release(all, can_fetch));
    notes
}

/// The notes about providers whose schemas are used in part, or not at all.
fn notes_by_release(all: &[UncheckedProvider], can_fetch: bool) -> Vec<String> {
    let mut notes = Vec::new();
    // many lock files may select old releases, which is a single fact about a provider
    let mut by_names: Ordered<&str, Vec<&UncheckedProvider>> = Ordered::new();
    for unchecked in all {
        let UncheckedProvider { provider, reason, step, parts, count, .. } = unchecked;
        match unchecked.extent {
            CheckedExtent::Unused => notes.push(format!(
                "{provider}: {reason}: {parts} {}; {}",
                partly(*count),
                step.command(can_fetch)
            )),
            CheckedExtent::Names => by_names.or_default(provider).push(unchecked),
            CheckedExtent::Unchecked | CheckedExtent::Neighbors | CheckedExtent::Admitted => {}
        }
    }
    let note = |(provider, all): (&str, Vec<&UncheckedProvider>)| {
        let (first, more) = all.split_first()?;
        let like_it = match more.len() {
            0 => String::new(),
            count => format!(", and {} like it", counted(count, "other selection")),
        };
        let (reason, step) = (&first.reason, first.step.command(can_fetch));
        Some(format!("{provider}: {reason}{like_it}: only misspelled names are reported; {step}"))
    };
    notes.extend(by_names.into_iter().filter_map(note));
    notes
}
