//! Findings of files for reports: sorted, after suppressions and levels, with given values hidden.
//!
//! Out of scope: the meaning of suppressions and levels (`hclx_analysis::findings`), baselines, edits, printing.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use hclx_analysis::findings::levels::{Level, Levels};
use hclx_analysis::findings::{Comments, SuppressionRules, is_marked, suppress};
use hclx_analysis::redact::without_parts;
use hclx_analysis::{Language as Application, Pace, Snapshot, lints, query};
use hclx_diag::{
    Certainty, Diagnostic, SharedCause, SharedWords, SourceId, Sources, Span, Stage, TextRange,
    code_names as codes,
};
use hclx_languages::{ForeignFormat, StandIn, TemplateSyntax, stand_in};
use hclx_report::{Suppressed, Suppression};
use hclx_syntax::ast::Language;

use crate::registered::MULL;
use crate::syntax_causes;

/// The processing of findings that a run requests.
pub trait Treatment: Sync {
    /// The levels of rules in a file.
    fn levels_of(&self, path: &str) -> Levels;

    /// Returns `true` if suppressions are honored.
    fn ignores(&self) -> bool;
}

/// Findings after suppressions and levels.
#[derive(Default)]
pub struct ProcessedFindings {
    /// The reported findings, by file, then by place.
    pub findings: Vec<Diagnostic>,
    /// The suppressed findings, for formats that show them.
    pub suppressed: Vec<Suppressed>,
}

/// Facts about files, collected while their trees existed.
pub type FactsByFile = HashMap<SourceId, TextFacts>;

/// The facts about a source that are needed to process its findings.
#[derive(Clone, Default)]
pub struct TextFacts {
    /// The findings of style lints.
    pub lints: Vec<Diagnostic>,
    /// Set if the file may contain suppressions.
    pub is_marked: bool,
}

impl TextFacts {
    /// Returns `true` if the facts may cause findings of their own.
    pub fn matters(&self) -> bool {
        self.is_marked || !self.lints.is_empty()
    }
}

/// Sorts findings by file, then by place, and removes duplicates.
pub fn sorted(snapshot: &Snapshot, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    arrange(snapshot, &mut findings);
    findings.dedup();
    findings
}

/// Sorts findings by file, then by place.
pub fn arrange(snapshot: &Snapshot, findings: &mut [Diagnostic]) {
    let path = |finding: &Diagnostic| finding.span.map(|span| snapshot.path(span.source));
    findings
        // Sources are not numbered in the order of their paths.
        .sort_by_cached_key(|finding| (path(finding), finding.span, finding.code, finding.message.clone()));
}

/// The findings about selected files or one of the first `texts` sources, which are not files, sorted and
/// without duplicates.
pub fn of_selected(snapshot: &Snapshot, mut findings: Vec<Diagnostic>, texts: usize) -> Vec<Diagnostic> {
    // a unit may read files that were not selected; findings there are not reported
    findings.retain(|finding| {
        finding.span.is_none_or(|span| (span.source.0 as usize) < texts || snapshot.is_selected(span.source))
    });
    sorted(snapshot, findings)
}

/// Hides given values in the findings of lints, which are created after the answers.
pub fn conceal(treated: &mut ProcessedFindings, sources: &Sources) {
    let suppressed = treated.suppressed.iter_mut().map(|hidden| &mut hidden.finding);
    for finding in treated.findings.iter_mut().chain(suppressed) {
        *finding = without_parts(finding.clone(), sources);
    }
}

/// The unprocessed findings of a file, or those without a file.
pub struct OfFile {
    file: Option<SourceId>,
    findings: Vec<Diagnostic>,
    facts: Option<TextFacts>,
}

impl OfFile {
    /// Applies suppressions and levels.
    pub fn treated(self, snapshot: &Snapshot, treatment: &dyn Treatment) -> ProcessedFindings {
        let Self { file, findings, facts } = self;
        let Some(file) = file else {
            return ProcessedFindings {
                findings: leveled(findings, &treatment.levels_of("")),
                suppressed: Vec::new(),
            };
        };
        let facts = facts.unwrap_or_else(|| facts_of(snapshot, file, treatment));
        treat_file(snapshot, file, findings, treatment, facts)
    }
}

