//! The files of a question as a session: the files that `hclx check .` would select in a directory that
//! contains them.

use std::cell::RefCell;
use std::sync::{Arc, PoisonError, RwLock};

use hclx_analysis::{Answer, Memory, Question, Session, Settings, Snapshot, Unit, file_path};
use hclx_diag::{Fallible, Fault, SourceId, Sources, code_names as codes};
use hclx_eval::{Budget, Entry, Host, Limits, Refusal};
use hclx_program::redaction::GivenValues;
use hclx_program::searched::{is_searched, is_skipped_folder};

/// A file of a question.
pub(crate) struct File {
    /// The path, with `/`.
    pub(crate) name: String,
    /// The contents.
    pub(crate) bytes: Vec<u8>,
}

/// The maximum number of files of a question.
const MOST_FILES: usize = 1000;

/// Files in memory; nothing exists outside of their directory.
#[derive(Debug, Default)]
struct Directory(RwLock<Memory>);

impl Directory {
    fn insert(&self, path: &str, bytes: Arc<[u8]>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
    }

    /// The files, for a path that may be read.
    fn at<T>(&self, path: &str, read: impl FnOnce(&Memory) -> Result<T, Refusal>) -> Result<T, Refusal> {
        Self::admit(path)?;
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn admit(path: &str) -> Result<(), Refusal> {
        let path = file_path::clean(path);
        let is_outside = file_path::is_absolute(&path) || path == ".." || path.starts_with("../");
        match is_outside {
            true => Err(Refusal::NotRead("it is outside of the repository".to_owned())),
            false => Ok(()),
        }
    }
}

impl Host for Directory {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.at(path, |files| files.read(path))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.at(path, |files| files.look(path))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.at(path, |files| files.list(path))
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.at(path, |files| files.resolve(path))
    }
}

thread_local! {
    /// The session of the last question without an expression.
    static KEPT: RefCell<Option<OpenSession>> = const { RefCell::new(None) };
}

/// A session that continues: as in an editor, a question about the same names reuses everything that is still
/// valid.
struct OpenSession {
    /// By clean path.
    files: Vec<(String, Arc<[u8]>)>,
    directory: Arc<Directory>,
    session: Session,
}

impl OpenSession {
    /// A session of files by clean path; the expression is a source before them.
    fn new(files: Vec<(String, Arc<[u8]>)>, expression: Option<&str>) -> Self {
        let directory = Arc::new(Directory::default());
        for (name, bytes) in &files {
            directory.insert(name, Arc::clone(bytes));
        }
        let settings = Settings { application_unknown: true, named: vec![".".into()], ..Settings::default() };
        let languages: Vec<_> = hclx_program::languages().collect();
        let mut session = Session::new(&languages, Arc::clone(&directory) as Arc<dyn Host>, settings);
        if let Some(text) = expression {
            session.text("<expression>", text.as_bytes());
        }
        for (name, _) in files.iter().filter(|(name, _)| is_selected(name)) {
            session.add(name);
        }
        Self { files, directory, session }
    }

    /// The session with new contents of its files; `None` if the files are not the same.
    fn changed(mut self, files: &[(String, Arc<[u8]>)]) -> Option<Self> {
        if !self.files.iter().map(|(name, _)| name).eq(files.iter().map(|(name, _)| name)) {
            return None;
        }
        for ((name, before), (_, now)) in self.files.iter_mut().zip(files).filter(|(one, other)| one != other)
        {
            *before = Arc::clone(now);
            self.directory.insert(name, Arc::clone(now));
            self.session.changed(name);
        }
        Some(self)
    }
}

/// The files of a question, and the answers about them.
pub(crate) struct Files {
    pub(crate) snapshot: Snapshot,
    /// The number of sources at the front that are not files.
    pub(crate) texts: usize,
}

/// Answers about units, and the sources that their findings refer to.
pub(crate) struct UnitAnswers {
    pub(crate) units: Vec<(Unit, Answer)>,
    pub(crate) sources: Sources,
}

impl Files {
    /// Opens a session of files; the expression is a source before them.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn new(files: Vec<File>, expression: Option<&str>) -> Fallible<Self> {
        if files.len() > MOST_FILES {
            let message = format!("{} files, expected at most {MOST_FILES}", files.len());
            return Err(Fault::new(codes::BAD_REQUEST, message));
        }
        let by_path = |file: File| (file_path::clean(&file.name), Arc::from(file.bytes));
        let mut files: Vec<(String, Arc<[u8]>)> = files.into_iter().map(by_path).collect();
        // of two files with one path, the last one counts
        files.reverse();
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        files.dedup_by(|(other, _), (one, _)| one == other);
        // The expression is a source before the files, so this session cannot be continued with their next
        // versions.
        if expression.is_some() {
            return Ok(Self { snapshot: OpenSession::new(files, expression).session.snapshot(), texts: 1 });
        }
        let before = KEPT.take().and_then(|kept| kept.changed(&files));
        let mut kept = before.unwrap_or_else(|| OpenSession::new(files, None));
        let snapshot = kept.session.revision();
        KEPT.set(Some(kept));
        Ok(Self { snapshot, texts: 0 })
    }

    /// The file with a name.
    ///
    /// # Errors
    /// If it was not sent.
    pub(crate) fn find(&self, name: &str) -> Fallible<SourceId> {
        let not_sent = |_| Fault::new(codes::BAD_REQUEST, format!("`file`: no file `{name}` was sent"));
        self.snapshot.find(name).map_err(not_sent)
    }

    /// The answers of the units that `wanted` selects.
    pub(crate) fn answers(&self, question: &Question, wanted: impl Fn(&Unit) -> bool) -> UnitAnswers {
        let answer = |unit: &Unit| {
            let budget = Budget::new(Limits::default());
            let answer = match question {
                Question::Check if self.snapshot.number() > 0 => {
                    (*self.snapshot.checked(unit, &budget)).clone()
                }
                _ => self.snapshot.answer(unit, question, &budget),
            };
            (unit.clone(), answer)
        };
        let wanted = self.snapshot.units().iter().filter(|unit| wanted(unit));
        let mut units: Vec<(Unit, Answer)> = wanted.map(answer).collect();
        let mut sources = self.snapshot.sources(|_| true);
        let given = GivenValues::of(&self.snapshot);
        given.hide(&self.snapshot, &mut sources, self.texts);
        given.hide_in_answers(&sources, &mut units);
        self.snapshot.sweep();
        UnitAnswers { units, sources }
    }
}

/// Returns `true` for files that a search of their directory selects.
fn is_selected(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    is_searched(name) && !folders.split('/').any(is_skipped_folder)
}
