//! Scopes: frames, and objects whose parts are computed lazily (Mull §8).
//!
//! Each declaration opens a frame: the body of a document, a default. Its object is `this`: parameters, the
//! static root keys of a body, or an object under construction. Its parts are computed once, on first use.

use crate::maps::HashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::NodeId;
use hclx_diag::mull_codes::{MULL_LIMIT, NOT_AVAILABLE, REFERENCE_CYCLE, UNKNOWN_VARIABLE};
use hclx_diag::{Diagnostic, Span, TextRange};

use super::super::declare::DocId;
use super::super::ty::{CustomId, Ty};
use super::super::value::{Val, deep};
use super::{Answer, MAX_CHAIN, Machine, ReportedFailure};

/// The owner of the specification `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spec {
    /// A document.
    Document(DocId),
    /// A declared type.
    Custom(CustomId),
}

/// The value of `this`.
#[derive(Clone, Debug)]
pub(super) enum This {
    /// No `this`.
    None,
    /// An unknown object.
    Unknown,
    /// A known object.
    Object(Rc<LazyObject>),
}

/// The names that are in scope at a node.
#[derive(Debug)]
pub(super) struct Frame {
    pub doc: DocId,
    /// The `let`s of the open blocks, except those at the root; `None` for a failed one.
    pub lets: HashMap<Arc<str>, Option<Val>>,
    /// `item` of the enclosing loops, innermost last.
    pub items: Vec<Val>,
    /// `key` and `value` of the enclosing loops, innermost last.
    pub pairs: Vec<(Val, Val)>,
    pub this: This,
    /// The entries and `let`s at the root of the document.
    pub root: Option<Rc<LazyObject>>,
    pub spec: Spec,
}

impl Frame {
    pub(super) fn new(doc: DocId) -> Self {
        Self {
            doc,
            lets: HashMap::default(),
            items: Vec::new(),
            pairs: Vec::new(),
            this: This::None,
            root: None,
            spec: Spec::Document(doc),
        }
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        // A deep value must not be freed by recursion.
        self.lets.drain().filter_map(|(_, value)| value).for_each(Val::dismantle);
    }
}

/// The computation of a part of an object.
#[derive(Clone, Debug)]
pub(super) enum Thunk {
    /// Already computed.
    Ready,
    /// A default.
    Default { doc: DocId, node: NodeId, ty: Ty },
    /// An entry or `let` at the root, with its expected type if there is one.
    Entry { node: NodeId, ty: Option<Ty> },
    /// An external value.
    Input { value: Val, ty: Ty, blame: Span, name: Arc<str> },
}

#[derive(Clone, Debug)]
pub(super) enum State {
    Waiting,
    Running,
    Done(Val),
    Failed,
}

#[derive(Debug)]
pub(super) struct Slot {
    pub name: Arc<str>,
    pub thunk: Thunk,
    pub state: State,
    /// Set for a part of `this`, as opposed to a `let`.
    pub part: bool,
}

/// An object whose parts are computed lazily.
#[derive(Debug)]
pub(super) struct LazyObject {
    pub slots: RefCell<Vec<Slot>>,
    /// The parts by name.
    pub names: HashMap<Arc<str>, usize>,
    /// The `let`s at the root by name; an entry may have the same name if entries are not variables.
    pub lets: HashMap<Arc<str>, usize>,
    /// The document that contains its entries.
    pub doc: DocId,
    pub spec: Spec,
    /// The `this` for its parts; the object itself by default.
    pub this: Option<This>,
    /// Set for the root of a document, whose `let`s are visible.
    pub is_root: bool,
    /// The quiet level at which its parts are computed; by default that of the caller.
    pub quiet: Option<u32>,
}

impl LazyObject {
    pub(super) fn new(doc: DocId, spec: Spec, slots: Vec<Slot>) -> Self {
        let named = |part: bool| {
            let slots = slots.iter().enumerate().filter(move |(_, slot)| slot.part == part);
            slots.map(|(index, slot)| (slot.name.clone(), index)).collect()
        };
        let (names, lets) = (named(true), named(false));
        Self { slots: RefCell::new(slots), names, lets, doc, spec, this: None, is_root: false, quiet: None }
    }
}

impl Drop for LazyObject {
    fn drop(&mut self) {
        for slot in self.slots.get_mut().drain(..) {
            if let State::Done(value) = slot.state {
                value.dismantle();
            }
        }
    }
}

