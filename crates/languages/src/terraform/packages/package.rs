//! One release of a provider: a view of a pack.

use std::sync::Arc;

use hclx_schema::Block;

use super::pack::{History, Pack, PackBytes, Release};
use super::{FunctionSchema, Kind, ProviderAddress};
use crate::wire::Corrupt;

/// One release of a provider.
#[derive(Clone, Debug)]
pub struct Package {
    pack: Arc<Pack>,
    /// The position of the release in the pack.
    release: usize,
}

impl Package {
    /// Opens a pack of one release, or the newest one of several.
    ///
    /// # Errors
    /// If the bytes are in another form, in another version of it, or corrupt.
    pub fn open(bytes: Arc<[u8]>) -> Result<Self, Corrupt> {
        let pack = Arc::new(Pack::open(PackBytes::Read(bytes))?);
        let release = pack.releases().len() - 1;
        Ok(Self { pack, release })
    }

    /// A release of a pack, by its position.
    pub(crate) fn of(pack: &Arc<Pack>, release: usize) -> Self {
        Self { pack: Arc::clone(pack), release }
    }

    /// The package of a history with one release.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn made(history: &History) -> Result<Self, String> {
        let too_large = |Corrupt| "its schema is too large".to_owned();
        Self::open(Arc::from(history.bytes()?)).map_err(too_large)
    }

    /// The same package, with all documentation.
    #[must_use]
    pub fn with_docs(self) -> Self {
        Self { pack: self.pack.documented(), ..self }
    }

    /// The same package with all documentation, opened once.
    pub fn documented(&self) -> Arc<Self> {
        Arc::new(self.clone().with_docs())
    }

    /// The pack.
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    fn facts(&self) -> &Release {
        &self.pack.releases()[self.release]
    }

    /// A string that is unique among the packages of a run.
    pub(crate) fn key(&self) -> String {
        let docs = if self.pack.has_docs() { " with docs" } else { "" };
        format!("{} {}{docs}", self.address(), self.version().unwrap_or_default())
    }

    /// The bytes of the pack.
    pub fn bytes(&self) -> &[u8] {
        self.pack.bytes()
    }

    /// The provider.
    pub fn address(&self) -> &ProviderAddress {
        self.pack.address()
    }

    /// The version, if it is known.
    pub fn version(&self) -> Option<&str> {
        self.facts().version.as_deref()
    }

    /// The file that it was imported from; empty for a shipped one.
    pub fn origin(&self) -> &str {
        &self.facts().origin
    }

    /// The body of a `provider` block.
    pub fn provider(&self) -> Option<Arc<Block>> {
        Some(self.pack.block(self.pack.provider(self.release)?))
    }

    /// The body of a `resource` block of a type.
    pub fn resource(&self, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Resource, name)
    }

    /// The body of a `data` block of a type.
    pub fn data(&self, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Data, name)
    }

    /// The body of an `ephemeral` block of a type.
    pub fn ephemeral(&self, name: &str) -> Option<Arc<Block>> {
        self.find(Kind::Ephemeral, name)
    }

    /// The body of a block of a kind and type. Nested blocks are decoded on demand while the pack exists;
    /// afterwards they are opaque.
    pub fn find(&self, kind: Kind, name: &str) -> Option<Arc<Block>> {
        Some(self.pack.block(self.pack.variant(kind, name, self.release)?))
    }

    /// Returns `true` if all types of a kind are known.
    pub fn knows(&self, kind: Kind) -> bool {
        self.facts().knows(kind)
    }

    /// The types of a kind, sorted by name.
    pub fn names(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.pack.names(kind, self.release)
    }

    /// The functions, sorted by name.
    pub fn functions(&self) -> Vec<FunctionSchema> {
        self.pack.functions(self.release)
    }

    /// The function with a name.
    pub fn function(&self, name: &str) -> Option<FunctionSchema> {
        self.functions().into_iter().find(|function| function.name == name)
    }
}
