//! The table of flags: parsing, help, man page and completions are all based on it. Out of scope: the parser
//! and the rows of commands ([`crate::cli`]).

use hclx_report::Format;

/// A flag, with the same meaning everywhere it appears.
#[derive(Debug)]
pub(crate) struct Flag {
    /// `--long`
    pub long: &'static str,
    /// `-s`
    pub short: Option<char>,
    /// The name of its value; `None` for a switch.
    pub value: Option<&'static str>,
    /// The possible values, if there are few.
    pub choices: Choices,
    /// The flag can be repeated.
    pub repeats: bool,
    /// Set if the value is optional, with the first choice as its default; it follows an equals sign.
    pub optional: bool,
    /// A description on one line.
    pub help: &'static str,
}

/// The form of a value that is an arbitrary string, which may be empty.
pub(crate) const STRING: &str = "S";

/// The flags that name a file to write.
const WRITTEN: &[&str] = &["output-file", "out", "inject"];

impl Flag {
    /// Returns `true` if the file given by the flag must exist; `is_new` is set if a baseline is written.
    pub(crate) fn reads(&self, is_new: bool) -> bool {
        let is_written = WRITTEN.contains(&self.long) || is_new && self.long == BASELINE.long;
        !is_written
    }
}

/// The source of a flag's values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choices {
    /// These values; an empty list allows any string.
    Fixed(&'static [&'static str]),
    /// `auto`, and the names of all languages that a file can be assigned to.
    Dialects,
}

impl Choices {
    /// The values; an empty list allows any string.
    pub(crate) fn list(self) -> Vec<&'static str> {
        match self {
            Choices::Fixed(list) => list.to_vec(),
            Choices::Dialects => std::iter::once("auto").chain(crate::registered::assignable()).collect(),
        }
    }
}

/// Declares flags.
macro_rules! flags {
    ($($name:ident: $long:literal $(-$short:literal)? $(= $value:literal)? $([$($choice:literal),+])? $($mode:ident)?, $help:literal;)*) => {
        $(
            #[doc = $help]
            pub(crate) static $name: Flag = Flag {
                long: $long,
                short: flags!(@short $($short)?),
                value: flags!(@value $($value)?),
                choices: Choices::Fixed(&[$($($choice),+)?]),
                repeats: flags!(@repeats $($mode)?),
                optional: flags!(@optional $($mode)?),
                help: $help,
            };
        )*
    };
    (@short) => { None };
    (@short $short:literal) => { Some($short) };
    (@value) => { None };
    (@value $value:literal) => { Some($value) };
    (@repeats) => { false };
    (@repeats repeats) => { true };
    (@repeats optional) => { false };
    (@optional optional) => { true };
    (@optional $($other:ident)?) => { false };
}

