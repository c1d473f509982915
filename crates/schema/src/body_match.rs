//! Matching of a body against a [`Block`], without values: present, unexpected and missing items.

use hclx_core::TypeKind;
use hclx_diag::{Diagnostic, Severity, code_names as codes, nearest, one_edit_apart};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{BlockView, BodyView, Content, Form, MatchedBody, UnexpectedItem};

use crate::{Attribute, Block, Nested, Unknown, wording};

/// The type of blocks that generate others.
const DYNAMIC: &str = "dynamic";

/// Returns `true` if a block is a `dynamic` block in a body that supports them.
pub(crate) fn is_dynamic(written: &BlockView<'_>) -> bool {
    written.block_type == DYNAMIC && written.labels.len() == 1
}

/// A body matched against a [`Block`].
#[derive(Clone, Debug)]
pub struct BodyMatch<'t> {
    /// The items of the schema.
    pub content: Content<'t>,
    /// Unexpected items that are allowed: in open bodies, and where unknown names are ignored.
    pub others: Vec<UnexpectedItem<'t>>,
    /// Unexpected items that are not allowed; already reported.
    pub refused: Vec<UnexpectedItem<'t>>,
    /// Blocks with the wrong number of labels; already reported.
    pub mislabelled: Vec<BlockView<'t>>,
    /// The names of required attributes and blocks that are missing because they are misspelled; already
    /// reported.
    pub misspelt: Vec<String>,
    /// The names that the findings about unexpected items suggest.
    pub suggested: Vec<String>,
    /// Findings about unexpected items, in source order.
    pub findings: Vec<Diagnostic>,
}

/// Matches a body against its schema. Missing items are left to the caller ([`BodyMatch::missing`]), because
/// several bodies may count as one.
pub fn match_body<'t>(view: &BodyView<'t>, block: &Block) -> BodyMatch<'t> {
    let MatchedBody { content, strangers, mislabelled, findings } = view.sorted(block.prepared());
    let mut laid = BodyMatch {
        content,
        others: Vec::new(),
        refused: Vec::new(),
        mislabelled,
        misspelt: Vec::new(),
        suggested: Vec::new(),
        findings,
    };
    if block.unknown == Unknown::Free {
        laid.others.reserve_exact(strangers.len());
    }
    for stranger in strangers {
        laid.stranger(stranger, block);
    }
    laid.both_forms(view, block);
    Diagnostic::sort_by_place(&mut laid.findings);
    laid
}

impl<'t> BodyMatch<'t> {
    /// Returns `true` if the attribute is present.
    fn has(&self, block: &Block, name: &str) -> bool {
        block.prepared().slot(name).is_some_and(|slot| self.content.in_slot(slot).is_some())
    }

