//! Access into types: properties, elements, and loop variables (Mull §9.3, §9.4).
//!
//! The result for a union is the union of the results for its members; promises and outputs wrap the result;
//! the result for `any` is `any`; and a none next to a type is kept next to the result. Out of scope: values.

use std::sync::Arc;

use hclx_core::Number;

use super::declare::{Property, Types};
use super::ty::{CustomId, Literal, Prop, Ty, TyKind, grow, read_numeral};

/// A property of an object type, declared or not.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The name.
    pub name: &'a Arc<str>,
    /// The type; without the none of an absent optional property.
    pub ty: &'a Ty,
    /// Set if the property must be supplied when an object is constructed.
    pub required: bool,
    /// Set if a constructed value may lack the property.
    pub may_be_absent: bool,
    /// The declaration, if the type is a declared one.
    pub declared: Option<&'a Property>,
}

impl<'a> View<'a> {
    fn of_prop(prop: &'a Prop) -> Self {
        Self {
            name: &prop.name,
            ty: &prop.ty,
            required: !prop.optional,
            may_be_absent: prop.optional,
            declared: None,
        }
    }

    fn of_property(property: &'a Property) -> Self {
        Self {
            name: &property.name,
            ty: &property.ty,
            required: property.required,
            may_be_absent: property.may_be_absent(),
            declared: Some(property),
        }
    }

    /// The type of a read access.
    pub fn read(&self) -> Ty {
        if self.may_be_absent { Ty::optional(self.ty.clone()) } else { self.ty.clone() }
    }
}

/// The variables bound by a loop over values of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopVariables {
    /// `item`.
    Items(Ty),
    /// `key` and `value`.
    Entries {
        /// The type of the keys.
        key: Ty,
        /// The type of the values.
        value: Ty,
    },
    /// The value determines which of the three are bound.
    Any,
}

/// The key between the brackets of an index.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The type.
    pub ty: &'a Ty,
    /// The value, if it is a constant.
    pub constant: Option<&'a Literal>,
}

/// The reason why the element does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoElement {
    /// Values of the type have no elements.
    NotIndexable,
    /// The index must have this type.
    WrongKey(Ty),
    /// The constant index is out of range for a tuple of this length.
    OutOfRange(usize),
    /// An object without the property.
    NoProperty(Arc<str>),
}

impl Types {
    /// The properties of an object type, declared or not, in order of declaration or by name; `None` for
    /// other types.
    pub fn properties_of<'a>(&'a self, ty: &'a Ty) -> Option<Vec<View<'a>>> {
        if let Some(properties) = self.custom_of(ty).and_then(|_| self.declared_properties(ty)) {
            return Some(properties.iter().map(View::of_property).collect());
        }
        match self.resolved(ty).kind() {
            TyKind::Object(props) => Some(props.iter().map(View::of_prop).collect()),
            _ => None,
        }
    }

    /// The properties of a declared object type, inherited ones first; for an alias those of its target.
    pub fn declared_properties(&self, ty: &Ty) -> Option<&[Property]> {
        let TyKind::Custom(id) = ty.kind() else { return None };
        self.custom(self.unaliased(*id)).properties.as_deref()
    }

    /// The property of an object type with this name.
    pub fn property<'a>(&'a self, ty: &'a Ty, name: &str) -> Option<View<'a>> {
        if let TyKind::Object(props) = ty.kind() {
            // Undeclared object types keep their properties sorted by name.
            let at = props.binary_search_by(|prop| (*prop.name).cmp(name)).ok()?;
            return Some(View::of_prop(&props[at]));
        }
        if let Some(id) = self.object_type(ty) {
            return self.custom(id).property(name).map(View::of_property);
        }
        let root = self.resolved(ty);
        if matches!(root.kind(), TyKind::Object(_)) { self.property(root, name) } else { None }
    }

    /// The type of `.name`; `None` if no value of the type has it.
    pub fn member(&self, ty: &Ty, name: &str) -> Option<Ty> {
        let found = self.through(ty, &|root| match root.kind() {
            TyKind::Object(_) => self.property(root, name).map(|property| property.read()).ok_or(()),
            TyKind::Map { key, value } if self.is_text(key) => Ok(value.clone()),
            _ => Err(()),
        });
        found.ok()
    }

    /// The type of `[key]`.
    ///
    /// # Errors
    /// The reason why no value of the type has such an element.
    pub fn index(&self, ty: &Ty, key: Key<'_>) -> Result<Ty, NoElement> {
        let (inner, eventual) = key.ty.strip_eventual();
        let key = Key { ty: &inner, constant: key.constant };
        Ok(self.through(ty, &|root| self.index_one(root, key))?.eventual(eventual))
    }

    fn index_one(&self, root: &Ty, key: Key<'_>) -> Result<Ty, NoElement> {
        // a constant that is an integer counts as an int, even if it is written as a fraction
        let constant = key.constant.map(|constant| Ty::literal(constant.clone()));
        let found = constant.as_ref().unwrap_or(key.ty);
        let wants = |wanted: &Ty| {
            if self.assignable(found, wanted) { Ok(()) } else { Err(NoElement::WrongKey(wanted.clone())) }
        };
        // Any number is accepted, but the message asks for an int.
        let counts = || wants(&Ty::number()).map_err(|_| NoElement::WrongKey(Ty::int()));
        match root.kind() {
            // integral numbers are accepted; others fail during evaluation
            TyKind::Array(element) => counts().map(|()| element.clone()),
            TyKind::Tuple(elements) => {
                counts()?;
                match key.constant.and_then(whole) {
                    Some(index) => index
                        .to_usize()
                        .and_then(|index| elements.get(index).cloned())
                        .ok_or(NoElement::OutOfRange(elements.len())),
                    None => Ok(self.join_all(elements)),
                }
            }
            TyKind::Map { key, value } => wants(key).map(|()| value.clone()),
            TyKind::Object(props) => {
                wants(&Ty::string())?;
                match key.constant {
                    Some(Literal::String(name)) => {
                        let found = self.property(root, name).map(|property| property.read());
                        found.ok_or_else(|| NoElement::NoProperty(name.clone()))
                    }
                    _ => Ok(self.join_all(&props.iter().map(Prop::read).collect::<Vec<_>>())),
                }
            }
            _ => Err(NoElement::NotIndexable),
        }
    }

