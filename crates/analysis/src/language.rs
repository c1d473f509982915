//! The interface of a language: the trait that each one implements, units of work, questions about a unit,
//! and answers.
//!
//! Out of scope: individual languages (crates `languages` and `mull`).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_eval::{Approximation, Budget, Dialect, Outcome, Unresolved};
use hclx_schema::Block;

use crate::describe::Description;
use crate::symbols::{self, SymbolKey, Symbols};
use crate::{
    BodyItem, CursorAt, Document, Expectation, FileRow, GeneratedFiles, LanguageRow, Offers, PolicyCounts,
    ReportedFiles, ScopeName, Snapshot, TestFile, expected, file_row,
};

/// The language that a file's contents suggest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Unknown.
    Unknown,
    /// A file of this language.
    Mine,
    /// A file of another language that is not checked, given by name (`Puppet`, `HCL1`, `a template`).
    Foreign(&'static str),
}

/// A language: an application's interpretation of its files.
///
/// Invariant: an answer depends only on the unit, the question, and data read through the snapshot.
pub trait Language: Send + Sync {
    /// The facts that are the same for all files.
    fn row(&self) -> &'static LanguageRow;

    /// Reads a file before the questions about its unit, which read files one by one. Called on several threads;
    /// no answer depends on it.
    fn prepare(&self, file: SourceId, snapshot: &Snapshot) {
        snapshot.parsed(file);
    }

    /// Collects the facts about a file that a query over all files of the run requests. Called on several threads
    /// once a file of the language is read, before the first answer; no answer depends on it.
    fn meet(&self, file: SourceId, snapshot: &Snapshot) {
        let _ = (file, snapshot);
    }

