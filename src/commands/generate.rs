//! `hclx generate`: files for the callers of a module: a JSON Schema of its inputs, or a values file to fill
//! in.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hclx_analysis::describe::Description;
use hclx_analysis::{Extent, file_path};
use hclx_diag::SourceId;
use hclx_format::Style;

use crate::cli::{Generate, Operand, Subcommand};
use crate::exit::Exit;
use crate::findings::outputs;
use crate::inputs::Inputs;
use crate::judging::Run;
use crate::modules::{self, Folders};
use crate::skeleton::{self, InputValues};
use crate::writing::WriteBatch;
use crate::{flags, limits, names, open_file, output, parallel};

/// The subcommand `generate`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "generate",
    about: "Generate a JSON Schema of a module's inputs, or a values file to fill in",
    more: "Examples:\n  hclx generate json-schema > inputs.schema.json     for editors, forms and validators\n  \
           hclx generate json-schema --exact modules/net      all that Terraform converts\n  \
           hclx generate tfvars --out prod.tfvars             required inputs, and defaults as comments\n  \
           hclx generate json-schema --out inputs.schema.json --check\n                                                     \
           exit with 1 if the file is out of date\n  \
           hclx generate json-schema --recursive --out inputs.schema.json\n                                                     \
           write this file in every module\n\n\
           Exit codes: 0 written, 1 a file of the module is broken, or with --check would change, 2 the job could not be done.",
    operands: &[
        Operand { name: "WHAT", required: true, many: false, help: "json-schema or tfvars" },
        Operand {
            name: "DIR",
            required: false,
            many: true,
            help: "Directories of modules; default: this directory",
        },
    ],
    flags: &[
        &flags::OUT_FILE,
        &flags::CHECK_OUT,
        &flags::RECURSIVE,
        &flags::REQUIRED_ONLY,
        &flags::EXACT,
        &flags::DRAFT,
        &flags::ID,
        &flags::DIALECT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.generate()?),
};

/// The maximum size of a file that is compared, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The kinds of files.
pub(super) const KINDS: [&str; 2] = ["json-schema", "tfvars"];

fn run(asked: &Generate) -> anyhow::Result<Exit> {
    if !KINDS.contains(&&*asked.what) {
        let near = hclx_diag::nearest(&asked.what, KINDS);
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        anyhow::bail!("`hclx generate {}`: expected json-schema or tfvars{hint}", asked.what);
    }
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    if let Some(out) = asked.out.as_ref().filter(|_| asked.is_for_each()) {
        modules::ensure_inside(Path::new(out))?;
    }
    limits::keep_freed_memory();
    let folders = Folders::new(&asked.paths, asked.recursive)?;
    let Some(mut run) = folders.describe(&asked.context, Extent::Inputs, &mut inputs)? else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    let described: Vec<Description> = modules::one_for_each(&run).cloned().collect();
    run.refuse_unread_in(&described.iter().collect::<Vec<_>>(), &mut inputs);
    let broken = modules::broken(&run);
    inputs.sources = run.sources.clone();
    inputs.tell(&asked.look, &broken)?;
    let mut is_bad = !broken.is_empty();
    for written in write_all(asked, &described, &mut run) {
        match written.and_then(|written| tell(asked, written)) {
            Ok(exit) => is_bad |= exit == Exit::Bad,
            Err(error) => inputs.refuse(format!("{error:#}")),
        }
    }
    let failed = inputs.complain(&asked.look)?;
    // the process is about to end, and the system frees everything at once
    std::mem::forget(run);
    Ok(failed.unwrap_or(if is_bad { Exit::Bad } else { Exit::Good }))
}

/// Generates the file of each module.
fn write_all(
    asked: &Generate,
    described: &[Description],
    run: &mut Run,
) -> Vec<anyhow::Result<GenerateOutcome>> {
    let own: HashSet<Arc<str>> = described.iter().flat_map(|one| files(one, run)).collect();
    let values = match &*asked.what {
        "tfvars" => skeleton::input_values(&mut run.session, described, asked.context.most.limits()),
        _ => vec![InputValues::new(); described.len()],
    };
    parallel::map(described.iter().zip(&values).collect(), |(description, values)| {
        let text = text(asked, description, values)?;
        write(asked, description, (text, &own))
    })
}

