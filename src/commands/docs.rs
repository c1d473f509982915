//! `hclx docs`: the documentation of modules, as markdown or as JSON.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::describe::{self, Description};
use hclx_analysis::{Extent, file_path};
use hclx_diag::{Source, SourceId, counted};
use hclx_present::markdown::{Form, OutputValue, Section, Toggle};

use crate::cli::{Docs, Operand, Subcommand};
use crate::config::Choice;
use crate::dir_cache::{DirCache, EntryKind};
use crate::docs::{self, Settings, markers_in};
use crate::exit::Exit;
use crate::findings::fixing::{self, Change};
use crate::inputs::Inputs;
use crate::judging::Run;
use crate::modules::{self, Folders};
use crate::writing::{Scope, WriteBatch};
use crate::{flags, limits, names, open_file, output, parallel};

/// The subcommand `docs`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "docs",
    about: "Write the documentation of modules: inputs, outputs, requirements",
    more: "Examples:\n  hclx docs modules/network                      print the page of a module\n  \
           hclx docs --recursive --inject README.md       write the page of every module into its README.md\n  \
           hclx docs --recursive --inject README.md --check\n                                                 \
           show what would change, and exit with 1 if something would\n  \
           hclx docs --compat terraform-docs              write what terraform-docs writes\n\n\
           Reads .terraform-docs.yml: with `output.file`, or --inject, the page is written to that file of each\n\
           module and not printed. A file keeps every byte outside of its markers.\n\n\
           Exit codes: 0 written, 1 a file is broken, or with --check would change, 2 the job could not be done.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Directories of modules; default: this directory",
    }],
    flags: &[
        &flags::FORMAT_DOCS,
        &flags::DOCS_CONFIG,
        &flags::INJECT,
        &flags::CHECK,
        &flags::RECURSIVE,
        &flags::COMPAT,
        &flags::SORT,
        &flags::COLUMNS,
        &flags::NESTED,
        &flags::SHOW,
        &flags::HIDE,
        &flags::HEADER,
        &flags::FOOTER,
        &flags::DIALECT,
        &flags::PROVIDER_SCHEMA,
        &flags::NO_SCHEMA_CACHE,
        &flags::NO_SCHEMAS,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.docs()?),
};

/// The maximum size in bytes of a file that contains a page.
const MAX_BYTES: u64 = 16 << 20;

/// A generated page.
struct GeneratedPage {
    root: Arc<str>,
    text: String,
    settings: Settings,
    is_broken: bool,
}

/// The settings for a page, and the values of outputs, if there is a file with them.
type PageSettings = (Settings, Option<Vec<OutputValue>>);

fn run(asked: &Docs) -> anyhow::Result<Exit> {
    ensure_own_habits(asked)?;
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    if let Some(name) = &asked.inject {
        modules::ensure_inside(Path::new(name))?;
    }
    limits::keep_freed_memory();
    let folders = folders(asked, &mut inputs)?;
    let extent = if asked.look.json { Extent::Whole } else { Extent::Interface };
    let Some(run) = folders.describe(&asked.context, extent, &mut inputs)? else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    let described: Vec<&Description> = modules::described(&run).collect();
    let unread = run.refuse_unread_in(&described, &mut inputs);
    if asked.look.json {
        print_json(&described, &run)?;
        let exit = end(asked, &mut inputs, &run, false);
        // the process is about to end, and the system frees everything at once
        std::mem::forget(run);
        return exit;
    }
    // settings are read one by one, so that their errors are reported in order
    let mut places = Places::new(asked, &folders, run.disk.seen());
    let settled = |description| (description, settled(asked, &mut places, description, &mut inputs));
    let settled: Vec<_> = modules::one_for_each(&run).map(settled).collect();
    let made = parallel::map(settled, |(description, settled)| {
        (description, settled.and_then(|settled| written(description, settled, &run, &unread)))
    });
    let mut pages = Vec::new();
    for (description, page) in made {
        match page {
            Ok(page) => pages.push(page),
            Err(error) => inputs.refuse(format!("{}: {error:#}", modules::shown(&description.root))),
        }
    }
    let (filed, printed): (Vec<GeneratedPage>, Vec<GeneratedPage>) =
        pages.into_iter().partition(|page| asked.inject.is_some() || page.settings.file.is_some());
    if asked.check && !printed.is_empty() {
        anyhow::bail!(
            "`--check` compares files, and nothing names one\n  help: add `--inject FILE`, or `output.file` in \
             `.terraform-docs.yml`"
        );
    }
    print(&printed)?;
    let (compared, rest): (Vec<GeneratedPage>, Vec<GeneratedPage>) =
        filed.into_iter().partition(|page| asked.check || page.settings.is_check);
    let outdated = changes(asked, &compared, &run, &mut inputs);
    let would_change = !outdated.is_empty();
    fixing::print(&outdated, &inputs.sources)?;
    if would_change && !asked.look.quiet {
        output::say(&format!("{} would change", counted(outdated.len(), "file")));
    }
    let changes = changes(asked, &rest, &run, &mut inputs);
    write(asked, &changes, &mut inputs)?;
    let exit = end(asked, &mut inputs, &run, would_change);
    std::mem::forget(run);
    exit
}

