//! Schemas of bodies at places in files: the blocks that enclose a place, and the contents allowed in the
//! innermost one.
//!
//! Out of scope: JSON, in which only the schema determines the objects that are blocks.

use std::sync::{Arc, LazyLock, OnceLock};

use hclx_core::Type;
use hclx_diag::TextRange;
use hclx_schema::{Attribute, Block, Nested};
use hclx_syntax::ast::{self, Item, Root, Tree};
use hclx_syntax::body::LabelView;
use hclx_syntax::cursor::{Cursor, OpenBody};

/// The header of a block that encloses a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosingHeader<'t> {
    /// The type.
    pub block_type: &'t str,
    /// The labels with their places, without quotes.
    pub labels: Vec<(&'t str, TextRange)>,
    /// The place of the type.
    pub name: TextRange,
    /// The place of the block.
    pub range: TextRange,
}

/// A place in a file: the enclosing blocks, outermost first, and the part of the innermost one that contains
/// the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPlace<'t> {
    /// The blocks. If the place is in a header, the last one is that header's block.
    pub blocks: Vec<EnclosingHeader<'t>>,
    /// The part.
    pub part: BodyPart<'t>,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyPart<'t> {
    /// The type of a block.
    BlockType,
    /// A label, by its index.
    Label(usize),
    /// The name of an attribute, with its place.
    AttributeName(&'t str, TextRange),
    /// The value of the attribute with this name.
    Value(&'t str),
    /// Any other place.
    Between,
}

/// Returns `true` if an offset is in a range or at its end.
fn touches(range: TextRange, offset: u32) -> bool {
    range.start <= offset && offset <= range.end
}

/// The place of an offset in a file in native syntax; `None` for other files.
pub fn body_place(tree: &Tree, offset: u32) -> Option<BodyPlace<'_>> {
    let Root::Body(mut body) = tree.root() else { return None };
    let mut blocks = Vec::new();
    loop {
        let items = tree.slice(tree.body(body).items);
        let found = items.iter().find_map(|item| match item {
            Item::Attribute(one) if touches(one.name.range, offset) => {
                Some(BodyPart::AttributeName(tree.text(one.name.text), one.name.range))
            }
            Item::Attribute(one) if touches(one.range, offset) => {
                Some(BodyPart::Value(tree.text(one.name.text)))
            }
            _ => None,
        });
        if let Some(part) = found {
            return Some(BodyPlace { blocks, part });
        }
        let block = items.iter().find_map(|item| match item {
            Item::Block(block) => Some(tree.node(*block)).filter(|block| touches(block.range, offset)),
            Item::Attribute(_) => None,
        });
        let Some(block) = block else { return Some(BodyPlace { blocks, part: BodyPart::Between }) };
        let enclosing = enclosing(tree, block);
        let label = enclosing.labels.iter().position(|(_, place)| touches(*place, offset));
        let in_type = touches(block.block_type.range, offset);
        blocks.push(enclosing);
        let part = match label {
            _ if in_type => BodyPart::BlockType,
            Some(number) => BodyPart::Label(number),
            None if offset >= block.open.end && offset <= block.close.start => {
                body = block.body;
                continue;
            }
            None => BodyPart::Between,
        };
        return Some(BodyPlace { blocks, part });
    }
}

fn enclosing<'t>(tree: &'t Tree, block: &ast::Block) -> EnclosingHeader<'t> {
    let labels = tree.slice(block.labels).iter();
    EnclosingHeader {
        block_type: tree.text(block.block_type.text),
        labels: labels.map(|label| (tree.text(label.text), label.range)).collect(),
        name: block.block_type.range,
        range: block.range,
    }
}

impl<'t> EnclosingHeader<'t> {
    /// The type and the labels of the block.
    pub fn header(&self) -> Header<'t> {
        (self.block_type, self.labels.iter().map(|(text, _)| *text).collect())
    }
}

/// The type and the labels of a block.
pub type Header<'t> = (&'t str, Vec<&'t str>);

/// The headers of the blocks that are open at a cursor, outermost first.
pub fn headers(cursor: &Cursor) -> Vec<Header<'_>> {
    cursor.bodies.iter().skip(1).map(header).collect()
}

fn header(open: &OpenBody) -> Header<'_> {
    (&open.block_type, open.labels.iter().map(String::as_str).collect())
}

/// The schema of the body reached from a schema through these blocks, outermost first; `None` if it has no
/// such block.
pub fn inside<'t>(root: &Arc<Block>, blocks: impl IntoIterator<Item = Header<'t>>) -> Option<Arc<Block>> {
    let mut block = Arc::clone(root);
    for (block_type, labels) in blocks {
        let views = labels.iter().map(|text| LabelView { text, range: TextRange::at(0) });
        let views: Vec<LabelView<'_>> = views.collect();
        block = match block.find_block(block_type) {
            Some(nested) => nested.body.of(&views),
            None if block_type == "dynamic" && has_dynamic(&block) => {
                let name = *labels.first()?;
                // arguments of the language are known even if the generated block is not
                nested(&block, name).map_or_else(|| dynamic(&Nested::new(name)), dynamic)
            }
            None => block.any_block.as_ref()?.body.of(&views),
        };
    }
    Some(block)
}

/// Returns `true` if `dynamic` can generate blocks of the body.
pub fn has_dynamic(block: &Block) -> bool {
    block.blocks().iter().chain(&block.any_block).any(|nested| nested.dynamic)
}

