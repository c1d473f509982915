//! The types of a mapping's entries: properties, or a map (Mull §11).

use std::sync::Arc;

use crate::maps::IndexMap;

use crate::declare::Types;
use crate::ty::{Prop, Ty};

/// The entries found so far.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// The names with their types, and whether they may be absent.
    props: IndexMap<Arc<str>, (Vec<Ty>, bool)>,
    /// The values under keys that are not names.
    values: Vec<Ty>,
    /// Set if there are such keys, so that the whole is a map.
    keyed: bool,
}

impl Shape {
    /// Adds an entry with a name.
    pub(super) fn name(&mut self, name: Arc<str>, ty: Ty, optional: bool) {
        self.names(name, vec![ty], optional);
    }

    fn names(&mut self, name: Arc<str>, tys: Vec<Ty>, optional: bool) {
        match self.props.entry(name) {
            indexmap::map::Entry::Occupied(mut before) => {
                let (all, absent) = before.get_mut();
                all.extend(tys);
                *absent &= optional;
            }
            indexmap::map::Entry::Vacant(place) => {
                place.insert((tys, optional));
            }
        }
    }

    /// Adds an entry with a computed key.
    pub(super) fn value(&mut self, ty: Ty) {
        self.keyed = true;
        self.values.push(ty);
    }

    /// Returns whether a name is certainly present; `None` if it does not occur at all.
    pub(super) fn is_certain(&self, name: &str) -> Option<bool> {
        self.props.get(name).map(|(_, optional)| !optional)
    }

    /// Returns `true` if there are computed keys.
    pub(super) fn is_keyed(&self) -> bool {
        self.keyed
    }

    /// Adds the entries that follow.
    pub(super) fn absorb(&mut self, other: Shape) {
        for (name, (tys, optional)) in other.props {
            self.names(name, tys, optional);
        }
        self.values.extend(other.values);
        self.keyed |= other.keyed;
    }

    /// The shape of one of several alternatives; `exhaustive` if one of them is certainly taken.
    pub(super) fn one_of(alternatives: Vec<Shape>, exhaustive: bool) -> Shape {
        let count = alternatives.len();
        let mut all: IndexMap<Arc<str>, (Vec<Ty>, usize)> = IndexMap::default();
        let mut shape = Shape::default();
        for alternative in alternatives {
            for (name, (tys, optional)) in alternative.props {
                let (so_far, certain) = all.entry(name).or_default();
                so_far.extend(tys);
                *certain += usize::from(!optional);
            }
            shape.values.extend(alternative.values);
            shape.keyed |= alternative.keyed;
        }
        for (name, (tys, certain)) in all {
            shape.props.insert(name, (tys, !(exhaustive && certain == count)));
        }
        shape
    }

    /// The shape of a loop: no entry is certain, and the whole is a map.
    pub(super) fn repeated(mut self) -> Shape {
        self.keyed = true;
        for (_, optional) in self.props.values_mut() {
            *optional = true;
        }
        self
    }

    /// The type of a mapping with these entries.
    pub(super) fn ty(self, types: &Types) -> Ty {
        if self.keyed {
            let named = self.props.into_values().flat_map(|(tys, _)| tys);
            let all: Vec<Ty> = named.chain(self.values).collect();
            return Ty::map(Ty::string(), types.join_all(&all));
        }
        let prop = |(name, (tys, optional)): (Arc<str>, (Vec<Ty>, bool))| {
            let ty = if tys.len() == 1 { tys[0].clone() } else { types.join_all(&tys) };
            Prop::new(name, ty, optional)
        };
        Ty::object(self.props.into_iter().map(prop).collect())
    }
}
