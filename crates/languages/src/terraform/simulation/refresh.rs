//! Resources in a plan that only refreshes the state: they remain as earlier runs left them.
//!
//! Source of the rules: `NodePlannableResourceInstance` of Terraform, with `skipPlanChanges`.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind};
use hclx_core::Value;

use super::answers::Origin;
use super::conditions;
use super::module::{Walk, blocks_of, is_plan};
use super::resources::{Instance, Resource, conditions_in};
use super::state::Prior;
use crate::terraform::resolve::scope::Context;
use crate::terraform::values::repeat::Instances;

impl Walk<'_> {
    /// The value of all instances of a resource that are in the state.
    pub(super) fn refreshed_value(&self, resource: &Resource<'_>, instances: Instances) -> Value {
        let declaration = resource.declaration;
        let unclear = |what: &str| {
            let what = format!("`{}` {what}", declaration.address());
            self.open(Cause::new(CauseKind::State, what).at(declaration.name_span))
        };
        if let Some(cause) = self.setting.prior.open {
            return Value::dynamic().with_marks(&super::open::mark(cause));
        }
        let address = self.address(declaration);
        let contexts = Self::contexts(&instances);
        let is_configured =
            |key: &str| contexts.iter().any(|(_, known)| known.as_deref().unwrap_or("") == key);
        if self.setting.prior.keys_of(&address).any(|key| !is_configured(key)) {
            return unclear("has instances in the state that are not configured");
        }
        let mut values = Vec::new();
        for (context, key) in contexts {
            values.push(self.refreshed_instance(resource, context, key));
        }
        match existing_instances(instances, values) {
            Some(value) => value,
            None => unclear("has only some of its instances in the state"),
        }
    }

    /// The value of an instance; `None` if it is not in the state.
    fn refreshed_instance(
        &self,
        resource: &Resource<'_>,
        mut context: Context,
        key: Option<Arc<str>>,
    ) -> Option<Value> {
        let Resource { declaration, meta, .. } = resource;
        let lifecycle = blocks_of(&declaration.written, meta, "lifecycle");
        let object = self.object(declaration, key.clone());
        let instance = Instance { address: self.address(declaration), key, lifecycle: &lifecycle };
        let before = conditions_in(&lifecycle, "precondition");
        if is_plan(self.setting) {
            conditions::judge(&self.names(&context), &object, declaration.kind, &before);
        }
        let after = conditions_in(&lifecycle, "postcondition");
        let Prior::Known(value) = self.setting.prior.prior(&instance.full_address()) else {
            // `self` is then an element that does not exist
            if object.instance.is_some() && !after.is_empty() {
                let what =
                    format!("`{}` is not in the state that its postconditions read", declaration.address());
                self.setting.doubt(Cause::new(CauseKind::State, what).at(declaration.name_span));
            }
            return None;
        };
        let value = match self.origin(resource, &instance) {
            Origin::Simulated(_) | Origin::BuiltIn => value,
            Origin::Unclear(cause) => Value::dynamic().with_marks(&super::open::mark(cause)),
            Origin::Real => {
                let what = format!("a provider that is not mocked refreshes `{}`", declaration.address());
                let cause = Cause::new(CauseKind::Provider, what).remedy("mock the provider");
                self.open(cause.at(declaration.name_span))
            }
        };
        if is_plan(self.setting) && !after.is_empty() {
            context.this = Some(value.clone());
            conditions::judge(&self.names(&context), &object, declaration.kind, &after);
        }
        Some(value)
    }
}

/// The value of the existing instances; `None` if only later elements of a list exist.
fn existing_instances(instances: Instances, values: Vec<Option<Value>>) -> Option<Value> {
    let count = values.iter().flatten().count();
    Some(match instances {
        Instances::Count(Some(_)) => {
            let is_start = values.iter().take(count).all(Option::is_some);
            is_start.then(|| Instances::Count(Some(count)).value(values.into_iter().flatten().collect()))?
        }
        Instances::ForEach(Some(entries), is_set) => {
            let entries: Vec<_> = entries.iter().zip(&values).filter(|(_, value)| value.is_some()).collect();
            let entries = entries.into_iter().map(|(entry, _)| entry.clone()).collect();
            Instances::ForEach(Some(entries), is_set).value(values.into_iter().flatten().collect())
        }
        // objects that a plan would create are unknown
        _ => values.into_iter().flatten().next().unwrap_or_else(Value::dynamic),
    })
}
