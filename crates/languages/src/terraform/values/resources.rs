//! Evaluation of resources, data sources, ephemeral resources and actions.

use std::sync::Arc;

use hclx_analysis::{Snapshot, graph::NodeId};
use hclx_core::Value;
use hclx_diag::{Batch, Diagnostic, Policy, Report, Span, TextRange, Zone, code_names as codes, nearest};
use hclx_schema::{Block, Filled};
use hclx_syntax::ast::ExprId;

use super::admitted::{AdmittedBlocks, widened};
use super::data_models;
use super::failing_instances;
use super::instance::{BodyKind, Instance};
use super::provided::{ResourceSchema, no_type};
use super::repeat::Instances;
use super::resource_values::{self, ResourceValues};
use super::rule::{EvaluatedBlock, FilledResource};
use super::tree::InstanceKey;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::merge;
use crate::terraform::resolve::dependencies::references_of;
use crate::terraform::resolve::scope::Context;
use crate::terraform::resolve::zones;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Returns `true` if a declaration refers to `self`.
fn reads_itself(declaration: &Declaration) -> bool {
    let mut is_read = false;
    references_of(declaration, &mut |mention, _| is_read |= mention.root == "self");
    is_read
}

/// Finds the schema of a type of Terraform's built-in provider.
fn built_in(instance: &mut Instance<'_>, declaration: &Declaration) -> ResourceSchema {
    let (kind, of_type) = (declaration.kind, &*declaration.of_type);
    match schemas::built_in(kind, of_type) {
        Some(block) => ResourceSchema::Block(block),
        None if of_type == "terraform" || of_type.starts_with("terraform_") => {
            let types: &[&str] = match kind {
                Kind::Resource => &["terraform_data"],
                Kind::Data => &["terraform_remote_state"],
                _ => &[],
            };
            let near = nearest(of_type, types.iter().copied());
            instance.findings.push(no_type(declaration).perhaps_meant(near));
            ResourceSchema::Missing
        }
        None => ResourceSchema::Open,
    }
}

/// The owner of the schema of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SchemaOwner {
    /// The application, which stores the values of arguments unchanged.
    Application,
    /// The provider, which may change them.
    Provider,
    /// There is no schema.
    Nobody,
}

/// Checks an instance of a resource with a schema: returns the values of its arguments and the findings.
type Judgement<'a> = &'a dyn Fn(&Resource<'_>, &mut Instance<'_>) -> (Vec<Value>, Batch);

/// The schema that a resource is checked with.
struct JudgementSchema {
    block: Arc<Block>,
    owner: SchemaOwner,
    /// The bodies in the allowed releases of the provider.
    admitted: Option<AdmittedBlocks>,
}

/// The schema of a resource; `meta` contains the language's own arguments.
fn expected(instance: &mut Instance<'_>, declaration: &Declaration, meta: &Arc<Block>) -> JudgementSchema {
    let known = match built_in(instance, declaration) {
        ResourceSchema::Open => instance.provided(declaration),
        known => known,
    };
    let nobody = |block| JudgementSchema { block, owner: SchemaOwner::Nobody, admitted: None };
    match known {
        ResourceSchema::Block(block) => {
            JudgementSchema { block, owner: SchemaOwner::Application, admitted: None }
        }
        ResourceSchema::Admitted(admitted) => match admitted.newest().cloned() {
            Some(block) => JudgementSchema { block, owner: SchemaOwner::Provider, admitted: Some(admitted) },
            None => nobody(schemas::open(meta, declaration.kind)),
        },
        ResourceSchema::Missing => nobody(Arc::new(schemas::joined(meta, &schemas::free()))),
        ResourceSchema::Open if matches!(declaration.kind, Kind::Action | Kind::List) => nobody(meta.clone()),
        ResourceSchema::Open => nobody(schemas::open(meta, declaration.kind)),
    }
}

