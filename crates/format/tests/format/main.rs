//! The formatter compared with `terraform fmt`, its laws and its complexity.

use std::sync::Arc;

use hclx_diag::{Edit, SourceId};
use hclx_format::{Form, Formatter, Style, UnformattableError, apply, edits, laws};

mod recorded;
mod width;

fn edits_for(source: &str, form: &Form) -> Result<Vec<Edit>, UnformattableError> {
    let parsed = hclx_syntax::parse_body(SourceId(0), Arc::from(source.as_bytes()));
    edits(&parsed, SourceId(0), form)
}

fn edits_of(
    source: &str,
    style: Style,
    lines: Option<std::ops::RangeInclusive<u32>>,
) -> Result<Vec<Edit>, UnformattableError> {
    edits_for(source, &Form { lines, ..style.into() })
}

fn formatted_for(source: &str, form: &Form) -> String {
    let edits = edits_for(source, form).unwrap_or_else(|_| panic!("has errors: {source}"));
    String::from_utf8(apply(source.as_bytes(), &edits)).expect("UTF-8")
}

fn formatted(source: &str, style: Style) -> String {
    formatted_for(source, &style.into())
}

#[test]
fn sources_are_formatted_as_recorded() {
    for (rule, source, expected) in recorded::CASES {
        assert_eq!(formatted(source, Style::Terraform), *expected, "{rule}");
    }
}

#[test]
fn laws_hold() {
    for (_, source, expected) in recorded::CASES {
        laws::hold(source.as_bytes());
        laws::hold(expected.as_bytes());
    }
    // each of these becomes an escape of six bytes
    laws::hold(format!("a \"{}\" {{}}\n", "\u{e}".repeat(200)).as_bytes());
}

/// Formatted like real files: the first pass must detect it, because the layout takes longer.
const FORMATTED: &str = r#"# größer
variable "zones" {
  type    = list(string) # names
  default = ["a", "b"]   # größte zuerst
}

resource "aws_instance" "web" {
  for_each = { for zone in var.zones : zone => zone }
  tags = {
    Name  = "${each.key}-${var.env}"
    größe = length([for x in [1, 2] : x if x > 1])
    Size  = [-1, 2 - 1]
    Note  = <<-EOT
      a = ${jsonencode({ a = 1 })}
    EOT
  }
  count = var.on ? 1 : 0

  lifecycle { ignore_changes = [tags] }
}
"#;

/// The first pass need not detect that a source is formatted, but it must not claim so of a source that
/// changes.
#[test]
fn a_first_pass_sees_that_nothing_changes() {
    let mut seen = 0;
    for (rule, source, expected) in recorded::CASES {
        for style in [Style::Terraform, Style::Plain] {
            let is_formatted = formatted(source, style) == *source;
            assert!(is_formatted || !laws::is_settled(source.as_bytes(), style), "{rule}: {source}");
        }
        seen += usize::from(laws::is_settled(expected.as_bytes(), Style::Terraform));
    }
    assert!(seen > recorded::CASES.len() * 3 / 4, "{seen} of {}", recorded::CASES.len());
    assert_eq!(formatted(FORMATTED, Style::Terraform), FORMATTED);
    assert!(laws::is_settled(FORMATTED.as_bytes(), Style::Terraform));
    assert!(laws::is_settled(FORMATTED.replace('\n', "\r\n").as_bytes(), Style::Terraform));
    // each gap matters
    for (at, _) in FORMATTED.match_indices([' ', '\n']) {
        let mut wider = FORMATTED.to_owned();
        wider.insert(at, ' ');
        // in the marker of a heredoc it is an error
        let is_formatted = edits_of(&wider, Style::Terraform, None) == Ok(Vec::new());
        assert!(is_formatted || !laws::is_settled(wider.as_bytes(), Style::Terraform), "{wider}");
    }
}

/// The memory of a file is used for the next one.
#[test]
fn a_formatter_formats_many_files() {
    let formatter = Formatter::default();
    let format = |source: &str| {
        let bytes = Arc::from(source.as_bytes());
        formatter.formatted(SourceId(0), &bytes, &Style::Terraform.into())
    };
    for (rule, source, expected) in recorded::CASES {
        let formatted = format(source).expect("no errors").unwrap_or_else(|| source.as_bytes().to_vec());
        assert_eq!(String::from_utf8(formatted).as_deref(), Ok(*expected), "{rule}");
        assert!(format(&format!("{source}\n}}\n")).is_err(), "{rule}");
    }
}

