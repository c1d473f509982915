//! The changes of a module by an edit: the declarations that are as they were, and the places that moved.
//!
//! Out of scope: the values of declarations, which may change with those that they use.

use std::sync::{Arc, Mutex, PoisonError};

use hclx_diag::{SourceId, Span, TextRange};
use hclx_syntax::Parsed;

use super::declaration::{Declaration, Written};
use super::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The changes from one reading of a module to the next.
pub(crate) struct Changes {
    /// The module before.
    pub(crate) before: Arc<Module>,
    /// The number that a declaration had before, by its number now; `None` if it is not as it was.
    pub(crate) same: Vec<Option<usize>>,
    /// The files that changed.
    edited: Vec<Edited>,
    /// Set if the names that are declared, or may be, are as they were.
    has_same_names: bool,
}

/// A file with other contents: a beginning and an end are as they were.
struct Edited {
    source: SourceId,
    /// Set if the file has syntax errors, or had some.
    is_torn: bool,
    /// The end of the beginning.
    start: u32,
    /// The starts of the end, before and now.
    end: (u32, u32),
}

impl Edited {
    fn between(source: SourceId, [before, now]: [(&Module, &Parsed); 2]) -> Self {
        let is_torn = |(module, _): (&Module, &Parsed)| {
            module.broken.contains_key(&source) || module.unclosed.contains_key(&source)
        };
        let (old, new) = (before.1.tree.source(), now.1.tree.source());
        let start = old.iter().zip(new.iter()).take_while(|(old, new)| old == new).count();
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
        let end = ends.take_while(|(old, new)| old == new).count();
        Self {
            source,
            is_torn: is_torn(before) || is_torn(now),
            start: start as u32,
            end: ((old.len() - end) as u32, (new.len() - end) as u32),
        }
    }

    /// The place now of a part of the contents before, if it is as it was.
    fn moved(&self, range: TextRange) -> Option<TextRange> {
        match self.end {
            // of what was inserted right here it may be before or behind
            (before, _) if range.start == before && range.end == self.start => None,
            _ if range.end <= self.start => Some(range),
            (before, now) if before <= range.start => {
                let moved = |offset: u32| offset - before + now;
                Some(TextRange::new(moved(range.start), moved(range.end)))
            }
            _ => None,
        }
    }
}

impl Changes {
    /// The changes from an earlier reading; `None` if nothing can be told of it.
    pub(crate) fn between(before: Arc<Module>, now: &Module) -> Option<Self> {
        // one that nobody evaluated is passed over
        let earlier = Self::take(&before);
        let before = earlier.map_or(before, |earlier| earlier.before);
        let is_plain = |module: &Module| {
            let is_whole = module.duplicates.is_empty() && module.order.cycles.is_empty();
            is_whole && !module.is_unknown() && !module.has_queries
        };
        if before.files != now.files || !is_plain(&before) || !is_plain(now) {
            return None;
        }
        let trees = before.trees.iter().zip(&now.trees);
        let edited = now.files.iter().zip(trees).filter(|(_, (old, new))| !Arc::ptr_eq(old, new));
        let edited = edited.map(|(file, (old, new))| Edited::between(*file, [(&before, old), (now, new)]));
        let mut changes = Self {
            same: Vec::new(),
            edited: edited.collect(),
            has_same_names: has_same_names(&before, now),
            before,
        };
        let (before, others) = (&changes.before, &now.others);
        let are_same = before.others.len() == others.len()
            && before.others.iter().zip(others).all(|(old, new)| changes.is_same_block(old, new));
        if !are_same {
            return None;
        }
        let same: Vec<Option<usize>> =
            (0..now.declarations.len()).map(|number| changes.number_before(now, number)).collect();
        let is_provider = |one: &&Declaration| one.kind == Kind::Provider;
        let providers = |module: &Module| module.declarations.iter().filter(is_provider).count();
        let mut same_providers = now.declarations.iter().zip(&same).filter(|(one, _)| is_provider(one));
        if providers(before) != providers(now) || !same_providers.all(|(_, same)| same.is_some()) {
            return None;
        }
        changes.same = same;
        Some(changes)
    }

