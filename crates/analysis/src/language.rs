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
    /// A file of another language, given by name (`Puppet`, `HCL1`, `a template`), that is not
    /// judged.
    Foreign(&'static str),
}

/// A language: an application's interpretation of its files.
///
/// Invariant: an answer depends only on the unit, the question, and data read through the snapshot.
pub trait Language: Send + Sync {
    /// The facts that are the same for all files.
    fn row(&self) -> &'static LanguageRow;

    /// Reads a file ahead of the questions about its unit, which read one file after the other. Called on several
    /// threads; nothing depends on it.
    fn prepare(&self, file: SourceId, snapshot: &Snapshot) {
        snapshot.parsed(file);
    }

    /// Collects the facts about a file that a query over all files of the run asks for. Called once a file of the
    /// language is read, on several threads, before the first answer; nothing depends on it.
    fn meet(&self, file: SourceId, snapshot: &Snapshot) {
        let _ = (file, snapshot);
    }

    /// The roots of the units whose files an answer may need, as a call needs its module: their data is kept
    /// until this unit is finished too ([`Snapshot::release`]). Called for all units before the first one is
    /// finished.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Arc<str>> {
        let _ = (unit, snapshot);
        Vec::new()
    }

    /// Returns `true` if units that do not [list this one](Self::needs) may need its data, which is then
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

    /// Returns `true` if files of this language use a file, which then belongs to it whatever its name. Called for
    /// selected files whose row is marked [`by_use`](FileRow::by_use).
    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        let _ = (path, snapshot);
        false
    }

    /// The location of files that the application reads together with a file of this name, whatever was
    /// selected; `None` if it reads such a file only where it is named. Ignore files do not hide a file that
    /// is read together with a judged one.
    fn joined(&self, name: &str) -> Option<Companions> {
        let _ = name;
        None
    }

    /// Groups the files of this language into units. `files` are the selected ones, sorted by path; further
    /// files of a unit are found through the snapshot. By default, every file is a unit.
    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        files.iter().map(|file| UnitDraft { files: vec![*file], root: snapshot.path(*file) }).collect()
    }

    /// The files that this application generates in the directory of another one before the latter
    /// runs.
    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// The files that this application generates in a directory from where no file of the run is: a part of a repository is
    /// checked alone.
    fn generates_outside(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        let _ = (folder, snapshot);
        GeneratedFiles::default()
    }

    /// The declarations of a unit and all mentions in it, including mentions of other units' declarations; by
    /// default according to the [rows](LanguageRow::symbols). Callers use [`Snapshot::symbols`], which caches
    /// the result; `before` is that of an earlier revision.
    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        Symbols::of(symbols::by_rows(unit, snapshot), before)
    }

    /// The name of a declaration at its place, also in a file that was not selected; `None` if only the units of the
    /// session have declarations.
    fn place_of(&self, snapshot: &Snapshot, key: &SymbolKey) -> Option<Span> {
        let _ = (snapshot, key);
        None
    }

    /// The schemas of the language's files, each with the role of the files, without parts that depend on
    /// other files, such as the arguments of a called module.
    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        Vec::new()
    }

    /// The schema of a file's body, whose nested bodies are built on demand; `None` if it is unknown. By
    /// default that of the file's [role](Self::file_schemas).
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

    /// The possible names for the next label of a block: names that are declared elsewhere, and not only at the cursor.
    fn labels(&self, unit: &Unit, snapshot: &Snapshot, header: &HeaderAt<'_>) -> Vec<Arc<str>> {
        let _ = (unit, snapshot, header);
        Vec::new()
    }

    /// The order of what completion offers, and what it leaves out.
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

    /// Judges a unit: its findings, with the types or values of declarations if these are the purpose.
    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer;

    /// The interface of a unit, for its users and reviewers. Findings are limited to those of syntax and declarations. A
    /// language without descriptions answers with the types of declarations.
    fn describe(&self, ask: Ask<'_>, extent: Extent) -> Answer {
        let _ = extent;
        self.judge(ask, Purpose::Infer)
    }

    /// The verdicts about the runs of test files, as [`Question::Tests`] asks for them; `None` if the language has no
    /// tests.
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

    /// The failures of a unit for inputs that it allows. A run that judges once has them among the findings of
    /// [`Purpose::Check`]; an editor asks for them when nothing else is left to do, as each value takes an evaluation.
    fn failing_inputs(&self, ask: Ask<'_>) -> Vec<Diagnostic> {
        let _ = ask;
        Vec::new()
    }
}

/// A unit that a question is about, with what its answer may use.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The snapshot that it is in.
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

