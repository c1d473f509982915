//! A place in a file, with the context that actions need.

use std::sync::Arc;

use hclx_analysis::bodies::{BodyPart, BodyPlace, EnclosingHeader, body_place, inside};
use hclx_analysis::symbols::{SymbolKind, is_torn};
use hclx_analysis::{Pattern, Question, Snapshot, Unit, file_name, file_path};
use hclx_core::Value;
use hclx_diag::{Edit, SourceId, Span, TextRange};
use hclx_eval::Budget;
use hclx_schema::Block as Schema;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{self, Attribute, Block, Body, ExprId, ExprKind, Item, Root, Tree};

use crate::Index;

/// A selection in a file of a unit, in native syntax and without syntax errors.
pub(super) struct Place<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) unit: &'a Unit,
    pub(super) file: SourceId,
    pub(super) parsed: Arc<Parsed>,
    pub(super) range: TextRange,
    pub(super) index: Arc<Index>,
    /// The enclosing blocks, outermost first.
    pub(super) blocks: Vec<Block>,
    /// The attribute that contains the place.
    pub(super) attribute: Option<Attribute>,
    budget: &'a dyn Fn() -> Budget,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        file: SourceId,
        range: TextRange,
        budget: &'a dyn Fn() -> Budget,
    ) -> Option<Self> {
        let unit = snapshot.unit_of(file)?;
        let parsed = snapshot.parsed(file);
        let is_whole = snapshot.syntax(file) == ast::Language::Native && !is_torn(&parsed);
        let Root::Body(mut body) = parsed.tree.root() else { return None };
        if !is_whole || std::str::from_utf8(parsed.tree.source()).is_err() {
            return None;
        }
        let tree = &parsed.tree;
        let (mut blocks, mut attribute) = (Vec::new(), None);
        'inner: loop {
            for item in tree.slice(tree.body(body).items) {
                match item {
                    Item::Attribute(one) if covers(one.range, range) => attribute = Some(*one),
                    Item::Block(one) if covers(tree.node(*one).range, range) => {
                        let block = *tree.node(*one);
                        blocks.push(block);
                        body = block.body;
                        continue 'inner;
                    }
                    _ => {}
                }
            }
            break;
        }
        let index = Index::of(snapshot);
        Some(Self { snapshot, unit, file, parsed, range, index, blocks, attribute, budget })
    }

    pub(super) fn budget(&self) -> &'a dyn Fn() -> Budget {
        self.budget
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.parsed.tree
    }

    pub(super) fn text(&self, range: TextRange) -> String {
        self.tree().written(range).into_owned()
    }

    /// Returns `true` if files form modules with outputs and instances.
    pub(super) fn has_modules(&self) -> bool {
        self.unit.language.row().editor.has_modules
    }

    /// Returns `true` if the file can contain declarations, unlike a values file or a test.
    pub(super) fn declares(&self) -> bool {
        let roles = ["module", "job", "default", "named", "unit", "parent", "stack", "program"];
        self.snapshot.row(self.file).is_none_or(|(_, row)| roles.contains(&row.role))
    }

    /// The first name of references to local values declared in `locals` blocks; `None` if the language has
    /// none.
    pub(super) fn locals(&self) -> Option<&'static str> {
        let rows = self.unit.language.row().symbols;
        let row = rows.iter().find(|row| row.block == "locals")?;
        self.declares().then_some(row.root)
    }

    /// The first name of references to variables, which may be empty; `None` if the language has no
    /// `variable` blocks.
    pub(super) fn variables(&self) -> Option<&'static str> {
        let rows = self.unit.language.row().symbols;
        let row = rows.iter().find(|row| row.block == "variable")?;
        self.declares().then_some(row.root)
    }

    /// The type and the labels of a block.
    pub(super) fn header(&self, block: &Block) -> (String, Vec<String>) {
        let tree = self.tree();
        let labels = tree.slice(block.labels).iter().map(|label| tree.text(label.text).to_owned());
        (tree.text(block.block_type.text).to_owned(), labels.collect())
    }

    pub(super) fn body(&self, block: &Block) -> &Body {
        self.tree().body(block.body)
    }

    /// The attribute of a block with a name.
    pub(super) fn attribute_of(&self, block: &Block, name: &str) -> Option<Attribute> {
        self.tree().attribute(block.body, name).copied()
    }

    /// The schema of the innermost block body that covers an offset.
    pub(super) fn schema_at(&self, offset: u32) -> Option<Arc<Schema>> {
        let BodyPlace { mut blocks, part } = body_place(self.tree(), offset)?;
        if matches!(part, BodyPart::BlockType | BodyPart::Label(_)) {
            blocks.pop();
        }
        let root = self.unit.language.schema(self.unit, self.snapshot, self.file)?;
        inside(&root, blocks.iter().map(EnclosingHeader::header))
    }

    /// The schema of a block's body.
    pub(super) fn schema_of(&self, block: &Block) -> Option<Arc<Schema>> {
        self.schema_at(block.open.end)
    }

    /// The value of the smallest expression or declaration at a place.
    pub(super) fn value_at(&self, file: SourceId, offset: u32) -> Option<Value> {
        let unit = self.snapshot.unit_of(file)?;
        self.snapshot.answer(unit, &Question::TypeAt { file, offset }, &(self.budget)()).value
    }

    /// The smallest expression that covers the selection and that `wanted` accepts.
    pub(super) fn expression(&self, wanted: impl Fn(&ExprKind) -> bool) -> Option<ExprId> {
        let tree = self.tree();
        let whole = self.attribute?.value;
        let found = tree.inside(whole).filter(|part| {
            let expr = tree.expr(*part);
            covers(expr.range, self.range) && wanted(&expr.kind)
        });
        // of equal ranges, the outer one comes first
        found.min_by_key(|part| tree.expr(*part).range.len())
    }

    pub(super) fn span(&self, range: TextRange) -> Span {
        range.in_source(self.file)
    }

    pub(super) fn edit(&self, range: TextRange, text: impl Into<String>) -> Edit {
        Edit { span: self.span(range), text: text.into() }
    }

    /// The lines of an item, including the comments directly above it and the line break after it.
    pub(super) fn lines(&self, range: TextRange) -> TextRange {
        let source = self.tree().source();
        let line_start =
            |at: usize| source[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let mut start = line_start(range.start as usize);
        while start > 0 {
            let above = line_start(start - 1);
            let line = source[above..start].trim_ascii();
            let is_comment = line.starts_with(b"#") || line.starts_with(b"//");
            start = match line.ends_with(b"*/") && !is_comment {
                // a multi-line comment, if no code precedes it
                true => {
                    let open = source[..start].windows(2).rposition(|pair| pair == b"/*").unwrap_or_default();
                    let first = line_start(open);
                    if !source[first..open].trim_ascii_start().is_empty() {
                        break;
                    }
                    first
                }
                false if is_comment => above,
                false => break,
            };
        }
        let rest = &source[range.end as usize..];
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(source.len(), |at| range.end as usize + at + 1);
        TextRange::new(start as u32, end as u32)
    }

    /// Returns `true` if an item has its lines to itself.
    pub(super) fn is_alone(&self, range: TextRange) -> bool {
        let source = self.tree().source();
        let before = source[..range.start as usize].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let after = source[range.end as usize..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let after = after.trim_ascii();
        let is_comment = after.starts_with(b"#") || after.starts_with(b"//");
        before.trim_ascii().is_empty() && (after.is_empty() || is_comment)
    }

    /// The edit that removes an item with its lines, and also the empty line after it if one precedes it.
    pub(super) fn removal(&self, range: TextRange) -> Edit {
        self.removal_of_lines(self.lines(range))
    }

    /// The edit that removes whole lines, and an empty line under the same condition as [`Self::removal`].
    pub(super) fn removal_of_lines(&self, mut lines: TextRange) -> Edit {
        let source = self.tree().source();
        let before = &source[..lines.start as usize];
        let mut above = before.split(|byte| *byte == b'\n').rev();
        let above = above.nth(1).map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let is_parted = above.is_none_or(|line| line.is_empty() || line.ends_with(b"{"));
        let rest = &source[lines.end as usize..];
        let is_last = rest.is_empty() || rest.trim_ascii_start().starts_with(b"}") && empty_line(rest) == 0;
        let blank = empty_line(rest);
        if is_parted && blank > 0 {
            lines.end += blank;
        } else if is_last && above.is_some_and(<[u8]>::is_empty) {
            lines.start -= if before.ends_with(b"\r\n") { 2 } else { 1 };
        }
        self.edit(lines, "")
    }

    /// Returns `true` if a block has the same meaning in a file with this name in the same directory: the same
    /// applications read both files.
    pub(super) fn is_read_alike(&self, name: &str) -> bool {
        let folder = file_path::parent(&self.snapshot.path(self.file)).to_owned();
        let exists = |name: String| self.snapshot.host().look(&file_path::join(&folder, &name)).is_ok();
        let readers = |name: &str| {
            let of_pair = |(first, second): &(&str, &str)| match name.strip_suffix(first) {
                Some(stem) => Some((1, exists(format!("{stem}{second}")))),
                None => name.strip_suffix(second).map(|stem| (2, exists(format!("{stem}{first}")))),
            };
            self.unit.language.row().editor.replacements.iter().find_map(of_pair)
        };
        readers(name) == readers(&self.name())
    }

    /// A text in the form in which it is inserted into a file: escaped, if it goes into a JSON string.
    pub(super) fn text_in(&self, file: SourceId, text: String) -> String {
        match self.snapshot.syntax(file) {
            ast::Language::Native => text,
            ast::Language::Json => {
                text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "").replace('\n', "\\n")
            }
        }
    }

    /// The file with this name in the same directory, if it is selected.
    pub(super) fn beside(&self, name: &str) -> Result<SourceId, String> {
        let folder = file_path::parent(&self.snapshot.path(self.file)).to_owned();
        let path = file_path::join(&folder, name);
        match self.snapshot.find(&path) {
            Ok(file) if self.snapshot.is_selected(file) => Ok(file),
            _ => Err(path),
        }
    }

    /// The name of the place's file.
    pub(super) fn name(&self) -> String {
        self.name_of(self.file)
    }

    /// The name of a file.
    pub(super) fn name_of(&self, file: SourceId) -> String {
        file_name(&self.snapshot.path(file)).to_owned()
    }

    /// The file of the unit that contains only blocks of a type, apart from the block at the place; of several, the one
    /// with most of them.
    pub(super) fn only_of(&self, block_type: &str) -> Option<SourceId> {
        let own = self.blocks.first().map(|block| block.range);
        let count = |file: &SourceId| {
            let parsed = self.snapshot.parsed(*file);
            let tree = &parsed.tree;
            let Root::Body(root) = tree.root() else { return 0 };
            let is_other = |item: &&Item| match item {
                Item::Block(block) => *file != self.file || Some(tree.node(*block).range) != own,
                Item::Attribute(_) => true,
            };
            let is_of_type = |item: &&Item| match item {
                Item::Block(block) => tree.is_text(tree.node(*block).block_type.text, block_type),
                Item::Attribute(_) => false,
            };
            let others = tree.slice(tree.body(root).items).iter().filter(is_other);
            if others.clone().all(|item| is_of_type(&item)) { others.count() } else { 0 }
        };
        let role = |file: SourceId| self.snapshot.row(file).map(|(_, row)| row.role);
        let files = self.unit.files.iter().filter(|file| role(**file) == role(self.file));
        let counts = files.map(|file| (count(file), *file));
        counts.filter(|(count, _)| *count > 0).max_by_key(|(count, _)| *count).map(|(_, file)| file)
    }

    /// The extension of such files: `.tf`, `.pkr.hcl`.
    pub(super) fn ending(&self) -> String {
        let name = self.name();
        let of_kind = match self.snapshot.row(self.file).map(|(_, row)| row.pattern) {
            Some(Pattern::Suffix(end) | Pattern::Around(_, end)) => end,
            _ => &*name,
        };
        of_kind.find('.').map_or_else(String::new, |at| of_kind[at..].to_owned())
    }

    /// The edit that adds a block at the end of a file.
    pub(super) fn append(&self, file: SourceId, block: &str) -> Edit {
        let bytes = self.snapshot.bytes(file).unwrap_or_else(|_| [].into());
        let end = TextRange::at(bytes.len() as u32).in_source(file);
        let separator = match (bytes.is_empty(), bytes.ends_with(b"\n")) {
            (true, _) => "",
            (false, true) => "\n",
            (false, false) => "\n\n",
        };
        Edit { span: end, text: format!("{separator}{block}\n") }
    }

    /// The file to which a declaration is added: the one with this name if it exists, otherwise the one that
    /// contains only such declarations, otherwise the place's file.
    pub(super) fn home(&self, block_type: &str) -> SourceId {
        let name = format!("{block_type}s{}", self.ending());
        let can_take = |file: &SourceId| self.is_read_alike(&self.name_of(*file)) && self.is_whole(*file);
        let by_name = self.beside(&name).ok().filter(can_take);
        by_name.or_else(|| self.only_of(block_type).filter(can_take)).unwrap_or(self.file)
    }

    /// Returns `true` for a file in native syntax without syntax errors: in other files, text added at the end may
    /// become a part of an incomplete construct.
    pub(super) fn is_whole(&self, file: SourceId) -> bool {
        self.snapshot.syntax(file) == ast::Language::Native && !is_torn(&self.snapshot.parsed(file))
    }

    /// An unused name for a variable.
    pub(super) fn free_variable(&self, root: &str, name: &str) -> String {
        let reserved = self.unit.language.row().editor.reserved_variables;
        match reserved.contains(&name) {
            true => self.free_name(root, &format!("{name}_value")),
            false => self.free_name(root, name),
        }
    }

    /// An unused name with this address prefix: the name itself, or the name followed by a number.
    pub(super) fn free_name(&self, prefix: &str, name: &str) -> String {
        let is_free = |name: &str| {
            let address = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
            !self.index.find(&address).iter().any(|key| key.root == self.unit.root)
        };
        let numbered = (2..1000).map(|number| format!("{name}_{number}"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| is_free(name))
            .unwrap_or_else(|| name.to_owned())
    }

    /// The edit that adds a local value to a `locals` block of the file or, if there is none, to a new one
    /// before the outermost block at the place.
    pub(super) fn add_local(&self, name: &str, value: &str) -> Edit {
        let tree = self.tree();
        let Root::Body(root) = tree.root() else { return self.append(self.file, "") };
        let blocks = tree.slice(tree.body(root).items).iter().filter_map(|item| match item {
            Item::Block(block) => Some(*tree.node(*block)),
            Item::Attribute(_) => None,
        });
        let is_locals = |block: &Block| {
            tree.is_text(block.block_type.text, "locals") && tree.slice(block.labels).is_empty()
        };
        // A block on one line has no line before its end.
        let existing = blocks.clone().find(|block| is_locals(block) && !tree.is_on_one_line(block.range));
        match existing {
            Some(block) => {
                let close = self.lines(TextRange::at(block.close.start)).start;
                self.edit(TextRange::at(close), format!("  {name} = {value}\n"))
            }
            None => {
                let start = self.blocks.first().map_or(0, |block| self.lines(block.range).start);
                // nothing can precede a byte order mark
                let start = start.max(if tree.source().starts_with(MARK) { MARK.len() as u32 } else { 0 });
                self.edit(TextRange::at(start), format!("locals {{\n  {name} = {value}\n}}\n\n"))
            }
        }
    }
}

/// The length of the empty line at the start of a text; 0 if there is none.
fn empty_line(text: &[u8]) -> u32 {
    match text {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

/// A byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns `true` if a range covers another one, ends included.
pub(super) fn covers(range: TextRange, other: TextRange) -> bool {
    range.start <= other.start && other.end <= range.end
}

/// Returns `true` for symbol kinds with a value that an output can expose.
pub(super) fn has_value(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Variable
            | SymbolKind::Local
            | SymbolKind::Module
            | SymbolKind::Resource
            | SymbolKind::Data
    )
}

/// The range of the innermost attribute or block that covers an offset.
pub(super) fn innermost(tree: &Tree, offset: u32) -> Option<TextRange> {
    let Root::Body(mut body) = tree.root() else { return None };
    let mut found = None;
    'inner: loop {
        for item in tree.slice(tree.body(body).items) {
            let range = match item {
                Item::Attribute(one) => one.range,
                Item::Block(block) => tree.node(*block).range,
            };
            if range.start <= offset && offset <= range.end {
                found = Some(range);
                let Item::Block(block) = item else { return found };
                body = tree.node(*block).body;
                continue 'inner;
            }
        }
        return found;
    }
}
