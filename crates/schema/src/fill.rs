//! The walk over a body with its [`Block`]: values, locations, and all findings.

use std::borrow::Cow;
use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::code_names as codes;
use hclx_diag::{
    Arrange, Diagnostic, Findings, Fix, Ordered, Policy, Report, Severity, Span, TextRange, one_edit_apart,
};
use hclx_eval::written;
use hclx_syntax::body::{AttributeView, BlockView, BodyView, Form, LabelView, UnexpectedItem};
use hclx_syntax::statics;

use crate::body_match::is_dynamic;
use crate::conform::{all_wrong, keys};
use crate::dynamic::Dynamic;
use crate::exclusive::Argument;
use crate::reading::{is_evaluated, target};
use crate::values::{BlockValues, secret_parts};
use crate::{
    Attribute, Block, BodyMatch, Evaluate, Evaluated, ExprMode, Expression, Header, Nested, Nesting, Repeats,
    Site, Unknown, conform, exclusive, limits, match_body, plainer, wording,
};

/// The result of filling a body.
#[derive(Clone, Debug)]
pub struct Filled<'t> {
    /// The value of the body: an object with all attributes and blocks of the schema, and with the unknown
    /// ones in the source. Unset attributes are null, computed ones unknown.
    pub value: Value,
    /// The findings, body by body from the outside in.
    pub findings: Findings,
    /// Everything that was evaluated, with locations.
    pub body: FilledBody<'t>,
}

/// A body with its evaluated contents.
#[derive(Clone, Debug)]
pub struct FilledBody<'t> {
    /// The schema.
    pub block: Arc<Block>,
    /// The body.
    pub view: BodyView<'t>,
    /// The value.
    pub value: Value,
    /// The attributes, in source order; unknown or ignored ones come last.
    pub attributes: Vec<FilledAttribute<'t>>,
    /// The blocks, in source order; those with wrong labels and unknown ones come last.
    pub blocks: Vec<FilledBlock<'t>>,
}

/// An attribute with its value.
#[derive(Clone, Debug)]
pub struct FilledAttribute<'t> {
    /// The name, the value and their ranges.
    pub view: AttributeView<'t>,
    /// The schema's entry; `None` for an ignored attribute.
    pub wanted: Option<AttributeFacts>,
    /// The value, converted; unknown after an error.
    pub value: Value,
    /// Set if there are no errors.
    pub good: bool,
}

/// The schema's entry for a filled attribute.
#[derive(Clone, Copy, Debug)]
pub struct AttributeFacts {
    /// The interpretation of the expression.
    pub reading: ExprMode,
    /// Set if the application accepts the value but does not store it.
    pub write_only: bool,
    /// Set if the attribute was removed.
    pub removed: bool,
    /// Set if the application provides a value when the configuration does not.
    pub computed: bool,
}

impl AttributeFacts {
    fn of(attribute: &Attribute) -> Self {
        let Attribute { reading, write_only, computed, .. } = *attribute;
        Self { reading, write_only, removed: attribute.removed.is_some(), computed }
    }
}

/// A block with its content.
#[derive(Clone, Debug)]
pub struct FilledBlock<'t> {
    /// The type, the labels and their ranges; for a `dynamic` block those of its header, with the generated
    /// type.
    pub view: BlockView<'t>,
    /// Set if the schema has this block type.
    pub known: bool,
    /// The origin, for a `dynamic` block.
    pub dynamic: Option<Dynamic<'t>>,
    /// The body; for a `dynamic` block the body of `content`, with the values of the first iteration.
    pub body: FilledBody<'t>,
}

impl<'t> FilledBody<'t> {
    /// The attribute with this name, if it is set.
    pub fn attribute(&self, name: &str) -> Option<&FilledAttribute<'t>> {
        self.attributes.iter().find(|attribute| attribute.view.name == name)
    }

    /// An object of the attributes that are set.
    pub fn written(&self) -> Value {
        Value::object(
            self.attributes.iter().map(|attribute| (attribute.view.name.into(), attribute.value.clone())),
        )
    }

    /// The blocks of a type in the source.
    pub fn blocks(&self, block_type: &str) -> impl Iterator<Item = &FilledBlock<'t>> {
        self.blocks.iter().filter(move |block| block.view.block_type == block_type)
    }
}

