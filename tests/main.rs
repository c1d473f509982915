//! The tests of the project as a whole, in one binary: layering, house rules, the command line, suites. Tests
//! of one crate are in that crate.

mod absent_parts;
mod browser;
mod by_data;
mod cache;
mod completions;
mod context;
mod delivered;
mod differences;
mod edits;
mod fetch;
mod findings;
mod fixes;
mod generate;
mod git;
mod hostile;
mod kinds_of_files;
mod layers;
mod limits;
mod links;
mod lsp;
mod matrix;
mod names;
mod new_features;
mod playground;
mod printing;
mod public_runs;
mod repositories;
mod second_reader;
mod secrets;
mod style;
mod suite;
mod tidy;
mod transcripts;
mod tutorial;
mod unsearched;
mod uses;
mod versions;
mod watch;
mod ways;
mod writing;
mod wrong_arguments;

/// The program under test. `HCLX_TEST_PROGRAM` names another build of it, such as a build for another system.
fn program() -> std::path::PathBuf {
    std::env::var_os("HCLX_TEST_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_hclx").into()).into()
}
