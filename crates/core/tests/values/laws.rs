//! Laws of values on random ones: the result for partly unknown operands covers the results for all their
//! possible values; refinements narrow; printed values parse to the same value.
//!
//! The seed is fixed; `HCLX_LONG=1` runs a hundred times as many cases.

use std::sync::Arc;

use hclx_core::msgpack::{decode, encode};
use hclx_core::{
    Data, Nullness, Number, Refiner, Rules, Tri, Type, TypeKind, Value, convert, includes, join, ops,
};
use hclx_diag::Fallible;
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Checks a law on many random inputs.
fn law<S: Strategy>(inputs: S, check: impl Fn(S::Value) -> Result<(), TestCaseError>)
where
    S::Value: std::fmt::Debug,
{
    let cases = if std::env::var_os("HCLX_LONG").is_some() { 1_000_000 } else { 10_000 };
    let config =
        Config { cases, rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&inputs, check) {
        panic!("{error}");
    }
}

/// Random choices, made from bytes so that they shrink.
struct Dice<'a>(std::slice::Iter<'a, u8>);

impl<'a> Dice<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.iter())
    }

    fn roll(&mut self, sides: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % sides
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.roll(from.len())]
    }

    fn often(&mut self) -> bool {
        self.roll(4) > 0
    }
}

fn dice() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..80)
}

const TEXTS: [&str; 10] = ["", "a", "ab", "a-b", "a-c", "5", "-1.5", "true", "é", "${x}\n\""];
const NUMBERS: [&str; 18] = [
    "0", "1", "2", "3", "-1", "-2", "7", "10", "0.5", "-0.5", "0.1", "0.2", "2.75", "-7.25", "1e30", "-0",
    "inf", "-inf",
];

fn number(text: &str) -> Number {
    Number::parse_string(text).expect("a number")
}

/// A random known value; under the extended rules null has its own type.
fn concrete(dice: &mut Dice<'_>, depth: usize, rules: &Rules) -> Value {
    match dice.roll(if depth == 0 { 5 } else { 10 }) {
        0 => Value::bool(dice.roll(2) == 0),
        1 => Value::string(*dice.pick(&TEXTS)),
        2 | 3 if rules.int_literals && dice.often() => Value::int(Number::from(dice.roll(24) as i64 - 12)),
        2 | 3 => Value::number(number(dice.pick::<&str>(&NUMBERS))),
        4 if rules.null_has_type => Value::null(Type::NONE),
        4 => Value::null(
            dice.pick(&[Type::STRING, Type::NUMBER, Type::BOOL, Type::list(Type::STRING)]).clone(),
        ),
        5 => {
            let (ty, parts) = uniform(dice, depth, rules);
            Value::list(ty, parts)
        }
        6 => {
            let (ty, parts) = uniform(dice, depth, rules);
            Value::set(ty, parts)
        }
        7 => {
            let (ty, parts) = uniform(dice, depth, rules);
            Value::map(ty, ["a", "b", "c d"].into_iter().map(Arc::from).zip(parts))
        }
        8 => Value::tuple((0..dice.roll(4)).map(|_| concrete(dice, depth - 1, rules)).collect()),
        _ => {
            let names = ["a", "b", "c d"].into_iter().take(dice.roll(4));
            Value::object(
                names.map(|name| (Arc::from(name), concrete(dice, depth - 1, rules))).collect::<Vec<_>>(),
            )
        }
    }
}

/// Random values of one type.
fn uniform(dice: &mut Dice<'_>, depth: usize, rules: &Rules) -> (Type, Vec<Value>) {
    let first = concrete(dice, depth - 1, rules);
    let ty = first.ty().clone();
    let mut parts = vec![first];
    for _ in 0..dice.roll(3) {
        let next = concrete(dice, depth - 1, rules);
        if *next.ty() == ty {
            parts.push(next);
        }
    }
    if dice.roll(5) == 0 {
        parts.clear();
    }
    (ty, parts)
}

