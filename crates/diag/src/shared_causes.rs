//! One finding for each cause that several share.

use crate::{Diagnostic, Edit, Ordered, OrderedSet, SharedCause, SharedWords, listed_names};

impl Diagnostic {
    /// The cause that this finding, the first of several, shares with others of its unit.
    pub fn shared_cause(&self, shown: SharedWords) -> SharedCause {
        let place = self.span.map(|span| (span.source.0, span.range.start));
        SharedCause::of_unit(format!("{} {place:?}", self.code.id()), shown)
    }

    /// The finding with a cause that others share.
    #[must_use]
    pub fn caused_by(self, cause: SharedCause) -> Self {
        Self { cause: Some(Box::new(cause)), ..self }
    }

    /// Replaces the findings of each cause by the first of them. Those of a list are in the order of a report.
    pub fn one_for_each_cause(findings: Vec<Self>) -> Vec<Self> {
        let mut groups: Ordered<String, Vec<Self>> = Ordered::new();
        for finding in &findings {
            if let Some(cause) = &finding.cause {
                groups.or_default(cause.key.clone()).push(finding.clone());
            }
        }
        if groups.is_empty() {
            return findings;
        }
        let once = |finding: Self| match &finding.cause {
            None => Some(finding),
            Some(cause) => representative(std::mem::take(groups.get_mut(&cause.key)?)),
        };
        findings.into_iter().filter_map(once).collect()
    }
}

/// The finding that stands for all of a cause.
fn representative(all: Vec<Diagnostic>) -> Option<Diagnostic> {
    let mut first = all.first()?.clone();
    let cause = *first.cause.take()?;
    if all.len() == 1 {
        return Some(first);
    }
    if cause.fixes_all {
        let edits: Vec<Edit> = all
            .iter()
            .flat_map(|finding| finding.fixes.first())
            .flat_map(|fix| fix.edits.iter().cloned())
            .collect();
        first.fixes.truncate(1);
        first.fixes.iter_mut().for_each(|fix| fix.edits.clone_from(&edits));
    }
    let names_of = |is_lacking: bool| -> OrderedSet<&str> {
        let causes = all.iter().filter_map(|finding| finding.cause.as_deref());
        causes.filter(|cause| cause.is_lacking == is_lacking).map(|cause| &*cause.name).collect()
    };
    let (names, lacking) = (names_of(false), names_of(true));
    let message = match &cause.shown {
        SharedWords::Count(before, after) => format!("{before}{}{after}", all.len()),
        SharedWords::Arguments(call) if !lacking.is_empty() => of_another_module(call, &names, &lacking),
        SharedWords::Names(..) | SharedWords::Arguments(_) if names.len() < 2 => {
            return Some(first.help(others(&SharedWords::uses(), all.len() - 1)));
        }
        SharedWords::Names(before, after) => {
            format!("{before}{}{after}: {}", names.len(), listed_names(names.iter().copied(), "and"))
        }
        SharedWords::Arguments(call) => {
            let listed = listed_names(names.iter().copied(), "and");
            format!("`{call}` sets {} arguments that its module does not have: {listed}", names.len())
        }
        SharedWords::Others(..) => return Some(first.help(others(&cause.shown, all.len() - 1))),
    };
    let fixes = if cause.fixes_all { std::mem::take(&mut first.fixes) } else { Vec::new() };
    let help = cause.help.map_or(first.help, |help| vec![help.into()]);
    Some(Diagnostic { message, fixes, help, ..first })
}

/// The help about findings that are not shown.
fn others(words: &SharedWords, count: usize) -> String {
    match words {
        SharedWords::Others(single, _) if count == 1 => single.clone(),
        SharedWords::Others(_, many) => format!("{count} {many}"),
        _ => String::new(),
    }
}

/// The message about a call that lacks required arguments, and may set others that do not exist.
fn of_another_module(call: &str, names: &OrderedSet<&str>, lacking: &OrderedSet<&str>) -> String {
    let list = |names: &OrderedSet<&str>| listed_names(names.iter().copied(), "and");
    if names.is_empty() {
        return format!("`{call}` lacks {} required arguments: {}", lacking.len(), list(lacking));
    }
    let (unknown, lacking) = (list(names), list(lacking));
    format!(
        "`{call}` has the arguments of another module: it sets {unknown}, which do not exist, and lacks {lacking}"
    )
}
