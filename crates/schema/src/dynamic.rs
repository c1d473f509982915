//! `dynamic` blocks: blocks that an expression generates.

use std::sync::{Arc, OnceLock};

use hclx_core::{Type, TypeKind, Value, any_element};
use hclx_diag::{Batch, Certainty, Diagnostic, Distinct, Policy, Report, Span, Stage};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{BlockView, BodyView, LabelView, UnexpectedItem};

use crate::fill::BodyFiller;
use crate::reading::keyword;
use crate::values::LabelledValues;
use crate::{
    Attribute, Block, Evaluated, ExprMode, Expression, FilledBlock, FilledBody, Header, Nested, Site,
    match_body, wording,
};

/// The source of the blocks that a `dynamic` block generates.
#[derive(Clone, Debug)]
pub struct Dynamic<'t> {
    /// The label that specifies the type, with its range.
    pub block_type: LabelView<'t>,
    /// The `for_each` expression with its value, if there is one.
    pub for_each: Option<(ExprId, Value)>,
    /// The name of the iterator.
    pub iterator: Arc<str>,
}

/// The blocks that a `dynamic` block generates.
pub(crate) struct Expansion<'t> {
    /// The index of the block type.
    pub(crate) position: usize,
    /// The labels and value of each block.
    pub(crate) values: LabelledValues,
    /// Set if the number of blocks is unknown.
    pub(crate) open: bool,
    pub(crate) block: FilledBlock<'t>,
    /// The location of each block: the header of `content`.
    pub(crate) place: Span,
}

/// The maximum number of iterations, multiplied across nested blocks, that are evaluated separately. Beyond
/// it the generated blocks are unknown, and are checked as unknown.
const MOST_ROUNDS: usize = 1024;

/// The maximum number of source bytes, multiplied by the iterations and by the iterators in scope.
const MOST_READ: usize = 4 << 20;

/// The schema of a `dynamic` block.
fn shape() -> &'static Block {
    static SHAPE: OnceLock<Block> = OnceLock::new();
    SHAPE.get_or_init(|| {
        Block::new()
            .attribute(Attribute::new("for_each", Type::ANY).required())
            .attribute(Attribute::new("iterator", Type::STRING).reading(ExprMode::Keyword))
            .attribute(Attribute::new("labels", Type::list(Type::STRING)))
            .nested(Nested::new("content").single().at_least(1))
    })
}

/// One iteration, with the value of the iterator.
struct Round {
    key: Value,
    value: Value,
}

/// The blocks that a `dynamic` block generates in each iteration.
struct GeneratedBlocks<'a, 't> {
    nested: &'a Nested,
    written: &'a BlockView<'t>,
    content: Option<&'a BlockView<'t>>,
    labels: Option<ExprId>,
    iterator: &'a Arc<str>,
}

/// The iterations of a `dynamic` block.
struct Rounds {
    rounds: Vec<Round>,
    /// Set if the blocks are unknown: a single block then represents all of them.
    open: bool,
    /// Set if there is certain to be a block.
    some: bool,
}

/// The maximum nesting of `dynamic` blocks that are checked a second time with unknown iterators.
const AGAIN_WITHIN: usize = 4;