/// Fills a body: matches it against its schema, evaluates its expressions with `language`, and builds the
/// value of the body. Nested blocks are filled the same way.
pub fn fill<'t>(
    view: &BodyView<'t>,
    block: &Arc<Block>,
    header: &Header,
    language: &mut dyn Evaluate,
) -> Filled<'t> {
    filled(view, block, header, language, true)
}

/// Like [`fill`], for callers that do not need the value of a body: bodies are unknown, attributes have
/// values.
pub fn fill_parts<'t>(
    view: &BodyView<'t>,
    block: &Arc<Block>,
    header: &Header,
    language: &mut dyn Evaluate,
) -> Filled<'t> {
    filled(view, block, header, language, false)
}

fn filled<'t>(
    view: &BodyView<'t>,
    block: &Arc<Block>,
    header: &Header,
    language: &mut dyn Evaluate,
    valued: bool,
) -> Filled<'t> {
    let (iterators, findings) = (Vec::new(), Findings::new());
    let mut filling = BodyFiller { language, iterators, around: 1, runs: true, valued, findings, depth: 0 };
    let body = filling.body(view, block, header);
    Filled { value: body.value.clone(), findings: filling.findings, body }
}

/// A walk in progress.
pub(crate) struct BodyFiller<'l> {
    pub(crate) language: &'l mut dyn Evaluate,
    /// The iterators of the enclosing `dynamic` blocks, outermost first.
    pub(crate) iterators: Vec<(Arc<str>, Value)>,
    /// The number of evaluations of the current block: the iterations of the enclosing `dynamic` blocks,
    /// multiplied.
    pub(crate) around: usize,
    /// Set if the current block is evaluated when the code runs.
    pub(crate) runs: bool,
    /// Set if the values of bodies are built.
    pub(crate) valued: bool,
    pub(crate) findings: Findings,
    /// The nesting depth of the current body; 1 for the outermost.
    pub(crate) depth: usize,
}

/// The contents of a body under construction.
#[derive(Default)]
struct Parts<'t> {
    attributes: Vec<FilledAttribute<'t>>,
    blocks: Vec<FilledBlock<'t>>,
    /// Indexed by the position of the block type.
    gathered: Ordered<usize, BlockValues>,
    /// The locations of the blocks of each type.
    places: Ordered<usize, Vec<Span>>,
}

impl Report for BodyFiller<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

