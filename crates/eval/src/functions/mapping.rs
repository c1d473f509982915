//! Functions on maps and objects.

use std::sync::Arc;

use hclx_core::{Range, Rules, Type, TypeKind, Value, convert, convertible, generalized, in_cty, ops, unify};
use hclx_diag::{Fallible, Fault, Ordered, similar};
use smallvec::SmallVec;

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, Run, shape};

/// The number of maps up to which each name is looked up in each map.
const FEW: usize = 4;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "hasindex",
        "(collection: any, key: any) -> bool",
        "true if a list, map or tuple has an element with a key",
        &[("hasindex([\"a\"], 0)", "true"), ("hasindex([\"a\"], 1)", "false")],
        |args| Ok(ops::has_index(args.known(0)?, args.known(1)?, args.rules)?),
    )
    .typed(|args| {
        let ty = args.get(0).ty();
        let indexed =
            matches!(ty.kind(), TypeKind::List(_) | TypeKind::Map(..) | TypeKind::Tuple(_) | TypeKind::Any);
        if indexed { Ok(Type::BOOL) } else { args.wrong_type(0, "a list, map or tuple") }
    })
    .any(ALL),
    FunctionRow::new(
        "keys",
        "(inputMap: any) -> any",
        "the keys of a map or object, sorted",
        &[("keys({ b = 1, a = 2 })", "[\"a\", \"b\"]")],
        keys,
    )
    .typed(keys_type)
    .bounded(|args, unknown| {
        shape::sequence_of(args, unknown, |_| some_key(), |key, _| Value::string(key.clone()))
    })
    .unknown(ALL)
    .marks(ALL),
    FunctionRow { run: Run::Values(lookup_in_whole), ..LOOKUP },
    FunctionRow::new(
        "merge",
        "(maps: any?...) -> any",
        "the merged elements of maps or attributes of objects; for duplicate keys, the last one counts",
        &[
            ("merge({ a = 1, b = 2 }, { b = 3 })", "{ a = 1, b = 3 }"),
            ("merge({ a = 1 }, null)", "{ a = 1 }"),
        ],
        merge,
    )
    .typed(merge_type)
    .bounded(|args, unknown| shape::where_open(args, unknown, hclx_core::merged))
    .any(ALL)
    .marks(ALL),
    FunctionRow::new(
        "values",
        "(mapping: any) -> any",
        "the values of a map or object, in the order of their keys",
        &[("values({ b = 1, a = 2 })", "[2, 1]")],
        |args| {
            let values = args.known(0)?.iter_entries().map(|(_, value)| value.clone()).collect();
            Ok(match args.result.kind() {
                TypeKind::List(element) => Value::list(element.clone(), values),
                _ => Value::tuple(values),
            })
        },
    )
    .typed(|args| match args.get(0).ty().kind() {
        TypeKind::Map(element) => Ok(Type::list(element.clone())),
        TypeKind::Object(object) => {
            Ok(Type::tuple(object.attributes().iter().map(|attribute| attribute.ty.clone())))
        }
        _ => args.wrong_type(0, "a map or object"),
    })
    .bounded(|args, unknown| {
        shape::sequence_of(args, unknown, |shape| shape.element().clone(), |_, value| value.clone())
    })
    .marks(ALL)
    .keeps_parts(),
    FunctionRow::new(
        "zipmap",
        "(keys: list(string), values: any) -> any",
        "a map from a list of keys and a list of values of the same length",
        &[("zipmap([\"a\", \"b\"], [1, 2])", "{ a = 1, b = 2 }")],
        zipmap,
    )
    .typed(zipmap_type)
    .bounded(shape::zipped)
    .marks(ALL)
    .keeps_parts(),
];

/// The row of `lookup`; dialects differ in it.
pub(super) const LOOKUP: FunctionRow = FunctionRow::new(
    "lookup",
    "(inputMap: any, key: string, default: any) -> any",
    "the element of a map with a key, or a default value",
    &[("lookup({ a = 1 }, \"a\", 0)", "1"), ("lookup({ a = 1 }, \"b\", 0)", "0")],
    lookup,
)
.typed(lookup_type)
.bounded(shape::looked_up)
.nullable()
.marks(ALL)
.choices(1 << 2);

fn some_key() -> Value {
    Value::unknown_in(Type::STRING, Range::not_null())
}

fn keys_type(args: &Args<'_>) -> Fallible<Type> {
    match args.get(0).ty().kind() {
        TypeKind::Map(..) => Ok(Type::list(Type::STRING)),
        TypeKind::Object(object) => Ok(Type::tuple(object.attributes().iter().map(|_| Type::STRING))),
        _ => args.wrong_type(0, "a map or object"),
    }
}

fn keys(args: &Args<'_>) -> Answer {
    let value = args.get(0);
    if let Some(object) = value.ty().as_object() {
        let names = object.attributes().iter().map(|attribute| Value::string(attribute.name.clone()));
        return Ok(Value::tuple(names.collect()));
    }
    let keys = args.known(0)?.iter_entries().map(|(key, _)| Value::string(key.clone())).collect();
    Ok(Value::list(Type::STRING, keys))
}

