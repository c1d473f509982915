//! The subjects of policies in the tree of a module.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hclx_core::{Type, Value};

use super::expressions::{Subject, provider_type};
use super::guesses::{NULL_IF_ABSENT, TRUE_BY_DEFAULT};
use super::lookup::{Candidate, Candidates};
use super::read::Target;
use super::stored::stored_attrs;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas;
use crate::terraform::values::tree::{CallInstance, InstanceKey, TreePart};

/// An instance in the tree, with the calls that it is reached through.
pub(crate) struct TreeNode {
    pub(crate) part: TreePart,
    /// The calls, outermost first.
    pub(crate) path: Vec<Arc<CallInstance>>,
    /// Set if it is exactly one instance.
    pub(crate) is_single: bool,
}

/// The instances in the tree of a module.
pub(crate) fn nodes(parts: &[TreePart]) -> Vec<TreeNode> {
    let mut all = Vec::new();
    collect(parts, (&[], true), &mut all);
    all
}

fn collect(parts: &[TreePart], (path, is_single): (&[Arc<CallInstance>], bool), all: &mut Vec<TreeNode>) {
    for part in parts {
        let is_one = match part {
            TreePart::Resource(resource) => !resource.is_optional && resource.key != InstanceKey::Any,
            TreePart::Call(call) => !call.is_optional && call.key != InstanceKey::Any,
            TreePart::Provider(_) => true,
        };
        let is_single = is_single && is_one;
        all.push(TreeNode { part: part.clone(), path: path.to_vec(), is_single });
        if let TreePart::Call(call) = part {
            let path: Vec<_> = path.iter().chain([call]).cloned().collect();
            hclx_diag::grow(|| collect(&call.parts, (&path, is_single), all));
        }
    }
}

/// The source of an unreadable module in a tree.
pub(crate) fn missing_module(nodes: &[TreeNode]) -> Option<String> {
    let is_gap = |node: &&TreeNode| matches!(&node.part, TreePart::Call(call) if call.child.is_none());
    Some(nodes.iter().find(is_gap)?.label().unwrap_or_default())
}

/// The resources of a tree that policies can look up; `is_open` if others may exist outside of it.
pub(crate) fn candidates(nodes: &[TreeNode], is_open: bool) -> Candidates {
    let candidate = |node: &TreeNode| match &node.part {
        TreePart::Resource(resource) => Some(Candidate {
            of_type: resource.declaration.of_type.to_string(),
            attrs: resource.attrs.clone(),
            is_open: resource.is_open,
            is_single: node.is_single,
        }),
        _ => None,
    };
    Candidates {
        is_open: is_open || missing_module(nodes).is_some(),
        is_closed: false,
        all: nodes.iter().filter_map(candidate).collect(),
        assumed: AtomicBool::new(false),
    }
}

/// An interpretation of absent arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbsentReading {
    /// Null, or unknown where the provider may choose.
    Configured,
    /// The values that providers may store.
    Stored,
    /// Null, even where the provider may choose.
    Null,
}

/// The type of the provider that is built into Terraform, whose arguments have no defaults.
const BUILT_IN: &str = "terraform";

/// Returns `true` for an argument that defaults to true.
fn is_true_by_default(of_type: &str, name: &str) -> bool {
    TRUE_BY_DEFAULT.contains(&(of_type, name))
}

impl TreeNode {
    /// The kind of policies that apply to it.
    pub(crate) fn target(&self) -> Target {
        match self.part {
            TreePart::Resource(_) => Target::Resource,
            TreePart::Call(_) => Target::Module,
            TreePart::Provider(_) => Target::Provider,
        }
    }

    /// The declaration of the instance.
    pub(crate) fn declaration(&self) -> &Declaration {
        match &self.part {
            TreePart::Resource(resource) => &resource.declaration,
            TreePart::Call(call) => &call.declaration,
            TreePart::Provider(provider) => &provider.declaration,
        }
    }

    /// The string to compare with the first label of a policy; `None` if it is unknown.
    pub(crate) fn label(&self) -> Option<String> {
        match &self.part {
            TreePart::Resource(resource) => Some(resource.declaration.of_type.to_string()),
            TreePart::Call(call) => call_targets::source(&call.declaration).map(|(source, _)| source),
            TreePart::Provider(provider) => Some(local_name(&provider.declaration)),
        }
    }

