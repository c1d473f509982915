//! Sentences about everything that was not checked, assumed or approximated, and the number of checked files.

use hclx_analysis::{Answer, CaseVerdict, PolicyCase, PolicyCounts, Snapshot, Unit};
use hclx_diag::{ColumnUnit, Diagnostic, Ordered, SourceId, Sources, counted};
use hclx_eval::{Approximation, Unresolved, UnresolvedKind};
use hclx_report::{CasePlace, CaseValue, JudgedCase, JudgedVerdict, PolicyTotals};

/// The number of selected files that were checked.
pub fn judged_files(snapshot: &Snapshot, units: &[(Unit, Answer)]) -> usize {
    units.iter().map(|(unit, answer)| judged(snapshot, unit, answer)).sum()
}

/// The number of checked files of a unit.
pub fn judged(snapshot: &Snapshot, unit: &Unit, answer: &Answer) -> usize {
    let is_judged = |file: &&SourceId| answer.refused.is_empty() && snapshot.is_selected(**file);
    unit.files.iter().filter(is_judged).count()
}

/// The refusals of units, without duplicates and without those that another unit reports as findings, because
/// a table is also a file.
pub fn refusals(units: &[(Unit, Answer)]) -> Vec<Diagnostic> {
    let mut refusals: Vec<Diagnostic> = Vec::new();
    for refused in units.iter().flat_map(|(_, answer)| &answer.refused) {
        let is_told = || units.iter().any(|(_, answer)| answer.findings.contains(refused));
        if !refusals.contains(refused) && !is_told() {
            refusals.push(refused.clone());
        }
    }
    refusals
}

/// The sentences of the summary about everything that was not fully checked: unsupported languages, files of
/// unknown applications, and the notes of answers. Those about providers are in [`crate::gaps`].
pub fn notes(snapshot: &Snapshot, units: &[(Unit, Answer)]) -> Vec<String> {
    let mut foreign: Ordered<&str, usize> = Ordered::new();
    for (_, language) in snapshot.foreign() {
        *foreign.or_default(language) += 1;
    }
    let mut others: Vec<(&str, usize)> = Vec::new();
    for note in units.iter().flat_map(|(_, answer)| &answer.notes) {
        match others.iter_mut().find(|(known, _)| *known == note) {
            Some((_, count)) => *count += 1,
            None => others.push((note, 1)),
        }
    }
    let foreign = foreign
        .into_iter()
        .map(|(language, count)| format!("{} of {language} not checked", counted(count, "file")));
    let unknown = match of_no_application(snapshot, units).count() {
        0 => None,
        1 => Some(format!("1 file is {NO_APPLICATION}: only {JUDGED}")),
        count => Some(format!("{count} files are {NO_APPLICATION}: only {JUDGED}")),
    };
    let others = others.into_iter().map(|(note, count)| match count {
        1 => note.to_owned(),
        count => format!("{note} ({count} times)"),
    });
    foreign.chain(unknown).chain(others).chain(meant_to_fail(units)).chain(unchecked(units)).collect()
}

/// The kind of files that no language claims.
const NO_APPLICATION: &str = "plain HCL of no known application";
/// The parts of such files that are checked.
const JUDGED: &str = "syntax and expressions were checked";

/// The selected files whose contents no known application reads, unless a setting says that they are plain HCL.
fn of_no_application<'u>(
    snapshot: &'u Snapshot,
    units: &'u [(Unit, Answer)],
) -> impl Iterator<Item = SourceId> + 'u {
    let plain = units.iter().filter(|(unit, _)| !unit.language.row().has_rules);
    let files = plain.flat_map(|(unit, _)| unit.files.iter().copied());
    let is_blank = |file| snapshot.bytes(file).is_ok_and(|bytes| bytes.trim_ascii().is_empty());
    let is_open = |file| snapshot.is_selected(file) && snapshot.given_language(file).is_none();
    files.filter(move |file| is_open(*file) && !is_blank(*file))
}

/// The maximum number of names of providers, modules or plugins in a note.
const MOST_NAMES: usize = 3;

/// The maximum number of characters of such a name.
const MOST_OF_NAME: usize = 80;

/// The sentence about findings that are not listed, because their files are meant to fail.
fn meant_to_fail(units: &[(Unit, Answer)]) -> Option<String> {
    let of_units = units.iter().flat_map(|(_, answer)| &answer.meant_to_fail);
    let by_place = sums(of_units);
    let count = by_place.values().sum();
    let are = if count == 1 { "is" } else { "are" };
    (count > 0).then(|| {
        let (findings, names) = (counted(count, "finding"), first_names(&by_place));
        format!(
            "{findings} in tests of what is wrong ({names}) {are} not listed; name a directory to see them"
        )
    })
}

