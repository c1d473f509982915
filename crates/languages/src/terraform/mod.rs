//! Terraform and OpenTofu: modules, their values and tests.
//!
//! A directory with such files is a unit (`files`). Its files are read into declarations (`declare`), whose
//! references form a graph (`resolve`). Then every body is evaluated once, including called modules with the
//! values of their arguments (`values`), and checked against the `rules`. Facts about resources from
//! providers are in `providers`, the schemas of the language's own blocks in `schemas`.

pub mod packages;

mod answers;
mod declare;
mod describe;
mod expected;
mod failing_calls;
mod files;
mod functions;
mod in_scope;
mod interface;
mod lints;
mod offers;
mod plan;
pub(crate) mod policies;
mod provider_choices;
mod providers;
mod queries;
mod resolve;
mod rules;
mod ruleset;
mod schemas;
mod simulation;
mod symbols;
mod tests;
mod unmatched_names;
mod values;

use std::sync::Arc;

use hclx_analysis::bodies::Documentation;
use hclx_analysis::symbols::{SymbolKey, SymbolKind, SymbolRow, Symbols};
use hclx_analysis::{
    Answer, Ask, Companions, CursorAt, EditorRow, Extent, FileRow, HeaderAt, Language, LanguageRow, Offers,
    Pattern, Purpose, ScopeName, Snapshot, Unit, UnitDraft, file_name,
};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_schema::Block;

use Pattern::Suffix;
use declare::part;
use files::Folder;
use files::roles::{self, Flavor};
use files::run::Run;
use providers::{needs, versions};
use resolve::callers::{self, CandidateCalls};
use values::rule::Evaluator;

pub(crate) use files::environment::set_variables;
pub use files::roles::is_module_name;
pub(crate) use files::roles::is_values_file;
pub use files::versions::is_constraint;
pub use interface::{
    Interface, InterfaceOutput, InterfaceProvider, InterfaceProviders, InterfaceVariable, module_interface,
};
pub use lints::conventions::CONVENTIONS;
pub use lints::naming::check_name_pattern;
pub use policies::{STARTER, STARTER_GROUPS, StarterPolicy, policy_refusals};
pub use providers::needs::{KnownSchema, ProviderNeed, ProviderNeeds};
pub use unmatched_names::{UnmatchedName, names_without_match};

pub(crate) use declare::absent_parts::note_of_template;
pub(crate) use files::copied;
pub(crate) use files::links::is_linked;
pub(crate) use files::toolchain::Toolchain;
pub(crate) use files::versions::{Bounds, Version, bounds, wrong as wrong_constraint};
pub(crate) use functions::DIALECT;
pub(crate) use schemas::backends::backend;
pub(crate) use symbols::OutsideMentions;
pub(crate) use values::repeat::for_each as instances;

/// Terraform or OpenTofu.
pub struct Terraform {
    row: &'static LanguageRow,
    flavor: Flavor,
}

/// The language of Terraform's modules.
pub static TERRAFORM: Terraform = Terraform {
    row: &row(
        "terraform",
        "Terraform",
        &[
            FileRow::native(Suffix(".tftest.hcl"), "tests"),
            FileRow::json(Suffix(".tftest.json"), "tests"),
            FileRow::native(Suffix(".tfmock.hcl"), "mocks"),
            FileRow::json(Suffix(".tfmock.json"), "mocks"),
            FileRow::native(Suffix(".tfquery.hcl"), "queries"),
            FileRow::json(Suffix(".tfquery.json"), "queries"),
            FileRow::native(Suffix(".tf"), "module").asks_users(),
            FileRow::native(Suffix(".tfvars"), "values").asks_users(),
            FileRow::json(Suffix(".tf.json"), "module").asks_users(),
            FileRow::json(Suffix(".tfvars.json"), "values"),
        ],
    ),
    flavor: Flavor::Terraform,
};

