//! Attributes of a body, each name once.

use std::collections::HashMap;

use super::AttributeView;

/// The number of names up to which all pairs are compared.
const FEW: usize = 16;

/// Attributes in source order, without duplicate names.
#[derive(Debug, Default)]
pub(super) struct Distinct<'t> {
    attributes: Vec<AttributeView<'t>>,
    /// Positions by name, once there are more than [`FEW`].
    positions: HashMap<&'t str, usize>,
}

impl<'t> Distinct<'t> {
    /// Adds an attribute. If one with this name exists, returns that one.
    pub(super) fn insert(&mut self, attribute: AttributeView<'t>) -> Option<&AttributeView<'t>> {
        if let Some(before) = self.position(attribute.name) {
            return self.attributes.get(before);
        }
        self.attributes.push(attribute);
        if self.attributes.len() > FEW {
            // The first time, the earlier names are entered as well.
            let known = self.positions.len();
            let fresh = self.attributes.iter().enumerate().skip(known);
            self.positions.extend(fresh.map(|(position, attribute)| (attribute.name, position)));
        }
        None
    }

    fn position(&self, name: &str) -> Option<usize> {
        if self.positions.is_empty() {
            return self.attributes.iter().position(|attribute| attribute.name == name);
        }
        self.positions.get(name).copied()
    }

    /// The attributes.
    pub(super) fn into_vec(self) -> Vec<AttributeView<'t>> {
        self.attributes
    }
}