    /// The module that contains the instance; `root` is the root module of the tree.
    pub(crate) fn module<'m>(&'m self, root: &'m Module) -> &'m Module {
        self.path.last().and_then(|call| call.child.as_deref()).unwrap_or(root)
    }

    /// The address from the root of the tree.
    pub(crate) fn address(&self) -> String {
        let mut address = String::new();
        for call in &self.path {
            address.push_str(&format!("{}{}.", call.declaration.address, call.key.suffix()));
        }
        address.push_str(&self.own_address());
        address
    }

    /// The address in its module.
    pub(crate) fn own_address(&self) -> String {
        match &self.part {
            TreePart::Resource(resource) => {
                format!("{}{}", resource.declaration.address, resource.key.suffix())
            }
            TreePart::Call(call) => format!("{}{}", call.declaration.address, call.key.suffix()),
            TreePart::Provider(provider) => format!("provider.{}", local_name(&provider.declaration)),
        }
    }

    /// The subject under an interpretation of absent arguments.
    pub(crate) fn subject(&self, absent: AbsentReading) -> Subject {
        let (attrs, is_open) = match &self.part {
            TreePart::Resource(resource) => {
                let of_type = &*resource.declaration.of_type;
                let attrs = match absent {
                    AbsentReading::Stored if provider_type(of_type) != BUILT_IN => {
                        stored_attrs(of_type, &resource.attrs, resource.schema.as_deref())
                    }
                    _ => resource.attrs.clone(),
                };
                let part = |(name, value): (&Arc<str>, &Value)| {
                    let is_chosen = absent == AbsentReading::Null && resource.choices.contains(name);
                    let configured = resource.attrs.get_attr_value(name);
                    let value = match configured.is_some_and(Value::is_null) {
                        _ if is_chosen => Value::null(value.ty().clone()),
                        true if is_true_by_default(of_type, name) => Value::unknown(value.ty().clone()),
                        _ => value.clone(),
                    };
                    (Arc::clone(name), value)
                };
                let parts = attrs.iter_entries().map(part);
                (Value::object(parts.collect::<Vec<_>>()), resource.is_open)
            }
            TreePart::Call(_) => (Value::object([]), true),
            TreePart::Provider(provider) => (provider.attrs.clone(), true),
        };
        let meta = Value::object(self.meta());
        Subject { attrs, is_open, meta, meta_is_closed: false, prior_attrs: None }
    }

    /// The known attributes of `meta`.
    fn meta(&self) -> Vec<(Arc<str>, Value)> {
        let declaration = self.declaration();
        let own = |name: &str, value: &str| (Arc::<str>::from(name), Value::string(value));
        match &self.part {
            TreePart::Resource(_) => vec![
                own("type", &declaration.of_type),
                own("name", &declaration.name),
                own("provider_type", provider_type(&declaration.of_type)),
                own("operation", "create"),
            ],
            TreePart::Call(_) => {
                let mut known = vec![own("name", &declaration.name), own("address", &self.address())];
                for name in ["source", "version"] {
                    known.extend(constant(declaration, name).map(|value| (Arc::from(name), value)));
                }
                known
            }
            TreePart::Provider(_) => {
                let name = local_name(declaration);
                vec![own("name", &name), own("type", &name)]
            }
        }
    }
}

/// A constant argument of a module call; `None` if it is unknown.
fn constant(call: &Declaration, name: &str) -> Option<Value> {
    let Some((written, attribute)) = call.attribute(&schemas::module(), name) else {
        return NULL_IF_ABSENT.contains(&name).then(|| Value::null(Type::STRING));
    };
    if name == "source" {
        return call_targets::source(call).map(|(source, _)| Value::string(source));
    }
    Some(Value::string(written.parsed.tree.string(attribute.value)?))
}

/// The local name of a provider.
fn local_name(declaration: &Declaration) -> String {
    declaration.written.labels.first().map_or_else(String::new, |label| label.text.to_string())
}