/// The language of OpenTofu's modules.
pub static OPENTOFU: Terraform = Terraform {
    row: &row(
        "opentofu",
        "OpenTofu",
        &[
            FileRow::native(Suffix(".tofu"), "module").asks_users(),
            FileRow::json(Suffix(".tofu.json"), "module"),
            FileRow::native(Suffix(".tofutest.hcl"), "tests"),
            FileRow::json(Suffix(".tofutest.json"), "tests"),
        ],
    ),
    flavor: Flavor::OpenTofu,
};

/// The language row of Terraform or OpenTofu.
const fn row(name: &'static str, title: &'static str, files: &'static [FileRow]) -> LanguageRow {
    LanguageRow {
        symbols: SYMBOLS,
        functions_of: Some("terraform"),
        uses_names_of: &["terraform", "opentofu"],
        documentation: Some(&DOCUMENTATION),
        editor: &EDITOR,
        has_secrets: true,
        rewrites_old_syntax: true,
        ..LanguageRow::new(name, title, files)
    }
}

/// The declarations, for other users of the row; [`Language::symbols`] finds them without it.
const SYMBOLS: &[SymbolRow] = &[
    SymbolRow::named("variable", "var", SymbolKind::Variable, "variable"),
    SymbolRow::locals(),
    SymbolRow::named("output", "output", SymbolKind::Output, "output"),
    SymbolRow::named("resource", "", SymbolKind::Resource, "resource").labeled(2, 2),
    SymbolRow::named("data", "data", SymbolKind::Data, "data source").labeled(2, 2),
    SymbolRow::named("ephemeral", "ephemeral", SymbolKind::Data, "ephemeral resource").labeled(2, 2),
];

static DOCUMENTATION: Documentation = crate::compressed::documentation!("terraform");

static EDITOR: EditorRow = EditorRow {
    has_modules: true,
    homes: &[
        ("variable", "variables"),
        ("output", "outputs"),
        ("locals", "locals"),
        ("provider", "providers"),
        ("terraform", "versions"),
        ("data", "data"),
    ],
    replacements: &[(".tofu", ".tf"), (".tofu.json", ".tf.json")],
    constant_blocks: &[
        "terraform",
        "moved",
        "removed",
        "import",
        "variable",
        "variables",
        "lifecycle",
        "language",
        "required_providers",
    ],
    reserved_variables: declare::naming::META,
    built_in: &["path", "terraform", "self", "each", "count"],
    path_bases: &["${path.module}", "${path.root}", "${path.cwd}"],
    order: offers::ORDER,
    needs: &[("each", "for_each"), ("count", "count")],
    names: &[],
    declaring: &[],
    functions: "",
    usual: &[("backend", "", &["s3", "azurerm", "gcs", "remote", "local", "http"])],
};

