//! Instances whose number or keys may be unknown in a plan because they depend on computed attributes of resources.

use std::sync::Arc;

use hclx_analysis::graph::{self, NodeId};
use hclx_core::{Type, TypeKind, Value};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, Span, code_names as codes};
use hclx_eval::{Environment, NameSteps, Names, Resolution, Scope, evaluate};
use hclx_module::literal_key;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::statics::{self, ReferenceKey};

use super::instance::Instance;
use super::judge::Judge;
use crate::terraform::declare::declaration::{BlockSource, Declaration, Repetition};
use crate::terraform::declare::leads::{COMPUTED, OF_DATA, parts};
use crate::terraform::declare::module::{Module, header};
use crate::terraform::plan::open_value::{self, MARK, OpenValue, OpenValues};
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::{Context, Resolver};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::{packages, schemas};

/// The maximum nesting of local values to follow.
const DEPTH: usize = 8;

/// The maximum number of local values to visit for one expression.
const MOST: usize = 256;

/// Functions whose results are only known after apply.
const IMPURE: &[&str] = &["timestamp", "uuid", "bcrypt"];

/// The maximum number of separately tracked instances.
const INSTANCES: usize = 16;

/// The reference to a value that an expression depends on and that may be unknown in a plan.
pub(crate) fn needed(
    instance: &Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    context: &Context,
) -> Option<String> {
    if !instance.may_need(written, expr) {
        return None;
    }
    // the keys of a conditional come from one of its results
    if let ExprKind::Conditional { condition, yes, no } = written.parsed.tree.expr(expr).kind {
        let open = (!is_known(instance, (written, condition), context)).then_some(condition);
        let mut parts = open.into_iter().chain([yes, no]);
        return parts.find_map(|part| hclx_diag::grow(|| needed(instance, written, part, context)));
    }
    // the keys of a joined list or map come from its parts
    if let Some(parts) = joined_parts(&written.parsed.tree, expr) {
        let mut parts = parts.iter();
        return parts.find_map(|part| hclx_diag::grow(|| needed(instance, written, *part, context)));
    }
    if let Some(inner) = with_same_keys(&written.parsed.tree, expr) {
        return hclx_diag::grow(|| needed(instance, written, inner, context));
    }
    if let Some((written, inner)) = conditional_of_local(instance.module, &written.parsed.tree, expr) {
        return hclx_diag::grow(|| needed(instance, written, inner, &Context::default()));
    }
    let judge = instance.judge(context.clone());
    let mut search = Search::new(instance, &judge);
    search.look(written, expr, DEPTH);
    if search.is_empty() {
        return None;
    }
    let value = search.value(written, expr);
    let keys = matches!(value.ty().kind(), TypeKind::Set(_)) || value.ty().is_primitive();
    let (value, marks) = value.unmark_deep();
    // such as a comparison of an id with null
    if value.is_wholly_known() {
        return None;
    }
    let mut needed = marks.iter().filter_map(|mark| mark.strip_prefix(MARK)).peekable();
    needed.peek()?;
    // the marks of a map with unknown keys come from both its keys and its values; with known strings in place of
    // values, only those of the keys remain
    search.use_texts();
    search.look(written, expr, DEPTH);
    let value = search.value(written, expr);
    let has_parts = value.is_known() || value.shape().is_some() || value.is_one_of_several();
    if has_parts {
        return value.marks().own().iter().find_map(|mark| mark.strip_prefix(MARK)).map(str::to_owned);
    }
    let is_repeated = |address: &str| {
        let parts: Vec<&str> = address.split('.').collect();
        dependencies::named(instance.module, parts[0], |at| parts.get(at + 1).copied())
            .is_some_and(|(node, _)| search.is_repeated(instance.module.declaration(node)))
    };
    needed.find(|address| keys || !is_repeated(address)).map(str::to_owned)
}

/// Returns `true` if a condition is known although parts of the values that it tests may be unknown in a plan, as in
/// `local.all != null`.
fn is_known(instance: &Instance<'_>, (written, expr): (&BlockSource, ExprId), context: &Context) -> bool {
    let judge = instance.judge(context.clone());
    let mut search = Search::new(instance, &judge);
    search.look(written, expr, DEPTH);
    search.value(written, expr).as_bool().is_some()
}

