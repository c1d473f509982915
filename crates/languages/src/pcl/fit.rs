//! Compares a value with the type in a schema, and reports every mismatch at the part of the expression that has to
//! change.
//!
//! Constructors in an expression are followed as long as they produce the value directly. An unknown value is checked
//! by its type: it is reported only if no value of the type fits. Out of scope: the inputs of resources, and messages.

use std::sync::Arc;

use hclx_core::{Eventual, Rules, Type, TypeKind, Value, convert, convertible, strip_eventual};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Path, SourceId, Span, Step, nearest};
use hclx_eval::Budget;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::package::{
    Constant, Definition, Enumeration, Object, PackageSchemas, Property, Reference, Resource, Shape, Slot,
    Token, Union,
};
use super::wording;

/// The context for checking values against types.
#[derive(Clone, Copy)]
pub(super) struct Fit<'a> {
    pub(super) packages: &'a PackageSchemas,
    pub(super) rules: &'a Rules,
    pub(super) budget: &'a Budget,
    pub(super) tree: &'a Tree,
    pub(super) source: SourceId,
    /// The token of the resource that an expression refers to, if it is known.
    pub(super) resource_of: &'a dyn Fn(&Tree, ExprId) -> Option<Arc<str>>,
    /// The token whose schema defines the inputs, and the place of the token.
    pub(super) token: Option<(&'a str, Span)>,
}

/// The origin of a value.
#[derive(Clone, Copy)]
struct ValueOrigin {
    expr: ExprId,
    /// Set if the expression evaluates to exactly this value, rather than to one that contains it.
    exact: bool,
}

impl Fit<'_> {
    /// Checks the value of an attribute.
    pub(super) fn check(&self, name: &str, expr: ExprId, value: &Value, slot: &Slot) -> Vec<Diagnostic> {
        let mut walk = Walk { fit: *self, name, path: Path::root(), findings: Vec::new(), spent: None };
        walk.value(ValueOrigin { expr, exact: true }, value, slot);
        walk.finish()
    }

    /// Checks the value of an input.
    pub(super) fn check_property(&self, expr: ExprId, value: &Value, property: &Property) -> Vec<Diagnostic> {
        let mut findings = self.check(&property.name, expr, value, &property.slot);
        if let Some(constant) = property.constant.as_ref().filter(|_| findings.is_empty())
            && says(value, constant) == Some(false)
        {
            let place = self.tree.expr(expr).range.in_source(self.source);
            findings.push(wording::not_a_member(
                place,
                &property.name,
                std::slice::from_ref(constant),
                value,
            ));
        }
        findings
    }

    /// Checks the properties of an object.
    pub(super) fn check_object(
        &self,
        name: &str,
        expr: ExprId,
        value: &Value,
        object: &Object,
    ) -> Vec<Diagnostic> {
        let mut walk = Walk { fit: *self, name, path: Path::root(), findings: Vec::new(), spent: None };
        let (value, _) = strip_eventual(value.clone().unmark().0);
        if !(value.ty().is_any() || value.is_null()) {
            walk.object(ValueOrigin { expr, exact: true }, &value, object);
        }
        walk.finish()
    }
}

struct Walk<'a> {
    fit: Fit<'a>,
    name: &'a str,
    path: Path,
    findings: Vec<Diagnostic>,
    /// The finding about the exceeded budget; nothing is reported after it.
    spent: Option<Diagnostic>,
}