fn lookup_type(args: &Args<'_>) -> Fallible<Type> {
    let default = args.find(2);
    if args.count() > 3 {
        return Err(args
            .failed(format!("takes at most three arguments, found {}", args.count()))
            .argument(3));
    }
    match args.get(0).ty().kind() {
        TypeKind::Map(element) => {
            let Some(default) = default else { return Ok(element.clone()) };
            match with_default(element, default, args.rules) {
                Some(ty) => Ok(ty),
                None => {
                    args.wrong_type(2, &format!("of the type of the map's elements, {}", element.shown()))
                }
            }
        }
        TypeKind::Object(object) => {
            let Some(key) = args.peek(1) else { return Ok(Type::ANY) };
            match (object.get(key), default) {
                (Some(attribute), _) => Ok(attribute.ty.clone()),
                (None, Some(default)) => Ok(default.ty().clone()),
                (None, None) => {
                    let names = object.attributes().iter().map(|attribute| &*attribute.name);
                    let fault = args.fault(1, format!("is `{key}`, which is not an attribute of the object"));
                    Err(with_nearest(fault, key, names))
                }
            }
        }
        _ => args.wrong_type(0, "a map or object"),
    }
}

/// The type of an element or of its default; `None` if the default has a different type. In the reference, an
/// int is a number and null has any type.
fn with_default(element: &Type, default: &Value, rules: &Rules) -> Option<Type> {
    let found = default.ty();
    if convertible(found, element, rules).is_safe() && !found.is_none() {
        return Some(element.clone());
    }
    if rules.extended {
        let unified = unify(&[element.clone(), found.clone()], rules);
        let fits = || convert(default, element, rules).ok().map(|_| element.clone());
        return unified.safe.filter(|_| found.is_numeric()).or_else(fits);
    }
    let wanted = if element.has_any() { generalized(element, &[Type::ANY]) } else { in_cty(element) };
    let converted = convert(default, &wanted, rules).ok()?;
    let common = if element.has_any() { &wanted } else { converted.ty() };
    Some(generalized(common, &[element.clone(), found.clone()]))
}

/// Adds the most similar name to a fault, or a general help.
fn with_nearest<'n>(fault: Fault, key: &str, names: impl Iterator<Item = &'n str>) -> Fault {
    match similar(key, names).first() {
        Some(meant) => fault.meant(meant),
        None => fault.help("add a default as third argument"),
    }
}

/// HCL's `lookup` requires all elements to be known.
fn lookup_in_whole(args: &Args<'_>) -> Answer {
    if args.rules.exact_ranges {
        args.wholly(0)?;
    }
    lookup(args)
}

fn lookup(args: &Args<'_>) -> Answer {
    let map = args.known(0)?;
    let key = args.string(1)?.plain()?;
    let in_common = |value: &Value| convert(value, &args.result, args.rules);
    match (map.get_attr_value(key), args.find(2)) {
        // an untyped null does not take the type of the default
        (Some(found), _) if found.is_null() && found.ty().is_none() => Ok(found.clone()),
        (Some(found), _) => Ok(in_common(found)?),
        (None, Some(default)) => Ok(in_common(default).map_err(|fault| fault.argument(2))?),
        (None, None) => {
            let fault = args.fault(1, format!("is `{key}`, which is not a key of the map"));
            Err(with_nearest(fault, key, map.iter_entries().map(|(key, _)| &**key)).into())
        }
    }
}

/// The type of `merge`: objects and maps of one type result in that type, others in an object if all names
/// are known.
fn merge_type(args: &Args<'_>) -> Fallible<Type> {
    let mut types: SmallVec<[Type; 4]> = SmallVec::new();
    let mut names_known = true;
    let mut is_any = false;
    for (position, value) in args.values.iter().enumerate() {
        let ty = value.ty();
        is_any |= ty.is_any() || *ty == Type::NONE;
        // after an argument of type any, elements are merged regardless of the collection that contains them
        if is_any {
            match has_no_entries(value) {
                true => return args.wrong_type(position, "a map or object"),
                false => continue,
            }
        }
        match ty.kind() {
            TypeKind::Object(_) if value.is_null() => {
                types.push(Type::object::<Arc<str>>([]));
                continue;
            }
            TypeKind::Object(_) => {}
            TypeKind::Map(..) => names_known &= value.is_null() || value.is_known(),
            _ => return args.wrong_type(position, "a map or object"),
        }
        types.push(ty.clone());
    }
    if is_any {
        return Ok(Type::ANY);
    }
    let Some(first) = types.first() else { return Ok(Type::object::<Arc<str>>([])) };
    if types.iter().all(|ty| ty == first) {
        return Ok(first.clone());
    }
    let map = in_cty(first);
    if matches!(map.kind(), TypeKind::Map(..)) && types.iter().all(|ty| in_cty(ty) == map) {
        return Ok(generalized(first, &types));
    }
    Ok(if names_known { merged_type(args.values) } else { Type::ANY })
}

