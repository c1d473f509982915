//! The languages and dialects that the program supports.

use std::sync::LazyLock;

use hclx_analysis::{Language, Rows, rows_of};
use hclx_eval::Dialect;

/// The language of Mull documents.
pub const MULL: &str = "mull";

/// The language of files with a specification.
pub const HCLDEC: &str = "hcldec";

/// All languages, in the order in which they are asked about files.
pub fn languages() -> impl Iterator<Item = &'static dyn Language> {
    hclx_languages::ALL.iter().copied().chain([&hclx_mull::Mull as &dyn Language])
}

/// The names of the languages to which settings and flags can assign files: all that need no specification.
pub fn assignable() -> impl Iterator<Item = &'static str> {
    languages().map(|language| language.row().name).filter(|name| *name != HCLDEC)
}

/// The kinds of files of all languages.
pub fn rows() -> &'static Rows<&'static dyn Language> {
    static ROWS: LazyLock<Rows<&'static dyn Language>> = LazyLock::new(|| Rows::new(rows_of(languages())));
    &ROWS
}

/// All dialects; the first is the default.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    hclx_languages::DIALECTS.iter().copied().chain([&hclx_mull::DIALECT])
}

/// The dialect of a language: its own, or that of the language whose functions it uses.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    let own = dialects().find(|dialect| dialect.name == name);
    own.or_else(|| {
        let row = languages().map(|language| language.row()).find(|row| row.name == name)?;
        dialects().find(|dialect| Some(dialect.name) == row.functions_of)
    })
}
