//! Steps after an operand: attributes, indexes, splats.
//!
//! Out of scope: the operands themselves (`terms`).

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::*;
use crate::errors;
use crate::place::{Context, CursorContext};
use crate::token::{Kind, Token};

/// A `[*]`; the steps after it apply to each element.
struct FullSplat {
    source: ExprId,
    start: u32,
}

/// The enclosing splat of a chain: its source expression, and the start offset.
type Outer = Option<(ExprId, u32)>;

/// The expression that results from the steps so far.
struct Chain {
    /// The start of the traversal.
    start: u32,
    /// The base of the steps from `mark` on.
    base: ExprId,
    /// The index of the first of these steps in the list under construction.
    mark: usize,
}

fn outer(splats: &[FullSplat]) -> Outer {
    Some((splats.last()?.source, splats.first()?.start))
}

impl Parser<'_, '_> {
    /// Parses an operand and its steps.
    #[inline]
    pub(super) fn operand(&mut self) -> ExprId {
        let start = self.tok.start;
        let base = self.term();
        match self.kind() {
            Kind::Dot | Kind::OpenBracket if !self.panicking => self.steps(start, base),
            _ => base,
        }
    }

    fn steps(&mut self, start: u32, base: ExprId) -> ExprId {
        let mut chain = Chain { start, base, mark: self.scratch.steps.len() };
        let mut splats = Vec::new();
        while !self.panicking {
            match self.kind() {
                Kind::Dot => self.dot(&mut chain, outer(&splats)),
                Kind::OpenBracket => self.bracket(&mut chain, &mut splats),
                _ => break,
            }
        }
        // The steps so far belong to the innermost splat.
        let mut last = self.end_chain(&mut chain);
        while let Some(FullSplat { source, start }) = splats.pop() {
            let end = self.build.tree.expr(last).range.end;
            let kind = ExprKind::Splat { source, each: last, full: true };
            last = self.build.expr(kind, TextRange::new(start, end));
        }
        last
    }

    /// Builds the traversal of the steps so far.
    fn end_chain(&mut self, chain: &mut Chain) -> ExprId {
        let Some(last) = self.scratch.steps[chain.mark..].last() else { return chain.base };
        let range = TextRange::new(chain.start, last.range.end);
        let steps = self.build.list(&self.scratch.steps[chain.mark..]);
        self.scratch.steps.truncate(chain.mark);
        chain.base = self.build.expr(ExprKind::Traversal { base: chain.base, steps }, range);
        chain.base
    }

    /// Parses `.name`, `.0` or `.*`.
    fn dot(&mut self, chain: &mut Chain, outer: Outer) {
        let dot = self.bump();
        match self.kind() {
            Kind::Star => self.attribute_splat(dot, chain),
            Kind::Eof => self.met_step(dot, chain, outer),
            _ => self.after_dot(dot),
        }
    }

    /// Records that the source ends after a dot.
    #[cold]
    fn met_step(&mut self, dot: Token, chain: &Chain, outer: Outer) {
        let steps = self.written_steps((chain.base, chain.mark), outer.map(|(source, _)| source));
        let start = outer.map_or(chain.start, |(_, start)| start);
        let place = TextRange::new(start, dot.start.max(start));
        self.within(|this| this.met(|_| Context::Value), |_, watch| watch.set_steps(steps, place));
        self.after_dot(dot);
    }

    /// Parses the name or number after a dot.
    fn after_dot(&mut self, dot: Token) {
        match self.kind() {
            Kind::Ident => {
                let token = self.bump();
                let name = self.raw_text(token.range());
                let range = TextRange::new(dot.start, token.end);
                self.scratch.steps.push(Traverse { kind: TraverseKind::Attr(name), range });
            }
            Kind::Number => {
                let token = self.bump();
                let text = &self.src[token.range().range()];
                // Like HCL's scanner, the lexer reads the two indexes of `a.0.1` as one number.
                if text.contains(&b'.') {
                    let error =
                        errors::chained_legacy_index(self.span(token.range()), &self.words(token.range()));
                    self.report(error);
                }
                let index = self.build.expr(ExprKind::Number, token.range());
                let range = TextRange::new(dot.start, token.end);
                self.scratch.steps.push(Traverse { kind: TraverseKind::LegacyIndex(index), range });
            }
            _ => self.no_name_after_dot(dot),
        }
    }

