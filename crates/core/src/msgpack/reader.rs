//! The items of MessagePack: numbers, strings and lengths, with the leniencies of the reference.

use hclx_diag::{Fallible, Fault, code_names as codes};

use crate::budget::{MAX_DEPTH, too_deep};
use crate::{Number, stack};

/// A reader over the remaining bytes.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The current nesting depth of values.
    depth: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// A fault at the offset of the next item.
    pub(super) fn fault(&self, what: &str) -> Fault {
        let at = self.at;
        let message = match self.bytes.get(at) {
            Some(found) => format!("{what} at byte {at}, found {found:#04x}"),
            None => format!("{what} at byte {at}, found the end"),
        };
        Fault::new(codes::MSGPACK, message)
    }

    /// Reads one nesting level of values.
    ///
    /// # Errors
    /// If values nest too deeply.
    pub(super) fn level<T>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        if self.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let value = stack::grow(|| read(self));
        self.depth -= 1;
        value
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub(super) fn peek(&self) -> Fallible<u8> {
        self.bytes.get(self.at).copied().ok_or_else(|| self.fault("expected a value"))
    }

    /// The number of bytes left, which bounds the number of items to come.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(super) fn take(&mut self, count: usize) -> Fallible<&'a [u8]> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.get(..count));
        let taken = taken.ok_or_else(|| {
            let (at, left) = (self.at, self.left());
            Fault::new(codes::MSGPACK, format!("expected {count} bytes at byte {at}, found {left}"))
        })?;
        self.at += count;
        Ok(taken)
    }

    pub(super) fn code(&mut self) -> Fallible<u8> {
        let code = self.peek()?;
        self.at += 1;
        Ok(code)
    }

    fn unsigned(&mut self, bytes: usize) -> Fallible<u64> {
        Ok(self.take(bytes)?.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn signed(&mut self, bytes: usize) -> Fallible<i64> {
        let shift = 64 - 8 * bytes as u32;
        Ok((self.unsigned(bytes)? << shift).cast_signed() >> shift)
    }

    /// Reads nil, or a length in any of its encodings.
    fn length(
        &mut self,
        what: &str,
        short: impl Fn(u8) -> Option<usize>,
        wide: &[(u8, usize)],
    ) -> Fallible<Option<usize>> {
        let code = self.peek().map_err(|_| self.fault(what))?;
        let wide = wide.iter().find(|(wide, _)| *wide == code);
        // The fault is located at the item, so it is made before the code is skipped.
        let fault = self.fault(what);
        self.at += 1;
        match (code, short(code), wide) {
            (0xc0, ..) => Ok(None),
            (_, Some(length), _) => Ok(Some(length)),
            (_, None, Some((_, bytes))) => Ok(usize::try_from(self.unsigned(*bytes)?).ok()),
            _ => Err(fault),
        }
    }

    /// The length of an array; `None` for nil.
    pub(super) fn array(&mut self) -> Fallible<Option<usize>> {
        let short = |code| (0x90..=0x9f).contains(&code).then_some(usize::from(code & 0x0f));
        self.length("expected an array", short, &[(0xdc, 2), (0xdd, 4)])
    }

    /// The length of a map; `None` for nil. An extension header before it is skipped.
    pub(super) fn map(&mut self) -> Fallible<Option<usize>> {
        if is_extension(self.peek()?) {
            self.extension()?;
        }
        let short = |code| (0x80..=0x8f).contains(&code).then_some(usize::from(code & 0x0f));
        self.length("expected a map", short, &[(0xde, 2), (0xdf, 4)])
    }

    /// A string or binary; `None` for nil.
    pub(super) fn bytes(&mut self) -> Fallible<Option<&'a [u8]>> {
        let short = |code| (0xa0..=0xbf).contains(&code).then_some(usize::from(code & 0x1f));
        let wide = [(0xd9, 1), (0xc4, 1), (0xda, 2), (0xc5, 2), (0xdb, 4), (0xc6, 4)];
        match self.length("expected a string", short, &wide)? {
            Some(length) => self.take(length).map(Some),
            None => Ok(None),
        }
    }

    /// A string; nil is the empty string.
    pub(super) fn string(&mut self) -> Fallible<&'a str> {
        let start = self.clone();
        let bytes = self.bytes()?.unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|_| start.fault("expected a string in UTF-8"))
    }

    /// A bool; nil is false.
    pub(super) fn bool(&mut self) -> Fallible<bool> {
        match self.peek() {
            Ok(0xc0 | 0xc2) => {
                self.at += 1;
                Ok(false)
            }
            Ok(0xc3) => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(self.fault("expected a bool")),
        }
    }

    /// A 64-bit integer; nil is 0, and larger unsigned integers wrap around.
    pub(super) fn int(&mut self) -> Fallible<i64> {
        let code = self.peek().map_err(|_| self.fault("expected an integer"))?;
        let fault = self.fault("expected an integer");
        self.at += 1;
        match code {
            0xc0 => Ok(0),
            0x00..=0x7f | 0xe0..=0xff => Ok(i64::from(code.cast_signed())),
            0xcc..=0xcf => Ok(self.unsigned(1 << (code - 0xcc))?.cast_signed()),
            0xd0..=0xd3 => self.signed(1 << (code - 0xd0)),
            _ => Err(fault),
        }
    }

    /// A number: an integer, a float, or a decimal string.
    pub(super) fn number(&mut self) -> Fallible<Number> {
        let start = self.clone();
        let none = || start.fault("expected a number");
        match self.peek().map_err(|_| none())? {
            0xcc..=0xcf => {
                let width = 1 << (self.code()? - 0xcc);
                Ok(Number::from_bits_of_64(self.unsigned(width)?.into()))
            }
            0x00..=0x7f | 0xe0..=0xff | 0xd0..=0xd3 => Ok(Number::from_bits_of_64(self.int()?.into())),
            0xca => {
                self.at += 1;
                let bits = u32::try_from(self.unsigned(4)?).unwrap_or_default();
                Number::from_f64(f64::from(f32::from_bits(bits))).ok_or_else(none)
            }
            0xcb => {
                self.at += 1;
                Number::from_f64(f64::from_bits(self.unsigned(8)?)).ok_or_else(none)
            }
            _ => {
                let text = self.string().map_err(|_| none())?;
                Number::parse_string(text).ok_or_else(none)
            }
        }
    }

    /// The type and length of an extension; its body follows.
    pub(super) fn extension(&mut self) -> Fallible<(u8, usize)> {
        let fault = self.fault("expected an extension");
        let length = match self.code()? {
            code @ 0xd4..=0xd8 => 1 << (code - 0xd4),
            code @ 0xc7..=0xc9 => self.unsigned(1 << (code - 0xc7))?,
            _ => return Err(fault),
        };
        let length = usize::try_from(length).map_err(|_| fault)?;
        Ok((self.code()?, length))
    }
}

pub(super) const fn is_extension(code: u8) -> bool {
    matches!(code, 0xc7..=0xc9 | 0xd4..=0xd8)
}
