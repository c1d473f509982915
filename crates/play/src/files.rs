//! The files of a question as a session: those that `hclx check .` would select in a directory that contains
//! them.

use std::sync::Arc;

use hclx_analysis::{Answer, Memory, Question, Session, Settings, Snapshot, Unit, file_path};
use hclx_diag::{Fallible, Fault, SourceId, Sources, code_names as codes};
use hclx_eval::{Budget, Entry, Host, Limits, Refusal};
use hclx_program::concealed::GivenValues;
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

/// Files in memory; nothing outside of their directory exists.
#[derive(Debug)]
struct Directory(Memory);

impl Directory {
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
        Self::admit(path)?;
        self.0.read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        Self::admit(path)?;
        self.0.look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        Self::admit(path)?;
        self.0.list(path)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        Self::admit(path)?;
        self.0.resolve(path)
    }
}

/// The files of a question, and the answers about them.
pub(crate) struct Files {
    pub(crate) snapshot: Snapshot,
    /// The number of sources, at the front, that are not files.
    pub(crate) texts: usize,
}

/// Answers about units, and the sources that they point into.
pub(crate) struct Answered {
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
        let mut memory = Memory::default();
        let mut names = Vec::new();
        for File { name, bytes } in files {
            let name = file_path::clean(&name);
            memory.insert(&name, bytes);
            names.push(name);
        }
        names.sort();
        names.dedup();
        let settings = Settings { application_unknown: true, named: vec![".".into()], ..Settings::default() };
        let languages: Vec<_> = hclx_program::languages().collect();
        let mut session = Session::new(&languages, Arc::new(Directory(memory)), settings);
        if let Some(text) = expression {
            session.text("<expression>", text.as_bytes());
        }
        for name in names.iter().filter(|name| is_selected(name)) {
            session.add(name);
        }
        Ok(Self { snapshot: session.snapshot(), texts: usize::from(expression.is_some()) })
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
    pub(crate) fn answers(&self, question: &Question, wanted: impl Fn(&Unit) -> bool) -> Answered {
        let answer = |unit: &Unit| {
            let answer = self.snapshot.answer(unit, question, &Budget::new(Limits::default()));
            (unit.clone(), answer)
        };
        let wanted = self.snapshot.units().iter().filter(|unit| wanted(unit));
        let mut units: Vec<(Unit, Answer)> = wanted.map(answer).collect();
        let mut sources = self.snapshot.sources(|_| true);
        let given = GivenValues::of(&self.snapshot);
        given.hide(&self.snapshot, &mut sources, self.texts);
        given.hide_in_answers(&sources, &mut units);
        Answered { units, sources }
    }
}

/// Returns `true` for files that a search of their directory selects.
fn is_selected(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    is_searched(name) && !folders.split('/').any(is_skipped_folder)
}
