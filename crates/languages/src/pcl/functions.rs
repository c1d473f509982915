//! Functions of Pulumi's configuration language that no other dialect has. Values that only exist once a program is
//! deployed are unknown here, but their types are known. Out of scope: `invoke` and `call`, whose types come from
//! package schemas.

use std::sync::{Arc, LazyLock};

use hclx_core::{Eventual, Number, Rules, Type, TypeKind, Value, convert, join, unify, wrap_eventual};
use hclx_diag::Fallible;
use hclx_eval::Dialect;
use hclx_eval::functions::{
    ALL, Answer, Args, EarlyReturn, Form, FunctionRow, FunctionTable, IN_TERRAFORM, bodies, library,
};

/// The dialect of Pulumi's configuration language.
pub(crate) static DIALECT: Dialect = Dialect {
    name: "pcl",
    summary: "Pulumi's configuration language",
    rules: Rules::extended(),
    functions_are_all: true,
    functions,
    reference: functions,
};

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> =
        LazyLock::new(|| FunctionTable::new(rows()).with_elsewhere(&["call", "invoke"]));
    &TABLE
}

/// The functions of PCL: those shared with other libraries, renamed ones, and its own.
fn rows() -> impl Iterator<Item = FunctionRow> {
    let elsewhere = || library().chain(IN_TERRAFORM.iter().copied());
    let same = elsewhere().filter(|row| SAME.contains(&row.name));
    let renamed = RENAMED.iter().flat_map(move |(name, own, examples)| {
        elsewhere().filter(move |row| row.name == *name).map(|row| row.named(own, examples))
    });
    same.chain(renamed).chain(ROWS.iter().copied())
}

/// Functions that are the same in PCL as elsewhere; if two libraries have one, the last wins.
const SAME: &[&str] = &["filebase64", "filebase64sha256", "join", "lookup", "max", "min", "sha1", "split"];

/// Example expressions with their results.
type Examples = &'static [(&'static str, &'static str)];

/// The name elsewhere, the name in PCL, and examples.
type FunctionAlias = (&'static str, &'static str, Examples);

const RENAMED: &[FunctionAlias] = &[
    ("base64decode", "fromBase64", &[("fromBase64(\"SGVsbG8=\")", "\"Hello\"")]),
    ("base64encode", "toBase64", &[("toBase64(\"Hello\")", "\"SGVsbG8=\"")]),
    ("element", "element", &[("element([\"a\", \"b\"], 3)", "\"b\"")]),
    ("file", "readFile", &[("can(readFile(\"README.md\"))", "unknown(bool, not_null)")]),
];

