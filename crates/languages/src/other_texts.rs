//! Files that are named like HCL but contain something else: a page, a script, YAML, prose. One error says what the
//! file contains; errors about its lines would add nothing.

/// Contents found in place of HCL.
struct OtherText {
    /// The noun with its article, as it follows "found".
    title: &'static str,
    /// The minimum number of syntax errors; with fewer, the file is more likely HCL with mistakes.
    fewest_errors: usize,
    /// Returns `true` for the lines of such a file, without blank ones at the start and end.
    is_it: fn(&[&[u8]]) -> bool,
}

/// The kinds, most specific first.
const KINDS: &[OtherText] = &[
    OtherText {
        title: "a web page",
        fewest_errors: 1,
        is_it: |lines| begins(lines, &[b"<!doctype html", b"<html"]),
    },
    OtherText { title: "XML", fewest_errors: 1, is_it: |lines| begins(lines, &[b"<?xml"]) },
    OtherText {
        title: "a patch",
        fewest_errors: 1,
        is_it: |lines| begins(lines, &[b"diff --git ", b"--- a/"]),
    },
    OtherText {
        title: "a script",
        fewest_errors: 2,
        is_it: |lines| begins(lines, &[b"#!"]) && most(lines, is_other),
    },
    OtherText {
        title: "YAML",
        fewest_errors: 2,
        is_it: |lines| begins(lines, &[b"---"]) && most(lines, is_yaml),
    },
    OtherText { title: "YAML", fewest_errors: FEWEST_LINES, is_it: |lines| most(lines, is_yaml) },
    OtherText { title: "text", fewest_errors: FEWEST_LINES, is_it: |lines| most(lines, is_other) },
];

/// The minimum number of lines with errors; with fewer, the file is more likely HCL with mistakes.
const FEWEST_LINES: usize = 4;

/// The noun for the contents of a native syntax file that is not HCL. `errors` is the number of its syntax errors.
pub fn other_text(bytes: &[u8], errors: usize) -> Option<&'static str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii();
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    if lines.iter().any(|line| line_starts_block(line)) {
        return None;
    }
    KINDS.iter().find(|kind| errors >= kind.fewest_errors && (kind.is_it)(&lines)).map(|kind| kind.title)
}

/// Returns `true` for a line that starts with a block header and ends with its opening brace.
pub fn line_starts_block(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_alphabetic) && line.trim_ascii_end().ends_with(b"{")
}

/// Returns `true` for a line that, by itself, may be part of HCL: one that is blank, is a comment or a block, sets a
/// name, or starts or ends with a bracket.
pub fn reads_as_hcl(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return true };
    let is_comment = *first == b'#' || line.starts_with(b"//") || line.starts_with(b"/*");
    let is_block = first.is_ascii_alphabetic() && *last == b'}' && line.contains(&b'{');
    is_comment
        || is_block
        || matches!(last, b'{' | b'[' | b'(' | b',')
        || b"}])\"".contains(first)
        || sets_name(line)
}

/// Returns `true` for `NAME =`.
fn sets_name(line: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let end = line.iter().position(|byte| !is_part(byte)).unwrap_or(line.len());
    let rest = line[end..].trim_ascii_start();
    end > 0 && rest.starts_with(b"=") && !rest.starts_with(b"==")
}

fn begins(lines: &[&[u8]], starts: &[&[u8]]) -> bool {
    let begins_with = |start: &&[u8]| {
        let beginning = lines.first().and_then(|line| line.get(..start.len()));
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
    };
    starts.iter().any(begins_with)
}

/// Returns `true` if a predicate holds for at least two lines, and for three quarters of those that are neither blank
/// nor comments.
fn most(lines: &[&[u8]], is_meant: fn(&[u8]) -> bool) -> bool {
    let is_content = |line: &&&[u8]| {
        let line = line.trim_ascii();
        !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"//")
    };
    let (mut all, mut meant) = (0, 0);
    for line in lines.iter().filter(is_content) {
        all += 1;
        meant += usize::from(is_meant(line));
    }
    meant >= 2 && 4 * meant >= 3 * all
}

fn is_other(line: &[u8]) -> bool {
    !reads_as_hcl(line)
}

/// Returns `true` for a line of YAML: `---`, a list entry, or a key with a colon, without braces and `=`.
fn is_yaml(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line == b"---" || line == b"-" || line.starts_with(b"- ") {
        return true;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./\"' ".contains(byte);
    let end = line.iter().position(|byte| !is_part(byte)).unwrap_or(line.len());
    let rest = &line[end..];
    end > 0 && rest.starts_with(b":") && rest.get(1).is_none_or(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::other_text;

    #[test]
    fn contents_tell_what_a_file_holds() {
        let cases = [
            ("<!DOCTYPE html>\n<html>\n</html>\n", 1, Some("a web page")),
            ("<?xml version=\"1.0\"?>\n<a/>\n", 1, Some("XML")),
            ("diff --git a/x b/x\n-a = 1\n+a = 2\n", 3, Some("a patch")),
            ("#!/bin/sh\nset -e\necho \"$1\"\nterraform init\n", 3, Some("a script")),
            ("---\nname: x\nlist:\n  - a\n  - b: 1\n", 2, Some("YAML")),
            ("name: x\nlist:\n  - a\n  - b: 1\n", 4, Some("YAML")),
            ("# Notes\n\nRun it first.\nThen look.\n- one\n- two\nIt works.\n", 5, Some("text")),
            // HCL with mistakes
            ("a: 1\nb: 2\n", 2, None),
            (
                "variable \"a\" { type = string; default = 1 }\nvariable \"b\" { type = string; default = 2 }\n",
                4,
                None,
            ),
            ("a: 1\nb: 2\nc = 3\nd = 4\n", 4, None),
            ("resource \"a\" \"b\" {\n  one\n  two\n  three\n  four\n}\n", 4, None),
            ("a = <<EOT\none\ntwo\nthree\nfour\nfive\n", 1, None),
            ("#!/usr/bin/env hclx\na = 1\nb = \n", 1, None),
        ];
        for (text, errors, found) in cases {
            assert_eq!(other_text(text.as_bytes(), errors), found, "{text}");
        }
    }
}
