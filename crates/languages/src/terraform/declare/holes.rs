//! Holes: the parts of a module that could not be read, and the names that these may declare.
//!
//! Code that reports a missing declaration consults them first, so that one mistake is not reported again at every use
//! of the lost name.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use hclx_analysis::GeneratedFiles;

use super::absent_parts::AbsentPart;
use crate::terraform::schemas::kind::Kind;

/// A part of a module that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hole {
    /// The whole module: it is not installed, or its source is unknown.
    Module,
    /// A file with a syntax error, with its contents: every word in it may be a declared name.
    File(Arc<[u8]>),
    /// A syntax error outside of all blocks, where an entire block may be lost.
    BetweenBlocks,
    /// A block of this kind without a valid name, which may declare any name of the kind.
    Name(Kind),
    /// A block of an unknown type that may be meant to declare this name.
    BlockType(Arc<str>),
    /// A file that is a template of another program and may declare any name.
    Template,
    /// The whole module, if it is an excerpt: the names that it refers to may be declared by its reader.
    Fragment,
    /// Files that other programs add before the module runs.
    Generated(GeneratedFiles),
    /// An absent part.
    Absent(Arc<AbsentPart>),
}

/// The holes of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes {
    all: Vec<Hole>,
    /// The words in the sources of all [`Hole::File`] holes, computed on demand.
    words: OnceLock<Words>,
}

/// A set of words.
type Words = HashSet<Box<[u8]>, foldhash::fast::RandomState>;

impl From<Hole> for Holes {
    fn from(hole: Hole) -> Self {
        Self { all: vec![hole], words: OnceLock::new() }
    }
}

impl Holes {
    /// Returns `true` if both may declare the same names.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        self.all == other.all
    }

    pub(crate) fn push(&mut self, hole: Hole) {
        self.words = OnceLock::new();
        self.all.push(hole);
    }

    pub(crate) fn extend(&mut self, holes: impl IntoIterator<Item = Hole>) {
        holes.into_iter().for_each(|hole| self.push(hole));
    }

    /// Returns `true` if nothing is known about the module.
    pub(crate) fn is_whole_module(&self) -> bool {
        self.all.iter().any(|hole| matches!(hole, Hole::Module))
    }

    /// Returns `true` if a part of a file could not be parsed.
    pub(crate) fn has_syntax_error(&self) -> bool {
        let is_of_syntax = |hole: &Hole| matches!(hole, Hole::BlockType(_) | Hole::Name(_) | Hole::File(_));
        self.all.iter().any(is_of_syntax)
    }

    /// Returns `true` if there is a block of a kind without a valid name.
    fn has_nameless(&self, kind: Kind) -> bool {
        self.all.iter().any(|hole| matches!(hole, Hole::Name(of) if *of == kind))
    }

    /// Returns `true` if any name of this kind may be declared, because an entire block or just its name was lost.
    pub(crate) fn may_declare_any(&self, kind: Kind) -> bool {
        self.has_nameless(kind) || self.all.iter().any(|hole| matches!(hole, Hole::BetweenBlocks))
    }

    /// Returns `true` if the module is an excerpt.
    pub(crate) fn is_fragment(&self) -> bool {
        self.all.iter().any(|hole| matches!(hole, Hole::Fragment))
    }

    /// Returns `true` if a hole may declare this name, which is not close to any other, with this kind and type.
    pub(crate) fn may_declare_as(&self, kind: Kind, of_type: &str, name: &str) -> bool {
        self.has_nameless(kind) || self.is_fragment() || self.may_declare_object(kind, of_type, name)
    }

    /// Returns `true` if a hole may declare this name, with any kind.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.all.iter().any(|hole| matches!(hole, Hole::Absent(_))) || self.has_name(name)
    }

    /// Returns `true` if a hole may declare an object of a kind and type.
    pub(crate) fn may_declare_object(&self, kind: Kind, of_type: &str, name: &str) -> bool {
        self.are_absent(kind, of_type, name) || self.has_name(name)
    }

    /// Returns `true` if a hole may declare a name of a kind without types. A nameless block is a better explanation
    /// than a block with a similar name.
    pub(crate) fn may_declare_name(&self, kind: Kind, name: &str) -> bool {
        self.has_nameless(kind) || self.may_declare_object(kind, "", name)
    }

    /// Returns `true` if only an absent part may declare an object of a kind and type.
    pub(crate) fn is_only_absent(&self, kind: Kind, of_type: &str, name: &str) -> bool {
        self.are_absent(kind, of_type, name) && !self.has_name(name)
    }

    /// Returns `true` if an absent part may declare an object of a kind and type.
    fn are_absent(&self, kind: Kind, of_type: &str, name: &str) -> bool {
        let may_declare =
            |hole: &Hole| matches!(hole, Hole::Absent(part) if part.may_declare(kind, of_type, name));
        self.all.iter().any(may_declare)
    }

    /// Returns `true` if a hole other than an absent part may declare this name, with any kind.
    fn has_name(&self, name: &str) -> bool {
        let is_open = |hole: &Hole| match hole {
            Hole::Template => true,
            Hole::Generated(files) => files.is_open,
            _ => false,
        };
        self.all.iter().any(is_open) || self.words.get_or_init(|| self.all_words()).contains(name.as_bytes())
    }

    /// The names that blocks of unknown types may be meant to declare.
    pub(crate) fn mistaken(&self) -> impl Iterator<Item = &Arc<str>> {
        self.all.iter().filter_map(|hole| match hole {
            Hole::BlockType(name) => Some(name),
            _ => None,
        })
    }

    /// The ends of the paths of files that other programs add.
    pub(crate) fn ends_of_added(&self) -> impl Iterator<Item = &str> {
        let generated = self.all.iter().filter_map(|hole| match hole {
            Hole::Generated(files) => Some(files),
            _ => None,
        });
        generated.flat_map(|files| files.ends.iter().map(|end| &**end))
    }

    /// The ends of the paths of files that templates generate in every run, so that the values in them are placeholders
    /// here.
    pub(crate) fn ends_of_templates(&self) -> impl Iterator<Item = &str> {
        let of_template = self.all.iter().filter_map(|hole| match hole {
            Hole::Generated(files) => Some(files).filter(|files| files.writer.is_some()),
            _ => None,
        });
        of_template.flat_map(|files| files.ends.iter().map(|end| &**end))
    }

    /// The clause about generated files with unknown contents.
    pub(crate) fn made_files(&self) -> Option<String> {
        self.all.iter().find_map(|hole| match hole {
            Hole::Generated(files) if files.is_open => {
                let writer = files.writer.unwrap_or("another program");
                Some(format!("{writer} generates files there with unknown contents"))
            }
            Hole::Absent(part) => Some(part.clause.clone()),
            _ => None,
        })
    }

    fn all_words(&self) -> Words {
        let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_-".contains(byte);
        let mut words = Words::default();
        let mut read = |source: &[u8]| {
            let all = source.split(|byte| !is_in_word(byte));
            words.extend(all.filter(|word| !word.is_empty()).map(Box::from));
        };
        for hole in &self.all {
            match hole {
                // Words in strings and comments count too: this hides some findings, but causes no false ones.
                Hole::File(source) => read(source),
                Hole::Generated(files) => files.sources.iter().for_each(|source| read(source)),
                _ => {}
            }
        }
        words.extend(self.mistaken().map(|name| Box::from(name.as_bytes())));
        words
    }
}
