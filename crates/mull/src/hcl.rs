//! Types of Mull in the shared algebra (Mull §4.2): the types of unknowns, which `infer --as hcl` prints.
//!
//! The algebra has only structural types: declared types are replaced by their structure (constraints
//! correspond to ranges of values), literal types by their base, and the keys of maps become strings. A
//! recursive type becomes `any`. Out of scope: the inverse conversion.

use crate::maps::HashMap;
use std::fmt::Write;

use hclx_core::{ObjectAttribute, Type};

use super::declare::Types;
use super::ty::{Ty, TyKind, grow};

impl Types {
    /// The type in the algebra. A declared type inside itself is `any`.
    pub fn to_core(&self, ty: &Ty) -> Type {
        self.translated(ty, &mut HashMap::default())
    }

    /// The type as an HCL type expression; `None` if it would have more than `most` bytes. Types with shared
    /// parts may be far larger when printed than in memory.
    pub fn show_hcl(&self, ty: &Ty, most: usize) -> Option<String> {
        let mut text = BoundedString { text: String::new(), most };
        write!(text, "{}", self.to_core(ty)).ok()?;
        Some(text.text)
    }

    fn translated(&self, ty: &Ty, done: &mut HashMap<Ty, Type>) -> Type {
        if let Some(known) = done.get(ty) {
            return known.clone();
        }
        // a recursive type is not printed again
        if matches!(ty.kind(), TyKind::Custom(_)) {
            done.insert(ty.clone(), Type::ANY);
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
            TyKind::Literal(literal) => part(&literal.base()),
            TyKind::Array(element) => Type::list(part(element)),
            TyKind::Set(element) => Type::set(part(element)),
            // `[]` fits every array, so an empty tuple would be too narrow.
            TyKind::Tuple(elements) if elements.is_empty() => Type::list(Type::ANY),
            TyKind::Tuple(elements) => Type::tuple(elements.iter().map(part).collect::<Vec<_>>()),
            TyKind::Map { value, .. } => Type::map(part(value)),
            TyKind::Object(props) => Type::object_with(
                props
                    .iter()
                    .map(|prop| {
                        let ty = part(&prop.ty);
                        let ty = if prop.optional { Type::union([ty, Type::NONE]) } else { ty };
                        ObjectAttribute { name: prop.name.clone(), ty, optional: false }
                    })
                    .collect::<Vec<_>>(),
            ),
            TyKind::Promise(inner) => Type::promise(part(inner)),
            TyKind::Output(inner) => Type::output(part(inner)),
            TyKind::Union(members) => Type::union(members.iter().map(part).collect::<Vec<_>>()),
            TyKind::Custom(id) => part(&self.custom(*id).root),
        }
    }
}

/// A string that cannot grow beyond a limit.
struct BoundedString {
    text: String,
    most: usize,
}

impl Write for BoundedString {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        if self.text.len() + part.len() > self.most {
            return Err(std::fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}
