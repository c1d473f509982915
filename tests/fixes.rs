//! Certain edits, applied to every case of the suites: the finding disappears, nothing new is reported, and
//! the rest of the text keeps its bytes. `docs/fixes.md` lists the kinds that occur.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::findings::fixes::{Safety, chosen, edited, fix};
use hclx_analysis::findings::{Comments, SuppressionRules, suppress};
use hclx_analysis::{Memory, Question, Session, Settings, lints};
use hclx_diag::{Code, Diagnostic, Fix, SourceId};
use hclx_eval::Budget;
use hclx_syntax::ast::Language;

/// Files with names, each of which may be fixed.
struct Project(Vec<(String, String)>);

/// Texts for kinds that do not occur in the suites.
const MORE: &[&str] = &[
    "a = \"${b}\"\nc = { \"${d}\" = \"${1 + 2}\" * 3 }\ne = [\n  \"${f(\n1)}\",\n]\n",
    "a = b.0.c.1\nd = e.*.f\ng = h.*.i[0]\nj = !(k == 1) || !(l != 2)\n",
    "// about\na b \"c\" d {\n  e = (1)\n  f = { \"g\" : 1, h: 2 }\n}\n",
    "a = 1 # hclx: ignore[HX2101] old\nb = \"x\" + 1 # hclx: ignore[HX2101, HX2055] known\n",
    "{\"//\": \"hclx: ignore[HX2101] old\", \"a\": 1}",
];

/// The cases of the suites, the examples of codes, and more.
fn projects() -> Vec<Project> {
    let mut projects = Vec::new();
    for case in hclx_testkit::cases("tests/suite") {
        if case.files.iter().any(|file| ["hcldec", "yaml", "mull"].contains(&file.lang.as_str())) {
            continue;
        }
        let named = case.files[0].arg("file").is_some();
        let file = |(at, file): (usize, &hclx_testkit::File)| {
            let end = match (named, file.lang.as_str()) {
                (true, _) => return (file.name.clone(), file.source.clone()),
                (_, "json") => "hcl.json",
                (_, "tf") => "tf",
                _ => "hcl",
            };
            (format!("{at}.{end}"), file.source.clone())
        };
        projects.push(Project(case.files.iter().enumerate().map(file).collect()));
    }
    let examples =
        hclx_diag::all_codes().filter(|code| !code.id().starts_with("MU")).map(|code| code.info().example);
    let texts =
        examples.filter(|text| !text.is_empty() && !text.contains("hclx ")).chain(MORE.iter().copied());
    projects.extend(texts.map(|text| {
        let files = hclx_testkit::files_of_example(text);
        if !files.is_empty() {
            return Project(files);
        }
        let name = if text.trim_start().starts_with('{') { "0.hcl.json" } else { "0.hcl" };
        Project(vec![(name.to_owned(), text.to_owned())])
    }));
    projects
}

/// A checked project, with all lints enabled.
struct Judged {
    session: Session,
}

impl Judged {
    fn new(project: &Project) -> Self {
        let mut memory = Memory::default();
        project.0.iter().for_each(|(name, text)| memory.insert(name, text.as_bytes()));
        let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
        for (name, _) in &project.0 {
            session.add(name);
        }
        Self { session }
    }

    /// The findings for a file with these contents.
    fn with(&mut self, path: &str, bytes: &Arc<[u8]>) -> Vec<Diagnostic> {
        self.session.set(path, Arc::clone(bytes));
        self.found()
    }