    fn stranger(&mut self, stranger: UnexpectedItem<'t>, block: &Block) {
        let taken = match stranger.form {
            Form::Attribute(_) => block.any_attribute.is_some(),
            Form::Block(..) => block.any_block.is_some(),
            Form::Property(_) => block.any_attribute.is_some() || block.any_block.is_some(),
        };
        let schema = block.prepared();
        let swapped = match stranger.form {
            // if any attribute is allowed, so is one named `dynamic`
            Form::Attribute(_) => {
                let named = block.find_block(stranger.name()).is_some();
                named || !taken && schema.block_position(stranger.name()).is_some()
            }
            Form::Block(..) => schema.slot(stranger.name()).is_some(),
            Form::Property(_) => false,
        };
        let meant_with_labels = meant_with_labels(&stranger, block);
        if !swapped && meant_with_labels.is_none() && (taken || block.unknown == Unknown::Free) {
            match self.misspelt_required(&stranger, block) {
                Some(finding) => self.findings.push(finding),
                None => return self.others.push(stranger),
            }
            return self.refused.push(stranger);
        }
        if let Some(read_only) = block.find_attribute(stranger.name()).filter(|one| !one.is_settable()) {
            let place = stranger.name_range().in_source(stranger.view.source());
            self.findings.push(wording::read_only(place, read_only));
            return self.refused.push(stranger);
        }
        let unset = block.attributes().iter().filter(|one| one.is_settable() && one.removed.is_none());
        // A required attribute explains a similar name even if its value does not fit.
        let unset = unset.filter(|one| one.required || may_be_meant(&stranger, one)).map(|one| &*one.name);
        let unset = unset.filter(|name| !self.has(block, name));
        let (mut finding, meant) = stranger.refused(schema, unset);
        self.suggested.extend(meant.map(str::to_owned));
        if let Form::Block(written, _) = &stranger.form
            && is_dynamic(written)
            && !finding.advises()
        {
            finding = useless_dynamic(finding, written, block);
        }
        if meant_with_labels == Some(DYNAMIC) && meant.is_none() {
            finding = finding.meant(DYNAMIC);
        }
        if let Some(name) = meant
            && is_required(block, name)
            && !self.misspelt.iter().any(|known| known == name)
        {
            self.misspelt.push(name.to_owned());
            finding = finding.label(format!("missing required `{name}`"));
            if block.find_attribute(name).is_some_and(|wanted| !may_be_meant(&stranger, wanted)) {
                // correcting the name alone is not enough
                finding = finding.without_advice();
            }
        }
        // without the required item, the application fails
        let is_late =
            |name: &str| block.find_attribute(name).is_some_and(|wanted| wanted.required_later.is_some());
        let is_error = meant.is_some_and(|name| is_required(block, name) && !is_late(name));
        match &block.unknown {
            Unknown::Warn(words) if !is_error => {
                finding.severity = Severity::Warning;
                finding.code = codes::IGNORED_NAME;
                finding.message = format!("{}; {words}", finding.message);
                self.others.push(stranger);
            }
            unknown => {
                // the name `dynamic` is known everywhere
                let is_dynamic = matches!(&stranger.form, Form::Block(written, _) if is_dynamic(written));
                if !is_error && !is_dynamic {
                    finding = unknown.weigh(finding);
                }
                self.refused.push(stranger);
            }
        }
        self.findings.push(finding);
    }

    /// The error about an unexpected attribute whose name is one edit away from a required attribute that is
    /// missing.
    fn misspelt_required(&mut self, stranger: &UnexpectedItem<'t>, block: &Block) -> Option<Diagnostic> {
        let name = stranger.name();
        let is_free = block.unknown == Unknown::Free && !matches!(stranger.form, Form::Block(..));
        let is_meant = |wanted: &&Attribute| {
            wanted.required
                && one_edit_apart(name, &wanted.name)
                && may_be_meant(stranger, wanted)
                && !self.has(block, &wanted.name)
        };
        let wanted = block.attributes().iter().filter(|_| is_free).find(is_meant)?;
        if self.misspelt.iter().any(|known| **known == *wanted.name) {
            return None;
        }
        let (finding, _) = stranger.refused(block.prepared(), std::iter::once(&*wanted.name));
        self.misspelt.push(wanted.name.to_string());
        Some(finding.label(format!("missing required `{}`", wanted.name)))
    }

    /// Reports names that are used both as an attribute and as a block.
    fn both_forms(&mut self, view: &BodyView<'t>, block: &Block) {
        for nested in block.blocks().iter().filter(|nested| nested.also_attribute) {
            let name = &*nested.block_type;
            let attribute = block.prepared().slot(name).and_then(|slot| self.content.in_slot(slot));
            let position = block.prepared().block_position(name);
            let written = self.content.blocks.iter().find(|written| Some(written.position) == position);
            if let (Some(attribute), Some(written)) = (attribute, written) {
                let place = |range: hclx_diag::TextRange| range.in_source(view.source());
                let (one, other) = (place(attribute.name_range), place(written.type_range));
                // The finding is reported at the later of the two, like that about any duplicate.
                self.findings.push(wording::both_forms(one.max(other), name, one.min(other)));
            }
        }
    }

    /// Explains a missing attribute by a duplicate one, which the parser has reported and which was probably
    /// meant as the missing attribute.
    pub(crate) fn explain_missing(&mut self, view: &BodyView<'t>, block: &Block) {
        let mut missing = self.missing(view, block).map(|attribute| attribute.name.to_string());
        // With several missing attributes, it is not known which one was meant.
        if let (Some(name), None) = (missing.next(), missing.next())
            && view.repeats_attribute()
        {
            drop(missing);
            self.misspelt.push(name);
        }
    }

