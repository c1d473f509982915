//! The table of flags: parsing, help, man page and completions all read it. Deliberately absent: the parser and
//! the rows of commands ([`crate::cli`]).

use hclx_report::Format;

/// A flag, as it is called everywhere it appears.
#[derive(Debug)]
pub(crate) struct Flag {
    /// `--long`
    pub long: &'static str,
    /// `-s`
    pub short: Option<char>,
    /// The name of its value; `None` for a switch.
    pub value: Option<&'static str>,
    /// The values that it can have, if they are few.
    pub choices: Choices,
    /// Whether it may be given again.
    pub repeats: bool,
    /// What it does, on one line.
    pub help: &'static str,
}

/// Where the values of a flag come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choices {
    /// These; none is any text.
    Fixed(&'static [&'static str]),
    /// `auto`, and the names of all dialects and languages.
    Dialects,
}

impl Choices {
    /// The values; none is any text.
    pub(crate) fn list(self) -> Vec<&'static str> {
        match self {
            Choices::Fixed(list) => list.to_vec(),
            Choices::Dialects => {
                let mut names = vec!["auto"];
                let dialects = crate::dialects().map(|dialect| dialect.name);
                // a language without files of its own is chosen by another flag
                let languages = crate::languages().filter(|language| !language.files().is_empty());
                for name in dialects.chain(languages.map(|language| language.name())) {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names
            }
        }
    }
}