flags! {
    OUTPUT_FILE: "output-file" = "FILE", "Write findings to a file instead of standard output";
    OUTPUT_AS: "output" = "FORMAT=FILE" repeats, "Also write findings in a format to a file";
    MAX_FINDINGS: "max-findings" = "N", "Print at most N findings, and the number of those left out";
    EXIT_ZERO: "exit-zero", "Exit with 0 despite findings, unless the job could not be done";
    STATISTICS: "statistics", "Print the number of findings by code instead of the findings";
    ONLY: "only" = "RULE" repeats, "Print only findings of these codes and groups; the exit code counts all";
    EXCLUDE: "exclude" = "GLOB" repeats, "Skip files and directories that match a pattern, besides those of hclx.toml";
    SHOW_FILES: "show-files", "Print the files that would be checked, and do nothing else";
    SELECT: "select" = "RULE" repeats, "Report only errors and these codes and groups of lints";
    IGNORE: "ignore" = "RULE" repeats, "Do not report a code or group, except as an error that is certain";
    WARN: "warn" = "RULE" repeats, "Report a code or group as a warning";
    DENY: "deny" = "RULE" repeats, "Report a code or group as an error";
    NO_IGNORES: "no-ignores", "Also report findings that comments suppress";
    BASELINE: "baseline" = "FILE", "Hide the findings listed in a baseline file";
    UPDATE_BASELINE: "update-baseline", "Write the findings to the baseline and exit with 0";
    STRICT_BASELINE: "strict-baseline", "Exit with 1 if a finding in the baseline no longer occurs";
    SINCE: "since" = "REF", "Report only findings on lines changed since a git revision";
    FILES_FROM: "files-from" = "FILE", "Read file names, one per line or separated by NUL; - is standard input";
    SINCE_CHANGED: "since" = "REF", "Format only files changed since a git revision";
    CHECK: "check", "Write nothing, and exit with 1 if a file would change";
    DIFF_FORMAT: "diff", "Print the changes as a unified diff, and write nothing";
    RANGE: "range" = "FILE:L1-L2" repeats, "Format only the items that these lines of a file touch";
    WIDTH: "width" = "N", "Wrap lists, objects and calls that extend past column N, with one element per line";
    FORMAT_DOCS: "format" = "FORMAT" ["markdown", "document", "json"], "Tables, a heading for each name, or the description as JSON";
    DOCS_CONFIG: "docs-config" = "FILE", "Settings of terraform-docs for all modules; default: .terraform-docs.yml of each";
    INJECT: "inject" = "FILE", "Write the page between the markers of a file of each module";
    RECURSIVE: "recursive", "All modules below the directories";
    COMPAT: "compat" = "TOOL" ["terraform-docs"], "Write exactly what this tool writes, and nothing else";
    SORT: "sort" = "ORDER" ["name", "required", "type", "source"], "Order of inputs, outputs and modules";
    COLUMNS: "columns" = "COLUMNS", "Columns of the table of inputs, separated by commas: description, type, default, required, constraints";
    NESTED: "nested", "A row for each attribute of an input";
    SHOW: "show" = "LIST", "Sections to show, separated by commas";
    HIDE: "hide" = "LIST", "Sections to hide, separated by commas";
    HEADER: "header" = "NAME", "File in a module with the text that precedes its page; of a .tf file, the comment at its start";
    FOOTER: "footer" = "NAME", "File in a module with the text that follows its page";
    OUT_FILE: "out" = "FILE", "Write the text to a file; with several directories or --recursive, to this file of each module";
    CHECK_OUT: "check", "Write nothing, and exit with 1 if a file is out of date";
    REQUIRED_ONLY: "required-only", "Omit inputs with a default";
    EXACT: "exact", "Accept everything that Terraform converts, such as numbers as strings; rules are only in x-hclx-rules";
    DRAFT: "draft" = "DRAFT" ["2020-12", "07"], "Draft of JSON Schema";
    ID: "id" = "URI", "The $id of the schema";
    AGAINST: "against" = "REF[:DIR]|DIR", "The old version: a git revision of this repository, or a directory";
    EXPECT: "expect" = "LEVEL" ["major", "minor", "patch"], "The highest level of changes that exits with 0; default: minor";
    INTERNAL: "internal" = "GLOB" repeats, "Exclude modules whose directories match a pattern: they have no callers outside";
    ALL_MODULES: "all", "Also compare the interfaces of modules below `modules` that only this repository calls";
    CHANGELOG: "changelog", "Print the changes as markdown, by level";
    KIND: "kind" = "KIND" ["references", "resources", "modules"], "Declarations to show: all, resources with the chains between them, or module calls";
    FORMAT_GRAPH: "format" = "FORMAT" ["text", "dot", "mermaid", "json", "names", "paths"], "Output format: lines, a picture for Graphviz or Mermaid, the addresses, or with --affected one root per line";
    WHY: "why" = "A B", "Print the shortest chain of references from the declaration A to B";
    IMPACT: "impact" = "ADDR", "Print everything whose value may change with a declaration";
    UNUSED: "unused", "Print declarations that nothing refers to";
    AFFECTED: "affected", "Print the roots affected by changes since a revision, below the directory";
    SINCE_AFFECTED: "since" = "REF", "The git revision that --affected compares the files with";
    FOCUS: "focus" = "ADDR", "Show what a declaration depends on, and what depends on it";
    DEPTH: "depth" = "N", "Follow at most N references from --focus";
    FORMAT_TEST: "format" = "FORMAT" ["text", "json", "junit", "github", "sarif", "rdjson"], "Output format";
    FILTER: "filter" = "FILE[:RUN]" repeats, "Print only some runs; * stands for any characters";
    TEST_DIRECTORY: "test-directory" = "NAME", "The directory of test files in a module; default: tests";
    COVERAGE: "coverage", "List policies without a mock that passes, or without one that fails";
    DENY_OPEN: "deny-open", "Exit with 1 if a run is open";
    OPEN_FILTERS: "open-filters", "Print arguments of `terraform test` for the files with open runs";
    FIX: "fix", "Apply safe edits";
    UNSAFE_FIXES: "unsafe-fixes", "Also apply suggested edits";
    DIFF: "diff", "Print the changes --fix would make, without making them";
    CONFIG: "config" = "FILE", "Read settings from a file instead of the nearest hclx.toml";
    WATCH: "watch", "Check again whenever a file changes, until interrupted";
    JSON_SCHEMA: "json-schema", "Print a JSON Schema of hclx.toml";
    NO_CONFIG: "no-config", "Ignore hclx.toml files";
    EXIT_NONZERO_ON_FIX: "exit-nonzero-on-fix", "Exit with 1 if something was fixed";
    FORMAT: "format" = "FORMAT" ["text", "json"], "Output format";
    COLOR: "color" = "WHEN" ["auto", "always", "never"], "When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE";
    QUIET: "quiet" -'q', "Print no summary and no notes";
    VERBOSE_TEST: "verbose" -'v' repeats, "Print the values of each run's plan";
    VERBOSE: "verbose" -'v' repeats, "Report assumptions and everything that was not checked";
    RULES: "rules" = "RULES" ["hcl", "extended"], "Type system: that of go-cty, or extended with int, union, promise, output and none";
    STDIO: "stdio", "Accepted for editors that always pass it: the server has no other connection";
    STDIN_FILENAME: "stdin-filename" = "NAME", "File name of standard input, for messages and to detect the syntax";
    VAR: "var" = "NAME=EXPR" repeats, "Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar";
    VAR_FILE: "var-file" = "FILE" repeats, "Read variables from an HCL or JSON file, for Mull from YAML or JSON";
    PROVIDER_SCHEMA: "provider-schema" = "FILE" repeats, "Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`";
    POLICY: "policy" = "PATH" repeats, "Judge by the policies in a file or directory, in addition to those of hclx.toml";
    NO_POLICY: "no-policy", "Judge by no policies, whatever hclx.toml says";
    POLICY_INPUT: "policy-input" = "NAME=EXPR" repeats, "Set an input of policies";
    DENY_OPEN_POLICIES: "deny-open", "Exit with 1 if the verdict of a policy is open";
    PROVIDER_VERSION: "provider-version" = "PROVIDER=VERSION" repeats, "Set the version of a provider whose schema is imported; the file does not contain it";
    LOCK: "lock" = "FILE", "Take provider versions from this lock file; default: the one beside the schema or in this directory";
    NO_SCHEMA_CACHE: "no-schema-cache", "Use only the schemas given with --provider-schema and those that are part of hclx";
    NO_SCHEMAS: "no-schemas", "Use only the schemas given with --provider-schema";
    REQUIRE_SCHEMAS: "require-schemas" = "HOW" ["admitted", "exact"] optional, "Exit with 2 unless each provider has a schema of a release that may be selected; exact: of the selected one";
    DRY_RUN: "dry-run", "Print what would be fetched, and do nothing else";
    WITH: "with" = "PROGRAM", "The program that prints the schemas: terraform, tofu or a path; default: by the language, from PATH";
    FORCE: "force", "Also fetch schemas that hclx has";
    YES: "yes", "Do not ask about providers without a pack and without an entry in a lock file";
    APPEND: "append", "Add releases to a pack instead of writing a new one";
    DERIVED: "derived", "The schemas were derived from language bindings, which state no limits and no secrets";
    NO_CACHE: "no-cache", "Check everything again, and cache nothing for later runs";
    ROOT: "root" = "DIR", "Let functions such as `file` read files below DIR; by default they read nothing";
    CTX: "ctx" = "FILE", "For Mull: read `ctx.options` from a YAML or JSON file";
    SCHEMA: "schema" = "METATYPE", "For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema";
    IMPORT_ROOT: "import-root" = "DIR", "For Mull: allow imports from below DIR; default: the file's directory";
    SORT_KEYS: "sort-keys", "For Mull: sort keys instead of printing them in source order";
    AS: "as" = "NOTATION" ["hcl"], "For Mull: print types in HCL's notation";
    JOBS: "jobs" -'j' = "N", "Number of files checked at a time; 0, the default, is one per core";
    EXPRESSION: "expr" -'e' = "EXPR", "Evaluate an expression instead of a file, or in the scope of a module";
    AT: "at" = "FILE:LINE:COL", "Print the type of the expression at a position";
    ALLOW_UNDECLARED: "allow-undeclared", "Treat undeclared names in an expression as unknown";
    ALLOW_EMPTY: "allow-empty", "Succeed even if no file with a known name is found";
    MAX_MEMORY: "max-memory" = "BYTES", "Memory for the values made by one unit, such as 64M; default: 128M, more for large files";
    MAX_STEPS: "max-steps" = "N", "Expressions that one unit may visit, and work of functions; default: 20000000, more for large files";
    DENY_WARNINGS: "deny-warnings", "Exit with 1 on warnings too";
    LANG: "lang" = "LANG" ["native", "json", "mull"], "Syntax, regardless of the file name";
    SAFE: "safe", "Exit with 1 unless the conversion is safe";
    UNSAFE: "unsafe", "Allow conversions that can fail";
    UNION: "union", "If no common type exists, answer with the union";
    VALUE: "value" = "EXPR", "Ask about a value instead of a type";
    OUT: "out" = "FORM" ["json", "yaml", "hcl"], "Print plain data; unknown parts are an error";
    RAW: "raw", "Print a string without quotes and line break, as `terraform output -raw` does; also a number or a bool";
    RAW_TYPE: "raw", "Print the type of an expression without a line break";
    NOT_NULL: "not-null" repeats, "The value is not null";
    NULL: "null" repeats, "The value is null";
    PREFIX: "prefix" = "S" repeats, "The string starts with S";
    PREFIX_SAFE: "prefix-safe" = "S" repeats, "The string starts with S without its last grapheme, which later characters may combine with";
    MIN: "min" = "N" repeats, "The number is at least N";
    ABOVE: "above" = "N" repeats, "The number is greater than N";
    MAX: "max" = "N" repeats, "The number is at most N";
    BELOW: "below" = "N" repeats, "The number is less than N";
    LENGTH_MIN: "length-min" = "N" repeats, "The collection has at least N elements";
    LENGTH_MAX: "length-max" = "N" repeats, "The collection has at most N elements";
    LENGTH: "length" = "N" repeats, "The collection has exactly N elements";
    ONE_OF: "one-of" = "EXPR" repeats, "The value is an element of this list";
    SPEC: "spec" -'s' = "FILE", "Read an hcldec specification of the files";
    VARS: "vars" -'V' = "JSON-OR-FILE" repeats, "Set variables: a JSON object or a values file";
    OUTPUT: "out" -'o' = "FILE", "Write the result to a file";
    DIAGS: "diags" = "FORMAT" ["json"], "Print findings as JSON";
    WITH_TYPE: "with-type", "Print the type with the value";
    VAR_REFS: "var-refs", "Print the variables used in the input instead of its value";
    KEEP_NULLS: "keep-nulls", "Keep properties that are null";
    VERSION: "version" -'v', "Print the version";
    WITH_IT: "expr" -'e' = "EXPR", "Evaluate an expression in which `it` is the refined value";
}

/// The output format of findings.
pub(crate) static FORMAT_CHECK: Flag = Flag {
    long: "format",
    short: None,
    value: Some("FORMAT"),
    choices: Choices::Fixed(Format::NAMES),
    repeats: false,
    optional: false,
    help: "Output format of findings; full shows the source; default: HCLX_FORMAT or full",
};

/// The dialect: functions and rules.
pub(crate) static DIALECT: Flag = Flag {
    long: "dialect",
    short: None,
    value: Some("DIALECT"),
    choices: Choices::Dialects,
    repeats: false,
    optional: false,
    help: "Functions and rules; auto detects the language by file name",
};
