//! Encodes the compact form: equal strings and equal bodies are stored once, and types are sorted
//! by name.

use std::collections::HashMap;

use hclx_diag::Ordered;

use super::package::{KINDS, MAGIC, VERSION};
use super::{Kind, ProviderAddress};
use crate::wire::{Table, checksum, put};

/// An attribute before encoding.
#[derive(Default)]
pub(super) struct AttributeDraft {
    pub(super) flags: u64,
    /// The type in cty's JSON notation, unless there is a body.
    pub(super) ty: Option<String>,
    /// The nesting of a nested attribute, and the number of its body.
    pub(super) nested: Option<(u8, u32)>,
    pub(super) docs: Option<String>,
    pub(super) instead: Option<String>,
}

/// A body before encoding.
#[derive(Default)]
pub(super) struct BlockDraft {
    pub(super) flags: u64,
    pub(super) attributes: Ordered<String, AttributeDraft>,
    pub(super) blocks: Ordered<String, NestedDraft>,
    pub(super) docs: Option<String>,
    pub(super) instead: Option<String>,
}

/// A nested block type before encoding.
#[derive(Clone, Copy)]
pub(super) struct NestedDraft {
    pub(super) nesting: u8,
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) body: u32,
}

/// A function before encoding.
#[derive(Default)]
pub(super) struct FunctionDraft {
    pub(super) returns: String,
    pub(super) parameters: Vec<ParameterDraft>,
    pub(super) variadic: Option<ParameterDraft>,
    pub(super) docs: Option<String>,
}

/// A parameter of a function before encoding.
#[derive(Default)]
pub(super) struct ParameterDraft {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) nullable: bool,
}

/// Interned strings.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, u32>,
    all: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(number) = self.numbers.get(text) {
            return u64::from(*number);
        }
        let number = self.all.len() as u32;
        self.numbers.insert(text.to_owned(), number);
        self.all.push(text.to_owned());
        u64::from(number)
    }
}

/// The package of one provider under construction.
#[derive(Default)]
pub(super) struct Encoder {
    texts: Texts,
    docs: Texts,
    numbers: HashMap<Vec<u8>, u32>,
    blocks: Vec<Vec<u8>>,
    pub(super) provider: Option<u32>,
    pub(super) kinds: Ordered<Kind, Ordered<String, u32>>,
    pub(super) functions: Ordered<String, FunctionDraft>,
}

impl Encoder {
    /// The number of a body; equal bodies share one number. Nested bodies come before it.
    pub(super) fn block(&mut self, draft: &BlockDraft) -> u32 {
        let mut out = Vec::new();
        put(&mut out, draft.flags);
        self.words(&mut out, draft.docs.as_deref(), draft.instead.as_deref());
        put(&mut out, draft.attributes.len() as u64);
        for (name, attribute) in &draft.attributes {
            put(&mut out, self.texts.number(name));
            put(&mut out, attribute.flags);
            self.words(&mut out, attribute.docs.as_deref(), attribute.instead.as_deref());
            match attribute.nested {
                Some((nesting, body)) => {
                    put(&mut out, u64::from(nesting));
                    put(&mut out, u64::from(body));
                }
                None => put(&mut out, self.texts.number(attribute.ty.as_deref().unwrap_or("\"dynamic\""))),
            }
        }
        put(&mut out, draft.blocks.len() as u64);
        for (name, nested) in &draft.blocks {
            put(&mut out, self.texts.number(name));
            put(&mut out, u64::from(nested.nesting));
            put(&mut out, nested.min);
            put(&mut out, nested.max);
            put(&mut out, u64::from(nested.body));
        }
        if let Some(known) = self.numbers.get(&out) {
            return *known;
        }
        let number = self.blocks.len() as u32;
        self.numbers.insert(out.clone(), number);
        self.blocks.push(out);
        number
    }

    /// Writes documentation and deprecation message, present if the flags are set.
    fn words(&mut self, out: &mut Vec<u8>, docs: Option<&str>, instead: Option<&str>) {
        if let Some(docs) = docs {
            put(out, self.docs.number(docs));
        }
        if let Some(instead) = instead {
            put(out, self.texts.number(instead));
        }
    }

    /// The bytes of the package.
    pub(super) fn finish(
        mut self,
        address: &ProviderAddress,
        version: Option<&str>,
        origin: &str,
    ) -> Vec<u8> {
        // The index comes later, but it interns names, which have to be in the table of strings.
        let mut index = Vec::new();
        // Numbers are stored plus one: 0 is a provider without a body.
        put(&mut index, self.provider.map_or(0, |block| u64::from(block) + 1));
        for kind in KINDS {
            let entries = self.kinds.remove(kind).unwrap_or_default();
            put(&mut index, entries.len() as u64);
            for (name, block) in entries {
                // Entries of a fixed size allow a binary search without decoding the others.
                index.extend((self.texts.number(&name) as u32).to_le_bytes());
                index.extend(block.to_le_bytes());
            }
        }
        self.put_functions(&mut index);
        let mut out = Vec::new();
        for text in [&address.to_string(), version.unwrap_or_default(), origin] {
            put(&mut out, text.len() as u64);
            out.extend(text.as_bytes());
        }
        Table::put(&mut out, &self.texts.all);
        Table::put(&mut out, &self.blocks);
        put(&mut out, index.len() as u64);
        out.extend(index);
        let mut docs = Vec::new();
        Table::put(&mut docs, &self.docs.all);
        out.extend(super::package::deflated(&docs));
        [MAGIC, &VERSION.to_le_bytes(), &checksum(&out).to_le_bytes(), &out].concat()
    }

    fn put_functions(&mut self, index: &mut Vec<u8>) {
        let functions = std::mem::take(&mut self.functions);
        put(index, functions.len() as u64);
        for (name, function) in functions {
            put(index, self.texts.number(&name));
            put(index, self.texts.number(&function.returns));
            put(index, function.docs.map_or(0, |docs| self.docs.number(&docs) + 1));
            put(index, function.parameters.len() as u64);
            put(index, u64::from(function.variadic.is_some()));
            for parameter in function.parameters.iter().chain(&function.variadic) {
                put(index, self.texts.number(&parameter.name));
                put(index, self.texts.number(&parameter.ty));
                put(index, u64::from(parameter.nullable));
            }
        }
    }
}
