//! The effect of an edit on a module: the unchanged declarations, and the new places of moved ones.
//!
//! Out of scope: the values of declarations, which may change with the declarations that they refer to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hclx_diag::{Arrange, SourceId, Span, TextRange, locked};
use hclx_syntax::Parsed;
use hclx_syntax::body::AttributeView;

use super::declaration::{BlockSource, Declaration};
use super::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The changes between two versions of a module.
pub(crate) struct ModuleDiff {
    /// The module before the edit.
    pub(crate) before: Arc<Module>,
    /// The previous index of each declaration; `None` if it is new.
    pub(crate) numbers: Vec<Option<usize>>,
    /// The previous index of each declaration; `None` if it has changed.
    pub(crate) same: Vec<Option<usize>>,
    /// The changed files.
    edited: Vec<FileDiff>,
    /// Set if the names that are or may be declared are unchanged.
    has_same_names: bool,
    /// Set if nothing has changed in the modules that it calls, directly or indirectly.
    pub(crate) has_same_children: bool,
}

/// A changed file with its unchanged parts.
struct FileDiff {
    source: SourceId,
    /// Set if either version of the file has syntax errors.
    is_torn: bool,
    /// The parts, in order: the start, the lines in between, and the end.
    parts: Vec<UnchangedPart>,
}

/// A part of a file that an edit leaves unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnchangedPart {
    /// The range before the edit.
    before: TextRange,
    /// The offset after the edit.
    now: u32,
}

impl FileDiff {
    fn between(source: SourceId, [before, now]: [(&Module, &Parsed); 2]) -> Self {
        let is_torn = |(module, _): (&Module, &Parsed)| {
            module.broken.contains_key(&source) || module.unclosed.contains_key(&source)
        };
        let parts = common_parts(before.1.tree.source(), now.1.tree.source());
        Self { source, is_torn: is_torn(before) || is_torn(now), parts }
    }

    /// The new range of a part of the old contents; `None` if the part has changed.
    fn moved(&self, range: TextRange) -> Option<TextRange> {
        let mut around = self.parts.iter().filter(|part| part.before.contains(range));
        let moved = |part: &UnchangedPart| {
            let moved = |offset: u32| offset - part.before.start + part.now;
            TextRange::new(moved(range.start), moved(range.end))
        };
        let first = moved(around.next()?);
        // text inserted at exactly this offset may belong before or after the range
        around.all(|part| moved(part) == first).then_some(first)
    }
}

/// The parts of a source that an edit leaves unchanged. If an edit changes several places, the unchanged lines in
/// between are included: those that occur exactly once in both versions, in the same order, along with the equal lines
/// around them.
fn common_parts(old: &[u8], new: &[u8]) -> Vec<UnchangedPart> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    // The end is only searched after the start, so that the two never overlap.
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let part = |before: usize, len: usize, now: usize| UnchangedPart {
        before: TextRange::new(before as u32, (before + len) as u32),
        now: now as u32,
    };
    let (old_lines, new_lines) =
        (lines(&old_rest[..old_rest.len() - end]), lines(&new_rest[..new_rest.len() - end]));
    let mut parts = vec![part(0, start, 0)];
    for (before, now, count) in equal_lines(&old_lines, &new_lines) {
        let all = &old_lines[before..before + count];
        let len = all.iter().map(|(_, line)| line.len()).sum();
        parts.push(part(start + all[0].0, len, start + new_lines[now].0));
    }
    parts.push(part(old.len() - end, end, new.len() - end));
    parts
}

/// The lines of a source with their offsets.
fn lines(source: &[u8]) -> Vec<(usize, &[u8])> {
    let mut at = 0;
    let line = |line: &&[u8]| {
        at += line.len();
        at - line.len()
    };
    let all: Vec<&[u8]> = source.split_inclusive(|byte| *byte == b'\n').collect();
    let starts: Vec<usize> = all.iter().map(line).collect();
    starts.into_iter().zip(all).collect()
}

