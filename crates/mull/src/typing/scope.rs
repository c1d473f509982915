//! Scopes: blocks with their `let`s, loop variables, and the resolution of names (Mull §8.1, §8.2).
//!
//! A scope contains the names visible at one node; automatic properties are typed in the scope of their own
//! entry, so scopes are swapped as a whole. Out of scope: the contents of `this`.

use crate::maps::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind, Word};
use hclx_diag::{Arrange, TextRange, mull_codes as codes};

use super::narrowing::PathId;
use super::{TypedExpr, Typer};
use crate::syntax::{END_OF_GROUP, foreign_statement};
use crate::ty::Ty;

/// Names with a fixed meaning everywhere.
const RESERVED: &[&str] = &[
    "item",
    "key",
    "value",
    "this",
    "type",
    "ctx",
    "true",
    "false",
    "null",
    "undefined",
    "let",
    "if",
    "else",
    "for",
    "done",
    "insert",
    "as",
];

/// The `let`s of a block: name to entry and row.
pub(super) type Names = Rc<HashMap<Arc<str>, (usize, usize)>>;

/// The names visible at a node.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The enclosing blocks that have `let`s, each with the index of the current entry.
    blocks: Vec<(Names, usize)>,
    /// The enclosing loops.
    pub(super) loops: Vec<Loop>,
    /// The paths known not to be none, with the number of conditions that imply it.
    pub(super) narrowed: HashMap<PathId, u32>,
}

impl Scope {
    /// The scope of an entry of the root.
    fn of_root(names: Names, entry: usize) -> Self {
        Self { blocks: vec![(names, entry)], ..Self::default() }
    }
}

/// The variables of a loop.
#[derive(Debug)]
pub(super) struct Loop {
    /// An id that differs for each loop.
    pub(super) id: u32,
    pub(super) item: Option<Ty>,
    pub(super) key: Option<Ty>,
    pub(super) value: Option<Ty>,
}

impl Loop {
    fn variable(&self, name: &str) -> Option<&Ty> {
        match name {
            "item" => self.item.as_ref(),
            "key" => self.key.as_ref(),
            "value" => self.value.as_ref(),
            _ => None,
        }
    }
}

/// The state of a type that is computed lazily.
#[derive(Debug)]
pub(super) enum State {
    Fresh,
    Running,
    Done(TypedExpr),
}

/// A `let`.
#[derive(Debug)]
pub(super) struct Let {
    pub(super) name: Word,
    value: NodeId,
    /// The index of its entry in the block.
    entry: usize,
    at_root: bool,
    state: State,
}

impl Let {
    /// The type; any until it is known.
    pub(super) fn ty(&self) -> Ty {
        match &self.state {
            State::Done(typed) => typed.ty.clone(),
            _ => Ty::any(),
        }
    }
}

