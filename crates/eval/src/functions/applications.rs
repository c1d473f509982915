//! The names of the functions that Packer, Nomad, `docker buildx bake` and Terragrunt have, beside the rows
//! that only they have. A test compares them with what is recorded of the applications.
//!
//! Deliberately absent: rows that Terraform's or HCL's library has (their own modules).

use hclx_core::ops;

use super::{ALL, Answer, Args, Leave, Row};

/// What `docker buildx bake` has.
#[rustfmt::skip]
pub(super) const BAKE: &[&str] = &[
    "absolute", "add", "and", "base64decode", "base64encode", "basename", "bcrypt", "byteslen",
    "bytesslice", "can", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet",
    "cidrsubnets", "coalesce", "coalescelist", "compact", "concat", "contains", "convert", "csvdecode",
    "dirname", "distinct", "divide", "element", "equal", "flatten", "floor", "format", "formatdate",
    "formatlist", "formattimestamp", "greaterthan", "greaterthanorequalto", "hasindex", "homedir", "indent",
    "index", "indexof", "int", "join", "jsondecode", "jsonencode", "keys", "length", "lessthan",
    "lessthanorequalto", "log", "lookup", "lower", "max", "md5", "merge", "min", "modulo", "multiply",
    "negate", "not", "notequal", "or", "parseint", "pow", "range", "regex", "regex_replace", "regexall",
    "replace", "reverse", "reverselist", "rsadecrypt", "sanitize", "semvercmp", "sethaselement",
    "setintersection", "setproduct", "setsubtract", "setsymmetricdifference", "setunion", "sha1", "sha256",
    "sha512", "signum", "slice", "sort", "split", "strlen", "substr", "subtract", "timeadd", "timestamp",
    "title", "trim", "trimprefix", "trimspace", "trimsuffix", "try", "unixtimestampparse", "upper",
    "urlencode", "uuidv4", "uuidv5", "values", "zipmap",
];

/// What Packer has.
#[rustfmt::skip]
pub(super) const PACKER: &[&str] = &[
    "abs", "abspath", "alltrue", "anytrue", "aws_secretsmanager", "aws_secretsmanager_raw", "base64decode",
    "base64encode", "base64gzip", "basename", "bcrypt", "can", "ceil", "chomp", "chunklist", "cidrhost",
    "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist", "compact", "concat",
    "consul_key", "contains", "convert", "csvdecode", "dirname", "distinct", "element", "endswith", "env",
    "file", "filebase64", "fileexists", "fileset", "flatten", "floor", "format", "formatdate", "formatlist",
    "indent", "index", "join", "jsondecode", "jsonencode", "keys", "legacy_isotime", "legacy_strftime",
    "length", "log", "lookup", "lower", "max", "md5", "merge", "min", "parseint", "pathexpand", "pow",
    "range", "regex", "regex_replace", "regexall", "replace", "reverse", "rfc3339_parse", "rsadecrypt",
    "setintersection", "setproduct", "setunion", "sha1", "sha256", "sha512", "signum", "slice", "sort",
    "split", "startswith", "strcontains", "strrev", "substr", "sum", "templatefile", "textdecodebase64",
    "textencodebase64", "timeadd", "timestamp", "title", "trim", "trimprefix", "trimspace", "trimsuffix",
    "try", "unix_timestamp_parse", "upper", "urlencode", "uuidv4", "uuidv5", "values", "vault",
    "yamldecode", "yamlencode", "zipmap",
];

/// What Nomad has.
#[rustfmt::skip]
pub(super) const NOMAD: &[&str] = &[
    "abs", "abspath", "base64decode", "base64encode", "basename", "bcrypt", "can", "ceil", "chomp",
    "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist",
    "compact", "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "element", "file",
    "filebase64", "fileexists", "fileset", "flatten", "floor", "format", "formatdate", "formatlist",
    "indent", "index", "join", "jsondecode", "jsonencode", "keys", "length", "log", "lookup", "lower",
    "max", "md5", "merge", "min", "parseint", "pathexpand", "pow", "range", "regex_replace", "replace",
    "reverse", "rsadecrypt", "setintersection", "setproduct", "setunion", "sha1", "sha256", "sha512",
    "signum", "slice", "sort", "split", "strlen", "strrev", "substr", "timeadd", "title", "trim",
    "trimprefix", "trimspace", "trimsuffix", "try", "upper", "urlencode", "uuidv4", "uuidv5", "values",
    "yamldecode", "yamlencode", "zipmap",
];