/// Checks a resource, and returns the value of all its instances.
pub(crate) fn judge(instance: &mut Instance<'_>, node: Option<NodeId>, declaration: &Declaration) -> Value {
    let meta = schemas::meta(declaration.kind).unwrap_or_else(schemas::data);
    let JudgementSchema { block, owner, admitted } = expected(instance, declaration, &meta);
    let has_escapes = declaration.written.view().mentions(schemas::ESCAPE);
    let block = if has_escapes { schemas::escaped(&block, &meta) } else { block };
    let admitted = admitted.as_ref();
    let resource = Resource { declaration, meta: &meta, block: &block, admitted, owner, has_escapes };
    resource.judge(instance, node)
}

/// The lifecycle of a data source in a check, with its whole range and the finding about it: the check controls the
/// data source.
fn lifecycle_in_check(declaration: &Declaration, meta: &Block) -> Option<(Span, Diagnostic)> {
    let written = &declaration.written;
    let view = written.view();
    if !declaration.inside_check || !view.mentions("lifecycle") {
        return None;
    }
    let blocks = view.sorted(meta.prepared()).content.blocks;
    let block = blocks.into_iter().find(|block| block.block_type == "lifecycle")?;
    let message = "`lifecycle` is not allowed for a data source in a check";
    let finding = Diagnostic::error(codes::UNSUPPORTED_BLOCK, written.span(block.def_range), message);
    let finding = finding.help("write the condition as an `assert` of the check");
    Some((written.span(block.def_range.cover(block.body.range())), finding))
}

/// A resource with its schema.
struct Resource<'d> {
    declaration: &'d Declaration,
    /// The schema of the language's own arguments.
    meta: &'d Arc<Block>,
    /// The complete schema.
    block: &'d Arc<Block>,
    /// The bodies in the allowed releases of the provider.
    admitted: Option<&'d AdmittedBlocks>,
    owner: SchemaOwner,
    has_escapes: bool,
}

/// Reports arguments that repeat a data source in a check, of which there is exactly one instance.
fn repeated_in_check(declaration: &Declaration, meta: &Block) -> impl Iterator<Item = Diagnostic> {
    ["count", "for_each"].into_iter().filter_map(|name| {
        let (written, attribute) = declaration.attribute(meta, name)?;
        let message = format!("`{name}` is not allowed for a data source in a check");
        Some(Diagnostic::error(codes::INSTANCES, written.span(attribute.name_range), message))
    })
}

