//! Renames a declaration, either at all places or not at all.

use std::collections::BTreeSet;

use hclx_analysis::Snapshot;
use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind, is_torn};
use hclx_diag::{Arrange, Edit, SourceId, Span, TextRange};
use hclx_syntax::ast::Language as Syntax;

use crate::locals::{LocalKind, LocalName, Locals};
use crate::names::block_at;
use crate::{Index, Role};

/// The reason why nothing is renamed: a sentence, and a place that illustrates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameError {
    /// The sentence, without a period.
    pub why: String,
    /// The place.
    pub place: Option<Span>,
}

impl RenameError {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), place: None }
    }

    fn at(self, place: Span) -> Self {
        Self { place: Some(place), ..self }
    }
}

/// The edits of a rename.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenameEdits {
    /// The edits of the name's places, sorted by place.
    pub edits: Vec<Edit>,
    /// The statement that keeps deployed objects, if the symbol is a deployed object.
    pub moved: Option<Edit>,
}

/// Returns the symbol to rename, if it can be renamed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub fn check_name<'i>(index: &'i Index, key: &SymbolKey) -> Result<&'i Symbol, RenameError> {
    let Some(symbol) = index.symbol(key) else {
        return Err(RenameError::new(format!("`{}` is declared outside of the selected files", key.key)));
    };
    if let Some(reason) = symbol.fixed {
        return Err(RenameError::new(format!("`{}` cannot be renamed: {reason}", key.key)).at(symbol.name));
    }
    if index.declarations(key) > 1 {
        let why = format!("`{}` is declared more than once", key.key);
        return Err(RenameError::new(why).at(symbol.name));
    }
    Ok(symbol)
}

/// Checks that a local name can be renamed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub fn check_local(file: SourceId, name: &LocalName) -> Result<(), RenameError> {
    let why = match name.kind {
        LocalKind::Loop | LocalKind::Iterator { is_label: false } => return Ok(()),
        LocalKind::Iterator { is_label: true } => {
            "the label of a `dynamic` block is the type of the blocks that it generates: add an `iterator`"
        }
        LocalKind::Instance => "the language defines this name",
    };
    let why = format!("`{}` cannot be renamed: {why}", name.text);
    Err(RenameError::new(why).at(name.place.in_source(file)))
}

/// Renames the local name at an offset of a file.
///
/// # Errors
/// The reason why this is impossible or would change the meaning.
pub fn rename_local(
    snapshot: &Snapshot,
    file: SourceId,
    offset: u32,
    to: &str,
) -> Result<Option<Vec<Edit>>, RenameError> {
    let locals = Locals::of(snapshot, file);
    let Some((name, _)) = locals.at(offset) else { return Ok(None) };
    check_local(file, name)?;
    check_identifier(to)?;
    let parsed = snapshot.parsed(file);
    if is_torn(&parsed) {
        let path = snapshot.path(file);
        return Err(RenameError::new(format!("`{path}` has syntax errors, so it may contain further uses")));
    }
    let means = |place: TextRange| {
        name.whole.contains(place) && !name.without.is_some_and(|without| without.contains(place))
    };
    let others = || locals.names().iter().filter(|other| other.place != name.place && *other.text == *to);
    // an inner name keeps its uses; the name of an iterator looks like a use itself
    let places = |other: &LocalName| std::iter::once(other.place).chain(other.uses.iter().copied()).collect();
    let inner: BTreeSet<TextRange> =
        others().filter(|other| means(other.place)).flat_map::<Vec<_>, _>(places).collect();
    // an outer name that the new one would shadow
    let mut hidden = None;
    let mut root = |place: TextRange, text: &str| {
        if text == to && means(place) && !inner.contains(&place) {
            hidden.get_or_insert(place);
        }
    };
    each_reference_of_file(&parsed.tree, &mut |mention| root(mention.root_range(), mention.root));
    others().flat_map(|other| &other.uses).for_each(|place| root(*place, to));
    // an inner name that would shadow the new one, or the other name of the same loop
    let hides = |other: &&LocalName| {
        let is_inside = |used: &TextRange| {
            other.whole.contains(*used) && !other.without.is_some_and(|without| without.contains(*used))
        };
        other.whole == name.whole || name.uses.iter().any(is_inside) && means(other.place)
    };
    let taken = hidden.or_else(|| others().find(hides).map(|other| other.place));
    if let Some(place) = taken {
        let why = format!("`{to}` already refers to something else there");
        return Err(RenameError::new(why).at(place.in_source(file)));
    }
    let places = std::iter::once(name.place).chain(name.uses.iter().copied());
    let edit = |place: TextRange| Edit { span: place.in_source(file), text: to.to_owned() };
    places
        .map(|place| is_written_so(snapshot, place.in_source(file), &name.text).map(|()| Some(edit(place))))
        .collect()
}