/// What Terragrunt has: its own functions and those of Terraform 0.15.3.
#[rustfmt::skip]
pub(super) const TERRAGRUNT: &[&str] = &[
    "abs", "abspath", "alltrue", "anytrue", "base64decode", "base64encode", "base64gzip", "base64sha256",
    "base64sha512", "basename", "bcrypt", "can", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask",
    "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist", "compact", "concat", "constraint_check",
    "contains", "csvdecode", "deep_merge", "defaults", "dirname", "distinct", "element", "endswith", "file",
    "filebase64", "filebase64sha256", "filebase64sha512", "fileexists", "filemd5", "fileset", "filesha1",
    "filesha256", "filesha512", "find_in_parent_folders", "flatten", "floor", "format", "formatdate",
    "formatlist", "get_aws_account_alias", "get_aws_account_id", "get_aws_caller_identity_arn",
    "get_aws_caller_identity_user_id", "get_default_retryable_errors", "get_env",
    "get_original_terragrunt_dir", "get_parent_terragrunt_dir", "get_path_from_repo_root",
    "get_path_to_repo_root", "get_platform", "get_repo_root", "get_terraform_cli_args",
    "get_terraform_command", "get_terraform_commands_that_need_input",
    "get_terraform_commands_that_need_locking", "get_terraform_commands_that_need_parallelism",
    "get_terraform_commands_that_need_vars", "get_terragrunt_dir", "get_terragrunt_source_cli_flag",
    "get_working_dir", "indent", "index", "join", "jsondecode", "jsonencode", "keys", "length", "list",
    "log", "lookup", "lower", "map", "mark_as_read", "mark_glob_as_read", "matchkeys", "max", "md5",
    "merge", "min", "nonsensitive", "one", "parseint", "path_relative_from_include",
    "path_relative_to_include", "pathexpand", "pow", "range", "read_terragrunt_config", "read_tfvars_file",
    "regex", "regexall", "replace", "reverse", "rsadecrypt", "run_cmd", "sensitive", "setintersection",
    "setproduct", "setsubtract", "setunion", "sha1", "sha256", "sha512", "signum", "slice",
    "sops_decrypt_file", "sort", "split", "startswith", "strcontains", "strrev", "substr", "sum",
    "templatefile", "textdecodebase64", "textencodebase64", "timeadd", "timecmp", "timestamp", "title",
    "tobool", "tolist", "tomap", "tonumber", "toset", "tostring", "transpose", "trim", "trimprefix",
    "trimspace", "trimsuffix", "try", "upper", "urlencode", "uuid", "uuidv5", "values", "yamldecode",
    "yamlencode", "zipmap",
];

/// What a call gives depends on where and when it runs, so nobody knows it here.
const UNREAD: &str = "unknown(bool, not_null)";

/// A function whose result is unknown: it depends on time, environment, files or the network, or it is
/// rare.
const fn open(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
) -> Row {
    Row::new(name, signature, summary, examples, |_| Err(Leave::Unknown))
}

