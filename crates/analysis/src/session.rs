//! The files of a run, and immutable snapshots of them that answer questions.
//!
//! A [`Session`] holds files by path. A [`Snapshot`] is their state at one moment: it groups them into units,
//! reads further files through the one interface to the file system ([`Host`]), and caches data derived from
//! a file's contents, so that a file is read and parsed once. Out of scope: threads (several may query a
//! snapshot), searching directories, printing.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use hclx_core::Value;
use hclx_diag::{Arrange, Source, SourceId, Sources, Span};
use hclx_eval::{Budget, Entry, Host, Refusal};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Language as Syntax;

use crate::file_row::{FileRow, NamedRow, Rows};
use crate::findings::misspelt;
use crate::generated::GeneratedFiles;
use crate::given::Given;
use crate::group::{self, Groups, groups};
use crate::holding::{DoneFile, Holding};
use crate::symbols::Symbols;
use crate::unread::{Unread, drop_absences};
use crate::{Answer, Language, Question, Settings, Unit, file_path};

/// The reason for not following a link.
const NOT_FOLLOWED: &str =
    "it is a symbolic link out of the repository or to something other than a regular file";

/// The reason for not reading a pipe or device, as hosts phrase it.
const NOT_REGULAR: &str = "it is not a regular file";
const NOT_REGULAR_FILE: &str = "not a regular file";

type Remembered = Arc<OnceLock<Made>>;

/// A computed value of any type.
type Made = Arc<dyn Any + Send + Sync>;

/// Computes a value that is not in the cache.
type Make<'m> = dyn FnMut() -> Made + 'm;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// Cached values by type and key.
type Memos = HashMap<TypeId, HashMap<Arc<str>, Remembered>>;

/// The cache cell for a key, which is copied once.
fn cell(memos: &mut Memos, number: TypeId, key: &str) -> Remembered {
    let of_type = memos.entry(number).or_default();
    match of_type.get(key) {
        Some(cell) => Arc::clone(cell),
        None => Arc::clone(of_type.entry(Arc::from(key)).or_default()),
    }
}

/// One version of a file.
struct File {
    path: Arc<str>,
    /// Set if the file was selected by its name or by a directory above it.
    selected: bool,
    /// The contents from an editor, in place of those on disk.
    given: Option<Arc<[u8]>>,
    content: Mutex<Option<Result<Source, Refusal>>>,
    derived: Mutex<HashMap<TypeId, Remembered>>,
    /// The row for its name, looked up once: every language asks for it.
    row: OnceLock<Option<NamedRow<'static>>>,
}

impl File {
    fn new(path: Arc<str>, selected: bool, given: Option<Arc<[u8]>>) -> Arc<Self> {
        let row = OnceLock::new();
        Arc::new(Self { path, selected, given, content: Mutex::default(), derived: Mutex::default(), row })
    }

    /// The contents, read on first use.
    fn source(&self, host: &dyn Host) -> Result<Source, Refusal> {
        let mut content = locked(&self.content);
        let read = || match &self.given {
            Some(bytes) => Ok(Source::new(Arc::clone(&self.path), Arc::clone(bytes))),
            None => host.read(&self.path).map(|bytes| Source::read(Arc::clone(&self.path), bytes)),
        };
        content.get_or_insert_with(read).clone()
    }

    #[inline(never)]
    fn remember(&self, number: TypeId, make: &mut Make<'_>) -> Made {
        let cell = Arc::clone(locked(&self.derived).entry(number).or_default());
        Arc::clone(cell.get_or_init(make))
    }
}

/// Locks a mutex and ignores poisoning: values are stored in one step, so a panic in another thread leaves
/// nothing half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Files by number and path.
#[derive(Clone, Default)]
struct Files {
    list: Vec<Option<Arc<File>>>,
    by_path: HashMap<Arc<str>, SourceId>,
    /// Files that have or had contents set by the caller, by directory.
    given: HashMap<Arc<str>, Vec<SourceId>>,
}

