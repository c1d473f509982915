//! Source excerpts for people, drawn by miette.
//!
//! miette draws a single source and puts an icon before the message. This module writes everything else: the
//! line `error[HX2101]: message`, the excerpt from several files in one frame with the correct line numbers,
//! and the helps. miette never sees a whole source, only the few lines of an [`Excerpt`].

use std::fmt;
use std::io::{self, Write};

use hclx_diag::{Arrange, Diagnostic, Severity, counted};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use crate::excerpt::{Annotation, Excerpt, LABEL_LEAD, PlacedLabel, Row, left_out};
use crate::paint::Paint;
use crate::places::Places;
use crate::{Report, Style, edits, prose, text};

/// Writes the findings, separated by empty lines.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, hclx_diag::ColumnUnit::Graphemes);
    for (index, finding) in report.diagnostics.iter().enumerate() {
        if index > 0 || report.is_continued {
            writeln!(out)?;
        }
        let mut page = Page { style: report.style, paint: Paint(report.style.color), text: String::new() };
        page.finding(&places, finding);
        out.write_all(page.text.as_bytes())?;
    }
    Ok(())
}

/// The output for one finding under construction.
struct Page {
    style: Style,
    paint: Paint,
    text: String,
}

/// The first words of a line, and the indentation of the lines after it.
struct Head<'h> {
    plain: &'h str,
    painted: &'h str,
    indent: usize,
}

impl Page {
    fn finding(&mut self, places: &Places<'_>, finding: &Diagnostic) {
        let head = format!("{}[{}]:", finding.severity.name(), finding.code);
        let painted = self.paint.severity(finding.severity, &head);
        let paint = self.paint;
        let head = Head { plain: &head, painted: &painted, indent: crate::INDENT };
        self.hanging(head, &text::lines(&finding.message), |line| paint.strong(line));

        let annotations = annotations(finding);
        if !annotations.is_empty() {
            let excerpt = Excerpt::new(places, &annotations, self.style.width);
            self.excerpt(finding.severity, &excerpt, &annotations);
        }
        let more = left_out(annotations.len());
        if more > 0 {
            self.remark("note", &counted(more, "more place"));
        }
        for help in prose::actions(finding) {
            self.remark("help", &text::lines(help));
        }
        // the other fixes are alternatives, so their titles are enough
        if let Some(fix) = finding.fixes.first() {
            for row in edits::rows(places, fix, self.style.width) {
                let row = row.painted(self.paint);
                self.line(&row);
            }
        }
    }

    fn remark(&mut self, kind: &str, message: &str) {
        let head = format!("  {kind}:");
        let painted = format!("  {}:", self.paint.accent(kind));
        let head = Head { plain: &head, painted: &painted, indent: head.len() + 1 };
        self.hanging(head, message, str::to_owned);
    }