impl Resource<'_> {
    fn judge(&self, instance: &mut Instance<'_>, node: Option<NodeId>) -> Value {
        let Self { declaration, meta, block, .. } = *self;
        let is_known = self.is_known();
        instance.each_rule(|rule, instance| rule.declaration(instance, declaration, meta));
        let base = Context { owner: node, ..Context::default() };
        if declaration.inside_check {
            instance.findings.extend(repeated_in_check(declaration, meta));
        }
        let (instances, settled) = instance.instances(declaration, meta, &base);
        // findings about an optional instance are reported with the module itself; its value is
        // unknown without a schema
        let is_needed = is_known || instance.collects();
        if instance.inputs.is_call && (instances.are_none() || instances.may_be_none() && !is_needed) {
            return instances.value(vec![Value::dynamic()]);
        }
        let contexts = instances.contexts(&base);
        let (refused, of_lifecycle) = lifecycle_in_check(declaration, meta).unzip();
        let mut zones = instance.rules.zones(declaration, meta);
        zones.extend(refused.map(Zone::silent));
        let all = |resource: &Resource<'_>, instance: &mut Instance<'_>| -> (Vec<Value>, Batch) {
            let (values, batch) =
                failing_instances::judge(instance, declaration, &contexts, |instance, context| {
                    resource.round(instance, context.clone(), &settled)
                });
            (values, batch.under(&zones))
        };
        let collected = instance.tree.len();
        let (values, batch) = all(self, instance);
        instance.mark_optional(&instances, collected);
        let batch = self.weighed(instance, batch, &all);
        let judged = EvaluatedBlock { declaration, meta, is_open: block.any_attribute.is_some(), is_known };
        let batch = instance.amended(&judged, batch.once()).and(of_lifecycle);
        let may_be_none = instances.may_be_none() && instance.inputs.is_call;
        instance.findings.keep(batch, if may_be_none { Policy::Drop } else { Policy::AsIs });
        self.all_values(instance, node, (&instances, values))
    }

    /// The value of all instances; without a schema, attributes that are not set are unknown.
    fn all_values(
        &self,
        instance: &mut Instance<'_>,
        node: Option<NodeId>,
        (instances, values): (&Instances, Vec<Value>),
    ) -> Value {
        if self.is_known() {
            return instances.value(values);
        }
        let open = values.iter().map(|_| self.open()).collect();
        if let Some(node) = node.filter(|_| instance.inputs.resources == ResourceValues::AsWritten) {
            instance.arguments.insert(node, instances.value(values));
        }
        instances.value(open)
    }

    /// Adjusts findings according to the allowed releases that have them.
    fn weighed(&self, instance: &mut Instance<'_>, batch: Batch, judge: Judgement<'_>) -> Batch {
        let Some(admitted) = self.admitted else { return batch };
        let open = schemas::open(self.meta, self.declaration.kind);
        // the newest release has already collected them
        let collected = instance.tree.len();
        let batch =
            admitted.weighed(instance, (&self.declaration.written, &open), batch, &mut |instance, block| {
                let escaped;
                let block = match self.has_escapes {
                    true => {
                        escaped = schemas::escaped(block, self.meta);
                        &escaped
                    }
                    false => block,
                };
                judge(&Resource { block, ..*self }, instance).1
            });
        instance.tree.truncate(collected);
        batch
    }

    fn is_known(&self) -> bool {
        self.owner != SchemaOwner::Nobody
    }

    /// Returns `true` if the types of references to the resource are known.
    fn is_typed(&self) -> bool {
        self.is_known() && self.admitted.is_none_or(AdmittedBlocks::are_typed)
    }

    /// Returns `true` if the value of the whole body is needed; references to a resource of uncertain type are unknown.
    fn is_valued(&self, mode: ResourceValues) -> bool {
        match self.owner {
            SchemaOwner::Application => true,
            SchemaOwner::Provider => mode == ResourceValues::AsWritten || self.is_typed(),
            SchemaOwner::Nobody => false,
        }
    }

    /// The value of an instance without a schema.
    fn open(&self) -> Value {
        let value = resource_values::of_any_type();
        if self.declaration.kind == Kind::Ephemeral { value.with_mark("ephemeral") } else { value }
    }

    /// The value of an instance as seen by references.
    fn value(&self, snapshot: &Snapshot, filled: &Filled<'_>, mode: ResourceValues) -> Value {
        let Self { declaration, meta, block, .. } = *self;
        match self.owner {
            SchemaOwner::Application => with_output(declaration, own(declaration, &filled.value, meta)),
            SchemaOwner::Provider if !self.is_valued(mode) => resource_values::of_any_type(),
            SchemaOwner::Provider => {
                let value = resource_values::planned(filled, block, meta, mode);
                match self.admitted {
                    Some(admitted) => widened(value, block, admitted.older(snapshot)),
                    None => value,
                }
            }
            SchemaOwner::Nobody => resource_values::arguments(filled, meta),
        }
    }

    /// Evaluates an instance.
    fn round(&self, instance: &mut Instance<'_>, mut context: Context, settled: &[(ExprId, Value)]) -> Value {
        let Self { declaration, meta, has_escapes, .. } = *self;
        let block = &merge::body_of(declaration, self.block);
        let (is_known, mode) = (self.is_known(), instance.inputs.resources);
        let snapshot = instance.run.snapshot;
        let is_read = self.is_typed() && reads_itself(declaration);
        context.this = Some(if is_read { Value::unknown(block.ty().clone()) } else { Value::dynamic() });
        let (name, is_valued) = (&declaration.address, self.is_valued(mode));
        // policies check the whole body, regardless of references to it
        let collects = instance.collects() && declaration.kind == Kind::Resource && !context.is_idle;
        let is_whole = is_valued || collects;
        let kind = match is_known {
            true if is_whole => BodyKind::Valued(name),
            true => BodyKind::Named(name),
            false => BodyKind::Parts,
        };
        let read = |instance: &mut Instance<'_>, context: &Context| {
            instance.trial(|instance| {
                instance.filled(&declaration.written, block, context.clone(), settled.to_vec(), kind)
            })
        };
        let (mut filled, mut batch) = read(instance, &context);
        let has_value = is_valued && declaration.overrides.is_empty() && !has_escapes;
        let after = zones::postconditions_of(&declaration.written.view());
        // a destroy-time provisioner uses the old value, so only the others can use the new one
        if has_value && !after.is_empty() && !batch.has_errors() {
            context.this = Some(self.value(snapshot, &filled, mode));
            let is_after = |one: &Diagnostic| {
                let is_in = |part: &TextRange| {
                    one.span.is_some_and(|span| declaration.written.span(*part).contains(span))
                };
                after.iter().any(is_in)
            };
            // Postconditions refer to the value of the body, so it is filled again with that value as `self`.
            let (again, later) = read(instance, &context);
            batch = batch.without(is_after).and(later.without(|one| !is_after(one)).into_vec());
            filled = again;
        }
        let (_, overriding) = instance.trial(|instance| self.overrides(instance, &context, settled));
        let batch = batch.and(overriding.into_vec());
        let known = is_known.then_some(block);
        let stated = || match self.admitted {
            Some(admitted) => admitted.stated(snapshot),
            None => vec![Arc::clone(block)],
        };
        let resource = FilledResource { declaration, filled: &filled, meta, known, stated: &stated };
        instance.findings.keep(batch, Policy::AsIs);
        instance.each_rule(|rule, instance| rule.resource(instance, &resource));
        // Overrides and escaped arguments are missing from the filled value.
        let is_whole = declaration.overrides.is_empty() && !has_escapes;
        if collects {
            let whole = (is_known && is_whole).then_some(block);
            instance.collect_resource((declaration, &context), &filled, meta, whole);
        }
        let value = match (is_whole, mode) {
            (true, ResourceValues::AsWritten) => self.value(snapshot, &filled, mode),
            (true, ResourceValues::Certain) if is_known => self.value(snapshot, &filled, mode),
            _ if is_known => resource_values::of_any_type(),
            _ => Value::object([]),
        };
        let value = match instance.collects() && is_known && value.is_known() {
            true => instance.with_references(declaration, &InstanceKey::from_context(&context), value),
            false => value,
        };
        let value = match instance.collects() && declaration.kind == Kind::Data {
            true => data_models::with_results(&declaration.of_type, &filled.value, value),
            false => value,
        };
        if declaration.kind == Kind::Ephemeral { value.with_mark("ephemeral") } else { value }
    }

    /// Checks the blocks that override this one; unknown language constructs in them are not reported.
    fn overrides(&self, instance: &mut Instance<'_>, context: &Context, settled: &[(ExprId, Value)]) {
        for written in &self.declaration.overrides {
            instance.body(written, &schemas::overriding(self.block), context.clone(), settled.to_vec());
        }
    }
}

