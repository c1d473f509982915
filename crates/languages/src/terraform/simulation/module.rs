//! The walk over the declarations of a module, in the order of their dependencies.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Cause, CauseKind, RunCommand, file_path};
use hclx_core::{Type, Value, convert};
use hclx_diag::{Diagnostic, Ordered, SharedList, code_names as codes};
use hclx_schema::{FilledBody, Header, fill_parts};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::BlockView;

use super::conditions;
use super::expressions::{BodyExpressions, ScopeNames};
use super::journal::CheckedObject;
use super::providers::Providers;
use super::setting::SimulationContext;
use crate::terraform::declare::declaration::{BlockSource, Declaration, Variable};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::call_targets::{self, Children, absent_source, source};
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::calls;
use crate::terraform::values::evaluation::{MOST_DEPTH, marked};
use crate::terraform::values::repeat::{self, Instances};

/// The maximum number of instances that are simulated.
const MOST_INSTANCES: usize = 256;

/// A module after the simulation.
pub(crate) struct PlannedModule {
    /// The values of declarations, by index.
    pub(crate) values: SharedList<Value>,
    /// The outputs, as an object.
    pub(crate) outputs: Value,
    pub(crate) paths: Paths,
}

/// Simulates the module under test.
pub(crate) fn simulate(
    setting: &SimulationContext<'_>,
    module: &Module,
    inputs: Ordered<Arc<str>, Value>,
    providers: Providers,
) -> PlannedModule {
    Walk::new(setting, module, Call { inputs, providers, ..Call::root() }).run()
}

/// The address of a module.
#[derive(Clone, Default)]
pub(crate) struct ModulePath {
    /// The names of the calls.
    pub(crate) names: Vec<Arc<str>>,
    /// The address, with instance keys.
    pub(crate) text: String,
}

/// A call of a module, or the module under test.
pub(super) struct Call {
    pub(super) inputs: Ordered<Arc<str>, Value>,
    pub(super) providers: Providers,
    pub(super) path: ModulePath,
    pub(super) paths: Paths,
    /// Set if data sources may have to wait for a dependency of the call.
    pub(super) waits: bool,
}

impl Call {
    fn root() -> Self {
        Self {
            inputs: Ordered::new(),
            providers: Providers::default(),
            path: ModulePath::default(),
            paths: Paths::root(),
            waits: false,
        }
    }
}

/// A module being simulated.
pub(super) struct Walk<'s> {
    pub(super) setting: &'s SimulationContext<'s>,
    pub(super) module: &'s Module,
    pub(super) children: Arc<Children>,
    pub(super) values: SharedList<Value>,
    pub(super) call: Call,
}

impl<'s> Walk<'s> {
    fn new(setting: &'s SimulationContext<'s>, module: &'s Module, call: Call) -> Self {
        let children = call_targets::children(*setting.evaluator, module);
        let values = SharedList::repeat(&Value::dynamic(), module.declarations.len());
        Self { setting, module, children, values, call }
    }

    fn run(mut self) -> PlannedModule {
        let links = self.module.links();
        let is_whole =
            !self.module.is_unknown() && self.module.duplicates.is_empty() && links.order.cycles.is_empty();
        if !is_whole || self.module.findings.iter().any(Diagnostic::is_error) {
            self.setting.doubt(errors());
        }
        for node in &links.order.sorted {
            if self.setting.evaluator.budget.is_canceled() {
                break;
            }
            let value = self.declared(*node);
            self.values[node.index()] = value;
        }
        for written in self.module.others.iter().filter(|one| &*one.block_type == "import") {
            let what = "an `import` block needs an existing object";
            self.setting.doubt(Cause::new(CauseKind::Feature, what).at(written.place()));
        }
        let outputs = self.outputs();
        PlannedModule { values: self.values, outputs, paths: self.call.paths }
    }

    fn outputs(&self) -> Value {
        let outputs =
            self.module.names.nodes().filter(|node| self.module.declaration(*node).kind == Kind::Output);
        Value::object(
            outputs.map(|node| {
                (Arc::clone(&self.module.declaration(node).name), self.values[node.index()].clone())
            }),
        )
    }

