//! Module calls: the called module, its arguments, and the values of its outputs.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use hclx_analysis::graph::NodeId;
use hclx_analysis::{file_path, is_demonstration};
use hclx_core::{Type, Value, convert};
use hclx_diag::{
    Batch, Certainty, Diagnostic, Distinct, Ordered, OrderedSet, Origin, Policy, Report, SharedCause,
    SharedWords, Span, code_names as codes, locked,
};
use hclx_eval::{Approximation, Entry};
use hclx_schema::{Attribute, Block, Filled};
use hclx_syntax::ast::ExprId;

use super::evaluation::{Inputs, MOST_DEPTH, ModuleValues, UsedInputs, beyond_limits, unknown_of};
use super::instance::{BodyKind, Instance};
use super::open_values::Argument;
use super::records::CompleteOnce;
use super::resource_values::ResourceValues;
use super::rule::{EvaluatedBlock, Evaluator};
use super::tree::TreePart;
use super::{evaluate, failing_instances, open_values, records};
use crate::misspelled::is_slip;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::merge;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::naming;
use crate::terraform::declare::required_versions;
use crate::terraform::files::placeholders::is_placeholder;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::toolchain::Toolchain;
use crate::terraform::functions::DIALECT;
use crate::terraform::plan::early_evaluation;
use crate::terraform::plan::open_value::{self, OpenValue, OpenValues};
use crate::terraform::resolve::call_targets::{absent_source, is_told, source};
use crate::terraform::resolve::dependencies::uses_variable;
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The maximum number of evaluated calls of one module with different arguments.
const MOST_CALLS: usize = 4096;

/// The maximum number of calls at a nesting depth. It is halved at each level, because a level may double the number of
/// calls.
fn most_calls(depth: usize) -> usize {
    const FEWEST: usize = 64;
    (MOST_CALLS >> depth.saturating_sub(1).min(12)).max(FEWEST)
}

/// The schema of a module call.
pub(crate) fn call_block(child: Option<&Arc<Module>>) -> Arc<Block> {
    static OPEN: OnceLock<Arc<Block>> = OnceLock::new();
    let made = child.map_or(&OPEN, |child| &child.call_block);
    Arc::clone(made.get_or_init(|| Arc::new(made_for(child))))
}

fn made_for(child: Option<&Arc<Module>>) -> Block {
    let mut block = Block::new().with(&schemas::module());
    let mut known: HashSet<Arc<str>, foldhash::fast::RandomState> =
        block.attributes().iter().map(|one| Arc::clone(&one.name)).collect();
    match child {
        Some(child) => {
            // only one of two duplicate declarations may have a default
            let again = child.duplicates.iter().filter_map(|one| Some((&one.name, one.variable.as_ref()?)));
            let again: HashSet<&Arc<str>> =
                again.filter(|(_, variable)| variable.default.is_some()).map(|(name, _)| name).collect();
            for (declaration, variable) in child.variables() {
                if !known.insert(Arc::clone(&declaration.name)) {
                    continue;
                }
                let mut attribute = Attribute::new(Arc::clone(&declaration.name), variable.ty.clone());
                attribute.place = Some(declaration.name_span);
                attribute.parts.clone_from(&variable.places);
                attribute.defaults.clone_from(&variable.defaults);
                // a variable with an invalid name will be renamed
                let is_named = naming::is_name(&declaration.name);
                let may_be_left_out =
                    variable.default.is_some() || again.contains(&declaration.name) || !is_named;
                block.push_attribute(if may_be_left_out { attribute } else { attribute.required() });
            }
            for name in child.holes.mistaken() {
                if known.insert(Arc::clone(name)) {
                    block.push_attribute(Attribute::new(Arc::clone(name), Type::ANY));
                }
            }
        }
        None => block.any_attribute = Some(Attribute::new("", Type::ANY)),
    }
    block
}

