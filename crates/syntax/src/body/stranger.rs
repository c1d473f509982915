//! Items of a body that are not in the schema.

use hclx_diag::{Diagnostic, Suggestion, TextRange};

use super::{AttributeSchema, AttributeView, BlockView, BodyView, PreparedSchema, wording};
use crate::ast::{Expr, ExprId, ExprKind};

/// An item of a body that is not in the schema.
#[derive(Clone, Debug)]
pub struct UnexpectedItem<'t> {
    /// The body that contains the item.
    pub view: BodyView<'t>,
    /// The syntactic form.
    pub form: Form<'t>,
}

/// The syntactic form of an item.
#[derive(Clone, Debug)]
pub enum Form<'t> {
    /// An attribute of native syntax.
    Attribute(AttributeView<'t>),
    /// A block of native syntax, and its opening brace.
    Block(BlockView<'t>, TextRange),
    /// A JSON property, which may be an attribute or a block.
    Property(AttributeView<'t>),
}

impl<'t> UnexpectedItem<'t> {
    /// The name or block type.
    pub fn name(&self) -> &'t str {
        match &self.form {
            Form::Attribute(attribute) | Form::Property(attribute) => attribute.name,
            Form::Block(block, _) => block.block_type,
        }
    }

    /// The range of the name.
    pub fn name_range(&self) -> TextRange {
        match &self.form {
            Form::Attribute(attribute) | Form::Property(attribute) => attribute.name_range,
            Form::Block(block, _) => block.type_range,
        }
    }

    /// The finding about the unexpected item, and the name that was probably meant. `unset` are the
    /// attributes that could still be set.
    pub fn refused<'s>(
        &self,
        schema: &'s PreparedSchema,
        unset: impl Iterator<Item = &'s str>,
    ) -> (Diagnostic, Option<&'s str>) {
        let name = self.name();
        let place = self.view.place(self.name_range());
        let types = schema.schema().blocks.iter().map(|block| block.block_type.as_str());
        match &self.form {
            Form::Property(_) => {
                // A property may be meant as an attribute or as a block, so the names of both are
                // candidates.
                let nearest = hclx_diag::nearest(name, unset.chain(types));
                let suggestion = nearest.map(|word| match self.view.tree.is_quoted(self.name_range()) {
                    true => Suggestion::quoted(word),
                    // HCL 1 has names without quotes
                    false => Suggestion::word(word),
                });
                (wording::unsupported_property(place, name, suggestion), nearest)
            }
            Form::Attribute(attribute) => {
                let nearest = hclx_diag::nearest(name, unset);
                // The name is right and only the form is wrong: no other name is suggested, unless the value cannot
                // be a body.
                if let Some((_, block)) = schema.block(name)
                    && (nearest.is_none() || !self.is_plain(attribute.value))
                {
                    return (self.block_expected(block.labels.len() > block.optional_labels), None);
                }
                (wording::unsupported_attribute(place, name, nearest), nearest)
            }
            Form::Block(..) if schema.slot(name).is_some() => {
                let is_it = |wanted: &&AttributeSchema| schema.slot(&wanted.name) == schema.slot(name);
                let wanted = schema.schema().attributes.iter().find(is_it);
                (self.attribute_expected(wanted.is_some_and(|wanted| wanted.takes_object)), None)
            }
            Form::Block(..) => {
                let nearest = hclx_diag::nearest(name, types);
                (wording::unsupported_block(place, name, nearest), nearest)
            }
        }
    }

    /// Returns `true` for a literal without objects.
    fn is_plain(&self, value: ExprId) -> bool {
        let tree = self.view.tree;
        match tree.expr(value).kind {
            ExprKind::Bool(_) | ExprKind::Number | ExprKind::String(_) | ExprKind::Template(_) => true,
            ExprKind::Tuple(elements) => {
                tree.slice(elements).iter().all(|part| !matches!(tree.expr(*part).kind, ExprKind::Object(_)))
            }
            _ => false,
        }
    }

    fn block_expected(&self, has_labels: bool) -> Diagnostic {
        let place = self.view.place(self.name_range());
        let gap = match &self.form {
            // the labels are missing in the source
            Form::Attribute(attribute) if !has_labels => {
                let value = self.view.tree.expr(attribute.value);
                let gap = TextRange::new(attribute.name_range.end, value.range.start);
                self.reads_as_body(value).then(|| self.view.place(gap))
            }
            Form::Attribute(_) | Form::Block(..) | Form::Property(_) => None,
        };
        wording::block_written_as_attribute(place, self.name(), gap)
    }

    /// Returns `true` if the object looks like the body of a block: names with `=`, each on its own line.
    fn reads_as_body(&self, value: &Expr) -> bool {
        let ExprKind::Object(items) = value.kind else { return false };
        let (tree, items) = (self.view.tree, self.view.tree.slice(items));
        let text = |from: u32, to: u32| tree.source().get(from as usize..to as usize).unwrap_or_default();
        let range = |id: ExprId| tree.expr(id).range;
        let names = items.iter().all(|item| {
            let sign = text(range(item.key).end, range(item.value).start);
            item.bare && sign.trim_ascii() == b"="
        });
        let ends = items.iter().map(|item| range(item.value).end);
        let starts = items.iter().skip(1).map(|item| range(item.key).start).chain([value.range.end]);
        let mut gaps = ends.zip(starts).map(|(end, start)| text(end, start));
        // Several attributes on one line are no valid block.
        let count = items.len();
        names && gaps.all(|gap| !gap.contains(&b',') && (count < 2 || gap.contains(&b'\n')))
    }

    /// The finding about a block in place of an attribute. The fix turns the block into an object only if it
    /// contains no blocks, because the names in an object are attributes.
    fn attribute_expected(&self, takes_object: bool) -> Diagnostic {
        let place = self.view.place(self.name_range());
        let gap = match &self.form {
            Form::Block(block, open) if block.labels.is_empty() && takes_object => {
                let gap = TextRange::new(block.type_range.end, open.start);
                block.body.just_attributes().1.is_empty().then(|| self.view.place(gap))
            }
            _ => None,
        };
        wording::attribute_written_as_block(place, self.name(), gap)
    }
}
