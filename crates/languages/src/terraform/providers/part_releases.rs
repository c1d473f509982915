//! The releases of a provider in which a part of a body exists, for editors. They are shown if allowed releases differ,
//! or if a later release removed a part that the newest allowed one has.

use std::cell::OnceCell;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::bodies::{Header, inside};
use hclx_schema::Block;

use super::provider_schemas::{self, described};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::packages::{Package, Reach};
use crate::terraform::schemas::kind::Kind;

/// The releases of the parts of one body.
#[derive(Default)]
pub(crate) struct PartReleases {
    /// The body of the first request, which all candidates of a completion share.
    place: OnceCell<Option<BodyHistory>>,
}

impl PartReleases {
    /// The releases in which an attribute or block exists in the innermost of the given blocks; `None` if it exists in
    /// all of them.
    pub(crate) fn of(
        &self,
        (snapshot, flavor): (&Snapshot, Flavor),
        module: &Module,
        (around, name): (&[Header<'_>], &str),
    ) -> Option<String> {
        let history = self.place.get_or_init(|| BodyHistory::of((snapshot, flavor), module, around));
        history.as_ref()?.text(name)
    }
}

/// The package of the provider of a block.
fn package(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    (kind, of_type, name): (Kind, &str, Option<&str>),
) -> Option<Arc<Package>> {
    let declared = name.and_then(|name| module.get(kind, of_type, name));
    let local = match (kind, declared) {
        (Kind::Provider, _) => of_type,
        (_, Some((_, declaration))) => provider_schemas::local_name(declaration),
        _ => of_type.split_once('_').map_or(of_type, |(first, _)| first),
    };
    let found = provider_schemas::package(snapshot, flavor, module, local);
    let (_, package) = (*found).as_ref()?;
    package.as_ref().ok()?.clone()
}

/// A body in all known releases of its provider.
struct BodyHistory {
    package: Arc<Package>,
    /// The body, and the release that it starts in; `None` if it does not exist. Never empty.
    segments: Vec<(usize, Option<Arc<Block>>)>,
}

impl BodyHistory {
    fn of((snapshot, flavor): (&Snapshot, Flavor), module: &Module, around: &[Header<'_>]) -> Option<Self> {
        let ((block_type, labels), inner) = around.split_first()?;
        let (kind, of_type) = (Kind::of(block_type)?, *labels.first()?);
        let name = labels.get(1).copied();
        let package = package((snapshot, flavor), module, (kind, of_type, name))?;
        if matches!(package.admission().reach, Reach::Given | Reach::Nearest) {
            return None;
        }
        let outer = |release: usize| match described(kind) {
            Some(kind) => provider_schemas::type_block(snapshot, &package.at(release), (kind, of_type)),
            None if kind == Kind::Provider => {
                provider_schemas::provider_block(snapshot, &package.at(release))
            }
            None => None,
        };
        let mut segments: Vec<(usize, Option<Arc<Block>>)> = Vec::new();
        let mut before: Option<Option<Arc<Block>>> = None;
        for release in 0..package.pack().releases().len() {
            let body = outer(release);
            let is_same = before.as_ref().is_some_and(|before| match (before, &body) {
                (Some(before), Some(body)) => Arc::ptr_eq(before, body),
                (before, body) => before.is_none() && body.is_none(),
            });
            if !is_same {
                let inner = body.as_ref().and_then(|body| inside(body, inner.iter().cloned()));
                segments.push((release, inner));
            }
            before = Some(body);
        }
        Some(Self { package, segments })
    }

    /// Returns `true` if a part exists in a release.
    fn has(&self, release: usize, name: &str) -> bool {
        let body = self.segments.iter().rfind(|(first, _)| *first <= release);
        let body = body.and_then(|(_, body)| body.as_ref());
        body.is_some_and(|body| body.find_attribute(name).is_some() || body.find_block(name).is_some())
    }

    /// The releases of a part in words; `None` if it exists in all allowed and later releases, or in none.
    fn text(&self, name: &str) -> Option<String> {
        let (newest, admitted) = (self.package.release(), &self.package.admission().releases);
        let lacks = |release: &usize| !self.has(*release, name);
        let removed = |last: usize| {
            let change = self.package.change_after(last);
            match change.first {
                Some(first) => format!("removed in {first}"),
                None => format!("removed after {}", change.before),
            }
        };
        if lacks(&newest) {
            return admitted.iter().rfind(|release| !lacks(release)).map(|last| removed(*last));
        }
        let later = self.segments.iter().map(|(first, _)| *first).filter(|first| *first > newest);
        if let Some(without) = later.into_iter().find(lacks) {
            return Some(removed(without - 1));
        }
        let change = self.package.change_after(*admitted.iter().rfind(|release| lacks(release))?);
        Some(match change.first {
            Some(first) => format!("since {first}"),
            None => format!("after {}", change.before),
        })
    }
}
