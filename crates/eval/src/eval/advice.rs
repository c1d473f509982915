//! Helps for common mistakes: the replacement, chosen by the value found.
//!
//! Out of scope: the errors themselves, which are reported where they are found.

use hclx_core::{Type, TypeKind, Value};

/// Instead of a value that is neither a condition nor an operand of `&&`, `||` and `!`.
pub(super) fn truth(value: &Value) -> Option<&'static str> {
    match value.ty().kind() {
        TypeKind::Number | TypeKind::Int => Some("compare it with something, such as `… > 0`"),
        TypeKind::String => Some(match shown(value).map(str::to_lowercase).as_deref() {
            Some("true" | "false") => "write `true` and `false` in lower case",
            Some(_) => "write `true` or `false`, or compare it with something",
            None => "compare it with something, such as `… != \"\"`",
        }),
        TypeKind::Object(_) => Some("`… != null` asks whether it is there"),
        _ if has_elements(value.ty()) => Some("`length(…) > 0` asks whether there is anything in it"),
        _ => None,
    }
}

/// Instead of an operand that is not a number.
pub(super) fn number(op: &str, value: &Value) -> Option<&'static str> {
    let ty = value.ty();
    let keyed = is_keyed(ty);
    match op {
        "+" if *ty == Type::STRING => Some("texts are joined in a template: `\"${…}${…}\"`"),
        "+" if keyed => Some("`merge(…)` joins maps and objects"),
        "+" if has_elements(ty) => Some("`concat(…)` joins lists"),
        "<" | "<=" | ">" | ">=" => match ty.kind() {
            TypeKind::String => Some("only numbers have an order; texts are compared by `==` and `!=`"),
            TypeKind::Bool => Some("one comparison takes two numbers: write `a < b && b < c`"),
            _ if has_elements(ty) => Some("`length(…)` is the number of elements"),
            _ => None,
        },
        _ => None,
    }
}

/// The help for a value without a string form.
pub(super) fn text(value: &Value) -> String {
    const ANY: &str = "`jsonencode(…)` writes any value as text";
    let ty = value.ty();
    if value.is_null() {
        return "say what to write instead: `… == null ? \"\" : …`".to_owned();
    }
    if let Some(object) = ty.as_object() {
        let plain = |name: &&str| object.get(name).is_some_and(|attribute| attribute.ty.is_primitive());
        let first = object.attributes().iter().find(|attribute| attribute.ty.is_primitive());
        let named = ["id", "name"].into_iter().find(|name| plain(name));
        return match named.or_else(|| first.map(|attribute| &*attribute.name)) {
            Some(name) => format!("name the attribute that is meant, such as `.{name}`; {ANY}"),
            None => ANY.to_owned(),
        };
    }
    let texts = match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) => element.is_primitive(),
        TypeKind::Tuple(types) => types.iter().all(Type::is_primitive),
        _ => false,
    };
    if texts {
        "`join(\", \", …)` writes the elements one after another".to_owned()
    } else {
        ANY.to_owned()
    }
}

/// Instead of a value that a loop cannot go over.
pub(super) fn loop_over(value: &Value) -> Option<&'static str> {
    match value.ty().kind() {
        _ if value.is_null() => Some("`… == null ? [] : …` goes over nothing instead"),
        TypeKind::Number | TypeKind::Int => Some("`range(…)` gives the numbers below it"),
        TypeKind::String => Some("`split(\",\", …)` makes a list of a text"),
        _ => None,
    }
}

/// Instead of an argument of another type than the parameter's.
pub(super) fn argument(wanted: &Type, rest: bool, value: &Value) -> Option<&'static str> {
    let sequence = |ty: &Type| has_elements(ty) && !is_keyed(ty);
    match () {
        () if sequence(wanted) && value.ty().is_primitive() => Some("write the elements in brackets: `[…]`"),
        () if rest && wanted.is_primitive() && sequence(value.ty()) => {
            Some("`...` after a list takes its elements as arguments")
        }
        () => None,
    }
}

/// The name here of a function that other languages, or earlier versions, call differently.
pub(super) fn function(name: &str) -> Option<&'static str> {
    const ELSEWHERE: &[(&[&str], &str)] = &[
        (&["len", "size", "count"], "`length` tells how many elements or characters there are"),
        (&["list", "array"], "write the elements in brackets: `[\"a\", \"b\"]`"),
        (&["map", "dict", "object"], "write the elements in braces: `{ a = 1, b = 2 }`"),
        (&["tolower", "lowercase", "downcase"], "`lower` gives lower case"),
        (&["toupper", "uppercase", "upcase"], "`upper` gives upper case"),
        (&["substring"], "`substr` takes a part of a text"),
        (&["append", "push"], "`concat` joins lists"),
        (&["includes", "has", "in"], "`contains` looks for an element, `strcontains` for a part of a text"),
        (&["str", "string"], "`tostring` makes a text of a number or bool"),
        (&["int", "number", "float"], "`tonumber` reads a number"),
        (&["bool"], "`tobool` reads a bool"),
        (&["set"], "`toset` makes a set of a list"),
        (&["b64encode"], "`base64encode` writes Base64"),
        (&["b64decode"], "`base64decode` reads Base64"),
        (&["tojson", "json"], "`jsonencode` writes JSON"),
        (&["fromjson", "parsejson"], "`jsondecode` reads JSON"),
        (&["if", "ternary"], "write `condition ? value : other`"),
        (&["isnull"], "compare with null: `… == null`"),
        (&["isset", "defined", "exists"], "`can(…)` tells whether an expression has a value"),
        (&["default"], "`coalesce` and `try` take the first that is there"),
    ];
    let name = name.to_lowercase();
    ELSEWHERE.iter().find(|(names, _)| names.contains(&&*name)).map(|(_, instead)| *instead)
}

/// The contents of a string that may be shown.
fn shown(value: &Value) -> Option<&str> {
    value.as_str().filter(|_| !value.contains_marks())
}

fn is_keyed(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Map(..) | TypeKind::Object(_))
}

fn has_elements(ty: &Type) -> bool {
    ty.is_collection() || ty.as_tuple().is_some() || ty.as_object().is_some()
}
