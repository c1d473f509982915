//! Signatures: type patterns with variables, against which arguments are matched.

use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::syntax::parse_type_text;
use hclx_diag::{Fallible, Fault, Ordered, SourceId};

use hclx_eval::functions::{Arity, WrittenParameter, read_signature};

use super::{ARGUMENT_COUNT, ARGUMENT_TYPE, Arguments, Call, MAYBE_NOTHING, Row};
use crate::declare::Types;
use crate::ty::{Ty, TyKind};
use crate::value::Val;

/// A parameter.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// The type as written, without `?`, with variables as `any`.
    ty: String,
    pattern: TypeExpr,
    /// Set if the parameter accepts null and undefined.
    nullable: bool,
    optional: bool,
    rest: bool,
}

/// A parsed signature.
pub(super) struct Signature {
    parameters: Vec<Parameter>,
    result: TypeExpr,
}

impl Signature {
    /// Parses a signature.
    ///
    /// # Panics
    /// If the signature is malformed; signatures are constants.
    pub(super) fn read(text: &'static str) -> Self {
        let (parameters, result) = read_signature(text);
        let parameters = parameters.into_iter().map(Parameter::new).collect();
        Self { parameters, result: pattern(result) }
    }

    fn parameter(&self, position: usize) -> Option<&Parameter> {
        self.parameters.get(position).or_else(|| self.parameters.last().filter(|parameter| parameter.rest))
    }

    /// Checks the number of arguments.
    pub(super) fn check_count(&self, row: &Row, count: usize) -> Fallible<()> {
        let has_rest = self.parameters.last().is_some_and(|parameter| parameter.rest);
        let arity = Arity {
            least: self.parameters.iter().filter(|parameter| !parameter.optional && !parameter.rest).count(),
            most: (!has_rest).then_some(self.parameters.len()),
        };
        let next = self.parameters.get(count).map(|parameter| parameter.name);
        let Some(message) = arity.misfit(row.name, count, next) else { return Ok(()) };
        let help = format!("signature: `{}{}`", row.name, row.signature);
        Err(Fault::new(ARGUMENT_COUNT, message).help(help))
    }

    /// Checks the types of arguments and returns the type of the result.
    pub(super) fn check(&self, arguments: &Arguments<'_>) -> Fallible<Ty> {
        let mut matching = SignatureMatcher { types: arguments.types, variables: Ordered::new() };
        for (position, ty) in arguments.tys.iter().enumerate() {
            let Some(parameter) = self.parameter(position) else { continue };
            let plain = if parameter.nullable { ty.clone() } else { ty.without_none() };
            let literal = || arguments.literals.get(position).cloned().flatten().map(Ty::literal);
            let fits = matching.fits(&parameter.pattern, &plain)
                || literal().is_some_and(|literal| matching.fits(&parameter.pattern, &literal));
            let expected = &parameter.ty;
            let found = || arguments.types.show_short(&ty.widened());
            // If the type is wrong anyway, the message refers to the expected one instead.
            if ty.has_none() && !parameter.nullable && (fits || matches!(ty.kind(), TyKind::None)) {
                let message =
                    format!("`{}` must not be null or undefined, found `{}`", parameter.name, found());
                let fault = Fault::new(MAYBE_NOTHING, message).argument(position);
                return Err(fault.help("give a default with `??`"));
            }
            if !fits {
                let message = format!("`{}`: expected `{expected}`, found `{}`", parameter.name, found());
                return Err(Fault::new(ARGUMENT_TYPE, message).argument(position));
            }
        }
        Ok(matching.result(&self.result))
    }

    /// Checks arguments of type any, whose types are only known at run time.
    pub(super) fn check_values(&self, call: &Call<'_>) -> Fallible<()> {
        for (position, value) in call.args.iter().enumerate() {
            let Some(parameter) = self.parameter(position) else { continue };
            if call.tys.get(position).is_some_and(|ty| !holds_any(ty, 0)) {
                continue;
            }
            if matches!(value, Val::Null | Val::Undefined) {
                if !parameter.nullable {
                    let message = format!("`{}` must not be null or undefined", parameter.name);
                    return Err(Fault::new(MAYBE_NOTHING, message).argument(position));
                }
            } else if !value_fits(&parameter.pattern, value) {
                let expected = &parameter.ty;
                let found = value.show();
                let message = format!("`{}`: expected `{expected}`, found {found}", parameter.name);
                return Err(Fault::new(ARGUMENT_TYPE, message).argument(position));
            }
        }
        Ok(())
    }
}

impl Parameter {
    fn new(written: WrittenParameter) -> Self {
        let WrittenParameter { name, ty, optional, nullable, rest } = written;
        let is_variable = |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
        let words = ty.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let shown = words.map(|word| match word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()) {
            name if is_variable(name) => word.replacen(name, "any", 1),
            _ => word.to_owned(),
        });
        Self { name, ty: shown.collect(), pattern: pattern(ty), nullable, optional, rest }
    }
}

fn pattern(text: &str) -> TypeExpr {
    parse_type_text(text.trim(), SourceId(0)).unwrap_or_else(|mistake| panic!("{text}: {}", mistake.message))
}

/// The name of a type variable: a single capital.
fn variable(kind: &TypeKind) -> Option<char> {
    let TypeKind::Named(name) = kind else { return None };
    name.chars().next().filter(|_| name.len() == 1)
}