/// Declares flags.
macro_rules! flags {
    ($($name:ident: $long:literal $(-$short:literal)? $(= $value:literal)? $([$($choice:literal),+])? $($repeats:ident)?, $help:literal;)*) => {
        $(
            #[doc = $help]
            pub(crate) static $name: Flag = Flag {
                long: $long,
                short: flags!(@short $($short)?),
                value: flags!(@value $($value)?),
                choices: Choices::Fixed(&[$($($choice),+)?]),
                repeats: flags!(@repeats $($repeats)?),
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
}

flags! {
    OUTPUT_FILE: "output-file" = "FILE", "Write findings into a file instead of standard output";
    OUTPUT_AS: "output" = "FORMAT=FILE" repeats, "Write findings in a format into a file too";
    MAX_FINDINGS: "max-findings" = "N", "Print N findings at most and say how many are left out";
    EXIT_ZERO: "exit-zero", "Exit with 0 whatever is found, unless the job could not be done";
    STATISTICS: "statistics", "Count findings by code instead of printing them";
    SELECT: "select" = "RULE" repeats, "Report only these codes and groups of lints, and what is certainly wrong";
    IGNORE: "ignore" = "RULE" repeats, "Do not report a code or group, unless it is certainly wrong";
    WARN: "warn" = "RULE" repeats, "Report a code or group as a warning";
    DENY: "deny" = "RULE" repeats, "Report a code or group as an error";
    NO_IGNORES: "no-ignores", "Report what comments ignore too";
    BASELINE: "baseline" = "FILE", "Hide the findings that a file lists";
    UPDATE_BASELINE: "update-baseline", "Write what is found into the baseline and exit with 0";
    STRICT_BASELINE: "strict-baseline", "Exit with 1 if the baseline lists what is not found any more";
    SINCE: "since" = "REF", "Report only what is on lines changed since a revision, through git";
    FILES_FROM: "files-from" = "FILE", "Read names of files, one on each line or ended by NUL; - is standard input";
    FIX: "fix", "Apply edits that are certain";
    UNSAFE_FIXES: "unsafe-fixes", "Apply suggested edits too";
    DIFF: "diff", "Print what --fix would change, and change nothing";
    CONFIG: "config" = "FILE", "Read settings from a file instead of the nearest hclx.toml";
    WATCH: "watch", "Check again whenever a file changes, until interrupted";
    JSON_SCHEMA: "json-schema", "Print a JSON Schema of hclx.toml";
    NO_CONFIG: "no-config", "Read no hclx.toml";
    EXIT_NONZERO_ON_FIX: "exit-nonzero-on-fix", "Exit with 1 if something was fixed";
    FORMAT: "format" = "FORMAT" ["text", "json"], "How the answer is printed";
    COLOR: "color" = "WHEN" ["auto", "always", "never"], "When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE";
    QUIET: "quiet" -'q', "Print no summary and no notes";
    VERBOSE: "verbose" -'v' repeats, "Say what was taken as unknown and what was not judged";
    RULES: "rules" = "RULES" ["hcl", "extended"], "The rules of types: as go-cty, or with int, union, promise, output, none";
    STDIN_FILENAME: "stdin-filename" = "NAME", "The name that standard input has in messages, and that tells its syntax";
    VAR: "var" = "NAME=EXPR" repeats, "Give a variable a value, or unknown(TYPE, REFINEMENT...); 'NAME: TYPE' is an unknown of a type; for Mull a YAML scalar";
    VAR_FILE: "var-file" = "FILE" repeats, "Read values of variables from an HCL or JSON file, for Mull from YAML or JSON";
    PROVIDER_SCHEMA: "provider-schema" = "FILE" repeats, "Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints";
    PROVIDER_VERSION: "provider-version" = "PROVIDER=VERSION" repeats, "The version of a provider whose schema is imported, which the file does not tell";
    LOCK: "lock" = "FILE", "Take versions of providers from this lock file; the default is the one beside the schema or here";
    NO_SCHEMA_CACHE: "no-schema-cache", "Use no schemas but those of --provider-schema, as a machine without a cache does";
    ROOT: "root" = "DIR", "Let functions such as `file` read what lies below DIR; without it they read nothing";
    CTX: "ctx" = "FILE", "For Mull: read `ctx.options` from a YAML or JSON file";
    SCHEMA: "schema" = "S", "For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema";
    IMPORT_ROOT: "import-root" = "DIR", "For Mull: imports may read what lies below DIR; the default is the file's directory";
    SORT_KEYS: "sort-keys", "For Mull: print keys in order instead of as written";
    AS: "as" = "NOTATION" ["hcl"], "For Mull: print types in HCL's notation";
    JOBS: "jobs" -'j' = "N", "How many files are judged at a time; the default is one for each core";
    EXPRESSION: "expr" -'e' = "EXPR", "Take an expression instead of a file, or in the scope of a module";
    AT: "at" = "FILE:LINE:COL", "Print the type of what is at a place";
    ALLOW_UNDECLARED: "allow-undeclared", "In an expression, take names that no flag declares as unknown";
    ALLOW_EMPTY: "allow-empty", "A run that finds no file of a known name is not a failure";
    MAX_MEMORY: "max-memory" = "BYTES", "How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files";
    MAX_STEPS: "max-steps" = "N", "How many expressions and elements one unit may visit; the default is 100000000";
    DENY_WARNINGS: "deny-warnings", "Exit with 1 on warnings too";
    LANG: "lang" = "LANG" ["native", "json", "mull"], "The syntax, whatever the file's name is";
    SAFE: "safe", "Exit with 1 unless the conversion is safe";
    UNSAFE: "unsafe", "Allow conversions that can fail";
    UNION: "union", "Where no type fits, answer with the union";
    VALUE: "value" = "EXPR", "Ask about a value instead of a type";
    OUT: "out" = "FORM" ["json", "yaml", "hcl"], "Print plain data; parts that are not known are an error";
    NOT_NULL: "not-null" repeats, "It is not null";
    NULL: "null" repeats, "It is null";
    PREFIX: "prefix" = "S" repeats, "It starts with S";
    PREFIX_SAFE: "prefix-safe" = "S" repeats, "It starts with S without its last grapheme, as later text may combine with it";
    MIN: "min" = "N" repeats, "It is N or more";
    ABOVE: "above" = "N" repeats, "It is more than N";
    MAX: "max" = "N" repeats, "It is N or less";
    BELOW: "below" = "N" repeats, "It is less than N";
    LENGTH_MIN: "length-min" = "N" repeats, "It has N elements or more";
    LENGTH_MAX: "length-max" = "N" repeats, "It has N elements or fewer";
    LENGTH: "length" = "N" repeats, "It has exactly N elements";
    ONE_OF: "one-of" = "EXPR" repeats, "It is one of the elements of this list";
    SPEC: "spec" -'s' = "FILE", "Read an hcldec specification of what the files hold";
    VARS: "vars" -'V' = "JSON-OR-FILE" repeats, "Give variables: a JSON object, or a file of values";
    OUTPUT: "out" -'o' = "FILE", "Write the result into a file";
    DIAGS: "diags" = "FORMAT" ["json"], "Print what is wrong as JSON";
    WITH_TYPE: "with-type", "Print the type beside the value";
    VAR_REFS: "var-refs", "Print the variables that the input uses instead of its value";
    KEEP_NULLS: "keep-nulls", "Keep properties that are null";
    VERSION: "version" -'v', "Print the version";
    WITH_IT: "expr" -'e' = "EXPR", "Evaluate an expression in which `it` is the refined value";
}

/// How findings are printed.
pub(crate) static FORMAT_CHECK: Flag = Flag {
    long: "format",
    short: None,
    value: Some("FORMAT"),
    choices: Choices::Fixed(Format::NAMES),
    repeats: false,
    help: "How findings are printed; full shows the source; the default is HCLX_FORMAT or full",
};

/// Which functions and rules apply.
pub(crate) static DIALECT: Flag = Flag {
    long: "dialect",
    short: None,
    value: Some("DIALECT"),
    choices: Choices::Dialects,
    repeats: false,
    help: "Which functions and rules apply; auto tells by the names of files",
};
