//! Relations between types: implicit assignability, assertions, and comparability.
//!
//! Source of the rules: Mull §4.3, §9.6 and §7 (`==`). Each rule either decides or lists the requirements on
//! the parts; pairs that are being decided are assumed to hold, so that recursive types terminate. Out of
//! scope: constraints on values.

use crate::maps::HashMap;

use hclx_diag::{Arrange, Fault, Path, Step, mull_codes as codes, nearest};

use super::access::View;
use super::declare::Types;
use super::ty::{Literal, Ty, TyKind, grow};

/// A relation between two types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// Every value of the first is accepted for the second (§4.3).
    Assignable,
    /// Some value of the first type can be asserted to be of the second (§9.6).
    Assertable,
    /// The two types have values in common (§7).
    Overlap,
    /// Like assignable, but nothing except `any` is above `any`: the lower type can permanently replace the
    /// upper one.
    Below,
}

impl Relation {
    /// Returns `true` if the relation requires every value to fit, not just some.
    fn is_order(self) -> bool {
        matches!(self, Relation::Assignable | Relation::Below)
    }
}

/// The result of a rule.
enum Verdict {
    Yes,
    No,
    /// The relation holds if it holds for all of these parts.
    Parts(Vec<Part>),
    /// A required property is missing, or may be absent.
    Missing(std::sync::Arc<str>),
    /// A property does not exist in closed objects of the second type.
    Extra(std::sync::Arc<str>),
}

struct Part {
    step: Option<Step>,
    from: Ty,
    to: Ty,
}

fn part(step: Option<Step>, from: &Ty, to: &Ty) -> Part {
    Part { step, from: from.clone(), to: to.clone() }
}

fn both(step: Option<Step>, from: &Ty, to: &Ty) -> Verdict {
    Verdict::Parts(vec![part(step, from, to)])
}

fn verdict(holds: bool) -> Verdict {
    if holds { Verdict::Yes } else { Verdict::No }
}

impl Types {
    /// Returns `true` if a value of type `from` is accepted as `to`. `any` is compatible in both directions:
    /// its values are checked once they are known.
    ///
    /// ```
    /// use hclx_mull::{declare::Types, ty::Ty};
    /// let types = Types::new();
    /// assert!(types.assignable(&Ty::tuple(vec![Ty::int(), Ty::int()]), &Ty::array(Ty::number())));
    /// assert!(!types.assignable(&Ty::number(), &Ty::int()));
    /// ```
    pub fn assignable(&self, from: &Ty, to: &Ty) -> bool {
        AssignabilityCheck::new(self, Relation::Assignable).holds(from, to)
    }

    /// Returns `true` if a value of type `from` can be asserted to have type `to`: besides assignable types,
    /// these are maps as objects, arrays as tuples, integral numbers as ints, and unions as one of their
    /// members.
    pub fn assertable(&self, from: &Ty, to: &Ty) -> bool {
        AssignabilityCheck::new(self, Relation::Assertable).holds(from, to)
    }

    /// Returns `true` if values of the two types can be equal, ignoring promises and outputs around them.
    pub fn overlap(&self, a: &Ty, b: &Ty) -> bool {
        AssignabilityCheck::new(self, Relation::Overlap).holds(a, b)
    }

    /// Returns `true` if `from` is below `to`: like [`Types::assignable`], but `any` is only below `any`.
    pub fn below(&self, from: &Ty, to: &Ty) -> bool {
        AssignabilityCheck::new(self, Relation::Below).holds(from, to)
    }

    /// The reason why `from` is not assignable to `to`, with the path to the part that does not fit; `None`
    /// if it is assignable. The code is `MAYBE_NOTHING` if only none prevents it, otherwise `INCORRECT_TYPE`.
    pub fn mismatch(&self, from: &Ty, to: &Ty) -> Option<Fault> {
        let mut deciding = AssignabilityCheck::new(self, Relation::Assignable);
        if deciding.holds(from, to) {
            return None;
        }
        let inner = self.resolved(from);
        if inner.has_none() && !inner.is_none() && deciding.holds(&inner.without_none(), to) {
            let message = format!(
                "expected `{}`, found `{}`, which may be null or undefined",
                self.show_short(to),
                self.show_short(from)
            );
            let help = "give a default with `??`, or test with `!= null` first";
            return Some(Fault::new(codes::MAYBE_NOTHING, message).help(help));
        }
        Some(deciding.blame(from, to))
    }
}

