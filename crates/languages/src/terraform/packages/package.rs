//! One provider at one version, in the compact form: opening it only inspects its tables, and bodies are
//! decoded on demand.
//!
//! The form: `HCLXPS`, the version of the form (2 bytes) and a checksum (4 bytes) of the rest: address,
//! version and origin as strings; a table of strings; a table of bodies, each of which refers to earlier ones
//! only; the index (provider body, types of each kind by name, functions); and a compressed table of
//! documentation.

use std::fmt;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, OnceLock};

use hclx_core::Type;
use hclx_diag::{Ordered, locked};
use hclx_schema::Block;

use super::{ProviderAddress, decode};
use crate::wire::{Corrupt, Cursor, Table, checksum};

pub(super) const MAGIC: &[u8] = b"HCLXPS";
/// The version of the compact form. Packages in other versions are not read, and have to be
/// imported again.
pub(super) const VERSION: u16 = 1;
const HEADER: usize = MAGIC.len() + 2 + 4;

/// The kinds of schemas of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `resource`.
    Resource,
    /// `data`.
    Data,
    /// `ephemeral`.
    Ephemeral,
    /// `list`, in queries.
    List,
    /// `action`.
    Action,
}

/// All kinds, in the order of the index.
pub(super) const KINDS: &[Kind] = &[Kind::Resource, Kind::Data, Kind::Ephemeral, Kind::List, Kind::Action];

/// A function of a provider.
#[derive(Clone, Debug)]
pub struct FunctionSchema {
    /// The name, without the provider.
    pub name: String,
    /// The result type.
    pub returns: Type,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The parameter of any further arguments.
    pub variadic: Option<Parameter>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// Set if null is accepted.
    pub nullable: bool,
}

/// One version of a provider.
pub struct Package {
    bytes: Arc<[u8]>,
    address: ProviderAddress,
    version: Option<String>,
    origin: String,
    /// The offset of the tables.
    tables: usize,
    blocks: Mutex<Ordered<u32, Arc<Block>>>,
    types: Mutex<Ordered<u32, Type>>,
    docs: OnceLock<Vec<u8>>,
    with_docs: bool,
    /// The same package with documentation.
    documented: OnceLock<Arc<Package>>,
}

/// The tables of a package.
#[derive(Clone, Copy)]
pub(super) struct Tables<'b> {
    pub(super) texts: Table<'b>,
    pub(super) blocks: Table<'b>,
    pub(super) index: Cursor<'b>,
    docs: &'b [u8],
}

impl Package {
    /// Opens the compact form.
    ///
    /// # Errors
    /// If the bytes are in another form, in another version of it, or corrupt.
    pub fn open(bytes: Arc<[u8]>) -> Result<Self, Corrupt> {
        let stored = |range: std::ops::Range<usize>| bytes.get(range).ok_or(Corrupt);
        let is_ours = bytes.starts_with(MAGIC) && stored(6..8)? == VERSION.to_le_bytes();
        if !is_ours || stored(8..HEADER)? != checksum(&bytes[HEADER..]).to_le_bytes() {
            return Err(Corrupt);
        }
        let mut cursor = Cursor::at(&bytes, HEADER)?;
        let address = ProviderAddress::parse(cursor.text()?).ok_or(Corrupt)?;
        let version = Some(cursor.text()?.to_owned()).filter(|version| !version.is_empty());
        let origin = cursor.text()?.to_owned();
        let tables = bytes.len() - cursor.rest().len();
        let package = Self {
            address,
            version,
            origin,
            tables,
            blocks: Mutex::default(),
            types: Mutex::default(),
            docs: OnceLock::new(),
            with_docs: false,
            documented: OnceLock::new(),
            bytes,
        };
        // A damaged file fails when it is opened, not at the first look-up.
        package.tables()?;
        Ok(package)
    }

    /// The same package, with all documentation.
    #[must_use]
    pub fn with_docs(mut self) -> Self {
        (self.with_docs, self.blocks) = (true, Mutex::default());
        self
    }

    /// The same package with all documentation, created once.
    pub fn documented(self: &Arc<Self>) -> Arc<Self> {
        if self.with_docs {
            return Arc::clone(self);
        }
        // The bytes are shared, but not the decoded bodies: those of `self` have no documentation.
        let make = || {
            Arc::new(Self {
                bytes: Arc::clone(&self.bytes),
                address: self.address.clone(),
                version: self.version.clone(),
                origin: self.origin.clone(),
                tables: self.tables,
                blocks: Mutex::default(),
                types: Mutex::default(),
                docs: OnceLock::new(),
                with_docs: true,
                documented: OnceLock::new(),
            })
        };
        Arc::clone(self.documented.get_or_init(make))
    }

    /// A string that is unique among the packages of a run.
    pub(crate) fn key(&self) -> String {
        let docs = if self.with_docs { " with docs" } else { "" };
        format!("{} {}{docs}", self.address, self.version.as_deref().unwrap_or_default())
    }

    /// The compact form.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The provider.
    pub fn address(&self) -> &ProviderAddress {
        &self.address
    }

    /// The version, if it is known.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The file that it was imported from.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The body of a `provider` block.
    pub fn provider(self: &Arc<Self>) -> Option<Arc<Block>> {
        let number = self.tables().ok()?.index.number().ok()?.checked_sub(1)?;
        self.block(u32::try_from(number).ok()?)
    }

