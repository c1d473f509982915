//! The files of a unit with their root blocks.

use std::sync::Arc;

use hclx_analysis::Ask;
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_schema::Block;

use super::{RootBlock, SourceFiles};

/// The files of a unit, as its application reads them.
pub struct UnitFiles {
    /// The files with blocks, in the order in which they are read.
    pub sources: SourceFiles,
    /// The files that contain only values of variables.
    pub values: SourceFiles,
    /// The schema of the files with blocks.
    pub root: Arc<Block>,
}

impl UnitFiles {
    /// Files with blocks of a schema.
    pub fn new(sources: SourceFiles, root: Arc<Block>) -> Self {
        Self { sources, values: SourceFiles::default(), root }
    }
}

/// The blocks of a unit.
#[derive(Clone, Copy)]
pub struct UnitBlocks<'t> {
    /// The unit.
    pub ask: Ask<'t>,
    /// The files.
    pub files: &'t UnitFiles,
    /// The root blocks of all files.
    pub blocks: &'t [RootBlock<'t>],
}

/// A place of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionPlace {
    /// Not in a file: the expression was given separately from the unit.
    Apart,
    /// Outside of all blocks.
    Root,
    /// In the root block with this index.
    Block(usize),
}

impl UnitBlocks<'_> {
    /// The place of an expression at an offset of a file.
    pub(crate) fn place(&self, file: SourceId, offset: u32) -> ExpressionPlace {
        let at = TextRange::at(offset);
        let is_around =
            |block: &RootBlock<'_>| block.source.id == file && block.view.body.range().contains(at);
        let block = self.blocks.iter().position(is_around);
        block.map_or(ExpressionPlace::Root, ExpressionPlace::Block)
    }

    /// Returns `true` if findings in a file are reported. Files of the unit that are not selected are also read,
    /// because they affect the meaning of the others.
    pub(crate) fn is_reported(&self, file: SourceId) -> bool {
        let UnitFiles { sources, values, .. } = self.files;
        let is_of_unit = sources.get(file).or_else(|| values.get(file)).is_some();
        !is_of_unit || self.ask.snapshot.is_selected(file)
    }

    /// The findings in selected files without consequences of syntax errors, and the syntax errors.
    pub(crate) fn without_consequences(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let UnitFiles { sources, values, .. } = self.files;
        let found = values.without_consequences(sources.without_consequences(found.into()));
        let found = found.into_iter().chain(sources.findings()).chain(values.findings());
        found.filter(|finding| finding.span.is_none_or(|span| self.is_reported(span.source))).collect()
    }
}
