//! The baseline on disk.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hclx_analysis::findings::baseline::{Baseline, Entry};
use hclx_diag::{Arrange, Diagnostic, Severity, Sources, Span, code_names as codes, portable_path};
use hclx_report::{Suppressed, Suppression};

use crate::findings::ProcessedFindings;
use crate::writing::WriteBatch;
use crate::{names, open_file};

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
    /// A finding about the file, at the setting that names it.
    fn fault(&self, message: String) -> Diagnostic {
        match self.setting {
            Some(setting) => Diagnostic::error(codes::CONFIGURATION, setting, message),
            None => Diagnostic::placeless(codes::UNREADABLE, message),
        }
    }
}

/// Writes the findings as the new baseline; entries for files that were not judged are kept.
///
/// # Errors
/// If the new one cannot be written.
pub(crate) fn update(
    (file, old): (&File, Option<Baseline>),
    (sources, checked): (&Sources, &[String]),
    findings: &[Diagnostic],
) -> anyhow::Result<usize> {
    let path = &*file.path;
    let mut baseline = Baseline::of(sources, findings);
    if let Some(old) = old {
        let judged = judged(checked);
        baseline.entries.extend(old.entries.into_iter().filter(|entry| !judged(&entry.path)));
        baseline.entries.arrange();
        baseline.entries.dedup();
    }
    WriteBatch::one(path, baseline.text().into_bytes())
        .with_context(|| format!("cannot write `{}`", names::text(path)))?;
    Ok(baseline.entries.len())
}

/// Hides the findings of the baseline, and reports its stale entries.
pub(crate) fn apply(
    (file, baseline): (&File, Baseline),
    (sources, checked): (&Sources, &[String]),
    strict: bool,
    treated: &mut ProcessedFindings,
) {
    let path = &*file.path;
    let found = std::mem::take(&mut treated.findings);
    let compared = baseline.compare(sources, found, &*judged(checked));
    treated.findings = compared.new;
    let reason = format!("listed in {}", names::text(path));
    treated.suppressed.extend(compared.known.into_iter().map(|finding| Suppressed {
        finding,
        by: Suppression::Baseline,
        reason: reason.clone(),
    }));
    treated.findings.extend(compared.stale.iter().map(|entry| stale(entry, path, strict)));
}

/// The maximum size of a baseline in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// Reads a baseline.
///
/// # Errors
/// If it does not exist or cannot be used: a finding at the setting that names it, if one does.
pub(crate) fn read(file: &File) -> Result<Baseline, Box<Diagnostic>> {
    let shown = crate::config::shown(&file.path);
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

/// Returns a predicate for the paths of judged files; entries without a path always match.
fn judged(checked: &[String]) -> Box<dyn Fn(&str) -> bool> {
    let paths: std::collections::HashSet<String> = checked.iter().map(|path| portable_path(path)).collect();
    // Entries for a deleted file are stale, although no run judges the file.
    Box::new(move |path| path.is_empty() || paths.contains(path) || !Path::new(path).exists())
}

fn stale(entry: &Entry, baseline: &Path, strict: bool) -> Diagnostic {
    let place = if entry.path.is_empty() { String::new() } else { format!(" in `{}`", entry.path) };
    let message =
        format!("`{}` lists {}{place}, which is no longer found", names::text(baseline), entry.code);
    let finding = Diagnostic::placeless(codes::STALE_BASELINE, message).about(&entry.fingerprint);
    let severity = if strict { Severity::Error } else { Severity::Warning };
    Diagnostic { severity, ..finding }
        .help(format!("its message: {}", entry.message))
        .help("remove it with `--update-baseline`")
}
