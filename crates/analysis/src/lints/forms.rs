//! Lints for code that has a simpler form.

use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Ordered, TextRange, code_names as codes};
use hclx_syntax::ast::{BinaryOp, ExprKind, Item, UnaryOp};

use super::LintedText;

/// Reports `!(a == b)`.
pub(super) fn negated_comparison(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for (_, kind, range) in text.exprs() {
        let ExprKind::Unary { op: UnaryOp::Not, operand } = kind else { continue };
        let ExprKind::Paren(inner) = text.kind(operand) else { continue };
        let ExprKind::Binary { op, .. } = text.kind(inner) else { continue };
        let (old, new) = match op {
            BinaryOp::Equal => ("==", "!="),
            BinaryOp::NotEqual => ("!=", "=="),
            _ => continue,
        };
        let finding = Diagnostic::warning(
            codes::NEGATED_COMPARISON,
            text.span(range),
            format!("use `{new}` instead of negating `{old}`"),
        );
        // the parentheses are kept, so that the context does not matter
        let sign = text.span(TextRange::new(range.start, range.start + 1));
        let operator = text.span(text.tree.operator_range(inner));
        let edits =
            vec![Edit { span: sign, text: String::new() }, Edit { span: operator, text: new.to_owned() }];
        findings.push(finding.fix(Fix {
            title: format!("write `{new}`"),
            edits,
            applicability: Applicability::Certain,
        }));
    }
}

/// Reports `// …`.
pub(super) fn comment_slashes(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for comment in text.tree.comments().iter().filter(|comment| text.bytes(**comment).starts_with(b"//")) {
        let slashes = text.span(TextRange::new(comment.start, comment.start + 2));
        let finding = Diagnostic::warning(codes::COMMENT_SLASHES, slashes, "line comments start with `#`");
        findings.push(finding.fix(Fix::certain("write `#`", slashes, "#")));
    }
}

/// Reports `resource aws_instance web {`.
pub(super) fn bare_label(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for body in text.bodies() {
        for item in text.tree.slice(body.items) {
            let Item::Block(block) = item else { continue };
            for label in text.tree.slice(text.tree.node(*block).labels) {
                let name = text.tree.text(label.text);
                // A quoted label is longer than its name.
                if name.is_empty() || label.range.len() as usize != name.len() {
                    continue;
                }
                let span = text.span(label.range);
                let finding =
                    Diagnostic::warning(codes::BARE_LABEL, span, format!("unquoted label `{name}`"));
                findings.push(finding.fix(Fix::certain("quote it", span, format!("\"{name}\""))));
            }
        }
    }
}

/// Reports `{ a = 1, a = 2 }`.
pub(super) fn repeated_key(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for (_, kind, _) in text.exprs() {
        let ExprKind::Object(items) = kind else { continue };
        let mut known: Ordered<&str, TextRange> = Ordered::new();
        for item in text.tree.slice(items) {
            let Some(key) = text.tree.string(item.key) else { continue };
            let range = text.range(item.key);
            if let Some(first) = known.get(key) {
                let message = format!("repeated key `{key}`");
                let finding = Diagnostic::warning(codes::REPEATED_KEY, text.span(range), message);
                findings.push(
                    finding.also(text.span(*first), "this value has no effect").help("remove one of them"),
                );
            }
            known.insert(key, range);
        }
    }
}

/// Reports `{ a : 1 }`.
pub(super) fn colon_in_object(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for item in text.object_items() {
        let gap = TextRange::new(
            text.range(item.key).end,
            text.range(item.value).start.max(text.range(item.key).end),
        );
        // a parenthesized key may precede the colon
        let Some((at, _)) = text.code(gap).find(|(_, byte)| *byte != b')').filter(|(_, byte)| *byte == b':')
        else {
            continue;
        };
        let colon = text.span(TextRange::new(at, at + 1));
        // `a: 1` needs a space before `=` in the usual layout
        let new = if at == gap.start { " =" } else { "=" };
        let finding = Diagnostic::warning(codes::COLON_IN_OBJECT, colon, "use `=` after an object key");
        findings.push(finding.fix(Fix::certain("write `=`", colon, new)));
    }
}

/// Reports `a = (b)`.
pub(super) fn needless_parentheses(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for body in text.bodies() {
        for item in text.tree.slice(body.items) {
            let Item::Attribute(attribute) = item else { continue };
            let ExprKind::Paren(inner) = text.kind(attribute.value) else { continue };
            let (whole, inside) = (text.range(attribute.value), text.range(inner));
            // a multi-line expression needs the parentheses
            if text.bytes(whole).contains(&b'\n') {
                continue;
            }
            let open = TextRange::new(whole.start, inside.start);
            let close = TextRange::new(inside.end, whole.end);
            let plain = |range| text.bytes(range).iter().all(|byte| b"() ".contains(byte));
            let finding = Diagnostic::warning(
                codes::NEEDLESS_PARENTHESES,
                text.span(whole),
                "redundant parentheses around the value",
            );
            // A comment in between would be lost.
            if plain(open) && plain(close) {
                let edit = |range| Edit { span: text.span(range), text: String::new() };
                findings.push(finding.fix(Fix {
                    title: "remove them".to_owned(),
                    edits: vec![edit(open), edit(close)],
                    applicability: Applicability::Certain,
                }));
            }
        }
    }
}

/// Reports `{ "a" = 1 }`.
pub(super) fn quoted_key(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for item in text.object_items() {
        let range = text.range(item.key);
        let ExprKind::String(name) = text.kind(item.key) else { continue };
        let name = text.tree.text(name);
        // exactly two bytes longer than its value: quoted, and without escape sequences
        if range.len() as usize != name.len() + 2 {
            continue;
        }
        let mut letters = name.bytes();
        let is_name = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && letters.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // `for` would start a `for` expression
        if is_name && name != "for" {
            let span = text.span(range);
            let finding = Diagnostic::warning(
                codes::QUOTED_KEY,
                span,
                format!("redundant quotes around the key `{name}`"),
            );
            findings.push(finding.fix(Fix::certain("remove the quotes", span, name)));
        }
    }
}