impl Files {
    fn put(&mut self, file: Arc<File>) -> SourceId {
        let given = file.given.is_some().then(|| Arc::clone(&file.path));
        let id = self.number(file);
        if let Some(path) = given {
            let beside = self.given.entry(file_path::parent(&path).into()).or_default();
            if !beside.contains(&id) {
                beside.push(id);
            }
        }
        id
    }

    /// The files of a directory whose contents were set.
    fn given_in(&self, folder: &str) -> impl Iterator<Item = &Arc<File>> {
        let ids = self.given.get(folder).map(Vec::as_slice).unwrap_or_default();
        ids.iter().filter_map(|id| self.list[id.0 as usize].as_ref()).filter(|file| file.given.is_some())
    }

    fn number(&mut self, file: Arc<File>) -> SourceId {
        if let Some(id) = self.by_path.get(&file.path) {
            self.list[id.0 as usize] = Some(file);
            return *id;
        }
        let id = SourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 files"));
        self.by_path.insert(Arc::clone(&file.path), id);
        self.list.push(Some(file));
        id
    }
}

/// The files of a run, which may be replaced and removed, with the languages and settings that apply.
pub struct Session {
    languages: Arc<[&'static dyn Language]>,
    rows: Arc<Rows<'static>>,
    host: Arc<dyn Host>,
    settings: Arc<Settings>,
    files: Files,
}

impl Session {
    /// A session without files. A file that no language claims belongs to the first of `languages`.
    pub fn new(languages: &[&'static dyn Language], host: Arc<dyn Host>, settings: Settings) -> Self {
        assert!(!languages.is_empty(), "a session has a language");
        let rows = Arc::new(Rows::new(languages.iter().copied()));
        Self {
            languages: languages.into(),
            rows,
            host,
            settings: Arc::new(settings),
            files: Files::default(),
        }
    }

    /// Adds a file of the host; its contents are read on demand.
    pub fn add(&mut self, path: &str) -> SourceId {
        self.put(path, None)
    }

    /// Sets the contents of a file, which replace earlier contents and those of the host.
    pub fn set(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) -> SourceId {
        self.put(path, Some(bytes.into()))
    }

    fn put(&mut self, path: &str, given: Option<Arc<[u8]>>) -> SourceId {
        self.files.put(File::new(file_path::clean(path).into(), true, given))
    }

    /// Forgets the contents of a file, which changed, and what was derived from them. A path that is not of the session
    /// changes nothing: every snapshot looks for the others anew.
    pub fn changed(&mut self, path: &str) {
        let path = file_path::clean(path);
        let known = self.files.by_path.get(&*path).and_then(|id| self.files.list[id.0 as usize].as_ref());
        if let Some((selected, given)) = known.map(|file| (file.selected, file.given.clone())) {
            self.files.put(File::new(path.into(), selected, given));
        }
    }

    /// Adds a source that is not a file, for example an argument of the command line, so that findings can
    /// point into it. It belongs to no unit, and no path leads to it.
    pub fn text(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> SourceId {
        let id = SourceId(u32::try_from(self.files.list.len()).expect("fewer than 2^32 files"));
        self.files.list.push(Some(File::new(name.into(), false, Some(bytes.into()))));
        id
    }

    /// Removes a file; its number is not used again, unless the path comes back.
    pub fn remove(&mut self, file: SourceId) {
        if let Some(file) = self.files.list.get_mut(file.0 as usize) {
            *file = None;
        }
    }

    /// The current state of the files. Contents and trees are shared with earlier snapshots.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            shared: Arc::new(Shared {
                languages: Arc::clone(&self.languages),
                rows: Arc::clone(&self.rows),
                host: Arc::clone(&self.host),
                settings: Arc::clone(&self.settings),
                files: RwLock::new(self.files.clone()),
                memo: Mutex::default(),
                memo_of_units: Mutex::default(),
                groups: OnceLock::new(),
                unread: Unread::default(),
                given: Mutex::default(),
                lists: Mutex::default(),
                holding: OnceLock::new(),
            }),
        }
    }
}

