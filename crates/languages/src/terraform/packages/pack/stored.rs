//! The stored form of bodies and functions: strings, types, documentation and nested bodies by number.
//!
//! The same form is used in every group of a pack and, with other numbers, while a pack is being built.

use std::collections::HashMap;

use crate::wire::{Corrupt, Cursor, put};

/// The flags of attributes and bodies.
pub(in super::super) mod flag {
    pub(in super::super::super) const REQUIRED: u64 = 1;
    pub(in super::super::super) const OPTIONAL: u64 = 2;
    pub(in super::super::super) const COMPUTED: u64 = 4;
    pub(in super::super::super) const SENSITIVE: u64 = 8;
    pub(in super::super::super) const WRITE_ONLY: u64 = 16;
    pub(in super::super::super) const DEPRECATED: u64 = 32;
    pub(in super::super::super) const DOCS: u64 = 64;
    pub(in super::super::super) const INSTEAD: u64 = 128;
    pub(in super::super::super) const NESTED: u64 = 256;
    /// Set if restrictions were learned from the provider's code.
    pub(in super::super::super) const LEARNED: u64 = 1024;
    /// Set on a body whose contents are unknown.
    pub(in super::super::super) const OPAQUE: u64 = 512;
}

/// The flags of an item, with the numbers of its documentation, its deprecation message and its learned restrictions.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Words {
    pub(in super::super) flags: u64,
    /// Only present if the flag `DOCS` is set.
    docs: u64,
    /// Only present if the flag `INSTEAD` is set.
    instead: u64,
    /// Only present if the flag `LEARNED` is set.
    learned: u64,
}

impl Words {
    /// Items with these flags, documentation and deprecation message.
    pub(in super::super) fn new(flags: u64, docs: Option<u64>, instead: Option<u64>) -> Self {
        let set = |given: Option<u64>, flag| if given.is_some() { flag } else { 0 };
        let flags = flags & !flag::LEARNED | set(docs, flag::DOCS) | set(instead, flag::INSTEAD);
        Self { flags, docs: docs.unwrap_or_default(), instead: instead.unwrap_or_default(), learned: 0 }
    }

    /// The same words with learned restrictions.
    #[must_use]
    pub(in super::super) fn with_learned(self, learned: Option<u64>) -> Self {
        match learned {
            Some(learned) => Self { flags: self.flags | flag::LEARNED, learned, ..self },
            None => self,
        }
    }

    pub(in super::super) const fn has(self, flag: u64) -> bool {
        self.flags & flag != 0
    }

    /// The number of the documentation.
    pub(in super::super) fn docs(self) -> Option<u64> {
        self.has(flag::DOCS).then_some(self.docs)
    }

    /// The number of the deprecation message.
    pub(in super::super) fn instead(self) -> Option<u64> {
        self.has(flag::INSTEAD).then_some(self.instead)
    }