    /// The roots of the units whose files an answer may need, as a call needs its module. Their data is kept
    /// until this unit is finished too ([`Snapshot::release`]). Called for all units before the first one is
    /// finished.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Arc<str>> {
        let _ = (unit, snapshot);
        Vec::new()
    }

    /// Returns `true` if units that do not [list this one](Self::needs) may need its data, which is therefore
    /// not dropped. Dropped data is recomputed on demand.
    fn is_shared(&self, unit: &Unit, snapshot: &Snapshot) -> bool {
        let _ = (unit, snapshot);
        self.row().reports_in == ReportedFiles::Any
    }

    /// Returns `true` if the application may fill in `${…}` in strings at run time, so that a string with a
    /// single interpolation is not equivalent to the expression in it.
    fn keeps_templates(&self) -> bool {
        false
    }

    /// Returns `true` if the language reads values files with this name itself, and reports errors in them.
    fn reads_values(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Recognizes a file by its contents. Called for files whose row is marked
    /// [`by_content`](FileRow::by_content); `path` is the path as the user wrote it.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let _ = (path, bytes);
        Recognition::Unknown
    }

    /// Returns `true` if files of this language use a file, which then belongs to the language regardless of its
    /// name. Called for selected files whose row is marked [`by_use`](FileRow::by_use).
    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        let _ = (path, snapshot);
        false
    }

    /// The location of files that the application reads together with a file of this name, regardless of the
    /// selection; `None` if it reads such a file only where it is named. A file that is read together with a
    /// checked one is not hidden by ignore files.
    fn joined(&self, name: &str) -> Option<Companions> {
        let _ = name;
        None
    }

    /// Groups the files of this language into units. `files` are the selected ones, sorted by path;
    /// additional files of a unit are found through the snapshot. By default, every file is a unit.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        files.iter().map(|file| UnitDraft { files: vec![*file], root: snapshot.path(*file) }).collect()
    }

    /// The files that this application generates in the directory of another application before that one
    /// runs.
    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// The files that this application generates in a directory from a location without files of the run, because only
    /// a part of a repository is checked.
    fn generates_outside(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// The declarations of a unit and all mentions in it, including mentions of other units' declarations; by
    /// default according to the [rows](LanguageRow::symbols). Callers use [`Snapshot::symbols`], which caches
    /// the result. `before` is the result in an earlier revision.
    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        Symbols::of(symbols::by_rows(unit, snapshot), before)
    }

    /// The place of the name of a declaration, even in a file that was not selected; `None` if only the units of the
    /// session have declarations.
    fn place_of(&self, snapshot: &Snapshot, key: &SymbolKey) -> Option<Span> {
        let _ = (snapshot, key);
        None
    }

    /// The schemas of the language's files, each with the role of the files. Parts that depend on other
    /// files, such as the arguments of a called module, are not included.
    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        Vec::new()
    }

    /// The schema of a file's body, whose nested bodies are built on demand; `None` if it is unknown. By
    /// default the schema for the file's [role](Self::file_schemas).
    fn schema(&self, unit: &Unit, snapshot: &Snapshot, file: SourceId) -> Option<Arc<Block>> {
        let _ = unit;
        let mut schemas = self.file_schemas().into_iter();
        let own = match snapshot.row(file).filter(|(language, _)| language.row().name == self.row().name) {
            Some((_, row)) => schemas.find(|(role, _)| *role == row.role),
            // the file was recognized by its contents
            None => schemas.next(),
        };
        own.map(|(_, schema)| schema)
    }

    /// The possible names for the next label of a block: names that are declared in places other than the cursor.
    fn labels(&self, unit: &Unit, snapshot: &Snapshot, header: &HeaderAt<'_>) -> Vec<Arc<str>> {
        let _ = (unit, snapshot, header);
        Vec::new()
    }

    /// The order of completion items, and the items that are not offered.
    fn offers<'a>(&self, unit: &'a Unit, snapshot: &'a Snapshot) -> Offers<'a> {
        let _ = (unit, snapshot);
        Offers::in_order(self.row().editor.order)
    }

    /// The names that expressions at a cursor can refer to; by default the [symbols](Self::symbols) of the unit.
    fn scope(&self, unit: &Unit, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
        let editor = self.row().editor;
        let mut names = expected::of_symbols(&snapshot.symbols(unit), at);
        names.extend(editor.names.iter().map(|name| ScopeName::of_language(*name, Type::STRING)));
        names.extend(editor.declaring.iter().flat_map(|attribute| at.names_in(attribute)));
        names
    }

    /// The expectations at a cursor, by default those of the [schema](Self::schema).
    fn expected(
        &self,
        unit: &Unit,
        snapshot: &Snapshot,
        at: &CursorAt<'_>,
        dialect: Option<&Dialect>,
    ) -> Expectation {
        expected::by_schema(unit, snapshot, at, dialect)
    }

    /// Checks a unit: returns its findings, with the types or values of declarations if these are the
    /// purpose.
    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer;

    /// The interface of a unit, for its users and reviewers. Findings are limited to those of syntax and declarations. A
    /// language without descriptions answers with the types of declarations.
    fn describe(&self, ask: Ask<'_>, extent: Extent) -> Answer {
        let _ = extent;
        self.judge(ask, Purpose::Infer)
    }

    /// The results of the runs of test files for [`Question::Tests`]; `None` if the language has no tests.
    fn test(&self, ask: Ask<'_>, directory: &str, has_values: bool) -> Option<Answer> {
        let _ = (ask, directory, has_values);
        None
    }

    /// The value of an expression in the scope of the unit; `None` if the language has no expressions. Findings are in
    /// `source`.
    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        let _ = (ask, source, text);
        None
    }

    /// The type and the value of the smallest expression or name at an offset in bytes; for the name of a declaration, also
    /// its description. Only the necessary parts are evaluated. `None` if the language has no expressions.
    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        let _ = (ask, file, offset);
        None
    }

    /// The failures of a unit for inputs that it allows. A single run reports them among the findings of
    /// [`Purpose::Check`]; an editor requests them when it is otherwise idle, because each value requires an
    /// evaluation.
    fn failing_inputs(&self, ask: Ask<'_>) -> Vec<Diagnostic> {
        let _ = ask;
        Vec::new()
    }
}

/// A unit that a question is about, with the resources for its answer.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The snapshot that contains it.
    pub snapshot: &'a Snapshot,
    /// The budget of all evaluations.
    pub budget: &'a Budget,
}

impl Ask<'_> {
    /// The answer of the unit's language; empty if the language cannot answer the question.
    pub(crate) fn answer(self, question: &Question) -> Answer {
        let language = self.unit.language;
        let answer = match question {
            Question::Check => Some(language.judge(self, Purpose::Check)),
            Question::Trial => Some(language.judge(self, Purpose::Trial)),
            Question::Infer => Some(language.judge(self, Purpose::Infer)),
            Question::Eval => Some(language.judge(self, Purpose::Eval)),
            Question::Tests { directory, has_values } => language.test(self, directory, *has_values),
            Question::Describe(extent) => Some(language.describe(self, *extent)),
            Question::Expression { source, text } => language.expression(self, *source, text),
            Question::TypeAt { file, offset } => language.value_at(self, *file, *offset),
        };
        answer.unwrap_or_default()
    }
}

