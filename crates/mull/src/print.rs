//! Printing of types, in a canonical spelling of the grammar in Mull §4.1.
//!
//! Equal types print equally: properties are sorted by name, members of unions by printed form, and none is
//! printed as `?`. Out of scope: parsing.

use super::declare::Types;
use super::ty::{Prop, Ty, TyKind, grow};
use hclx_diag::Arrange;

/// The maximum length of a printed type: types with shared parts may be far larger than the document.
const MAX_LENGTH: usize = 1 << 20;

/// The maximum length of a type in messages.
const MAX_IN_MESSAGES: usize = 240;

impl Types {
    /// Prints a type. Named types are printed by name, anonymous ones by structure.
    ///
    /// ```
    /// use hclx_mull::{declare::Types, ty::{Prop, Ty}};
    /// let either = Ty::union(vec![Ty::string(), Ty::int()]);
    /// let ty = Ty::object(vec![Prop::new("b", Ty::array(either), false), Prop::new("a", Ty::optional(Ty::bool()), false)]);
    /// assert_eq!(Types::new().show(&ty), "{a: bool?, b: (int | string)[]}");
    /// ```
    pub fn show(&self, ty: &Ty) -> String {
        TypePrinter { types: self, longest: MAX_LENGTH }.text(ty)
    }

    /// Prints a type for a message: like [`Types::show`], but truncated.
    pub fn show_short(&self, ty: &Ty) -> String {
        TypePrinter { types: self, longest: MAX_IN_MESSAGES }.text(ty)
    }
}

/// A type being printed.
struct TypePrinter<'t> {
    types: &'t Types,
    /// The maximum length in bytes.
    longest: usize,
}

impl TypePrinter<'_> {
    fn text(&self, ty: &Ty) -> String {
        let mut out = String::new();
        self.write(ty, &mut out);
        if out.len() > self.longest {
            let end = (0..=self.longest).rev().find(|end| out.is_char_boundary(*end)).unwrap_or(0);
            out.truncate(end);
            out.push('…');
        }
        out
    }

    fn write(&self, ty: &Ty, out: &mut String) {
        if out.len() > self.longest {
            return;
        }
        grow(|| match ty.kind() {
            TyKind::Any => out.push_str("any"),
            TyKind::Bool => out.push_str("bool"),
            TyKind::Int => out.push_str("int"),
            TyKind::Number => out.push_str("number"),
            TyKind::String => out.push_str("string"),
            TyKind::None => out.push_str("none"),
            TyKind::Literal(literal) => out.push_str(&literal.to_string()),
            TyKind::Array(element) => self.suffixed(element, "[]", out),
            TyKind::Set(element) => self.bracketed("set[", &[element], out),
            TyKind::Map { key, value } => self.bracketed("map[", &[key, value], out),
            TyKind::Promise(inner) => self.bracketed("promise[", &[inner], out),
            TyKind::Output(inner) => self.bracketed("output[", &[inner], out),
            // `{}` would read as the type of an object.
            TyKind::Tuple(elements) if elements.is_empty() => out.push_str("any[]"),
            TyKind::Tuple(elements) => {
                out.push('{');
                self.separated(&elements.iter().collect::<Vec<_>>(), out);
                out.push('}');
            }
            TyKind::Object(props) => self.object(props, out),
            TyKind::Union(_) if ty.has_none() => self.suffixed(&ty.without_none(), "?", out),
            TyKind::Union(members) => self.union(members, out),
            TyKind::Custom(id) => {
                let custom = self.types.custom(*id);
                match (&custom.base, &custom.properties) {
                    _ if !custom.name.is_empty() => out.push_str(&custom.name),
                    // An anonymous type without properties only adds constraints, which are not printed.
                    (Some(base), None) => self.write(base, out),
                    _ => self.write(&custom.root, out),
                }
            }
        });
    }

    /// Prints a type and a suffix that binds tighter than `|`.
    fn suffixed(&self, ty: &Ty, suffix: &str, out: &mut String) {
        // A union with none prints as `(a | b)?`, to which a suffix can be added.
        let open = matches!(ty.kind(), TyKind::Union(_)) && !ty.has_none();
        if open {
            out.push('(');
        }
        self.write(ty, out);
        if open {
            out.push(')');
        }
        out.push_str(suffix);
    }

    fn bracketed(&self, open: &str, parts: &[&Ty], out: &mut String) {
        out.push_str(open);
        self.separated(parts, out);
        out.push(']');
    }

    fn separated(&self, parts: &[&Ty], out: &mut String) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write(part, out);
        }
    }

    fn object(&self, props: &[Prop], out: &mut String) {
        out.push('{');
        for (index, prop) in props.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            if is_name(&prop.name) {
                out.push_str(&prop.name);
            } else {
                hclx_core::write_json_string(out, &prop.name);
            }
            out.push_str(if prop.optional { "?: " } else { ": " });
            self.write(&prop.ty, out);
        }
        out.push('}');
    }

    fn union(&self, members: &[Ty], out: &mut String) {
        let mut texts: Vec<String> = members.iter().map(|member| self.text(member)).collect();
        texts.arrange();
        texts.dedup();
        out.push_str(&texts.join(" | "));
    }
}

/// Returns `true` for a NAME of the grammar.
pub fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
