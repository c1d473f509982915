//! Expressions that cannot fail, whatever the open values in them are.

use std::cell::RefCell;
use std::sync::Arc;

use hclx_core::{Number, Type, TypeKind, Value, ops};
use hclx_diag::OrderedSet;
use hclx_syntax::ast::{BinaryOp, Call, ExprId, ExprKind, For, Traverse, TraverseKind, Tree, UnaryOp};

use crate::terraform::functions::DIALECT;

/// The maximum number of elements of a loop to check.
const MOST_ELEMENTS: usize = 32;

/// Functions that accept every string.
const OF_STRINGS: &[&str] = &[
    "abspath",
    "base64encode",
    "base64sha256",
    "base64sha512",
    "basename",
    "chomp",
    "dirname",
    "endswith",
    "length",
    "lower",
    "md5",
    "sha1",
    "sha256",
    "sha512",
    "split",
    "startswith",
    "strcontains",
    "strrev",
    "title",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "upper",
    "urlencode",
];

/// Functions that accept every collection.
const OF_COLLECTIONS: &[&str] =
    &["concat", "distinct", "flatten", "keys", "length", "merge", "reverse", "tolist", "toset", "values"];

/// Functions on collections that convert the elements to one type.
const CONVERTING: &[&str] = &["distinct", "tolist", "toset"];

/// Functions that accept every number.
const OF_NUMBERS: &[&str] = &["abs", "ceil", "floor", "max", "min", "signum"];

/// Functions that accept every primitive value.
const OF_PRIMITIVES: &[&str] = &["tostring"];

/// Functions that accept every value.
const OF_ALL: &[&str] = &["jsonencode", "sensitive", "yamlencode"];

/// The names that loops define, with their values.
pub(super) type LoopNames = Vec<(Arc<str>, Value)>;

/// A part of an expression after its evaluation.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) value: Value,
    /// Set if it uses no open value and does not fail.
    pub(super) is_closed: bool,
}

/// Provides the values of the parts of an expression.
pub(super) trait Parts {
    /// Evaluates a part, with the names of loops in scope.
    fn part(&self, expr: ExprId, names: &LoopNames) -> Part;

    /// The value of a name in a traversal, and the number of steps that form the name.
    fn of_name(&self, traversal: ExprId) -> Option<(Value, usize)>;
}

/// A check that an expression cannot fail.
pub(super) struct Totality<'t> {
    tree: &'t Tree,
    parts: &'t dyn Parts,
    names: LoopNames,
    /// The parts outside of loops, by expression.
    known: RefCell<Vec<(ExprId, Part)>>,
}

impl<'t> Totality<'t> {
    pub(super) fn new(tree: &'t Tree, parts: &'t dyn Parts, names: LoopNames) -> Self {
        Self { tree, parts, names, known: RefCell::default() }
    }

    fn part(&self, expr: ExprId) -> Part {
        if let Some((_, part)) = self.known.borrow().iter().find(|(known, _)| *known == expr) {
            return part.clone();
        }
        let mut part = self.parts.part(expr, &self.names);
        part.value = part.value.unmark_deep().0;
        self.known.borrow_mut().push((expr, part.clone()));
        part
    }

    fn value(&self, expr: ExprId) -> Value {
        self.part(expr).value
    }

    /// Returns `true` if an expression always has a value.
    pub(super) fn is_total(&self, expr: ExprId) -> bool {
        let is_reached = || self.names.is_empty() || self.are_names_reached(expr);
        hclx_diag::grow(|| {
            is_plain(self.tree, expr) && is_reached() || self.part(expr).is_closed || self.level(expr)
        })
    }

    /// Returns `true` if all steps into the elements of loops read from known objects.
    fn are_names_reached(&self, expr: ExprId) -> bool {
        let tree = self.tree;
        tree.inside(expr).all(|id| {
            let ExprKind::Traversal { base, steps } = tree.expr(id).kind else { return true };
            self.loop_value(base).is_none_or(|value| self.has_attributes(value, tree.slice(steps)))
        })
    }

