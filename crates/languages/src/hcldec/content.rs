//! A body, or the bodies of several files combined, matched with the schema of a level.

use hclx_diag::{Diagnostic, Ordered, Span, TextRange, code_names as codes};
use hclx_schema::{BodyMatch, Header, match_body};
use hclx_syntax::ast::Tree;
use hclx_syntax::body::{AttributeView, BlockView, BodyView, Content};

use super::finding::{ReferenceFinding, Subject};
use super::spec::Level;
use super::wording;

/// A body, or several that are treated as one.
#[derive(Clone, Debug)]
pub(super) enum Body<'t> {
    One(BodyView<'t>),
    Many(Vec<BodyView<'t>>),
}

/// The contents of one body.
pub(super) struct Part<'t> {
    pub(super) view: BodyView<'t>,
    pub(super) content: Content<'t>,
    /// Names that only seem to be missing because they are misspelled.
    misspelt: Vec<String>,
}

/// An attribute and the body that contains it.
#[derive(Clone, Copy)]
pub(super) struct FoundAttribute<'f, 't> {
    pub(super) view: &'f BodyView<'t>,
    pub(super) attribute: &'f AttributeView<'t>,
}

impl<'t> FoundAttribute<'_, 't> {
    pub(super) fn tree(&self) -> &'t Tree {
        self.view.tree()
    }

    /// The place of the value.
    pub(super) fn value_span(&self) -> Span {
        self.tree().expr(self.attribute.value).range.in_source(self.view.source())
    }
}

/// The bodies that a level reads from.
pub(super) enum LevelBodies<'t> {
    One([Part<'t>; 1]),
    Merged(Vec<Part<'t>>),
}

impl<'t> LevelBodies<'t> {
    /// Matches a body with a level, and reports unexpected and missing items.
    pub(super) fn new(body: &Body<'t>, level: &Level, findings: &mut Vec<ReferenceFinding>) -> Self {
        let filled = Self::of(body, level, |view, laid| {
            let wrong = std::mem::take(&mut laid.findings);
            findings.extend(wrong.into_iter().map(|finding| strange(finding, view, level)));
        });
        filled.twice(findings);
        filled.missing(level, findings);
        filled
    }

    /// Like [`LevelBodies::new`], without reporting.
    pub(super) fn silently(body: &Body<'t>, level: &Level) -> Self {
        Self::of(body, level, |_, _| {})
    }

    fn of(body: &Body<'t>, level: &Level, mut hear: impl FnMut(&BodyView<'t>, &mut BodyMatch<'t>)) -> Self {
        let mut part = |view: &BodyView<'t>| {
            let mut laid = match_body(view, &level.block);
            hear(view, &mut laid);
            Part { content: laid.content, misspelt: laid.misspelt, view: view.clone() }
        };
        match body {
            Body::One(view) => Self::One([part(view)]),
            Body::Many(views) => Self::Merged(views.iter().map(part).collect()),
        }
    }

    fn parts(&self) -> &[Part<'t>] {
        match self {
            Self::One(part) => part,
            Self::Merged(parts) => parts,
        }
    }

    fn is_merged(&self) -> bool {
        matches!(self, Self::Merged(_))
    }

    /// Reports attributes that several files set.
    fn twice(&self, findings: &mut Vec<ReferenceFinding>) {
        if !self.is_merged() {
            return;
        }
        let mut first: Ordered<&str, Span> = Ordered::new();
        for part in self.parts() {
            for attribute in &part.content.attributes {
                let place = attribute.name_range.in_source(part.view.source());
                match first.get(attribute.name) {
                    Some(before) => {
                        findings.push(wording::twice_in_files(place, attribute.name, *before).into());
                    }
                    None => drop(first.insert(attribute.name, place)),
                }
            }
        }
    }

    fn missing(&self, level: &Level, findings: &mut Vec<ReferenceFinding>) {
        let missing = level.block.attributes().iter().filter(|wanted| wanted.required);
        for wanted in missing {
            let slot = level.block.prepared().slot(&wanted.name);
            if slot.is_none_or(|slot| self.attribute(slot).is_none()) {
                let finding = hclx_schema::wording::missing_attribute(&self.header(), wanted);
                // for several files, the reference reports missing attributes without a place
                let subject = if self.is_merged() { Subject::Missing } else { Subject::Same };
                let follows = self.mentions(&wanted.name);
                findings.push(ReferenceFinding { follows, ..ReferenceFinding::placed(finding, subject) });
            }
        }
    }

    /// The place at which to report missing items.
    pub(super) fn header(&self) -> Header {
        Header { place: self.missing_item(), name: None }
    }

    /// Returns `true` if an item of this name exists, or if its absence is already reported because of a misspelled
    /// one.
    pub(super) fn mentions(&self, name: &str) -> bool {
        let explained = |part: &Part<'t>| part.misspelt.iter().any(|known| known == name);
        self.parts().iter().any(|part| part.view.mentions(name) || explained(part))
    }

    /// The attribute in a slot of the schema; if there are several files, from the first one that
    /// has it.
    pub(super) fn attribute(&self, slot: usize) -> Option<FoundAttribute<'_, 't>> {
        self.parts().iter().find_map(|part| {
            let attribute = part.content.in_slot(slot)?;
            Some(FoundAttribute { view: &part.view, attribute })
        })
    }

    /// The blocks of the type at a position in the schema, in order.
    pub(super) fn blocks(&self, position: usize) -> impl Iterator<Item = &BlockView<'t>> {
        let blocks = self.parts().iter().flat_map(|part| &part.content.blocks);
        blocks.filter(move |block| block.position == position)
    }

    /// The place at which to report missing items; with several files, it is in the first one.
    pub(super) fn missing_item(&self) -> Span {
        match self.parts().first() {
            Some(part) => part.content.missing_item.in_source(part.view.source()),
            None => TextRange::at(0).in_source(hclx_diag::SourceId(0)),
        }
    }

    /// The place at which the reference reports missing items.
    pub(super) fn missing_subject(&self) -> Subject {
        if self.is_merged() { Subject::Nowhere("") } else { Subject::At(self.missing_item()) }
    }
}

/// Labels a finding about an unexpected item with the block of the specification that lists the allowed ones.
fn strange(finding: Diagnostic, view: &BodyView<'_>, level: &Level) -> ReferenceFinding {
    let of_schema =
        [codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK, codes::BLOCK_LABELS, codes::JSON_BODY];
    if !of_schema.contains(&finding.code) {
        return finding.into();
    }
    let name = finding.span.and_then(|span| view.name_at(span.range.start));
    let reads = name.and_then(|name| level.reader(name));
    wording::as_specified(finding, reads, level.spec.place).into()
}
