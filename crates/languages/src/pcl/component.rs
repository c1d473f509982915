//! `component` blocks: programs in other directories, checked both on their own and from here.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::code_names as codes;
use hclx_diag::{Arrange, Diagnostic, Report, Span, Zone};
use hclx_schema::{Attribute, ExprMode, FilledBody, Header};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::BodyView;

use super::blocks;
use super::folder;
use super::functions::DIALECT;
use super::judge::{Judge, ProgramJudgement};
use super::package::{Object, Property, Shape, Slot};
use super::program::Declaration;

impl<'t> Judge<'_, 't> {
    pub(super) fn component(&mut self, declaration: &Declaration<'t>) -> Value {
        let Some(written) = declaration.block() else { return Value::dynamic() };
        let source = declaration.label(1);
        let inner = source.and_then(|(source, at)| self.inner_program(source, at, declaration.span));
        let (options, rest) = self.parted(written);
        let ranged = self.options(declaration, options.as_ref(), None);
        let inputs = inner.as_ref().map(|inner| inputs_of(inner));
        let block = match (&inputs, source) {
            (Some(inputs), _) => blocks::inputs_of(inputs),
            (None, Some(_)) => blocks::free(),
            (None, None) => blocks::free()
                .attribute(Attribute::new("token", Type::STRING).required().reading(ExprMode::Literal)),
        };
        // with a source, `token` is ignored without any other report
        let is_needless =
            source.is_some() && block.any_attribute.is_none() && block.find_attribute("token").is_none();
        let needless = if is_needless { needless_token(declaration, &rest) } else { None };
        let told: Vec<Zone> = needless.iter().filter_map(|one| one.span).map(Zone::silent).collect();
        let body = self.under(&told, |judge| {
            judge.fill(&rest, &Arc::new(block), &Header::of(written), &ranged.variables())
        });
        self.judged.findings.extend(needless);
        self.logical_name(&body, declaration.name);
        self.rows_of(declaration, &body);
        if let Some(inputs) = &inputs {
            self.check_component(declaration, &body, inputs);
        }
        let ty = match &inner {
            Some(inner) => ranged.wrap(outputs_of(inner)),
            None => Type::ANY,
        };
        let value = Value::unknown_under(ty.clone(), &DIALECT.rules);
        self.declared_row(declaration, ty, &value);
        value
    }

    /// The type and value of a component before it is checked, because other components may refer to it.
    pub(super) fn component_before(&mut self, declaration: &Declaration<'t>) -> Value {
        let inner = self.quietly(|judge| {
            declaration.label(1).and_then(|(source, at)| judge.inner_program(source, at, declaration.span))
        });
        // The option `range` would make it a list of instances.
        let is_single = declaration.block().is_some_and(|block| !block.body.mentions("options"));
        match inner.filter(|_| is_single) {
            Some(inner) => Value::unknown_under(outputs_of(&inner), &DIALECT.rules),
            None => Value::dynamic(),
        }
    }

    fn check_component(&mut self, declaration: &Declaration<'_>, body: &FilledBody<'_>, inputs: &Object) {
        for attribute in &body.attributes {
            if let Some(property) = inputs.get(attribute.view.name) {
                if attribute.value.is_null() && !property.required {
                    continue;
                }
                self.check(declaration, attribute.view.name, attribute, &property.slot);
            }
        }
    }

    /// The program in the directory of a component.
    fn inner_program(&mut self, source: &str, at: Span, call: Span) -> Option<Arc<ProgramJudgement>> {
        let reached = self.snapshot.reach(self.folder, source);
        let is_linked = reached.is_linked();
        let target = reached.real;
        let wrong = |message: String| Diagnostic::error(codes::COMPONENT_SOURCE, at, message);
        if target == self.folder {
            let message = "a component cannot be the program that contains it".to_owned();
            let finding = wrong(message).help("use another directory, relative to this one");
            self.judged.findings.push(match is_linked {
                true => finding.label(format!("`{source}` is a link to this directory")),
                false => finding,
            });
            return None;
        }
        let files = match folder::files(self.snapshot, &target) {
            Ok(files) => files,
            Err(refusal) => {
                let message = format!("cannot read directory `{source}`: {refusal}");
                self.judged.findings.push(wrong(message).help("use a directory relative to this one"));
                return None;
            }
        };
        if let Some(cycle) = folder::cycle(self.snapshot, &target, self.folder) {
            let finding = wrong(hclx_diag::dependency_cycle(&cycle));
            self.judged.findings.push(finding.label("this component uses the program that contains it"));
            return None;
        }
        if let Some(excess) = folder::excess(self.snapshot, self.folder) {
            let finding = Diagnostic::error(codes::EVALUATION_LIMIT, at, excess);
            self.judged.findings.push(finding.help("use fewer components in each other"));
            return None;
        }
        let inner = folder::judged(self.snapshot, self.budget, &target);
        self.judged.notes.extend(inner.notes.iter().cloned());
        // A selected program reports its findings itself.
        let elsewhere = files.iter().any(|file| self.snapshot.is_selected(*file));
        if !elsewhere {
            let findings = inner.findings.iter().cloned();
            let called = |finding: Diagnostic| finding.also(call, "this component uses it");
            self.judged.findings.extend(findings.map(called));
        }
        Some(inner)
    }
}

/// The inputs of a component.
fn inputs_of(inner: &ProgramJudgement) -> Object {
    let mut properties: Vec<Property> = inner
        .configs
        .iter()
        .map(|config| Property {
            name: config.name.clone(),
            slot: Slot::new(Shape::from(&config.ty)),
            required: config.required,
            constant: None,
            deprecated: None,
        })
        .collect();
    properties.arrange_by(|a, b| a.name.cmp(&b.name));
    properties.dedup_by(|a, b| a.name == b.name);
    Object { token: Arc::from(""), properties }
}

/// The type of a component: its outputs, wrapped as outputs.
fn outputs_of(inner: &ProgramJudgement) -> Type {
    let output = |(name, value): &(Arc<str>, Value)| {
        let ty = value.described_type();
        (name.clone(), Type::output(ty))
    };
    let mut attributes: Vec<(Arc<str>, Type)> = inner.outputs.iter().map(output).collect();
    attributes.arrange_by(|a, b| a.0.cmp(&b.0));
    attributes.dedup_by(|a, b| a.0 == b.0);
    Type::object(attributes)
}

/// Reports a `token` together with a source.
fn needless_token(declaration: &Declaration<'_>, body: &BodyView<'_>) -> Option<Diagnostic> {
    let token = body.just_attributes().0.into_iter().find(|attribute| attribute.name == "token")?;
    if matches!(declaration.tree.expr(token.value).kind, ExprKind::Missing) {
        return None;
    }
    let place = token.name_range.in_source(declaration.source);
    let message = "`token` is set, but this component has no source";
    let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
    Some(finding.help("remove it, or remove the second label"))
}