struct AssignabilityCheck<'t> {
    types: &'t Types,
    relation: Relation,
    /// The results for pairs with parts; also `true` for a pair that is only assumed.
    known: HashMap<(Ty, Ty), bool>,
    /// The pairs that hold, latest last; they are removed when an assumption made before them fails.
    trail: Vec<(Ty, Ty)>,
}

impl<'t> AssignabilityCheck<'t> {
    fn new(types: &'t Types, relation: Relation) -> Self {
        Self { types, relation, known: HashMap::default(), trail: Vec::new() }
    }

    fn holds(&mut self, from: &Ty, to: &Ty) -> bool {
        if from == to || to.is_any() || from.is_any() && self.relation != Relation::Below {
            return true;
        }
        // Pairs without parts are cheaper to decide than to look up.
        if is_leaf(from) && is_leaf(to) {
            return matches!(self.plain(from, from, to), Verdict::Yes);
        }
        let pair = (from.clone(), to.clone());
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let before = self.trail.len();
        self.known.insert(pair.clone(), true);
        self.trail.push(pair.clone());
        let holds = grow(|| match self.decide(from, to) {
            Verdict::Yes => true,
            Verdict::Parts(parts) => parts.iter().all(|part| self.holds(&part.from, &part.to)),
            _ => false,
        });
        if !holds {
            for assumed in self.trail.drain(before..) {
                self.known.remove(&assumed);
            }
            self.known.insert(pair, false);
        }
        holds
    }

    /// The fault at the innermost part that does not fit, for two types that do not fit.
    fn blame(&mut self, from: &Ty, to: &Ty) -> Fault {
        let (mut from, mut to) = (from.clone(), to.clone());
        let mut path = Path::root();
        loop {
            let message = match self.decide(&from, &to) {
                Verdict::Parts(parts) => {
                    let blamed = parts.into_iter().find(|part| !self.holds(&part.from, &part.to));
                    if let Some(blamed) = blamed {
                        path.0.extend(blamed.step);
                        (from, to) = (blamed.from, blamed.to);
                        continue;
                    }
                    self.expected(&from, &to)
                }
                Verdict::Missing(name) => self.missing(&name, &from, &to),
                Verdict::Extra(name) => {
                    let names: Vec<_> = self.names(&to);
                    let meant = nearest(&name, names.iter().map(|name| &**name));
                    let message = format!("`{}` has no property `{name}`", self.types.show_short(&to));
                    return mismatch(message, path, meant);
                }
                _ => self.expected(&from, &to),
            };
            return mismatch(message, path, None);
        }
    }

    fn names(&self, ty: &Ty) -> Vec<std::sync::Arc<str>> {
        self.types.properties_of(ty).unwrap_or_default().iter().map(|view| view.name.clone()).collect()
    }

    fn expected(&self, from: &Ty, to: &Ty) -> String {
        format!("expected `{}`, found `{}`", self.types.show_short(to), self.types.show_short(from))
    }

    fn missing(&self, name: &str, from: &Ty, to: &Ty) -> String {
        let there = self.types.property(from, name).is_some();
        let (to, what) = (self.types.show_short(to), if there { "may be absent" } else { "is missing" });
        format!("`{to}` requires the property `{name}`, which {what} here")
    }

    fn decide(&mut self, from: &Ty, to: &Ty) -> Verdict {
        if self.descends(from, to) {
            return Verdict::Yes;
        }
        let (source, target) = (self.types.resolved(from).clone(), self.types.resolved(to).clone());
        if source == target || target.is_any() || source.is_any() && self.relation != Relation::Below {
            return Verdict::Yes;
        }
        match (source.kind(), target.kind()) {
            (TyKind::Union(members), _) => self.source_union(members, to),
            (_, TyKind::Union(members)) => self.target_union(from, members),
            (_, TyKind::Promise(_) | TyKind::Output(_)) | (TyKind::Promise(_) | TyKind::Output(_), _) => {
                self.eventual(from, &source, to, &target)
            }
            (_, TyKind::Object(_)) if self.types.properties_of(from).is_some() => self.objects(from, to),
            _ => self.plain(from, &source, &target),
        }
    }

