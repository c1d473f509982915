//! Documents: parameters, then the body in document order (Mull §3.1, §13).

use crate::maps::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::mull_codes::{CONSTRAINT_UNMET, MISSING_PROPERTY, MULL_LIMIT, UNRECOGNIZED_PROPERTY};
use hclx_diag::{Diagnostic, Severity, Span, TextRange};

use super::super::declare::{DocId, Property};
use super::super::ty::Ty;
use super::super::value::{Fields, Val};
use super::collection::{ComputedEntry, Gather, Shape};
use super::fit::{Unfit, placed};
use super::frame::{Frame, LazyObject, Slot, Spec, State, This, Thunk};
use super::{Answer, Machine, Parameters, ReportedFailure};

/// The maximum depth of a body, so that it can be printed and freed by recursion.
const DEEPEST: usize = 1_000;

impl Machine<'_> {
    /// Evaluates the body of a document. Wrong parameters are reported at `blame` or, without it, at their
    /// declarations.
    pub(super) fn document(&mut self, doc: DocId, given: &Parameters, blame: Option<Span>) -> Val {
        let before = std::mem::replace(&mut self.frame, Frame::new(doc));
        let properties = self.parameters(doc, given, blame);
        // Parameters are checked even if the body does not use them.
        if let Some(object) = &properties {
            let count = object.slots.borrow().len();
            for index in 0..count {
                let _ = self.force(object, index, None);
            }
        }
        let value = match self.job.program.doc(doc).header.root {
            Some(root) => self.body(doc, root, properties),
            None => Val::Undefined,
        };
        self.frame = before;
        value
    }

    fn parameters(&mut self, doc: DocId, given: &Parameters, blame: Option<Span>) -> Option<Rc<LazyObject>> {
        let header = &self.job.program.doc(doc).header;
        let declared = header.properties.as_deref();
        let (supplied, rest_unknown) = match given {
            Parameters::Known(entries) => (entries, false),
            Parameters::Unknown(entries) => (entries, true),
        };
        let place = blame.unwrap_or_else(|| self.place(header.properties_key.unwrap_or(TextRange::at(0))));
        let known = declared.unwrap_or_default();
        let names: HashSet<&str> = known.iter().map(|property| &*property.name).collect();
        let values: HashMap<&str, &Val> = supplied.iter().map(|(name, value)| (&**name, value)).collect();
        for (name, _) in supplied.iter().filter(|(name, _)| !names.contains(&**name)) {
            let message = format!("unknown parameter `{name}`");
            let mut finding = Diagnostic::error(UNRECOGNIZED_PROPERTY, place, message);
            if let Some(meant) = hclx_diag::nearest(name, known.iter().map(|property| &*property.name)) {
                finding = finding.meant(meant);
            }
            self.report(finding);
        }
        // Without a `properties` section, `this` is the body itself.
        let slots = declared?.iter().map(|property| {
            self.parameter(property, values.get(&*property.name).copied(), rest_unknown, blame)
        });
        let slots = slots.collect();
        let mut object = LazyObject::new(doc, Spec::Document(doc), slots);
        object.quiet = Some(self.quiet);
        Some(Rc::new(object))
    }

    fn parameter(
        &mut self,
        property: &Property,
        value: Option<&Val>,
        unknown: bool,
        blame: Option<Span>,
    ) -> Slot {
        let here =
            blame.unwrap_or_else(|| property.range.in_source(self.job.program.doc(property.doc).source));
        // null counts as not supplied if it cannot be intended
        let ignored =
            |value: &Val| value.is_none() && !property.required && !self.types().takes_none(&property.ty);
        let (thunk, state) = match value.filter(|value| !ignored(value)) {
            Some(value) => {
                let input = Thunk::Input {
                    value: value.clone(),
                    ty: property.ty.clone(),
                    blame: here,
                    name: property.name.clone(),
                };
                (input, State::Waiting)
            }
            // An input of null selects the default, while a missing one may be anything.
            None if unknown && value.is_none() => (Thunk::Ready, State::Done(self.unknown(&property.read()))),
            None => match property.default {
                Some((doc, node)) if !property.required => {
                    (Thunk::Default { doc, node, ty: property.ty.clone() }, State::Waiting)
                }
                _ if property.required => {
                    let message = format!("missing parameter `{}`", property.name);
                    let _ = self.fail(MISSING_PROPERTY, here, message);
                    (Thunk::Ready, State::Failed)
                }
                _ => (Thunk::Ready, State::Done(Val::Undefined)),
            },
        };
        Slot { name: property.name.clone(), thunk, state, part: true }
    }

    /// Converts an input to its declared type.
    pub(super) fn input(&mut self, value: Val, ty: &Ty, blame: Span, name: &Arc<str>) -> Answer {
        match self.fit(value, &Ty::any(), ty) {
            Ok(value) => Ok(value),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                let whole = fault.path().is_root();
                let mut finding = placed(fault, blame, &format!("the parameter `{name}`"));
                if whole {
                    finding.message = format!("the parameter `{name}`: {}", finding.message);
                }
                self.report(finding);
                Err(ReportedFailure)
            }
        }
    }

    fn body(&mut self, doc: DocId, root: NodeId, properties: Option<Rc<LazyObject>>) -> Val {
        let header = &self.job.program.doc(doc).header;
        let schema = header.schema.map(Ty::custom);
        let NodeKind::Mapping(entries) = self.kind(root) else {
            self.frame.this = properties.map_or(This::None, This::Object);
            let value = match &schema {
                Some(ty) => self.eval_as(root, ty),
                None => self.eval(root),
            };
            return self.counted(value.unwrap_or_else(|ReportedFailure| Val::unknown()), root);
        };
        let shape = schema.as_ref().and_then(|ty| self.shape(ty));
        let (object, slots) = self.root_object(doc, entries, properties.clone(), shape.as_ref());
        self.frame.root = Some(object.clone());
        self.frame.this = This::Object(properties.unwrap_or_else(|| object.clone()));
        let mut gather = Gather::new(shape.as_ref());
        for (index, entry) in entries.iter().enumerate().filter(|(index, _)| header.is_body(*index)) {
            let done = match slots[index] {
                Some(slot) => self.root_entry(&object, slot, entry, &mut gather),
                None => self.entry(entry, &mut gather),
            };
            // A failure ends only the evaluation of its own entry.
            gather.failed |= done.is_err();
        }
        let failed = gather.failed;
        let open = gather.open;
        let fields = gather.fields;
        let value = match &schema {
            // With failures, a missing property may be one that failed.
            Some(ty) if !failed && !open => {
                self.completed(root, ty, fields).unwrap_or_else(|ReportedFailure| Val::unknown())
            }
            _ if open => Val::unknown(),
            _ => Val::fields(fields),
        };
        self.counted(value, root)
    }

    fn completed(&mut self, root: NodeId, ty: &Ty, fields: Fields) -> Answer {
        // The sections of the header are properties of the root's type, but not parts of the body.
        let roles = self.job.program.doc(self.frame.doc).header.roles.clone();
        match self.complete(ty, fields, &roles) {
            Ok(value) => Ok(value),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                let start = TextRange::at(self.span(root).range.start);
                let place = self.place(TextRange::new(start.start, start.start + 1));
                self.report(placed(fault, place, "the document"));
                Err(ReportedFailure)
            }
        }
    }

    /// The static keys and `let`s of the root, and the index of each entry among them.
    fn root_object(
        &self,
        doc: DocId,
        entries: &[Entry],
        properties: Option<Rc<LazyObject>>,
        shape: Option<&Shape>,
    ) -> (Rc<LazyObject>, Vec<Option<usize>>) {
        let header = &self.job.program.doc(doc).header;
        let document = &self.job.program.doc(doc).document;
        let mut slots = Vec::new();
        let mut of_entry = vec![None; entries.len()];
        for (index, entry) in entries.iter().enumerate().filter(|(index, _)| header.is_body(*index)) {
            let (name, node, part) = match entry {
                Entry::Pair { key, value } => match document.static_key(*key) {
                    Some(name) => (name.clone(), *value, true),
                    None => continue,
                },
                Entry::Let { name, value } => (name.text.clone(), *value, false),
                _ => continue,
            };
            let ty = shape.filter(|_| part).and_then(|shape| shape.expected(self.types(), &name));
            of_entry[index] = Some(slots.len());
            slots.push(Slot { name, thunk: Thunk::Entry { node, ty }, state: State::Waiting, part });
        }
        let mut object = LazyObject::new(doc, Spec::Document(doc), slots);
        object.is_root = true;
        object.quiet = Some(self.quiet);
        object.this = properties.map(This::Object);
        (Rc::new(object), of_entry)
    }

    fn root_entry(
        &mut self,
        object: &Rc<LazyObject>,
        slot: usize,
        entry: &Entry,
        gather: &mut Gather<'_>,
    ) -> Result<(), ReportedFailure> {
        let value = self.force(object, slot, None)?;
        match entry {
            Entry::Pair { key, value: node } => {
                self.within_limits(&value, *node)?;
                let name = object.slots.borrow()[slot].name.clone();
                self.put(gather, ComputedEntry { name, key: *key, node: *node, value })
            }
            _ => Ok(()),
        }
    }

    /// Checks a body against the limits of the output.
    fn counted(&mut self, value: Val, root: NodeId) -> Val {
        if self.within_limits(&value, root).is_ok() {
            return value;
        }
        // the receiver does not have to know how to free it
        value.dismantle();
        Val::unknown()
    }

    fn within_limits(&mut self, value: &Val, node: NodeId) -> Result<(), ReportedFailure> {
        let most = super::MAX_NODES;
        let count = value.count(most);
        self.steps = self.steps.saturating_add(count as u64 / 4);
        let message = if count > most {
            format!("the body has more than the limit of {most} nodes")
        } else if value.depth() >= DEEPEST {
            format!("the body nests deeper than the limit of {DEEPEST}")
        } else {
            return Ok(());
        };
        Err(self.fail_at(MULL_LIMIT, node, message))
    }

    /// Reports defaults that violate the constraints of their types, even if they are never used.
    pub(super) fn probe_defaults(&mut self, doc: DocId) {
        let mut probes: Vec<(DocId, NodeId, Ty, Spec)> = Vec::new();
        for (index, custom) in
            self.types().customs().iter().enumerate().filter(|(_, custom)| custom.doc == doc)
        {
            let id = super::super::ty::CustomId(index as u32);
            if let (true, Some((at, node))) = (custom.own_default, custom.default) {
                probes.push((at, node, Ty::custom(id), Spec::Custom(id)));
            }
            let own = custom
                .properties
                .iter()
                .flatten()
                .filter(|property| property.own_default && property.doc == doc);
            probes.extend(own.filter_map(|property| {
                property.default.map(|(at, node)| (at, node, property.ty.clone(), Spec::Custom(id)))
            }));
        }
        let parameters = self.job.program.doc(doc).header.properties.iter().flatten();
        probes.extend(parameters.filter(|property| property.own_default).filter_map(|property| {
            property.default.map(|(at, node)| (at, node, property.ty.clone(), Spec::Document(doc)))
        }));
        for (at, node, ty, spec) in probes {
            let mut frame = Frame::new(at);
            frame.spec = spec;
            frame.this = This::Unknown;
            let before = std::mem::replace(&mut self.frame, frame);
            let said = self.diagnostics.len();
            let _ = self.eval_as(node, &ty);
            let new: Vec<Diagnostic> = self.diagnostics.drain(said..).collect();
            for finding in new {
                if finding.code == CONSTRAINT_UNMET && finding.severity == Severity::Error {
                    self.diagnostics.push(finding);
                } else if let Some(span) = finding.span {
                    // An evaluation that needs the default must be able to report this.
                    self.seen.remove(&(finding.code, span, String::new()));
                    self.seen.remove(&(finding.code, span, finding.message));
                }
            }
            self.frame = before;
        }
    }
}
