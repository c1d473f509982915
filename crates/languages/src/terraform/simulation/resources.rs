//! The values of resources and data sources.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind};
use hclx_core::{Refiner, Type, TypeKind, Value, convert};
use hclx_diag::TextRange;
use hclx_schema::{Block, Filled, FilledBody, Header, fill};
use hclx_syntax::body::BlockView;

use super::conditions;
use super::expressions::{BodyExpressions, ScopeNames};
use super::module::{Walk, blocks_of, errors_in, follows, is_plan};
use super::open::{causes_of, mark};
use super::providers::{Answers, Mock};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::functions::DIALECT;
use crate::terraform::providers::{configurations, provider_schemas};
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The schema of a resource.
enum Schema {
    Known(Arc<Block>),
    Open(Cause),
}

/// A resource with its schema and the origin of its values.
struct Resource<'d> {
    declaration: &'d Declaration,
    meta: Arc<Block>,
    schema: Schema,
    answers: Answers,
}

impl Walk<'_> {
    /// The value of all instances of a resource.
    pub(super) fn resource(&mut self, declaration: &Declaration) -> Value {
        let meta = schemas::meta(declaration.kind).unwrap_or_else(schemas::data);
        let view = declaration.written.view();
        if declaration.inside_check || view.mentions(schemas::ESCAPE) {
            let what = format!("`{}` is not simulated", declaration.address());
            return self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
        }
        if !is_plan(self.setting) && view.mentions("provisioner") {
            let what = format!("the provisioners of `{}` are not executed here", declaration.address());
            self.setting.doubt(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
        }
        let is_kept = blocks_of(&declaration.written, &meta, "lifecycle");
        if !is_plan(self.setting) && is_kept.iter().any(|one| one.body.mentions("prevent_destroy")) {
            let what =
                format!("`{}` has `prevent_destroy`, which may fail the teardown", declaration.address());
            self.setting.doubt(Cause::new(CauseKind::Version, what).at(declaration.name_span));
        }
        let Some(instances) = self.instances(declaration, &meta) else { return self.open(follows()) };
        let schema = self.schema(declaration, &meta);
        let name = configurations::configuration_of(declaration).map(|(name, _)| name);
        let answers = name.map_or(Answers::Real, |name| self.call.providers.of(&name));
        let resource = Resource { declaration, meta, schema, answers };
        let contexts = Self::contexts(&instances).into_iter();
        let values = contexts.map(|(context, key)| self.instance(&resource, context, key)).collect();
        instances.value(values)
    }

    fn schema(&self, declaration: &Declaration, meta: &Block) -> Schema {
        if let Some(block) = schemas::built_in(declaration.kind, &declaration.of_type) {
            return Schema::Known(block);
        }
        let run = *self.setting.evaluator;
        let found = provider_schemas::of_declaration(run, self.module, declaration);
        let name = found
            .as_ref()
            .as_ref()
            .map_or_else(|| "this provider".to_owned(), |(address, _)| address.short());
        let package = found.as_ref().as_ref().and_then(|(_, package)| package.as_ref().ok()?.clone());
        let kind = provider_schemas::described(declaration.kind);
        let block = package.zip(kind).and_then(|(package, kind)| {
            provider_schemas::type_block(run.snapshot, &package, (kind, &declaration.of_type), meta)
        });
        let missing = || {
            let cause =
                Cause::new(CauseKind::Schema, format!("`{}` has no schema of {name}", declaration.of_type));
            Schema::Open(
                cause.remedy("import the schema with `hclx schema import`").at(declaration.name_span),
            )
        };
        block.map_or_else(missing, Schema::Known)
    }

    /// The value of one instance; its conditions are judged.
    fn instance(&self, resource: &Resource<'_>, mut context: Context, key: Option<Arc<str>>) -> Value {
        let Resource { declaration, meta, .. } = resource;
        let object = self.object(declaration, key);
        let lifecycle = blocks_of(&declaration.written, meta, "lifecycle");
        let names = self.names(&context);
        let before = conditions_in(&lifecycle, "precondition");
        if !conditions::judge(&names, &object, declaration.kind, &before) {
            return conditions::stopped(&names, &object, Value::dynamic());
        }
        let value = self.filled(resource, &names, &lifecycle);
        let after = conditions_in(&lifecycle, "postcondition");
        drop(names);
        context.this = Some(value.clone());
        let names = self.names(&context);
        match conditions::judge(&names, &object, declaration.kind, &after) {
            true => value,
            false => conditions::stopped(&names, &object, value),
        }
    }

    fn filled(&self, resource: &Resource<'_>, names: &ScopeNames<'_>, lifecycle: &[BlockView<'_>]) -> Value {
        let Resource { declaration, meta, schema, .. } = resource;
        let written = &declaration.written;
        let open = schemas::open(meta, declaration.kind);
        let block = match schema {
            Schema::Known(block) => block,
            Schema::Open(_) => &open,
        };
        let mut apart: Vec<TextRange> = lifecycle.iter().map(|block| block.body.range()).collect();
        for name in ["provisioner", "connection"] {
            apart.extend(blocks_of(written, meta, name).iter().map(|block| block.body.range()));
        }
        let arguments = ["count", "for_each", "provider", "depends_on"];
        apart.extend(arguments.iter().filter_map(|name| Some(written.attribute(meta, name)?.range)));
        let mut language = BodyExpressions::new(names, apart);
        let header = Header { place: written.place(), name: None };
        let filled = fill(&written.view(), block, &header, &mut language);
        let BodyExpressions { errors, doubts, .. } = language;
        self.setting.doubts(None, doubts);
        let count = errors.len();
        errors.into_iter().for_each(|error| self.setting.error(error));
        if filled.findings.iter().filter(|one| one.is_error()).count() > count {
            return self.unclear(errors_in(declaration));
        }
        if !matches!(resource.answers, Answers::BuiltIn) {
            self.rejected(&own(&filled.value, meta));
        }
        match schema {
            Schema::Known(_) if count == 0 => self.answered(resource, &filled),
            Schema::Known(_) => self.open(follows()),
            Schema::Open(cause) => self.open(cause.clone()),
        }
    }

    /// Records that a provider may reject a generated value, for example where it expects JSON: it validates the
    /// arguments of mocked resources too.
    fn rejected(&self, value: &Value) {
        let is_generated =
            |id: &usize| self.setting.causes.get(*id).is_some_and(|one| one.kind == CauseKind::Mock);
        self.setting.doubts(None, causes_of(value).into_iter().filter(is_generated));
    }

    /// The value of an instance with the answers of its provider or mock.
    fn answered(&self, resource: &Resource<'_>, filled: &Filled<'_>) -> Value {
        let Resource { declaration, meta, answers, .. } = resource;
        let value = own(&filled.value, meta);
        let at = |cause: Cause| cause.at(declaration.name_span);
        if has_open_blocks(&filled.body) {
            let what = format!("the number of blocks in `{}` is unknown", declaration.address());
            return self.open(at(Cause::new(CauseKind::Feature, what)));
        }
        if self.is_overridden(&declaration.name, Some(&declaration.of_type)) {
            let what = format!("`{}` is overridden", declaration.address());
            return self.open(at(Cause::new(CauseKind::Mock, what)));
        }
        match (answers, declaration.kind) {
            (Answers::Unclear(cause), _) => self.unclear(cause.clone()),
            (Answers::BuiltIn, Kind::Resource) => self.built_in(declaration, value),
            (Answers::BuiltIn, _) | (Answers::Real, Kind::Data) => {
                let what = format!("`{}` reads what exists", declaration.address());
                self.unclear(at(Cause::new(CauseKind::Provider, what).remedy("mock the provider")))
            }
            (Answers::Real, _) => {
                let what =
                    format!("a provider that is not mocked computes parts of `{}`", declaration.address());
                let id = self
                    .setting
                    .causes
                    .id(at(Cause::new(CauseKind::Provider, what).remedy("mock the provider")));
                // a provider may also fill in an argument that its schema does not call computed
                mapped(&value, &|absent| Value::unknown(absent.ty().clone()).with_marks(&mark(id)))
            }
            (Answers::Mock(mock), _) if mock.is_unclear => {
                let what = format!("the mock of `{}` is not simulated", mock.name);
                self.open(at(Cause::new(CauseKind::Mock, what)))
            }
            (Answers::Mock(mock), Kind::Resource) if is_plan(self.setting) => {
                let _ = mock;
                value
            }
            (Answers::Mock(mock), Kind::Resource) => self.generated(declaration, value, mock),
            (Answers::Mock(mock), _) => self.read(resource, filled, value, mock),
        }
    }

    /// The value of `terraform_data`, whose output is its input.
    fn built_in(&self, declaration: &Declaration, value: Value) -> Value {
        let Some(input) = value.get_attr_value("input").cloned() else { return self.open(follows()) };
        let id = match is_plan(self.setting) {
            true => not_null(Value::unknown(Type::STRING)),
            false => {
                let what = format!("`{}.id` is generated", declaration.address());
                not_null(self.setting.causes.open(Type::STRING, Cause::new(CauseKind::Provider, what)))
            }
        };
        let output = match is_plan(self.setting) && !input.is_null() {
            true => Value::unknown(input.ty().clone()).with_marks(&input.marks_within()),
            false => input,
        };
        let entries = value.iter_entries().map(|(name, value)| match &**name {
            "id" => (Arc::clone(name), id.clone()),
            "output" => (Arc::clone(name), output.clone()),
            _ => (Arc::clone(name), value.clone()),
        });
        Value::object(entries.collect::<Vec<_>>())
    }

    /// The value of a mocked data source: it is read while planning if its configuration is known and it waits for
    /// nothing.
    fn read(&self, resource: &Resource<'_>, filled: &Filled<'_>, value: Value, mock: &Mock) -> Value {
        let Resource { declaration, meta, .. } = resource;
        let attributes = filled.body.attributes.iter().filter(|one| !schemas::is_meta(meta, one.view.name));
        let is_known = attributes.into_iter().all(|one| one.value.is_wholly_known());
        let has_dynamic = filled.body.blocks.iter().any(|block| block.dynamic.is_some());
        let waits = self.call.waits || declaration.attribute(meta, "depends_on").is_some();
        let has_unknown_block = filled.body.blocks.iter().any(|block| !is_known_within(&block.body));
        let open = causes_of(&value);
        if is_plan(self.setting) && (waits || has_dynamic || !open.is_empty()) {
            let what = format!("`{}` may be read while planning, or later", declaration.address());
            return self.open(Cause::new(CauseKind::Mock, what).at(declaration.name_span));
        }
        match is_plan(self.setting) && (!is_known || has_unknown_block) {
            true => value,
            false => self.generated(declaration, value, mock),
        }
    }

    /// The value with defaults of the mock, and with generated values for everything else that is computed.
    fn generated(&self, declaration: &Declaration, value: Value, mock: &Mock) -> Value {
        let (defaults, block) = match declaration.kind {
            Kind::Data => (mock.data.get(&declaration.of_type), "mock_data"),
            _ => (mock.resources.get(&declaration.of_type), "mock_resource"),
        };
        let entries = value.iter_entries().map(|(name, value)| {
            let default = defaults.and_then(|defaults| defaults.get_attr_value(name));
            let value = match default {
                Some(default) if !value.is_known() => convert(default, value.ty(), &DIALECT.rules)
                    .unwrap_or_else(|_| self.unclear(errors_in(declaration))),
                // a default of a part is not followed into blocks
                Some(_) if !value.is_wholly_known() => self.unclear(errors_in(declaration)),
                _ => mapped(value, &|unknown| {
                    if unknown.is_known() {
                        return unknown;
                    }
                    let what = format!("`{}.{name}` is generated", declaration.address());
                    let remedy =
                        format!("add `{name}` to the defaults of `{block} \"{}\"`", declaration.of_type);
                    let cause = Cause::new(CauseKind::Mock, what).remedy(remedy).at(declaration.name_span);
                    generated_like(unknown, |ty| self.setting.causes.open(ty, cause.clone()))
                }),
            };
            (Arc::clone(name), value)
        });
        Value::object(entries.collect::<Vec<_>>())
    }
}

/// A generated value in place of an unknown one.
fn generated_like(unknown: Value, open: impl Fn(Type) -> Value) -> Value {
    let ty = unknown.ty().clone();
    let value = match ty.kind() {
        TypeKind::Number => Value::number(hclx_core::Number::from(0i64)),
        TypeKind::Bool => Value::bool(false),
        TypeKind::List(element) => Value::list(element.clone(), Vec::new()),
        TypeKind::Set(element) => Value::set(element.clone(), Vec::new()),
        TypeKind::Map(element) => Value::map(element.clone(), []),
        TypeKind::String => not_null(open(ty)),
        _ => open(ty),
    };
    value.with_marks(unknown.marks())
}

fn not_null(value: Value) -> Value {
    Refiner::new(value.clone()).not_null().and_then(Refiner::finish).unwrap_or(value)
}

/// A value in which each part that is null, or unknown and not open, is replaced.
fn mapped(value: &Value, replace: &dyn Fn(Value) -> Value) -> Value {
    if !value.is_known() || value.is_null() {
        return if causes_of(value).is_empty() { replace(value.clone()) } else { value.clone() };
    }
    let part = |value: &Value| hclx_diag::grow(|| mapped(value, replace));
    let elements = || value.elements().unwrap_or_default().iter().map(part).collect::<Vec<_>>();
    let made = match value.ty().kind() {
        TypeKind::Object(_) => Value::object(
            value.iter_entries().map(|(name, one)| (Arc::clone(name), part(one))).collect::<Vec<_>>(),
        ),
        TypeKind::Map(element) => {
            let entries = value.iter_entries().map(|(name, one)| (Arc::clone(name), part(one)));
            Value::map(element.clone(), entries.collect::<Vec<_>>())
        }
        TypeKind::Tuple(_) => Value::tuple(elements()),
        TypeKind::List(element) => Value::list(element.clone(), elements()),
        TypeKind::Set(element) => Value::set(element.clone(), elements()),
        _ => return value.clone(),
    };
    made.with_marks(value.marks())
}

/// The value of a resource without the language's own arguments.
fn own(value: &Value, meta: &Block) -> Value {
    let parts = value.iter_entries().filter(|(name, _)| !schemas::is_meta(meta, name));
    Value::object(parts.map(|(name, value)| (Arc::clone(name), value.clone())).collect::<Vec<_>>())
}

fn conditions_in<'w>(lifecycle: &[BlockView<'w>], name: &str) -> Vec<BlockView<'w>> {
    let Some(nested) = schemas::resource().find_block("lifecycle").map(|nested| nested.body.fixed()) else {
        return Vec::new();
    };
    let blocks = lifecycle.iter().flat_map(|one| one.body.sorted(nested.prepared()).content.blocks);
    blocks.filter(|one| one.block_type == name).collect()
}

/// Returns `true` if a `dynamic` block generates an unknown number of blocks.
fn has_open_blocks(body: &FilledBody<'_>) -> bool {
    body.blocks.iter().any(|block| {
        let each = block.dynamic.as_ref().and_then(|dynamic| dynamic.for_each.as_ref());
        each.is_some_and(|(_, value)| !value.is_known() || value.contains_marks())
            || has_open_blocks(&block.body)
    })
}

fn is_known_within(body: &FilledBody<'_>) -> bool {
    body.attributes.iter().all(|one| one.value.is_wholly_known())
        && body.blocks.iter().all(|block| is_known_within(&block.body))
}