/// The purpose of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The findings.
    Check,
    /// The findings while an edit is tried: those of [`Self::Check`] without results of test runs, which are warnings
    /// and take the longest.
    Trial,
    /// The types of all declarations.
    Infer,
    /// The values of all declarations.
    Eval,
}

impl Purpose {
    /// Returns `true` if findings are requested.
    pub fn is_check(self) -> bool {
        matches!(self, Self::Check | Self::Trial)
    }
}

/// The header of a block with a cursor at one of its labels.
#[derive(Clone, Copy, Debug)]
pub struct HeaderAt<'a> {
    /// The type of the block.
    pub block_type: &'a str,
    /// The labels before the cursor.
    pub labels: &'a [String],
    /// The label that is being typed, without quotes.
    pub typed: &'a str,
}

/// A kind of file, and the language that it belongs to.
pub type NamedRow<'l> = (&'l dyn Language, &'static FileRow);

/// The kinds of files of some languages.
pub fn rows_of<'l>(
    languages: impl IntoIterator<Item = &'l dyn Language>,
) -> impl Iterator<Item = NamedRow<'l>> {
    languages.into_iter().flat_map(|language| language.row().files.iter().map(move |row| (language, row)))
}

/// The row for a file name: the most specific row of all languages, and the first of equally specific ones.
pub fn row_of<'l>(languages: impl IntoIterator<Item = &'l dyn Language>, path: &str) -> Option<NamedRow<'l>> {
    file_row::best(rows_of(languages), path)
}

/// The directories of files that an application reads together with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companions {
    /// The file's own directory.
    Beside,
    /// Its own directory and its ancestors, for example for tests below their module.
    Above,
    /// Its own directory and those below it, for example for configurations that others below include.
    Below,
}

/// A unit as proposed by its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitDraft {
    /// The files, selected ones first.
    pub files: Vec<SourceId>,
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
}

/// A unit of checking: a file, a module's directory, or a document.
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
        write!(f, "Unit({} {} {:?})", self.language.row().name, self.root, self.files)
    }
}

impl Unit {
    /// The identity of the unit, regardless of its files.
    pub fn key(&self) -> UnitKey {
        UnitKey { language: self.language.row().name, root: Arc::clone(&self.root) }
    }
}

impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        let Self { language, files, root, argument } = self;
        language.row().name == other.language.row().name
            && *files == other.files
            && *root == other.root
            && *argument == other.argument
    }
}

impl Eq for Unit {}

impl Hash for Unit {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.root.hash(to);
        self.files.hash(to);
    }
}

/// The identity of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitKey {
    /// The name of the language.
    pub language: &'static str,
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
}

/// A question that can be asked about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its findings, for [`Purpose::Check`].
    Check,
    /// Its findings, for [`Purpose::Trial`].
    Trial,
    /// The types of its declarations, for [`Purpose::Infer`].
    Infer,
    /// The values of its declarations, for [`Purpose::Eval`].
    Eval,
    /// The results of the runs of its test files, including those in a directory with this name next to the
    /// files of the unit.
    Tests {
        /// The directory of tests, relative to the module.
        directory: Arc<str>,
        /// Set if the values of plans are requested.
        has_values: bool,
    },
    /// Its [interface](Language::describe).
    Describe(Extent),
    /// The value of an [expression](Language::expression) in its scope.
    Expression {
        /// The source id of the expression, for findings.
        source: SourceId,
        /// The expression.
        text: Arc<str>,
    },
    /// The type and the value of the expression or name [at a place](Language::value_at).
    TypeAt {
        /// The file.
        file: SourceId,
        /// The offset in bytes.
        offset: u32,
    },
}

/// The extent of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The inputs alone.
    Inputs,
    /// All declarations, without references; types may be unknown except for those of inputs and outputs.
    Interface,
    /// All declarations with their types, and all references.
    Whole,
}

/// The type of one declared name or attribute.
#[derive(Clone, Debug)]
pub struct TypeRow {
    /// The path, such as `variable.region` or `service.http.port`.
    pub path: String,
    /// The type.
    pub ty: Type,
    /// The place of its name.
    pub name_span: Span,
    /// The place of the value's expression, if there is one.
    pub value_span: Option<Span>,
    /// The value; parts may be unknown.
    pub value: Value,
}

