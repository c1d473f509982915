//! Findings with one cause. Each remains a finding of its own, so that suppressions, baselines and changed lines decide about
//! each place; a report then shows one of them for all.

use crate::{Diagnostic, Edit, Ordered, OrderedSet, listed_names};

/// The cause that a finding shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCause {
    /// Identifies the cause among those of a run.
    pub key: String,
    /// Set if units other than that of the finding may have findings with this cause.
    pub is_of_run: bool,
    /// What this finding is about, such as a name.
    pub name: String,
    /// Set if the finding is that the name is missing.
    pub is_lacking: bool,
    /// How one finding stands for all.
    pub shown: SharedWords,
    /// The help of the shown finding, in place of its own, if it names several.
    pub help: Option<String>,
    /// Set if the shown finding makes the edits of all.
    pub fixes_all: bool,
}

/// The words of a finding that stands for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedWords {
    /// Its own, with a help about the others: the sentence about one, and the words after the number of several.
    Others(String, String),
    /// The number of names between two parts of a message, then the names.
    Names(String, String),
    /// Like [`Self::Names`], with the number of findings, and no names.
    Count(String, String),
    /// Arguments of a call, by its address, that its module does not have or that it lacks.
    Arguments(String),
}

impl SharedCause {
    /// The cause of findings of one unit. The first of them identifies it.
    pub fn of_unit(first: &Diagnostic, name: impl Into<String>, shown: SharedWords) -> Self {
        let place = first.span.map(|span| (span.source.0, span.range.start));
        let key = format!("{} {place:?}", first.code.id());
        Self {
            key,
            name: name.into(),
            is_of_run: false,
            is_lacking: false,
            shown,
            help: None,
            fixes_all: false,
        }
    }

    /// The cause of findings of all units of a run.
    pub fn of_run(key: impl Into<String>, shown: SharedWords) -> Self {
        let (key, name) = (key.into(), String::new());
        Self { key, name, is_of_run: true, is_lacking: false, shown, help: None, fixes_all: false }
    }

    /// Changes the strings that a message may quote, in their quotes.
    pub fn reword(&mut self, change: &dyn Fn(&mut String)) {
        let quoted = |name: &mut String| {
            let mut text = format!("`{name}`");
            change(&mut text);
            text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).unwrap_or(&text).clone_into(name);
        };
        quoted(&mut self.name);
        match &mut self.shown {
            SharedWords::Arguments(call) => quoted(call),
            SharedWords::Others(before, after)
            | SharedWords::Names(before, after)
            | SharedWords::Count(before, after) => [before, after].into_iter().for_each(change),
        }
    }

    /// The cause whose shown finding makes the edits of all.
    #[must_use]
    pub fn fixing_all(self) -> Self {
        Self { fixes_all: true, ..self }
    }
}

impl SharedWords {
    /// The words about uses of a name.
    pub fn uses() -> Self {
        Self::Others("another use of it is not listed".into(), "other uses of it are not listed".into())
    }
}

impl Diagnostic {
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
        let one = |finding: Self| match &finding.cause {
            None => Some(finding),
            Some(cause) => shown(std::mem::take(groups.get_mut(&cause.key)?)),
        };
        findings.into_iter().filter_map(one).collect()
    }
}

/// The finding that stands for all of a cause.
fn shown(all: Vec<Diagnostic>) -> Option<Diagnostic> {
    let mut first = all.first()?.clone();
    let cause = *first.cause.take()?;
    if all.len() == 1 {
        return Some(first);
    }
    if cause.fixes_all {
        let edits: Vec<Edit> =
            all.iter().flat_map(|one| one.fixes.first()).flat_map(|fix| fix.edits.iter().cloned()).collect();
        first.fixes.truncate(1);
        first.fixes.iter_mut().for_each(|fix| fix.edits.clone_from(&edits));
    }
    let named = |is_lacking: bool| -> OrderedSet<&str> {
        let causes = all.iter().filter_map(|one| one.cause.as_deref());
        causes.filter(|cause| cause.is_lacking == is_lacking).map(|cause| &*cause.name).collect()
    };
    let (names, lacking) = (named(false), named(true));
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
        SharedWords::Others(one, _) if count == 1 => one.clone(),
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
