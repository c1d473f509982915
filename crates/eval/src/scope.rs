//! Names and their values: a chain of frames, the innermost first.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_core::Value;

/// Frames of up to this many names are searched one by one.
const SMALL: usize = 8;

/// A frame of names, and the frames around it.
#[derive(Clone, Debug, Default)]
pub struct Scope<'p> {
    parent: Option<&'p Scope<'p>>,
    names: Vec<(Arc<str>, Value)>,
    index: HashMap<Arc<str>, usize>,
}

impl Scope<'static> {
    /// An outermost frame without names.
    pub fn root() -> Self {
        Self::default()
    }
}

impl<'p> Scope<'p> {
    /// A frame inside this one.
    pub fn child(&'p self) -> Scope<'p> {
        Scope { parent: Some(self), names: Vec::new(), index: HashMap::new() }
    }

    /// Gives a name its value in this frame; an earlier value is replaced.
    pub fn define(&mut self, name: impl Into<Arc<str>>, value: Value) {
        let name = name.into();
        match self.position(&name) {
            Some(position) => self.names[position].1 = value,
            None => self.push(name, value),
        }
    }

    fn push(&mut self, name: Arc<str>, value: Value) {
        self.names.push((name, value));
        match self.names.len() {
            count if count <= SMALL => {}
            count if count == SMALL + 1 => {
                self.index = self.names.iter().enumerate().map(|(i, (name, _))| (name.clone(), i)).collect();
            }
            count => {
                self.index.insert(self.names[count - 1].0.clone(), count - 1);
            }
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        if self.names.len() <= SMALL {
            return self.names.iter().position(|(known, _)| **known == *name);
        }
        self.index.get(name).copied()
    }

    /// The value of a name in the innermost frame that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut scope = Some(self);
        while let Some(frame) = scope {
            if let Some(position) = frame.position(name) {
                return Some(&frame.names[position].1);
            }
            scope = frame.parent;
        }
        None
    }

    /// All names in scope, innermost frame first, in the order of their declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(self), |scope| scope.parent)
            .flat_map(|scope| scope.names.iter().map(|(name, _)| &**name))
    }
}
