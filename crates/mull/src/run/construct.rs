//! Objects of declared types: missing properties receive their defaults (Mull §5.4).

use std::rc::Rc;
use std::sync::Arc;

use hclx_diag::Fault;
use hclx_diag::mull_codes::{MISSING_PROPERTY, MULL_LIMIT};

use super::super::declare::DocId;
use super::super::ty::Ty;
use super::super::value::{Fields, Val};
use super::Machine;
use super::fit::Unfit;
use super::frame::{LazyObject, Slot, Spec, State, Thunk};

impl Machine<'_> {
    /// An object with the supplied entries, which have been checked, and with defaults for the others, in
    /// order of declaration. Properties in `without` are omitted.
    pub(super) fn complete(&mut self, ty: &Ty, fields: Fields, without: &[Arc<str>]) -> Result<Val, Unfit> {
        let Some(properties) = self.types().properties_of(ty) else {
            return Ok(Val::fields(fields));
        };
        let missing: Vec<_> = properties
            .iter()
            .filter(|property| !fields.has(property.name) && !without.contains(property.name))
            .collect();
        if missing.is_empty() {
            return Ok(Val::fields(fields));
        }
        let default = |property: &super::super::access::View<'_>| {
            property.declared.filter(|_| !property.required).and_then(|declared| declared.default)
        };
        let lacking: Vec<&str> = missing
            .iter()
            .filter(|property| property.required && default(property).is_none())
            .map(|property| &**property.name)
            .collect();
        if let Some(message) = lacking_message(&lacking) {
            return Err(Fault::new(MISSING_PROPERTY, message).into());
        }
        if missing.iter().all(|property| default(property).is_none()) {
            return Ok(Val::fields(fields));
        }
        let slots = properties.iter().map(|property| {
            let name = property.name.clone();
            let (thunk, state) = match (fields.get(property.name), default(property)) {
                (Some(value), _) => (Thunk::Ready, State::Done(value.clone())),
                (None, Some((doc, node))) => {
                    (Thunk::Default { doc, node, ty: property.ty.clone() }, State::Waiting)
                }
                (None, None) => (Thunk::Ready, State::Done(Val::Undefined)),
            };
            Slot { name, thunk, state, part: true }
        });
        let slots: Vec<Slot> = slots.collect();
        let waiting: Vec<usize> =
            (0..slots.len()).filter(|index| matches!(slots[*index].state, State::Waiting)).collect();
        self.with_defaults(ty, fields, slots, &waiting)
    }

    fn with_defaults(
        &mut self,
        ty: &Ty,
        mut fields: Fields,
        slots: Vec<Slot>,
        waiting: &[usize],
    ) -> Result<Val, Unfit> {
        let doc = self.frame.doc;
        let spec = self.types().object_type(ty).map_or(Spec::Document(doc), Spec::Custom);
        if self.constructing >= super::MAX_DEFAULTS {
            let limit = super::MAX_DEFAULTS;
            let message = format!(
                "the defaults of `{}` nest deeper than the limit of {limit}",
                self.types().show_short(ty)
            );
            return Err(Fault::new(MULL_LIMIT, message).into());
        }
        let object = Rc::new(LazyObject::new(self.doc_of(spec, doc), spec, slots));
        for &index in waiting {
            self.constructing += 1;
            let value = self.force(&object, index, None);
            self.constructing -= 1;
            let value = value?;
            if !matches!(value, Val::Undefined) {
                let name = object.slots.borrow()[index].name.clone();
                fields.insert(name, value);
            }
        }
        Ok(Val::fields(fields))
    }

    fn doc_of(&self, spec: Spec, otherwise: DocId) -> DocId {
        match spec {
            Spec::Custom(id) => self.types().custom(id).doc,
            Spec::Document(_) => otherwise,
        }
    }
}

fn lacking_message(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [name] => Some(format!("missing property `{name}`")),
        names => Some(format!("missing properties `{}`", names.join("`, `"))),
    }
}
