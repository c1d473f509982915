//! Deep and large values: no stack overflow, no unreasonable time.

use hclx_core::msgpack::{decode, encode};
use hclx_core::{Budget, Number, Rules, Type, Value, convert, join, ops, to_json};

/// Runs on a stack of 2 MB, the default of threads.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
    thread.join().expect("no overflow");
}

fn nested(depth: usize) -> Value {
    let mut value = Value::tuple(vec![]);
    for _ in 0..depth {
        value = Value::tuple(vec![value]);
    }
    value
}

#[test]
fn deep_values_do_not_overflow() {
    on_small_stack(|| {
        let rules = Rules::hcl();
        let (a, b) = (nested(10_000), nested(10_000));
        assert!(a.same(&b));
        assert!(a.is_wholly_known() && !a.contains_marks());
        assert_eq!(ops::equal(&a, &b, &rules).expect("no fault").as_bool(), Some(true));
        assert_eq!(a.to_string().len(), 20_002);
        assert!(a.pretty().len() > 20_002);
        assert_eq!(to_json(&a).expect("plain").len(), 20_002);
        let bytes = encode(&a, a.ty(), &rules).expect("no marks");
        assert!(decode(&bytes, a.ty()).expect("our own bytes").same(&a));
        let marked = Value::tuple(vec![a.clone().with_mark("m")]);
        let (plain, marks) = marked.clone().unmark_deep();
        assert!(marks.contains("m") && !plain.contains_marks());
        assert!(join(&[a.clone(), Value::null(a.ty().clone())], &rules).ty() == a.ty());
        assert!(convert(&a, &Type::list(Type::STRING), &rules).is_err());
        drop((a, b, marked, plain));
        drop(nested(100_000));
    });
}

/// The join of values with different contents is computed once per level, not twice.
#[test]
fn deep_values_of_mixed_parts_are_joined_quickly() {
    let object =
        |parts: Vec<(&str, Value)>| Value::object(parts.into_iter().map(|(name, one)| (name.into(), one)));
    let leaf = || object(vec![("name", "a".into()), ("is_set", Value::TRUE)]);
    let nested = |name: &str| (0..60).fold(leaf(), |inner, _| object(vec![(name, inner), ("other", leaf())]));
    let one = join(&[nested("a"), nested("b")], &Rules { exact_ranges: false, ..Rules::hcl() });
    assert_eq!(one.several().map(|values| values.len()), Some(2));
}

#[test]
fn long_numbers_are_quick() {
    let digits = "1234567890".repeat(10_000);
    // numbers of 10^5 digits
    {
        let number = Number::parse_literal(&digits).expect("within the limits");
        assert!(number.to_string().starts_with("12345678901234567890"));
        assert_eq!(number.to_string().len(), digits.len());
        assert!(number.mul(&number).is_err());
    }
    // fractions far from one
    {
        for exponent in 0..200 {
            let number =
                Number::parse_literal(&format!("7.25e-{}", 99_000 + exponent)).expect("within the limits");
            assert!(number.to_string().ends_with("725"));
        }
    }
    assert!(Number::parse_literal(&"9".repeat(1_000_000)).is_err());
    // powers that grow without bound
    {
        let mut number = Number::from(3i64);
        while let Ok(square) = number.mul(&number) {
            number = square;
        }
    }
}

#[test]
fn large_collections_are_near_linear() {
    let rules = Rules::hcl();
    let numbers =
        |from: u64| (from..from + 100_000).map(|n| Value::number(Number::from(n))).collect::<Vec<_>>();
    // sets of 10^5 elements
    {
        let tuple = Value::tuple(numbers(10_000_000_000));
        let set = convert(&tuple, &Type::set(Type::NUMBER), &rules).expect("numbers");
        let again = convert(&Value::tuple(numbers(10_000_000_000)), set.ty(), &rules).expect("numbers");
        assert_eq!(ops::equal(&set, &again, &rules).expect("no fault").as_bool(), Some(true));
        let objects = numbers(10_000_000_000).into_iter().map(|n| Value::object([("n".into(), n)])).collect();
        let objects = Value::tuple(objects);
        let element = objects.elements().expect("known")[0].ty().clone();
        let set = convert(&objects, &Type::set(element), &rules).expect("objects");
        assert_eq!(set.length(), Some(100_000));
    }
}

/// Printing, dropping and comparing a value takes time proportional to its distinct parts: shared parts count
/// once. The test counts the steps of a budget, two per element.
#[test]
fn shared_parts_are_looked_at_once() {
    let doubled = |leaf: &Value, levels: usize| {
        (0..levels).fold(leaf.clone(), |inner, level| match level % 2 {
            0 => Value::tuple(vec![inner.clone(), inner]),
            _ => Value::object([("a".into(), inner.clone()), ("b".into(), inner)]),
        })
    };
    type Sink = (&'static str, fn(&Value));
    let sinks: &[Sink] = &[
        ("described_type", |value| assert!(!value.described_type().is_union())),
        ("is_wholly_known", |value| assert!(!value.is_wholly_known() || !value.ty().has_any())),
        ("contains_marks", |value| assert!(value.contains_marks() || value.clone().unmark().1.is_empty())),
        ("with_mark", |value| assert!(value.clone().with_mark("m").contains_marks())),
        ("range", |value| drop(value.range())),
        ("same", |value| assert!(value.same(&value.clone()))),
        ("join", |value| drop(join(&[value.clone(), value.clone()], &Rules::hcl()))),
        ("convert", |value| drop(convert(value, value.ty(), &Rules::hcl()))),
        ("admit", |value| assert!(Budget::default().admit(value).is_ok())),
        ("drop", |value| drop(Value::tuple(vec![value.clone()]))),
    ];
    for leaf in [Value::dynamic(), Value::TRUE, Value::dynamic().with_mark("m")] {
        for (name, sink) in sinks {
            let value = doubled(&leaf, 20);
            let budget = Budget::default();
            sink(&value);
            budget.collect().expect("within the limits");
            let (steps, bytes) = budget.used();
            assert!(steps < 50 && bytes < 5_000, "{name} of {leaf}: {steps} steps, {bytes} bytes");
        }
    }
}
