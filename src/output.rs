//! Printing: the only user of stdout and stderr. Failures are errors instead of panics.
//!
//! [`people`] escapes characters that a terminal would interpret or hide. [`data`] does so only on a terminal, and
//! writes the exact bytes to files and pipes. [`styled`] and [`messages`] are for writers that escape and color by
//! themselves.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, IsTerminal, Stdout, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use hclx_core::Value;
use hclx_program::protocol::answer_is_too_long;
use hclx_report::{Style, hanging, is_unsafe};

use crate::limits::LimitFlags;

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
    pub most: LimitFlags,
}

impl Look {
    /// The maximum length of an answer in bytes.
    pub(crate) fn answer(&self) -> u64 {
        self.most.limits().answer
    }
}

/// The minimum width: narrower terminals are treated as this wide.
const NARROWEST: usize = 20;

/// Standard output for findings and help, which escape names and add colors by themselves.
pub(crate) fn styled() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for the messages of a protocol.
pub(crate) fn protocol() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Standard error for findings, which escape names and add colors by themselves, and for drawings.
pub(crate) fn messages() -> Messages {
    Messages(io::stderr())
}

/// Standard error. A failure of any write is recorded.
pub(crate) struct Messages(io::Stderr);

/// Set if a message could not be written.
static IS_MUTE: AtomicBool = AtomicBool::new(false);

/// Returns `true` if a message could not be written.
pub(crate) fn is_mute() -> bool {
    IS_MUTE.load(Ordering::Relaxed)
}

impl Messages {
    /// Records a failure, unless it means that the reader has seen enough.
    fn noted<T>(written: io::Result<T>) -> io::Result<T> {
        if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            IS_MUTE.store(true, Ordering::Relaxed);
        }
        written
    }
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::noted(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::noted(self.0.flush())
    }
}

/// Returns `true` if standard output is a terminal.
pub(crate) fn is_watched() -> bool {
    io::stdout().is_terminal()
}

/// Returns `true` if people read standard error as it is written.
pub(crate) fn are_messages_watched() -> bool {
    io::stderr().is_terminal()
}

/// Standard output for people. Characters that a terminal would interpret or hide are escaped, with the
/// same meaning in HCL strings.
pub(crate) struct EscapedText {
    out: BufWriter<StdoutLock<'static>>,
    /// The maximum length of an answer, and the number of bytes left.
    limit: u64,
    left: u64,
}

/// An answer under construction. It stops slightly beyond the maximum length, so that printing it fails.
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

/// Standard output for people: names and values from the input. At most `limit` bytes.
pub(crate) fn people(limit: u64) -> EscapedText {
    EscapedText { out: styled(), limit, left: limit }
}

impl EscapedText {
    /// Starts a new answer with its own limit.
    pub(crate) fn begin(&mut self) {
        self.left = self.limit;
    }
}

/// Standard output for data: the exact bytes for programs, escaped for people.
pub(crate) enum Data {
    Exact(BufWriter<StdoutLock<'static>>),
    Escaped(EscapedText),
}

/// Standard output for data: the exact bytes for programs, escaped for people.
pub(crate) fn data() -> Data {
    if is_watched() { Data::Escaped(people(u64::MAX)) } else { Data::Exact(styled()) }
}

impl Write for Data {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Exact(out) => out.write(bytes),
            Self::Escaped(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Exact(out) => out.flush(),
            Self::Escaped(out) => out.flush(),
        }
    }
}

/// Prints data on stdout.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = data();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints names on stdout, one per line. On a terminal, line breaks in a name are also escaped.
pub(crate) fn names<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> io::Result<()> {
    let is_watched = is_watched();
    let mut out = data();
    for name in names {
        match is_watched {
            true => writeln!(out, "{}", one_line(name.as_ref()))?,
            false => writeln!(out, "{}", name.as_ref())?,
        }
    }
    out.flush()
}

/// A name to display, with line breaks and tabs escaped.
pub(crate) fn one_line(name: &str) -> Cow<'_, str> {
    match name.contains(['\n', '\t']) {
        true => name.replace('\n', "\\n").replace('\t', "\\t").into(),
        false => name.into(),
    }
}

impl Write for EscapedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| io::Error::other(answer_is_too_long(self.limit)))?;
        for chunk in bytes.utf8_chunks() {
            self.out.write_all(escaped(chunk.valid()).as_bytes())?;
            for byte in chunk.invalid() {
                write!(self.out, "\\x{byte:02x}")?;
            }
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

/// Prints one line for people on stderr. If it cannot be written, the exit code reflects this.
pub(crate) fn say(text: &str) {
    let _ = messages().write_all(format!("{}\n", escaped(text)).as_bytes());
}

/// Prints a note on stderr, wrapped to the width of the terminal. If it cannot be written, the exit code reflects
/// this.
pub(crate) fn note(text: &str) {
    let text = escaped(text);
    let text = match width(&io::stderr()) {
        Style::UNWRAPPED => format!("{text}\n"),
        width => format!("{}\n", hanging(&text, width)),
    };
    let _ = messages().write_all(text.as_bytes());
}

/// Clears the terminal, if standard output is one.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn clear() -> io::Result<()> {
    if !is_watched() || !shows_escapes() {
        return Ok(());
    }
    let mut out = styled();
    out.write_all(b"\x1b[2J\x1b[H")?;
    out.flush()
}

/// Prints one line for people on stdout.
pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut out = styled();
    writeln!(out, "{}", escaped(text))?;
    out.flush()
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

/// Prints data on stdout as it is.
pub(crate) fn text(text: &str) -> io::Result<()> {
    let mut out = data();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints one line of data on stdout.
pub(crate) fn answer(line: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let mut out = data();
    out.write_all(line.as_ref())?;
    out.write_all(b"\n")?;
    // A `BufWriter` ignores the errors of writes that happen when it is dropped.
    out.flush()
}

/// Returns `true` if a stream is colored by default; `NO_COLOR` and `CLICOLOR_FORCE` are honored.
fn color_by_default(stream: &impl IsTerminal) -> bool {
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
fn shows_escapes() -> bool {
    true
}

/// Returns `true` if the console shows escape sequences as colors: Windows 10 and later do on request.
#[cfg(windows)]
fn shows_escapes() -> bool {
    anstyle_query::windows::enable_ansi_colors() == Some(true)
}

/// The style of standard output, according to `--color`.
pub(crate) fn style(look: &Look) -> Style {
    style_of(look, &io::stdout())
}

/// The style of standard error, according to `--color`.
pub(crate) fn style_of_messages(look: &Look) -> Style {
    style_of(look, &io::stderr())
}

fn style_of(look: &Look, stream: &impl IsTerminal) -> Style {
    let color = look.color.unwrap_or_else(|| color_by_default(stream));
    Style { color, width: width(stream) }
}

/// Returns `true` if standard output is colored by default.
pub(crate) fn is_colored() -> bool {
    color_by_default(&io::stdout())
}

/// Returns `true` if standard error is colored by default.
pub(crate) fn are_messages_colored() -> bool {
    color_by_default(&io::stderr())
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
