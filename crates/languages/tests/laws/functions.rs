//! The rows of the function tables: signatures parse, and examples have the stated results.

use hclx_diag::code_names::UNKNOWN_FUNCTION;
use hclx_eval::{Budget, Dialect, Environment, Scope};
use hclx_languages::{DIALECTS, dialect};

use crate::eval_in;

fn check(dialect: &Dialect) {
    let env = Environment::of(dialect);
    for function in dialect.functions().functions() {
        let name = function.row.name;
        assert!(!function.row.summary.ends_with('.'), "{name}: a summary is not a sentence");
        assert!(!function.row.examples.is_empty(), "{name} has no example");
        for (example, result) in function.row.examples {
            let outcome = eval_in(example, &Scope::root(), &env, &Budget::default());
            // rows are shared, and their examples may call functions that only Terraform has
            let borrowed = dialect.functions_are_all && dialect.name != "terraform";
            if borrowed && outcome.diagnostics.iter().any(|finding| finding.code == UNKNOWN_FUNCTION) {
                continue;
            }
            assert!(outcome.diagnostics.is_empty(), "{}: {example}: {:?}", dialect.name, outcome.diagnostics);
            assert_eq!(outcome.value.to_string(), *result, "{}: {example}", dialect.name);
        }
    }
}

#[test]
fn examples_give_what_they_say() {
    DIALECTS.iter().copied().for_each(check);
}

#[test]
fn unknown_arguments_give_a_type() {
    let cases = [
        ("max(1, unknown(number, min(3)))", "unknown(number, not_null, min(3))"),
        ("upper(unknown(string))", "unknown(string, not_null)"),
        ("contains(unknown(any), 1)", "unknown(bool, not_null)"),
        ("length(unknown(list(string), not_null, length_min(2)))", "unknown(int, not_null, min(2))"),
        ("format(\"a-%s\", unknown(string))", "unknown(string, not_null, prefix(\"a-\"))"),
        ("coalesce(unknown(string, not_null), \"b\")", "unknown(string, not_null)"),
        (
            "join(\"/\", [\"https:\", \"\", unknown(string)])",
            "unknown(string, not_null, prefix(\"https://\"))",
        ),
        ("jsonencode([unknown(string)])", "unknown(string, not_null, prefix(\"[\"))"),
        ("keys(unknown(object({ a = string })))", "[\"a\"]"),
        ("upper(unknown(bool) ? \"a\" : \"b\")", "unknown(string, not_null, one_of(\"A\", \"B\"))"),
        ("max(1, unknown(bool) ? 2 : 3)", "unknown(int, not_null, one_of(2, 3))"),
    ];
    certain("hcl", &cases);
}

#[test]
fn unknown_arguments_of_terraform_say_what_is_certain() {
    let url = "unknown(string, not_null, prefix(\"https://\"))";
    let cases = [
        (format!("startswith({url}, \"http\")"), "true"),
        (format!("startswith({url}, \"ftp\")"), "false"),
        (format!("startswith({url}, \"https://a\")"), "unknown(bool, not_null)"),
        (format!("strcontains({url}, \"://\")"), "true"),
        (format!("base64encode({url})"), "unknown(string, not_null, prefix(\"aHR0cHM6\"))"),
        (format!("urlencode({url})"), "unknown(string, not_null, prefix(\"https%3A%2F%2F\"))"),
        ("sha1(unknown(string))".to_owned(), "unknown(string, not_null)"),
        ("regex(\"(a)(b)\", unknown(string))".to_owned(), "unknown(tuple([string, string]), not_null)"),
        ("bcrypt(\"x\", 12)".to_owned(), "unknown(string, not_null, prefix(\"$2a$12$\"))"),
        ("file(\"a.txt\")".to_owned(), "unknown(string, not_null)"),
        (
            "setproduct([\"a\"], [unknown(any), true])".to_owned(),
            "[unknown(tuple([string, any])), unknown(tuple([string, any]))]",
        ),
        ("issensitive(nonsensitive(sensitive(\"a\")))".to_owned(), "false"),
    ];
    certain("terraform", &cases);
}

