//! Templates and expressions in decoded strings: their nodes are parsed as if the string were a file, then
//! their ranges are mapped to the source.
//!
//! Out of scope: decoding (`json`).

use hclx_diag::{Diagnostic, TextRange};

use crate::ast::*;
use crate::build::{Checkpoint, OffsetMap, TreeBuilder};
use crate::parser::Parser;

/// Parses `decoded` with `parse`; the nodes are added to the tree of `builder`, with their ranges mapped by
/// `map`.
pub(crate) fn read(
    builder: &mut TreeBuilder,
    decoded: &str,
    map: &OffsetMap,
    parse: fn(&mut Parser<'_, '_>) -> ExprId,
) -> (ExprId, Vec<Diagnostic>) {
    let before = builder.checkpoint();
    let mut parser = Parser::new(decoded.as_bytes(), builder, true);
    let id = parse(&mut parser);
    let diagnostics = parser.finish();
    // The ranges are still those of the decoded string here; `map_tree` replaces them.
    keep_respelled_numbers(builder, before, decoded, map);
    map_tree(&mut builder.tree, before, map);
    (id, diagnostics.into_iter().map(|finding| map_diagnostic(finding, map)).collect())
}

/// Stores the digits of numbers that contain escapes, because they cannot be sliced from the source.
fn keep_respelled_numbers(builder: &mut TreeBuilder, before: Checkpoint, decoded: &str, map: &OffsetMap) {
    for index in before.exprs..builder.tree.exprs.len() {
        let Expr { kind: ExprKind::Number, range } = builder.tree.exprs[index] else { continue };
        let place = map.range(range);
        let text = &decoded[range.range()];
        if &builder.tree.source[place.range()] == text.as_bytes() {
            continue;
        }
        let text = builder.text(text);
        let numbers = &mut builder.tree.respelled_numbers;
        let at = numbers.partition_point(|(start, _)| *start < place.start);
        numbers.insert(at, (place.start, text));
    }
}

fn map_tree(tree: &mut Tree, before: Checkpoint, map: &OffsetMap) {
    let place = |range: &mut TextRange| *range = map.range(*range);
    let name = |name: &mut Name| name.range = map.range(name.range);
    tree.exprs[before.exprs..].iter_mut().for_each(|expr| place(&mut expr.range));
    tree.traverses[before.traverses..].iter_mut().for_each(|step| place(&mut step.range));
    tree.operators[before.operators..].iter_mut().for_each(|(_, range)| place(range));
    for call in &mut tree.calls[before.calls..] {
        name(&mut call.name);
        place(&mut call.open);
        place(&mut call.close);
    }
    for node in &mut tree.fors[before.fors..] {
        node.key_name.iter_mut().for_each(name);
        name(&mut node.value_name);
    }
    for node in &mut tree.template_ifs[before.template_ifs..] {
        place(&mut node.if_marker);
        node.else_marker.iter_mut().for_each(place);
        place(&mut node.end_marker);
    }
    for node in &mut tree.template_fors[before.template_fors..] {
        node.key.iter_mut().for_each(name);
        name(&mut node.value);
        place(&mut node.for_marker);
        place(&mut node.end_marker);
    }
}

/// Maps the locations of a finding. Fixes are dropped, because their replacements would have to be escaped
/// for the enclosing string.
fn map_diagnostic(mut finding: Diagnostic, map: &OffsetMap) -> Diagnostic {
    finding.fixes.clear();
    let own = finding.span.iter_mut();
    let places = own.chain(finding.labels.iter_mut().map(|label| &mut label.span));
    places.for_each(|span| span.range = map.range(span.range));
    finding
}
