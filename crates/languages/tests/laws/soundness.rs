//! The abstract result contains every concrete one, and a certain error occurs for every value.

use std::sync::Arc;

use hclx_core::{
    Marks, Number, Range, Refiner, Rules, Tri, Type, TypeKind, Value, convert, includes, strip_eventual,
    wrap_eventual,
};
use hclx_diag::Diagnostic;
use hclx_diag::code_names::ARMS_DIFFER;
use hclx_eval::functions::Function;
use hclx_eval::{Budget, Environment, Limits, Outcome, Scope};

use crate::calls::{Calls, call_of, callable};
use crate::eval_in;
use crate::programs::{Maker, NAMES, Random, expression};

/// The number of programs in every build, and with `HCLX_LONG=1`.
const PROGRAMS: [u64; 2] = [1_000, 400_000];

fn number(value: f64) -> Value {
    Value::number(Number::parse_string(&value.to_string()).expect("a number"))
}

fn strings(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| Value::string(*text)).collect()
}

/// A value of a name's type.
pub(crate) fn concrete(name: &str, random: &mut Random) -> Value {
    let thing = |random: &mut Random| {
        Value::object([("a".into(), number(random.below(3) as f64)), ("b".into(), Value::string("x"))])
    };
    let object = thing(random).ty().clone();
    match name {
        "n" | "m" => number([0.0, 1.0, 2.5, -3.0, 7.0][random.below(5)]),
        "s" | "t" => Value::string(random.pick(&["", "a", "abc", "7", "true", "a-b"])),
        "b" => Value::bool(random.below(2) == 0),
        "l" => Value::list(Type::STRING, strings([&["a", "b"][..], &[], &["7"]][random.below(3)])),
        "e" => Value::set(Type::STRING, strings([&["a", "b"][..], &[], &["7"]][random.below(3)])),
        "o" => Value::object([("a".into(), number(1.0)), ("b".into(), Value::string("x"))]),
        "p" => Value::tuple(vec![number(3.0), Value::string("y"), Value::bool(true)]),
        "k" => {
            let entry = |key: &str| (Arc::from(key), number(4.0));
            Value::map(
                Type::NUMBER,
                [vec![entry("a")], vec![], vec![entry("a"), entry("c")]][random.below(3)].clone(),
            )
        }
        "z" => [Value::null(Type::STRING), Value::string("z")][random.below(2)].clone(),
        "i" => Value::string("i"),
        "j" => Value::list(object.clone(), vec![thing(random); random.below(3)]),
        "q" => Value::map(Type::list(Type::STRING), {
            let list = Value::list(Type::STRING, strings([&["a", "b"][..], &[]][random.below(2)]));
            [vec![("x".into(), list)], vec![]][random.below(2)].clone()
        }),
        _ => Value::list(Type::NUMBER, vec![number(1.0); random.below(3)]),
    }
}

/// A concrete value and its type; under the extended model, some names are unions and eventuals.
fn concrete_extended(name: &str, random: &mut Random) -> (Value, Type) {
    let rules = Rules::extended();
    let value = concrete(name, random);
    let wrapped = |ty: Type| (convert(&value, &ty, &rules).expect("an eventual value"), ty);
    match name {
        "t" => wrapped(Type::promise(Type::STRING)),
        "m" => wrapped(Type::output(Type::NUMBER)),
        "r" => wrapped(Type::output(Type::list(Type::NUMBER))),
        "z" => {
            let value = if value.is_null() { Value::null(Type::NONE) } else { value };
            (value, Type::STRING.optional())
        }
        "j" => {
            let value = [Value::string("w"), value.clone()][random.below(2)].clone();
            (value.clone(), Type::union([Type::STRING, concrete(name, random).ty().clone()]))
        }
        _ => {
            let ty = value.ty().clone();
            (value, ty)
        }
    }
}

/// An abstraction of a value of a type: the value itself, or an unknown that it is one of.
fn abstraction(value: &Value, ty: &Type, rules: &Rules, random: &mut Random) -> Value {
    let plain = Value::unknown_under(ty.clone(), rules);
    match random.below(6) {
        0 => value.clone(),
        1 => plain,
        2 => part_by_part(value, rules, random).unwrap_or(plain),
        // under the extended model, any is a type that gives way in unification
        _ if rules.extended => plain,
        3 => Value::dynamic(),
        4 if !value.is_null() => Value::unknown_in(value.ty().clone(), Range::not_null()),
        _ if value.is_null() => plain,
        _ => {
            let refiner = Refiner::new(Value::unknown_in(value.ty().clone(), Range::not_null()));
            let refined = match (value.as_number(), value.as_str()) {
                (Some(number), _) => refiner.min(number.clone(), true),
                (_, Some(text)) if random.below(2) == 0 => refiner.prefix(text),
                (_, Some(text)) => {
                    let length = hclx_core::characters(text);
                    refiner.characters(length.saturating_sub(random.below(2)), Some(length + random.below(2)))
                }
                _ if value.ty().is_collection() => {
                    refiner.length_min(i64::try_from(value.length().unwrap_or(0)).expect("a small length"))
                }
                _ => Ok(refiner),
            };
            refined.and_then(Refiner::finish).expect("a fact about the value")
        }
    }
}

