//! A checked file as a single value of attributes and blocks, in the form of HCL's JSON profile: type, then
//! labels, then the body. Several bodies at one place form a tuple.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::Ordered;

use crate::BodyItem;

/// A node of the value under construction.
#[derive(Default)]
struct Node {
    values: Vec<Value>,
    children: Ordered<Arc<str>, Node>,
}

/// The object of all attributes and blocks.
pub fn as_value(items: &[BodyItem]) -> Value {
    // each open block collects its own body, which is wrapped in its labels when the block closes
    let mut open: Vec<(Vec<Arc<str>>, Node)> = vec![(Vec::new(), Node::default())];
    for item in items {
        match item {
            BodyItem::Attribute { name, value, .. } => {
                if let Some((_, node)) = open.last_mut() {
                    node.children.or_default(name.clone()).values.push(value.clone());
                }
            }
            BodyItem::Open { block_type, labels, .. } => {
                let steps = std::iter::once(block_type.clone()).chain(labels.iter().cloned()).collect();
                open.push((steps, Node::default()));
            }
            BodyItem::Close => close(&mut open),
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().map_or_else(|| Value::object([]), |(_, node)| node.body())
}

fn close(open: &mut Vec<(Vec<Arc<str>>, Node)>) {
    let Some((steps, body)) = open.pop() else { return };
    let body = body.body();
    if let Some((_, parent)) = open.last_mut() {
        let place = steps.into_iter().fold(parent, |node, step| node.children.or_default(step));
        place.values.push(body);
    }
}

impl Node {
    fn body(self) -> Value {
        Value::object(self.children.into_iter().map(|(name, node)| (name, node.value())))
    }

    /// A single body is used directly, and several form a tuple; nested labels form an object
    /// beside them.
    fn value(self) -> Value {
        let Node { mut values, children } = self;
        if !children.is_empty() {
            values.push(Node { values: Vec::new(), children }.body());
        }
        if values.len() == 1 { values.remove(0) } else { Value::tuple(values) }
    }
}
