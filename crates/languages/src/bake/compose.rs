//! Services of Compose files; those that are built are targets.

use hclx_analysis::Snapshot;
use hclx_diag::OrderedSet;
use hclx_formats::yaml::{Event, Events};

/// The services that are targets.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Services {
    /// The names of targets, in which bake replaces dots.
    pub names: OrderedSet<String>,
    /// Set if other services may be targets too.
    pub are_open: bool,
}

impl Services {
    /// The services of a Compose file.
    pub(super) fn in_file(path: &str, snapshot: &Snapshot) -> Self {
        let bytes = snapshot.find(path).ok().and_then(|file| snapshot.bytes(file).ok());
        let text = bytes.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok());
        text.and_then(services).unwrap_or(Self { are_open: true, ..Self::default() })
    }

    /// The services of two files.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.names.extend(other.names);
        self.are_open |= other.are_open;
        self
    }
}

/// The services in a source that have `build` or include parts from elsewhere; `None` if other files add services, or
/// if the source is not understood.
fn services(text: &str) -> Option<Services> {
    let mut reader = Reader::default();
    for event in Events::with_unresolved_aliases(text) {
        reader.take(&event.ok()?.0)?;
    }
    Some(reader.found)
}

/// An event reader that tracks the keys around each event.
#[derive(Default)]
struct Reader {
    /// The open collections. For a mapping: its last key, and `true` if a key comes next.
    open: Vec<(Option<String>, bool)>,
    found: Services,
}

impl Reader {
    fn take(&mut self, event: &Event<'_>) -> Option<()> {
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                self.open.push((None, matches!(event, Event::MappingStart(..))));
                return Some(());
            }
            Event::MappingEnd | Event::SequenceEnd => drop(self.open.pop()),
            Event::Scalar(word, ..) => {
                if let Some((key, true)) = self.open.last_mut() {
                    *key = Some(word.to_string());
                    self.key()?;
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => self.alias()?,
            _ => return Some(()),
        }
        // after a key comes its value, and after a value the next key
        if let Some((Some(_), is_key)) = self.open.last_mut() {
            *is_key = !*is_key;
        }
        Some(())
    }

    fn path(&self) -> Vec<&str> {
        self.open.iter().map(|(key, _)| key.as_deref().unwrap_or_default()).collect()
    }

    /// Records the service if the key makes it a target; `None` for a key that brings in services from elsewhere.
    fn key(&mut self) -> Option<()> {
        let service = match self.path()[..] {
            ["include"] | ["services", "<<"] => return None,
            ["services", service, "build" | "extends" | "<<"] => target(service),
            _ => return Some(()),
        };
        self.found.names.insert(service);
        Some(())
    }

    /// Records a service that is an alias; `None` if the whole mapping of services is one.
    fn alias(&mut self) -> Option<()> {
        let service = match self.path()[..] {
            ["services"] => return None,
            ["services", service] => target(service),
            _ => return Some(()),
        };
        self.found.names.insert(service);
        Some(())
    }
}

/// The target name of a service.
fn target(service: &str) -> String {
    service.replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        services(text).map(|found| found.names.into_iter().collect())
    }

    #[test]
    fn services_that_are_built_are_targets() {
        let text = "name: a\nservices:\n  web:\n    image: x\n    build: .\n  a.b:\n    ports: [80, 81]\n    build:\n      context: c\n  \
                    db:\n    image: y\n    environment:\n      build: no\n  more:\n    extends: { service: web }\n  same: *x\nvolumes:\n  v:\n";
        let expected = ["a_b", "more", "same", "web"].map(str::to_owned);
        assert_eq!(names(text), Some(expected.to_vec()));
        assert_eq!(names("include: [x]\nservices: {}\n"), None);
        assert_eq!(names("services: [\n"), None);
        assert_eq!(names(""), Some(Vec::new()));
    }
}
