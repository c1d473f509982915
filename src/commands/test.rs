//! `hclx test`: the results of the runs of test files.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::{Question, Verdict};
use hclx_diag::counted;
use hclx_report::Format;

use crate::cli::{Operand, Subcommand, Test};
use crate::exit::Exit;
use crate::files::Selection;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::specs::Specs;
use crate::tested::{self, Tests};
use crate::watching::watch;
use crate::{flags, modules, output};

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
        &flags::WATCH,
        &flags::TEST_DIRECTORY,
        &flags::DENY_OPEN,
        &flags::COVERAGE,
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
        &flags::VERBOSE_TEST,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.test()?),
};

fn run(asked: &Test) -> anyhow::Result<Exit> {
    if !asked.watch {
        return Ok(once(asked)?.0);
    }
    let names = || {
        // settings may change too, so they are read each time; the run itself reports errors in them
        let mut inputs = Inputs::default();
        inputs.configure(&asked.context.settings);
        let mut names = selection(asked, &inputs).paths;
        names.extend(inputs.sources.iter().map(|(_, source)| source.name().to_owned()));
        names
    };
    watch(&mut || once(asked), &names)
}

/// Checks the runs once, and returns the names of the files that were read.
fn once(asked: &Test) -> anyhow::Result<(Exit, Vec<String>)> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok((exit, Vec::new()));
    }
    for path in asked.paths.iter().filter(|path| *path != "-") {
        modules::ensure_existing(Path::new(path))?;
    }
    let Some(run) = judged(asked, &mut inputs)? else {
        return Ok((inputs.complain(&asked.look)?.unwrap_or(Exit::Failed), Vec::new()));
    };
    let read = run.sources.iter().map(|(_, source)| source.name().to_owned()).collect();
    let exit = answered(asked, &run, &mut inputs)?;
    // the process is about to end: the system frees everything at once
    if !asked.watch {
        std::mem::forget(run);
    }
    Ok((exit, read))
}

/// Prints the verdicts.
fn answered(asked: &Test, run: &Run, inputs: &mut Inputs) -> anyhow::Result<Exit> {
    let tests = Tests::of(run, &asked.filters);
    let format = asked.format.as_deref().unwrap_or("text");
    match (format, Format::from_name(format)) {
        ("coverage", _) => output::answer(tested::coverage::report(&tests, &run.sources).trim_end())?,
        ("filters", _) => output::answer(&tests.open_filters())?,
        ("json", _) => tested::json::print(asked, &tests, &run.sources)?,
        ("junit", _) => tested::reports::print_junit(&tests, &run.sources)?,
        (_, Some(format)) => tested::reports::print_findings(format, &tests, &run.sources)?,
        _ => output::answer(tested::text::written(&tests, &run.sources).trim_end())?,
    }
    let failed = inputs.complain(&asked.look)?;
    if tests.files.is_empty() && !asked.allow_empty {
        complain_about_nothing(asked, run);
        return Ok(Exit::Failed);
    }
    if let Some(exit) = failed {
        return Ok(exit);
    }
    let is_bad = |verdict: Verdict| verdict == Verdict::Fails || asked.deny_open && verdict == Verdict::Open;
    let failing = tests.runs().filter(|run| is_bad(run.verdict)).count();
    let exit = if failing > 0 { Exit::Bad } else { Exit::Good };
    if failing > 0 && format == "coverage" && !asked.look.quiet {
        let fail = if failing == 1 { "fails" } else { "fail" };
        output::say(&format!("{} {fail}: `hclx test` says why", counted(failing, "run")));
    }
    let open = tests.count(Verdict::Open);
    if asked.deny_open && !asked.look.quiet && open > 0 {
        output::say(&format!("{} not decided", counted(open, "run")));
    }
    Ok(exit)
}

/// Reports that there are no runs, and what could select one.
fn complain_about_nothing(asked: &Test, run: &Run) {
    let of_runs = |filter: &&String| Tests::of(run, &[format!("*:{filter}")]).runs().next().is_some();
    let (message, help) = match &asked.filters[..] {
        [] => (
            "no test file is found",
            format!(
                "tests are in files named `*.tftest.hcl`, beside a module or in its directory `{}`",
                asked.directory
            ),
        ),
        filters => {
            let named = filters.iter().filter(|filter| !filter.contains(':')).find(of_runs);
            let help = named.map_or_else(
                || "`hclx test` without it lists the files and their runs".to_owned(),
                |name| format!("`--filter '*:{name}'` selects runs by their names"),
            );
            ("no run matches `--filter`", help)
        }
    };
    output::say(&format!("hclx: {message}\n  help: {help}; `--allow-empty` accepts this"));
}

/// The files of the modules below the directories.
fn selection(asked: &Test, inputs: &Inputs) -> Selection {
    let here = [OsString::from(".")];
    let paths = if asked.paths.is_empty() { &here[..] } else { &asked.paths };
    let mut selection = judging::select(&asked.context, paths, None, inputs);
    let is_of_module = |path: &String| {
        let row = crate::rows().of(hclx_analysis::file_name(path));
        row.is_some_and(|(language, _)| {
            matches!(language.row().name, "terraform" | "opentofu" | "terraform-policy")
        })
    };
    selection.paths.retain(is_of_module);
    selection
}

/// Checks the modules with test files below the directories.
fn judged(asked: &Test, inputs: &mut Inputs) -> anyhow::Result<Option<Run>> {
    let selection = selection(asked, inputs);
    let directory = Arc::from(asked.directory.as_str());
    let question = Question::Tests { directory, has_values: asked.look.verbose > 0 };
    judging::judge_selection(&asked.context, inputs, Specs::default(), &|_| Ok(question.clone()), selection)
}
