//! `core::getresources`: the resources of a tree, or of the mocks of a test, by type and arguments.

use std::sync::atomic::{AtomicBool, Ordering};

use hclx_core::{AttributeReference, Rules, Type, UnknownOrigin, Value, narrow, ops};

use crate::terraform::values::collection::is_identity;

/// The resources that policies can look up.
pub(crate) trait ResourceLookup: Sync {
    /// The resources of a type whose arguments match a filter.
    fn find(&self, of_type: &Value, filter: &Value) -> Value;
}

/// A resource that may match.
pub(crate) struct Candidate {
    pub(crate) of_type: String,
    pub(crate) attrs: Value,
    /// Set if there may be attributes that are missing from `attrs`.
    pub(crate) is_open: bool,
    /// Set if it is exactly one instance.
    pub(crate) is_single: bool,
}

/// The resources of a tree.
#[derive(Default)]
pub(crate) struct Candidates {
    pub(crate) all: Vec<Candidate>,
    /// Set if there may be other resources.
    pub(crate) is_open: bool,
    /// Set if missing attributes are absent, as in mocks, rather than unknown.
    pub(crate) is_closed: bool,
    /// Set once a verdict relies on the computed attributes of two resources being different.
    pub(crate) assumed: AtomicBool,
}

/// The result of comparing a candidate with a filter.
#[derive(Clone, Copy, PartialEq)]
enum Match {
    Yes,
    No,
    Maybe,
}

impl ResourceLookup for Candidates {
    fn find(&self, of_type: &Value, filter: &Value) -> Value {
        let (of_type, filter) = (of_type.clone().unmark_deep().0, filter.clone().unmark_deep().0);
        let (Some(of_type), true) = (of_type.as_str(), filter.is_known() && !filter.is_null()) else {
            return Value::unknown(Type::list(Type::ANY));
        };
        let (mut found, mut possible, mut is_bounded) = (Vec::new(), 0, !self.is_open);
        for candidate in self.all.iter().filter(|candidate| candidate.of_type == of_type) {
            match self.matches(candidate, &filter) {
                Match::No => {}
                Match::Yes if candidate.is_single && !candidate.is_open => {
                    found.push(candidate.attrs.clone())
                }
                Match::Yes | Match::Maybe => {
                    possible += 1;
                    is_bounded &= candidate.is_single;
                }
            }
        }
        if possible == 0 && is_bounded {
            return Value::tuple(found);
        }
        let certain = self.all.iter().filter(|candidate| candidate.of_type == of_type && candidate.is_single);
        let least = certain.filter(|candidate| self.matches(candidate, &filter) == Match::Yes).count();
        let most = is_bounded.then_some(found.len() + possible);
        let list = Value::unknown(Type::list(Type::ANY));
        let list = narrow::narrowed(list, hclx_core::Refiner::not_null);
        narrow::with_lengths(list, least, most)
    }
}

impl Candidates {
    fn matches(&self, candidate: &Candidate, filter: &Value) -> Match {
        let mut answer = Match::Yes;
        for (name, wanted) in filter.iter_entries() {
            let own = candidate.attrs.get_attr_value(name);
            match own.map(|own| self.equal(own, wanted)) {
                Some(Match::No) => return Match::No,
                Some(Match::Yes) => {}
                None if self.is_closed && !wanted.is_null() => return Match::No,
                Some(Match::Maybe) | None => answer = Match::Maybe,
            }
        }
        answer
    }

    /// Compares an argument with a value of a filter.
    fn equal(&self, own: &Value, wanted: &Value) -> Match {
        if let (Some(UnknownOrigin::Reference(own)), Some(UnknownOrigin::Reference(wanted))) =
            (own.origin(), wanted.origin())
        {
            if own == wanted {
                return Match::Yes;
            }
            if are_of_one_type(own, wanted) {
                self.assumed.store(true, Ordering::Relaxed);
                return Match::No;
            }
            return Match::Maybe;
        }
        if self.is_identity_of_another(own, wanted) || self.is_identity_of_another(wanted, own) {
            self.assumed.store(true, Ordering::Relaxed);
            return Match::No;
        }
        // the matches of null and of values of other types are undocumented
        if own.is_null() || wanted.is_null() || own.ty() != wanted.ty() {
            let differs = own.is_null() && wanted.is_known() && !wanted.is_null();
            return if differs { Match::No } else { Match::Maybe };
        }
        match ops::equal(own, wanted, &Rules::hcl()).ok().and_then(|equal| equal.unmark_deep().0.as_bool()) {
            Some(true) => Match::Yes,
            Some(false) => Match::No,
            None => Match::Maybe,
        }
    }

    /// Returns `true` if one value is the identity of a resource, which is unknown before apply, and the other is null
    /// or the identity of another resource of the same type.
    fn is_identity_of_another(&self, computed: &Value, other: &Value) -> bool {
        let Some(UnknownOrigin::Reference(reference)) = computed.origin() else { return false };
        let (of_type, attribute) = (type_of(reference), &*reference.attribute);
        let has_it = |candidate: &Candidate| {
            candidate.of_type == of_type && candidate.attrs.get_attr_value(attribute) == Some(other)
        };
        is_identity(of_type, attribute)
            && (other.is_null() || other.is_known() && self.all.iter().any(has_it))
    }
}

/// Returns `true` if two references read the same attribute of two resources of the same type.
fn are_of_one_type(one: &AttributeReference, other: &AttributeReference) -> bool {
    one.attribute == other.attribute && one.object != other.object && type_of(one) == type_of(other)
}

/// The type of the resource that a reference reads.
fn type_of(reference: &AttributeReference) -> &str {
    let plain = reference.object.rsplit_once('.').map_or("", |(before, _)| before);
    plain.rsplit('.').next().unwrap_or_default()
}
