//! What an application means by its files: the trait that each language implements, the unit of work,
//! what can be asked of a unit, and what is answered.
//!
//! Deliberately absent: any language (crates `languages` and `mull`).

use std::any::Any;
use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_eval::{Approximation, Budget, Unresolved};

use crate::{BodyItem, FileRow, GeneratedFiles, Snapshot};

/// What the content of a file tells about its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Nothing.
    Unknown,
    /// It is a file of this language.
    Mine,
    /// It belongs to another language, which is named, and is not judged (`Puppet`, `HCL1`, `a template`).
    Foreign(&'static str),
}

/// What an application means by its files.
///
/// Invariant: an answer depends only on the unit, the question, and what is read through the snapshot.
pub trait Language: Send + Sync {
    /// The name that `--dialect` takes.
    fn name(&self) -> &'static str;

    /// The application's name in prose.
    fn title(&self) -> &'static str;

    /// The kinds of files that it has.
    fn files(&self) -> &'static [FileRow];

    /// Whether variables may be declared secret, so that a given value is one unless the language says
    /// otherwise ([`Snapshot::give`]).
    fn has_secrets(&self) -> bool {
        false
    }

    /// Whether the rules of the application exist; otherwise its files are judged as plain HCL.
    fn has_rules(&self) -> bool {
        true
    }

    /// Whether an answer speaks of the files of its own unit only and gives no values to a run: its findings
    /// are complete when it is given, whatever other units say.
    fn is_independent(&self) -> bool {
        false
    }

    /// The roots of the units whose files an answer may need, as a call needs a module: what was made of these is
    /// held until this unit is done too ([`Snapshot::release`]). Asked for all units before the first is done.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Arc<str>> {
        let _ = (unit, snapshot);
        Vec::new()
    }

    /// Whether units that do not [say so](Self::needs) may need what was made of the files of this one: then it is
    /// not dropped. What is dropped and needed all the same is made again.
    fn is_shared(&self, unit: &Unit, snapshot: &Snapshot) -> bool {
        let _ = (unit, snapshot);
        !self.is_independent()
    }

    /// Whether `${…}` in a text may be left for the application to fill in when it runs, so that a text of
    /// one interpolation is not the expression in it.
    fn keeps_templates(&self) -> bool {
        false
    }

    /// What the content of a file tells. Asked for files whose row says
    /// [`by_content`](FileRow::by_content); `path` is as the user wrote it.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let _ = (path, bytes);
        Recognition::Unknown
    }

    /// The units that files of this language belong to. `files` are those that were asked for, in the
    /// order of their paths; what a unit needs besides is found through the snapshot. By default every
    /// file is a unit.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<Draft> {
        files.iter().map(|file| Draft { files: vec![*file], root: snapshot.path(*file) }).collect()
    }

    /// The files that this application writes into the folder of another one before that runs.
    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// Answers a question about a unit.
    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer;
}

/// A unit as its language proposes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Its files, those first that were asked for.
    pub files: Vec<SourceId>,
    /// Its folder, or the path of its only file.
    pub root: Arc<str>,
}

/// What is judged as one: a file, a module's directory, a document.
#[derive(Clone)]
pub struct Unit {
    /// Its language.
    pub language: &'static dyn Language,
    /// Its files, those first that were asked for.
    pub files: Vec<SourceId>,
    /// Its folder, or the path of its only file.
    pub root: Arc<str>,
    /// What a setting gives to the files of this unit, such as the path of a specification.
    pub argument: Option<Arc<str>>,
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Unit({} {} {:?})", self.language.name(), self.root, self.files)
    }
}

/// What is asked of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is wrong.
    Check,
    /// The type of everything.
    Infer,
    /// The value of everything.
    Eval,
    /// The value of an expression in the scope of the unit.
    Expression {
        /// The number of the expression's text, for findings.
        source: SourceId,
        /// The expression.
        text: Arc<str>,
    },
    /// The type of the smallest expression or name at a place.
    TypeAt {
        /// The file.
        file: SourceId,
        /// The offset in bytes.
        offset: u32,
    },
}

/// A type as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowType {
    /// A type of HCL.
    Hcl(Type),
    /// A type in a language's own notation, and as a type expression of HCL.
    Text {
        /// In the language's notation.
        own: Arc<str>,
        /// As a type expression.
        hcl: Arc<str>,
    },
}

/// The type of one declared name or attribute.
#[derive(Clone, Debug)]
pub struct Row {
    /// The path, such as `variable.region` or `service.http.port`.
    pub path: String,
    /// Its type.
    pub ty: RowType,
    /// The place of its name.
    pub name_span: Span,
    /// The place of the expression that gives its value, if there is one.
    pub value_span: Option<Span>,
    /// Its value, as far as it is known.
    pub value: Value,
}

impl Row {
    /// A row whose type is what its value tells.
    pub fn of_value(path: String, name_span: Span, value_span: Option<Span>, value: Value) -> Self {
        Self { path, ty: RowType::Hcl(value.described_type()), name_span, value_span, value }
    }
}

/// What was found out about a unit.
#[derive(Clone, Default)]
pub struct Answer {
    /// What is wrong, by place.
    pub findings: Vec<Diagnostic>,
    /// The types of what is declared, in the order of places.
    pub rows: Vec<Row>,
    /// Attributes and blocks of a file without declarations, in the order of places.
    pub items: Vec<BodyItem>,
    /// The value of the unit, or of the expression that was asked about.
    pub value: Option<Value>,
    /// Names that nothing declares and that were taken as unknown, once for each use.
    pub unresolved: Vec<Unresolved>,
    /// Where precision was given up.
    pub approximations: Vec<Approximation>,
    /// What was not judged, in sentences for the summary; equal ones are counted.
    pub notes: Vec<String>,
    /// What is not checked in depth, because what it is checked by is not here.
    pub unchecked: Unchecked,
    /// What kept the unit from being judged, such as an unreadable specification: the job was not done.
    pub refused: Vec<Diagnostic>,
    /// What only the language itself knows to print.
    pub document: Option<Arc<dyn Any + Send + Sync>>,
}

/// What is not checked in depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// Providers that have no schema here, and how many resources each of them has.
    pub providers: Ordered<String, usize>,
    /// Modules that are not here, as their source is written, and how many calls each of them has.
    pub modules: Ordered<String, usize>,
    /// Plugins whose arguments nothing here describes, and how many blocks each of them has.
    pub plugins: Ordered<String, usize>,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer")
            .field("findings", &self.findings)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}