    /// A wrapped string after a head, with its other lines indented.
    fn hanging(&mut self, head: Head<'_>, message: &str, paint: impl Fn(&str) -> String) {
        let Head { plain, painted, indent } = head;
        let width = self.style.width;
        let first = width.saturating_sub(text::width(plain) + 1);
        let lines = text::wrap(message, first, width.saturating_sub(indent));
        for (index, line) in lines.iter().enumerate() {
            let before = if index == 0 { format!("{painted} ") } else { " ".repeat(indent) };
            let line = if line.is_empty() { String::new() } else { paint(line) };
            self.line(&format!("{before}{line}"));
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Lets miette draw the excerpt, then replaces every row by the line that it represents.
    fn excerpt(&mut self, severity: Severity, excerpt: &Excerpt, annotations: &[Annotation<'_>]) {
        let drawing = ExcerptSource::new(excerpt, annotations, self.style.width);
        let drawn = drawn(&drawing, severity, self.style.color);
        let signs = ThemeCharacters::unicode();
        let width = excerpt.number_width;
        let lead = Lead::of(excerpt.rows.len());
        let mut rows = excerpt.rows.iter();
        let stems = stems_without_labels(excerpt, annotations);
        let (mut places, mut seen) = (0, 0);
        // miette writes the message and the upper edge before the rows, and the lower edge after them
        let drawn: Vec<&str> = drawn.lines().collect();
        for line in drawn.get(2..drawn.len().saturating_sub(1)).unwrap_or_default() {
            let Some((row, rest)) = lead.split(line, &mut rows) else { continue };
            seen += usize::from(row.is_some());
            match row {
                None => {
                    let rest = without_stems(rest, stems.iter().filter(|(row, _)| row + 1 == seen));
                    self.line(&format!(" {:width$} {} {rest}", "", signs.vbar_break));
                }
                Some(Row::Again) => {}
                Some(Row::Gap) => self.line(&format!(" {:>width$} {} {rest}", "⋮", signs.vbar)),
                Some(Row::Line(number)) => {
                    let number = self.paint.faint(format!("{number:>width$}"));
                    self.line(&format!(" {number} {} {rest}", signs.vbar));
                }
                Some(Row::Place(name)) => {
                    let corner = if places == 0 { signs.ltop } else { signs.lcross };
                    places += 1;
                    let name = self.paint.accent(name);
                    self.line(&format!(" {:width$} {corner}{}[{name}]", "", signs.hbar));
                }
            }
        }
        let edge = signs.hbar.to_string().repeat(4);
        self.line(&format!(" {:width$} {}{edge}", "", signs.lbot));
    }
}

/// The primary place and the other places.
fn annotations(finding: &Diagnostic) -> Vec<Annotation<'_>> {
    let primary = finding.span.map(|span| Annotation { span, text: finding.label.as_deref(), primary: true });
    let others = finding.labels.iter();
    let others = others.map(|l| Annotation { span: l.span, text: Some(&l.message), primary: false });
    primary.into_iter().chain(others).collect()
}

/// The stems that miette draws from places without a label: the row, counted from 0, and the column.
fn stems_without_labels(excerpt: &Excerpt, annotations: &[Annotation<'_>]) -> Vec<(usize, usize)> {
    let of = |(placed, annotation): (&PlacedLabel, &Annotation<'_>)| {
        let column = placed.stem.filter(|_| annotation.text.is_none())?;
        let before = excerpt.text.as_bytes().get(..placed.range.start)?;
        Some((before.iter().filter(|byte| **byte == b'\n').count(), column))
    };
    excerpt.placed.iter().zip(annotations).filter_map(of).collect()
}

/// Replaces these stems in a line of annotations by blanks.
fn without_stems<'s>(line: &str, stems: impl Iterator<Item = &'s (usize, usize)>) -> String {
    let stems: Vec<usize> = stems.map(|(_, column)| *column).collect();
    let bar = ThemeCharacters::unicode().vbar;
    let (mut column, mut escape) = (0, false);
    let blank = |c: char| {
        escape |= c == '\x1b';
        let shown = if !escape && c == bar && stems.contains(&column) { ' ' } else { c };
        column += usize::from(!escape);
        escape &= c != 'm';
        shown
    };
    line.chars().map(blank).collect()
}

/// The underline of the primary place.
const CARET: char = '^';

/// The underline of the other places.
const DASH: &str = "-";

/// The prefix that miette writes before each row: the row number, counted from 1, and a bar.
struct Lead {
    digits: usize,
}

impl Lead {
    fn of(rows: usize) -> Self {
        Self { digits: rows.to_string().len() }
    }

    /// Splits a drawn line into its row, `None` for a line of annotations, and the part after the bar.
    fn split<'d, 'r>(
        &self,
        line: &'d str,
        rows: &mut impl Iterator<Item = &'r Row>,
    ) -> Option<(Option<&'r Row>, &'d str)> {
        let number = line.get(1..1 + self.digits)?;
        let row = if number.trim().is_empty() { None } else { Some(rows.next()?) };
        let mut rest = line.get(2 + self.digits..)?.chars();
        rest.next();
        Some((row, rest.as_str().strip_prefix(' ').unwrap_or_default()))
    }
}

/// The drawing by miette. The primary place has carets in the color of its severity; other places have
/// dashes in another color, so that they can also be told apart without colors.
fn drawn(drawing: &ExcerptSource<'_>, severity: Severity, color: bool) -> String {
    let plain = draw(drawing, ThemeStyles::none());
    if !color && drawing.labels.iter().all(LabeledSpan::primary) {
        return plain;
    }
    let ansi = ThemeStyles::ansi();
    let primary = match severity {
        Severity::Error => ansi.error.bold(),
        Severity::Warning => ansi.warning.bold(),
        Severity::Note => ansi.highlights[0].bold(),
    };
    let style = |label: &LabeledSpan| if label.primary() { primary } else { ansi.advice };
    let highlights = drawing.labels.iter().map(style).collect();
    // Always drawn in color, because only the colors show which carets belong to which place.
    let colored = draw(drawing, ThemeStyles { highlights, ..ThemeStyles::none() });
    let line = |(plain, colored): (&str, &str)| {
        let line = aligned(plain, colored);
        restyled(&line, has_carets(plain), color) + "\n"
    };
    plain.lines().zip(colored.lines()).map(line).collect()
}

/// Returns `true` if a drawn line has carets or dashes, and is neither a source row nor a label.
fn has_carets(plain: &str) -> bool {
    let signs = ThemeCharacters::unicode();
    plain.trim_start().starts_with(signs.vbar_break) && plain.ends_with(CARET) && !plain.contains(signs.hbar)
}

/// Restyles a line, with or without colors. On a line of carets, places that are not primary get dashes;
/// the primary place is bold.
fn restyled(line: &str, has_carets: bool, color: bool) -> String {
    let mut styled = String::with_capacity(line.len());
    let mut bold = false;
    for (at, part) in line.split('\x1b').enumerate() {
        let (codes, text) = if at == 0 { ("", part) } else { part.split_once('m').unwrap_or(("", part)) };
        if at > 0 {
            bold = codes.split(['[', ';']).any(|code| code == "1");
            styled.extend(color.then(|| format!("\x1b{codes}m")));
        }
        match has_carets && !bold {
            true => styled.push_str(&text.replace(CARET, DASH)),
            false => styled.push_str(text),
        }
    }
    styled
}

/// The colored line with the spaces of the plain one: next to several arcs, miette writes too few spaces
/// because it counts colors as columns.
fn aligned(plain: &str, colored: &str) -> String {
    let mut line = String::with_capacity(colored.len());
    let mut plain = plain.chars().peekable();
    let mut escape = false;
    for c in colored.chars() {
        escape |= c == '\x1b';
        if escape {
            escape = c != 'm';
        } else {
            while c != ' ' && plain.next_if_eq(&' ').is_some() {
                line.push(' ');
            }
            plain.next();
        }
        line.push(c);
    }
    line
}

fn draw(drawing: &ExcerptSource<'_>, styles: ThemeStyles) -> String {
    let caret =
        ThemeCharacters { uarrow: CARET, underbar: CARET, underline: CARET, ..ThemeCharacters::unicode() };
    let theme = GraphicalTheme { characters: caret, styles };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_context_lines(0)
        .with_wrap_lines(false)
        .with_links(false)
        .without_syntax_highlighting();
    let mut drawn = String::new();
    handler.render_report(&mut drawn, drawing).expect("a string takes everything, an excerpt every span");
    drawn
}

/// An excerpt in the form that miette expects.
#[derive(Debug)]
struct ExcerptSource<'a> {
    text: &'a str,
    rows: usize,
    /// The labels in source order, as miette expects them.
    labels: Vec<LabeledSpan>,
}

impl<'a> ExcerptSource<'a> {
    fn new(excerpt: &'a Excerpt, annotations: &[Annotation<'_>], width: usize) -> Self {
        let arcs = excerpt.placed.iter().filter(|placed| placed.stem.is_none()).count();
        let gutter = if arcs > 0 { arcs + 3 } else { 0 };
        let used = excerpt.number_width + 4 + gutter + LABEL_LEAD;
        let mut labels: Vec<LabeledSpan> = excerpt
            .placed
            .iter()
            .zip(annotations)
            .map(|(placed, annotation)| {
                let room = width.saturating_sub(used + placed.stem.unwrap_or(0));
                let wrapped = |label| text::wrap(&text::lines(label), room, room).join("\n");
                let label = annotation.text.map(wrapped);
                let span = SourceSpan::from(placed.range.clone());
                match annotation.primary {
                    true => LabeledSpan::new_primary_with_span(label, span),
                    false => LabeledSpan::new_with_span(label, span),
                }
            })
            .collect();
        labels.arrange_by_key(LabeledSpan::offset);
        Self { text: &excerpt.text, rows: excerpt.rows.len(), labels }
    }
}

impl fmt::Display for ExcerptSource<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Page` writes the message, so there is none for miette.
        Ok(())
    }
}

impl std::error::Error for ExcerptSource<'_> {}

impl miette::Diagnostic for ExcerptSource<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

impl SourceCode for ExcerptSource<'_> {
    /// Always returns the whole source, so that miette draws everything in one frame.
    fn read_span<'s>(
        &'s self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'s> + 's>, MietteError> {
        let whole = SourceSpan::from(0..self.text.len());
        Ok(Box::new(MietteSpanContents::new(self.text.as_bytes(), whole, 0, 0, self.rows)))
    }
}
