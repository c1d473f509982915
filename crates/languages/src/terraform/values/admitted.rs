//! Findings about a body that may be checked with several releases of its provider.
//!
//! A body is checked with the newest allowed release. If that produces findings, the body is also checked with the
//! other allowed releases, and with a schema that accepts everything: findings that they all have in common do not
//! depend on the release.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_core::{Type, Value};
use hclx_diag::{
    Arrange, Batch, Code, Diagnostic, Ordered, OrderedSet, Severity, Span, code_names as codes,
    one_edit_apart, within_edits,
};
use hclx_schema::Block;
use hclx_syntax::body::BodyView;

use super::instance::Instance;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::packages::{self, AdmittedBody, Change, Fit, Package, Reach};
use crate::terraform::providers::provider_schemas;
use crate::terraform::schemas;

/// The maximum number of different schemas that one block is checked with.
const MOST_BODIES: usize = 48;

/// The subject of a body in a provider's schema.
pub(crate) enum Subject {
    /// A type of resources.
    Type(packages::Kind, Arc<str>),
    /// The configuration of the provider.
    Configuration,
}

impl Subject {
    fn bodies(&self, package: &Package) -> Vec<AdmittedBody> {
        match self {
            Self::Type(kind, name) => package.admitted_bodies(*kind, name),
            Self::Configuration => package.admitted_providers(),
        }
    }

    /// The body in a release, with the language's own arguments.
    fn block(&self, snapshot: &Snapshot, package: &Package, body: &AdmittedBody) -> Option<Arc<Block>> {
        body.variant?;
        let package = package.at(body.last);
        match self {
            Self::Type(kind, name) => provider_schemas::type_block(snapshot, &package, (*kind, name)),
            Self::Configuration => provider_schemas::provider_block(snapshot, &package),
        }
    }
}

/// The bodies of a block in the allowed releases, with the language's own arguments. All but the newest are decoded on
/// demand.
pub(crate) struct AdmittedBlocks {
    package: Arc<Package>,
    subject: Subject,
    /// The bodies, newest first.
    bodies: Vec<AdmittedBody>,
    newest: Option<Arc<Block>>,
}

impl AdmittedBlocks {
    /// The bodies of a package.
    pub(crate) fn new(snapshot: &Snapshot, package: &Arc<Package>, subject: Subject) -> Self {
        let mut bodies = subject.bodies(package);
        bodies.truncate(MOST_BODIES);
        let newest = bodies.iter().find(|body| body.variant.is_some());
        let newest = newest.and_then(|body| subject.block(snapshot, package, body));
        Self { package: Arc::clone(package), subject, bodies, newest }
    }

    /// The bodies for a resource, if it has a schema.
    pub(crate) fn of_declaration(run: Run<'_>, module: &Module, declaration: &Declaration) -> Option<Self> {
        let kind = provider_schemas::described(declaration.kind)?;
        let found = provider_schemas::of_declaration(run, module, declaration);
        let (_, package) = (*found).as_ref()?;
        let package = package.as_ref().ok()?.as_ref().filter(|package| package.knows(kind))?;
        let subject = Subject::Type(kind, Arc::clone(&declaration.of_type));
        let blocks = Self::new(run.snapshot, package, subject);
        blocks.newest().is_some().then_some(blocks)
    }

    /// The attributes that the newest body has and an older one lacks.
    pub(crate) fn newer_attributes(&self, snapshot: &Snapshot) -> OrderedSet<Arc<str>> {
        let mut names = OrderedSet::new();
        for older in self.older(snapshot) {
            let attributes = self.newest.iter().flat_map(|newest| newest.attributes());
            let lacks = |name: &str| older.find_attribute(name).is_none() && older.find_block(name).is_none();
            names.extend(attributes.filter(|found| lacks(&found.name)).map(|found| Arc::clone(&found.name)));
        }
        names
    }

    /// The newest body.
    pub(crate) fn newest(&self) -> Option<&Arc<Block>> {
        self.newest.as_ref()
    }

