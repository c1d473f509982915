//! Reasons why a conversion is unsafe or does not exist: the first part that decides, with a message.

use hclx_diag::{Message, Path, Step};

use super::types::{Conversion, convertible, may_be_missing, without_outer_output};
use crate::unify::{Mode, common_type};
use crate::{ObjectType, Rules, Type, TypeKind};

/// A reason why a conversion is unsafe or does not exist.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The path from the whole value to the first place that decides.
    pub path: Path,
    /// The expected type at that place.
    pub expected: Type,
    /// The type found at that place; `none` for a missing attribute.
    pub found: Type,
    /// The problem at that place: `a string may not be an int`.
    pub message: Message,
}

/// The reason why the conversion between two types is unsafe or does not exist; `None` if it is safe.
///
/// ```
/// use hclx_core::{Rules, Type, conversion_reason};
/// let from = Type::object([("a", Type::list(Type::STRING))]);
/// let to = Type::object([("a", Type::list(Type::INT))]);
/// let reason = conversion_reason(&from, &to, &Rules::extended()).unwrap();
/// assert_eq!(reason.path.to_string(), ".a[*]");
/// assert_eq!(reason.message.to_string(), "a string may not be an int");
/// ```
pub fn conversion_reason(from: &Type, to: &Type, rules: &Rules) -> Option<Reason> {
    if convertible(from, to, rules).is_safe() {
        return None;
    }
    let mut path = Path::root();
    let mut here = (from.clone(), to.clone());
    loop {
        // A single member of a union may have no conversion at all even if the union as a whole has one.
        let level = convertible(&here.0, &here.1, rules);
        match step(&here.0, &here.1, level, rules) {
            Next::Into(step, from, to) => {
                path.0.extend(step);
                here = (from, to);
            }
            Next::At(step, found, expected, message) => {
                path.0.push(step);
                return Some(Reason { path, expected, found, message });
            }
            Next::Here(message) => {
                let message = message.unwrap_or_else(|| plain_message(&here.0, &here.1, level).into());
                return Some(Reason { path, expected: here.1, found: here.0, message });
            }
        }
    }
}

/// The next step of the search.
enum Next {
    /// A part decides: the step to it, and its two types.
    Into(Option<Step>, Type, Type),
    /// A part decides, regardless of its own parts: its step, the found and the expected type, and the
    /// message.
    At(Step, Type, Type, Message),
    /// The value itself decides; contains the message unless the default applies.
    Here(Option<Message>),
}

impl Next {
    fn here(message: impl Into<Message>) -> Self {
        Next::Here(Some(message.into()))
    }
}

/// Finds the first part whose conversion is as bad as the conversion of the whole.
fn step(from: &Type, to: &Type, level: Conversion, rules: &Rules) -> Next {
    use TypeKind as K;
    let bad = |from: &Type, to: &Type| convertible(from, to, rules) <= level;
    let into = |step: Option<Step>, from: &Type, to: &Type| Next::Into(step, from.clone(), to.clone());
    match (from.kind(), to.kind()) {
        (K::Union(members), _) => match members.iter().find(|member| bad(member, to)) {
            Some(member) => into(None, member, to),
            None => Next::Here(None),
        },
        (_, K::Union(members)) => match only_candidate(from, members) {
            Some(member) => into(None, from, member),
            None => Next::Here(None),
        },
        // Nothing without eventuals accepts an output, so the output is to blame and not its inner type.
        (K::Output(_), K::Promise(to)) if !to.has_eventual() => Next::Here(None),
        (K::Promise(from), K::Promise(to)) | (K::Output(from), K::Output(to)) => into(None, from, to),
        (K::Promise(from), K::Output(to)) => into(None, without_outer_output(from), to),
        (_, K::Promise(to) | K::Output(to)) => into(None, from, to),
        (K::List(_), K::Set(_)) if level == Conversion::Unsafe => {
            Next::here("a set drops the order and the duplicates of a list")
        }
        (K::List(from) | K::Set(from), K::List(to) | K::Set(to)) => into(Some(Step::Each), from, to),
        (K::Map(from), K::Map(to)) if bad(from, to) => into(Some(Step::Each), from, to),
        (K::List(_) | K::Set(_), K::Tuple(to)) if level == Conversion::Unsafe => {
            Next::here(format!("{} may have a length other than {}", describe(from), elements(to.len())))
        }
        (K::List(from) | K::Set(from), K::Tuple(to)) if rules.extended => {
            first_bad(to.iter().enumerate().map(|(index, to)| (Step::Index(index), from, to)), bad)
        }
        (K::Tuple(parts), K::List(to) | K::Set(to)) => tuple_to_sequence(parts, to, level, rules),
        (K::Tuple(from), K::Tuple(to)) if from.len() == to.len() => first_bad(
            from.iter().zip(to.iter()).enumerate().map(|(index, (from, to))| (Step::Index(index), from, to)),
            bad,
        ),
        (K::Tuple(from), K::Tuple(to)) => {
            Next::here(format!("a tuple of {} is never a tuple of {}", elements(from.len()), to.len()))
        }
        (K::Object(object), K::Map(to)) => object_to_map(object, to, level, rules),
        (K::Map(element), K::Object(to)) => map_to_object(element, to, level, rules),
        (K::Object(from), K::Object(to)) => object_to_object(from, to, level, rules),
        _ => Next::Here(None),
    }
}

