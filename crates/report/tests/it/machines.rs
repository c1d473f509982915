//! Formats for machines: complete outputs in `tests/golden`, each parsed by an independent reader.

use std::path::Path;

use crate::support::{Files, code, span};
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Severity, code_names};
use hclx_report::{Format, Reader, Style, Summary, Suppressed, Suppression, render, step_summary};
use serde_json::Value;

/// A run that contains one of everything: several files, names with characters that formats must
/// escape, labels, edits, multi-line places, findings without a place, hidden findings.
fn run() -> (Files, Vec<Diagnostic>, Summary) {
    let (mut files, main) =
        Files::one("./modules/a b/main.tf", "é = 1\n  port = \"http\"\r\nx = [\n  1,\n]\n");
    let odd = files.add("100%,x:y<&\"z\">|\x1b\u{202e}\n.hcl", "a = \u{1f600} b 1\n");
    let outside = files.add("/etc/app.hcl", "a = 1\n");
    let port = files.find(main, "\"http\"");
    let fix = |span, text: &str, applicability| Fix {
        title: "write a number".into(),
        edits: vec![Edit { span, text: text.into() }],
        applicability,
    };
    let findings = vec![
        Diagnostic::placeless(code_names::UNREADABLE, "cannot read `b.hcl`: <no> & \"such\" file"),
        Diagnostic::error(code(), port, "`port` must be a number, found `[a](b)`")
            .label("this is a string")
            .also(files.find(main, "é"), "declared here")
            .also(files.find(odd, "b 1"), "and here")
            .help("write 80")
            .fix(fix(port, "80", Applicability::Certain)),
        Diagnostic::warning(code_names::NO_INDEX, files.find(main, "[\n  1,\n]"), "over\nthree lines: 100%"),
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(code(), span(odd, 9, 9), "an end \x1b[31m|")
        }
        .fix(fix(span(odd, 9, 9), "=", Applicability::Suggested)),
        Diagnostic::error(code(), span(outside, 4, 5), "outside").fix(fix(
            span(outside, 4, 5),
            "",
            Applicability::Certain,
        )),
    ];
    let hidden =
        |finding: &Diagnostic, by| Suppressed { finding: finding.clone(), by, reason: "known".into() };
    let summary = Summary {
        files: 4,
        policies: None,
        approximations: vec!["`x.nomad` is judged as plain HCL".into()],
        unchecked: Vec::new(),
        checked: vec!["./modules/a b/main.tf".into(), "good.hcl".into()],
        suppressed: vec![
            hidden(&findings[1], Suppression::Comment),
            hidden(&findings[2], Suppression::Baseline),
        ],
        modules: Vec::new(),
        run: hclx_report::RunFacts::default(),
        left_out: 3,
        elsewhere: 0,
    };
    (files, findings, summary)
}

