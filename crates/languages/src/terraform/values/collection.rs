//! Collects the instances of a module during its evaluation, for checks of the configuration as a whole.
//!
//! Instances are only collected if arguments are read as written and the run has policies, because nothing else uses
//! them.

use std::sync::Arc;

use hclx_core::{AttributeReference, UnknownOrigin, Value, assume_not_null};
use hclx_schema::{Block, Filled, FilledBlock, FilledBody};

use super::instance::Instance;
use super::planned::with_planned;
use super::repeat::Instances;
use super::resource_values::{ResourceValues, arguments};
use super::tree::{CallInstance, InstanceKey, ProviderInstance, ResourceInstance, TreePart, as_of_caller};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The maximum number of instances in a tree; others are not checked, which is reported.
const MOST_INSTANCES: usize = 100_000;

/// Attributes that identify an object, and that every existing resource has.
const IDENTITIES: &[&str] = &["id", "arn"];

/// Attributes that are always equal: the type, the computed attribute, and the argument with the same value. Source:
/// the documentation of the provider ("id - Name of the bucket").
const EQUAL: &[(&str, &str, &str)] = &[
    ("aws_s3_bucket", "id", "bucket"),
    ("aws_iam_role", "id", "name"),
    ("aws_iam_user", "id", "name"),
    ("aws_iam_group", "id", "name"),
    ("aws_lambda_function", "id", "function_name"),
    ("aws_cloudwatch_log_group", "id", "name"),
    ("aws_dynamodb_table", "id", "name"),
];

impl Instance<'_> {
    /// Returns `true` if the instances of the module are collected.
    pub(crate) fn collects(&self) -> bool {
        self.inputs.resources == ResourceValues::AsWritten && self.run.snapshot.settings().has_policies()
    }

    /// Collects an instance of a resource; `block` is its schema, if it is known and nothing overrides its body.
    pub(crate) fn collect_resource(
        &mut self,
        (declaration, context): (&Declaration, &Context),
        filled: &Filled<'_>,
        meta: &Block,
        block: Option<&Arc<Block>>,
    ) {
        let key = InstanceKey::from_context(context);
        let is_written = |name: &str| filled.body.blocks(name).next().is_some();
        let attrs = match (block, declaration.overrides.is_empty()) {
            (Some(block), _) => {
                let attrs = with_generated(&filled.body, own(&filled.value, meta));
                with_planned(&declaration.of_type, attrs, block, &is_written)
            }
            (None, true) => arguments(filled, meta),
            (None, false) => Value::object([]),
        };
        let is_chosen = |name: &str| filled.body.attribute(name).is_none() && !is_written(name);
        let choices = block.into_iter().flat_map(|block| block.attributes());
        let choices = choices
            .filter(|attribute| attribute.computed && attribute.optional && is_chosen(&attribute.name));
        let choices = choices.map(|attribute| Arc::clone(&attribute.name)).collect();
        let attrs = self.with_references(declaration, &key, attrs);
        self.tree.push(TreePart::Resource(Arc::new(ResourceInstance {
            declaration: declaration.clone(),
            key,
            attrs,
            is_open: block.is_none(),
            schema: block.cloned(),
            choices,
            is_optional: false,
        })));
    }

    /// If there may be no instance, marks the parts collected from a position on as optional.
    pub(crate) fn mark_optional(&mut self, instances: &Instances, from: usize) {
        let from = if instances.may_be_none() { from } else { self.tree.len() };
        for part in &mut self.tree[from..] {
            match part {
                TreePart::Resource(resource) => Arc::make_mut(resource).is_optional = true,
                TreePart::Call(call) => Arc::make_mut(call).is_optional = true,
                TreePart::Provider(_) => {}
            }
        }
    }

    /// A value of a resource in which unknown attributes have their references as origins, because a computed value is
    /// the same wherever it is used.
    pub(crate) fn with_references(
        &self,
        declaration: &Declaration,
        key: &InstanceKey,
        value: Value,
    ) -> Value {
        let (marks, of_type) = (value.marks().clone(), &*declaration.of_type);
        let object: Arc<str> = format!("{}{}", declaration.address, key.suffix()).into();
        let (depth, is_resource) = (self.inputs.depth, declaration.kind == Kind::Resource);
        let part = |(name, part): (&Arc<str>, &Value)| {
            let source = source_of(of_type, name);
            let part = match value.get_attr_value(source) {
                Some(other) if source != &**name && !part.is_known() && other.is_known() => other.clone(),
                _ => part.clone(),
            };
            let part =
                if is_resource && IDENTITIES.contains(&&**name) { assume_not_null(part) } else { part };
            let is_anonymous = !part.is_known() && part.origin().is_none() && *key != InstanceKey::Any;
            let reference =
                || AttributeReference { depth, object: Arc::clone(&object), attribute: source.into() };
            let part = match is_anonymous {
                true => part.with_origin(Some(UnknownOrigin::Reference(reference()))),
                false => part,
            };
            (Arc::clone(name), part)
        };
        Value::object(value.iter_entries().map(part).collect::<Vec<_>>()).with_marks(&marks)
    }

    /// Collects a provider configuration.
    pub(crate) fn collect_provider(&mut self, declaration: &Declaration, filled: &Filled<'_>) {
        let meta = schemas::provider();
        self.tree.push(TreePart::Provider(Arc::new(ProviderInstance {
            declaration: declaration.clone(),
            attrs: arguments(filled, &meta),
        })));
    }

    /// Collects an instance of a call, and the parts of the called module.
    pub(crate) fn collect_call(
        &mut self,
        (call, context): (&Declaration, &Context),
        child: Option<&Arc<Module>>,
        parts: &[TreePart],
    ) {
        let key = InstanceKey::from_context(context);
        let (depth, prefix) = (self.inputs.depth, prefix(call, &key));
        let is_full = TreePart::count(&self.tree) + TreePart::count(parts) > MOST_INSTANCES;
        let parts = if is_full { &[][..] } else { parts };
        if is_full {
            self.limits.insert(format!(
                "there are more than {MOST_INSTANCES} instances: policies judge only some of them"
            ));
        }
        let parts = parts.iter().map(|part| part.for_caller(depth, prefix.as_deref())).collect();
        let child = child.filter(|_| !is_full).cloned();
        self.tree.push(TreePart::Call(Arc::new(CallInstance {
            declaration: call.clone(),
            key,
            child,
            parts,
            is_optional: false,
        })));
    }

    /// The outputs of a call, in which references of the called module are adapted to the caller.
    pub(crate) fn outputs_of(&self, call: &Declaration, context: &Context, outputs: Value) -> Value {
        match self.collects() {
            true => as_of_caller(
                &outputs,
                self.inputs.depth,
                prefix(call, &InstanceKey::from_context(context)).as_deref(),
            ),
            false => outputs,
        }
    }
}