impl Language for Terraform {
    fn row(&self) -> &'static LanguageRow {
        self.row
    }

    fn reads_values(&self, name: &str) -> bool {
        is_values_file(file_name(name))
    }

    fn prepare(&self, file: SourceId, snapshot: &Snapshot) {
        part::prepare(snapshot, file);
    }

    fn meet(&self, file: SourceId, snapshot: &Snapshot) {
        callers::meet(snapshot, file);
    }

    /// The modules that this module and its tests may call, and the nearest module above it, whose requirements may
    /// apply to it. A root and its own modules thus need each other and are never dropped: freeing the memory of
    /// modules with many dependents piece by piece costs more time than it saves.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Folder> {
        let called = CandidateCalls::of(snapshot).called(&unit.root).to_vec();
        let of_tests = callers::of_tests(snapshot, &unit.root, &unit.files);
        let above = versions::above(snapshot, &unit.root);
        called.into_iter().chain(of_tests).chain(above).collect()
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    fn joined(&self, name: &str) -> Option<Companions> {
        roles::joined(name)
    }

    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<UnitDraft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        for file in files {
            let folder = files::tested::folder_of(snapshot, &snapshot.path(*file));
            folders.or_default(folder).push(*file);
        }
        folders.into_iter().map(|(folder, files)| UnitDraft { files, root: folder.into() }).collect()
    }

    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        symbols::find_all(unit, snapshot, self.flavor_of(unit, snapshot), before)
    }

    fn place_of(&self, snapshot: &Snapshot, key: &SymbolKey) -> Option<Span> {
        symbols::place_of(snapshot, key)
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        expected::of_files()
    }

    fn schema(&self, unit: &Unit, snapshot: &Snapshot, file: SourceId) -> Option<Arc<Block>> {
        Some(expected::schema(unit, snapshot, self.flavor_of(unit, snapshot), file))
    }

    fn labels(&self, unit: &Unit, snapshot: &Snapshot, header: &HeaderAt<'_>) -> Vec<Arc<str>> {
        expected::labels(unit, snapshot, self.flavor_of(unit, snapshot), header)
    }

    fn offers<'a>(&self, unit: &'a Unit, snapshot: &'a Snapshot) -> Offers<'a> {
        offers::offers(unit, snapshot, self.flavor_of(unit, snapshot))
    }

    fn scope(&self, unit: &Unit, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
        in_scope::names(unit, snapshot, self.flavor_of(unit, snapshot), at)
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        answers::judge(self.evaluator(ask), ask.unit, purpose)
    }

    fn describe(&self, ask: Ask<'_>, extent: Extent) -> Answer {
        answers::describe(self.evaluator(ask), ask.unit, extent)
    }

    fn test(&self, ask: Ask<'_>, directory: &str, has_values: bool) -> Option<Answer> {
        Some(answers::test(self.evaluator(ask), ask.unit, directory, has_values))
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(answers::expression(self.evaluator(ask), ask.unit, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        Some(answers::value_at(self.evaluator(ask), ask.unit, file, offset))
    }

    fn failing_inputs(&self, ask: Ask<'_>) -> Vec<Diagnostic> {
        answers::failing_inputs(self.evaluator(ask), ask.unit)
    }
}

/// The providers that the modules of a run use, each with the conditions that select its release, without duplicates.
pub fn provider_needs(snapshot: &Snapshot) -> ProviderNeeds {
    let mut found = ProviderNeeds::default();
    for unit in snapshot.units() {
        let language =
            [&TERRAFORM, &OPENTOFU].into_iter().find(|one| one.row.name == unit.language.row().name);
        if let Some(language) = language {
            needs::add(&mut found, snapshot, language.flavor_of(unit, snapshot), &unit.root);
        }
    }
    found
}

impl Terraform {
    fn evaluator<'a>(&self, ask: Ask<'a>) -> Evaluator<'a> {
        let Ask { unit, snapshot, budget } = ask;
        let run = Run { snapshot, budget, flavor: self.flavor_of(unit, snapshot) };
        Evaluator { run, rules: &ruleset::RULES }
    }

    /// The language of a unit. Tests and values of a module that only OpenTofu reads are checked as OpenTofu, and so
    /// are modules in a repository that only runs OpenTofu, and those that call a module for OpenTofu. A directory in
    /// which only some files are for OpenTofu is checked as both.
    fn flavor_of(&self, unit: &Unit, snapshot: &Snapshot) -> Flavor {
        let is_of_opentofu = |folder: &str| {
            roles::has_tofu(snapshot, folder) && !roles::has_module(snapshot, folder, Flavor::Terraform)
        };
        let calls_opentofu = || {
            let called = callers::called_from(snapshot, &unit.root);
            called.iter().any(|folder| is_of_opentofu(folder))
        };
        let toolchain = Toolchain::of(snapshot, &unit.root);
        let is_tofu = match roles::has_tofu(snapshot, &unit.root) {
            true => is_of_opentofu(&unit.root),
            false if toolchain.get(Flavor::Terraform).is_some() => false,
            false => toolchain.is_opentofu() || calls_opentofu(),
        };
        if is_tofu { Flavor::OpenTofu } else { self.flavor }
    }
}
