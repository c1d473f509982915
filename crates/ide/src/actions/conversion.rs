//! Constants, rewritten so that they keep the value and the type that a variable gives them: the conversions that
//! a `type` implies become calls.

use hclx_diag::{Arrange, TextRange};
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem, Tree};

/// Returns `true` if an expression contains no references and no calls.
pub(super) fn is_constant(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).all(|part| {
        matches!(
            tree.expr(part).kind,
            ExprKind::Null
                | ExprKind::Bool(_)
                | ExprKind::Number
                | ExprKind::String(_)
                | ExprKind::Unary { .. }
                | ExprKind::Paren(_)
                | ExprKind::Tuple(_)
                | ExprKind::Object(_)
        ) || is_key(tree, expr, part)
    })
}

/// Returns `true` for a bare key of an object in an expression.
fn is_key(tree: &Tree, whole: ExprId, part: ExprId) -> bool {
    let is_it = |outer: ExprId| match tree.expr(outer).kind {
        ExprKind::Object(items) => tree.slice(items).iter().any(|item| item.bare && item.key == part),
        _ => false,
    };
    matches!(tree.expr(part).kind, ExprKind::Variable(_)) && tree.inside(whole).any(is_it)
}

/// A constant after its conversion to a type.
pub(super) struct Constant {
    pub(super) text: String,
    /// Set if the constant has the exact type. No call gives an empty collection or a null of a type with parts their
    /// type, which only comparisons reveal.
    pub(super) is_exact: bool,
}

/// A constant after its conversion to the type that an expression describes; `None` if HCL cannot express the
/// result.
pub(super) fn constant_as(tree: &Tree, value: ExprId, ty: ExprId) -> Option<Constant> {
    let mut writer = Writer { tree, insertions: Vec::new(), is_exact: true };
    writer.value(value, ty, Depth::Whole)?;
    let range = tree.expr(value).range;
    let mut text = tree.written(range).into_owned();
    // of two insertions at the same place, the outer one was added first if it opens, and last if it closes
    let mut insertions = writer.insertions;
    insertions.arrange_by_key(|(at, _)| *at);
    for (at, added) in insertions.iter().rev() {
        text.insert_str((at - range.start) as usize, added);
    }
    Some(Constant { text, is_exact: writer.is_exact })
}

/// The place of a value in a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// The constant itself, or an attribute in it.
    Whole,
    /// An element of a collection, whose type must equal that of the other elements.
    Element,
}

struct Writer<'t> {
    tree: &'t Tree,
    /// Insertions with their offsets.
    insertions: Vec<(u32, String)>,
    is_exact: bool,
}

