//! The functions of Terraform's library name the limits at which they fail, and take linear time.

use hclx_eval::{Budget, Environment, Scope};

use crate::eval_in;

const LONG: usize = 10_000;

fn terraform(src: &str) -> (String, String) {
    let dialect = hclx_languages::dialect("terraform").expect("a dialect");
    let outcome = eval_in(src, &Scope::root(), &Environment::of(dialect), &Budget::default());
    let said = outcome.diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("; ");
    (outcome.value.to_string(), said)
}

#[test]
fn functions_name_their_limits() {
    let bomb = (1..30).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\\n", n - 1)).collect::<String>();
    let cases = [
        ("indent(1000000000000, \"a\\nb\")".to_owned(), "limit of 134217728 bytes"),
        ("regex(\"((a{900}){900}){900}\", \"a\")".to_owned(), "more than the limit of 1000 copies"),
        ("regex(\"\\\\pL{900}\", \"a\")".to_owned(), "limit of 1048576 bytes of memory"),
        ("regex(\"a{1001}\", \"a\")".to_owned(), "limit of 1000"),
        (format!("yamldecode(\"a0: &a0 x\\n{bomb}\")"), "limit of 134217728 bytes"),
        (
            format!("parseint(join(\"\", [for a in range(1000) : \"{}\"]), 10)", "9".repeat(300)),
            "limit of 4096 bits",
        ),
        (format!("setproduct({})", ["range(1000)"; 4].join(", ")), "limit of 134217728 bytes"),
        ("formatlist(\"%300000000s\", [1, 2])".to_owned(), "limit of 134217728 bytes"),
        ("replace(format(\"%100000s\", \"\"), \" \", format(\"%100000s\", \"\"))".to_owned(), "134217728"),
        ("timeadd(\"2000-01-01T00:00:00Z\", \"99999999h\")".to_owned(), "limit of 292 years"),
    ];
    for (src, limit) in cases {
        let (_, said) = terraform(&src);
        assert!(said.contains(limit), "{}: {said}", &src[..src.len().min(80)]);
    }
    // 64-bit floats represent it as infinity
    assert_eq!(terraform("pow(10, 1e9) > 1e300"), ("true".to_owned(), String::new()));
}

#[test]
fn functions_take_linear_time() {
    let list = format!("[{}]", (0..LONG).map(|n| format!("\"{n}\",")).collect::<String>());
    for call in [
        "distinct(LIST)",
        "matchkeys(LIST, LIST, LIST)",
        "sort(LIST)",
        "setunion(LIST, LIST)",
        "transpose({ a = LIST })",
        "setproduct(LIST, [1])",
        "flatten([LIST, [LIST]])",
        "formatlist(\"%s\", LIST)",
        "index(LIST, \"9999\")",
        "anytrue([for a in LIST : a == \"x\"])",
        "yamldecode(yamlencode(LIST))",
        "csvdecode(join(\"\\n\", LIST))",
        "regexall(\"[0-9]+\", join(\" \", LIST))",
        "replace(join(\" \", LIST), \"/[0-9]+/\", \"<$0>\")",
        "jsondecode(jsonencode(LIST))",
    ] {
        let (_, said) = terraform(&format!("[{}]", call.replace("LIST", &list)));
        assert_eq!(said, "", "{call}");
    }
}
