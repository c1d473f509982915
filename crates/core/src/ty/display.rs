//! Canonical text: equal types print equally, and the text reads back to the same type.

use std::fmt;

use super::{Type, TypeKind};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TypeKind::Bool => f.write_str("bool"),
            TypeKind::String => f.write_str("string"),
            TypeKind::Number => f.write_str("number"),
            TypeKind::Int => f.write_str("int"),
            TypeKind::Any => f.write_str("any"),
            TypeKind::None => f.write_str("none"),
            TypeKind::List(element) => write!(f, "list({element})"),
            TypeKind::Set(element) => write!(f, "set({element})"),
            TypeKind::Map(_, element) => write!(f, "map({element})"),
            TypeKind::Promise(inner) => write!(f, "promise({inner})"),
            TypeKind::Output(inner) => write!(f, "output({inner})"),
            TypeKind::Tuple(_) | TypeKind::Object(_) | TypeKind::Union(_) => f.write_str("…"),
            TypeKind::Named(name, _) => f.write_str(name),
            TypeKind::Literal(_, text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
