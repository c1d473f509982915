//! Construction of objects: required and accepted properties (Mull §5.4).

use crate::maps::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{NodeId, Word};
use hclx_diag::{Span, TextRange, mull_codes as codes};

use super::shape::Shape;
use super::{Mode, Typer};
use crate::ty::{Ty, TyKind};

/// The maximum number of missing properties that are reported for one object.
const MAX_MISSING: usize = 8;

/// The properties that an object type requires and accepts.
pub(super) struct ObjectSlots {
    ty: Ty,
    mode: Mode,
    slots: HashMap<Arc<str>, Slot>,
    /// The names in order of declaration.
    names: Vec<Arc<str>>,
    /// The names of the required properties.
    required: Vec<Arc<str>>,
}

/// A property.
pub(super) struct Slot {
    /// The type; with none if it is optional.
    pub(super) expected: Ty,
    /// The location of the declaration.
    pub(super) declared: Option<Span>,
}

/// A required property that an object lacks.
struct Missing<'w> {
    name: &'w Arc<str>,
    /// The ending of the message.
    why: &'static str,
    /// The verb of the suggested action.
    verb: &'static str,
}

impl ObjectSlots {
    /// The properties of an object type, except some.
    pub(super) fn new(typer: &Typer<'_>, ty: &Ty, mode: Mode, but: &[Arc<str>]) -> Self {
        let mut wanted =
            Self { ty: ty.clone(), mode, slots: HashMap::default(), names: Vec::new(), required: Vec::new() };
        let views = typer.types.properties_of(ty).unwrap_or_default();
        for view in views.into_iter().filter(|view| !but.contains(view.name)) {
            let place = |property: &crate::declare::Property| {
                property.range.in_source(typer.program.doc(property.doc).source)
            };
            let expected = if view.required { view.ty.clone() } else { Ty::optional(view.ty.clone()) };
            let slot = Slot { expected, declared: view.declared.map(place) };
            wanted.slots.insert(view.name.clone(), slot);
            wanted.names.push(view.name.clone());
            wanted.required.extend(view.required.then(|| view.name.clone()));
        }
        wanted
    }

    pub(super) fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.get(name)
    }
}

impl<'a> Typer<'a> {
    /// Reports a name that the type does not have.
    pub(super) fn unrecognized(&mut self, wanted: &ObjectSlots, name: &Word) {
        let help = self.did_you_mean(&name.text, wanted.names.iter().map(|name| &**name)).or_else(|| {
            let names = || hclx_diag::listed_names(wanted.names.iter().map(|name| &**name), "and");
            (!wanted.names.is_empty()).then(|| format!("available properties: {}", names()).into())
        });
        let message = format!("{} has no property `{}`", self.show(&wanted.ty), name.text);
        self.fail(codes::UNRECOGNIZED_PROPERTY, name.range, message, help);
    }

    /// Handles a computed key of an object, which is allowed only in an assertion.
    pub(super) fn computed_key(&mut self, key: TextRange, wanted: &ObjectSlots) {
        if wanted.mode == Mode::Assert {
            return;
        }
        let message = format!(
            "the keys of {} must be names of its properties, found a computed key",
            self.show(&wanted.ty)
        );
        let help = "write the names as they are, or assert the type of a map, as in `T{m}`".to_owned();
        self.fail(codes::INCORRECT_TYPE, key, message, Some(help.into()));
    }

    /// The properties of an object type, computed once per type.
    pub(super) fn wanted(&mut self, ty: &Ty, mode: Mode) -> Rc<ObjectSlots> {
        let key = (ty.clone(), mode == Mode::Assert);
        if let Some(wanted) = self.wanted.get(&key) {
            return wanted.clone();
        }
        let wanted = Rc::new(ObjectSlots::new(self, ty, mode, &[]));
        self.wanted.insert(key, wanted.clone());
        wanted
    }

    /// Reports required properties that are missing.
    pub(super) fn missing(&mut self, wanted: &ObjectSlots, shape: &Shape, place: TextRange) {
        // A computed key may be one of the required names.
        if shape.is_keyed() {
            return;
        }
        let mut missing = Vec::new();
        for name in &wanted.required {
            match shape.is_certain(name) {
                None => missing.push(Missing { name, why: "", verb: "add" }),
                Some(false) if !self.types.takes_none(&wanted.slots[name].expected) => {
                    missing.push(Missing { name, why: ", which may be absent", verb: "always set" });
                }
                _ => {}
            }
            if missing.len() == MAX_MISSING {
                break;
            }
        }
        for one in missing {
            self.report_missing(wanted, &one, place);
        }
    }

    fn report_missing(&mut self, wanted: &ObjectSlots, missing: &Missing<'_>, place: TextRange) {
        let Missing { name, why, verb } = missing;
        let message = format!("{} requires the property `{name}`{why}", self.show(&wanted.ty));
        let declared = wanted.slots[*name].declared;
        let expected = self.types.show_short(&wanted.slots[*name].expected);
        let diagnostic = self.error(codes::MISSING_PROPERTY, place, message);
        diagnostic.help.push(format!("{verb} `{name}`, of type `{expected}`").into());
        if let Some(declared) = declared {
            *diagnostic = diagnostic.clone().also(declared, format!("`{name}` is declared here"));
        }
    }

    /// Checks the entries that a value inserts into an object.
    pub(super) fn check_inserted(&mut self, value: NodeId, ty: &Ty, wanted: &ObjectSlots) {
        let types = self.types;
        let range = self.range(value);
        if let TyKind::Map { .. } = types.resolved(ty).kind() {
            return self.computed_key(range, wanted);
        }
        for view in types.properties_of(ty).unwrap_or_default() {
            let name = Word { text: view.name.clone(), range };
            match wanted.slot(&name.text) {
                None => self.unrecognized(wanted, &name),
                Some(slot) => {
                    if let Some(mismatch) = types.mismatch(view.ty, &slot.expected) {
                        let fault = mismatch.reworded(|message| format!("`{}`: {message}", name.text));
                        self.refuse(fault, range);
                    }
                }
            }
        }
    }
}
