//! Conversion of values to expected types, with defaults and constraints (Mull §4.3, §5.4, §5.5).
//!
//! Static types have already been checked. This module checks values of type `any`, fills in defaults, parses
//! the keys of maps, and checks constraints. `from` is the type that the value is certain to have; if it is
//! the expected type, nothing needs to be done.

use std::sync::Arc;

use hclx_core::value::Tri;
use hclx_core::{Refiner, Type, TypeKind, Value};
use hclx_diag::mull_codes::{CONSTRAINT_UNMET, DUPLICATE_PRODUCED, INCORRECT_TYPE, UNRECOGNIZED_PROPERTY};
use hclx_diag::{Arrange, Diagnostic, Fallible, Fault, Span, Step};
use hclx_eval::Budget;

use super::super::constraint::Verdict;
use super::super::functions::identity;
use super::super::ty::{CustomId, Literal, Ty, TyKind, read_numeral};
use super::super::value::{Fields, KeyKind, RULES, Val, deep};
use super::{Machine, ReportedFailure};

/// The finding about a value that does not fit; `subject` is the start of the path to the part at fault.
pub(super) fn placed(fault: Fault, span: Span, subject: &str) -> Diagnostic {
    let mut finding = fault.at(span);
    if !finding.path.is_root() {
        finding.message = format!("at `{}` of {subject}: {}", finding.path, finding.message);
    }
    finding
}

/// The value does not fit, or its evaluation failed, which has been reported.
#[derive(Debug)]
pub(super) enum Unfit {
    Fault(Fault),
    Reported,
}

impl From<ReportedFailure> for Unfit {
    fn from(_: ReportedFailure) -> Self {
        Unfit::Reported
    }
}

impl From<Fault> for Unfit {
    fn from(fault: Fault) -> Self {
        Unfit::Fault(fault)
    }
}

impl Unfit {
    fn within(self, step: Step) -> Self {
        match self {
            Unfit::Fault(fault) => Unfit::Fault(fault.within(step)),
            Unfit::Reported => Unfit::Reported,
        }
    }
}

type FitResult = Result<Val, Unfit>;

