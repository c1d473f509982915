//! Conversion of values to their expected types, with a finding for every part of a literal that does not
//! match.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_core::{Rules, Type, TypeKind, Value, convert};
use hclx_diag::{Diagnostic, Path, SourceId, Span, Step};
use hclx_eval::{blamed, converted};
use hclx_syntax::ast::{ExprId, ExprKind, Language, ObjectItem, Root, Tree};
use hclx_syntax::statics;

use crate::advice::{self, without_brackets};
use crate::site::Site;
use crate::{Attribute, Block, wording};

/// The value converted to the expected type.
///
/// # Errors
/// The first mismatch, at the smallest part of the expression that causes it, with the path to that part.
pub fn conform(
    value: &Value,
    wanted: &Type,
    site: &Site<'_>,
    rules: &Rules,
) -> Result<Value, Box<Diagnostic>> {
    if value.ty() == wanted {
        return Ok(value.clone());
    }
    within(value, wanted, site, &Path::root(), rules)
}

/// Like [`conform`], for a part: `path` leads from the whole value to the value of the expression.
fn within(
    value: &Value,
    wanted: &Type,
    site: &Site<'_>,
    path: &Path,
    rules: &Rules,
) -> Result<Value, Box<Diagnostic>> {
    converted(value, wanted, rules).map_err(|fault| {
        // the reference's own rules do not provide the path to the part
        let mut fault = convert(value, wanted, &Rules::hcl()).err().unwrap_or(fault);
        let mut whole = path.clone();
        whole.0.extend(fault.path().0);
        let is_whole = fault.path().0.is_empty();
        let part = blamed(site.tree, site.expr, &mut fault);
        let finding = wording::wrong_type(site.place(part), site.name, whole, fault);
        Box::new(match as_expression(site.tree, part) {
            Some(help) => finding.help(help),
            None if is_whole => advice::with_action(finding, (value, wanted), &Site { expr: part, ..*site }),
            None => finding,
        })
    })
}

/// The help about a JSON string that is probably meant as an expression.
pub fn as_expression(tree: &Tree, expr: ExprId) -> Option<String> {
    let text = unwrapped(tree, expr)?;
    Some(format!("in JSON, an expression is written in `${{ }}`: `\"${{{text}}}\"`"))
}

/// A whole JSON string that is a reference with attributes, or a call, as native syntax.
fn unwrapped(tree: &Tree, expr: ExprId) -> Option<&str> {
    let text = tree.string(expr).filter(|_| tree.language() == Language::Json)?;
    let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(text.as_bytes()));
    let Root::Expr(root) = parsed.tree.root() else { return None };
    let is_meant = match parsed.tree.expr(root).kind {
        ExprKind::Call(_) => true,
        ExprKind::Traversal { base, .. } => matches!(parsed.tree.expr(base).kind, ExprKind::Variable(_)),
        _ => false,
    };
    (is_meant && parsed.diagnostics.is_empty()).then_some(text)
}

/// All mismatches of a value that cannot be converted: each element of a literal separately.
pub(crate) fn all_wrong(value: &Value, wanted: &Type, site: &Site<'_>, rules: &Rules) -> Vec<Diagnostic> {
    let mut search = Search { site, rules, path: Path::root(), findings: Vec::new() };
    search.part(value, wanted, site.expr);
    search.findings
}

struct Search<'s> {
    site: &'s Site<'s>,
    rules: &'s Rules,
    /// The path to the current part.
    path: Path,
    findings: Vec<Diagnostic>,
}

