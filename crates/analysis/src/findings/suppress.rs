//! Suppressions: the findings that they hide, and findings about the suppressions themselves.
//!
//! A suppression hides only findings with its codes: other findings on its line remain. A suppression
//! without effect, with an unknown code or without a reason is reported.

use std::sync::Arc;

use hclx_diag::{
    Arrange, Code, Diagnostic, Fix, Group, LineIndex, Ordered, SourceId, TextRange, all_codes,
    code_names as codes, find_code, nearest,
};
use hclx_syntax::ast::{ExprId, ExprKind, Item, Root, Tree};

use super::directives::{self, Directive, MARK, Scope};
use super::foreign::{self, ForeignSuppression};
use super::reach::{self, Reach};

/// The prefix of words that name a policy, and of the subjects of its findings.
const POLICY: &str = "policy:";

/// The rules for the suppressions of a run.
#[derive(Clone, Copy)]
pub struct SuppressionRules<'r> {
    /// Selects the codes that are disabled. A suppression of such a code never counts as unused.
    pub is_off: &'r dyn Fn(Code) -> bool,
    /// Selects the findings that cannot be suppressed.
    pub is_binding: &'r dyn Fn(&Diagnostic) -> bool,
}

/// The comment syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// `#`, `//` and `/* */`.
    Native,
    /// Properties called `"//"`.
    Json,
    /// `#` at the start of a line or after a space.
    Yaml,
}

/// A finding that a suppression hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuppressedFinding {
    /// The finding.
    pub finding: Diagnostic,
    /// The reason given in the comment.
    pub reason: String,
}

/// The result of applying the suppressions of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuppressionResult {
    /// The remaining findings, and those about suppressions; unordered.
    pub kept: Vec<Diagnostic>,
    /// The hidden findings.
    pub hidden: Vec<SuppressedFinding>,
}

/// Returns `true` if a source may contain suppressions, including those in the form of another tool.
pub fn is_marked(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, MARK.as_bytes()).is_some() || foreign::is_marked(bytes)
}

/// Applies the suppressions in a file to the findings whose place is in it.
///
pub fn suppress(
    source: SourceId,
    bytes: &Arc<[u8]>,
    comments: Comments,
    mut findings: Vec<Diagnostic>,
    rules: SuppressionRules<'_>,
) -> SuppressionResult {
    // most files contain none, and need not be parsed again
    if !is_marked(bytes) {
        return SuppressionResult { kept: findings, hidden: Vec::new() };
    }
    let file = File { source, bytes, lines: LineIndex::new(bytes) };
    let mut wrong = Vec::new();
    let mut suppressions: Vec<Suppression> = Vec::new();
    // a file needs only one explanation of each kind
    let mut explained = [findings.is_empty(); 2];
    for place in places(&file, comments) {
        let text = String::from_utf8_lossy(&bytes[place.text.range()]);
        match directives::read(source, place.text.start, &text) {
            None if explained == [true; 2] => {}
            None => {
                let Some(foreign) = foreign::read(source, place.text.start, &text) else { continue };
                let is_explained = &mut explained[usize::from(foreign.is_for_hclx())];
                if *is_explained {
                    continue;
                }
                let covered = covered_finding(&foreign, &place, &findings, (&file, rules));
                let Some(covered) = covered.map(|number| &mut findings[number]) else { continue };
                match foreign {
                    ForeignSuppression::OfHclx(finding) => wrong.push(*finding),
                    ForeignSuppression::OfTool(mark, tool) => {
                        covered.help.push(ForeignSuppression::help(mark, tool, covered.code).into());
                    }
                }
                *is_explained = true;
            }
            Some(Err(finding)) => wrong.push(*finding),
            Some(Ok(directive)) => match Suppression::new(&file, directive, place) {
                Ok(suppression) => suppressions.push(suppression),
                Err(finding) => wrong.push(*finding),
            },
        }
    }
    let mut suppressed = SuppressionResult::default();
    let hiding = hiding(&file, &mut suppressions, &findings, rules.is_binding);
    for (finding, hides) in findings.into_iter().zip(hiding) {
        match hides {
            Some(index) => {
                let reason = suppressions[index].directive.reason.clone();
                suppressed.hidden.push(SuppressedFinding { finding, reason });
            }
            None => suppressed.kept.push(finding),
        }
    }
    suppressed.kept.extend(wrong);
    let of_form = suppressions.iter().flat_map(|suppression| suppression.findings(&file, rules.is_off));
    suppressed.kept.extend(of_form);
    suppressed
}