    /// The position of the newest release with the type, if the newest allowed one lacks it.
    pub(crate) fn removed_after(&self) -> Option<usize> {
        let is_settled = matches!(self.reach(), Reach::Between | Reach::Nearest);
        let newest = self.bodies.first().filter(|_| !is_settled)?;
        if newest.variant.is_some() {
            return None;
        }
        self.bodies.iter().find(|body| body.variant.is_some()).map(|body| body.last)
    }

    /// The position of the newest release without the type, if the newest allowed one has it.
    pub(super) fn added_after(&self) -> Option<usize> {
        self.bodies.first()?.variant?;
        self.bodies.iter().find(|body| body.variant.is_none()).map(|body| body.last)
    }

    /// All bodies except the newest.
    pub(super) fn others(&self, snapshot: &Snapshot) -> impl Iterator<Item = (&AdmittedBody, Arc<Block>)> {
        let existing = self.bodies.iter().filter(|body| body.variant.is_some());
        existing.skip(1).filter_map(|body| Some((body, self.subject.block(snapshot, &self.package, body)?)))
    }

    pub(super) fn reach(&self) -> Reach {
        self.package.admission().reach
    }

    /// Returns `true` if only releases newer than all known ones may be selected, which may have additional names.
    fn is_outdated(&self) -> bool {
        self.package.admission().fit == Fit::Older
    }

    /// Returns `true` if releases before the oldest known one may be selected. They may still have names that later
    /// ones renamed or reshaped.
    fn has_older(&self) -> bool {
        self.package.admission().has_older
    }

    /// Returns `true` if an unknown name is a typo, whatever names the selectable releases have.
    fn is_slip(&self, finding: &Diagnostic, view: &BodyView<'_>) -> bool {
        if self.has_older() { is_misprint(finding, view) } else { is_near(finding, view) }
    }

    /// Returns `true` if no body comes from a release that was derived from language bindings.
    pub(crate) fn are_stated(&self) -> bool {
        self.bodies.iter().all(|body| !body.is_derived)
    }

    /// Returns `true` if all bodies come from releases that were derived from language bindings.
    pub(crate) fn are_derived(&self) -> bool {
        self.bodies.iter().all(|body| body.is_derived)
    }

    fn version(&self, release: usize) -> &str {
        self.package.pack().releases()[release].version.as_deref().unwrap_or_default()
    }

    /// The newest known release.
    fn last(&self) -> &str {
        self.version(self.package.pack().releases().len() - 1)
    }

    /// The known releases that lack a name, for a label.
    fn without_it(&self) -> String {
        let (first, last) = (self.version(0), self.last());
        match self.has_older() {
            true if first == last => format!("release {last} does not have it"),
            true => format!("no release from {first} to {last} has it"),
            false => format!("no release up to {last} has it"),
        }
    }

    /// The known releases that lack a name, unless only other releases may be selected.
    pub(crate) fn releases_without_name(&self) -> Option<String> {
        (self.reach() != Reach::Nearest && !self.is_outdated()).then(|| self.without_it())
    }

    /// Returns `true` if the type of references to the body is known.
    ///
    /// If unknown releases are allowed, a reference may read something that only they have.
    pub(crate) fn are_typed(&self) -> bool {
        match self.reach() {
            Reach::Given => true,
            Reach::Closed | Reach::Between => !self.are_derived(),
            Reach::Open | Reach::Nearest => false,
        }
    }

    /// The bodies that distinguish write-only and sensitive arguments from others. Derived releases do not, and neither
    /// do releases near the allowed ones.
    pub(crate) fn stated(&self, snapshot: &Snapshot) -> Vec<Arc<Block>> {
        if matches!(self.reach(), Reach::Between | Reach::Nearest) {
            return Vec::new();
        }
        let is_given = self.reach() == Reach::Given;
        let is_stated = |body: &&AdmittedBody| body.variant.is_some() && (is_given || !body.is_derived);
        let first = self.bodies.iter().find(|body| body.variant.is_some()).filter(is_stated);
        let others = self.others(snapshot).filter(|(body, _)| is_stated(body)).map(|(_, block)| block);
        first.and(self.newest.clone()).into_iter().chain(others).collect()
    }

    /// All bodies except the newest, for the types of references.
    pub(crate) fn older(&self, snapshot: &Snapshot) -> impl Iterator<Item = Arc<Block>> {
        self.others(snapshot).map(|(_, block)| block)
    }

