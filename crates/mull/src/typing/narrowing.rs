//! Narrowing: conditions that imply that a variable, or a path from it, is not none (Mull §7).
//!
//! All variables are immutable, so the result of a test remains true in the code that it guards. Out of
//! scope: facts other than "not none".

use crate::maps::HashMap;
use std::sync::Arc;

use super::{TypedExpr, Typer};

/// A variable, or a path of names from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathId(u32);

#[derive(Debug, PartialEq, Eq, Hash)]
enum Step {
    Let(usize),
    Loop(u32, Arc<str>),
    This,
    Type,
    Ctx,
    Member(PathId, Arc<str>),
}

/// All paths used so far; equal paths have the same id.
#[derive(Debug, Default)]
pub(super) struct Paths {
    known: HashMap<Step, PathId>,
    /// The number of loops opened so far.
    loops: u32,
}

impl Paths {
    fn id(&mut self, step: Step) -> PathId {
        let next = PathId(self.known.len() as u32);
        *self.known.entry(step).or_insert(next)
    }

    pub(super) fn of_let(&mut self, row: usize) -> PathId {
        self.id(Step::Let(row))
    }

    pub(super) fn of_loop(&mut self, id: u32, name: &Arc<str>) -> PathId {
        self.id(Step::Loop(id, name.clone()))
    }

    pub(super) fn this(&mut self) -> PathId {
        self.id(Step::This)
    }

    pub(super) fn ty(&mut self) -> PathId {
        self.id(Step::Type)
    }

    pub(super) fn ctx(&mut self) -> PathId {
        self.id(Step::Ctx)
    }

    pub(super) fn member(&mut self, base: PathId, name: &Arc<str>) -> PathId {
        self.id(Step::Member(base, name.clone()))
    }

    /// An id that no other loop has.
    pub(super) fn new_loop(&mut self) -> u32 {
        self.loops += 1;
        self.loops
    }
}

/// The facts implied by a true and by a false condition: these paths are not none.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) yes: Vec<PathId>,
    pub(super) no: Vec<PathId>,
}

impl Facts {
    pub(super) fn swapped(self) -> Self {
        Self { yes: self.no, no: self.yes }
    }
}

impl Typer<'_> {
    /// The type, without none if the path is known not to be none.
    pub(super) fn narrow(&self, typed: TypedExpr) -> TypedExpr {
        match typed.path {
            Some(path) if self.scope.narrowed.contains_key(&path) => {
                TypedExpr { ty: self.without_none(&typed.ty), ..typed }
            }
            _ => typed,
        }
    }

    /// Starts assuming that paths are not none.
    pub(super) fn assume(&mut self, paths: &[PathId]) {
        for path in paths {
            // Conditions nest, so a fact may be assumed more than once.
            *self.scope.narrowed.entry(*path).or_default() += 1;
        }
    }

    /// Withdraws the facts added by [`Typer::assume`].
    pub(super) fn forget(&mut self, paths: &[PathId]) {
        for path in paths {
            if let Some(count) = self.scope.narrowed.get_mut(path) {
                *count -= 1;
                if *count == 0 {
                    self.scope.narrowed.remove(path);
                }
            }
        }
    }

    /// Runs `act` under additional facts.
    pub(super) fn under<R>(&mut self, paths: &[PathId], act: impl FnOnce(&mut Self) -> R) -> R {
        self.assume(paths);
        let result = act(self);
        self.forget(paths);
        result
    }
}