struct Shared {
    languages: Arc<[&'static dyn Language]>,
    rows: Arc<Rows<'static>>,
    host: Arc<dyn Host>,
    settings: Arc<Settings>,
    files: RwLock<Files>,
    memo: Mutex<Memos>,
    /// Cached values by the root of the unit that they are dropped with.
    memo_of_units: Mutex<HashMap<Arc<str>, Memos>>,
    groups: OnceLock<Groups>,
    unread: Unread,
    given: Mutex<Arc<Given>>,
    /// The entries of directories, as far as they were listed.
    lists: Mutex<HashMap<String, Arc<OnceLock<Listed>>>>,
    /// The units whose data is not dropped yet.
    holding: OnceLock<Mutex<Holding>>,
}

impl Shared {
    #[inline(never)]
    fn remember(&self, number: TypeId, key: &str, make: &mut Make<'_>) -> Made {
        let cell = cell(&mut locked(&self.memo), number, key);
        Arc::clone(cell.get_or_init(make))
    }

    #[inline(never)]
    fn remember_of(&self, root: &str, number: TypeId, key: &str, make: &mut Make<'_>) -> Made {
        let cell = {
            let mut units = locked(&self.memo_of_units);
            let memos = match units.get_mut(root) {
                Some(memos) => memos,
                None => units.entry(Arc::from(root)).or_default(),
            };
            cell(memos, number, key)
        };
        Arc::clone(cell.get_or_init(make))
    }
}

/// The entries of a directory with their kinds, sorted by name.
type Listed = Result<Arc<[(String, Entry)]>, Refusal>;

/// The files of a session at one moment. Cheap to clone, and may be asked from several threads.
#[derive(Clone)]
pub struct Snapshot {
    shared: Arc<Shared>,
}

impl Snapshot {
    /// The units that the selected files belong to, in the order of their first files' paths.
    pub fn units(&self) -> &[Unit] {
        &self.groups().units
    }

