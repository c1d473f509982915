//! ANSI colors for the output that this crate writes itself; miette colors excerpts.

use std::fmt::Display;

use hclx_diag::Severity;

/// Colors a string, or leaves it unchanged.
#[derive(Clone, Copy)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    pub(crate) fn severity(self, severity: Severity, text: impl Display) -> String {
        match severity {
            Severity::Error => self.with("1;31", text),
            Severity::Warning => self.with("1;33", text),
            Severity::Note => self.with("1;36", text),
        }
    }

    pub(crate) fn strong(self, text: impl Display) -> String {
        self.with("1", text)
    }

    pub(crate) fn faint(self, text: impl Display) -> String {
        self.with("2", text)
    }

    pub(crate) fn accent(self, text: impl Display) -> String {
        self.with("36", text)
    }

    pub(crate) fn removed(self, text: impl Display) -> String {
        self.with("31", text)
    }

    pub(crate) fn added(self, text: impl Display) -> String {
        self.with("32", text)
    }

    fn with(self, codes: &str, text: impl Display) -> String {
        if self.0 { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_string() }
    }
}
