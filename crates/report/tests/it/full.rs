//! `full`: excerpts.

use crate::support::{Files, code, same, span};
use hclx_diag::{Diagnostic, Severity};
use hclx_report::{Format, Style};

#[test]
fn both_places_of_a_conflict_in_two_files() {
    let (mut files, main) = Files::one("main.tf", "\n\n\n\n\n\n    { name = \"b\", port = \"http\" },\n");
    let module = files.add("modules/web/variables.tf", "\n\n    port = number\n");
    let finding = Diagnostic::error(
        code(),
        files.find(main, "\"http\""),
        "`rules[1].port` must be a number, found a string that is none",
    )
    .label("this string cannot become a number")
    .also(files.find(module, "number"), "`port` is declared here")
    .help("use the port's number, such as 80");
    same(&files.full(&finding, 100), "");
}

#[test]
fn misc() {
    let (files, a) = Files::one("a.hcl", "x = [\n  1,\n  2,\n  3,\n  foo(bar, baz)\n]\ny = é日本 + e\u{301}👩\u{200d}💻z\r\n\tq = 1\n");
    let f = Diagnostic::error(code(), files.find(a, "foo(bar, baz)"), "bad call").label("outer")
        .also(files.find(a, "bar"), "first\nsecond")
        .also(files.find(a, "baz"), "third")
        .also(span(a, 4, files.find(a, "]").range.end as usize), "the list");
    println!("{}", files.full(&f, 100));
    println!("{}", files.text(Format::Full, &[f.clone()], Style{color:true,width:40}));
    let f = Diagnostic::warning(code(), files.find(a, "z"), "bad call with a long text that wraps certainly").label("a label that is long enough to be wrapped also in here")
        .also(files.find(a, "q"), "first\nsecond").help("do something about it, will you, please sir");
    println!("{}", files.full(&f, 40));
    let f = Diagnostic::error(code(), span(a, 1000,1000), "end");
    println!("{}", files.full(&f, 40));
    let (files, a) = Files::one("a.hcl", "");
    let f = Diagnostic { severity: Severity::Note, ..Diagnostic::error(code(), span(a, 0,0), "end").label("empty")};
    println!("{}", files.full(&f, 40));
}
