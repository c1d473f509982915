//! The common type of values of several types.

use hclx_core::{Difference, Rules, Type, difference, unify};

/// The first place at which two types without a common type differ.
pub(crate) fn where_they_part(left: &Type, right: &Type, rules: &Rules) -> Difference {
    difference(left, right, rules, &|left, right| {
        common_type(&[left.clone(), right.clone()], rules).is_some()
    })
}

/// The common type of values of these types, for example of the results of a conditional.
pub(crate) fn common_type(types: &[Type], rules: &Rules) -> Option<Type> {
    let unified = unify(types, rules);
    match (unified.unsafe_, unified.safe) {
        (None, None) if rules.extended => Some(unified.union),
        (found, safe) => found.or(safe),
    }
}
