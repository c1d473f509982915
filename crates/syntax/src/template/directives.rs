//! The tree that the directives of a template form.
//!
//! A list of open directives replaces recursion. Out of scope: parsing the parts.

use hclx_diag::TextRange;

use super::{Mark, Part};
use crate::ast::*;
use crate::errors;
use crate::limits::MAX_NESTING;
use crate::parser::{ForHead, Parser};

/// An open directive.
struct OpenDirective {
    kind: DirectiveHead,
    marker: TextRange,
    /// The start of its parts in the list under construction.
    exprs: usize,
}

/// The open directives of a template.
struct Structure {
    open: Vec<OpenDirective>,
    /// The number of open directives beyond the nesting limit.
    ignored: usize,
    /// Set if every directive was parsed; otherwise missing ends are not reported.
    known: bool,
}

enum DirectiveHead {
    If {
        condition: ExprId,
        /// The branch before `%{ else }`, and that marker.
        yes: Option<(ExprId, TextRange)>,
    },
    For(ForHead),
}

impl OpenDirective {
    fn name(&self) -> &'static str {
        match self.kind {
            DirectiveHead::If { .. } => "if",
            DirectiveHead::For(_) => "for",
        }
    }
}

impl Parser<'_, '_> {
    /// Builds the expression from the parts since `mark`, at `range`.
    pub(super) fn template_of_parts(&mut self, mark: Mark, range: TextRange) -> ExprId {
        let kind = match &self.scratch.parts[mark.parts..] {
            [] => ExprKind::String(self.text_at(TextRange::at(range.start), false)),
            [Part::Literal { text, .. }] => {
                let text = *text;
                ExprKind::String(self.literal_str(text))
            }
            [Part::Interpolation(inner)] => ExprKind::TemplateWrap(*inner),
            _ => return self.template_of_many(mark, range),
        };
        self.build.expr(kind, range)
    }

    fn template_of_many(&mut self, mark: Mark, range: TextRange) -> ExprId {
        let first = self.scratch.exprs.len();
        let known = !self.scratch.parts[mark.parts..].iter().any(|part| matches!(part, Part::Unknown));
        let mut structure = Structure { open: Vec::new(), ignored: 0, known };
        for index in mark.parts..self.scratch.parts.len() {
            match self.scratch.parts[index] {
                Part::Literal { text, range } => {
                    let text = self.literal_str(text);
                    let literal = self.build.expr(ExprKind::String(text), range);
                    self.scratch.exprs.push(literal);
                }
                Part::Interpolation(inner) => self.scratch.exprs.push(inner),
                Part::If { condition, marker } => {
                    self.open_directive(&mut structure, DirectiveHead::If { condition, yes: None }, marker);
                }
                Part::For { head, marker } => {
                    self.open_directive(&mut structure, DirectiveHead::For(head), marker)
                }
                Part::Unknown => {}
                part => self.end_directive(&mut structure, part),
            }
        }
        if let Some(unclosed) = structure.open.last().filter(|_| known) {
            let end = self.span(TextRange::at(range.end));
            let error = errors::unclosed_directive(self.span(unclosed.marker), unclosed.name(), end);
            self.report(error);
        }
        self.template_of_exprs(first, range, true)
    }

    fn open_directive(&mut self, structure: &mut Structure, kind: DirectiveHead, marker: TextRange) {
        if self.depth as usize + structure.open.len() < MAX_NESTING as usize {
            structure.open.push(OpenDirective { kind, marker, exprs: self.scratch.exprs.len() });
            return;
        }
        if structure.ignored == 0 {
            let error = errors::too_deep(self.span(marker));
            self.report(error);
        }
        structure.ignored += 1;
    }

    /// Handles `%{ else }`, `%{ endif }` or `%{ endfor }`.
    fn end_directive(&mut self, structure: &mut Structure, part: Part) {
        if structure.ignored > 0 {
            // The `else` of an ignored directive does not end it.
            structure.ignored -= usize::from(!matches!(part, Part::Else(_)));
            return;
        }
        let last = structure.open.last_mut();
        match (part, last) {
            (
                Part::Else(marker),
                Some(OpenDirective { kind: DirectiveHead::If { yes, .. }, exprs, marker: opener }),
            ) => match yes {
                None => *yes = Some((self.arm(*exprs, TextRange::at(opener.end)), marker)),
                Some((_, first)) => {
                    let error = errors::second_else(self.span(marker), self.span(*first));
                    self.report(error);
                }
            },
            (Part::EndIf(marker), Some(OpenDirective { kind: DirectiveHead::If { .. }, .. }))
            | (Part::EndFor(marker), Some(OpenDirective { kind: DirectiveHead::For(_), .. })) => {
                self.end_last(structure, marker);
            }
            (part, _) if structure.known => self.wrong_end(structure, part),
            _ => {}
        }
    }

