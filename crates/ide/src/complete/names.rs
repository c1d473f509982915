//! Completion of names in expressions: references, their members and indexes, and functions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use hclx_analysis::{Construct, Offer, ScopeName};
use hclx_core::{Type, TypeKind};
use hclx_diag::{Arrange, TextRange, is_identifier};
use hclx_syntax::cursor::{CursorContext, LoopName, WrittenStep};

use super::bodies::Similar;
use super::frequency::call_key;
use super::rank::{Fit, closeness, likeness};
use super::surroundings::last;
use super::workspace_names::{Elsewhere, block_of};
use super::{Candidate, CandidateKind, CompletionRequest, MOST_CANDIDATES, Rank, types};

/// The maximum number of complete references offered in addition to their first names.
const MOST_WHOLE: usize = 12;

/// The closeness, in thousandths, added by each mention in another attribute of the same name, and the
/// maximum number of mentions that count.
const HABIT: u16 = 150;
const MOST_HABIT: u16 = 4;

/// The closeness at which a name decides although its type is not known, and the closeness of an equal name.
const NAMED: u16 = 1_500;
const SAME_NAME: u16 = 6_000;

/// The closeness of the elements of a generated block.
const ITERATION: u16 = 1_500;

/// The most frequently called functions, most frequent first.
const COMMON: &[&str] = &[
    "length",
    "merge",
    "lookup",
    "jsonencode",
    "format",
    "concat",
    "toset",
    "try",
    "file",
    "element",
    "join",
    "flatten",
    "templatefile",
    "coalesce",
    "tolist",
    "replace",
    "lower",
    "keys",
    "values",
    "split",
    "compact",
    "contains",
    "can",
    "cidrsubnet",
    "distinct",
    "one",
    "tostring",
    "base64encode",
    "regex",
    "substr",
    "tomap",
    "sha256",
];

/// The closeness added by each doubling of the total number of mentions.
const MENTIONS: u16 = 100;

/// The closeness added by a mention directly before or after the place; more distant ones add less.
const NEAR: usize = 900;

