//! Comparison of the types of two versions by conversion, and descriptions of their differences.

use hclx_core::{Conversion, ObjectAttribute, Rules, Type, TypeKind, conversion_reason, convertible};

use crate::describe::{PathStep, path_text};

/// The conversion from a given type to an expected one. Parts that a declared type leaves open accept everything.
pub(super) fn accepts(given: &Type, expected: &Type) -> Conversion {
    if matches!(expected.kind(), TypeKind::Any) {
        return Conversion::Safe;
    }
    let given_in_full = given.without_optional();
    let conversion = match convertible(&given_in_full, &expected.without_optional(), &Rules::hcl()) {
        // users may leave out new attributes that are optional
        Conversion::None => convertible(&given_in_full, expected, &Rules::hcl()),
        conversion => conversion,
    };
    // users may have left out attributes that are required now
    if conversion.is_safe() && requires_more(given, expected) { Conversion::Unsafe } else { conversion }
}

/// Returns `true` if an attribute that is optional in the given type is required in the expected one.
fn requires_more(given: &Type, expected: &Type) -> bool {
    match (given.kind(), expected.kind()) {
        (TypeKind::Object(given), TypeKind::Object(expected)) => {
            expected.attributes().iter().any(|wanted| match given.get(&wanted.name) {
                Some(own) => own.optional && !wanted.optional || requires_more(&own.ty, &wanted.ty),
                None => false,
            })
        }
        (
            TypeKind::List(given) | TypeKind::Set(given) | TypeKind::Map(given),
            TypeKind::List(expected) | TypeKind::Set(expected) | TypeKind::Map(expected),
        ) => requires_more(given, expected),
        _ => false,
    }
}

/// Returns `true` if only null converts. An empty collection converts regardless of its element type, and an object may
/// lack an optional attribute.
pub(super) fn always_fails(given: &Type, expected: &Type) -> bool {
    if accepts(given, expected) != Conversion::None {
        return false;
    }
    let inner = |given: &Type, expected: &Type| hclx_diag::grow(|| always_fails(given, expected));
    match (given.kind(), expected.kind()) {
        (TypeKind::List(_) | TypeKind::Set(_), TypeKind::List(_) | TypeKind::Set(_))
        | (TypeKind::Map(_), TypeKind::Map(_)) => false,
        (TypeKind::Object(given), TypeKind::Object(expected)) => {
            expected.attributes().iter().any(|wanted| match given.get(&wanted.name) {
                Some(own) => !own.optional && inner(&own.ty, &wanted.ty),
                None => !wanted.optional,
            })
        }
        (TypeKind::Object(given), TypeKind::Map(element)) => {
            let required = given.attributes().iter().filter(|own| !own.optional);
            let mut types: Vec<&Type> = required.map(|own| &own.ty).collect();
            types.dedup();
            // attributes without a common type do not convert to a map
            types.len() > 1 || types.iter().any(|ty| inner(ty, element))
        }
        _ => true,
    }
}

/// Describes the change of a type: both types in full, or only the parts that differ if they are long.
pub(super) fn was(address: &str, old: &Type, new: &Type) -> String {
    /// The maximum number of characters of a type in a message.
    const LONGEST: usize = 120;
    /// The maximum number of differences in a message.
    const MOST: usize = 3;
    let is_long = |ty: &Type| ty.to_string().chars().nth(LONGEST).is_some();
    let shown = |ty: &Type| {
        let text = ty.to_string();
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    let mut found = Vec::new();
    if is_long(old) || is_long(new) {
        differences(old, new, &mut Vec::new(), &mut found);
    }
    // A difference between the types as wholes is no shorter than the types.
    if found.is_empty() || found.iter().any(|(path, _)| path.is_empty()) {
        return format!("`{address}` was {}, is {}", shown(old), shown(new));
    }
    let part = |(path, change): &(String, Difference<'_>)| match change {
        Difference::Gone => format!("`{path}` is gone"),
        Difference::New { optional: true } => format!("`{path}` is new and optional"),
        Difference::New { optional: false } => format!("`{path}` is new"),
        Difference::Optional => format!("`{path}` is optional now"),
        Difference::Required => format!("`{path}` is required now"),
        Difference::Other(old, new) => format!("`{path}` was {}, is {}", shown(old), shown(new)),
    };
    let parts: Vec<String> = found.iter().take(MOST).map(part).collect();
    let more = match found.len().saturating_sub(MOST) {
        0 => String::new(),
        count => format!(", and {count} more"),
    };
    format!("the type of `{address}` changed: {}{more}", parts.join(", "))
}

/// A difference between two types at a path.
enum Difference<'t> {
    /// An attribute was removed.
    Gone,
    /// An attribute was added.
    New {
        /// Set if it is optional.
        optional: bool,
    },
    /// An attribute became optional.
    Optional,
    /// An attribute became required.
    Required,
    /// The type changed.
    Other(&'t Type, &'t Type),
}

