//! The laws of the formatter, which tests and a fuzz target hold.

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_syntax::{Parsed, parse_body, tree_text};

use crate::{Style, apply, edits};

/// Panics unless the formatted source of `bytes` parses, is not formatted again, has the same tree (without rewrites)
/// and is no longer than indentation and alignment can make it. A source with errors is left as it is.
///
/// # Panics
/// If a law does not hold.
pub fn hold(bytes: &[u8]) {
    for style in [Style::Plain, Style::Terraform] {
        let before = parsed(bytes);
        let Ok(first) = edits(&before, SourceId(0), style, None) else { return };
        let formatted = apply(bytes, &first);
        let after = parsed(&formatted);
        let second = edits(&after, SourceId(0), style, None);
        assert_eq!(second, Ok(Vec::new()), "formatted again: {}", String::from_utf8_lossy(&formatted));
        let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
        assert!(formatted.len() <= 2 * bytes.len() * (lines + 1) + 16, "{} bytes", formatted.len());
        if style == Style::Plain {
            assert_eq!(tree_text(&before.tree), tree_text(&after.tree), "another tree");
        }
    }
}

fn parsed(bytes: &[u8]) -> Parsed {
    parse_body(SourceId(0), Arc::from(bytes))
}
