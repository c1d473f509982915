//! The functions of Packer: a selection from the library, and rows of its own. A test compares the names with recorded
//! ones.

use std::sync::LazyLock;

use hclx_eval::Dialect;
use hclx_eval::functions::{FunctionRow, FunctionTable, IN_TERRAFORM};

use crate::functions::{UNREAD, application, chosen, open};

/// The dialect of Packer's expressions.
pub(crate) static DIALECT: Dialect = application("packer", "Packer", functions);

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let length = IN_TERRAFORM.iter().filter(|row| row.name == "length");
        chosen(&ROWS.iter().chain(length).copied().collect::<Vec<_>>(), NAMES)
    });
    &TABLE
}

/// The selected library functions.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "abs", "abspath", "alltrue", "anytrue", "base64decode", "base64encode", "base64gzip", "basename",
    "bcrypt", "can", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet",
    "cidrsubnets", "coalesce", "coalescelist", "compact", "concat", "contains", "convert", "csvdecode",
    "dirname", "distinct", "element", "endswith", "file", "filebase64", "fileexists", "fileset",
    "flatten", "floor", "format", "formatdate", "formatlist", "indent", "index", "join", "jsondecode",
    "jsonencode", "keys", "log", "lookup", "lower", "max", "md5", "merge", "min", "parseint",
    "pathexpand", "pow", "range", "regex", "regex_replace", "regexall", "replace", "reverse",
    "rsadecrypt", "setintersection", "setproduct", "setunion", "sha1", "sha256", "sha512", "signum",
    "slice", "sort", "split", "startswith", "strcontains", "strrev", "substr", "sum", "templatefile",
    "textdecodebase64", "textencodebase64", "timeadd", "timestamp", "title", "trim", "trimprefix",
    "trimspace", "trimsuffix", "try", "upper", "urlencode", "uuidv4", "uuidv5", "values", "yamldecode",
    "yamlencode", "zipmap",
];

/// Functions that only Packer has.
const ROWS: &[FunctionRow] = &[
    open(
        "aws_secretsmanager",
        "(name: string, key: string...) -> string",
        "a value of a secret in AWS Secrets Manager",
        &[("can(aws_secretsmanager(\"a\", \"b\"))", UNREAD)],
    ),
    open(
        "aws_secretsmanager_raw",
        "(name: string) -> string",
        "a secret in AWS Secrets Manager, as stored",
        &[("can(aws_secretsmanager_raw(\"a\"))", UNREAD)],
    ),
    open(
        "consul_key",
        "(key: string) -> string",
        "the value of a key in Consul",
        &[("can(consul_key(\"a\"))", UNREAD)],
    ),
    open(
        "env",
        "(key: string) -> string",
        "the value of an environment variable",
        &[("can(env(\"USER\"))", UNREAD)],
    ),
    open(
        "legacy_isotime",
        "(format: string...) -> string",
        "the current time in UTC, formatted with a Go layout",
        &[("can(legacy_isotime(\"2006\"))", UNREAD)],
    ),
    open(
        "legacy_strftime",
        "(format: string...) -> string",
        "the current time in UTC, in a `strftime` format",
        &[("can(legacy_strftime(\"%Y\"))", UNREAD)],
    ),
    open(
        "rfc3339_parse",
        "(timestamp: string) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,second=number,unix=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the components of a timestamp",
        &[("can(rfc3339_parse(\"2024-01-01T00:00:00Z\"))", UNREAD)],
    ),
    open(
        "unix_timestamp_parse",
        "(unix_timestamp: number) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,rfc3339=string,second=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the components of a time in seconds since 1970",
        &[("can(unix_timestamp_parse(0))", UNREAD)],
    ),
    open(
        "vault",
        "(path: string, key: string) -> string",
        "a value of a secret in Vault",
        &[("can(vault(\"a\", \"b\"))", UNREAD)],
    ),
];
