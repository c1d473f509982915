//! `hclx batch`: questions as JSON lines on stdin, answers on stdout.

use std::io::{BufRead, BufReader, Read, Write};

use hclx_analysis::types::TypeReader;

use crate::cli::{Batch, Subcommand};
use crate::exit::Exit;
use crate::{flags, output, protocol};

/// The memory limit divided by this is the maximum length of a line; a longer line gets an error answer.
const LINES_IN_MEMORY: u64 = 2;

/// The subcommand `batch`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "batch",
    about: "Answer questions given as JSON lines on standard input",
    more: "Example:\n  echo '{\"op\": \"unify\", \"types\": [\"int\", \"string\"]}' | hclx batch\n\n\
           Operations: parse, type, assignable, convert, convert_value, unify, refine, range, msgpack,\n\
           eval, eval_body, infer.\n\
           Answers are in the order of the questions, each with the question's `id`, and are flushed\n\
           whenever no complete line is waiting. The answer to a malformed line is an error; the run continues.",
    operands: &[],
    flags: &[&flags::MAX_MEMORY, &flags::MAX_STEPS],
    run: |matches| run(&matches.batch()?),
};

fn run(asked: &Batch) -> anyhow::Result<Exit> {
    let limits = asked.most.limits();
    let longest = usize::try_from(limits.bytes / LINES_IN_MEMORY).unwrap_or(usize::MAX);
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut out = output::data();
    let mut line = Vec::new();
    let types = TypeReader::default();
    while read_line(&mut input, &mut line, longest)? {
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let answer = match line.len() > longest {
            true => protocol::text(&protocol::too_long(longest), false, u64::MAX),
            false => protocol::answered(text, &types, limits),
        };
        let text = answer.map_err(|reason| anyhow::anyhow!(reason))?;
        out.write_all(&text)?;
        out.write_all(b"\n")?;
        // A client may wait for this answer before it sends the next question.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Exit::Good)
}

/// Reads one line into `line`. The part beyond the limit is skipped, so that memory stays bounded.
/// Returns `false` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, longest: usize) -> std::io::Result<bool> {
    line.clear();
    line.shrink_to(1 << 20);
    let read = input.by_ref().take(longest as u64 + 1).read_until(b'\n', line)?;
    if line.len() > longest {
        skip_line(input)?;
    }
    Ok(read > 0)
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