fn text(format: Format, files: &Files, findings: &[Diagnostic], summary: &Summary) -> String {
    let mut out = Vec::new();
    render(format, &files.0, findings, summary, Style::default(), &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("UTF-8")
}

fn of_run(format: Format) -> String {
    let (files, findings, summary) = run();
    text(format, &files, &findings, &summary)
}

fn golden(name: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("HCLX_BLESS").is_some() {
        std::fs::write(&path, now).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{name} is not what is written now (HCLX_BLESS=1 keeps it):\n{now}");
}

#[test]
fn whole_texts_are_as_kept() {
    for format in Format::ALL {
        let now = of_run(*format);
        assert!(now.chars().all(|c| c == '\n' || !c.is_control()), "{}", format.name());
        assert!(!now.contains('\u{202e}'), "{}", format.name());
        golden(&format!("{}.txt", format.name()), &now);
    }
    let (files, findings, summary) = run();
    golden("step_summary.md", &step_summary(&files.0, &findings, &summary));
}

#[test]
fn without_findings_every_format_is_whole() {
    let (files, _) = Files::one("a.hcl", "");
    for format in Format::ALL {
        let now = text(*format, &files, &[], &Summary { files: 1, ..Summary::default() });
        golden(&format!("{}.empty.txt", format.name()), &now);
    }
}

#[test]
fn style_is_for_people_only() {
    let (files, findings, _) = run();
    for format in Format::ALL.iter().filter(|format| format.reader() == Reader::Machine) {
        let colored = files.text(*format, &findings, Style { color: true, width: 20 });
        assert_eq!(colored, files.text(*format, &findings, Style::default()), "{}", format.name());
    }
}

fn sarif_problems(text: &str) -> Vec<String> {
    // one of its patterns is not valid in every regex engine; see the README in its directory
    let schema = include_str!("../schemas/sarif-schema-2.1.0.json").replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&schema).expect("a schema");
    let schema = jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema");
    let value: Value = serde_json::from_str(text).expect("JSON");
    schema.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn sarif_fits_its_published_schema() {
    assert_eq!(sarif_problems(&of_run(Format::Sarif)), [""; 0]);
    let (files, _) = Files::one("a.hcl", "");
    assert_eq!(sarif_problems(&text(Format::Sarif, &files, &[], &Summary::default())), [""; 0]);
    // checks that the schema is really used
    assert!(!sarif_problems(&of_run(Format::Sarif).replace("\"startLine\":2", "\"startLine\":0")).is_empty());
}

#[test]
fn sarif_points_at_what_it_means() {
    let value: Value = serde_json::from_str(&of_run(Format::Sarif)).expect("JSON");
    let run = &value["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 7);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    let uri = |result: &Value| result["locations"][0]["physicalLocation"]["artifactLocation"].clone();
    assert_eq!(uri(&results[1])["uri"], "modules/a%20b/main.tf");
    assert_eq!(uri(&results[1])["uriBaseId"], "%SRCROOT%");
    assert_eq!(uri(&results[4])["uri"], "file:///etc/app.hcl");
    // code points, so an emoji is one column
    assert_eq!(results[3]["locations"][0]["physicalLocation"]["region"]["startColumn"], 7);
    let kinds = results[5..].iter().map(|result| result["suppressions"][0]["kind"].as_str());
    assert_eq!(kinds.collect::<Vec<_>>(), [Some("inSource"), Some("external")]);
    let prints: std::collections::HashSet<_> =
        results.iter().map(|result| result["partialFingerprints"]["hclx/v1"].to_string()).collect();
    assert_eq!(prints.len(), results.len());
}

#[test]
fn of_too_many_results_sarif_keeps_the_worst() {
    let (files, id) = Files::one("a.hcl", "a = 1\n");
    let warning = Diagnostic::warning(code(), span(id, 0, 1), "w");
    let mut findings = vec![warning; 26_000];
    findings.push(Diagnostic::error(code(), span(id, 0, 1), "the error"));
    let value: Value =
        serde_json::from_str(&text(Format::Sarif, &files, &findings, &Summary::default())).expect("JSON");
    let run = &value["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(25_000));
    assert_eq!(run["results"][24_999]["level"], "error");
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "1001 more results are left out"
    );
}

#[test]
fn xml_reads_back_to_what_was_written() {
    for format in [Format::Junit, Format::Checkstyle] {
        let text = of_run(format);
        let document = roxmltree::Document::parse(&text).expect("XML");
        let messages: Vec<&str> =
            document.descendants().filter_map(|node| node.attribute("message")).collect();
        assert!(messages.iter().any(|message| message.contains("<no> & \"such\" file")), "{messages:?}");
    }
    let text = of_run(Format::Junit);
    let document = roxmltree::Document::parse(&text).expect("XML");
    let root = document.root_element();
    let count = |name: &str| root.descendants().filter(|node| node.has_tag_name(name)).count().to_string();
    assert_eq!(root.attribute("tests"), Some(count("testcase").as_str()));
    assert_eq!(root.attribute("failures"), Some(count("failure").as_str()));
    assert_eq!(count("testsuite"), "5");
}

#[test]
fn commands_of_github_are_one_line_each_and_escaped() {
    let text = of_run(Format::Github);
    assert_eq!(text.lines().count(), 5);
    let kinds: Vec<&str> = text.lines().filter_map(|line| line.split([' ', ':']).nth(2)).collect();
    assert_eq!(kinds, ["error", "error", "error", "warning", "notice"]);
    let odd = text.lines().last().expect("a line");
    assert!(odd.starts_with("::notice file=100%25%2Cx%3Ay<&\"z\">|␛\u{fffd}%0A.hcl,line=1,"), "{odd}");
}

#[test]
fn a_step_summary_is_cut_where_github_would_refuse_it() {
    let (files, id) = Files::one("a.hcl", "a = 1\n");
    let findings = vec![Diagnostic::error(code(), span(id, 0, 1), "x".repeat(1000)); 2000];
    let page = step_summary(&files.0, &findings, &Summary::default());
    assert!(page.len() < 1 << 20 && page.ends_with(" more are not shown\n"));
}

#[test]
fn columns_of_rdjson_count_bytes() {
    let value: Value = serde_json::from_str(&of_run(Format::Rdjson)).expect("JSON");
    let range = &value["diagnostics"][3]["location"]["range"];
    assert_eq!(range["start"]["column"], 10);
    assert_eq!(value["diagnostics"][1]["suggestions"][0]["text"], "80");
}