/// Rejects arguments of terraform-docs that have another meaning here, with the next step.
fn ensure_own_habits(asked: &Docs) -> anyhow::Result<()> {
    if let Some(first) = asked.paths.first().map(|path| names::text(Path::new(path)))
        && docs::is_formatter(&first)
        && !Path::new(&first).exists()
    {
        anyhow::bail!(
            "`{first}` is a command of terraform-docs, not a directory\n  \
             help: use `hclx docs DIR`; `--format` or `formatter` in `.terraform-docs.yml` selects the form"
        );
    }
    if let Choice::File(path) = &asked.context.settings
        && path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
    {
        anyhow::bail!(
            "`--config {}`: the settings of hclx are TOML\n  \
             help: use `--docs-config FILE` for settings of terraform-docs",
            names::text(path)
        );
    }
    Ok(())
}

/// The exit status of a run; broken files are reported.
fn end(asked: &Docs, inputs: &mut Inputs, run: &Run, would_change: bool) -> anyhow::Result<Exit> {
    let failed = inputs.complain(&asked.look)?;
    let broken = modules::broken(run);
    inputs.sources = run.sources.clone();
    inputs.tell(&asked.look, &broken)?;
    let is_bad = would_change || !broken.is_empty();
    Ok(failed.unwrap_or(if is_bad { Exit::Bad } else { Exit::Good }))
}

/// The directories of the requested modules, with those that settings add.
///
/// # Errors
/// If a path is not a directory, or settings cannot be read.
fn folders(asked: &Docs, inputs: &mut Inputs) -> anyhow::Result<Folders> {
    let mut folders = Folders::new(&asked.paths, asked.recursive)?;
    for folder in folders.named.clone() {
        let settings = match &asked.docs_config {
            Some(path) => docs::read_file(Path::new(path), None, inputs)?,
            None => docs::read(&[Path::new(&folder)], inputs)?,
        };
        if let Some(more) = settings.recursive {
            let is_there = Path::new(&folder).join(&more.path).is_dir();
            anyhow::ensure!(is_there, "{}: `{}` is not a directory", more.place, more.path);
            folders.add_below(&folder, &more.path, more.exclude);
            if more.leaves_out_main {
                folders.leave_out(&folder);
            }
        }
    }
    Ok(folders)
}

/// Returns `true` for a file in a directory.
fn is_in(path: &str, root: &str) -> bool {
    file_path::clean(file_path::parent(path)) == root
}

/// The places of settings.
struct Places<'a> {
    seen: &'a DirCache,
    /// The directories named on the command line, whose settings apply only to them.
    named: Vec<PathBuf>,
    /// Set if a flag names the only file.
    is_named: bool,
    /// The file with the settings for modules without their own.
    above: Option<PathBuf>,
    /// Those settings, once they are read.
    shared: Option<Settings>,
}

impl<'a> Places<'a> {
    fn new(asked: &Docs, folders: &'a Folders, seen: &'a DirCache) -> Self {
        let named =
            folders.named.iter().map(|folder| names::path(&modules::clean(folder)).into_owned()).collect();
        if let Some(path) = &asked.docs_config {
            return Self { seen, named, is_named: true, above: Some(path.into()), shared: None };
        }
        // terraform-docs looks in the module first, then in the directory in which it was started.
        let mut above = folders.named.iter().map(Path::new).chain([Path::new(".")]);
        let above = above.find_map(|folder| docs::find(folder, seen));
        Self { seen, named, is_named: false, above, shared: None }
    }

