//! The page of a module: header and footer, the versions in its lock file, and the template of the
//! settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::describe::Description;
use hclx_present::markdown::{self, Layout, OutputValue, Page, Section, Toggle};

use super::settings::Settings;
use super::template::{self, Part};
use crate::dir_cache::DirCache;
use crate::{config, open_file};

/// The lock file of a directory.
const LOCK: &str = ".terraform.lock.hcl";

/// The maximum size of a header or footer in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// The directory of a module.
pub(crate) struct Folder<'a> {
    /// Its path.
    pub(crate) path: &'a Path,
    /// The entries that the walk has seen.
    pub(crate) seen: &'a DirCache,
    /// The contents of files that were read.
    pub(crate) contents: &'a dyn Fn(&Path) -> Option<Arc<[u8]>>,
}

/// The page of a module.
///
/// # Errors
/// If a file that the settings name cannot be read, or the template is not supported.
pub(crate) fn text(
    folder: &Folder<'_>,
    description: &Description,
    settings: &Settings,
    values: Option<&[OutputValue]>,
) -> anyhow::Result<String> {
    let layout = &settings.layout;
    let header = match layout.sections.contains(&Section::Header) || settings.content.is_some() {
        // Only the default header may be missing, as in terraform-docs.
        true => read(folder, &settings.header_from, settings.header_from == "main.tf")?,
        false => String::new(),
    };
    let footer = match &settings.footer_from {
        Some(file) => read(folder, file, false)?,
        None => String::new(),
    };
    let has_lock = layout.toggles.contains(&Toggle::LockFile);
    let locked = if has_lock && !folder.seen.lacks(&folder.path.join(LOCK)) {
        locked(folder.path)
    } else {
        Vec::new()
    };
    let page = Page { description, header: &header, footer: &footer, locked: &locked, values };
    // data has no template, as for terraform-docs
    match settings.content.as_ref().filter(|_| !layout.form.is_data()) {
        Some(content) => filled(folder.path, content, &page, layout),
        None => markdown::page(&page, layout).map_err(anyhow::Error::msg),
    }
}

/// Reads a header or footer: a whole file, or the comment at the beginning of a Terraform file.
fn read(folder: &Folder<'_>, name: &str, may_be_absent: bool) -> anyhow::Result<String> {
    let path = folder.path.join(name);
    if may_be_absent && folder.seen.lacks(&path) {
        return Ok(String::new());
    }
    let known = (folder.contents)(&path).filter(|bytes| bytes.len() as u64 <= MAX_BYTES);
    let bytes = match known {
        Some(bytes) => bytes,
        None if may_be_absent && !path.is_file() => return Ok(String::new()),
        None => open_file::read_below(&path, &around(folder.path), MAX_BYTES)
            .map_err(|error| anyhow::anyhow!("cannot read `{}`: {error}", crate::names::text(&path)))?
            .into(),
    };
    let text = String::from_utf8_lossy(&bytes);
    match name.ends_with(".tf") || name.ends_with(".tofu") {
        true => Ok(comment(&text)),
        false => Ok(text.into_owned()),
    }
}

/// The directory in which links of a module must stay: its repository, if there is one.
fn around(folder: &Path) -> PathBuf {
    let absolute = std::path::absolute(folder).map(|path| config::plain(&path));
    absolute.ok().and_then(|path| config::repository(&path)).map_or_else(|| folder.to_owned(), Into::into)
}

/// The comment at the beginning of a file, whose lines begin with `*`.
fn comment(text: &str) -> String {
    let is_in_it = |line: &&str| ["/*", "*"].iter().any(|mark| line.trim().starts_with(mark));
    let line = |line: &str| {
        let trimmed = line.trim();
        if trimmed.starts_with("/*") || trimmed.starts_with("*/") {
            return None;
        }
        let line = line.trim_start_matches(' ').trim_end_matches('\r');
        Some(if trimmed == "*" { String::new() } else { line.strip_prefix("* ").unwrap_or(line).to_owned() })
    };
    text.split('\n').take_while(is_in_it).filter_map(line).collect::<Vec<_>>().join("\n")
}

/// The versions in the lock file of a directory, by the last part of the provider addresses.
fn locked(folder: &Path) -> Vec<(String, String)> {
    let Ok(bytes) = open_file::read_below(&folder.join(LOCK), folder, MAX_BYTES) else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut found = Vec::new();
    let mut provider = None;
    for line in text.lines().map(str::trim) {
        let quoted = || line.split('"').nth(1).map(str::to_owned);
        if line.starts_with("provider ") {
            provider = quoted().and_then(|address| address.rsplit('/').next().map(str::to_owned));
        } else if line.starts_with("version ") || line.starts_with("version=") {
            found.extend(provider.take().zip(quoted()));
        }
    }
    found
}

/// Fills in the template of the settings with sections and included files.
fn filled(folder: &Path, template: &str, page: &Page<'_>, layout: &Layout) -> anyhow::Result<String> {
    let mut out = String::new();
    for part in template::parts(template).map_err(|why| anyhow::anyhow!("`content`: {why}"))? {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Sections(sections) => {
                // the call is shown where the template requests it
                let is_shown = |one: &Section| *one == Section::Usage || layout.sections.contains(one);
                let sections = sections.iter().copied().filter(is_shown).collect();
                let page = markdown::page(page, &Layout { sections, ..layout.clone() });
                out.push_str(&page.map_err(anyhow::Error::msg)?);
            }
            Part::File(file) => {
                let path = folder.join(file);
                let bytes = open_file::read_below(&path, folder, MAX_BYTES).map_err(|error| {
                    anyhow::anyhow!("cannot read `{}`: {error}", crate::names::text(&path))
                })?;
                out.push_str(String::from_utf8_lossy(&bytes).trim_end_matches('\n'));
            }
        }
    }
    Ok(out.trim_end_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_comments() {
        assert_eq!(comment("/**\n * # A\n *\n * text\n */\nx = 1\n* no"), "# A\n\ntext");
        assert_eq!(comment("x = 1\n/* a */"), "");
    }
}
