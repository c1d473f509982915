//! Lints for reference syntax from before HCL 2.

use std::collections::HashSet;

use hclx_diag::{Applicability, Diagnostic, Edit, Fix, TextRange, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind, TraverseKind};

use super::LintedText;

/// Reports a string that consists of `"${x}"` alone.
pub(super) fn interpolation_only(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    let keys: HashSet<ExprId> = text.object_items().map(|item| item.key).collect();
    let values: HashSet<ExprId> = text.attribute_values().collect();
    for (id, kind, range) in text.exprs() {
        let ExprKind::TemplateWrap(mut inner) = kind else { continue };
        let fits = |id| !text.bytes(text.range(id)).contains(&b'\n');
        // the value of an attribute on one line needs no parentheses
        let is_value = values.contains(&id) && fits(inner);
        while let (true, ExprKind::Paren(within)) = (is_value, text.kind(inner)) {
            inner = within;
        }
        let inside = text.range(inner);
        // heredocs, and sequences with anything but spaces between the delimiters, are not fixed
        // automatically
        let before = TextRange::new(range.start, inside.start);
        let after = TextRange::new(inside.end, range.end);
        let plain = |range, signs: &[u8]| text.bytes(range).iter().all(|byte| signs.contains(byte));
        let finding = Diagnostic::warning(
            codes::INTERPOLATION_ONLY,
            text.span(range),
            "redundant interpolation: it is the whole value",
        );
        let (open, close): (&[u8], &[u8]) =
            if is_value { (b"\"${~ (", b"\"}~ )") } else { (b"\"${~ ", b"\"}~ ") };
        if !plain(before, open) || !plain(after, close) {
            findings.push(finding);
            continue;
        }
        let bare = match text.kind(inner) {
            // As a key, a bare name would be a literal.
            _ if keys.contains(&id) || !fits(inner) => false,
            _ if is_value => true,
            // These need no parentheses, regardless of the context.
            ExprKind::Variable(_) | ExprKind::Traversal { .. } | ExprKind::Call(_) | ExprKind::Paren(_) => {
                true
            }
            ExprKind::Number | ExprKind::Bool(_) | ExprKind::String(_) | ExprKind::Tuple(_) => true,
            _ => false,
        };
        let (open, close) = if bare { ("", "") } else { ("(", ")") };
        let edit = |range, text: &str| Edit { span: range, text: text.to_owned() };
        findings.push(finding.fix(Fix {
            title: "write only the expression".to_owned(),
            edits: vec![edit(text.span(before), open), edit(text.span(after), close)],
            applicability: Applicability::Certain,
        }));
    }
}

/// Reports `a.0`.
pub(super) fn legacy_index(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    for (_, kind, _) in text.exprs() {
        let ExprKind::Traversal { steps, .. } = kind else { continue };
        for step in text.tree.slice(steps) {
            let TraverseKind::LegacyIndex(index) = step.kind else { continue };
            let (span, digits) =
                (text.span(step.range), String::from_utf8_lossy(text.bytes(text.range(index))));
            let message = format!("the index `.{digits}` uses HCL 1 syntax");
            let new = format!("[{digits}]");
            let fix = Fix::certain(format!("write `{new}`"), span, new);
            findings.push(Diagnostic::warning(codes::LEGACY_INDEX, span, message).fix(fix));
        }
    }
}

/// Reports `a.*.b`.
pub(super) fn legacy_splat(text: &LintedText<'_>, findings: &mut Vec<Diagnostic>) {
    // an index after `.*` differs in meaning from one after `[*]`
    let indexed: HashSet<ExprId> = text
        .exprs()
        .filter_map(|(_, kind, _)| match kind {
            ExprKind::Traversal { base, .. } => Some(base),
            _ => None,
        })
        .collect();
    for (id, kind, range) in text.exprs() {
        let ExprKind::Splat { source, each, full: false } = kind else { continue };
        let Some(marker) = marker(text, source, range) else { continue };
        let finding =
            Diagnostic::warning(codes::LEGACY_SPLAT, text.span(marker), "the splat `.*` uses HCL 1 syntax");
        let attributes = match text.kind(each) {
            ExprKind::SplatItem => true,
            ExprKind::Traversal { steps, .. } => {
                text.tree.slice(steps).iter().all(|step| matches!(step.kind, TraverseKind::Attr(_)))
            }
            _ => false,
        };
        let fix = Fix::certain("write `[*]`", text.span(marker), "[*]");
        findings.push(if attributes && !indexed.contains(&id) { finding.fix(fix) } else { finding });
    }
}

/// The place of `.*` after the iterated value.
fn marker(text: &LintedText<'_>, source: ExprId, whole: TextRange) -> Option<TextRange> {
    let mut after = text.code(TextRange::new(text.range(source).end, whole.end));
    match (after.next()?, after.next()?) {
        ((start, b'.'), (star, b'*')) => Some(TextRange::new(start, star + 1)),
        _ => None,
    }
}
