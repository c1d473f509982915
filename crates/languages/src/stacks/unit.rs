//! Checks a stack: its components first, then its deployments, which set the variables of the stack.

use std::sync::Arc;

use hclx_analysis::{Answer, Ask, Pace, Purpose, file_path, sort};
use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::Dialect;
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_module::{
    Application, Declaration, Declarations, Defaults, Evaluation, ExpressionPlace, RootBlock, SourceFiles,
    UnitBlocks, UnitFiles, application, calls, declared_twice, root_blocks, rows, value_place,
    variables_and_locals,
};
use hclx_schema::FilledBody;

use super::Part;
use super::inputs::{self, Receiver};
use super::names::{NameScope, Names};
use super::{order, providers, requirements};
use crate::terraform::{DIALECT, Interface, InterfaceVariable, instances, module_interface};

/// The variables of a stack, for its deployments.
#[derive(Default)]
struct StackVariables {
    variables: Vec<InterfaceVariable>,
    /// The files with components, if there are any: blocks in them may be meant as variables.
    sources: Option<SourceFiles>,
    /// The outputs of a deployment, as an object.
    outputs: Option<Value>,
}

impl StackVariables {
    /// The variables of the components in the same directory.
    fn of(ask: Ask<'_>) -> Self {
        let files = Part::Components.files(ask);
        if files.is_empty() {
            return Self::default();
        }
        let sources = SourceFiles::read(&files, ask.snapshot);
        let blocks = root_blocks(&sources, Part::Components.schema(), &mut Vec::new());
        let variables = blocks.iter().filter(|top| is_variable(top)).map(variable).collect();
        let outputs = blocks.iter().filter(|top| top.kind() == "output");
        let outputs = outputs.map(|top| (Arc::from(top.label(0)), Value::unknown(top.declared_type())));
        let outputs = (!sources.are_broken()).then(|| Value::object(outputs.collect::<Vec<_>>()));
        drop(blocks);
        Self { variables, outputs, sources: Some(sources) }
    }
}

/// A part of a stack, checked by itself.
pub(super) struct StackPart {
    part: Part,
    /// The variables of the stack that the deployments belong to.
    stack: StackVariables,
}

impl StackPart {
    /// The parts of a unit, without those that have no files.
    pub(super) fn all(ask: Ask<'_>) -> impl Iterator<Item = Self> {
        let parts = [Part::Components, Part::Deployments].into_iter();
        parts.filter(move |part| !part.files(ask).is_empty()).map(move |part| Self {
            part,
            stack: match part {
                Part::Components => StackVariables::default(),
                Part::Deployments => StackVariables::of(ask),
            },
        })
    }

    /// Returns `true` if a file belongs to the part.
    pub(super) fn has(&self, ask: Ask<'_>, file: SourceId) -> bool {
        self.part.files(ask).contains(&file)
    }
}

/// Checks the parts of a stack.
pub(super) fn judge(ask: Ask<'_>, purpose: Purpose) -> Answer {
    let mut answer = Answer::default();
    for part in StackPart::all(ask) {
        let judged = application::judge(&part, ask, Purpose::Infer);
        answer.findings.extend(judged.findings);
        answer.rows.extend(judged.rows);
        answer.notes.extend(judged.notes);
    }
    sort(&mut answer.findings);
    answer.value = (purpose == Purpose::Eval).then(|| application::value(&answer.rows));
    answer
}

impl Application for StackPart {
    type Scope = NameScope;
    type Names<'t> = Names;