/// Returns `true` for a value without named elements: a known primitive, or a sequence.
fn has_no_entries(value: &Value) -> bool {
    let is_certain = value.is_known() && !value.is_null();
    is_certain
        && match value.ty().kind() {
            TypeKind::Tuple(_) | TypeKind::List(..) => value.length().is_some_and(|length| length > 0),
            _ => value.ty().is_primitive(),
        }
}

/// The object type with the entries of all maps and objects.
fn merged_type(values: &[Value]) -> Type {
    let mut attributes: Vec<(&Arc<str>, &Type)> = Vec::with_capacity(values.len());
    // of duplicate names, the last argument counts, which comes first in this order
    for value in values.iter().rev().filter(|value| !value.is_null()) {
        match value.ty().kind() {
            TypeKind::Object(object) => {
                attributes.extend(object.attributes().iter().map(|a| (&a.name, &a.ty)))
            }
            TypeKind::Map(element) => attributes.extend(value.iter_entries().map(|(key, _)| (key, element))),
            _ => {}
        }
    }
    Type::object_of(attributes)
}

fn merge(args: &Args<'_>) -> Answer {
    let values = args.values.iter().filter(|value| !value.is_null());
    if values.clone().any(|value| !value.is_known()) {
        return Err(EarlyReturn::Unknown);
    }
    let count: usize = values.clone().filter_map(Value::length).sum();
    args.budget.spend(64 * count as u64)?;
    if let Some(object) = args.result.as_object().filter(|_| args.count() <= FEW) {
        let last =
            |name: &str| args.values.iter().rev().find_map(|value| value.get_attr_value(name)).cloned();
        let last: Option<Vec<Value>> = object.attributes().iter().map(|one| last(&one.name)).collect();
        if let Some(last) = last {
            return Ok(Value::object_like(&args.result, last.into()));
        }
    }
    let mut entries: Vec<(Arc<str>, Value)> = Vec::with_capacity(count);
    for value in values {
        entries.extend(value.iter_entries().map(|(key, value)| (key.clone(), value.clone())));
    }
    let TypeKind::Map(element) = args.result.kind() else { return Ok(Value::object(entries)) };
    // an element that is replaced later does not have to convert
    let last: Ordered<Arc<str>, Value> = entries.into_iter().collect();
    let converted: Fallible<Vec<_>> =
        last.into_iter().map(|(key, value)| Ok((key, convert(&value, element, args.rules)?))).collect();
    Ok(Value::map(element.clone(), converted?))
}

/// The keys of a wholly known list.
fn known_keys(args: &Args<'_>) -> Result<Vec<Arc<str>>, EarlyReturn> {
    args.without_null(0)?;
    let elements = args.wholly(0)?.elements().unwrap_or_default();
    elements.iter().map(|key| Ok(key.text().ok_or(EarlyReturn::Unknown)?.plain()?.into())).collect()
}

/// Checks that the number of values may equal the number of keys.
fn same_count(args: &Args<'_>) -> Fallible<()> {
    let lengths = |position: usize| {
        let value = args.get(position);
        let known = value.length().or_else(|| value.ty().as_tuple().map(<[Type]>::len));
        let most = known.or_else(|| value.range().len_max()).unwrap_or(usize::MAX);
        (known.unwrap_or_else(|| value.range().len_min()), most)
    };
    let (keys, values) = (lengths(0), lengths(1));
    if keys.0 <= values.1 && values.0 <= keys.1 {
        return Ok(());
    }
    let shown = |(least, most): (usize, usize)| match least == most {
        true => least.to_string(),
        false if least == 0 => format!("at most {most}"),
        false => format!("at least {least}"),
    };
    let (keys, values) = (shown(keys), shown(values));
    Err(args.fault(1, format!("must have a value for each key, found {values} for {keys}")))
}

fn zipmap_type(args: &Args<'_>) -> Fallible<Type> {
    if !args.rules.exact_ranges {
        same_count(args)?;
    }
    match args.get(1).ty().kind() {
        TypeKind::List(element) => Ok(Type::map(element.clone())),
        TypeKind::Tuple(types) => match known_keys(args) {
            Ok(keys) => {
                same_count(args)?;
                let last: Ordered<Arc<str>, Type> = keys.into_iter().zip(types.iter().cloned()).collect();
                Ok(Type::object(last))
            }
            Err(EarlyReturn::Failed(fault)) => Err(fault),
            Err(EarlyReturn::Unknown) => Ok(Type::ANY),
        },
        _ => args.wrong_type(1, "a list or tuple"),
    }
}

fn zipmap(args: &Args<'_>) -> Answer {
    let keys = known_keys(args)?;
    let values = args.elements(1)?;
    same_count(args)?;
    let mut marks = hclx_core::Marks::NONE;
    for key in args.elements(0)? {
        marks = marks.union(key.marks());
    }
    let entries = keys.into_iter().zip(values.iter().cloned());
    Ok(match args.result.kind() {
        TypeKind::Map(element) => Value::map(element.clone(), entries),
        _ => Value::object(entries),
    }
    .with_marks(&marks))
}
