//! The declarations that a plan with `target` includes.
//!
//! Source of the rules: `TargetsTransformer` of Terraform.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::Ordered;

use super::overrides::canonical;
use super::state::State;
use crate::terraform::declare::address::{Address, Key};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The declarations of the module under test that a plan includes.
#[derive(Clone, Debug)]
pub(crate) struct Targets {
    /// The included declarations, by index.
    included: Vec<bool>,
    /// The addresses of the included resources.
    resources: Vec<String>,
}

impl Targets {
    /// The declarations that some addresses include; `None` without addresses, or if this cannot be determined.
    pub(crate) fn of(module: &Module, addresses: &[Address]) -> Option<Self> {
        if addresses.is_empty() {
            return None;
        }
        let mut targeted = Vec::new();
        for address in addresses {
            if let Some((first, _, _)) = address.modules.first() {
                // the contents of a module are partly included
                match module.get(Kind::Module, "", first) {
                    Some(_) => return None,
                    None => continue,
                }
            }
            let kind = address.target.kind().filter(|kind| *kind != Kind::Ephemeral)?;
            match (module.get(kind, &address.of_type, &address.name), &address.key) {
                (Some((node, _)), Key::None) => targeted.push(node),
                (Some(_), _) => return None,
                (None, _) => {}
            }
        }
        let mut found = Self { included: vec![false; module.declarations.len()], resources: Vec::new() };
        targeted.into_iter().for_each(|node| found.include(module, node));
        found.include_outputs(module);
        found.is_clear(module).then(|| found.with_resources(module, addresses))
    }

    /// Includes a declaration and everything that it depends on.
    fn include(&mut self, module: &Module, node: NodeId) {
        let needed = module.dependencies([node]);
        self.included.iter_mut().zip(needed).for_each(|(included, needed)| *included |= needed);
    }

    /// Includes the outputs that depend only on included resources, and on at least one of them.
    fn include_outputs(&mut self, module: &Module) {
        let is_resource = |node: &NodeId| {
            matches!(module.declaration(*node).kind, Kind::Resource | Kind::Data | Kind::Module)
        };
        for node in module.names.nodes().filter(|node| module.declaration(*node).kind == Kind::Output) {
            let mut used = Self { included: vec![false; self.included.len()], resources: Vec::new() };
            used.include(module, node);
            let resources = module.names.nodes().filter(|node| used.contains(*node) && is_resource(node));
            let resources: Vec<NodeId> = resources.collect();
            if !resources.is_empty() && resources.iter().all(|node| self.contains(*node)) {
                self.include(module, node);
            }
        }
    }

    /// Returns `true` if the included declarations can be determined.
    fn is_clear(&self, module: &Module) -> bool {
        let links = module.links();
        module.names.nodes().all(|node| match module.declaration(node).kind {
            // a called module is partly included
            Kind::Module => !self.contains(node),
            // the configurations of included resources are included
            Kind::Provider => links.graph.uses(node).iter().all(|(used, _)| self.contains(*used)),
            _ => true,
        })
    }

    fn with_resources(mut self, module: &Module, addresses: &[Address]) -> Self {
        let included = module.names.nodes().filter(|node| self.contains(*node));
        let resources = included.map(|node| module.declaration(node));
        let resources = resources.filter(|declaration| declaration.kind == Kind::Resource);
        self.resources =
            resources.map(|resource| format!("{}.{}", resource.of_type, resource.name)).collect();
        // targets that are no longer declared are destroyed
        self.resources.extend(addresses.iter().map(canonical));
        self
    }

    /// Returns `true` if a plan includes a declaration.
    pub(crate) fn contains(&self, node: NodeId) -> bool {
        self.included[node.index()]
    }

    /// The instances after an apply, in which those outside of the targets are unchanged.
    pub(crate) fn remaining_instances(
        &self,
        prior: &State,
        applied: Ordered<Arc<str>, Value>,
    ) -> Ordered<Arc<str>, Value> {
        let is_outside = |address: &str| {
            let resource = address.split('[').next().unwrap_or(address);
            address.starts_with("module.") || !self.resources.iter().any(|known| known == resource)
        };
        let outside = prior.instances.iter().filter(|(address, _)| is_outside(address));
        let outside = outside.map(|(address, value)| (Arc::clone(address), value.clone()));
        let mut left: Ordered<Arc<str>, Value> = outside.collect();
        left.extend(applied);
        left
    }
}
