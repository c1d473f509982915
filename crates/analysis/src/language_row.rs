//! The facts of a language that are the same for all of its files.

use crate::bodies::Documentation;
use crate::named_strings::{NamedString, NestedName};
use crate::symbol_row::SymbolRow;
use crate::{EditorRow, FileRow};

/// The facts of a language.
#[derive(Clone, Copy, Debug)]
pub struct LanguageRow {
    /// The name for `--dialect`.
    pub name: &'static str,
    /// The language whose functions its expressions call, if it has none of its own.
    pub functions_of: Option<&'static str>,
    /// The application's name in prose.
    pub title: &'static str,
    /// The kinds of files that belong to the language.
    pub files: &'static [FileRow],
    /// The blocks that declare names, and the form of references to these.
    pub symbols: &'static [SymbolRow],
    /// The languages whose declarations may be mentioned in files of this one, besides its own.
    pub uses_names_of: &'static [&'static str],
    /// The places whose strings are names of declarations.
    pub named_strings: &'static [NamedString],
    /// The nested blocks that declare names for such strings.
    pub nested_names: &'static [NestedName],
    /// Descriptions of the block types and attributes of the language itself.
    pub documentation: Option<&'static Documentation>,
    /// The facts that editor features need.
    pub editor: &'static EditorRow,
    /// Set if variables can be declared sensitive; a given value is then secret unless the language says
    /// otherwise ([`Snapshot::give`](crate::Snapshot::give)).
    pub has_secrets: bool,
    /// Set if the language has rules of an application; otherwise only the syntax of files is checked, and expressions
    /// regardless of what names mean.
    pub has_rules: bool,
    /// The files in which answers report findings.
    pub reports_in: ReportedFiles,
    /// Set if `hclx fmt` rewrites the syntax of older versions of the application, as `terraform fmt` does.
    pub rewrites_old_syntax: bool,
}

/// The files in which the answers of a language report findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedFiles {
    /// Only those of the unit. Answers also add no values to a run, so findings are complete immediately,
    /// regardless of other units.
    OwnUnit,
    /// Any file.
    Any,
}

impl LanguageRow {
    /// The row of an application whose files declare nothing.
    pub const fn new(name: &'static str, title: &'static str, files: &'static [FileRow]) -> Self {
        Self {
            name,
            functions_of: None,
            title,
            files,
            symbols: &[],
            uses_names_of: &[],
            named_strings: &[],
            nested_names: &[],
            documentation: None,
            editor: &EditorRow::PLAIN,
            has_secrets: false,
            has_rules: true,
            reports_in: ReportedFiles::Any,
            rewrites_old_syntax: false,
        }
    }
}
