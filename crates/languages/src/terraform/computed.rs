//! Instances whose number or keys may be unknown in a plan: they follow from what a resource gets
//! only when it is created.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hclx_analysis::graph::{self, NodeId};
use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, code_names as codes};
use hclx_eval::{NameSteps, Names, Resolved};
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::declaration::{Declaration, Kind, Repetition, Written};
use super::instance::{Instance, Run};
use super::judge::Judge;
use super::module::{Module, header};
use super::order;
use super::providers::Kind as PackageKind;
use super::schemas;
use super::scope::{Context, Resolver};

/// Local values inside each other that are looked through.
const DEPTH: usize = 8;

/// So many local values are looked at for one expression.
const MOST: usize = 256;

/// How marks begin that say which value is not known in a plan.
const MARK: &str = "computed ";

/// Attributes that providers compute, where there is no schema.
const COMPUTED: &[&str] = &["id", "arn", "self_link"];

/// The value that may be unknown in a plan and that an expression needs; as a person refers to it.
pub(crate) fn needed(
    instance: &Instance<'_>,
    written: &Written,
    expr: ExprId,
    context: &Context,
) -> Option<String> {
    if !instance.may_need(written, expr) {
        return None;
    }
    let judge = instance.judge(context.clone());
    let mut search = Search { instance, judge: &judge, locals: BTreeMap::new(), computed: BTreeMap::new() };
    search.look(written, expr, DEPTH);
    let computed = search.computed.values().any(|marks| !marks.is_empty());
    let given = !instance.inputs.computed.is_empty();
    if !computed && !given {
        return None;
    }
    let value = search.value(written, expr);
    let marks = value.unmark_deep().1;
    marks.iter().find_map(|mark| mark.strip_prefix(MARK).map(str::to_owned))
}

/// Whether a reference to a resource may be one to a computed attribute.
pub(crate) fn may_be_computed(
    run: Run<'_>,
    module: &Module,
    declaration: &Declaration,
    reference: &Reference,
) -> bool {
    let attribute = |at: usize| match reference.steps.get(at).map(|step| &step.kind) {
        Some(ReferenceKey::Attr(name)) => Some(name.as_str()),
        _ => None,
    };
    let Some((_, taken)) = order::named(module, &reference.root, attribute) else { return false };
    let Some(name) = attribute(taken) else { return false };
    COMPUTED.contains(&name) || super::provided::package_of(run, module, declaration).is_some()
}

/// The warning about instances that need a value which may be unknown.
pub(crate) fn warning(
    instance: &Instance<'_>,
    written: &Written,
    expr: ExprId,
    name: &str,
    context: &Context,
) -> Option<Diagnostic> {
    let needed = needed(instance, written, expr, context)?;
    let place = written.expr_span(expr);
    let message = format!("`{name}` needs `{needed}`, which may be unknown until something is created");
    let help = match name {
        "count" => "decide by a value that is known before, such as a variable of type bool",
        "id" => {
            "what is imported must be known in the plan: write the id, or take it from a variable or data source"
        }
        _ => "use keys that are written in the configuration, and put what is computed into the values",
    };
    let finding = Diagnostic::warning(codes::UNKNOWN_INSTANCES, place, message).help(help);
    let address: Vec<&str> = needed.split('.').collect();
    let declared = order::named(instance.module, address[0], |at| address.get(at + 1).copied());
    Some(match declared.map(|(node, _)| instance.module.declaration(node)) {
        Some(found) if found.kind == Kind::Variable => {
            finding.also(found.name_span, "the variable is declared here")
        }
        Some(found) => finding.also(header(found), "it is created here"),
        None => finding,
    })
}

/// What an expression needs, directly or through local values.
struct Search<'a> {
    instance: &'a Instance<'a>,
    judge: &'a Judge<'a>,
    /// Local values with marks.
    locals: BTreeMap<NodeId, Value>,
    /// The attributes of resources that are computed.
    computed: BTreeMap<NodeId, BTreeSet<String>>,
}

