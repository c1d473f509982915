//! Resources and data sources: their instances, arguments and conditions.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Cause, CauseKind};
use hclx_core::Value;
use hclx_diag::{Diagnostic, OrderedSet, TextRange, code_names as codes, locked};
use hclx_schema::{Block, Header, Nested, fill};
use hclx_syntax::body::BlockView;

use super::computed::{CONFIGURED, without_marks};
use super::conditions;
use super::expressions::{BlockCounts, BodyExpressions, ScopeNames};
use super::journal::CheckedObject;
use super::module::{Walk, blocks_of, errors_in, is_plan};
use super::open::{causes_of, mark};
use super::options::PlanMode;
use super::providers::{Answers, is_offline};
use super::state::Change;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::providers::{configurations, provider_schemas};
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::admitted::AdmittedBlocks;

/// Arguments whose values providers accept unchecked.
const UNCHECKED: &[&str] = &["keepers", "tags", "tags_all", "triggers"];

/// The schema of a resource.
pub(super) enum Schema {
    Known(Arc<Block>),
    /// A schema with unstated parts, which are therefore of any type.
    Partial(Arc<Block>),
    Open(Cause),
}

/// A resource with its schema and the origin of its values.
pub(super) struct Resource<'d> {
    pub(super) declaration: &'d Declaration,
    pub(super) node: NodeId,
    pub(super) meta: Arc<Block>,
    pub(super) schema: Schema,
    pub(super) answers: Answers,
    /// The attributes that an older allowed release of the provider lacks.
    newer: OrderedSet<Arc<str>>,
    /// The changes of its instances.
    change: Cell<Change>,
    /// An instance whose conditions fail or may fail.
    failing: RefCell<Option<CheckedObject>>,
}

impl Resource<'_> {
    /// Records the change of an instance.
    pub(super) fn changes(&self, change: Change) {
        self.change.set(self.change.get().max(change));
    }
}

/// An instance of a resource.
pub(super) struct Instance<'i> {
    pub(super) address: String,
    /// The key, as in an address.
    pub(super) key: Option<Arc<str>>,
    pub(super) lifecycle: &'i [BlockView<'i>],
}

impl Instance<'_> {
    /// The address of the instance.
    pub(super) fn full_address(&self) -> String {
        format!("{}{}", self.address, self.key.as_deref().unwrap_or_default())
    }
}

