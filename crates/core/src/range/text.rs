//! The number of characters of a string: its bounds, for unknown strings, concatenations and substrings.
//!
//! A character is a grapheme cluster; in Mull it is a code point. No string has more grapheme clusters than
//! code points, so the bounds of known strings cover both counts. go-cty has no such facts.

use unicode_segmentation::UnicodeSegmentation;

use crate::meter::SEGMENTED;
use crate::value::Data;
use crate::{TypeKind, Value, meter};

/// The number of user-perceived characters (grapheme clusters) of a string.
pub fn characters(text: &str) -> usize {
    // A carriage return and a line feed are one grapheme cluster.
    if text.is_ascii() && !text.as_bytes().contains(&b'\r') {
        meter::compared(text.len());
        return text.len();
    }
    meter::work(SEGMENTED * text.len() as u64);
    text.graphemes(true).count()
}

/// Bounds of the number of characters of a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextLength {
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    /// Set if the first character is printable ASCII.
    starts_plain: bool,
    /// Set if the last character is printable ASCII.
    ends_plain: bool,
}

impl TextLength {
    /// The bounds for a value; nothing is known about values that are not strings.
    pub fn of(value: &Value) -> Self {
        match &value.data {
            Data::String(text) => Self::of_text(text),
            Data::Unknown(range) if matches!(value.ty.kind(), TypeKind::String) => match range.one_of() {
                Some(values) => values.iter().map(Self::of).reduce(Self::either).unwrap_or_default(),
                None => {
                    let prefix = range.prefix().map(Self::of_text).unwrap_or_default();
                    let least = range.len_min().max(prefix.least);
                    // Any characters may follow the prefix.
                    Self { least, most: range.len_max(), ends_plain: false, ..prefix }
                }
            },
            _ => Self::default(),
        }
    }

    /// The bounds for a known string.
    pub fn of_text(text: &str) -> Self {
        let is_plain = |byte: Option<&u8>| byte.is_some_and(|byte| (b' '..=b'~').contains(byte));
        let least = characters(text);
        let most = if text.is_ascii() { text.len() } else { text.chars().count() };
        let (starts_plain, ends_plain) =
            (is_plain(text.as_bytes().first()), is_plain(text.as_bytes().last()));
        Self { least, most: Some(most), starts_plain, ends_plain }
    }

    /// Returns `true` if there is an upper bound.
    pub const fn is_bounded(&self) -> bool {
        self.most.is_some()
    }