/// The state of matching arguments against patterns.
struct SignatureMatcher<'a> {
    types: &'a Types,
    variables: Ordered<char, Ty>,
}

impl SignatureMatcher<'_> {
    fn bind(&mut self, variable: char, ty: &Ty) -> bool {
        // A later argument may have a value other than this literal.
        let joined = match self.variables.get(&variable) {
            Some(before) => self.types.join(before, ty),
            None => ty.widened(),
        };
        self.variables.insert(variable, joined);
        true
    }

    /// Returns `true` if the type matches the pattern.
    fn fits(&mut self, pattern: &TypeExpr, ty: &Ty) -> bool {
        if let Some(variable) = variable(&pattern.kind) {
            return self.bind(variable, ty);
        }
        // Values of type any are checked at run time.
        if ty.is_any() {
            return true;
        }
        if let TyKind::Union(members) = self.types.resolve(ty).kind() {
            return members.iter().all(|member| self.fits(pattern, member));
        }
        match &pattern.kind {
            TypeKind::Any => true,
            TypeKind::Bool => self.types.assignable(ty, &Ty::bool()),
            // integral numbers are accepted; others fail during evaluation
            TypeKind::Int | TypeKind::Number => self.types.assignable(ty, &Ty::number()),
            TypeKind::String => self.types.assignable(ty, &Ty::string()),
            TypeKind::Optional(inner) => self.fits(inner, &ty.without_none()),
            TypeKind::Array(element) => self.fits_array(element, ty),
            TypeKind::Map { key, value } => self.fits_map(key, value, ty),
            TypeKind::Object(_) => self.types.properties_of(ty).is_some(),
            TypeKind::Union(members) => members.iter().any(|member| self.fits(member, ty)),
            _ => false,
        }
    }

    fn fits_array(&mut self, element: &TypeExpr, ty: &Ty) -> bool {
        match self.types.resolve(ty).kind() {
            TyKind::Array(inner) => self.fits(element, inner),
            TyKind::Tuple(members) => members.iter().all(|member| self.fits(element, member)),
            _ => false,
        }
    }

    fn fits_map(&mut self, key: &TypeExpr, value: &TypeExpr, ty: &Ty) -> bool {
        if let TyKind::Map { key: k, value: v } = self.types.resolve(ty).kind() {
            return self.fits(key, k) && self.fits(value, v);
        }
        let Some(properties) = self.types.properties_of(ty) else { return false };
        self.fits(key, &Ty::string()) && properties.iter().all(|property| self.fits(value, property.ty))
    }

    /// The pattern of the result with its variables substituted; unbound ones are any.
    fn result(&self, pattern: &TypeExpr) -> Ty {
        if let Some(variable) = variable(&pattern.kind) {
            return self.variables.get(&variable).cloned().unwrap_or_else(Ty::any);
        }
        match &pattern.kind {
            TypeKind::Bool => Ty::bool(),
            TypeKind::Int => Ty::int(),
            TypeKind::Number => Ty::number(),
            TypeKind::String => Ty::string(),
            TypeKind::None => Ty::none(),
            TypeKind::Array(element) => Ty::array(self.result(element)),
            TypeKind::Map { key, value } => Ty::map(self.result(key), self.result(value)),
            TypeKind::Optional(inner) => Ty::optional(self.result(inner)),
            TypeKind::Union(members) => Ty::union(members.iter().map(|member| self.result(member)).collect()),
            _ => Ty::any(),
        }
    }
}

/// Returns `true` if a type contains `any`, so that values are checked at run time.
fn holds_any(ty: &Ty, depth: u32) -> bool {
    match ty.kind() {
        // Declared types may be recursive, so they are not searched; an unnecessary check does no harm.
        TyKind::Any | TyKind::Custom(_) => true,
        _ if depth > 8 => true,
        TyKind::Array(inner) | TyKind::Set(inner) => holds_any(inner, depth + 1),
        TyKind::Map { value, .. } => holds_any(value, depth + 1),
        TyKind::Tuple(members) | TyKind::Union(members) => members.iter().any(|ty| holds_any(ty, depth + 1)),
        TyKind::Object(properties) => properties.iter().any(|property| holds_any(&property.ty, depth + 1)),
        _ => false,
    }
}

fn value_fits(pattern: &TypeExpr, value: &Val) -> bool {
    match (&pattern.kind, value) {
        (_, Val::Unknown(_)) | (TypeKind::Any | TypeKind::Named(_), _) => true,
        (TypeKind::Bool, Val::Bool(_)) | (TypeKind::String, Val::String(_)) => true,
        (TypeKind::Number | TypeKind::Int, Val::Number(_)) | (TypeKind::Object(_), Val::Object(_)) => true,
        (TypeKind::Optional(_), Val::Null | Val::Undefined) => true,
        (TypeKind::Optional(inner), value) => value_fits(inner, value),
        (TypeKind::Array(element), Val::Array(values)) => {
            values.iter().all(|value| value_fits(element, value))
        }
        (TypeKind::Map { value: pattern, .. }, Val::Object(fields)) => {
            fields.iter().all(|(_, value)| value_fits(pattern, value))
        }
        (TypeKind::Union(members), value) => members.iter().any(|member| value_fits(member, value)),
        _ => false,
    }
}