/// A random value that may turn out to be `value`.
fn blurred(dice: &mut Dice<'_>, value: &Value, rules: &Rules) -> Value {
    let kind = dice.roll(10);
    let marks =
        |dice: &mut Dice<'_>, value: Value| if dice.roll(12) == 0 { value.with_mark("m") } else { value };
    let blurred = match kind {
        0..=2 => value.clone(),
        3 => Value::dynamic(),
        4 if rules.extended => Value::unknown(Type::union([
            value.ty().clone(),
            dice.pick(&[Type::NONE, Type::STRING, Type::INT]).clone(),
        ])),
        5 | 6
            if matches!(value.data(), Data::Sequence(_))
                && !matches!(value.ty().kind(), TypeKind::Set(_)) =>
        {
            return by_part(dice, value, rules);
        }
        _ => refined(dice, value),
    };
    marks(dice, blurred)
}

fn by_part(dice: &mut Dice<'_>, value: &Value, rules: &Rules) -> Value {
    let parts: Vec<(Value, Value)> = value
        .elements()
        .unwrap_or_default()
        .iter()
        .map(|part| (part.clone(), blurred(dice, part, rules)))
        .collect();
    match value.ty().kind() {
        TypeKind::List(element) => {
            let keep = |(part, blurred): &(Value, Value)| {
                if blurred.ty() == element { blurred.clone() } else { part.clone() }
            };
            Value::list(element.clone(), parts.iter().map(keep).collect())
        }
        TypeKind::Object(object) => {
            let names = object.attributes().iter().map(|attribute| attribute.name.clone());
            Value::object(names.zip(parts.into_iter().map(|(_, blurred)| blurred)))
        }
        _ => Value::tuple(parts.into_iter().map(|(_, blurred)| blurred).collect()),
    }
}

/// An unknown with true facts about `value`.
fn refined(dice: &mut Dice<'_>, value: &Value) -> Value {
    let mut refiner = Refiner::new(Value::unknown(value.ty().clone()));
    for _ in 0..dice.roll(4) {
        refiner = true_fact(dice, value, refiner).expect("a true fact");
    }
    refiner.finish().expect("a value")
}

fn true_fact(dice: &mut Dice<'_>, value: &Value, refiner: Refiner) -> Fallible<Refiner> {
    let slack = number(dice.pick::<&str>(&["0", "1", "0.5", "3", "0.1"]));
    match value.data() {
        Data::Null => Ok(refiner),
        _ if dice.roll(3) == 0 => refiner.not_null(),
        Data::Number(_) | Data::String(_) if dice.roll(4) == 0 => {
            let other = match value.data() {
                Data::String(_) => Value::string(*dice.pick(&TEXTS)),
                _ if *value.ty() == Type::INT => Value::int(Number::from(dice.roll(20) as i64)),
                _ => Value::number(number(dice.pick::<&str>(&NUMBERS))),
            };
            refiner.one_of(vec![other, value.clone()])
        }
        Data::Number(at) if at.is_infinite() => Ok(refiner),
        Data::Number(at) if dice.roll(2) == 0 => {
            refiner.min(at.sub(&slack)?, slack.is_zero() || dice.roll(2) == 0)
        }
        Data::Number(at) => refiner.max(at.add(&slack)?, slack.is_zero() || dice.roll(2) == 0),
        Data::String(text) if dice.roll(2) == 0 => {
            let length = hclx_core::characters(text);
            refiner.characters(length.saturating_sub(dice.roll(2)), Some(length + dice.roll(2)))
        }
        Data::String(text) => {
            let cut = text.char_indices().map(|(at, _)| at).take(dice.roll(4) + 1).last().unwrap_or(0);
            refiner.prefix_full(&text[..cut])
        }
        _ if value.ty().is_collection() => {
            let length = value.length().unwrap_or_default() as i64;
            match dice.roll(2) {
                0 => refiner.length_min(length - dice.roll(2) as i64),
                _ => refiner.length_max(length + dice.roll(2) as i64),
            }
        }
        _ => Ok(refiner),
    }
}

