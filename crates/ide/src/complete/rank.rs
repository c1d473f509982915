//! The order of candidates: by type, then by name.

use std::borrow::Cow;
use std::cmp::Reverse;

use hclx_core::{Conversion, Rules, Type, convertible};

/// The rank of a candidate; lower is better.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The group: values before references before functions.
    pub group: u8,
    /// The fit of the type.
    pub fit: Fit,
    /// The closeness of the name to the attribute being set and to the surrounding words, in thousandths.
    pub closeness: Reverse<u16>,
    /// The distance of the declaration.
    pub distance: u8,
    /// Set if the block already uses it.
    pub is_used: bool,
}

/// The degree to which a type fits, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The types are equal, or any type is accepted.
    #[default]
    Same,
    /// The type is unknown.
    Unknown,
    /// The type fits after conversion.
    Converts,
    /// The type does not fit.
    Never,
}

impl Fit {
    /// Compares a type with the expected one.
    pub(super) fn of(ty: Option<&Type>, expected: Option<&Type>, rules: &Rules) -> Self {
        let Some(expected) = expected.filter(|expected| !expected.is_any()) else { return Self::Same };
        let Some(ty) = ty.filter(|ty| !ty.is_any()) else { return Self::Unknown };
        match convertible(ty, expected, rules) {
            Conversion::Same => Self::Same,
            // types of objects also differ by their optional attributes
            Conversion::Safe if !ty.is_primitive() => Self::Same,
            Conversion::Safe | Conversion::Unsafe => Self::Converts,
            Conversion::None => Self::Never,
        }
    }
}

/// The closeness of two names, in thousandths, based on common words and on whether one ends with the other.
pub(super) fn closeness(name: &str, other: &str) -> u16 {
    if name.is_empty() || other.is_empty() {
        return 0;
    }
    let (own, others): (Vec<_>, Vec<_>) = (words(name).collect(), words(other).collect());
    let common = own.iter().filter(|word| others.contains(word)).count();
    let all = own.len() + others.len() - common.min(others.len());
    let shared = 2_000 * common / all.max(1);
    let (name, other) = (lower(name), lower(other));
    let ends = usize::from(name.ends_with(&*other) || other.ends_with(&*name)) * 1_000;
    let same = usize::from(name == other) * 3_000;
    u16::try_from(shared + ends + same).unwrap_or(u16::MAX)
}

/// The closeness of a declaration by the word before its name, such as the type of an object: `route_table_id` probably
/// refers to `aws_route_table.main`, and `subnet_id` to `module.subnet.id`.
pub(super) fn likeness(address: &str, filled: &str) -> u16 {
    let Some((before, _)) = address.rsplit_once('.') else { return 0 };
    let before = before.rsplit('.').next().unwrap_or_default();
    let (all, filled): (Vec<_>, Vec<_>) = (words(before).collect(), words(filled).collect());
    // the last word denotes the part of the object, and the first word of a type its provider
    let stem = if filled.len() > 1 { &filled[..filled.len() - 1] } else { &filled };
    let inner = if all.len() > 1 { &all[1..] } else { &all };
    let is_like = !stem.is_empty() && (all.ends_with(stem) || stem.ends_with(inner));
    u16::from(is_like) * LIKE
}

/// The closeness of a declaration whose type is in the name.
const LIKE: u16 = 2_500;

/// The words of a name, in lower case and without the plural ending.
pub(super) fn words(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let from = rest.len() - within(rest, false).len();
        let after = within(&rest[from..], true);
        let word = &rest[from..rest.len() - after.len()];
        rest = after;
        (!word.is_empty()).then(|| match lower(word) {
            Cow::Borrowed(word) => word.strip_suffix('s').unwrap_or(word).into(),
            Cow::Owned(word) => word.strip_suffix('s').map(str::to_owned).unwrap_or(word).into(),
        })
    })
}

/// The rest of a name after its leading characters that are, or are not, part of words.
fn within(name: &str, is_word: bool) -> &str {
    let bytes = name.as_bytes();
    let is_end = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric() != is_word;
    let Some(end) = bytes.iter().position(is_end) else { return "" };
    // Nearly all names are ASCII.
    match bytes[end].is_ascii() {
        true => &name[end..],
        false => name.trim_start_matches(|c: char| c.is_alphanumeric() == is_word),
    }
}

/// A name in lower case, as most are.
fn lower(name: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if name.bytes().all(is_lower) { name.into() } else { name.to_lowercase().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_consist_of_words() {
        let all = |name: &str| words(name).map(Cow::into_owned).collect::<Vec<_>>();
        assert_eq!(all("local.subnet_ids[0]"), ["local", "subnet", "id", "0"]);
        assert_eq!(all("_öffnung__Größen-über $ 2é·Élans"), ["öffnung", "größen", "über", "2é", "élan"]);
        assert!(all("").is_empty() && all(" .-").is_empty() && all("€").is_empty());
    }
}
