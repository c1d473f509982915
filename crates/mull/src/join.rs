//! The join: the common type of values of several types (Mull §4.4, §11).
//!
//! The result is an upper bound and a function of the set of types, so their order does not matter. Nothing
//! is converted: types without a common type become a union. Out of scope: joins of values.

use std::sync::Arc;

use hclx_diag::{Arrange, Ordered};

use super::declare::Types;
use super::ty::{CustomId, Prop, Ty, TyKind, grow};

/// The maximum depth to which the structure of declared types is joined; deeper types are kept as a union.
const DEEPEST: usize = 16;

impl Types {
    /// `A ⊔ B`
    pub fn join(&self, a: &Ty, b: &Ty) -> Ty {
        self.join_all(&[a.clone(), b.clone()])
    }

    /// The join of several types; `any` if there are none.
    ///
    /// ```
    /// use hclx_mull::{declare::Types, ty::Ty};
    /// let types = Types::new();
    /// let joined = types.join_all(&[Ty::int(), Ty::none(), Ty::number()]);
    /// assert_eq!(types.show(&joined), "number?");
    /// ```
    pub fn join_all(&self, all: &[Ty]) -> Ty {
        JoinBuilder { types: self, active: Vec::new() }.set(all.to_vec())
    }

    /// The join, unless it is a new union that is not among the types. Used for the common type of an array's
    /// elements (none, and nested unions, do not count).
    pub fn join_without_new_union(&self, all: &[Ty]) -> Option<Ty> {
        let joined = self.join_all(all);
        let plain = joined.without_none();
        let known = |ty: &Ty| ty.without_none() == plain || self.resolved(ty).without_none() == plain;
        (!matches!(plain.kind(), TyKind::Union(_)) || all.iter().any(known)).then_some(joined)
    }
}

struct JoinBuilder<'t> {
    types: &'t Types,
    /// The sets of declared types whose structure is being joined.
    active: Vec<Vec<Ty>>,
}

/// Families of types: types of the same family have a join that is not a union.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    Bool,
    Number,
    String,
    Sequence,
    Set,
    /// Maps by the kind of their keys, and objects, whose keys are strings.
    KeyedByBool,
    KeyedByNumber,
    KeyedByText,
}