    #[cold]
    fn no_name_after_dot(&mut self, dot: Token) {
        let found = self.found();
        let here = self.here();
        let error = if self.tok.kind == Kind::Dot && self.tok.start == dot.end {
            errors::two_dots(self.span(dot.range().cover(self.tok.range())))
        } else {
            errors::name_after_dot(self.span(here), &found, self.span(dot.range()))
        };
        self.report(error);
        self.panicking = !self.at_separator();
        if self.kind() == Kind::Newline && self.at_operand_below() {
            self.skip_newline();
            self.bump();
        }
    }

    /// Parses `.*` and the names and numbers after it, which apply to each element.
    fn attribute_splat(&mut self, dot: Token, chain: &mut Chain) {
        let star = self.bump();
        let source = self.end_chain(chain);
        let marker = dot.range().cover(star.range());
        let item = self.build.expr(ExprKind::SplatItem, marker);
        let mut inner = Chain { start: marker.start, base: item, mark: self.scratch.steps.len() };
        // A bracket ends this kind of splat: `a.*.b[0]` is the first of all `b`.
        while self.kind() == Kind::Dot && !self.panicking {
            let dot = self.bump();
            if self.kind() == Kind::Star {
                let error = errors::splat_in_splat(self.span(self.tok.range()), self.span(marker));
                self.report(error);
                self.bump();
            } else if self.kind() == Kind::Eof {
                self.met_step(dot, &inner, Some((source, chain.start)));
            } else {
                self.after_dot(dot);
            }
        }
        let each = self.end_chain(&mut inner);
        let end = self.build.tree.expr(each).range.end;
        let kind = ExprKind::Splat { source, each, full: false };
        chain.base = self.build.expr(kind, TextRange::new(chain.start, end));
    }

    /// Parses `[key]` or `[*]`.
    fn bracket(&mut self, chain: &mut Chain, splats: &mut Vec<FullSplat>) {
        let open = self.bump();
        if self.kind() == Kind::Star {
            let marker = self.full_splat_marker(open);
            let source = self.end_chain(chain);
            splats.push(FullSplat { source, start: chain.start });
            let item = self.build.expr(ExprKind::SplatItem, marker);
            // After `[*]`, further brackets apply to each element: `a[*].b[0]` is the first of each `b`.
            *chain = Chain { start: marker.start, base: item, mark: self.scratch.steps.len() };
            return;
        }
        let around = self.count_newlines(false);
        self.open.brackets += 1;
        let outer = outer(splats);
        let start = outer.map_or(chain.start, |(_, start)| start);
        let key = self.inside(
            |this| this.index_key(open),
            |this| CursorContext::Index {
                of: this.written_steps((chain.base, chain.mark), outer.map(|(source, _)| source)),
                place: TextRange::new(start, open.start),
            },
        );
        self.open.brackets -= 1;
        self.close_bracket(open, Kind::CloseBracket, around);
        let range = TextRange::new(open.start, self.prev_end);
        self.scratch.steps.push(Traverse { kind: TraverseKind::Index(key), range });
    }

    fn index_key(&mut self, open: Token) -> ExprId {
        if self.too_deep() {
            self.panicking = true;
            return self.missing(open.range());
        }
        if self.kind() == Kind::CloseBracket {
            let error = errors::empty_index(self.span(open.range().cover(self.tok.range())));
            self.report(error);
            return self.missing(TextRange::at(open.end));
        }
        self.deeper(Self::expression)
    }

    /// Parses `*]`, which may contain only a comment.
    fn full_splat_marker(&mut self, open: Token) -> TextRange {
        self.bump();
        if !self.eat(Kind::CloseBracket) {
            let found = self.found();
            let error = errors::splat_not_closed(self.span(self.here()), &found, self.span(open.range()));
            self.fail(error);
        }
        TextRange::new(open.start, self.prev_end)
    }
}