impl Walk<'_> {
    /// The value of all instances of a resource.
    pub(super) fn resource(&mut self, node: NodeId, declaration: &Declaration) -> Value {
        let meta = schemas::meta(declaration.kind).unwrap_or_else(schemas::data);
        let view = declaration.written.view();
        if declaration.inside_check || view.mentions(schemas::ESCAPE) {
            self.changes[node.index()].own = Change::Open;
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
        let instances = self.instances(declaration, &meta);
        self.changes[node.index()].own = if instances.is_err() { Change::Open } else { Change::None };
        let instances = match instances {
            Ok(instances) => instances,
            Err(value) => return value,
        };
        let (schema, answers) = (self.schema(declaration), self.answers(declaration));
        let (change, failing, newer) =
            (Cell::default(), RefCell::default(), self.newer_attributes(declaration));
        let resource = Resource { declaration, node, meta, schema, answers, newer, change, failing };
        if self.setting.options.mode == PlanMode::RefreshOnly && declaration.kind == Kind::Resource {
            return self.refreshed_value(&resource, instances);
        }
        let contexts = Self::contexts(&instances).into_iter();
        let values = contexts.map(|(context, key)| self.instance(&resource, context, key)).collect();
        self.changes[node.index()].own = resource.change.get();
        let value = instances.value(values);
        match resource.failing.take() {
            // references to one instance wait for all of them
            Some(object) => conditions::stopped(&self.names(&Context::default()), &object, value),
            None => value,
        }
    }

    /// The value of an ephemeral resource, which its provider opens in each run. Mocks reject such types even without
    /// instances.
    pub(super) fn ephemeral(&mut self, node: NodeId, declaration: &Declaration) -> Value {
        if matches!(self.answers(declaration), Answers::Mock(_)) {
            let message = format!("`{}` is ephemeral, which a mock does not support", declaration.address());
            let finding = Diagnostic::error(codes::TEST_FILE, declaration.name_span, message);
            self.setting.error(finding.help("test without the mock of its provider"));
            return self.after_error();
        }
        let meta = schemas::meta(declaration.kind).unwrap_or_else(schemas::resource);
        match self.instances(declaration, &meta) {
            Ok(instances) if Self::contexts(&instances).is_empty() => instances.value(Vec::new()),
            Ok(_) if is_offline(&declaration.of_type) => self.resource(node, declaration),
            Ok(_) => {
                let what = format!("`{}` may not be opened", declaration.address());
                self.unclear(Cause::new(CauseKind::Provider, what).at(declaration.name_span))
            }
            Err(value) => value,
        }
    }

    /// The origin of the values of a resource, according to its provider configuration.
    fn answers(&self, declaration: &Declaration) -> Answers {
        let name = configurations::configuration_of(declaration).map(|(name, _)| name);
        name.map_or(Answers::Real, |name| self.call.providers.of(&name))
    }

    /// The attributes of a resource that an older allowed release of its provider lacks.
    fn newer_attributes(&self, declaration: &Declaration) -> OrderedSet<Arc<str>> {
        let run = *self.setting.evaluator;
        let admitted = AdmittedBlocks::of_declaration(run, self.module, declaration);
        admitted.map(|blocks| blocks.newer_attributes(run.snapshot)).unwrap_or_default()
    }

    fn schema(&self, declaration: &Declaration) -> Schema {
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
        let is_derived = package.as_ref().is_some_and(|package| package.is_derived());
        let block = package.and_then(|package| {
            let of_kind = |kind: Kind| {
                let kind = provider_schemas::described(kind)?;
                provider_schemas::type_block(run.snapshot, &package, (kind, &declaration.of_type))
            };
            // derived schemas contain no ephemeral resources, whose arguments are those of the resources with the same
            // names
            let is_twin = declaration.kind == Kind::Ephemeral && is_derived;
            of_kind(declaration.kind).or_else(|| is_twin.then(|| of_kind(Kind::Resource)).flatten())
        });
        let missing = || {
            let cause =
                Cause::new(CauseKind::Schema, format!("`{}` has no schema of {name}", declaration.of_type));
            Schema::Open(
                cause.remedy("import the schema with `hclx schema import`").at(declaration.name_span),
            )
        };
        match block {
            Some(block) if is_derived => Schema::Partial(block),
            Some(block) => Schema::Known(block),
            None => missing(),
        }
    }

    /// The value of one instance, whose conditions are checked.
    fn instance(&self, resource: &Resource<'_>, mut context: Context, key: Option<Arc<str>>) -> Value {
        let Resource { declaration, meta, .. } = resource;
        let object = self.object(declaration, key);
        let lifecycle = blocks_of(&declaration.written, meta, "lifecycle");
        let names = self.names(&context);
        let before = conditions_in(&lifecycle, "precondition");
        if !conditions::judge(&names, &object, declaration.kind, &before) {
            *resource.failing.borrow_mut() = Some(object.clone());
            return conditions::stopped(&names, &object, Value::dynamic());
        }
        let instance = Instance {
            address: self.address(declaration),
            key: object.instance.clone(),
            lifecycle: &lifecycle,
        };
        let value = without_marks(&self.filled(resource, &names, &instance));
        let value = self.without_newer(resource, value);
        if declaration.kind == Kind::Resource && !is_plan(self.setting) {
            let address = instance.full_address().into();
            locked(&self.setting.next).insert(address, value.clone());
        }
        let after = conditions_in(&lifecycle, "postcondition");
        drop(names);
        context.this = Some(value.clone());
        let names = self.names(&context);
        match conditions::judge(&names, &object, declaration.kind, &after) {
            true => value,
            false => {
                *resource.failing.borrow_mut() = Some(object.clone());
                conditions::stopped(&names, &object, value)
            }
        }
    }

    /// The value of an instance in which attributes that an older allowed release lacks are open, because references to
    /// them fail in that release.
    fn without_newer(&self, resource: &Resource<'_>, value: Value) -> Value {
        let names = &resource.newer;
        if names.is_empty() || !value.is_known() || value.ty().as_object().is_none() {
            return value;
        }
        let declaration = resource.declaration;
        let what =
            format!("attributes of `{}` differ between releases of its provider", declaration.address());
        let cause = Cause::new(CauseKind::Version, what).remedy("pin the provider to one release");
        let id = self.setting.causes.id(cause.at(declaration.name_span));
        let entries = value.iter_entries().map(|(name, part)| {
            let is_newer = names.contains(name);
            let open = || Value::unknown(part.ty().clone()).with_marks(&mark(id));
            (Arc::clone(name), if is_newer { open() } else { part.clone() })
        });
        Value::object(entries.collect::<Vec<_>>()).with_marks(value.marks())
    }

    fn filled(&self, resource: &Resource<'_>, names: &ScopeNames<'_>, instance: &Instance<'_>) -> Value {
        let Resource { declaration, meta, schema, .. } = resource;
        let written = &declaration.written;
        let open = schemas::open(meta, declaration.kind);
        let block = match schema {
            Schema::Known(block) | Schema::Partial(block) => block,
            Schema::Open(_) => &open,
        };
        let mut apart: Vec<TextRange> = instance.lifecycle.iter().map(|block| block.body.range()).collect();
        for name in ["provisioner", "connection"] {
            apart.extend(blocks_of(written, meta, name).iter().map(|block| block.body.range()));
        }
        let arguments = ["count", "for_each", "provider", "depends_on"];
        apart.extend(arguments.iter().filter_map(|name| Some(written.attribute(meta, name)?.range)));
        let mut language = BodyExpressions { mark: Some(CONFIGURED), ..BodyExpressions::new(names, apart) };
        let header = Header { place: written.place(), name: None };
        let filled = fill(&written.view(), block, &header, &mut language);
        let BodyExpressions { errors, doubts, skipped, counts, .. } = language;
        if let Some(id) = skipped {
            resource.changes(Change::Open);
            return Value::dynamic().with_marks(&mark(id));
        }
        self.setting.doubts(None, doubts);
        let count = errors.len();
        errors.into_iter().for_each(|error| self.setting.error(error));
        let mut value = own(&filled.value, meta);
        if let Schema::Partial(block) = schema {
            value = self.without_gaps(declaration, block, &value);
        }
        if filled.findings.iter().filter(|one| one.is_error()).count() > count {
            resource.changes(Change::Open);
            return self.unclear(errors_in(declaration));
        }
        if !matches!(resource.answers, Answers::BuiltIn) {
            self.rejected(&value);
        }
        match schema {
            Schema::Known(_) | Schema::Partial(_) if count > 0 => self.after_error(),
            Schema::Known(block) | Schema::Partial(block) => match with_counts(block, value, &counts) {
                Some(value) => self.answered(resource, block, value, instance),
                None => {
                    resource.changes(Change::Open);
                    let what = format!("the number of blocks in `{}` is unknown", declaration.address());
                    self.open(Cause::new(CauseKind::Feature, what).at(declaration.name_span))
                }
            },
            Schema::Open(cause) => {
                resource.changes(Change::Open);
                self.open(cause.clone())
            }
        }
    }

    /// The value of a resource in which the parts that its schema does not state are open.
    fn without_gaps(&self, declaration: &Declaration, block: &Block, value: &Value) -> Value {
        let parts = value.iter_entries().map(|(name, part)| {
            let is_open = match (block.find_attribute(name), block.find_block(name)) {
                // it does not state which arguments are write-only, but their names share a suffix by convention
                (Some(attribute), _) => attribute.ty.has_any() || name.ends_with(WRITE_ONLY),
                (None, Some(nested)) => has_gaps(&nested.body.fixed()),
                (None, None) => false,
            };
            let what =
                || format!("the schema does not state all parts of `{}.{name}`", declaration.address());
            let cause = || {
                let cause = Cause::new(CauseKind::Schema, what());
                cause.remedy("import the schema with `hclx schema import`").at(declaration.name_span)
            };
            (Arc::clone(name), if is_open && !part.is_null() { self.open(cause()) } else { part.clone() })
        });
        Value::object(parts.collect::<Vec<_>>())
    }

    /// Records that a provider may reject a generated value, for example if it expects JSON, because the arguments of
    /// mocked resources are validated as well. A generated string inside of JSON keeps the JSON valid.
    fn rejected(&self, value: &Value) {
        let is_generated =
            |id: &usize| self.setting.causes.get(*id).is_some_and(|one| one.kind == CauseKind::Mock);
        let checked = value.iter_entries().filter(|(name, _)| !UNCHECKED.contains(&&***name));
        let is_json = |value: &Value| value.decoded_json().is_some();
        let causes = checked.filter(|(_, value)| !is_json(value)).flat_map(|(_, value)| causes_of(value));
        self.setting.doubts(None, causes.filter(is_generated));
    }
}