    /// The settings for a module.
    ///
    /// # Errors
    /// If they are invalid or cannot be read.
    fn settings(&mut self, folder: &Path, inputs: &mut Inputs) -> anyhow::Result<Settings> {
        let own = docs::find(folder, self.seen).filter(|_| !self.is_named);
        match own {
            Some(own) if self.named.iter().any(|named| named == folder) => {
                docs::read_file(&own, None, inputs)
            }
            Some(own) => docs::read_file(&own, Some(self.shared_settings(inputs)?), inputs),
            None => self.shared_settings(inputs).cloned(),
        }
    }

    /// The settings of modules without their own.
    fn shared_settings(&mut self, inputs: &mut Inputs) -> anyhow::Result<&Settings> {
        if self.shared.is_none() {
            let read = self.above.as_ref().map(|path| docs::read_file(path, None, inputs));
            self.shared = Some(read.transpose()?.unwrap_or_default());
        }
        Ok(self.shared.get_or_insert_default())
    }
}

/// The settings for the page of a module, with the values of its outputs if they name a file with values.
///
/// # Errors
/// If settings are invalid, or a file that they name cannot be read.
fn settled(
    asked: &Docs,
    places: &mut Places<'_>,
    description: &Description,
    inputs: &mut Inputs,
) -> anyhow::Result<PageSettings> {
    let folder = names::path(modules::shown(&description.root));
    let mut settings = places.settings(&folder, inputs)?;
    configure(asked, &mut settings)?;
    let values = docs::output_values(&folder, &settings, inputs)?;
    Ok((settings, values))
}

/// Generates the page of a module.
///
/// # Errors
/// If a file that the settings name cannot be read.
fn written(
    description: &Description,
    (settings, values): PageSettings,
    run: &Run,
    unread: &[String],
) -> anyhow::Result<GeneratedPage> {
    let root = modules::shown(&description.root);
    let contents = |path: &Path| {
        let path = file_path::clean(path.to_str()?);
        // a link may refer to a target outside of the module
        let is_file =
            matches!(run.disk.seen().at(&path), Some(EntryKind::Entry(_, kind, _)) if kind.is_file());
        let mut files = description.files.iter().filter(|_| is_file);
        let file = files.find(|file| *run.snapshot.path(**file) == *path)?;
        run.snapshot.bytes(*file).ok()
    };
    let folder = docs::Folder { path: &names::path(root), seen: run.disk.seen(), contents: &contents };
    let text = docs::text(&folder, description, &settings, values.as_deref())?;
    let is_broken = !description.broken.is_empty() || unread.iter().any(|path| is_in(path, root));
    let text = match (is_broken, description.broken.is_empty()) {
        (true, true) => format!("> **Incomplete**: files of this module were not read.\n\n{text}"),
        (true, false) => format!("> **Incomplete**: files of this module have syntax errors.\n\n{text}"),
        (false, _) => text,
    };
    Ok(GeneratedPage { root: root.into(), text, settings, is_broken })
}

