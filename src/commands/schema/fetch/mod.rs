//! `hclx schema fetch`: has Terraform or OpenTofu print the schemas of providers, and stores them.
//!
//! No other command starts a program that may download or run something that a repository names. The program runs in
//! a new directory with one provider and its lock file entry, but nothing else from the repository.

pub(super) mod process;
pub(super) mod row;

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use hclx_languages::terraform::packages::SchemaStore;
use hclx_languages::terraform::provider_needs;
use serde_json::{Value as Json, json};

use self::process::Failure;
use self::row::Row;
use crate::cli::{Context, Schema};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::specs::Specs;
use crate::{judging, modules, output, programs, protocol, schema_cache};

/// The warning that comes first: this is exactly as safe as `init`.
pub(super) const WARNING: &str = "`init` downloads the providers that these modules name, and `providers schema` runs them: this is as safe as \
                       `terraform init` in these directories";

/// The outcome of a row.
enum RowOutcome {
    /// Stored in this version.
    Fetched(Option<String>),
    /// Not tried, because the user did not confirm it.
    Unconfirmed,
    Failed(String),
}

/// The action.
pub(super) fn fetch(asked: &Schema, folders: &[String]) -> anyhow::Result<Exit> {
    let here = [".".to_owned()];
    let folders = if folders.is_empty() { &here[..] } else { folders };
    for folder in folders {
        modules::ensure_directory(Path::new(folder))?;
    }
    let (rows, has_needs) = rows(asked, folders)?;
    let mut steps = Vec::new();
    for row in rows {
        let program = program(asked, &row, folders)?;
        steps.push((row, program));
    }
    let is_json = asked.look.json;
    if !is_json && !asked.look.quiet {
        announce(&steps, has_needs)?;
    }
    if asked.fetching.is_dry || steps.is_empty() {
        if is_json {
            let planned = steps.iter().map(|(row, program)| object(row, program, None));
            protocol::answer_json(&asked.look, &planned.collect::<Vec<_>>())?;
        }
        return Ok(Exit::Good);
    }
    let store = schema_cache::store()?;
    let agreed = asked.fetching.is_confirmed || agrees(&steps, is_json)?;
    let mut told = Vec::new();
    let mut is_good = true;
    for (row, program) in &steps {
        let fate = match row.is_vouched() || agreed {
            true => of_row(&store, row, program),
            false => RowOutcome::Unconfirmed,
        };
        is_good &= matches!(fate, RowOutcome::Fetched(_));
        if !is_json {
            tell(asked, row, &fate)?;
        }
        told.push(object(row, program, Some(&fate)));
    }
    if is_json {
        protocol::answer_json(&asked.look, &told)?;
    }
    Ok(if is_good { Exit::Good } else { Exit::Bad })
}

/// The rows for the modules below some directories, and whether a resource there belongs to a provider.
fn rows(asked: &Schema, folders: &[String]) -> anyhow::Result<(Vec<Row>, bool)> {
    let mut inputs = Inputs::default();
    inputs.configure(&asked.fetching.settings);
    let context = Context { settings: asked.fetching.settings.clone(), ..Context::default() };
    let paths: Vec<OsString> = folders.iter().map(OsString::from).collect();
    let selection = judging::select(&context, &paths, None, &inputs);
    let run = judging::prepare(&context, &mut inputs, Specs::default(), selection);
    inputs.complain(&asked.look)?;
    let Some(run) = run else { anyhow::bail!("the settings cannot be used") };
    let found = provider_needs(&run.snapshot);
    for source in &found.malformed {
        let source = output::escaped(source);
        output::note(&format!(
            "note: `{source}` is not the address of a provider and was left out; see `hclx check`"
        ));
    }
    let has_needs = !found.needs.is_empty();
    let mut rows: Vec<Row> = Vec::new();
    for row in
        found.needs.into_iter().filter(|need| asked.fetching.is_forced || !row::is_known(need)).map(Row::new)
    {
        if !rows.iter().any(|known| known.is_same(&row)) {
            rows.push(row);
        }
    }
    rows.sort_by_key(Row::title);
    Ok((rows, has_needs))
}

