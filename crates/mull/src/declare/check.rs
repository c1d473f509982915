//! Checks of all declarations together: overrides that do not narrow, invalid key types, and types without a
//! finite value (Mull §4.1, §5.2, §5.3).

use hclx_diag::{Diagnostic, mull_codes as codes};

use super::super::ty::{CustomId, Ty, TyKind, grow};
use super::position::check_key;
use super::{Binder, Property};

impl Binder<'_> {
    pub(super) fn check(&mut self) {
        for (old, new) in std::mem::take(&mut self.overrides) {
            self.check_override(&old, &new);
        }
        for (key, at) in std::mem::take(&mut self.keys) {
            check_key(self.types, &key, at.in_source(self.source), &mut self.findings);
        }
        self.check_finite();
    }

    /// Checks that a property that overrides an inherited one narrows it.
    fn check_override(&mut self, old: &Property, new: &Property) {
        let name = &new.name;
        let message = if !self.types.assignable(&new.ty, &old.ty) {
            let (new, old) = (self.types.show_short(&new.ty), self.types.show_short(&old.ty));
            format!("`{name}` overrides a property of type `{old}`, which `{new}` does not narrow")
        } else if old.required && !new.required {
            format!("`{name}` overrides a required property, so it must be required too")
        } else {
            return;
        };
        let other = old.range.in_source(self.program.doc(old.doc).source);
        self.found(
            Diagnostic::error(codes::NOT_NARROWER, self.span(new.range), message)
                .also(other, format!("the inherited `{name}` is declared here")),
        );
    }

    /// Reports types whose values would endlessly contain each other, at the first property of the first type
    /// of such a cycle.
    fn check_finite(&mut self) {
        let mut waiting = self.waiting();
        for index in 0..waiting.len() {
            let mut way = Vec::new();
            let mut at = index;
            // each row is visited once: it leaves the table
            while let Some(next) = waiting[at].take() {
                way.push(at);
                at = next;
            }
            if let Some(start) = way.iter().position(|on| *on == at) {
                self.tell_infinite(&way[start..]);
            }
        }
    }

    fn tell_infinite(&mut self, circle: &[usize]) {
        let row = |at: usize| self.types.custom(self.id(circle[at]));
        let declaring = (0..circle.len()).filter(|at| row(*at).properties.is_some());
        let Some(start) = declaring.min_by_key(|at| row(*at).range.start) else { return };
        let (custom, next) = (row(start), self.id(circle[(start + 1) % circle.len()]));
        let leads = |property: &&Property| property.required && mentions(&property.ty, next);
        let Some(property) = custom.properties.iter().flatten().find(leads) else { return };
        let own = self.types.show_short(&Ty::custom(self.id(circle[start])));
        let name = &property.name;
        // An inherited property may be declared in another document.
        let at = if property.doc == self.doc { property.range } else { custom.range };
        let message = format!("values of `{own}` would be infinite: each requires another one in `{name}`");
        let help = format!("make `{name}` optional with `required: false`, or an array");
        self.found(Diagnostic::error(codes::INFINITE_TYPE, self.span(at), message).help(help));
    }

    /// For each row of this document without a finite value, another such row that each of its values
    /// requires. All rows start in this set, and leave it once a finite value is found.
    fn waiting(&self) -> Vec<Option<usize>> {
        let count = self.types.customs.len() - self.first;
        let mut infinite = vec![true; count];
        let mut waiting = vec![None; count];
        let mut waited_for: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut passed = vec![0; count];
        let mut open: Vec<usize> = (0..count).collect();
        while let Some(index) = open.pop() {
            waiting[index] = self.obstacle(index, &infinite, &mut passed[index]);
            match waiting[index] {
                Some(other) => waited_for[other].push(index),
                None => {
                    infinite[index] = false;
                    open.append(&mut waited_for[index]);
                }
            }
        }
        waiting
    }

    /// A row that every value of a row requires; the properties before `passed` require none.
    fn obstacle(&self, index: usize, infinite: &[bool], passed: &mut usize) -> Option<usize> {
        let custom = self.types.custom(self.id(index));
        let Some(properties) = &custom.properties else { return self.waits(custom.base.as_ref()?, infinite) };
        while let Some(property) = properties.get(*passed) {
            let other = if property.required { self.waits(&property.ty, infinite) } else { None };
            if other.is_some() {
                return other;
            }
            *passed += 1;
        }
        None
    }

    /// A row without a known finite value that every value of the type requires.
    fn waits(&self, ty: &Ty, infinite: &[bool]) -> Option<usize> {
        grow(|| match ty.kind() {
            TyKind::Custom(id) => {
                // Rows of imported documents were checked there.
                (id.0 as usize).checked_sub(self.first).filter(|index| infinite.get(*index) == Some(&true))
            }
            TyKind::Tuple(elements) => elements.iter().find_map(|element| self.waits(element, infinite)),
            TyKind::Object(props) => {
                let required = props.iter().filter(|prop| !prop.optional);
                required.filter_map(|prop| self.waits(&prop.ty, infinite)).next()
            }
            TyKind::Promise(inner) | TyKind::Output(inner) => self.waits(inner, infinite),
            TyKind::Union(members) => {
                // One member with a finite value is enough.
                let waits: Option<Vec<usize>> =
                    members.iter().map(|member| self.waits(member, infinite)).collect();
                waits.and_then(|waits| waits.first().copied())
            }
            // An empty collection is a finite value.
            _ => None,
        })
    }
}

/// Returns `true` if a type refers to a declared one.
fn mentions(ty: &Ty, id: CustomId) -> bool {
    if matches!(ty.kind(), TyKind::Custom(other) if *other == id) {
        return true;
    }
    let mut found = false;
    ty.kind().each_part(&mut |part| found = found || grow(|| mentions(part, id)));
    found
}