    /// The number of the learned restrictions.
    pub(in super::super) fn learned(self) -> Option<u64> {
        self.has(flag::LEARNED).then_some(self.learned)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, Corrupt> {
        let mut words = Self { flags: cursor.number()?, ..Self::default() };
        if words.has(flag::DOCS) {
            words.docs = cursor.number()?;
        }
        if words.has(flag::INSTEAD) {
            words.instead = cursor.number()?;
        }
        if words.has(flag::LEARNED) {
            words.learned = cursor.number()?;
        }
        Ok(words)
    }

    fn put(self, out: &mut Vec<u8>) {
        put(out, self.flags);
        let numbers = self.docs().into_iter().chain(self.instead()).chain(self.learned());
        numbers.for_each(|number| put(out, number));
    }
}

pub(in super::super) struct StoredAttribute {
    /// The number of the name.
    pub(in super::super) name: u64,
    pub(in super::super) words: Words,
    pub(in super::super) ty: StoredType,
}

/// The type of an attribute.
#[derive(Clone, Copy)]
pub(in super::super) enum StoredType {
    /// The number of a type in cty's JSON notation.
    Plain(u64),
    /// The nesting mode of a nested attribute, and the number of its body.
    Nested(u64, u64),
}

/// A nested block type.
#[derive(Clone, Copy)]
pub(in super::super) struct StoredNested {
    /// The number of the name.
    pub(in super::super) name: u64,
    pub(in super::super) nesting: u64,
    pub(in super::super) min: u64,
    pub(in super::super) max: u64,
    /// The number of the body.
    pub(in super::super) body: u64,
}

#[derive(Default)]
pub(in super::super) struct StoredBody {
    pub(in super::super) words: Words,
    pub(in super::super) attributes: Vec<StoredAttribute>,
    pub(in super::super) blocks: Vec<StoredNested>,
}

impl StoredBody {
    /// Reads a body.
    ///
    /// # Errors
    /// If the bytes are not a body.
    pub(in super::super) fn read(bytes: &[u8]) -> Result<Self, Corrupt> {
        let mut cursor = Cursor::at(bytes, 0)?;
        let mut body = Self { words: Words::read(&mut cursor)?, ..Self::default() };
        for _ in 0..cursor.count()? {
            let (name, words) = (cursor.number()?, Words::read(&mut cursor)?);
            let ty = match words.has(flag::NESTED) {
                true => StoredType::Nested(cursor.number()?, cursor.number()?),
                false => StoredType::Plain(cursor.number()?),
            };
            body.attributes.push(StoredAttribute { name, words, ty });
        }
        for _ in 0..cursor.count()? {
            let mut next = || cursor.number();
            let (name, nesting, min, max, body_number) = (next()?, next()?, next()?, next()?, next()?);
            body.blocks.push(StoredNested { name, nesting, min, max, body: body_number });
        }
        Ok(body)
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.words.put(&mut out);
        put(&mut out, self.attributes.len() as u64);
        for attribute in &self.attributes {
            put(&mut out, attribute.name);
            attribute.words.put(&mut out);
            match attribute.ty {
                StoredType::Plain(ty) => put(&mut out, ty),
                StoredType::Nested(nesting, body) => {
                    put(&mut out, nesting);
                    put(&mut out, body);
                }
            }
        }
        put(&mut out, self.blocks.len() as u64);
        for nested in &self.blocks {
            for number in [nested.name, nested.nesting, nested.min, nested.max, nested.body] {
                put(&mut out, number);
            }
        }
        out
    }
}

/// A parameter of a function.
#[derive(Clone, Copy)]
pub(in super::super) struct StoredParameter {
    /// The number of the name.
    pub(in super::super) name: u64,
    /// The number of the type.
    pub(in super::super) ty: u64,
    pub(in super::super) nullable: bool,
}

pub(in super::super) struct StoredFunction {
    /// The number of the name.
    pub(in super::super) name: u64,
    /// The number of the result type.
    pub(in super::super) returns: u64,
    /// The number of the documentation.
    pub(in super::super) docs: Option<u64>,
    pub(in super::super) parameters: Vec<StoredParameter>,
    /// Set if the last parameter accepts any number of arguments.
    pub(in super::super) is_variadic: bool,
}

/// Reads the functions of a provider.
///
/// # Errors
/// If the bytes are not a list of functions.
pub(in super::super) fn read_functions(bytes: &[u8]) -> Result<Vec<StoredFunction>, Corrupt> {
    let mut cursor = Cursor::at(bytes, 0)?;
    let mut functions = Vec::new();
    for _ in 0..cursor.count()? {
        let (name, returns) = (cursor.number()?, cursor.number()?);
        // The number is stored plus one: 0 marks a function without documentation.
        let docs = cursor.number()?.checked_sub(1);
        let is_variadic = cursor.number()? != 0;
        let mut parameters = Vec::new();
        for _ in 0..cursor.count()? {
            let (name, ty, nullable) = (cursor.number()?, cursor.number()?, cursor.number()? != 0);
            parameters.push(StoredParameter { name, ty, nullable });
        }
        functions.push(StoredFunction { name, returns, docs, parameters, is_variadic });
    }
    Ok(functions)
}

fn function_bytes(functions: &[StoredFunction]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, functions.len() as u64);
    for function in functions {
        put(&mut out, function.name);
        put(&mut out, function.returns);
        put(&mut out, function.docs.map_or(0, |docs| docs + 1));
        put(&mut out, u64::from(function.is_variadic));
        put(&mut out, function.parameters.len() as u64);
        for parameter in &function.parameters {
            put(&mut out, parameter.name);
            put(&mut out, parameter.ty);
            put(&mut out, u64::from(parameter.nullable));
        }
    }
    out
}

/// Strings and parts (bodies, lists of functions) by number.
pub(in super::super) trait Parts {
    /// The string with a number.
    ///
    /// # Errors
    /// If there is none.
    fn string(&self, number: u64) -> Result<&str, Corrupt>;
    /// The part with a number.
    ///
    /// # Errors
    /// If there is none.
    fn part(&self, number: u64) -> Result<&[u8], Corrupt>;
}

/// Interned strings.
#[derive(Default)]
pub(in super::super) struct Strings {
    numbers: HashMap<String, u64>,
    pub(super) all: Vec<String>,
}

impl Strings {
    /// The number of a string.
    pub(in super::super) fn number(&mut self, string: &str) -> u64 {
        if let Some(number) = self.numbers.get(string) {
            return *number;
        }
        let number = self.all.len() as u64;
        self.numbers.insert(string.to_owned(), number);
        self.all.push(string.to_owned());
        number
    }
}

