//! Facts implied by a list of possible values, and the ranges of union members.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Bound, Facts, Nullness, Range};
use crate::{Type, TypeKind, Value};

impl Range {
    /// The facts implied by the range and its list of values, without the list.
    #[must_use]
    pub fn hull(&self) -> Range {
        let Some(values) = self.one_of() else { return self.clone() };
        let hull = values.iter().map(|value| value.range().facts()).reduce(|a, b| a.either(&b));
        let mut facts = self.facts().both(hull.unwrap_or_default());
        facts.one_of = None;
        Range::from_facts(self.null(), facts)
    }

    /// The bounds, prefix and lengths that hold if at least one of the ranges holds, without nullness.
    #[must_use]
    pub fn either(&self, other: &Range) -> Range {
        Range::from_facts(Nullness::Maybe, self.facts().either(&other.facts()))
    }

    /// The range of an unknown narrowed to one member of a union; `None` if the member has no possible value
    /// left.
    pub(crate) fn for_member(&self, member: &Type) -> Option<Range> {
        let facts = self.facts();
        let one_of = match &facts.one_of {
            None => None,
            Some(values) => {
                let own: Vec<Value> =
                    values.iter().filter(|value| super::conforms(value.ty(), member)).cloned().collect();
                if own.is_empty() {
                    return None;
                }
                Some(Arc::from(own))
            }
        };
        let kept = Facts { one_of, ..facts.for_type(member) };
        Some(Range::from_facts(self.null(), kept))
    }
}

impl Facts {
    /// The facts that are applicable to a type.
    fn for_type(self, ty: &Type) -> Facts {
        match ty.kind() {
            // Lengths of a union are those of its collections, not of its strings.
            TypeKind::String => Facts { prefix: self.prefix, ..Facts::default() },
            TypeKind::Number | TypeKind::Int => Facts { min: self.min, max: self.max, ..Facts::default() },
            TypeKind::Promise(inner) | TypeKind::Output(inner) => self.for_type(inner),
            _ if ty.is_collection() => {
                Facts { len_min: self.len_min, len_max: self.len_max, ..Facts::default() }
            }
            TypeKind::Union(_) | TypeKind::Any => self,
            _ => Facts::default(),
        }
    }

    /// The facts that hold if at least one of two sets of facts holds, without lists of values.
    pub(crate) fn either(&self, other: &Facts) -> Facts {
        let weaker = |a: &Option<Bound>, b: &Option<Bound>, wanted: Ordering| {
            let (a, b) = (a.as_ref()?, b.as_ref()?);
            Some(match a.number.compare(&b.number) {
                Ordering::Equal => Bound { inclusive: a.inclusive || b.inclusive, ..a.clone() },
                order if order == wanted => a.clone(),
                _ => b.clone(),
            })
        };
        Facts {
            prefix: common_prefix(self.prefix.as_ref(), other.prefix.as_ref()),
            min: weaker(&self.min, &other.min, Ordering::Less),
            max: weaker(&self.max, &other.max, Ordering::Greater),
            len_min: self.len_min.min(other.len_min),
            len_max: self.len_max.zip(other.len_max).map(|(a, b)| a.max(b)),
            one_of: None,
            shape: self.shape.as_ref().filter(|shape| other.shape.as_ref() == Some(shape)).cloned(),
            several: self.several.as_ref().filter(|all| other.several.as_ref() == Some(all)).cloned(),
            members: self
                .members
                .as_ref()
                .zip(other.members.as_ref())
                .map(|(one, other)| one.common(other))
                .filter(|common| !common.is_empty())
                .map(Arc::new),
            origin: self.origin.as_ref().filter(|origin| other.origin.as_ref() == Some(origin)).cloned(),
        }
    }

    /// The facts that hold if both sets hold, provided that they do not contradict each other; the list of
    /// values is that of `other`.
    fn both(self, other: Facts) -> Facts {
        let bound = |a: Option<Bound>, b: Option<Bound>, stronger: fn(&Bound, &Bound) -> bool| match (a, b) {
            (Some(a), Some(b)) => Some(if stronger(&a, &b) { a } else { b }),
            (a, b) => a.or(b),
        };
        Facts {
            prefix: self.prefix.into_iter().chain(other.prefix).max_by_key(|prefix| prefix.len()),
            min: bound(self.min, other.min, super::facts::stronger_lower),
            max: bound(self.max, other.max, super::facts::stronger_upper),
            len_min: self.len_min.max(other.len_min),
            len_max: self.len_max.into_iter().chain(other.len_max).min(),
            one_of: other.one_of,
            shape: self.shape.or(other.shape),
            several: self.several.or(other.several),
            members: self.members.or(other.members),
            origin: self.origin.or(other.origin),
        }
    }
}

/// The longest common prefix.
fn common_prefix(a: Option<&Arc<str>>, b: Option<&Arc<str>>) -> Option<Arc<str>> {
    let (a, b) = (a?, b?);
    if a == b {
        return Some(a.clone());
    }
    let shared: usize = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    (shared > 0).then(|| a[..shared].into())
}