impl BodyFiller<'_> {
    pub(crate) fn body<'t>(
        &mut self,
        view: &BodyView<'t>,
        block: &Arc<Block>,
        header: &Header,
    ) -> FilledBody<'t> {
        self.depth += 1;
        let filled = hclx_diag::grow(|| self.level(view, block, header));
        self.depth -= 1;
        filled
    }

    fn level<'t>(&mut self, view: &BodyView<'t>, block: &Arc<Block>, header: &Header) -> FilledBody<'t> {
        let mut laid = match_body(view, block);
        laid.explain_missing(view, block);
        self.findings.extend(std::mem::take(&mut laid.findings));
        // missing items come before those that are present, since they are reported at the header
        let missing = laid.missing(view, block).map(|wanted| wording::missing_attribute(header, wanted));
        self.findings.extend(missing);
        if let Some(instead) = &block.deprecated {
            self.findings.push(wording::deprecated_body(header.place, header.name.as_deref(), instead));
        }
        let mut parts = Parts::default();
        parts
            .attributes
            .reserve_exact(laid.content.attributes.len() + laid.others.len() + laid.refused.len());
        parts.blocks.reserve_exact(laid.content.blocks.len());
        for attribute in &laid.content.attributes {
            let wanted = block.find_attribute(attribute.name);
            parts.attributes.push(self.attribute(view, attribute, wanted, block));
        }
        for written in &laid.content.blocks {
            // `dynamic` comes after the schema's own block types, so its position is not among them.
            match block.blocks().get(written.position) {
                Some(nested) => self.written(&mut parts, nested, written),
                None => self.dynamic(&mut parts, block, written),
            }
        }
        if self.runs && !block.exclusive.is_empty() {
            self.exclusive(&parts, &laid, (block, view, header));
        }
        self.outsiders(&mut parts, block, view, &laid);
        let is_told = |nested: &Nested, found: usize| {
            laid.misspelt.iter().any(|name| **name == *nested.block_type)
                || found == 0 && view.mentions(&nested.block_type)
        };
        self.counts(&parts, block, header, &is_told);
        let value = if self.valued { self.value(&mut parts, block) } else { Value::dynamic() };
        FilledBody {
            block: block.clone(),
            view: view.clone(),
            value,
            attributes: parts.attributes,
            blocks: parts.blocks,
        }
    }

    /// Reports mutually exclusive arguments that are set together, and sets of which no argument is set.
    fn exclusive(
        &mut self,
        parts: &Parts<'_>,
        laid: &BodyMatch<'_>,
        (block, view, header): (&Block, &BodyView<'_>, &Header),
    ) {
        let attributes = parts.attributes.iter().map(|one| Argument {
            name: one.view.name,
            place: one.view.name_range.in_source(view.source()),
            value: Some(&one.value),
            is_dynamic: false,
        });
        let blocks = parts.blocks.iter().map(|one| Argument {
            name: one.view.block_type,
            place: one.view.type_range.in_source(view.source()),
            value: None,
            is_dynamic: one.dynamic.is_some(),
        });
        // the finding about a misspelled argument is enough
        let unknown = Value::dynamic();
        let misspelled = laid.suggested.iter().map(|name| Argument {
            name,
            place: header.place,
            value: Some(&unknown),
            is_dynamic: false,
        });
        let mut arguments: Vec<Argument<'_>> = attributes.chain(blocks).chain(misspelled).collect();
        arguments.arrange_by_key(|one| one.place.range.start);
        self.findings.extend(exclusive::findings(&block.exclusive, &arguments, header));
    }

    // Attributes.

    fn attribute<'t>(
        &mut self,
        view: &BodyView<'t>,
        attribute: &AttributeView<'t>,
        wanted: Option<&Attribute>,
        block: &Block,
    ) -> FilledAttribute<'t> {
        // Findings are collected separately from the others, which shows whether this attribute has an error.
        let (value, batch) = self.trial(|filling| match wanted {
            Some(wanted) => filling.known(view, attribute, wanted, block),
            None => {
                // an unexpected attribute is still evaluated: errors inside it remain when its name is corrected
                let any = Attribute::new(attribute.name, Type::ANY);
                filling.known(view, attribute, &any, block)
            }
        });
        let good = !batch.has_errors();
        self.findings.keep(batch, Policy::AsIs);
        FilledAttribute { view: *attribute, wanted: wanted.map(AttributeFacts::of), value, good }
    }

    fn known(
        &mut self,
        view: &BodyView<'_>,
        attribute: &AttributeView<'_>,
        wanted: &Attribute,
        block: &Block,
    ) -> Value {
        let place = attribute.name_range.in_source(view.source());
        // For an attribute that was deprecated before it was removed, only the removal is reported.
        if let Some(instead) = &wanted.removed {
            self.findings.push(wording::removed(place, attribute.name, instead));
        } else if let Some(instead) = &wanted.deprecated {
            self.findings.push(wording::deprecated(place, attribute.name, instead));
        }
        let value = self.expression(view, attribute, wanted);
        // Setting a required attribute to null is the same as omitting it, which the schema alone cannot see. If no
        // block is generated, this may be the reason.
        if value.is_null() && wanted.required && block.null_is_missing && self.runs {
            let place = view.tree().expr(attribute.value).range.in_source(view.source());
            self.findings.push(wording::null_is_missing(place, wanted));
        }
        // null is the same as not setting it, so a value that may be null is allowed
        if !wanted.is_settable() && value.definitely_not_null() {
            self.findings.push(wording::read_only(place, wanted));
        }
        let value = match &wanted.object {
            Some(object) => secret_parts(value, object),
            None => value,
        };
        if wanted.sensitive { value.with_mark("sensitive") } else { value }
    }

    /// Evaluates the expression of an attribute and converts the value to its type.
    fn expression(
        &mut self,
        view: &BodyView<'_>,
        attribute: &AttributeView<'_>,
        wanted: &Attribute,
    ) -> Value {
        let (tree, source, expr) = (view.tree(), view.source(), attribute.value);
        let site = Site { tree, source, expr, name: attribute.name };
        let expression =
            Expression { site, attribute: Some(wanted), iterators: &self.iterators, runs: self.runs };
        if !is_evaluated(wanted.reading) {
            let Evaluated { value, diagnostics } = self.language.read(&expression, wanted.reading);
            let failed = diagnostics.iter().any(Diagnostic::is_error);
            self.findings.extend(diagnostics);
            if !failed {
                self.findings.extend(limits::checked(&value, wanted, &site));
            }
            return value;
        }
        let ty = target(wanted.reading, &wanted.ty);
        let place = tree.expr(expr).range.in_source(source);
        // most values are literals of the right type, which need neither a scope nor evaluation
        let value = match written(tree, expr, &ty, self.language.rules()) {
            Some(value) => value,
            None => {
                if self.language.is_constant(wanted)
                    && let Some(found) = statics::variables(tree, expr).first()
                {
                    let finding = wording::not_constant(place, attribute.name, &found.root);
                    let finding =
                        if ty == Type::BOOL { finding.help("write `true` or `false`") } else { finding };
                    // a bare word where a string is expected is usually a string without its quotes
                    let word = statics::as_keyword(tree, source, expr).filter(|_| ty == Type::STRING);
                    self.findings.push(match word {
                        Some(word) => finding.fix(Fix::suggested(
                            format!("if this is a string, quote it: `\"{word}\"`"),
                            place,
                            format!("\"{word}\""),
                        )),
                        None => finding,
                    });
                    return Value::unknown(ty.without_optional());
                }
                let Evaluated { value, diagnostics } = self.language.evaluate(&expression);
                let failed = diagnostics.iter().any(Diagnostic::is_error);
                self.findings.extend(diagnostics);
                if failed {
                    return Value::unknown(ty.without_optional());
                }
                let argument = attribute.name_range.in_source(source);
                self.conformed(&value, &ty, (wanted, argument), &site)
            }
        };
        if self.runs {
            self.findings.extend(limits::checked(&value, wanted, &site));
        }
        value
    }

    fn conformed(
        &mut self,
        value: &Value,
        ty: &Type,
        (wanted, argument): (&Attribute, Span),
        site: &Site<'_>,
    ) -> Value {
        let rules = self.language.rules();
        // elements without a common type may have one after the defaults are applied
        let completed = |wrong| match &wanted.defaults {
            Some(defaults) => conform(&defaults.apply(value, rules), ty, site, rules),
            None => Err(wrong),
        };
        match conform(value, ty, site, rules).or_else(completed) {
            Ok(fitted) => {
                self.findings.extend(keys(Some(value), ty, wanted, site));
                plainer::literals(&fitted, site, site.expr, &mut self.findings);
                fitted
            }
            // code that does not run may have values of any type
            Err(_) if !self.runs => Value::unknown(ty.without_optional()),
            Err(_) => {
                let wrong = all_wrong(value, ty, site, rules);
                let told: Vec<_> = wrong.iter().map(|finding| finding.span).collect();
                // the name is shown if the part at fault is on another line
                let is_near = |finding: &Diagnostic| {
                    let start = finding.span.map_or(argument.range.start, |span| span.range.start);
                    site.tree.is_on_one_line(TextRange::new(argument.range.start, start))
                };
                self.findings.extend(wrong.into_iter().map(|finding| {
                    let near = is_near(&finding);
                    wording::with_declaration(finding, wanted, (!near).then_some(argument))
                }));
                // keys of a part that does not convert are not reported a second time
                let others = keys(None, ty, wanted, site).into_iter();
                self.findings.extend(others.filter(|finding| !told.contains(&finding.span)));
                Value::unknown(ty.without_optional())
            }
        }
    }

    // Blocks.

    fn written<'t>(&mut self, parts: &mut Parts<'t>, nested: &Nested, written: &BlockView<'t>) {
        self.said(nested, written);
        let inside = nested.body.of(&self.whole_labels(nested, written));
        let body = self.body(&written.body, &inside, &Header::of(written));
        let place = written.def_range.in_source(written.body.source());
        parts.places.or_default(written.position).push(place);
        // blocks of other types are not needed if no value is built
        if self.valued || nested.nesting == Nesting::Map {
            let labels = written.labels.iter().map(|label| label.text.into()).collect();
            let gathered = parts.gathered.or_default(written.position);
            gathered.values.push((labels, body.value.clone()));
        }
        parts.blocks.push(FilledBlock { view: written.clone(), known: true, dynamic: None, body });
    }

    /// The labels of a block, including one that is set by an attribute in its body.
    fn whole_labels<'w, 't>(
        &mut self,
        nested: &Nested,
        written: &'w BlockView<'t>,
    ) -> Cow<'w, [LabelView<'t>]> {
        let labels = Cow::Borrowed(&*written.labels);
        let is_missing = labels.len() < nested.labels.len();
        let Some(name) = nested.label_attribute.as_deref().filter(|_| is_missing) else { return labels };
        let attributes = written.body.properties().0;
        let Some(found) = attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))
        else {
            // an unexpected name that is similar to it is itself reported
            if !attributes.iter().any(|attribute| one_edit_apart(attribute.name, name)) {
                let place = written.type_range.in_source(written.body.source());
                self.findings.push(wording::no_label(place, nested, name));
            }
            return labels;
        };
        let tree = written.body.tree();
        let range = tree.expr(found.value).range;
        let label = tree.string(found.value).map(|text| LabelView { text, range });
        labels.iter().cloned().chain(label).collect()
    }

    /// Reports deprecations and similar findings about every block of a type.
    fn said(&mut self, nested: &Nested, written: &BlockView<'_>) {
        let place = written.type_range.in_source(written.body.source());
        // For a block type that was deprecated before it was removed, only the removal is reported.
        if let Some(instead) = &nested.removed {
            self.findings.push(wording::removed(place, &nested.block_type, instead));
        } else if let Some(instead) = &nested.deprecated {
            self.findings.push(wording::deprecated(place, &nested.block_type, instead));
        }
    }

    fn dynamic<'t>(&mut self, parts: &mut Parts<'t>, block: &Arc<Block>, written: &BlockView<'t>) {
        let Some(made) = self.expanded(block, written) else { return };
        let gathered = parts.gathered.or_default(made.position);
        gathered.open |= made.open;
        let places = parts.places.or_default(made.position);
        places.extend(made.values.iter().map(|_| made.place));
        gathered.values.extend(made.values);
        parts.blocks.push(made.block);
    }

    /// Evaluates unknown items and blocks with wrong labels as well.
    fn outsiders<'t>(
        &mut self,
        parts: &mut Parts<'t>,
        block: &Arc<Block>,
        view: &BodyView<'t>,
        laid: &BodyMatch<'t>,
    ) {
        for written in &laid.mislabelled {
            let Some(nested) = block.blocks().get(written.position) else { continue };
            let inside = nested.body.of(&written.labels);
            let body = self.body(&written.body, &inside, &Header::of(written));
            // correcting the labels may turn it into any block, so the number of blocks is not reported
            parts.gathered.or_default(written.position).open = true;
            parts.blocks.push(FilledBlock { view: written.clone(), known: true, dynamic: None, body });
        }
        let refused = laid.refused.iter().map(|stranger| (stranger, true));
        for (UnexpectedItem { form, .. }, refused) in
            laid.others.iter().map(|unexpected_item| (unexpected_item, false)).chain(refused)
        {
            let (_, batch) = self.trial(|filling| filling.outsider(parts, block, view, form));
            // the scope at the intended location is unknown, as are its keywords
            let takes_words = self.depth > 1 || takes_words(block, form);
            let of_scope = [codes::NOT_IN_SCOPE, codes::OWN_REFERENCE];
            let is_of_place = |finding: &Diagnostic| {
                of_scope.contains(&finding.code) || takes_words && finding.code == codes::REFERENCE_FORM
            };
            let is_unknown = refused && is_unknown_block(block, form);
            let is_dropped = refused && matches!(block.unknown, Unknown::Merge(_));
            self.findings.keep_each(batch, |finding| match is_unknown || refused && is_of_place(finding) {
                true => Policy::Drop,
                false if is_dropped && finding.is_error() => Policy::As(Severity::Warning),
                false => Policy::AsIs,
            });
        }
    }

    fn outsider<'t>(&mut self, parts: &mut Parts<'t>, block: &Block, view: &BodyView<'t>, form: &Form<'t>) {
        match form {
            Form::Attribute(attribute) | Form::Property(attribute) => {
                let any = block.any_attribute.as_ref();
                // a misspelled `type` contains words such as `string`, which would be undeclared names if
                // evaluated
                let meant = if any.is_none() { meant(block, attribute.name) } else { None };
                let wanted = any.or(meant.as_ref());
                parts.attributes.push(self.attribute(view, attribute, wanted, block));
            }
            Form::Block(written, _) if is_dynamic(written) && block.any_block.is_none() => {
                self.unexpected(written);
            }
            Form::Block(written, _) => {
                let inside = match &block.any_block {
                    Some(nested) => nested.body.of(&written.labels),
                    None => Block::opaque(),
                };
                let body = self.body(&written.body, &inside, &Header::of(written));
                parts.blocks.push(FilledBlock { view: written.clone(), known: false, dynamic: None, body });
            }
        }
    }

    /// Reports too few and too many blocks, and blocks with the same labels. `is_told` returns `true` if
    /// another finding explains the number of blocks of a type.
    fn counts(
        &mut self,
        parts: &Parts<'_>,
        block: &Block,
        header: &Header,
        is_told: &dyn Fn(&Nested, usize) -> bool,
    ) {
        for (position, nested) in block.blocks().iter().enumerate() {
            let (places, gathered) = (parts.places.get(&position), parts.gathered.get(&position));
            let found = places.map_or(0, Vec::len);
            let open = gathered.is_some_and(|gathered| gathered.open);
            if let Some(most) = nested.most().filter(|most| found > *most)
                && let Some(places) = places
            {
                // the first block beyond the limit is the one reported as surplus
                let at = places[most.min(found - 1)];
                self.findings.push(wording::too_many(at, nested, most, found, places[0]));
            }
            if found < nested.min && !open && !is_told(nested, found) {
                let finding = match nested.min {
                    1 => wording::missing_block(header, nested),
                    _ => wording::too_few(header, nested, found),
                };
                self.findings.push(finding);
            }
            if nested.nesting == Nesting::Map
                && let (Some(places), Some(gathered)) = (places, gathered)
            {
                self.same_labels(nested, places, gathered);
            }
        }
    }

    fn same_labels(&mut self, nested: &Nested, places: &[Span], gathered: &BlockValues) {
        let mut first: Ordered<&[Arc<str>], Span> = Ordered::new();
        for ((labels, _), place) in gathered.values.iter().zip(places) {
            match first.get(labels.as_slice()) {
                Some(before) => {
                    let quoted: Vec<String> = labels.iter().map(|label| format!("{label:?}")).collect();
                    let (block_type, labels) = (&nested.block_type, quoted.join(", "));
                    // All blocks that one `dynamic` block generates have the same location.
                    let finding = match before == place {
                        true => wording::made_twice(*place, block_type, &labels),
                        false => wording::same_labels(*place, block_type, &labels, *before),
                    };
                    self.findings.push(match nested.repeats == Repeats::LastCounts && !labels.is_empty() {
                        true => Diagnostic { severity: Severity::Warning, ..finding },
                        false => finding,
                    });
                }
                None => drop(first.insert(labels, *place)),
            }
        }
    }

    // The value.

    fn value(&self, parts: &mut Parts<'_>, block: &Block) -> Value {
        let mut all: Ordered<Arc<str>, Value> = Ordered::new();
        for wanted in block.attributes().iter().filter(|wanted| wanted.removed.is_none()) {
            all.insert(wanted.name.clone(), unset(wanted));
        }
        for filled in &parts.attributes {
            let wanted = filled.wanted;
            // A hidden attribute keeps the value of an unset one: write-only and removed attributes are not
            // stored, and the application computes a computed attribute that is null.
            let hidden = wanted.is_some_and(|wanted| {
                wanted.write_only || wanted.removed || wanted.computed && filled.value.is_null()
            });
            if !hidden && (wanted.is_some() || block.unknown == Unknown::Free) {
                all.insert(filled.view.name.into(), filled.value.clone());
            }
        }
        let present = block.blocks().iter().enumerate().filter(|(_, nested)| nested.removed.is_none());
        for (position, nested) in present {
            let gathered = parts.gathered.get_mut(&position).map(std::mem::take);
            // a name that may be a block or an attribute has a single value, which the attribute sets here
            if gathered.is_none() && nested.also_attribute && all.contains_key(&nested.block_type) {
                continue;
            }
            let value = blocks_value(gathered.unwrap_or_default(), nested, 0);
            all.insert(nested.block_type.clone(), value);
        }
        Value::object(all)
    }
}

