//! `config`, `output`, `hook`, `pulumi` and `package` blocks.

use std::sync::Arc;

use hclx_analysis::TypeRow;
use hclx_core::{Type, Value, convert};
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, SourceId, Span, nearest};
use hclx_eval::Scope;
use hclx_eval::type_syntax::{TypeOptions, parse_type_text};
use hclx_schema::{FilledAttribute, FilledBody, Header};
use hclx_syntax::ast::{ExprKind, Tree};

use super::blocks::{self, LOGICAL_NAME};
use super::functions::DIALECT;
use super::judge::{ConfigInput, Judge, OpenInput};
use super::package::{Shape, Slot};
use super::program::{Declaration, Kind};

impl<'t> Judge<'_, 't> {
    pub(super) fn config(&mut self, declaration: &Declaration<'t>) -> Value {
        let declared = self.declared_type(declaration).map_or(Type::ANY, with_optional_attributes);
        let Some(body) = self.body(declaration, &blocks::CONFIG) else { return Value::dynamic() };
        self.rows_of(declaration, &body);
        let logical = self.logical_name(&body, declaration.name);
        self.literal_texts(declaration, &body, &["description"]);
        let (nullable, secret) = (
            self.literal_truth(declaration, &body, "nullable"),
            self.literal_truth(declaration, &body, "secret"),
        );
        let default = body.attribute("default");
        let mut ty = declared;
        if default.is_some_and(|default| default.good && default.value.is_null()) {
            ty = if ty.is_any() { ty } else { Type::union([ty, Type::NONE]) };
        } else if let Some(default) = default {
            self.check(declaration, "default", default, &Slot::new(Shape::from(&ty)));
        }
        if secret {
            ty = Type::output(ty);
        }
        let rules = DIALECT.rules;
        let value = Value::unknown_under(ty.clone(), &rules);
        self.declared_row(declaration, ty.clone(), &value);
        let required = default.is_none() && !nullable;
        let known = default.filter(|default| default.good && !default.value.is_null());
        let known = known.map(|default| &default.value).filter(|value| value.is_wholly_known());
        if !secret && !declaration.name.is_empty() {
            self.judged.allowed.push(OpenInput {
                name: declaration.name.into(),
                place: declaration.name_span,
                default: known.and_then(|value| convert(value, &ty, &rules).ok()),
                ty: ty.clone(),
            });
        }
        self.judged.configs.push(ConfigInput { name: logical, ty, required });
        value
    }

    pub(super) fn output(&mut self, declaration: &Declaration<'t>) -> Value {
        let declared = self.declared_type(declaration);
        let Some(body) = self.body(declaration, &blocks::OUTPUT) else { return Value::dynamic() };
        let logical = self.logical_name(&body, declaration.name);
        let Some(value) = body.attribute("value") else { return Value::dynamic() };
        if let Some(ty) = &declared {
            self.check(declaration, "value", value, &Slot::new(Shape::from(ty)));
        }
        let ty = declared.unwrap_or_else(|| value.value.described_type());
        let path = format!("output.{}", declaration.name);
        let place = declaration.tree.expr(value.view.value).range.in_source(declaration.source);
        self.judged.rows.push(TypeRow {
            path,
            ty,
            name_span: declaration.name_span,
            value_span: Some(place),
            value: value.value.clone(),
        });
        self.judged.outputs.push((logical, value.value.clone()));
        value.value.clone()
    }

    /// Checks the value of an attribute against a type.
    pub(super) fn check(
        &mut self,
        declaration: &Declaration<'_>,
        name: &str,
        attribute: &FilledAttribute<'_>,
        slot: &Slot,
    ) {
        if attribute.good {
            self.with_fit(declaration.tree, declaration.source, |fit| {
                fit.check(name, attribute.view.value, &attribute.value, slot)
            });
        }
    }

    /// The type denoted by the second label.
    fn declared_type(&mut self, declaration: &Declaration<'_>) -> Option<Type> {
        let (text, span) = declaration.label(1)?;
        let read = parse_type_text(SourceId(0), text, &TypeOptions::program());
        // the label's text has decoded escapes; if there are any, findings point to the whole label
        let quoted = declaration.tree.is_quoted(span.range);
        let shift = span.range.start + u32::from(quoted);
        let exact = span.range.len() as usize == text.len() + 2 * usize::from(quoted);
        let place = |at: Span| match exact {
            true => {
                hclx_diag::TextRange::new(at.range.start + shift, at.range.end + shift).in_source(span.source)
            }
            false => span,
        };
        for mut finding in read.diagnostics {
            if !exact {
                finding.fixes.clear();
            }
            self.judged.findings.extend(finding.moved(&|at| Some(place(at))));
        }
        Some(read.ty)
    }

    // Literals.

    /// The deployed name of a declaration.
    pub(super) fn logical_name(&mut self, body: &FilledBody<'_>, name: &str) -> Arc<str> {
        let Some(attribute) = body.attribute(LOGICAL_NAME) else { return name.into() };
        let tree = body.view.tree();
        match tree.expr(attribute.view.value).kind {
            ExprKind::String(text) => tree.text(text).into(),
            _ => {
                self.must_be_literal(tree, attribute, body.view.source(), "string");
                name.into()
            }
        }
    }

    fn literal_texts(&mut self, declaration: &Declaration<'_>, body: &FilledBody<'_>, names: &[&str]) {
        for attribute in names.iter().filter_map(|name| body.attribute(name)) {
            let kind = declaration.tree.expr(attribute.view.value).kind;
            if !matches!(kind, ExprKind::String(_) | ExprKind::Template(_)) {
                self.must_be_literal(declaration.tree, attribute, declaration.source, "string");
            }
        }
    }

    fn literal_truth(&mut self, declaration: &Declaration<'_>, body: &FilledBody<'_>, name: &str) -> bool {
        let Some(attribute) = body.attribute(name) else { return false };
        match declaration.tree.expr(attribute.view.value).kind {
            ExprKind::Bool(truth) => truth,
            _ => {
                self.must_be_literal(declaration.tree, attribute, declaration.source, "bool");
                false
            }
        }
    }

    fn must_be_literal(
        &mut self,
        tree: &Tree,
        attribute: &FilledAttribute<'_>,
        source: SourceId,
        what: &str,
    ) {
        if attribute.good {
            let place = tree.expr(attribute.view.value).range.in_source(source);
            let message = format!("`{}` must be a literal {what}", attribute.view.name);
            self.judged.findings.push(Diagnostic::error(codes::STATIC_EXPRESSION, place, message));
        }
    }

    // Hooks.

    pub(super) fn hook(&mut self, declaration: &Declaration<'t>) -> Value {
        let kinds = ["resource", "error"];
        let (kind, at) = declaration.label(0).unwrap_or(("resource", declaration.span));
        if !declaration.mislabelled && !kinds.contains(&kind) {
            let message = format!("a hook must be for `resource` or `error`, found `{kind}`");
            let finding = Diagnostic::error(codes::HOOK_KIND, at, message);
            self.judged.findings.push(finding.perhaps_meant(nearest(kind, kinds)));
        } else if !declaration.mislabelled {
            let kind = (kind.into(), declaration.name_span);
            self.judged.known.hooks.insert(declaration.name.into(), kind);
        }
        let is_error = kind == "error";
        let Some(written) = declaration.block() else { return Value::dynamic() };
        let mut variables = Scope::root();
        variables.define("args", arguments_of_hooks(is_error));
        let block = if is_error { &blocks::ERROR_HOOK } else { &blocks::RESOURCE_HOOK };
        let body = self.fill(&written.body, block, &Header::of(written), &variables);
        let texts = Slot::new(Shape::List(Arc::new(Slot::new(Shape::Base(Type::STRING)))));
        let truth = Slot::new(Shape::Base(Type::BOOL));
        for (name, slot) in [("command", &texts), ("onDryRun", &truth), ("ignoreErrors", &truth)] {
            if let Some(attribute) = body.attribute(name) {
                self.check(declaration, name, attribute, slot);
            }
        }
        Value::dynamic()
    }

    pub(super) fn pulumi(&mut self, declaration: &Declaration<'t>) -> Value {
        if let Some(body) = self.body(declaration, &blocks::PULUMI)
            && let Some(attribute) = body.attribute("requiredVersionRange")
        {
            let slot = Slot::new(Shape::Base(Type::STRING));
            self.check(declaration, "requiredVersionRange", attribute, &slot);
        }
        Value::dynamic()
    }

    // Packages.

    /// Reads all `package` blocks. Each describes a different package, except that files may repeat equal blocks.
    pub(super) fn packages_of_blocks(&mut self) {
        let mut known: Vec<(PackageBlock, Span)> = Vec::new();
        let program = self.program;
        for declaration in program.declarations.iter().filter(|one| one.kind == Kind::Package) {
            let Some(block) = self.package(declaration) else { continue };
            let place = declaration.span;
            let same = known.iter().find(|(other, _)| other.name() == block.name());
            if let Some((other, first)) = same
                && (*other != block || first.source == place.source)
            {
                let message = format!("duplicate package `{}`", block.name());
                let finding = Diagnostic::error(codes::DECLARED_TWICE, place, message);
                self.judged.findings.push(finding.also(*first, "first declared here"));
            }
            known.push((block, place));
        }
    }

    fn package(&mut self, declaration: &Declaration<'t>) -> Option<PackageBlock> {
        let body = self.body(declaration, &blocks::PACKAGE)?;
        let mut block = PackageBlock::default();
        let source = declaration.source;
        let mut text = |body: &FilledBody<'_>, name: &str, valid: fn(&str) -> bool, what: &str| {
            let attribute = body.attribute(name)?;
            let tree = body.view.tree();
            let place = tree.expr(attribute.view.value).range.in_source(source);
            let literal = match tree.expr(attribute.view.value).kind {
                ExprKind::String(text) => Some(tree.text(text).to_owned()),
                _ => None,
            };
            if attribute.good && !literal.as_deref().is_some_and(valid) {
                let message = format!("`{name}` must be {what}");
                self.judged.findings.push(Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message));
            }
            literal
        };
        block.provider = text(&body, "baseProviderName", |_| true, "a literal string").unwrap_or_default();
        block.version =
            text(&body, "baseProviderVersion", is_version, "a version such as `1.2.3`").unwrap_or_default();
        block.url = text(&body, "baseProviderDownloadUrl", is_url, "a URL").unwrap_or_default();
        for inner in body.blocks("parameterization") {
            let inner = &inner.body;
            let name = text(inner, "name", |_| true, "a literal string").unwrap_or_default();
            let version = text(inner, "version", is_version, "a version such as `1.2.3`").unwrap_or_default();
            let value = text(inner, "value", is_base64, "base64").unwrap_or_default();
            block.parameterization = Some([name, version, value]);
        }
        if block.provider.is_empty() {
            match declaration.label(0) {
                Some((label, _)) => block.provider = label.to_owned(),
                None if body.attribute("baseProviderName").is_none() => {
                    let message = "missing required attribute `baseProviderName` in `package`";
                    let finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, declaration.span, message);
                    self.judged.findings.push(finding.help("add `baseProviderName = …`"));
                }
                None => {}
            }
        }
        Some(block)
    }
}