    /// The value of a name that a loop defines.
    fn loop_value(&self, base: ExprId) -> Option<&Value> {
        let ExprKind::Variable(name) = self.tree.expr(base).kind else { return None };
        let name = self.tree.text(name);
        self.names.iter().rev().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Returns `true` if all steps are attributes that are read from known objects.
    fn has_attributes(&self, value: &Value, steps: &[Traverse]) -> bool {
        let mut value = Some(value);
        steps.iter().all(|step| {
            let TraverseKind::Attr(name) = step.kind else { return false };
            value = value.and_then(|value| value.get_attr_value(self.tree.text(name)));
            value.is_some()
        })
    }

    fn level(&self, expr: ExprId) -> bool {
        let tree = self.tree;
        match tree.expr(expr).kind {
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => {
                self.is_total(left) && self.is_total(right)
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } => {
                self.is_of(left, &Type::BOOL) && self.is_of(right, &Type::BOOL)
            }
            ExprKind::Binary { op, left, right } => {
                // a divisor may be zero
                let is_division = matches!(op, BinaryOp::Divide | BinaryOp::Modulo);
                !is_division && self.is_of(left, &Type::NUMBER) && self.is_of(right, &Type::NUMBER)
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.is_of(operand, &Type::BOOL),
            ExprKind::Unary { operand, .. } => self.is_of(operand, &Type::NUMBER),
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => self.is_total(inner),
            ExprKind::Template(parts) => tree.slice(parts).iter().all(|part| self.is_text(*part)),
            ExprKind::Conditional { condition, yes, no } => {
                self.is_of(condition, &Type::BOOL) && self.is_total(yes) && self.is_total(no)
            }
            ExprKind::For(slice) => self.is_total_loop(tree.node(slice)),
            ExprKind::Tuple(elements) => tree.slice(elements).iter().all(|element| self.is_total(*element)),
            ExprKind::Object(items) => tree
                .slice(items)
                .iter()
                .all(|item| self.is_of(item.key, &Type::STRING) && self.is_total(item.value)),
            ExprKind::Call(call) => self.is_total_call(tree.node(call)),
            ExprKind::Traversal { .. } => self.is_total_traversal(expr),
            ExprKind::Splat { source, each, .. } => {
                self.is_total(source) && self.is_total_splat(source, each)
            }
            _ => false,
        }
    }

    /// Returns `true` if each element of a collection has the parts that a splat reads.
    fn is_total_splat(&self, source: ExprId, each: ExprId) -> bool {
        let value = self.value(source);
        if !value.is_known() || value.is_null() {
            return false;
        }
        let steps = match self.tree.expr(each).kind {
            ExprKind::SplatItem => &[][..],
            ExprKind::Traversal { base, steps }
                if matches!(self.tree.expr(base).kind, ExprKind::SplatItem) =>
            {
                self.tree.slice(steps)
            }
            _ => return false,
        };
        let is_sequence =
            matches!(value.ty().kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_));
        let elements =
            if is_sequence { value.elements().unwrap_or_default() } else { std::slice::from_ref(&value) };
        elements.iter().all(|element| self.has_attributes(element, steps))
    }

    /// Returns `true` if all steps, including those with computed keys, read from known values.
    fn is_total_traversal(&self, expr: ExprId) -> bool {
        let tree = self.tree;
        let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return false };
        if !matches!(tree.expr(base).kind, ExprKind::Variable(_)) {
            return false;
        }
        let of_loop = self.loop_value(base).cloned();
        let found = of_loop.map(|value| (value, 0)).or_else(|| self.parts.of_name(expr));
        let Some((mut value, taken)) = found else { return false };
        tree.slice(steps).iter().skip(taken).all(|step| {
            let next = match step.kind {
                _ if !value.is_known() || value.is_null() => None,
                TraverseKind::Attr(name) => value.get_attr_value(tree.text(name)).cloned(),
                TraverseKind::Index(key) => {
                    let key = self.part(key);
                    let element = key.is_closed.then(|| ops::index(&value, &key.value, &DIALECT.rules));
                    element.and_then(Result::ok)
                }
                TraverseKind::LegacyIndex(_) => None,
            };
            next.map(|next| value = next).is_some()
        })
    }

    fn is_total_call(&self, call: &Call) -> bool {
        let (name, arguments) = (self.tree.text(call.name.text), self.tree.slice(call.args));
        if call.expand || arguments.is_empty() {
            return false;
        }
        let by_rule = self
            .is_total_choice(name, arguments)
            .or_else(|| self.is_total_of_elements(name, arguments))
            .or_else(|| self.is_total_of_strings(name, arguments));
        by_rule.unwrap_or_else(|| {
            arguments.iter().all(|expr| self.is_accepted(name, *expr) && self.is_total(*expr))
        })
    }

