//! YAML as events. The parser is generic: it is compiled here, as each crate that called it would have a copy.

pub use granit_parser::{ErrorKind, Event, ScalarStyle, Span, Tag};
use granit_parser::{Options, Parser, ScanError, StrInput};

/// The events of a text of YAML 1.2, with places in bytes; it ends after the first error.
pub struct Events<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> {
    /// An alias that no node has is an error.
    pub fn new(text: &'t str) -> Self {
        Self::with(text, false)
    }

    /// An alias that no node has is an event.
    pub fn with_unresolved_aliases(text: &'t str) -> Self {
        Self::with(text, true)
    }

    #[inline(never)]
    fn with(text: &'t str, unresolved_aliases: bool) -> Self {
        let mut options = Options::default();
        options.set_emit_comments(false);
        options.emit_unresolved_aliases = unresolved_aliases;
        Self(Parser::new_from_str_with_options(text, options))
    }
}

impl<'t> Iterator for Events<'t> {
    type Item = Result<(Event<'t>, Span), ScanError>;

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_event()
    }
}