impl Walk<'_> {
    fn finish(self) -> Vec<Diagnostic> {
        match self.spent {
            Some(limit) => vec![limit],
            None => self.findings,
        }
    }

    /// Takes a step; returns `false` if the budget is exceeded. At every level, the members of unions are tried one
    /// after the other.
    fn may_go_on(&mut self, at: ValueOrigin) -> bool {
        if self.spent.is_none()
            && let Err(fault) = self.fit.budget.step()
        {
            self.spent = Some(fault.at(self.span(at.expr)));
        }
        self.spent.is_none()
    }

    fn span(&self, expr: ExprId) -> Span {
        self.fit.tree.expr(expr).range.in_source(self.fit.source)
    }

    /// The path to the current part, starting with the name of the attribute.
    fn here(&self) -> String {
        let text = format!("{}{}", self.name, self.path);
        match text.strip_prefix('.') {
            Some(rest) => rest.to_owned(),
            None if text.is_empty() => "arguments".to_owned(),
            None => text,
        }
    }

    fn inside(&mut self, step: Step, look: impl FnOnce(&mut Self)) {
        self.path.0.push(step);
        hclx_diag::grow(|| look(self));
        self.path.0.pop();
    }

    /// The findings of a separate attempt that starts from the current part.
    fn attempt(&mut self, look: impl FnOnce(&mut Self)) -> Vec<Diagnostic> {
        let before = std::mem::take(&mut self.findings);
        hclx_diag::grow(|| look(self));
        std::mem::replace(&mut self.findings, before)
    }

    fn wrong(&mut self, at: ValueOrigin, value: &Value, shape: &Shape) {
        let finding = wording::wrong_type(
            self.span(at.expr),
            &self.here(),
            &wording::expected(shape, self.fit.packages),
            value,
        );
        self.findings.push(finding);
    }

    fn value(&mut self, at: ValueOrigin, value: &Value, slot: &Slot) {
        if !self.may_go_on(at) {
            return;
        }
        let (value, _) = value.clone().unmark();
        let (value, eventual) = strip_eventual(value);
        if eventual == Eventual::Output && slot.plain {
            let finding = wording::plain_wanted(self.span(at.expr), &self.here());
            self.findings.push(match self.fit.token {
                Some((token, at)) => finding.also(at, format!("required by the schema of `{token}`")),
                None => finding,
            });
            return;
        }
        if value.is_null() {
            if !matches!(slot.shape, Shape::Any | Shape::None) && !takes_none(&slot.shape) {
                self.wrong(at, &value, &slot.shape);
            }
            return;
        }
        if value.ty().is_any() {
            return;
        }
        match value.ty().kind() {
            TypeKind::Union(members) if !value.is_known() => self.one_of(at, &value, members, &slot.shape),
            _ => self.shaped(at, &value, &slot.shape),
        }
    }

    /// Checks a value that is only known to be of a union type: it is an error if no member fits.
    fn one_of(&mut self, at: ValueOrigin, value: &Value, members: &[Type], shape: &Shape) {
        let some = members.iter().filter(|member| !member.is_none());
        let mut wrong = Vec::new();
        for member in some {
            let member = Value::unknown_under(member.clone(), self.fit.rules);
            let slot = Slot::new(shape.clone());
            let found = self.attempt(|walk| walk.value(ValueOrigin { exact: false, ..at }, &member, &slot));
            if !found.iter().any(Diagnostic::is_error) {
                return;
            }
            wrong.push(found);
        }
        match wrong.len() {
            0 => {}
            1 => self.findings.append(&mut wrong[0]),
            _ => self.wrong(at, value, shape),
        }
    }

    fn shaped(&mut self, at: ValueOrigin, value: &Value, shape: &Shape) {
        if !self.may_go_on(at) {
            return;
        }
        match shape {
            Shape::Any => {}
            Shape::None => self.wrong(at, value, shape),
            Shape::Asset if matches!(value.ty().kind(), TypeKind::Asset | TypeKind::Archive) => {}
            Shape::Asset => self.wrong(at, value, shape),
            Shape::Base(ty) => drop(self.base(at, value, ty)),
            Shape::List(element) => self.list(at, value, element, shape),
            Shape::Tuple(elements) => self.tuple(at, value, elements, shape),
            Shape::Map(element) => self.map(at, value, element, shape),
            Shape::Object(object) => self.object(at, value, object),
            Shape::Union(union) => self.union(at, value, union, shape),
            Shape::Reference(reference) => self.reference(at, value, reference),
        }
    }

    fn reference(&mut self, at: ValueOrigin, value: &Value, reference: &Reference) {
        let Some(definition) = self.fit.packages.resolve(reference) else { return };
        match &*definition {
            Definition::Object(object) => self.object(at, value, object),
            Definition::Enum(values) => self.enumeration(at, value, values),
            Definition::Resource(resource) => self.resource(at, value, resource),
        }
    }

    /// Converts a value to a base type if possible.
    fn base(&mut self, at: ValueOrigin, value: &Value, ty: &Type) -> Option<Value> {
        if value.ty() == ty {
            return Some(value.clone());
        }
        let converted = match value.is_known() {
            true => convert(value, ty, self.fit.rules).ok(),
            false if convertible(value.ty(), ty, self.fit.rules).exists() => {
                Some(Value::unknown_under(ty.clone(), self.fit.rules))
            }
            false => None,
        };
        if converted.is_none() {
            self.wrong(at, value, &Shape::Base(ty.clone()));
        }
        converted
    }

    // Collections.

    /// The elements of a sequence, with their origins and steps.
    fn elements(&self, at: ValueOrigin, value: &Value) -> Option<Vec<(ValueOrigin, Step, Value)>> {
        let (tree, around) = (self.fit.tree, ValueOrigin { exact: false, ..at });
        let ty = value.ty();
        let is_set = matches!(ty.kind(), TypeKind::Set(_));
        let types: Option<&[Type]> = ty.as_tuple();
        if !is_set && !matches!(ty.kind(), TypeKind::List(_)) && types.is_none() {
            return None;
        }
        let step = |index| if is_set { Step::Each } else { Step::Index(index) };
        if let Some(elements) = value.elements() {
            let written = at.exact.then(|| written_elements(tree, at.expr)).flatten();
            let written = written.filter(|written| written.len() == elements.len());
            let place = |index: usize| match written {
                Some(written) => ValueOrigin { expr: written[index], exact: true },
                None => around,
            };
            let each = |(index, value): (usize, &Value)| (place(index), step(index), value.clone());
            return Some(elements.iter().enumerate().map(each).collect());
        }
        let unknown = |ty: &Type| Value::unknown_under(ty.clone(), self.fit.rules);
        Some(match types {
            Some(types) => {
                types.iter().enumerate().map(|(index, ty)| (around, step(index), unknown(ty))).collect()
            }
            None => vec![(around, Step::Each, unknown(ty.element()?))],
        })
    }

    fn list(&mut self, at: ValueOrigin, value: &Value, element: &Slot, shape: &Shape) {
        let Some(elements) = self.elements(at, value) else { return self.wrong(at, value, shape) };
        for (at, step, value) in elements {
            self.inside(step, |walk| walk.value(at, &value, element));
        }
    }

    fn tuple(&mut self, at: ValueOrigin, value: &Value, slots: &[Slot], shape: &Shape) {
        let elements = match self.elements(at, value) {
            Some(elements) if value.ty().as_tuple().is_none_or(|types| types.len() == slots.len()) => {
                elements
            }
            _ => return self.wrong(at, value, shape),
        };
        if elements.len() == slots.len() {
            for ((at, step, value), slot) in elements.into_iter().zip(slots) {
                self.inside(step, |walk| walk.value(at, &value, slot));
            }
        }
    }

    fn map(&mut self, at: ValueOrigin, value: &Value, element: &Slot, shape: &Shape) {
        let Some(entries) = self.entries(at, value) else { return self.wrong(at, value, shape) };
        for Entry { at, key, value, .. } in entries {
            self.inside(Step::Attr(key), |walk| walk.value(at, &value, element));
        }
    }

    /// The entries of an object or map; none for an unknown map.
    fn entries(&self, at: ValueOrigin, value: &Value) -> Option<Vec<Entry>> {
        let ty = value.ty();
        if ty.as_object().is_none() && !matches!(ty.kind(), TypeKind::Map(_)) {
            return None;
        }
        let written = if at.exact { written_entries(self.fit.tree, at.expr) } else { Ordered::new() };
        let entry = |name: &Arc<str>, value: Value| {
            let found = written.get(&**name);
            Entry {
                at: found.map_or(ValueOrigin { exact: false, ..at }, |(_, expr)| ValueOrigin {
                    expr: *expr,
                    exact: true,
                }),
                key: name.clone(),
                key_at: found.map(|(key, _)| *key),
                value,
            }
        };
        if value.is_known() {
            return Some(value.iter_entries().map(|(name, value)| entry(name, value.clone())).collect());
        }
        let Some(object) = ty.as_object() else { return Some(Vec::new()) };
        let unknown = |ty: &Type| Value::unknown_under(ty.clone(), self.fit.rules);
        Some(object.attributes().iter().map(|one| entry(&one.name, unknown(&one.ty))).collect())
    }

    // Objects.

    fn object(&mut self, at: ValueOrigin, value: &Value, object: &Object) {
        let Some(entries) = self.entries(at, value) else {
            return self.wrong(at, value, &Shape::Object(Arc::new(object.clone())));
        };
        // an unknown map may contain anything
        let is_open = value.ty().as_object().is_none() && !value.is_known();
        let given: OrderedSet<&str> = entries.iter().map(|entry| &*entry.key).collect();
        let required = object.properties.iter().filter(|property| property.required && !is_open);
        let mut missing: Vec<&Property> =
            required.filter(|property| !given.contains(&*property.name)).collect();
        for entry in &entries {
            match object.get(&entry.key) {
                Some(property) => self.property(entry, property),
                None => self.stranger(entry, object, &given, &mut missing),
            }
        }
        for property in missing {
            let finding = wording::missing_property(self.span(at.expr), &self.here(), &property.name);
            self.findings.push(finding);
        }
    }

    fn property(&mut self, entry: &Entry, property: &Property) {
        // A null property counts as omitted.
        if entry.value.is_null() && !property.required {
            return;
        }
        // A deprecated name in a computed value comes from elsewhere, so it cannot be changed here.
        if let (Some(instead), Some(key)) = (&property.deprecated, entry.key_at) {
            self.findings.push(wording::deprecated(self.span(key), &entry.key, instead));
        }
        self.inside(Step::Attr(entry.key.clone()), |walk| {
            let before = walk.findings.len();
            walk.value(entry.at, &entry.value, &property.slot);
            if let Some(constant) = property.constant.as_ref().filter(|_| walk.findings.len() == before)
                && says(&entry.value, constant) == Some(false)
            {
                let place = walk.span(entry.at.expr);
                let only = std::slice::from_ref(constant);
                walk.findings.push(wording::not_a_member(place, &walk.here(), only, &entry.value));
            }
        });
    }

    /// Reports a key that the type lacks. Only literal keys are reported: a computed value may have more attributes
    /// than necessary.
    fn stranger<'o>(
        &mut self,
        entry: &Entry,
        object: &'o Object,
        given: &OrderedSet<&str>,
        missing: &mut Vec<&'o Property>,
    ) {
        let Some(key_at) = entry.key_at else { return };
        let free = object
            .properties
            .iter()
            .filter(|property| !given.contains(&*property.name))
            .map(|property| &*property.name);
        let meant = nearest(&entry.key, free);
        let required = meant.and_then(|name| missing.iter().position(|property| *property.name == *name));
        if let Some(position) = required {
            // The misspelled key explains why the property is missing: one finding is enough.
            missing.remove(position);
        }
        let place = self.span(key_at);
        let finding = wording::unknown_key(place, &entry.key, &self.here(), meant, required.is_some());
        self.findings.push(finding);
    }

    // Features of schemas beyond HCL's types.

    fn enumeration(&mut self, at: ValueOrigin, value: &Value, wanted: &Enumeration) {
        let Some(value) = self.base(at, value, &wanted.base) else { return };
        if value.is_known() && !wanted.values.iter().any(|member| says(&value, member) != Some(false)) {
            let finding = wording::not_a_member(self.span(at.expr), &self.here(), &wanted.values, &value);
            self.findings.push(finding);
        }
    }

    fn union(&mut self, at: ValueOrigin, value: &Value, union: &Union, shape: &Shape) {
        if let Some(discriminator) = &union.discriminator
            && self.discriminated(at, value, union, discriminator)
        {
            return;
        }
        let mut attempts: Vec<(&Slot, Vec<Diagnostic>)> = Vec::new();
        for member in &union.members {
            // Not `value`: outputs and null have already been checked for the union as a whole.
            let found = self.attempt(|walk| walk.shaped(at, value, &member.shape));
            if found.is_empty() {
                return;
            }
            attempts.push((member, found));
        }
        // If a single member resembles the value, its findings are more specific than a report that no member fits.
        let good = attempts.iter().position(|(_, found)| !found.iter().any(Diagnostic::is_error));
        let alike: Vec<usize> =
            (0..attempts.len()).filter(|index| self.is_alike(value, &attempts[*index].0.shape)).collect();
        match good.or(if let [one] = alike.as_slice() { Some(*one) } else { None }) {
            Some(index) => self.findings.append(&mut attempts[index].1),
            None => self.wrong(at, value, shape),
        }
    }

    /// Returns `true` if a value has the overall form of a type, regardless of its parts.
    fn is_alike(&self, value: &Value, shape: &Shape) -> bool {
        let ty = value.ty();
        let keyed = ty.as_object().is_some() || matches!(ty.kind(), TypeKind::Map(_));
        match shape {
            Shape::List(_) | Shape::Tuple(_) => {
                ty.as_tuple().is_some() || matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_))
            }
            Shape::Map(_) | Shape::Object(_) => keyed,
            Shape::Reference(reference) => match self.fit.packages.resolve(reference).as_deref() {
                Some(Definition::Object(_)) => keyed,
                Some(Definition::Enum(values)) => *ty == values.base,
                Some(Definition::Resource(_)) | None => false,
            },
            _ => false,
        }
    }

    /// Checks the member that the discriminator property selects; returns `true` if there is one.
    fn discriminated(
        &mut self,
        at: ValueOrigin,
        value: &Value,
        union: &Union,
        discriminator: &Arc<str>,
    ) -> bool {
        let Some(entries) = self.entries(at, value) else { return false };
        let Some(entry) = entries.iter().find(|entry| entry.key == *discriminator) else {
            if value.ty().as_object().is_some() && !union.mapping.is_empty() {
                let place = self.span(at.expr);
                let values = union.mapping.keys();
                let finding = wording::missing_discriminator(place, &self.here(), discriminator, values);
                self.findings.push(finding);
                return true;
            }
            return false;
        };
        let (told, _) = strip_eventual(entry.value.clone().unmark().0);
        let Some(text) = told.as_str() else { return false };
        let name = union.mapping.get(text).cloned().unwrap_or_else(|| text.into());
        let member = union.members.iter().find(|member| is_named(&member.shape, &name));
        match member {
            Some(member) => {
                let member = Slot { shape: member.shape.clone(), plain: false };
                self.attempt_into(|walk| walk.value(at, value, &member));
                true
            }
            None if union.mapping.is_empty() => false,
            None => {
                let values: Vec<Constant> = union.mapping.keys().cloned().map(Constant::Text).collect();
                let place = self.span(entry.at.expr);
                self.path.0.push(Step::Attr(discriminator.clone()));
                self.findings.push(wording::not_a_member(place, &self.here(), &values, &told));
                self.path.0.pop();
                true
            }
        }
    }

    fn attempt_into(&mut self, look: impl FnOnce(&mut Self)) {
        let mut found = self.attempt(look);
        self.findings.append(&mut found);
    }

    fn resource(&mut self, at: ValueOrigin, value: &Value, wanted: &Resource) {
        let found = at.exact.then(|| (self.fit.resource_of)(self.fit.tree, at.expr)).flatten();
        let place = self.span(at.expr);
        if let Some(found) = found {
            if !self.same_resource(&found, &wanted.token) {
                let finding = wording::other_resource(place, &self.here(), &wanted.token, &found);
                self.findings.push(finding);
            }
            return;
        }
        // an object that was computed elsewhere may have the attributes of another resource
        let is_written =
            at.exact && matches!(self.fit.tree.expr(bare(self.fit.tree, at.expr)).kind, ExprKind::Object(_));
        if is_written || value.ty().as_object().is_none() {
            self.findings.push(wording::not_a_resource(place, &self.here(), Some(&wanted.token), value));
        }
    }

    fn same_resource(&self, a: &str, b: &str) -> bool {
        let token = |text: &str| {
            let token = Token::read(text)?;
            let package = self.fit.packages.find(token.package)?;
            Some(package.resource(&token)?.token.clone())
        };
        // A token that no schema contains may be another spelling of the same token, so it is not reported.
        a == b || token(a).is_none_or(|a| token(b).is_none_or(|b| a == b))
    }
}