/// Groups findings by file, including files without any. `facts` are the facts already known about files.
/// Files that were already printed are skipped.
pub fn by_file(
    snapshot: &Snapshot,
    findings: Vec<Diagnostic>,
    facts: &mut FactsByFile,
    is_printed: &dyn Fn(SourceId) -> bool,
) -> Vec<OfFile> {
    let mut by_file: Vec<(Option<SourceId>, Vec<Diagnostic>)> = Vec::new();
    let mut silent = snapshot.selected().to_vec();
    for finding in findings {
        let file = finding.span.map(|span| span.source);
        // The findings are sorted by file.
        match by_file.last_mut() {
            Some((last, list)) if *last == file => list.push(finding),
            _ => by_file.push((file, vec![finding])),
        }
    }
    let found: HashSet<SourceId> = by_file.iter().filter_map(|(file, _)| *file).collect();
    // a file without findings may have unused suppressions
    silent.retain(|file| !found.contains(file) && !is_printed(*file));
    by_file.extend(silent.into_iter().map(|file| (Some(file), Vec::new())));
    let with_facts = |(file, findings): (Option<SourceId>, _)| OfFile {
        file,
        findings,
        facts: file.and_then(|file| facts.remove(&file)),
    };
    by_file.into_iter().map(with_facts).collect()
}

/// The findings of all files, in order.
pub fn joined(snapshot: &Snapshot, parts: impl IntoIterator<Item = ProcessedFindings>) -> ProcessedFindings {
    let mut treated = ProcessedFindings::default();
    for part in parts {
        treated.findings.extend(part.findings);
        treated.suppressed.extend(part.suppressed);
    }
    arrange(snapshot, &mut treated.findings);
    treated
}

query! {
    /// The facts about a version of a file, once they are computed; they depend on the treatment.
    struct TextFactsQuery(SourceId) -> OnceLock<TextFacts>, of File |TextFactsQuery(file)| *file;
    |_, _| OnceLock::new()
}

/// The facts about a file's tree and source that are needed to process its findings.
pub fn facts_of(snapshot: &Snapshot, file: SourceId, treatment: &dyn Treatment) -> TextFacts {
    let make = || {
        let levels = treatment.levels_of(&snapshot.path(file));
        let is_marked = treatment.ignores()
            && comments(snapshot, file).is_some()
            && snapshot.bytes(file).is_ok_and(|bytes| is_marked(&bytes));
        TextFacts { lints: lints(snapshot, file, &levels), is_marked }
    };
    match snapshot.number() {
        // Without revisions, the facts are requested only once.
        0 => make(),
        // the treatment does not change during a session
        _ => snapshot.get(&TextFactsQuery(file)).get_or_init(make).clone(),
    }
}

/// Treats the findings of one file.
pub fn treat_file(
    snapshot: &Snapshot,
    file: SourceId,
    mut findings: Vec<Diagnostic>,
    treatment: &dyn Treatment,
    facts: TextFacts,
) -> ProcessedFindings {
    let mut suppressed = Vec::new();
    let levels = treatment.levels_of(&snapshot.path(file));
    findings.extend(facts.lints);
    if let Some(what) = snapshot.bytes(file).ok().and_then(|bytes| stand_in(&bytes)) {
        findings = vec![without_contents(what, file)];
    } else if let Some((syntax, mark)) = template_of(snapshot, file, &findings) {
        findings = vec![not_judged(syntax, mark.in_source(file))];
    } else if let Some((format, place)) = format_of(snapshot, file, &findings) {
        findings = vec![not_hcl(format, place.in_source(file))];
    } else if let Some(finding) = json_in_hcl(snapshot, file, &findings) {
        findings = vec![finding];
    } else if let Some(finding) = other_text_in_hcl(snapshot, file, &findings) {
        findings = vec![finding];
    } else if let Some(finding) = hcl_in_json(snapshot, file, &findings) {
        findings = vec![finding];
    } else if snapshot.settings().pace == Pace::Once {
        findings = syntax_causes::with_causes(snapshot, file, findings);
    }
    if facts.is_marked {
        findings = of_file(snapshot, file, findings, &levels, &mut suppressed);
    }
    ProcessedFindings { findings: leveled(findings, &levels), suppressed }
}

