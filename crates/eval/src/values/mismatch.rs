//! The common type of values of several types.

pub(crate) use hclx_core::open::common_type;
use hclx_core::{Difference, Rules, Type, difference};

/// The first place at which two types without a common type differ.
pub(crate) fn where_they_part(left: &Type, right: &Type, rules: &Rules) -> Difference {
    difference(left, right, rules, &|left, right| {
        common_type(&[left.clone(), right.clone()], rules).is_some()
    })
}