impl TypeRow {
    /// A row whose type is the type of its value.
    pub fn of_value(path: String, name_span: Span, value_span: Option<Span>, value: Value) -> Self {
        Self { path, ty: value.described_type(), name_span, value_span, value }
    }
}

/// The answer to a question about a unit.
#[derive(Clone, Default)]
pub struct Answer {
    /// The findings, by place.
    pub findings: Vec<Diagnostic>,
    /// The types of declarations, in source order.
    pub rows: Vec<TypeRow>,
    /// Attributes and blocks of a file without declarations, in source order.
    pub items: Vec<BodyItem>,
    /// The value of the unit, or of the requested expression.
    pub value: Option<Value>,
    /// Undeclared names that were treated as unknown, one entry for each use.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
    /// Sentences for the summary about parts that were not checked; equal ones are counted.
    pub notes: Vec<String>,
    /// The numbers of findings that are not listed, by the path whose inputs are meant to fail.
    pub meant_to_fail: Ordered<String, usize>,
    /// The calls and resources that were only partly checked, because their schemas or modules are missing.
    pub unchecked: CoverageGaps,
    /// The reasons why the unit could not be checked, for example an unreadable specification.
    pub refused: Vec<Diagnostic>,
    /// The requested description; `None` if the language has no declarations.
    pub description: Option<Box<Description>>,
    /// The results of runs, by test file.
    pub tests: Vec<TestFile>,
    /// The results of policies.
    pub policies: PolicyCounts,
    /// The document, for languages that have their own notation of types.
    pub document: Option<Arc<Document>>,
}

impl Answer {
    /// An answer that consists of a value.
    pub fn of_value(value: Option<Value>) -> Self {
        Self { value, ..Self::default() }
    }

    /// The answer to a question about an expression.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let Outcome { value, diagnostics, unresolved, approximations, .. } = outcome;
        Self { findings: diagnostics, value: Some(value), unresolved, approximations, ..Self::default() }
    }
}

/// The calls and resources that were only partly checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageGaps {
    /// Providers whose parts were not checked with a single release, with the number of these parts.
    pub providers: Ordered<SchemaGap, ProviderParts>,
    /// Modules that are not installed, by source, with the number of their calls.
    pub modules: Ordered<String, usize>,
    /// Plugins with unknown arguments, with the number of their blocks.
    pub plugins: Ordered<String, usize>,
}

/// A provider whose parts of a module were not checked with the one release that the module runs with, and
/// the reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SchemaGap {
    /// The provider, in the form in which users refer to it.
    pub provider: String,
    /// The reason.
    pub cause: GapCause,
}

/// The reason why no single schema was used to check the parts of a provider.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapCause {
    /// There is no schema.
    Missing,
    /// A schema is available but not used, because the module cannot run with its release.
    Excluded {
        /// The release.
        stored: String,
        /// The constraint that excludes it, with its place.
        by: String,
    },
    /// The available schemas are of other releases, none of which the module can run with.
    OtherReleases {
        /// The constraint that excludes them, with its place.
        by: String,
        /// The relation of the required releases to the known ones, such as `older than`.
        relation: &'static str,
        /// The known releases, such as `4.67.0 to 6.47.0`.
        known: String,
    },
    /// The schema cannot be used, for this reason.
    Unusable(String),
    /// The schema is derived from the neighbors of the selected release.
    Neighbors(String),
    /// Several releases may be selected.
    Several,
}

impl GapCause {
    /// Returns `true` if the parts are checked as well as their constraints allow: with the newest allowed release, or
    /// with what its neighbors have in common.
    pub fn is_judged(&self) -> bool {
        matches!(self, Self::Neighbors(_) | Self::Several)
    }
}

/// The number of parts of a provider in a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProviderParts {
    /// Resources of all kinds.
    pub resources: usize,
    /// Provider configurations.
    pub configurations: usize,
    /// Calls of the provider's functions.
    pub calls: usize,
}

impl ProviderParts {
    /// Adds the numbers of another module.
    pub fn add(&mut self, other: Self) {
        self.resources += other.resources;
        self.configurations += other.configurations;
        self.calls += other.calls;
    }

    /// The number of all parts.
    pub fn count(self) -> usize {
        self.resources + self.configurations + self.calls
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer")
            .field("findings", &self.findings)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}