    /// The names at a place.
    pub(super) fn names<'a>(&'a self, context: &'a Context) -> ScopeNames<'a> {
        static NONE: Ordered<Arc<str>, Value> = Ordered::new();
        let module = Some((self.module, &self.values));
        ScopeNames::new(self.setting, module, context, (&self.call.paths, &NONE))
    }

    pub(super) fn open(&self, cause: Cause) -> Value {
        self.setting.causes.open(Type::ANY, cause)
    }

    /// An open value of a declaration that is not simulated; the run may fail because of it.
    pub(super) fn unclear(&self, cause: Cause) -> Value {
        self.setting.doubt(cause.clone());
        self.open(cause)
    }

    pub(super) fn object(&self, declaration: &Declaration, instance: Option<Arc<str>>) -> CheckedObject {
        CheckedObject {
            module: self.call.path.text.as_str().into(),
            key: Arc::clone(&declaration.key),
            instance,
        }
    }

    fn declared(&mut self, node: NodeId) -> Value {
        let module = self.module;
        let declaration = module.declaration(node);
        if !declaration.overrides.is_empty() {
            let what = format!("`{}` is changed by an override file", declaration.address());
            return self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
        }
        match declaration.kind {
            Kind::Variable => self.variable(node, declaration),
            Kind::Local => {
                let Some(expr) = declaration.expr else { return self.unclear(errors()) };
                self.expression(&declaration.written, expr, &Context::default())
            }
            Kind::Output => self.output(declaration),
            Kind::Module => self.module_call(declaration),
            Kind::Resource | Kind::Data => self.resource(declaration),
            Kind::Check => {
                self.check(declaration);
                Value::dynamic()
            }
            // a provider that is not mocked may reject its configuration
            Kind::Provider => Value::dynamic(),
            Kind::Ephemeral | Kind::Action | Kind::List => {
                let what = format!("a {} is not simulated", declaration.kind.noun());
                self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span))
            }
        }
    }

    /// Evaluates an expression, and records its failures.
    pub(super) fn expression(&self, written: &BlockSource, expr: ExprId, context: &Context) -> Value {
        let names = self.names(context);
        let evaluation = names.evaluate((&written.parsed.tree, written.source, expr), &[]);
        if evaluation.may_fail {
            self.setting.doubts(None, evaluation.open);
        }
        if evaluation.errors.is_empty() {
            return evaluation.value;
        }
        evaluation.errors.into_iter().for_each(|error| self.setting.error(error));
        self.open(follows())
    }

    fn variable(&mut self, node: NodeId, declaration: &Declaration) -> Value {
        let Some(variable) = &declaration.variable else { return self.unclear(errors()) };
        if variable.is_doubtful || variable.marks.ephemeral {
            let what = format!("`{}` is ephemeral or has no clear type", declaration.address());
            return self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
        }
        let given = self.call.inputs.get(&declaration.name).or(variable.default.as_ref());
        let Some(value) = given.cloned() else {
            let message = format!("missing value for variable `{}`", declaration.name);
            let finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, declaration.name_span, message);
            self.setting.error(finding.help("set it in `variables` of the run or of the file"));
            return self.open(follows());
        };
        let value = marked(value, variable);
        // the conditions refer to the variable itself
        self.values[node.index()] = value.clone();
        let blocks = blocks_of(&declaration.written, &schemas::variable(), "validation");
        let object = self.object(declaration, None);
        let context = Context::default();
        let names = self.names(&context);
        match conditions::judge(&names, &object, Kind::Variable, &blocks) {
            true => value,
            false => conditions::stopped(&names, &object, value),
        }
    }

    fn output(&self, declaration: &Declaration) -> Value {
        let block = schemas::output();
        let object = self.object(declaration, None);
        let context = Context::default();
        let names = self.names(&context);
        let blocks = blocks_of(&declaration.written, &block, "precondition");
        let is_good = conditions::judge(&names, &object, Kind::Output, &blocks);
        let Some((written, attribute)) = declaration.attribute(&block, "value") else {
            return self.unclear(errors());
        };
        let value = match is_good {
            true => self.expression(written, attribute.value, &context),
            false => conditions::stopped(&names, &object, Value::dynamic()),
        };
        if declaration.flag(&block, "ephemeral") == Some(true) {
            let what = format!("`{}` is ephemeral", declaration.address());
            return self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span));
        }
        match declaration.flag(&block, "sensitive") {
            Some(true) => value.with_mark("sensitive"),
            _ => value,
        }
    }

    fn check(&self, declaration: &Declaration) {
        let object = self.object(declaration, None);
        let context = Context::default();
        let blocks = blocks_of(&declaration.written, &schemas::check(), "assert");
        conditions::judge(&self.names(&context), &object, Kind::Check, &blocks);
    }

    /// The instances of a block; `None` if they are open or cannot be planned, which is recorded.
    pub(super) fn instances(
        &self,
        declaration: &Declaration,
        meta: &hclx_schema::Block,
    ) -> Option<Instances> {
        let found = |name: &str| declaration.attribute(meta, name);
        let (name, (written, attribute)) = match (found("count"), found("for_each")) {
            (None, None) => return Some(Instances::One),
            (Some(count), None) => ("count", count),
            (None, Some(each)) => ("for_each", each),
            (Some(_), Some(_)) => {
                self.setting.doubt(errors());
                return None;
            }
        };
        let place = written.expr_span(attribute.value);
        let value = self.expression(written, attribute.value, &Context::default());
        let open = super::open::causes_of(&value);
        if !open.is_empty() {
            self.setting.doubts(None, open);
            return None;
        }
        let (instances, finding) = match name {
            "count" => repeat::count(&value, place),
            _ => repeat::for_each(&value, place),
        };
        if let Some(finding) = finding {
            self.setting.error(finding);
            return None;
        }
        let count = match &instances {
            Instances::One => Some(1),
            Instances::Count(count) => *count,
            Instances::ForEach(entries, _) => entries.as_ref().map(Vec::len),
            Instances::Optional(_) | Instances::Unclear { .. } => None,
        };
        match count {
            Some(count) if count <= MOST_INSTANCES => Some(instances),
            Some(_) => {
                self.setting.doubt(Cause::new(CauseKind::Limit, "there are too many instances").at(place));
                None
            }
            None => {
                let message = format!("`{name}` is only known after apply");
                self.setting.error(Diagnostic::error(codes::UNKNOWN_INSTANCES, place, message));
                None
            }
        }
    }

    /// The contexts of the instances, with their keys as in an address.
    pub(super) fn contexts(instances: &Instances) -> Vec<(Context, Option<Arc<str>>)> {
        match instances {
            Instances::Count(Some(count)) => (0..*count)
                .map(|index| {
                    let number = Value::number(hclx_core::Number::from_len(index));
                    (Context { count: Some(number), ..Context::default() }, Some(format!("[{index}]").into()))
                })
                .collect(),
            Instances::ForEach(Some(entries), _) => entries
                .iter()
                .map(|(key, value)| {
                    let each = Some((Value::string(Arc::clone(key)), value.clone()));
                    (Context { each, ..Context::default() }, Some(format!("[{key:?}]").into()))
                })
                .collect(),
            _ => vec![(Context::default(), None)],
        }
    }

    fn module_call(&mut self, call: &Declaration) -> Value {
        let module = self.module;
        let child = self.children.modules.get(&call.name).cloned().flatten();
        let Some(child) = child else {
            let source = absent_source(call).unwrap_or_default();
            let cause = Cause::new(CauseKind::Module, format!("module `{source}` is not installed"));
            return self
                .unclear(cause.remedy("run `terraform get`, or vendor the module").at(call.name_span));
        };
        let is_overridden = self.is_overridden(&call.name, None);
        if self.call.path.names.len() >= MOST_DEPTH {
            return self
                .unclear(Cause::new(CauseKind::Limit, "modules are nested too deep").at(call.name_span));
        }
        let Some(instances) = self.instances(call, &schemas::module()) else { return self.open(follows()) };
        let mut values = Vec::new();
        for (context, key) in Self::contexts(&instances) {
            let outputs = match self.arguments(call, &child, &context) {
                Some(inputs) => {
                    let inner = self.inner(module, call, key.as_deref(), inputs);
                    hclx_diag::grow(|| Walk::new(self.setting, &child, inner).run().outputs)
                }
                None => self.open(follows()),
            };
            values.push(outputs);
        }
        if is_overridden {
            let what = format!("`{}` is overridden", call.address());
            return self.open(Cause::new(CauseKind::Mock, what).at(call.name_span));
        }
        instances.value(values)
    }

    fn inner(
        &self,
        module: &Module,
        call: &Declaration,
        key: Option<&str>,
        inputs: Ordered<Arc<str>, Value>,
    ) -> Call {
        let mut path = self.call.path.clone();
        path.names.push(Arc::clone(&call.name));
        let dot = if path.text.is_empty() { "" } else { "." };
        path.text = format!("{}{dot}module.{}{}", path.text, call.name, key.unwrap_or_default());
        let own = source(call).map(|(source, _)| source).unwrap_or_default();
        let below = match (self.call.paths.module.as_str(), crate::terraform::files::sources::is_local(&own))
        {
            (Some(here), true) => Value::string(file_path::join(here, &own)),
            // Terraform uses a path below its own directory
            _ => Value::unknown(Type::STRING),
        };
        let waits = self.call.waits || call.attribute(&schemas::module(), "depends_on").is_some();
        let _ = module;
        Call {
            inputs,
            providers: self.call.providers.of_call(call),
            path,
            paths: Paths { module: below, root: self.call.paths.root.clone() },
            waits,
        }
    }

    /// The arguments of a call, converted to the types of the variables; `None` if one certainly fails.
    fn arguments(
        &self,
        call: &Declaration,
        child: &Arc<Module>,
        context: &Context,
    ) -> Option<Ordered<Arc<str>, Value>> {
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
            self.setting.doubt(errors_in(call));
            return None;
        }
        if is_failed {
            return None;
        }
        let mut values = Ordered::new();
        for (declaration, variable) in child.variables() {
            let value = argument(&filled.body, &declaration.name, variable);
            match value {
                Some(Ok(value)) => drop(values.insert(Arc::clone(&declaration.name), value)),
                Some(Err(())) => {
                    self.setting.doubt(errors_in(call));
                    return None;
                }
                None => {}
            }
        }
        Some(values)
    }

    /// Returns `true` if an override may replace the values of a module call, or of a resource with a type.
    pub(super) fn is_overridden(&self, name: &str, of_type: Option<&str>) -> bool {
        let is_here = |names: &mut dyn Iterator<Item = &Arc<str>>| names.eq(self.call.path.names.iter());
        self.setting.overridden.iter().any(|target| {
            let mut modules = target.modules.iter().map(|(name, ..)| name);
            match of_type {
                Some(of_type) => {
                    *target.of_type == *of_type && *target.name == *name && is_here(&mut modules)
                }
                None => {
                    let last = target.modules.last().is_some_and(|(last, ..)| **last == *name);
                    let above = target.modules.len().saturating_sub(1);
                    target.of_type.is_empty() && last && is_here(&mut modules.take(above))
                }
            }
        })
    }
}

/// The value of an argument; `None` if it is not set, and an error if it is null where this is not allowed.
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

/// The nested blocks of a type.
pub(super) fn blocks_of<'w>(
    written: &'w BlockSource,
    block: &hclx_schema::Block,
    name: &str,
) -> Vec<BlockView<'w>> {
    let blocks = written.view().sorted(block.prepared()).content.blocks;
    blocks.into_iter().filter(|one| one.block_type == name).collect()
}

/// The cause for code that `hclx check` rejects.
pub(super) fn errors() -> Cause {
    Cause::new(CauseKind::Errors, "the module has errors").remedy("run `hclx check`")
}

pub(super) fn errors_in(declaration: &Declaration) -> Cause {
    let what = format!("the arguments of `{}` do not match", declaration.address());
    Cause::new(CauseKind::Errors, what).remedy("run `hclx check`").at(declaration.name_span)
}

/// The cause for what depends on a failure.
pub(super) fn follows() -> Cause {
    Cause::new(CauseKind::State, "it depends on something that fails")
}

/// The stage of a simulation as a word, for messages.
pub(super) fn is_plan(setting: &SimulationContext<'_>) -> bool {
    setting.stage == RunCommand::Plan
}
