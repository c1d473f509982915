//! `hclx decode`: decodes a configuration with an `hcldec` specification, with the flags, output and
//! exit codes of `hcldec`.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use hclx_diag::Sources;
use hclx_eval::Budget;
use hclx_languages::hcldec::{self, Answer, ReferenceFinding, Reply, Request};
use hclx_report::{Format, Summary, render};

use crate::cli::{self, Decode, Operand, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::writing::WriteBatch;
use crate::{files, names, output};

/// The subcommand `decode`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: cli::DECODE,
    about: "Decode a configuration with an hcldec specification, like hcldec",
    more: "Examples:\n  hclx decode --spec app.hcldec app.hcl          the value as JSON\n  \
           hclx decode --spec app.hcldec < app.hcl        from standard input\n  \
           hclx decode -s app.hcldec -V '{\"env\": \"test\"}' base.hcl more.hcl.json\n  \
           ln -s $(command -v hclx) hcldec                a drop-in for hcldec\n\n\
           Exit codes: 0 decoded, 2 invalid input, 1 the result cannot be printed.",
    operands: &[Operand {
        name: "FILE",
        required: false,
        many: true,
        help: "Files, merged into one; JSON if the name ends in .json; default: standard input",
    }],
    flags: &[
        &flags::SPEC,
        &flags::VARS,
        &flags::OUTPUT,
        &flags::DIAGS,
        &flags::WITH_TYPE,
        &flags::VAR_REFS,
        &flags::KEEP_NULLS,
        &flags::VERSION,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::COLOR,
    ],
    run: |matches| run(&matches.decode()?),
};

fn run(asked: &Decode) -> anyhow::Result<Exit> {
    if asked.version {
        // hcldec prints only the number
        let name = if cli::is_hcldec() { "" } else { "hclx " };
        output::answer(&format!("{name}{}", env!("CARGO_PKG_VERSION")))?;
        return Ok(Exit::Good);
    }
    let Some(spec) = &asked.spec else {
        return failed("the --spec=... argument is required");
    };
    let files: Vec<String> = asked.files.iter().map(|file| names::text(Path::new(file))).collect();
    let most = asked.look.most;
    let mut read = |name: Option<&str>| {
        let name = OsString::from(name.unwrap_or("-"));
        let text = files::read_one(&name, "<stdin>", most.longest_source());
        text.map(|text| text.bytes).map_err(|error| error.root_cause().to_string())
    };
    let request = Request {
        spec: &names::text(Path::new(spec)),
        vars: &asked.vars,
        files: &files,
        with_type: asked.form.with_type,
        keep_nulls: asked.form.keep_nulls,
        var_refs: asked.form.var_refs,
    };
    let Answer { sources, reply } = hcldec::run(&request, &mut read, &Budget::new(most.limits()));
    match reply {
        Reply::Text(text) => print(asked, &text),
        Reply::Failed(reason) => failed(&reason),
        Reply::Refused(findings) => {
            complain(asked, &sources, &findings)?;
            // hcldec exits with 2 after diagnostics, and with 1 after any other error.
            Ok(Exit::Failed)
        }
    }
}

/// Prints the result to stdout, or writes it to the file given by `--out`.
fn print(asked: &Decode, text: &str) -> anyhow::Result<Exit> {
    let Some(path) = &asked.out else {
        output::answer(text)?;
        return Ok(Exit::Good);
    };
    let path = Path::new(path);
    match WriteBatch::one(path, format!("{text}\n").into_bytes()) {
        Ok(()) => Ok(Exit::Good),
        Err(error) => failed(&format!("cannot write `{}`: {error:#}", names::text(path))),
    }
}

/// Prints hcldec's message for a run that fails without a diagnostic.
fn failed(reason: &str) -> anyhow::Result<Exit> {
    crate::output::say(&format!("Error: {reason}\n"));
    Ok(Exit::Bad)
}

fn complain(asked: &Decode, sources: &Sources, findings: &[ReferenceFinding]) -> anyhow::Result<()> {
    let mut stderr = output::messages();
    if asked.json_diagnostics {
        writeln!(stderr, "{}", hcldec::diagnostics_json(findings, sources))?;
        return Ok(());
    }
    let diagnostics = ReferenceFinding::for_people(findings.iter().cloned());
    let style = output::style_of_messages(&asked.look);
    Ok(render(Format::Full, sources, &diagnostics, &Summary::default(), style, &mut stderr)?)
}