/// The finding that replaces those of a file whose contents are missing from this clone.
fn without_contents(what: StandIn, file: SourceId) -> Diagnostic {
    let (message, help) = match what {
        StandIn::GitCrypt => (
            "this file is encrypted with git-crypt and was not checked",
            "decrypt it with `git-crypt unlock` and check again",
        ),
        StandIn::Sops => (
            "this file is encrypted with sops and was not checked",
            "decrypt it with `sops decrypt` and check again",
        ),
        StandIn::Age => (
            "this file is encrypted with age and was not checked",
            "decrypt it with `age --decrypt` and check again",
        ),
        StandIn::OpenPgp => (
            "this file is encrypted with OpenPGP and was not checked",
            "decrypt it with `gpg --decrypt` and check again",
        ),
        StandIn::AnsibleVault => (
            "this file is encrypted with Ansible Vault and was not checked",
            "decrypt it with `ansible-vault decrypt` and check again",
        ),
        StandIn::GitLfs => (
            "this file is a pointer of Git LFS and was not checked",
            "download its contents with `git lfs pull` and check again",
        ),
    };
    let finding = Diagnostic::warning(codes::NOT_UTF8, TextRange::at(0).in_source(file), message);
    Diagnostic { certainty: Certainty::May, ..finding }.help(help)
}

/// The language of a template, and the place of its first marker, if a file with errors is a template.
fn template_of(
    snapshot: &Snapshot,
    file: SourceId,
    findings: &[Diagnostic],
) -> Option<(TemplateSyntax, TextRange)> {
    let is_json = snapshot.syntax(file) == Language::Json && findings.iter().any(Diagnostic::is_error);
    let text = match is_json {
        true => snapshot.bytes(file).ok()?,
        false => text_with_errors(snapshot, file, findings)?,
    };
    // if no value is a reference, only a template has interpolations outside of strings
    let has_no_references =
        |language: &&dyn Application| language.keeps_templates() || !language.row().has_rules;
    let bare = || {
        snapshot.language(file).filter(has_no_references)?;
        Some((TemplateSyntax::Hcl, hclx_languages::bare_interpolation(&text)?))
    };
    let mark = || hclx_languages::mark_of_error(snapshot, file, findings);
    hclx_languages::foreign_template(&text).or_else(bare).or_else(mark).or_else(|| {
        let word = hclx_languages::replaced_word(snapshot, file, findings)?;
        Some((TemplateSyntax::Placeholders, word))
    })
}

/// The error about a file that is named as JSON but contains native syntax.
fn hcl_in_json(snapshot: &Snapshot, file: SourceId, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let is_json = snapshot.syntax(file) == Language::Json;
    let first =
        findings.iter().filter(|finding| finding.code.stage() == Stage::Syntax).min_by_key(|it| it.span)?;
    let bytes = snapshot.bytes(file).ok().filter(|_| is_json && first.is_error())?;
    let native = hclx_syntax::parse_body(file, bytes);
    if native.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let message = "expected JSON, as the name of this file says, found HCL";
    let finding = Diagnostic::error(first.code, first.span?, message);
    Some(finding.help("remove `.json` from the name of the file"))
}

/// The error about a file that contains JSON but is named as HCL, or has no name.
fn json_in_hcl(snapshot: &Snapshot, file: SourceId, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let bytes = text_with_errors(snapshot, file, findings)?;
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    let first = findings.iter().filter(|finding| finding.code.stage() == Stage::Syntax);
    let first = first.min_by_key(|finding| finding.span).filter(|_| is_object)?;
    let parsed = hclx_syntax::parse_json(file, bytes);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let finding = Diagnostic::error(first.code, first.span?, "expected HCL, found JSON");
    Some(match snapshot.path(file).starts_with('<') {
        true => finding
            .help("name the kind of the file, as in `--stdin-filename main.tf.json`, or use `--lang json`"),
        false => finding.help("add `.json` to the name of the file"),
    })
}

/// The error about a file that is named as HCL but contains other text.
fn other_text_in_hcl(snapshot: &Snapshot, file: SourceId, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let bytes = text_with_errors(snapshot, file, findings)?;
    let errors =
        findings.iter().filter(|finding| finding.is_error() && finding.code.stage() == Stage::Syntax);
    let first = errors.clone().min_by_key(|finding| finding.span)?;
    let title = hclx_languages::other_text(&bytes, errors.count())?;
    let finding = Diagnostic::error(first.code, first.span?, format!("expected HCL, found {title}"));
    Some(finding.help("write it as comments, or give the file another name"))
}

