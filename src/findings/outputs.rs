//! Writes findings in several formats at once, to standard output and files.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use hclx_diag::{Diagnostic, Sources};
use hclx_report::{Counts, Format, Reader, Style, Summary, render, render_more, step_summary};

use crate::disk::Disk;
use crate::writing::WriteBatch;
use crate::{config, names, output};

/// A format and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// The format.
    pub(crate) format: Format,
    /// The file; `None` is standard output.
    pub(crate) file: Option<PathBuf>,
}

impl Output {
    /// Reads `FORMAT=FILE`; the file `-` is standard output.
    ///
    /// # Errors
    /// If the format is unknown, or the file is missing.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let (name, file) = text.split_once('=').unwrap_or((text, ""));
        let Some(format) = Format::from_name(name) else {
            let near = hclx_diag::nearest(name, Format::NAMES.iter().copied());
            let hint = match near {
                Some(near) => hclx_diag::did_you_mean(Some(near)),
                None => {
                    format!(
                        ": expected {}",
                        hclx_diag::alternatives(name, Format::NAMES.iter().copied(), "or")
                    )
                }
            };
            anyhow::bail!("`--output {text}`: unknown format `{name}`{hint}");
        };
        anyhow::ensure!(!file.is_empty(), "`--output {text}`: missing file, expected FORMAT=FILE");
        Ok(Self { format, file: (file != "-").then(|| PathBuf::from(file)) })
    }
}

/// Refuses to overwrite a checked file under any of its names.
///
/// # Errors
/// If one of the outputs is such a file.
pub(crate) fn ensure_apart(outputs: &[Output], checked: &[String], disk: &Disk) -> anyhow::Result<()> {
    for file in outputs.iter().filter_map(|output| output.file.as_deref()) {
        ensure_not_led_out(file)?;
        // a file that does not exist yet cannot have been read
        let Some(real) = disk.real_path(file) else { continue };
        let is_same = |name: &&String| disk.real_path(&names::path(name)).is_some_and(|path| path == real);
        if let Some(name) = checked.iter().find(is_same) {
            let shown = names::text(file);
            let which = if shown == *name {
                "is checked".to_owned()
            } else {
                format!("is `{name}`, which is checked")
            };
            anyhow::bail!("`{shown}` {which} and cannot be overwritten with findings; use another file");
        }
    }
    Ok(())
}

/// Refuses to write through a link out of the repository or, outside of a repository, out of the current
/// directory, because an untrusted checkout may contain such links.
///
/// # Errors
/// If the path is such a link.
pub(crate) fn ensure_not_led_out(file: &Path) -> anyhow::Result<()> {
    // the system's own streams are links
    if file.starts_with("/dev") || file.starts_with("/proc") {
        return Ok(());
    }
    let Ok(here) = std::env::current_dir().and_then(|here| here.canonicalize()) else { return Ok(()) };
    let absolute = config::plain(&here.join(file));
    // a link may refer to another repository, whose root is below the link
    let root = match config::outermost_repository(&absolute) {
        Some(root) => root,
        None if absolute.starts_with(&here) => here,
        // a path outside is the user's choice, but the target of its final link is not
        None => return refuse_link(absolute.is_symlink(), file),
    };
    let mut path = root.clone();
    let is_led_out = absolute.strip_prefix(&root).unwrap_or(Path::new("")).components().any(|part| {
        path.push(part);
        path.is_symlink() && !leads_inside(&path, &root)
    });
    refuse_link(is_led_out, file)
}

/// Returns `true` if a link has an existing target below a directory.
fn leads_inside(link: &Path, root: &Path) -> bool {
    let (real, root) = (link.canonicalize(), root.canonicalize());
    real.is_ok_and(|real| root.is_ok_and(|root| real.starts_with(root)))
}

fn refuse_link(is_led_out: bool, file: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !is_led_out,
        "`{}` is a link that leads out of the repository: nothing is written through it; name the target",
        file.display()
    );
    Ok(())
}

