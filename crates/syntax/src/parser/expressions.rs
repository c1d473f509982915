//! Operators: conditionals, binary and unary operators.
//!
//! Chains of any length are parsed in loops; recursion occurs only inside brackets, after a unary operator,
//! and between `?` and `:`. Out of scope: operands (`terms`).

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::*;
use crate::errors;
use crate::limits::MAX_NESTING;
use crate::place::{Context, CursorContext};
use crate::token::Kind;

/// The binary operator of a token and its binding power (HCL native syntax spec, Operators).
#[inline]
fn binary_operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, 1),
        Kind::And => (BinaryOp::And, 2),
        Kind::Equal => (BinaryOp::Equal, 3),
        Kind::NotEqual => (BinaryOp::NotEqual, 3),
        Kind::Greater => (BinaryOp::Greater, 4),
        Kind::GreaterEqual => (BinaryOp::GreaterEqual, 4),
        Kind::Less => (BinaryOp::Less, 4),
        Kind::LessEqual => (BinaryOp::LessEqual, 4),
        Kind::Plus => (BinaryOp::Add, 5),
        Kind::Minus => (BinaryOp::Subtract, 5),
        Kind::Star => (BinaryOp::Multiply, 6),
        Kind::Slash => (BinaryOp::Divide, 6),
        Kind::Percent => (BinaryOp::Modulo, 6),
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// Parses an expression.
    pub(crate) fn expression(&mut self) -> ExprId {
        let start = self.tok.start;
        let condition = self.binary(0);
        if self.kind() != Kind::Question || self.panicking {
            condition
        // Without an operand after `?`, this may be `string?`, a type of another language.
        } else if !self.is_operand_next() && self.at_foreign_type(start) {
            self.missing(TextRange::new(start, self.prev_end))
        } else {
            self.conditional(start, condition)
        }
    }

    /// Parses a conditional from `?` on. A conditional in its last operand is handled by the loop, without
    /// recursion.
    fn conditional(&mut self, start: u32, condition: ExprId) -> ExprId {
        let mut waiting = vec![(start, condition, None)];
        let mut last = condition;
        while self.kind() == Kind::Question && !self.panicking {
            let question = self.bump().range();
            let yes = self.middle_operand(question);
            let (_, _, arm) = waiting.last_mut().expect("one is pushed before each turn");
            *arm = Some(yes);
            let start = self.tok.start;
            last = self.otherwise(question);
            waiting.push((start, last, None));
        }
        // The last operand is not a condition.
        waiting.pop();
        while let Some((start, condition, yes)) = waiting.pop() {
            let range = TextRange::new(start, self.prev_end.max(start));
            let yes = yes.unwrap_or(condition);
            last = self.build.expr(ExprKind::Conditional { condition, yes, no: last }, range);
        }
        last
    }

    /// Parses the operand between `?` and `:`.
    fn middle_operand(&mut self, question: TextRange) -> ExprId {
        if matches!(self.kind(), Kind::Question | Kind::Colon) && self.tok.start == question.end {
            let both = question.cover(self.tok.range());
            let error = errors::no_null_operator(self.span(self.tok.range()), &self.words(both));
            self.fail(error);
            return self.missing(TextRange::at(question.end));
        }
        if self.too_deep() {
            self.panicking = true;
            return self.missing(TextRange::at(question.end));
        }
        self.deeper(Self::expression)
    }

    /// Parses `:` and the first operand after it, if there is one.
    fn otherwise(&mut self, question: TextRange) -> ExprId {
        if self.panicking {
            return self.missing(TextRange::at(self.prev_end));
        }
        if self.kind() == Kind::Newline && self.tok.kind == Kind::Colon {
            self.line_break_inside();
        }
        if !self.eat(Kind::Colon) {
            if self.kind() == Kind::Eof {
                self.met(|_| Context::Nothing);
            }
            let found = self.found();
            let error = errors::missing_colon(self.span(self.here()), &found, self.span(question));
            self.report(error);
            self.panicking = !self.at_separator();
            return self.missing(TextRange::at(self.prev_end));
        }
        self.binary(0)
    }

    /// Parses binary operators that bind tighter than `floor`; those of equal precedence are
    /// left-associative.
    fn binary(&mut self, floor: u8) -> ExprId {
        let mut left = self.unary();
        loop {
            let Some((op, strength)) = binary_operator(self.kind()).or_else(|| self.misspelled_operator())
            else {
                return left;
            };
            if strength <= floor || self.panicking {
                return left;
            }
            // the first operator of a chain decides, so that the source is examined only once
            let Expr { kind, range: TextRange { start, .. } } = *self.build.tree.expr(left);
            let is_first =
                self.kind() == Kind::Bad && matches!(kind, ExprKind::Variable(_) | ExprKind::Call(_));
            if is_first && self.at_foreign_type(start) {
                return self.missing(TextRange::new(start, self.prev_end));
            }
            let operator = self.bump_operator();
            let right = self.inside(|this| this.binary(strength), |_| CursorContext::Operand(op));
            let start = self.build.tree.expr(left).range.start;
            let end = self.build.tree.expr(right).range.end.max(start);
            left = self.build.expr(ExprKind::Binary { op, left, right }, TextRange::new(start, end));
            self.build.tree.operators.push((left, operator));
        }
    }

    /// The intended operator for `&`, `|`, `and`, `or`.
    #[inline]
    fn misspelled_operator(&mut self) -> Option<(BinaryOp, u8)> {
        if matches!(self.kind(), Kind::Bad | Kind::Ident) { self.meant_operator() } else { None }
    }

    fn meant_operator(&mut self) -> Option<(BinaryOp, u8)> {
        let meant = match &self.src[self.tok.range().range()] {
            b"&" | b"and" | b"AND" => Kind::And,
            b"|" | b"or" | b"OR" => Kind::Or,
            _ => return None,
        };
        // The words may also be names, so they are operators only if an operand follows.
        binary_operator(meant).filter(|_| self.is_operand_next())
    }

    /// Returns `true` if an operand follows the next token.
    fn is_operand_next(&mut self) -> bool {
        let second = self.second();
        starts_operand(second.kind) && !(self.newlines_count() && second.starts_line())
    }

    /// Consumes a binary operator and returns its range.
    #[inline]
    fn bump_operator(&mut self) -> TextRange {
        let operator = self.bump();
        if matches!(operator.kind, Kind::Bad | Kind::Ident) {
            let range = operator.range();
            self.report(errors::misspelled_operator(self.span(range), &self.words(range)));
        }
        operator.range()
    }

    /// Parses unary operators and their operand. An operator applies to the operand with its steps: `-a.b` is
    /// `-(a.b)`.
    #[inline]
    fn unary(&mut self) -> ExprId {
        match self.kind() {
            Kind::Minus | Kind::Bang => self.unary_chain(),
            _ => self.operand(),
        }
    }

    fn unary_chain(&mut self) -> ExprId {
        let mut chain = Vec::new();
        let depth = self.depth;
        while let Kind::Minus | Kind::Bang = self.kind() {
            // The limit is reported once; further operators are consumed without nodes.
            if self.depth == MAX_NESTING {
                self.too_deep();
                self.panicking = true;
            }
            let token = self.bump();
            if self.depth < MAX_NESTING {
                let op = if token.kind == Kind::Minus { UnaryOp::Negate } else { UnaryOp::Not };
                chain.push((op, token.start));
            }
            // The tree nests one level per operator.
            self.depth += 1;
        }
        let last = chain.last().map_or(UnaryOp::Negate, |(op, _)| *op);
        let mut operand = self.inside(Self::operand, |_| CursorContext::Unary(last));
        self.depth = depth;
        while let Some((op, start)) = chain.pop() {
            let end = self.build.tree.expr(operand).range.end;
            operand = self.build.expr(ExprKind::Unary { op, operand }, TextRange::new(start, end));
        }
        operand
    }
}

/// Returns `true` if an operand can start with this token.
pub(super) fn starts_operand(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident
            | Kind::Number
            | Kind::Quote
            | Kind::Heredoc
            | Kind::OpenParen
            | Kind::OpenBracket
            | Kind::OpenBrace
            | Kind::Minus
            | Kind::Bang
    )
}
