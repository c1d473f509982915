//! Laws of the algebra on random types.
//!
//! The seed is fixed; `HCLX_LONG=1` runs a hundred times as many cases.

use hclx_core::ty::text_order;
use hclx_core::{
    Conversion, ObjectAttribute, Rules, Type, TypeKind, assignable, conversion_reason, convertible,
    forget_answers, not_assignable, unify,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::support::type_text::read;

const NAMES: [&str; 8] = ["a", "b", "ab", "a-b", "x y", "for", "ä", "quote\"${"];

/// Checks a law on many random inputs.
fn law<S: Strategy>(inputs: S, check: impl Fn(S::Value) -> Result<(), TestCaseError>)
where
    S::Value: std::fmt::Debug,
{
    let cases = if std::env::var_os("HCLX_LONG").is_some() { 200_000 } else { 2_000 };
    let config =
        Config { cases, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&inputs, check) {
        panic!("{error}");
    }
}

/// Random types; `extended` ones have int, none, unions and eventuals, `optional` ones optional attributes.
fn types(extended: bool, optional: bool) -> BoxedStrategy<Type> {
    let mut leaves = vec![Type::BOOL, Type::STRING, Type::NUMBER, Type::ANY];
    if extended {
        leaves.extend([Type::INT, Type::NONE]);
    }
    proptest::sample::select(leaves)
        .prop_recursive(4, 24, 3, move |inner| {
            let many = proptest::collection::vec(inner.clone(), 0..4);
            let attribute = (proptest::sample::select(&NAMES[..]), inner.clone(), any::<bool>());
            let object =
                proptest::collection::vec(attribute, 0..4).prop_map(move |attributes| {
                    Type::object_with(attributes.into_iter().map(|(name, ty, may_be_left_out)| {
                        ObjectAttribute { name: name.into(), ty, optional: optional && may_be_left_out }
                    }))
                });
            let plain = prop_oneof![
                inner.clone().prop_map(Type::list),
                inner.clone().prop_map(Type::set),
                inner.clone().prop_map(Type::map),
                many.clone().prop_map(Type::tuple),
                object,
            ];
            if !extended {
                return plain.boxed();
            }
            prop_oneof![
                5 => plain,
                2 => many.prop_map(Type::union),
                1 => inner.clone().prop_map(Type::promise),
                1 => inner.prop_map(Type::output),
            ]
            .boxed()
        })
        .boxed()
}

/// Random sets of inputs that often have a common type: variants of one type.
fn inputs(extended: bool) -> impl Strategy<Value = Vec<Type>> {
    let leaf = if extended { Type::INT } else { Type::BOOL };
    let variants = types(extended, false).prop_map(move |ty| {
        vec![ty.clone(), replace(&ty, &Type::STRING, &leaf), replace(&ty, &Type::NUMBER, &Type::STRING)]
    });
    let random = proptest::collection::vec(types(extended, false), 1..5);
    prop_oneof![
        random.clone(),
        variants.clone(),
        (variants, random).prop_map(|(mut a, b)| {
            a.extend(b);
            a
        }),
    ]
}

fn replace(ty: &Type, old: &Type, new: &Type) -> Type {
    // The printed form is the only public access to all parts of a type.
    read(&ty.to_string().replace(&old.to_string(), &new.to_string()))
}

#[test]
fn unify_is_a_function_of_the_set() {
    for rules in [Rules::hcl(), Rules::extended()] {
        let shuffled =
            inputs(rules.extended).prop_flat_map(|types| (Just(types.clone()), Just(types).prop_shuffle()));
        law(shuffled, |(types, shuffled)| {
            let expected = unify(&types, &rules);
            prop_assert_eq!(&unify(&shuffled, &rules), &expected);
            let repeated: Vec<Type> = types.iter().chain(&shuffled).cloned().collect();
            prop_assert_eq!(&unify(&repeated, &rules), &expected);
            Ok(())
        });
    }
}

#[test]
fn unify_of_one_type_is_that_type() {
    for rules in [Rules::hcl(), Rules::extended()] {
        law(types(true, false), |ty| {
            let unified = unify(&[ty.clone(), ty.clone()], &rules);
            prop_assert_eq!(unified.safe.as_ref(), Some(&ty));
            prop_assert_eq!(unified.unsafe_.as_ref(), Some(&ty));
            prop_assert_eq!(unified.union, ty);
            Ok(())
        });
    }
}

#[test]
fn every_input_converts_to_the_common_type() {
    for rules in [Rules::hcl(), Rules::extended()] {
        law(inputs(rules.extended), |types| {
            if !rules.extended && types.iter().any(Type::has_any) {
                // go-cty assumes that a conversion through a collection of `any` exists, which is not always
                // true, and finds safe results where it finds no unsafe ones.
                return Ok(());
            }
            let unified = unify(&types, &rules);
            for ty in &types {
                if let Some(safe) = &unified.safe {
                    prop_assert!(convertible(ty, safe, &rules).is_safe(), "{ty} to {safe}");
                }
                if let Some(common) = &unified.unsafe_ {
                    prop_assert!(convertible(ty, common, &rules).exists(), "{ty} to {common}");
                }
                prop_assert!(convertible(ty, &unified.union, &rules).is_safe(), "{ty} to {}", unified.union);
            }
            prop_assert!(unified.safe.is_none() || unified.unsafe_.is_some());
            Ok(())
        });
    }
}

#[test]
fn print_reads_back() {
    law(types(true, true), |ty| {
        prop_assert_eq!(read(&ty.to_string()), ty.clone());
        prop_assert_eq!(Type::from_cty_json(&ty.to_cty_json()).map_err(|fault| fault.message()), Ok(ty));
        Ok(())
    });
}

#[test]
fn order_is_that_of_the_texts() {
    law((types(true, true), types(true, true)), |(a, b)| {
        prop_assert_eq!(text_order(&a, &b), a.to_string().cmp(&b.to_string()), "{} and {}", a, b);
        Ok(())
    });
}

#[test]
fn only_a_type_itself_is_the_same() {
    for rules in [Rules::hcl(), Rules::extended()] {
        law((types(true, true), types(true, true)), |(a, b)| {
            prop_assert_eq!(convertible(&a, &a, &rules), Conversion::Same);
            prop_assert_eq!(convertible(&a, &b, &rules) == Conversion::Same, a == b);
            Ok(())
        });
    }
}

#[test]
fn what_is_refused_has_a_reason() {
    for rules in [Rules::hcl(), Rules::extended()] {
        let pairs = prop_oneof![
            (types(true, true), types(true, true)),
            inputs(true).prop_map(|types| (types[0].clone(), types[types.len() / 2].clone())),
        ];
        law(pairs, |(from, to)| {
            let reason = conversion_reason(&from, &to, &rules);
            prop_assert_eq!(reason.is_none(), convertible(&from, &to, &rules).is_safe());
            if let Some(reason) = reason {
                prop_assert!(!reason.message.to_string().is_empty());
            }
            prop_assert_eq!(not_assignable(&to, &from).is_none(), assignable(&to, &from));
            Ok(())
        });
    }
}

#[test]
fn remembering_changes_no_answer() {
    for rules in [Rules::hcl(), Rules::extended()] {
        law(inputs(true), |types| {
            let (from, to) = (&types[0], &types[types.len() - 1]);
            let remembered = (convertible(from, to, &rules), unify(&types, &rules), assignable(to, from));
            forget_answers();
            prop_assert_eq!(
                (convertible(from, to, &rules), unify(&types, &rules), assignable(to, from)),
                remembered
            );
            Ok(())
        });
    }
}

#[test]
fn types_are_in_normal_form() {
    law(types(true, true), |ty| {
        check_normal(&ty)?;
        check_normal(&Type::output(ty.clone()))?;
        check_normal(&Type::promise(ty.clone()))?;
        prop_assert!(!ty.resolve_outputs().has_eventual());
        prop_assert!(!ty.resolve_promises().contains_promises());
        prop_assert!(!ty.without_optional().has_optional());
        prop_assert_eq!(ty.input_type().resolve_promises().input_type().to_string().is_empty(), false);
        Ok(())
    });
}

fn check_normal(ty: &Type) -> Result<(), TestCaseError> {
    match ty.kind() {
        TypeKind::Union(members) => {
            prop_assert!(members.len() != 1 && members.iter().all(|member| !member.is_union()));
            prop_assert!(members.windows(2).all(|pair| text_order(&pair[0], &pair[1]).is_lt()));
        }
        TypeKind::Output(inner) => prop_assert!(!inner.has_eventual()),
        TypeKind::Promise(inner) => prop_assert!(!inner.contains_promises()),
        _ => {}
    }
    Ok(())
}