    /// Determines whether a function that selects a value always finds one; `None` for other functions.
    fn is_total_choice(&self, name: &str, arguments: &[ExprId]) -> Option<bool> {
        let is_total = |expr: &ExprId| self.is_total(*expr);
        match (name, arguments) {
            ("can", _) => Some(true),
            ("try", [.., last]) => Some(is_total(last)),
            // the first one is not null
            ("coalesce", [.., last]) => {
                let value = self.value(*last);
                let has_characters = || match value.as_str() {
                    Some(text) => !text.is_empty(),
                    None => value.range().len_min() > 0,
                };
                let is_there =
                    value.definitely_not_null() && (*value.ty() != Type::STRING || has_characters());
                let is_alike = |expr: &ExprId| self.value(*expr).ty() == value.ty();
                Some(is_there && arguments.iter().all(|one| is_alike(one) && is_total(one)))
            }
            ("lookup", [map, key, default]) => {
                let value = self.value(*map);
                let is_found = match value.ty().kind() {
                    TypeKind::Map(element) => self.value(*default).ty() == element,
                    TypeKind::Object(_) => self.part(*key).is_closed,
                    _ => false,
                };
                let is_there = is_found && value.definitely_not_null() && self.is_of(*key, &Type::STRING);
                Some(is_there && [map, default].into_iter().all(is_total))
            }
            _ => None,
        }
    }

    /// Determines whether a function accepts the elements of a collection; `None` for other functions.
    fn is_total_of_elements(&self, name: &str, arguments: &[ExprId]) -> Option<bool> {
        let is_bool = |element: &Value| *element.ty() == Type::BOOL;
        let may_be_string = |element: &Value| *element.ty() == Type::STRING;
        match (name, arguments) {
            ("alltrue" | "anytrue", [list]) => Some(self.has_elements(*list, &is_bool)),
            ("compact", [list]) => Some(self.has_elements(*list, &may_be_string)),
            ("sort", [list]) => Some(self.has_elements(*list, &is_string)),
            ("contains", [list, wanted]) => Some(self.is_iterable(*list) && self.is_total(*wanted)),
            ("join", [separator, lists @ ..]) => Some(
                self.is_of(*separator, &Type::STRING)
                    && lists.iter().all(|list| self.has_elements(*list, &is_string)),
            ),
            ("one", [list]) => {
                let is_short = self.value(*list).length().is_some_and(|length| length <= 1);
                Some(is_short && self.is_iterable(*list))
            }
            _ => None,
        }
    }

    /// Determines whether a function accepts a string along with its other arguments; `None` for other functions.
    fn is_total_of_strings(&self, name: &str, arguments: &[ExprId]) -> Option<bool> {
        let closed = |expr: ExprId| Some(self.part(expr)).filter(|part| part.is_closed);
        match (name, arguments) {
            ("jsondecode", [text]) => {
                let is_encoded = self.value(*text).decoded_json().is_some();
                Some(is_encoded && self.is_total(*text))
            }
            ("format", [format, values @ ..]) => {
                let verbs = closed(*format).and_then(|format| plain_verbs(format.value.as_str()?));
                Some(verbs == Some(values.len()) && values.iter().all(|value| self.is_text(*value)))
            }
            ("replace", [text, search, replacement]) => {
                let is_plain =
                    |search: Part| search.value.as_str().is_some_and(|text| !text.starts_with('/'));
                let is_plain = closed(*search).is_some_and(is_plain);
                Some(is_plain && [text, replacement].iter().all(|one| self.is_of(**one, &Type::STRING)))
            }
            ("substr", [text, rest @ ..]) => {
                Some(self.is_of(*text, &Type::STRING) && rest.iter().all(|one| self.part(*one).is_closed))
            }
            _ => None,
        }
    }

    /// Returns `true` if an expression always has elements, all of which are accepted.
    fn has_elements(&self, expr: ExprId, is_accepted: &dyn Fn(&Value) -> bool) -> bool {
        let value = self.value(expr);
        let elements = value.elements().filter(|_| value.is_known() && !value.is_null());
        elements.is_some_and(|elements| elements.iter().all(is_accepted)) && self.is_iterable(expr)
    }

    /// Returns `true` if a function accepts an argument, whatever its open parts are.
    fn is_accepted(&self, name: &str, argument: ExprId) -> bool {
        if OF_ALL.contains(&name) {
            return true;
        }
        let value = self.value(argument);
        let is_of_primitive = OF_PRIMITIVES.contains(&name);
        // elements of any type may have no common type
        if CONVERTING.contains(&name) && value.ty().has_any() {
            return false;
        }
        let is_accepted = match value.ty().kind() {
            TypeKind::Number => is_of_primitive || OF_NUMBERS.contains(&name),
            TypeKind::String => is_of_primitive || OF_STRINGS.contains(&name),
            TypeKind::Bool => is_of_primitive,
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => OF_COLLECTIONS.contains(&name),
            TypeKind::Tuple(_) | TypeKind::Object(_) => OF_COLLECTIONS.contains(&name),
            _ => false,
        };
        is_accepted && value.definitely_not_null()
    }

