//! The files of a run, and immutable snapshots of them that answer questions.
//!
//! A [`Session`] holds files by path. A [`Snapshot`] is their state at one moment: it groups them into units,
//! reads further files through the one interface to the file system ([`Host`]), and caches data derived from
//! the contents of files, so that each file is read and parsed once. Out of scope: threads (several may query
//! a snapshot), searching directories, printing.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use hclx_core::Value;
use hclx_diag::{Arrange, Batch, Diagnostic, Source, SourceId, Sources, Span, code_names as codes, locked};
use hclx_eval::{Budget, Entry, Host, Refusal};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Language as Syntax;

use crate::db::{self, Cells, Effect, TrackedHost};
use crate::file_row::Rows;
use crate::findings::suggestions;
use crate::generated::GeneratedFiles;
use crate::group::{self, Groups, groups};
use crate::holding::{DoneFile, UnitRetention};
use crate::meant_to_fail;
use crate::redact::{Redactor, RedactorCache};
use crate::symbols::Symbols;
use crate::unread::{UnreadFiles, withhold_absences};
use crate::{
    Answer, Ask, Language, NamedRow, Pace, Question, Settings, Unit, UnitKey, file_path, query, rows_of,
};

mod files;
mod queries;
mod query;

use files::{File, Files, HashMap};
pub use queries::{StaleValues, Work};
pub use query::{Query, QueryContext, When};

/// The reason for not following a link.
const NOT_FOLLOWED: &str =
    "it is a symbolic link out of the repository or to something other than a regular file";

/// The reason for not reading a pipe or device, in the words of hosts.
const NOT_REGULAR: &str = "it is not a regular file";
const NOT_REGULAR_FILE: &str = "not a regular file";