/// Checks a call, and returns the value of the child's outputs, with instance keys.
pub(crate) fn judge(instance: &mut Instance<'_>, node: Option<NodeId>, call: &Declaration) -> Value {
    let child = instance.children.modules.get(&call.name).cloned().flatten();
    let block = call_block(child.as_ref());
    let base = Context { owner: node, ..Context::default() };
    // remove those of an earlier evaluation
    node.map(|node| instance.open_calls.remove(&node.index()));
    let (instances, mut settled) = instance.instances(call, &schemas::module(), &base);
    // findings about missing declarations belong to the module itself
    if instance.inputs.is_call && instances.are_none() {
        return instances.value(Vec::new());
    }
    constant_places(instance, call, &mut settled);
    if child.is_none()
        && !instance.inputs.is_call
        && let Some(source) = absent_source(call)
    {
        let what = format!(
            "{source} is not installed (run `terraform get`): arguments and outputs of this call were not checked"
        );
        instance.approximations.push(Approximation { span: call.name_span, what: what.into() });
    }
    instance.each_rule(|rule, instance| rule.declaration(instance, call, &schemas::module()));
    let name: Arc<str> = call.address().into();
    let has_escapes = call.written.view().mentions(schemas::ESCAPE);
    let block = if has_escapes { schemas::escaped(&block, &schemas::module()) } else { block };
    let contexts = instances.contexts(&base);
    let collected = instance.tree.len();
    let (values, batch) = failing_instances::judge(instance, call, &contexts, |instance, context| {
        let all = filled(instance, call, (&block, &name), context, &settled);
        match &child {
            Some(child) => {
                let (outputs, open) = outputs(instance, call, child, &all, context);
                (sensitive_in(instance, child, outputs), open)
            }
            None => {
                if instance.collects() && !context.is_idle {
                    instance.collect_call((call, context), None, &[]);
                }
                (Value::dynamic(), None)
            }
        }
    });
    let (values, open): (Vec<Value>, Vec<_>) = values.into_iter().unzip();
    if let Some((node, open)) = node.zip(open_values::of_instances(&instances, &values, open)) {
        instance.open_calls.insert(node.index(), open);
    }
    instance.mark_optional(&instances, collected);
    let batch = match &child {
        Some(child) => without_consequences(no_argument_is_torn(instance.run.snapshot, child, batch)),
        None => batch,
    };
    let is_open = child.is_none();
    let judged = EvaluatedBlock { declaration: call, meta: &schemas::module(), is_open, is_known: !is_open };
    let batch = instance.amended(&judged, batch.once());
    let batch = if instances.are_none() { of_disabled_call(call, batch) } else { batch };
    let (_, of_call) =
        instance.trial(|instance| instance.each_rule(|rule, it| rule.call(it, call, child.as_deref())));
    // Without instances, nothing fails, and findings that do not depend on the call are reported in the module itself.
    let may_be_none = instances.may_be_none() && instance.inputs.is_call;
    let policy = if may_be_none { Policy::Drop } else { Policy::AsIs };
    instance.findings.keep(batch.and(of_call), policy);
    match &child {
        Some(child) if child.takes_meta_arguments() => Value::dynamic(),
        _ => instances.value(values),
    }
}

/// The arguments of a call without instances are placeholders: those that do not fit have one cause.
fn of_disabled_call(call: &Declaration, batch: Batch) -> Batch {
    let words = SharedWords::Others(
        "another argument of this disabled call does not fit either".into(),
        "other arguments of this disabled call do not fit either".into(),
    );
    let cause = SharedCause::of_run(format!("arguments of {:?} without instances", call.name_span), words);
    batch.map(|finding| {
        let is_misfit = finding.code == codes::NOT_CONVERTIBLE && finding.cause.is_none();
        Some(if is_misfit { finding.caused_by(cause.clone()) } else { finding })
    })
}

/// Like [`Instance::body`], for a block with additional requirements.
fn filled<'w>(
    instance: &mut Instance<'_>,
    call: &'w Declaration,
    (block, name): (&Arc<Block>, &Arc<str>),
    context: &Context,
    settled: &[(ExprId, Value)],
) -> Vec<(&'w Arc<BlockSource>, Filled<'w>)> {
    let kind = BodyKind::Named(name);
    let own = merge::body_of(call, block);
    let mut fill = |written: &'w Arc<BlockSource>, block: &Arc<Block>| {
        (written, instance.filled(written, block, context.clone(), settled.to_vec(), kind))
    };
    let mut all = vec![fill(&call.written, &own)];
    for written in &call.overrides {
        all.push(fill(written, &schemas::overriding(block)));
    }
    all
}