/// Returns `true` if a file with syntax errors may mention a symbol: it contains the name, and its application can
/// refer to declarations of the symbol's application.
fn may_mention(snapshot: &Snapshot, symbol: &Symbol, file: SourceId) -> bool {
    let language = |file| snapshot.unit_of(file).map(|unit| unit.language);
    let knows = match (language(symbol.name.source), language(file)) {
        (Some(declaring), Some(other)) => {
            declaring.row().name == other.row().name
                || other.row().uses_names_of.contains(&declaring.row().name)
        }
        _ => true,
    };
    let name = symbol.key.key.rsplit('.').next().unwrap_or_default();
    let has_name = |bytes: &[u8]| bytes.windows(name.len().max(1)).any(|part| part == name.as_bytes());
    knows && snapshot.bytes(file).is_ok_and(|bytes| has_name(&bytes))
}

/// Renames a symbol at all its places.
///
/// # Errors
/// The reason why this is impossible, or might change the meaning.
pub fn rename(snapshot: &Snapshot, key: &SymbolKey, to: &str) -> Result<RenameEdits, RenameError> {
    let index = Index::of(snapshot);
    let symbol = check_name(&index, key)?;
    check_last_name(&key.key, to)?;
    let target = SymbolKey { key: with_name(&key.key, to).into(), ..key.clone() };
    if let Some(taken) = index.symbol(&target) {
        return Err(RenameError::new(format!("`{}` is already declared", target.key)).at(taken.name));
    }
    if let Some(file) = index.torn(symbol).filter(|file| may_mention(snapshot, symbol, *file)).min() {
        let path = snapshot.path(file);
        let why = format!("`{path}` has syntax errors, so it may contain further uses of `{}`", key.key);
        return Err(RenameError::new(why).at(TextRange::at(0).in_source(file)));
    }
    if symbol.kind == SymbolKind::Output {
        whole_object(snapshot, key)?;
    }
    let mut edits = Vec::new();
    for place in index.places(key) {
        // Statements about moved objects record former addresses, which are left unchanged.
        let keeps = symbol.kind != SymbolKind::Variable && place.role == Role::Mentioned(How::Moved);
        if !keeps {
            is_written_so(snapshot, place.span, &key.key)?;
            is_alone(snapshot, &index, key, place.span)?;
            edits.push(Edit { span: place.span, text: to.to_owned() });
        }
    }
    // Other declarations deploy nothing, and not all languages have the statement.
    let is_deployed = matches!(symbol.kind, SymbolKind::Resource | SymbolKind::Module);
    if !is_deployed || !has_moved(snapshot, symbol) {
        return Ok(RenameEdits { edits, moved: None });
    }
    // a second statement would form a cycle with one that refers back
    let moved = match turned(snapshot, &index, key, &target) {
        Some(turned) => {
            edits.extend(turned);
            edits.arrange_by_key(|edit| edit.span);
            None
        }
        None => moved(snapshot, symbol, &target),
    };
    Ok(RenameEdits { edits, moved })
}

/// Returns `true` if files like that of a declaration have `moved` blocks.
fn has_moved(snapshot: &Snapshot, symbol: &Symbol) -> bool {
    let file = symbol.name.source;
    let unit = snapshot.unit_of(file);
    let schema = unit.and_then(|unit| unit.language.schema(unit, snapshot, file));
    schema.is_some_and(|schema| schema.find_block("moved").is_some())
}