    const DIALECT: &'static Dialect = &DIALECT;
    // deployments set the variables, so a default is only one of their values
    const DEFAULTS: Defaults = Defaults::None;

    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        let sources = SourceFiles::read(&self.part.files(ask), ask.snapshot);
        UnitFiles::new(sources, Arc::clone(self.part.schema()))
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, NameScope>,
        found: &mut Vec<Diagnostic>,
    ) -> Names {
        let scopes = (NameScope::Constant, NameScope::Stack);
        let context = (unit.ask.snapshot, &DIALECT);
        for (key, place, first) in variables_and_locals(unit.blocks, declared, scopes, context) {
            found.push(declared_twice(&format!("declaration of `{key}`"), place, first));
        }
        for top in unit.blocks {
            self.declare_block(unit.ask, top, declared, found);
        }
        let variables = unit.blocks.iter().filter(|top| is_variable(top)).map(|top| top.label(0).to_owned());
        Names { part: self.part, variables: variables.collect() }
    }

    fn scope_at<'t>(&self, part: &mut Evaluation<'_, 't, Names>, place: ExpressionPlace) -> NameScope {
        match place {
            ExpressionPlace::Block(index) => scope(&part.unit.blocks[index]),
            ExpressionPlace::Apart | ExpressionPlace::Root => NameScope::Stack,
        }
    }

    fn judge<'t>(&self, evaluation: &mut Evaluation<'_, 't, Names>, found: &mut Vec<Diagnostic>) -> Answer {
        let UnitBlocks { files, blocks, .. } = evaluation.unit;
        let mut notes = Vec::new();
        Judgement { evaluation, stack: &self.stack, notes: &mut notes }.blocks(found);
        if self.part == Part::Components {
            requirements::judge(blocks, &files.sources, found);
        }
        Answer { rows: rows(evaluation.declared, evaluation.values), notes, ..Answer::default() }
    }

    fn filter<'t>(
        &self,
        evaluation: &Evaluation<'_, 't, Names>,
        found: Vec<Diagnostic>,
        _: &mut Answer,
    ) -> Vec<Diagnostic> {
        let snapshot = evaluation.unit.ask.snapshot;
        if snapshot.settings().pace != Pace::Once {
            return found;
        }
        let graph = &evaluation.declared.graph;
        crate::missing_names::summary(snapshot, found, graph.len() - graph.unused().len())
    }
}

impl StackPart {
    /// Adds the declarations of a block that other expressions can refer to.
    fn declare_block<'t>(
        &self,
        ask: Ask<'_>,
        top: &RootBlock<'t>,
        declared: &mut Declarations<'t, NameScope>,
        found: &mut Vec<Diagnostic>,
    ) {
        let labels = label_count(top.kind());
        if labels == 0 {
            return;
        }
        let parts: Vec<&str> = (0..labels).map(|at| top.label(at)).collect();
        let key = format!("{}.{}", top.kind(), parts.join("."));
        let value = match top.kind() {
            "component" => component(ask, top),
            "deployment" => self.stack.outputs.clone().unwrap_or_else(Value::dynamic),
            "identity_token" => {
                let text = |name: &str| (Arc::from(name), Value::unknown(Type::STRING));
                Value::object([text("jwt"), text("jwt_filename")])
            }
            _ => Value::dynamic(),
        };
        let needs = top.attributes().iter().map(|attribute| top.expression(attribute)).collect();
        let scope = scope(top);
        let node = Declaration { needs, given: Some(value), ..Declaration::unknown(scope, Type::ANY) };
        let place = top.label_place(labels - 1);
        if let Err(first) = declared.add(key.as_str(), place, node) {
            let first = declared.graph.place(first);
            found.push(declared_twice(&format!("declaration of `{key}`"), place, first));
        }
    }
}

/// The value of `component.NAME`: the outputs of its module, by key if it has `for_each`.
fn component(ask: Ask<'_>, top: &RootBlock<'_>) -> Value {
    let module = source(top).and_then(|source| module(ask, &source));
    let Some(module) = module.filter(|module| !module.may_have_outputs()) else {
        return Value::dynamic();
    };
    let outputs = module.outputs.iter();
    let outputs =
        outputs.map(|output| (Arc::clone(&output.name), Value::unknown(output.value.described_type())));
    let object = Value::object(outputs.collect::<Vec<_>>());
    match top.written("for_each") {
        // an object of instances; without instances, it converts to a map of anything
        Some(_) => Value::holding(true, object, 0, None),
        None => object,
    }
}

/// The module at a local source.
fn module(ask: Ask<'_>, source: &str) -> Option<Interface> {
    module_interface(ask.snapshot, &file_path::join(&ask.unit.root, source), ask.budget)
}

fn is_variable(top: &RootBlock<'_>) -> bool {
    top.kind() == "variable"
}

/// The number of labels that form the name of a declaration; 0 for blocks that nothing refers to.
fn label_count(kind: &str) -> usize {
    match kind {
        "component"
        | "stack"
        | "identity_token"
        | "deployment"
        | "deployment_group"
        | "deployment_auto_approve"
        | "upstream_input" => 1,
        "provider" | "store" => 2,
        _ => 0,
    }
}

/// The local source of a component, if it is a literal.
fn source(top: &RootBlock<'_>) -> Option<String> {
    let written = top.written("source")?;
    let source = written.tree.string(written.expr)?;
    (source.starts_with("./") || source.starts_with("../")).then(|| source.to_owned())
}

/// The context of a block's expressions.
fn scope(top: &RootBlock<'_>) -> NameScope {
    match top.kind() {
        "component" | "stack" | "provider" | "removed" if top.written("for_each").is_some() => {
            NameScope::Each
        }
        "deployment_auto_approve" | "orchestrate" => NameScope::Check,
        _ => NameScope::Stack,
    }
}