/// Removes findings about arguments for variables in the child's unparsed parts, and for those that it uses undeclared.
/// Probable typos are reported even if parts of the child are absent.
fn no_argument_is_torn(snapshot: &hclx_analysis::Snapshot, child: &Module, batch: Batch) -> Batch {
    batch.map(|finding| {
        let Some(span) = finding.span.filter(|_| finding.code == codes::UNSUPPORTED_ATTRIBUTE) else {
            return Some(finding);
        };
        let parsed = snapshot.parsed(span.source);
        let name = parsed.tree.written(span.range);
        match () {
            () if uses_variable(snapshot, child, &name) => None,
            () if is_slip(&finding) && child.holes.is_only_absent(Kind::Variable, "", &name) => {
                Some(finding.with_certainty(Certainty::May))
            }
            () if child.holes.may_declare_as(Kind::Variable, "", &name) => None,
            () => Some(finding),
        }
    })
}

/// Drops failures in the child of a call that sets undeclared arguments or lacks required ones, because these are the
/// cause.
fn without_consequences(batch: Batch) -> Batch {
    let of_arguments = [codes::UNSUPPORTED_ATTRIBUTE, codes::MISSING_ATTRIBUTE];
    let is_inside =
        |finding: &Diagnostic| finding.origin.is_some() || finding.code == codes::VALIDATION_FAILED;
    let is_cause = |finding: &Diagnostic| {
        finding.is_error() && !is_inside(finding) && of_arguments.contains(&finding.code)
    };
    if batch.iter().any(is_cause) { batch.without(is_inside) } else { batch }
}

/// The application whose rules for sources apply: Terragrunt runs OpenTofu unless configured otherwise.
fn early_flavor(instance: &Instance<'_>) -> Flavor {
    let (run, folder) = (instance.run, &instance.module.folder);
    let is_unit = || run.snapshot.host().look(&file_path::join(folder, "terragrunt.hcl")) == Ok(Entry::File);
    let is_terraform = || Toolchain::of(run.snapshot, folder).get(Flavor::Terraform).is_some();
    if run.flavor == Flavor::Terraform && is_unit() && !is_terraform() {
        Flavor::OpenTofu
    } else {
        run.flavor
    }
}

/// Checks `source` and `version`, which are evaluated before everything else, with only variables and local values in
/// scope.
fn constant_places(instance: &mut Instance<'_>, call: &Declaration, settled: &mut Vec<(ExprId, Value)>) {
    for name in ["source", "version"] {
        let Some((written, attribute)) = call.attribute(&schemas::module(), name) else { continue };
        let expr = attribute.value;
        let place = written.expr_span(expr);
        let references = hclx_analysis::graph::references(&written.parsed.tree, expr);
        let allowed = |root: &str| matches!(root, "var" | "local" | "path" | "terraform");
        if let Some(wrong) = references.iter().find(|reference| !allowed(&reference.root)) {
            let message = format!("`{name}` of a module must be constant: it is needed before evaluation");
            let at = wrong.range().in_source(written.source);
            instance.findings.push(Diagnostic::error(codes::NOT_CONSTANT, at, message));
            settled.push((expr, Value::unknown(Type::STRING)));
        } else if instance.inputs.is_call {
            // constants are checked with the module itself
        } else if !references.is_empty() {
            instance.findings.extend(early_evaluation::judge(
                early_flavor(instance),
                instance.module,
                written,
                expr,
                &format!("`{name}` of a module"),
            ));
            hidden(instance, written, expr, name);
        } else if name == "source" {
            let value = instance.quietly(|instance| instance.expression(written, expr, &Context::default()));
            let written_out = source(call).is_some();
            if value.is_null() {
                let message = "the source of a module cannot be null";
                instance.findings.push(Diagnostic::error(codes::MODULE_SOURCE, place, message));
            } else if !written_out
                && value.ty().is_primitive()
                && let Ok(text) = convert(&value, &Type::STRING, &DIALECT.rules)
                && let Some(text) = text.as_str()
            {
                // other constants are converted to strings
                instance.findings.extend(crate::terraform::files::sources::wrong(text, place));
            }
        } else {
            let value = instance.quietly(|instance| instance.expression(written, expr, &Context::default()));
            if let Some(text) = value.as_str() {
                instance.findings.extend(crate::terraform::files::versions::wrong(text, place));
            }
        }
    }
}