/// The runs of equal lines: the index in the old and in the new version, and the number of lines.
fn equal_lines(old: &[(usize, &[u8])], new: &[(usize, &[u8])]) -> Vec<(usize, usize, usize)> {
    let is_equal = |before: usize, now: usize| old[before].1 == new[now].1;
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (before, now) in in_order(&lines_in_both(old, new)) {
        let (least_before, least_now) =
            runs.last().map_or((0, 0), |(before, now, count)| (before + count, now + count));
        if before < least_before || now < least_now {
            continue;
        }
        let room = (before - least_before).min(now - least_now);
        let back = (1..=room).take_while(|step| is_equal(before - step, now - step)).count();
        let room = (old.len() - before).min(new.len() - now);
        let ahead = (0..room).take_while(|step| is_equal(before + step, now + step)).count();
        runs.push((before - back, now - back, back + ahead));
    }
    runs
}

/// The places of a line in two versions of a file: the last index in each, and the number of occurrences in both.
#[derive(Default)]
struct LinePlaces {
    before: Option<usize>,
    now: Option<usize>,
    count: usize,
}

/// The indices of lines that occur exactly once in each version.
fn lines_in_both(old: &[(usize, &[u8])], new: &[(usize, &[u8])]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&[u8], LinePlaces> = HashMap::new();
    for (index, (_, line)) in old.iter().enumerate() {
        let places = seen.entry(line).or_default();
        (places.before, places.count) = (Some(index), places.count + 1);
    }
    for (index, (_, line)) in new.iter().enumerate() {
        let places = seen.entry(line).or_default();
        (places.now, places.count) = (Some(index), places.count + 1);
    }
    let once = seen.into_values().filter(|places| places.count == 2);
    let mut pairs: Vec<(usize, usize)> = once.filter_map(|places| places.before.zip(places.now)).collect();
    pairs.arrange();
    pairs
}