    /// The address of the provider in its shortest unambiguous form.
    pub(super) fn short_address(&self) -> String {
        self.package.address().short()
    }

    /// The change of the provider between a release and the next known one.
    pub(super) fn change_after(&self, release: usize) -> Change<'_> {
        self.package.change_after(release)
    }

    /// Adjusts the findings of the newest body, and adds those of older ones if they are requested. `judge` checks the
    /// block with another body; `open` is a body that accepts everything.
    pub(crate) fn weighed(
        &self,
        instance: &mut Instance<'_>,
        (written, open): (&BlockSource, &Arc<Block>),
        batch: Batch,
        judge: &mut dyn FnMut(&mut Instance<'_>, &Arc<Block>) -> Batch,
    ) -> Batch {
        let older = self.below_minimum(instance, open, &batch, judge);
        self.of_newest(instance, (written, open), batch, judge).and(older)
    }

    /// Adjusts the findings of the newest body according to the other ones.
    fn of_newest(
        &self,
        instance: &mut Instance<'_>,
        (written, open): (&BlockSource, &Arc<Block>),
        batch: Batch,
        judge: &mut dyn FnMut(&mut Instance<'_>, &Arc<Block>) -> Batch,
    ) -> Batch {
        if self.reach() == Reach::Given || batch.is_empty() {
            return batch;
        }
        if let Some(accepting) = self.accepting_bodies(instance.run.snapshot, (written, open), &batch) {
            let mut accepting = accepting.into_iter();
            return batch
                .map(|finding| self.weighed_by(finding, accepting.next().flatten().as_ref(), written));
        }
        let approximations = instance.approximations.len();
        let without_schema = judge(instance, open);
        let is_of_schema = |finding: &Diagnostic| !has(without_schema.iter(), finding);
        if !batch.iter().any(is_of_schema) {
            instance.approximations.truncate(approximations);
            return batch;
        }
        let snapshot = instance.run.snapshot;
        let others: Vec<(AdmittedBody, Batch)> =
            self.others(snapshot).map(|(body, block)| (*body, judge(instance, &block))).collect();
        instance.approximations.truncate(approximations);
        batch.map(|finding| {
            if !is_of_schema(&finding) {
                return Some(finding);
            }
            let accepting = others.iter().find(|(_, batch)| !has(batch.iter(), &finding));
            self.weighed_by(finding, accepting.map(|(body, _)| body), written)
        })
    }

    /// Adjusts a finding of the newest body according to the newest other body that does not have it.
    fn weighed_by(
        &self,
        finding: Diagnostic,
        accepting: Option<&AdmittedBody>,
        written: &BlockSource,
    ) -> Option<Diagnostic> {
        match accepting {
            None => self.in_all(finding, &written.view(), self.newest()?),
            Some(body) => self.in_newest(finding, body),
        }
    }

    /// For each finding, the newest other body without it; `None` if schemas alone are insufficient, because a finding
    /// is not about an unexpected item.
    fn accepting_bodies(
        &self,
        snapshot: &Snapshot,
        (written, open): (&BlockSource, &Arc<Block>),
        batch: &Batch,
    ) -> Option<Vec<Option<AdmittedBody>>> {
        let view = written.view();
        let newest = self.newest()?;
        let is_unexpected = |finding: &Diagnostic| {
            let is_own = finding.span.is_none_or(|span| is_within(&view, open, span));
            !is_own && lacks(finding, &view, newest) == Some(true)
        };
        if !batch.iter().all(is_unexpected) {
            return None;
        }
        let accepts = |finding: &Diagnostic| {
            for (body, block) in self.others(snapshot) {
                if !lacks(finding, &view, &block)? {
                    return Some(Some(*body));
                }
            }
            Some(None)
        };
        batch.iter().map(accepts).collect()
    }

    /// The finding about a type that is missing from all allowed releases.
    pub(crate) fn missing_type(&self, finding: Diagnostic, written: &BlockSource) -> Option<Diagnostic> {
        let view = written.view();
        let is_slip = self.is_slip(&finding, &view) && !self.is_of_words(&finding, &view);
        // a type that other releases may have is unlikely to be a typo for one that is not close, or that differs in a
        // known word
        let is_meant = self.reach() == Reach::Given
            || finding.asks_for().is_none()
            || is_near(&finding, &view) && !self.is_of_words(&finding, &view);
        let finding = if is_meant { finding } else { finding.without_advice() };
        match self.reach() {
            Reach::Given => Some(finding),
            Reach::Nearest => is_slip.then(|| finding.with_severity(Severity::Warning)),
            _ if self.is_outdated() && !is_slip => None,
            Reach::Open if !is_slip => {
                Some(finding.with_severity(Severity::Warning).label(self.without_it()))
            }
            _ if self.has_older() && !is_slip => {
                Some(finding.with_severity(Severity::Warning).label(self.without_it()))
            }
            _ if self.are_derived() => Some(finding.with_severity(Severity::Warning)),
            _ => Some(finding),
        }
    }

    /// Returns `true` if the part in which a type differs from the suggested one also occurs in other types, so that it
    /// is unlikely to be misspelled.
    fn is_of_words(&self, finding: &Diagnostic, view: &BodyView<'_>) -> bool {
        let Subject::Type(kind, _) = &self.subject else { return false };
        let is_known =
            |word: &str| self.package.names(*kind).any(|name| name.split('_').any(|part| part == word));
        let are_known = |written: &str, meant: &str| {
            let is_same = |word: &str, other: &str| word == other || word.strip_suffix('s') == Some(other);
            let differs = |word: &&str| !meant.split('_').any(|other| is_same(word, other));
            let mut differing = written.split('_').filter(differs).peekable();
            differing.peek().is_some() && differing.all(is_known)
        };
        is_suggested(finding, view, are_known)
    }

    /// A finding that all allowed releases have.
    fn in_all(&self, finding: Diagnostic, view: &BodyView<'_>, block: &Arc<Block>) -> Option<Diagnostic> {
        if finding.code.is_unexpected_item() && is_reserved(&finding, view) {
            return Some(finding);
        }
        let is_slip = finding.code.is_unexpected_item() && self.is_slip(&finding, view);
        if self.reach() == Reach::Nearest {
            return is_slip.then(|| finding.with_severity(Severity::Warning));
        }
        if !finding.is_error() {
            return Some(finding);
        }
        if self.is_outdated() && !is_slip && !is_shape(&finding, view, block) {
            return None;
        }
        if self.are_derived() {
            let finding = finding.with_severity(Severity::Warning);
            let is_later = self.reach() == Reach::Open && finding.code.is_unexpected_item() && !is_slip;
            let is_free = is_later && finding.label.is_none();
            return Some(if is_free { finding.label(self.without_it()) } else { finding });
        }
        let is_shape = is_shape(&finding, view, block);
        if is_slip || !self.has_older() && (self.reach() != Reach::Open || is_shape) {
            return Some(finding);
        }
        let is_name = finding.code.is_unexpected_item();
        if is_name && (is_shape || is_near(&finding, view)) {
            return Some(self.of_older(finding));
        }
        let known = match is_name {
            true => self.without_it(),
            false if self.has_older() => {
                format!("in all releases from {} to {}", self.version(0), self.last())
            }
            false => format!("in all releases up to {}", self.last()),
        };
        let finding = finding.with_severity(Severity::Warning);
        Some(if finding.label.is_none() { finding.label(known) } else { finding.help(known) })
    }

    /// A finding about a name that later releases may have renamed or reshaped.
    fn of_older(&self, finding: Diagnostic) -> Diagnostic {
        let mut finding = finding.with_severity(Severity::Warning).label(self.without_it());
        finding.code = codes::NEWER_RELEASE;
        let help = format!(
            "if it is an argument of older releases, pin {} with `version = \"< {}\"`",
            self.short_address(),
            self.version(0)
        );
        finding.help(help)
    }

    /// A finding of the newest release that an older allowed one does not have.
    fn in_newest(&self, finding: Diagnostic, older: &AdmittedBody) -> Option<Diagnostic> {
        // nothing is known about a release between two that differ
        if self.reach() == Reach::Between || !finding.is_error() {
            return None;
        }
        Some(self.refused(finding, older.last))
    }

    /// A finding of the newest release about something that is accepted up to another release.
    pub(crate) fn refused(&self, finding: Diagnostic, accepted: usize) -> Diagnostic {
        let Change { before, first } = self.change_after(accepted);
        let since = first.map_or_else(|| format!("after {before}"), |first| format!("since {first}"));
        let newest = self.package.version().unwrap_or_default();
        let short = self.short_address();
        let label = format!("{since}; init without a lock file picks {newest} or newer");
        let mut finding = finding.with_severity(Severity::Warning).label(label);
        finding.code = codes::NEWER_RELEASE;
        finding.help(format!("adapt it, or pin {short} with `version = \"<= {before}\"`"))
    }
}

/// Returns `true` for a finding about a name that Terraform itself defines for every resource, so that no release of a
/// provider defines it.
fn is_reserved(finding: &Diagnostic, view: &BodyView<'_>) -> bool {
    let meta = schemas::resource();
    let is_of_language = |name| meta.find_attribute(name).is_some() || meta.find_block(name).is_some();
    word_at(finding, view).is_some_and(is_of_language)
}

/// Returns `true` if one of the findings has the same code and place. At the header of a body, which all findings about
/// missing parts point to, the part must be the same as well.
pub(super) fn has<'d>(mut batch: impl Iterator<Item = &'d Diagnostic>, finding: &Diagnostic) -> bool {
    let is_missing = |code: Code| code == codes::MISSING_ATTRIBUTE || code == codes::BLOCK_COUNT;
    batch.any(|one| {
        one.code == finding.code
            && one.span == finding.span
            && (!is_missing(one.code) || one.message == finding.message)
    })
}

