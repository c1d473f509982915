//! The limits of the parsers: exceeding one results in a finding, never in a failure.
//!
//! Out of scope: the maximum length of a source (`hclx_diag::MAX_SOURCE_BYTES`), which the code that reads
//! files must check.

/// The maximum nesting of brackets, blocks, templates, directives, unary operators and middle operands of
/// conditionals. Chains (binary operators, steps, splats, conditionals in the last operand) are not nested
/// and have no limit.
pub const MAX_NESTING: u32 = 10_000;

/// The maximum number of findings in one source; a last finding counts the others.
pub const MAX_DIAGNOSTICS: usize = 1_000;

/// The maximum number of times that parsing is resumed inside an unterminated heredoc. Each resumption scans
/// the rest of the file, so their number must be bounded.
pub(crate) const MAX_HEREDOC_RESUMES: u32 = 64;
