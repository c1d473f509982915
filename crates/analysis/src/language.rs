//! The interface of a language: the trait that each one implements, units of work, questions about a unit,
//! and answers.
//!
//! Out of scope: any language (crates `languages` and `mull`).

use std::any::Any;
use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_eval::{Approximation, Budget, Dialect, Unresolved};
use hclx_schema::Block;

use crate::bodies::Documentation;
use crate::describe::Description;
use crate::symbols::{self, SymbolRow, Symbols};
use crate::{BodyItem, CursorAt, Expected, FileRow, GeneratedFiles, ScopeName, Snapshot, expected};

/// The language that a file's contents suggest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Unknown.
    Unknown,
    /// A file of this language.
    Mine,
    /// A file of another language, which is named and not judged (`Puppet`, `HCL1`, `a template`).
    Foreign(&'static str),
}

/// A language: an application's interpretation of its files.
///
/// Invariant: an answer depends only on the unit, the question, and what is read through the snapshot.
pub trait Language: Send + Sync {
    /// The name that `--dialect` takes.
    fn name(&self) -> &'static str;

    /// The application's name in prose.
    fn title(&self) -> &'static str;

    /// The kinds of files that it has.
    fn files(&self) -> &'static [FileRow];

    /// Variables can be declared secret, so that a given value is secret unless the language says otherwise
    /// ([`Snapshot::give`]).
    fn has_secrets(&self) -> bool {
        false
    }

    /// The rules of the application are implemented; otherwise its files are judged as plain HCL.
    fn has_rules(&self) -> bool {
        true
    }

    /// Answers are about the files of their own unit only and give no values to a run: their findings are
    /// complete at once, whatever other units say.
    fn is_independent(&self) -> bool {
        false
    }

    /// The roots of the units whose files an answer may need, as a call needs its module: their data is held
    /// until this unit is finished too ([`Snapshot::release`]). Called for all units before the first is
    /// finished.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Arc<str>> {
        let _ = (unit, snapshot);
        Vec::new()
    }

    /// Returns `true` if units that do not [list this one](Self::needs) may need its data: then it is not
    /// dropped. Dropped data is computed again when it is needed.
    fn is_shared(&self, unit: &Unit, snapshot: &Snapshot) -> bool {
        let _ = (unit, snapshot);
        !self.is_independent()
    }

    /// The application may fill in `${…}` in a string when it runs, so a string with a single interpolation
    /// is not the expression in it.
    fn keeps_templates(&self) -> bool {
        false
    }

    /// Returns true if `hclx fmt` rewrites the notation of older versions of the application, as `terraform fmt` does.
    fn rewrites_old_syntax(&self) -> bool {
        false
    }

    /// Returns true if the language reads values files of this name itself, and reports what is wrong with them.
    fn reads_values(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The language that a file's contents suggest. Called for files whose row is marked
    /// [`by_content`](FileRow::by_content); `path` is as the user wrote it.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let _ = (path, bytes);
        Recognition::Unknown
    }

    /// The files that the application reads together with a file of this name, whatever else is asked for; `None` if
    /// it reads such a file only where somebody names it. Ignore files do not hide a file that is read with one that
    /// is judged.
    fn joined(&self, name: &str) -> Option<Joined> {
        let _ = name;
        None
    }

    /// The units of the files of this language. `files` are the selected ones, sorted by path; further files
    /// of a unit are found through the snapshot. By default every file is a unit.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<Draft> {
        files.iter().map(|file| Draft { files: vec![*file], root: snapshot.path(*file) }).collect()
    }

    /// The files that this application generates in the directory of another one before that runs.
    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// The blocks of a file that declare names, and how expressions refer to these.
    fn symbol_rows(&self) -> &'static [SymbolRow] {
        &[]
    }

    /// The declarations of a unit and all mentions of declarations in it, of other units too; by default those of
    /// the [rows](Self::symbol_rows). Asked through [`Snapshot::symbols`], which keeps the answer.
    fn symbols(&self, unit: &Unit, snapshot: &Snapshot) -> Symbols {
        symbols::by_rows(unit, snapshot)
    }

    /// The schemas of the files of the language, each with the role of the files; without what depends on other files,
    /// such as the arguments of a called module.
    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        Vec::new()
    }

    /// The schema of the body of a file, whose nested bodies are made on demand; `None` if it is not known. By default
    /// that of the [role](Self::file_schemas) of the file.
    fn schema(&self, unit: &Unit, snapshot: &Snapshot, file: SourceId) -> Option<Arc<Block>> {
        let _ = unit;
        let mut schemas = self.file_schemas().into_iter();
        let own = match snapshot.row(file).filter(|(language, _)| language.name() == self.name()) {
            Some((_, row)) => schemas.find(|(role, _)| *role == row.role),
            // recognized by its contents
            None => schemas.next(),
        };
        own.map(|(_, schema)| schema)
    }

    /// Sentences about the block types and attributes of the language itself.
    fn documentation(&self) -> Option<&'static Documentation> {
        None
    }

    /// The names that the next label of a block may be, after these labels: those that are declared elsewhere.
    fn labels(&self, unit: &Unit, snapshot: &Snapshot, block_type: &str, labels: &[String]) -> Vec<Arc<str>> {
        let _ = (unit, snapshot, block_type, labels);
        Vec::new()
    }

    /// The names that expressions at a cursor can refer to; by default the [symbols](Self::symbols) of the unit.
    fn scope(&self, unit: &Unit, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
        expected::of_symbols(&snapshot.symbols(unit), at)
    }

    /// The things that are expected at a cursor, by default those of the [schema](Self::schema).
    fn expected(
        &self,
        unit: &Unit,
        snapshot: &Snapshot,
        at: &CursorAt<'_>,
        dialect: Option<&Dialect>,
    ) -> Expected {
        expected::by_schema(unit, snapshot, at, dialect)
    }

    /// Answers a question about a unit.
    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer;
}

