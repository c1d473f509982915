//! A self-contained HTML page for people, which loads no resources and runs only its own script.
//!
//! The page has four views: findings, modules, references, and everything that was not checked. Their data is
//! JSON, and only the visible rows are rendered, so ten thousand findings are as fast as ten. Without
//! scripts, and on paper, the page shows the totals, the first findings and the parts that were not checked.
//! Strings from a repository are always treated as text: they are escaped in elements, `<` is escaped in
//! data, and the script inserts them as text. The content security policy only allows the page's own style
//! and script, by their hashes.

mod modules;
mod paths;
mod totals;

use std::collections::HashSet;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use hclx_diag::{ColumnUnit, Diagnostic, Severity};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub use modules::{Call, Declaration, Module};
use paths::Paths;

use crate::places::Places;
use crate::{Counts, Report, Style, full, json_text, summary, text};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The maximum number of findings, and of sentences about parts that were not checked, without scripts.
const MOST_STILL: usize = 500;

/// The part that the script fills in.
const LIVE: &str = include_str!("live.html");

/// The width of excerpts in columns.
const WIDTH: usize = 120;

/// Writes the page.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut found = Counts::default();
    found.add(report.diagnostics);
    let totals = escaped(&summary(&found, report.summary));
    let texts: Vec<String> = report.diagnostics.iter().map(|finding| excerpt(report, finding)).collect();
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{}'; \
         script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>hclx: {totals}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{}</h1><p>{totals}</p>\n{}</header>\n<main>\n",
        hash(STYLE),
        hash(SCRIPT),
        escaped(title(report)),
        totals::of(report),
    )?;
    out.write_all(LIVE.as_bytes())?;
    let notes = notes(report);
    still(&texts, &notes, out)?;
    let data = data(report, &texts, &notes);
    // a data element ends at the first `</`
    let data = json_text::compact(&data).replace('<', "\\u003c");
    write!(
        out,
        "</main>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n\
         </body>\n</html>\n"
    )
}

/// The title of the page.
fn title<'r>(report: &'r Report<'_>) -> &'r str {
    match &*report.summary.run.repository {
        "" => "hclx",
        name => name,
    }
}

/// The data that the script shows.
fn data(report: &Report<'_>, texts: &[String], notes: &[String]) -> Value {
    let mut paths = Paths::default();
    let findings = report.diagnostics.iter().zip(texts);
    let mut rows: Vec<Value> = findings.map(|(one, shown)| row(report, one, shown, &mut paths)).collect();
    // several units may have the same finding in a file that they share
    let mut met = HashSet::new();
    rows.retain(|row| met.insert(row.to_string()));
    let modules = &report.summary.modules;
    let name = &report.summary.run.repository;
    let modules = modules::data(&modules[..modules::shown(modules)], name, &mut paths);
    let notes: Vec<_> = notes.iter().map(|note| text::lines(note)).collect();
    json!({ "findings": rows, "modules": modules, "notes": notes, "paths": paths.into_shown() })
}

/// The sentences about parts that were not checked or are not shown.
fn notes(report: &Report<'_>) -> Vec<String> {
    let mut notes = report.summary.approximations.clone();
    let modules = &report.summary.modules;
    let shown = modules::shown(modules);
    if shown < modules.len() {
        notes.push(format!("this page shows {shown} of {} modules", modules.len()));
    }
    notes
}

/// The hash of a text, in the form of a content security policy.
fn hash(text: &str) -> String {
    BASE64.encode(Sha256::digest(text.as_bytes()))
}

/// A finding as shown on a terminal, without colors.
fn excerpt(report: &Report<'_>, finding: &Diagnostic) -> String {
    let style = Style { color: false, width: WIDTH };
    let alone = Report { diagnostics: std::slice::from_ref(finding), style, is_continued: false, ..*report };
    let mut bytes = Vec::new();
    // writing to a vector cannot fail
    let _ = full::write(&alone, &mut bytes);
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}

