//! Unification: the common type of several types.
//!
//! The result is a function of the set of inputs: order and repetition do not matter.

mod difference;
mod extended;
mod hcl;
mod preference;
mod whole;

pub use difference::{Difference, difference, evenly, first_difference};
pub use whole::{generalized, in_cty};

use std::borrow::Cow;
use std::cell::RefCell;
use std::thread::LocalKey;

use hclx_diag::Arrange;

use crate::memo::{self, Lists};
use crate::ty::text_order;
use crate::{Conversion, Rules, Type, convertible};

/// The conversions that may lead to a common type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Conversions that always succeed.
    Safe,
    /// All conversions, including those that may fail.
    Unsafe,
}

impl Mode {
    pub(crate) fn allows(self, conversion: Conversion) -> bool {
        match self {
            Mode::Safe => conversion.is_safe(),
            Mode::Unsafe => conversion.exists(),
        }
    }
}

/// The result of unifying types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unification {
    /// The common type, if every input converts to it safely.
    pub safe: Option<Type>,
    /// The common type, if every input converts to it at all.
    pub unsafe_: Option<Type>,
    /// The union of the inputs, which always exists.
    pub union: Type,
}

/// Unifies types: under `hcl` like go-cty's Unify and UnifyUnsafe, under `extended` by the rules of the
/// information model and its extensions ("Type Unification"). Every input can be converted to the result. An
/// empty list has no common type.
///
/// ```
/// use hclx_core::{Rules, Type, unify};
/// let unified = unify(&[Type::INT, Type::STRING], &Rules::extended());
/// assert_eq!(unified.safe, Some(Type::STRING));
/// ```
pub fn unify(types: &[Type], rules: &Rules) -> Unification {
    // No other field of the rules affects common types.
    let question = 4 + u8::from(rules.extended);
    remembered(&UNIFIED, question, types, || {
        let distinct = distinct(types);
        let [safe, unsafe_] = if is_plain(types) {
            [types.first().cloned(), types.first().cloned()]
        } else if rules.extended {
            // There is a single candidate, which serves for safe and unsafe conversions alike.
            let common = extended::common_type(&distinct, rules);
            [Mode::Safe, Mode::Unsafe].map(|mode| checked(&distinct, common.clone(), mode, rules))
        } else {
            [Mode::Safe, Mode::Unsafe].map(|mode| common_type(&distinct, mode, rules))
        };
        Unification { safe, unsafe_, union: Type::union_in_order(&distinct) }
    })
}

/// Returns `true` if all types are equal, or if there are none: then the common type is that type without
/// optional attributes.
fn is_plain(types: &[Type]) -> bool {
    types.first().is_none_or(|first| !first.has_optional() && types.iter().all(|ty| ty == first))
}

/// The distinct types, sorted by printed form.
fn distinct(types: &[Type]) -> Cow<'_, [Type]> {
    if types.is_sorted_by(|a, b| text_order(a, b).is_lt()) {
        return Cow::Borrowed(types);
    }
    let mut distinct = types.to_vec();
    distinct.arrange_by(text_order);
    distinct.dedup();
    Cow::Owned(distinct)
}

/// The common type that all types convert to, safely or at all depending on `mode`.
pub(crate) fn common_type(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    if rules.extended || is_plain(types) || !types.iter().any(Type::has_extension) {
        return part_type(types, mode, rules);
    }
    whole::common_type(types, mode, rules)
}

/// Like [`common_type`], for types that are parts of larger ones.
fn part_type(types: &[Type], mode: Mode, rules: &Rules) -> Option<Type> {
    if is_plain(types) {
        return types.first().cloned();
    }
    let compute = || {
        let distinct = distinct(types);
        if rules.extended {
            checked(&distinct, extended::common_type(&distinct, rules), mode, rules)
        } else {
            hcl::common_type(&distinct, mode, rules)
        }
    };
    // Types without parts are unified in less time than a cached answer is found.
    if !types.iter().any(Type::has_parts) {
        return compute();
    }
    let question = 8 + (mode as u8) * 2 + u8::from(rules.extended);
    remembered(&COMMON, question, types, compute)
}

/// Returns the candidate for a common type if all types convert to it.
fn checked(types: &[Type], common: Option<Type>, mode: Mode, rules: &Rules) -> Option<Type> {
    common.filter(|common| types.iter().all(|ty| mode.allows(convertible(ty, common, rules))))
}

/// The inputs that a caller must convert to reach the common type, as go-cty reports them: those of a
/// different type, or all of them if an `any` among structures of one kind leaves the result open.
pub fn unify_conversions(types: &[Type], common: &Type) -> Vec<bool> {
    let open = common.is_any() && {
        let mut structures = types.iter().filter(|ty| !ty.is_any());
        structures.next().is_some_and(|first| {
            first.has_parts() && structures.all(|ty| ty.kind().word() == first.kind().word())
        })
    };
    types.iter().map(|ty| open || ty != common).collect()
}

thread_local! {
    static UNIFIED: RefCell<Lists<Unification>> = const { RefCell::new(Lists::new()) };
    static COMMON: RefCell<Lists<Option<Type>>> = const { RefCell::new(Lists::new()) };
}

/// A cached answer that keeps types alive.
trait CachedUnification: Clone {
    fn size(&self) -> u64;
}

impl CachedUnification for Option<Type> {
    fn size(&self) -> u64 {
        self.as_ref().map_or(1, Type::size)
    }
}

impl CachedUnification for Unification {
    fn size(&self) -> u64 {
        self.safe.size().saturating_add(self.unsafe_.size()).saturating_add(self.union.size())
    }
}

/// The cached answer, computed if it is missing.
fn remembered<T: CachedUnification>(
    table: &'static LocalKey<RefCell<Lists<T>>>,
    question: u8,
    types: &[Type],
    answer: impl FnOnce() -> T,
) -> T {
    let hash = Lists::<T>::hash(question, types);
    table.with_borrow(|table| table.get(hash, question, types)).unwrap_or_else(|| {
        let fresh = answer();
        table.with_borrow_mut(|table| table.put(hash, question, types, fresh.clone(), fresh.size()));
        fresh
    })
}

/// Clears this thread's caches of answers about types, to free memory or to measure.
pub fn forget_answers() {
    memo::forget_pairs();
    crate::ty::forget_recent();
    UNIFIED.with_borrow_mut(Lists::clear);
    COMMON.with_borrow_mut(Lists::clear);
}
