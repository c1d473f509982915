//! `if` cascades, `for`, and mappings that consist of a statement (Mull §9.2, §9.3, §2.6).

use std::sync::Arc;

use crate::syntax::ast::{Arm, Entry, NodeId};
use hclx_diag::Diagnostic;
use hclx_diag::mull_codes::{
    COLLECTED_NOT_MERGED, DUPLICATE_PRODUCED, MAYBE_NOTHING, NOT_ENUMERABLE, STRUCTURE_UNKNOWN,
};

use super::super::access::LoopVariables;
use super::super::ty::{Ty, TyKind};
use super::super::value::{Fields, KeyKind, Val};
use super::expected::Expect;
use super::sequence::Elements;
use super::{Answer, Machine, ReportedFailure};

/// The selected branch of a cascade.
#[derive(Clone, Copy, Debug)]
pub(super) enum Branch {
    /// This branch, or none.
    Body(Option<NodeId>),
    /// Unknown.
    Unknown,
}

/// The elements or entries of a loop.
enum Subject {
    Items(Arc<Vec<Val>>),
    Entries(Vec<(Val, Val)>),
    Unknown(LoopVariables),
}

impl Machine<'_> {
    /// The branch of a block whose condition is the first true one.
    pub(super) fn taken(&mut self, arms: &[Arm]) -> Result<Branch, ReportedFailure> {
        for (index, arm) in arms.iter().enumerate() {
            let Some(condition) = arm.condition else { return Ok(Branch::Body(Some(arm.body))) };
            let truth = self.condition(condition)?;
            self.must_be_known(condition, truth.is_some())?;
            match truth {
                Some(true) => return Ok(Branch::Body(Some(arm.body))),
                Some(false) => {}
                None => {
                    for later in arms[index + 1..].iter().filter_map(|arm| arm.condition) {
                        self.quietly(|this| _ = this.condition(later));
                    }
                    return Ok(Branch::Unknown);
                }
            }
        }
        Ok(Branch::Body(None))
    }

    /// Reports conditions and subjects of blocks that are eventual, or unknown when the document is printed.
    fn must_be_known(&mut self, node: NodeId, known: bool) -> Result<(), ReportedFailure> {
        // An eventual value stays unknown when the document is printed, so checking also reports it.
        if self.is_eventual(node) {
            let ty = self.types().show_short(&self.ty(node));
            let message = format!(
                "the structure of the document cannot depend on a value of type `{ty}`, which is only available later"
            );
            return Err(self.fail_at(STRUCTURE_UNKNOWN, node, message));
        }
        if !known && !self.checking {
            let message = "the structure of the document cannot depend on an unknown value";
            return Err(self.fail_at(STRUCTURE_UNKNOWN, node, message));
        }
        Ok(())
    }

    /// Runs a body for each element; for an unknown subject it runs once, quietly, with `false`. Returns
    /// whether the subject is unknown, which is an error when the document is printed.
    pub(super) fn repeat(
        &mut self,
        node: NodeId,
        block: bool,
        body: &mut dyn FnMut(&mut Self, bool) -> Result<(), ReportedFailure>,
    ) -> Result<bool, ReportedFailure> {
        let subject = self.subject(node)?;
        // An expression may be unknown, but the structure of a document must be known.
        if block {
            self.must_be_known(node, !matches!(subject, Subject::Unknown(_)))?;
        }
        match subject {
            Subject::Items(items) => {
                for item in items.iter() {
                    self.spend(1, node)?;
                    self.frame.items.push(item.clone());
                    let result = body(self, true);
                    self.frame.items.pop();
                    result?;
                }
                Ok(false)
            }
            Subject::Entries(entries) => {
                for entry in entries {
                    self.spend(1, node)?;
                    self.frame.pairs.push(entry);
                    let result = body(self, true);
                    self.frame.pairs.pop();
                    result?;
                }
                Ok(false)
            }
            Subject::Unknown(bound) => {
                self.once(&bound, body);
                Ok(true)
            }
        }
    }

    fn once(
        &mut self,
        bound: &LoopVariables,
        body: &mut dyn FnMut(&mut Self, bool) -> Result<(), ReportedFailure>,
    ) {
        let (item, pair) = match bound {
            LoopVariables::Items(ty) => (Some(self.unknown(ty)), None),
            LoopVariables::Entries { key, value } => (None, Some((self.unknown(key), self.unknown(value)))),
            // The kind of the value determines which names are bound; until it is known, all of them are.
            LoopVariables::Any => (Some(Val::unknown()), Some((Val::unknown(), Val::unknown()))),
        };
        let (items, pairs) = (self.frame.items.len(), self.frame.pairs.len());
        self.frame.items.extend(item);
        self.frame.pairs.extend(pair);
        self.quietly(|this| _ = body(this, false));
        self.frame.items.truncate(items);
        self.frame.pairs.truncate(pairs);
    }

    fn subject(&mut self, node: NodeId) -> Result<Subject, ReportedFailure> {
        let value = self.eval(node)?;
        let ty = self.ty(node).without_none();
        let bound = self.types().bound(&ty).unwrap_or(LoopVariables::Any);
        match value {
            Val::Array(items) => Ok(Subject::Items(items)),
            Val::Object(fields) => {
                let kind = match &bound {
                    LoopVariables::Entries { key, .. } => KeyKind::of(self.types().resolved(key)),
                    _ => KeyKind::String,
                };
                self.spend(fields.len() as u64, node)?;
                let entries = fields.sorted(kind).into_iter();
                let entries = entries.filter(|(_, value)| !matches!(value, Val::Undefined));
                Ok(Subject::Entries(entries.map(|(name, value)| (kind.value(name), value.clone())).collect()))
            }
            Val::Unknown(value) if value.ty().is_any() => Ok(Subject::Unknown(bound)),
            value if value.is_none() => {
                let message =
                    format!("expected an array, a map or an object in a loop, found {}", value.describe());
                // In type `any`, null is one of the values that cannot be enumerated.
                Err(self.fail_at(if ty.is_any() { NOT_ENUMERABLE } else { MAYBE_NOTHING }, node, message))
            }
            value => Err(self.fail_at(
                NOT_ENUMERABLE,
                node,
                format!("expected an array, a map or an object in a loop, found {}", value.describe()),
            )),
        }
    }

    /// Evaluates `for(subject, body)`: a map with the entries of all iterations if the type of the body is a
    /// map, otherwise an array. In block form, the subject must be known.
    pub(super) fn loop_value(
        &mut self,
        node: NodeId,
        subject: (NodeId, bool),
        body: NodeId,
        expect: Option<&Expect<'_>>,
    ) -> Answer {
        if self.merges(body) {
            return self.merged(node, subject, body, expect);
        }
        let (subject, block) = subject;
        let element = expect.and_then(|expect| match self.elements(expect.ty) {
            Some(Elements::Each(ty)) => Some(ty),
            _ => None,
        });
        let (mut values, mut open, mut maps) = (Vec::new(), false, false);
        let unknown = self.repeat(subject, block, &mut |this, certain| {
            let value = match &element {
                Some(ty) => this.eval_as(body, ty)?,
                None => this.eval(body)?,
            };
            // An element that may be undefined may be missing from the result.
            open |= certain && this.may_be_none(&value, body);
            maps |= certain && matches!(value, Val::Object(_));
            if certain && !matches!(value, Val::Undefined) {
                values.push(value);
            }
            Ok(())
        })?;
        // The static type decides, so maps of type `any` are not merged.
        if maps && self.ty(body).is_any() {
            let message = "the body is a map of type `any`: the maps are collected in an array, not merged";
            let finding = Diagnostic::warning(COLLECTED_NOT_MERGED, self.span(body), message);
            self.report(
                finding.help("to merge them, assert the type of the body, as in `map[string, any]{…}`"),
            );
        }
        let value = if open || unknown { Val::unknown() } else { Val::array(values) };
        let elements = element.map(Elements::Each);
        self.looped(node, value, elements.as_ref(), expect)
    }

    /// Returns `true` if the type of a body is a map or an anonymous object.
    fn merges(&self, body: NodeId) -> bool {
        matches!(self.ty(body).kind(), TyKind::Map { .. } | TyKind::Object(_))
    }

    fn merged(
        &mut self,
        node: NodeId,
        (subject, block): (NodeId, bool),
        body: NodeId,
        expect: Option<&Expect<'_>>,
    ) -> Answer {
        let map = expect.and_then(|expect| match self.shape(expect.ty)? {
            super::collection::Shape::Map { key, value } => Some(Ty::map(key, value)),
            super::collection::Shape::Object(_) => None,
        });
        let (mut fields, mut open) = (Fields::new(), false);
        let unknown = self.repeat(subject, block, &mut |this, certain| {
            let value = match &map {
                Some(ty) => this.eval_as(body, ty)?,
                None => this.eval(body)?,
            };
            if !certain {
                return Ok(());
            }
            let Val::Object(entries) = value else {
                open |= !value.is_known();
                return Ok(());
            };
            for (name, value) in entries.iter() {
                this.spend(1, body)?;
                if fields.insert(name.clone(), value.clone()).is_some() {
                    let message = format!("duplicate key `{name}` from a loop");
                    return Err(this.fail_at(DUPLICATE_PRODUCED, body, message));
                }
            }
            Ok(())
        })?;
        let value = if open || unknown { Val::unknown() } else { Val::fields(fields) };
        if map.is_some() { Ok(value) } else { self.looped(node, value, None, expect) }
    }

    /// Evaluates a mapping that consists of one statement, and has the value of the statement.
    pub(super) fn statement(
        &mut self,
        node: NodeId,
        entries: &[Entry],
        expect: Option<&Expect<'_>>,
    ) -> Answer {
        let mut answer = Ok(Val::Undefined);
        for entry in entries {
            answer = match entry {
                Entry::Let { name, value } => self.bind(&name.text, *value).map(|()| Val::Undefined),
                Entry::If(arms) => self.cascade(arms, expect),
                Entry::For { subject, body, .. } => self.loop_value(node, (*subject, true), *body, expect),
                Entry::Insert(inner) | Entry::Element(inner) | Entry::Pair { value: inner, .. } => {
                    self.eval_perhaps(*inner, expect)
                }
            };
            // `let`s after the statement have no effect
            if answer.is_err() || !matches!(entry, Entry::Let { .. }) {
                break;
            }
        }
        self.forget_lets(entries);
        answer.map(|value| self.sharpened(value, node))
    }

    fn cascade(&mut self, arms: &[Arm], expect: Option<&Expect<'_>>) -> Answer {
        match self.taken(arms)? {
            Branch::Body(Some(body)) => self.eval_perhaps(body, expect),
            Branch::Body(None) => Ok(Val::Undefined),
            Branch::Unknown => {
                for arm in arms {
                    self.quietly(|this| _ = this.eval_perhaps(arm.body, expect));
                }
                Ok(Val::unknown())
            }
        }
    }
}