impl BodyFiller<'_> {
    /// The blocks that a `dynamic` block generates; `None` if their type is unknown, which has been reported.
    pub(crate) fn expanded<'t>(
        &mut self,
        block: &Arc<Block>,
        written: &BlockView<'t>,
    ) -> Option<Expansion<'t>> {
        let source = written.body.source();
        let block_type = *written.labels.first()?;
        let known = block.prepared().block_position(block_type.text);
        let (position, nested) = match &block.any_block {
            // `dynamic` may generate any block too
            Some(any) if any.dynamic && known.is_none() => (usize::MAX, any),
            _ => match self.expandable(block, &block_type, source) {
                Some(position) => (position, &block.blocks()[position]),
                None => {
                    self.unexpected(written);
                    return None;
                }
            },
        };
        let mut laid = match_body(&written.body, shape());
        let lacks_content = laid.content.blocks.is_empty() && !laid.is_explained(&written.body, "content");
        // anything else in place of the content is the same mistake
        let is_content =
            |finding: &Diagnostic| lacks_content && finding.code.is_unexpected_item() && !finding.advises();
        self.findings
            .extend(std::mem::take(&mut laid.findings).into_iter().filter(|finding| !is_content(finding)));
        let header = Header::of(written);
        let missing = laid.missing(&written.body, shape());
        self.findings.extend(missing.map(|wanted| wording::missing_attribute(&header, wanted)));
        let part = |name: &str| laid.content.attribute(name).map(|attribute| attribute.value);
        let (iterator, wrong) = iterator_name(&written.body, part("iterator"), block_type.text);
        self.findings.extend(wrong);
        let for_each = part("for_each").map(|expr| (expr, self.asked(&written.body, expr, "for_each")));
        let rounds = match &for_each {
            Some((expr, value)) => self.rounds(&written.body, *expr, value),
            // A missing `for_each` was reported; the contents are still checked.
            None => Rounds { rounds: Vec::new(), open: true, some: false },
        };
        let open = rounds.open;
        let mut contents = laid.content.blocks.iter();
        let content = contents.next();
        if let (Some(first), Some(second)) = (content, contents.next()) {
            let place = |block: &BlockView<'_>| block.def_range.in_source(source);
            self.findings.push(wording::too_many(place(second), &shape().blocks()[0], 1, 2, place(first)));
        } else if lacks_content {
            let names = laid.refused.iter().map(UnexpectedItem::name);
            self.findings.push(wording::missing_content(&header, &shape().blocks()[0], names));
        }
        let labels = part("labels");
        if labels.is_none() && nested.labels.len() > nested.optional_labels {
            self.findings.push(wording::no_labels(Header::of(written).place, nested));
        }
        let made = GeneratedBlocks { nested, written, content, labels, iterator: &iterator };
        let (values, body) = self.repeated(&made, rounds);
        let view = BlockView {
            block_type: block_type.text,
            type_range: block_type.range,
            labels: Vec::new(),
            position,
            ..written.clone()
        };
        let dynamic = Some(Dynamic { block_type, for_each, iterator });
        let made = FilledBlock { view, known: true, dynamic, body };
        let place = content.map_or(written, |content| content).def_range.in_source(source);
        Some(Expansion { position, values, open, block: made, place })
    }

    /// The index of the type in a label, if `dynamic` may generate it.
    fn expandable(
        &mut self,
        block: &Block,
        label: &LabelView<'_>,
        source: hclx_diag::SourceId,
    ) -> Option<usize> {
        let position = block.prepared().block_position(label.text);
        if let Some(nested) = position.and_then(|position| block.blocks().get(position))
            && nested.dynamic
        {
            return position;
        }
        let place = label.range.in_source(source);
        let finding = if block.find_block(label.text).is_some() {
            wording::not_dynamic(place, label.text)
        } else if block.find_attribute(label.text).is_some() {
            wording::dynamic_attribute(place, label.text)
        } else {
            let makeable = block.blocks().iter().filter(|nested| nested.dynamic);
            let nearest = hclx_diag::nearest(label.text, makeable.map(|nested| &*nested.block_type));
            wording::dynamic_unknown(place, label.text, nearest)
        };
        self.findings.push(finding);
        None
    }

    /// Evaluates the expressions of a block without a schema, with an unknown iterator.
    pub(crate) fn unexpected(&mut self, written: &BlockView<'_>) {
        let name = written.labels.first().map_or("", |label| label.text);
        // the contents refer to the iterator, so without it each reference would cause an error as a
        // consequence of the first one
        self.iterators.push((name.into(), iterator_value(Value::dynamic(), Value::dynamic())));
        self.body(&written.body, &Block::opaque(), &Header::of(written));
        self.iterators.pop();
    }

    fn asked(&mut self, view: &BodyView<'_>, expr: ExprId, name: &str) -> Value {
        let expression = Expression {
            site: Site { tree: view.tree(), source: view.source(), expr, name },
            attribute: None,
            iterators: &self.iterators,
            runs: self.runs,
        };
        let Evaluated { value, diagnostics } = self.language.evaluate(&expression);
        let failed = diagnostics.iter().any(Diagnostic::is_error);
        self.findings.extend(diagnostics);
        if failed { Value::dynamic() } else { value }
    }

    fn rounds(&mut self, view: &BodyView<'_>, expr: ExprId, value: &Value) -> Rounds {
        let (value, marks) = value.clone().unmark();
        // if the collection is sensitive, so are its keys and elements
        let marked = |value: &Value| value.clone().with_marks(&marks);
        let place = view.tree().expr(expr).range.in_source(view.source());
        let refused = match value.ty().kind() {
            _ if value.is_null() => Some("null".to_owned()),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(..) => None,
            TypeKind::Tuple(_) | TypeKind::Object(_) | TypeKind::Any => None,
            // one of the alternatives, or the awaited value, may be a collection
            _ if value.ty().has_union() || value.ty().has_eventual() => None,
            _ => Some(value.ty().shown().to_string()),
        };
        if let Some(found) = refused {
            // code that does not run may have values of any type
            if self.runs {
                self.findings.push(wording::not_iterable(place, &found));
            }
            return Rounds { rounds: Vec::new(), open: true, some: false };
        }
        let any = || {
            let some = value.range().len_min() > 0;
            let (key, value) = any_element(&value, self.language.rules());
            Rounds { rounds: vec![Round { key: marked(&key), value: marked(&value) }], open: true, some }
        };
        // a body is evaluated in the scope of all enclosing iterators
        let read = view.range().range().len().saturating_mul(self.iterators.len() + 1);
        let many = value.length().is_none_or(|length| {
            let rounds = length.saturating_mul(self.around);
            rounds > MOST_ROUNDS || length > 1 && rounds.saturating_mul(read) > MOST_READ
        });
        if !value.is_known()
            || many
            || !matches!(value.ty().kind(), TypeKind::Object(_)) && value.ty().is_any()
        {
            return any();
        }
        let rounds: Vec<Round> = match value.ty().kind() {
            TypeKind::Map(..) | TypeKind::Object(_) => value
                .iter_entries()
                .map(|(key, value)| Round { key: marked(&Value::string(key.clone())), value: marked(value) })
                .collect(),
            TypeKind::Set(_) => {
                // unknown elements may coincide
                if !value.is_wholly_known() {
                    return any();
                }
                let elements = value.elements().unwrap_or_default().iter();
                elements.map(|one| Round { key: marked(one), value: marked(one) }).collect()
            }
            _ => {
                let elements = value.elements().unwrap_or_default().iter().enumerate();
                let number = |index| Value::number(hclx_core::Number::from_len(index));
                elements
                    .map(|(index, one)| Round { key: marked(&number(index)), value: marked(one) })
                    .collect()
            }
        };
        Rounds { some: !rounds.is_empty(), rounds, open: false }
    }

    /// Evaluates the content once per iteration, or once with an unknown iterator if there are no iterations.
    fn repeated<'t>(
        &mut self,
        made: &GeneratedBlocks<'_, 't>,
        Rounds { rounds, open, some }: Rounds,
    ) -> (LabelledValues, FilledBody<'t>) {
        let unknown = || Round { key: Value::dynamic(), value: Value::dynamic() };
        let none = rounds.is_empty();
        let rounds = if none { vec![unknown()] } else { rounds };
        let (runs, around) = (self.runs, self.around);
        // a single run only executes contents that are certain to exist; a check covers all that may exist
        self.runs &= if self.language.is_one_run() { some } else { !none || open };
        // nested `dynamic` blocks multiply: their limit counts all evaluations of the innermost one
        self.around *= rounds.len();
        let mut told = Distinct::default();
        let (mut values, mut first) = (Vec::new(), None);
        for round in rounds {
            let (labels, body, mut fresh) = self.round(made, round);
            if none && !open {
                // no block is generated, and a guard may be the reason
                fresh = fresh.without(|finding| !is_certain(finding));
            }
            let is_open = |one: &Diagnostic| one.is_error() && !is_certain(one);
            if open && !some && !none && fresh.iter().any(is_open) {
                // without iterations, the iterator does not matter
                let again = match self.iterators.len() < AGAIN_WITHIN {
                    true => self.round(made, unknown()).2,
                    false => Batch::default(),
                };
                let again: Distinct = again.iter().collect();
                fresh = fresh.changed(
                    |one| is_open(one) && !again.contains(one),
                    |one| one.with_certainty(Certainty::May),
                );
            }
            // the same error in one expression is reported only once
            self.findings.keep(fresh.new_in(&mut told), Policy::AsIs);
            if !none && !open {
                values.push((labels, body.value.clone()));
            }
            first.get_or_insert(body);
        }
        (self.runs, self.around) = (runs, around);
        (values, first.expect("there is a round at least"))
    }

    /// Evaluates one iteration: returns its labels, content and findings.
    fn round<'t>(
        &mut self,
        made: &GeneratedBlocks<'_, 't>,
        round: Round,
    ) -> (Vec<Arc<str>>, FilledBody<'t>, Batch) {
        let ((labels, body), batch) = self.trial(|filling| filling.made(made, round));
        (labels, body, batch)
    }

    fn made<'t>(&mut self, made: &GeneratedBlocks<'_, 't>, round: Round) -> (Vec<Arc<str>>, FilledBody<'t>) {
        let GeneratedBlocks { nested, written, content, labels, iterator } = *made;
        self.iterators.push((iterator.clone(), iterator_value(round.key, round.value)));
        let labels = labels.map(|expr| self.labels(nested, &written.body, expr)).unwrap_or_default();
        let (view, header) = match content {
            Some(content) => (&content.body, Header::of(content)),
            None => (&written.body, Header::of(written)),
        };
        // users think of the generated block, not of `content`, as the place of its arguments
        let header = Header { name: Some(nested.block_type.clone()), ..header };
        let body = match content {
            Some(_) => self.body(view, &nested.body.fixed(), &header),
            None => FilledBody {
                block: nested.body.fixed(),
                view: view.clone(),
                value: Value::dynamic(),
                attributes: Vec::new(),
                blocks: Vec::new(),
            },
        };
        self.iterators.pop();
        (labels, body)
    }

    fn labels(&mut self, nested: &Nested, view: &BodyView<'_>, expr: ExprId) -> Vec<Arc<str>> {
        let value = self.asked(view, expr, "labels").unmark_deep().0;
        let Some(elements) = value.elements() else { return Vec::new() };
        // the labels of a block of unknown type are unknown
        let is_known = !nested.block_type.is_empty();
        if is_known && elements.len() != nested.labels.len() {
            let place = view.tree().expr(expr).range.in_source(view.source());
            self.findings.push(wording::wrong_labels(place, nested, elements.len()));
        }
        elements.iter().map(|label| label.as_str().unwrap_or_default().into()).collect()
    }
}