impl JoinBuilder<'_> {
    fn set(&mut self, mut all: Vec<Ty>) -> Ty {
        all.arrange();
        all.dedup();
        match all.as_slice() {
            [] => return Ty::any(),
            [only] => return only.clone(),
            // The join of `any` and another type is `any`.
            _ if all.iter().any(|ty| self.types.resolved(ty).is_any()) => return Ty::any(),
            _ => {}
        }
        grow(|| self.distinct(all))
    }

    /// Joins several types, none of them `any`.
    fn distinct(&mut self, all: Vec<Ty>) -> Ty {
        let widened = all.iter().map(|ty| self.opened(ty)).collect::<Vec<_>>();
        // Literals of one base have become equal, so the set is rebuilt.
        if widened != all {
            return self.set(widened);
        }
        if all.iter().any(Ty::has_none) {
            let others = all.iter().filter(|ty| !ty.is_none()).map(Ty::without_none);
            return Ty::optional(self.set(others.collect()));
        }
        let is_union = |ty: &Ty| matches!(ty.kind(), TyKind::Union(_));
        let later = |ty: &Ty| is_union(ty) && ty.members().iter().any(is_eventual);
        // Next to a promise, a plain union is joined inside the promise, below.
        if all.iter().any(later) || all.iter().any(is_union) && !all.iter().any(is_eventual) {
            return self.unions(all);
        }
        let stripped: Vec<_> = all.iter().map(Ty::strip_eventual).collect();
        let eventual = stripped.iter().map(|(_, eventual)| *eventual).max().unwrap_or_default();
        if eventual != hclx_core::Eventual::Now {
            let inner = stripped.into_iter().map(|(inner, _)| inner).collect();
            return self.set(inner).eventual(eventual);
        }
        self.families(all)
    }

    /// Replaces a literal by its base, also inside a union, and the name of a union by the union.
    fn opened(&self, ty: &Ty) -> Ty {
        let ty = match self.types.resolved(ty) {
            root if matches!(root.kind(), TyKind::Union(_) | TyKind::None) => root,
            root if matches!(root.kind(), TyKind::Promise(_) | TyKind::Output(_)) => root,
            root if matches!(root.kind(), TyKind::Literal(_)) => root,
            _ => ty,
        };
        match ty.kind() {
            TyKind::Union(members) => Ty::union(members.iter().map(Ty::base).collect()),
            _ => ty.base(),
        }
    }

    /// Joins types that include unions. The result is the type that accepts all others, if there is exactly
    /// one; otherwise all members, each joined with those members of the other types with which it has a
    /// plain join.
    fn unions(&mut self, all: Vec<Ty>) -> Ty {
        let takes = |taker: &&Ty| all.iter().all(|ty| self.types.below(ty, taker));
        let takers: Vec<&Ty> = all.iter().filter(takes).collect();
        // Several such types accept each other, and choosing one would depend on their order.
        if let [only] = takers.as_slice() {
            return (*only).clone();
        }
        let (unions, others): (Vec<Ty>, Vec<Ty>) =
            all.into_iter().partition(|ty| matches!(ty.kind(), TyKind::Union(_)));
        let whole = Ty::union(unions);
        if others.is_empty() {
            return whole;
        }
        let others = self.set(others);
        self.meet(whole.members(), others.members())
    }

    fn meet(&mut self, members: &[Ty], others: &[Ty]) -> Ty {
        let mut met = vec![false; others.len()];
        let mut result = Vec::with_capacity(members.len());
        for member in members {
            let before = result.len();
            for (other, met) in others.iter().zip(&mut met) {
                let joined = self.set(vec![member.clone(), other.clone()]);
                if !matches!(joined.kind(), TyKind::Union(_)) {
                    *met = true;
                    result.push(joined);
                }
            }
            if result.len() == before {
                result.push(member.clone());
            }
        }
        result.extend(others.iter().zip(met).filter(|(_, met)| !met).map(|(other, _)| other.clone()));
        Ty::union(result)
    }

    /// Joins types that are neither unions nor eventual.
    fn families(&mut self, all: Vec<Ty>) -> Ty {
        let mut groups: Ordered<Option<Family>, Vec<Ty>> = Ordered::new();
        for ty in all {
            groups.or_default(self.family(&ty)).push(ty);
        }
        let joined = groups.into_iter().map(|(family, group)| match family {
            Some(family) => self.family_join(family, group),
            None => Ty::union(group),
        });
        Ty::union(joined.collect())
    }

    fn family(&self, ty: &Ty) -> Option<Family> {
        Some(match self.types.resolved(ty).kind() {
            TyKind::Bool => Family::Bool,
            TyKind::Int | TyKind::Number => Family::Number,
            TyKind::String => Family::String,
            TyKind::Array(_) | TyKind::Tuple(_) => Family::Sequence,
            TyKind::Set(_) => Family::Set,
            TyKind::Object(_) => Family::KeyedByText,
            TyKind::Map { key, .. } => match self.types.resolved(key).base().kind() {
                TyKind::Bool => Family::KeyedByBool,
                TyKind::Int | TyKind::Number => Family::KeyedByNumber,
                _ => Family::KeyedByText,
            },
            _ => return None,
        })
    }

    fn family_join(&mut self, family: Family, group: Vec<Ty>) -> Ty {
        if let [only] = group.as_slice() {
            return only.clone();
        }
        // A common declared type keeps its name and its constraints.
        if let Some(common) = self.common_base(&group) {
            return Ty::custom(common);
        }
        if self.active.contains(&group) || self.active.len() >= DEEPEST && group.iter().any(is_custom) {
            return Ty::union(group);
        }
        let named = group.iter().any(is_custom);
        let roots: Vec<Ty> = group.iter().map(|ty| self.types.resolve(ty)).collect();
        if named {
            self.active.push(group);
        }
        let joined = self.by_structure(family, &roots);
        if named {
            self.active.pop();
        }
        joined
    }

    fn by_structure(&mut self, family: Family, roots: &[Ty]) -> Ty {
        match family {
            Family::Bool => Ty::bool(),
            Family::String => Ty::string(),
            Family::Number if roots.iter().all(|ty| matches!(ty.kind(), TyKind::Int)) => Ty::int(),
            Family::Number => Ty::number(),
            Family::Set => Ty::set(self.parts(roots)),
            Family::Sequence => self.sequences(roots),
            Family::KeyedByBool | Family::KeyedByNumber | Family::KeyedByText => self.keyed(roots),
        }
    }

    /// The nearest declared type that all types are or descend from.
    fn common_base(&self, group: &[Ty]) -> Option<CustomId> {
        let chain = |ty: &Ty| -> Option<Vec<CustomId>> {
            let TyKind::Custom(id) = ty.kind() else { return None };
            let bases = self.types.bases(*id).filter_map(|base| match base.kind() {
                TyKind::Custom(id) => Some(*id),
                _ => None,
            });
            Some(std::iter::once(*id).chain(bases).collect())
        };
        let mut common = chain(group.first()?)?;
        for ty in &group[1..] {
            let other = chain(ty)?;
            common.retain(|id| other.contains(id));
        }
        common.first().copied()
    }

    /// Joins the parts of structures.
    fn parts(&mut self, roots: &[Ty]) -> Ty {
        let mut parts = Vec::new();
        roots.iter().for_each(|root| root.kind().each_part(&mut |part| parts.push(part.clone())));
        self.set(parts)
    }

    /// Joins tuples of equal length element by element, other sequences to an array.
    fn sequences(&mut self, roots: &[Ty]) -> Ty {
        let tuples: Option<Vec<&[Ty]>> = roots.iter().map(tuple).collect();
        let Some(tuples) = tuples else { return Ty::array(self.parts(roots)) };
        let length = tuples.first().map_or(0, |elements| elements.len());
        if tuples.iter().any(|elements| elements.len() != length) {
            return Ty::array(self.parts(roots));
        }
        let across = |index: usize| tuples.iter().map(|elements| elements[index].clone()).collect::<Vec<_>>();
        Ty::tuple((0..length).map(|index| self.set(across(index))).collect())
    }

    /// Joins objects property by property; if there is a map among them, the result is a map.
    fn keyed(&mut self, roots: &[Ty]) -> Ty {
        let objects: Option<Vec<&[Prop]>> = roots.iter().map(object).collect();
        if let Some(objects) = objects {
            return self.objects(&objects);
        }
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for root in roots {
            match root.kind() {
                TyKind::Map { key, value } => {
                    keys.push(key.clone());
                    values.push(value.clone());
                }
                _ => {
                    keys.push(Ty::string());
                    root.kind().each_part(&mut |part| values.push(part.clone()));
                }
            }
        }
        Ty::map(self.set(keys), self.set(values))
    }

    fn objects(&mut self, objects: &[&[Prop]]) -> Ty {
        let mut props: Ordered<&Arc<str>, (Vec<Ty>, bool)> = Ordered::new();
        for prop in objects.iter().copied().flatten() {
            let (across, optional) = props.or_default(&prop.name);
            across.push(prop.ty.clone());
            *optional |= prop.optional;
        }
        let joined = props.into_iter().map(|(name, (across, optional))| {
            let missing = across.len() < objects.len();
            Prop { name: name.clone(), ty: self.set(across), optional: optional || missing }
        });
        Ty::object(joined.collect())
    }
}

fn is_eventual(ty: &Ty) -> bool {
    matches!(ty.kind(), TyKind::Promise(_) | TyKind::Output(_))
}

fn is_custom(ty: &Ty) -> bool {
    matches!(ty.kind(), TyKind::Custom(_))
}

fn tuple(ty: &Ty) -> Option<&[Ty]> {
    match ty.kind() {
        TyKind::Tuple(elements) => Some(elements),
        _ => None,
    }
}

fn object(ty: &Ty) -> Option<&[Prop]> {
    match ty.kind() {
        TyKind::Object(props) => Some(props),
        _ => None,
    }
}