/// Returns `true` if a suggested name is within two edits of the one in the source, or within one edit if it is short.
fn is_near(finding: &Diagnostic, view: &BodyView<'_>) -> bool {
    let is_near = |written: &str, meant: &str| {
        let most = if written.chars().count() < 6 { 1 } else { 2 };
        within_edits(written, meant, most)
    };
    is_suggested(finding, view, is_near)
}

/// Returns `true` if a suggested name and the one in the source differ by a typo in one word.
fn is_misprint(finding: &Diagnostic, view: &BodyView<'_>) -> bool {
    let is_misprint = |written: &str, meant: &str| {
        let (words, others): (Vec<&str>, Vec<&str>) =
            (written.split('_').collect(), meant.split('_').collect());
        let mut differing = words.iter().zip(&others).filter(|(word, other)| word != other);
        let is_one =
            |pair: Option<(&&str, &&str)>| pair.is_some_and(|(word, other)| is_misprint_of(word, other));
        words.len() == others.len() && is_one(differing.next()) && differing.next().is_none()
    };
    is_suggested(finding, view, is_misprint)
}

/// Returns `true` if a word is unlikely to be meant as written: one letter other than the first is missing, doubled,
/// wrong or misplaced, and the words are neither singular and plural, nor do they contain different numbers.
fn is_misprint_of(written: &str, meant: &str) -> bool {
    let letters = |word: &str| {
        let mut letters = word.as_bytes().to_vec();
        letters.arrange();
        letters
    };
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let is_plural = |word: &str, other: &str| word.strip_suffix('s') == Some(other);
    let fewest = match written.len() == meant.len() {
        true if letters(written) == letters(meant) => 4,
        true => 5,
        false => 3,
    };
    one_edit_apart(written, meant)
        && written.len().min(meant.len()) >= fewest
        && written.bytes().next() == meant.bytes().next()
        && digits(written) == digits(meant)
        && !is_plural(written, meant)
        && !is_plural(meant, written)
}