impl Machine<'_> {
    /// Evaluates a name that is not called (Mull §8.1).
    pub(super) fn name(&mut self, name: &Arc<str>, node: NodeId) -> Answer {
        // Outside of loops, `item`, `key` and `value` may be properties.
        match &**name {
            "item" if !self.frame.items.is_empty() => {
                return Ok(self.frame.items[self.frame.items.len() - 1].clone());
            }
            "key" | "value" => {
                if let Some((key, value)) = self.frame.pairs.last() {
                    return Ok(if &**name == "key" { key.clone() } else { value.clone() });
                }
            }
            _ => {}
        }
        if let Some(value) = self.frame.lets.get(name) {
            return value.clone().ok_or(ReportedFailure);
        }
        if let Some(root) = self.frame.root.clone()
            && let Some(&index) = root.lets.get(name)
        {
            return self.force(&root, index, Some(self.span(node).range));
        }
        self.part(name, node)
    }

    /// Evaluates a part of `this`.
    pub(super) fn part(&mut self, name: &str, node: NodeId) -> Answer {
        match self.frame.this.clone() {
            This::Object(object) => match object.names.get(name) {
                Some(&index) => self.force(&object, index, Some(self.span(node).range)),
                _ => Err(self.fail_at(UNKNOWN_VARIABLE, node, format!("unknown variable `{name}`"))),
            },
            This::Unknown => Ok(Val::unknown()),
            This::None => Err(self.fail_at(UNKNOWN_VARIABLE, node, format!("unknown variable `{name}`"))),
        }
    }

    /// Evaluates `this` as a whole, with all its parts.
    pub(super) fn whole_this(&mut self, node: NodeId) -> Answer {
        let object = match self.frame.this.clone() {
            This::Object(object) => object,
            This::Unknown => return Ok(Val::unknown()),
            This::None => return Err(self.fail_at(NOT_AVAILABLE, node, "`this` is not available here")),
        };
        let count = object.slots.borrow().len();
        let mut entries = Vec::new();
        let mut open = false;
        for index in 0..count {
            if !object.slots.borrow()[index].part {
                continue;
            }
            let value = self.force(&object, index, Some(self.span(node).range))?;
            // an unknown without a range may be undefined, in which case the part would be missing
            open |= matches!(&value, Val::Unknown(value) if value.ty().is_any());
            let name = object.slots.borrow()[index].name.clone();
            if !matches!(value, Val::Undefined) {
                entries.push((name, value));
            }
        }
        Ok(if open { Val::unknown() } else { Val::object(entries) })
    }

    /// The value of a part of an object, computed on first use. `at` is the reference to it.
    pub(super) fn force(&mut self, object: &Rc<LazyObject>, index: usize, at: Option<TextRange>) -> Answer {
        let waiting = matches!(object.slots.borrow()[index].state, State::Waiting);
        if let Some(at) = at
            && waiting
            && self.forcing.len() >= MAX_CHAIN
        {
            let message = format!("more than {MAX_CHAIN} values depend on each other in a chain");
            return Err(self.fail(MULL_LIMIT, self.place(at), message));
        }
        let thunk = {
            let mut slots = object.slots.borrow_mut();
            let slot = &mut slots[index];
            match &slot.state {
                State::Done(value) => return Ok(value.clone()),
                State::Failed => return Err(ReportedFailure),
                State::Running => None,
                State::Waiting => {
                    slot.state = State::Running;
                    Some(slot.thunk.clone())
                }
            }
        };
        let Some(thunk) = thunk else {
            let place = at.map(|range| self.place(range));
            return Err(self.cycle(object, index, place));
        };
        let quiet = self.quiet;
        // The parts of a document are always evaluated, so their findings count even if this use may not run.
        self.quiet = object.quiet.unwrap_or(quiet);
        self.forcing.push((object.clone(), index));
        let answer = deep(|| self.carry_out(object, thunk));
        self.forcing.pop();
        self.quiet = quiet;
        object.slots.borrow_mut()[index].state = match &answer {
            Ok(value) => State::Done(value.clone()),
            Err(ReportedFailure) => State::Failed,
        };
        answer
    }

    fn carry_out(&mut self, object: &Rc<LazyObject>, thunk: Thunk) -> Answer {
        let doc = match &thunk {
            Thunk::Default { doc, .. } => *doc,
            _ => object.doc,
        };
        let mut frame = Frame::new(doc);
        frame.spec = object.spec;
        frame.this = object.this.clone().unwrap_or_else(|| This::Object(object.clone()));
        frame.root = object.is_root.then(|| object.clone());
        let before = std::mem::replace(&mut self.frame, frame);
        let answer = match thunk {
            Thunk::Ready => Ok(Val::Undefined),
            Thunk::Default { node, ty, .. } | Thunk::Entry { node, ty: Some(ty) } => self.eval_as(node, &ty),
            Thunk::Entry { node, ty: None } => self.eval(node),
            Thunk::Input { value, ty, blame, name } => self.input(value, &ty, blame, &name),
        };
        self.frame = before;
        answer
    }

    fn cycle(&mut self, object: &Rc<LazyObject>, index: usize, at: Option<Span>) -> ReportedFailure {
        let same = |entry: &(Rc<LazyObject>, usize)| Rc::ptr_eq(&entry.0, object) && entry.1 == index;
        let from = self.forcing.iter().position(same).unwrap_or(0);
        let mut way: Vec<Arc<str>> = self.forcing[from..]
            .iter()
            .map(|(object, index)| object.slots.borrow()[*index].name.clone())
            .collect();
        // the ends of a long path are sufficient
        const MAX_LENGTH: usize = 8;
        if way.len() > MAX_LENGTH {
            way.splice(MAX_LENGTH / 2..way.len() - MAX_LENGTH / 2, ["…".into()]);
        }
        way.extend(way.first().cloned());
        let message =
            format!("`{}` depends on itself: {}", object.slots.borrow()[index].name, way.join(" → "));
        if let Some(span) = at {
            self.report(Diagnostic::error(REFERENCE_CYCLE, span, message));
        }
        ReportedFailure
    }
}
