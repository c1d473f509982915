//! Reasons for unsafe and impossible conversions: the place, the types and the message.

use hclx_core::{Rules, conversion_reason, not_assignable};

use crate::support::type_text::read;

/// Rules, from, to; path, expected, found, message.
type Row = (char, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    (
        'e',
        "object({a=list(string)})",
        "object({a=list(int)})",
        ".a[*]",
        "int",
        "string",
        "a string may not be an int",
    ),
    ('e', "bool", "int", "", "int", "bool", "a bool is never an int"),
    ('h', "bool", "number", "", "number", "bool", "a bool is never a number"),
    ('h', "string", "bool", "", "bool", "string", "a string may not be a bool"),
    ('h', "list(string)", "string", "", "string", "list(string)", "a list is never a string"),
    (
        'h',
        "object({a=string})",
        "object({a=string,b=number})",
        ".b",
        "number",
        "none",
        "missing attribute `b`",
    ),
    (
        'h',
        "object({a=string})",
        "list(string)",
        "",
        "list(string)",
        "object({a = string})",
        "an object is never a list",
    ),
    (
        'h',
        "list(string)",
        "set(string)",
        "",
        "set(string)",
        "list(string)",
        "a set drops the order and the duplicates of a list",
    ),
    (
        'h',
        "list(string)",
        "tuple([string])",
        "",
        "tuple([string])",
        "list(string)",
        "a list is never a tuple",
    ),
    (
        'e',
        "list(string)",
        "tuple([string])",
        "",
        "tuple([string])",
        "list(string)",
        "a list may have a length other than 1 element",
    ),
    (
        'e',
        "tuple([int,int])",
        "set(int)",
        "",
        "set(int)",
        "tuple([int, int])",
        "a set drops the duplicates of a tuple",
    ),
    (
        'h',
        "tuple([string,bool])",
        "tuple([string])",
        "",
        "tuple([string])",
        "tuple([string, bool])",
        "a tuple of 2 elements is never a tuple of 1",
    ),
    (
        'h',
        "map(string)",
        "object({a=string,b=number})",
        "",
        "object({a = string, b = number})",
        "map(string)",
        "a map may lack `a`",
    ),
    ('h', "map(bool)", "object({a=number})", "[\"a\"]", "number", "bool", "a bool is never a number"),
    (
        'h',
        "map(string)",
        "object({a=optional(string)})",
        "",
        "object({a = optional(string)})",
        "map(string)",
        "a map may have keys that the object type does not declare",
    ),
    (
        'h',
        "tuple([bool,list(string)])",
        "list(any)",
        "[1]",
        "bool",
        "list(string)",
        "a bool and a list have no type in common",
    ),
    (
        'h',
        "tuple([bool,number])",
        "list(any)",
        "[1]",
        "bool",
        "number",
        "a bool and a number have no type in common",
    ),
    (
        'h',
        "object({a=bool,b=list(string)})",
        "map(any)",
        ".b",
        "bool",
        "list(string)",
        "a bool and a list have no type in common",
    ),
    (
        'h',
        "tuple([bool,any])",
        "list(any)",
        "",
        "list(any)",
        "tuple([bool, any])",
        "the elements may have no type in common",
    ),
    ('h', "any", "string", "", "string", "any", "a value of unknown type may not be a string"),
    (
        'h',
        "tuple([number,string])",
        "list(number)",
        "[1]",
        "number",
        "string",
        "a string may not be a number",
    ),
    ('e', "none", "string", "", "string", "none", "null is never a string"),
    ('e', "union(int,none)", "int", "", "int", "none", "null is never an int"),
    ('e', "union(bool,string)", "int", "", "int", "bool", "a bool is never an int"),
    ('e', "bool", "union(int,none)", "", "int", "bool", "a bool is never an int"),
    (
        'e',
        "bool",
        "union(int,number)",
        "",
        "union(int, number)",
        "bool",
        "a bool is never an int or a number",
    ),
    ('e', "string", "union(int,none)", "", "int", "string", "a string may not be an int"),
    (
        'e',
        "output(int)",
        "int",
        "",
        "int",
        "output(int)",
        "the value of an output is only available later, so it is never an int",
    ),
    (
        'e',
        "output(int)",
        "promise(int)",
        "",
        "promise(int)",
        "output(int)",
        "the value of an output is only available later, so it is never a promise",
    ),
    ('e', "promise(string)", "output(int)", "", "int", "string", "a string may not be an int"),
    ('e', "string", "output(int)", "", "int", "string", "a string may not be an int"),
    (
        'e',
        "list(output(int))",
        "output(list(int))",
        "[*]",
        "int",
        "output(int)",
        "the value of an output is only available later, so it is never an int",
    ),
    (
        'e',
        "object({\"x y\"=string})",
        "object({\"x y\"=int})",
        "[\"x y\"]",
        "int",
        "string",
        "a string may not be an int",
    ),
    (
        'e',
        "any",
        "union(int,string)",
        "",
        "union(int, string)",
        "any",
        "a value of unknown type may not be an int or a string",
    ),
    ('e', "list(bool)", "union(list(int),string)", "[*]", "int", "bool", "a bool is never an int"),
    (
        'e',
        "object({})",
        "object({a=union(int,bool)})",
        ".a",
        "union(bool, int)",
        "none",
        "missing attribute `a`",
    ),
    ('e', "number", "int", "", "int", "number", "a number may not be an int"),
    (
        'e',
        "set(int)",
        "tuple([int,int])",
        "",
        "tuple([int, int])",
        "set(int)",
        "a set may have a length other than 2 elements",
    ),
    ('e', "map(any)", "map(string)", "[*]", "string", "any", "a value of unknown type may not be a string"),
    (
        'e',
        "tuple([])",
        "tuple([int])",
        "",
        "tuple([int])",
        "tuple([])",
        "a tuple of 0 elements is never a tuple of 1",
    ),
];

