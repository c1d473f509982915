//! The languages of applications: one directory each, and a table of all languages.
//!
//! A language claims files, groups them into units and answers questions about a unit ([`hclx_analysis::Language`]).
//! Out of scope: reading files, printing, and code shared between languages (crates `analysis` and `schema`). Languages
//! do not use each other, unless one reads the modules of another.

use hclx_analysis::Language;
use hclx_eval::Dialect;

mod bake;
mod compressed;
mod credentials;
mod facts;
mod foreign_formats;
mod functions;
mod habits;
pub mod hcl;
pub mod hcldec;
mod missing_names;
mod misspelled;
mod nomad;
mod old;
mod other_texts;
mod packer;
pub mod pcl;
pub mod policies;
mod repository;
mod schema_files;
mod shape;
pub mod stacks;
pub mod tables;
pub mod template;
pub mod terraform;
mod terragrunt;
mod wire;

pub use foreign_formats::{ForeignFormat, foreign_format};
pub use hclx_formats::{StandIn, stand_in};
pub use other_texts::{line_starts_block, other_text, reads_as_hcl};
pub use repository::replaced_words::replaced_word;
pub use shape::{TemplateSyntax, bare_interpolation, foreign_template};
pub use template::mark_of_error;

/// The languages that are not defined by a table.
static WITHOUT_TABLE: [&dyn Language; 13] = [
    &hcl::HCL,
    &hcldec::Hcldec,
    &terraform::TERRAFORM,
    &terraform::OPENTOFU,
    &packer::Packer,
    &nomad::Nomad,
    &bake::Bake,
    &terragrunt::Terragrunt,
    &template::Template,
    &pcl::PCL,
    &stacks::Stacks,
    &policies::PolicyFiles,
    &tables::TableFiles,
];

/// All languages; those with a shipped table come last. A file that none of them claims belongs to the first; among
/// equally specific rows, the first one wins.
pub static ALL: &[&dyn Language] = &{
    let mut all: [&dyn Language; WITHOUT_TABLE.len() + tables::TABLES.len()] =
        [&hcl::HCL; WITHOUT_TABLE.len() + tables::TABLES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at < WITHOUT_TABLE.len() {
            true => WITHOUT_TABLE[at],
            false => tables::TABLES[at - WITHOUT_TABLE.len()],
        };
        at += 1;
    }
    all
};

/// The dialects of their expressions; the first is the default.
pub static DIALECTS: &[&Dialect] = &[
    &hclx_eval::dialect::HCL,
    &terraform::DIALECT,
    &packer::DIALECT,
    &nomad::DIALECT,
    &bake::DIALECT,
    &terragrunt::DIALECT,
    &pcl::DIALECT,
];

/// The dialect with a name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.name == name)
}