/// The finding that a suppression in another form covers and may be meant for. A suppression for another tool above a
/// block concerns that tool's findings, which never include certain errors.
fn covered_finding(
    foreign: &ForeignSuppression,
    place: &Place,
    findings: &[Diagnostic],
    (file, rules): (&File<'_>, SuppressionRules<'_>),
) -> Option<usize> {
    let is_about_errors = foreign.is_for_hclx() || place.at_end_of_line;
    findings.iter().position(|finding| {
        let is_shown = (is_about_errors || !finding.is_error()) && !(rules.is_off)(finding.code);
        is_shown && place.covers.range().contains(&(place_of(finding, false, file) as usize))
    })
}

/// The suppression that hides each finding, if any. Marks the suppressions that are used.
fn hiding(
    file: &File<'_>,
    suppressions: &mut [Suppression],
    findings: &[Diagnostic],
    is_binding: &dyn Fn(&Diagnostic) -> bool,
) -> Vec<Option<usize>> {
    let mut by_code: Ordered<(Code, Option<&str>), Vec<usize>> = Ordered::new();
    for (number, finding) in findings.iter().enumerate().filter(|(_, finding)| !is_binding(finding)) {
        by_code.or_default((finding.code, finding.subject.as_deref())).push(number);
    }
    let mut first = vec![None; findings.len()];
    for ((code, subject), numbers) in by_code {
        let naming = named_words(suppressions, code, subject);
        let reaches = |at_end: bool| {
            let fits =
                naming.iter().filter(|(index, _)| !at_end || suppressions[*index].place.at_end_of_line);
            fits.map(|(index, _)| suppressions[*index].reach(file, *index)).collect::<Vec<_>>()
        };
        let places = |end: bool| {
            let place = |number: &usize| (place_of(&findings[*number], end, file), *number);
            let mut places: Vec<(u32, usize)> = numbers.iter().map(place).collect();
            places.arrange();
            places
        };
        let mut used = reach::first_at(reaches(false), &places(false), &mut first);
        used.extend(reach::first_at(reaches(true), &places(true), &mut first));
        used.extend(numbers.iter().filter_map(|number| first[*number]));
        used.arrange();
        let is_used = |index: &usize| used.binary_search(index).is_ok();
        for (index, listed) in naming.iter().filter(|(index, _)| is_used(index)) {
            suppressions[*index].codes[*listed].used = true;
        }
    }
    first
}

/// The suppressions that name a code or a policy, each with the position of the word that names it.
fn named_words(suppressions: &[Suppression], code: Code, subject: Option<&str>) -> Vec<(usize, usize)> {
    let position = |(index, one): (usize, &Suppression)| {
        Some((index, one.codes.iter().position(|listed| listed.names(code, subject))?))
    };
    suppressions.iter().enumerate().filter_map(position).collect()
}

/// The start of a finding, or its last byte.
fn place_of(finding: &Diagnostic, end: bool, file: &File<'_>) -> u32 {
    let Some(span) = finding.span else { return 0 };
    let at = match end {
        true => span.range.end.saturating_sub(u32::from(!span.range.is_empty())),
        false => span.range.start,
    };
    at.min(file.bytes.len() as u32)
}

struct File<'a> {
    source: SourceId,
    bytes: &'a Arc<[u8]>,
    lines: LineIndex,
}