/// Reports a sensitive or ephemeral source or version, which would be shown and stored.
fn hidden(instance: &mut Instance<'_>, written: &BlockSource, expr: ExprId, name: &str) {
    let value = instance.quietly(|instance| instance.expression(written, expr, &Context::default()));
    let marks = value.unmark_deep().1;
    for (mark, code) in [("sensitive", codes::SENSITIVE_VALUE), ("ephemeral", codes::EPHEMERAL_VALUE)] {
        if marks.contains_own(mark) {
            let message = format!("`{name}` of a module cannot be {mark}");
            let finding = Diagnostic::error(code, written.expr_span(expr), message);
            instance.findings.push(match mark {
                "sensitive" => finding.help("use `nonsensitive(…)` on values that are not secret"),
                _ => finding,
            });
        }
    }
}

/// The outputs of the child for the arguments of a call, including the parts that may be unknown in a plan. If the
/// context is idle, the call has no instances, so no values can cause failures.
fn outputs(
    instance: &mut Instance<'_>,
    call: &Declaration,
    child: &Arc<Module>,
    all: &[(&Arc<BlockSource>, Filled<'_>)],
    context: &Context,
) -> (Value, Option<OpenValue>) {
    let mut values = Ordered::new();
    let mut open = Vec::new();
    let argument = |name: &str| {
        all.iter().rev().find_map(|(written, filled)| Some((filled.body.attribute(name)?, *written)))
    };
    for (declaration, variable) in child.variables_by_name() {
        let value = match argument(&declaration.name) {
            Some((given, written)) => {
                let place = written.expr_span(given.view.value);
                let value = fitted(&given.value, variable);
                if !value.is_wholly_known() {
                    open.push(Argument::new(&declaration.name, variable, written, given.view.value));
                }
                ephemeral(instance, declaration, variable.marks.ephemeral, &value, place);
                match value.is_null() && !variable.nullable {
                    _ if variable.is_doubtful => Value::dynamic(),
                    true => not_null(instance, declaration, &variable.default, place),
                    false => value,
                }
            }
            None => variable.default.clone().unwrap_or_else(|| unknown_of(variable)),
        };
        values.insert(Arc::clone(&declaration.name), value);
    }
    if instance.inputs.depth >= MOST_DEPTH {
        too_many(
            instance,
            call.written.place(),
            format!("module calls nested deeper than the limit of {MOST_DEPTH}"),
        );
        return (Value::dynamic(), None);
    }
    let inputs = Inputs {
        values,
        paths: child_paths(instance, call),
        is_root: false,
        is_call: true,
        computed: Arc::new(open_values::arguments(instance, &open, context)),
        depth: instance.inputs.depth + 1,
        host: instance.host.for_calls(instance.run.snapshot),
        resources: instance.inputs.resources,
    };
    let Some(given) = called(instance.evaluator(), child, inputs) else {
        let most = most_calls(instance.inputs.depth + 1);
        let what = format!("more than {most} calls of `{}` with different arguments", child.folder);
        too_many(instance, call.written.place(), what);
        return (alone(instance.evaluator(), child).outputs(child), None);
    };
    instance.touched.join_call(given.touched);
    let (run, caller) = (instance.run, instance.module);
    let happens = |finding: &&Diagnostic| {
        (!context.is_idle || hclx_eval::is_of_names(finding.code)) && !is_of_others(run, caller, finding)
    };
    // an example shows what to replace, and the module may reject that very part
    let is_shown = |finding: &&Diagnostic| {
        let value = variable_of(child, finding).and_then(|variable| argument(&variable.name));
        let text = value.as_ref().and_then(|(given, _)| given.value.as_str());
        text.is_some_and(is_placeholder) && is_demonstration(&instance.module.folder)
    };
    let told = given.findings.iter().filter(happens).filter(|finding| !is_shown(finding)).map(|finding| {
        let place_of =
            |name: &str| argument(name).map(|(given, written)| written.expr_span(given.view.value));
        at_call(call, child, finding, &place_of)
    });
    instance.findings.extend(told);
    instance.limits.extend(given.limits.iter().cloned());
    if instance.collects() && !context.is_idle {
        instance.collect_call((call, context), Some(child), &given.tree);
    }
    let open = open_value::of_call(call, &given.outputs, &given.open_outputs);
    (instance.outputs_of(call, context, given.outputs.clone()), open)
}

/// Returns `true` for a finding about versions that the constraints of a module's caller exclude.
fn is_of_others(run: Run<'_>, caller: &Module, finding: &Diagnostic) -> bool {
    finding.code == codes::LATER_VERSION && required_versions::always_skips(run, caller)
}

/// Adds the marks that the child declares to its outputs, unless the caller's versions lose them.
fn sensitive_in(instance: &Instance<'_>, child: &Module, outputs: Value) -> Value {
    let is_plain = !outputs.is_known() || !outputs.contains_marks();
    if is_plain || required_versions::may_forget_sensitive(instance.run, instance.module) {
        return outputs;
    }
    let block = schemas::output();
    let marked = |(name, value): (&Arc<str>, &Value)| {
        let output = child.get(Kind::Output, "", name).map(|(_, output)| output);
        let is_sensitive = output.is_some_and(|output| output.flag(&block, "sensitive") == Some(true));
        let value = value.clone();
        (Arc::clone(name), if is_sensitive { value.with_mark("sensitive") } else { value })
    };
    Value::object(outputs.iter_entries().map(marked))
}

/// Records that a call is not evaluated with its arguments, here and in all callers of the module.
fn too_many(instance: &mut Instance<'_>, span: Span, what: String) {
    instance.limits.insert(format!("there are {what}: arguments and outputs of the others are unknown"));
    instance.approximations.push(Approximation { span, what: what.into() });
    instance.touched.limited = true;
}

fn child_paths(instance: &Instance<'_>, call: &Declaration) -> Paths {
    let source = source(call).map(|(source, _)| source).unwrap_or_default();
    let module = match instance.inputs.paths.module.as_str() {
        // Terraform resolves the links of the source
        Some(own) => {
            let reached = instance.run.snapshot.reach(&instance.module.folder, &source);
            Value::string(file_path::join(own, reached.direct.as_deref().unwrap_or(&source)))
        }
        None => Value::unknown(Type::STRING),
    };
    Paths { module, root: instance.inputs.paths.root.clone() }
}

fn fitted(value: &Value, variable: &crate::terraform::declare::declaration::Variable) -> Value {
    // `fill` has already converted the value to the type of the variable; only defaults are missing.
    let Some(defaults) = &variable.defaults else { return value.clone() };
    let value = defaults.apply(value, &DIALECT.rules);
    convert(&value, &variable.ty, &DIALECT.rules).unwrap_or_else(|_| unknown_of(variable))
}

fn not_null(
    instance: &mut Instance<'_>,
    variable: &Declaration,
    default: &Option<Value>,
    place: Span,
) -> Value {
    // With `nullable = false`, null is replaced by the default, if there is one.
    if let Some(default) = default {
        return default.clone();
    }
    let message = format!("`{}` is null, but the variable has `nullable = false`", variable.name);
    let finding =
        Diagnostic::error(codes::NOT_CONVERTIBLE, place, message).also(variable.name_span, "declared here");
    instance.findings.push(finding);
    Value::dynamic()
}

fn ephemeral(
    instance: &mut Instance<'_>,
    variable: &Declaration,
    is_ephemeral: bool,
    value: &Value,
    place: Span,
) {
    if is_ephemeral || !value.clone().unmark_deep().1.contains_own("ephemeral") {
        return;
    }
    let message = format!("variable `{}` is not ephemeral, but this value is", variable.name);
    let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
        .also(variable.name_span, "declared here")
        .help("add `ephemeral = true` to the variable");
    instance.findings.push(finding);
}

/// The child evaluated with the arguments of a call, once for equal arguments.
fn called(run: Evaluator<'_>, child: &Arc<Module>, inputs: Inputs) -> Option<Arc<ModuleCallResult>> {
    let inputs = Arc::new(inputs);
    // The lock is released before the evaluation, since other threads may need other calls of the same module.
    let result = {
        let mut calls = locked(child.memory.calls.get::<Mutex<CallCache>>());
        calls.begin(run.snapshot.number());
        let likeness = hash_arguments(&inputs);
        let same = |call: &&Arc<CallEntry>| call.matches(&inputs, || is_told(*run, child));
        let find = |calls: &CallBuckets| calls.get(&likeness)?.iter().find(same).cloned();
        match find(&calls.alike) {
            Some(call) => Arc::clone(&call.result),
            None => {
                let before = find(&calls.before);
                let count = calls.counts.or_default(inputs.depth);
                if *count >= most_calls(inputs.depth) {
                    return None;
                }
                // Reused calls count as well, so that the limit does not depend on earlier revisions.
                *count += 1;
                let new = || Arc::new(CallEntry { inputs: Arc::clone(&inputs), result: Arc::default() });
                let call = before.unwrap_or_else(new);
                let result = Arc::clone(&call.result);
                calls.alike.or_default(likeness).push(call);
                result
            }
        }
    };
    let make = || {
        let mut evaluated = hclx_diag::grow(|| evaluate::evaluate(run, child, &inputs));
        let outputs = evaluated.outputs(child);
        // an evaluation that was cut short says nothing about the arguments
        let is_limit = |finding: &Diagnostic| finding.code == codes::EVALUATION_LIMIT;
        if evaluated.findings.iter().any(is_limit) {
            evaluated.limits.insert(beyond_limits(&format!("calls of `{}`", child.folder)));
        }
        let told = Batch::from(evaluated.findings);
        let mut findings = told.without(|finding| is_limit(finding) || !is_for_callers(finding));
        // findings about the child itself are reported in the child
        if !findings.is_empty() {
            let alone = alone(run, child);
            let known: Distinct = alone.findings.iter().collect();
            // a finding in the child may depend on values that are unknown in a plan
            let is_sound = !child.findings.iter().chain(&alone.findings).any(Diagnostic::is_error);
            findings = findings.without(|one| known.contains(one) || !is_sound && !one.is_error());
        }
        // Findings at the call keep this order, because edits change the order in which declarations are evaluated.
        let findings = findings.by_place();
        Arc::new(ModuleCallResult {
            outputs,
            findings,
            limits: evaluated.limits,
            touched: evaluated.touched,
            open_outputs: evaluated.open_outputs,
            tree: evaluated.tree,
        })
    };
    // in later revisions, the result depends on the version of the child, not on what is read for it
    Some(run.snapshot.inner(|| result.get(make)))
}

/// The result of a module call.
struct ModuleCallResult {
    outputs: Value,
    /// The findings that are caused by the arguments alone.
    findings: Batch,
    /// The limits of calls that were exceeded in it.
    limits: OrderedSet<String>,
    touched: UsedInputs,
    /// The open outputs.
    open_outputs: OpenValues,
    /// The instances in the called module, if they are collected.
    tree: Vec<TreePart>,
}

/// Calls by a key that distinguishes most arguments.
type CallBuckets = Ordered<u64, Vec<Arc<CallEntry>>>;

/// The calls of a module that were evaluated.
#[derive(Default)]
pub(crate) struct CallCache {
    /// The revision of the session that the calls belong to.
    revision: u64,
    alike: CallBuckets,
    /// The calls of the last revision with any calls.
    before: CallBuckets,
    /// The number of results by nesting depth.
    counts: Ordered<usize, usize>,
}

impl CallCache {
    /// Restarts counting in a new revision, because the limits apply to each revision.
    fn begin(&mut self, revision: u64) {
        if self.revision != revision {
            self.revision = revision;
            self.before = std::mem::take(&mut self.alike);
            self.counts = Ordered::new();
        }
    }
}

/// An evaluated call.
struct CallEntry {
    inputs: Arc<Inputs>,
    result: Arc<CompleteOnce<Arc<ModuleCallResult>>>,
}

impl CallEntry {
    /// Returns `true` if a call with these inputs has the same result.
    fn matches(&self, inputs: &Inputs, is_told: impl Fn() -> bool) -> bool {
        let before = &self.inputs;
        let same_host = Arc::ptr_eq(&before.host, &inputs.host);
        let is_near = match self.result.known() {
            Some(given) => {
                given.touched.holds_below(before.depth, inputs.depth) && (same_host || !given.touched.files)
            }
            // still being evaluated, so its dependencies are not known yet
            None => same_host && before.depth == inputs.depth,
        };
        is_near
            && before.computed == inputs.computed
            && before.resources == inputs.resources
            && before.values.values().eq(inputs.values.values())
            && (before.paths == inputs.paths || !is_told())
    }
}

/// A hash of the arguments: equal for equal arguments.
fn hash_arguments(inputs: &Inputs) -> u64 {
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    for value in inputs.values.values() {
        value.ty().hash(&mut hasher);
        hash_value(value, &mut hasher, LOOKED_INTO);
    }
    hasher.finish()
}

/// The maximum depth to which values are hashed.
const LOOKED_INTO: usize = 4;

fn hash_value(value: &Value, hasher: &mut impl Hasher, depth: usize) {
    if let Some(text) = value.as_str() {
        return text.hash(hasher);
    }
    if let Some(number) = value.as_number() {
        // adding 0 makes 0 and -0 equal
        return (number.to_f64() + 0.0).to_bits().hash(hasher);
    }
    value.as_bool().hash(hasher);
    (value.is_known(), value.is_null(), value.length()).hash(hasher);
    if depth > 0 {
        value.parts().for_each(|part| hash_value(part, hasher, depth - 1));
    }
}

/// The inputs for a module with unknown callers.
pub(crate) fn no_inputs() -> Inputs {
    Inputs {
        values: Ordered::new(),
        paths: Paths::unknown(),
        is_root: false,
        is_call: false,
        computed: Arc::default(),
        depth: 1,
        host: Arc::new(hclx_eval::NoHost),
        resources: ResourceValues::Certain,
    }
}

/// A child evaluated on its own, with inputs of known types but unknown values.
pub(crate) fn alone(run: Evaluator<'_>, child: &Arc<Module>) -> Arc<ModuleValues> {
    let make = || Arc::new(evaluate::evaluate(run, child, &Arc::new(no_inputs())));
    hclx_diag::grow(|| run.snapshot.inner(|| records::kept(child).alone.get(make)))
}

/// Returns `true` if a finding in a child is also reported at the call.
fn is_for_callers(finding: &Diagnostic) -> bool {
    finding.is_error() || [codes::UNKNOWN_INSTANCES, codes::LATER_VERSION].contains(&finding.code)
}

/// Reports an argument that may be unknown in a plan, if instances in the child depend on it.
fn may_be_unknown(call: &Declaration, finding: &Diagnostic, place: Span) -> Diagnostic {
    let message =
        format!("module `{}` derives instances from this value, which may be unknown until apply", call.name);
    let told = Diagnostic::warning(finding.code, place, message);
    let told = match finding.span {
        Some(span) => told.also(span, "used here"),
        None => told,
    };
    finding.help.iter().fold(told, |told, help| told.help(help.clone()))
}

/// The variable with the validation rule that a finding is about.
fn variable_of<'c>(child: &'c Module, finding: &Diagnostic) -> Option<&'c Declaration> {
    let is_named =
        |variable: &Declaration| finding.labels.iter().any(|label| label.span == variable.name_span);
    child.variables().map(|(variable, _)| variable).find(|variable| is_named(variable))
}