    /// The type of the elements of an array, set, tuple, map or object, which is the type of a loop's `item`
    /// or `value`.
    pub fn element(&self, ty: &Ty) -> Option<Ty> {
        match self.bound(ty)? {
            LoopVariables::Items(item) => Some(item),
            LoopVariables::Entries { value, .. } => Some(value),
            LoopVariables::Any => Some(Ty::any()),
        }
    }

    /// The variables bound by a loop over values of the type; `None` if they cannot be enumerated. None is
    /// removed from the type, and promises and outputs are resolved.
    pub fn bound(&self, ty: &Ty) -> Option<LoopVariables> {
        match self.resolved(ty).kind() {
            TyKind::Any => Some(LoopVariables::Any),
            TyKind::Array(item) | TyKind::Set(item) => Some(LoopVariables::Items(item.clone())),
            TyKind::Tuple(items) => Some(LoopVariables::Items(self.join_all(items))),
            TyKind::Map { key, value } => {
                Some(LoopVariables::Entries { key: key.clone(), value: value.clone() })
            }
            TyKind::Object(props) => {
                // A loop only visits properties that are present.
                let values: Vec<Ty> = props.iter().map(|prop| prop.ty.clone()).collect();
                Some(LoopVariables::Entries { key: Ty::string(), value: self.join_all(&values) })
            }
            TyKind::Promise(inner) | TyKind::Output(inner) => grow(|| self.bound(inner)),
            TyKind::Union(members) => self.bound_of_union(members),
            _ => None,
        }
    }

    /// The variables bound by a loop over a union; `None` unless all members bind the same kind.
    fn bound_of_union(&self, members: &[Ty]) -> Option<LoopVariables> {
        let mut found = members.iter().map(|member| grow(|| self.bound(member)));
        let first = found.next()??;
        found.try_fold(first, |so_far, next| match (so_far, next?) {
            (LoopVariables::Items(a), LoopVariables::Items(b)) => {
                Some(LoopVariables::Items(self.join(&a, &b)))
            }
            (LoopVariables::Entries { key: a, value }, LoopVariables::Entries { key: b, value: other }) => {
                Some(LoopVariables::Entries { key: self.join(&a, &b), value: self.join(&value, &other) })
            }
            (LoopVariables::Any, _) | (_, LoopVariables::Any) => Some(LoopVariables::Any),
            _ => None,
        })
    }

    /// Returns `true` for a type other than a union, ignoring none.
    pub fn is_one_form(&self, ty: &Ty) -> bool {
        let root = self.resolved(ty).without_none().strip_eventual().0;
        !matches!(self.resolved(&root).kind(), TyKind::Union(_))
    }

    /// Returns `true` if the type is string, or declared as one.
    pub fn is_text(&self, ty: &Ty) -> bool {
        matches!(self.resolved(ty).base().kind(), TyKind::String)
    }

    /// Returns `true` if the type is int or number, or declared as one.
    pub fn is_number(&self, ty: &Ty) -> bool {
        matches!(self.resolved(ty).base().kind(), TyKind::Int | TyKind::Number)
    }

    /// The declared type that an object of the type is constructed with, after following aliases.
    pub fn object_type(&self, ty: &Ty) -> Option<CustomId> {
        match ty.kind() {
            TyKind::Custom(id) if self.custom(self.unaliased(*id)).properties.is_some() => {
                Some(self.unaliased(*id))
            }
            _ => None,
        }
    }

    /// Applies a step to a type inside any unions and eventuals.
    fn through<E>(&self, ty: &Ty, step: &dyn Fn(&Ty) -> Result<Ty, E>) -> Result<Ty, E> {
        let root = self.resolved(ty);
        grow(|| match root.kind() {
            TyKind::Any => Ok(Ty::any()),
            TyKind::None => Ok(Ty::none()),
            TyKind::Promise(inner) => Ok(Ty::promise(self.through(inner, step)?)),
            TyKind::Output(inner) => Ok(Ty::output(self.through(inner, step)?)),
            TyKind::Union(members) => {
                let (mut found, mut failure) = (Vec::new(), None);
                for member in members.iter().filter(|member| !member.is_none()) {
                    match self.through(member, step) {
                        Ok(ty) => found.push(ty),
                        Err(why) => failure = failure.or(Some(why)),
                    }
                }
                match failure {
                    Some(why) if found.is_empty() => Err(why),
                    _ if root.has_none() => Ok(Ty::optional(Ty::union(found))),
                    _ => Ok(Ty::union(found)),
                }
            }
            _ => step(root),
        })
    }
}

/// The integer value of a constant index.
fn whole(literal: &Literal) -> Option<Number> {
    match literal {
        Literal::Number { text, .. } => read_numeral(text),
        _ => None,
    }
}
