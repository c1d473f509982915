//! Recognizes Pulumi programs among `*.pp` files, because Puppet manifests and Powerpipe dashboards have the same
//! suffix.
//!
//! The rules are based on typical files of the three languages. Out of scope: parsing Puppet.

use hclx_analysis::Recognition;
use hclx_diag::SourceId;
use hclx_syntax::ast::{Block, Item, Root, Tree};

/// Block types that occur only in Pulumi programs.
const OURS: &[&str] = &["config", "resource", "read", "output", "component", "hook", "package", "pulumi"];

/// Block types of Powerpipe, which is treated as plain HCL.
const POWERPIPE: &[&str] = &[
    "mod",
    "benchmark",
    "control",
    "dashboard",
    "query",
    "variable",
    "locals",
    "category",
    "card",
    "chart",
    "container",
    "table",
    "detection",
    "detection_benchmark",
    "graph",
    "node",
    "edge",
    "hierarchy",
    "flow",
    "image",
    "input",
    "text",
    "with",
];

/// Keywords of Puppet definitions.
const DEFINITIONS: &[&str] = &["class", "define", "node", "plan", "function", "application", "site"];

/// The language that a file's contents suggest.
pub(super) fn recognise(bytes: &[u8]) -> Recognition {
    let parsed = hclx_syntax::parse_body(SourceId(0), bytes.into());
    let broken = parsed.diagnostics.iter().any(hclx_diag::Diagnostic::is_error);
    let blocks = top_blocks(&parsed.tree);
    // Lines are searched for signs of Puppet only in broken sources: valid HCL has `=>`, too.
    if !broken {
        // A manifest that happens to be valid HCL contains definitions with unquoted names.
        let bare = |block: &&Block| !is_quoted(&parsed.tree, block);
        if blocks.iter().filter(bare).any(|block| DEFINITIONS.contains(&name(&parsed.tree, block))) {
            return Recognition::Foreign("Puppet");
        }
    } else if looks_like_puppet(&blanked(bytes)) {
        return Recognition::Foreign("Puppet");
    }
    if blocks.iter().any(|block| POWERPIPE.contains(&name(&parsed.tree, block))) {
        return Recognition::Unknown;
    }
    Recognition::Mine
}

fn name<'t>(tree: &'t Tree, block: &Block) -> &'t str {
    tree.text(block.block_type.text)
}

/// Returns `true` if the first label is quoted, which makes its range longer than its contents.
fn is_quoted(tree: &Tree, block: &Block) -> bool {
    let first = tree.slice(block.labels).first();
    first.is_some_and(|label| label.range.len() as usize > tree.text(label.text).len())
}

fn top_blocks(tree: &Tree) -> Vec<Block> {
    let Root::Body(body) = tree.root() else { return Vec::new() };
    let block = |item: &Item| match item {
        Item::Block(block) => Some(*tree.node(*block)),
        Item::Attribute(_) => None,
    };
    tree.slice(tree.body(body).items).iter().filter_map(block).collect()
}

/// Returns `true` if a source that is not HCL has a sign of Puppet, and no block of Pulumi or Powerpipe with a quoted
/// label.
fn looks_like_puppet(text: &str) -> bool {
    let mut found = false;
    for line in text.lines() {
        let line = line.trim_start();
        let word: &str = &line[..line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len())];
        let rest = line[word.len()..].trim_start();
        if rest.starts_with('"') && (OURS.contains(&word) || POWERPIPE.contains(&word)) {
            // a node of Puppet is quoted like one of Powerpipe
            if DEFINITIONS.contains(&word) {
                continue;
            }
            return false;
        }
        found |= is_puppet_line(line, word, rest);
    }
    found
}

fn is_puppet_line(line: &str, word: &str, rest: &str) -> bool {
    let starts_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == ':' || c == '_');
    let quoted = |text: &str| text.starts_with(['\'', '"']);
    if line.contains("=>") || has_qualified_name(line) {
        return true;
    }
    if let Some(variable) = line.strip_prefix('$') {
        return starts_name(variable) && variable.contains('=');
    }
    // a title, as in `class { 'a': }`, takes precedence over other meanings of the keyword
    let title = rest.strip_prefix('{').map(str::trim_start).filter(|title| quoted(title));
    let after_title = title.and_then(|title| title[1..].split_once(&title[..1])).map(|(_, after)| after);
    if !word.is_empty() && after_title.is_some_and(|after| after.trim_start().starts_with(':')) {
        return true;
    }
    let upper = word.starts_with(char::is_uppercase);
    match word {
        "" => {
            let inner = line.trim_start_matches('@');
            inner.len() < line.len() && inner.contains('{')
        }
        "include" | "require" | "contain" => starts_name(rest) || quoted(rest),
        "case" | "if" | "unless" => rest.ends_with('{'),
        "type" => rest.starts_with(char::is_uppercase),
        _ if DEFINITIONS.contains(&word) => {
            (starts_name(rest) || quoted(rest)) && rest.contains(['(', '{']) || rest.ends_with('{')
        }
        _ if upper => rest.starts_with(['{', '[']),
        _ => match rest.strip_prefix('{') {
            Some(title) => {
                let title = title.trim_start();
                title.starts_with(['[', '$']) || quoted(title) && title.trim_end().ends_with([':', ','])
            }
            None => false,
        },
    }
}

/// Returns `true` if a line contains a qualified name such as `a::b`.
fn has_qualified_name(line: &str) -> bool {
    line.match_indices("::").any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 2..].chars().next();
        before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            && after.is_some_and(|c| c.is_alphabetic() || c == '_')
    })
}

/// The source with the contents of strings, heredocs and comments blanked out.
fn blanked(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(text.len());
    let mut heredoc: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut in_comment = false;
    for line in text.split_inclusive('\n') {
        if let Some(end) = &heredoc {
            if line.trim() == end {
                heredoc = None;
            }
            out.push('\n');
            continue;
        }
        heredoc = blank_line(line, &mut quote, &mut in_comment, &mut out);
    }
    out
}

/// Blanks out one line, and returns the end marker of a heredoc that starts on it.
fn blank_line(
    line: &str,
    quote: &mut Option<char>,
    in_comment: &mut bool,
    out: &mut String,
) -> Option<String> {
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        if *in_comment {
            if c == '*' && next == Some('/') {
                *in_comment = false;
                chars.next();
            }
            out.push(if c == '\n' { '\n' } else { ' ' });
            continue;
        }
        if let Some(open) = *quote {
            match c {
                '\\' => drop(chars.next()),
                c if c == open => {
                    *quote = None;
                    out.push(c);
                    continue;
                }
                _ => {}
            }
            out.push(if c == '\n' { '\n' } else { ' ' });
            continue;
        }
        match (c, next) {
            ('"' | '\'', _) => *quote = Some(c),
            ('#', _) | ('/', Some('/')) => {
                out.push('\n');
                return None;
            }
            ('/', Some('*')) => *in_comment = true,
            ('<', Some('<')) => {
                let word = line[at + 2..].trim_start_matches('-').trim();
                if !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_') {
                    out.push('\n');
                    return Some(word.to_owned());
                }
            }
            _ => {}
        }
        out.push(c);
    }
    None
}
