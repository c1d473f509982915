//! `hclx schema pack`: writes a pack, a file with several releases of one provider.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_languages::terraform::packages::{History, Pack, PackBytes, ProviderAddress, read_json, unpacked};

use crate::cli::Schema;
use crate::exit::Exit;
use crate::{files, output, schema_cache};

/// Writes a pack of the releases in some files, or appends them to it.
pub(super) fn pack(asked: &Schema, path: &str, sources: &[String]) -> anyhow::Result<Exit> {
    let mut history = None;
    if asked.appends && Path::new(path).exists() {
        add(&mut history, &open(path)?, path)?;
    }
    for source in sources {
        for pack in read(asked, source)? {
            add(&mut history, &pack, source)?;
        }
    }
    let Some(history) = history else { anyhow::bail!("the files contain no provider schemas") };
    let bytes = history.bytes().map_err(|why| anyhow::anyhow!(why))?;
    schema_cache::write(Path::new(path), &bytes)
        .map_err(|error| anyhow::anyhow!("cannot write `{path}`: {error}"))?;
    if !asked.look.quiet {
        let releases = history.len();
        let noun = if releases == 1 { "release" } else { "releases" };
        output::answer(&format!("{path}: {releases} {noun}, {} bytes", bytes.len()))?;
    }
    Ok(Exit::Good)
}

fn open(path: &str) -> anyhow::Result<Pack> {
    let bytes = files::read_one(&OsString::from(path), "<stdin>", None)?.bytes;
    let damaged = "the pack is corrupt or was written by another version of hclx";
    Pack::open(PackBytes::Read(Arc::from(&bytes[..])))
        .map_err(|_| anyhow::anyhow!("cannot use `{path}`: {damaged}"))
}

/// The packs of a file: one, or one for each provider of a schema in JSON.
fn read(asked: &Schema, path: &str) -> anyhow::Result<Vec<Pack>> {
    if let Ok(pack) = open(path) {
        return Ok(vec![pack]);
    }
    let named = super::named_versions(&asked.versions)?;
    let locked = super::locked(asked.lock.as_ref(), Path::new(path))?;
    let version = |address: &ProviderAddress| {
        let mut all = named.iter().chain(&locked);
        all.find(|(known, _)| known == address).map(|(_, version)| version.clone())
    };
    let wrong = |why: String| anyhow::anyhow!("cannot use `{path}`: {why}");
    let text = files::read_one(&OsString::from(path), "<stdin>", None)?;
    let bytes = unpacked(&text.bytes).map_err(wrong)?;
    let packages = read_json(&bytes, path, version).map_err(wrong)?;
    let reopened = |bytes: &[u8]| Pack::open(PackBytes::Read(Arc::from(bytes)));
    let packs: Result<Vec<_>, _> = packages.iter().map(|package| reopened(package.bytes())).collect();
    let mut packs = packs.map_err(|_| anyhow::anyhow!("cannot use `{path}`"))?;
    for pack in &mut packs {
        let short = pack.address().short();
        let is_known = pack.releases().iter().all(|release| release.version.is_some());
        anyhow::ensure!(
            is_known,
            "the version of {short} is unknown; set it with `--provider-version {short}=VERSION`"
        );
        if asked.is_derived {
            pack.mark_derived();
        }
    }
    Ok(packs)
}

fn add(history: &mut Option<History>, pack: &Pack, path: &str) -> anyhow::Result<()> {
    let history = history.get_or_insert_with(|| History::new(pack.address().clone()));
    history.add(pack).map_err(|why| anyhow::anyhow!("cannot use `{path}`: {why}"))
}
