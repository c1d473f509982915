//! The languages of the shipped tables: one row each.

use std::sync::{Arc, OnceLock};

use hclx_analysis::symbols::Symbols;
use hclx_analysis::{
    Answer, Ask, CursorAt, FileRow, GeneratedFiles, Language, LanguageRow, Pattern, Purpose, Recognition,
    ReportedFiles, ScopeName, Snapshot, Unit, file_name, query,
};
use hclx_diag::SourceId;
use hclx_eval::Budget;
use hclx_schema::Block;

use super::outline::{Outline, Slips};
use super::{Table, check, read, symbols, terramate};
use crate::compressed;

/// A small language with a shipped table.
pub struct TableLanguage {
    row: &'static LanguageRow,
    /// The description of the files on the page of languages.
    pub files: &'static str,
    /// Returns `true` if the contents of a file with a generic name identify this language.
    is_certain: fn(&Outline<'_>) -> bool,
    /// The source of the table, followed by the bodies that it shares with others.
    sources: &'static [&'static [u8]],
    table: OnceLock<Table>,
}

/// The language that the contents of a file identify, found once for all tables.
#[derive(Default, PartialEq)]
pub(super) struct CertainContents {
    /// The index of the table that describes it.
    table: Option<usize>,
    /// Set if the file is a table itself.
    pub(super) is_table: bool,
}

impl CertainContents {
    /// The language of a file whose name is ambiguous, or the default for a file that is recognized only by its use.
    pub(super) fn of(path: &str, snapshot: &Snapshot) -> Arc<Self> {
        if !Outline::is_read(path) {
            return Arc::default();
        }
        let Ok(file) = snapshot.find(path) else { return Arc::default() };
        if snapshot.row(file).is_some_and(|(_, row)| row.by_use && !row.by_content) {
            return Arc::default();
        }
        snapshot.get(&CertainContentsQuery(file))
    }
}

query! {
    /// Identifies the language of a file for all tables.
    struct CertainContentsQuery(SourceId) -> CertainContents, when Revision(PartialEq::eq),
        of File |CertainContentsQuery(file)| *file;
    |CertainContentsQuery(file), snapshot| {
        let Ok(bytes) = snapshot.bytes(*file) else { return CertainContents::default() };
        let path = snapshot.path(*file);
        let Some(outline) = Outline::of(&path, &bytes) else { return CertainContents::default() };
        let table = TABLES.iter().position(|language| language.is_certainly(&outline));
        let table = table.or_else(|| kind_with_slips(&outline));
        CertainContents { table, is_table: outline.is_table() }
    }
}

/// The only table that matches a file if misspelled names match as well. A file that matches another language exactly
/// belongs to that one.
fn kind_with_slips(outline: &Outline<'_>) -> Option<usize> {
    let words = outline.words();
    let is_meant = |language: &TableLanguage| {
        let schema = || Arc::clone(&language.table().root);
        let outline = outline.with_slips(Slips { schema: &schema, words: &words });
        language.is_certainly(&outline)
            && !outline.is_of_others()
            && !(language.table().is_hcl1 && outline.is_only_hcl2())
    };
    let mut meant = (0..TABLES.len()).filter(|index| is_meant(TABLES[*index]));
    meant.next().filter(|_| meant.next().is_none())
}

impl TableLanguage {
    const fn new(
        row: &'static LanguageRow,
        files: &'static str,
        is_certain: fn(&Outline<'_>) -> bool,
        sources: &'static [&'static [u8]],
    ) -> Self {
        Self { row, files, is_certain, sources, table: OnceLock::new() }
    }

    /// Returns `true` if the contents of a file identify this language. Of all tables, only Powerpipe has files with
    /// the suffix `.pp`; names such as `query` occur in other languages too.
    fn is_certainly(&self, outline: &Outline<'_>) -> bool {
        (!outline.has_name_of_powerpipe() || self.row.name == "powerpipe") && (self.is_certain)(outline)
    }

    /// The table, read once.
    ///
    /// # Panics
    /// If the shipped table has errors, which a test rules out.
    pub fn table(&self) -> &Table {
        self.table.get_or_init(|| table_of(&self.source()))
    }