    /// The body of a `resource` block of a type.
    pub fn resource(self: &Arc<Self>, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Resource, name)
    }

    /// The body of a `data` block of a type.
    pub fn data(self: &Arc<Self>, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Data, name)
    }

    /// The body of an `ephemeral` block of a type.
    pub fn ephemeral(self: &Arc<Self>, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Ephemeral, name)
    }

    /// The body of a block of a kind and type. Nested blocks are decoded on demand while the package exists;
    /// afterwards they are opaque.
    pub fn find(self: &Arc<Self>, kind: Kind, name: &str) -> Option<Arc<Block>> {
        let tables = self.tables().ok()?;
        let entries = tables.entries(kind).ok()?;
        let (mut low, mut high) = (0, entries.len() / 8);
        while low < high {
            let middle = usize::midpoint(low, high);
            let (text, block) = entry(entries, middle)?;
            match tables.texts.text(text).ok()?.cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.block(block),
            }
        }
        None
    }

    /// The types of a kind, sorted by name.
    pub fn names(&self, kind: Kind) -> impl Iterator<Item = &str> {
        let tables = self.tables().ok();
        let entries = tables.and_then(|tables| tables.entries(kind).ok()).unwrap_or_default();
        let name = move |index| tables?.texts.text(entry(entries, index)?.0).ok();
        (0..entries.len() / 8).filter_map(name)
    }

    /// The functions, sorted by name.
    pub fn functions(&self) -> Vec<FunctionSchema> {
        decode::functions(self).unwrap_or_default()
    }

    /// The function with a name.
    pub fn function(&self, name: &str) -> Option<FunctionSchema> {
        self.functions().into_iter().find(|function| function.name == name)
    }

    pub(super) fn tables(&self) -> Result<Tables<'_>, Corrupt> {
        let mut cursor = Cursor::at(&self.bytes, self.tables)?;
        let texts = Table::read(&mut cursor)?;
        let blocks = Table::read(&mut cursor)?;
        let len = cursor.index()?;
        let index = Cursor::at(cursor.bytes(len)?, 0)?;
        Ok(Tables { texts, blocks, index, docs: cursor.rest() })
    }

    /// The body with a number.
    pub(super) fn block(self: &Arc<Self>, number: u32) -> Option<Arc<Block>> {
        let known = locked(&self.blocks).get(&number).cloned();
        if known.is_some() {
            return known;
        }
        // Not under the lock: decoding a body comes back here for its nested attributes. Two threads may
        // decode the same body; the first result is kept.
        let made = Arc::new(decode::block(self, number).ok()?);
        let mut blocks = locked(&self.blocks);
        Some(blocks.or_insert(number, made).clone())
    }

    /// The type with a number, which is stored as JSON.
    pub(super) fn ty(&self, tables: &Tables<'_>, number: u32) -> Result<Type, Corrupt> {
        let mut types = locked(&self.types);
        if let Some(known) = types.get(&number) {
            return Ok(known.clone());
        }
        let ty = Type::from_cty_json(tables.texts.text(number as usize)?).map_err(|_| Corrupt)?;
        types.insert(number, ty.clone());
        Ok(ty)
    }

    /// A documentation string, if documentation is requested.
    pub(super) fn doc(&self, tables: &Tables<'_>, number: usize) -> Option<Arc<str>> {
        if !self.with_docs {
            return None;
        }
        let docs = self.docs.get_or_init(|| inflated(tables.docs));
        let table = Table::read(&mut Cursor::at(docs, 0).ok()?).ok()?;
        Some(table.text(number).ok()?.into())
    }
}

impl<'b> Tables<'b> {
    /// The entries of a kind: four bytes each for the number of the name and that of the body.
    fn entries(&self, wanted: Kind) -> Result<&'b [u8], Corrupt> {
        let mut index = self.index;
        index.number()?;
        for kind in KINDS {
            let entries = entries(&mut index)?;
            if *kind == wanted {
                return Ok(entries);
            }
        }
        Err(Corrupt)
    }

    /// The position of the functions.
    pub(super) fn functions(&self) -> Result<Cursor<'b>, Corrupt> {
        let mut index = self.index;
        index.number()?;
        for _ in KINDS {
            entries(&mut index)?;
        }
        Ok(index)
    }
}

fn entries<'b>(index: &mut Cursor<'b>) -> Result<&'b [u8], Corrupt> {
    let count = index.count()?;
    index.bytes(count.checked_mul(8).ok_or(Corrupt)?)
}

fn entry(entries: &[u8], index: usize) -> Option<(usize, u32)> {
    let bytes: [u8; 8] = entries.get(index * 8..index * 8 + 8)?.try_into().ok()?;
    let [a, b, c, d, e, f, g, h] = bytes;
    Some((u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h])))
}

impl fmt::Debug for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Package")
            .field("address", &self.address)
            .field("version", &self.version)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    // writing to memory cannot fail
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// The maximum size of decompressed documentation.
const MOST_DOCS: u64 = 256 << 20;

fn inflated(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let read = flate2::read::DeflateDecoder::new(bytes).take(MOST_DOCS).read_to_end(&mut out);
    if read.is_ok() { out } else { Vec::new() }
}