/// The conditional that a local value, or an attribute of its object, consists of.
fn conditional_of_local<'m>(
    module: &'m Module,
    tree: &Tree,
    expr: ExprId,
) -> Option<(&'m BlockSource, ExprId)> {
    let reference =
        statics::as_reference(tree, SourceId(0), expr).filter(|reference| reference.root == "local")?;
    let mut names = reference.steps.iter().map(|step| match &step.kind {
        ReferenceKey::Attr(name) => Some(name.to_string()),
        _ => None,
    });
    let first = names.next()??;
    let (node, _) = dependencies::named(module, "local", |_| Some(&first))?;
    let declaration = module.declaration(node);
    let tree = &declaration.written.parsed.tree;
    let mut inner = declaration.expr?;
    for name in names {
        let name = name?;
        let items = statics::as_map(tree, inner)?;
        inner = items.iter().find(|item| literal_key(tree, item) == Some(&*name))?.value;
    }
    let is_conditional = matches!(tree.expr(inner).kind, ExprKind::Conditional { .. });
    // following a local value that depends on itself would never end
    let has_cycles = || !module.links().order.cycles.is_empty();
    (is_conditional && !has_cycles()).then_some((&*declaration.written, inner))
}

/// The arguments of a call that joins lists or maps.
fn joined_parts(tree: &Tree, expr: ExprId) -> Option<&[ExprId]> {
    let ExprKind::Call(call) = tree.expr(expr).kind else { return None };
    let call = tree.node(call);
    let joins = matches!(tree.text(call.name.text), "concat" | "merge") && !call.expand;
    joins.then(|| tree.slice(call.args))
}

/// The inner expression that has the same keys whatever its elements are: the argument of `tomap` and `length`, or the
/// operand that is compared with null or a number.
fn with_same_keys(tree: &Tree, expr: ExprId) -> Option<ExprId> {
    let is_literal = |expr: ExprId| matches!(tree.expr(expr).kind, ExprKind::Null | ExprKind::Number);
    // an attribute of a resource may itself be unknown
    let is_collection = |expr: ExprId| match tree.expr(expr).kind {
        ExprKind::Call(_) => with_same_keys(tree, expr).is_some(),
        ExprKind::Traversal { base, .. } => {
            matches!(tree.expr(base).kind, ExprKind::Variable(name) if tree.is_text(name, "local"))
        }
        _ => false,
    };
    match tree.expr(expr).kind {
        ExprKind::Paren(inner) => Some(inner),
        ExprKind::Binary { left, right, .. } if is_literal(right) && is_collection(left) => Some(left),
        ExprKind::Binary { left, right, .. } if is_literal(left) && is_collection(right) => Some(right),
        ExprKind::Call(call) => {
            let call = tree.node(call);
            let [argument] = tree.slice(call.args) else { return None };
            matches!(tree.text(call.name.text), "tomap" | "length").then_some(*argument)
        }
        _ => None,
    }
}

/// The warning about instances that depend on a value that may be unknown.
pub(crate) fn warning(
    instance: &Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    name: &str,
    context: &Context,
) -> Option<Diagnostic> {
    let place = written.expr_span(expr);
    let Some(needed) = needed(instance, written, expr, context) else {
        return impure(written, expr, name);
    };
    let message = format!("`{name}` depends on `{needed}`, which may be unknown until apply");
    let help = match name {
        "count" => "use a value that is known during the plan, such as a variable of type bool",
        "id" => "use a literal id, a variable or a data source: an import must be known during the plan",
        _ => "use keys from the configuration, and computed values only as map values",
    };
    let finding = Diagnostic::warning(codes::UNKNOWN_INSTANCES, place, message).help(help);
    let address: Vec<&str> = needed.split('.').collect();
    let declared = dependencies::named(instance.module, address[0], |at| address.get(at + 1).copied());
    Some(match declared.map(|(node, _)| instance.module.declaration(node)) {
        Some(found) if found.kind == Kind::Module => {
            let output = output_of(instance, found, address.get(2));
            let labeled =
                output.map(|place| finding.clone().also(place, "this output may be unknown until apply"));
            labeled.unwrap_or_else(|| finding.also(header(found), "called here"))
        }
        Some(found) if found.kind == Kind::Variable => finding.also(found.name_span, "declared here"),
        Some(found) => finding.also(header(found), "created here"),
        None => finding,
    })
}

/// The place of an output of a called module.
fn output_of(instance: &Instance<'_>, call: &Declaration, name: Option<&&str>) -> Option<Span> {
    let child = instance.children.modules.get(&call.name)?.as_ref()?;
    let (_, output) = child.get(Kind::Output, "", name?)?;
    Some(output.name_span)
}

/// Reports instances that depend on a value that differs in every run.
fn impure(written: &BlockSource, expr: ExprId, name: &str) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let called = parts(tree, expr).filter_map(|one| match one.kind {
        ExprKind::Call(call) => Some(tree.text(tree.node(call).name.text)),
        _ => None,
    });
    let function = called.filter(|name| IMPURE.contains(name)).last()?;
    let message = format!("`{name}` depends on `{function}()`, which is unknown during the plan");
    let finding = Diagnostic::warning(codes::UNKNOWN_INSTANCES, written.expr_span(expr), message);
    Some(finding.help("use a value that is the same in every run"))
}