/// Returns `true` if a value is a possible outcome of another one.
fn covers(known: &Value, outcome: &Value) -> bool {
    if !outcome.marks().iter().all(|mark| known.marks().contains(mark)) {
        return false;
    }
    match known.data() {
        Data::Unknown(range) if known.ty().is_any() && !range.is_of_unknown_type() => {
            *range == hclx_core::Range::any()
        }
        Data::Unknown(range) if outcome.is_null() => range.null() != Nullness::Never,
        Data::Unknown(_) => {
            let plain = (known.clone().unmark().0, outcome.clone().unmark_deep().0);
            includes(&plain.0, &plain.1, &Rules::extended()) != Tri::No
        }
        Data::Sequence(_) | Data::Map(_) if outcome.is_null() => false,
        Data::Sequence(_) | Data::Map(_) => {
            let shape =
                std::mem::discriminant(known.ty().kind()) == std::mem::discriminant(outcome.ty().kind());
            let keys =
                known.iter_entries().map(|(key, _)| key).eq(outcome.iter_entries().map(|(key, _)| key));
            let parts = |value: &Value| -> Vec<Value> {
                let entries = value.iter_entries().map(|(_, part)| part.clone()).collect::<Vec<_>>();
                if entries.is_empty() { value.elements().unwrap_or_default().to_vec() } else { entries }
            };
            let (a, b) = (parts(known), parts(outcome));
            if matches!(known.ty().kind(), TypeKind::Set(_)) && !known.is_wholly_known() {
                return shape && b.len() <= a.len() && b.is_empty() == a.is_empty();
            }
            let typed = !b.is_empty() || known.ty() == outcome.ty() || known.ty().has_any();
            shape && keys && typed && a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| covers(a, b))
        }
        _ => {
            let (a, b) = (known.to_string(), outcome.clone().unmark().0.to_string());
            known.clone().unmark().0.to_string() == b || a == b
        }
    }
}