impl Search<'_> {
    fn part(&mut self, value: &Value, wanted: &Type, expr: ExprId) {
        let site = Site { expr, ..*self.site };
        let Err(finding) = within(value, wanted, &site, &self.path, self.rules) else { return };
        let before = self.findings.len();
        let (value, _) = value.clone().unmark();
        hclx_diag::grow(|| self.parts(&value, wanted, expr));
        // no part is wrong by itself, so the whole value is, for example because of the number of its
        // elements
        if self.findings.len() == before {
            self.findings.push(*finding);
        }
    }

    fn parts(&mut self, value: &Value, wanted: &Type, expr: ExprId) {
        let tree = self.site.tree;
        match (tree.expr(expr).kind, wanted.kind()) {
            (ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner), _) => self.part(value, wanted, inner),
            (ExprKind::Tuple(elements), TypeKind::List(element) | TypeKind::Set(element)) => {
                let elements = tree.slice(elements);
                let values = value.elements().filter(|values| values.len() == elements.len());
                let values = values.unwrap_or_default();
                if let ([value], [inner]) = (values, elements)
                    && converted(value, wanted, self.rules).is_ok()
                {
                    return self.list_in_brackets(value, element, (expr, *inner));
                }
                for (index, (value, expr)) in values.iter().zip(elements).enumerate() {
                    self.step(Step::Index(index), value, element, *expr);
                }
            }
            (ExprKind::Object(items), TypeKind::Map(element)) => {
                for item in tree.slice(items) {
                    let Some(key) = tree.string(item.key) else { continue };
                    let Some(value) = value.get_attr_value(key) else { continue };
                    self.step(Step::Key(key.into()), value, element, item.value);
                }
            }
            (ExprKind::Object(items), TypeKind::Object(_)) => {
                self.object(value, wanted, expr, tree.slice(items));
            }
            _ => {}
        }
    }

    /// Reports a literal whose only element is itself the list.
    fn list_in_brackets(&mut self, value: &Value, wanted: &Type, (whole, element): (ExprId, ExprId)) {
        self.path.0.push(Step::Index(0));
        let site = Site { expr: element, ..*self.site };
        let finding = within(value, wanted, &site, &self.path, self.rules).err();
        let whole = Site { expr: whole, ..*self.site };
        self.findings.extend(finding.map(|finding| without_brackets(*finding, &whole, element)));
        self.path.0.pop();
    }

    fn step(&mut self, step: Step, value: &Value, wanted: &Type, expr: ExprId) {
        self.path.0.push(step);
        self.part(value, wanted, expr);
        self.path.0.pop();
    }

    fn object(&mut self, value: &Value, wanted: &Type, expr: ExprId, items: &[ObjectItem]) {
        let tree = self.site.tree;
        let Some(object) = wanted.as_object() else { return };
        let missing: Vec<&str> = object
            .attributes()
            .iter()
            .filter(|object_attribute| {
                !object_attribute.optional && value.get_attr_value(&object_attribute.name).is_none()
            })
            .map(|one| &*one.name)
            .collect();
        let mut explained: Vec<&str> = Vec::new();
        for item in items {
            let Some(key) = tree.string(item.key) else { continue };
            match (object.get(key), value.get_attr_value(key)) {
                (Some(attribute), Some(part)) => {
                    self.step(Step::Attr(key.into()), part, &attribute.ty, item.value);
                }
                (None, _) => {
                    // one misspelled key explains one missing attribute; another similar key is a separate mistake
                    let open = missing.iter().copied().filter(|name| !explained.contains(name));
                    if let Some(meant) = hclx_diag::nearest(key, open) {
                        explained.push(meant);
                        let place = self.site.place(item.key);
                        let whole = format!("{}{}", self.site.name, self.path);
                        let finding = wording::misspelled_key(place, key, &whole, meant);
                        self.findings.push(Diagnostic { path: self.path.clone(), ..finding });
                    }
                }
                (Some(_), None) => {}
            }
        }
        for name in missing.into_iter().filter(|name| !explained.contains(name)) {
            let whole = format!("{}{}", self.site.name, self.path);
            let finding = wording::missing_key(self.site.place(expr), name, &whole);
            self.findings.push(Diagnostic { path: self.path.clone(), ..finding });
        }
    }
}

