//! Missing block headers: attributes outside of blocks, followed by an unmatched closing brace.

use hclx_diag::{Arrange, Diagnostic, Span, TextRange, code_names as codes};
use hclx_schema::Block;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{Item, Root};

use crate::terraform::schemas::kind::Kind;

/// Items outside of blocks that look like the contents of a block.
pub(crate) struct Headless {
    /// The range of all items.
    pub(crate) whole: TextRange,
    /// The name of the first item, and its place.
    first: (String, TextRange),
    /// The unmatched brace; `None` if there is a header without its opening brace, which the parser reports.
    pub(crate) stray: Option<Span>,
    /// The kinds that the declaration may have.
    pub(crate) kinds: &'static [Kind],
}

/// Finds block contents without a header in a file with syntax errors. Both lists are sorted by place, and
/// each is traversed once.
pub(crate) fn find(parsed: &Parsed, known: &Block) -> Vec<Headless> {
    let tree = &*parsed.tree;
    let Root::Body(body) = tree.root() else { return Vec::new() };
    let items = tree.slice(tree.body(body).items);
    let mut errors: Vec<(u32, &Diagnostic)> =
        parsed.diagnostics.iter().filter_map(|one| Some((one.span?.range.start, one))).collect();
    errors.arrange_by_key(|(start, _)| *start);
    let content = |item: &Item| match item {
        Item::Attribute(one) => Some((one.name, one.range)),
        Item::Block(block) => {
            let block = tree.node(*block);
            let is_known = known.find_block(tree.text(block.block_type.text)).is_some();
            (!is_known).then_some((block.block_type, block.range))
        }
    };
    let start_of = |item: &Item| match item {
        Item::Attribute(one) => one.range.start,
        Item::Block(block) => tree.node(*block).range.start,
    };
    let end_of = |item: &Item| match item {
        Item::Attribute(one) => one.range.end,
        Item::Block(block) => tree.node(*block).range.end,
    };
    let mut found = Vec::new();
    let mut at = 0;
    // the end of the part before the group
    let mut before = 0;
    while let Some(item) = items.get(at) {
        let run = items[at..].iter().map_while(content);
        let run: Vec<_> = run.collect();
        let Some(((name, first), (_, last))) = run.first().zip(run.last()) else {
            at += 1;
            before = end_of(item);
            continue;
        };
        at += run.len();
        let next = items.get(at).map_or(u32::MAX, start_of);
        let from = errors.partition_point(|(start, _)| *start < before);
        before = last.end;
        let within = || errors[from..].iter().take_while(|(start, _)| *start < next).map(|(_, one)| *one);
        let stray = within().find(|one| {
            one.code == codes::STRAY_BRACKET && one.span.is_some_and(|span| span.range.start >= last.end)
        });
        let is_header = |one: &Diagnostic| {
            let of_header = [codes::MISSING_ASSIGN, codes::BLOCK_HEADER].contains(&one.code);
            let is_block = known.find_block(tree.text(name.text)).is_some();
            let is_there = |range: TextRange| range.start < first.start || is_block && first.contains(range);
            of_header && one.span.is_some_and(|span| is_there(span.range))
        };
        // other errors there are reported separately
        let is_alone = within().nth(1).is_none();
        if !is_alone || stray.is_none() && !within().any(is_header) {
            continue;
        }
        let names: Vec<&str> = run.iter().map(|(name, _)| tree.text(name.text)).collect();
        found.push(Headless {
            whole: first.cover(*last),
            first: (tree.text(name.text).to_owned(), name.range),
            stray: stray.and_then(|one| one.span),
            kinds: kinds(&names),
        });
    }
    found
}

/// The kinds of declarations with attributes of these names.
fn kinds(names: &[&str]) -> &'static [Kind] {
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(name));
    match () {
        _ if has(&["value"]) => &[Kind::Output],
        _ if has(&["source"]) => &[Kind::Module],
        _ if has(&["type", "default", "nullable", "description"]) => &[Kind::Variable],
        _ => &[Kind::Resource, Kind::Data, Kind::Local],
    }
}

impl Headless {
    /// The finding for the whole group.
    pub(crate) fn finding(&self, place: impl Fn(TextRange) -> Span) -> Option<Diagnostic> {
        let (name, range) = &self.first;
        let message = format!("missing block header before `{name}`");
        let finding = Diagnostic::error(codes::BLOCK_HEADER, place(*range), message);
        let finding = finding.also(self.stray?, "the block is closed here");
        Some(finding.help("put attributes in a block, such as `resource \"TYPE\" \"NAME\" { … }`"))
    }
}
