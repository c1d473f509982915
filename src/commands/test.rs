//! `hclx test`: what the runs of test files come to.

use std::ffi::OsString;
use std::sync::Arc;

use hclx_analysis::{Question, Verdict};
use hclx_diag::counted;

use crate::cli::{Operand, Subcommand, Test};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::specs::Specs;
use crate::tested::{self, Tests};
use crate::{flags, output};

/// The subcommand `test`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "test",
    about: "Predict what `terraform test` reports, without running anything",
    more: "Examples:\n  hclx test                          the tests of all modules below this directory\n  \
           hclx test modules/network --deny-open\n  \
           hclx test --filter 'tests/web*:default'   some runs of some files\n  \
           terraform test $(hclx test --open-filters)   run only what is not decided\n\n\
           Exit codes: 0 no run fails, 1 a run fails, or with --deny-open is open, 2 no test file, unreadable file\n\
           or invalid flag.",
    operands: &[Operand {
        name: "DIR",
        required: false,
        many: true,
        help: "Directories of modules; default: this directory",
    }],
    flags: &[
        &flags::FORMAT_TEST,
        &flags::FILTER,
        &flags::TEST_DIRECTORY,
        &flags::DENY_OPEN,
        &flags::OPEN_FILTERS,
        &flags::ALLOW_EMPTY,
        &flags::DIALECT,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::PROVIDER_SCHEMA,
        &flags::NO_SCHEMA_CACHE,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.test()?),
};

fn run(asked: &Test) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let Some(run) = judged(asked, &mut inputs)? else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    let tests = Tests::of(&run, &asked.filters);
    match asked.format.as_deref() {
        _ if asked.open_filters => output::answer(&tests.open_filters())?,
        Some("json") => tested::json::print(asked, &tests, &run.sources)?,
        _ => output::answer(tested::text::written(&tests, &run.sources).trim_end())?,
    }
    let failed = inputs.complain(&asked.look)?;
    if tests.files.is_empty() && !asked.allow_empty {
        output::say("hclx: no test file is found");
        return Ok(Exit::Failed);
    }
    if let Some(exit) = failed {
        return Ok(exit);
    }
    let is_bad = |verdict: Verdict| verdict == Verdict::Fails || asked.deny_open && verdict == Verdict::Open;
    let exit = if tests.runs().any(|run| is_bad(run.verdict)) { Exit::Bad } else { Exit::Good };
    if asked.deny_open && !asked.look.quiet && exit == Exit::Bad {
        let open = tests.runs().filter(|run| run.verdict == Verdict::Open).count();
        if open > 0 {
            output::say(&format!("{} not decided", counted(open, "run")));
        }
    }
    // the process is about to end: the system frees everything at once
    std::mem::forget(run);
    Ok(exit)
}

/// Judges the modules with test files below the directories.
fn judged(asked: &Test, inputs: &mut Inputs) -> anyhow::Result<Option<Run>> {
    let here = [OsString::from(".")];
    let paths = if asked.paths.is_empty() { &here[..] } else { &asked.paths };
    let mut selection = judging::select(&asked.context, paths, None, inputs);
    let is_of_module = |path: &String| {
        let row = crate::rows().of(hclx_analysis::file_name(path));
        row.is_some_and(|(language, _)| matches!(language.name(), "terraform" | "opentofu"))
    };
    selection.paths.retain(is_of_module);
    let question = Question::Tests(Arc::from(asked.directory.as_str()));
    judging::judge_selection(&asked.context, inputs, Specs::default(), &|_| Ok(question.clone()), selection)
}