    /// Returns `true` if a declared type is based on the other one, so that its values are values of that
    /// type too. Used for comparisons, in either direction.
    fn descends(&self, from: &Ty, to: &Ty) -> bool {
        let types = self.types;
        let one_way = |from: &Ty, to: &Ty| match (from.kind(), to.kind()) {
            (TyKind::Custom(from), TyKind::Custom(to)) => types.descends_from(*from, types.unaliased(*to)),
            (TyKind::Custom(from), _) => types.bases(*from).any(|base| base == to),
            _ => false,
        };
        one_way(from, to) || !self.relation.is_order() && one_way(to, from)
    }

    fn source_union(&mut self, members: &[Ty], to: &Ty) -> Verdict {
        if self.relation.is_order() {
            return Verdict::Parts(members.iter().map(|member| part(None, member, to)).collect());
        }
        verdict(members.iter().any(|member| self.holds(member, to)))
    }

    fn target_union(&mut self, from: &Ty, members: &[Ty]) -> Verdict {
        match members {
            // the finding shows the type without none
            [only, none] if none.is_none() && !from.is_none() => both(None, from, only),
            _ => verdict(members.iter().any(|member| self.holds(from, member))),
        }
    }

    /// Decides about a pair with a promise or an output. Eventual parts inside an output are available once
    /// the output is.
    fn eventual(&self, from: &Ty, source: &Ty, to: &Ty, target: &Ty) -> Verdict {
        let bare =
            |named: &Ty, root: &Ty| if is_eventual(root) { root.strip_eventual().0 } else { named.clone() };
        if self.relation == Relation::Overlap {
            return both(None, &bare(from, source), &bare(to, target));
        }
        let from = if is_eventual(source) { source } else { from };
        match (source.kind(), target.kind()) {
            // A promise cannot store the metadata of an output.
            (TyKind::Output(_), TyKind::Promise(_)) => Verdict::No,
            (_, TyKind::Promise(wanted)) => both(None, inside(&Ty::promise(from.clone())), wanted),
            (_, TyKind::Output(wanted)) => both(None, inside(&Ty::output(from.clone())), wanted),
            _ => Verdict::No,
        }
    }

    /// Decides about types that are neither unions nor eventual, with declared types resolved.
    fn plain(&mut self, from: &Ty, source: &Ty, target: &Ty) -> Verdict {
        let lenient = !self.relation.is_order();
        match (source.kind(), target.kind()) {
            (TyKind::Literal(a), TyKind::Literal(b)) => verdict(a.same_value(b)),
            (TyKind::Literal(literal), _) => verdict(literal_fits(literal, target)),
            (_, TyKind::Literal(literal)) => {
                verdict(self.relation == Relation::Overlap && literal_fits(literal, source))
            }
            (TyKind::Int, TyKind::Number) => Verdict::Yes,
            (TyKind::Number, TyKind::Int) => verdict(lenient),
            (TyKind::Array(a), TyKind::Array(b)) | (TyKind::Set(a), TyKind::Set(b)) => self.elements(a, b),
            (TyKind::Tuple(a), TyKind::Array(b)) => Verdict::Parts(
                a.iter().enumerate().map(|(index, a)| part(Some(Step::Index(index)), a, b)).collect(),
            ),
            (TyKind::Array(a), TyKind::Tuple(b)) if lenient => Verdict::Parts(
                b.iter().enumerate().map(|(index, b)| part(Some(Step::Index(index)), a, b)).collect(),
            ),
            // the other operand of a comparison with `[]` may be empty too
            (TyKind::Tuple(a), TyKind::Tuple(b))
                if self.relation == Relation::Overlap && (a.is_empty() || b.is_empty()) =>
            {
                Verdict::Yes
            }
            (TyKind::Tuple(a), TyKind::Tuple(b)) if a.len() == b.len() => Verdict::Parts(
                a.iter()
                    .zip(b)
                    .enumerate()
                    .map(|(index, (a, b))| part(Some(Step::Index(index)), a, b))
                    .collect(),
            ),
            (TyKind::Map { key: a, value: x }, TyKind::Map { key: b, value: y }) => match self.relation {
                Relation::Overlap => verdict(self.holds(a, b)),
                _ => Verdict::Parts(vec![part(None, a, b), part(Some(Step::Each), x, y)]),
            },
            (TyKind::Object(_), TyKind::Map { key, value }) => self.object_to_map(from, key, value),
            (TyKind::Map { key, value }, TyKind::Object(_)) if lenient => {
                self.map_to_object(key, value, target)
            }
            _ => Verdict::No,
        }
    }

