//! Findings with one cause. Each remains a finding of its own, so that suppressions, baselines and changed lines decide about
//! each place; a report then shows one of them for all.

/// The cause that a finding shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCause {
    /// Identifies the cause among those of a run.
    pub key: String,
    /// Set if units other than that of the finding may have findings with this cause.
    pub is_of_run: bool,
    /// The subject of this finding, such as a name.
    pub name: String,
    /// Set if the finding is that the name is missing.
    pub is_lacking: bool,
    /// The words of the finding that stands for all.
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
    /// The cause of findings of one unit.
    pub(crate) fn of_unit(key: String, shown: SharedWords) -> Self {
        Self { is_of_run: false, ..Self::of_run(key, shown) }
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
