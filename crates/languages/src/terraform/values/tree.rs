//! The instances of a module and of the modules that it calls.

use std::sync::Arc;

use hclx_core::{AttributeReference, Value};
use hclx_schema::Block;

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::scope::Context;

/// A part of the tree of a module: an instance or a provider configuration.
#[derive(Clone)]
pub(crate) enum TreePart {
    /// An instance of a resource.
    Resource(Arc<ResourceInstance>),
    /// An instance of a module call.
    Call(Arc<CallInstance>),
    /// A provider configuration.
    Provider(Arc<ProviderInstance>),
}

/// The key of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InstanceKey {
    /// No key.
    One,
    /// An index of `count`.
    Index(String),
    /// A key of `for_each`.
    Key(Arc<str>),
    /// Any key, for one instance that represents all of them.
    Any,
}

/// An instance of a resource.
#[derive(Clone)]
pub(crate) struct ResourceInstance {
    pub(crate) declaration: Declaration,
    pub(crate) key: InstanceKey,
    /// The arguments of the resource, without those of the language.
    pub(crate) attrs: Value,
    /// Set if there may be attributes that are missing from `attrs`.
    pub(crate) is_open: bool,
    /// The schema of `attrs`, if it is known.
    pub(crate) schema: Option<Arc<Block>>,
    /// Absent arguments that the provider may choose.
    pub(crate) choices: Vec<Arc<str>>,
    /// Set if it may not exist.
    pub(crate) is_optional: bool,
}

/// An instance of a module call.
#[derive(Clone)]
pub(crate) struct CallInstance {
    pub(crate) declaration: Declaration,
    pub(crate) key: InstanceKey,
    /// The called module; `None` if it cannot be read.
    pub(crate) child: Option<Arc<Module>>,
    pub(crate) parts: Arc<[TreePart]>,
    /// Set if it may not exist.
    pub(crate) is_optional: bool,
}

/// A provider configuration.
#[derive(Clone)]
pub(crate) struct ProviderInstance {
    pub(crate) declaration: Declaration,
    /// The arguments that the configuration sets, without those of the language; there may be others.
    pub(crate) attrs: Value,
}

impl InstanceKey {
    /// The key of the instance whose names are in a context.
    pub(crate) fn from_context(context: &Context) -> Self {
        match (&context.count, &context.each) {
            (Some(_), Some(_)) => Self::Any,
            (Some(index), None) => {
                index.as_number().map_or(Self::Any, |number| Self::Index(number.to_string()))
            }
            (None, Some((key, _))) => key.as_str().map_or(Self::Any, |key| Self::Key(key.into())),
            (None, None) => Self::One,
        }
    }

    /// The key as the suffix of an address.
    pub(crate) fn suffix(&self) -> String {
        match self {
            Self::One => String::new(),
            Self::Index(index) => format!("[{index}]"),
            Self::Key(key) => format!("[{key:?}]"),
            Self::Any => "[*]".to_owned(),
        }
    }
}

impl TreePart {
    /// The number of instances.
    pub(crate) fn count(parts: &[Self]) -> usize {
        let count = |part: &Self| match part {
            Self::Call(call) => 1 + hclx_diag::grow(|| Self::count(&call.parts)),
            _ => 1,
        };
        parts.iter().map(count).sum()
    }
}

impl TreePart {
    /// The part in the form that the caller of its module sees.
    pub(crate) fn for_caller(&self, depth: usize, prefix: Option<&str>) -> Self {
        match self {
            Self::Resource(resource) => {
                let attrs = as_of_caller(&resource.attrs, depth, prefix);
                Self::Resource(Arc::new(ResourceInstance { attrs, ..(**resource).clone() }))
            }
            Self::Call(call) => {
                let parts = call.parts.iter().map(|part| hclx_diag::grow(|| part.for_caller(depth, prefix)));
                let parts = parts.collect();
                Self::Call(Arc::new(CallInstance { parts, ..(**call).clone() }))
            }
            Self::Provider(provider) => Self::Provider(Arc::clone(provider)),
        }
    }
}

/// A value of a called module in the form that its caller at some depth sees.
pub(crate) fn as_of_caller(value: &Value, depth: usize, prefix: Option<&str>) -> Value {
    value.map_references(&|reference| match prefix {
        _ if reference.depth <= depth => Some(reference.clone()),
        Some(prefix) => {
            let object = format!("{prefix}.{}", reference.object).into();
            Some(AttributeReference { depth, object, attribute: Arc::clone(&reference.attribute) })
        }
        None => None,
    })
}
