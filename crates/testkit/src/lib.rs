//! Fixtures for the tests of all crates: recorded vectors, markdown suites, golden files.
//!
//! Only tests use this crate, and it uses no other crate of hclx: callers describe findings and values with
//! plain numbers and strings. Out of scope: anything specific to HCL.
//!
//! # Vectors Recorded questions and answers, one JSON object per line, under `tests/vectors`. Every vector
//! counts: intentional deviations are in a list of exceptions with reasons, and an exception that no longer
//! deviates is also a failure.
//! ```no_run
//! use hclx_testkit::{Tally, vectors};
//!
//! let mut tally = Tally::new("type-level conversion").except(&[("conv-1", "exact integers are kept")]);
//! for vector in vectors("cty/convert.jsonl") {
//!     tally.run(&vector, || {
//!         let (from, to) = (vector.str("from"), vector.str("to"));
//!         if from == to { Ok(()) } else { Err(format!("{from} is not {to}")) }
//!     });
//! }
//! tally.finish();
//! ```
//!
//! # Suites
//! A suite is a markdown file under `tests/suite`: prose and, under each heading, code blocks with findings
//! below the lines that they refer to.
//! ````markdown
//! # Operators
//!
//! ## text is not a number
//!
//! The operand is named, not the whole expression.
//!
//! ```hcl
//! a = 1 + "x"
//! #       ^^^ error[HX2001] the right operand of `+` must be a number, found a string that is not a number
//! #   help: write a number
//! b = a + 1
//! #: number
//! c = 2 * 3
//! #= 6
//! ```
//! ````
//! * `^^^` points at columns of the line above, `@1-4` specifies them as numbers where carets would not fit
//!   next to the `#` (the end is exclusive; `@5-5` is the empty range before column 5). Columns count
//!   grapheme clusters from 1. The severity, the code if there is one, and the message follow. A secondary
//!   location of a finding is written the same way, with the severity `label` and no code.
//! * `#   help:` lines belong to the finding above them.
//! * `#: type` and `#= value` are the type and value of the line above. Only those that are present are
//!   checked, and blessing fills in empty ones; findings are always compared.
//! * Markers are **not** part of the source: the caller receives the source without them, and its outcome
//!   refers to the lines of that source. So a marker may be inside a heredoc or after an unclosed quote
//!   without changing what the parser sees, and blessing twice results in the same file.
//! * A finding without a location or over several lines, and every finding in a language without `#`
//!   comments (`json`), is in a separate block after the source:
//!   ````markdown
//!   ```findings
//!   3:5-4:2 error[HX1001] the text
//!     help: an action
//!   - error[HX5001] a finding without a place
//!   ```
//!   ````
//! * Each block of a source language is a case of its own. Blocks with `file=NAME` after the language (````
//!   ```tf file=modules/web/main.tf ````) that follow each other under one heading are the files of one case.
//!   Other options after the language are for the caller ([`File::arg`]). Blocks of other languages, and any
//!   block with `as=NAME`, are [extras](Case::extra) of the preceding case or, if no case precedes them under
//!   that heading, of the first one.
//!
//! With `HCLX_BLESS=1` in the environment, the markers are rewritten to the actual outcome, in one canonical
//! form; without it, a suite fails if that would change it.

mod bless;
mod diff;
mod document;
mod example;
mod markers;
mod root;
mod suite;
mod tally;
mod vectors;

pub use bless::{blessing, golden};
pub use document::{Case, File};
pub use example::files_of_example;
pub use markers::{Finding, Note, Outcome, Place};
pub use root::workspace_root;
pub use suite::{cases, run_suites};
pub use tally::{Tally, excepted, exceptions};
pub use vectors::{Vector, vectors};
