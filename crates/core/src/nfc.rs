//! The normal form that HCL gives all strings. Strings of a value are not put into it by themselves
//! (Mull's are not); whoever reads HCL's does it.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A string in Unicode normalization form C.
///
/// ```
/// assert_eq!(hclx_core::nfc("e\u{301}"), "\u{e9}");
/// ```
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}