#[test]
fn conversions_say_where_and_why() {
    let mut wrong = Vec::new();
    for (rules, from, to, path, expected, found, message) in ROWS {
        let set = if *rules == 'h' { Rules::hcl() } else { Rules::extended() };
        let reason = conversion_reason(&read(from), &read(to), &set).expect("a reason");
        let answer = (
            reason.path.to_string(),
            reason.expected.to_string(),
            reason.found.to_string(),
            reason.message.to_string(),
        );
        let wanted = (path.to_string(), expected.to_string(), found.to_string(), message.to_string());
        if answer != wanted {
            wrong.push(format!(
                "({rules:?}, {from:?}, {to:?}, {:?}, {:?}, {:?}, {:?}),",
                answer.0, answer.1, answer.2, answer.3
            ));
        }
    }
    assert!(wrong.is_empty(), "answers that differ:\n{}", wrong.join("\n"));
}

#[test]
fn refused_assignments_say_where_and_why() {
    let reason = |to: &str, from: &str| {
        let reason = not_assignable(&read(to), &read(from)).expect("a reason");
        format!("{}: {}", reason.path, reason.message)
    };
    assert_eq!(
        reason("list(object({a = int}))", "tuple([object({a = int}), object({})])"),
        "[1].a: an int is missing"
    );
    assert_eq!(reason("number", "int"), ": an int is not a number");
    assert_eq!(reason("tuple([int, string])", "tuple([int])"), "[1]: a string is missing");
    assert_eq!(reason("output(string)", "output(int)"), ": an int is not a string");
    assert_eq!(reason("promise(int)", "output(int)"), ": an output is not a promise");
    assert_eq!(reason("list(promise(int))", "tuple([output(int)])"), "[0]: an output is not a promise");
    assert_eq!(reason("map(bool)", "object({a = bool, b = none})"), ".b: null is not a bool");
    assert_eq!(reason("union(int, string)", "union(int, bool)"), ": a bool is not an int or a string");
}