/// Returns `true` if a finding holds for all values because it is about names, functions or the schema.
fn is_certain(finding: &Diagnostic) -> bool {
    matches!(finding.code.stage(), Stage::Names | Stage::Calls | Stage::Schema)
}

/// The value of an iterator: an object with a key and a value.
fn iterator_value(key: Value, value: Value) -> Value {
    Value::object([("key".into(), key), ("value".into(), value)])
}

fn iterator_name(
    view: &BodyView<'_>,
    expr: Option<ExprId>,
    block_type: &str,
) -> (Arc<str>, Option<Diagnostic>) {
    let Some(expr) = expr else { return (block_type.into(), None) };
    let place = view.tree().expr(expr).range.in_source(view.source());
    let help = match view.native_id() {
        Some(_) => "remove the quotes",
        None => "use a name without `${…}`",
    };
    let misread = || wording::misread(place, "iterator", "one word", help);
    // only JSON allows quotes around the word
    let quoted = view.native_id().is_some() && matches!(view.tree().expr(expr).kind, ExprKind::String(_));
    match keyword(view.tree(), view.source(), expr) {
        Some(name) if !is_name(&name) => (block_type.into(), Some(misread())),
        Some(name) => (name.into(), quoted.then(misread)),
        None => (block_type.into(), Some(misread())),
    }
}

/// Returns `true` if a string is an identifier: in JSON, any string can take the place of a word.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(is_part)
}