impl File<'_> {
    fn line(&self, offset: u32) -> u32 {
        self.lines.line_of(offset.min(self.bytes.len() as u32))
    }

    fn is_blank(&self, range: std::ops::Range<usize>) -> bool {
        self.bytes[range].iter().all(u8::is_ascii_whitespace)
    }
}

/// A comment: its contents without the delimiters, the range to delete with it, and the range that it covers.
struct Place {
    text: TextRange,
    /// The comment together with its line, or with the spaces before it, if nothing else needs them.
    removal: TextRange,
    /// The range in which a finding must start to be covered.
    covers: TextRange,
    /// Set if it also covers findings that end there, at the end of a multi-line expression.
    at_end_of_line: bool,
    /// Set if only comments precede it.
    leads: bool,
}

fn places(file: &File<'_>, comments: Comments) -> Vec<Place> {
    match comments {
        Comments::Native => {
            let tree = hclx_syntax::parse_body(file.source, file.bytes.clone()).tree;
            of_comments(file, tree.comments(), &blocks(&tree))
        }
        Comments::Yaml => of_comments(file, &yaml_comments(file), &[]),
        Comments::Json => {
            let tree = hclx_syntax::parse_json(file.source, file.bytes.clone()).tree;
            let mut places = of_properties(file, &tree);
            places.extend(of_comments(file, tree.comments(), &[]));
            places
        }
    }
}

fn of_comments(file: &File<'_>, comments: &[TextRange], blocks: &[TextRange]) -> Vec<Place> {
    let mut first_text = first_text(file, comments);
    // In a file that contains only comments, all of them lead.
    if first_text == file.bytes.len() {
        first_text += 1;
    }
    let marked = |range: &&TextRange| is_marked(&file.bytes[range.range()]);
    let below = below(file, comments, blocks);
    let marked_ones = comments.iter().zip(below).filter(|(range, _)| marked(range));
    marked_ones
        .map(|(comment, below)| {
            let comment = trimmed(file, *comment);
            let line = file.line(comment.start);
            let whole = file.lines.range(file.bytes, line);
            let last = file.lines.range(file.bytes, file.line(comment.end));
            let alone = file.is_blank(whole.start..comment.range().start)
                && file.is_blank(comment.range().end..last.end);
            let covers = if alone { below } else { range(whole.clone()) };
            Place {
                text: inside(file, comment),
                removal: if alone { lines_of(file, comment) } else { with_spaces(file, comment, last.end) },
                covers,
                at_end_of_line: !alone,
                leads: comment.range().start < first_text,
            }
        })
        .collect()
}