    /// Selected files that belong to a language that is not judged, with its name.
    pub fn foreign(&self) -> &[(SourceId, &'static str)] {
        &self.groups().foreign
    }

    fn groups(&self) -> &Groups {
        self.shared.groups.get_or_init(|| groups(self))
    }

    /// The answer to a question about a unit.
    pub fn answer(&self, unit: &Unit, question: &Question, budget: &Budget) -> Answer {
        let length = unit.files.iter().filter_map(|file| Some(self.bytes(*file).ok()?.len())).sum();
        budget.allow_for_source(length);
        let mut answer = unit.language.answer(unit, self, question, budget);
        if !self.is_whole(unit) {
            drop_absences(&mut answer.findings);
        }
        budget.settle(&mut answer.findings, |finding| finding);
        for finding in &mut answer.findings {
            let source = finding.span.filter(|_| !finding.help.is_empty()).map(|span| span.source);
            if let Some(text) = source.and_then(|source| self.bytes(source).ok()) {
                misspelt::offer(finding, &text);
            }
        }
        answer
    }

    /// The declarations of a unit and the mentions in it, found once.
    pub fn symbols(&self, unit: &Unit) -> Arc<Symbols> {
        let key = format!("symbols of {}", unit.language.name());
        self.memo_of(&unit.root, &key, || unit.language.symbols(unit, self))
    }

    /// Files and directories of units that could not be read so far, by path: links that are not followed,
    /// and failures of the system.
    pub fn unread(&self) -> Vec<(String, Refusal)> {
        self.shared.unread.all()
    }

    /// Records that the value at a place was given to the run, and whether it is known not to be secret.
    pub fn give(&self, value: &Value, place: Span, is_open: bool) {
        Arc::make_mut(&mut locked(&self.shared.given)).take(value, place, is_open);
    }

    /// The values that languages found to be given so far.
    pub fn given(&self) -> Arc<Given> {
        Arc::clone(&locked(&self.shared.given))
    }

    /// Returns `true` if everything known to be in a directory was read.
    pub fn is_whole_folder(&self, folder: &str) -> bool {
        self.shared.unread.is_whole(&file_path::clean(folder))
    }

    /// Returns `true` if everything next to the files of a unit was read.
    fn is_whole(&self, unit: &Unit) -> bool {
        let mut folders: Vec<String> =
            unit.files.iter().map(|file| file_path::parent(&self.path(*file)).to_owned()).collect();
        folders.push(unit.root.to_string());
        folders.arrange();
        folders.dedup();
        folders.iter().all(|folder| self.is_whole_folder(folder))
    }

    /// The files that applications generate in a directory before another one runs there.
    pub fn generated(&self, folder: &str) -> GeneratedFiles {
        let mut all = GeneratedFiles::default();
        for language in self.languages() {
            let files = language.generates(folder, self);
            if files.is_open {
                all.writer.get_or_insert(language.title());
            }
            all.extend(&files);
        }
        all
    }

    /// The languages of the session.
    pub fn languages(&self) -> &[&'static dyn Language] {
        &self.shared.languages
    }

    /// The settings of the run for every unit.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The door to files.
    pub fn host(&self) -> &Arc<dyn Host> {
        &self.shared.host
    }

    fn file(&self, id: SourceId) -> Option<Arc<File>> {
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        files.list.get(id.0 as usize).cloned().flatten()
    }

    /// The files that were asked for, by path.
    pub fn selected(&self) -> Vec<SourceId> {
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        let mut selected: Vec<(&Arc<str>, SourceId)> = files
            .list
            .iter()
            .enumerate()
            .filter_map(|(index, file)| Some((index, file.as_ref().filter(|file| file.selected)?)))
            .map(|(index, file)| (&file.path, SourceId(index as u32)))
            .collect();
        selected.arrange();
        selected.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns `true` if a file was selected by its name or by a directory above it.
    pub fn is_selected(&self, file: SourceId) -> bool {
        self.file(file).is_some_and(|file| file.selected)
    }

    /// The path of a file; empty if it was removed.
    pub fn path(&self, file: SourceId) -> Arc<str> {
        self.file(file).map_or_else(|| Arc::from(""), |file| Arc::clone(&file.path))
    }

    /// The file of a path, which is cleaned: one of the session, or one that the host has.
    ///
    /// # Errors
    /// The reason, if the file does not exist or cannot be read.
    pub fn find(&self, path: &str) -> Result<SourceId, Refusal> {
        let path = file_path::clean(path);
        let known = |files: &Files| {
            let id = *files.by_path.get(&*path)?;
            files.list[id.0 as usize].is_some().then_some(id)
        };
        if let Some(id) = known(&self.shared.files.read().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(id);
        }
        let looked = self.shared.host.look(&path);
        if let Err(refusal @ Refusal::NotRead(_)) = &looked {
            self.shared.unread.keep(&path, refusal);
        }
        match looked? {
            Entry::File => {}
            Entry::Directory => return Err(Refusal::Other("a directory".to_owned())),
            Entry::Special => return Err(Refusal::Other(NOT_REGULAR_FILE.to_owned())),
            Entry::Unread => return Err(Refusal::NotRead(NOT_FOLLOWED.to_owned())),
        }
        let mut files = self.shared.files.write().unwrap_or_else(PoisonError::into_inner);
        Ok(known(&files).unwrap_or_else(|| files.put(File::new(path.into(), false, None))))
    }

    /// The entries of a directory with their kinds, sorted by name: those of the host, and files of the
    /// session that it does not have. The host is asked once.
    ///
    /// # Errors
    /// The reason, if the directory does not exist or cannot be read.
    pub fn list(&self, folder: &str) -> Result<Arc<[(String, Entry)]>, Refusal> {
        let folder = file_path::clean(folder);
        let cell = Arc::clone(locked(&self.shared.lists).entry(folder.clone()).or_default());
        cell.get_or_init(|| self.look_through(&folder)).clone()
    }

    fn look_through(&self, folder: &str) -> Listed {
        let listed = self.shared.host.list(folder);
        match &listed {
            Err(refusal) => self.shared.unread.keep(folder, refusal),
            Ok(entries) => self.note_links(folder, entries),
        }
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        let name = |file: &Arc<File>| (crate::file_row::file_name(&file.path).to_owned(), Entry::File);
        let mut names: Vec<(String, Entry)> = files.given_in(folder).map(name).collect();
        match listed {
            Ok(listed) => names.extend(listed),
            Err(refusal) if names.is_empty() => return Err(refusal),
            Err(_) => {}
        }
        names.arrange_by(|a, b| a.0.cmp(&b.0));
        names.dedup_by(|a, b| a.0 == b.0);
        Ok(names.into())
    }

    /// Records links that are not followed, and pipes and devices, in directories that a language searches
    /// for files of their names.
    fn note_links(&self, folder: &str, entries: &[(String, Entry)]) {
        let row = |name: &str| self.shared.rows.of(name);
        let is_read = |name: &str| row(name).is_some_and(|(_, row)| row.walked);
        for (name, entry) in entries {
            let why = match entry {
                Entry::Unread => NOT_FOLLOWED,
                Entry::Special => NOT_REGULAR,
                Entry::File | Entry::Directory => continue,
            };
            if is_read(name) {
                self.shared.unread.keep(&file_path::join(folder, name), &Refusal::NotRead(why.to_owned()));
            }
        }
    }

    /// The result of `read` for a file that is not a source, for example a tool's list, if it exists. A file
    /// that exists but cannot be used is recorded as not read, with the reason.
    pub fn of_file<T>(&self, path: &str, read: impl FnOnce(&[u8]) -> Result<T, String>) -> Option<T> {
        let refusal = match self.shared.host.read(path) {
            Ok(bytes) => match read(&bytes) {
                Ok(made) => return Some(made),
                Err(why) => Refusal::NotRead(why),
            },
            Err(Refusal::Other(what)) if what == NOT_REGULAR_FILE => Refusal::NotRead(NOT_REGULAR.to_owned()),
            Err(refusal) => refusal,
        };
        self.shared.unread.keep(path, &refusal);
        None
    }

    /// The content of a file.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn bytes(&self, file: SourceId) -> Result<Arc<[u8]>, Refusal> {
        let file = self.file(file).ok_or(Refusal::Missing)?;
        let source = file.source(&*self.shared.host);
        let source = source.inspect_err(|refusal| self.shared.unread.keep(&file.path, refusal))?;
        Ok(Arc::clone(source.bytes()))
    }

    /// Data derived from a file's contents, computed once per version of the file and type `T`. An unreadable
    /// file is empty here: code that groups or answers asks [`bytes`](Self::bytes) first.
    pub fn derive<T: Any + Send + Sync>(
        &self,
        file: SourceId,
        make: impl FnOnce(SourceId, Arc<[u8]>) -> T,
    ) -> Arc<T> {
        let bytes = || self.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]));
        let Some(kept) = self.file(file) else { return Arc::new(make(file, bytes())) };
        once(|number, make| kept.remember(number, make), || make(file, bytes()))
    }

    /// The tree of a file with its syntax findings.
    pub fn parsed(&self, file: SourceId) -> Arc<Parsed> {
        let syntax = self.syntax(file);
        self.derive(file, |source, bytes| {
            let parsed = match syntax {
                Syntax::Native => hclx_syntax::parse_body(source, bytes),
                Syntax::Json => hclx_syntax::parse_json(source, bytes),
            };
            let read = self.file(file).and_then(|kept| kept.source(&*self.shared.host).ok());
            if let Some(text) = read.as_ref().and_then(Source::text) {
                parsed.tree.know_text(text);
            }
            parsed
        })
    }

    /// The syntax of a file: for selected files as the settings say, otherwise by name.
    pub fn syntax(&self, file: SourceId) -> Syntax {
        let forced = self.shared.settings.syntax.filter(|_| self.is_selected(file));
        forced.unwrap_or_else(|| match self.row(file) {
            Some((_, row)) => row.syntax,
            None if self.path(file).ends_with(".json") => Syntax::Json,
            None => Syntax::Native,
        })
    }

    /// The row for the name of a file.
    pub fn row(&self, file: SourceId) -> Option<(&'static dyn Language, &'static FileRow)> {
        let file = self.file(file)?;
        *file.row.get_or_init(|| self.shared.rows.of(&file.path))
    }

    /// The language of a file, without grouping files into units; `None` if its contents are those of an unknown
    /// application.
    pub fn language(&self, file: SourceId) -> Option<&'static dyn Language> {
        group::language(self, file)
    }

    /// The language that a setting or a flag gives to a file, whatever its name.
    pub fn given_language(&self, file: SourceId) -> Option<&'static str> {
        let settings = self.settings();
        let path = if settings.bindings.is_empty() { Arc::from("") } else { self.path(file) };
        let binding = settings.bindings.iter().find(|binding| (binding.applies)(&path));
        binding.map(|binding| binding.language).or(settings.language)
    }

    /// A value computed once per snapshot, key and type `T`, for results that several units need, such as the
    /// outputs of a module that is called twice. `make` may ask for other keys, but never for its own.
    pub fn memo<T: Any + Send + Sync>(&self, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        once(|number, make| self.shared.remember(number, key, make), make)
    }

    /// Like [`Self::memo`], for data of the unit with this root: it is dropped with the unit.
    pub fn memo_of<T: Any + Send + Sync>(&self, root: &str, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        once(|number, make| self.shared.remember_of(root, number, key, make), make)
    }

    /// Marks a unit as answered: its data is dropped as soon as no other unit may need it
    /// ([`Language::needs`], [`Language::is_shared`]). Trees are dropped, and so are contents that can be
    /// read again, unless `keep` returns `true` for the file. Later requests compute them anew, and those
    /// stay.
    pub fn release(&self, unit: &Unit, keep: impl Fn(SourceId) -> bool) {
        let holding = self.shared.holding.get_or_init(|| {
            let needs = |unit: &Unit| (Arc::clone(&unit.root), unit.language.needs(unit, self));
            Mutex::new(Holding::new(&self.units().iter().map(needs).collect::<Vec<_>>()))
        });
        let is_shared = unit.language.is_shared(unit, self);
        let files = unit.files.iter().map(|&file| DoneFile { file, keeps_content: keep(file) });
        let (roots, files) = locked(holding).answered(&unit.root, is_shared, files);
        // the last of what is dropped may be large: not while others wait
        for root in roots {
            let memos = locked(&self.shared.memo_of_units).remove(&*root);
            drop(memos);
        }
        for DoneFile { file: id, keeps_content } in files {
            let Some(file) = self.file(id) else { continue };
            let derived = std::mem::take(&mut *locked(&file.derived));
            drop(derived);
            if !keeps_content {
                self.forget(id);
            }
        }
    }

    /// Drops the content of a file that can be read again. Its number stays.
    pub fn forget(&self, file: SourceId) {
        if let Some(file) = self.file(file).filter(|file| file.given.is_none()) {
            *locked(&file.content) = None;
        }
    }

    /// Copies the contents of files into sources, for findings to point into; other files get their names
    /// only.
    pub fn fill(&self, sources: &mut Sources, wanted: impl IntoIterator<Item = SourceId>) {
        for id in wanted {
            while sources.len() <= id.0 as usize {
                sources.add(Source::new(self.path(SourceId(sources.len() as u32)), &[][..]));
            }
            if let Some(Ok(source)) = self.file(id).map(|file| file.source(&*self.shared.host)) {
                sources.replace(id, source);
            }
        }
    }

    /// All files by number, for findings to point into; content is read where it was dropped and
    /// `wanted` says that it is needed.
    pub fn sources(&self, wanted: impl Fn(SourceId) -> bool) -> Sources {
        let mut sources = Sources::new();
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner).list.clone();
        for (index, file) in files.iter().enumerate() {
            let empty = |path: &Arc<str>| Source::new(Arc::clone(path), &[][..]);
            sources.add(match file {
                None => empty(&Arc::from("")),
                Some(file) if !wanted(SourceId(index as u32)) => empty(&file.path),
                Some(file) => file.source(&*self.shared.host).unwrap_or_else(|_| empty(&file.path)),
            });
        }
        sources
    }
}

/// The cached value for the number of a type, computed if it is missing. Only the rest is compiled per type.
fn once<T: Any + Send + Sync>(
    remember: impl FnOnce(TypeId, &mut Make<'_>) -> Made,
    make: impl FnOnce() -> T,
) -> Arc<T> {
    let mut make = Some(make);
    let mut made = || -> Made { Arc::new(make.take().expect("it is made once")()) };
    remember(TypeId::of::<T>(), &mut made).downcast().expect("kept under the number of its type")
}