/// The suffix of write-only arguments.
const WRITE_ONLY: &str = "_wo";

/// The value of a body in which all blocks of a type are unknown if their number is; `None` if it is unclear which
/// type.
fn with_counts(block: &Block, value: Value, counts: &BlockCounts) -> Option<Value> {
    let marks = match counts {
        BlockCounts::Known => return Some(value),
        BlockCounts::Marked => return None,
        BlockCounts::Unknown(marks) => marks,
    };
    // blocks that a provider may compute are unknown too, if the configuration has none
    let is_clear = |nested: &Nested| !nested.computed && !nested.also_attribute;
    let parts = value.iter_entries().map(|(name, part)| {
        let is_block = block.find_attribute(name).is_none() && block.find_block(name).is_some();
        if !is_block || part.is_known() && part.is_wholly_known() {
            return Some((Arc::clone(name), part.clone()));
        }
        let nested = block.find_block(name).filter(|nested| is_clear(nested))?;
        let part = match part.is_known() {
            false => Value::unknown(part.ty().clone()).with_mark(CONFIGURED).with_marks(marks),
            true => within_blocks(&nested.body.fixed(), part, counts)?,
        };
        Some((Arc::clone(name), part))
    });
    let parts = parts.collect::<Option<Vec<_>>>()?;
    Some(Value::object(parts).with_marks(value.marks()))
}