/// The files of a run, which may be replaced and removed, with the languages and settings that apply.
pub struct Session {
    languages: Arc<[&'static dyn Language]>,
    rows: Arc<Rows<&'static dyn Language>>,
    /// The host, wrapped so that reads are recorded.
    host: Arc<dyn Host>,
    /// The wrapped host.
    disk: Arc<dyn Host>,
    is_noted: Arc<AtomicBool>,
    settings: Arc<Settings>,
    files: Files,
    /// Set if files were added or removed since the last revision, or were given contents that the host does
    /// not have.
    is_rearranged: bool,
    /// Files that changed since the last revision.
    changed: Vec<SourceId>,
    /// The number of file versions so far.
    versions: u64,
    last: Option<Arc<SessionState>>,
    /// Facts about given values, computed in the last revisions.
    given: Arc<RedactorCache>,
}

impl Session {
    /// A session without files. A file that no language claims belongs to the first of `languages`.
    pub fn new(languages: &[&'static dyn Language], host: Arc<dyn Host>, settings: Settings) -> Self {
        assert!(!languages.is_empty(), "a session has a language");
        let rows = Arc::new(Rows::new(rows_of(languages.iter().copied())));
        let is_noted = Arc::new(AtomicBool::new(false));
        let noted = |host| -> Arc<dyn Host> { Arc::new(TrackedHost::new(host, Arc::clone(&is_noted))) };
        let settings = Settings { host: settings.host.clone().map(noted), ..settings };
        Self {
            languages: languages.into(),
            rows,
            host: noted(Arc::clone(&host)),
            disk: host,
            is_noted,
            settings: Arc::new(settings),
            files: Files::default(),
            is_rearranged: false,
            changed: Vec::new(),
            versions: 0,
            last: None,
            given: Arc::default(),
        }
    }

    /// Adds a file of the host; its contents are read on demand.
    pub fn add(&mut self, path: &str) -> SourceId {
        self.put(path, None)
    }

    /// Sets the contents of a file, which take precedence over earlier contents and those of the
    /// host.
    pub fn set(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) -> SourceId {
        self.put(path, Some(bytes.into()))
    }

    fn put(&mut self, path: &str, given: Option<Arc<[u8]>>) -> SourceId {
        self.put_version(file_path::clean(path).into(), true, given)
    }

    /// Adds a file, or a new version of it.
    fn put_version(&mut self, path: Arc<str>, selected: bool, given: Option<Arc<[u8]>>) -> SourceId {
        // The last revision may have numbered new files, so the next number must be free.
        self.absorb();
        self.versions += 1;
        let before = self.files.by_path.get(&path).and_then(|id| self.files.list[id.0 as usize].clone());
        let is_like = |file: &Arc<File>| file.selected == selected && file.given.is_some() == given.is_some();
        // A new version of a known file does not change the set of files.
        self.is_rearranged |= !before.as_ref().is_some_and(is_like);
        let file = File::new(path, selected, given, self.versions);
        let file = if let Some(before) = before { file.after(&before) } else { file };
        let id = self.files.put(Arc::new(file));
        self.changed.push(id);
        id
    }

    /// Adopts the files that the last revision found, with their ids.
    fn absorb(&mut self) {
        let Some(last) = &self.last else { return };
        let files = last.files.read().unwrap_or_else(PoisonError::into_inner);
        for file in files.list.iter().skip(self.files.list.len()).flatten() {
            self.files.put(Arc::clone(file));
        }
    }

    /// Drops the contents of a changed file, and everything derived from them. For a path outside the
    /// session, nothing happens and `false` is returned, because every snapshot looks for other files again.
    pub fn changed(&mut self, path: &str) -> bool {
        self.absorb();
        let path = file_path::clean(path);
        let known = self.files.by_path.get(&*path).and_then(|id| self.files.list[id.0 as usize].as_ref());
        let Some((selected, given)) = known.map(|file| (file.selected, file.given.clone())) else {
            return false;
        };
        self.put_version(path.into(), selected, given);
        true
    }

    /// Adds a source that is not a file, for example a command-line argument, so that findings can refer to
    /// it. It belongs to no unit and has no path.
    pub fn text(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> SourceId {
        self.absorb();
        self.versions += 1;
        let id = SourceId(u32::try_from(self.files.list.len()).expect("fewer than 2^32 files"));
        self.files.list.push(Some(Arc::new(File::new(
            name.into(),
            false,
            Some(bytes.into()),
            self.versions,
        ))));
        id
    }

    /// Removes a file; its id is not reused, unless the same path is added again.
    pub fn remove(&mut self, file: SourceId) {
        self.absorb();
        self.is_rearranged = true;
        if let Some(file) = self.files.list.get_mut(file.0 as usize) {
            *file = None;
        }
    }

    /// The current state of the files. Contents and trees are shared with earlier snapshots.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { shared: Arc::new(self.shared(0)) }
    }

    /// Like [`Self::snapshot`], but keeps the values of the last revision that are still valid because
    /// everything that they read is unchanged. Files that were not reported as [changed](Self::changed) are
    /// expected to be unchanged in the host; the host reports changes of its in-memory contents through
    /// [`Host::version`].
    pub fn revision(&mut self) -> Snapshot {
        self.absorb();
        // From now on, the reads of the host are recorded, so that later revisions can check them.
        self.is_noted.store(true, Ordering::Relaxed);
        let last = self.last.take();
        let mut shared = self.shared(1 + last.as_ref().map_or(0, |last| last.revision));
        // If files were added or removed, listings and units may differ, so no value of the last revision is
        // kept.
        if let Some(last) = last.filter(|_| !self.is_rearranged) {
            let mut cells = last.cells.write().unwrap_or_else(PoisonError::into_inner);
            shared.cells = RwLock::new(std::mem::take(&mut *cells));
            shared.lists = Mutex::new(std::mem::take(&mut *locked(&last.lists)));
            shared.selected = last.selected.clone();
        }
        self.is_rearranged = false;
        let snapshot = Snapshot { shared: Arc::new(shared) };
        // The cells must be in place first, because this recomputes them.
        snapshot.refresh(&std::mem::take(&mut self.changed));
        self.last = Some(Arc::clone(&snapshot.shared));
        snapshot
    }

    fn shared(&self, revision: u64) -> SessionState {
        SessionState {
            languages: Arc::clone(&self.languages),
            rows: Arc::clone(&self.rows),
            host: Arc::clone(&self.host),
            disk: Arc::clone(&self.disk),
            settings: Arc::clone(&self.settings),
            files: RwLock::new(self.files.clone()),
            revision,
            is_settling: AtomicBool::new(false),
            work: Default::default(),
            cells: RwLock::default(),
            groups: OnceLock::new(),
            selected: OnceLock::new(),
            unread: UnreadFiles::default(),
            given: Mutex::new(Arc::new(match revision {
                0 => Redactor::default(),
                _ => Redactor::after(&self.given),
            })),
            lists: Mutex::default(),
            holding: OnceLock::new(),
        }
    }
}

query! {
    /// The units of the run.
    struct Units -> Groups, when Revision(PartialEq::eq);
    |_, snapshot| groups(snapshot)
}

query! {
    /// The findings of a unit.
    struct CheckUnit(Unit) -> Answer, within Budget, of Unit |CheckUnit(unit)| &unit.root;
    |CheckUnit(unit), snapshot, cx| snapshot.answer(unit, &Question::Check, cx.budget())
}

query! {
    /// The findings of a unit with test files while an edit is tried.
    struct TryUnit(Unit) -> Answer, within Budget, of Unit |TryUnit(unit)| &unit.root;
    |TryUnit(unit), snapshot, cx| snapshot.answer(unit, &Question::Trial, cx.budget())
}

query! {
    /// The declarations of a unit and the mentions in it.
    struct UnitSymbols(UnitKey) -> Symbols, when Compared(PartialEq::eq);
    |UnitSymbols(key), snapshot, cx| {
        // the unit may have other files in another revision
        let unit = snapshot.groups().find(key);
        unit.map(|unit| unit.language.symbols(unit, snapshot, cx.previous().as_deref())).unwrap_or_default()
    }
}

query! {
    /// The tree of a file with its syntax findings.
    struct Parse(SourceId) -> Parsed, of File |Parse(file)| *file;
    |Parse(file), snapshot| snapshot.parse(*file)
}

struct SessionState {
    languages: Arc<[&'static dyn Language]>,
    rows: Arc<Rows<&'static dyn Language>>,
    host: Arc<dyn Host>,
    disk: Arc<dyn Host>,
    settings: Arc<Settings>,
    files: RwLock<Files>,
    /// The number of the revision; 0 if nothing is kept.
    revision: u64,
    /// Set while queries are being recomputed.
    is_settling: AtomicBool,
    /// The amount of work done, by kind.
    work: [AtomicU64; Work::KINDS],
    /// Computed values, which the next revision takes over.
    cells: RwLock<Arc<Cells>>,
    groups: OnceLock<Arc<Groups>>,
    selected: OnceLock<Arc<[SourceId]>>,
    unread: UnreadFiles,
    given: Mutex<Arc<Redactor>>,
    /// The entries of the directories that were listed.
    lists: Mutex<HashMap<String, Arc<OnceLock<ListedFolder>>>>,
    /// The units whose data has not been dropped.
    holding: OnceLock<Mutex<UnitRetention>>,
}

impl SessionState {
    fn cells(&self) -> Arc<Cells> {
        Arc::clone(&self.cells.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_kept(&self) -> bool {
        self.revision > 0
    }
}

/// The entries of a directory with their types, sorted by name.
type DirEntries = Result<Arc<[(String, Entry)]>, Refusal>;

/// A listed directory, and its entries that are not read.
struct ListedFolder {
    entries: DirEntries,
    unread: Vec<(String, Refusal)>,
}

/// The files of a session at one moment. Cheap to clone, and can be queried from several threads.
#[derive(Clone)]
pub struct Snapshot {
    shared: Arc<SessionState>,
}

impl Snapshot {
    /// The units that the selected files belong to, in the order of their first files' paths.
    pub fn units(&self) -> &[Unit] {
        &self.groups().units
    }

    /// The first unit that contains a file.
    pub fn unit_of(&self, file: SourceId) -> Option<&Unit> {
        self.units().iter().find(|unit| unit.files.contains(&file))
    }

    /// Selected files of a language that is not supported, with the language's name.
    pub fn foreign(&self) -> &[(SourceId, &'static str)] {
        &self.groups().foreign
    }

    fn groups(&self) -> &Groups {
        // recorded as a dependency of each reader
        let ask = || self.get(&Units);
        if self.shared.is_kept() && self.shared.groups.get().is_some() {
            ask();
        }
        self.shared.groups.get_or_init(ask)
    }

    /// The answer to a question about a unit.
    pub fn answer(&self, unit: &Unit, question: &Question, budget: &Budget) -> Answer {
        let mut answer = self.complete(unit, budget, |ask| ask.answer(question));
        if matches!(question, Question::Check) {
            self.withhold_expected(&mut answer);
        }
        answer
    }

    /// Counts findings in files that are meant to fail instead of listing them, unless the user names the files.
    fn withhold_expected(&self, answer: &mut Answer) {
        let settings = self.settings();
        // an editor shows the errors of the document that is open
        if settings.pace != Pace::Once {
            return;
        }
        let has_wrong = |folder: &str| {
            let is_wrong =
                |(name, entry): &(String, Entry)| *entry == Entry::Directory && meant_to_fail::is_wrong(name);
            self.list(folder).is_ok_and(|listed| listed.iter().any(is_wrong))
        };
        let place = |finding: &Diagnostic| {
            let path = self.path(finding.span?.source);
            let is_refused = finding.code == codes::VALIDATION_FAILED && finding.is_error();
            let place = meant_to_fail::place(&path, is_refused, &has_wrong)?;
            let is_named = settings.named.iter().any(|named| file_path::is_inside(named, place));
            (!is_named).then(|| place.to_owned())
        };
        for place in answer.findings.iter().filter_map(place) {
            *answer.meant_to_fail.or_default(place) += 1;
        }
        if !answer.meant_to_fail.is_empty() {
            let findings = Batch::from(std::mem::take(&mut answer.findings));
            answer.findings = findings.without(|finding| place(finding).is_some()).into_vec();
        }
    }

    /// The [failures](crate::Language::failing_inputs) of a unit for inputs that it allows.
    pub fn failing_inputs(&self, unit: &Unit, budget: &Budget) -> Vec<Diagnostic> {
        let answer =
            |ask: Ask<'_>| Answer { findings: unit.language.failing_inputs(ask), ..Answer::default() };
        self.complete(unit, budget, answer).findings
    }

    /// Answers a question about a unit: raises the budget by the length of its files, and adds the findings about exceeded
    /// limits and the suggestions.
    fn complete(&self, unit: &Unit, budget: &Budget, answer: impl FnOnce(Ask<'_>) -> Answer) -> Answer {
        let length = unit.files.iter().filter_map(|file| Some(self.bytes(*file).ok()?.len())).sum();
        budget.allow_for_source(length);
        let mut answer = answer(Ask { unit, snapshot: self, budget });
        // A declaration that the findings miss may be in an unread file.
        if !self.is_whole(unit) {
            withhold_absences(&mut answer.findings);
        }
        budget.settle(&mut answer.findings, |finding| finding);
        crate::findings::number::limit(&mut answer.findings);
        for finding in &mut answer.findings {
            let source = finding.span.filter(|_| !finding.help.is_empty()).map(|span| span.source);
            if let Some(text) = source.and_then(|source| self.bytes(source).ok()) {
                suggestions::offer(finding, &text);
            }
        }
        answer
    }

    /// The findings of a unit, cached across revisions.
    pub fn checked(&self, unit: &Unit, budget: &Budget) -> Arc<Answer> {
        self.get_within(&CheckUnit(unit.clone()), budget)
    }

    /// The findings of a unit while an edit is tried, cached across revisions.
    pub fn tried(&self, unit: &Unit, budget: &Budget) -> Arc<Answer> {
        let is_test = |file: &SourceId| self.row(*file).is_some_and(|(_, row)| row.role == "tests");
        match unit.files.iter().any(is_test) {
            true => self.get_within(&TryUnit(unit.clone()), budget),
            false => self.checked(unit, budget),
        }
    }

    /// The declarations of a unit and the mentions in it, computed once.
    pub fn symbols(&self, unit: &Unit) -> Arc<Symbols> {
        self.get(&UnitSymbols(unit.key()))
    }

    /// Files and directories of units that could not be read so far, by path: links that are not followed,
    /// and files with system errors.
    pub fn unread(&self) -> Vec<(String, Refusal)> {
        self.shared.unread.all()
    }

    /// Records that the value at a place was given to the run. `is_open` is set if it is known not to be
    /// secret.
    pub fn give(&self, value: &Value, place: Span, is_open: bool) {
        Arc::make_mut(&mut locked(&self.shared.given)).take(value, place, is_open);
        if self.shared.is_kept() {
            db::effect(|| Effect::Given(value.clone(), place, is_open));
        }
    }

    /// The given values that languages have found so far.
    pub fn given(&self) -> Arc<Redactor> {
        Arc::clone(&locked(&self.shared.given))
    }

    /// Returns `true` if nothing that is known to be in a directory was left unread. Files with values declare
    /// nothing, so they do not count.
    pub fn is_whole_folder(&self, folder: &str) -> bool {
        let declares = |path: &str| {
            self.shared.rows.of(crate::file_row::file_name(path)).is_none_or(|(_, row)| row.role != "values")
        };
        self.shared.unread.is_whole(&file_path::clean(folder), declares)
    }

    /// Returns `true` if nothing next to the files of a unit was left unread.
    fn is_whole(&self, unit: &Unit) -> bool {
        let mut folders: Vec<String> =
            unit.files.iter().map(|file| file_path::parent(&self.path(*file)).to_owned()).collect();
        folders.push(unit.root.to_string());
        folders.arrange();
        folders.dedup();
        folders.iter().all(|folder| self.is_whole_folder(folder))
    }

    /// The files that applications generate in a directory before another application runs there.
    pub fn generated(&self, folder: &str) -> GeneratedFiles {
        let mut all = GeneratedFiles::default();
        for language in self.languages() {
            let files = language.generates(folder, self);
            if files.is_open {
                all.writer.get_or_insert(files.writer.unwrap_or(language.row().title));
            }
            all.extend(&files);
        }
        all
    }

    /// The files that applications generate in a directory from locations without files of the run.
    pub fn generated_outside(&self, folder: &str) -> GeneratedFiles {
        let mut all = GeneratedFiles::default();
        for language in self.languages() {
            all.extend(&language.generates_outside(folder, self));
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

    /// The access to files.
    pub fn host(&self) -> &Arc<dyn Host> {
        &self.shared.host
    }

    fn file(&self, id: SourceId) -> Option<Arc<File>> {
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        files.list.get(id.0 as usize).cloned().flatten()
    }

    /// The selected files, sorted by path.
    pub fn selected(&self) -> Arc<[SourceId]> {
        let all = || {
            let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
            let files = files.list.iter().enumerate();
            let selected =
                files.filter_map(|(index, file)| Some((index, file.as_ref().filter(|file| file.selected)?)));
            let mut selected: Vec<(&Arc<str>, SourceId)> =
                selected.map(|(index, file)| (&file.path, SourceId(index as u32))).collect();
            selected.arrange();
            selected.into_iter().map(|(_, id)| id).collect()
        };
        Arc::clone(self.shared.selected.get_or_init(all))
    }

    /// Returns `true` if a file was selected by name or through a directory above it.
    pub fn is_selected(&self, file: SourceId) -> bool {
        self.file(file).is_some_and(|file| file.selected)
    }

    /// The path of a file; empty if it was removed.
    pub fn path(&self, file: SourceId) -> Arc<str> {
        self.file(file).map_or_else(|| Arc::from(""), |file| Arc::clone(&file.path))
    }

    /// The file at a path, which is cleaned first: a file of the session or of the host.
    ///
    /// # Errors
    /// The reason, if the file does not exist or cannot be read.
    pub fn find(&self, path: &str) -> Result<SourceId, Refusal> {
        let path = file_path::clean(path);
        let known = |files: &Files| {
            let id = *files.by_path.get(&*path)?;
            files.list[id.0 as usize].is_some().then_some(id)
        };
        // Most files are known, so the write lock is taken only for the others.
        if let Some(id) = known(&self.shared.files.read().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(id);
        }
        let looked = self.shared.disk.look(&path);
        if let Err(refusal @ Refusal::NotRead(_)) = &looked {
            self.keep_unread(&path, refusal);
        }
        match looked? {
            Entry::File => {}
            Entry::Directory => return Err(Refusal::Other("a directory".to_owned())),
            Entry::Special => return Err(Refusal::Other(NOT_REGULAR_FILE.to_owned())),
            Entry::Unread => return Err(Refusal::NotRead(NOT_FOLLOWED.to_owned())),
        }
        let mut files = self.shared.files.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added the file while no lock was held.
        Ok(known(&files).unwrap_or_else(|| files.put(Arc::new(File::new(path.into(), false, None, 0)))))
    }

    /// Returns `true` if the session has files in a directory or below it.
    pub fn has_some_in(&self, folder: &str) -> bool {
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        files.list.iter().flatten().any(|file| file_path::is_inside(&file.path, folder))
    }

    /// The entries of a directory with their types, sorted by name: those of the host, and files of the
    /// session that the host does not have. The host is asked once.
    ///
    /// # Errors
    /// The reason, if the directory does not exist or cannot be read.
    pub fn list(&self, folder: &str) -> Result<Arc<[(String, Entry)]>, Refusal> {
        let folder = file_path::clean(folder);
        let cell = Arc::clone(locked(&self.shared.lists).entry(folder.clone()).or_default());
        let listed = cell.get_or_init(|| self.look_through(&folder));
        listed.unread.iter().for_each(|(path, refusal)| self.keep_unread(path, refusal));
        listed.entries.clone()
    }

    fn look_through(&self, folder: &str) -> ListedFolder {
        let listed = self.shared.disk.list(folder);
        let unread = match &listed {
            Err(refusal) => vec![(folder.to_owned(), refusal.clone())],
            Ok(entries) => self.links(folder, entries),
        };
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        let name = |file: &Arc<File>| (crate::file_row::file_name(&file.path).to_owned(), Entry::File);
        let mut names: Vec<(String, Entry)> = files.given_in(folder).map(name).collect();
        match listed {
            Ok(listed) => names.extend(listed),
            // Files that only the session has imply directories that the host does not have.
            Err(refusal) if names.is_empty() => return ListedFolder { entries: Err(refusal), unread },
            Err(_) => {}
        }
        // The sort is stable, so the session's own entry precedes that of the host and is kept.
        names.arrange_by(|a, b| a.0.cmp(&b.0));
        names.dedup_by(|a, b| a.0 == b.0);
        ListedFolder { entries: Ok(names.into()), unread }
    }

    /// Links that are not followed, pipes and devices among the files in a directory that a language would
    /// read.
    fn links(&self, folder: &str, entries: &[(String, Entry)]) -> Vec<(String, Refusal)> {
        let row = |name: &str| self.shared.rows.of(name);
        let is_read = |name: &str| row(name).is_some_and(|(_, row)| row.walked);
        let why = |entry: &Entry| match entry {
            Entry::Unread => Some(NOT_FOLLOWED),
            Entry::Special => Some(NOT_REGULAR),
            Entry::File | Entry::Directory => None,
        };
        let unread = |(name, entry): &(String, Entry)| {
            let why = why(entry).filter(|_| is_read(name))?;
            Some((file_path::join(folder, name), Refusal::NotRead(why.to_owned())))
        };
        entries.iter().filter_map(unread).collect()
    }

    /// The result of `read` for a file that is not a source, for example a list that a tool wrote, if the
    /// file exists. A file that exists but is unusable is recorded as unread, with the reason.
    pub fn of_file<T>(&self, path: &str, read: impl FnOnce(&[u8]) -> Result<T, String>) -> Option<T> {
        let refusal = match self.shared.host.read(path) {
            Ok(bytes) => match read(&bytes) {
                Ok(made) => return Some(made),
                Err(why) => Refusal::NotRead(why),
            },
            Err(Refusal::Other(what)) if what == NOT_REGULAR_FILE => Refusal::NotRead(NOT_REGULAR.to_owned()),
            Err(refusal) => refusal,
        };
        self.keep_unread(path, &refusal);
        None
    }

    /// The content of a file.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn bytes(&self, file: SourceId) -> Result<Arc<[u8]>, Refusal> {
        let kept = self.file(file).ok_or(Refusal::Missing)?;
        self.note_file(file, &kept);
        let source = kept.source(&*self.shared.disk);
        let source = source.inspect_err(|refusal| self.keep_unread(&kept.path, refusal))?;
        Ok(Arc::clone(source.bytes()))
    }

    /// The content of a file, which is empty if the file is unreadable. Code that groups files or answers questions
    /// uses [`bytes`](Self::bytes).
    pub fn contents(&self, file: SourceId) -> Arc<[u8]> {
        self.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]))
    }

    /// The tree of a file with its syntax findings.
    pub fn parsed(&self, file: SourceId) -> Arc<Parsed> {
        self.get(&Parse(file))
    }

    fn parse(&self, id: SourceId) -> Parsed {
        self.count(Work::FilesParsed);
        let parsed = match self.syntax(id) {
            Syntax::Native => hclx_syntax::parse_body(id, self.contents(id)),
            Syntax::Json => hclx_syntax::parse_json(id, self.contents(id)),
        };
        let read = self.source(id);
        if let Some(text) = read.as_ref().and_then(Source::text) {
            parsed.tree.know_text(text);
        }
        parsed
    }

    /// The syntax of a file: for selected files according to the settings, otherwise by name.
    pub fn syntax(&self, file: SourceId) -> Syntax {
        let forced = self.shared.settings.syntax.filter(|_| self.is_selected(file));
        forced.unwrap_or_else(|| match self.row(file) {
            Some((_, row)) => row.syntax,
            None if self.path(file).ends_with(".json") => Syntax::Json,
            None => Syntax::Native,
        })
    }

    /// The row for a file's name.
    pub fn row(&self, file: SourceId) -> Option<NamedRow<'static>> {
        let file = self.file(file)?;
        *file.row.get_or_init(|| self.shared.rows.of(&file.path))
    }

    /// The language of a file, determined without grouping files into units; `None` if its contents belong to
    /// an unsupported application.
    pub fn language(&self, file: SourceId) -> Option<&'static dyn Language> {
        group::language(self, file)
    }

