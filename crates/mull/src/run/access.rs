//! Access to parts: `.name` and `[index]` (Mull §9.4).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind, Word};
use hclx_diag::mull_codes::{NO_SUCH_MEMBER, OUT_OF_RANGE};
use hclx_diag::{TextRange, counted};

use super::super::ty::{Ty, TyKind};
use super::super::value::{Fields, Val};
use super::{Answer, Machine};

/// The meaning of a missing name, depending on the type of the object.
enum Absent {
    /// The property may be absent.
    Allowed,
    /// The object is a map.
    Map,
    /// The property does not exist.
    Unheard,
}

impl Machine<'_> {
    pub(super) fn member(&mut self, base: NodeId, name: &Word) -> Answer {
        if matches!(self.kind(base), NodeKind::This) {
            return self.member_of_this(base, &name.text, name.range);
        }
        let value = self.eval(base)?;
        let place = self.place(name.range);
        match value {
            // As in the extended model, a part of null is null, and a part of undefined is undefined.
            Val::Undefined | Val::Null => Ok(value),
            Val::Unknown(unknown) if unknown.ty().is_any() => Ok(Val::unknown()),
            Val::Object(fields) => match fields.get(&name.text) {
                Some(value) => Ok(value.clone()),
                None => match self.absent(base, &name.text) {
                    Absent::Allowed => Ok(Val::Undefined),
                    Absent::Map => {
                        Err(self.fail(OUT_OF_RANGE, place, format!("no key `{}` in this map", name.text)))
                    }
                    Absent::Unheard => {
                        let message = no_property(&name.text, &fields);
                        Err(self.fail(NO_SUCH_MEMBER, place, message))
                    }
                },
            },
            value => {
                let message = format!("{} has no property `{}`", value.describe(), name.text);
                Err(self.fail(NO_SUCH_MEMBER, place, message))
            }
        }
    }

    /// Evaluates `this.name`, which only needs that part of `this`.
    fn member_of_this(&mut self, base: NodeId, name: &Arc<str>, place: TextRange) -> Answer {
        use super::frame::This;
        let This::Object(object) = self.frame.this.clone() else {
            return self.whole_this(base);
        };
        let Some(&index) = object.names.get(name) else {
            let place = self.place(place);
            return Err(self.fail(NO_SUCH_MEMBER, place, format!("`this` has no property `{name}`")));
        };
        self.force(&object, index, Some(place))
    }

    fn absent(&self, base: NodeId, name: &str) -> Absent {
        let (ty, _) = self.ty(base).without_none().strip_eventual();
        let mut answer = Absent::Unheard;
        for member in ty.members() {
            match self.absent_of(member, name) {
                // One member that allows it is enough.
                Absent::Allowed => return Absent::Allowed,
                Absent::Map => answer = Absent::Map,
                Absent::Unheard => {}
            }
        }
        answer
    }

    fn absent_of(&self, ty: &Ty, name: &str) -> Absent {
        match self.types().resolved(ty).kind() {
            TyKind::Map { .. } => Absent::Map,
            _ => match self.types().property(ty, name) {
                Some(property) if property.may_be_absent || self.types().takes_none(property.ty) => {
                    Absent::Allowed
                }
                _ => Absent::Unheard,
            },
        }
    }

    pub(super) fn index(&mut self, node: NodeId, base: NodeId, index: NodeId) -> Answer {
        if let (NodeKind::This, NodeKind::String(name)) = (self.kind(base), self.kind(index)) {
            let range = self.span(index).range;
            return self.member_of_this(base, name, range);
        }
        let value = self.eval(base)?;
        let key = self.eval(index)?;
        match (&value, &key) {
            (Val::Undefined | Val::Null, _) => Ok(value),
            (Val::Unknown(unknown), _) if unknown.ty().is_any() => Ok(Val::unknown()),
            (Val::Array(_), Val::Number(number)) if !number.is_integer() => {
                let message = format!("an index must be an integer, found {}", key.show());
                Err(self.fail_at(OUT_OF_RANGE, index, message))
            }
            (Val::Array(elements), Val::Number(number)) => {
                match number.to_usize().and_then(|index| elements.get(index)) {
                    Some(element) => Ok(element.clone()),
                    None => {
                        let (index_shown, has) = (key.show(), counted(elements.len(), "element"));
                        let message = format!("index {index_shown} is out of range: the array has {has}");
                        Err(self.fail_at(OUT_OF_RANGE, index, message))
                    }
                }
            }
            (Val::Object(fields), Val::Bool(_) | Val::Number(_) | Val::String(_)) => {
                let name = key.primitive_text().unwrap_or_default();
                match fields.get(&name) {
                    Some(value) => Ok(value.clone()),
                    None if matches!(self.absent(base, &name), Absent::Allowed) => Ok(Val::Undefined),
                    None => {
                        let message = format!("no key {}", key.show());
                        Err(self.fail_at(OUT_OF_RANGE, index, message))
                    }
                }
            }
            (Val::Array(_) | Val::Object(_), Val::Unknown(_)) => Ok(Val::unknown()),
            (Val::Array(_) | Val::Object(_), _) => {
                let message = format!("{} cannot be indexed with {}", value.describe(), key.describe());
                Err(self.fail_at(NO_SUCH_MEMBER, index, message))
            }
            _ => Err(self.not_indexable(node, &value)),
        }
    }

    fn not_indexable(&mut self, node: NodeId, value: &Val) -> super::ReportedFailure {
        let span = match self.kind(node) {
            NodeKind::Index { bracket, .. } => {
                self.place(TextRange::new(bracket.start, self.span(node).range.end))
            }
            _ => self.span(node),
        };
        self.fail(NO_SUCH_MEMBER, span, format!("{} cannot be indexed", value.describe()))
    }
}

fn no_property(name: &str, fields: &Fields) -> String {
    let near = hclx_diag::nearest(name, fields.iter().map(|(name, _)| &**name));
    format!("no property `{name}`{}", hclx_diag::did_you_mean(near))
}
