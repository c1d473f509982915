//! Lints about the style of native HCL. They inspect the tree of a file, never values.
//!
//! A lint is a row of [`LINTS`]: its code and a function. Levels determine whether it is reported.

mod forms;
mod references;

use crate::Snapshot;
use hclx_diag::{Code, Diagnostic, SourceId, Span, TextRange, code_names as codes};
use hclx_syntax::ast::{Body, ExprId, ExprKind, Item, Language, ObjectItem, Root, Tree};

/// A style rule.
struct Lint {
    code: Code,
    run: fn(&LintedText<'_>, &mut Vec<Diagnostic>),
}

/// All lints, sorted by code.
const LINTS: &[Lint] = &[
    Lint { code: codes::INTERPOLATION_ONLY, run: references::interpolation_only },
    Lint { code: codes::LEGACY_INDEX, run: references::legacy_index },
    Lint { code: codes::LEGACY_SPLAT, run: references::legacy_splat },
    Lint { code: codes::NEGATED_COMPARISON, run: forms::negated_comparison },
    Lint { code: codes::COMMENT_SLASHES, run: forms::comment_slashes },
    Lint { code: codes::BARE_LABEL, run: forms::bare_label },
    Lint { code: codes::COLON_IN_OBJECT, run: forms::colon_in_object },
    Lint { code: codes::NEEDLESS_PARENTHESES, run: forms::needless_parentheses },
    Lint { code: codes::QUOTED_KEY, run: forms::quoted_key },
    Lint { code: codes::REPEATED_KEY, run: forms::repeated_key },
];

/// The codes of all lints.
pub const CODES: &[Code] = &{
    let mut codes = [LINTS[0].code; LINTS.len()];
    let mut at = 0;
    while at < LINTS.len() {
        codes[at] = LINTS[at].code;
        at += 1;
    }
    codes
};

/// The findings of the enabled lints in a parsed file; some lints do not apply to every
/// application.
pub fn of_file(snapshot: &Snapshot, file: SourceId, wanted: &dyn Fn(Code) -> bool) -> Vec<Diagnostic> {
    let keeps_templates = snapshot.language(file).is_some_and(|language| language.keeps_templates());
    let wanted = |code: Code| wanted(code) && !(keeps_templates && code == codes::INTERPOLATION_ONLY);
    if !CODES.iter().any(|code| wanted(*code)) {
        return Vec::new();
    }
    let parsed = snapshot.parsed(file);
    // After a syntax error, parts of the tree are guessed.
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Vec::new();
    }
    lint(&parsed.tree, file, &wanted)
}

/// The findings of the enabled lints in a tree without syntax errors.
pub fn lint(tree: &Tree, source: SourceId, wanted: &dyn Fn(Code) -> bool) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let lints = LINTS.iter().filter(|lint| wanted(lint.code));
    // JSON has no alternative to templates, and no choice of style
    if tree.language() == Language::Native {
        let text = LintedText { tree, source };
        lints.for_each(|lint| (lint.run)(&text, &mut findings));
    }
    Diagnostic::sort(&mut findings);
    findings
}

/// A tree together with the data that lints need.
struct LintedText<'t> {
    tree: &'t Tree,
    source: SourceId,
}

impl<'t> LintedText<'t> {
    fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    fn bytes(&self, range: TextRange) -> &'t [u8] {
        self.tree.source().get(range.range()).unwrap_or_default()
    }

    /// The bytes of a range without whitespace and comments, with their offsets.
    fn code(&self, range: TextRange) -> impl Iterator<Item = (u32, u8)> + 't {
        let comments = self.tree.comments();
        let mut ahead = &comments[comments.partition_point(|comment| comment.end <= range.start)..];
        self.bytes(range).iter().enumerate().filter_map(move |(index, byte)| {
            let at = range.start + index as u32;
            while ahead.first().is_some_and(|comment| comment.end <= at) {
                ahead = &ahead[1..];
            }
            let is_code = !byte.is_ascii_whitespace() && ahead.first().is_none_or(|next| at < next.start);
            is_code.then_some((at, *byte))
        })
    }

    fn exprs(&self) -> impl Iterator<Item = (ExprId, ExprKind, TextRange)> {
        let ids = self.tree.expr_ids();
        ids.map(|id| (id, self.tree.expr(id).kind, self.tree.expr(id).range))
    }

    fn kind(&self, id: ExprId) -> ExprKind {
        self.tree.expr(id).kind
    }

    fn range(&self, id: ExprId) -> TextRange {
        self.tree.expr(id).range
    }

    fn object_items(&self) -> impl Iterator<Item = &'t ObjectItem> {
        let tree = self.tree;
        self.exprs().flat_map(move |(_, kind, _)| match kind {
            ExprKind::Object(items) => tree.slice(items),
            _ => &[],
        })
    }

    fn attribute_values(&self) -> impl Iterator<Item = ExprId> {
        let items = self.bodies().into_iter().flat_map(|body| self.tree.slice(body.items));
        items.filter_map(|item| match item {
            Item::Attribute(attribute) => Some(attribute.value),
            Item::Block(_) => None,
        })
    }

    /// All bodies, outer ones first.
    fn bodies(&self) -> Vec<&'t Body> {
        let Root::Body(root) = self.tree.root() else { return Vec::new() };
        let mut bodies = vec![self.tree.body(root)];
        let mut at = 0;
        while let Some(body) = bodies.get(at) {
            for item in self.tree.slice(body.items) {
                if let Item::Block(block) = item {
                    bodies.push(self.tree.body(self.tree.node(*block).body));
                }
            }
            at += 1;
        }
        bodies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offsets of the findings of one lint in a source.
    fn starts(code: Code, source: &str) -> Vec<u32> {
        let parsed = hclx_syntax::parse_body(SourceId(0), source.as_bytes().into());
        let findings = lint(&parsed.tree, SourceId(0), &|one| one == code);
        findings.iter().filter_map(|finding| Some(finding.span?.range.start)).collect()
    }

    #[test]
    fn comments_and_blanks_between_tokens_do_not_matter() {
        assert_eq!(starts(codes::COLON_IN_OBJECT, "x = { a : 1 }\n"), [8]);
        assert_eq!(starts(codes::COLON_IN_OBJECT, "x = { a /* = */ : /* : */ 1 }\n"), [16]);
        assert!(starts(codes::COLON_IN_OBJECT, "x = { a /* : */ = 1 }\n").is_empty());
        assert_eq!(starts(codes::LEGACY_SPLAT, "x = a.*.b\n"), [5]);
        assert_eq!(starts(codes::LEGACY_SPLAT, "x = a /* .* */ .*.b\n"), [15]);
        assert!(starts(codes::LEGACY_SPLAT, "x = a[*].b\n").is_empty());
    }
}
