//! One release of a provider: a view of a pack.

use std::sync::Arc;

use hclx_schema::Block;

use super::pack::{History, Pack, PackBytes, Release, Variant};
use super::{Admission, Fit, FunctionSchema, Kind, ProviderAddress, Reach};
use crate::wire::Corrupt;

/// One release of a provider.
#[derive(Clone, Debug)]
pub struct Package {
    pack: Arc<Pack>,
    /// The position of the release in the pack.
    release: usize,
    /// All releases that a module may be run with; `release` is the newest of them.
    admission: Admission,
}

/// The body of a type in some of the allowed releases.
#[derive(Clone, Copy, Debug)]
pub struct AdmittedBody {
    /// The body; `None` if the type does not exist in these releases.
    pub variant: Option<Variant>,
    /// The position of the newest of these releases.
    pub last: usize,
    /// Set if all of these releases were derived from language bindings.
    pub is_derived: bool,
}

/// A change between two known releases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<'p> {
    /// The last known release before the change.
    pub(crate) before: &'p str,
    /// The first release with the change, unless an unknown release in between may have it.
    pub(crate) first: Option<&'p str>,
}

impl Package {
    /// Opens a pack of one release, or the newest one of several.
    ///
    /// # Errors
    /// If the bytes are in another form, in another version of it, or corrupt.
    pub fn open(bytes: Arc<[u8]>) -> Result<Self, Corrupt> {
        Ok(Self::newest(&Arc::new(Pack::open(PackBytes::Read(bytes))?)))
    }

    /// The newest release of a pack.
    pub fn newest(pack: &Arc<Pack>) -> Self {
        Self::of(pack, Admission::given(pack.releases().len() - 1))
    }

    /// The newest allowed release of a pack.
    pub(crate) fn of(pack: &Arc<Pack>, admission: Admission) -> Self {
        let release = admission.releases.last().copied().unwrap_or_default();
        Self { pack: Arc::clone(pack), release, admission }
    }

    /// Another release of the pack.
    pub(crate) fn at(&self, release: usize) -> Self {
        Self { release, ..self.clone() }
    }

    /// The same package for a module that only runs with older releases; an explicitly given package applies as it is.
    pub(crate) fn as_nearest(&self) -> Self {
        match self.admission.reach {
            Reach::Given => self.clone(),
            _ => Self::of(
                &self.pack,
                Admission { releases: vec![0], reach: Reach::Nearest, fit: Fit::Newer, has_older: true },
            ),
        }
    }

    /// Returns `true` if the release was derived from language bindings.
    pub fn is_derived(&self) -> bool {
        self.facts().is_derived
    }

    /// The releases that a module may be run with.
    pub fn admission(&self) -> &Admission {
        &self.admission
    }

    /// The change that is first seen in the release after a given one.
    pub(crate) fn change_after(&self, release: usize) -> Change<'_> {
        let version = |at: usize| self.pack.releases().get(at).and_then(|release| release.version.as_deref());
        let (before, after) = (version(release).unwrap_or_default(), version(release + 1));
        Change { before, first: after.filter(|after| follows(before, after)) }
    }

    /// The bodies of a type in the allowed releases, newest first.
    pub fn admitted_bodies(&self, kind: Kind, name: &str) -> Vec<AdmittedBody> {
        self.admitted(|release| self.pack.variant(kind, name, release))
    }

    /// The bodies of `provider` blocks in the allowed releases, newest first.
    pub fn admitted_providers(&self) -> Vec<AdmittedBody> {
        self.admitted(|release| self.pack.provider(release))
    }

    fn admitted(&self, variant: impl Fn(usize) -> Option<Variant>) -> Vec<AdmittedBody> {
        let mut bodies: Vec<AdmittedBody> = Vec::new();
        for last in self.admission.releases.iter().rev().copied() {
            let (variant, is_derived) = (variant(last), self.pack.releases()[last].is_derived);
            match bodies.iter_mut().find(|known| known.variant == variant) {
                Some(known) => known.is_derived &= is_derived,
                None => bodies.push(AdmittedBody { variant, last, is_derived }),
            }
        }
        bodies
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

    /// The pack that contains the release.
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    fn facts(&self) -> &Release {
        &self.pack.releases()[self.release]
    }

    /// The position of the release in the pack.
    pub(crate) fn release(&self) -> usize {
        self.release
    }

    /// The bytes of the pack.
    pub fn bytes(&self) -> &[u8] {
        self.pack.bytes()
    }

    /// The address of the provider.
    pub fn address(&self) -> &ProviderAddress {
        self.pack.address()
    }

    /// The version, if it is known.
    pub fn version(&self) -> Option<&str> {
        self.facts().version.as_deref()
    }

    /// The schema file that the package was imported from; empty for a shipped one.
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

    /// Returns `true` if the schema covers all types of a kind.
    pub fn knows(&self, kind: Kind) -> bool {
        self.facts().knows(kind)
    }

    /// The types of a kind, sorted by name.
    pub fn names(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.pack.names(kind, self.release)
    }

    /// The functions of the provider, sorted by name.
    pub fn functions(&self) -> Vec<FunctionSchema> {
        self.pack.functions(self.release)
    }

    /// The function with a name.
    pub fn function(&self, name: &str) -> Option<FunctionSchema> {
        self.functions().into_iter().find(|function| function.name == name)
    }
}

/// Returns `true` if a version is the next one after another: the next patch, minor or major version.
fn follows(before: &str, after: &str) -> bool {
    let numbers = |version: &str| -> Vec<u64> {
        version.split('.').map(|part| part.parse().unwrap_or(u64::MAX)).collect()
    };
    match (&*numbers(before), &*numbers(after)) {
        ([a, b, c], [x, y, z]) => {
            let (a, b, c) = (a.checked_add(1), b.checked_add(1), c.checked_add(1));
            let same = |one: Option<u64>, other: u64| one == other.checked_add(1);
            same(a, *x) && same(b, *y) && c == Some(*z)
                || same(a, *x) && b == Some(*y) && *z == 0
                || a == Some(*x) && (*y, *z) == (0, 0)
        }
        _ => false,
    }
}