fn first_bad<'a>(
    mut parts: impl Iterator<Item = (Step, &'a Type, &'a Type)>,
    bad: impl Fn(&Type, &Type) -> bool,
) -> Next {
    parts
        .find(|(_, from, to)| bad(from, to))
        .map_or(Next::Here(None), |(step, from, to)| Next::Into(Some(step), from.clone(), to.clone()))
}

/// The union member that a type is evidently meant to be: the only one of its kind, or the only one besides
/// `none`.
fn only_candidate<'a>(from: &Type, members: &'a [Type]) -> Option<&'a Type> {
    let only = |wanted: &dyn Fn(&Type) -> bool| {
        let mut found = members.iter().filter(|member| wanted(member));
        found.next().filter(|_| found.next().is_none())
    };
    only(&|member| member.kind().word() == from.kind().word()).or_else(|| only(&|member| !member.is_none()))
}

fn tuple_to_sequence(parts: &[Type], to: &Type, level: Conversion, rules: &Rules) -> Next {
    if !rules.extended && to.is_any() {
        return no_common_type(
            parts.iter().enumerate().map(|(index, ty)| (Step::Index(index), ty)),
            level,
            rules,
        );
    }
    let next = first_bad(
        parts.iter().enumerate().map(|(index, from)| (Step::Index(index), from, to)),
        |from, to| convertible(from, to, rules) <= level,
    );
    match next {
        Next::Here(_) => Next::here("a set drops the duplicates of a tuple"),
        next => next,
    }
}

fn object_to_map(object: &ObjectType, to: &Type, level: Conversion, rules: &Rules) -> Next {
    let steps =
        object.attributes().iter().map(|attribute| (Step::Attr(attribute.name.clone()), &attribute.ty));
    if !rules.extended && to.is_any() {
        return no_common_type(steps, level, rules);
    }
    first_bad(steps.map(|(step, from)| (step, from, to)), |from, to| convertible(from, to, rules) <= level)
}

/// The reason for parts without a common type, which go-cty requires of the elements of `any`.
fn no_common_type<'a>(
    mut parts: impl Iterator<Item = (Step, &'a Type)>,
    level: Conversion,
    rules: &Rules,
) -> Next {
    let (mode, verb) = match level {
        Conversion::None => (Mode::Unsafe, "have"),
        _ => (Mode::Safe, "may have"),
    };
    let Some((_, first)) = parts.next() else { return Next::Here(None) };
    let odd = parts.find(|(_, part)| common_type(&[first.clone(), (*part).clone()], mode, rules).is_none());
    match odd {
        Some((step, part)) => {
            let message = format!("{} and {} {verb} no type in common", describe(first), describe(part));
            Next::At(step, part.clone(), first.clone(), message.into())
        }
        None => Next::here(format!("the elements {verb} no type in common")),
    }
}

fn map_to_object(element: &Type, to: &ObjectType, level: Conversion, rules: &Rules) -> Next {
    if level == Conversion::Unsafe {
        return match to.attributes().iter().find(|attribute| !may_be_missing(attribute, rules)) {
            Some(attribute) => Next::here(format!("a map may lack `{}`", attribute.name)),
            None => Next::here("a map may have keys that the object type does not declare"),
        };
    }
    first_bad(
        to.attributes()
            // An optional attribute without a conversion does not decide yet: the map may lack its key.
            .iter()
            .filter(|attribute| !attribute.optional)
            .map(|attribute| (Step::Key(attribute.name.clone()), element, &attribute.ty)),
        |from, to| !convertible(from, to, rules).exists(),
    )
}

fn object_to_object(from: &ObjectType, to: &ObjectType, level: Conversion, rules: &Rules) -> Next {
    let mut cursor = from.cursor();
    for attribute in to.attributes() {
        let step = Some(Step::Attr(attribute.name.clone()));
        match cursor.find(&attribute.name) {
            Some(found) if convertible(&found.ty, &attribute.ty, rules) <= level => {
                return Next::Into(step, found.ty.clone(), attribute.ty.clone());
            }
            None if !may_be_missing(attribute, rules) => {
                let step = Step::Attr(attribute.name.clone());
                let message = Message::Missing(attribute.name.clone());
                return Next::At(step, Type::NONE, attribute.ty.clone(), message);
            }
            _ => {}
        }
    }
    Next::Here(None)
}

/// The reason for two types whose parts do not matter.
fn plain_message(from: &Type, to: &Type, level: Conversion) -> String {
    let verb = if level == Conversion::None { "is never" } else { "may not be" };
    let (found, expected) = (describe(from), describe(to));
    if from.is_eventual() {
        return format!("the value of {found} is only available later, so it {verb} {expected}");
    }
    format!("{found} {verb} {expected}")
}

/// A type as a noun with its article, without its parts.
pub(crate) fn describe(ty: &Type) -> String {
    match ty.kind() {
        TypeKind::None => "null".to_owned(),
        TypeKind::Any => "a value of unknown type".to_owned(),
        TypeKind::Union(members) if members.is_empty() => "a value of an empty union".to_owned(),
        TypeKind::Union(members) if members.len() <= 4 => {
            members.iter().map(describe).collect::<Vec<_>>().join(" or ")
        }
        TypeKind::Union(members) => format!("one of the {} members of a union", members.len()),
        kind => {
            let word = kind.word();
            let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {word}")
        }
    }
}

fn elements(count: usize) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}
