//! Findings with a common cause. Each stays a separate finding, because suppressions, baselines and changed lines
//! apply to each place; a report then shows one of them on behalf of all.

/// The cause that a finding shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCause {
    /// Identifies the cause among those of a run.
    pub key: String,
    /// Set if findings of other units may have this cause.
    pub is_of_run: bool,
    /// The subject of this finding, such as a name.
    pub name: String,
    /// Set if the finding reports that the name is missing.
    pub is_lacking: bool,
    /// The words of the finding that represents all of them.
    pub shown: SharedWords,
    /// Replaces the help of the shown finding if it represents several.
    pub help: Option<String>,
    /// Set if the shown finding includes the edits of all.
    pub fixes_all: bool,
}

/// The words of a finding that represents others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedWords {
    /// The unchanged message, with a help: the sentence if there is one other finding, and the words after the
    /// number if there are several.
    Others(String, String),
    /// The number of names between two parts of a message, then the names.
    Names(String, String),
    /// Like [`Self::Names`], with the number of findings, and no names.
    Count(String, String),
    /// Arguments of a call, by its address, that the module does not declare, or required ones that the call
    /// does not set.
    Arguments(String),
}

impl SharedCause {
    /// A cause shared by findings of one unit.
    pub(crate) fn of_unit(key: String, shown: SharedWords) -> Self {
        Self { is_of_run: false, ..Self::of_run(key, shown) }
    }

    /// A cause shared by findings of all units of a run.
    pub fn of_run(key: impl Into<String>, shown: SharedWords) -> Self {
        let (key, name) = (key.into(), String::new());
        Self { key, name, is_of_run: true, is_lacking: false, shown, help: None, fixes_all: false }
    }

    /// Applies `change` to each string that a message may quote, inside the quotes.
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

    /// The cause, with the edits of all findings in the shown one.
    #[must_use]
    pub fn fixing_all(self) -> Self {
        Self { fixes_all: true, ..self }
    }
}

impl SharedWords {
    /// The words for uses of a name.
    pub fn uses() -> Self {
        Self::Others("another use of it is not listed".into(), "other uses of it are not listed".into())
    }
}