/// The reading of the attribute that a misspelled name probably means, if its expression is not a value: the
/// words of a type are not references.
fn meant(block: &Block, name: &str) -> Option<Attribute> {
    let names = block.attributes().iter().map(|attribute| &*attribute.name);
    let near = block.find_attribute(hclx_diag::nearest(name, names)?)?;
    let as_read = Attribute::new(name, Type::ANY).reading(near.reading);
    (!is_evaluated(near.reading)).then_some(as_read)
}

/// Returns `true` for a block whose type is not similar to a known name: it has another meaning, and so do the names in
/// it.
fn is_unknown_block(block: &Block, form: &Form<'_>) -> bool {
    let Form::Block(written, _) = form else { return false };
    let types = block.blocks().iter().map(|nested| &*nested.block_type);
    let names = types.chain(block.attributes().iter().map(|attribute| &*attribute.name));
    hclx_diag::nearest(written.block_type, names).is_none()
}

/// Returns `true` if an unexpected item may be meant as an argument or block, of this body or a nested one, in which
/// words are not references.
fn takes_words(block: &Block, form: &Form<'_>) -> bool {
    let (Form::Attribute(found) | Form::Property(found)) = form else { return true };
    let is_meant = |name: &str| name == found.name || hclx_diag::nearest(found.name, [name]).is_some();
    let of_words = |body: &Block| {
        body.attributes().iter().any(|wanted| !is_evaluated(wanted.reading) && is_meant(&wanted.name))
    };
    let nested = |nested: &Nested| is_meant(&nested.block_type) || of_words(&nested.body.fixed());
    of_words(block) || block.blocks().iter().any(nested)
}

