//! What a schema does not know.

use hclx_diag::{Diagnostic, TextRange};

use super::{AttributeView, BlockView, BodyView, PreparedSchema, wording};
use crate::ast::ExprKind;

/// An item of a body that a schema does not know.
#[derive(Clone, Debug)]
pub struct Stranger<'t> {
    /// The body that has it.
    pub view: BodyView<'t>,
    /// What it is written as.
    pub form: Form<'t>,
}

/// The form in which an item is written.
#[derive(Clone, Debug)]
pub enum Form<'t> {
    /// An attribute of native syntax.
    Attribute(AttributeView<'t>),
    /// A block of native syntax, and its opening brace.
    Block(BlockView<'t>, TextRange),
    /// A property of JSON, which may be either.
    Property(AttributeView<'t>),
}

impl<'t> Stranger<'t> {
    /// The name or block type.
    pub fn name(&self) -> &'t str {
        match &self.form {
            Form::Attribute(attribute) | Form::Property(attribute) => attribute.name,
            Form::Block(block, _) => block.block_type,
        }
    }

    /// Where the name is.
    pub fn name_range(&self) -> TextRange {
        match &self.form {
            Form::Attribute(attribute) | Form::Property(attribute) => attribute.name_range,
            Form::Block(block, _) => block.type_range,
        }
    }

    /// The finding that this is not expected, and the name that was probably meant. `unset` are the
    /// attributes that could still be given.
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
                let nearest = hclx_diag::nearest(name, unset.chain(types));
                (wording::unsupported_property(place, name, nearest), nearest)
            }
            Form::Attribute(_) if schema.block(name).is_some() => (self.block_expected(), None),
            Form::Attribute(_) => {
                let nearest = hclx_diag::nearest(name, unset);
                (wording::unsupported_attribute(place, name, nearest), nearest)
            }
            Form::Block(..) if schema.slot(name).is_some() => (self.attribute_expected(), None),
            Form::Block(..) => {
                let nearest = hclx_diag::nearest(name, types);
                (wording::unsupported_block(place, name, nearest), nearest)
            }
        }
    }

    fn block_expected(&self) -> Diagnostic {
        let place = self.view.place(self.name_range());
        let gap = match &self.form {
            Form::Attribute(attribute) => {
                let value = self.view.tree.expr(attribute.value);
                let gap = TextRange::new(attribute.name_range.end, value.range.start);
                matches!(value.kind, ExprKind::Object(_)).then(|| self.view.place(gap))
            }
            Form::Block(..) | Form::Property(_) => None,
        };
        wording::block_written_as_attribute(place, self.name(), gap)
    }

    fn attribute_expected(&self) -> Diagnostic {
        let place = self.view.place(self.name_range());
        let gap = match &self.form {
            Form::Block(block, open) if block.labels.is_empty() => {
                Some(self.view.place(TextRange::new(block.type_range.end, open.start)))
            }
            _ => None,
        };
        wording::attribute_written_as_block(place, self.name(), gap)
    }
}
