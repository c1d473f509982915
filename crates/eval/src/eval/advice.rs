//! Helps for common mistakes: a replacement that depends on the value found.
//!
//! Out of scope: the errors themselves, which are reported where they are detected.

use hclx_core::{Text, Type, TypeKind, Value};

/// The help for a value that is not a bool, as a condition or an operand of `&&`, `||` and `!`.
pub(super) fn truth(value: &Value) -> Option<&'static str> {
    match value.ty().kind() {
        TypeKind::Number | TypeKind::Int => Some("use a comparison, such as `… > 0`"),
        TypeKind::String => Some(match shown(value).map(str::to_lowercase).as_deref() {
            Some("true" | "false") => "use lower case: `true` and `false`",
            Some(_) => "use `true` or `false`, or a comparison",
            None => "use a comparison, such as `… != \"\"`",
        }),
        TypeKind::Object(_) => Some("use `… != null` to test whether it is present"),
        _ if has_elements(value.ty()) => Some("use `length(…) > 0` to test whether it has elements"),
        _ => None,
    }
}

/// The help for an operand that is not a number.
pub(super) fn number(op: &str, value: &Value) -> Option<&'static str> {
    let ty = value.ty();
    let keyed = is_keyed(ty);
    match op {
        "+" if *ty == Type::STRING => Some("to concatenate strings, use a template: `\"${…}${…}\"`"),
        "+" if keyed => Some("use `merge(…)` to join maps and objects"),
        "+" if has_elements(ty) => Some("use `concat(…)` to join lists"),
        "<" | "<=" | ">" | ">=" => match ty.kind() {
            TypeKind::String => Some("use `==` and `!=` to compare strings: only numbers are ordered"),
            TypeKind::Bool => Some("write `a < b && b < c`: a comparison takes two numbers"),
            _ if has_elements(ty) => Some("use `length(…)` for the number of elements"),
            _ => None,
        },
        _ => None,
    }
}

/// The help for a value without a string form.
pub(super) fn text(value: &Value) -> String {
    const ANY: &str = "use `jsonencode(…)` to convert any value to a string";
    let ty = value.ty();
    if value.is_null() {
        return "write `… == null ? \"\" : …` instead".to_owned();
    }
    if let Some(object) = ty.as_object() {
        let plain = |name: &&str| object.get(name).is_some_and(|attribute| attribute.ty.is_primitive());
        let first = object.attributes().iter().find(|attribute| attribute.ty.is_primitive());
        let named = ["id", "name"].into_iter().find(|name| plain(name));
        return match named.or_else(|| first.map(|attribute| &*attribute.name)) {
            Some(name) => format!("select an attribute, such as `.{name}`; {ANY}"),
            None => ANY.to_owned(),
        };
    }
    let texts = match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) => element.is_primitive(),
        TypeKind::Tuple(types) => types.iter().all(Type::is_primitive),
        _ => false,
    };
    if texts {
        "use `join(\", \", …)` to join the elements into one string".to_owned()
    } else {
        ANY.to_owned()
    }
}

/// The help for a value that cannot be iterated.
pub(super) fn loop_over(value: &Value) -> Option<&'static str> {
    match value.ty().kind() {
        _ if value.is_null() => Some("use `… == null ? [] : …` to iterate over nothing instead"),
        TypeKind::Number | TypeKind::Int => Some("use `range(…)` for the numbers below it"),
        TypeKind::String => Some("use `split(\",\", …)` to split a string into a list"),
        _ => None,
    }
}

/// The help for an argument whose type is not the parameter's.
pub(super) fn argument(wanted: &Type, rest: bool, value: &Value) -> Option<&'static str> {
    let sequence = |ty: &Type| has_elements(ty) && !is_keyed(ty);
    match () {
        () if sequence(wanted) && value.ty().is_primitive() => Some("use brackets: `[…]`"),
        () if rest && wanted.is_primitive() && sequence(value.ty()) => {
            Some("add `...` after a list to pass its elements as arguments")
        }
        () => None,
    }
}

/// The equivalent of a function that has a different name in other languages or in earlier versions.
pub(super) fn function(name: &str) -> Option<&'static str> {
    const ELSEWHERE: &[(&[&str], &str)] = &[
        (&["len", "size", "count"], "use `length` for the number of elements or characters"),
        (&["list", "array"], "use brackets: `[\"a\", \"b\"]`"),
        (&["map", "dict", "object"], "use braces: `{ a = 1, b = 2 }`"),
        (&["tolower", "lowercase", "downcase"], "use `lower` for lower case"),
        (&["toupper", "uppercase", "upcase"], "use `upper` for upper case"),
        (&["substring"], "use `substr` for a part of a string"),
        (&["append", "push"], "use `concat` to join lists"),
        (&["includes", "has", "in"], "use `contains` to find an element, `strcontains` to find a substring"),
        (&["str", "string"], "use `tostring` to convert a number or bool to a string"),
        (&["int", "number", "float"], "use `tonumber` to convert to a number"),
        (&["bool"], "use `tobool` to convert to a bool"),
        (&["set"], "use `toset` to convert a list to a set"),
        (&["b64encode"], "use `base64encode` to encode Base64"),
        (&["b64decode"], "use `base64decode` to decode Base64"),
        (&["tojson", "json"], "use `jsonencode` to encode JSON"),
        (&["fromjson", "parsejson"], "use `jsondecode` to decode JSON"),
        (&["if", "ternary"], "write `condition ? value : other`"),
        (&["isnull"], "compare with null: `… == null`"),
        (&["isset", "defined", "exists"], "use `can(…)` to test whether an expression can be evaluated"),
        (&["default"], "use `coalesce` or `try` for the first value that is present"),
    ];
    let name = name.to_lowercase();
    ELSEWHERE.iter().find(|(names, _)| names.contains(&&*name)).map(|(_, instead)| *instead)
}

/// The contents of a string that can be shown in a message.
fn shown(value: &Value) -> Option<&str> {
    value.text().filter(|_| !value.contains_marks()).map(Text::paid)
}

fn is_keyed(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Map(..) | TypeKind::Object(_))
}

fn has_elements(ty: &Type) -> bool {
    ty.is_collection() || ty.as_tuple().is_some() || ty.as_object().is_some()
}