/// Returns `true` if a relation holds between the name in the source and a suggested one.
fn is_suggested(finding: &Diagnostic, view: &BodyView<'_>, relation: impl Fn(&str, &str) -> bool) -> bool {
    let Some((span, written)) = finding.span.zip(word_at(finding, view)) else { return false };
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).filter(|edit| edit.span == span);
    let mut meant = edits.map(|edit| edit.text.trim_matches('"')).chain(finding.asks_for());
    meant.any(|meant| relation(written, meant))
}

/// The name at the place of a finding in the file of a body.
fn word_at<'v>(finding: &Diagnostic, view: &'v BodyView<'_>) -> Option<&'v str> {
    let span = finding.span.filter(|span| span.source == view.source())?;
    let bytes = view.tree().source().get(span.range.start as usize..span.range.end as usize)?;
    Some(std::str::from_utf8(bytes).ok()?.trim_matches('"'))
}

/// Returns `true` if an attribute is written as a block, or vice versa.
fn is_shape(finding: &Diagnostic, view: &BodyView<'_>, block: &Arc<Block>) -> bool {
    let Some((span, name)) = finding.span.zip(word_at(finding, view)) else { return false };
    let Some(inner) = enclosing(view, block, span) else { return false };
    let is_block = finding.code == codes::UNSUPPORTED_BLOCK && inner.find_attribute(name).is_some();
    is_block || finding.code == codes::UNSUPPORTED_ATTRIBUTE && inner.find_block(name).is_some()
}