impl Machine<'_> {
    /// Converts a value to the type `to`.
    pub(super) fn fit(&mut self, value: Val, from: &Ty, to: &Ty) -> FitResult {
        if to.is_any() || from == to && !from.is_any() {
            return Ok(value);
        }
        if self.exhausted {
            return Err(Unfit::Reported);
        }
        self.count(1)?;
        let known = from.kind();
        deep(|| match to.kind() {
            TyKind::Any => Ok(value),
            TyKind::Custom(id) => self.fit_custom(value, from, to, *id),
            TyKind::Union(members) => self.fit_union(value, from, to, members),
            TyKind::None if value.is_none() => Ok(value),
            TyKind::Promise(inner) | TyKind::Output(inner) => {
                let (from, _) = from.strip_eventual();
                self.fit(value, &from, inner)
            }
            TyKind::Bool | TyKind::Int | TyKind::Number | TyKind::String => self.fit_primitive(value, to),
            TyKind::Literal(literal) => self.fit_literal(value, literal, to),
            TyKind::Array(element) | TyKind::Set(element) => {
                let value = self.fit_elements(value, known, to, |_| Some(element))?;
                Ok(if matches!(to.kind(), TyKind::Set(_)) { as_set(value, self.job.budget)? } else { value })
            }
            TyKind::Tuple(elements) => {
                if value.as_array().is_some_and(|values| values.len() != elements.len()) {
                    return Err(self.wrong(&value, to));
                }
                self.fit_elements(value, known, to, |index| elements.get(index))
            }
            TyKind::Map { key, value: inner } => self.fit_map(value, known, to, key, inner),
            TyKind::Object(_) => self.fit_object(value, from, to),
            TyKind::None => Err(self.wrong(&value, to)),
        })
    }

    fn wrong(&self, value: &Val, to: &Ty) -> Unfit {
        let message = format!("expected `{}`, found {}", self.types().show_short(to), value.describe());
        Fault::new(INCORRECT_TYPE, message).into()
    }

    /// An unknown of the expected type, for a value about which nothing is known; `None` for other values.
    fn open(&self, value: &Val, to: &Ty) -> Option<Val> {
        match value {
            Val::Unknown(unknown) if unknown.ty().is_any() => Some(self.unknown(to)),
            _ => None,
        }
    }

    fn fit_custom(&mut self, value: Val, from: &Ty, to: &Ty, id: CustomId) -> FitResult {
        // A value of a derived type satisfies its constraints, which include those of the base.
        if let TyKind::Custom(other) = from.kind()
            && self.types().descends_from(*other, id)
        {
            return Ok(value);
        }
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        let custom = self.types().custom(id);
        // Types with properties have no constraints.
        if self.types().declared_properties(to).is_some() {
            return self.fit_object(value, from, to);
        }
        let from = self.types().resolve(from);
        let value = self.fit(value, &from, &custom.root)?;
        match custom.constraints.judge(&value) {
            Verdict::Violated(violation) => Err(Fault::new(CONSTRAINT_UNMET, violation.message)
                .also(violation.at, "the constraint is declared here")
                .into()),
            Verdict::Satisfied | Verdict::Undetermined => match value {
                Val::Unknown(unknown) => Ok(custom.constraints.refine(&unknown, &custom.root)),
                value => Ok(value),
            },
        }
    }

    /// Converts a value to the first member that fits; if there is only one member besides none, its mismatch
    /// is reported.
    fn fit_union(&mut self, value: Val, from: &Ty, to: &Ty, members: &[Ty]) -> FitResult {
        if value.is_none() && self.types().takes_none(to) {
            return Ok(value);
        }
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        let from = &from.without_none();
        let candidates: Vec<&Ty> = members.iter().filter(|member| !member.is_none()).collect();
        if let [only] = candidates[..] {
            return self.fit(value, from, only);
        }
        // A member of exactly this type is preferred to earlier ones that would also fit.
        let exact = candidates.iter().copied().filter(|member| *member == from);
        let mut unmet = None;
        for member in exact.chain(candidates.iter().copied()) {
            match self.quietly(|this| this.fit(value.clone(), from, member)) {
                Ok(value) => return Ok(value),
                // Other members would exceed the limit as well.
                Err(Unfit::Fault(fault)) if fault.code().is_limit() => return Err(fault.into()),
                // A violated constraint is more informative than the message that no member fits.
                Err(Unfit::Fault(fault)) if fault.code() == CONSTRAINT_UNMET => unmet = Some(fault),
                Err(_) => {}
            }
        }
        Err(unmet.map_or_else(|| self.wrong(&value, to), Unfit::Fault))
    }

    fn fit_primitive(&self, value: Val, to: &Ty) -> FitResult {
        let fits = match (&value, to.kind()) {
            (Val::Bool(_), TyKind::Bool)
            | (Val::String(_), TyKind::String)
            | (Val::Number(_), TyKind::Number) => true,
            (Val::Number(number), TyKind::Int) => number.is_integer(),
            (Val::Unknown(unknown), kind) => match (unknown.ty().kind(), kind) {
                (TypeKind::Any, _) => return Ok(self.unknown(to)),
                (TypeKind::Number, TyKind::Int) => return Ok(as_int(unknown)),
                (TypeKind::Bool, TyKind::Bool)
                | (TypeKind::String, TyKind::String)
                | (TypeKind::Int, TyKind::Int) => true,
                (TypeKind::Int | TypeKind::Number, TyKind::Number) => true,
                _ => false,
            },
            _ => false,
        };
        if fits { Ok(value) } else { Err(self.wrong(&value, to)) }
    }

    fn fit_literal(&self, value: Val, literal: &Literal, to: &Ty) -> FitResult {
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        match value.same(&literal_value(literal)) {
            Tri::Yes => Ok(value),
            Tri::Unknown => Ok(self.types().unknown_of(to)),
            Tri::No => Err(self.wrong(&value, to)),
        }
    }

    fn fit_elements<'t>(
        &mut self,
        value: Val,
        from: &TyKind,
        to: &Ty,
        expected: impl Fn(usize) -> Option<&'t Ty>,
    ) -> FitResult {
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        let Val::Array(elements) = &value else { return Err(self.wrong(&value, to)) };
        let any = Ty::any();
        let mut fitted = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let from = match from {
                TyKind::Array(element) | TyKind::Set(element) => element,
                TyKind::Tuple(elements) => elements.get(index).unwrap_or(&any),
                _ => &any,
            };
            let to = expected(index).unwrap_or(&any);
            let element =
                self.fit(element.clone(), from, to).map_err(|unfit| unfit.within(Step::Index(index)))?;
            fitted.push(element);
        }
        Ok(Val::array(fitted))
    }

    fn fit_map(&mut self, value: Val, from: &TyKind, to: &Ty, key: &Ty, inner: &Ty) -> FitResult {
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        let Val::Object(fields) = &value else { return Err(self.wrong(&value, to)) };
        let any = Ty::any();
        let known = match from {
            TyKind::Map { value, .. } => value,
            _ => &any,
        };
        let mut fitted = Fields::new();
        for (name, value) in fields.iter() {
            let step = || Step::Key(Arc::clone(name));
            let name = self.map_key(name, key).map_err(|unfit| unfit.within(step()))?;
            let value = self.fit(value.clone(), known, inner).map_err(|unfit| unfit.within(step()))?;
            if fitted.insert(name.clone(), value).is_some() {
                return Err(Fault::new(DUPLICATE_PRODUCED, format!("duplicate key `{name}`")).into());
            }
        }
        Ok(Val::fields(fitted))
    }

    /// The canonical text of a key of type `ty`: `1.0` and `1` are the same number.
    pub(super) fn map_key(&mut self, name: &Arc<str>, ty: &Ty) -> Result<Arc<str>, Unfit> {
        let kind = KeyKind::of(self.types().resolved(ty));
        let typed = self.fit(kind.value(name), &Ty::any(), ty)?;
        Ok(typed.primitive_text().unwrap_or_else(|| name.clone()))
    }

    fn fit_object(&mut self, value: Val, from: &Ty, to: &Ty) -> FitResult {
        if let Some(open) = self.open(&value, to) {
            return Ok(open);
        }
        let Val::Object(fields) = &value else { return Err(self.wrong(&value, to)) };
        let types = self.types();
        let mut fitted = Fields::new();
        for (name, value) in fields.iter().filter(|(_, value)| !matches!(value, Val::Undefined)) {
            let Some(property) = types.property(to, name) else {
                let message = format!("`{}` has no property `{name}`", types.show_short(to));
                return Err(Fault::new(UNRECOGNIZED_PROPERTY, message).into());
            };
            // Null counts as not supplied if the property cannot be null.
            if value.is_none() && !property.required && !types.takes_none(property.ty) {
                continue;
            }
            let known = types.property(from, name).map_or_else(Ty::any, |property| property.ty.clone());
            let value = self.fit(value.clone(), &known, property.ty);
            fitted.insert(name.clone(), value.map_err(|unfit| unfit.within(Step::Attr(Arc::clone(name))))?);
        }
        self.complete(to, fitted, &[])
    }
}