    /// The source of the table, including the bodies that it shares with others.
    pub fn source(&self) -> String {
        self.sources.iter().map(|packed| compressed::text_of(packed)).collect()
    }
}

/// Reads a shipped table.
///
/// # Panics
/// If it has errors, which a test rules out.
pub(crate) fn shipped(packed: &[u8]) -> Table {
    table_of(&compressed::text_of(packed))
}

fn table_of(text: &str) -> Table {
    let (table, findings) = read(super::read::SHIPPED, text.as_bytes().into(), &Budget::constant(text.len()));
    let first = || findings.first().map(|finding| finding.message.to_string());
    table.unwrap_or_else(|| panic!("a shipped table: {:?}", first()))
}

impl Language for TableLanguage {
    fn row(&self) -> &'static LanguageRow {
        self.row
    }

    /// In HCL 1, an interpolation is a string that another program fills in.
    fn keeps_templates(&self) -> bool {
        self.table().is_hcl1
    }

    /// Files with short suffixes may be of other kinds, such as fingerprints, which contain no declarations.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let is_short = |row: &FileRow| {
            let Pattern::Suffix(end) = row.pattern else { return false };
            row.by_content && !end.ends_with(".hcl") && file_name(path).ends_with(end)
        };
        let has_text = !bytes.trim_ascii().is_empty();
        match has_text && self.row.files.iter().any(is_short) && crate::shape::headers(bytes).is_empty() {
            true => Recognition::Foreign("data without declarations"),
            false => Recognition::Unknown,
        }
    }

    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        CertainContents::of(path, snapshot).table.is_some_and(|index| TABLES[index].row.name == self.row.name)
    }

    fn generates(&self, folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
        match self.row.name {
            "terramate" => terramate::files_of_stack(folder, snapshot),
            _ => GeneratedFiles::default(),
        }
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        let role = self.row.files.first().map_or("settings", |row| row.role);
        vec![(role, Arc::clone(&self.table().root))]
    }

    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        Symbols::of(symbols::symbols_of(self.table(), unit, snapshot), before)
    }

    fn scope(&self, _: &Unit, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
        symbols::names_at(self.table(), snapshot, at)
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        check::judge(self.table(), ask, purpose)
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(check::expression(ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        Some(check::value_at(self.table(), ask, file, offset))
    }
}

const fn named(name: &'static str) -> FileRow {
    FileRow::native(Pattern::Name(name), "settings")
}

const fn suffix(end: &'static str) -> FileRow {
    FileRow::native(Pattern::Suffix(end), "settings")
}

fn never(_: &Outline<'_>) -> bool {
    false
}

/// A shipped table, compressed.
macro_rules! shipped_file {
    ($file:literal) => {
        crate::compressed::compressed!(concat!("shipped/", $file))
    };
}
pub(crate) use shipped_file;

macro_rules! tables {
    ($($id:ident: $name:literal, $title:literal, $files:literal, [$($row:expr),* $(,)?], $certain:expr, $($file:literal)+;)*) => {
        $(
            #[doc = concat!("The language `", $name, "`.")]
            pub static $id: TableLanguage = TableLanguage::new(
                &LanguageRow {
                    reports_in: ReportedFiles::OwnUnit,
                    ..LanguageRow::new($name, $title, &[$($row),*])
                },
                $files,
                |outline| $certain(outline),
                &[$(shipped_file!($file)),+],
            );
        )*
        /// The languages with a shipped table.
        pub static TABLES: [&TableLanguage; [$($name),*].len()] = [$(&$id),*];
    };
}

// name, title, description of the files for docs/languages.md, their names, recognition by contents, table and files of
// bodies that it shares with others
tables! {
    VAULT_POLICY: "vault-policy", "Vault policies", "`*.hcl` with `path` blocks alone; also of OpenBao", [], Outline::is_vault_policy, "vault_policy.hcl";
    VAULT: "vault", "Vault", "`*.hcl` with `listener` and `storage`, or `auto_auth`: servers, agents and proxies, also of OpenBao", [], Outline::is_vault, "vault.hcl" "kms.hcl" "circonus.hcl";
    CONSUL: "consul", "Consul", "`*.hcl` with settings of agents, or services and checks", [], Outline::is_consul, "consul.hcl";
    CONSUL_ACL: "consul-acl", "Consul rules", "`*.hcl` with rules such as `key_prefix`", [], Outline::is_consul_acl, "consul_acl.hcl";
    CONSUL_ENTRY: "consul-config-entry", "Consul configuration entries", "`*.hcl` with `Kind` and `Name` | table: arguments of all kinds with their types, not which kind has which", [], Outline::is_consul_entry, "consul_config_entry.hcl";
    NOMAD_AGENT: "nomad-agent", "Nomad agents", "`*.hcl` with `server` or `client`, and settings of agents, also in several files", [], Outline::is_nomad_agent, "nomad_agent.hcl" "kms.hcl" "circonus.hcl";
    NOMAD_ACL: "nomad-acl", "Nomad policies", "`*.hcl` with rules for namespaces, nodes and agents", [], Outline::is_nomad_acl, "nomad_acl.hcl";
    NOMAD_VOLUME: "nomad-volume", "Nomad volumes", "`*.volume.hcl`, and `*.hcl` with a volume", [suffix(".volume.hcl").asks_content()], Outline::is_nomad_volume, "nomad_volume.hcl";
    NOMAD_VARIABLE: "nomad-variable", "Nomad variables", "`*.nv.hcl`, and `*.hcl` with `path` and `items`", [suffix(".nv.hcl").asks_content()], Outline::is_nomad_variable, "nomad_variable.hcl";
    NOMAD_AUTOSCALER: "nomad-autoscaler", "Nomad Autoscaler", "`*.hcl` with `scaling` blocks, and settings of agents", [], Outline::is_nomad_autoscaler, "nomad_autoscaler.hcl" "circonus.hcl";
    BOUNDARY: "boundary", "Boundary", "`*.hcl` with `controller` or `worker`, and `kms` or `listener`", [], Outline::is_boundary, "boundary.hcl" "kms.hcl";
    WAYPOINT: "waypoint", "Waypoint", "`waypoint.hcl` | table, and names", [], Outline::is_waypoint, "waypoint.hcl";
    TERRAFORM_CLI: "terraform-cli", "Terraform settings", "`.terraformrc`, `terraform.rc`, `.tofurc`, `tofu.rc`, `*.tfrc`", [named(".terraformrc"), named("terraform.rc"), named(".tofurc"), named("tofu.rc"), suffix(".tfrc")], never, "terraform_cli.hcl";
    TFLINT: "tflint", "tflint", "`.tflint.hcl`", [named(".tflint.hcl")], never, "tflint.hcl";
    LOCKS: "terraform-lock", "Terraform lock files", "`.terraform.lock.hcl`", [named(".terraform.lock.hcl")], never, "terraform_lock.hcl";
    COPYWRITE: "copywrite", "Copywrite", "`.copywrite.hcl`", [named(".copywrite.hcl")], never, "copywrite.hcl";
    SENTINEL: "sentinel", "Sentinel", "`sentinel.hcl` | table; `*.sentinel` is not HCL and is not checked", [], Outline::is_sentinel, "sentinel.hcl";
    ATLAS: "atlas", "Atlas", "`atlas.hcl` | table, and names", [], Outline::is_atlas, "atlas.hcl";
    TERRAMATE: "terramate", "Terramate", "`*.tm`, `*.tm.hcl`", [suffix(".tm"), suffix(".tm.hcl")], never, "terramate.hcl";
    FLOWPIPE: "flowpipe", "Flowpipe", "`*.fp` | table, and names across the mod", [suffix(".fp").asks_content()], never, "flowpipe.hcl";
    POWERPIPE: "powerpipe", "Powerpipe", "`*.sp`, and `*.pp` with controls, queries or benchmarks | table, and names across the mod", [suffix(".sp").asks_content()], Outline::is_powerpipe, "powerpipe.hcl";
}