/// The contents of a `package` block.
#[derive(Default, PartialEq, Eq)]
struct PackageBlock {
    provider: String,
    version: String,
    url: String,
    parameterization: Option<[String; 3]>,
}

impl PackageBlock {
    /// The name that tokens use.
    fn name(&self) -> &str {
        match &self.parameterization {
            Some([name, ..]) if !name.is_empty() => name,
            _ => &self.provider,
        }
    }
}

/// The value of `args` in a hook's command.
fn arguments_of_hooks(is_error: bool) -> Value {
    let texts = ["urn", "id", "name", "type"].map(|name| (name, Type::STRING));
    let maps = ["newInputs", "oldInputs", "oldOutputs", "newOutputs"];
    let maps = maps.into_iter().filter(|name| !(is_error && *name == "newOutputs"));
    let all = texts.into_iter().chain(maps.map(|name| (name, Type::map(Type::ANY))));
    Value::unknown_under(Type::object(all), &DIALECT.rules)
}

/// Makes the attributes of objects optional, including those inside one list or map.
fn with_optional_attributes(ty: Type) -> Type {
    let optional = |ty: &Type| {
        let object = ty.as_object()?;
        let attribute =
            |one: &hclx_core::ObjectAttribute| (one.name.clone(), Type::union([one.ty.clone(), Type::NONE]));
        Some(Type::object(object.attributes().iter().map(attribute).collect::<Vec<_>>()))
    };
    let inner = ty.element().and_then(optional);
    match (ty.kind(), inner) {
        (hclx_core::TypeKind::List(_), Some(element)) => Type::list(element),
        (hclx_core::TypeKind::Map(_), Some(element)) => Type::map(element),
        _ => optional(&ty).unwrap_or(ty),
    }
}

/// Returns `true` for a semantic version such as `1.2.3-alpha.1+build`.
fn is_version(text: &str) -> bool {
    let core = text.split_once('+').map_or(text, |(core, _)| core);
    let core = core.split_once('-').map_or(core, |(core, _)| core);
    let parts: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part.len() == 1 || !part.starts_with('0'))
    };
    parts.len() == 3 && parts.iter().all(is_number)
}

/// Returns `true` for an absolute URL or an absolute path.
fn is_url(text: &str) -> bool {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    text.starts_with('/') || scheme.is_some_and(is_scheme) && !text.contains(char::is_whitespace)
}

fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - digits.len() <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
