//! Types as deep, as wide and as numerous as an input can make them; test threads have 2 MB of stack.

use hclx_core::{
    Conversion, Rules, Type, TypeKey, assignable, conversion_reason, convertible, not_assignable,
    type_attribute, type_index, unify,
};
use hclx_diag::code_names::EVALUATION_LIMIT;

use crate::support::type_text::read;

const DEPTH: usize = 12_000;
/// The maximum depth of readable types: a type nests its JSON up to three times per level, which stays within
/// the reader's limit.
const READABLE: usize = 3_000;

fn nested(depth: usize, leaf: Type, wrap: impl Fn(Type) -> Type) -> Type {
    (0..depth).fold(leaf, |ty, _| wrap(ty))
}

/// Every kind of nesting around one leaf.
fn deep_types(depth: usize, leaf: &Type) -> Vec<Type> {
    vec![
        nested(depth, leaf.clone(), Type::list),
        nested(depth, leaf.clone(), Type::map),
        nested(depth, leaf.clone(), |ty| Type::tuple([Type::BOOL, ty])),
        nested(depth, leaf.clone(), |ty| Type::object([("a", ty), ("b", Type::STRING)])),
        nested(depth, leaf.clone(), |ty| Type::list(ty.optional())),
    ]
}

#[test]
fn deep_types_do_not_overflow() {
    for (from, to) in deep_types(DEPTH, &Type::INT).iter().zip(&deep_types(DEPTH, &Type::STRING)) {
        for rules in [Rules::hcl(), Rules::extended()] {
            assert!(convertible(from, to, &rules).is_safe());
            assert_eq!(convertible(to, from, &rules), Conversion::Unsafe);
            let reason = conversion_reason(to, from, &rules).expect("a reason");
            assert_eq!(reason.message.to_string(), "a string may not be an int");
            let unified = unify(&[from.clone(), to.clone()], &rules);
            // Two unions are merged into one with all members instead.
            let is_union = from.element().is_some_and(Type::is_union) && rules.extended;
            assert!(unified.safe.as_ref() == Some(to) || is_union && unified.safe.is_some());
        }
        assert!(!assignable(to, from));
        assert!(not_assignable(to, from).is_some());
        let text = from.to_string();
        assert!(read(&text) == *from);
        let refused = Type::from_cty_json(&from.to_cty_json()).expect_err("deeper than the limit");
        assert_eq!(refused.code(), EVALUATION_LIMIT);
    }
}

#[test]
fn deep_types_are_read_back_from_json() {
    for ty in deep_types(READABLE, &Type::INT) {
        assert!(Type::from_cty_json(&ty.to_cty_json()).unwrap() == ty);
    }
}

#[test]
fn deep_eventuals_dissolve() {
    let eventual = nested(DEPTH, Type::output(Type::INT), Type::list);
    let plain = nested(DEPTH, Type::INT, Type::list);
    assert!(eventual.resolve_outputs() == plain);
    assert!(Type::output(eventual) == Type::output(plain));
    assert!(nested(DEPTH, Type::INT, Type::list).input_type().depth() as usize > DEPTH);
}

#[test]
fn deep_unions_are_traversed() {
    let ty = nested(2_000, Type::INT, |ty| Type::object([("a", ty)]).optional());
    let mut here = ty;
    for _ in 0..2_000 {
        here = type_attribute(&here, "a", &Rules::extended()).expect("an attribute");
    }
    assert_eq!(here, Type::INT.optional());
    let key = TypeKey::Type(Type::output(Type::INT));
    let elements = type_index(&nested(DEPTH, Type::INT, Type::list), &key, &Rules::extended()).unwrap();
    assert!(elements.contains_outputs());
}

/// A tuple of two tuples of two tuples and so on: its printed form would be enormous, but it is small in
/// memory.
#[test]
fn shared_parts_are_visited_once() {
    let double = |leaf: Type| nested(200, leaf, |ty| Type::tuple([ty.clone(), ty]));
    let (from, to) = (double(Type::INT), double(Type::STRING));
    assert_eq!(from.size(), u64::MAX);
    for rules in [Rules::hcl(), Rules::extended()] {
        assert_eq!(convertible(&from, &to, &rules), Conversion::Safe);
        assert_eq!(convertible(&to, &from, &rules), Conversion::Unsafe);
        assert_eq!(unify(&[from.clone(), to.clone()], &rules).safe.as_ref(), Some(&to));
        assert!(convertible(&from, &Type::list(Type::ANY), &rules).is_safe());
    }
    assert!(!assignable(&to, &from));
    assert_eq!(double(Type::output(Type::INT)).resolve_outputs(), from);
}

#[test]
fn wide_types_take_linear_time() {
    let object = |leaf: &Type| Type::object((0..100_000).map(|i| (format!("a{i}"), leaf.clone())));
    let (from, to) = (object(&Type::INT), object(&Type::STRING));
    for rules in [Rules::hcl(), Rules::extended()] {
        assert_eq!(convertible(&from, &to, &rules), Conversion::Safe);
        assert_eq!(unify(&[from.clone(), to.clone()], &rules).safe.as_ref(), Some(&to));
        assert_eq!(convertible(&from, &Type::map(Type::ANY), &rules), Conversion::Safe);
    }
    assert_eq!(read(&from.to_string()), from);
    assert_eq!(Type::from_cty_json(&from.to_cty_json()).unwrap(), from);
}

#[test]
fn unions_of_a_thousand_members() {
    let member = |i: usize, leaf: Type| Type::object([(format!("kind{i}"), leaf)]);
    let union = |leaf: Type| Type::union((0..1_000).map(|i| member(i, leaf.clone())));
    let (from, to) = (union(Type::INT), union(Type::INT).optional());
    assert_eq!(convertible(&from, &to, &Rules::extended()), Conversion::Safe);
    assert!(assignable(&to, &from));
    assert_eq!(unify(&[from.clone(), to.clone()], &Rules::extended()).safe, Some(to));
}

#[test]
fn many_types_are_forgotten() {
    for i in 0..300_000 {
        let ty = Type::list(Type::object([(format!("a{i}"), Type::STRING)]));
        assert_eq!(convertible(&ty, &Type::list(Type::STRING), &Rules::hcl()), Conversion::None);
        let _ = unify(&[ty, Type::ANY], &Rules::extended());
    }
    // This is out of 600,000 created types; tests that run concurrently keep some of their own.
    assert!(Type::table_len() < 450_000, "{} types are kept", Type::table_len());
}

/// Objects without common attributes unify to one with the attributes of all.
#[test]
fn many_different_objects_unify() {
    let types: Vec<Type> = (0..20_000).map(|i| Type::object([(format!("a{i}"), Type::INT)])).collect();
    for rules in [Rules::hcl(), Rules::extended()] {
        let common = unify(&types, &rules).safe.expect("a common type");
        assert!(convertible(&types[7], &common, &rules).is_safe());
    }
}