/// Like [`with_counts`], for a single block or a collection of blocks.
fn within_blocks(block: &Block, value: &Value, counts: &BlockCounts) -> Option<Value> {
    if value.ty().as_object().is_some() {
        return with_counts(block, value.clone(), counts);
    }
    let mut is_clear = true;
    let parts = value.map_parts(|part| {
        let counted = hclx_diag::grow(|| within_blocks(block, part, counts));
        is_clear &= counted.is_some();
        counted.unwrap_or_else(|| part.clone())
    });
    Some(parts?.with_marks(value.marks())).filter(|_| is_clear)
}

/// Returns `true` if a body has parts of any type.
fn has_gaps(block: &Block) -> bool {
    block.any_attribute.is_some()
        || block.any_block.is_some()
        || block.attributes().iter().any(|attribute| attribute.ty.has_any())
        || block.blocks().iter().any(|nested| hclx_diag::grow(|| has_gaps(&nested.body.fixed())))
}

/// The value of a resource without the language's own arguments.
pub(super) fn own(value: &Value, meta: &Block) -> Value {
    let parts = value.iter_entries().filter(|(name, _)| !schemas::is_meta(meta, name));
    Value::object(parts.map(|(name, value)| (Arc::clone(name), value.clone())).collect::<Vec<_>>())
}

pub(super) fn conditions_in<'w>(lifecycle: &[BlockView<'w>], name: &str) -> Vec<BlockView<'w>> {
    let Some(nested) = schemas::resource().find_block("lifecycle").map(|nested| nested.body.fixed()) else {
        return Vec::new();
    };
    let blocks = lifecycle.iter().flat_map(|one| one.body.sorted(nested.prepared()).content.blocks);
    blocks.filter(|one| one.block_type == name).collect()
}
