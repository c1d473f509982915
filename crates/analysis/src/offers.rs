//! The order in which an editor offers the items that a schema allows, and which of them it does not offer.
//!
//! A schema lists what is allowed in some version of an application. A language decides what exists in the versions
//! that a unit allows, and what is usually written first.

use crate::bodies::Header;

/// A part of the language.
#[derive(Clone, Copy, Debug)]
pub enum Construct<'a> {
    /// An attribute or block with this name, in the innermost of some blocks.
    Part(&'a [Header<'a>], &'a str),
    /// A function.
    Function(&'a str),
}

/// The position of a construct among the offered items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Offer {
    /// According to how often the workspace uses the name.
    #[default]
    ByUse,
    /// At this position, from 0.
    At(u8),
    /// After everything that has a position.
    Later,
    /// After everything else.
    Last,
    /// Not offered, because it causes an error or a warning.
    Nowhere,
}

impl Offer {
    /// The position of a name in an order.
    pub fn place_in(order: &[&str], name: &str) -> Self {
        order.iter().position(|part| *part == name).map_or(Self::ByUse, |at| Self::At(at as u8))
    }
}

/// The offers of a unit.
pub struct Offers<'a> {
    place: Box<dyn Fn(Construct<'_>) -> Offer + 'a>,
    releases: Box<ReleasesOf<'a>>,
}

/// The releases that have an item of the innermost of some blocks, in words.
type ReleasesOf<'a> = dyn Fn(&[Header<'_>], &str) -> Option<String> + 'a;

impl<'a> Offers<'a> {
    /// Offers items at the root of files in this order, and everything else by use.
    pub fn in_order(order: &'static [&'static str]) -> Self {
        Self::new(|construct| match construct {
            Construct::Part([], name) => Offer::place_in(order, name),
            _ => Offer::ByUse,
        })
    }

    /// Offers according to a function.
    pub fn new(of: impl Fn(Construct<'_>) -> Offer + 'a) -> Self {
        Self { place: Box::new(of), releases: Box::new(|_, _| None) }
    }

    /// The same offers, with the releases that have an item.
    #[must_use]
    pub fn with_releases(self, of: impl Fn(&[Header<'_>], &str) -> Option<String> + 'a) -> Self {
        Self { releases: Box::new(of), ..self }
    }

    /// The offer of a construct.
    pub fn of(&self, construct: Construct<'_>) -> Offer {
        (self.place)(construct)
    }

    /// The releases that have an item of the innermost of some blocks, such as `since 6.2.0`; `None` if all have it.
    /// All calls concern one body.
    pub fn releases(&self, around: &[Header<'_>], name: &str) -> Option<String> {
        (self.releases)(around, name)
    }
}

impl Default for Offers<'_> {
    /// Everything by use.
    fn default() -> Self {
        Self::new(|_| Offer::ByUse)
    }
}