#[test]
fn labels_have_the_escapes_of_the_reference() {
    let formatted = formatted("a \"\0\u{e}\u{300}\" {}\n", Style::Terraform);
    assert_eq!(formatted, "a \"\\u0000\\u000e\u{300}\" {}\n");
}

/// Spaces between tokens have no meaning, so all spacings result in the same output.
#[test]
fn spaces_before_do_not_matter() {
    let mut state: u64 = 7;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for (rule, source, expected) in recorded::CASES {
        if source.contains("<<") || source.contains('"') || source.contains('\r') {
            continue;
        }
        for _ in 0..50 {
            // spaces inside a line may have any length; comments keep theirs
            let widened: String = source
                .lines()
                .map(|line| match line.find(['#', '/']) {
                    Some(_) => format!("{line}\n"),
                    None => line.replace(' ', &" ".repeat(1 + random(4) as usize)) + "\n",
                })
                .collect();
            let wanted = if source.ends_with('\n') { expected } else { continue };
            assert_eq!(formatted(&widened, Style::Terraform), *wanted, "{rule}");
        }
    }
}

#[test]
fn other_applications_get_no_rewrites() {
    let source = "variable x {\n  type=\"list\"\n  default=\"${var.y}\"\n}\n";
    assert_eq!(
        formatted(source, Style::Plain),
        "variable x {\n  type    = \"list\"\n  default = \"${var.y}\"\n}\n"
    );
}

#[test]
fn broken_sources_are_left_alone() {
    for source in ["a = ", "a = 1\na = 2\n", "a {", "a = \"", "a b c", "}", "a = 1 b = 2"] {
        assert_eq!(edits_of(source, Style::Terraform, None), Err(UnformattableError), "{source}");
    }
}

#[test]
fn lines_choose_items() {
    let source = "a=1\nb {\nc=1\nd=[\n1]\ne   =  2\n}\nf=1\n";
    let of_lines = |lines| {
        let edits = edits_of(source, Style::Terraform, Some(lines)).expect("no errors");
        String::from_utf8(apply(source.as_bytes(), &edits)).expect("UTF-8")
    };
    assert_eq!(of_lines(1..=1), "a = 1\nb {\nc=1\nd=[\n1]\ne   =  2\n}\nf=1\n");
    // the lines of an item belong together
    assert_eq!(of_lines(5..=5), "a=1\nb {\nc=1\n  d = [\n  1]\ne   =  2\n}\nf=1\n");
    assert_eq!(of_lines(1..=99), formatted(source, Style::Terraform));
    assert_eq!(of_lines(50..=99), source);
}

/// Token visits and edits are linear in the size, even for adversarial shapes.
#[test]
fn large_sources_are_formatted() {
    let shapes: &[fn(usize) -> String] = &[
        |n| format!("a=[{}]\n", "1,".repeat(n)),
        |n| (0..n).map(|i| format!("a{i}=1\n")).collect::<String>(),
        |n| format!("a=\"{}\"\n", "${x}".repeat(n)),
        |n| format!("a=<<E\n{}E\n", "${ x }\n".repeat(n)),
        |n| (0..n).map(|i| format!("b{i} {{\n}}\n")).collect(),
        |n| (0..n).map(|i| format!("a{i}=\"${{x}}\" # c\r\n")).collect(),
        |n| "# c\n".repeat(n),
        |n| format!("a = 1 {}\n", "/* c */".repeat(n)),
        |n| format!("b {} {{\n}}\n", "l \"m\" ".repeat(n)),
        |n| format!("a={}\n", "\u{65e5}.".repeat(n) + "a"),
        |n| format!("a={}1{}\n", "[".repeat(n / 2), "]".repeat(n / 2)),
        |n| format!("a={}1{}\n", "{b=[\n".repeat(n / 20), "]\n}".repeat(n / 20)),
    ];
    for shape in shapes {
        let (small, large) = (shape(400), shape(4_000));
        let count = |source: &str| edits_of(source, Style::Terraform, None).expect("no errors").len();
        assert!(count(&large) <= 11 * count(&small).max(1), "{}", start(&small));
        assert_linear(&small, &large, &Style::Terraform.into());
    }
    // nesting beyond the parser's limit is an error, not a crash
    let deep = format!("a={}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(edits_of(&deep, Style::Terraform, None), Err(UnformattableError));
}

/// Panics unless ten times the source takes about ten times the visits.
fn assert_linear(small: &str, large: &str, form: &Form) {
    let visits = |source: &str| laws::visits(source.as_bytes(), form);
    let (few, many) = (visits(small), visits(large));
    assert!(few > 0 && many <= 11 * few, "{few} visits, then {many}: {}", start(small));
}

fn start(source: &str) -> String {
    source.chars().take(40).collect()
}
