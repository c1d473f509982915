//! The limits of the readers: what lies beyond one is answered with a finding, never with a fault.
//!
//! Deliberately absent: the longest source (`hclx_diag::MAX_SOURCE_BYTES`), which whoever reads
//! files must refuse.

/// How deep brackets, blocks, templates, directives, unary operators and middle operands of
/// conditionals may be nested in each other. Chains (binary operators, steps, splats, conditionals
/// in the last operand) are not nesting and have no limit.
pub const MAX_NESTING: u32 = 10_000;

/// How many findings one text gives; what is beyond them is counted in a last one.
pub const MAX_DIAGNOSTICS: usize = 1_000;

/// How often the reading of a file is resumed inside a heredoc that is never ended. Each time costs
/// a walk through the rest of the file, so there must be a bound.
pub(crate) const MAX_HEREDOC_RESUMES: u32 = 64;