/// A search through the dependencies of an expression, direct or through local values.
struct Search<'a> {
    instance: &'a Instance<'a>,
    judge: &'a Judge<'a>,
    /// Marked values of local values and module calls.
    locals: Ordered<NodeId, Value>,
    /// The computed attributes of resources.
    computed: Ordered<NodeId, OrderedSet<String>>,
    /// Set if the expression refers to a variable that may be unknown.
    is_given: bool,
    /// Set if known strings are used in place of unknown ones.
    with_texts: bool,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance<'a>, judge: &'a Judge<'a>) -> Self {
        let (locals, computed) = (Ordered::new(), Ordered::new());
        Self { instance, judge, locals, computed, is_given: false, with_texts: false }
    }

    /// Returns `true` if nothing was found that may be unknown.
    fn is_empty(&self) -> bool {
        let is_marked = |value: &Value| value.contains_marks();
        !self.is_given
            && self.computed.values().all(OrderedSet::is_empty)
            && !self.locals.values().any(is_marked)
    }

    /// Restarts the search with known strings in place of unknown ones.
    fn use_texts(&mut self) {
        self.locals = Ordered::new();
        self.with_texts = true;
    }

    fn is_repeated(&self, declaration: &Declaration) -> bool {
        declaration.kind == Kind::Resource && declaration.repetition() != Repetition::One
    }

    fn look(&mut self, written: &BlockSource, expr: ExprId, depth: usize) {
        let module = self.instance.module;
        for reference in graph::references(&written.parsed.tree, expr) {
            let named = dependencies::named(module, &reference.root, |at| reference.attribute(at));
            let Some((node, taken)) = named else { continue };
            let declaration = module.declaration(node);
            match declaration.kind {
                Kind::Resource if self.is_repeated(declaration) => {
                    let names = COMPUTED.iter().filter(|name| self.is_computed(declaration, name));
                    let names: OrderedSet<String> = names.map(|name| (*name).to_owned()).collect();
                    if !names.is_empty() {
                        self.computed.insert(node, names);
                    }
                }
                Kind::Resource => {
                    if let Some(name) =
                        reference.attribute(taken).filter(|name| self.is_computed(declaration, name))
                    {
                        self.computed.or_default(node).insert(name.to_owned());
                    }
                }
                Kind::Variable => {
                    self.is_given |= self.instance.inputs.computed.contains_key(&declaration.name)
                }
                Kind::Module => {
                    if let Some(open) = self.instance.open_calls.get(&node.index()) {
                        self.locals.insert(node, open.get(self.with_texts).clone());
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

    fn value(&self, written: &BlockSource, expr: ExprId) -> Value {
        let names = UnknownKeyMarker {
            module: self.instance.module,
            inner: self.judge.language.resolver(),
            given: &self.instance.inputs.computed,
            locals: &self.locals,
            computed: &self.computed,
            with_texts: self.with_texts,
        };
        let Judge { env, budget, .. } = *self.judge;
        let env = Environment { names: Some(&names), ..env };
        evaluate(&written.parsed.tree, written.source, expr, &Scope::root(), &env, budget).value
    }

    /// Returns `true` if only the provider sets an attribute, and only when the resource is created.
    fn is_computed(&self, declaration: &Declaration, name: &str) -> bool {
        if &*declaration.of_type == "terraform_data" {
            // without an input, the output is null
            let has_input = || declaration.written.view().mentions("input");
            return OF_DATA.contains(&name) && (name != "output" || has_input());
        }
        let meta = schemas::resource();
        let module = self.instance.module;
        match crate::terraform::providers::provider_schemas::package_of(
            self.instance.run,
            module,
            declaration,
        ) {
            Some(package) => {
                package.find(packages::Kind::Resource, &declaration.of_type).is_some_and(|block| {
                    block.find_attribute(name).is_some_and(|attribute| {
                        let is_given = attribute.optional || attribute.required;
                        attribute.computed && !is_given && attribute.ty == Type::STRING
                    })
                })
            }
            None => {
                let free = schemas::open(&meta, Kind::Resource);
                let is_set = declaration.written.view().sorted(free.prepared()).content;
                COMPUTED.contains(&name) && is_set.attribute(name).is_none()
            }
        }
    }
}

/// Resolves names to values with marks on parts that may be unknown in a plan.
struct UnknownKeyMarker<'a> {
    module: &'a Module,
    inner: Resolver<'a>,
    /// Variables that may be unknown in a plan.
    given: &'a OpenValues,
    locals: &'a Ordered<NodeId, Value>,
    computed: &'a Ordered<NodeId, OrderedSet<String>>,
    with_texts: bool,
}

impl UnknownKeyMarker<'_> {
    /// An unknown value, or a known string in its place.
    fn unknown(&self, address: &str, ty: Type) -> Value {
        match self.with_texts && ty == Type::STRING {
            true => Value::string(address),
            false => Value::unknown(ty),
        }
    }

    /// An attribute that may be unknown in a plan. For `terraform_data`, Terraform plans an id that is not null.
    fn attribute(&self, declaration: &Declaration, name: &str) -> Value {
        let address = format!("{}.{name}", declaration.address());
        let value = match (&*declaration.of_type, name) {
            ("terraform_data", "id") if !self.with_texts => {
                Value::unknown_in(Type::STRING, hclx_core::Range::not_null())
            }
            (_, "output") => self.unknown(&address, Type::ANY),
            _ => self.unknown(&address, Type::STRING),
        };
        value.with_mark(&format!("{MARK}{address}"))
    }

    /// The instances of a resource with only computed attributes; a single one if their number is unknown.
    fn instances(&self, all: Value, declaration: &Declaration, names: &OrderedSet<String>) -> Value {
        let address = declaration.address();
        let one = |key: &str| {
            let part = |name: &String| {
                let value = self.unknown(&format!("{address}[{key}].{name}"), Type::STRING);
                value.with_mark(&format!("{MARK}{address}.{name}"))
            };
            Value::object(names.iter().map(|name| (Arc::from(name.as_str()), part(name))))
        };
        let all = all.unmark_deep().0;
        match declaration.repetition() {
            Repetition::ForEach => {
                let keys: Vec<Arc<str>> =
                    all.iter_entries().map(|(key, _)| key.clone()).take(INSTANCES).collect();
                // One instance represents all of them while their keys are unknown.
                let keys = if keys.is_empty() { vec![Arc::from("each")] } else { keys };
                Value::object(keys.into_iter().map(|key| (Arc::clone(&key), one(&key))))
            }
            _ => {
                let count = all.ty().as_tuple().map_or(1, <[_]>::len).min(INSTANCES);
                Value::tuple((0..count).map(|at| one(&at.to_string())).collect())
            }
        }
    }
}

impl Names for UnknownKeyMarker<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let plain = || self.inner.resolve(root, steps);
        let Some((node, taken)) = dependencies::named(self.module, root, |at| steps.attribute(at)) else {
            return plain();
        };
        if let Some(value) = self.locals.get(&node) {
            return Some(Resolution { value: value.clone(), steps: taken });
        }
        let declaration = self.module.declaration(node);
        if let Some(names) = self.computed.get(&node)
            && declaration.repetition() != Repetition::One
        {
            return Some(Resolution {
                value: self.instances(plain()?.value, declaration, names),
                steps: taken,
            });
        }
        if let Some(names) = self.computed.get(&node)
            && let Some(name) = steps.attribute(taken).filter(|name| names.contains(*name))
        {
            return Some(Resolution { value: self.attribute(declaration, name), steps: taken + 1 });
        }
        let resolved = plain()?;
        if declaration.kind != Kind::Variable {
            return Some(resolved);
        }
        let address = format!("var.{}", declaration.name);
        let value = match self.with_texts {
            true => open_value::in_place_of(&resolved.value, &address),
            false => resolved.value,
        };
        let value = match self.given.get(&declaration.name) {
            Some(open) => open.get(self.with_texts).clone().with_marks(value.marks()),
            None => value,
        };
        Some(Resolution { value, ..resolved })
    }
}