impl<'a> Typer<'a> {
    /// Visits the entries of a block in order; `let`s are defined along the way.
    pub(super) fn walk(
        &mut self,
        entries: &'a [Entry],
        root: bool,
        visit: &mut dyn FnMut(&mut Self, usize, &'a Entry),
    ) {
        let first = self.lets.len();
        let names = self.names(entries, root);
        if root {
            self.root_names = Some(names.clone());
        }
        let open = !names.is_empty();
        if open {
            self.scope.blocks.push((names, 0));
        }
        let mut next = first;
        for (index, entry) in entries.iter().enumerate() {
            if let (true, Some(block)) = (open, self.scope.blocks.last_mut()) {
                block.1 = index;
            }
            if let Entry::Let { .. } = entry {
                self.define(next);
                next += 1;
            } else {
                visit(self, index, entry);
            }
        }
        if open {
            self.scope.blocks.pop();
        }
    }

    /// Adds rows for a block's `let`s; the first of several with the same name counts.
    fn names(&mut self, entries: &[Entry], at_root: bool) -> Names {
        let mut names = HashMap::default();
        for (entry, kind) in entries.iter().enumerate() {
            if let Entry::Let { name, value } = kind {
                names.entry(name.text.clone()).or_insert((entry, self.lets.len()));
                self.lets.push(Let {
                    name: name.clone(),
                    value: *value,
                    entry,
                    at_root,
                    state: State::Fresh,
                });
            }
        }
        Rc::new(names)
    }

    fn define(&mut self, row: usize) {
        let name = self.lets[row].name.clone();
        if RESERVED.contains(&&*name.text) {
            let message = format!("`{}` is reserved", name.text);
            self.error(codes::RESERVED_NAME, name.range, message).help.push("choose another name".into());
        } else if let Some(first) = self.defined_before(&name.text, row) {
            let first = self.span(first);
            let message = format!("`{}` is already defined; a name cannot be shadowed", name.text);
            let diagnostic = self.error(codes::ALREADY_DEFINED, name.range, message);
            *diagnostic = diagnostic.clone().also(first, "first defined here").help("choose another name");
        }
        if matches!(self.lets[row].state, State::Fresh) {
            self.type_let(row);
        }
    }

    /// The range of an earlier definition of the name of a `let`.
    fn defined_before(&self, name: &str, row: usize) -> Option<TextRange> {
        let visible = self.scope.blocks.iter().find_map(|(names, at)| {
            names.get(name).filter(|(entry, found)| entry < at && *found != row).map(|(_, found)| *found)
        });
        match visible {
            Some(found) => Some(self.lets[found].name.range),
            None => self.automatic_place(name),
        }
    }

    /// Types a `let` when it is reached; those of the root may also be typed earlier.
    fn type_let(&mut self, row: usize) {
        self.lets[row].state = State::Running;
        let Let { value, entry, at_root, .. } = self.lets[row];
        let typed = if at_root { self.at_root(entry, |typer| typer.infer(value)) } else { self.infer(value) };
        // the path of the value is not the path of the variable
        self.lets[row].state = State::Done(TypedExpr { path: None, ..typed });
    }

    /// Runs `act` in the scope of an entry of the root.
    pub(super) fn at_root<R>(&mut self, entry: usize, act: impl FnOnce(&mut Self) -> R) -> R {
        let names = self.root_names.clone().unwrap_or_default();
        let before = std::mem::replace(&mut self.scope, Scope::of_root(names, entry));
        let result = act(self);
        self.scope = before;
        result
    }

    /// Types a name that is not called.
    pub(super) fn name(&mut self, name: &Arc<str>, range: TextRange) -> TypedExpr {
        if let Some((id, ty)) = self.loop_variable(name) {
            let path = self.paths.of_loop(id, name);
            return self.narrow(TypedExpr { ty, constant: None, path: Some(path) });
        }
        let mut later = None;
        for (names, at) in self.scope.blocks.iter().rev() {
            match names.get(name) {
                Some((entry, row)) if entry < at => return self.let_variable(*row, range),
                Some((_, row)) => later = later.or(Some(*row)),
                None => {}
            }
        }
        if let Some(typed) = self.automatic(name, range) {
            return self.narrow(typed);
        }
        match later {
            Some(row) => {
                let place = self.span(self.lets[row].name.range);
                let message = format!("`{name}` is used before its `let`");
                let diagnostic = self.error(codes::USED_BEFORE, range, message);
                *diagnostic =
                    diagnostic.clone().also(place, "defined here").help("move the `let` above this entry");
                TypedExpr::any()
            }
            None => self.unknown_name(name, range),
        }
    }

    fn loop_variable(&self, name: &str) -> Option<(u32, Ty)> {
        let mut loops = self.scope.loops.iter().rev();
        loops.find_map(|frame| frame.variable(name).map(|ty| (frame.id, ty.clone())))
    }

    fn let_variable(&mut self, row: usize, range: TextRange) -> TypedExpr {
        match &self.lets[row].state {
            State::Running => return self.cycle(range),
            State::Fresh => self.type_let(row),
            State::Done(_) => {}
        }
        let State::Done(typed) = &self.lets[row].state else { return TypedExpr::any() };
        let typed = TypedExpr { path: Some(self.paths.of_let(row)), ..typed.clone() };
        self.narrow(typed)
    }

    /// Reports a value that depends on itself.
    pub(super) fn cycle(&mut self, range: TextRange) -> TypedExpr {
        let text = self.document.source().get(range.range()).map(String::from_utf8_lossy).unwrap_or_default();
        let message = format!("`{text}` depends on itself");
        let help = Some("break the cycle: one of the values must not depend on the others".to_owned());
        self.fail(codes::REFERENCE_CYCLE, range, message, help.map(Into::into))
    }

    /// The visible variables, loop variables first.
    fn visible_names(&self) -> Vec<Arc<str>> {
        let loops = self.scope.loops.iter().flat_map(|frame| {
            ["item", "key", "value"].into_iter().filter(|name| frame.variable(name).is_some()).map(Arc::from)
        });
        let mut names: Vec<Arc<str>> = loops.collect();
        for (block, at) in &self.scope.blocks {
            let visible = block.iter().filter(|(_, (entry, _))| entry < at);
            let mut visible: Vec<_> = visible.map(|(name, (entry, _))| (*entry, name.clone())).collect();
            visible.arrange();
            names.extend(visible.into_iter().map(|(_, name)| name));
        }
        names.extend(self.automatic_names());
        names
    }

    /// Returns `true` if a name is an entry of the body in a document whose variables are its parameters.
    fn is_hidden_entry(&mut self, name: &str) -> bool {
        if self.header.properties.is_none() {
            return false;
        }
        let Some(NodeKind::Mapping(entries)) = self.document.root().map(|root| self.document.kind(root))
        else {
            return false;
        };
        let looked = entries.len().min(self.guesses);
        self.guesses -= looked;
        entries[..looked].iter().enumerate().any(|(index, entry)| match entry {
            Entry::Pair { key, .. } => {
                self.header.is_body(index) && self.document.static_key(*key).is_some_and(|key| **key == *name)
            }
            _ => false,
        })
    }

    fn unknown_name(&mut self, name: &str, range: TextRange) -> TypedExpr {
        if self.is_hidden_entry(name) {
            let message = format!("unknown variable `{name}`");
            let help = "entries of the body are not variables in a document with `properties`; define one with `let`";
            return self.fail(codes::UNKNOWN_VARIABLE, range, message, Some(help.into()));
        }
        let names = if self.guesses > 0 { self.visible_names() } else { Vec::new() };
        let help = self.did_you_mean(name, names.iter().map(|name| &**name)).or_else(|| match name {
            "item" => Some("`item` is defined inside loops over arrays".into()),
            "key" | "value" => Some(format!("`{name}` is defined inside loops over maps").into()),
            _ if super::calls::is_function(name) => {
                Some(format!("`{name}` is a function: write `{name}(…)`").into())
            }
            _ => Some(match foreign_statement(name).filter(|help| *help == END_OF_GROUP) {
                Some(help) => help.into(),
                None => format!("define it with `let`, or write the string `\"{name}\"`").into(),
            }),
        });
        self.fail(codes::UNKNOWN_VARIABLE, range, format!("unknown variable `{name}`"), help)
    }
}
