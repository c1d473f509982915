//! Precomputed data of a tree's expressions, which makes repeated evaluation faster: values of literals and
//! constant expressions, types of tuples and objects, sorted keys, names of loops, rows of functions.
//!
//! The evaluator itself fills and reads this data: it stores its own results, and only those without
//! findings. The data belongs to the first environment that a tree was prepared for; other environments
//! ignore it.

use std::sync::{Arc, OnceLock};

use hclx_core::{Rules, Type, Value};
use hclx_diag::Arrange;
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem, Slice, TraverseKind, Tree};

use crate::{Environment, FunctionTable};

/// The maximum size of cached values of constant expressions.
const LARGEST: u64 = 4096;

/// The prepared data of a tree.
pub(crate) struct PreparedTree {
    key: Key,
    records: Box<[OnceLock<Box<Record>>]>,
    /// The expressions whose values depend on no names; empty without folding.
    constant: Box<[bool]>,
}

/// The inputs, other than names, that a result depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    rules: Rules,
    functions: usize,
    total: bool,
    json_templates: bool,
    application_unknown: bool,
}

impl Key {
    fn of(env: &Environment<'_>) -> Self {
        Self {
            rules: env.rules,
            functions: std::ptr::from_ref::<FunctionTable>(env.functions).addr(),
            total: env.total,
            json_templates: env.json_templates,
            application_unknown: env.application_unknown,
        }
    }
}

/// The prepared data of an expression.
pub(crate) enum Record {
    /// The value of a literal or constant.
    Value(Value),
    /// The previous type of a tuple, or of the list that a splat produces.
    Sequence(Type),
    /// The keys of an object, if they can be cached.
    Object(Option<Keys>),
    /// The position of the called function in the table.
    Function(usize),
    /// A name, and the position in its frame at which it was first found.
    Name(Box<str>, usize),
    /// The names of a loop, and the previous type of its result.
    Loop(Option<Arc<str>>, Arc<str>, OnceLock<Type>),
}

/// The keys of an object constructor, if all are distinct literals.
pub(crate) struct Keys {
    /// The names, sorted.
    pub(crate) names: Box<[Arc<str>]>,
    /// The index of the item of each key, unless the items are already in this order.
    pub(crate) order: Option<Box<[usize]>>,
    /// The previous type.
    pub(crate) ty: OnceLock<Type>,
}

/// Prepares a tree: precomputes facts of its expressions and, with `fold`, caches the values of constant
/// expressions once they are evaluated. This pays off for trees that are evaluated more than once in one
/// environment; the results are the same.
///
/// A tree that is already prepared is left unchanged.
pub fn prepare(tree: &Tree, env: &Environment<'_>, fold: bool) {
    tree.keep(|| PreparedTree {
        key: Key::of(env),
        records: (0..tree.expr_count()).map(|_| OnceLock::new()).collect(),
        constant: if fold { constants(tree) } else { Box::default() },
    });
}

impl PreparedTree {
    /// Returns `true` if the data was prepared for this environment.
    pub(crate) fn is_for(&self, env: &Environment<'_>) -> bool {
        // Results may depend on anything that the key does not contain.
        let plain = env.custom.is_none() && env.calls.is_none() && env.withheld.is_empty();
        let plain = plain && !env.notation && !env.trace && !env.comparisons;
        plain && self.key == Key::of(env)
    }

    pub(crate) fn get(&self, id: ExprId) -> Option<&Record> {
        self.records.get(id.0 as usize)?.get().map(|record| &**record)
    }