/// The attribute with the same value as an attribute of a resource type, or else the attribute itself.
fn source_of<'n>(of_type: &str, name: &'n str) -> &'n str {
    let row = EQUAL.iter().find(|(one, computed, _)| (*one, *computed) == (of_type, name));
    row.map_or(name, |(_, _, source)| source)
}

/// Returns `true` for an attribute that has a different value in every resource of a type.
pub(crate) fn is_identity(of_type: &str, name: &str) -> bool {
    matches!(name, "id" | "arn") || EQUAL.iter().any(|(one, _, source)| (*one, *source) == (of_type, name))
}

/// The address of a call; `None` if one instance represents several.
fn prefix(call: &Declaration, key: &InstanceKey) -> Option<String> {
    (*key != InstanceKey::Any).then(|| format!("{}{}", call.address, key.suffix()))
}

/// The arguments, including lists of blocks that `dynamic` generates over unknown values, with the known parts of each
/// block.
fn with_generated(body: &FilledBody<'_>, attrs: Value) -> Value {
    let is_open = |block: &&FilledBlock<'_>| {
        let for_each = block.dynamic.as_ref().and_then(|dynamic| dynamic.for_each.as_ref());
        for_each.is_some_and(|(_, value)| !value.is_known())
    };
    let generated = |name: &str| {
        body.blocks(name).find(is_open)?;
        let parts: Vec<Value> = body.blocks(name).map(|block| block.body.value.clone()).collect();
        let is_written = body.blocks(name).any(|block| block.dynamic.is_none());
        Some(Value::holding(false, hclx_core::join(&parts, &DIALECT.rules), usize::from(is_written), None))
    };
    let part = |(name, value): (&Arc<str>, &Value)| {
        let is_known = value.is_known();
        let value = if is_known { None } else { generated(name) }.unwrap_or_else(|| value.clone());
        (Arc::clone(name), value)
    };
    Value::object(attrs.iter_entries().map(part).collect::<Vec<_>>())
}

/// The arguments without those of the language.
fn own(value: &Value, meta: &Block) -> Value {
    let parts = value.iter_entries().filter(|(name, _)| !schemas::is_meta(meta, name));
    Value::object(parts.map(|(name, value)| (Arc::clone(name), value.clone())).collect::<Vec<_>>())
}
