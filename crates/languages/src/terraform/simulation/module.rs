//! The walk over the declarations of a module in dependency order.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Cause, CauseKind, RunCommand};
use hclx_core::{Marks, Type, Value};
use hclx_diag::{Diagnostic, Ordered, SharedList, code_names as codes};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::BlockView;

use super::conditions;
use super::constants::ModuleConstants;
use super::expressions::{Evaluation, ScopeNames};
use super::journal::CheckedObject;
use super::open::{CauseId, mark};
use super::providers::Providers;
use super::setting::{Logic, SimulationContext};
use super::state::Change;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets::{self, Children};
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::evaluation::marked;
use crate::terraform::values::repeat::{self, Instances};

/// The maximum number of simulated instances.
const MOST_INSTANCES: usize = 256;

/// A module after the simulation.
pub(crate) struct PlannedModule {
    /// The values of declarations, by index.
    pub(crate) values: SharedList<Value>,
    /// The outputs, as an object.
    pub(crate) outputs: Value,
    pub(crate) paths: Paths,
    /// The greatest change among its resources, including those of called modules.
    pub(super) change: Change,
}

/// Simulates the module under test.
pub(crate) fn simulate(
    setting: &SimulationContext<'_>,
    module: &Module,
    inputs: Ordered<Arc<str>, Value>,
    providers: Providers,
) -> PlannedModule {
    Walk::new(setting, module, Call { inputs, providers, ..Call::root(setting.paths.clone()) }).run()
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
    /// The greatest change among the dependencies that data sources must wait for.
    pub(super) waits: Change,
    /// The greatest change among the dependencies of each argument.
    pub(super) upstream: Ordered<Arc<str>, Change>,
}

impl Call {
    fn root(paths: Paths) -> Self {
        Self {
            inputs: Ordered::new(),
            providers: Providers::default(),
            path: ModulePath::default(),
            paths,
            waits: Change::None,
            upstream: Ordered::new(),
        }
    }
}

/// A module being simulated.
pub(super) struct Walk<'s> {
    pub(super) setting: &'s SimulationContext<'s>,
    pub(super) module: &'s Module,
    pub(super) children: Arc<Children>,
    pub(super) values: SharedList<Value>,
    /// The changes of declarations, by index.
    pub(super) changes: Vec<Changes>,
    pub(super) call: Call,
    constants: Arc<ModuleConstants>,
    /// The causes for which Terraform does not evaluate references to a declaration, by index.
    halted: Vec<Option<CauseId>>,
}

/// The changes that a plan makes to a declaration and its dependencies.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    /// The change of its own instances.
    pub(super) own: Change,
    /// The change of everything that it depends on.
    pub(super) upstream: Change,
}

impl Changes {
    pub(super) fn greatest(self) -> Change {
        self.own.max(self.upstream)
    }
}

impl<'s> Walk<'s> {
    pub(super) fn new(setting: &'s SimulationContext<'s>, module: &'s Module, call: Call) -> Self {
        let children = call_targets::children(*setting.evaluator, module);
        let values = SharedList::repeat(&Value::dynamic(), module.declarations.len());
        let changes = vec![Changes::default(); module.declarations.len()];
        let constants = setting.constants.module(&module.folder, &call.paths, setting.logic == Logic::Lazy);
        let halted = vec![None; module.declarations.len()];
        Self { setting, module, children, values, changes, call, constants, halted }
    }