/// The longest subsequence of pairs in which the second numbers increase as well.
fn in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // for each length, the pair with the smallest second number that ends such a subsequence
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, now)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *now);
        previous.push(length.checked_sub(1).map(|before| ends[before]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    let mut next = ends.last().copied();
    while let Some(index) = next {
        chosen.push(pairs[index]);
        next = previous[index];
    }
    chosen.reverse();
    chosen
}

impl ModuleDiff {
    /// The changes since an earlier version; `None` if the two cannot be compared.
    pub(crate) fn between(before: Arc<Module>, now: &Module) -> Option<Self> {
        // a version that was never evaluated is skipped
        let earlier = Self::take(&before);
        let before = earlier.map_or(before, |earlier| earlier.before);
        let is_plain = |module: &Module| {
            let is_whole = module.duplicates.is_empty() && module.links().order.cycles.is_empty();
            is_whole && !module.is_unknown() && !module.has_queries
        };
        if before.files != now.files || !is_plain(&before) || !is_plain(now) {
            return None;
        }
        let parts = before.parts.iter().zip(&now.parts).map(|(old, new)| (&old.parsed, &new.parsed));
        let edited = now.files.iter().zip(parts).filter(|(_, (old, new))| !Arc::ptr_eq(old, new));
        let edited = edited.map(|(file, (old, new))| FileDiff::between(*file, [(&before, old), (now, new)]));
        let mut changes = Self {
            numbers: Vec::new(),
            same: Vec::new(),
            edited: edited.collect(),
            has_same_names: has_same_names(&before, now),
            has_same_children: false,
            before,
        };
        let (before, others) = (&changes.before, &now.others);
        let are_same = before.others.len() == others.len()
            && before.others.iter().zip(others).all(|(old, new)| changes.is_same_block(old, new));
        if !are_same {
            return None;
        }
        let all = 0..now.declarations.len();
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(now.declarations.len());
        for number in all.clone() {
            // in most cases, its predecessor follows that of the last declaration
            let next = numbers.last().map_or(0, |last: &Option<usize>| last.map_or(number, |last| last + 1));
            numbers.push(changes.number_before(now, number, next));
        }
        let same: Vec<Option<usize>> = all
            .map(|number| numbers[number].filter(|before| changes.is_unchanged(*before, now, number)))
            .collect();
        let is_provider = |one: &&Declaration| one.kind == Kind::Provider;
        let providers = |module: &Module| module.declarations.iter().filter(is_provider).count();
        let mut same_providers = now.declarations.iter().zip(&same).filter(|(one, _)| is_provider(one));
        // A resource need not mention its provider configuration, so any resource may depend on a changed one.
        if providers(before) != providers(now) || !same_providers.all(|(_, same)| same.is_some()) {
            return None;
        }
        (changes.numbers, changes.same) = (numbers, same);
        Some(changes)
    }

    /// Stores the changes with the new module until something in it is evaluated.
    pub(crate) fn keep(self, now: &Module) {
        *locked(kept(now)) = Some(self);
    }

    /// Calls a function with the changes stored with a module.
    pub(crate) fn look<T>(module: &Module, look: impl FnOnce(&Self) -> Option<T>) -> Option<T> {
        locked(kept(module)).as_ref().and_then(look)
    }

    /// Removes and returns the changes stored with a module.
    pub(crate) fn take(module: &Module) -> Option<Self> {
        locked(kept(module)).take()
    }

    /// The previous index of a declaration.
    fn number_before(&self, now: &Module, number: usize, likely: usize) -> Option<usize> {
        let new = &now.declarations[number];
        match self.before.declarations.get(likely).filter(|old| has_same_name(old, new)) {
            Some(_) => Some(likely),
            None => Some(new.find_in(&self.before.names)?.index()),
        }
    }

    /// Returns `true` if a declaration is unchanged, possibly at another place.
    fn is_unchanged(&self, before: usize, now: &Module, number: usize) -> bool {
        let (old, new) = (&self.before.declarations[before], &now.declarations[number]);
        let is_identical = old.is_identical(new) && new.overrides.is_empty();
        // the meaning of an undeclared name depends on all declarations
        let mentions =
            |module: &Module, number: usize| module.links().with_unknown.get(number) != Some(&false);
        let is_known = self.has_same_names || !mentions(now, number) && !mentions(&self.before, before);
        let is_same = || {
            old.inside_check == new.inside_check
                && old.overrides.len() == new.overrides.len()
                && old.overrides.iter().zip(&new.overrides).all(|(old, new)| self.is_same_block(old, new))
                && match (old.expr, new.expr) {
                    (None, None) => self.is_same_block(&old.written, &new.written),
                    (Some(_), Some(_)) => self.is_same_place((old, new), &local),
                    _ => false,
                }
        };
        is_known && (is_identical || is_same())
    }

    /// Returns `true` if a changed declaration differs only in its value as seen by other declarations, which also
    /// depend on its repetition, its provider, and the attributes that it sets.
    pub(crate) fn is_alike_outside(&self, before: usize, now: &Module, number: usize) -> bool {
        let (old, new) = (&self.before.declarations[before], &now.declarations[number]);
        let is_torn = |source| self.edited.iter().any(|one| one.source == source && one.is_torn);
        let is_plain = |one: &Declaration| {
            one.overrides.is_empty()
                && one.written.view().native_id().is_some()
                && !is_torn(one.written.source)
        };
        is_plain(old)
            && is_plain(new)
            && old.inside_check == new.inside_check
            && old.repetition() == new.repetition()
            && match new.kind {
                Kind::Module => true,
                Kind::Resource | Kind::Data | Kind::Ephemeral => {
                    self.has_same_outline(&old.written, &new.written)
                }
                _ => false,
            }
    }

    /// Returns `true` if two blocks set the same attributes, and the same provider.
    fn has_same_outline(&self, old: &BlockSource, new: &BlockSource) -> bool {
        let (before, now) = (attributes(old), attributes(new));
        let is_alike = |(one, other): (&AttributeView<'_>, &AttributeView<'_>)| {
            one.name == other.name
                && (one.name != "provider" || self.moved(old.span(one.range)) == Some(new.span(other.range)))
        };
        before.len() == now.len() && before.iter().zip(&now).all(is_alike)
    }

    /// Returns `true` if the module has the same calls as before, comparing those that changed.
    pub(crate) fn has_same_calls(
        &self,
        now: &Module,
        is_alike: &dyn Fn(&Declaration, &Declaration) -> bool,
    ) -> bool {
        let calls = now.declarations.iter().enumerate().filter(|(_, one)| one.kind == Kind::Module);
        let before = self.before.of_kind(Kind::Module);
        before.count() == calls.clone().count()
            && calls.into_iter().all(|(number, call)| {
                self.same[number].is_some()
                    || self.numbers[number]
                        .is_some_and(|before| is_alike(&self.before.declarations[before], call))
            })
    }

    fn is_same_place<'d, T>(
        &self,
        (old, new): (&'d T, &'d T),
        place: &dyn Fn(&'d T) -> Option<(Span, bool)>,
    ) -> bool {
        let (Some((old, _)), Some((new, is_native))) = (place(old), place(new)) else { return false };
        let edited = self.edited.iter().find(|edited| edited.source == old.source);
        match edited {
            // in JSON, the meaning depends on the context
            Some(edited) if edited.is_torn || !is_native => false,
            _ => self.moved(old) == Some(new),
        }
    }

    fn is_same_block(&self, old: &BlockSource, new: &BlockSource) -> bool {
        self.is_same_place((old, new), &|written: &BlockSource| {
            let view = written.view();
            let place = written.span(written.header.cover(view.range()));
            Some((place, view.native_id().is_some()))
        })
    }

    /// Returns `true` if a file has changed.
    pub(crate) fn is_edited(&self, source: SourceId) -> bool {
        self.edited.iter().any(|edited| edited.source == source)
    }

    /// The new place of a span inside or outside of the module; `None` if its contents have changed.
    pub(crate) fn moved(&self, place: Span) -> Option<Span> {
        match self.edited.iter().find(|edited| edited.source == place.source) {
            Some(edited) => Some(edited.moved(place.range)?.in_source(place.source)),
            None => Some(place),
        }
    }
}

fn kept(module: &Module) -> &Mutex<Option<ModuleDiff>> {
    module.memory.changes.get()
}

/// Returns `true` if two versions of a module declare, or may declare, the same names.
fn has_same_names(before: &Module, now: &Module) -> bool {
    let mut declarations = before.declarations.iter().zip(&now.declarations);
    before.holes.are_like(&now.holes)
        && before.declarations.len() == now.declarations.len()
        && declarations.all(|(before, now)| has_same_name(before, now))
}

fn has_same_name(before: &Declaration, now: &Declaration) -> bool {
    before.is_identical(now) || before.key == now.key
}

/// The attributes of a block, by name.
fn attributes(written: &BlockSource) -> Vec<AttributeView<'_>> {
    let mut all = written.view().just_attributes().0;
    all.arrange_by(|one, other| one.name.cmp(other.name));
    all
}