    /// The value of a literal or constant.
    #[inline]
    pub(crate) fn value(&self, id: ExprId) -> Option<&Value> {
        match self.get(id)? {
            Record::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn keep(&self, id: ExprId, record: Record) {
        if let Some(place) = self.records.get(id.0 as usize) {
            // the first of two threads wins; both have the same result
            let _ = place.set(Box::new(record));
        }
    }

    /// Stores the value of a constant.
    pub(crate) fn keep_value(&self, id: ExprId, value: &Value) {
        if value.is_wholly_known() && value.size() <= LARGEST {
            self.keep(id, Record::Value(value.clone()));
        }
    }

    #[inline]
    pub(crate) fn is_constant(&self, id: ExprId) -> bool {
        self.constant.get(id.0 as usize).is_some_and(|constant| *constant)
    }
}

impl Keys {
    /// The keys of a native object, if all are distinct literals.
    pub(crate) fn read(tree: &Tree, items: &[ObjectItem]) -> Option<Self> {
        let mut named = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let ExprKind::String(text) = tree.expr(item.key).kind else { return None };
            named.push((tree.text(text), at));
        }
        named.arrange();
        if named.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        let order =
            (!named.is_sorted_by_key(|(_, at)| *at)).then(|| named.iter().map(|(_, at)| *at).collect());
        let names = named.iter().map(|(name, _)| Arc::from(*name)).collect();
        Some(Self { names, order, ty: OnceLock::new() })
    }
}

/// The dependencies of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// The element of the enclosing splat.
    Item,
    Names,
}

/// Finds the expressions without dependencies. Parts precede the expression that contains them; otherwise it
/// counts as dependent. Not recursive, because chains are long.
fn constants(tree: &Tree) -> Box<[bool]> {
    let mut needs: Vec<Needs> = Vec::with_capacity(tree.expr_count());
    for id in tree.expr_ids() {
        let own = needs_of(tree, tree.expr(id).kind, &needs);
        needs.push(own);
    }
    needs.into_iter().map(|needs| needs == Needs::Nothing).collect()
}

fn needs_of(tree: &Tree, kind: ExprKind, before: &[Needs]) -> Needs {
    let of = |id: ExprId| before.get(id.0 as usize).copied().unwrap_or(Needs::Names);
    let all = |ids: &mut dyn Iterator<Item = ExprId>| ids.map(of).fold(Needs::Nothing, most);
    let list = |ids: Slice<ExprId>| all(&mut tree.slice(ids).iter().copied());
    match kind {
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Number | ExprKind::String(_) => Needs::Nothing,
        ExprKind::SplatItem => Needs::Item,
        ExprKind::Template(parts) | ExprKind::Tuple(parts) => list(parts),
        ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => of(inner),
        ExprKind::Unary { operand, .. } => of(operand),
        ExprKind::Binary { left, right, .. } => most(of(left), of(right)),
        ExprKind::Conditional { condition, yes, no } => most(of(condition), most(of(yes), of(no))),
        ExprKind::TemplateIf(directive) => {
            let directive = tree.node(directive);
            all(&mut [directive.condition, directive.yes, directive.no].into_iter())
        }
        ExprKind::Traversal { base, steps } => {
            let keys = tree.slice(steps).iter().filter_map(|step| match step.kind {
                TraverseKind::Attr(_) => None,
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => Some(key),
            });
            all(&mut keys.chain([base]))
        }
        ExprKind::Splat { source, each, .. } => match of(each) {
            Needs::Names => Needs::Names,
            Needs::Nothing | Needs::Item => of(source),
        },
        ExprKind::Object(items) => all(&mut tree.slice(items).iter().flat_map(|item| [item.key, item.value])),
        // HCL's library depends only on its arguments
        ExprKind::Call(call) => {
            let call = tree.node(call);
            let pure = crate::functions::hcl().get(tree.text(call.name.text)).is_some();
            if pure { list(call.args) } else { Needs::Names }
        }
        ExprKind::Missing
        | ExprKind::Variable(_)
        | ExprKind::JsonString { .. }
        | ExprKind::TemplateFor(_)
        | ExprKind::For(_) => Needs::Names,
    }
}

fn most(a: Needs, b: Needs) -> Needs {
    match (a, b) {
        (Needs::Names, _) | (_, Needs::Names) => Needs::Names,
        (Needs::Item, _) | (_, Needs::Item) => Needs::Item,
        (Needs::Nothing, Needs::Nothing) => Needs::Nothing,
    }
}