    pub(super) fn run(mut self) -> PlannedModule {
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
            let used = links.graph.uses(*node).iter().map(|(used, _)| self.changes[used.index()].greatest());
            let declaration = self.module.declaration(*node);
            let outside =
                self.call.upstream.get(&declaration.name).filter(|_| declaration.kind == Kind::Variable);
            self.changes[node.index()].upstream = used.chain(outside.copied()).max().unwrap_or_default();
            let value = match self.halt_cause(*node, declaration) {
                Some(cause) => self.not_evaluated(*node, declaration, cause),
                None => self.declared(*node),
            };
            // a reference to one output of a module does not depend on the others
            let causes = super::open::causes_of(&value);
            let halted = self.setting.causes.first_skip(&causes);
            self.halted[node.index()] = halted.filter(|_| declaration.kind != Kind::Module);
            self.values[node.index()] = value;
        }
        for written in self.module.others.iter().filter(|one| &*one.block_type == "import") {
            let what = "an `import` block needs an existing object";
            self.setting.doubt(Cause::new(CauseKind::Feature, what).at(written.place()));
        }
        let change = self.changes.iter().map(|changes| changes.own).max().unwrap_or_default();
        let outputs = self.outputs();
        PlannedModule { values: self.values, outputs, paths: self.call.paths, change }
    }

    /// The cause for which Terraform does not evaluate a declaration: something that it refers to fails, even if the
    /// reference is not used.
    fn halt_cause(&self, node: NodeId, declaration: &Declaration) -> Option<CauseId> {
        let halted = |used: &NodeId| self.halted[used.index()];
        match declaration.kind {
            Kind::Local | Kind::Resource | Kind::Data | Kind::Output | Kind::Check => {
                self.module.links().graph.uses(node).iter().find_map(|(used, _)| halted(used))
            }
            Kind::Module => {
                self.explicit_dependencies(declaration, &schemas::module()).iter().flatten().find_map(halted)
            }
            _ => None,
        }
    }

    fn not_evaluated(&mut self, node: NodeId, declaration: &Declaration, cause: CauseId) -> Value {
        self.setting.skip(&self.object(declaration, None));
        self.changes[node.index()].own = Change::Open;
        Value::dynamic().with_marks(&mark(cause))
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

    /// The names in scope in a context.
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
        let is_under_test = self.call.path.names.is_empty();
        if let Some(targets) = self.setting.options.targets.as_ref().filter(|_| is_under_test)
            && !targets.contains(node)
        {
            let what = format!("`{}` is outside of `target`", declaration.address());
            let cause = Cause::new(CauseKind::State, what).remedy("add what it depends on to `target`");
            return self.open(cause.at(declaration.name_span));
        }
        match declaration.kind {
            Kind::Variable => self.variable(node, declaration),
            Kind::Local => self.local(node, declaration),
            Kind::Output => self.output(declaration),
            Kind::Module => self.module_call(node, declaration),
            Kind::Resource | Kind::Data => self.resource(node, declaration),
            Kind::Check => {
                self.check(declaration);
                Value::dynamic()
            }
            // a provider that is not mocked may reject its configuration
            Kind::Provider => Value::dynamic(),
            Kind::Ephemeral => self.ephemeral(node, declaration),
            Kind::Action | Kind::List => self.not_simulated(declaration),
        }
    }

    pub(super) fn not_simulated(&self, declaration: &Declaration) -> Value {
        let what = format!("a {} is not simulated", declaration.kind.noun());
        self.unclear(Cause::new(CauseKind::Feature, what).at(declaration.name_span))
    }

    fn local(&self, node: NodeId, declaration: &Declaration) -> Value {
        let Some(expr) = declaration.expr else { return self.unclear(errors()) };
        if let Some(value) = self.constants.get(node) {
            return value;
        }
        let evaluation = self.evaluation(&declaration.written, expr, &Context::default());
        let is_certain = !evaluation.may_fail;
        let value = self.value_of(evaluation);
        if is_certain {
            let links = self.module.links();
            self.constants.keep(node, &value, links.graph.uses(node).iter().map(|(used, _)| *used));
        }
        value
    }

    /// Evaluates an expression, and records its failures.
    pub(super) fn expression(&self, written: &BlockSource, expr: ExprId, context: &Context) -> Value {
        self.value_of(self.evaluation(written, expr, context))
    }

    fn evaluation(&self, written: &BlockSource, expr: ExprId, context: &Context) -> Evaluation {
        self.names(context).evaluate((&written.parsed.tree, written.source, expr), &[])
    }

    /// The value of an expression, after recording its failures.
    fn value_of(&self, evaluation: Evaluation) -> Value {
        if let Some(id) = self.setting.causes.first_skip(&evaluation.open) {
            return Value::dynamic().with_marks(&mark(id));
        }
        if evaluation.may_fail {
            self.setting.doubts(None, evaluation.open);
        }
        if evaluation.errors.is_empty() {
            return evaluation.value;
        }
        evaluation.errors.into_iter().for_each(|error| self.setting.error(error));
        self.after_error()
    }

    /// The value of a failed object. Terraform does not evaluate expressions that use it.
    pub(super) fn after_error(&self) -> Value {
        let id = self.setting.causes.id(follows());
        self.setting.causes.skip(id);
        Value::dynamic().with_marks(&mark(id))
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
            return self.after_error();
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
            // some versions lose the mark in the calling module
            Some(true) if !self.call.path.names.is_empty() => {
                value.with_mark("sensitive").with_mark(super::open::FORGOTTEN)
            }
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

    /// The instances of a block. If they are open or cannot be planned, this is recorded, and the error is the value of
    /// the whole block.
    pub(super) fn instances(
        &self,
        declaration: &Declaration,
        meta: &hclx_schema::Block,
    ) -> Result<Instances, Value> {
        let found = |name: &str| declaration.attribute(meta, name);
        let (name, (written, attribute)) = match (found("count"), found("for_each")) {
            (None, None) => return Ok(Instances::One),
            (Some(count), None) => ("count", count),
            (None, Some(each)) => ("for_each", each),
            (Some(_), Some(_)) => {
                return Err(self.unclear(errors()));
            }
        };
        let place = written.expr_span(attribute.value);
        let value = self.expression(written, attribute.value, &Context::default());
        let open = super::open::causes_of(&value);
        if !open.is_empty() {
            let marks = open.iter().fold(Marks::NONE, |marks, id| marks.union(&mark(*id)));
            self.setting.doubts(None, open);
            return Err(Value::dynamic().with_marks(&marks));
        }
        let (instances, finding) = match name {
            "count" => repeat::count(&value, place),
            _ => repeat::for_each(&value, place),
        };
        if let Some(finding) = finding {
            self.setting.error(finding);
            return Err(self.after_error());
        }
        let count = match &instances {
            Instances::One => Some(1),
            Instances::Count(count) => *count,
            Instances::ForEach(entries, _) => entries.as_ref().map(Vec::len),
            Instances::Optional(_) | Instances::Unclear { .. } => None,
        };
        match count {
            Some(count) if count <= MOST_INSTANCES => Ok(instances),
            Some(_) => {
                Err(self.unclear(Cause::new(CauseKind::Limit, "there are too many instances").at(place)))
            }
            None => {
                let message = format!("`{name}` is only known after apply");
                self.setting.error(Diagnostic::error(codes::UNKNOWN_INSTANCES, place, message));
                Err(self.after_error())
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

/// The cause for consequences of a failure.
pub(super) fn follows() -> Cause {
    Cause::new(CauseKind::State, "it depends on something that fails")
}

/// Returns `true` if the run plans rather than applies.
pub(super) fn is_plan(setting: &SimulationContext<'_>) -> bool {
    setting.stage == RunCommand::Plan
}