    /// Decides about the elements of collections, all of which may be empty and therefore equal.
    fn elements(&self, from: &Ty, to: &Ty) -> Verdict {
        match self.relation {
            Relation::Overlap => Verdict::Yes,
            _ => both(Some(Step::Each), from, to),
        }
    }

    fn object_to_map(&self, from: &Ty, key: &Ty, value: &Ty) -> Verdict {
        if !self.types.is_text(key) && self.relation.is_order() {
            return Verdict::No;
        }
        let views = self.types.properties_of(from).unwrap_or_default();
        // A property that may be absent does not distinguish two values.
        let counts = |view: &&View<'_>| self.relation != Relation::Overlap || !view.may_be_absent;
        let step = |view: &View<'_>| Some(Step::Attr(view.name.clone()));
        Verdict::Parts(views.iter().filter(counts).map(|view| part(step(view), view.ty, value)).collect())
    }

    fn map_to_object(&self, key: &Ty, value: &Ty, target: &Ty) -> Verdict {
        if !self.types.is_text(key) {
            return Verdict::No;
        }
        let views = self.types.properties_of(target).unwrap_or_default();
        let required = views.iter().filter(|view| view.required);
        Verdict::Parts(
            required.map(|view| part(Some(Step::Attr(view.name.clone())), value, view.ty)).collect(),
        )
    }

    /// Decides about objects, which are closed: required properties must exist, and no others are allowed.
    fn objects(&self, from: &Ty, to: &Ty) -> Verdict {
        let overlap = self.relation == Relation::Overlap;
        let (Some(mut have), Some(mut want)) = (self.types.properties_of(from), self.types.properties_of(to))
        else {
            return Verdict::No;
        };
        have.arrange_by_key(|view| view.name);
        want.arrange_by_key(|view| view.name);
        let mut have = have.into_iter().peekable();
        let mut parts = Vec::with_capacity(want.len());
        for wanted in want {
            while let Some(extra) = have.next_if(|view| view.name < wanted.name) {
                if !(overlap && extra.may_be_absent) {
                    return Verdict::Extra(extra.name.clone());
                }
            }
            let needed = if overlap { !wanted.may_be_absent } else { wanted.required };
            let Some(found) = have.next_if(|view| view.name == wanted.name) else {
                if needed {
                    return Verdict::Missing(wanted.name.clone());
                }
                continue;
            };
            let optional = !wanted.required;
            if found.may_be_absent && wanted.required && self.relation.is_order() {
                return Verdict::Missing(wanted.name.clone());
            }
            if overlap && found.may_be_absent && optional {
                continue;
            }
            let name = Some(Step::Attr(wanted.name.clone()));
            // null counts as not supplied if the property is optional
            let supplied =
                if optional && !found.ty.is_none() { found.ty.without_none() } else { found.ty.clone() };
            if !(optional && supplied.is_none()) {
                parts.push(Part { step: name, from: supplied, to: wanted.ty.clone() });
            }
        }
        match have.find(|view| !(overlap && view.may_be_absent)) {
            Some(extra) => Verdict::Extra(extra.name.clone()),
            None => Verdict::Parts(parts),
        }
    }
}

fn is_eventual(ty: &Ty) -> bool {
    matches!(ty.kind(), TyKind::Promise(_) | TyKind::Output(_))
}

/// The type inside a promise or output.
fn inside(eventual: &Ty) -> &Ty {
    match eventual.kind() {
        TyKind::Promise(inner) | TyKind::Output(inner) => inner,
        _ => eventual,
    }
}

/// Returns `true` for a type without parts and without a name.
fn is_leaf(ty: &Ty) -> bool {
    ty.depth() == 1 && !matches!(ty.kind(), TyKind::Custom(_) | TyKind::Object(_))
}

fn mismatch(message: String, path: Path, meant: Option<&str>) -> Fault {
    let message = if path.is_root() { message } else { format!("at `{path}`: {message}") };
    let fault = Fault::new(codes::INCORRECT_TYPE, message);
    let fault = path.0.into_iter().rev().fold(fault, Fault::within);
    fault.perhaps_meant(meant)
}

/// Returns `true` if a literal is a value of a type without parts.
fn literal_fits(literal: &Literal, ty: &Ty) -> bool {
    match (literal, ty.kind()) {
        (Literal::Bool(_), TyKind::Bool)
        | (Literal::String(_), TyKind::String)
        | (Literal::Number { .. }, TyKind::Number) => true,
        (Literal::Number { .. }, TyKind::Int) => literal.is_integer(),
        _ => false,
    }
}