/// The language of a file with errors that is not HCL 2, and the place that reveals it.
fn format_of(
    snapshot: &Snapshot,
    file: SourceId,
    findings: &[Diagnostic],
) -> Option<(ForeignFormat, TextRange)> {
    hclx_languages::foreign_format(&text_with_errors(snapshot, file, findings)?)
}

/// The contents of a file in native syntax with errors.
fn text_with_errors(snapshot: &Snapshot, file: SourceId, findings: &[Diagnostic]) -> Option<Arc<[u8]>> {
    let has_errors = findings.iter().any(Diagnostic::is_error) && snapshot.syntax(file) == Language::Native;
    snapshot.bytes(file).ok().filter(|_| has_errors)
}

/// The finding that replaces those of a file in another language.
fn not_hcl(format: ForeignFormat, place: Span) -> Diagnostic {
    let message = format!("this file {} and was not checked", format.title());
    let finding = Diagnostic::warning(codes::FOREIGN_TEMPLATE, place, message);
    let finding = Diagnostic { certainty: Certainty::May, ..finding };
    finding.help(format.help())
}

/// The finding that replaces those of an HCL file that is a template, whose rendered form may be valid.
fn not_judged(syntax: TemplateSyntax, place: Span) -> Diagnostic {
    let message = format!("this file is {} and was not checked", syntax.title());
    let words = SharedWords::Others(
        "another file like it is not listed".into(),
        "other files like it are not listed".into(),
    );
    let cause = SharedCause { name: syntax.titles().into(), ..SharedCause::of_run(&*message, words) };
    let finding = Diagnostic::warning(codes::FOREIGN_TEMPLATE, place, message);
    let finding = Diagnostic { certainty: Certainty::May, ..finding };
    finding.help("check the rendered file instead").caused_by(cause)
}

/// Applies levels to findings, and sorts them by place.
fn leveled(findings: Vec<Diagnostic>, levels: &Levels) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> =
        findings.into_iter().filter_map(|finding| levels.apply(finding)).collect();
    Diagnostic::sort(&mut findings);
    findings
}

/// The findings of style lints in an HCL file, if they are enabled.
fn lints(snapshot: &Snapshot, file: SourceId, levels: &Levels) -> Vec<Diagnostic> {
    match comments(snapshot, file) {
        Some(Comments::Native) => lints::of_file(snapshot, file, &|code| levels.of(code) != Level::Off),
        _ => Vec::new(),
    }
}

fn of_file(
    snapshot: &Snapshot,
    file: SourceId,
    findings: Vec<Diagnostic>,
    levels: &Levels,
    hidden: &mut Vec<Suppressed>,
) -> Vec<Diagnostic> {
    let (Some(comments), Ok(bytes)) = (comments(snapshot, file), snapshot.bytes(file)) else {
        return findings;
    };
    let is_lenient = snapshot.settings().policies.suppressible;
    let rules = SuppressionRules {
        is_off: &|code| levels.of(code) == Level::Off,
        // a mandatory policy applies, unless the settings let comments suppress it
        is_binding: &|finding| finding.code == codes::POLICY_VIOLATED && finding.is_error() && !is_lenient,
    };
    let done = suppress(file, &bytes, comments, findings, rules);
    hidden.extend(done.hidden.into_iter().map(|hidden| Suppressed {
        finding: hidden.finding,
        by: Suppression::Comment,
        reason: hidden.reason,
    }));
    done.kept
}

/// The comment syntax of a file; `None` for a source that is not a file.
fn comments(snapshot: &Snapshot, file: SourceId) -> Option<Comments> {
    if !snapshot.is_selected(file) {
        return None;
    }
    let forced = snapshot.settings().language;
    let language = forced.or_else(|| snapshot.row(file).map(|(language, _)| language.row().name));
    let json = snapshot.path(file).ends_with(".json");
    Some(match (language, snapshot.syntax(file)) {
        (Some(MULL), _) if json => Comments::Json,
        (Some(MULL), _) => Comments::Yaml,
        (_, Language::Json) => Comments::Json,
        (_, Language::Native) => Comments::Native,
    })
}