/// Concatenated strings may merge characters, and the upper case of a letter may be two characters.
#[test]
fn lengths_of_strings_are_bounded() {
    let name = "unknown(string, not_null, length_min(3), length_max(24))";
    let cases = [
        (format!("length({name})"), "unknown(number, not_null, min(3), max(24))"),
        (format!("length({name}) > 24"), "false"),
        (format!("24 >= length({name})"), "true"),
        (format!("length({name}) > 23"), "unknown(bool, not_null)"),
        (format!("{name} == \"\""), "false"),
        (format!("{name} == \"abc\""), "unknown(bool, not_null)"),
        (format!("{name} == \"a name of over 24 characters\""), "false"),
        (format!("{name} == unknown(string, not_null, length_max(2))"), "false"),
        ("unknown(string, not_null, length_max(0))".to_owned(), "\"\""),
        ("unknown(string, length_max(0))".to_owned(), "unknown(string, length(0))"),
        (
            format!("unknown(bool) ? {name} : \"a\""),
            "unknown(string, not_null, length_min(1), length_max(24))",
        ),
        (format!("unknown(bool) ? {name} : unknown(string, not_null)"), "unknown(string, not_null)"),
        (format!("\"${{{name}}}-${{{name}}}\""), "unknown(string, not_null, length_min(5), length_max(49))"),
        (
            format!("\"x-${{{name}}}${{true}}\""),
            "unknown(string, not_null, prefix(\"x-\"), length_min(7), length_max(30))",
        ),
        (format!("\"${{{name}}}-${{unknown(string)}}\""), "unknown(string, not_null)"),
        (format!("\"${{unknown(string)}}-${{{name}}}\""), "unknown(string, not_null)"),
        (
            format!("format(\"%s-%03d\", {name}, 7)"),
            "unknown(string, not_null, length_min(6), length_max(28))",
        ),
        (format!("format(\"%s-%s\", {name}, unknown(string))"), "unknown(string, not_null)"),
        (format!("format(\"%30s\", {name})"), "unknown(string, not_null)"),
        (
            format!("join(\"-\", [\"a\"], [{name}, \"b\"])"),
            "unknown(string, not_null, prefix(\"a-\"), length_min(5), length_max(28))",
        ),
        (format!("join(\"-\", [{name}], unknown(list(string)))"), "unknown(string, not_null)"),
        (format!("substr({name}, 0, 5)"), "unknown(string, not_null, length_min(3), length_max(5))"),
        (format!("substr({name}, -2, -1)"), "unknown(string, not_null, length(2))"),
        (format!("substr({name}, 24, -1)"), "\"\""),
        ("substr(unknown(string), 0, 5)".to_owned(), "unknown(string, not_null, length_max(5))"),
        ("substr(unknown(string), 0, unknown(number))".to_owned(), "unknown(string, not_null)"),
        (format!("trimspace({name})"), "unknown(string, not_null, length_max(24))"),
        (format!("trimsuffix({name}, \"-x\")"), "unknown(string, not_null, length_max(24))"),
        (format!("trimprefix({name}, \"x-\")"), "unknown(string, not_null)"),
        (format!("upper({name})"), "unknown(string, not_null, length_min(1))"),
        ("lower(unknown(string, length(0)))".to_owned(), "\"\""),
        (format!("tonumber({name})"), "unknown(number, not_null)"),
    ];
    certain("terraform", &cases);
}

/// The environment of a dialect, with the notation of unknown values.
fn with_unknowns(name: &str) -> Environment<'static> {
    Environment { notation: true, ..Environment::of(dialect(name).expect("a dialect")) }
}

fn certain<T: AsRef<str>>(dialect: &str, cases: &[(T, &str)]) {
    let env = with_unknowns(dialect);
    for (src, result) in cases {
        let src = src.as_ref();
        let outcome = eval_in(src, &Scope::root(), &env, &Budget::default());
        assert!(outcome.diagnostics.is_empty(), "{src}: {:?}", outcome.diagnostics);
        assert_eq!(outcome.value.to_string(), *result, "{src}");
    }
}

#[test]
fn functions_of_pcl_are_lifted() {
    let cases = [
        ("element(unknown(output(list(string))), 0)", "unknown(output(string))"),
        ("length(unknown(output(union(list(int), map(int)))))", "unknown(output(int), not_null, min(0))"),
        ("length({ a = 1, b = 2 })", "2"),
        ("length(unknown(string))", "unknown(int, not_null, min(0))"),
        ("lookup(unknown(map(string)), \"a\")", "unknown(string)"),
        ("lookup(unknown(output(map(int))), \"a\", 1)", "unknown(output(int))"),
        (
            "entries(unknown(output(map(string))))",
            "unknown(output(list(object({key = string, value = string}))), not_null)",
        ),
        ("entries([\"a\"])[0].key", "0"),
        ("range(1, unknown(int))", "unknown(list(int), not_null)"),
        ("max(1, 2.5)", "2.5"),
        ("max(1, unknown(output(int)))", "unknown(output(int), not_null, min(1))"),
        ("toJSON({ a = unknown(output(int)) })", "unknown(output(string), not_null, prefix(\"{\"))"),
        (
            "join(\",\", [\"a\", unknown(output(string))])",
            "unknown(output(string), not_null, prefix(\"a,\"))",
        ),
        ("secret(\"a\")", "\"a\""),
        ("secret(unknown(promise(int)))", "unknown(output(int))"),
        ("assetArchive({ a = fileAsset(\"a\"), b = fileArchive(\"b\") })", "unknown(archive, not_null)"),
        (
            "[fileAsset(\"a\"), remoteArchive(\"b\")]",
            "[unknown(asset, not_null), unknown(archive, not_null)]",
        ),
        ("singleOrNone(unknown(list(int)))", "unknown(union(int, none))"),
        ("try(unknown(output(object({ a = int }))).a, 1)", "unknown(output(int), not_null)"),
        ("try(1, 2)", "1"),
        ("can(unknown(any))", "unknown(output(bool), not_null)"),
        ("recover(unknown(output(int)), 1)", "unknown(output(int), not_null)"),
        ("getOutput(unknown(any), \"x\")", "unknown(output(any))"),
        ("stack()", "unknown(string, not_null)"),
        ("invoke(\"a:b:c\", {})", "unknown(any)"),
    ];
    certain("pcl", &cases);
    let env = with_unknowns("pcl");
    for wrong in [
        "element({ a = 1 }, 0)",
        "toJSON(1, 2)",
        "element([1, 2], \"x\")",
        "lookup([1], \"a\")",
        "upper(\"a\")",
    ] {
        let outcome = eval_in(wrong, &Scope::root(), &env, &Budget::default());
        assert!(outcome.has_errors(), "{wrong}: {}", outcome.value);
    }
}