/// An unknown number narrowed to integers.
fn as_int(unknown: &Value) -> Val {
    let range = unknown.range();
    let plain = || Value::unknown_under(Type::INT, &RULES);
    let narrowed = || -> hclx_diag::Fallible<Value> {
        let mut refiner = Refiner::new(plain());
        if let Some(bound) = range.min() {
            refiner = refiner.min(bound.number.clone(), bound.inclusive)?;
        }
        if let Some(bound) = range.max() {
            refiner = refiner.max(bound.number.clone(), bound.inclusive)?;
        }
        refiner.finish()
    };
    Val::from_core(&narrowed().unwrap_or_else(|_| plain()))
}

/// The value of a literal.
pub(crate) fn literal_value(literal: &Literal) -> Val {
    match literal {
        Literal::Bool(value) => Val::Bool(*value),
        Literal::Number { text, .. } => read_numeral(text).map_or_else(Val::unknown, Val::Number),
        Literal::String(text) => Val::String(text.clone()),
    }
}

/// The elements of a set, without duplicates, in order (Mull §4.2).
fn as_set(value: Val, budget: &Budget) -> Fallible<Val> {
    let Val::Array(elements) = &value else { return Ok(value) };
    let mut keyed: Vec<(String, Val)> = Vec::with_capacity(elements.len());
    for element in elements.iter() {
        match identity(element, budget)? {
            Some(key) => keyed.push((key, element.clone())),
            // An unknown element may be equal to another one.
            None => return Ok(Val::unknown()),
        }
    }
    keyed.arrange_by(|a, b| match (&a.1, &b.1) {
        (Val::Number(x), Val::Number(y)) => x.compare(y),
        (Val::String(x), Val::String(y)) => x.cmp(y),
        _ => a.0.cmp(&b.0),
    });
    keyed.dedup_by(|a, b| a.0 == b.0);
    Ok(Val::array(keyed.into_iter().map(|(_, value)| value).collect()))
}