impl CompletionRequest<'_> {
    /// Adds the first names of references, and the best complete references.
    pub(super) fn references(&mut self) {
        let names = self.scope();
        self.loops();
        let mut roots: BTreeMap<&str, Candidate> = BTreeMap::new();
        for name in names.iter() {
            let (word, rest) = name.address.split_once('.').unwrap_or((&name.address, ""));
            if !self.is_typed(word) {
                continue;
            }
            if rest.is_empty() {
                let rank = Rank { group: 1, ..self.rank_of(name) };
                roots.insert(word, Candidate { rank, ..named(name, &name.address) });
            } else {
                let root = Candidate::new(word, CandidateKind::Root, "");
                let rank = Rank { group: 3, ..Rank::default() };
                roots.entry(word).or_insert(Candidate { rank, ..root });
            }
        }
        // most names are not close, so candidates are created only for the best
        let mut ranked: Vec<(Rank, &ScopeName)> = names
            .iter()
            .filter(|name| name.address.contains('.'))
            .filter(|name| self.is_typed(&name.address))
            .map(|name| (self.rank_of(name), name))
            .filter(|(rank, _)| rank.fit != Fit::Never && rank.closeness.0 > 0)
            .collect();
        ranked.arrange_by(|(one, a), (other, b)| (one, &a.address).cmp(&(other, &b.address)));
        ranked.truncate(MOST_WHOLE);
        let whole = ranked.into_iter().map(|(rank, name)| {
            let rank = Rank { group: 2, ..rank };
            Candidate { rank, ..named(name, &name.address) }
        });
        self.candidates.extend(roots.into_values().chain(whole));
    }

    /// Adds the names of loops in scope, innermost first.
    fn loops(&mut self) {
        let loops: Vec<LoopName> = self.at.cursor.loops.iter().rev().cloned().collect();
        for (distance, one) in loops.into_iter().enumerate() {
            let mut candidate = Candidate::new(one.name, CandidateKind::Declaration, "loop variable");
            candidate.rank =
                Rank { group: 1, distance: u8::try_from(distance).unwrap_or(u8::MAX), ..Rank::default() };
            self.candidates.push(candidate);
        }
    }

    /// The rank of a declaration.
    fn rank_of(&self, name: &ScopeName) -> Rank {
        let last = last(&name.address);
        let is_of_language = name.place.is_none() && name.noun.is_empty();
        let mut rank = self.rank(if is_of_language { "" } else { last }, name.ty.as_ref());
        let of_type = self.filled().map_or(0, |filled| likeness(&name.address, filled));
        let of_names = rank.closeness.0.max(of_type);
        // a name is more informative than an unknown type
        let is_named = of_names >= NAMED || is_of_language;
        if rank.fit == Fit::Unknown && is_named || rank.fit == Fit::Converts && of_names >= SAME_NAME {
            rank.fit = Fit::Same;
        }
        // the language's own names are not informative about the place
        let kinship = if is_of_language { 0 } else { self.surroundings().kinship(last) };
        let uses = self.familiarity(&name.address) + self.iteration(&name.address);
        rank.closeness.0 = of_names + kinship + uses;
        rank.distance = match name.place {
            Some(place) if place.source == self.at.file => 0,
            Some(_) => 1,
            None => 2,
        };
        rank
    }

    /// The closeness of the iterator of the enclosing block: generated blocks are built from its elements.
    fn iteration(&self, address: &str) -> u16 {
        let innermost = self.at.iterators.iter().rev().take(2);
        let at = innermost.map(|iterator| iterator.address.as_str()).position(|iterator| iterator == address);
        at.map_or(0, |at| ITERATION >> at)
    }

    /// The closeness that the mentions of a unit and those near the place add to an address.
    fn familiarity(&self, address: &str) -> u16 {
        let (habit, mentions) = self.habits().counts(address);
        let near = self.habits().nearness(address, NEAR);
        near + HABIT * habit.min(MOST_HABIT) + MENTIONS * doublings(mentions)
    }

    /// The rank of a member of an address.
    fn rank_of_member(&self, (address, name): (&str, &str), ty: Option<&Type>) -> Rank {
        let mut rank = self.rank(name, ty);
        let kinship = self.surroundings().kinship(name);
        rank.closeness.0 += kinship + self.familiarity(&format!("{address}.{name}"));
        rank
    }

    /// The rank of a name with a type.
    fn rank(&self, name: &str, ty: Option<&Type>) -> Rank {
        let fit = match ty {
            Some(ty) if self.expected.has_parts && ty.is_primitive() => Fit::Never,
            ty => Fit::of(ty, self.expected.ty.as_ref(), &self.rules()),
        };
        let closeness = self.filled().map_or(0, |filled| closeness(name, filled));
        Rank { group: 1, fit, closeness: Reverse(closeness), ..Rank::default() }
    }

    /// Adds the next step of a traversal: declarations whose addresses continue it, or else parts of the
    /// value.
    pub(super) fn members(&mut self) {
        let steps = &self.at.cursor.steps;
        let names = self.scope();
        let rows = self.unit.language.row().symbols;
        // the type of a block may precede the address of its declaration
        let is_prefix = |step: &&WrittenStep| {
            let is_of = |name: &str| {
                rows.iter().any(|row| row.block == name && row.root.is_empty() && row.labels > 1)
            };
            matches!(step, WrittenStep::Root(name) if is_of(name)) && steps.len() > 1
        };
        let words: Option<Vec<&str>> = steps
            .iter()
            .filter(|step| !is_index(step) && !is_prefix(step))
            .map(|step| match step {
                WrittenStep::Root(name) | WrittenStep::Name(name) => Some(&**name),
                _ => None,
            })
            .collect();
        if let Some(words) = &words {
            let prefix = words.join(".") + ".";
            let is_whole = !steps.iter().any(is_index)
                || names.iter().any(|name| name.address == prefix[..prefix.len() - 1]);
            if is_whole && self.declarations(&names, &prefix) {
                return;
            }
        }
        let ty = self.type_of((steps, self.at.cursor.traversal), &names);
        let address = words.map(|words| words.join(".")).unwrap_or_default();
        if !ty.is_some_and(|ty| self.parts(&ty, &address)) {
            self.likely_members(&names, &address);
        }
    }

    /// Adds likely members of a value whose members are unknown: members read elsewhere, including from values
    /// of the same type, members set by its blocks, and the name of the attribute being set if other
    /// attributes are set to members with their own name.
    fn likely_members(&mut self, names: &[ScopeName], address: &str) {
        let known = Elsewhere::of(self.place.snapshot);
        let object = object(names, address);
        // the word that is being typed does not count
        let word = self.at.text(self.at.cursor.word);
        let is_elsewhere = |(name, count): &(&str, u16)| *count > 1 || *name != word;
        let read = known.after(address).into_iter().filter(is_elsewhere);
        let read = read.map(|(name, _)| (name, "read elsewhere"));
        let of_loops = known.of_loops(address).into_iter().filter(is_elsewhere);
        let of_loops = of_loops.map(|(name, _)| (name, "read elsewhere"));
        let of_type = known.of_type(address).into_iter().filter(is_elsewhere);
        let of_type = of_type.map(|(name, _)| (name, "read elsewhere"));
        let block = object.as_ref().and_then(|object| object.block);
        let set = block.map(|(block_type, label)| known.attributes(block_type, label)).unwrap_or_default();
        let set = set.iter().map(|name| &**name).filter(|name| !META_ARGUMENTS.contains(name));
        let set = set.map(|name| (name, "set elsewhere"));
        let filled = self.filled().filter(|_| self.habits().passes_on(address));
        let filled = filled.map(|name| (name, "name of the attribute"));
        let candidate = |(name, noun)| Candidate {
            rank: self.rank_of_member((address, name), None),
            ..Candidate::new(name, CandidateKind::Member, noun)
        };
        // providers give each object an identifier
        let id = block.iter().map(|_| ("id", "attribute"));
        let all = read.chain(of_loops).chain(filled).chain(of_type).chain(set).chain(id);
        let mut found: Vec<Candidate> = all.filter(|(name, _)| self.is_typed(name)).map(candidate).collect();
        let taken: HashSet<String> = found.iter().map(|known| known.name.clone()).collect();
        let others = self.words_elsewhere(|name| !taken.contains(name));
        found.extend(others.into_iter().map(|(name, rank)| Candidate {
            rank,
            ..Candidate::new(name, CandidateKind::Member, "written elsewhere")
        }));
        self.candidates.extend(found);
    }

    /// Adds the declarations whose addresses start with a prefix.
    fn declarations(&mut self, names: &[ScopeName], prefix: &str) -> bool {
        let used = self.used(prefix);
        let next = |name: &'_ ScopeName| {
            let rest = name.address.strip_prefix(prefix)?;
            Some(rest.split_once('.').map_or((rest.len(), false), |(word, _)| (word.len(), true)))
        };
        let all: Vec<(&ScopeName, usize, bool)> = names
            .iter()
            .filter_map(|name| next(name).map(|(length, has_more)| (name, length, has_more)))
            .collect();
        let is_found = !all.is_empty();
        let mut found: BTreeMap<&str, (Rank, Option<&ScopeName>)> = BTreeMap::new();
        for (name, length, has_more) in all {
            let word = &name.address[prefix.len()..prefix.len() + length];
            if !self.is_typed(word) {
                continue;
            }
            let mut rank = if has_more { self.rank(word, None) } else { self.rank_of(name) };
            rank.is_used = used.contains(word);
            // A declaration takes precedence over a prefix of other addresses.
            if !has_more || !found.contains_key(word) {
                found.insert(word, (rank, Some(name).filter(|_| !has_more)));
            }
        }
        let mut best: Vec<(Rank, &str, Option<&ScopeName>)> =
            found.into_iter().map(|(word, (rank, name))| (rank, word, name)).collect();
        if best.len() > MOST_CANDIDATES {
            best.arrange_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
            best.truncate(MOST_CANDIDATES);
            self.is_cut.set(true);
        }
        let candidate = |(rank, word, name): (Rank, &str, Option<&ScopeName>)| Candidate {
            rank,
            ..name.map_or_else(|| Candidate::new(word, CandidateKind::Root, ""), |name| named(name, word))
        };
        self.candidates.extend(best.into_iter().map(candidate));
        is_found
    }

    /// The names after a prefix that the innermost block already mentions elsewhere.
    fn used(&self, prefix: &str) -> HashSet<String> {
        let start = self.at.cursor.bodies.get(1).map_or(0, |body| body.start);
        let text = self.at.text(TextRange::new(start, self.at.cursor.word.start));
        let name = |piece: &str| {
            let end =
                piece.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(piece.len());
            piece[..end].to_owned()
        };
        // the last piece is still being typed
        let mut names: Vec<String> = text.split(prefix).skip(1).map(name).collect();
        names.pop();
        names.into_iter().collect()
    }

    /// The attributes of a value of a type at an address; `false` if it has none.
    fn parts(&mut self, ty: &Type, address: &str) -> bool {
        let Some(object) = types::object(ty).filter(|object| !object.attributes().is_empty()) else {
            return false;
        };
        let attributes = object.attributes().iter().filter(|attribute| self.is_typed(&attribute.name));
        let candidate = |attribute: &hclx_core::ObjectAttribute| Candidate {
            ty: Some(attribute.ty.to_string()),
            rank: self.rank_of_member((address, &attribute.name), Some(&attribute.ty)),
            ..Candidate::new(&*attribute.name, CandidateKind::Member, "attribute")
        };
        let found: Vec<Candidate> = attributes.map(candidate).collect();
        self.candidates.extend(found);
        true
    }

    /// The type of the traversal at the cursor, up to its last complete step.
    pub(super) fn type_of(
        &self,
        (steps, place): (&[WrittenStep], TextRange),
        names: &[ScopeName],
    ) -> Option<Type> {
        let (first, rest) = steps.split_first()?;
        if let WrittenStep::Root(root) = first
            && let Some(found) = self.at.cursor.loops.iter().rev().find(|loop_name| loop_name.name == *root)
        {
            let collection = self.collection(found, names)?;
            let ty = if found.is_key { types::key(&collection) } else { types::element(&collection) };
            return types::after(ty?, rest);
        }
        let known = (1..=steps.len()).rev().find_map(|length| {
            let address = address_of(&steps[..length])?;
            let name = names.iter().find(|name| name.address == address)?;
            let ty = match (&name.ty, name.element_of) {
                (Some(ty), _) => ty.clone(),
                (None, Some(of)) => types::element(&self.evaluated(of.range)?)?,
                (None, None) => return None,
            };
            types::after(ty, &steps[length..])
        });
        known.filter(|ty| !ty.is_any()).or_else(|| self.evaluated(place))
    }

    /// The type of a loop's collection, which may be a part of what an outer loop iterates over.
    fn collection(&self, of: &LoopName, names: &[ScopeName]) -> Option<Type> {
        let mut words = self.at.text(of.collection).trim().split('.');
        let root = words.next().filter(|root| {
            let mut outer = self.at.cursor.loops.iter();
            *root != of.name && outer.any(|outer| outer.name == **root && outer.collection != of.collection)
        });
        let rest: Option<Vec<WrittenStep>> =
            words.map(|word| is_identifier(word).then(|| WrittenStep::Name(word.to_owned()))).collect();
        match root.zip(rest) {
            Some((root, rest)) => {
                let steps = [vec![WrittenStep::Root(root.to_owned())], rest].concat();
                self.type_of((&steps, of.collection), names)
            }
            None => self.evaluated(of.collection),
        }
    }

    /// Adds the keys of the indexed value.
    pub(super) fn indexes(&mut self, is_quoted: bool) {
        let Some(CursorContext::Index { of, place }) = self.at.cursor.around.last() else { return };
        let names = self.scope();
        let Some(ty) = self.type_of((of, *place), &names) else { return };
        let quoted = |name: &str| if is_quoted { name.to_owned() } else { format!("\"{name}\"") };
        match ty.kind() {
            TypeKind::Object(object) => {
                for attribute in object.attributes() {
                    let mut candidate = Candidate::new(quoted(&attribute.name), CandidateKind::Value, "key");
                    candidate.ty = Some(attribute.ty.to_string());
                    self.candidates.push(candidate);
                }
            }
            TypeKind::Tuple(elements) if !is_quoted => {
                let numbers = (0..elements.len().min(32)).map(|index| index.to_string());
                self.candidates
                    .extend(numbers.map(|index| Candidate::new(index, CandidateKind::Value, "index")));
            }
            _ => {}
        }
    }

    /// Adds the functions, or those of a namespace.
    pub(super) fn functions(&mut self, namespace: &str) {
        let Some(dialect) = self.place.dialect else { return };
        let prefix = if namespace.is_empty() { String::new() } else { format!("{namespace}::") };
        let is_called = self.at.bytes.get(self.at.cursor.word.end as usize) == Some(&b'(');
        // after references, their order is not worth the time for counting all files
        let known = is_called.then(|| Elsewhere::of(self.place.snapshot));
        let elsewhere = known.as_ref().map(|known| known.functions()).unwrap_or_default();
        for function in dialect.functions().functions() {
            let row = &function.row.described;
            let Some(name) = row.name.strip_prefix(&*prefix).filter(|name| self.is_typed(name)) else {
                continue;
            };
            if self.offers().of(Construct::Function(row.name)) == Offer::Nowhere {
                continue;
            }
            let mut candidate = Candidate::new(name, CandidateKind::Function, row.summary);
            candidate.ty = Some(row.signature.to_owned());
            candidate.snippet = (!is_called).then(|| {
                match function.signature.parameters.is_empty() && function.signature.variadic.is_none() {
                    true => format!("{name}()$0"),
                    false => format!("{name}($0)"),
                }
            });
            let fit = Fit::of(Some(&function.signature.result), self.expected.ty.as_ref(), &self.rules());
            let (habit, mentions) = self.habits().counts(&call_key(row.name));
            let elsewhere = elsewhere.get(row.name).copied().unwrap_or_default();
            let uses =
                HABIT * habit.min(MOST_HABIT) + MENTIONS * (doublings(mentions) + doublings(elsewhere));
            // arguments follow, so only a function fits
            let group = if is_called { 0 } else { 4 };
            let fit = if fit == Fit::Unknown { Fit::Same } else { fit };
            let common = COMMON.iter().position(|name| *name == row.name).unwrap_or(COMMON.len());
            let distance = u8::try_from(common).unwrap_or(u8::MAX);
            candidate.rank = Rank { group, fit, closeness: Reverse(uses), distance, ..Rank::default() };
            candidate.docs = Some(documentation(function).into());
            self.candidates.push(candidate);
        }
        self.functions_of_providers(&prefix);
        if prefix.is_empty() {
            self.functions_of_blocks(is_called);
        }
    }

    /// Adds the functions that blocks of the unit declare.
    fn functions_of_blocks(&mut self, is_called: bool) {
        let block_type = self.unit.language.row().editor.functions;
        let files: Vec<_> =
            self.unit.files.iter().map(|file| Similar::of(self.place.snapshot, *file)).collect();
        for (name, _) in files.iter().flat_map(|file| file.labels(block_type)) {
            if !name.is_empty() && self.is_typed(name) {
                let mut candidate = Candidate::new(name, CandidateKind::Function, block_type);
                candidate.snippet = (!is_called).then(|| format!("{name}($0)"));
                let (habit, mentions) = self.habits().counts(&call_key(name));
                let uses = HABIT * habit.min(MOST_HABIT) + MENTIONS * (1 + doublings(mentions));
                let group = if is_called { 0 } else { 4 };
                candidate.rank = Rank { group, closeness: Reverse(uses), fit: Fit::Same, ..Rank::default() };
                self.candidates.push(candidate);
            }
        }
    }

    /// Adds the functions in a namespace of a provider that are called elsewhere.
    fn functions_of_providers(&mut self, prefix: &str) {
        if !prefix.starts_with("provider::") {
            return;
        }
        let known = Elsewhere::of(self.place.snapshot);
        for (name, count) in known.functions() {
            let Some(name) = name.strip_prefix(prefix).filter(|name| self.is_typed(name)) else { continue };
            let rank = Rank { closeness: Reverse(count), ..Rank::default() };
            let candidate = Candidate::new(name, CandidateKind::Function, "called elsewhere");
            self.candidates.push(Candidate { rank, ..candidate });
        }
    }
}

