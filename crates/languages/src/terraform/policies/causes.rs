//! The causes of open verdicts: the unknown value, and the information that would resolve the verdict.

use std::sync::Arc;

use hclx_analysis::graph::references;
use hclx_core::{UnknownOrigin, Value};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::guesses::OF_RUNS;
use super::places::{MentionedNames, NestedBlock, names_in, nested_blocks};
use super::read::{Condition, PolicyFile, PolicyRule};
use super::tree::{AbsentReading, TreeNode};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::evaluation::ModuleValues;
use crate::terraform::values::tree::{CallInstance, TreePart};

/// The maximum length of a chain of references to follow to a cause.
const MOST_STEPS: usize = 64;

/// The root module of a tree with its values.
#[derive(Clone, Copy)]
pub(crate) struct RootModule<'r> {
    pub(crate) module: &'r Module,
    pub(crate) values: &'r ModuleValues,
    /// The source of an unreadable module in the tree.
    pub(crate) missing: Option<&'r str>,
    /// Returns `true` for the names of inputs with values from outside.
    pub(crate) given: &'r dyn Fn(&str) -> bool,
}

/// The cause of an open verdict, as a clause.
pub(crate) fn cause(
    (file, rule): (&PolicyFile, &PolicyRule),
    condition: &Condition,
    node: &TreeNode,
    root: RootModule<'_>,
) -> String {
    let mut names = names_in((file, rule), condition.expr);
    if let Some(filter) = rule.filter {
        let MentionedNames { attributes, inputs, functions, .. } = names_in((file, rule), filter);
        names.attributes.extend(attributes);
        names.inputs.extend(inputs);
        names.functions.extend(functions);
    }
    let is_missing = |name: &&String| {
        let input = file.inputs.iter().find(|input| input.name == **name);
        input.is_some_and(|input| input.default.is_none()) && !(root.given)(name)
    };
    if let Some(name) = names.inputs.iter().find(is_missing) {
        return format!("input `{name}` has no value: set it with `--policy-input`");
    }
    if let Some(name) = names.functions.iter().find(|name| OF_RUNS.contains(&name.as_str())) {
        return format!("only a run of Terraform knows `core::{name}`");
    }
    if names.functions.iter().any(|name| name == "getresources") {
        return match root.missing {
            Some(source) => {
                format!("`core::getresources` needs the module `{source}`, which is not installed")
            }
            None => "the resources that `core::getresources` finds are not all known".to_owned(),
        };
    }
    let of_attribute = names.attributes.iter().find_map(|name| attribute(node, name, root));
    let of_stored = || names.attributes.iter().find_map(|name| other_stored_value(node, name));
    of_attribute.or_else(of_stored).unwrap_or_else(|| "its values are not known".to_owned())
}

/// The reason why a provider may store a value other than that of a known argument.
fn other_stored_value(node: &TreeNode, name: &str) -> Option<String> {
    let TreePart::Resource(resource) = &node.part else { return None };
    let (value, read) = (resource.attrs.get_attr_value(name)?, node.subject(AbsentReading::Stored));
    match read.attrs.get_attr_value(name)? {
        stored if stored == value => None,
        _ if value.is_null() => Some(format!("`{name}` is absent and may have a default: set it")),
        stored if stored.is_null() || !stored.is_known() => {
            Some(format!("`{name}` is empty, and the provider may store another value"))
        }
        _ => Some(format!("parts of `{name}` are absent or empty and may have defaults: set them")),
    }
}