/// The directories of the files that an application reads together with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The file's own directory.
    Beside,
    /// Its own directory and those above it, as tests lie below their module.
    Above,
    /// Its own directory and those below it, as included configurations lie above what includes them.
    Below,
}

/// A unit as its language proposes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The files, selected ones first.
    pub files: Vec<SourceId>,
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
}

/// A unit of judgement: a file, a module's directory, a document.
#[derive(Clone)]
pub struct Unit {
    /// The language.
    pub language: &'static dyn Language,
    /// The files, selected ones first.
    pub files: Vec<SourceId>,
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
    /// The argument that a setting passes to the files of this unit, for example the path of a specification.
    pub argument: Option<Arc<str>>,
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Unit({} {} {:?})", self.language.name(), self.root, self.files)
    }
}

/// A question about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The findings.
    Check,
    /// The type of everything.
    Infer,
    /// The value of everything.
    Eval,
    /// What a user or a reviewer of the unit needs to know of it.
    Describe,
    /// The value of an expression in the scope of the unit.
    Expression {
        /// The source id of the expression, for findings.
        source: SourceId,
        /// The expression.
        text: Arc<str>,
    },
    /// The type and the value of the smallest expression or name at a place; of the name of a declaration its
    /// description too. Only what is needed for it is evaluated.
    TypeAt {
        /// The file.
        file: SourceId,
        /// The offset in bytes.
        offset: u32,
    },
}

/// A printable type.
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
    /// The type.
    pub ty: RowType,
    /// The place of its name.
    pub name_span: Span,
    /// The place of the expression of its value, if there is one.
    pub value_span: Option<Span>,
    /// The value, as far as it is known.
    pub value: Value,
}

impl Row {
    /// A row with the type of its value.
    pub fn of_value(path: String, name_span: Span, value_span: Option<Span>, value: Value) -> Self {
        Self { path, ty: RowType::Hcl(value.described_type()), name_span, value_span, value }
    }
}

/// The answer about a unit.
#[derive(Clone, Default)]
pub struct Answer {
    /// The findings, by place.
    pub findings: Vec<Diagnostic>,
    /// The types of declarations, in source order.
    pub rows: Vec<Row>,
    /// Attributes and blocks of a file without declarations, in the order of places.
    pub items: Vec<BodyItem>,
    /// The value of the unit, or of the expression that was asked about.
    pub value: Option<Value>,
    /// Undeclared names that were taken as unknown, one entry per use.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
    /// Sentences for the summary about parts that were not judged; equal ones are counted.
    pub notes: Vec<String>,
    /// The calls and resources that were not checked in depth, because their schemas or modules are missing.
    pub unchecked: Unchecked,
    /// The reasons why the unit could not be judged, for example an unreadable specification: the job was not
    /// done.
    pub refused: Vec<Diagnostic>,
    /// The description that was asked for; `None` if the language has no declarations.
    pub description: Option<Box<Description>>,
    /// Data that only the language itself can print.
    pub document: Option<Arc<dyn Any + Send + Sync>>,
}

/// The calls and resources that were not checked in depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// Providers that have no schema here, and how many resources each of them has.
    pub providers: Ordered<String, usize>,
    /// Modules that are not installed, by source, with the number of their calls.
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