fn differences<'t>(
    old: &'t Type,
    new: &'t Type,
    path: &mut Vec<PathStep>,
    found: &mut Vec<(String, Difference<'t>)>,
) {
    if old == new {
        return;
    }
    match (old.kind(), new.kind()) {
        (TypeKind::List(old), TypeKind::List(new))
        | (TypeKind::Set(old), TypeKind::Set(new))
        | (TypeKind::Map(old), TypeKind::Map(new)) => {
            path.push(PathStep::Element);
            hclx_diag::grow(|| differences(old, new, path, found));
            path.pop();
        }
        (TypeKind::Object(before), TypeKind::Object(now)) => {
            for attribute in now.attributes() {
                path.push(PathStep::Attribute(attribute.name.clone()));
                match before.get(&attribute.name) {
                    None => found.push((path_text(path), Difference::New { optional: attribute.optional })),
                    Some(own) => {
                        match (own.optional, attribute.optional) {
                            (true, false) => found.push((path_text(path), Difference::Required)),
                            (false, true) => found.push((path_text(path), Difference::Optional)),
                            _ => {}
                        }
                        hclx_diag::grow(|| differences(&own.ty, &attribute.ty, path, found));
                    }
                }
                path.pop();
            }
            for attribute in before
                .attributes()
                .iter()
                .filter(|object_attribute| now.get(&object_attribute.name).is_none())
            {
                path.push(PathStep::Attribute(attribute.name.clone()));
                found.push((path_text(path), Difference::Gone));
                path.pop();
            }
        }
        _ => found.push((path_text(path), Difference::Other(old, new))),
    }
}

/// An attribute of a given type that the expected type ignores.
pub(super) struct DroppedAttribute {
    pub(super) path: Vec<PathStep>,
    /// The only new attribute of the expected type with the same type.
    pub(super) renamed: Option<String>,
}

/// The attributes of a given type that an object of the expected type does not have.
pub(super) fn dropped(given: &Type, expected: &Type) -> Vec<DroppedAttribute> {
    fn add(given: &Type, expected: &Type, path: &mut Vec<PathStep>, found: &mut Vec<DroppedAttribute>) {
        match (given.kind(), expected.kind()) {
            (
                TypeKind::List(given) | TypeKind::Set(given) | TypeKind::Map(given),
                TypeKind::List(expected) | TypeKind::Set(expected) | TypeKind::Map(expected),
            ) => {
                path.push(PathStep::Element);
                hclx_diag::grow(|| add(given, expected, path, found));
                path.pop();
            }
            (TypeKind::Object(given), TypeKind::Object(expected)) => {
                for own in given.attributes() {
                    path.push(PathStep::Attribute(own.name.clone()));
                    match expected.get(&own.name) {
                        Some(wanted) => hclx_diag::grow(|| add(&own.ty, &wanted.ty, path, found)),
                        None => {
                            let is_new = |object_attribute: &&ObjectAttribute| {
                                given.get(&object_attribute.name).is_none() && object_attribute.ty == own.ty
                            };
                            let mut new = expected.attributes().iter().filter(is_new);
                            let renamed = match (new.next(), new.next()) {
                                (Some(one), None) => Some(one.name.to_string()),
                                _ => None,
                            };
                            found.push(DroppedAttribute { path: path.clone(), renamed });
                        }
                    }
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    add(given, expected, &mut Vec::new(), &mut found);
    found
}

/// The reason why a given type does not convert to the expected one, after a colon.
pub(super) fn because(given: &Type, expected: &Type) -> String {
    let requires_more = requires_more(given, expected);
    let given = given.without_optional();
    let reason = |expected: &Type| conversion_reason(&given, expected, &Rules::hcl());
    let of_all = || if requires_more { None } else { reason(&expected.without_optional()) };
    match reason(expected).or_else(of_all) {
        Some(reason) if reason.path.is_root() => format!(": {}", reason.message),
        Some(reason) => format!(": at `{}`, {}", reason.path, reason.message),
        None => ": an attribute that could be left out is required".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(attributes: &[(&str, Type, bool)]) -> Type {
        let attribute = |(name, ty, optional): &(&str, Type, bool)| ObjectAttribute {
            name: (*name).into(),
            ty: ty.clone(),
            optional: *optional,
        };
        Type::object_with(attributes.iter().map(attribute))
    }

    #[test]
    fn what_can_be_empty_or_left_out_does_not_always_fail() {
        let maps = Type::map(Type::STRING);
        let lists = Type::list(Type::STRING);
        assert!(always_fails(&lists, &maps));
        assert!(!always_fails(&Type::list(lists.clone()), &Type::list(maps.clone())));
        assert!(!always_fails(&object(&[("a", lists.clone(), true)]), &object(&[("a", maps.clone(), true)])));
        assert!(always_fails(&object(&[("a", lists, false)]), &object(&[("a", maps, false)])));
    }

    #[test]
    fn long_types_are_told_by_their_differences() {
        let long = |more: &[(&str, Type, bool)]| {
            let name = "a".repeat(100);
            let fields: Vec<_> =
                [(&*name, Type::STRING, false)].into_iter().chain(more.iter().cloned()).collect();
            Type::list(object(&fields))
        };
        let old = long(&[("b", Type::STRING, false), ("c", Type::BOOL, false)]);
        let new = long(&[("b", Type::NUMBER, true), ("d", Type::BOOL, true)]);
        assert_eq!(
            was("var.x", &old, &new),
            "the type of `var.x` changed: `[*].b` is optional now, `[*].b` was string, is number, `[*].d` is new and optional, and 1 more"
        );
        assert_eq!(was("var.x", &Type::STRING, &Type::BOOL), "`var.x` was string, is bool");
    }
}