/// Returns `true` if the body around the place of an unexpected item lacks it according to another schema as well;
/// `None` if that is open, because an attribute may be written as blocks.
fn lacks(finding: &Diagnostic, view: &BodyView<'_>, block: &Arc<Block>) -> Option<bool> {
    let (span, name) = finding.span.zip(word_at(finding, view))?;
    let Some(inner) = enclosing(view, block, span) else { return Some(false) };
    let has_attribute = inner.find_attribute(name).is_some();
    if finding.code == codes::UNSUPPORTED_ATTRIBUTE {
        return Some(!has_attribute);
    }
    let is_block = finding.code == codes::UNSUPPORTED_BLOCK && !has_attribute;
    is_block.then(|| inner.find_block(name).is_none())
}

/// Returns `true` if a place is in a block whose type is in a schema.
fn is_within(view: &BodyView<'_>, block: &Block, span: Span) -> bool {
    let content = view.sorted(block.prepared()).content;
    let around = content.blocks.iter().find(|block| block.body.range().contains(span.range));
    around.is_some_and(|around| block.find_block(around.block_type).is_some())
}

/// The schema of the body around a place; `None` if a block around it has none.
fn enclosing(view: &BodyView<'_>, block: &Arc<Block>, span: Span) -> Option<Arc<Block>> {
    let content = view.sorted(block.prepared()).content;
    let around = content.blocks.iter().find(|one| one.body.range().contains(span.range));
    let Some(around) = around else { return Some(Arc::clone(block)) };
    let nested = match around.block_type {
        "dynamic" => around.labels.first().and_then(|label| block.find_block(label.text)),
        "content" if block.find_block("content").is_none() => None,
        block_type => block.find_block(block_type),
    };
    let inner = nested?.body.fixed();
    if around.block_type != "dynamic" {
        return hclx_diag::grow(|| enclosing(&around.body, &inner, span));
    }
    let free = schemas::free();
    let generated = around.body.sorted(free.prepared()).content.blocks;
    match generated.iter().find(|one| one.body.range().contains(span.range)) {
        Some(content) => hclx_diag::grow(|| enclosing(&content.body, &inner, span)),
        None => Some(inner),
    }
}

/// The value of a body, combined with what references may read in other releases: their attributes, and a value of any
/// type where types differ.
pub(crate) fn widened(value: Value, block: &Block, others: impl Iterator<Item = Arc<Block>>) -> Value {
    let types = |block: &Block| -> Vec<(Arc<str>, Type)> {
        let object = block.ty().as_object();
        let attributes = object.map(|object| object.attributes()).unwrap_or_default();
        attributes.iter().map(|one| (Arc::clone(&one.name), one.ty.clone())).collect()
    };
    let mut known: Ordered<Arc<str>, Type> = types(block).into_iter().collect();
    let mut changed: Ordered<Arc<str>, Value> = Ordered::new();
    for other in others {
        for (name, ty) in types(&other) {
            let value = match known.get(&name) {
                Some(same) if *same == ty => continue,
                Some(_) => Value::dynamic(),
                None => Value::unknown(ty.without_optional()),
            };
            known.or_insert(Arc::clone(&name), ty);
            changed.insert(name, value);
        }
    }
    if changed.is_empty() {
        return value;
    }
    let kept = value.iter_entries().filter(|(name, _)| !changed.contains_key(*name));
    let kept: Vec<_> = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    Value::object(kept.into_iter().chain(changed))
}
