//! Serialization of answers of any depth, with a length limit, and safe to print.

use std::io::{self, Write};

use hclx_diag::code_names::EVALUATION_LIMIT;
use hclx_report::safe_json_bytes;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value as Json;
use serde_json::ser::Formatter;

/// A value that is serialized on a stack that grows with its depth.
pub(crate) struct Deep<'a>(pub(crate) &'a Json);

impl Serialize for Deep<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Array(elements) => hclx_diag::grow(|| {
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                elements.iter().try_for_each(|element| list.serialize_element(&Deep(element)))?;
                list.end()
            }),
            Json::Object(entries) => hclx_diag::grow(|| {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, &Deep(value)))?;
                map.end()
            }),
            leaf => leaf.serialize(serializer),
        }
    }
}

/// Drops a value without recursion.
pub(crate) fn discard(value: Json) {
    if !matches!(value, Json::Array(_) | Json::Object(_)) {
        return;
    }
    // The drop of `Json` itself is recursive, and would overflow the stack for a deep value.
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Json::Array(elements) => waiting.extend(elements),
            Json::Object(entries) => waiting.extend(entries.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

/// A buffer with a limit.
struct BoundedBuffer {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.limit - self.bytes.len() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    // most writes are a quote, a colon or a comma
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes {
            [byte] if self.bytes.len() < self.limit => {
                self.bytes.push(*byte);
                Ok(())
            }
            // `write` takes all bytes or fails, so it is called once.
            _ => self.write(bytes).map(drop),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The initial capacity in bytes, which most answers do not exceed.
const USUAL_LENGTH: usize = 1024;

/// The maximum depth of indentation; indenting deeper levels would take quadratic space.
const INDENTED_LEVELS: usize = 64;

/// Indents like `serde_json` up to a certain depth; deeper parts are on one line.
#[derive(Default)]
struct IndentFormatter {
    level: usize,
    has_value: bool,
}

impl IndentFormatter {
    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.has_value = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        let broken = self.has_value && self.level <= INDENTED_LEVELS;
        self.level -= 1;
        if broken {
            self.new_line(out)?;
        }
        out.write_all(bracket)
    }

    fn item<W: ?Sized + Write>(&self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.level <= INDENTED_LEVELS {
            self.new_line(out)?;
        }
        Ok(())
    }

    fn new_line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.level).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for IndentFormatter {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

/// The message for an answer that is too long.
pub fn answer_is_too_long(limit: u64) -> String {
    format!("the output is longer than the limit of {limit} bytes (error[{}])", EVALUATION_LIMIT.id())
}

/// The serialized answer, on one line or indented.
///
/// # Errors
/// If it is longer than the limit; the message.
pub fn text(answer: &impl Serialize, indented: bool, limit: u64) -> Result<Vec<u8>, String> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut out = BoundedBuffer { bytes: Vec::with_capacity(USUAL_LENGTH), limit };
    let written = if indented {
        let mut serializer = serde_json::Serializer::with_formatter(&mut out, IndentFormatter::default());
        answer.serialize(&mut serializer)
    } else {
        serde_json::to_writer(&mut out, answer)
    };
    match written {
        Ok(()) => safe_json_bytes(out.bytes).map_err(|error| error.to_string()),
        Err(error) if error.is_io() => Err(answer_is_too_long(limit as u64)),
        Err(error) => Err(error.to_string()),
    }
}
