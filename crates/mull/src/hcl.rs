//! Types of Mull in the shared algebra (Mull §4.2): what unknowns carry, and `infer --as hcl` prints.
//!
//! Declared object types become named ones, constrained types their roots. Deliberately absent: the
//! way back.

use std::collections::HashMap;

use hclx_core::{Attribute, MapKey, Type};

use super::declare::Types;
use super::ty::{Literal, Ty, TyKind, grow};

impl Types {
    /// The type in the algebra. Recursion through declared types ends at their names.
    pub fn to_core(&self, ty: &Ty) -> Type {
        self.translated(ty, &mut HashMap::new())
    }

    fn translated(&self, ty: &Ty, done: &mut HashMap<Ty, Type>) -> Type {
        if let Some(known) = done.get(ty) {
            return known.clone();
        }
        let result = grow(|| self.translate(ty, done));
        done.insert(ty.clone(), result.clone());
        result
    }

    fn translate(&self, ty: &Ty, done: &mut HashMap<Ty, Type>) -> Type {
        let mut part = |ty: &Ty| self.translated(ty, done);
        match ty.kind() {
            TyKind::Any => Type::ANY,
            TyKind::Bool => Type::BOOL,
            TyKind::Int => Type::INT,
            TyKind::Number => Type::NUMBER,
            TyKind::String => Type::STRING,
            TyKind::None => Type::NONE,
            TyKind::Literal(literal) => literal_type(literal),
            TyKind::Array(element) => Type::list(part(element)),
            TyKind::Set(element) => Type::set(part(element)),
            TyKind::Tuple(elements) if elements.is_empty() => Type::list(Type::ANY),
            TyKind::Tuple(elements) => Type::tuple(elements.iter().map(part).collect::<Vec<_>>()),
            TyKind::Map { key, value } => Type::map_with_key(self.map_key(key), part(value)),
            TyKind::Object(props) => Type::object_with(
                props
                    .iter()
                    .map(|prop| {
                        let ty = part(&prop.ty);
                        let ty = if prop.optional { Type::union([ty, Type::NONE]) } else { ty };
                        Attribute { name: prop.name.clone(), ty, optional: false }
                    })
                    .collect::<Vec<_>>(),
            ),
            TyKind::Promise(inner) => Type::promise(part(inner)),
            TyKind::Output(inner) => Type::output(part(inner)),
            TyKind::Union(members) => Type::union(members.iter().map(part).collect::<Vec<_>>()),
            TyKind::Custom(id) => {
                let custom = self.custom(*id);
                if custom.name.is_empty() || !matches!(custom.root.kind(), TyKind::Object(_)) {
                    part(&custom.root)
                } else {
                    Type::named(custom.name.clone(), id.0)
                }
            }
        }
    }

    fn map_key(&self, key: &Ty) -> MapKey {
        match self.resolved(key).base().kind() {
            TyKind::Bool => MapKey::Bool,
            TyKind::Int => MapKey::Int,
            TyKind::Number => MapKey::Number,
            _ => MapKey::String,
        }
    }
}

fn literal_type(literal: &Literal) -> Type {
    let base = match literal {
        Literal::Bool(_) => Type::BOOL,
        Literal::Number { integral: true, .. } => Type::INT,
        Literal::Number { .. } => Type::NUMBER,
        Literal::String(text) => return Type::literal(Type::STRING, text.clone()),
    };
    Type::literal(base, literal.to_string())
}