    /// Handles an end that does not match the innermost open directive: either that directive has no end, and
    /// this ends an enclosing one, or this was meant as its end.
    #[cold]
    fn wrong_end(&mut self, structure: &mut Structure, part: Part) {
        let fits = |directive: &OpenDirective| match part {
            Part::EndIf(_) => matches!(directive.kind, DirectiveHead::If { .. }),
            Part::EndFor(_) => matches!(directive.kind, DirectiveHead::For(_)),
            _ => false,
        };
        let (Part::Else(marker) | Part::EndIf(marker) | Part::EndFor(marker)) = part else { return };
        let around = structure.open.len().checked_sub(2).map(|around| &structure.open[around]);
        if let Some(last) = structure.open.last()
            && around.is_some_and(fits)
        {
            let before = self.span(TextRange::at(marker.start));
            let error = errors::unclosed_directive(self.span(last.marker), last.name(), before);
            self.report(error);
            self.end_last(structure, TextRange::at(marker.start));
            self.end_last(structure, marker);
            return;
        }
        self.stray_end(part, structure.open.last().map(|last| (last.name(), last.marker)));
        // The end was written for some directive, most likely this one.
        if !matches!(part, Part::Else(_)) {
            self.end_last(structure, marker);
        }
    }

    fn end_last(&mut self, structure: &mut Structure, marker: TextRange) {
        if let Some(directive) = structure.open.pop() {
            self.ended_directive(directive, marker);
        }
    }

    /// Reports an end that does not match the open directive.
    #[cold]
    fn stray_end(&mut self, part: Part, open: Option<(&str, TextRange)>) {
        let (word, marker) = match part {
            Part::Else(marker) => ("else", marker),
            Part::EndIf(marker) => ("endif", marker),
            Part::EndFor(marker) => ("endfor", marker),
            _ => return,
        };
        let open = open.map(|(name, place)| (name, self.span(place)));
        let error = errors::stray_directive(self.span(marker), word, open);
        self.report(error);
    }

    fn ended_directive(&mut self, directive: OpenDirective, end_marker: TextRange) {
        let OpenDirective { kind, marker, exprs } = directive;
        let range = marker.cover(end_marker);
        let kind = match kind {
            DirectiveHead::If { condition, yes } => {
                let (yes, no, else_marker) = match yes {
                    Some((yes, else_marker)) => {
                        let no = self.arm(exprs, TextRange::at(end_marker.start));
                        (yes, no, Some(else_marker))
                    }
                    None => {
                        let yes = self.arm(exprs, TextRange::at(marker.end));
                        // The first arm has consumed all parts, so this arm is an empty string.
                        (yes, self.arm(exprs, TextRange::at(end_marker.start)), None)
                    }
                };
                let node = TemplateIf { condition, yes, no, if_marker: marker, else_marker, end_marker };
                ExprKind::TemplateIf(self.build.node(node))
            }
            DirectiveHead::For(ForHead { key, value, collection }) => {
                let body = self.arm(exprs, TextRange::at(marker.end));
                let node = TemplateFor { key, value, collection, body, for_marker: marker, end_marker };
                ExprKind::TemplateFor(self.build.node(node))
            }
        };
        let directive = self.build.expr(kind, range);
        self.scratch.exprs.push(directive);
    }

    /// Builds the template from the expressions since `first`; an empty string at `empty_at` if there are
    /// none.
    fn arm(&mut self, first: usize, empty_at: TextRange) -> ExprId {
        let ends = match &self.scratch.exprs[first..] {
            [] => None,
            [from, .., to] => Some((*from, *to)),
            [only] => Some((*only, *only)),
        };
        let Some((from, to)) = ends else {
            let empty = self.text_at(empty_at, false);
            return self.build.expr(ExprKind::String(empty), empty_at);
        };
        let place = |this: &Self, id: ExprId| this.build.tree.expr(id).range;
        let range = place(self, from).cover(place(self, to));
        self.template_of_exprs(first, range, false)
    }

    /// Builds a template from the expressions since `first`, without empty literals. A single literal is
    /// returned as such, unless it is the `whole` template.
    fn template_of_exprs(&mut self, first: usize, range: TextRange, whole: bool) -> ExprId {
        if let [only] = self.scratch.exprs[first..]
            && !whole
            && matches!(self.build.tree.expr(only).kind, ExprKind::String(_))
            && !self.build.tree.is_interpolated(only)
        {
            self.scratch.exprs.truncate(first);
            return only;
        }
        let mut kept = first;
        for index in first..self.scratch.exprs.len() {
            let part = self.scratch.exprs[index];
            let text = matches!(self.build.tree.expr(part).kind, ExprKind::String(text) if text.is_empty());
            // `${""}` is a part of the template, unlike an empty literal.
            let empty = text && !self.build.tree.is_interpolated(part);
            if !empty {
                self.scratch.exprs[kept] = part;
                kept += 1;
            }
        }
        let parts = self.build.list(&self.scratch.exprs[first..kept]);
        self.scratch.exprs.truncate(first);
        self.build.expr(ExprKind::Template(parts), range)
    }
}
