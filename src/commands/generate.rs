//! `hclx generate`: files for the callers of a module: a JSON Schema of its inputs, or a values file to fill
//! in.

use std::path::Path;

use hclx_analysis::describe::Description;
use hclx_analysis::{Question, Snapshot, file_path};
use hclx_diag::{Diagnostic, SourceId};
use hclx_format::Style;

use crate::cli::{Generate, Operand, Subcommand};
use crate::exit::Exit;
use crate::findings::{fixing, outputs};
use crate::inputs::Inputs;
use crate::specs::Specs;
use crate::{flags, judging, names, output, regular};

/// The subcommand `generate`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "generate",
    about: "Generate a JSON Schema of a module's inputs, or a values file to fill in",
    more: "Examples:\n  hclx generate json-schema > inputs.schema.json     for editors, forms and validators\n  \
           hclx generate json-schema --exact modules/net      all that Terraform converts\n  \
           hclx generate tfvars --out prod.tfvars             required inputs, and defaults as comments\n  \
           hclx generate json-schema --out inputs.schema.json --check\n                                                     \
           exit with 1 if the file is out of date\n\n\
           Exit codes: 0 written, 1 a file of the module is broken, or with --check would change, 2 the job could not be done.",
    operands: &[
        Operand { name: "WHAT", required: true, many: false, help: "json-schema or tfvars" },
        Operand {
            name: "DIR",
            required: false,
            many: false,
            help: "The directory of a module; default: this directory",
        },
    ],
    flags: &[
        &flags::OUT_FILE,
        &flags::CHECK_OUT,
        &flags::REQUIRED_ONLY,
        &flags::EXACT,
        &flags::DRAFT,
        &flags::ID,
        &flags::DIALECT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.generate()?),
};

/// The maximum size of a file that is compared, in bytes.
const MAX_BYTES: u64 = 16 << 20;

fn run(asked: &Generate) -> anyhow::Result<Exit> {
    if !matches!(&*asked.what, "json-schema" | "tfvars") {
        let near = hclx_diag::nearest(&asked.what, ["json-schema", "tfvars"]);
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        anyhow::bail!("`hclx generate {}`: expected json-schema or tfvars{hint}", asked.what);
    }
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let folder = asked.folder.clone().unwrap_or_else(|| ".".into());
    let path = Path::new(&folder);
    anyhow::ensure!(path.is_dir(), "`{}` is not a directory", names::text(path));
    let root = file_path::clean(&names::text(path));
    let mut selection = judging::select(&asked.context, std::slice::from_ref(&folder), None, &inputs);
    selection.paths.retain(|path| file_path::clean(file_path::parent(path)) == root);
    let question = |_: &Snapshot| Ok(Question::Describe);
    let Some(run) =
        judging::judge_selection(&asked.context, &mut inputs, Specs::default(), &question, selection)?
    else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    let description = run.units.iter().find_map(|(_, answer)| answer.description.as_deref());
    let Some(description) = description else {
        inputs.refuse(format!("no module in `{}`", names::text(path)));
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    run.refuse_unread_in(&[description], &mut inputs);
    let is_syntax = |finding: &Diagnostic| finding.is_error() && finding.code.id().starts_with("HX1");
    let broken: Vec<Diagnostic> = run.findings().into_iter().filter(is_syntax).collect();
    inputs.sources = run.sources.clone();
    inputs.tell(&asked.look, &broken)?;
    let exit = write(asked, &text(asked, description)?)?;
    let failed = inputs.complain(&asked.look)?;
    Ok(failed.unwrap_or(if broken.is_empty() { exit } else { Exit::Bad }))
}

fn text(asked: &Generate, description: &Description) -> anyhow::Result<String> {
    if asked.what == "json-schema" {
        let schema = hclx_present::json_schema(description, &asked.form);
        return Ok(serde_json::to_string_pretty(&schema)? + "\n");
    }
    let text = hclx_present::tfvars(description, asked.form.required_only);
    let parsed = hclx_syntax::parse_body(SourceId(0), text.as_bytes().into());
    let form = Style::Terraform.into();
    Ok(match hclx_format::edits(&parsed, SourceId(0), &form) {
        Ok(edits) => String::from_utf8(hclx_format::apply(text.as_bytes(), &edits))?,
        Err(hclx_format::Broken) => text,
    })
}

/// Prints the generated text, writes it to a file, or compares it with the file.
fn write(asked: &Generate, text: &str) -> anyhow::Result<Exit> {
    let Some(out) = &asked.out else {
        output::answer(text.trim_end_matches('\n'))?;
        return Ok(Exit::Good);
    };
    let path = Path::new(out);
    let shown = names::text(path);
    if asked.check {
        let is_current = path.exists() && regular::read_named(path, MAX_BYTES)? == text.as_bytes();
        if !is_current && !asked.look.quiet {
            output::say(&format!("`{shown}` is out of date"));
        }
        return Ok(if is_current { Exit::Good } else { Exit::Bad });
    }
    outputs::ensure_not_led_out(path)?;
    fixing::replace(path, text.as_bytes())
        .map_err(|error| anyhow::anyhow!("cannot write `{shown}`: {error}"))?;
    Ok(Exit::Good)
}
