//! `--watch`: repeats the run whenever a file changes.
//!
//! Files are polled several times per second. This works on every file system, including network and
//! container mounts without change notifications. Notifications (the `notify` crate) would need five more
//! crates, and polling as a fallback.

use std::collections::{HashMap, HashSet};
use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use crate::exit::Exit;
use crate::names;

/// The interval between polls.
const PAUSE: Duration = Duration::from_millis(300);

/// Modification time and length of each file; `None` for a missing one.
type Stamps = HashMap<String, Option<(SystemTime, u64)>>;

/// Runs once, and again whenever one of the files changes, appears or disappears, until interrupted. `once`
/// returns the names of other files that it read or missed; `names` returns the requested ones.
pub(crate) fn watch(
    once: &mut dyn FnMut() -> anyhow::Result<(Exit, Vec<String>)>,
    names: &dyn Fn() -> Vec<String>,
) -> anyhow::Result<Exit> {
    let mut read: Vec<String> = Vec::new();
    loop {
        // changes during a run are noticed after it
        let named = names();
        let mut before = stamps(named.iter().cloned().chain(read));
        crate::output::clear()?;
        read = match once() {
            Ok((_, read)) => read,
            // An error, for example in settings that are being edited, must not end the watch.
            Err(error) => {
                crate::output::say(&format!("hclx: {error:#}"));
                Vec::new()
            }
        };
        let asked: HashSet<&String> = named.iter().chain(&read).collect();
        before.retain(|name, _| asked.contains(name));
        let further = stamps(read.iter().filter(|name| !before.contains_key(*name)).cloned());
        before.extend(further);
        // The names are searched again each time, so that new files count as changes.
        while stamps(names().into_iter().chain(read.iter().cloned())) == before {
            std::thread::sleep(PAUSE);
        }
    }
}

fn stamps(names: impl Iterator<Item = String>) -> Stamps {
    let stamp = |name: String| {
        let metadata = std::fs::metadata(names::path(&name)).ok().filter(Metadata::is_file);
        let stamp =
            metadata.map(|metadata| (metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), metadata.len()));
        (name, stamp)
    };
    names.map(stamp).collect()
}
