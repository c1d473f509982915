//! The order in which an editor offers what a schema allows, and what it does not offer.
//!
//! A schema says what is allowed in some version of an application; a language says what the versions that a unit admits
//! have, and what is written first.

use crate::bodies::Header;

/// A part of the language.
#[derive(Clone, Copy, Debug)]
pub enum Construct<'a> {
    /// An attribute or a block with this name, in the innermost of some blocks.
    Part(&'a [Header<'a>], &'a str),
    /// A function.
    Function(&'a str),
}

/// The place of a construct among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Offer {
    /// By the names that the workspace uses.
    #[default]
    ByUse,
    /// At this place, from 0.
    At(u8),
    /// After everything that has no place of its own.
    Later,
    /// After everything else.
    Last,
    /// Nowhere: it is an error, or causes a warning.
    Nowhere,
}

impl Offer {
    /// The place of a name in an order.
    pub fn place_in(order: &[&str], name: &str) -> Self {
        order.iter().position(|part| *part == name).map_or(Self::ByUse, |at| Self::At(at as u8))
    }
}

/// The offers of a unit.
pub struct Offers<'a> {
    place: Box<dyn Fn(Construct<'_>) -> Offer + 'a>,
    releases: Box<ReleasesOf<'a>>,
}

/// The releases that have a part of the innermost of some blocks, in words.
type ReleasesOf<'a> = dyn Fn(&[Header<'_>], &str) -> Option<String> + 'a;

impl<'a> Offers<'a> {
    /// Parts of the root of files in this order, and everything else by its use.
    pub fn in_order(order: &'static [&'static str]) -> Self {
        Self::new(|construct| match construct {
            Construct::Part([], name) => Offer::place_in(order, name),
            _ => Offer::ByUse,
        })
    }

    /// The offers that a function decides.
    pub fn new(of: impl Fn(Construct<'_>) -> Offer + 'a) -> Self {
        Self { place: Box::new(of), releases: Box::new(|_, _| None) }
    }

    /// The same offers with the releases that have a part.
    #[must_use]
    pub fn with_releases(self, of: impl Fn(&[Header<'_>], &str) -> Option<String> + 'a) -> Self {
        Self { releases: Box::new(of), ..self }
    }

    /// The offer of a construct.
    pub fn of(&self, construct: Construct<'_>) -> Offer {
        (self.place)(construct)
    }

    /// The releases that have a part of the innermost of some blocks, such as `since 6.2.0`; `None` if all have it. All
    /// questions are about one body.
    pub fn releases(&self, around: &[Header<'_>], name: &str) -> Option<String> {
        (self.releases)(around, name)
    }
}

impl Default for Offers<'_> {
    /// Everything in the order of its use.
    fn default() -> Self {
        Self::new(|_| Offer::ByUse)
    }
}
