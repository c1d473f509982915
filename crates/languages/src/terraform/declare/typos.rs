//! Misspelled language constructs in a block: `foreach`, `cuont`, `lifecycel`.
//!
//! A resource without a schema may have any argument, so a name there only counts as a typo if no provider
//! uses it and the intended name is absent.

use std::sync::Arc;

use hclx_diag::{TextRange, nearest, one_edit_apart};
use hclx_schema::Nested;
use hclx_syntax::ast::Item;

use super::declaration::{BlockSource, Declaration};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// A misspelled name.
#[derive(Clone, Debug)]
pub(crate) struct Misspelling {
    /// The place of the name.
    pub(crate) name: TextRange,
    /// The whole attribute or block.
    pub(crate) whole: TextRange,
    pub(crate) found: String,
    pub(crate) meant: Arc<str>,
    /// Set if it is similar enough to be reported by itself.
    pub(crate) is_sure: bool,
    /// Set if its contents are not evaluated.
    pub(crate) is_special: bool,
}

/// Returns `true` if two names differ by one typo. Plurals are different names, and so are names with a different first
/// or last letter: `mount` is not `count`.
fn is_slip(found: &str, meant: &str) -> bool {
    let is_longer = found.len() > meant.len() && (found.starts_with(meant) || found.ends_with(meant));
    let is_doubled = || {
        let letters = found.as_bytes();
        letters.windows(2).any(|pair| pair[0] == pair[1])
    };
    !is_other(found, meant) && (!is_longer || is_doubled()) && one_edit_apart(found, meant)
}

fn is_other(found: &str, meant: &str) -> bool {
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    // Both names are ASCII (`plain`), so they can be cut after a byte.
    let is_replaced = found.len() == meant.len() && found[1..] == meant[1..];
    is_plural(found, meant) || is_plural(meant, found) || is_replaced
}

/// The required argument of a module call, for which any similar name may be meant.
pub(crate) const REQUIRED: &str = "source";

/// Returns `true` if a name may be meant as one that a block uses or lacks, even with more than one typo.
fn is_near(found: &str, meant: &str) -> bool {
    let may_be = meant == REQUIRED || is_repetition(meant) && !is_other(found, meant);
    may_be && nearest(found, [meant]).is_some()
}

fn is_repetition(name: &str) -> bool {
    matches!(name, "count" | "for_each")
}

/// A name normalized for comparison, if it is similar to one of the given names. Differences in case and dashes count
/// as separate typos.
fn plain(name: &str, meant: &[(&Arc<str>, bool)]) -> Option<String> {
    let [first, _, .., last] = name.as_bytes() else { return None };
    // A cheap test first, since nearly all names are unlike any of these.
    let may_be = |(other, _): &(&Arc<str>, bool)| {
        let [others_first, .., others_last] = other.as_bytes() else { return false };
        name.len().abs_diff(other.len()) <= 3
            && (first.eq_ignore_ascii_case(others_first) || last.eq_ignore_ascii_case(others_last))
            && *name != ***other
    };
    let may_be = meant.iter().any(may_be) && name.is_ascii();
    may_be.then(|| name.to_ascii_lowercase().replace('-', "_"))
}

/// The attributes and blocks of a body that are misspellings of the given names; the flag is `true` for blocks.
fn find(written: &BlockSource, names: &[(&Arc<str>, bool)]) -> Box<[Misspelling]> {
    let view = written.view();
    let tree = view.tree();
    let items = view.native_id().map(|body| tree.slice(tree.body(body).items));
    let slip = |item: &Item| {
        let (name, whole, is_block) = match item {
            Item::Attribute(one) => (one.name, one.range, false),
            Item::Block(block) => {
                let block = tree.node(*block);
                if !tree.slice(block.labels).is_empty() {
                    return None;
                }
                (block.block_type, block.range, true)
            }
        };
        let text = tree.text(name.text);
        let found = plain(text, names)?;
        let is_meant = |(meant, of_block): &&(&Arc<str>, bool)| {
            let is_meant = || *found == ***meant || is_slip(&found, meant) || is_near(&found, meant);
            *of_block == is_block && *text != ***meant && is_meant()
        };
        let (meant, _) = names.iter().find(is_meant)?;
        let is_sure = *found == ***meant || is_slip(&found, meant);
        let (name, found, meant) = (name.range, text.to_owned(), Arc::clone(meant));
        Some(Misspelling { name, whole, found, meant, is_sure, is_special: is_block })
    };
    items.unwrap_or_default().iter().filter_map(slip).collect()
}

/// The misspelled names in a declaration, computed once.
pub(crate) fn slips(declaration: &Declaration) -> &[Misspelling] {
    let look = || {
        let Some(meta) = schemas::meta(declaration.kind) else { return Box::default() };
        // the body of a module call has no blocks with other names
        let has_blocks = declaration.kind != Kind::Module;
        let attributes = meta.attributes().iter();
        let is_plain =
            |one: &&Nested| has_blocks && one.labels.is_empty() && &*one.block_type != schemas::ESCAPE;
        let blocks = meta.blocks().iter().filter(is_plain).map(|one| (&one.block_type, true));
        let names: Vec<(&Arc<str>, bool)> = attributes.map(|one| (&one.name, false)).chain(blocks).collect();
        find(&declaration.written, &names)
    };
    declaration.found().slips.get_or_init(look)
}

/// The misspelled `count` or `for_each` of a block that sets neither.
pub(crate) fn repetition(declaration: &Declaration) -> Option<&Misspelling> {
    slips(declaration).iter().find(|slip| slip.is_repetition())
}

/// Returns `true` if a block without a declaration misspells the `for_each` that it lacks.
pub(crate) fn lacks_for_each(written: &BlockSource) -> bool {
    !find(written, &[(&Arc::from("for_each"), false)]).is_empty()
}

impl Misspelling {
    /// The misspelled name.
    pub(crate) fn found(&self) -> &str {
        &self.found
    }

    /// Returns `true` if `count` was meant.
    pub(crate) fn is_count(&self) -> bool {
        *self.meant == *"count"
    }

    pub(crate) fn is_repetition(&self) -> bool {
        is_repetition(&self.meant)
    }
}
