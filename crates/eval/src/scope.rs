//! Scopes: a chain of frames of names and values, innermost first.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hclx_core::Value;
use smallvec::SmallVec;

/// The number of names up to which frames are searched linearly.
const SMALL: usize = 8;

/// Every frame at a multiple of this depth indexes the names of as many enclosing frames, so that lookups are
/// fast regardless of the nesting of loops.
const STRIDE: usize = 64;

/// A frame of names, and the enclosing frames.
#[derive(Clone, Debug, Default)]
pub struct Scope<'p> {
    parent: Option<&'p Scope<'p>>,
    depth: usize,
    names: SmallVec<[(Arc<str>, Value); 2]>,
    index: Option<HashMap<Arc<str>, usize, RandomState>>,
    around: Option<Box<OuterFrames<'p>>>,
}

/// Compares two names. Most differ in length or in the first byte.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    a.len() == b.len() && a.first() == b.first() && (a.len() < 2 || a == b)
}

/// The names of the next frames outward, and the frame after them.
#[derive(Clone, Debug)]
struct OuterFrames<'p> {
    values: HashMap<&'p str, &'p Value>,
    beyond: Option<&'p Scope<'p>>,
}

impl<'p> OuterFrames<'p> {
    fn of(parent: &'p Scope<'p>) -> Self {
        let mut values = HashMap::with_capacity(2 * STRIDE);
        let mut beyond = Some(parent);
        for _ in 0..STRIDE {
            let Some(frame) = beyond else { break };
            for (name, value) in &frame.names {
                values.entry(&**name).or_insert(value);
            }
            beyond = frame.parent;
        }
        Self { values, beyond }
    }
}

impl Scope<'static> {
    /// Creates an outermost frame without names.
    pub fn root() -> Self {
        Self::default()
    }
}

impl<'p> Scope<'p> {
    /// Creates a frame inside this one.
    pub fn child(&'p self) -> Scope<'p> {
        let depth = self.depth + 1;
        let around = depth.is_multiple_of(STRIDE).then(|| Box::new(OuterFrames::of(self)));
        Scope { parent: Some(self), depth, names: SmallVec::new(), index: None, around }
    }

    /// Sets a name in this frame, replacing an earlier value.
    pub fn define(&mut self, name: impl Into<Arc<str>>, value: Value) {
        let name = name.into();
        match self.position(&name) {
            Some(position) => self.names[position].1 = value,
            None => self.push(name, value),
        }
    }

    /// Sets the only names of this frame, which are the same each time, to their next values: an optional
    /// key, and a value.
    pub(crate) fn bind(&mut self, key: Option<(&Arc<str>, Value)>, name: &Arc<str>, value: Value) {
        match (self.names.as_mut_slice(), key) {
            ([(_, place)], None) => *place = value,
            ([(_, first), (_, second)], Some((_, key))) => (*first, *second) = (key, value),
            (_, key) => {
                if let Some((name, key)) = key {
                    self.push(name.clone(), key);
                }
                self.push(name.clone(), value);
            }
        }
    }

    fn push(&mut self, name: Arc<str>, value: Value) {
        self.names.push((name, value));
        match self.names.len() {
            count if count <= SMALL => {}
            count if count == SMALL + 1 => {
                let index = self.names.iter().enumerate().map(|(i, (name, _))| (name.clone(), i)).collect();
                self.index = Some(index);
            }
            count => {
                let name = self.names[count - 1].0.clone();
                self.index.get_or_insert_default().insert(name, count - 1);
            }
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        if self.names.len() <= SMALL {
            return self.names.iter().position(|(known, _)| is_same(known, name));
        }
        self.index.as_ref()?.get(name).copied()
    }

    /// The value of a name in the innermost frame that contains it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        Some(self.find(name, 0)?.1)
    }

    /// Looks up a name and its position in the frame; faster if `near` is close to the position.
    #[inline]
    pub(crate) fn find(&self, name: &str, near: usize) -> Option<(usize, &Value)> {
        match self.names.get(near) {
            Some((known, value)) if is_same(known, name) => Some((near, value)),
            _ => self.search(name),
        }
    }

    #[inline(never)]
    fn search(&self, name: &str) -> Option<(usize, &Value)> {
        let mut scope = Some(self);
        while let Some(frame) = scope {
            if let Some(position) = frame.position(name) {
                return Some((position, &frame.names[position].1));
            }
            scope = match &frame.around {
                Some(around) => match around.values.get(name) {
                    // The position is only a hint for the next search.
                    Some(value) => return Some((0, value)),
                    None => around.beyond,
                },
                None => frame.parent,
            };
        }
        None
    }

    /// All names in scope, innermost frame first, in the order of their declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(self), |scope| scope.parent)
            .flat_map(|scope| scope.names.iter().map(|(name, _)| &**name))
    }
}