impl Writer<'_> {
    /// Converts a value to a type.
    fn value(&mut self, value: ExprId, ty: ExprId, depth: Depth) -> Option<()> {
        let tree = self.tree;
        if let ExprKind::Paren(inner) = tree.expr(value).kind {
            return hclx_diag::grow(|| self.value(inner, ty, depth));
        }
        match tree.expr(ty).kind {
            // the old form has quotes
            ExprKind::Variable(name) | ExprKind::String(name) => self.simple(value, tree.text(name), depth),
            ExprKind::Call(call) => {
                let call = tree.node(call);
                let [inner, ..] = *tree.slice(call.args) else { return None };
                hclx_diag::grow(|| self.structure(value, (tree.text(call.name.text), inner), depth))
            }
            _ => None,
        }
    }

    /// Converts to a type that is a word.
    fn simple(&mut self, value: ExprId, ty: &str, depth: Depth) -> Option<()> {
        let kind = self.tree.expr(value).kind;
        let is_same = match ty {
            "any" => true,
            "string" => matches!(kind, ExprKind::String(_) | ExprKind::Template(_)),
            "number" => matches!(kind, ExprKind::Number | ExprKind::Unary { .. }),
            "bool" => matches!(kind, ExprKind::Bool(_)),
            // the old form of a collection of any element type
            "list" | "map" | "set" => return self.collection(value, (ty, None), depth),
            _ => return None,
        };
        let is_structure = matches!(kind, ExprKind::Tuple(_) | ExprKind::Object(_));
        match is_same {
            true => {}
            false if is_structure => return None,
            false => self.wrap(value, &format!("to{ty}")),
        }
        Some(())
    }

    /// Converts to a type with parts.
    fn structure(&mut self, value: ExprId, (ty, inner): (&str, ExprId), depth: Depth) -> Option<()> {
        let tree = self.tree;
        match (ty, tree.expr(inner).kind, tree.expr(value).kind) {
            ("list" | "set" | "map", _, _) => self.collection(value, (ty, Some(inner)), depth),
            // no call returns a null of such a type
            ("object" | "tuple", _, ExprKind::Null) => self.null(depth),
            ("tuple", ExprKind::Tuple(types), ExprKind::Tuple(elements)) => {
                let (types, elements) = (tree.slice(types), tree.slice(elements));
                let mut pairs = elements.iter().zip(types);
                let is_whole = elements.len() == types.len();
                is_whole.then(|| pairs.try_for_each(|(element, ty)| self.value(*element, *ty, depth)))?
            }
            ("object", ExprKind::Object(attributes), ExprKind::Object(items)) => {
                self.object(value, (tree.slice(attributes), tree.slice(items)), depth)
            }
            _ => None,
        }
    }

    /// Converts to a collection: first its elements, then the collection itself.
    fn collection(&mut self, value: ExprId, (ty, inner): (&str, Option<ExprId>), depth: Depth) -> Option<()> {
        let tree = self.tree;
        let parts: Vec<ExprId> = match tree.expr(value).kind {
            ExprKind::Null => return self.null(depth),
            ExprKind::Tuple(elements) if ty != "map" => tree.slice(elements).to_vec(),
            ExprKind::Object(items) if ty == "map" => {
                tree.slice(items).iter().map(|item| item.value).collect()
            }
            _ => return None,
        };
        self.is_exact &= !parts.is_empty() || inner.is_none();
        self.open(value, &format!("to{ty}("));
        if let Some(inner) = inner {
            parts.into_iter().try_for_each(|part| self.value(part, inner, Depth::Element))?;
        }
        self.close(value);
        Some(())
    }

    /// Converts to an object: its attributes, and optional attributes that are missing.
    fn object(
        &mut self,
        value: ExprId,
        (attributes, items): (&[ObjectItem], &[ObjectItem]),
        depth: Depth,
    ) -> Option<()> {
        let tree = self.tree;
        let key = |item: &ObjectItem| match tree.expr(item.key).kind {
            ExprKind::Variable(name) if item.bare => Some(tree.text(name)),
            ExprKind::String(name) => Some(tree.text(name)),
            _ => None,
        };
        // an attribute that the type lacks would have to be removed
        for item in items {
            let name = key(item)?;
            attributes.iter().find(|attribute| key(attribute) == Some(name))?;
        }
        let mut added = Vec::new();
        for attribute in attributes {
            let name = key(attribute)?;
            let (ty, default) = optional(tree, attribute.value);
            let given = items.iter().find(|item| key(item) == Some(name)).map(|item| item.value);
            let is_given = given.is_some_and(|given| !matches!(tree.expr(given).kind, ExprKind::Null));
            match (given, default) {
                (Some(given), None | Some(None)) => self.value(given, ty, depth)?,
                (Some(given), Some(_)) if is_given => self.value(given, ty, depth)?,
                (None, Some(Some(default))) => {
                    let default = constant_as(tree, default, ty)?;
                    self.is_exact &= default.is_exact;
                    added.push(format!("{name} = {}", default.text));
                }
                (None, Some(None)) => added.push(format!("{name} = {}", self.null_as(ty, depth)?)),
                // a required attribute, or a null that the default replaces
                _ => return None,
            }
        }
        self.add_attributes(value, items, &added);
        Some(())
    }

    /// Adds attributes at the start of an object.
    fn add_attributes(&mut self, object: ExprId, items: &[ObjectItem], added: &[String]) {
        let tree = self.tree;
        let range = tree.expr(object).range;
        let first = items.first().map(|item| tree.expr(item.key).range.start);
        let before = TextRange::new(range.start + 1, first.unwrap_or(range.end - 1));
        for (number, text) in added.iter().enumerate() {
            let is_last = number + 1 == added.len();
            let text = match (tree.is_on_one_line(before), first) {
                (false, _) => format!("\n{text}"),
                (true, None) if is_last && before.is_empty() => format!(" {text} "),
                (true, None) if is_last => format!(" {text}"),
                (true, _) => format!(" {text},"),
            };
            self.insertions.push((range.start + 1, text));
        }
    }

    /// Keeps a null of a type with parts. In an element, its type must equal that of the others.
    fn null(&mut self, depth: Depth) -> Option<()> {
        self.is_exact = false;
        (depth == Depth::Whole).then_some(())
    }

    /// A null of a type.
    fn null_as(&mut self, ty: ExprId, depth: Depth) -> Option<String> {
        match self.tree.expr(ty).kind {
            ExprKind::Variable(name) if matches!(self.tree.text(name), "string" | "number" | "bool") => {
                Some(format!("to{}(null)", self.tree.text(name)))
            }
            _ => self.null(depth).map(|()| "null".to_owned()),
        }
    }

    /// Puts a value into a call.
    fn wrap(&mut self, value: ExprId, function: &str) {
        self.open(value, &format!("{function}("));
        self.close(value);
    }

    fn open(&mut self, value: ExprId, text: &str) {
        self.insertions.push((self.tree.expr(value).range.start, text.to_owned()));
    }

    fn close(&mut self, value: ExprId) {
        self.insertions.push((self.tree.expr(value).range.end, ")".to_owned()));
    }
}

/// The type of an attribute, and its default if it is optional.
fn optional(tree: &Tree, ty: ExprId) -> (ExprId, Option<Option<ExprId>>) {
    let ExprKind::Call(call) = tree.expr(ty).kind else { return (ty, None) };
    let call = tree.node(call);
    match tree.slice(call.args) {
        [inner] if tree.is_text(call.name.text, "optional") => (*inner, Some(None)),
        [inner, default] if tree.is_text(call.name.text, "optional") => (*inner, Some(Some(*default))),
        _ => (ty, None),
    }
}