/// Writes the findings to all outputs, those `for_machines` in formats for machines. Files are replaced atomically, so that readers never see a
/// part of one.
///
/// # Errors
/// If a file or standard output cannot be written.
pub(crate) fn write(
    outputs: &[Output],
    sources: &Sources,
    (for_people, for_machines): (&[Diagnostic], &[Diagnostic]),
    summary: &Summary,
    style: Style,
) -> anyhow::Result<()> {
    for output in outputs {
        // a page shows excerpts, as formats for people do
        let has_excerpts = output.format.reader() == Reader::Person || output.format == Format::Html;
        let findings = if has_excerpts { for_people } else { for_machines };
        match &output.file {
            None => {
                let mut out = output::styled();
                render(output.format, sources, findings, summary, style, &mut out)?;
                out.flush()?;
            }
            Some(file) => {
                let shown = names::text(file);
                let mut text = BufWriter::new(Vec::new());
                render(output.format, sources, findings, summary, Style::default(), &mut text)?;
                WriteBatch::one(file, text.into_inner()?)
                    .with_context(|| format!("cannot write `{shown}`"))?;
            }
        }
        if output.format == Format::Github {
            summarize(sources, findings, summary);
        }
    }
    Ok(())
}

/// Findings streamed to standard output.
pub(crate) struct Stream {
    format: Format,
    style: Style,
    /// Set once something has been written.
    is_begun: bool,
    /// The error that stopped the output; nothing is written after it.
    failed: Option<std::io::Error>,
    /// The counts of the written findings.
    pub(crate) counts: Counts,
}

impl Stream {
    /// Starts streaming, if the only output is a format for people.
    pub(crate) fn new(outputs: &[Output], style: Style) -> Option<Self> {
        let [Output { format, file: None }] = outputs else { return None };
        let stream =
            Self { format: *format, style, is_begun: false, failed: None, counts: Counts::default() };
        format.is_continuable().then_some(stream)
    }

    /// Writes further findings.
    pub(crate) fn write(&mut self, sources: &Sources, findings: &[Diagnostic]) {
        self.counts.add(findings);
        if findings.is_empty() || self.failed.is_some() {
            return;
        }
        let mut out = output::styled();
        let written = match self.is_begun {
            false => render(self.format, sources, findings, &Summary::default(), self.style, &mut out),
            true => render_more(self.format, sources, findings, self.style, &mut out),
        };
        self.is_begun = true;
        self.failed = written.and_then(|()| out.flush()).err();
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// The error that prevented a finding from being written.
    pub(crate) fn end(&mut self) -> anyhow::Result<()> {
        Ok(self.failed.take().map_or(Ok(()), Err)?)
    }
}

/// Appends the table of findings to GitHub's step summary, if there is one. A failure to write it is reported
/// but does not fail the run.
fn summarize(sources: &Sources, findings: &[Diagnostic], summary: &Summary) {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else { return };
    let page = step_summary(sources, findings, summary);
    let file = std::fs::OpenOptions::new().append(true).create(true).open(&path);
    if let Err(error) = file.and_then(|mut file| file.write_all(page.as_bytes())) {
        output::say(&format!("hclx: cannot write the step summary: {error}"));
    }
}

/// Returns `true` if any of the outputs describes modules.
pub(crate) fn describe_modules(outputs: &[Output]) -> bool {
    outputs.iter().any(|output| output.format.describes_modules())
}

/// Returns `true` if any of the outputs is for machines.
pub(crate) fn for_machines(outputs: &[Output]) -> bool {
    outputs.iter().any(|output| output.format.reader() == Reader::Machine)
}

/// Returns `true` if standard output is for people.
pub(crate) fn for_people(outputs: &[Output]) -> bool {
    let on_stdout = outputs.iter().find(|output| output.file.is_none());
    on_stdout.is_none_or(|output| output.format.reader() == Reader::Person)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_files_are_parted_by_the_first_sign() {
        let output = Output::parse("sarif=a=b.sarif").expect("an output");
        assert_eq!((output.format, output.file), (Format::Sarif, Some(PathBuf::from("a=b.sarif"))));
        assert_eq!(Output::parse("json=-").expect("an output").file, None);
        let why = |text| Output::parse(text).expect_err("wrong").to_string();
        assert_eq!(why("sarf=x"), "`--output sarf=x`: unknown format `sarf`; did you mean `sarif`?");
        assert_eq!(why("sarif"), "`--output sarif`: missing file, expected FORMAT=FILE");
    }
}
