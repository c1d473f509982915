//! Calls of modules: their arguments, and the outputs of overridden ones.

use std::sync::Arc;

use hclx_analysis::graph::{self, NodeId};
use hclx_analysis::{Cause, CauseKind, file_path};
use hclx_core::{Type, Value, convert};
use hclx_diag::Ordered;
use hclx_schema::{FilledBody, Header, fill_parts};
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics;

use super::expressions::BodyExpressions;
use super::module::{Call, Walk, errors_in, is_plan};
use super::open::mark;
use super::overrides::Replacement;
use super::state::Change;
use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::module::Module;
use crate::terraform::files::sources;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::call_targets::{absent_source, source};
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::resolve::{dependencies, quoted};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::calls;
use crate::terraform::values::evaluation::MOST_DEPTH;

impl Walk<'_> {
    /// The outputs of all instances of a called module.
    pub(super) fn module_call(&mut self, node: NodeId, call: &Declaration) -> Value {
        let child = self.children.modules.get(&call.name).cloned().flatten();
        let Some(child) = child else {
            let source = absent_source(call).unwrap_or_default();
            let cause = Cause::new(CauseKind::Module, format!("module `{source}` is not installed"));
            self.changes[node.index()].own = Change::Open;
            return self
                .unclear(cause.remedy("run `terraform get`, or vendor the module").at(call.name_span));
        };
        if self.call.path.names.len() >= MOST_DEPTH {
            return self
                .unclear(Cause::new(CauseKind::Limit, "modules are nested too deep").at(call.name_span));
        }
        let instances = match self.instances(call, &schemas::module()) {
            Ok(instances) => instances,
            Err(value) => return value,
        };
        let mut values = Vec::new();
        for (context, key) in Self::contexts(&instances) {
            let replacement = self.setting.overrides.of(&self.address(call), key.as_deref()).cloned();
            let outputs = match replacement {
                // Terraform evaluates neither the arguments of an overridden call nor the module
                Some(replacement) => self.replaced_outputs(&child, &replacement),
                None => self.instance_outputs((node, call), &child, &context, key.as_deref()),
            };
            values.push(outputs);
        }
        instances.value(values)
    }

    fn instance_outputs(
        &mut self,
        (node, call): (NodeId, &Declaration),
        child: &Arc<Module>,
        context: &Context,
        key: Option<&str>,
    ) -> Value {
        let inputs = match self.arguments(call, child, context) {
            Ok(inputs) => inputs,
            Err(value) => return value,
        };
        let inner = self.inner(call, key, inputs);
        let planned = hclx_diag::grow(|| Walk::new(self.setting, child, inner).run());
        let own = &mut self.changes[node.index()].own;
        *own = planned.change.max(*own);
        planned.outputs
    }

    /// The address of a call, a resource or a data source, without a key.
    pub(super) fn address(&self, declaration: &Declaration) -> String {
        let path = &self.call.path.text;
        let dot = if path.is_empty() { "" } else { "." };
        let (of_type, name) = (&declaration.of_type, &declaration.name);
        match declaration.kind {
            Kind::Module => format!("{path}{dot}module.{name}"),
            Kind::Data => format!("{path}{dot}data.{of_type}.{name}"),
            _ => format!("{path}{dot}{of_type}.{name}"),
        }
    }

    /// The outputs of an overridden module; those that are not replaced are null.
    fn replaced_outputs(&self, child: &Module, replacement: &Replacement) -> Value {
        let outputs = child.of_kind(Kind::Output).map(|output| {
            let given = replacement.values.as_ref().and_then(|values| values.get_attr_value(&output.name));
            // the values are those of the override, even if the output is sensitive
            (Arc::clone(&output.name), given.cloned().unwrap_or_else(|| Value::null(Type::ANY)))
        });
        let outputs = Value::object(outputs.collect::<Vec<_>>());
        match replacement.unclear {
            Some(cause) => outputs.with_marks(&mark(cause)),
            None => outputs,
        }
    }

    fn inner(&self, call: &Declaration, key: Option<&str>, inputs: Ordered<Arc<str>, Value>) -> Call {
        let mut path = self.call.path.clone();
        path.names.push(Arc::clone(&call.name));
        path.text = format!("{}{}", self.address(call), key.unwrap_or_default());
        let own = source(call).map(|(source, _)| source).unwrap_or_default();
        let below = match (self.call.paths.module.as_str(), sources::is_local(&own)) {
            (Some(here), true) => Value::string(file_path::join(here, &own)),
            // Terraform uses a path below its own directory
            _ => Value::unknown(Type::STRING),
        };
        let waits = self.call.waits.max(self.awaited(call, &schemas::module()));
        Call {
            inputs,
            providers: self.call.providers.of_call(call),
            path,
            paths: Paths { module: below, root: self.call.paths.root.clone() },
            waits,
            upstream: self.upstream_of(call),
        }
    }

    /// The greatest change among the dependencies of each argument of a call.
    fn upstream_of(&self, call: &Declaration) -> Ordered<Arc<str>, Change> {
        let tree = &call.written.parsed.tree;
        let attributes = call.written.view().just_attributes().0;
        let change = |expr| {
            let references = graph::references(tree, expr).into_iter();
            let changes = references.filter_map(|reference| {
                let name = |position| reference.attribute(position);
                let (node, _) = dependencies::named(self.module, &reference.root, name)?;
                Some(self.changes[node.index()].greatest())
            });
            changes.max().unwrap_or_default()
        };
        let is_repetition = |name: &str| matches!(name, "count" | "for_each");
        let repeated = attributes.iter().filter(|one| is_repetition(one.name)).map(|one| change(one.value));
        let repeated = repeated.max().unwrap_or_default();
        attributes.iter().map(|one| (Arc::from(one.name), change(one.value).max(repeated))).collect()
    }

    /// The objects in the `depends_on` of a declaration; `None` for an object that cannot be determined.
    pub(super) fn explicit_dependencies(
        &self,
        declaration: &Declaration,
        meta: &hclx_schema::Block,
    ) -> Vec<Option<NodeId>> {
        let Some((written, attribute)) = declaration.attribute(meta, "depends_on") else {
            return Vec::new();
        };
        let tree = &written.parsed.tree;
        let Some(list) = statics::as_list(tree, attribute.value) else { return vec![None] };
        let object = |one: &ExprId| {
            let reference = quoted::any_reference(tree, written.source, *one)?;
            let name = |position| reference.attribute(position);
            dependencies::named(self.module, &reference.root, name).map(|(node, _)| node)
        };
        list.iter().map(object).collect()
    }

    /// The greatest change among the objects in the `depends_on` of a declaration.
    pub(super) fn awaited(&self, declaration: &Declaration, meta: &hclx_schema::Block) -> Change {
        let changes = self.explicit_dependencies(declaration, meta).into_iter().map(|node| {
            let Some(node) = node else { return Change::Open };
            let changes = self.changes[node.index()];
            match self.module.declaration(node).kind {
                Kind::Resource => changes.own,
                Kind::Data => Change::None,
                _ => changes.greatest(),
            }
        });
        changes.max().unwrap_or_default()
    }

    /// The arguments of a call, converted to the types of the variables. If one fails or may fail, this is recorded,
    /// and the error is the value of the whole call.
    fn arguments(
        &self,
        call: &Declaration,
        child: &Arc<Module>,
        context: &Context,
    ) -> Result<Ordered<Arc<str>, Value>, Value> {
        let block = calls::call_block(Some(child));
        let names = self.names(context);
        let apart = ["count", "for_each", "providers", "depends_on", "source", "version"];
        let apart = apart.iter().filter_map(|name| call.written.attribute(&schemas::module(), name));
        let mut language = BodyExpressions::new(&names, apart.map(|attribute| attribute.range).collect());
        let header = Header { place: call.written.place(), name: None };
        let filled = fill_parts(&call.written.view(), &block, &header, &mut language);
        let BodyExpressions { errors, doubts, .. } = language;
        self.setting.doubts(None, doubts);
        let is_failed = !errors.is_empty();
        let own = errors.len();
        errors.into_iter().for_each(|error| self.setting.error(error));
        if filled.findings.iter().filter(|one| one.is_error()).count() > own {
            return Err(self.unclear(errors_in(call)));
        }
        if is_failed {
            return Err(self.after_error());
        }
        self.inputs(call, child, &filled.body)
    }

    /// The values of the variables of a called module that its arguments set.
    fn inputs(
        &self,
        call: &Declaration,
        child: &Arc<Module>,
        body: &FilledBody<'_>,
    ) -> Result<Ordered<Arc<str>, Value>, Value> {
        let mut values = Ordered::new();
        for (declaration, variable) in child.variables() {
            // during planning, it may have had a type other than that of its default, and outputs that were already
            // known are kept
            let is_late = !is_plan(self.setting) && replaces_any(body, declaration, variable);
            let value = match argument(body, &declaration.name, variable) {
                None => continue,
                Some(Err(())) => return Err(self.unclear(errors_in(call))),
                Some(Ok(_)) if is_late => {
                    let what = format!("`{}` may be null only while applying", declaration.address());
                    self.open(Cause::new(CauseKind::Feature, what).at(call.name_span))
                }
                Some(Ok(value)) => value,
            };
            values.insert(Arc::clone(&declaration.name), value);
        }
        Ok(values)
    }
}

/// Returns `true` if the default of a variable of any type replaces null.
fn replaces_any(body: &FilledBody<'_>, declaration: &Declaration, variable: &Variable) -> bool {
    let is_null = || body.attribute(&declaration.name).is_some_and(|given| given.value.is_null());
    !variable.nullable && variable.ty.has_any() && variable.default.is_some() && is_null()
}

/// The value of an argument; `None` if it is not set, and an error if it is null where that is not allowed.
fn argument(body: &FilledBody<'_>, name: &str, variable: &Variable) -> Option<Result<Value, ()>> {
    let given = body.attribute(name)?;
    let value = match &variable.defaults {
        Some(defaults) => {
            let value = defaults.apply(&given.value, &DIALECT.rules);
            convert(&value, &variable.ty, &DIALECT.rules).map_err(|_| ())
        }
        None => Ok(given.value.clone()),
    };
    match value {
        Ok(value) if value.is_null() && !variable.nullable => {
            variable.default.clone().map(Ok).or(Some(Err(())))
        }
        other => Some(other),
    }
}
