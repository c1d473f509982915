//! Frames on a stream: headers with a length, and that many bytes of JSON.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde_json::Value;

/// The maximum length of the content of a frame in bytes.
const LONGEST: usize = 256 << 20;

/// The maximum length of a header line in bytes, and the maximum number of lines.
const LONGEST_HEADER: u64 = 4096;
const MOST_HEADERS: usize = 64;

/// Reads the content of the next frame; `None` at the end of the stream.
///
/// # Errors If the stream fails or the frame is malformed, after which the rest of the stream cannot be read.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    for count in 0.. {
        let Some(line) = header(input)? else {
            return if count == 0 { Ok(None) } else { Err(malformed("the stream ends inside of a frame")) };
        };
        if line.is_empty() {
            break;
        }
        if count == MOST_HEADERS {
            return Err(malformed("a frame has too many headers"));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| malformed("a header has no colon"))?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse::<usize>();
            length = Some(number.map_err(|_| malformed("a length is not a number"))?);
        }
    }
    let length = length.ok_or_else(|| malformed("a frame has no length"))?;
    if length > LONGEST {
        return Err(malformed("a frame is longer than 256 MB"));
    }
    // Memory grows with the received bytes, not with the length declared in the header.
    let mut content = Vec::new();
    let read = input.by_ref().take(length as u64).read_to_end(&mut content)?;
    if read < length {
        return Err(malformed("the stream ends inside of a frame"));
    }
    Ok(Some(content))
}

/// The next header line without its end; `None` at the end of the stream.
fn header(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    let Some(line) = line.strip_suffix(b"\n") else { return Err(malformed("a header is too long")) };
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8(line.to_vec()).map(Some).map_err(|_| malformed("a header is not UTF-8"))
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Writes one message.
///
/// # Errors
/// If the stream fails.
pub(crate) fn write(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let content = serde_json::to_vec(message)?;
    write!(output, "Content-Length: {}\r\n\r\n", content.len())?;
    output.write_all(&content)?;
    output.flush()
}

/// Parses the content of a frame. Escapes of unpaired surrogates, which are not characters, become
/// U+FFFD.
///
/// # Errors
/// If it is not JSON.
pub(crate) fn parse(content: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(content).or_else(|error| match mended(content) {
        Some(mended) => serde_json::from_slice(&mended).map_err(|error| error.to_string()),
        None => Err(error.to_string()),
    })
}

/// The content with each escape of an unpaired surrogate replaced; `None` if there are none.
fn mended(content: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| -> Option<u16> {
        let digits = content.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let is_high = |unit: u16| (0xd800..0xdc00).contains(&unit);
    let is_low = |unit: u16| (0xdc00..0xe000).contains(&unit);
    let mut out = Vec::with_capacity(content.len());
    let (mut at, mut changed) = (0, false);
    while at < content.len() {
        let width = match (content[at], unit(at)) {
            (b'\\', Some(high)) if is_high(high) && unit(at + 6).is_some_and(is_low) => 12,
            (b'\\', Some(half)) if is_high(half) || is_low(half) => {
                changed = true;
                out.extend_from_slice(b"\\ufffd");
                at += 6;
                continue;
            }
            // The second backslash of an escaped one does not start an escape.
            (b'\\', _) => 2,
            _ => 1,
        };
        let end = (at + width).min(content.len());
        out.extend_from_slice(&content[at..end]);
        at = end;
    }
    changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let mut frames = Vec::new();
        while let Some(frame) = read(&mut bytes).map_err(|error| error.to_string())? {
            frames.push(frame);
        }
        Ok(frames)
    }

    #[test]
    fn frames_are_read_and_malformed_ones_refused() {
        assert_eq!(
            all(b"Content-Length: 2\r\n\r\n{}content-length:1\r\nContent-Type: x\r\n\r\n1"),
            Ok(vec![b"{}".to_vec(), b"1".to_vec()])
        );
        for (bytes, why) in [
            (&b"\r\n\r\n"[..], "a frame has no length"),
            (b"Content-Length: -1\r\n\r\n", "a length is not a number"),
            (b"Content-Length: 99999999999999\r\n\r\n{}", "a frame is longer than 256 MB"),
            (b"Content-Length: 5\r\n\r\n{}", "the stream ends inside of a frame"),
            (b"Content-Length: 5\r\n", "the stream ends inside of a frame"),
            (b"Content-Length 5\r\n", "a header has no colon"),
            (&[b'X'; 100_000], "a header is too long"),
        ] {
            assert_eq!(all(bytes), Err(why.to_owned()));
        }
    }

    #[test]
    fn a_written_frame_is_read_again() {
        let mut bytes = Vec::new();
        write(&mut bytes, &serde_json::json!({"a": "é"})).expect("written");
        assert_eq!(all(&bytes), Ok(vec![r#"{"a":"é"}"#.as_bytes().to_vec()]));
    }

    #[test]
    fn halves_of_surrogate_pairs_are_replaced() {
        let text = |content: &str| parse(content.as_bytes()).map(|value| value.as_str().map(str::to_owned));
        assert_eq!(text(r#""a\ud834b""#), Ok(Some("a\u{fffd}b".to_owned())));
        assert_eq!(text(r#""\udd1e\ud834\udd1e\\ud834""#), Ok(Some("\u{fffd}\u{1d11e}\\ud834".to_owned())));
        assert!(parse(b"{\"a\": ").is_err());
    }
}