/// The purpose of a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The findings.
    Check,
    /// The findings while an edit is tried: those of [`Self::Check`] without verdicts about runs of tests, which are warnings
    /// and take the longest.
    Trial,
    /// The types of all declarations.
    Infer,
    /// The values of all declarations.
    Eval,
}

impl Purpose {
    /// Returns `true` if the findings are asked for.
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

/// The row for a file name: the most specific one of all languages, and the first of equally specific ones.
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
        write!(f, "Unit({} {} {:?})", self.language.row().name, self.root, self.files)
    }
}

impl Unit {
    /// The identity of the unit, whatever its files.
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
    /// Its judgement for [`Purpose::Check`].
    Check,
    /// Its judgement for [`Purpose::Trial`].
    Trial,
    /// Its judgement for [`Purpose::Infer`].
    Infer,
    /// Its judgement for [`Purpose::Eval`].
    Eval,
    /// The verdicts about the runs of its test files, among them those in a directory with this name, beside the
    /// files of the unit.
    Tests {
        /// The directory of tests, relative to the module.
        directory: Arc<str>,
        /// Set if the values of plans are asked for.
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
    /// All declarations; the types of others than inputs and outputs may be unknown. References are left out.
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
    /// The value, as far as it is known.
    pub value: Value,
}

impl TypeRow {
    /// A row whose type is that of its value.
    pub fn of_value(path: String, name_span: Span, value_span: Option<Span>, value: Value) -> Self {
        Self { path, ty: value.described_type(), name_span, value_span, value }
    }
}

/// The answer about a unit.
#[derive(Clone, Default)]
pub struct Answer {
    /// The findings, by place.
    pub findings: Vec<Diagnostic>,
    /// The types of declarations, in source order.
    pub rows: Vec<TypeRow>,
    /// Attributes and blocks of a file without declarations, in source order.
    pub items: Vec<BodyItem>,
    /// The value of the unit, or of the expression in question.
    pub value: Option<Value>,
    /// Undeclared names that were treated as unknown, one entry for each use.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
    /// Sentences for the summary about parts that were not judged; equal ones are counted.
    pub notes: Vec<String>,
    /// The numbers of findings that are not listed, by the path whose inputs are meant to fail.
    pub meant_to_fail: Ordered<String, usize>,
    /// The calls and resources that were only partly checked, because their schemas or modules are missing.
    pub unchecked: CoverageGaps,
    /// The reasons why the unit could not be judged, for example an unreadable specification.
    pub refused: Vec<Diagnostic>,
    /// The requested description; `None` if the language has no declarations.
    pub description: Option<Box<Description>>,
    /// The verdicts about runs, by test file.
    pub tests: Vec<TestFile>,
    /// The judgements by policies.
    pub policies: PolicyCounts,
    /// The document, in languages with a notation of types of their own.
    pub document: Option<Arc<Document>>,
}

impl Answer {
    /// An answer that is a value.
    pub fn of_value(value: Option<Value>) -> Self {
        Self { value, ..Self::default() }
    }

    /// The answer about an expression.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let Outcome { value, diagnostics, unresolved, approximations, .. } = outcome;
        Self { findings: diagnostics, value: Some(value), unresolved, approximations, ..Self::default() }
    }
}

/// The calls and resources that were only partly checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageGaps {
    /// Providers whose parts were not judged by one release, with the number of these parts.
    pub providers: Ordered<SchemaGap, ProviderParts>,
    /// Modules that are not installed, by source, with the number of their calls.
    pub modules: Ordered<String, usize>,
    /// Plugins whose arguments are not known, with the number of their blocks.
    pub plugins: Ordered<String, usize>,
}

/// A provider whose parts of a module were not judged by the one release that the module runs with, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SchemaGap {
    /// The provider, as people write it.
    pub provider: String,
    /// The reason.
    pub cause: GapCause,
}

/// The reason why no single schema judges the parts of a provider.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapCause {
    /// There is no schema.
    Missing,
    /// A schema is stored, but not used, since the module cannot run with its release.
    Excluded {
        /// The release.
        stored: String,
        /// The text that excludes it, with its place.
        by: String,
    },
    /// The schemas are of other releases, none of which the module can run with.
    OtherReleases {
        /// The text that excludes them, with its place.
        by: String,
        /// The relation of the wanted releases to the known ones: `older than`.
        relation: &'static str,
        /// The known releases: `4.67.0 to 6.47.0`.
        known: String,
    },
    /// The schema cannot be used, for this reason.
    Unusable(String),
    /// The schema is that of neighbors of the selected release.
    Neighbors(String),
    /// Several releases may be selected.
    Several,
}

impl GapCause {
    /// Returns `true` if the parts are judged as well as their constraints allow: by the newest admitted release, or by
    /// what its neighbors have in common.
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
