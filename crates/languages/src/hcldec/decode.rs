//! Decodes a body with a specification into a value and findings.

use std::sync::Arc;

use hclx_analysis::FileJudgement;
use hclx_core::{Rules, Type, Value};
use hclx_diag::{Diagnostic, SourceId, Span, Stage};
use hclx_eval::{
    Approximation, Budget, Environment, Policy, Scope, Unresolved, evaluate, functions, written,
};
use hclx_schema::{Site, conform};
use hclx_syntax::ast::{ExprId, Language, Tree};
use hclx_syntax::body::BodyView;

use super::content::{Body, FoundAttribute, LevelBodies};
use super::finding::{ReferenceFinding, Subject, any_error};
use super::places::placed_in_json;
use super::read::SpecFile;
use super::spec::{Attr, Kind, Level, Spec};
use super::wording;

/// A configuration without syntax errors.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its source id.
    pub source: SourceId,
    /// The syntax tree of the source.
    pub tree: Arc<Tree>,
}

impl Input {
    /// Parses a source in one of the two syntaxes.
    pub fn read(source: SourceId, bytes: Arc<[u8]>, language: Language) -> (Self, Vec<Diagnostic>) {
        let parsed = match language {
            Language::Native => hclx_syntax::parse_body(source, bytes),
            Language::Json => hclx_syntax::parse_json(source, bytes),
        };
        (Self { source, tree: parsed.tree }, parsed.diagnostics)
    }
}

/// The result of decoding a configuration.
#[derive(Clone, Debug)]
pub struct DecodeResult {
    /// The value; if there are errors, the parts that could be decoded.
    pub value: Value,
    /// The findings, in the order of the specification.
    pub findings: Vec<ReferenceFinding>,
    /// Undeclared names, if they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
}

/// Decodes configurations as one, with a specification and under the rules of the reference. `given` are additional
/// variables, which override those of the specification.
pub fn decode(
    spec: &SpecFile,
    inputs: &[Input],
    given: &[(Arc<str>, Value)],
    budget: &Budget,
) -> DecodeResult {
    let scope = spec.scope(given);
    // without any names, strings in JSON are not templates
    let templates = scope.names().next().is_some() || !spec.functions.functions.is_empty();
    // the reference has no unknown variables; if there are any, results are as precise as possible
    let known = given.iter().all(|(_, value)| value.is_wholly_known());
    let env = Environment {
        rules: if known { Rules::exact() } else { Rules::hcl() },
        functions: functions::none(),
        custom: Some(&spec.functions),
        json_templates: templates,
        ..Environment::exact()
    };
    Decoder::new(spec, &env, &scope, budget).run(inputs)
}

/// Checks one configuration with a specification. Names that the specification does not declare may be provided by the
/// application, so they are unknown rather than errors. A source with syntax errors is not checked further.
pub fn check(
    spec: &SpecFile,
    source: SourceId,
    bytes: Arc<[u8]>,
    language: Language,
    given: &Scope<'_>,
    budget: &Budget,
) -> FileJudgement {
    let (input, wrong) = Input::read(source, bytes, language);
    if wrong.iter().any(Diagnostic::is_error) {
        return FileJudgement { diagnostics: wrong, ..FileJudgement::default() };
    }
    let mut scope = spec.scope(&[]);
    for name in given.names() {
        if let Some(value) = given.get(name) {
            scope.define(name, value.clone());
        }
    }
    let env = with_unknown_names(spec);
    let decoded = Decoder::new(spec, &env, &scope, budget).run(std::slice::from_ref(&input));
    let findings = wrong.into_iter().map(ReferenceFinding::from).chain(decoded.findings);
    FileJudgement {
        diagnostics: ReferenceFinding::for_people(findings),
        unresolved: decoded.unresolved,
        approximations: decoded.approximations,
        ..FileJudgement::default()
    }
}

/// The environment of a configuration whose application may define more names than the specification.
fn with_unknown_names(spec: &SpecFile) -> Environment<'_> {
    Environment {
        rules: Rules::hcl(),
        functions: functions::none(),
        custom: Some(&spec.functions),
        unknown_names: Policy::Unknown,
        unknown_functions: Policy::Unknown,
        total: true,
        ..Environment::exact()
    }
}

/// A decoding in progress.
pub(super) struct Decoder<'a> {
    file: &'a SpecFile,
    env: &'a Environment<'a>,
    scope: &'a Scope<'a>,
    budget: &'a Budget,
    pub(super) findings: Vec<ReferenceFinding>,
    unresolved: Vec<Unresolved>,
    approximations: Vec<Approximation>,
    /// The attributes of unfinished objects, innermost last, in the order of the specification.
    values: Vec<Value>,
}

