//! Terraform and OpenTofu: modules, their values and tests.
//!
//! A directory with such files is a unit. Its files are read into declarations (`module`), whose
//! references make a graph (`order`); then every body is evaluated once (`instance`), calls of other
//! modules with the values of their arguments (`calls`). Deliberately absent: what providers say of
//! resources (`providers`).

pub mod providers;

mod address;
mod answers;
mod asked;
mod backends;
mod builtin;
mod calls;
mod comparisons;
mod computed;
mod configured;
mod connections;
mod constants;
mod constructs;
mod cycles;
mod declaration;
mod early;
mod enabled;
mod encryption;
mod facts;
mod files;
mod functions;
mod guards;
mod headless;
mod installed;
mod instance;
mod interface;
mod judge;
mod lifecycle;
mod lifecycle_rules;
mod made;
mod merge;
mod misspelt;
mod mocks;
mod module;
mod moved;
mod naming;
mod neighbours;
mod order;
mod outputs;
mod parts;
mod provided;
mod provider_functions;
mod providers_passing;
mod queries;
mod quoted;
mod reach;
mod references;
mod remembered;
mod repeat;
mod reserved;
mod resources;
mod run_values;
mod schema_steps;
mod schemas;
mod scope;
mod settings;
mod sources;
mod statements;
mod static_types;
mod test_schemas;
mod tests_of_modules;
mod unused;
mod validation;
mod values;
mod variable;
mod versions;

use std::sync::Arc;

use hclx_analysis::{Answer, Draft, FileRow, Language, Pattern, Question, Snapshot, Unit};
use hclx_diag::{Ordered, SourceId};
use hclx_eval::Budget;

use Pattern::Suffix;
use files::Flavor;
use neighbours::Neighbours;

pub use configured::{ConfiguredRoot, ModuleSettings, is_constraint};
pub use interface::{Interface, InterfaceOutput, InterfaceVariable, module_interface};

pub(crate) use functions::DIALECT;

/// Terraform or OpenTofu.
pub struct Terraform {
    name: &'static str,
    title: &'static str,
    rows: &'static [FileRow],
    flavor: Flavor,
}

/// Terraform.
pub static TERRAFORM: Terraform = Terraform {
    name: "terraform",
    title: "Terraform",
    rows: &[
        FileRow::native(Suffix(".tftest.hcl"), "tests"),
        FileRow::json(Suffix(".tftest.json"), "tests"),
        FileRow::native(Suffix(".tfmock.hcl"), "mocks"),
        FileRow::json(Suffix(".tfmock.json"), "mocks"),
        FileRow::native(Suffix(".tfquery.hcl"), "queries"),
        FileRow::json(Suffix(".tfquery.json"), "queries"),
        FileRow::native(Suffix(".tf"), "module"),
        FileRow::native(Suffix(".tfvars"), "values"),
        FileRow::json(Suffix(".tf.json"), "module"),
        FileRow::json(Suffix(".tfvars.json"), "values"),
    ],
    flavor: Flavor::Terraform,
};

/// OpenTofu.
pub static OPENTOFU: Terraform = Terraform {
    name: "opentofu",
    title: "OpenTofu",
    rows: &[
        FileRow::native(Suffix(".tofu"), "module"),
        FileRow::json(Suffix(".tofu.json"), "module"),
        FileRow::native(Suffix(".tofutest.hcl"), "tests"),
        FileRow::json(Suffix(".tofutest.json"), "tests"),
    ],
    flavor: Flavor::OpenTofu,
};

impl Language for Terraform {
    fn name(&self) -> &'static str {
        self.name
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn title(&self) -> &'static str {
        self.title
    }

    /// The modules that it and its tests may call, and the nearest one above it, whose requirements may count here.
    /// A root and its own modules need each other so, and stay: to give back the memory of modules that many
    /// asked for, piece by piece, costs more time than it saves.
    fn needs(&self, unit: &Unit, snapshot: &Snapshot) -> Vec<Folder> {
        let called = Neighbours::of(snapshot).called(&unit.root).to_vec();
        let of_tests = neighbours::of_tests(snapshot, &unit.root, &unit.files);
        let above = provided::above(snapshot, &unit.root);
        called.into_iter().chain(of_tests).chain(above).collect()
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    fn files(&self) -> &'static [FileRow] {
        self.rows
    }

    fn group(&self, files: &[SourceId], snapshot: &Snapshot) -> Vec<Draft> {
        let mut folders: Ordered<String, Vec<SourceId>> = Ordered::new();
        for file in files {
            let folder = files::folder_of(snapshot, &snapshot.path(*file));
            folders.or_default(folder).push(*file);
        }
        folders.into_iter().map(|(folder, files)| Draft { files, root: folder.into() }).collect()
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
        // the tests and values of a module of OpenTofu alone are for it
        let is_tofu = !files::has_module(snapshot, &unit.root, Flavor::Terraform)
            && files::has_tofu(snapshot, &unit.root);
        let flavor = if is_tofu { Flavor::OpenTofu } else { self.flavor };
        let run = instance::Run { snapshot, budget, flavor };
        answers::answer(run, unit, question)
    }
}

/// Folders as keys.
type Folder = Arc<str>;