/// Strings and parts under construction; equal ones are stored once.
#[derive(Default)]
pub(in super::super) struct Bodies {
    pub(in super::super) strings: Strings,
    numbers: HashMap<Vec<u8>, u64>,
    pub(super) parts: Vec<Vec<u8>>,
}

impl Bodies {
    /// The number of a body; nested bodies come before it.
    pub(in super::super) fn body(&mut self, body: &StoredBody) -> u64 {
        self.keep(body.bytes())
    }

    /// The number of a list of functions.
    pub(in super::super) fn functions(&mut self, functions: &[StoredFunction]) -> u64 {
        self.keep(function_bytes(functions))
    }

    fn keep(&mut self, part: Vec<u8>) -> u64 {
        if let Some(known) = self.numbers.get(&part) {
            return *known;
        }
        let number = self.parts.len() as u64;
        self.numbers.insert(part.clone(), number);
        self.parts.push(part);
        number
    }
}

impl Parts for Bodies {
    fn string(&self, number: u64) -> Result<&str, Corrupt> {
        usize::try_from(number).ok().and_then(|at| self.strings.all.get(at)).map(|one| &**one).ok_or(Corrupt)
    }

    fn part(&self, number: u64) -> Result<&[u8], Corrupt> {
        usize::try_from(number).ok().and_then(|at| self.parts.get(at)).map(|one| &**one).ok_or(Corrupt)
    }
}

/// The treatment of documentation strings when bodies are copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Docs {
    /// Documentation strings keep their numbers.
    Keep,
    /// Documentation is omitted.
    Drop,
}

/// Copies bodies, with new numbers.
pub(super) struct BodyCopier<'c> {
    from: &'c dyn Parts,
    docs: Docs,
    known: HashMap<u64, u64>,
}

impl<'c> BodyCopier<'c> {
    /// A copier of parts from `from`.
    pub(super) fn new(from: &'c dyn Parts, docs: Docs) -> Self {
        Self { from, docs, known: HashMap::new() }
    }

    fn string(&self, to: &mut Bodies, number: u64) -> Result<u64, Corrupt> {
        Ok(to.strings.number(self.from.string(number)?))
    }

    fn words(&self, to: &mut Bodies, words: Words) -> Result<Words, Corrupt> {
        let instead = words.instead().map(|number| self.string(to, number)).transpose()?;
        let docs = words.docs().filter(|_| self.docs == Docs::Keep);
        let learned = words.learned().map(|number| self.string(to, number)).transpose()?;
        Ok(Words::new(words.flags & !(flag::DOCS | flag::INSTEAD), docs, instead).with_learned(learned))
    }

    /// Copies a body and everything in it, and returns its new number.
    ///
    /// # Errors
    /// If a part is missing or is not a body.
    pub(super) fn body(&mut self, to: &mut Bodies, number: u64) -> Result<u64, Corrupt> {
        if let Some(known) = self.known.get(&number) {
            return Ok(*known);
        }
        let stored = StoredBody::read(self.from.part(number)?)?;
        let mut copy = StoredBody { words: self.words(to, stored.words)?, ..StoredBody::default() };
        for one in stored.attributes {
            let (name, words) = (self.string(to, one.name)?, self.words(to, one.words)?);
            let ty = match one.ty {
                StoredType::Plain(ty) => StoredType::Plain(self.string(to, ty)?),
                StoredType::Nested(nesting, body) => {
                    StoredType::Nested(nesting, self.inner(to, body, number)?)
                }
            };
            copy.attributes.push(StoredAttribute { name, words, ty });
        }
        for one in stored.blocks {
            let (name, body) = (self.string(to, one.name)?, self.inner(to, one.body, number)?);
            copy.blocks.push(StoredNested { name, body, ..one });
        }
        let copied = to.body(&copy);
        self.known.insert(number, copied);
        Ok(copied)
    }

    /// Copies a nested body, which must precede the enclosing one to rule out cycles.
    fn inner(&mut self, to: &mut Bodies, number: u64, around: u64) -> Result<u64, Corrupt> {
        if number >= around {
            return Err(Corrupt);
        }
        hclx_diag::grow(|| self.body(to, number))
    }

    /// Copies a list of functions.
    ///
    /// # Errors
    /// If the part is missing or is not a list of functions.
    pub(super) fn functions(&mut self, to: &mut Bodies, number: u64) -> Result<u64, Corrupt> {
        let mut functions = read_functions(self.from.part(number)?)?;
        for function in &mut functions {
            function.name = self.string(to, function.name)?;
            function.returns = self.string(to, function.returns)?;
            function.docs = function.docs.filter(|_| self.docs == Docs::Keep);
            for parameter in &mut function.parameters {
                parameter.name = self.string(to, parameter.name)?;
                parameter.ty = self.string(to, parameter.ty)?;
            }
        }
        Ok(to.functions(&functions))
    }
}