/// Sentences about calls and blocks that were only partly checked, because modules or plugins are missing.
/// Sentences about providers are in [`crate::gaps`].
fn unchecked(units: &[(Unit, Answer)]) -> impl Iterator<Item = String> {
    let of_units = || units.iter().map(|(_, answer)| &answer.unchecked);
    let modules = sums(of_units().flat_map(|unchecked| &unchecked.modules));
    let plugins = sums(of_units().flat_map(|unchecked| &unchecked.plugins));
    let without_schema = |all: &Ordered<&str, usize>, what: &str, part: &str| {
        (!all.is_empty()).then(|| {
            let (names, all_parts) = (first_names(all), all.values().sum());
            let parts = counted(all_parts, part);
            let all = counted(all.len(), what);
            format!("no schema for {all} ({names}): {parts} {}", partly(all_parts))
        })
    };
    let of_modules = (!modules.is_empty()).then(|| {
        let (calls, names) = (modules.values().sum(), first_names(&modules));
        let modules = match modules.len() {
            1 => "1 module is not installed".to_owned(),
            count => format!("{count} modules are not installed"),
        };
        format!("{modules} ({names}): {} {}", counted(calls, "call"), partly(calls))
    });
    let of_plugins = without_schema(&plugins, "plugin", "block");
    of_modules.into_iter().chain(of_plugins)
}

/// The end of a note about partly checked items.
pub(crate) const fn partly(count: usize) -> &'static str {
    if count == 1 { "was only partly checked" } else { "were only partly checked" }
}

/// Sums up the counts of each name.
fn sums<'n>(all: impl Iterator<Item = (&'n String, &'n usize)>) -> Ordered<&'n str, usize> {
    let mut sums = Ordered::new();
    for (name, count) in all {
        *sums.or_default(&**name) += count;
    }
    sums
}

/// The first names of a list, truncated if they are long.
pub(crate) fn first_names(all: &Ordered<&str, usize>) -> String {
    let beginning = |name: &&str| match name.char_indices().nth(MOST_OF_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => (*name).to_owned(),
    };
    let mut names: Vec<String> = all.keys().take(MOST_NAMES).map(beginning).collect();
    if all.len() > MOST_NAMES {
        names.push("…".to_owned());
    }
    names.join(", ")
}

/// Undeclared names, once per file, with the number of uses.
pub fn unresolved<'u>(names: impl IntoIterator<Item = &'u Unresolved>) -> Vec<(String, usize)> {
    let mut uses: Ordered<String, usize> = Ordered::new();
    for name in names {
        let what = match name.kind {
            UnresolvedKind::Function => format!("{}()", name.name),
            UnresolvedKind::Variable => name.name.to_string(),
        };
        *uses.or_default(what) += 1;
    }
    uses.into_iter().collect()
}
/// The results of policies in all units; `None` without policies.
pub fn policy_totals(sources: &Sources, units: &[(Unit, Answer)]) -> Option<PolicyTotals> {
    let mut counts = PolicyCounts::default();
    units.iter().for_each(|(_, answer)| counts.add(&answer.policies));
    let policies = counts.policies.len() + counts.not_on_source.len();
    let PolicyCounts { violated, satisfied, open, not_on_source, cases, .. } = counts;
    let case = |case: PolicyCase| JudgedCase {
        policy: case.policy.to_string(),
        instance: case.instance.to_string(),
        verdict: match case.verdict {
            CaseVerdict::Satisfied => JudgedVerdict::Satisfied,
            CaseVerdict::Open(cause) => JudgedVerdict::Open { cause },
            CaseVerdict::Violated { places, values } => JudgedVerdict::Violated {
                places: places.into_iter().map(|span| CasePlace::from_span(sources, span)).collect(),
                values: values.into_iter().map(|(name, value)| CaseValue { name, value }).collect(),
            },
        },
    };
    let cases = cases.into_iter().map(case).collect();
    let not_on_source = not_on_source.len();
    (policies > 0).then_some(PolicyTotals { policies, violated, satisfied, open, not_on_source, cases })
}

/// The sentences about files of unknown applications, assumptions and approximations.
pub fn assumed(snapshot: &Snapshot, sources: &Sources, units: &[(Unit, Answer)]) -> Vec<String> {
    let line = |file| format!("{}: {NO_APPLICATION}", sources.get(file).name());
    let mut lines: Vec<String> = of_no_application(snapshot, units).map(line).collect();
    let mut names: Ordered<SourceId, Vec<_>> = Ordered::new();
    for name in units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        names.or_default(name.span.source).push(name);
    }
    for (file, unresolved) in names {
        let name = sources.get(file).name();
        for (unresolved, uses) in self::unresolved(unresolved) {
            lines
                .push(format!("{name}: undeclared `{unresolved}` was assumed to be unknown, {}", used(uses)));
        }
    }
    let place = |approximation: &Approximation| {
        let (start, _) = sources.positions(approximation.span, ColumnUnit::Graphemes);
        let name = sources.get(approximation.span.source).name();
        format!("{name}:{}:{}: not checked: {}", start.line, start.column, approximation.what)
    };
    lines.extend(units.iter().flat_map(|(_, answer)| &answer.approximations).map(place));
    lines
}

fn used(times: usize) -> String {
    if times == 1 { "used once".to_owned() } else { format!("used {times} times") }
}
