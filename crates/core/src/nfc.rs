//! Unicode normalization form C, which HCL applies to all strings. Values do not normalize their strings
//! (Mull's are not normalized); the reader of HCL does.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::meter;

/// A string in Unicode normalization form C.
///
/// ```
/// assert_eq!(hclx_core::nfc("e\u{301}"), "\u{e9}");
/// ```
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    meter::work(meter::of_unicode(text));
    if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}