impl<'a> Decoder<'a> {
    fn new(file: &'a SpecFile, env: &'a Environment<'a>, scope: &'a Scope<'a>, budget: &'a Budget) -> Self {
        Self {
            file,
            env,
            scope,
            budget,
            findings: Vec::new(),
            unresolved: Vec::new(),
            approximations: Vec::new(),
            values: Vec::new(),
        }
    }

    fn run(mut self, inputs: &[Input]) -> DecodeResult {
        let mut views = Vec::with_capacity(inputs.len());
        for input in inputs {
            let (view, wrong) = BodyView::root(&input.tree, input.source);
            self.findings.extend(wrong.map(ReferenceFinding::from));
            views.push(view);
        }
        let body = match <[BodyView<'_>; 1]>::try_from(views) {
            Ok([view]) => Body::One(view),
            Err(views) => Body::Many(views),
        };
        let file = self.file;
        let value = self.level(&body, &file.root);
        self.budget.settle(&mut self.findings, |finding| &finding.diagnostic);
        DecodeResult {
            value,
            findings: self.findings,
            unresolved: self.unresolved,
            approximations: self.approximations,
        }
    }

    pub(super) fn rules(&self) -> &'a Rules {
        &self.env.rules
    }

    /// Decodes a body.
    pub(super) fn level(&mut self, body: &Body<'_>, level: &Level) -> Value {
        let filled = LevelBodies::new(body, level, &mut self.findings);
        self.value(&level.spec, &filled)
    }

    /// Evaluates a block of the specification.
    pub(super) fn value(&mut self, spec: &Spec, filled: &LevelBodies<'_>) -> Value {
        match &spec.kind {
            // Most blocks of a specification are attributes; they have no parts, so the stack need not grow
            // for them.
            Kind::Attr(attr) => self.attribute(spec, attr, filled),
            Kind::Literal(value) => value.clone(),
            _ => hclx_diag::grow(|| self.compound(spec, filled)),
        }
    }

    fn compound(&mut self, spec: &Spec, filled: &LevelBodies<'_>) -> Value {
        match &spec.kind {
            Kind::Object(entries, order) => {
                let base = self.values.len();
                for (_, part) in entries {
                    let value = self.value(part, filled);
                    self.values.push(value);
                }
                // The placeholder is never read: the stack is truncated right after.
                let take = |entry: &usize| std::mem::replace(&mut self.values[base + entry], Value::FALSE);
                let object = Value::object_like(&spec.ty, order.iter().map(take).collect());
                self.values.truncate(base);
                object
            }
            Kind::Array(specs) => Value::tuple(specs.iter().map(|spec| self.value(spec, filled)).collect()),
            Kind::Block(single) => self.single(spec, single, filled),
            Kind::List(blocks) | Kind::Set(blocks) => self.blocks(spec, blocks, filled),
            Kind::Map(map) => self.block_map(spec, map, filled),
            Kind::Attrs(attrs) => self.block_attrs(spec, attrs, filled),
            Kind::Default(specs) => self.first_that_is(specs, filled),
            Kind::Transform { nested, result } => self.transform(spec, nested, *result, filled),
            Kind::Attr(_) | Kind::Literal(_) => unreachable!("they have no parts"),
        }
    }

    fn attribute(&mut self, spec: &Spec, attr: &Attr, filled: &LevelBodies<'_>) -> Value {
        match filled.attribute(attr.slot) {
            None => Value::null(attr.ty.clone()),
            Some(found) => self.evaluated(&found, &attr.ty, spec.place),
        }
    }

    /// Evaluates an attribute, and converts it to the type in the specification.
    pub(super) fn evaluated(&mut self, found: &FoundAttribute<'_, '_>, wanted: &Type, asked: Span) -> Value {
        let expr = found.attribute.value;
        if let Some(value) = written(found.tree(), expr, wanted, self.rules()) {
            return value;
        }
        let Some(value) = self.evaluate(found.tree(), found.view.source(), expr) else {
            return Value::unknown(wanted.clone());
        };
        if value.ty() == wanted {
            return value;
        }
        let site = Site { tree: found.tree(), source: found.view.source(), expr, name: found.attribute.name };
        match conform(&value, wanted, &site, self.rules()) {
            Ok(converted) => converted,
            Err(finding) => {
                let finding = wording::wanted(*finding, wanted, asked);
                self.findings.push(ReferenceFinding::placed(finding, Subject::At(found.value_span())));
                Value::unknown(wanted.clone())
            }
        }
    }

    /// Evaluates an expression of a configuration; `None` if it has an error.
    fn evaluate(&mut self, tree: &Tree, source: SourceId, expr: ExprId) -> Option<Value> {
        let outcome = evaluate(tree, source, expr, self.scope, self.env, self.budget);
        let failed = outcome.has_errors();
        let place = |found: Diagnostic| match tree.language() {
            Language::Json if found.code.stage() == Stage::Syntax => placed_in_json(found, tree.source()),
            _ => ReferenceFinding::from(found),
        };
        self.findings.extend(outcome.diagnostics.into_iter().map(place));
        self.unresolved.extend(outcome.unresolved);
        self.approximations.extend(outcome.approximations);
        (!failed).then_some(outcome.value)
    }

    /// The first result that is not null, or the last one if all are.
    fn first_that_is(&mut self, specs: &[Spec], filled: &LevelBodies<'_>) -> Value {
        let mut value = Value::null(Type::ANY);
        for spec in specs {
            value = self.value(spec, filled);
            if !value.is_null() {
                break;
            }
        }
        value
    }

    /// Evaluates the expression of a `transform`; after an error in its input, no further errors are
    /// reported.
    fn transform(
        &mut self,
        spec: &Spec,
        nested: &Spec,
        result: Option<ExprId>,
        filled: &LevelBodies<'_>,
    ) -> Value {
        let before = self.findings.len();
        let value = self.value(nested, filled);
        if any_error(&self.findings[before..]) {
            return Value::unknown(spec.ty.clone());
        }
        let outcome = self.file.transformed(result, value, self.rules(), self.budget);
        if !outcome.diagnostics.is_empty() {
            let origin = self.subject(nested, filled);
            let told = outcome.diagnostics.into_iter();
            self.findings.extend(told.map(|finding| wording::transformed(finding, origin).into()));
        }
        outcome.value
    }

    pub(super) fn refuse(&mut self, diagnostic: Diagnostic, subject: Subject) {
        self.findings.push(ReferenceFinding::placed(diagnostic, subject));
    }

    /// The place at which the reference reports errors about a block of the specification.
    pub(super) fn subject(&self, spec: &Spec, filled: &LevelBodies<'_>) -> Subject {
        match &spec.kind {
            Kind::Attr(attr) => match filled.attribute(attr.slot) {
                Some(found) => Subject::At(found.value_span()),
                None => filled.missing_subject(),
            },
            Kind::Object(..) | Kind::Array(_) => filled.missing_subject(),
            // The reference reports literals without a place, in a file of this name.
            Kind::Literal(_) => Subject::Nowhere("<unknown>"),
            // Like the reference, which assumes that the first one is used.
            Kind::Default(specs) => match specs.first() {
                Some(first) => hclx_diag::grow(|| self.subject(first, filled)),
                None => Subject::Missing,
            },
            Kind::Transform { nested, .. } => hclx_diag::grow(|| self.subject(nested, filled)),
            Kind::Block(single) => self.first_subject(single.position, Some(&single.level), filled),
            Kind::List(blocks) | Kind::Set(blocks) => {
                self.first_subject(blocks.position, Some(&blocks.level), filled)
            }
            Kind::Map(map) => self.first_subject(map.position, Some(&map.level), filled),
            Kind::Attrs(attrs) => self.first_subject(attrs.position, None, filled),
        }
    }

    fn first_subject(&self, position: usize, level: Option<&Level>, filled: &LevelBodies<'_>) -> Subject {
        let Some(block) = filled.blocks(position).next() else { return filled.missing_subject() };
        match level {
            Some(level) => self.subject_in(&block.body, level),
            None => Subject::At(block.def_range.in_source(block.body.source())),
        }
    }

    /// The place at which the reference reports errors about a whole block.
    pub(super) fn subject_in(&self, body: &BodyView<'_>, level: &Level) -> Subject {
        let filled = LevelBodies::silently(&Body::One(body.clone()), level);
        hclx_diag::grow(|| self.subject(&level.spec, &filled))
    }
}

/// Reports a missing required block.
pub(super) fn missing_block(decoder: &mut Decoder<'_>, spec: &Spec, filled: &LevelBodies<'_>) {
    let Some(nested) = spec.nested() else { return };
    let finding = hclx_schema::wording::missing_block(&filled.header(), &nested);
    let follows = filled.mentions(&nested.block_type);
    decoder
        .findings
        .push(ReferenceFinding { follows, ..ReferenceFinding::placed(finding, filled.missing_subject()) });
}