/// The paths of the files of a module.
fn files<'r>(description: &'r Description, run: &'r Run) -> impl Iterator<Item = Arc<str>> + 'r {
    description.files.iter().map(|file| run.snapshot.path(*file))
}

fn text(asked: &Generate, description: &Description, values: &InputValues) -> anyhow::Result<String> {
    if asked.what == "json-schema" {
        let schema = hclx_present::json_schema(description, &asked.form);
        return Ok(serde_json::to_string_pretty(&schema)? + "\n");
    }
    let text = hclx_present::tfvars(description, asked.form.required_only, &|name| values.get(name).cloned());
    // The formatter lays out the text, so that `terraform fmt` changes nothing in it.
    let parsed = hclx_syntax::parse_body(SourceId(0), text.as_bytes().into());
    let form = Style::Terraform.into();
    Ok(match hclx_format::edits(&parsed, SourceId(0), &form) {
        Ok(edits) => String::from_utf8(hclx_format::apply(text.as_bytes(), &edits))?,
        Err(hclx_format::UnformattableError) => text,
    })
}

/// The outcome for the generated file of a module.
enum GenerateOutcome {
    /// It is printed.
    Shown(String),
    /// The file already has the contents.
    Current,
    /// The file differs, and is only compared.
    Outdated(PathBuf),
    /// The file was written.
    Replaced(PathBuf),
}

/// Writes the file of a module, or compares its text with the one on disk. `own` contains the described files.
///
/// # Errors If the file cannot be read or written, or contains described declarations.
fn write(
    asked: &Generate,
    description: &Description,
    (text, own): (String, &HashSet<Arc<str>>),
) -> anyhow::Result<GenerateOutcome> {
    let Some(path) = target(asked, description)? else { return Ok(GenerateOutcome::Shown(text)) };
    if path.exists() && open_file::read_named(&path, MAX_BYTES)? == text.as_bytes() {
        return Ok(GenerateOutcome::Current);
    }
    if asked.check {
        return Ok(GenerateOutcome::Outdated(path));
    }
    outputs::ensure_not_led_out(&path)?;
    let shown = names::text(&path);
    let is_own = own.contains(&*file_path::clean(&shown));
    anyhow::ensure!(!is_own, "`{shown}` is a file of the module and cannot be overwritten");
    WriteBatch::one(&path, text.into_bytes()).with_context(|| format!("cannot write `{shown}`"))?;
    Ok(GenerateOutcome::Replaced(path))
}

/// Prints the outcome for a module.
///
/// # Errors If printing fails.
fn tell(asked: &Generate, written: GenerateOutcome) -> anyhow::Result<Exit> {
    let is_quiet = asked.look.quiet;
    match written {
        GenerateOutcome::Shown(text) => output::answer(text.trim_end_matches('\n'))?,
        GenerateOutcome::Replaced(path) if asked.is_for_each() && !is_quiet => {
            output::names([names::text(&path)])?;
        }
        GenerateOutcome::Outdated(path) => {
            if !is_quiet {
                output::say(&format!("`{}` is out of date", names::text(&path)));
            }
            return Ok(Exit::Bad);
        }
        GenerateOutcome::Replaced(_) | GenerateOutcome::Current => {}
    }
    Ok(Exit::Good)
}

/// The file for the text of a module; `None` if it is printed.
///
/// # Errors
/// If the name leads out of the module.
fn target(asked: &Generate, description: &Description) -> anyhow::Result<Option<PathBuf>> {
    let Some(out) = asked.out.as_ref().map(Path::new) else { return Ok(None) };
    let path = if asked.is_for_each() { modules::file_of(&description.root, out)? } else { out.to_owned() };
    Ok(Some(path))
}