const ROWS: &[FunctionRow] = &[
    opaque(
        "assetArchive",
        "(assets: map(union(asset, archive))) -> archive",
        "an archive of assets",
        &[("assetArchive({}) == null", "false")],
    ),
    FunctionRow::form(
        "can",
        "(expression: any) -> bool",
        "true if an expression evaluates without an error; an output if the expression is one",
        &[("can({ a = 1 }.b)", "false"), ("can(1 + 1)", "true")],
        Form::Can,
    )
    .later(),
    at_deployment("cwd", "the working directory of the program", &[("cwd() == null", "false")]),
    FunctionRow::new(
        "entries",
        "(collection: any) -> any",
        "the elements of a collection, each with its key",
        &[("entries({ a = 1 })", "[{ key = \"a\", value = 1 }]"), ("length(entries([true]))", "1")],
        entries,
    )
    .typed(entries_type)
    .bounded(bodies::same_length)
    .marks(ALL),
    opaque(
        "fileArchive",
        "(path: string) -> archive",
        "the files of a directory or archive",
        &[("fileArchive(\"a\") == null", "false")],
    ),
    opaque("fileAsset", "(path: string) -> asset", "a file", &[("fileAsset(\"a\") == null", "false")]),
    FunctionRow::new(
        "getOutput",
        "(reference: any, name: string) -> any",
        "an output of another stack",
        &[("can(getOutput(1, \"x\"))", LATER_BOOL)],
        |_| Ok(Value::unknown(Type::output(Type::ANY))),
    )
    .unknown(ALL)
    .any(ALL),
    FunctionRow::new(
        "length",
        "(value: any) -> int",
        "the number of elements of a list, tuple, map or object, or of characters of a string",
        &[("length([\"a\", \"b\"])", "2"), ("length(\"hello\")", "5"), ("length({ a = 1 })", "1")],
        length,
    )
    .typed(|args| {
        let ty = args.get(0).ty();
        if ty.is_primitive() || ty.as_object().is_some() || ty.as_tuple().is_some() {
            return Ok(args.result.clone());
        }
        match ty.is_any() || ty.is_collection() {
            true => Ok(args.result.clone()),
            false => args.wrong_type(0, "a list, set, map, tuple, object or string"),
        }
    })
    .unknown(ALL)
    .any(ALL)
    .marks(ALL),
    FunctionRow::new(
        "notImplemented",
        "(reason: string) -> any",
        "a placeholder for code that a converter could not translate",
        &[("notImplemented(\"a loop\")", "unknown(any)")],
        |_| Ok(Value::dynamic()),
    ),
    at_deployment(
        "organization",
        "the organization of the deployment",
        &[("organization() == null", "false")],
    ),
    at_deployment("project", "the current project", &[("project() == null", "false")]),
    of_resource(
        "pulumiResourceName",
        "the name of a resource",
        &[("pulumiResourceName({}) == null", "false")],
    ),
    of_resource(
        "pulumiResourceType",
        "the type of a resource",
        &[("pulumiResourceType({}) == null", "false")],
    ),
    FunctionRow::new(
        "range",
        "(from_or_to: int, to: int...) -> list(int)",
        "integers from a start (default 0) to a limit (exclusive)",
        &[("range(3)", "[0, 1, 2]"), ("range(1, 4)", "[1, 2, 3]")],
        range,
    ),
    FunctionRow::new(
        "recover",
        "(value: any?, instead: any?) -> any",
        "an output, or another value if the output fails",
        &[("can(recover(1, 2))", LATER_BOOL)],
        |args| {
            Ok(wrap_eventual(join(&[args.get(0).clone(), args.get(1).clone()], args.rules), Eventual::Output))
        },
    )
    .unknown(ALL)
    .any(ALL)
    .nullable(),
    opaque(
        "remoteArchive",
        "(uri: string) -> archive",
        "an archive at a URI",
        &[("remoteArchive(\"a\") == null", "false")],
    ),
    opaque(
        "remoteAsset",
        "(uri: string) -> asset",
        "a file at a URI",
        &[("remoteAsset(\"a\") == null", "false")],
    ),
    at_deployment("rootDirectory", "the directory of the project", &[("rootDirectory() == null", "false")]),
    output_of("secret", "a secret with this value", &[("secret(1)", "1")]),
    FunctionRow::new(
        "singleOrNone",
        "(elements: any) -> any",
        "the only element of a list or tuple, or none if it is empty",
        &[("singleOrNone([\"a\"])", "\"a\""), ("singleOrNone([])", "null")],
        single,
    )
    .typed(single_type)
    .bounded(bodies::only_element)
    .nullable(),
    at_deployment("stack", "the current stack", &[("stack() == null", "false")]),
    opaque(
        "stringAsset",
        "(text: string) -> asset",
        "a file with a string as its contents",
        &[("stringAsset(\"a\") == null", "false")],
    ),
    FunctionRow::new(
        "toJSON",
        "(value: any?) -> string",
        "a value encoded as JSON; an output if a part of the value is one",
        &[("toJSON({ a = [1, null] })", "\"{\\\"a\\\":[1,null]}\"")],
        |args| Ok(with_parts(args, bodies::encode(args)?)),
    )
    .bounded(|args, unknown| with_parts(args, bodies::encoded_head(args, unknown)))
    .unknown(ALL)
    .any(ALL),
    FunctionRow::form(
        "try",
        "(expressions: any...) -> any",
        "the first expression that evaluates without an error; an output if one of them is",
        &[("try({ a = 1 }.a, 2)", "1")],
        Form::Try,
    )
    .later(),
    output_of("unsecret", "a value that is not secret", &[("unsecret(secret(1))", "1")]),
];

/// The result of `can` for an eventual value.
const LATER_BOOL: &str = "unknown(output(bool), not_null)";

/// A function whose result is only known during a deployment.
const fn at_deployment(name: &'static str, summary: &'static str, examples: Examples) -> FunctionRow {
    FunctionRow::new(name, "() -> string", summary, examples, |_| Err(EarlyReturn::Unknown))
}

/// An asset or archive, about which only its existence is known.
const fn opaque(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: Examples,
) -> FunctionRow {
    FunctionRow::new(name, signature, summary, examples, |_| Err(EarlyReturn::Unknown)).any(ALL)
}