/// Returns `true` if a description admits a value, part by part where both are known.
fn admits(general: &Value, specific: &Value) -> bool {
    let (general, specific) = (general.clone().unmark().0, specific.clone().unmark().0);
    // an eventual may resolve at once: an output accepts a plain value (the type algebra)
    let (general, later) = strip_eventual(general);
    let (specific, at_last) = strip_eventual(specific);
    if at_last > later && !general.ty().is_any() {
        return !general.is_known()
            && includes(&general, &wrap_eventual(specific, at_last), &Rules::extended()) != Tri::No;
    }
    if !general.is_known() {
        // an int is a number, and so are infinities, about which go-cty is not certain
        let widen = *general.ty() == Type::NUMBER && *specific.ty() == Type::INT;
        let specific = match specific.as_number() {
            Some(number) if widen => Value::number(number.clone()),
            _ => specific,
        };
        let says_nothing = general.ty().is_any() && !general.range().is_of_unknown_type();
        return says_nothing || includes(&general, &specific, &Rules::extended()) != Tri::No;
    }
    if general.ty().is_any() || general.is_null() || specific.is_null() {
        return general.is_null() == specific.is_null();
    }
    let parts = |value: &Value| -> Vec<Value> {
        match value.elements() {
            Some(elements) => elements.to_vec(),
            None => value.iter_entries().map(|(_, part)| part.clone()).collect(),
        }
    };
    if general.length().is_none() {
        return match (general.as_number(), specific.as_number()) {
            (Some(a), Some(b)) => a.equals(b),
            _ => general.same(&specific),
        };
    }
    let is_set = general.iter_entries().next().is_none() && specific.ty() == general.ty();
    let (a, b) = (parts(&general), parts(&specific));
    let keys = |value: &Value| value.iter_entries().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    if is_set && matches!(general.ty().strip_eventual().0.kind(), TypeKind::Set(_)) {
        return !general.is_wholly_known() || general.same(&specific);
    }
    a.len() == b.len() && keys(&general) == keys(&specific) && a.iter().zip(&b).all(|(a, b)| admits(a, b))
}

/// An abstraction of each part, where the types of the parts stay the same.
fn part_by_part(value: &Value, rules: &Rules, random: &mut Random) -> Option<Value> {
    let mut part = |part: &Value| abstraction(part, part.ty(), rules, random);
    let kept =
        |parts: Vec<Value>, element: &Type| parts.iter().all(|part| part.ty() == element).then_some(parts);
    match value.ty().kind() {
        TypeKind::Tuple(_) => Some(Value::tuple(value.elements()?.iter().map(part).collect())),
        TypeKind::Object(_) => {
            Some(Value::object(value.iter_entries().map(|(name, value)| (name.clone(), part(value)))))
        }
        TypeKind::List(element) => {
            let parts = kept(value.elements()?.iter().map(part).collect(), element)?;
            Some(Value::list(element.clone(), parts))
        }
        TypeKind::Map(element) => {
            let names = value.iter_entries().map(|(name, _)| name.clone());
            let parts = kept(value.iter_entries().map(|(_, value)| part(value)).collect(), element)?;
            Some(Value::map(element.clone(), names.zip(parts)))
        }
        _ => None,
    }
}

/// Occasionally a mark, for a value and all its abstractions.
fn mark(random: &mut Random) -> Marks {
    match random.below(12) {
        0 => Marks::one("sensitive"),
        1 => Marks::one("ephemeral"),
        _ => Marks::NONE,
    }
}

