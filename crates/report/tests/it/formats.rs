//! `concise`, `json`, `ndjson`, the summary.

use crate::support::{Files, code, same, span};
use hclx_diag::{Applicability, Certainty, Diagnostic, Edit, Fix, Path, Severity, Step};
use hclx_report::{
    Counts, Format, Reader, Style, Summary, Suppressed, Suppression, diagnostic_json, render_more,
};
use serde_json::{Value, json};

fn plain(files: &Files, format: Format, findings: &[Diagnostic]) -> String {
    files.text(format, findings, Style::default())
}

#[test]
fn names_lead_to_formats() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(*format));
        assert!(!format.about().is_empty());
    }
    assert_eq!(Format::from_name("xml"), None);
}

#[test]
fn concise_is_one_line_whatever_the_message() {
    let (mut files, main) = Files::one("main.tf", "\n  port = \"http\"\n");
    let module = files.add("modules/web/variables.tf", "\n\n    port = number\n");
    let http = files.find(main, "\"http\"");
    let port = files.find(module, "number");
    let first = Diagnostic::error(code(), http, "must be a number").also(port, "declared here");
    let second = Diagnostic::error(code(), http, "two\nlines\r\n\tand \x1b[0m")
        .also(port, "here")
        .also(port, "`port` is declared");
    let third = Diagnostic::placeless(code(), "no such file");
    let many = (0..11).fold(Diagnostic::warning(code(), http, "many"), |d, _| d.also(http, "x"));
    same(
        &plain(&files, Format::Concise, &[first.clone(), second, third]),
        "
main.tf:2:10: error[HX1001] must be a number (declared at modules/web/variables.tf:3:12)
main.tf:2:10: error[HX1001] two\\nlines\\r\\n\\tand ␛[0m (at modules/web/variables.tf:3:12; `port` is declared at modules/web/variables.tf:3:12)
error[HX1001] no such file
",
    );
    assert!(plain(&files, Format::Concise, &[many]).ends_with("x at main.tf:2:10; and 3 more places)\n"));
    let colored = files.text(Format::Concise, &[first], Style { color: true, width: 10 });
    assert_eq!(
        colored,
        "\x1b[1mmain.tf:2:10\x1b[0m: \x1b[1;31merror[HX1001]\x1b[0m must be a number \
         (declared at modules/web/variables.tf:3:12)\n"
    );
}

fn rich(files: &Files, id: hclx_diag::SourceId) -> Diagnostic {
    let place = files.find(id, "\"http\"");
    let mut finding = Diagnostic::error(code(), place, "`port` must be a number")
        .label("this is a string")
        .also(span(id, 0, 4), "declared here")
        .help("write 80")
        .fix(Fix {
            title: "write 80".into(),
            edits: vec![Edit { span: place, text: "80".into() }],
            applicability: Applicability::Suggested,
        });
    finding.path = Path(vec![
        Step::Attr("rules".into()),
        Step::Index(1),
        Step::Key("k".into()),
        Step::Each,
        Step::Member("m".into()),
    ]);
    finding
}

#[test]
fn json_holds_everything_terraform_has_and_more() {
    let (files, id) = Files::one("main.tf", "é = 1\n  port = \"http\"\r\n");
    let warning = Diagnostic::warning(code(), span(id, 0, 2), "w").with_certainty(Certainty::May);
    let text = plain(&files, Format::Json, &[rich(&files, id), warning, Diagnostic::placeless(code(), "p")]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        value,
        json!({
            "format_version": "1.0", "valid": false, "error_count": 2, "warning_count": 1, "files": 1,
            "approximations": [],
            "diagnostics": [
                {
                    "severity": "error", "code": "HX1001", "certainty": "must",
                    "summary": "`port` must be a number",
                    "detail": "this is a string\ndeclared at main.tf:1:1\nwrite 80",
                    "range": {
                        "filename": "main.tf",
                        "start": {"line": 2, "column": 10, "byte": 16},
                        "end": {"line": 2, "column": 16, "byte": 22},
                    },
                    "snippet": {
                        "context": null, "code": "  port = \"http\"", "start_line": 2,
                        "highlight_start_offset": 9, "highlight_end_offset": 15, "values": [],
                    },
                    "labels": [{
                        "range": {
                            "filename": "main.tf",
                            "start": {"line": 1, "column": 1, "byte": 0},
                            "end": {"line": 1, "column": 4, "byte": 4},
                        },
                        "message": "declared here",
                    }],
                    "help": ["write 80"],
                    "fixes": [{
                        "title": "write 80", "applicability": "suggested",
                        "edits": [{
                            "range": {
                                "filename": "main.tf",
                                "start": {"line": 2, "column": 10, "byte": 16},
                                "end": {"line": 2, "column": 16, "byte": 22},
                            },
                            "text": "80",
                        }],
                    }],
                    "path": [{"attr": "rules"}, {"index": 1}, {"key": "k"}, {"each": true}, {"member": "m"}],
                },
                {
                    "severity": "warning", "code": "HX1001", "certainty": "may", "summary": "w", "detail": "",
                    "range": {
                        "filename": "main.tf",
                        "start": {"line": 1, "column": 1, "byte": 0},
                        "end": {"line": 1, "column": 2, "byte": 2},
                    },
                    "snippet": {
                        "context": null, "code": "é = 1", "start_line": 1,
                        "highlight_start_offset": 0, "highlight_end_offset": 2, "values": [],
                    },
                    "labels": [], "help": [], "fixes": [], "path": [],
                },
                {
                    "severity": "error", "code": "HX1001", "certainty": "must", "summary": "p", "detail": "",
                    "labels": [], "help": [], "fixes": [], "path": [],
                },
            ],
        })
    );
    let keys: Vec<&String> = value.as_object().expect("object").keys().collect();
    assert_eq!(keys[0], "format_version");
    assert_eq!(keys.last().map(|k| k.as_str()), Some("diagnostics"));
}

#[test]
fn json_without_findings_is_valid() {
    let (files, _) = Files::one("main.tf", "");
    assert_eq!(
        plain(&files, Format::Json, &[]),
        "{\"format_version\":\"1.0\",\"valid\":true,\"error_count\":0,\"warning_count\":0,\"files\":1,\
         \"approximations\":[],\"diagnostics\":[]}\n"
    );
}

#[test]
fn ndjson_is_a_finding_a_line_and_the_totals() {
    let (files, id) = Files::one("main.tf", "é = 1\n  port = \"http\"\r\n");
    let finding = rich(&files, id);
    let text = plain(&files, Format::Ndjson, &[finding.clone(), finding.clone()]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let one = diagnostic_json(&files.0, &finding);
    let totals = json!({"totals": {
        "format_version": "1.0", "valid": false, "error_count": 2, "warning_count": 0, "files": 1,
        "approximations": [],
    }});
    assert_eq!(lines, [one.clone(), one, totals]);
}

fn snippet(files: &Files, finding: &Diagnostic) -> (String, usize, usize, u64) {
    let snippet = &diagnostic_json(&files.0, finding)["snippet"];
    let number = |key: &str| snippet[key].as_u64().expect("number");
    (
        snippet["code"].as_str().expect("code").to_owned(),
        number("highlight_start_offset") as usize,
        number("highlight_end_offset") as usize,
        number("start_line"),
    )
}

#[test]
fn snippets_hold_full_lines_and_offsets_in_bytes_of_them() {
    let (files, id) = Files::one("a.hcl", b"x = 1\n  a = [\n  \xff1,\r\n]\n");
    let finding = Diagnostic::error(code(), span(id, 12, 22), "list");
    let (code_text, from, to, line) = snippet(&files, &finding);
    assert_eq!((code_text.as_str(), line), ("  a = [\n  \u{fffd}1,\r\n]", 2));
    assert_eq!(&code_text[from..to], "[\n  \u{fffd}1,\r\n]");
    let end = Diagnostic::error(code(), span(id, 90, 99), "past the end");
    assert_eq!(snippet(&files, &end), (String::new(), 0, 0, 5));
    let line_break = Diagnostic::error(code(), span(id, 5, 6), "line break");
    assert_eq!(snippet(&files, &line_break), ("x = 1".into(), 5, 5, 1));
}

#[test]
fn snippets_of_long_lines_are_cut_around_the_place() {
    let text = format!("a = \"{}HERE{}\"\n", "é".repeat(100_000), "日".repeat(100_000));
    let (files, id) = Files::one("a.hcl", &text);
    let (code_text, from, to, line) =
        snippet(&files, &Diagnostic::error(code(), files.find(id, "HERE"), "x"));
    assert!(code_text.len() <= 1024 && line == 1 && !code_text.contains('\u{fffd}'));
    assert_eq!(&code_text[from..to], "HERE");
    let whole = Diagnostic::error(code(), span(id, 4, text.len()), "x");
    let (code_text, from, to, _) = snippet(&files, &whole);
    assert_eq!((from, to), (4, code_text.len()));
}

#[test]
fn text_for_people_is_the_same_in_parts() {
    let (files, id) = Files::one("a.hcl", "port = \"http\"\nname = 1\n");
    let findings = [rich(&files, id), Diagnostic::placeless(code(), "two\nlines"), rich(&files, id)];
    for format in Format::ALL.iter().filter(|format| format.is_continuable()) {
        assert_eq!(format.reader(), Reader::Person);
        let mut parts = plain(&files, *format, &findings[..1]).into_bytes();
        for finding in &findings[1..] {
            let one = std::slice::from_ref(finding);
            render_more(*format, &files.0, one, Style::default(), &mut parts).expect("written");
        }
        assert_eq!(String::from_utf8(parts).expect("text"), plain(&files, *format, &findings));
    }
}

#[test]
fn summaries_count() {
    let (mut files, a) = Files::one("a.hcl", "a = 1\n");
    let b = files.add("b.hcl", "a = 1\n");
    let run = |files| Summary { files, ..Summary::default() };
    let error = |id| Diagnostic::error(code(), span(id, 0, 1), "x");
    let warning = Diagnostic { severity: Severity::Warning, ..error(a) };
    let note = Diagnostic { severity: Severity::Note, ..error(a) };
    let summary = |findings: &[Diagnostic], run: &Summary| {
        let mut counts = Counts::default();
        findings.iter().for_each(|finding| counts.add(std::slice::from_ref(finding)));
        hclx_report::summary(&counts, run)
    };
    assert_eq!(summary(&[], &run(1)), "1 file checked, nothing wrong");
    let hidden = |by| Suppressed { finding: error(a), by, reason: String::new() };
    let known = Summary { suppressed: vec![hidden(Suppression::Baseline)], ..run(1) };
    assert_eq!(summary(&[], &known), "1 file checked, nothing new");
    assert_eq!(summary(&[], &Summary { elsewhere: 1, ..run(2) }), "2 files checked, nothing new");
    let excused = Summary { suppressed: vec![hidden(Suppression::Comment)], ..run(1) };
    assert_eq!(summary(&[], &excused), "1 file checked, nothing wrong");
    assert_eq!(summary(&[error(a)], &run(1)), "1 error in 1 file (1 checked)");
    assert_eq!(
        summary(&[error(a), error(b), warning.clone(), note], &run(15)),
        "2 errors, 1 warning and 1 note in 2 files (15 checked)"
    );
    assert_eq!(
        summary(&[warning, Diagnostic::placeless(code(), "x")], &run(0)),
        "1 error and 1 warning in 1 file (0 checked)"
    );
    assert_eq!(summary(&[Diagnostic::placeless(code(), "x")], &run(0)), "1 error (0 files checked)");
}

#[test]
fn totals_of_the_page_are_buttons_with_the_worst_first() {
    let (mut files, top) = Files::one("main.tf", "a = 1\n");
    let below = files.add("modules/net/main.tf", "a = 1\n");
    let error = Diagnostic::error(code(), span(below, 0, 1), "x");
    let warning =
        |id| Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code(), span(id, 0, 1), "y") };
    let page = plain(&files, Format::Html, &[warning(top), warning(below), error]);
    let row = |title: &str| {
        let found = page.lines().find(|line| line.contains(&format!("<span class=\"dim\">{title}</span>")));
        found.unwrap_or_else(|| panic!("no row `{title}`")).to_owned()
    };
    let button = |words: &str, name: &str, count: u32| {
        format!("<button class=\"total\" data-words=\"{words}\">{name} <b>{count}</b></button>")
    };
    let by_severity = row("By severity");
    let (error, warnings) = (button("error", "error", 1), button("warning", "warning", 2));
    assert!(by_severity.ends_with(&format!("{error} {warnings}</div>")), "{by_severity}");
    let by_folder = row("By directory");
    let (net, root) = (button("modules/net", "modules/net", 2), button("./", "hclx", 1));
    assert!(by_folder.ends_with(&format!("{net} {root}</div>")), "{by_folder}");
}