    fn found(&self) -> Vec<Diagnostic> {
        let snapshot = self.session.snapshot();
        let answer = |unit| snapshot.answer(unit, &Question::Check, &Budget::default()).findings;
        let mut findings: Vec<Diagnostic> = snapshot.units().iter().flat_map(answer).collect();
        for &file in snapshot.selected().iter() {
            findings.extend(lints::of_file(&snapshot, file, &|_| true));
            let native = snapshot.syntax(file) == Language::Native;
            let comments = if native { Comments::Native } else { Comments::Json };
            let of_file = |finding: &Diagnostic| finding.span.is_some_and(|span| span.source == file);
            let (own, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(of_file);
            let bytes = snapshot.bytes(file).expect("a file in memory");
            let rules = SuppressionRules { is_off: &|_| false, is_binding: &|_| false };
            findings = suppress(file, &bytes, comments, own, rules).kept;
            findings.extend(others);
        }
        hclx_analysis::sort(&mut findings);
        findings.dedup();
        findings
    }
}

/// If no edit is an improvement, a file is checked at most this many times, regardless of the number of
/// edits.
#[test]
fn edits_that_do_not_help_are_given_up() {
    let text: Arc<[u8]> = "x".repeat(10_000).into_bytes().into();
    let code = hclx_diag::code_names::CONFIGURATION;
    let finding = |at: u32| {
        let span = hclx_diag::TextRange::new(at * 2, at * 2 + 1).in_source(SourceId(0));
        let mut finding = Diagnostic::error(code, span, "it is wrong");
        finding.fixes.push(Fix::certain("write a y", span, "y"));
        finding
    };
    let findings: Vec<Diagnostic> = (0..5_000).map(finding).collect();
    let mut judged = 0;
    let mut judge = |_: &Arc<[u8]>| {
        judged += 1;
        findings.clone()
    };
    assert_eq!(fix(SourceId(0), &text, findings.clone(), Safety::Certain, &mut judge), None);
    assert_eq!(judged, 100);
}

/// A message without the parts in backquotes, which identifies its kind.
fn without_names(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" }).collect::<Vec<_>>().join("`")
}

/// The number of occurrences of each finding in any place.
fn counts(findings: &[Diagnostic]) -> BTreeMap<(Code, &str), usize> {
    let mut counts = BTreeMap::new();
    findings.iter().for_each(|finding| *counts.entry((finding.code, &*finding.message)).or_default() += 1);
    counts
}

/// A kind of edit: the code, its title, the kind of message, and the effect of the edit, with an example.
type Kinds = BTreeMap<(&'static str, String, String), (String, String)>;

#[test]
fn every_certain_edit_of_the_suites_mends_what_it_says() {
    let mut kinds = Kinds::new();
    let mut refused = Vec::new();
    for project in projects() {
        let mut judged = Judged::new(&project);
        let before = judged.found();
        let snapshot = judged.session.snapshot();
        for finding in &before {
            let Some(file) = finding.span.map(|span| span.source) else { continue };
            let Some(fix) = chosen(finding, file, Safety::Certain) else { continue };
            let (path, bytes) = (snapshot.path(file), snapshot.bytes(file).expect("a file in memory"));
            let after: Arc<[u8]> = edited(&bytes, &[fix]).into();
            let left = judged.with(&path, &after);
            judged.with(&path, &bytes);
            let (old, new) = (counts(&before), counts(&left));
            let key = (finding.code, &*finding.message);
            let gone = new.get(&key).unwrap_or(&0) < &old[&key];
            let more: Vec<_> =
                new.iter().filter(|(key, count)| *count > old.get(key).unwrap_or(&0)).collect();
            assert!(keeps_the_rest(&bytes, &after, fix), "{path}");
            if gone && more.is_empty() {
                let kind = (finding.code.id(), without_names(&finding.message), without_names(&fix.title));
                kinds.entry(kind).or_insert_with(|| example(&bytes, &after));
            } else {
                let text = String::from_utf8_lossy(&after);
                refused.push(format!(
                    "{} {}\ngone: {gone}, new: {more:?}\n{text}",
                    finding.code, finding.message
                ));
            }
        }
        apply_all(&project);
    }
    println!("{} kinds", kinds.len());
    assert!(refused.is_empty(), "{} edits do not mend:\n{}", refused.len(), refused.join("\n---\n"));
    assert!(kinds.len() >= 30, "{} kinds", kinds.len());
    hclx_testkit::golden("docs/fixes.md", &page(&kinds));
}

/// Checks that everything outside of the edits is unchanged, byte for byte.
fn keeps_the_rest(before: &[u8], after: &[u8], fix: &Fix) -> bool {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span.range.start);
    let (mut old, mut new) = (0, 0);
    for edit in edits {
        let range = edit.span.range.range();
        let same = range.start - old;
        if after.get(new..new + same) != Some(&before[old..range.start]) {
            return false;
        }
        (old, new) = (range.end, new + same + edit.text.len());
    }
    after.get(new..) == Some(&before[old..])
}

/// Applies all edits together, as `--fix` does, and checks that the result improves and settles.
fn apply_all(project: &Project) {
    let mut judged = Judged::new(project);
    for (path, text) in &project.0 {
        let snapshot = judged.session.snapshot();
        let file: SourceId = snapshot.find(path).expect("a file in memory");
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let before = judged.with(path, &bytes);
        let mut judge = |bytes: &Arc<[u8]>| judged.with(path, bytes);
        let Some(fixed) = fix(file, &bytes, before.clone(), Safety::Certain, &mut judge) else {
            judged.with(path, &bytes);
            continue;
        };
        let after = judge(&fixed.bytes);
        assert!(after.len() < before.len(), "{text}");
        let again = fix(file, &fixed.bytes, after, Safety::Certain, &mut judge);
        assert_eq!(again, None, "settled: {text}");
        judged.with(path, &fixed.bytes);
    }
}

/// The first line that differs, before and after.
fn example(before: &[u8], after: &[u8]) -> (String, String) {
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(&before), lines(&after));
    let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let part = |lines: &[String]| {
        let end = lines.len().saturating_sub(same_end).max(first + 1).min(lines.len());
        lines.get(first..end).unwrap_or_default().join("\n")
    };
    (part(&old), part(&new))
}

/// The page of all kinds, by code.
fn page(kinds: &Kinds) -> String {
    let mut page = String::from(
        "# Safe edits\n\n\
         `hclx check --fix` applies these edits. Each removes its finding, adds none, and leaves the rest of the file unchanged, byte for byte;\n\
         lines that an edit adds are then formatted.\n\
         A test applies every edit to all cases of the suites and writes this page; text in backquotes comes from the file. Edits that only\n\
         suggest, such as the most similar name for a misspelled one, are applied by `--unsafe-fixes` and are not listed.\n\n\
         | code | finding | edit | before | after |\n|---|---|---|---|---|\n",
    );
    for ((code, message, title), (before, after)) in kinds {
        page.push_str(&format!("| {code} | {message} | {title} | {} | {} |\n", cell(before), cell(after)));
    }
    page
}

/// The maximum number of characters shown of an example.
const LONGEST: usize = 60;

/// A piece of source in a cell of a table.
fn cell(text: &str) -> String {
    let visible = |c: char| match c {
        '\n' => '⏎',
        '\t' => '⇥',
        '\u{feff}' => '␣',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let mut shown: String = text.trim().chars().map(visible).take(LONGEST).collect();
    if text.trim().chars().count() > LONGEST {
        shown.push('…');
    }
    if shown.is_empty() {
        return String::new();
    }
    let fence = if shown.contains('`') { "``" } else { "`" };
    let space = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", shown.replace('|', "\\|"))
}