/// Converts a finding in a child that is caused by the arguments of a call into one at the call.
fn at_call(
    call: &Declaration,
    child: &Module,
    finding: &Diagnostic,
    place_of: &dyn Fn(&str) -> Option<Span>,
) -> Diagnostic {
    let about = variable_of(child, finding).and_then(|variable| place_of(&variable.name));
    let place = about.unwrap_or_else(|| call.written.place());
    // a failure in a module that the child calls is only reported at its own place
    let deep = finding.origin;
    let message = match finding.code {
        code if code == codes::VALIDATION_FAILED || deep.is_some() => finding.message.clone(),
        // not allowed in any called module, regardless of its arguments
        code if code == codes::ADDRESS => {
            format!("module `{}` cannot be called: {}", call.name, finding.message)
        }
        code if code == codes::LATER_VERSION => format!("with these arguments, {}", finding.message),
        _ => format!("this call of module `{}` always fails: {}", call.name, finding.message),
    };
    if finding.code == codes::UNKNOWN_INSTANCES {
        return may_be_unknown(call, finding, place);
    }
    let mut told = Diagnostic::error(finding.code, place, message).with_severity(finding.severity);
    if finding.code == codes::LATER_VERSION {
        told.labels.extend(finding.labels.first().cloned());
    }
    let is_rule = finding.code == codes::VALIDATION_FAILED;
    let here = finding.span.filter(|_| !is_rule).map(|place| Origin { place });
    told = match (deep.or(here), finding.span) {
        (Some(origin), _) => Diagnostic { origin: Some(origin), ..told.also(origin.place, "fails here") },
        (None, Some(rule)) => told.also(rule, "this condition is false"),
        (None, None) => told,
    };
    told.help = finding.help.clone();
    told
}