    /// Keeps them with the module now, until something in it is evaluated.
    pub(crate) fn keep(self, now: &Module) {
        *kept(now).lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Takes those that are kept with a module.
    pub(crate) fn take(module: &Module) -> Option<Self> {
        kept(module).lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The number that a declaration had before, if it is as it was.
    fn number_before(&self, now: &Module, number: usize) -> Option<usize> {
        let new = &now.declarations[number];
        let is_it =
            |old: &&Declaration| (old.kind, &old.of_type, &old.name) == (new.kind, &new.of_type, &new.name);
        // most often nothing was added or removed before it
        let at = match self.before.declarations.get(number).filter(is_it) {
            Some(_) => number,
            None => new.find_in(&self.before.graph)?.index(),
        };
        let old = &self.before.declarations[at];
        // the meaning of a name that nothing declares depends on what is declared
        let mentions = |module: &Module, number: usize| module.with_unknown.get(number) != Some(&false);
        let is_known = self.has_same_names || !mentions(now, number) && !mentions(&self.before, at);
        let is_same = is_known
            && old.inside_check == new.inside_check
            && old.overrides.len() == new.overrides.len()
            && old.overrides.iter().zip(&new.overrides).all(|(old, new)| self.is_same_block(old, new))
            && match (old.expr, new.expr) {
                (None, None) => self.is_same_block(&old.written, &new.written),
                (Some(_), Some(_)) => self.is_same_place((old, new), &local),
                _ => false,
            };
        is_same.then_some(at)
    }

    fn is_same_place<'d, T>(
        &self,
        (old, new): (&'d T, &'d T),
        place: &dyn Fn(&'d T) -> Option<(Span, bool)>,
    ) -> bool {
        let (Some((old, _)), Some((new, is_native))) = (place(old), place(new)) else { return false };
        let edited = self.edited.iter().find(|edited| edited.source == old.source);
        match edited {
            // in JSON, meaning depends on what is around
            Some(edited) if edited.is_torn || !is_native => false,
            _ => self.moved(old) == Some(new),
        }
    }

    fn is_same_block(&self, old: &Written, new: &Written) -> bool {
        self.is_same_place((old, new), &|written: &Written| {
            let view = written.view();
            let place = written.span(written.header.cover(view.range()));
            Some((place, view.native_id().is_some()))
        })
    }

    /// The place now of something that was in the module, or elsewhere, before; `None` if it is not as it was.
    pub(crate) fn moved(&self, place: Span) -> Option<Span> {
        match self.edited.iter().find(|edited| edited.source == place.source) {
            Some(edited) => Some(edited.moved(place.range)?.in_source(place.source)),
            None => Some(place),
        }
    }
}

fn kept(module: &Module) -> &Mutex<Option<Changes>> {
    module.memory.changes.get()
}

/// Returns `true` if two readings of a module declare the same names, and may declare the same ones.
fn has_same_names(before: &Module, now: &Module) -> bool {
    let key = |one: &Declaration| (one.kind, Arc::clone(&one.of_type), Arc::clone(&one.name));
    before.holes.are_like(&now.holes)
        && before.declarations.iter().map(key).eq(now.declarations.iter().map(key))
}

/// The place of a local value, unless an override gives it, and whether it is in native syntax.
fn local(declaration: &Declaration) -> Option<(Span, bool)> {
    if declaration.name_span.source != declaration.written.source {
        return None;
    }
    let expr = declaration.written.parsed.tree.expr(declaration.expr?).range;
    let place = declaration.name_span.range.cover(expr).in_source(declaration.name_span.source);
    Some((place, declaration.written.view().native_id().is_some()))
}
