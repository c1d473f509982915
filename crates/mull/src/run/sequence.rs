//! Sequences in markup, and constructors of arrays (Mull §2.6, §9.5).

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::mull_codes::INCORRECT_TYPE;

use super::super::ty::Ty;
use super::super::value::{Val, deep};
use super::expected::Expect;
use super::loops::Branch;
use super::{Answer, Machine, ReportedFailure};

/// The expected types of a sequence's elements.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    /// Elements of one type.
    Each(Ty),
    /// A separate type for each element.
    Tuple(Box<[Ty]>),
}

impl Elements {
    fn at(&self, index: usize) -> Option<&Ty> {
        match self {
            Elements::Each(ty) => Some(ty),
            Elements::Tuple(tys) => tys.get(index),
        }
    }
}

/// The elements of a sequence so far.
#[derive(Debug)]
struct Items<'e> {
    expected: Option<&'e Elements>,
    values: Vec<Val>,
    /// Set if the presence of an element is unknown.
    open: bool,
    /// Set in the constructor of an assertion, where keys of objects are names.
    names: bool,
}

impl<'e> Items<'e> {
    fn new(expected: Option<&'e Elements>) -> Self {
        Self { expected, values: Vec::new(), open: false, names: false }
    }

    fn value(self) -> Val {
        if self.open { Val::unknown() } else { Val::array(self.values) }
    }
}

impl Machine<'_> {
    /// Evaluates a sequence in markup.
    pub(super) fn sequence(&mut self, entries: &[Entry], expected: Option<&Elements>) -> Answer {
        let mut items = Items::new(expected);
        self.elements_of(entries, &mut items)?;
        Ok(items.value())
    }

    /// Evaluates `[a, b]`.
    pub(super) fn array(&mut self, nodes: &[NodeId], expected: Option<&Elements>, names: bool) -> Answer {
        let mut items = Items { names, ..Items::new(expected) };
        for node in nodes {
            self.element(*node, &mut items)?;
        }
        Ok(items.value())
    }

    fn elements_of(&mut self, entries: &[Entry], items: &mut Items<'_>) -> Result<(), ReportedFailure> {
        let mut result = Ok(());
        for entry in entries {
            result = self.sequence_entry(entry, items);
            if result.is_err() {
                break;
            }
        }
        self.forget_lets(entries);
        result
    }

    fn sequence_entry(&mut self, entry: &Entry, items: &mut Items<'_>) -> Result<(), ReportedFailure> {
        match entry {
            Entry::Element(node) | Entry::Pair { value: node, .. } => self.element(*node, items),
            Entry::Let { name, value } => self.bind(&name.text, *value),
            Entry::Insert(node) => self.splice(*node, items),
            Entry::If(arms) => match self.taken(arms)? {
                Branch::Body(body) => body.map_or(Ok(()), |body| self.body_elements(body, items)),
                Branch::Unknown => {
                    let expected = items.expected;
                    for arm in arms {
                        self.quietly(|this| _ = this.body_elements(arm.body, &mut Items::new(expected)));
                    }
                    items.open = true;
                    Ok(())
                }
            },
            Entry::For { subject, body, .. } => {
                let expected = items.expected;
                let open = self.repeat(*subject, true, &mut |this, certain| {
                    if certain {
                        this.body_elements(*body, items)
                    } else {
                        this.body_elements(*body, &mut Items::new(expected))
                    }
                })?;
                items.open |= open;
                Ok(())
            }
        }
    }

    /// Adds the contributions of a body: the elements of a sequence, or of an inserted value.
    fn body_elements(&mut self, body: NodeId, items: &mut Items<'_>) -> Result<(), ReportedFailure> {
        self.spend(1, body)?;
        match self.kind(body) {
            NodeKind::Sequence(entries) => deep(|| self.elements_of(entries, items)),
            _ => self.splice(body, items),
        }
    }

    fn element(&mut self, node: NodeId, items: &mut Items<'_>) -> Result<(), ReportedFailure> {
        let value = match items.expected.and_then(|expected| expected.at(items.values.len())) {
            Some(ty) => self.eval_expecting(node, &Expect::part(ty, items.names))?,
            None => self.eval(node)?,
        };
        // An element that may be undefined may be missing.
        items.open |= self.may_be_none(&value, node);
        if !matches!(value, Val::Undefined) {
            items.values.push(value);
        }
        Ok(())
    }

    fn splice(&mut self, node: NodeId, items: &mut Items<'_>) -> Result<(), ReportedFailure> {
        match self.eval(node)? {
            Val::Array(elements) => {
                self.spend(elements.len() as u64, node)?;
                // an inserted value has no expected type, so its own type is used
                let from = self.types().element(&self.ty(node).without_none()).unwrap_or_else(Ty::any);
                for element in elements.iter() {
                    let expected = items.expected.and_then(|expected| expected.at(items.values.len()));
                    let element = match expected {
                        Some(ty) => self.conform_part(node, element.clone(), &from, ty)?,
                        None => element.clone(),
                    };
                    items.values.push(element);
                }
                Ok(())
            }
            Val::Unknown(value) if value.ty().is_any() => {
                items.open = true;
                Ok(())
            }
            value if value.is_none() => Ok(()),
            value => {
                let message =
                    format!("only an array can be inserted into a list, found {}", value.describe());
                Err(self.fail_at(INCORRECT_TYPE, node, message))
            }
        }
    }
}