type Op = (&'static str, fn(&[Value], &Rules) -> Fallible<Value>);

const OPS: [Op; 22] = [
    ("+", |v, r| ops::add(&v[0], &v[1], r)),
    ("-", |v, r| ops::subtract(&v[0], &v[1], r)),
    ("*", |v, r| ops::multiply(&v[0], &v[1], r)),
    ("/", |v, r| ops::divide(&v[0], &v[1], r)),
    ("%", |v, r| ops::modulo(&v[0], &v[1], r)),
    ("<", |v, r| ops::less(&v[0], &v[1], r)),
    ("<=", |v, r| ops::less_equal(&v[0], &v[1], r)),
    (">", |v, r| ops::greater(&v[0], &v[1], r)),
    (">=", |v, r| ops::greater_equal(&v[0], &v[1], r)),
    ("==", |v, r| ops::equal(&v[0], &v[1], r)),
    ("!=", |v, r| ops::not_equal(&v[0], &v[1], r)),
    ("&&", |v, r| ops::and(&v[0], &v[1], r)),
    ("||", |v, r| ops::or(&v[0], &v[1], r)),
    ("[]", |v, r| ops::index(&v[0], &v[1], r)),
    ("has", |v, r| ops::has_index(&v[0], &v[1], r)),
    ("in", |v, r| ops::has_element(&v[0], &v[1], r)),
    ("!", |v, r| ops::not(&v[0], r)),
    ("neg", |v, r| ops::negate(&v[0], r)),
    ("abs", |v, r| ops::absolute(&v[0], r)),
    ("length", |v, r| ops::length(&v[0], r)),
    (".a", |v, r| ops::attribute(&v[0], "a", r)),
    ("join", |v, r| Ok(join(v, r))),
];

/// A random operand; half of them are numbers, so that arithmetic is not mostly rejected.
fn operand(dice: &mut Dice<'_>, rules: &Rules) -> Value {
    match dice.roll(2) {
        0 => concrete(dice, 0, rules),
        _ => concrete(dice, 2, rules),
    }
}

fn sound(rules: Rules) {
    law((0..OPS.len(), dice()), |(which, bytes)| {
        let (name, op) = OPS[which];
        let mut dice = Dice::new(&bytes);
        let known = [operand(&mut dice, &rules), operand(&mut dice, &rules)];
        let blurred = known.clone().map(|value| blurred(&mut dice, &value, &rules));
        let outcomes: Vec<Fallible<Value>> = if name == "join" {
            // either may be the outcome
            known.iter().map(|value| Ok(value.clone())).collect()
        } else {
            vec![op(&known, &rules)]
        };
        let answer = op(&blurred, &rules);
        for outcome in outcomes {
            // the join has the common type of both
            let outcome = match (&answer, outcome) {
                (Ok(answer), Ok(outcome)) if name == "join" => {
                    Ok(convert(&outcome, answer.ty(), &rules).unwrap_or(outcome))
                }
                (_, outcome) => outcome,
            };
            let fine = match (&answer, &outcome) {
                (Ok(answer), Ok(outcome)) => covers(answer, outcome),
                (Err(_), Ok(_)) => false,
                (_, Err(_)) => true,
            };
            prop_assert!(fine, "{name} of {known:?} is {outcome:?}, but of {blurred:?} it is {answer:?}");
        }
        Ok(())
    });
}

#[test]
fn operations_are_sound_under_hcl() {
    sound(Rules::hcl());
}

#[test]
fn operations_are_sound_in_plain_hcl() {
    sound(Rules::generic());
}

#[test]
fn operations_are_sound_under_the_extended_model() {
    sound(Rules::extended());
}

#[test]
fn operations_are_sound_as_go_cty_does_them() {
    // except for the order of equality: for go-cty, sets with unknowns inside their elements differ
    let rules = Rules { forgetful_operators: false, ..Rules::exact() };
    law((0..9usize, dice()), |(which, bytes)| {
        let (name, op) = OPS[which];
        let mut dice = Dice::new(&bytes);
        let known = [concrete(&mut dice, 0, &rules), concrete(&mut dice, 0, &rules)];
        let blurred = known.clone().map(|value| refined(&mut dice, &value));
        if let (answer, Ok(outcome)) = (op(&blurred, &rules), op(&known, &rules)) {
            let infinite = known.iter().any(|value| value.as_number().is_some_and(Number::is_infinite));
            let fine = answer
                .as_ref()
                .is_ok_and(|answer| covers(answer, &outcome) || infinite || equal_zero(answer, &outcome));
            prop_assert!(fine, "{name} of {known:?} is {outcome:?}, but of {blurred:?} it is {answer:?}");
        }
        Ok(())
    });
}

/// Returns `true` for 0 and -0: go-cty replaces -0 by 0 when a range collapses.
fn equal_zero(a: &Value, b: &Value) -> bool {
    let zero = |value: &Value| value.as_number().is_some_and(Number::is_zero);
    zero(a) && zero(b)
}

fn targets() -> Vec<Type> {
    let object = Type::object([("a", Type::STRING), ("b", Type::NUMBER)]);
    vec![
        Type::STRING,
        Type::NUMBER,
        Type::BOOL,
        Type::INT,
        Type::list(Type::STRING),
        Type::set(Type::NUMBER),
        Type::map(Type::STRING),
        Type::list(Type::ANY),
        object.clone(),
        object.optional(),
        Type::union([Type::INT, Type::STRING]),
        Type::output(Type::STRING),
        Type::tuple([Type::STRING, Type::NUMBER]),
    ]
}

#[test]
fn conversions_are_sound() {
    let targets = targets();
    for rules in [Rules::hcl(), Rules::generic(), Rules::extended()] {
        law((0..targets.len(), dice()), |(which, bytes)| {
            let to = &targets[which];
            let mut dice = Dice::new(&bytes);
            let known = concrete(&mut dice, 2, &rules);
            let blurred = blurred(&mut dice, &known, &rules);
            let (outcome, answer) = (convert(&known, to, &rules), convert(&blurred, to, &rules));
            let fine = match (&answer, &outcome) {
                (Ok(answer), Ok(outcome)) => covers(answer, outcome),
                (Err(_), Ok(_)) => false,
                (_, Err(_)) => true,
            };
            prop_assert!(fine, "{known:?} to {to} is {outcome:?}, but {blurred:?} is {answer:?}");
            if let Ok(outcome) = outcome {
                let again = convert(&outcome, to, &rules);
                prop_assert!(again.is_ok_and(|again| again.same(&outcome)), "{outcome:?} to {to} is itself");
            }
            Ok(())
        });
    }
}

#[test]
fn refining_narrows() {
    law(dice(), |bytes| {
        let mut dice = Dice::new(&bytes);
        let rules = Rules::hcl();
        let candidates: Vec<Value> = (0..4).map(|_| concrete(&mut dice, 1, &rules)).collect();
        let mut value = Value::unknown(candidates[0].ty().clone());
        for _ in 0..4 {
            let about = dice.pick(&candidates).clone();
            let Ok(next) =
                true_fact(&mut dice, &about, Refiner::strict(value.clone())).and_then(Refiner::finish)
            else {
                continue;
            };
            for candidate in candidates.iter().filter(|candidate| candidate.ty() == value.ty()) {
                prop_assert!(
                    covers(&value, candidate) || !covers(&next, candidate),
                    "{candidate:?} is in {next:?} but not in {value:?}"
                );
            }
            value = next;
        }
        Ok(())
    });
}

#[test]
fn packed_values_widen_at_most() {
    law(dice(), |bytes| {
        let mut dice = Dice::new(&bytes);
        let rules = Rules::hcl();
        let known = concrete(&mut dice, 2, &rules);
        let value = blurred(&mut dice, &known, &rules).unmark_deep().0;
        for ty in [value.ty().clone(), Type::ANY] {
            let bytes = encode(&value, &ty, &rules).expect("no marks");
            let read = decode(&bytes, &ty).expect("our own bytes");
            // MessagePack has no -0, but 0 is equal to it
            let zero = value.to_string().contains("-0");
            let widened = covers(&read, &known) || !covers(&value, &known);
            let same = !value.is_wholly_known() || read.same(&value);
            prop_assert!(zero || widened && same, "{value:?} reads back as {read:?}");
        }
        Ok(())
    });
}

#[test]
fn random_bytes_are_no_danger() {
    let types = targets();
    law((0..types.len(), proptest::collection::vec(any::<u8>(), 0..40)), |(which, bytes)| {
        let _ = decode(&bytes, &types[which]);
        let _ = decode(&bytes, &Type::ANY);
        Ok(())
    });
}

#[test]
fn numbers_read_back() {
    law("-?[0-9]{1,40}(\\.[0-9]{1,40})?(e-?[0-9]{1,3})?", |text: String| {
        let read = number(&text);
        let again = number(&read.to_string());
        prop_assert_eq!(again.to_string(), read.to_string());
        prop_assert!(again.equals(&read) && again.compare(&read).is_eq());
        Ok(())
    });
}

#[test]
fn integers_of_512_bits_are_exact() {
    let integer = || {
        prop_oneof![
            any::<i64>().prop_map(BigInt::from),
            "-?[1-9][0-9]{0,75}".prop_map(|text| text.parse::<BigInt>().expect("digits")),
        ]
    };
    law((integer(), integer()), |(a, b)| {
        let (x, y) = (Number::from(a.clone()), Number::from(b.clone()));
        let exact = |got: Fallible<Number>, want: BigInt| {
            let got = got.expect("within the limits");
            prop_assert_eq!(got.to_string(), want.to_string());
            Ok(())
        };
        exact(x.add(&y), &a + &b)?;
        exact(x.sub(&y), &a - &b)?;
        exact(x.mul(&y), &a * &b)?;
        prop_assert_eq!(x.compare(&y), a.cmp(&b));
        if b != BigInt::ZERO {
            exact(x.rem(&y), &a % &b)?;
            exact(x.mul(&y).and_then(|product| product.div(&y)), a.clone())?;
            let floor = x.div(&y).expect("within the limits").truncate();
            let error = floor.sub(&Number::from(&a / &b)).expect("within the limits").abs();
            prop_assert!(error.compare(&Number::from(1i64)).is_le(), "{a} / {b} is about {floor}");
        }
        Ok(())
    });
}
