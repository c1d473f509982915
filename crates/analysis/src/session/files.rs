//! The files of a session: their versions, contents and derived data.

use std::sync::{Arc, Mutex, OnceLock};

use hclx_diag::{Source, SourceId, locked};
use hclx_eval::{Host, Refusal};

use crate::NamedRow;
use crate::db::{AnyQuery, Key, Make, Memo, QueryValue};
use crate::file_path;

pub(super) type FileCell = Arc<OnceLock<QueryValue>>;

pub(super) type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// One version of a file.
pub(super) struct File {
    pub(super) path: Arc<str>,
    /// Set if the file was selected by name or through a directory above it.
    pub(super) selected: bool,
    /// The contents from an editor, in place of those on disk.
    pub(super) given: Option<Arc<[u8]>>,
    pub(super) content: Mutex<Option<Result<Source, Refusal>>>,
    pub(super) derived: Mutex<HashMap<Key, FileCell>>,
    /// A number that is unique among all file versions of the session.
    pub(super) version: u64,
    /// Facts about the contents.
    pub(super) facts: Mutex<HashMap<Key, Arc<Memo>>>,
    /// Facts about the contents of the previous version.
    pub(super) facts_before: Mutex<HashMap<Key, Arc<Memo>>>,
    /// The row for its name, looked up once because every language requests it.
    pub(super) row: OnceLock<Option<NamedRow<'static>>>,
}

impl File {
    pub(super) fn new(path: Arc<str>, selected: bool, given: Option<Arc<[u8]>>, version: u64) -> Self {
        Self {
            path,
            selected,
            given,
            content: Mutex::default(),
            derived: Mutex::default(),
            version,
            facts: Mutex::default(),
            facts_before: Mutex::default(),
            row: OnceLock::new(),
        }
    }

    /// Adopts the facts about another version, which are compared before they are used.
    pub(super) fn after(mut self, before: &Self) -> Self {
        // Facts that were not requested for the last version are from earlier ones.
        let mut facts = locked(&before.facts_before).clone();
        facts.extend(locked(&before.facts).iter().map(|(key, fact)| (key.clone(), Arc::clone(fact))));
        self.facts_before = Mutex::new(facts);
        self.row = before.row.clone();
        self
    }

    /// The contents, read on first use.
    pub(super) fn source(&self, host: &dyn Host) -> Result<Source, Refusal> {
        let mut content = locked(&self.content);
        let read = || match &self.given {
            Some(bytes) => Ok(Source::new(Arc::clone(&self.path), Arc::clone(bytes))),
            None => host.read(&self.path).map(|bytes| Source::read(Arc::clone(&self.path), bytes)),
        };
        content.get_or_insert_with(read).clone()
    }

    #[inline(never)]
    pub(super) fn remember(&self, query: &(dyn AnyQuery + 'static), make: &mut Make<'_>) -> QueryValue {
        // The map is not locked while the value is computed.
        let cell = {
            let mut derived = locked(&self.derived);
            match derived.get(query) {
                Some(cell) => Arc::clone(cell),
                None => Arc::clone(derived.entry(query.to_key()).or_default()),
            }
        };
        Arc::clone(cell.get_or_init(|| make(None)))
    }
}

/// Files by id and path.
#[derive(Clone, Default)]
pub(super) struct Files {
    pub(super) list: Vec<Option<Arc<File>>>,
    pub(super) by_path: Arc<HashMap<Arc<str>, SourceId>>,
    /// Files that have or had contents set by the caller, by directory.
    pub(super) given: Arc<HashMap<Arc<str>, Vec<SourceId>>>,
}

impl Files {
    pub(super) fn put(&mut self, file: Arc<File>) -> SourceId {
        let given = file.given.is_some().then(|| Arc::clone(&file.path));
        let id = self.number(file);
        if let Some(path) = given {
            let folder = file_path::parent(&path);
            // copied only if there is something new, because every revision has the same map
            if !self.given.get(folder).is_some_and(|beside| beside.contains(&id)) {
                Arc::make_mut(&mut self.given).entry(folder.into()).or_default().push(id);
            }
        }
        id
    }

    /// The files in a directory whose contents were set.
    pub(super) fn given_in(&self, folder: &str) -> impl Iterator<Item = &Arc<File>> {
        let ids = self.given.get(folder).map(Vec::as_slice).unwrap_or_default();
        ids.iter().filter_map(|id| self.list[id.0 as usize].as_ref()).filter(|file| file.given.is_some())
    }

    pub(super) fn number(&mut self, file: Arc<File>) -> SourceId {
        if let Some(id) = self.by_path.get(&file.path) {
            self.list[id.0 as usize] = Some(file);
            return *id;
        }
        let id = SourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 files"));
        Arc::make_mut(&mut self.by_path).insert(Arc::clone(&file.path), id);
        self.list.push(Some(file));
        id
    }
}