    /// The language that a setting or a flag assigns to a file, regardless of its name.
    pub fn given_language(&self, file: SourceId) -> Option<&'static str> {
        let settings = self.settings();
        let path = if settings.bindings.is_empty() { Arc::from("") } else { self.path(file) };
        let binding = settings.bindings.iter().find(|binding| (binding.applies)(&path));
        binding.map(|binding| binding.language).or(settings.language)
    }

    /// Marks a unit as answered. Its data is dropped as soon as no other unit can need it
    /// ([`Language::needs`], [`Language::is_shared`]): trees are dropped, and so are contents that can be
    /// read again, unless `keep` returns `true` for the file. Later requests recompute the data, which is
    /// then kept.
    pub fn release(&self, unit: &Unit, keep: impl Fn(SourceId) -> bool) {
        let holding = self.shared.holding.get_or_init(|| {
            let needs = |unit: &Unit| (Arc::clone(&unit.root), unit.language.needs(unit, self));
            Mutex::new(UnitRetention::new(&self.units().iter().map(needs).collect::<Vec<_>>()))
        });
        let is_shared = unit.language.is_shared(unit, self);
        let files = unit.files.iter().map(|&file| DoneFile { file, keeps_content: keep(file) });
        let (roots, files) = locked(holding).answered(&unit.root, is_shared, files);
        roots.iter().for_each(|root| self.shared.cells().drop_unit(root));
        for DoneFile { file: id, keeps_content } in files {
            let Some(file) = self.file(id) else { continue };
            // Taken out before it is dropped, because dropping a large tree must not hold the lock.
            let derived = std::mem::take(&mut *locked(&file.derived));
            drop(derived);
            if !keeps_content {
                self.forget(id);
            }
        }
    }