/// The part that is shown without scripts.
fn still(texts: &[String], notes: &[String], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<div id=\"still\">")?;
    for text in texts.iter().take(MOST_STILL) {
        writeln!(out, "<article><pre>{}</pre></article>", escaped(text))?;
    }
    if texts.len() > MOST_STILL {
        let more = texts.len() - MOST_STILL;
        writeln!(out, "<article><p>Enable scripts to show {more} more findings.</p></article>")?;
    }
    writeln!(out, "<section id=\"notes\"><h2>Not checked</h2>")?;
    if notes.is_empty() {
        writeln!(out, "<p>Everything was checked.</p>")?;
    } else {
        writeln!(out, "<ul>")?;
        notes.iter().take(MOST_STILL).try_for_each(|note| writeln!(out, "<li>{}</li>", escaped(note)))?;
        if notes.len() > MOST_STILL {
            writeln!(out, "<li>Enable scripts to show {} more.</li>", notes.len() - MOST_STILL)?;
        }
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</section>\n</div>")
}

/// A finding as data: severity, code, path, line, column, message, and the text for a terminal.
fn row(report: &Report<'_>, finding: &Diagnostic, shown: &str, paths: &mut Paths) -> Value {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    let severity = match finding.severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    };
    let start = finding.span.map(|span| (places.source(span.source).name(), places.positions(span).0));
    let path = paths.number(start.map(|(name, _)| name).unwrap_or_default());
    let (line, column) = start.map(|(_, at)| (at.line, at.column)).unwrap_or_default();
    json!([severity, finding.code.id(), path, line, column, text::lines(&finding.message), shown])
}

/// Escapes a text for an element; control and invisible characters are made visible.
fn escaped(shown: &str) -> String {
    let mut out = String::with_capacity(shown.len());
    for c in shown.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if text::is_unsafe(c) => out.push(text::visible(c)),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use hclx_diag::{Source, Sources, TextRange, code_names as codes};

    use super::*;
    use crate::{Format, Summary, render};

    fn page(name: &str, message: &str, source: &str) -> String {
        let mut sources = Sources::new();
        let id = sources.add(Source::new(name, source.as_bytes()));
        let finding = Diagnostic::error(codes::UNREADABLE, TextRange::new(0, 1).in_source(id), message);
        let summary = Summary { files: 1, approximations: vec![message.to_owned()], ..Summary::default() };
        let mut out = Vec::new();
        render(Format::Html, &sources, &[finding], &summary, Style::default(), &mut out).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    /// Strings from a repository neither open nor close elements.
    #[test]
    fn hostile_texts_are_text() {
        let plain = page("a.tf", "b", "c");
        let elements = |page: &str| page.matches('<').count();
        for hostile in [
            "</script><script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "\"><svg onload=alert(1)>",
            "<!--",
            "]]>",
            "&lt;b&gt;",
            "\u{2028}\u{2029}",
            "\u{202e}\u{2066}evil",
            "javascript:alert(1)",
            "\u{0}\u{1b}[31m",
            "{{constructor.constructor('alert(1)')()}}",
        ] {
            let page = page(hostile, hostile, hostile);
            assert_eq!(elements(&page), elements(&plain), "{hostile:?}");
            assert!(
                !page.contains('\u{202e}') && !page.contains('\u{0}') && !page.contains('\u{1b}'),
                "{hostile:?}"
            );
            assert!(!page.contains('\u{2028}'), "{hostile:?}");
        }
    }

    #[test]
    fn the_policy_admits_the_style_and_the_script_alone() {
        let page = page("a.tf", "b", "c");
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            hash(STYLE),
            hash(SCRIPT)
        );
        assert!(page.contains(&policy));
        assert!(
            !page.contains(" style=") && !page.contains("http://") && !page.contains("https://"),
            "no request"
        );
        assert!(SCRIPT.len() < 25_000 && !SCRIPT.contains("innerHTML") && !SCRIPT.contains("</"));
    }
}
