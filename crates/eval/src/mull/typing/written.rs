//! Type expressions of assertions as types (Mull §4.1).

use hclx_diag::{TextRange, mull_codes as codes};
use hclx_syntax::mull::ast::{TypeExpr, TypeKind};

use super::Typer;
use super::operators::Class;
use crate::mull::ty::{Literal, Prop, Ty};

impl Typer<'_> {
    /// The type that an expression says; nothing after a mistake in it, which is reported.
    pub(super) fn written(&mut self, written: &TypeExpr) -> Option<Ty> {
        let ty = match &written.kind {
            TypeKind::Missing => return None,
            TypeKind::Any => Ty::any(),
            TypeKind::Bool => Ty::bool(),
            TypeKind::Int => Ty::int(),
            TypeKind::Number => Ty::number(),
            TypeKind::String => Ty::string(),
            TypeKind::None => Ty::none(),
            TypeKind::Set(inner) => Ty::set(self.written(inner)?),
            TypeKind::Promise(inner) => Ty::promise(self.written(inner)?),
            TypeKind::Output(inner) => Ty::output(self.written(inner)?),
            TypeKind::Array(inner) => Ty::array(self.written(inner)?),
            TypeKind::Optional(inner) => Ty::optional(self.written(inner)?),
            TypeKind::Tuple(members) => Ty::tuple(self.all_written(members)?),
            TypeKind::Union(members) => Ty::union(self.all_written(members)?),
            TypeKind::Object(properties) => {
                let tys: Vec<_> = properties.iter().map(|property| self.written(&property.ty)).collect();
                let prop = |(property, ty): (&hclx_syntax::mull::ast::TypeProperty, Option<Ty>)| {
                    Some(Prop::new(property.name.text.clone(), ty?, property.optional))
                };
                Ty::object(properties.iter().zip(tys).map(prop).collect::<Option<Vec<_>>>()?)
            }
            TypeKind::Map { key, value } => {
                let (key_ty, value) = (self.written(key), self.written(value));
                let key_ty = key_ty.and_then(|ty| self.key_of(ty, key.range));
                Ty::map(key_ty?, value?)
            }
            TypeKind::Text(text) => Ty::literal(Literal::String(text.clone())),
            TypeKind::Truth(truth) => Ty::literal(Literal::Bool(*truth)),
            TypeKind::Numeral(text) => {
                let integral = !text.contains(['.', 'e', 'E']) || text.starts_with("0x");
                Literal::numeral(text, integral).map_or_else(Ty::number, Ty::literal)
            }
            TypeKind::Named(name) => return self.named(name, written.range),
        };
        Some(ty)
    }

    fn all_written(&mut self, members: &[TypeExpr]) -> Option<Vec<Ty>> {
        let tys: Vec<_> = members.iter().map(|member| self.written(member)).collect();
        tys.into_iter().collect()
    }

    fn key_of(&mut self, ty: Ty, range: TextRange) -> Option<Ty> {
        if matches!(self.class(&ty), Class::Bool | Class::Int | Class::Number | Class::Text) {
            return Some(ty);
        }
        let message = format!("expected bool, int, number or string as key of a map, found {}", self.show(&ty));
        self.fail(codes::ILLEGAL_KEY_TYPE, range, message, None);
        None
    }

    fn named(&mut self, name: &str, range: TextRange) -> Option<Ty> {
        if let Some(id) = self.header.types.get(name) {
            return Some(Ty::custom(*id));
        }
        let basic = ["any", "bool", "int", "number", "string", "none", "map", "set", "promise", "output"];
        let header = self.header;
        let help = match name {
            "boolean" => Some("did you mean `bool`?".to_owned()),
            "integer" => Some("did you mean `int`?".to_owned()),
            "list" => Some("write `T[]`".to_owned()),
            _ => {
                let names = basic.into_iter().chain(header.types.keys().map(|name| &**name));
                self.did_you_mean(name, names)
            }
        };
        self.fail(codes::UNKNOWN_TYPE, range, format!("there is no type `{name}`"), help);
        None
    }
}