    /// The bounds that hold if at least one of two bounds holds.
    #[must_use]
    pub fn either(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(a, b)| a.max(b)),
            starts_plain: self.starts_plain && other.starts_plain,
            ends_plain: self.ends_plain && other.ends_plain,
        }
    }

    /// The bounds of a concatenation. It has at most the sum of the characters, and possibly fewer: the last
    /// character of the first string and the first one of the second may become one, as may the first two of
    /// the second string after a third (an emoji after a joiner). Printable ASCII characters only join with
    /// combining marks after them and with rare letters before them.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        match (self.most, next.most) {
            (Some(0), _) => return next,
            (_, Some(0)) => return self,
            _ => {}
        }
        let joining = 2 - usize::from(self.ends_plain) - usize::from(next.starts_plain);
        let remaining = next.least.saturating_sub(joining);
        let least = match self.least {
            // either nothing precedes, or at least one character
            0 => next.least.min(1 + remaining),
            least => least.saturating_add(remaining),
        };
        let most = self.most.zip(next.most).and_then(|(a, b)| a.checked_add(b));
        Self { least, most, starts_plain: self.starts_plain, ends_plain: next.ends_plain }
    }

    /// The bounds of the concatenation of several strings, if each of them has an upper bound.
    #[must_use]
    pub fn concatenation(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut whole = Self::of_text("");
        for part in parts {
            whole = whole.then(part);
            if !whole.is_bounded() {
                return Self::default();
            }
        }
        whole
    }

    /// The bounds of the substring from an offset, which counts from the end if negative. It has the given
    /// length, or extends to the end if the length is negative, or zero after a negative offset.
    #[must_use]
    pub fn substring(self, offset: i64, length: i64) -> Self {
        let skipped = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        let taken = match (offset, length) {
            (0.., 0) => 0,
            (_, 1..) => usize::try_from(length).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let part = |whole: usize| match offset {
            0.. => whole.saturating_sub(skipped).min(taken),
            _ => whole.min(skipped).min(taken),
        };
        let most = match self.most {
            Some(most) => Some(part(most)),
            None => Some(part(usize::MAX)).filter(|_| offset < 0 || taken < usize::MAX),
        };
        Self { least: part(self.least), most, ..Self::default() }
    }

    /// The bounds after characters were removed at the end, or whitespace at either end.
    #[must_use]
    pub fn shortened(self) -> Self {
        Self { most: self.most, ..Self::default() }
    }

    /// The bounds after each code point was replaced by another one, which may combine with its neighbors
    /// differently: only the empty string keeps its length.
    #[must_use]
    pub fn replaced(self) -> Self {
        Self { least: self.least.min(1), most: self.most.filter(|most| *most == 0), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strings whose characters join with those of their neighbors.
    const TEXTS: &[&str] = &[
        "",
        "a",
        "-x",
        "e",
        "\u{301}",
        "x\u{301}y",
        "\u{200d}",
        "\u{200d}👩",
        "👩",
        "👩\u{200d}",
        "👩🏽",
        "🏽",
        "🇩",
        "🇩🇪",
        "🇪🇩🇪",
        "\r",
        "\n",
        "\r\n",
        "\n\r",
        "\u{600}",
        "\u{600}a",
        "ᄀ",
        "ᅡ",
        "ᆨ",
        "각",
        "क",
        "\u{94d}",
        "\u{94d}क",
        "क\u{94d}\u{200d}",
        "ก\u{e33}",
        "©\u{200d}",
        "#\u{fe0f}\u{20e3}",
        "1\u{200d}",
        "\u{ad}",
        "𑂽",
        "☝\u{fe0f}",
    ];

    fn covers(bounds: TextLength, text: &str, case: &str) {
        let count = characters(text);
        let fits = bounds.least <= count && bounds.most.is_none_or(|most| count <= most);
        assert!(fits, "{case}: {text:?} has {count}, not {bounds:?}");
    }

    #[test]
    fn concatenations_have_at_most_the_sum_and_rarely_fewer() {
        for a in TEXTS {
            for b in TEXTS {
                let two = crate::nfc(&format!("{a}{b}")).into_owned();
                let bounds = TextLength::of_text(a).then(TextLength::of_text(b));
                covers(bounds, &two, "two");
                for c in TEXTS {
                    let three = crate::nfc(&format!("{two}{c}")).into_owned();
                    covers(bounds.then(TextLength::of_text(c)), &three, "three");
                    let nested = TextLength::of_text(b).then(TextLength::of_text(c));
                    covers(TextLength::of_text(a).then(nested), &three, "nested");
                    let inexact = |text: &str| TextLength::of_text(text).either(TextLength::of_text("ab"));
                    covers(inexact(a).then(inexact(b)).then(inexact(c)), &three, "inexact");
                }
            }
        }
        let plain =
            TextLength::of_text("ab-").then(TextLength { least: 3, most: Some(24), ..Default::default() });
        assert_eq!((plain.least, plain.most), (5, Some(27)));
        assert_eq!(TextLength::of_text("ab").then(TextLength::default()).most, None);
    }

    #[test]
    fn substrings_have_at_most_their_length() {
        let between = |least, most| TextLength { least, most, ..Default::default() };
        let cases = [
            ((3, Some(24)), (0, 5), (3, Some(5))),
            ((3, Some(24)), (2, -1), (1, Some(22))),
            ((3, Some(24)), (30, 4), (0, Some(0))),
            ((3, Some(24)), (-2, -1), (2, Some(2))),
            ((3, Some(24)), (-2, 0), (2, Some(2))),
            ((3, Some(24)), (-4, 1), (1, Some(1))),
            ((0, None), (0, 24), (0, Some(24))),
            ((0, None), (5, 0), (0, Some(0))),
            ((9, None), (1, -1), (8, None)),
            ((0, None), (-7, -1), (0, Some(7))),
        ];
        for ((least, most), (offset, length), expected) in cases {
            let part = between(least, most).substring(offset, length);
            assert_eq!((part.least, part.most), expected, "{least} {most:?} {offset} {length}");
        }
    }
}