/// The offset of the first token that is not a comment.
fn first_text(file: &File<'_>, comments: &[TextRange]) -> usize {
    let mut at = if file.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    for comment in comments {
        if !file.is_blank(at.min(comment.range().start)..comment.range().start) {
            break;
        }
        at = comment.range().end;
    }
    at + file.bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The comment without a trailing line break.
fn trimmed(file: &File<'_>, comment: TextRange) -> TextRange {
    let text = file.bytes[comment.range()].trim_ascii_end();
    TextRange::new(comment.start, comment.start + text.len() as u32)
}

/// The contents of a comment without its delimiters.
fn inside(file: &File<'_>, comment: TextRange) -> TextRange {
    let text = &file.bytes[comment.range()];
    let (start, end) = match text {
        [b'/', b'*', ..] => (2, if text.ends_with(b"*/") { 2 } else { 0 }),
        [b'/', b'/', ..] => (2, 0),
        _ => (1, 0),
    };
    let start = comment.start + start.min(text.len() as u32);
    TextRange::new(start, comment.end.saturating_sub(end).max(start))
}

fn range(range: std::ops::Range<usize>) -> TextRange {
    TextRange::new(range.start as u32, range.end as u32)
}

/// The range that each comment on a line of its own covers: the next line that is neither empty nor a
/// comment, or the whole block that starts there. Lines are visited once, from the end.
fn below(file: &File<'_>, comments: &[TextRange], blocks: &[TextRange]) -> Vec<TextRange> {
    let mut below = vec![TextRange::at(file.bytes.len() as u32); comments.len()];
    let mut after: Option<(u32, TextRange)> = None;
    for (index, comment) in comments.iter().enumerate().rev() {
        let mut line = file.line(trimmed(file, *comment).end) + 1;
        if let Some((_, found)) = after.filter(|(known, _)| *known == line) {
            below[index] = found;
            continue;
        }
        let first = line;
        while line < file.lines.count() {
            let whole = file.lines.range(file.bytes, line);
            let blanks =
                file.bytes[whole.clone()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let text = whole.start + blanks;
            if text == whole.end {
                line += 1;
                continue;
            }
            let starts =
                |ranges: &[TextRange]| ranges.binary_search_by_key(&text, |range| range.range().start);
            // The other comment was visited before, because it is below this one.
            below[index] = match (starts(comments), starts(blocks)) {
                (Ok(other), _) => below[other],
                (Err(_), Ok(block)) => blocks[block],
                (Err(_), Err(_)) => range(whole),
            };
            break;
        }
        after = Some((first, below[index]));
    }
    below
}

/// The lines of a comment, including the line break after them.
fn lines_of(file: &File<'_>, comment: TextRange) -> TextRange {
    let start = file.lines.range(file.bytes, file.line(comment.start)).start;
    let end = file.lines.range(file.bytes, file.line(comment.end)).end;
    let broken = &file.bytes[end..];
    let end = end + if broken.starts_with(b"\r\n") { 2 } else { usize::from(broken.starts_with(b"\n")) };
    range(start..end)
}

/// A comment next to other tokens, together with the spaces before it; the spaces after it separate the
/// remaining tokens.
fn with_spaces(file: &File<'_>, comment: TextRange, end_of_line: usize) -> TextRange {
    let before = &file.bytes[..comment.range().start];
    let spaces = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if file.is_blank(comment.range().end..end_of_line) {
        return range(comment.range().start - spaces..end_of_line);
    }
    comment
}

/// All blocks of a tree, including nested ones, sorted by start.
fn blocks(tree: &Tree) -> Vec<TextRange> {
    let mut found = Vec::new();
    let Root::Body(root) = tree.root() else { return found };
    let mut bodies = vec![root];
    while let Some(body) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            if let Item::Block(block) = item {
                let block = tree.node(*block);
                found.push(block.range);
                bodies.push(block.body);
            }
        }
    }
    found.arrange_by_key(|block| block.start);
    found
}

/// YAML comments, found line by line: `#` after a space and outside of quotes on its line.
fn yaml_comments(file: &File<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    for line in 0..file.lines.count() {
        let whole = file.lines.range(file.bytes, line);
        let text = &file.bytes[whole.clone()];
        let starts = |at: usize| text[at] == b'#' && (at == 0 || text[at - 1].is_ascii_whitespace());
        let mut open = [false; 2];
        let comment = (0..text.len()).find(|at| {
            open[0] ^= text[*at] == b'"';
            open[1] ^= text[*at] == b'\'';
            open == [false; 2] && starts(*at)
        });
        if let Some(at) = comment {
            found.push(range(whole.start + at..whole.end));
        }
    }
    found
}