/// The edits that reverse an existing statement, if it states that the object was renamed from its new name
/// to its old one.
fn turned(snapshot: &Snapshot, index: &Index, key: &SymbolKey, target: &SymbolKey) -> Option<[Edit; 2]> {
    let places = index.places(key);
    let mut statements = places.iter().filter(|place| place.role == Role::Mentioned(How::Moved));
    statements.find_map(|place| {
        let parsed = snapshot.parsed(place.span.source);
        let tree = &parsed.tree;
        let block =
            block_at(tree, place.span.range).filter(|block| tree.is_text(block.block_type.text, "moved"))?;
        let address = |name: &str, address: &SymbolKey| {
            let range = tree.expr(tree.attribute(block.body, name)?.value).range;
            (*tree.written(range) == *address.key).then(|| range.in_source(place.span.source))
        };
        let (from, to) = (address("from", target)?, address("to", key)?);
        Some([
            Edit { span: from, text: key.key.to_string() },
            Edit { span: to, text: target.key.to_string() },
        ])
    })
}

/// Refuses an output if a call of its module is used as a whole, because the output may be read
/// from that value.
fn whole_object(snapshot: &Snapshot, key: &SymbolKey) -> Result<(), RenameError> {
    for unit in snapshot.units() {
        let symbols = snapshot.symbols(unit);
        if let Some(whole) = symbols.wholes().find(|whole| whole.called == key.root) {
            let why = format!("`{}` is used as a whole, so `{}` may be read from it", whole.key.key, key.key);
            return Err(RenameError::new(why).at(whole.place));
        }
    }
    Ok(())
}

/// Refuses a place that also refers to another symbol, such as an input that several units pass to their
/// modules.
fn is_alone(snapshot: &Snapshot, index: &Index, key: &SymbolKey, place: Span) -> Result<(), RenameError> {
    let shared = index.names(place.source).into_iter().find(|(span, other)| *span == place && *other != key);
    let Some((_, other)) = shared else { return Ok(()) };
    let path = snapshot.path(place.source);
    let why = format!("the name in `{path}` also refers to `{}` of `{}`", other.key, other.root);
    Err(RenameError::new(why).at(place))
}

/// Refuses a place that does not contain the literal name, for example because of an escape.
fn is_written_so(snapshot: &Snapshot, place: Span, address: &str) -> Result<(), RenameError> {
    let name = address.rsplit('.').next().unwrap_or(address);
    let bytes = snapshot.bytes(place.source).unwrap_or_else(|_| [].into());
    let written = bytes.get(place.range.start as usize..place.range.end as usize);
    match written == Some(name.as_bytes()) {
        true => Ok(()),
        false => Err(RenameError::new(format!("`{address}` is written with escapes here")).at(place)),
    }
}

/// The statement that an object was renamed, inserted after its block.
fn moved(snapshot: &Snapshot, symbol: &Symbol, target: &SymbolKey) -> Option<Edit> {
    // In JSON, text cannot simply be added after a block.
    if snapshot.syntax(symbol.whole.source) != Syntax::Native {
        return None;
    }
    let text = format!("\n\nmoved {{\n  from = {}\n  to   = {}\n}}", symbol.key.key, target.key);
    Some(Edit { span: TextRange::at(symbol.whole.range.end).in_source(symbol.whole.source), text })
}

/// Replaces the last name of an address.
fn with_name(address: &str, name: &str) -> String {
    match address.rsplit_once('.') {
        Some((before, _)) => format!("{before}.{name}"),
        None => name.to_owned(),
    }
}

/// Checks the new last name of an address.
fn check_last_name(address: &str, to: &str) -> Result<(), RenameError> {
    let before = with_name(address, "");
    let name = to.strip_prefix(&*before).filter(|name| !before.is_empty() && is_identifier(name));
    match name {
        Some(name) => Err(RenameError::new(format!("`{to}` is an address, not a name: write `{name}`"))),
        None => check_identifier(to),
    }
}

fn check_identifier(to: &str) -> Result<(), RenameError> {
    match is_identifier(to) {
        true => Ok(()),
        false => Err(RenameError::new(format!(
            "`{to}` is not a name: names consist of letters, digits, `_` and `-`, a letter or `_` first"
        ))),
    }
}

fn is_identifier(name: &str) -> bool {
    let parsed = hclx_syntax::parse_expression(hclx_diag::SourceId(0), name.as_bytes().into());
    let hclx_syntax::ast::Root::Expr(root) = parsed.tree.root() else { return false };
    let is_name = matches!(parsed.tree.expr(root).kind, hclx_syntax::ast::ExprKind::Variable(_));
    // Spaces around an expression are not an error.
    is_name && parsed.diagnostics.is_empty() && !name.contains(char::is_whitespace)
}