fn variable(top: &RootBlock<'_>) -> InterfaceVariable {
    let ty = top.declared_type();
    let default = top.written("default").map(|_| Value::unknown(ty.without_optional()));
    InterfaceVariable { name: top.label(0).into(), ty, default, nullable: true, place: top.label_place(0) }
}

/// A part of a stack with its values.
struct Judgement<'s, 'a, 't> {
    evaluation: &'s Evaluation<'a, 't, Names>,
    stack: &'s StackVariables,
    notes: &'s mut Vec<String>,
}

impl Judgement<'_, '_, '_> {
    fn blocks(&mut self, found: &mut Vec<Diagnostic>) {
        let tops = self.evaluation.unit.blocks;
        let mut variables = 0;
        for top in tops {
            if matches!(top.kind(), "variable" | "output") {
                types(top, found);
            }
            if top.kind() == "variable" {
                self.evaluation.variable(top, (NameScope::Constant, NameScope::Validation(variables)), found);
                variables += 1;
                continue;
            }
            let filled = self.evaluation.filled(top, scope(top));
            let is_of_value = |finding: &Diagnostic| providers::is_of_value(top, finding.span);
            let is_unknown = |finding: &Diagnostic| finding.code == codes::UNSUPPORTED_ATTRIBUTE;
            let has_unknown = filled.findings.iter().any(is_unknown);
            found.extend(filled.findings.into_iter().filter(is_of_value));
            if let Some(each) = filled.body.attribute("for_each").filter(|each| each.good) {
                found.extend(instances(&each.value, value_place(&filled.body, each)).1);
            }
            if top.kind() == "store" && top.written("id").or_else(|| top.written("name")).is_none() {
                let message = "missing `id` or `name` of the variable set";
                found.push(Diagnostic::error(codes::MISSING_ATTRIBUTE, top.place(), message));
            }
            if let Some(passed) = top.written("providers") {
                providers::check_keys(&passed, tops, found);
            }
            match top.kind() {
                "component" => {
                    order::check(top, tops, found);
                    self.component(top, (&filled.body, has_unknown), found);
                }
                "stack" => order::check(top, tops, found),
                "deployment" => self.deployment(top, (&filled.body, has_unknown), found),
                _ => {}
            }
        }
    }

    /// Checks a component against its module.
    fn component(
        &mut self,
        top: &RootBlock<'_>,
        (body, has_unknown): (&FilledBody<'_>, bool),
        found: &mut Vec<Diagnostic>,
    ) {
        let Some(source) = source(top) else {
            return self
                .notes
                .push("inputs of a component whose module is not local were not checked".to_owned());
        };
        let Some(module) = module(self.evaluation.unit.ask, &source) else {
            let written = top.written("source").map_or(top.place(), |written| written.place());
            let message = format!("module directory `{source}` does not exist");
            found.push(Diagnostic::error(codes::MODULE_SOURCE, written, message));
            return;
        };
        let may_declare = |name: &str| module.may_declare(name);
        let receiver = Receiver {
            noun: "the module",
            variables: &module.variables,
            has_unknown,
            may_declare: &may_declare,
        };
        inputs::check(body, top.place(), &receiver, found);
        providers::check(top, &module.providers, found);
    }

    /// Checks a deployment against the variables of the stack.
    fn deployment(
        &self,
        top: &RootBlock<'_>,
        (body, has_unknown): (&FilledBody<'_>, bool),
        found: &mut Vec<Diagnostic>,
    ) {
        if let Some(sources) = self.stack.sources.as_ref().filter(|sources| !sources.are_broken()) {
            let may_declare = |name: &str| sources.may_declare(name);
            let variables = &self.stack.variables;
            let receiver = Receiver { noun: "the stack", variables, has_unknown, may_declare: &may_declare };
            inputs::check(body, top.place(), &receiver, found);
        }
    }
}

/// Checks the type of a variable or output.
fn types(top: &RootBlock<'_>, found: &mut Vec<Diagnostic>) {
    if let Some(written) = top.written("type") {
        let options = match top.kind() {
            "variable" => TypeOptions::with_defaults(),
            _ => TypeOptions::constraint(),
        };
        // stacks have types for provider configurations, which modules lack
        if !calls(written.tree).iter().any(|(_, name)| *name == "providerconfig") {
            found.extend(parse_type(written.tree, written.source, written.expr, &options).diagnostics);
        }
    }
}