/// The row of a block type.
fn nested<'b>(block: &'b Block, block_type: &str) -> Option<&'b Nested> {
    block.find_block(block_type).or(block.any_block.as_ref())
}

/// The body of a `dynamic` block for a block type.
pub fn dynamic(generated: &Nested) -> Arc<Block> {
    let content = Nested::new("content").at_least(1).at_most(1).body(generated.body.clone());
    Arc::new(
        Block::new()
            .attribute(Attribute::new("for_each", Type::ANY).required())
            .attribute(Attribute::new("iterator", Type::ANY))
            .attribute(Attribute::new("labels", Type::list(Type::STRING)))
            .nested(content),
    )
}

/// A table of descriptions of block types and attributes, as lines `path<TAB>sentence`.
///
/// A path matches the end of a path of block types and labels, and the match with the most words wins. One
/// line thus covers everything that has the same meaning in many blocks.
#[derive(Debug)]
pub struct Documentation {
    text: LazyLock<String>,
    read: OnceLock<std::collections::HashMap<&'static str, &'static str>>,
}

impl Documentation {
    /// A table whose text is created on first use; lines that begin with `#` are comments.
    pub const fn new(text: fn() -> String) -> Self {
        Self { text: LazyLock::new(text), read: OnceLock::new() }
    }

    /// The lines, with their paths.
    pub fn rows(&'static self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = self.text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once('\t'))
    }

    /// The path and the description of a block type or attribute, given the words of its path.
    pub fn find(&'static self, words: &[&str]) -> Option<(&'static str, &'static str)> {
        let rows = self.read.get_or_init(|| self.rows().collect());
        // Terraform's block of escaped arguments has the meaning of the enclosing block
        let (end, before) = words.split_last()?;
        let mut words: Vec<&str> = before.iter().copied().filter(|word| *word != "_").collect();
        words.push(end);
        (0..words.len()).find_map(|start| {
            rows.get_key_value(&*words[start..].join(".")).map(|(path, sentence)| (*path, *sentence))
        })
    }

    /// The description of an attribute in the innermost of these blocks.
    pub fn of_attribute(&'static self, blocks: &[Header<'_>], name: &str) -> Option<&'static str> {
        self.nearest(blocks, &[name])
    }

    /// The description of the innermost of these blocks, or of its label if the label selects the contents.
    pub fn of_block(&'static self, blocks: &[Header<'_>]) -> Option<&'static str> {
        let ((block_type, labels), outer) = blocks.split_last()?;
        let of_label = labels.first().and_then(|label| {
            let (path, sentence) = self.find(&words(blocks, true))?;
            // a label that merely equals a word of the table does not count
            path.ends_with(&format!("{block_type}.{label}")).then_some(sentence)
        });
        of_label.or_else(|| self.nearest(outer, &[block_type]))
    }

    /// The description of words in blocks, with or without the labels of the blocks; the longer match wins.
    fn nearest(&'static self, blocks: &[Header<'_>], end: &[&str]) -> Option<&'static str> {
        let find = |labeled: bool| self.find(&[&words(blocks, labeled), end].concat());
        let found = [find(true), find(false)].into_iter().flatten();
        found.max_by_key(|(path, _)| path.split('.').count()).map(|(_, sentence)| sentence)
    }
}

/// The types of blocks, each followed by its first label if `labeled`.
fn words<'t>(blocks: &[Header<'t>], labeled: bool) -> Vec<&'t str> {
    let words =
        |(block_type, labels): &Header<'t>| [Some(*block_type), labels.first().copied().filter(|_| labeled)];
    blocks.iter().flat_map(words).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_end_of_a_path_counts() {
        static TABLE: Documentation = Documentation::new(|| {
            "# a comment\nname\tAny name.\nitem.name\tThe name of an item.\n".to_owned()
        });
        let find = |words: &[&str]| TABLE.find(words).map(|(_, sentence)| sentence);
        assert_eq!(find(&["list", "item", "name"]), Some("The name of an item."));
        assert_eq!(find(&["list", "name"]), Some("Any name."));
        assert_eq!(find(&["list"]), None);
        assert_eq!(TABLE.rows().count(), 2);
    }

    #[test]
    fn a_place_knows_its_blocks() {
        let text = "a \"b\" {\n  c {\n    d = 1\n  }\n}\n";
        let parsed = hclx_syntax::parse_body(hclx_diag::SourceId(0), text.as_bytes().into());
        let place = |at: &str| {
            let offset = text.find(at).expect("in the text") as u32;
            let place = body_place(&parsed.tree, offset).expect("native syntax");
            let blocks: Vec<&str> =
                place.blocks.iter().map(|enclosing_header| enclosing_header.block_type).collect();
            (blocks.join("."), place.part)
        };
        assert_eq!(place("a \""), ("a".to_owned(), BodyPart::BlockType));
        assert_eq!(place("\"b"), ("a".to_owned(), BodyPart::Label(0)));
        assert_eq!(place("d ="), ("a.c".to_owned(), BodyPart::AttributeName("d", TextRange::new(18, 19))));
        assert_eq!(place("1\n"), ("a.c".to_owned(), BodyPart::Value("d")));
        assert_eq!(place("  }"), ("a.c".to_owned(), BodyPart::Between));
    }
}