/// Properties called `"//"`: each covers the whole next property.
fn of_properties(file: &File<'_>, tree: &Tree) -> Vec<Place> {
    let mut found = Vec::new();
    let Root::Expr(root) = tree.root() else { return found };
    let mut rest = vec![root];
    while let Some(value) = rest.pop() {
        match tree.expr(value).kind {
            ExprKind::Tuple(elements) => rest.extend(tree.slice(elements)),
            ExprKind::Object(items) => {
                let items = tree.slice(items);
                rest.extend(items.iter().map(|item| item.value));
                let span = |index: usize| {
                    let item: &hclx_syntax::ast::ObjectItem = &items[index];
                    tree.expr(item.key).range.cover(tree.expr(item.value).range)
                };
                let is_comment = |index: &usize| is_text(tree, items[*index].key, |text| text == "//");
                // the next property that is not a comment, from the end
                let mut next = None;
                let mut nexts = vec![None; items.len()];
                for index in (0..items.len()).rev() {
                    nexts[index] = next;
                    next = if is_comment(&index) { next } else { Some(index) };
                }
                let mut leads = value == root;
                for (index, next) in nexts.into_iter().enumerate() {
                    if !is_comment(&index) {
                        leads = false;
                        continue;
                    }
                    let own = span(index);
                    // One of the commas around the property is removed with it.
                    let removal = match (index.checked_sub(1), index + 1 < items.len()) {
                        (_, true) => TextRange::new(own.start, span(index + 1).start),
                        (Some(before), false) => TextRange::new(span(before).end, own.end),
                        (None, false) => own,
                    };
                    let covers = next.map_or(TextRange::at(file.bytes.len() as u32), span);
                    for text in strings(tree, items[index].value) {
                        found.push(Place { text, removal, covers, at_end_of_line: false, leads });
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn is_text(tree: &Tree, id: ExprId, test: impl Fn(&str) -> bool) -> bool {
    tree.string(id).is_some_and(test)
}

/// The strings of a comment property, which is a string or an array of strings.
fn strings(tree: &Tree, value: ExprId) -> Vec<TextRange> {
    let inside = |id: ExprId| {
        let range = tree.expr(id).range;
        let is_string = is_text(tree, id, |_| true) && range.len() >= 2;
        is_string.then(|| TextRange::new(range.start + 1, range.end - 1))
    };
    match tree.expr(value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements).iter().filter_map(|id| inside(*id)).collect(),
        _ => inside(value).into_iter().collect(),
    }
}

/// A suppression and its use so far.
struct Suppression {
    directive: Directive,
    place: Place,
    codes: Vec<SuppressionWord>,
}

/// A word between the brackets.
struct SuppressionWord {
    range: TextRange,
    meaning: Meaning,
    used: bool,
}

enum Meaning {
    Code(Code),
    Group(Group),
    /// A policy, by its name.
    Policy(String),
    Unknown(String),
}

impl SuppressionWord {
    fn new((word, range): &(String, TextRange)) -> Self {
        let group = Group::ALL.iter().find(|group| group.name() == word);
        let meaning = match (find_code(word), group) {
            (Some(code), _) => Meaning::Code(code),
            (None, Some(group)) => Meaning::Group(*group),
            (None, None) => match word.strip_prefix(POLICY) {
                Some(name) => Meaning::Policy(name.to_owned()),
                None => Meaning::Unknown(word.clone()),
            },
        };
        Self { range: *range, meaning, used: false }
    }

    /// Returns `true` if the word is this code, or names the policy that is the subject of a finding.
    fn names(&self, code: Code, subject: Option<&str>) -> bool {
        match &self.meaning {
            Meaning::Code(own) => *own == code,
            Meaning::Group(group) => code.group() == Some(*group),
            Meaning::Policy(name) => subject.and_then(|subject| subject.strip_prefix(POLICY)) == Some(name),
            Meaning::Unknown(_) => false,
        }
    }

    fn is_off(&self, is_off: &dyn Fn(Code) -> bool) -> bool {
        match self.meaning {
            Meaning::Policy(_) => is_off(codes::POLICY_VIOLATED),
            Meaning::Code(code) => is_off(code),
            // an enabled lint of the group could have reported a finding
            Meaning::Group(group) => all_codes().filter(|code| code.group() == Some(group)).all(is_off),
            Meaning::Unknown(_) => true,
        }
    }
}

impl Suppression {
    fn new(file: &File<'_>, directive: Directive, place: Place) -> Result<Self, Box<Diagnostic>> {
        if directive.scope == Scope::File && !place.leads {
            let span = directive.range.in_source(file.source);
            let finding = Diagnostic::warning(
                codes::SUPPRESSION_FORM,
                span,
                "`ignore-file` must be in the first comment of the file",
            );
            return Err(Box::new(finding.help("move it to the top, or write `ignore` for one place")));
        }
        let codes = directive.codes.iter().map(SuppressionWord::new).collect();
        Ok(Self { directive, place, codes })
    }

    /// The range in which a finding must start to be covered.
    fn reach(&self, file: &File<'_>, index: usize) -> Reach {
        let hides = !self.directive.reason.is_empty();
        let within = self.place.covers;
        let (first, last) = (file.line(within.start), file.line(within.end));
        let (start, end) = match () {
            () if self.directive.scope == Scope::File => (0, u32::MAX),
            () if first == last || self.place.at_end_of_line => {
                let start = file.lines.range(file.bytes, first).start as u32;
                let is_last = last + 1 >= file.lines.count();
                let next = || file.lines.range(file.bytes, last + 1).start as u32;
                (start, if is_last { u32::MAX } else { next().saturating_sub(1) })
            }
            () => (within.start, within.end),
        };
        Reach { start, end, index, hides }
    }

    /// The findings about the suppression itself.
    fn findings(&self, file: &File<'_>, is_off: &dyn Fn(Code) -> bool) -> Vec<Diagnostic> {
        let unknown = self.codes.iter().filter_map(|listed| match &listed.meaning {
            Meaning::Unknown(word) => Some(unknown(file, word, listed.range)),
            _ => None,
        });
        let mut findings: Vec<Diagnostic> = unknown.collect();
        if self.directive.reason.is_empty() {
            let span = self.directive.range.in_source(file.source);
            let finding = Diagnostic::warning(
                codes::SUPPRESSION_REASON,
                span,
                "missing reason: this suppression has no effect",
            );
            let removal = self.place.removal.in_source(file.source);
            let finding = finding.help("add the reason after the brackets");
            findings.push(finding.fix(Fix::suggested("or remove it", removal, "")));
        }
        let is_unused = |(_, listed): &(usize, &SuppressionWord)| !listed.used && !listed.is_off(is_off);
        let unused: Vec<(usize, &SuppressionWord)> =
            self.codes.iter().enumerate().filter(is_unused).collect();
        if unused.len() == self.codes.len() {
            let span = self.directive.range.in_source(file.source);
            let finding = Diagnostic::warning(codes::UNUSED_SUPPRESSION, span, "unused suppression");
            let removal = self.place.removal.in_source(file.source);
            findings.push(finding.fix(Fix::certain("remove it", removal, "")));
        } else {
            findings.extend(unused.into_iter().map(|(index, listed)| self.unused(file, index, listed)));
        }
        findings
    }

    /// The finding about one of several codes that does not hide anything.
    fn unused(&self, file: &File<'_>, index: usize, listed: &SuppressionWord) -> Diagnostic {
        // including the comma before it, or after it if it is the first
        let removal = match (index.checked_sub(1), self.codes.get(index + 1)) {
            (Some(before), _) => TextRange::new(self.codes[before].range.end, listed.range.end),
            (None, Some(next)) => TextRange::new(listed.range.start, next.range.start),
            (None, None) => listed.range,
        };
        let word = String::from_utf8_lossy(&file.bytes[listed.range.range()]).into_owned();
        let span = listed.range.in_source(file.source);
        let message = format!("unused suppression of `{word}`");
        let fix = Fix::certain(format!("remove `{word}`"), removal.in_source(file.source), "");
        Diagnostic::warning(codes::UNUSED_SUPPRESSION, span, message).fix(fix)
    }
}

fn unknown(file: &File<'_>, word: &str, range: TextRange) -> Diagnostic {
    let span = range.in_source(file.source);
    let finding =
        Diagnostic::warning(codes::UNKNOWN_SUPPRESSION, span, format!("unknown code or group `{word}`"));
    let upper = word.to_uppercase();
    let groups = Group::ALL.iter().map(|group| group.name());
    finding
        .perhaps_meant_at(span, nearest(&upper, all_codes().map(Code::id)).or_else(|| nearest(word, groups)))
}