    /// Returns `true` if the absence of an attribute or block was already explained: it is misspelled, or
    /// written in the other form.
    pub fn is_explained(&self, view: &BodyView<'t>, name: &str) -> bool {
        self.misspelt.iter().any(|known| known == name) || view.mentions(name)
    }

    /// The missing required attributes whose absence was not explained.
    pub fn missing<'b>(
        &'b self,
        view: &'b BodyView<'t>,
        block: &'b Block,
    ) -> impl Iterator<Item = &'b Attribute> {
        let wanted = block.attributes().iter().filter(|wanted| wanted.required);
        wanted.filter(|attribute| {
            !self.has(block, &attribute.name) && !self.is_explained(view, &attribute.name)
        })
    }
}

/// Adds the purpose of `dynamic` to the finding about a `dynamic` block that cannot generate anything in this
/// body.
fn useless_dynamic(finding: Diagnostic, written: &BlockView<'_>, block: &Block) -> Diagnostic {
    match written.labels.first() {
        Some(label) if block.find_block(label.text).is_some() => {
            wording::not_dynamic(label.range.in_source(written.body.source()), label.text)
        }
        // a body without attributes is a file
        _ if block.attributes().is_empty() => finding
            .help("`dynamic` generates blocks inside of others: repeat the block itself with `for_each`"),
        _ => finding.help("this body has no blocks that it could generate"),
    }
}

impl Unknown {
    /// Adjusts a finding about a refused unknown name.
    fn weigh(&self, finding: Diagnostic) -> Diagnostic {
        match self {
            Self::Merge(words) => {
                let message = format!("{}; {words}", finding.message);
                Diagnostic { severity: Severity::Warning, message, ..finding }
            }
            Self::Newer if !finding.advises() => finding.with_severity(Severity::Warning),
            _ => finding,
        }
    }
}

/// The block type with labels that an unknown type probably misspells. In applications with arbitrary blocks, only
/// the application's own block types have labels, so a label together with a similar name is sufficient evidence.
fn meant_with_labels<'b>(stranger: &UnexpectedItem<'_>, block: &'b Block) -> Option<&'b str> {
    let Form::Block(written, _) = &stranger.form else { return None };
    let count = written.labels.len();
    let name = stranger.name();
    if count == 0 || name == DYNAMIC || block.find_block(name).is_some() {
        return None;
    }
    let with_labels = block.blocks().iter().filter(|nested| nested.labels.len() == count);
    let names = with_labels.map(|nested| &*nested.block_type);
    let makes = |nested: &Nested| nested.dynamic;
    let is_made =
        count == 1 && (block.any_block.as_ref().is_some_and(makes) || block.blocks().iter().any(makes));
    // as a part of a name it is another keyword, such as Terramate's `tm_dynamic`
    let is_made = is_made && name.split('_').all(|word| word != DYNAMIC);
    nearest(name, names.chain(is_made.then_some(DYNAMIC)))
}

/// Returns `true` if the form of an expression suits an attribute: a list is never a string, nor a string a
/// list.
fn may_be_meant(stranger: &UnexpectedItem<'_>, wanted: &Attribute) -> bool {
    let (Form::Attribute(written) | Form::Property(written)) = &stranger.form else { return true };
    let ty = &wanted.ty;
    let is_tuple = matches!(ty.kind(), TypeKind::Tuple(_));
    match stranger.view.tree().expr(written.value).kind {
        ExprKind::Tuple(_) => {
            !ty.is_primitive() && !matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Object(_))
        }
        ExprKind::Object(_) => {
            !ty.is_primitive() && !is_tuple && !matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_))
        }
        ExprKind::String(_) | ExprKind::Number | ExprKind::Bool(_) | ExprKind::Template(_) => {
            !ty.is_collection() && !is_tuple && !matches!(ty.kind(), TypeKind::Object(_))
        }
        _ => true,
    }
}

fn is_required(block: &Block, name: &str) -> bool {
    block.find_attribute(name).is_some_and(|attribute| attribute.required)
        || block.find_block(name).is_some_and(|nested| nested.min > 0)
}