const fn of_resource(name: &'static str, summary: &'static str, examples: Examples) -> FunctionRow {
    FunctionRow::new(name, "(resource: any) -> string", summary, examples, |_| Err(EarlyReturn::Unknown))
        .any(ALL)
}

/// Wraps a value as an output.
const fn output_of(name: &'static str, summary: &'static str, examples: Examples) -> FunctionRow {
    FunctionRow::new(name, "(value: any?) -> any", summary, examples, |args| {
        Ok(wrap_eventual(args.get(0).clone(), Eventual::Output))
    })
    .unknown(ALL)
    .any(ALL)
    .marks(ALL)
    .nullable()
}

/// The length of a value; for a number or bool, that of its string form.
fn length(args: &Args<'_>) -> Answer {
    let ty = args.get(0).ty();
    if ty.is_primitive() && *ty != Type::STRING {
        return Err(EarlyReturn::Unknown);
    }
    bodies::length(args)
}

fn range(args: &Args<'_>) -> Answer {
    // The signature cannot limit a variadic parameter to one argument.
    if args.count() > 2 {
        let message = format!("takes one or two numbers, found {}", args.count());
        return Err(args.failed(message).argument(2).into());
    }
    for position in 0..args.count() {
        if args.get(position).is_known() {
            args.integer(position)?;
        }
    }
    bodies::range(args)
}

/// The types of the keys and values of a collection's entries.
fn entry_types(ty: &Type, args: &Args<'_>) -> Option<(Type, Type)> {
    let in_common = |types: Vec<Type>| {
        let unified = unify(&types, args.rules);
        unified.safe.or(unified.unsafe_).unwrap_or(unified.union)
    };
    Some(match ty.kind() {
        TypeKind::List(element) => (Type::INT, element.clone()),
        TypeKind::Tuple(types) => (Type::INT, in_common(types.to_vec())),
        TypeKind::Map(element) => (Type::STRING, element.clone()),
        TypeKind::Object(object) => {
            let types = object.attributes().iter().map(|attribute| attribute.ty.clone());
            (Type::STRING, in_common(types.collect()))
        }
        _ => return None,
    })
}

fn entries_type(args: &Args<'_>) -> Fallible<Type> {
    // Sets have no entries: their elements have neither keys nor an order.
    let Some((key, value)) = entry_types(args.get(0).ty(), args) else {
        return args.wrong_type(0, "a list, tuple, map or object");
    };
    Ok(Type::list(Type::object([("key", key), ("value", value)])))
}

fn entries(args: &Args<'_>) -> Answer {
    let collection = args.known(0)?;
    let Some((_, wanted)) = entry_types(collection.ty(), args) else { return Err(EarlyReturn::Unknown) };
    let entry = |key: Value, value: &Value| -> Fallible<Value> {
        let value = convert(value, &wanted, args.rules)?;
        Ok(Value::object([(Arc::from("key"), key), (Arc::from("value"), value)]))
    };
    let entries: Fallible<Vec<Value>> = match collection.elements() {
        Some(elements) if collection.ty().as_object().is_none() => elements
            .iter()
            .enumerate()
            .map(|(index, value)| entry(Value::int(Number::from_len(index)), value))
            .collect(),
        _ => collection.iter_entries().map(|(key, value)| entry(Value::string(key.clone()), value)).collect(),
    };
    args.budget.spend(64 * collection.length().unwrap_or_default() as u64)?;
    let element = args.result.element().cloned().unwrap_or(Type::ANY);
    Ok(Value::list(element, entries?))
}

fn single_type(args: &Args<'_>) -> Fallible<Type> {
    let ty = args.get(0).ty();
    if matches!(ty.kind(), TypeKind::Set(_)) {
        return args.wrong_type(0, "a list or tuple");
    }
    Ok(bodies::only_type(args)?.optional())
}

fn single(args: &Args<'_>) -> Answer {
    match args.elements(0)? {
        [] => Ok(Value::null(Type::NONE)),
        [only] => Ok(only.clone()),
        more => Err(args.fault(0, format!("must have at most one element, found {}", more.len())).into()),
    }
}

/// A result that is only available once all parts of the argument are.
fn with_parts(args: &Args<'_>, result: Value) -> Value {
    let later = args.get(0).ty().has_eventual();
    wrap_eventual(result, if later { Eventual::Output } else { Eventual::Now })
}