/// The place of a local value, unless it is overridden, and `true` if it is in native syntax.
fn local(declaration: &Declaration) -> Option<(Span, bool)> {
    if declaration.name_span.source != declaration.written.source {
        return None;
    }
    let expr = declaration.written.parsed.tree.expr(declaration.expr?).range;
    let place = declaration.name_span.range.cover(expr).in_source(declaration.name_span.source);
    Some((place, declaration.written.view().native_id().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The unchanged parts of a source, with the same bytes in both versions.
    fn parts_of<'s>(old: &'s str, new: &str) -> Vec<&'s str> {
        let part = |part: UnchangedPart| {
            let before = &old[part.before.range()];
            let now = part.now as usize;
            assert_eq!(before, &new[now..now + before.len()]);
            before
        };
        let all = common_parts(old.as_bytes(), new.as_bytes()).into_iter().map(part);
        all.filter(|part| !part.is_empty()).collect()
    }

    #[test]
    fn an_edit_at_two_places_leaves_the_lines_in_between() {
        let (old, new) = ("a = 1\nb = 2\n}\nc = 3\nd = 4\n", "a = 2\nb = 2\n}\nc = 3\nd = 5\n");
        assert_eq!(parts_of(old, new), ["a = ", "b = 2\n}\nc = 3\n", "\n"]);
        assert_eq!(parts_of("x\ny\nz\n", "x\nz\n"), ["x\n", "z\n"]);
        assert_eq!(parts_of("a\nb\nc\n", "c\na\nb\n"), ["a\n", "\n"]);
        assert_eq!(parts_of("", "a\n"), [""; 0]);
        // a line that occurs twice may match either occurrence
        assert_eq!(parts_of("1\n}\n}\n2\n", "3\n}\n4\n"), ["\n"]);
    }
}