impl Search<'_> {
    fn look(&mut self, written: &Written, expr: ExprId, depth: usize) {
        let module = self.instance.module;
        for reference in graph::references(&written.parsed.tree, expr) {
            let attribute = |at: usize| match reference.steps.get(at).map(|step| &step.kind) {
                Some(ReferenceKey::Attr(name)) => Some(name.as_str()),
                _ => None,
            };
            let Some((node, taken)) = order::named(module, &reference.root, attribute) else { continue };
            let declaration = module.declaration(node);
            match declaration.kind {
                Kind::Resource if declaration.repetition() == Repetition::One => {
                    if let Some(name) = attribute(taken).filter(|name| self.is_computed(declaration, name)) {
                        self.computed.entry(node).or_default().insert(name.to_owned());
                    }
                }
                Kind::Local if depth > 0 && self.locals.len() < MOST && !self.locals.contains_key(&node) => {
                    let Some(inner) = declaration.expr else { continue };
                    self.look(&declaration.written, inner, depth - 1);
                    let value = self.value(&declaration.written, inner);
                    self.locals.insert(node, value);
                }
                _ => {}
            }
        }
    }

    fn value(&self, written: &Written, expr: ExprId) -> Value {
        let names = Marking {
            module: self.instance.module,
            inner: self.judge.resolver(),
            given: &self.instance.inputs.computed,
            locals: &self.locals,
            computed: &self.computed,
        };
        self.judge.value_by(&names, &written.parsed.tree, written.source, expr)
    }

    /// Whether only the provider gives a value to an attribute, and only when the resource is created.
    fn is_computed(&self, declaration: &Declaration, name: &str) -> bool {
        if &*declaration.of_type == "terraform_data" {
            return name == "id";
        }
        let meta = schemas::resource();
        let module = self.instance.module;
        match super::provided::package_of(self.instance.run, module, declaration) {
            Some(package) => package.find(PackageKind::Resource, &declaration.of_type).is_some_and(|block| {
                block.find_attribute(name).is_some_and(|attribute| {
                    let is_given = attribute.optional || attribute.required;
                    attribute.computed && !is_given && attribute.ty == Type::STRING
                })
            }),
            None => {
                let free = schemas::open(&meta, Kind::Resource);
                let is_set = declaration.written.view().sorted(free.prepared()).content;
                COMPUTED.contains(&name) && is_set.attribute(name).is_none()
            }
        }
    }
}

/// Names with marks on what may be unknown in a plan.
struct Marking<'a> {
    module: &'a Module,
    inner: Resolver<'a>,
    /// Variables.
    given: &'a BTreeSet<Arc<str>>,
    locals: &'a BTreeMap<NodeId, Value>,
    computed: &'a BTreeMap<NodeId, BTreeSet<String>>,
}

impl Names for Marking<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolved> {
        let plain = || self.inner.resolve(root, steps);
        let Some((node, taken)) = order::named(self.module, root, |at| steps.attribute(at)) else {
            return plain();
        };
        if let Some(value) = self.locals.get(&node) {
            return Some(Resolved { value: value.clone(), steps: taken });
        }
        let declaration = self.module.declaration(node);
        if let Some(names) = self.computed.get(&node)
            && let Some(name) = steps.attribute(taken).filter(|name| names.contains(*name))
        {
            let mark = format!("{MARK}{}.{name}", declaration.address());
            return Some(Resolved { value: Value::unknown(Type::STRING).with_mark(&mark), steps: taken + 1 });
        }
        if declaration.kind == Kind::Variable && self.given.contains(&declaration.name) {
            let resolved = plain()?;
            let mark = format!("{MARK}var.{}", declaration.name);
            return Some(Resolved { value: resolved.value.with_mark(&mark), ..resolved });
        }
        plain()
    }
}

/// The arguments of a call that may be unknown in a plan.
pub(crate) fn arguments(
    instance: &Instance<'_>,
    given: &[(Arc<str>, Written, ExprId)],
) -> BTreeSet<Arc<str>> {
    let needs = |(_, written, expr): &&(Arc<str>, Written, ExprId)| {
        needed(instance, written, *expr, &Context::default()).is_some()
    };
    given.iter().filter(needs).map(|(name, ..)| Arc::clone(name)).collect()
}