/// The value of a resource without the language's own arguments, and without a `store` block that is not set in a
/// `terraform_data`, because versions before Terraform 1.16 lack this attribute.
fn own(declaration: &Declaration, value: &Value, meta: &Block) -> Value {
    let is_data = &*declaration.of_type == "terraform_data";
    let is_absent = |name: &str, value: &Value| is_data && name == "store" && value.is_null();
    let parts = value.iter_entries();
    let parts = parts.filter(|(name, value)| !schemas::is_meta(meta, name) && !is_absent(name, value));
    Value::object(parts.map(|(name, value)| (name.clone(), value.clone())))
}

/// Sets the output of `terraform_data`, which equals its input after creation.
pub(crate) fn with_output(declaration: &Declaration, value: Value) -> Value {
    let input = value.get_attr_value("input").filter(|_| &*declaration.of_type == "terraform_data");
    let Some(input) = input.filter(|input| !input.is_null() && !input.ty().has_any()) else { return value };
    // the sensitive parts of an unknown value are unknown
    if !input.clone().unmark_deep().1.is_empty() {
        return value;
    }
    let output = Value::unknown(input.ty().clone());
    let parts = value.iter_entries().map(|(name, value)| match &**name {
        "output" => (name.clone(), output.clone()),
        _ => (name.clone(), value.clone()),
    });
    Value::object(parts)
}