fn check(seed: u64, env: &Environment<'_>, functions: &[&Function]) -> Result<(), String> {
    let rules = env.rules;
    let mut maker = Maker::new(Random::new(seed), Calls::new(env, functions));
    let src = match seed % 2 {
        0 => expression(&mut maker, 4),
        // every function in turn
        _ => {
            let which = (seed / 2) as usize % maker.calls.count();
            call_of(&mut maker, which, 2)
        }
    };
    let mut random = Random::new(seed ^ 0x5EED);
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let (mut known, mut open) = (Scope::root(), Scope::root());
    let mut given = Vec::new();
    let values: Vec<(&str, Value, Type)> = NAMES
        .iter()
        .map(|name| {
            if rules.extended {
                let (value, ty) = concrete_extended(name, &mut random);
                return (*name, value, ty);
            }
            let value = concrete(name, &mut random);
            let ty = value.ty().clone();
            (*name, value, ty)
        })
        .collect();
    let named =
        maker.calls.named.iter().map(|(name, value)| (name.as_str(), value.clone(), value.ty().clone()));
    for (name, value, ty) in values.into_iter().chain(named) {
        let marks = mark(&mut random);
        let general = abstraction(&value, &ty, &rules, &mut random).with_marks(&marks);
        let value = value.with_marks(&marks);
        given.push(format!("{name} = {value} as {general}"));
        known.define(name, value);
        open.define(name, general);
    }
    let exact = eval_in(&src, &known, env, &Budget::new(limits));
    let wide = eval_in(&src, &open, env, &Budget::new(limits));
    compare(&wide, &exact).map_err(|what| {
        let used = |line: &&String| line.split_once(' ').is_some_and(|(name, _)| uses(&src, name));
        let given: Vec<&str> = given.iter().filter(used).map(String::as_str).collect();
        format!("seed {seed}: {src}\n  {}\n  {what}", given.join("\n  "))
    })
}

/// Returns `true` if a program may use a name.
fn uses(src: &str, name: &str) -> bool {
    src.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// Returns `true` if all marks of a value are among those of its description.
fn covers(general: &Value, specific: &Value) -> bool {
    let all = general.clone().unmark_deep().1;
    specific.clone().unmark_deep().1.iter().all(|mark| all.contains(mark))
}

fn compare(wide: &Outcome, exact: &Outcome) -> Result<(), String> {
    // arms without a common type are an error, even though the reference accepts them if the arm that
    // is not evaluated happens to fail
    let inside = |found: &Diagnostic| {
        found.labels.iter().any(|label| label.message.contains("conditional arms have different types"))
    };
    let arms_differ = |found: &Diagnostic| found.is_error() && (found.code == ARMS_DIFFER || inside(found));
    if wide.diagnostics.iter().any(arms_differ) {
        return Ok(());
    }
    // the specification unifies declared types, not those of the actual values; an approximation
    // says so
    if wide.approximations.iter().any(|it| it.what == "arms meet by their declared types") {
        return Ok(());
    }
    let says = || {
        let typed = |value: &Value| format!("{value} ({})", value.ty());
        format!("says {}\n  but is {}", typed(&wide.value), typed(&exact.value))
    };
    match (wide.has_errors(), exact.has_errors()) {
        (true, true) | (false, true) => Ok(()),
        (true, false) => {
            let said = wide.diagnostics.iter().filter(|found| found.is_error()).map(|found| &found.message);
            Err(format!("certainly wrong: {:?}\n  but gives {}", said.collect::<Vec<_>>(), exact.value))
        }
        _ if !covers(&wide.value, &exact.value) => Err(format!("loses marks: {}", says())),
        _ if !exact.value.is_wholly_known() || admits(&wide.value, &exact.value) => Ok(()),
        // beside an arm that fails, the evaluated arm keeps its own type, which is only used where the
        // failure is certain
        _ if !exact.diagnostics.is_empty() => {
            match convert(&exact.value.clone().unmark_deep().0, wide.value.ty(), &Rules::hcl()) {
                Ok(value) if admits(&wide.value, &value) => Ok(()),
                _ => Err(says()),
            }
        }
        _ => Err(says()),
    }
}

fn run(rules: Rules, dialect: &str) {
    let programs = PROGRAMS[usize::from(std::env::var_os("HCLX_LONG").is_some())];
    let env = Environment { rules, ..Environment::of(hclx_languages::dialect(dialect).expect("a dialect")) };
    let functions = callable(env.functions);
    let failures: Vec<String> =
        (0..programs).filter_map(|seed| check(seed, &env, &functions).err()).collect();
    println!("{dialect}: {programs} programs, {} unsound", failures.len());
    assert!(
        failures.is_empty(),
        "{} of {programs}:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}

#[test]
fn plain_hcl_is_sound() {
    run(Rules::generic(), "hcl");
}

#[test]
fn the_extended_model_is_sound() {
    run(Rules::extended(), "pcl");
}

#[test]
fn the_rules_of_terraform_are_sound() {
    run(Rules::terraform(), "terraform");
}
