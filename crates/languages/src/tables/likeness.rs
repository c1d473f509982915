//! The similarity of a file to the schema of a language, in which names with one typo count as well.

use hclx_schema::{Block, Unknown};

use crate::misspelled::is_misspelled;
use crate::shape::{self, Header};

/// The minimum number of names that identify a file with a part of the settings.
const FEWEST: usize = 2;
/// The maximum depth of nested blocks that are compared.
const DEEPEST: usize = 4;

/// The names of a file that are defined by a language.
pub(super) struct Likeness<'w> {
    /// Names that only this language has.
    own: &'w [&'w str],
    has_own: bool,
    /// The number of names that are spelled correctly.
    exact: usize,
    /// The number of names with a typo.
    misspelled: usize,
    depth: usize,
}

impl<'w> Likeness<'w> {
    pub(super) fn new(own: &'w [&'w str]) -> Self {
        Self { own, has_own: false, exact: 0, misspelled: 0, depth: 0 }
    }

    /// Returns `true` if the names identify the language.
    pub(super) fn is_certain(&self) -> bool {
        let names = self.exact + self.misspelled;
        self.has_own && names >= FEWEST && self.misspelled <= self.exact
    }

    /// Compares the names in a body and its blocks with a schema; `None` if one of them is unknown.
    pub(super) fn add(&mut self, schema: &Block, headers: &[Header], source: &[u8]) -> Option<()> {
        if schema.unknown == Unknown::Free || self.depth > DEEPEST {
            return Some(());
        }
        self.depth += 1;
        for header in headers {
            let word = self.word(schema, header)?;
            let Some(nested) = schema.find_block(&word) else { continue };
            if let Some((_, known)) = nested.body.by() {
                self.exact += usize::from(known.iter().any(|label| header.name.as_deref() == Some(label)));
                continue;
            }
            let inner = source.get(header.body.clone()).unwrap_or_default();
            self.add(&nested.body.fixed(), &shape::headers(inner), inner)?;
        }
        self.depth -= 1;
        Some(())
    }

    /// The name in the schema that a name matches, exactly or with a typo.
    fn word(&mut self, schema: &Block, header: &Header) -> Option<String> {
        let attributes = schema.attributes().iter().map(|attribute| &*attribute.name);
        let blocks = schema.blocks().iter().map(|nested| &*nested.block_type);
        let words: Vec<&str> = blocks.chain(attributes.filter(|_| header.labels == 0)).collect();
        let written = &*header.block_type;
        let word = match words.contains(&written) {
            true => {
                self.exact += 1;
                written
            }
            false => {
                self.misspelled += 1;
                words.into_iter().find(|word| is_misspelled(written, word))?
            }
        };
        self.has_own |= self.own.contains(&word);
        Some(word.to_owned())
    }
}
