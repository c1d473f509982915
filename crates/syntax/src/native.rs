//! The entry points of the native syntax parser.
//!
//! Out of scope: the grammar (`parser`).

use std::sync::Arc;

use hclx_diag::code_names::STRAY_BRACKET;
use hclx_diag::{Diagnostic, MAX_SOURCE_BYTES, Severity, SourceId};

use crate::Parsed;
use crate::ast::*;
use crate::build::TreeBuilder;
use crate::indent::Guide;
use crate::parser::{Parser, Scratch};
use crate::token::Token;

/// Parses a file: a body in HCL native syntax. Findings refer to `source`. Never fails: parts that cannot be
/// parsed are missing from the tree and reported in the findings.
///
/// # Panics
///
/// If the source is longer than [`MAX_SOURCE_BYTES`]; code that reads files must reject such files.
pub fn parse_body(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    let (first, unclosed) = read(source, &bytes, Guide::default(), file);
    mended(source, &bytes, first, &unclosed)
}

/// Like [`parse_body`], but also returns the tokens that the parser consumed; none if there are errors.
pub(crate) fn parse_body_taking(
    source: SourceId,
    bytes: Arc<[u8]>,
    room: &mut ParserArena,
) -> (Parsed, Vec<Token>) {
    let mut taken = std::mem::take(&mut room.taken);
    let (first, unclosed) = read_in(room, source, &bytes, Guide::default(), |parser| {
        // real files have such a token every eight bytes
        taken.reserve(bytes.len() / 7);
        parser.taken = Some(std::mem::take(&mut taken));
        let root = file(parser);
        taken = parser.taken.take().unwrap_or_default();
        root
    });
    // The arena takes the tree back for the next parse, so unused space is kept.
    let first = into_parsed(first, TreeBuilder::finish_roomy);
    if first.diagnostics.iter().any(|finding| finding.severity == Severity::Error) {
        taken.clear();
    }
    (mended(source, &bytes, first, &unclosed), taken)
}

/// The memory of trees, which successive parses reuse.
#[derive(Debug, Default)]
pub struct ParserArena {
    tree: Option<Tree>,
    scratch: Scratch,
    pub(crate) taken: Vec<Token>,
}

impl ParserArena {
    /// Reclaims the memory of an unused tree and of its tokens.
    pub(crate) fn take_back(&mut self, parsed: Parsed, mut taken: Vec<Token>) {
        taken.clear();
        self.taken = taken;
        self.tree = Arc::into_inner(parsed.tree).map(Tree::emptied);
    }
}

fn file(parser: &mut Parser<'_, '_>) -> Root {
    Root::Body(parser.file())
}

/// The better of a first parse and a second one that accounts for missing and surplus braces.
fn mended(source: SourceId, bytes: &Arc<[u8]>, first: Parsed, unclosed: &[u32]) -> Parsed {
    let surplus = surplus_braces(&first.diagnostics, bytes);
    if surplus > 0 {
        let again = |surplus| read(source, bytes, Guide { surplus, ..Guide::default() }, file).0;
        // one surplus brace may hide another that indentation still reveals
        let all = again(usize::MAX);
        if all.diagnostics.len() < first.diagnostics.len() {
            return all;
        }
        let second = again(surplus);
        return if second.diagnostics.len() <= first.diagnostics.len() { second } else { first };
    }
    let Some(outermost) = unclosed.last() else { return first };
    // missing braces: the indentation after the outermost unclosed one shows where
    let guide = Guide { from: *outermost, missing: unclosed.len(), ..Guide::default() };
    let (second, _) = read(source, bytes, guide, file);
    // The second parse reports each missing brace, so an equal number of findings is an improvement.
    if second.diagnostics.len() <= first.diagnostics.len().max(unclosed.len()) { second } else { first }
}

/// The number of closing braces that were reported as unmatched.
fn surplus_braces(findings: &[Diagnostic], bytes: &[u8]) -> usize {
    let is_brace = |finding: &&Diagnostic| {
        let at = finding.span.and_then(|span| bytes.get(span.range.start as usize));
        finding.code == STRAY_BRACKET && at == Some(&b'}')
    };
    findings.iter().filter(is_brace).count()
}

/// The openers of brackets that are unclosed at the end of a file, innermost first, found by counting alone.
pub fn unclosed_openers(bytes: &Arc<[u8]>) -> Vec<u32> {
    read(SourceId(0), bytes, Guide::default(), |parser| Root::Body(parser.file())).1
}

/// Parses a source that is one expression; line breaks are insignificant, as inside parentheses.
///
/// # Panics
///
/// Same as [`parse_body`].
pub fn parse_expression(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    read(source, &bytes, Guide::default(), |parser| Root::Expr(parser.bare_expression())).0
}

/// Parses a bare template: literals with `${ }` and `%{ }`, without surrounding quotes and without escapes
/// except `$${` and `%%{`.
///
/// # Panics
///
/// Same as [`parse_body`].
pub fn parse_template(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    read(source, &bytes, Guide::default(), |parser| Root::Expr(parser.bare_template())).0
}

/// Parses a source once; also returns the openers that were not closed at the end.
fn read(
    source: SourceId,
    bytes: &Arc<[u8]>,
    guide: Guide,
    parse: impl FnOnce(&mut Parser<'_, '_>) -> Root,
) -> (Parsed, Vec<u32>) {
    let (read, unclosed) = read_in(&mut ParserArena::default(), source, bytes, guide, parse);
    (into_parsed(read, TreeBuilder::finish), unclosed)
}

/// The parts of a finished parse.
type ParseParts = (TreeBuilder, Root, Vec<Diagnostic>);

fn into_parsed((build, root, diagnostics): ParseParts, finish: fn(TreeBuilder, Root) -> Tree) -> Parsed {
    Parsed { tree: Arc::new(finish(build, root)), diagnostics }
}

/// Like [`read`], in memory that is reused.
fn read_in(
    room: &mut ParserArena,
    source: SourceId,
    bytes: &Arc<[u8]>,
    guide: Guide,
    parse: impl FnOnce(&mut Parser<'_, '_>) -> Root,
) -> (ParseParts, Vec<u32>) {
    assert!(bytes.len() <= MAX_SOURCE_BYTES, "places are 32-bit offsets");
    let mut build = TreeBuilder::new(Language::Native, source, bytes.clone());
    if let Some(tree) = room.tree.take() {
        build.tree = Tree { source: bytes.clone(), ..tree };
    }
    build.expect_bytes(bytes.len());
    let comments = std::mem::take(&mut build.tree.comments);
    let mut parser = Parser::new(bytes, &mut build, false);
    parser.guide = guide;
    parser.scratch = std::mem::take(&mut room.scratch);
    parser.lexer.comments = comments;
    let root = parse(&mut parser);
    let unclosed = std::mem::take(&mut parser.guide.unclosed);
    room.scratch = std::mem::take(&mut parser.scratch);
    room.scratch.clear();
    let diagnostics = parser.finish();
    ((build, root, diagnostics), unclosed)
}