/// Returns `true` if the form of an expression shows that it is never null.
fn is_not_null(tree: &Tree, expr: ExprId) -> bool {
    use ExprKind::{Bool, JsonString, Number, Object, String, Template, Tuple};
    match tree.expr(expr).kind {
        Bool(_) | Number | String(_) | Template(_) | Object(_) | Tuple(_) => true,
        // a whole interpolation may be null
        JsonString { text, .. } => !tree.text(text).starts_with("${"),
        _ => false,
    }
}

/// Checks the keys of a literal: names that the type does not have and, for nested attributes, read-only and
/// deprecated ones. `value` is the value of the expression before conversion, if it is known to fit.
pub(crate) fn keys(value: Option<&Value>, ty: &Type, wanted: &Attribute, site: &Site<'_>) -> Vec<Diagnostic> {
    let object = wanted.object.as_deref().filter(|_| wanted.is_settable());
    let mut keys = Keys { exact: wanted.exact, ..Keys::new(site.name) };
    keys.part(value, ty, (object, site.tree, site.source), site.expr);
    keys.findings
}

/// The attributes that the conversion of a literal to a type drops. Values from other declarations may have
/// more attributes on purpose.
pub fn dropped(value: &Value, wanted: &Type, site: &Site<'_>) -> Vec<Diagnostic> {
    let mut keys = Keys::new(site.name);
    keys.part(Some(value), wanted, (None, site.tree, site.source), site.expr);
    keys.findings
}

/// Like [`dropped`], for a value without an expression.
pub fn dropped_at(value: &Value, wanted: &Type, name: &str, place: Span) -> Vec<Diagnostic> {
    let mut keys = Keys::new(name);
    keys.lost(value, wanted, place);
    keys.findings
}

struct Keys<'s> {
    /// The name of the whole value in messages.
    name: &'s str,
    /// The path to the current part.
    path: Path,
    /// Set if keys that a type does not have are errors.
    exact: bool,
    /// The keys that types at a depth do not have.
    ignored: HashSet<(usize, Type, Box<str>)>,
    findings: Vec<Diagnostic>,
}

/// The object type of a part, if it is a nested attribute, and the source that contains the part.
type PartContext<'s> = (Option<&'s Block>, &'s Tree, SourceId);

impl<'s> Keys<'s> {
    fn new(name: &'s str) -> Self {
        Keys { name, path: Path::root(), exact: false, ignored: HashSet::new(), findings: Vec::new() }
    }

    fn part(&mut self, value: Option<&Value>, wanted: &Type, inside: PartContext<'_>, expr: ExprId) {
        if wanted.is_primitive() || wanted.is_any() {
            return;
        }
        let value = value.map(|value| value.clone().unmark().0);
        hclx_diag::grow(|| self.parts(value.as_ref(), wanted, inside, expr));
    }

