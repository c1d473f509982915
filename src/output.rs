//! Printing: colours, and stdout behind a buffer whose failure is an error, not a panic.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use hclx_report::Style;

use crate::cli::Look;

/// Narrower terminals are taken to be this wide.
const NARROWEST: usize = 20;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints one line on stdout.
pub(crate) fn answer(line: &str) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints one JSON value on stdout.
pub(crate) fn answer_json(value: &impl serde::Serialize) -> io::Result<()> {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// Whether a stream gets colours when nobody says so: `NO_COLOR` and `CLICOLOR_FORCE` are obeyed.
pub(crate) fn color_by_default(stream: &impl IsTerminal) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("NO_COLOR") {
        return false;
    }
    let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    forced || (stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"))
}

/// The style for a stream as `--color` has it.
pub(crate) fn style(look: &Look, stream: &impl IsTerminal) -> Style {
    let color = look.color.unwrap_or_else(|| color_by_default(stream));
    Style { color, width: width(stream) }
}

/// The width to wrap at: the terminal's, as the shell or the terminal itself tells it; in a pipe nothing is wrapped.
fn width(stream: &impl IsTerminal) -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    match columns.filter(|width| *width >= NARROWEST) {
        Some(width) => width,
        None if stream.is_terminal() => {
            terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0).max(NARROWEST))
        }
        None => Style::UNWRAPPED,
    }
}
