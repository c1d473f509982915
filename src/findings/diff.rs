//! Unified diffs, in the format of `patch` and `git apply`.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use hclx_report::{Op, script};

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The maximum product of the line counts of two middle parts that are compared line by line.
// The table of such a comparison takes 16 MB.
const MOST_COMPARED: usize = 4_000_000;

/// Writes the difference between two files; nothing if they are equal.
///
/// # Errors
/// The errors of the writer.
pub(super) fn write(path: &str, old: &[u8], new: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let (before, after) = (lines(old), lines(new));
    let ops = compare(&before, &after);
    if ops.iter().all(|op| *op == Op::Same) {
        return Ok(());
    }
    writeln!(out, "--- a/{path}\n+++ b/{path}")?;
    for hunk in hunks(&ops) {
        write_hunk(&before, &after, &ops, hunk, out)?;
    }
    Ok(())
}

/// The lines of a new text, counted from 1, that the old one does not have at the same place. If lines were
/// only removed, the adjacent lines count. Both kinds of line breaks are equal, because a checkout may
/// convert them.
pub(super) fn changed_lines(old: &[u8], new: &[u8]) -> Vec<RangeInclusive<u32>> {
    let range = |run: &Run| {
        if run.added == 0 { run.line..=run.line + 1 } else { run.line + 1..=run.line + run.added }
    };
    runs(old, new).iter().map(range).collect()
}

/// The lines of a new text, counted from 1, in changes that added more lines than they removed.
pub(super) fn added_lines(old: &[u8], new: &[u8]) -> Vec<RangeInclusive<u32>> {
    let grown = |run: &Run| (run.added > run.removed).then_some(run.line + 1..=run.line + run.added);
    runs(old, new).iter().filter_map(grown).collect()
}

/// A run of changed lines.
struct Run {
    /// The number of lines of the new text before it.
    line: u32,
    added: u32,
    removed: u32,
}

fn runs(old: &[u8], new: &[u8]) -> Vec<Run> {
    let (before, after) = (bare_lines(old), bare_lines(new));
    let mut runs = Vec::new();
    let mut line = 0_u32;
    for run in compare(&before, &after).chunk_by(|one, other| (*one == Op::Same) == (*other == Op::Same)) {
        let removed = run.iter().filter(|op| **op == Op::Removed).count() as u32;
        let kept = run.len() as u32 - removed;
        if run[0] != Op::Same {
            runs.push(Run { line, added: kept, removed });
        }
        line += kept;
    }
    runs
}

/// The lines with their line breaks.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The lines without their line breaks.
fn bare_lines(text: &[u8]) -> Vec<&[u8]> {
    let bare = |line: &[u8]| {
        let end = line.strip_suffix(b"\n").unwrap_or(line);
        end.strip_suffix(b"\r").unwrap_or(end).len()
    };
    lines(text).into_iter().map(|line| &line[..bare(line)]).collect()
}

/// The edit script between two lists of lines: the longest common subsequence between the common start and
/// the common end.
fn compare(old: &[&[u8]], new: &[&[u8]]) -> Vec<Op> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let (a, b) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut ops = vec![Op::Same; start];
    if a.len().saturating_mul(b.len()) > MOST_COMPARED {
        ops.extend(std::iter::repeat_n(Op::Removed, a.len()));
        ops.extend(std::iter::repeat_n(Op::Added, b.len()));
    } else {
        ops.extend(script(a, b));
    }
    ops.extend(std::iter::repeat_n(Op::Same, end));
    ops
}

/// Groups operations into ranges: changes with their context.
fn hunks(ops: &[Op]) -> Vec<std::ops::Range<usize>> {
    let mut hunks: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in ops.iter().enumerate().filter(|(_, op)| **op != Op::Same) {
        let end = (at + 1 + CONTEXT).min(ops.len());
        match hunks.last_mut() {
            // Changes whose contexts touch are in one hunk.
            Some(hunk) if at <= hunk.end + CONTEXT => hunk.end = end,
            _ => hunks.push(at.saturating_sub(CONTEXT)..end),
        }
    }
    hunks
}

fn write_hunk(
    old: &[&[u8]],
    new: &[&[u8]],
    ops: &[Op],
    hunk: std::ops::Range<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = |range: &[Op], other: Op| range.iter().filter(|op| **op != other).count();
    let (mut i, mut j) = (count(&ops[..hunk.start], Op::Added), count(&ops[..hunk.start], Op::Removed));
    let (olds, news) = (count(&ops[hunk.clone()], Op::Added), count(&ops[hunk.clone()], Op::Removed));
    // an empty range is denoted by the line before it
    let first = |at: usize, count: usize| if count == 0 { at } else { at + 1 };
    writeln!(out, "@@ -{},{olds} +{},{news} @@", first(i, olds), first(j, news))?;
    for op in &ops[hunk] {
        let (sign, line) = match op {
            Op::Same => (b" ", old[i]),
            Op::Removed => (b"-", old[i]),
            Op::Added => (b"+", new[j]),
        };
        i += usize::from(*op != Op::Added);
        j += usize::from(*op != Op::Removed);
        out.write_all(sign)?;
        out.write_all(line)?;
        if !line.ends_with(b"\n") {
            out.write_all(b"\n\\ No newline at end of file\n")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str) -> String {
        let mut out = Vec::new();
        write("f", old.as_bytes(), new.as_bytes(), &mut out).expect("a Vec takes everything");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn changes_have_context_and_far_ones_are_apart() {
        assert_eq!(diff("a\n", "a\n"), "");
        let text =
            diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12", "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n11\ntwelve\n");
        assert_eq!(
            text,
            "--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -9,4 +9,4 @@\n 9\n 10\n 11\n\
             -12\n\\ No newline at end of file\n+twelve\n"
        );
        assert_eq!(changed_lines(b"1\n2\r\n3\n", b"1\r\n2\ntwo\n3\n"), [3..=3]);
        assert_eq!(changed_lines(b"1\n2\n3\n", b"1\n3\n4\n"), [1..=2, 3..=3]);
        assert_eq!(diff("", "a\n"), "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n");
        assert_eq!(diff("a\nb\nc\n", "a\nc\n"), "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-b\n c\n");
    }
}