/// The program for a row.
///
/// # Errors If there is no such program.
pub(super) fn program(asked: &Schema, row: &Row, folders: &[String]) -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let outside: Vec<PathBuf> = folders.iter().filter_map(|folder| programs::repository(folder)).collect();
    if let Some(named) = &asked.fetching.program {
        if Path::new(named).components().count() > 1 {
            let file = std::path::absolute(named)?;
            anyhow::ensure!(programs::is_program(&file), "`--with {named}`: this is not a program");
            return Ok(file);
        }
        let found = programs::find(named, &path, &outside);
        return found
            .ok_or_else(|| anyhow::anyhow!("`--with {named}`: no such program in the directories of PATH"));
    }
    let [terraform, tofu] = programs::NAMES;
    let names = if row.need.is_opentofu { [tofu, terraform] } else { [terraform, tofu] };
    let found = names.iter().find_map(|name| programs::find(name, &path, &outside));
    found.ok_or_else(|| {
        anyhow::anyhow!(
            "neither terraform nor tofu is in the directories of PATH; `--with PROGRAM` names one, and \
             `hclx schema import FILE` takes {}",
            super::PRODUCE
        )
    })
}

/// Prints the rows with their commands, or why there are none.
fn announce(steps: &[(Row, PathBuf)], has_needs: bool) -> anyhow::Result<()> {
    let mut out = output::people(crate::output::Look::default().answer());
    if steps.is_empty() {
        let reason = match has_needs {
            true => {
                "hclx has the schemas of all providers that resources here use; `--force` fetches them again"
            }
            false => "no resource here belongs to a provider that can be fetched",
        };
        writeln!(out, "nothing to fetch: {reason}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{WARNING}")?;
    for (row, program) in steps {
        writeln!(out, "{}", row.title())?;
        for command in row.shell_lines(program) {
            writeln!(out, "  {command}")?;
        }
    }
    Ok(out.flush()?)
}

/// Asks on a terminal whether untrusted providers may be run.
fn agrees(steps: &[(Row, PathBuf)], is_json: bool) -> anyhow::Result<bool> {
    let open: Vec<&Row> = steps.iter().map(|(row, _)| row).filter(|row| !row.is_vouched()).collect();
    let stdin = std::io::stdin();
    if open.is_empty() || is_json || !stdin.is_terminal() {
        return Ok(open.is_empty());
    }
    let names: Vec<String> = open.iter().map(|row| row.need.address.short()).collect();
    let mut out = output::messages();
    write!(out, "Download and run {}? [y/N] ", output::escaped(&names.join(", ")))?;
    out.flush()?;
    let mut answer = String::new();
    stdin.lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Fetches one row.
fn of_row(store: &SchemaStore, row: &Row, program: &Path) -> RowOutcome {
    let package = match process::printed(row, program) {
        Ok(package) => package,
        Err(Failure(why)) => return RowOutcome::Failed(why),
    };
    match schema_cache::keep(store, &package) {
        Ok(_) => RowOutcome::Fetched(package.version().map(str::to_owned)),
        Err(error) => RowOutcome::Failed(format!("{error:#}")),
    }
}

/// Prints the outcome of a row.
fn tell(asked: &Schema, row: &Row, fate: &RowOutcome) -> anyhow::Result<()> {
    let short = row.need.address.short();
    match fate {
        RowOutcome::Fetched(_) if asked.look.quiet => {}
        RowOutcome::Fetched(version) => {
            output::answer(&format!("{short}  {}  fetched", version.as_deref().unwrap_or("any version")))?;
        }
        RowOutcome::Unconfirmed => output::say(&format!(
            "{}: not fetched: no pack and no lock file has it; `--yes` downloads and runs it all the same",
            row.title()
        )),
        RowOutcome::Failed(why) => output::say(&format!("{}: {why}", row.title())),
    }
    Ok(())
}

/// A row as JSON.
fn object(row: &Row, program: &Path, fate: Option<&RowOutcome>) -> Json {
    let (status, version, error) = match fate {
        None => ("planned", None, None),
        Some(RowOutcome::Fetched(version)) => ("fetched", version.clone(), None),
        Some(RowOutcome::Unconfirmed) => ("unconfirmed", None, Some("needs `--yes`".to_owned())),
        Some(RowOutcome::Failed(why)) => ("failed", None, Some(why.clone())),
    };
    json!({
        "provider": row.need.address.to_string(),
        "requirement": row.requirement(),
        "lock": row.need.lock,
        "confirmed": row.is_vouched(),
        "commands": row.commands(program),
        "status": status,
        "version": version,
        "error": error,
    })
}