/// An operator as a function.
const fn operator(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> Row {
    Row::new(name, signature, summary, examples, run).unknown(ALL).any(ALL)
}

/// Rows that only these applications have.
pub(super) const ROWS: &[Row] = &[
    operator(
        "add",
        "(a: number, b: number) -> number",
        "the sum of two numbers",
        &[("add(1, 2)", "3")],
        |args| Ok(ops::add(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "subtract",
        "(a: number, b: number) -> number",
        "the difference of two numbers",
        &[("subtract(3, 2)", "1")],
        |args| Ok(ops::subtract(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "multiply",
        "(a: number, b: number) -> number",
        "the product of two numbers",
        &[("multiply(3, 2)", "6")],
        |args| Ok(ops::multiply(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "divide",
        "(a: number, b: number) -> number",
        "the quotient of two numbers",
        &[("divide(6, 2)", "3")],
        |args| Ok(ops::divide(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "modulo",
        "(a: number, b: number) -> number",
        "what remains of a division",
        &[("modulo(7, 4)", "3")],
        |args| Ok(ops::modulo(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "greaterthan",
        "(a: number, b: number) -> bool",
        "whether the first number is greater",
        &[("greaterthan(2, 1)", "true")],
        |args| Ok(ops::greater(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "greaterthanorequalto",
        "(a: number, b: number) -> bool",
        "whether the first number is not less",
        &[("greaterthanorequalto(2, 2)", "true")],
        |args| Ok(ops::greater_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "lessthan",
        "(a: number, b: number) -> bool",
        "whether the first number is less",
        &[("lessthan(2, 1)", "false")],
        |args| Ok(ops::less(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "lessthanorequalto",
        "(a: number, b: number) -> bool",
        "whether the first number is not greater",
        &[("lessthanorequalto(2, 2)", "true")],
        |args| Ok(ops::less_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "and",
        "(a: bool, b: bool) -> bool",
        "whether both are true",
        &[("and(true, false)", "false")],
        |args| Ok(ops::and(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "or",
        "(a: bool, b: bool) -> bool",
        "whether one of both is true",
        &[("or(true, false)", "true")],
        |args| Ok(ops::or(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "equal",
        "(a: any?, b: any?) -> bool",
        "whether two values are equal",
        &[("equal(1, 1)", "true")],
        |args| Ok(ops::equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "notequal",
        "(a: any?, b: any?) -> bool",
        "whether two values differ",
        &[("notequal(1, 1)", "false")],
        |args| Ok(ops::not_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "negate",
        "(num: number) -> number",
        "the number with the other sign",
        &[("negate(2)", "-2")],
        |args| Ok(ops::negate(args.get(0), args.rules)?),
    ),
    operator(
        "not",
        "(val: bool) -> bool",
        "true for false, false for true",
        &[("not(true)", "false")],
        |args| Ok(ops::not(args.get(0), args.rules)?),
    ),
    open(
        "aws_secretsmanager",
        "(name: string, key: string...) -> string",
        "a value of a secret of AWS Secrets Manager",
        &[("can(aws_secretsmanager(\"a\", \"b\"))", UNREAD)],
    ),
    open(
        "aws_secretsmanager_raw",
        "(name: string) -> string",
        "a secret of AWS Secrets Manager as it is stored",
        &[("can(aws_secretsmanager_raw(\"a\"))", UNREAD)],
    ),
    open("byteslen", "(buf: any) -> number", "how many bytes there are", &[("can(byteslen(\"a\"))", UNREAD)]),
    open(
        "bytesslice",
        "(buf: any, offset: number, length: number) -> any",
        "a part of bytes",
        &[("can(bytesslice(\"a\", 0, 1))", UNREAD)],
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
        "the value of a variable of the environment",
        &[("can(env(\"USER\"))", UNREAD)],
    ),
    open(
        "formattimestamp",
        "(format: string, time: any) -> any",
        "a time in another format",
        &[("can(formattimestamp(\"YYYY\", 0))", UNREAD)],
    ),
    open("homedir", "() -> string", "the home folder of whoever runs it", &[("can(homedir())", UNREAD)]),
    open(
        "legacy_isotime",
        "(format: string...) -> string",
        "the time now, in a format of Go",
        &[("can(legacy_isotime(\"2006\"))", UNREAD)],
    ),
    open(
        "legacy_strftime",
        "(format: string...) -> string",
        "the time now, in a format of C",
        &[("can(legacy_strftime(\"%Y\"))", UNREAD)],
    ),
    open(
        "regex_replace",
        "(str: string, pattern: string, replace: string) -> string",
        "a string with every match of a regular expression replaced",
        &[("can(regex_replace(\"a\", \"b\", \"c\"))", UNREAD)],
    ),
    open(
        "rfc3339_parse",
        "(timestamp: string) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,second=number,unix=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the parts of a time",
        &[("can(rfc3339_parse(\"2024-01-01T00:00:00Z\"))", UNREAD)],
    ),
    open(
        "sanitize",
        "(name: string) -> string",
        "a name in which other characters than letters, digits and `-` are `_`",
        &[("can(sanitize(\"a.b\"))", UNREAD)],
    ),
    open(
        "semvercmp",
        "(version: string, constraint: string) -> bool",
        "whether a version meets a constraint",
        &[("can(semvercmp(\"1.2.3\", \">= 1\"))", UNREAD)],
    ),
    open(
        "setsymmetricdifference",
        "(first_set: set(any), other_sets: set(any)...) -> set(any)",
        "what is in one of the sets but not in both",
        &[("can(setsymmetricdifference([\"a\"], [\"b\"]))", UNREAD)],
    ),
    open(
        "unix_timestamp_parse",
        "(unix_timestamp: number) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,rfc3339=string,second=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the parts of a time in seconds since 1970",
        &[("can(unix_timestamp_parse(0))", UNREAD)],
    ),
    open(
        "unixtimestampparse",
        "(unix_timestamp: number) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,rfc3339=string,second=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the parts of a time in seconds since 1970",
        &[("can(unixtimestampparse(0))", UNREAD)],
    ),
    open("uuidv4", "() -> string", "a random identifier", &[("can(uuidv4())", UNREAD)]),
    open(
        "vault",
        "(path: string, key: string) -> string",
        "a value of a secret of Vault",
        &[("can(vault(\"a\", \"b\"))", UNREAD)],
    ),
];

/// An element by its key, where `index` means that.
pub(super) const INDEX: Row = operator(
    "index",
    "(collection: any, key: any) -> any",
    "an element of a list, map, tuple or object by its key",
    &[("index([\"a\", \"b\"], 1)", "\"b\"")],
    |args| Ok(ops::index(args.get(0), args.get(1), args.rules)?),
);

/// Rows that only Terragrunt has.
pub(super) const ONLY_TERRAGRUNT: &[Row] = &[
    open(
        "constraint_check",
        "(version: string, constraint: string) -> bool",
        "whether a version meets a constraint",
        &[("can(constraint_check(\"1.2.3\", \">= 1\"))", UNREAD)],
    ),
    open(
        "deep_merge",
        "(maps: any...) -> any",
        "maps merged with the maps in them",
        &[("can(deep_merge({ a = 1 }))", UNREAD)],
    ),
    open(
        "find_in_parent_folders",
        "(name: string...) -> string",
        "the path of the next file or folder of a name above this one",
        &[("can(find_in_parent_folders(\"root.hcl\"))", UNREAD)],
    ),
    open(
        "get_aws_account_alias",
        "() -> string",
        "the alias of the AWS account",
        &[("can(get_aws_account_alias())", UNREAD)],
    ),
    open(
        "get_aws_account_id",
        "() -> string",
        "the number of the AWS account",
        &[("can(get_aws_account_id())", UNREAD)],
    ),
    open(
        "get_aws_caller_identity_arn",
        "() -> string",
        "the ARN of whoever runs it",
        &[("can(get_aws_caller_identity_arn())", UNREAD)],
    ),
    open(
        "get_aws_caller_identity_user_id",
        "() -> string",
        "the identifier of whoever runs it",
        &[("can(get_aws_caller_identity_user_id())", UNREAD)],
    ),
    open(
        "get_default_retryable_errors",
        "() -> list(string)",
        "the patterns of errors after which Terragrunt tries again",
        &[("can(get_default_retryable_errors())", UNREAD)],
    ),
    open(
        "get_env",
        "(name: string, default: string...) -> string",
        "the value of a variable of the environment, or a default",
        &[("can(get_env(\"USER\", \"me\"))", UNREAD)],
    ),
    open(
        "get_original_terragrunt_dir",
        "() -> string",
        "the folder of the unit that is run",
        &[("can(get_original_terragrunt_dir())", UNREAD)],
    ),
    open(
        "get_parent_terragrunt_dir",
        "(include: string...) -> string",
        "the folder of the included file",
        &[("can(get_parent_terragrunt_dir())", UNREAD)],
    ),
    open(
        "get_path_from_repo_root",
        "() -> string",
        "the path from the root of the repository to this folder",
        &[("can(get_path_from_repo_root())", UNREAD)],
    ),
    open(
        "get_path_to_repo_root",
        "() -> string",
        "the path from this folder to the root of the repository",
        &[("can(get_path_to_repo_root())", UNREAD)],
    ),
    open("get_platform", "() -> string", "the operating system", &[("can(get_platform())", UNREAD)]),
    open(
        "get_repo_root",
        "() -> string",
        "the absolute path of the root of the repository",
        &[("can(get_repo_root())", UNREAD)],
    ),
    open(
        "get_terraform_cli_args",
        "() -> list(string)",
        "the arguments of the command that is run",
        &[("can(get_terraform_cli_args())", UNREAD)],
    ),
    open(
        "get_terraform_command",
        "() -> string",
        "the command that is run",
        &[("can(get_terraform_command())", UNREAD)],
    ),
    open(
        "get_terraform_commands_that_need_input",
        "() -> list(string)",
        "the commands that take `-input`",
        &[("can(get_terraform_commands_that_need_input())", UNREAD)],
    ),
    open(
        "get_terraform_commands_that_need_locking",
        "() -> list(string)",
        "the commands that take `-lock-timeout`",
        &[("can(get_terraform_commands_that_need_locking())", UNREAD)],
    ),
    open(
        "get_terraform_commands_that_need_parallelism",
        "() -> list(string)",
        "the commands that take `-parallelism`",
        &[("can(get_terraform_commands_that_need_parallelism())", UNREAD)],
    ),
    open(
        "get_terraform_commands_that_need_vars",
        "() -> list(string)",
        "the commands that take `-var`",
        &[("can(get_terraform_commands_that_need_vars())", UNREAD)],
    ),
    open(
        "get_terragrunt_dir",
        "() -> string",
        "the folder of this file",
        &[("can(get_terragrunt_dir())", UNREAD)],
    ),
    open(
        "get_terragrunt_source_cli_flag",
        "() -> string",
        "the value of `--source`",
        &[("can(get_terragrunt_source_cli_flag())", UNREAD)],
    ),
    open(
        "get_working_dir",
        "() -> string",
        "the folder in which OpenTofu or Terraform runs",
        &[("can(get_working_dir())", UNREAD)],
    ),
    open(
        "mark_as_read",
        "(path: string) -> string",
        "a path, which counts as read",
        &[("can(mark_as_read(\"a.txt\"))", UNREAD)],
    ),
    open(
        "mark_glob_as_read",
        "(patterns: string...) -> list(string)",
        "the paths that match, which count as read",
        &[("can(mark_glob_as_read(\"*.txt\"))", UNREAD)],
    ),
    open(
        "path_relative_from_include",
        "(include: string...) -> string",
        "the path from this folder to that of the included file",
        &[("can(path_relative_from_include())", UNREAD)],
    ),
    open(
        "path_relative_to_include",
        "(include: string...) -> string",
        "the path from the folder of the included file to this one",
        &[("can(path_relative_to_include())", UNREAD)],
    ),
    open(
        "read_terragrunt_config",
        "(path: string, fallback: any?...) -> any",
        "another file of Terragrunt, as an object of its blocks and attributes",
        &[("can(read_terragrunt_config(\"account.hcl\"))", UNREAD)],
    ),
    open(
        "read_tfvars_file",
        "(path: string) -> string",
        "the values of a file, as JSON",
        &[("can(read_tfvars_file(\"a.tfvars\"))", UNREAD)],
    ),
    open(
        "run_cmd",
        "(command: string, arguments: string...) -> string",
        "what a command prints",
        &[("can(run_cmd(\"date\"))", UNREAD)],
    ),
    open(
        "sops_decrypt_file",
        "(path: string) -> string",
        "a file that SOPS encrypted, as text",
        &[("can(sops_decrypt_file(\"a.yaml\"))", UNREAD)],
    ),
    open(
        "defaults",
        "(input: any, defaults: any) -> any",
        "an object with defaults for the attributes that are null",
        &[("can(defaults({}, {}))", UNREAD)],
    ),
];
