//! The functions of Nomad jobs: a selection from the library. A test compares the names with recorded ones.

use std::sync::LazyLock;

use hclx_eval::Dialect;
use hclx_eval::functions::FunctionTable;

use crate::functions::{INDEX, application, chosen, reverse_of_strings};

/// The dialect of Nomad's expressions.
pub(crate) static DIALECT: Dialect = application("nomad", "Nomad's jobs", functions);

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| chosen(&[INDEX, reverse_of_strings()], NAMES));
    &TABLE
}

/// The selected library functions.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "abs", "abspath", "base64decode", "base64encode", "basename", "bcrypt", "can", "ceil", "chomp",
    "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist",
    "compact", "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "element", "file",
    "filebase64", "fileexists", "fileset", "flatten", "floor", "format", "formatdate", "formatlist",
    "indent", "join", "jsondecode", "jsonencode", "keys", "length", "log", "lookup", "lower", "max",
    "md5", "merge", "min", "parseint", "pathexpand", "pow", "range", "regex_replace", "replace",
    "rsadecrypt", "setintersection", "setproduct", "setunion", "sha1", "sha256", "sha512", "signum",
    "slice", "sort", "split", "strlen", "strrev", "substr", "timeadd", "title", "trim", "trimprefix",
    "trimspace", "trimsuffix", "try", "upper", "urlencode", "uuidv4", "uuidv5", "values", "yamldecode",
    "yamlencode", "zipmap",
];