struct Entry {
    at: ValueOrigin,
    key: Arc<str>,
    /// The key, if it is a literal.
    key_at: Option<ExprId>,
    value: Value,
}

fn takes_none(shape: &Shape) -> bool {
    match shape {
        Shape::Any | Shape::None => true,
        Shape::Union(union) => union.members.iter().any(|member| takes_none(&member.shape)),
        _ => false,
    }
}

/// Returns `true` if a member of a union is the type of a name or token.
fn is_named(shape: &Shape, name: &str) -> bool {
    let last = |text: &str| text.rsplit(':').next().unwrap_or_default().to_owned();
    matches!(shape, Shape::Reference(reference) if *reference.token == *name || last(&reference.token) == last(name))
}

/// Returns `true` if a value equals a constant; `None` if it is unknown.
fn says(value: &Value, constant: &Constant) -> Option<bool> {
    let (value, _) = strip_eventual(value.clone().unmark().0);
    if !value.is_known() || value.is_null() {
        return None;
    }
    Some(match constant {
        // A value of another type is reported because of its type.
        Constant::Text(text) => value.as_str().is_none_or(|found| *found == **text),
        Constant::Bool(truth) => value.as_bool().is_none_or(|found| found == *truth),
        Constant::Number(number) => match value.as_number() {
            // The constant was read as an `f64`, so the value is rounded in the same way.
            Some(found) => found.to_string().parse::<f64>().is_ok_and(|found| found == *number),
            None => true,
        },
    })
}

/// The expression without parentheses.
fn bare(tree: &Tree, mut expr: ExprId) -> ExprId {
    while let ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) = tree.expr(expr).kind {
        expr = inner;
    }
    expr
}

fn written_elements(tree: &Tree, expr: ExprId) -> Option<&[ExprId]> {
    match tree.expr(bare(tree, expr)).kind {
        ExprKind::Tuple(elements) => Some(tree.slice(elements)),
        _ => None,
    }
}

/// The keys and values of an object expression; the last of equal keys wins.
fn written_entries(tree: &Tree, expr: ExprId) -> Ordered<&str, (ExprId, ExprId)> {
    let ExprKind::Object(items) = tree.expr(bare(tree, expr)).kind else { return Ordered::new() };
    let named = |item: &hclx_syntax::ast::ObjectItem| match tree.expr(item.key).kind {
        ExprKind::String(text) => Some((tree.text(text), (item.key, item.value))),
        _ => None,
    };
    tree.slice(items).iter().filter_map(named).collect()
}