/// The reason why an attribute of a subject is unknown; `None` if it is known.
fn attribute(node: &TreeNode, name: &str, root: RootModule<'_>) -> Option<String> {
    let (attrs, choices) = match &node.part {
        TreePart::Resource(resource) => (&resource.attrs, &resource.choices[..]),
        TreePart::Provider(provider) => (&provider.attrs, &[][..]),
        TreePart::Call(_) => return None,
    };
    let value = attrs.get_attr_value(name);
    if value.is_some_and(Value::is_wholly_known) {
        return None;
    }
    if choices.iter().any(|choice| &**choice == name) {
        return Some(format!("the provider chooses `{name}`: set it"));
    }
    let declaration = node.declaration();
    let written = &declaration.written;
    let view = written.view();
    let own = view.just_attributes().0.into_iter().find(|found| found.name == name);
    let exprs: Vec<ExprId> = match own {
        Some(found) => vec![found.value],
        // a block of this name, or a `dynamic` one
        None => block_exprs(&view, name),
    };
    let found = exprs.iter().find_map(|expr| unknown_name((written, *expr), &node.path, root, 0));
    Some(match (found, value.and_then(Value::origin)) {
        (Some(cause), _) => format!("`{cause}` is not known"),
        (None, Some(UnknownOrigin::Reference(_))) => format!("`{name}` is known after apply"),
        _ => format!("`{name}` is not known"),
    })
}

/// The expressions in the blocks of a type.
fn block_exprs(view: &BodyView<'_>, name: &str) -> Vec<ExprId> {
    let is_meant = |block: &NestedBlock<'_>| {
        block.block_type == name || block.block_type == "dynamic" && block.label == Some(name)
    };
    nested_blocks(view).iter().filter(|block| is_meant(block)).flat_map(|block| all_in(&block.body)).collect()
}

/// The expressions in a body and its blocks.
fn all_in(view: &BodyView<'_>) -> Vec<ExprId> {
    let own = view.just_attributes().0.into_iter().map(|found| found.value);
    let inner = nested_blocks(view);
    let inner = inner.iter().flat_map(|block| hclx_diag::grow(|| all_in(&block.body)));
    own.chain(inner).collect()
}

/// The name that makes an expression unknown: a root variable, or a resource.
fn unknown_name(
    (written, expr): (&BlockSource, ExprId),
    path: &[Arc<CallInstance>],
    root: RootModule<'_>,
    steps: usize,
) -> Option<String> {
    if steps > MOST_STEPS {
        return None;
    }
    let module = path.last().and_then(|call| call.child.as_deref()).unwrap_or(root.module);
    references(&written.parsed.tree, expr).iter().find_map(|reference| {
        let name = first(reference)?;
        match &*reference.root {
            "var" => variable(name, path, root, steps),
            "local" => {
                let (node, local) = module.get(Kind::Local, "", name)?;
                if path.is_empty() && is_known(root, node.index()) {
                    return None;
                }
                hclx_diag::grow(|| unknown_name((&local.written, local.expr?), path, root, steps + 1))
            }
            "each" | "count" | "path" | "terraform" | "self" => None,
            _ => Some(reference_text(reference)),
        }
    })
}

/// The name that makes a variable unknown: one used by the caller of its module, or the variable itself.
fn variable(name: &str, path: &[Arc<CallInstance>], root: RootModule<'_>, steps: usize) -> Option<String> {
    let Some((call, outer)) = path.split_last() else {
        let (node, _) = root.module.get(Kind::Variable, "", name)?;
        return (!is_known(root, node.index())).then(|| format!("var.{name}"));
    };
    let written = &call.declaration.written;
    let argument = written.view().just_attributes().0.into_iter().find(|found| found.name == name)?;
    hclx_diag::grow(|| unknown_name((written, argument.value), outer, root, steps + 1))
}

fn is_known(root: RootModule<'_>, index: usize) -> bool {
    root.values.values.get(index).is_some_and(Value::is_wholly_known)
}

fn first<'r>(reference: &'r Reference<'_>) -> Option<&'r str> {
    match &reference.steps.first()?.kind {
        ReferenceKey::Attr(name) => Some(name),
        _ => None,
    }
}

/// A reference as written, up to its first index.
fn reference_text(reference: &Reference<'_>) -> String {
    let names = reference.steps.iter().map_while(|step| match &step.kind {
        ReferenceKey::Attr(name) => Some(&**name),
        _ => None,
    });
    std::iter::once(&*reference.root).chain(names).collect::<Vec<_>>().join(".")
}
