//! Printing: colors, and buffered stdout whose failures are errors instead of panics.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use hclx_core::Value;
use hclx_program::protocol::answer_is_too_long;
use hclx_report::{Style, hanging, is_unsafe};

use crate::limits::Most;

/// The style of a command's output.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// The value of `--color`; `None` is `auto`.
    pub color: Option<bool>,
    /// Print no summary and no notes.
    pub quiet: bool,
    /// The verbosity about unjudged parts.
    pub verbose: u8,
    /// Answer as JSON.
    pub json: bool,
    /// The limits of an output.
    pub most: Most,
}

impl Look {
    /// The maximum length of an answer in bytes.
    pub(crate) fn answer(&self) -> u64 {
        self.most.limits().answer
    }
}

/// The minimum width: narrower terminals are treated as this wide.
const NARROWEST: usize = 20;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for people. Characters that a terminal would interpret or hide are escaped, with the
/// same meaning in HCL strings.
pub(crate) struct EscapedText {
    out: BufWriter<StdoutLock<'static>>,
    /// The maximum length of an answer, and the number of bytes left.
    limit: u64,
    left: u64,
}

/// An answer under construction: it stops slightly beyond the maximum length, so that printing it fails.
pub(crate) struct Answer {
    pub(crate) text: String,
    limit: u64,
}

impl Answer {
    /// An empty answer of at most `limit` bytes.
    pub(crate) fn within(limit: u64) -> Self {
        Self { text: String::new(), limit }
    }
}

impl fmt::Write for Answer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() as u64 > self.limit { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Standard output for names and values from the input. At most `limit` bytes.
pub(crate) fn text(limit: u64) -> EscapedText {
    EscapedText { out: stdout(), limit, left: limit }
}

impl EscapedText {
    /// Starts a new answer with its own limit.
    pub(crate) fn begin(&mut self) {
        self.left = self.limit;
    }
}

/// Standard output for patches: the exact bytes for programs, escaped for people.
pub(crate) fn patch() -> Box<dyn Write> {
    if io::stdout().is_terminal() { Box::new(text(u64::MAX)) } else { Box::new(stdout()) }
}

impl Write for EscapedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| io::Error::other(answer_is_too_long(self.limit)))?;
        match std::str::from_utf8(bytes) {
            Ok(text) => self.out.write_all(escaped(text).as_bytes())?,
            Err(_) => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Escapes characters that a terminal would interpret or hide as `\u…`; line breaks and tabs are
/// kept.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    // most texts are plain, and checking bytes is faster than checking characters
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) || !text.chars().any(is_unsafe) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c as u32 {
            _ if !is_unsafe(c) => out.push(c),
            code @ ..=0xffff => out.push_str(&format!("\\u{code:04x}")),
            code => out.push_str(&format!("\\U{code:08x}")),
        }
    }
    out.into()
}

/// Prints one line for people on stderr.
pub(crate) fn say(text: &str) {
    eprintln!("{}", escaped(text));
}

/// Prints a note on stderr, wrapped to the width of the terminal. Write errors are ignored.
pub(crate) fn note(text: &str) {
    let mut stderr = io::stderr().lock();
    let text = escaped(text);
    let _ = match width(&stderr) {
        Style::UNWRAPPED => writeln!(stderr, "{text}"),
        width => writeln!(stderr, "{}", hanging(&text, width)),
    };
}

/// Prints one line for people on stdout.
pub(crate) fn line(text: &str) -> io::Result<()> {
    answer(&*escaped(text))
}

/// Prints a value for people on stdout; if `broken`, a long value spans several lines.
///
/// # Errors
/// If it cannot be written, or exceeds the maximum length of an answer.
pub(crate) fn value(look: &Look, value: &Value, broken: bool) -> anyhow::Result<()> {
    let mut answer = Answer::within(look.answer());
    let written = if broken { value.write_pretty(&mut answer) } else { write!(answer, "{value}") };
    written.map_err(|fmt::Error| anyhow::anyhow!(answer_is_too_long(look.answer())))?;
    Ok(line(&answer.text)?)
}

/// Prints one line on stdout.
pub(crate) fn answer(line: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(line.as_ref())?;
    out.write_all(b"\n")?;
    // A `BufWriter` ignores the errors of writes that happen when it is dropped.
    out.flush()
}

/// Returns `true` if a stream is colored by default; `NO_COLOR` and `CLICOLOR_FORCE` are honored.
pub(crate) fn color_by_default(stream: &impl IsTerminal) -> bool {
    // By the convention of no-color.org, an empty variable counts as unset.
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("NO_COLOR") {
        return false;
    }
    // By the convention of CLICOLOR, `0` does not force colors.
    let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    forced || (stream.is_terminal() && !is_dumb && shows_escapes())
}

/// Returns `true` if terminals show escape sequences as colors.
#[cfg(not(windows))]
pub(crate) fn shows_escapes() -> bool {
    true
}

/// Returns `true` if the console shows escape sequences as colors: Windows 10 and later do on request.
#[cfg(windows)]
pub(crate) fn shows_escapes() -> bool {
    anstyle_query::windows::enable_ansi_colors() == Some(true)
}

/// The style for a stream, according to `--color`.
pub(crate) fn style(look: &Look, stream: &impl IsTerminal) -> Style {
    let color = look.color.unwrap_or_else(|| color_by_default(stream));
    Style { color, width: width(stream) }
}

/// The width for wrapping, from the environment or the terminal; output to a pipe is not wrapped.
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
