//! The names that a configuration uses in the parts that a specification reads.

use std::sync::Arc;

use hclx_core::{Number, Rules, Type, Value, ops};
use hclx_diag::{Fallible, SourceId};
use hclx_eval::Scope;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::{self, Reference, ReferenceKey};

use super::content::{Body, LevelBodies};
use super::decode::Input;
use super::read::SpecFile;
use super::spec::{Kind, Level, Spec};

/// A name with its steps, and its value.
#[derive(Clone, Debug)]
pub struct ResolvedReference {
    /// The source that contains it.
    pub source: SourceId,
    /// The name and its constant steps.
    pub reference: Reference<'static>,
    /// The value, if it is known.
    pub value: Option<Value>,
}

/// All names in the attributes that the specification reads, in the order of the specification.
pub fn references(spec: &SpecFile, inputs: &[Input], given: &[(Arc<str>, Value)]) -> Vec<ResolvedReference> {
    let views = inputs.iter().map(|input| BodyView::root(&input.tree, input.source).0);
    let body = match <[BodyView<'_>; 1]>::try_from(views.collect::<Vec<_>>()) {
        Ok([view]) => Body::One(view),
        Err(views) => Body::Many(views),
    };
    let mut search = Search { scope: spec.scope(given), found: Vec::new() };
    search.level(&body, &spec.root);
    search.found
}

struct Search {
    scope: Scope<'static>,
    found: Vec<ResolvedReference>,
}

impl Search {
    fn level(&mut self, body: &Body<'_>, level: &Level) {
        let filled = LevelBodies::silently(body, level);
        self.spec(&level.spec, &filled);
    }

    fn spec(&mut self, spec: &Spec, filled: &LevelBodies<'_>) {
        hclx_diag::grow(|| self.here(spec, filled));
    }

    fn here(&mut self, spec: &Spec, filled: &LevelBodies<'_>) {
        match &spec.kind {
            Kind::Attr(attr) => {
                if let Some(found) = filled.attribute(attr.slot) {
                    self.expression(found.view, found.attribute.value);
                }
            }
            // Additional blocks are errors; the reference does not read them.
            Kind::Block(single) => self.blocks(single.position, &single.level, filled, 1),
            Kind::List(blocks) | Kind::Set(blocks) => {
                self.blocks(blocks.position, &blocks.level, filled, usize::MAX);
            }
            Kind::Map(map) => self.blocks(map.position, &map.level, filled, usize::MAX),
            Kind::Attrs(attrs) => {
                let Some(block) = filled.blocks(attrs.position).next() else { return };
                let (attributes, wrong) = block.body.just_attributes();
                for attribute in attributes.iter().filter(|_| wrong.is_empty()) {
                    self.expression(&block.body, attribute.value);
                }
            }
            Kind::Object(..)
            | Kind::Array(_)
            | Kind::Literal(_)
            | Kind::Default(_)
            | Kind::Transform { .. } => {
                spec.children().for_each(|child| self.spec(child, filled));
            }
        }
    }

    fn blocks(&mut self, position: usize, level: &Level, filled: &LevelBodies<'_>, most: usize) {
        for block in filled.blocks(position).take(most) {
            self.level(&Body::One(block.body.clone()), level);
        }
    }

    fn expression(&mut self, view: &BodyView<'_>, expr: ExprId) {
        for reference in statics::variables(view.tree(), expr) {
            let value = self.value(&reference);
            let reference = reference.into_owned();
            self.found.push(ResolvedReference { source: view.source(), reference, value });
        }
    }

    fn value(&self, reference: &Reference<'_>) -> Option<Value> {
        let root = self.scope.get(&reference.root)?.clone();
        let step = |value: Value, step: &ReferenceKey| stepped(&value, step).ok();
        reference.steps.iter().try_fold(root, |value, next| step(value, &next.kind))
    }
}

fn stepped(value: &Value, step: &ReferenceKey<'_>) -> Fallible<Value> {
    let rules = Rules::exact();
    match step {
        ReferenceKey::Attr(name) => ops::attribute(value, name, &rules),
        _ => ops::index(value, &key(step)?, &rules),
    }
}

/// The value of a constant key.
pub(super) fn key(step: &ReferenceKey<'_>) -> Fallible<Value> {
    Ok(match step {
        ReferenceKey::Attr(text) | ReferenceKey::Text(text) => Value::string(&**text),
        ReferenceKey::Number(text) => Value::number(Number::parse_literal(text)?),
        ReferenceKey::Bool(truth) => Value::bool(*truth),
        ReferenceKey::Null => Value::null(Type::ANY),
    })
}
