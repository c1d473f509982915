//! The baseline on disk.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::Context;
use hclx_analysis::findings::baseline::{Baseline, Entry};
use hclx_diag::{Arrange, Diagnostic, Severity, Sources, Span, code_names as codes, portable_path};
use hclx_report::{Suppressed, Suppression};

use crate::findings::ProcessedFindings;
use crate::relative_paths::{RelativePaths, relative_to};
use crate::writing::WriteBatch;
use crate::{config, names, open_file};

/// The location of a baseline.
pub(crate) struct File {
    /// The path.
    pub(crate) path: PathBuf,
    /// The directory that the path must not leave: the repository, if settings name the file.
    pub(crate) below: Option<PathBuf>,
    /// The setting that names the file.
    pub(crate) setting: Option<Span>,
}

impl File {
    /// The path to display, from the current directory.
    pub(crate) fn display_path(&self) -> String {
        let here = std::env::current_dir().ok().filter(|_| self.setting.is_some());
        here.map_or_else(|| names::text(&self.path), |here| relative_to(&here, &self.path))
    }

    /// The directory of the file, to which the paths in it are relative.
    fn folder(&self) -> PathBuf {
        let absolute = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        absolute.parent().unwrap_or(&absolute).to_owned()
    }

    /// Returns `true` if one of some paths contains the directory of the file.
    pub(crate) fn is_below(&self, paths: &[OsString]) -> bool {
        paths.iter().any(|path| config::contains(path, &self.folder()))
    }

    /// A finding about the file, at the setting that names it.
    fn fault(&self, message: String) -> Diagnostic {
        match self.setting {
            Some(setting) => Diagnostic::error(codes::CONFIGURATION, setting, message),
            None => Diagnostic::placeless(codes::UNREADABLE, message),
        }
    }
}

/// The files that a run checked.
#[derive(Clone, Copy)]
pub(crate) struct RunExtent<'r> {
    /// The sources.
    pub(crate) sources: &'r Sources,
    /// The names of the checked files.
    pub(crate) checked: &'r [String],
    /// Set if everything below the directory of the baseline was checked.
    pub(crate) is_whole: bool,
}

impl RunExtent<'_> {
    /// Returns `true` if the run shows whether an entry still occurs. A deleted file has no findings in any run.
    fn decides(&self, entries: &EntryPaths) -> impl Fn(&str) -> bool {
        let paths: HashSet<String> = self.checked.iter().map(|name| entries.path(name)).collect();
        let (folder, is_whole) = (entries.folder.clone(), self.is_whole);
        move |path| match path.is_empty() {
            true => is_whole,
            false => paths.contains(path) || !folder.join(names::path(path)).exists(),
        }
    }
}

/// The paths of entries, which do not depend on the working directory.
struct EntryPaths {
    /// The directory of the baseline.
    folder: PathBuf,
    relative: RelativePaths,
}

impl EntryPaths {
    fn of(file: &File) -> Self {
        let folder = file.folder();
        Self { relative: RelativePaths::new(&folder), folder }
    }

    /// The path for the name of a source.
    fn path(&self, name: &str) -> String {
        let path = names::path(name);
        // Values of flags and standard input have names too.
        if path.is_file() { self.relative.path(&path) } else { portable_path(name) }
    }
}

/// Writes the findings as the new baseline; entries for files that were not checked are kept.
///
/// # Errors
/// If the new one cannot be written.
pub(crate) fn update(
    (file, old): (&File, Option<Baseline>),
    judged: RunExtent<'_>,
    findings: &[Diagnostic],
) -> anyhow::Result<usize> {
    let (path, entries) = (&*file.path, EntryPaths::of(file));
    let mut baseline = Baseline::of(&|name| entries.path(name), judged.sources, findings);
    if let Some(old) = old {
        let decides = judged.decides(&entries);
        baseline.entries.extend(old.entries.into_iter().filter(|entry| !decides(&entry.path)));
        baseline.entries.arrange();
        baseline.entries.dedup();
    }
    WriteBatch::one(path, baseline.text().into_bytes())
        .with_context(|| format!("cannot write `{}`", file.display_path()))?;
    Ok(baseline.entries.len())
}

/// Hides the findings of the baseline, and reports its stale entries.
pub(crate) fn apply(
    (file, baseline): (&File, Baseline),
    judged: RunExtent<'_>,
    strict: bool,
    treated: &mut ProcessedFindings,
) {
    let (shown, entries) = (file.display_path(), EntryPaths::of(file));
    let found = std::mem::take(&mut treated.findings);
    let path_of = |name: &str| entries.path(name);
    let compared = baseline.compare(&path_of, judged.sources, found, &judged.decides(&entries));
    treated.findings = compared.new;
    let reason = format!("listed in {shown}");
    treated.suppressed.extend(compared.known.into_iter().map(|finding| Suppressed {
        finding,
        by: Suppression::Baseline,
        reason: reason.clone(),
    }));
    treated.findings.extend(compared.stale.iter().map(|entry| stale(entry, &shown, strict)));
}

/// The maximum size of a baseline in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// Reads a baseline.
///
/// # Errors
/// If it does not exist or cannot be used: a finding at the setting that names it, if one does.
pub(crate) fn read(file: &File) -> Result<Baseline, Box<Diagnostic>> {
    let shown = file.display_path();
    let bytes = match &file.below {
        Some(folder) => open_file::read_below(&file.path, folder, MAX_BYTES),
        None => open_file::read(&file.path, &|_| Ok(()), MAX_BYTES),
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => file
            .fault(format!("the baseline `{shown}` does not exist"))
            .help("write it with `hclx check --update-baseline`"),
        _ => file.fault(format!("cannot read the baseline `{shown}`: {error}")),
    })?;
    let unusable = |why: &str| {
        file.fault(format!("the baseline `{shown}` cannot be used: {why}"))
            .help("remove it, and write it anew with `--update-baseline`")
    };
    let text = String::from_utf8(bytes).map_err(|_| unusable("it is not UTF-8"))?;
    Ok(Baseline::parse(&text).map_err(|why| unusable(&why.to_string()))?)
}

fn stale(entry: &Entry, baseline: &str, strict: bool) -> Diagnostic {
    let place = if entry.path.is_empty() { String::new() } else { format!(" in `{}`", entry.path) };
    let message = format!("`{baseline}` lists {}{place}, which is no longer found", entry.code);
    let finding = Diagnostic::placeless(codes::STALE_BASELINE, message).about(&entry.fingerprint);
    let severity = if strict { Severity::Error } else { Severity::Warning };
    Diagnostic { severity, ..finding }
        .help(format!("its message: {}", entry.message))
        .help("remove it with `--update-baseline`")
}