/// The open value of an expression; `None` if all of it is known in a plan.
pub(crate) fn open(
    instance: &Instance<'_>,
    written: &BlockSource,
    expr: ExprId,
    context: &Context,
) -> Option<OpenValue> {
    if !instance.may_need(written, expr) {
        return None;
    }
    let judge = instance.judge(context.clone());
    let mut search = Search::new(instance, &judge);
    search.look(written, expr, DEPTH);
    if search.is_empty() {
        return None;
    }
    let plain = search.value(written, expr);
    let (bare, marks) = plain.clone().unmark_deep();
    if bare.is_wholly_known() || !marks.iter().any(|mark| mark.starts_with(MARK)) {
        return None;
    }
    if !bare.is_known() && *bare.ty() == Type::STRING {
        let text = marks.iter().next().map_or(MARK, |mark| mark);
        return Some(OpenValue { texts: Value::string(text).with_marks(&marks), plain });
    }
    search.use_texts();
    search.look(written, expr, DEPTH);
    let texts = search.value(written, expr);
    match () {
        () if bare.is_known() || bare.ty().is_primitive() => Some(OpenValue { plain, texts }),
        // a join of known and unknown parts is only known along with its keys
        () if texts.is_known() => Some(OpenValue { plain: open_value::without_texts(&texts), texts }),
        () => {
            let mark = format!("{MARK}{}", needed(instance, written, expr, context)?);
            Some(OpenValue { plain: plain.with_mark(&mark), texts: texts.with_mark(&mark) })
        }
    }
}