/// Applies flags to settings.
///
/// # Errors
/// If the name of a section or an order is unknown.
fn configure(asked: &Docs, settings: &mut Settings) -> anyhow::Result<()> {
    let split = |list: &Option<String>| -> Vec<String> {
        let names = list.iter().flat_map(|list| list.split(',')).map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    if asked.show.is_some() || asked.hide.is_some() {
        let shown = docs::shown(&split(&asked.show), &split(&asked.hide));
        settings.layout.sections = shown.map_err(|why| anyhow::anyhow!(why))?;
    }
    if let Some(by) = &asked.sort {
        settings.layout.sort = docs::order(by).map_err(|why| anyhow::anyhow!(why))?;
    }
    if let Some(columns) = &asked.columns {
        settings.layout.columns = Some(docs::columns(&split(&Some(columns.clone())))?);
    }
    settings.layout.is_nested = asked.nested;
    match asked.format.as_deref() {
        Some("document") => settings.layout.form = Form::Document,
        Some("markdown") => settings.layout.form = Form::Table,
        _ => {}
    }
    if let Some(header) = &asked.header {
        settings.header_from.clone_from(header);
    }
    if let Some(footer) = &asked.footer {
        settings.footer_from = Some(footer.clone());
        let sections = &mut settings.layout.sections;
        sections.retain(|section| *section != Section::Footer);
        sections.push(Section::Footer);
    }
    if asked.compat.is_none() {
        settings.layout.toggles.push(Toggle::More);
    }
    Ok(())
}

/// Prints pages that are not stored in a file; several pages are printed with their names.
fn print(pages: &[GeneratedPage]) -> anyhow::Result<()> {
    let mut out = output::data();
    for (index, page) in pages.iter().enumerate() {
        if pages.len() > 1 {
            let blank = if index > 0 { "\n" } else { "" };
            writeln!(out, "{blank}<!-- {} -->\n", output::escaped(&page.root))?;
        }
        writeln!(out, "{}", page.text)?;
    }
    Ok(out.flush()?)
}

/// Prints all descriptions as one JSON object.
fn print_json(described: &[&Description], run: &Run) -> anyhow::Result<()> {
    let modules = parallel::map(described.to_vec(), |one| describe::to_json(one, &run.sources));
    let mut out = output::data();
    write!(out, "{{\"format_version\":\"1.0\",\"modules\":[")?;
    for (index, module) in modules.iter().enumerate() {
        out.write_all(if index > 0 { b"," } else { b"" })?;
        out.write_all(module.as_bytes())?;
    }
    writeln!(out, "]}}")?;
    Ok(out.flush()?)
}

/// The files whose pages differ; broken modules are skipped.
fn changes(asked: &Docs, pages: &[GeneratedPage], run: &Run, inputs: &mut Inputs) -> Vec<Change> {
    inputs.sources = run.sources.clone();
    let mut changes = Vec::new();
    for page in pages.iter().filter(|page| !page.is_broken) {
        match change(asked, page, inputs) {
            Ok(change) => changes.extend(change),
            Err(error) => inputs.refuse(format!("{error:#}")),
        }
    }
    changes
}

/// The change of the file that contains a page.
///
/// # Errors
/// If the file cannot be read or has only one marker, or settings name a file outside of the
/// module.
fn change(asked: &Docs, page: &GeneratedPage, inputs: &mut Inputs) -> anyhow::Result<Option<Change>> {
    let named = asked.inject.as_ref().map(|path| PathBuf::from(path.as_os_str()));
    let name = match named.or_else(|| page.settings.file.as_ref().map(PathBuf::from)) {
        Some(name) => name,
        None => return Ok(None),
    };
    let path = modules::file_of(&page.root, &name)?;
    let shown = names::text(&path);
    // Writing through a link could change a file outside of the module.
    let is_link = std::fs::symlink_metadata(&path).is_ok_and(|found| found.file_type().is_symlink());
    anyhow::ensure!(!is_link, "`{shown}` is a symbolic link and was not written");
    let unread = |error: anyhow::Error| anyhow::anyhow!("cannot read `{shown}`: {error}");
    let before =
        if path.exists() { open_file::read_named(&path, MAX_BYTES).map_err(unread)? } else { Vec::new() };
    // a page in UTF-8 would leave the file in two encodings
    let is_utf8 = page.settings.replaces || std::str::from_utf8(&before).is_ok();
    anyhow::ensure!(is_utf8, "`{shown}` is not UTF-8 and was not written; convert it first");
    let marked = page.settings.marked.clone();
    let marked = marked.unwrap_or_else(|| markers_in(&String::from_utf8_lossy(&before)));
    let after = match page.settings.replaces {
        true => marked.whole(&page.text).into_bytes(),
        false => marked.inject(&before, &page.text).map_err(|why| anyhow::anyhow!("`{shown}`: {why}"))?,
    };
    if after == before {
        return Ok(None);
    }
    let source: SourceId = inputs.sources.add(Source::new(&*shown, before.clone()));
    Ok(Some(Change::new(source, shown.into(), before.into(), after)))
}

/// Writes files, and prints their names.
fn write(asked: &Docs, changes: &[Change], inputs: &mut Inputs) -> anyhow::Result<()> {
    let mut writing = WriteBatch::new(Scope::Each);
    for change in changes {
        match change.replacement() {
            Ok(file) => writing.add(file),
            Err(error) => writing.fail(change.path(), error.into()),
        }
    }
    let failures = writing.finish();
    failures.iter().for_each(|failure| inputs.refuse(failure.message()));
    let is_written = |change: &&Change| !failures.iter().any(|failure| *failure.shown == *change.path());
    let written = changes.iter().filter(is_written).filter(|_| !asked.look.quiet);
    Ok(output::names(written.map(Change::path))?)
}
