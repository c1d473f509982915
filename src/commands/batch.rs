//! `hclx batch`: questions as JSON lines on stdin, answers on stdout.

use std::io::{BufRead, BufReader, Read, Write};

use hclx_analysis::types::TypeReader;

use crate::cli::{Batch, Subcommand};
use crate::exit::Exit;
use crate::{flags, output, protocol};

/// The longest line that is read is the limit of bytes divided by this; a longer one gets an error answer.
const LINES_IN_MEMORY: u64 = 2;

/// The maximum length of an answer in bytes, unless [`BYTES_PER_BYTE`] for each byte of the question is more.
const LONGEST_ANSWER: u64 = 8 << 20;
/// A long question may have a long answer.
const BYTES_PER_BYTE: u64 = 16;

/// The row of `batch`.
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
    let mut out = output::stdout();
    let mut line = Vec::new();
    let types = TypeReader::default();
    while read_line(&mut input, &mut line, longest)? {
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let limit = LONGEST_ANSWER.max(BYTES_PER_BYTE * line.len() as u64).min(limits.bytes);
        let mut written = Ok(Vec::new());
        let mut write = |answer: protocol::Answer<'_>| written = written_within(limit, answer);
        if line.len() > longest {
            write(protocol::too_long(longest));
        } else {
            protocol::answer(text, &types, limits, &mut write);
        }
        let text = written?;
        out.write_all(&text)?;
        out.write_all(b"\n")?;
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Exit::Good)
}

/// The serialized answer, or an error for one that is too long.
fn written_within(limit: u64, mut answer: protocol::Answer<'_>) -> anyhow::Result<Vec<u8>> {
    protocol::text(&answer, false, limit).or_else(|_| {
        let refused = protocol::answer_too_long(limit).with_id(answer.take_id());
        protocol::text(&refused, false, u64::MAX).map_err(|reason| anyhow::anyhow!(reason))
    })
}

/// Reads one line into `line`; of a line beyond the limit the rest is passed over, so that memory
/// stays bounded. False at the end of the input.
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