/// The value of an unset attribute.
fn unset(wanted: &Attribute) -> Value {
    let ty = wanted.ty.without_optional();
    let value = if wanted.computed { Value::unknown(ty) } else { Value::null(ty) };
    if wanted.sensitive { value.with_mark("sensitive") } else { value }
}

fn blocks_value(gathered: BlockValues, nested: &Nested, depth: usize) -> Value {
    let inside = nested.body.fixed();
    // blocks that a provider may compute are only known if the configuration sets some
    let open = gathered.open || nested.computed && gathered.values.is_empty();
    let gathered = BlockValues { open, ..gathered };
    gathered.value(nested, inside.ty(), || {
        if depth < MOST_GROUPS { absent(&inside, depth + 1) } else { Value::dynamic() }
    })
}

/// The maximum nesting of missing groups; deeper groups are unknown.
const MOST_GROUPS: usize = 8;

/// The value of a missing body.
fn absent(block: &Block, depth: usize) -> Value {
    let present = block.attributes().iter().filter(|wanted| wanted.removed.is_none());
    let attributes = present.map(|wanted| (wanted.name.clone(), unset(wanted)));
    let blocks = block
        .blocks()
        .iter()
        .filter(|nested| nested.removed.is_none())
        .map(|nested| (nested.block_type.clone(), blocks_value(BlockValues::default(), nested, depth)));
    Value::object(attributes.chain(blocks).collect::<Vec<_>>())
}