    fn parts(&mut self, value: Option<&Value>, wanted: &Type, inside: PartContext<'_>, expr: ExprId) {
        let tree = inside.1;
        match (tree.expr(expr).kind, wanted.kind()) {
            (ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner), _) => {
                self.part(value, wanted, inside, inner);
            }
            (ExprKind::Tuple(elements), TypeKind::List(element) | TypeKind::Set(element)) => {
                let elements = tree.slice(elements);
                let values = value.and_then(Value::elements).filter(|values| values.len() == elements.len());
                for (index, expr) in elements.iter().enumerate() {
                    let value = values.map(|values| &values[index]);
                    self.step(Step::Index(index), |keys| keys.part(value, element, inside, *expr));
                }
            }
            (ExprKind::Object(items), TypeKind::Map(element)) => {
                for item in tree.slice(items) {
                    let Some(key) = tree.string(item.key) else { continue };
                    let value = value.and_then(|value| value.get_attr_value(key));
                    self.step(Step::Key(key.into()), |keys| keys.part(value, element, inside, item.value));
                }
            }
            (ExprKind::Object(items), TypeKind::Object(_)) => {
                for item in tree.slice(items) {
                    self.key(value, wanted, inside, item);
                }
            }
            // a call with variables, such as `merge(var.a, …)`, may have additional attributes on purpose
            (ExprKind::Call { .. }, _) if statics::variables(tree, expr).is_empty() => {
                let place = tree.expr(expr).range.in_source(inside.2);
                value.into_iter().for_each(|value| self.lost(value, wanted, place));
            }
            _ => {}
        }
    }

    fn step(&mut self, step: Step, part: impl FnOnce(&mut Self)) {
        self.path.0.push(step);
        part(self);
        self.path.0.pop();
    }

    fn key(&mut self, value: Option<&Value>, wanted: &Type, inside: PartContext<'_>, item: &ObjectItem) {
        let (object, tree, source) = inside;
        let (Some(key), Some(ty)) = (tree.string(item.key), wanted.as_object()) else { return };
        let place = tree.expr(item.key).range.in_source(source);
        let Some(attribute) = ty.get(key) else {
            let dropped = self.dropped(key, wanted, place, true);
            return self.findings.extend(dropped);
        };
        let declared = object.and_then(|object| object.find_attribute(key));
        if let Some(declared) = declared {
            if let Some(instead) = &declared.deprecated {
                self.findings.push(wording::deprecated(place, key, instead));
            }
            if !declared.is_settable() && is_not_null(tree, item.value) {
                self.findings.push(wording::read_only(place, declared));
            }
        }
        let inner = declared.and_then(|declared| declared.object.as_deref());
        let value = value.and_then(|value| value.get_attr_value(key));
        let inside = (inner, tree, source);
        self.step(Step::Attr(key.into()), |keys| keys.part(value, &attribute.ty, inside, item.value));
    }

    /// Reports the attributes of a value that a type does not have. Parts of one expression with the same
    /// error share one finding.
    fn lost(&mut self, value: &Value, wanted: &Type, place: Span) {
        if wanted.is_primitive() || wanted.is_any() || value.is_null() {
            return;
        }
        let (value, _) = value.clone().unmark();
        hclx_diag::grow(|| match wanted.kind() {
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
                self.elements(&value, element, place);
            }
            TypeKind::Object(object) => {
                for (name, part) in value.iter_entries() {
                    match object.get(name) {
                        Some(attribute) => {
                            self.step(Step::Attr(Arc::clone(name)), |keys| {
                                keys.lost(part, &attribute.ty, place)
                            });
                        }
                        None => {
                            let dropped = self.dropped(name, wanted, place, false);
                            self.findings.extend(dropped);
                        }
                    }
                }
            }
            _ => {}
        });
    }

    fn elements(&mut self, value: &Value, element: &Type, place: Span) {
        let named = value.iter_entries().map(|(name, part)| (Step::Key(Arc::clone(name)), part));
        let listed = value.elements().filter(|_| value.ty().as_object().is_none()).unwrap_or_default();
        let listed = listed.iter().enumerate().map(|(index, part)| (Step::Index(index), part));
        for (step, part) in named.chain(listed) {
            let before = self.findings.len();
            self.step(step, |keys| keys.lost(part, element, place));
            // the other elements usually have the same attributes
            if self.findings.len() > before {
                break;
            }
        }
    }

    fn dropped(&mut self, key: &str, wanted: &Type, place: Span, is_written: bool) -> Option<Diagnostic> {
        let names = wanted.as_object()?.attributes().iter().map(|object_attribute| &*object_attribute.name);
        let whole = format!("{}{}", self.name, self.path);
        let finding = match self.exact {
            true => wording::unknown_key(place, key, &whole),
            false => wording::dropped_key(place, key, &whole),
        };
        let finding = Diagnostic { path: self.path.clone(), ..finding };
        Some(match hclx_diag::nearest(key, names.clone()) {
            Some(nearest) if is_written => finding.meant_at(place, nearest),
            Some(nearest) => finding.meant(nearest),
            None if self.exact => {
                finding.help(format!("available attributes: {}", hclx_diag::listed_names(names, "")))
            }
            None => {
                // the other elements usually have the same attributes
                let ignored = (self.path.0.len(), wanted.clone(), key.into());
                return self.ignored.insert(ignored).then_some(finding);
            }
        })
    }
}
