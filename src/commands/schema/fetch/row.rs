//! One provider whose schema is fetched: the files of its directory, and the commands.

use std::path::{Path, PathBuf};

use hclx_languages::terraform::packages::{LOCK_FILE, Requirement, lock_entry};
use hclx_languages::terraform::{KnownSchema, ProviderNeed};
use serde_json::json;

use crate::schema_cache;

/// The name of the file with the requirement on the provider.
const VERSIONS: &str = "versions.tf.json";

/// The local name of the provider there.
const LOCAL: &str = "it";

/// One provider whose schema is fetched.
pub(in super::super) struct Row {
    pub(in super::super) need: ProviderNeed,
}

/// Returns `true` if the schema of a provider need not be fetched.
pub(in super::super) fn is_known(need: &ProviderNeed) -> bool {
    need.known == KnownSchema::Printed
}

/// A word of a command, quoted if a shell would split or change it.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:@%+,".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

impl Row {
    pub(in super::super) fn new(need: ProviderNeed) -> Self {
        Self { need }
    }

    /// Returns `true` if both rows fetch the same schema.
    pub(in super::super) fn is_same(&self, other: &Self) -> bool {
        self.need.address == other.need.address && self.need.requirement == other.need.requirement
    }

    /// The requirement on the version, as a constraint.
    pub(in super::super) fn requirement(&self) -> String {
        match &self.need.requirement {
            Requirement::Version(version) => version.clone(),
            Requirement::Constraints(all) => all.join(", "),
        }
    }

    /// The provider with its requirement.
    pub(in super::super) fn title(&self) -> String {
        let short = self.need.address.short();
        // a constraint of a repository may contain line breaks, which could be mistaken for rows
        let requirement = self.requirement();
        match requirement.split_whitespace().collect::<Vec<_>>().join(" ") {
            any if any.is_empty() => format!("{short} (any version)"),
            version => format!("{short} {version}"),
        }
    }

    /// Returns `true` if the provider is in a lock file or has a pack, so that its name can be trusted.
    pub(in super::super) fn is_vouched(&self) -> bool {
        let address = self.need.address.to_string();
        self.need.lock.is_some() || schema_cache::SHIPPED.iter().any(|(known, _)| *known == address)
    }

    /// The directory of installed providers that has the release, if it is next to the lock file.
    fn installed(&self) -> Option<PathBuf> {
        let Requirement::Version(version) = &self.need.requirement else { return None };
        let lock = Path::new(self.need.lock.as_ref()?);
        let folder = lock.parent()?.join(".terraform").join("providers");
        let address = &self.need.address;
        let has = |host: &str| {
            folder.join(host).join(&address.namespace).join(&address.name).join(version).is_dir()
        };
        let hosts = [address.host.as_str(), "registry.opentofu.org"];
        let is_there = hosts.iter().take(if self.need.is_opentofu { 2 } else { 1 }).any(|host| has(host));
        is_there.then(|| std::path::absolute(&folder).ok())?
    }

    /// The commands, each with its arguments.
    pub(in super::super) fn commands(&self, program: &Path) -> [Vec<String>; 2] {
        let name = program.to_string_lossy().into_owned();
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let mut init = vec![name.clone()];
        init.extend(words(&["init", "-backend=false", "-input=false", "-no-color"]));
        init.extend(self.installed().map(|folder| format!("-plugin-dir={}", folder.display())));
        let mut print = vec![name];
        print.extend(words(&["providers", "schema", "-json"]));
        [init, print]
    }

    /// The commands in the form for a shell.
    pub(in super::super) fn shell_lines(&self, program: &Path) -> [String; 2] {
        let line =
            |words: Vec<String>| words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
        self.commands(program).map(line)
    }

    /// Writes the files of the directory.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(in super::super) fn write(&self, folder: &Path) -> std::io::Result<()> {
        let mut provider = json!({ "source": self.need.address.short() });
        let version = match &self.need.requirement {
            Requirement::Version(version) => format!("= {version}"),
            Requirement::Constraints(all) => all.join(", "),
        };
        if !version.is_empty() {
            provider["version"] = version.into();
        }
        let file = json!({ "terraform": { "required_providers": { LOCAL: provider } } });
        std::fs::write(folder.join(VERSIONS), file.to_string())?;
        let entry = self.need.lock.as_ref().and_then(|lock| {
            let bytes =
                crate::open_file::read_named(Path::new(lock), hclx_diag::MAX_SOURCE_BYTES as u64).ok()?;
            Some(lock_entry(&bytes, &self.need.address)?.to_vec())
        });
        match entry {
            Some(entry) => std::fs::write(folder.join(LOCK_FILE), [&entry[..], b"\n"].concat()),
            None => Ok(()),
        }
    }
}