    /// Drops the contents of a file, if they can be read again. Its id stays valid.
    pub fn forget(&self, file: SourceId) {
        if let Some(file) = self.file(file).filter(|file| file.given.is_none()) {
            *locked(&file.content) = None;
        }
    }

    /// Copies the contents of files into sources, so that findings can refer to them; all other files are
    /// added by name only.
    pub fn fill(&self, sources: &mut Sources, wanted: impl IntoIterator<Item = SourceId>) {
        for id in wanted {
            while sources.len() <= id.0 as usize {
                sources.add(Source::new(self.path(SourceId(sources.len() as u32)), &[][..]));
            }
            if let Some(source) = self.source(id) {
                sources.set(id, source);
            }
        }
    }

    /// Like [`Self::fill`], but omits all other files.
    pub fn fill_alone(&self, sources: &mut Sources, wanted: impl IntoIterator<Item = SourceId>) {
        for id in wanted {
            let named = || Source::new(self.path(id), &[][..]);
            sources.set(id, self.source(id).unwrap_or_else(named));
        }
    }

    fn source(&self, id: SourceId) -> Option<Source> {
        self.file(id)?.source(&*self.shared.disk).ok()
    }

    /// All files by id, so that findings can refer to them. Dropped contents are read again if `wanted`
    /// selects the file.
    pub fn sources(&self, wanted: impl Fn(SourceId) -> bool) -> Sources {
        let mut sources = Sources::new();
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner).list.clone();
        for (index, file) in files.iter().enumerate() {
            let empty = |path: &Arc<str>| Source::new(Arc::clone(path), &[][..]);
            // An id is an index, so unwanted files still need an entry.
            sources.add(match file {
                None => empty(&Arc::from("")),
                Some(file) if !wanted(SourceId(index as u32)) => empty(&file.path),
                Some(file) => file.source(&*self.shared.disk).unwrap_or_else(|_| empty(&file.path)),
            });
        }
        sources
    }
}
