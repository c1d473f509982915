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

/// The maximum number of expressions and blocks in one source: about 100 bytes each in memory.
pub const MAX_NODES: usize = 4_000_000;

/// The maximum number of times that parsing is resumed inside an unterminated heredoc. Each resumption scans
/// the rest of the file, so their number must be bounded.
pub(crate) const MAX_HEREDOC_RESUMES: u32 = 64;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hclx_diag::SourceId;

    use super::*;

    #[test]
    fn the_rest_of_a_source_with_too_many_nodes_is_not_read() {
        let many = "0,".repeat(MAX_NODES + 10);
        let native = crate::parse_body(SourceId(0), Arc::from(format!("x = [{many}]\ny = ?\n").as_bytes()));
        let json =
            crate::parse_json(SourceId(0), Arc::from(format!("{{\"x\": [{many}0], \"y\": ?}}").as_bytes()));
        let blocks = crate::parse_body(SourceId(0), Arc::from("a {}\n".repeat(MAX_NODES + 10).as_bytes()));
        for parsed in [native, json, blocks] {
            let said: Vec<_> = parsed.diagnostics.iter().map(|one| (one.code.id(), &*one.message)).collect();
            let limit = "the source has more than the limit of 4000000 expressions and blocks";
            assert_eq!(said, [("HX0011", limit)]);
        }
    }
}