/// A declaration as a candidate with a name, without a rank.
fn named(name: &ScopeName, shown: &str) -> Candidate {
    let kind = if name.noun.is_empty() { CandidateKind::Root } else { CandidateKind::Declaration };
    let ty = name.ty.as_ref().map(ToString::to_string);
    Candidate { ty, docs: name.docs.clone(), ..Candidate::new(shown, kind, name.noun) }
}

/// Arguments of blocks that are not attributes of their values.
const META_ARGUMENTS: &[&str] = &["count", "depends_on", "for_each", "provider"];

/// An object of a provider.
struct Object<'a> {
    /// The type and the first label of its blocks, for the address of the object itself.
    block: Option<(&'static str, &'a str)>,
}

/// The object that an address starts with.
fn object<'a>(names: &[ScopeName], address: &'a str) -> Option<Object<'a>> {
    let (block_type, rest) = block_of(address);
    let mut words = rest.split('.');
    let (of_type, name) = (words.next()?, words.next()?);
    let whole = &address[..address.len() - rest.len() + of_type.len() + 1 + name.len()];
    let noun = names.iter().find(|scope_name| scope_name.address == whole)?.noun;
    let is_object = matches!(noun, "resource" | "data source" | "ephemeral resource");
    is_object.then(|| Object { block: words.next().is_none().then_some((block_type, of_type)) })
}

/// The documentation of a function: signature, summary, examples.
fn documentation(function: &hclx_eval::functions::Function) -> String {
    let row = &function.row.described;
    let examples: String =
        row.examples.iter().map(|(expression, result)| format!("{expression} = {result}\n")).collect();
    let examples = if examples.is_empty() { examples } else { format!("\n\n```hcl\n{examples}```") };
    format!("```hcl\n{}{}\n```\n{}{examples}", row.name, row.signature, row.summary)
}

/// The base-2 logarithm of a number plus one, rounded down.
fn doublings(number: u16) -> u16 {
    u16::try_from((u32::from(number) + 1).ilog2()).unwrap_or_default()
}

/// The address that the steps spell; `None` if one of them is not a name.
pub(super) fn address_of(steps: &[WrittenStep]) -> Option<String> {
    let names = steps.iter().map(|step| match step {
        WrittenStep::Root(name) | WrittenStep::Name(name) => Some(&**name),
        _ => None,
    });
    Some(names.collect::<Option<Vec<&str>>>()?.join("."))
}

fn is_index(step: &WrittenStep) -> bool {
    matches!(step, WrittenStep::Key(_) | WrittenStep::Number(_) | WrittenStep::Index | WrittenStep::Splat)
}
