//! `full`: excerpts.

use crate::support::{Files, code, same, span};
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Severity};
use hclx_report::{Format, Style};

fn two_files() -> (Files, Diagnostic) {
    let (mut files, main) = Files::one("main.tf", "\n\n\n\n\n\n    { name = \"b\", port = \"http\" },\n");
    let module = files.add("modules/web/variables.tf", "\n\n    port = number\n");
    let finding = Diagnostic::error(
        code(),
        files.find(main, "\"http\""),
        "`rules[1].port` must be a number, found a string that does not read as one",
    )
    .label("this string cannot become a number")
    .also(files.find(module, "number"), "`port` is declared here")
    .help("use the port's number, such as 80");
    (files, finding)
}

#[test]
fn both_places_of_a_conflict_in_two_files() {
    let (files, finding) = two_files();
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: `rules[1].port` must be a number, found a string that does not read as one
   ╭─[main.tf:7:26]
 7 │     { name = \"b\", port = \"http\" },
   ·                          ^^^^^^
   ·                             ╰── this string cannot become a number
   ├─[modules/web/variables.tf:3:12]
 3 │     port = number
   ·            ------
   ·               ╰── `port` is declared here
   ╰────
  help: use the port's number, such as 80
",
    );
}

#[test]
fn narrow_terminals_wrap_messages_labels_and_help() {
    let (files, finding) = two_files();
    same(
        &files.full(&finding, 50),
        "
error[HX1001]: `rules[1].port` must be a number,
    found a string that does not read as one
   ╭─[main.tf:7:26]
 7 │     { name = \"b\", port = \"http\" },
   ·                          ^^^^^^
   ·                             ╰─┤ this string
   ·                               │ cannot become
   ·                               │ a number
   ├─[modules/web/variables.tf:3:12]
 3 │     port = number
   ·            ------
   ·               ╰── `port` is declared here
   ╰────
  help: use the port's number, such as 80
",
    );
}

#[test]
fn colors_are_added_and_change_nothing_else() {
    let (files, finding) = two_files();
    let colored = files.text(Format::Full, &[finding], Style { color: true, width: 100 });
    same(
        &colored,
        "
\x1b[1;31merror[HX1001]:\x1b[0m \x1b[1m`rules[1].port` must be a number, found a string that does not read as one\x1b[0m
   ╭─[\x1b[36mmain.tf:7:26\x1b[0m]
 \x1b[2m7\x1b[0m │     { name = \"b\", port = \"http\" },
   · \x1b[31;1m                         ^^^^^^\x1b[0m
   ·                             \x1b[31;1m╰── \x1b[31;1mthis string cannot become a number\x1b[0m\x1b[0m
   ├─[\x1b[36mmodules/web/variables.tf:3:12\x1b[0m]
 \x1b[2m3\x1b[0m │     port = number
   · \x1b[36m           ------\x1b[0m
   ·               \x1b[36m╰── \x1b[36m`port` is declared here\x1b[0m\x1b[0m
   ╰────
  \x1b[36mhelp\x1b[0m: use the port's number, such as 80
",
    );
}

#[test]
fn findings_stand_apart() {
    let (files, id) = Files::one("a.hcl", "a = 1\n");
    let finding = Diagnostic::error(code(), files.find(id, "1"), "one");
    let findings = [finding.clone(), Diagnostic { severity: Severity::Warning, ..finding }];
    same(
        &files.text(Format::Full, &findings, Style::default()),
        "
error[HX1001]: one
   ╭─[a.hcl:1:5]
 1 │ a = 1
   ·     ^
   ╰────

warning[HX1001]: one
   ╭─[a.hcl:1:5]
 1 │ a = 1
   ·     ^
   ╰────
",
    );
}

#[test]
fn tabs_wide_and_combining_characters_are_underlined_where_they_are() {
    let (files, id) = Files::one("a.hcl", "\tkey\t= \"日本語\" + e\u{301}x\n");
    let finding = Diagnostic::error(code(), files.find(id, "日本語"), "wide")
        .label("three characters")
        .also(files.find(id, "e\u{301}"), "two code points")
        .also(files.find(id, "x"), "after them");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: wide
   ╭─[a.hcl:1:9]
 1 │     key = \"日本語\" + e\u{301}x
   ·            ^^^^^^    --
   ·               │      │╰── after them
   ·               │      ╰── two code points
   ·               ╰── three characters
   ╰────
",
    );
}

#[test]
fn emoji_of_several_code_points_are_one_column_of_the_place() {
    let (files, id) = Files::one("a.hcl", "a = \"👍🏽👩\u{200d}💻\" x\n");
    let finding = Diagnostic::error(code(), files.find(id, "x"), "after two emoji");
    assert!(files.full(&finding, 100).contains("[a.hcl:1:10]"));
}

#[test]
fn crlf_is_no_part_of_a_line() {
    let (files, id) = Files::one("a.hcl", "a = 1\r\nb = \r\nc = 3\r\n");
    let finding = Diagnostic::error(code(), span(id, 11, 13), "no value").label("expected a value");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: no value
   ╭─[a.hcl:2:5]
 1 │ a = 1
 2 │ b =
   ·     ^
   ·     ╰── expected a value
 3 │ c = 3
   ╰────
",
    );
}

#[test]
fn a_lone_carriage_return_is_shown() {
    let (files, id) = Files::one("a.hcl", "a = 1\rb = 2\n");
    let finding = Diagnostic::error(code(), files.find(id, "b"), "b");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: b
   ╭─[a.hcl:1:7]
 1 │ a = 1␍b = 2
   ·       ^
   ╰────
",
    );
}

#[test]
fn empty_files_and_the_end_of_a_file_have_a_place() {
    let (mut files, empty) = Files::one("empty.hcl", "");
    let short = files.add("short.hcl", "a = {\n");
    let bare = files.add("bare.hcl", "a = {");
    let finding = Diagnostic::error(code(), span(empty, 0, 0), "nothing").label("here");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: nothing
   ╭─[empty.hcl:1:1]
 1 │
   · ^
   · ╰── here
   ╰────
",
    );
    let finding =
        Diagnostic::error(code(), span(short, 6, 6), "the file ends").also(span(short, 4, 5), "open");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: the file ends
   ╭─[short.hcl:2:1]
 1 │ a = {
   ·     -
   ·     ╰── open
 2 │
   · ^
   ╰────
",
    );
    let finding = Diagnostic::error(code(), span(bare, 5, 5), "the file ends");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: the file ends
   ╭─[bare.hcl:1:6]
 1 │ a = {
   ·      ^
   ╰────
",
    );
}

#[test]
fn a_byte_order_mark_is_not_shown() {
    let (files, id) = Files::one("a.hcl", "\u{feff}a = 1\n");
    let finding = Diagnostic::error(code(), files.find(id, "a"), "a");
    assert!(files.full(&finding, 100).contains(" 1 │ a = 1\n   · ^\n"));
}

#[test]
fn bytes_that_are_not_utf8_show_as_one_character_each() {
    let (files, id) = Files::one("a.hcl", b"a = \"\xff\xfe\" + b\n");
    let finding =
        Diagnostic::error(code(), files.find(id, b"\xff\xfe"), "not UTF-8").also(files.find(id, "b"), "b");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: not UTF-8
   ╭─[a.hcl:1:6]
 1 │ a = \"\u{fffd}\u{fffd}\" + b
   ·      ^^    -
   ·            ╰── b
   ╰────
",
    );
}

#[test]
fn what_a_terminal_would_obey_never_reaches_it() {
    let (files, id) = Files::one("a\x1b]0;x\x07\n.hcl", "a = \"\x1b[2J\u{202e}\u{9b}\0\u{200b}\" b\n");
    let finding = Diagnostic::error(code(), files.find(id, "b"), "a \x1b[31mred\r message")
        .label("\x1b[0m")
        .also(span(id, 0, 1), "\u{2066}")
        .help("run \x1bc");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: a ␛[31mred␍ message
   ╭─[a␛]0;x␇\\n.hcl:1:16]
 1 │ a = \"␛[2J\u{fffd}\u{fffd}␀\u{fffd}\" b
   · -              ^
   · │              ╰── ␛[0m
   · ╰── \u{fffd}
   ╰────
  help: run ␛c
",
    );
}

#[test]
fn places_that_overlap_get_rows_of_their_own() {
    let (files, id) = Files::one("a.hcl", "a = foo(bar, baz) + 1\n");
    let finding = Diagnostic::error(code(), files.find(id, "bar"), "inner")
        .label("inner")
        .also(files.find(id, "foo(bar, baz)"), "the call")
        .also(files.find(id, "baz"), "beside\nof two lines");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: inner
   ╭─[a.hcl:1:9]
 1 │ a = foo(bar, baz) + 1
   ·         ^^^  ---
   ·          │    ╰─┤ beside
   ·          │      │ of two lines
   ·          ╰── inner
   ·     -------------
   ·           ╰── the call
   ╰────
",
    );
}

#[test]
fn of_a_place_over_many_lines_the_first_and_the_last_are_shown() {
    let text = format!("a = [\n{}]\n", "  1,\n".repeat(100_000));
    let (files, id) = Files::one("a.hcl", &text);
    let finding = Diagnostic::error(code(), span(id, 4, text.len() - 1), "a list").label("too long");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: a list
        ╭─[a.hcl:1:5]
      1 │ ╭─▶ a = [
      2 │ │     1,
      3 │ │     1,
      ⋮ │ │
 100000 │ │     1,
 100001 │ │     1,
 100002 │ ├─▶ ]
        · ╰──── too long
        ╰────
",
    );
}

#[test]
fn arcs_that_meet_in_a_line_are_kept_apart() {
    let (files, id) = Files::one("a.hcl", "x = c ? {\n  a = 1\n} : {\n  a = 2\n  b = 3\n  c = 4\n}\n");
    let finding = Diagnostic::error(code(), files.find(id, "{\n  a = 1\n}"), "the arms differ at `.b`")
        .label("missing here")
        .also(files.find(id, "{\n  a = 2\n  b = 3\n  c = 4\n}"), "number here")
        .also(files.find(id, "c"), "the condition")
        .also(files.find(id, ":"), "else");
    let expected = "
error[HX1001]: the arms differ at `.b`
   ╭─[a.hcl:1:9]
 1 │ ╭─▶ x = c ? {
   · │       -
   · │       ╰── the condition
 2 │ │     a = 1
 3 │ ├─▶ } : {
   · ╰──── missing here
 3 │ ╭─▶ } : {
   · │     -
   · │     ╰── else
 4 │ │     a = 2
 5 │ │     b = 3
 6 │ │     c = 4
 7 │ ├─▶ }
   · ╰──── number here
   ╰────
";
    same(&files.full(&finding, 100), expected);
}

#[test]
fn lines_far_apart_are_parted_by_a_gap() {
    let (files, id) =
        Files::one("a.hcl", "a = 1\nb = 2\nc = 3\n# 4\n# 5\n# 6\nd = 7\ne = 8\na = 9\nf = 10\n\n\n");
    let finding = Diagnostic::error(code(), files.find(id, "a = 9"), "`a` is defined twice")
        .also(span(id, 0, 1), "first here")
        .also(files.find(id, "f"), "and f");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: `a` is defined twice
    ╭─[a.hcl:9:1]
  1 │ a = 1
    · -
    · ╰── first here
  2 │ b = 2
  3 │ c = 3
  ⋮ │
  7 │ d = 7
  8 │ e = 8
  9 │ a = 9
    · ^^^^^
 10 │ f = 10
    · -
    · ╰── and f
    ╰────
",
    );
}

#[test]
fn fixes_without_help_say_what_they_do() {
    let (files, id) = Files::one("a.hcl", "a = b\n");
    let fix = |title: &str| Fix {
        title: title.into(),
        edits: vec![Edit { span: span(id, 4, 5), text: "\"b\"".into() }],
        applicability: Applicability::Suggested,
    };
    let finding = Diagnostic::error(code(), span(id, 4, 5), "b").help("quote it").fix(fix("quote it"));
    assert_eq!(files.full(&finding, 80).matches("help: ").count(), 1);
    let shown = files.full(&finding.fix(fix("remove it")), 80);
    assert!(
        shown.ends_with("  help: quote it\n  help: remove it\n    1 - a = b\n    1 + a = \"b\"\n"),
        "{shown}"
    );
}

#[test]
fn a_finding_without_a_place_is_a_message() {
    let files = Files::default();
    let finding = Diagnostic::placeless(code(), "no such file: `x.hcl`").help("look\nelsewhere");
    same(
        &files.full(&finding, 100),
        "
error[HX1001]: no such file: `x.hcl`
  help: look
        elsewhere
",
    );
    let (files, id) = Files::one("a.hcl", "a = 1\n");
    let finding = Diagnostic::placeless(code(), "only others").also(span(id, 0, 1), "here");
    assert!(files.full(&finding, 100).contains("╭─[a.hcl:1:1]"));
}

#[test]
fn edits_are_small_diffs() {
    let text = format!("a {{\n  b = 1\n\n  c  2\n}}\nx = \"{}\" y\n", "long ".repeat(60));
    let (files, id) = Files::one("a.hcl", &text);
    let fixed = |edits: Vec<Edit>| {
        let fix = Fix { title: "mend it".into(), edits, applicability: Applicability::Certain };
        let shown = files.full(&Diagnostic::placeless(code(), "m").fix(fix), 60);
        shown.split_once("  help: mend it\n").expect("a title").1.to_owned()
    };
    let edit = |needle: &str, text: &str| Edit { span: files.find(id, needle), text: text.into() };
    same(&fixed(vec![edit("c  ", "c = ")]), "    4 -   c  2\n    4 +   c = 2\n");
    same(
        &fixed(vec![edit("  b = 1\n", ""), edit("2\n}", "3\n  d = 4\n}")]),
        "    2 -   b = 1\n    4 -   c  2\n    3 +   c  3\n    4 +   d = 4\n",
    );
    let shown = fixed(vec![edit(" y", "")]);
    assert!(shown.ends_with("long \"\n") && shown.lines().all(|row| row.chars().count() > 50), "{shown}");
    // the replacement of the line is shorter than the column of the first difference
    let shown = fixed(vec![edit("\" y", "\"\nz")]);
    assert!(shown.ends_with("z\n") || shown.ends_with("…\n"), "{shown}");
    let lines = "line\n".repeat(12);
    let shown = fixed(vec![edit("a {\n", &lines)]);
    assert!(shown.ends_with("    6 more lines\n"), "{shown}");
    assert_eq!(fixed(vec![Edit { span: span(id, 9_000, 9_001), text: "x".into() }]), "");
}

#[test]
fn no_row_is_wider_than_the_terminal() {
    let line = "  attribute = [for element in var.elements : element.name if element.enabled && true]";
    let (files, id) = Files::one("a.hcl", format!("a {{\n{line}\n{line} # 日本語 {}\n}}\n", "x".repeat(200)));
    for needle in ["attribute", "in var", "element.name", "element.enabled && true", "]", "日本語", "}"] {
        let finding =
            Diagnostic::error(code(), files.find(id, needle), "a message of several words, to be wrapped")
                .label("a label of several words that has to find room somewhere")
                .also(files.find(id, "for element"), "another label with words of its own")
                .also(files.find(id, "true"), "short")
                .help("do something about it, in so many words that they are wrapped too")
                .fix(Fix {
                    title: "write it another way".into(),
                    edits: vec![Edit { span: files.find(id, needle), text: "something_else".into() }],
                    applicability: Applicability::Certain,
                });
        for width in [40, 80, 120, 200] {
            for row in files.full(&finding, width).lines() {
                let columns: usize = row.chars().map(|c| if c as u32 > 0x3000 { 2 } else { 1 }).sum();
                assert!(columns <= width, "{needle} at {width}: {columns}\n{row}");
            }
        }
    }
}