    /// Returns `true` if a loop over a collection has a value for each of its elements.
    fn is_total_loop(&self, node: &For) -> bool {
        if !self.is_iterable(node.collection) {
            return false;
        }
        if node.key.is_none() && node.condition.is_none() && is_plain(self.tree, node.value) {
            return true;
        }
        let collection = self.value(node.collection);
        if !collection.is_known() || collection.length().is_none_or(|length| length > MOST_ELEMENTS) {
            return false;
        }
        let is_keyed = matches!(collection.ty().kind(), TypeKind::Map(_) | TypeKind::Object(_));
        let elements = collection.elements().filter(|_| !is_keyed).unwrap_or_default().iter().enumerate();
        let elements = elements.map(|(at, element)| (Value::number(Number::from_len(at)), element));
        let entries = collection.iter_entries().map(|(key, element)| (Value::string(&**key), element));
        let mut parts = elements.chain(entries);
        let mut seen = OrderedSet::new();
        parts.all(|(key, element)| {
            let mut names = self.names.clone();
            let text = |name: hclx_syntax::ast::Name| Arc::from(self.tree.text(name.text));
            names.extend(node.key_name.map(|name| (text(name), key)));
            names.push((text(node.value_name), element.clone()));
            let inner = Totality::new(self.tree, self.parts, names);
            let is_decided = |condition: ExprId| inner.is_of(condition, &Type::BOOL);
            // keys of objects differ
            let mut is_new = |key: ExprId| {
                let key = inner.part(key);
                let name = key.value.as_str().filter(|_| key.is_closed);
                name.is_some_and(|name| seen.insert(Arc::<str>::from(name)) || node.group)
            };
            node.condition.is_none_or(|condition| is_decided(condition.into()))
                && node.key.is_none_or(|key| is_new(key.into()))
                && inner.is_total(node.value)
        })
    }

    /// Returns `true` if an expression can always be iterated over.
    fn is_iterable(&self, expr: ExprId) -> bool {
        let value = self.value(expr);
        let is_collection = matches!(
            value.ty().kind(),
            TypeKind::List(_)
                | TypeKind::Set(_)
                | TypeKind::Map(_)
                | TypeKind::Tuple(_)
                | TypeKind::Object(_)
        );
        is_collection && value.definitely_not_null() && self.is_total(expr)
    }

    /// Returns `true` if an expression always has a value that a template can contain.
    fn is_text(&self, expr: ExprId) -> bool {
        [Type::STRING, Type::NUMBER, Type::BOOL].iter().any(|ty| self.is_of(expr, ty))
    }

    /// Returns `true` if an expression always has a non-null value of a primitive type.
    fn is_of(&self, expr: ExprId, ty: &Type) -> bool {
        let value = self.value(expr);
        let is_there = value.definitely_not_null() || self.is_never_null(expr);
        value.ty() == ty && is_there && self.is_total(expr)
    }

    /// Returns `true` for operators and for calls of `can`, whose results are not null.
    fn is_never_null(&self, expr: ExprId) -> bool {
        match self.tree.expr(expr).kind {
            ExprKind::Binary { .. } | ExprKind::Unary { .. } | ExprKind::Template(_) => true,
            ExprKind::Paren(inner) => self.is_never_null(inner),
            ExprKind::Call(call) => self.tree.text(self.tree.node(call).name.text) == "can",
            _ => false,
        }
    }
}

fn is_string(value: &Value) -> bool {
    *value.ty() == Type::STRING && value.definitely_not_null()
}

/// The number of verbs in a format, if all are `%s` or `%v`.
fn plain_verbs(format: &str) -> Option<usize> {
    let mut verbs = 0;
    let mut signs = format.chars();
    while let Some(sign) = signs.next() {
        if sign == '%' {
            match signs.next() {
                Some('%') => {}
                Some('s' | 'v') => verbs += 1,
                _ => return None,
            }
        }
    }
    Some(verbs)
}

/// Returns `true` for references, literals, and tuples and objects of them, which do not fail because of the values
/// of their parts.
pub(super) fn is_plain(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).all(|id| match tree.expr(id).kind {
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Number | ExprKind::String(_) => true,
        ExprKind::Variable(_) | ExprKind::Paren(_) | ExprKind::TemplateWrap(_) => true,
        ExprKind::Tuple(_) | ExprKind::Object(_) => true,
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().all(|step| match step.kind {
            TraverseKind::Attr(_) | TraverseKind::LegacyIndex(_) => true,
            TraverseKind::Index(key) => matches!(tree.expr(key).kind, ExprKind::Number | ExprKind::String(_)),
        }),
        _ => false,
    })
}
