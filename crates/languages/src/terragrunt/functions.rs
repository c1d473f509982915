//! The functions of Terragrunt: a selection from the library, and rows of its own. A test compares the names with
//! recorded ones.

use std::sync::LazyLock;

use hclx_eval::Dialect;
use hclx_eval::functions::{FunctionRow, FunctionTable, IN_TERRAFORM};

use crate::functions::{UNREAD, application, chosen, open};

/// The dialect of Terragrunt's expressions.
pub(crate) static DIALECT: Dialect = application("terragrunt", "Terragrunt", functions);

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| chosen(&[ROWS, IN_TERRAFORM].concat(), NAMES));
    &TABLE
}

/// The selected library functions.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "abs", "abspath", "alltrue", "anytrue", "base64decode", "base64encode", "base64gzip",
    "base64sha256", "base64sha512", "basename", "bcrypt", "can", "ceil", "chomp", "chunklist",
    "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist", "compact",
    "concat", "contains", "csvdecode", "dirname", "distinct", "element", "endswith", "file",
    "filebase64", "filebase64sha256", "filebase64sha512", "fileexists", "filemd5", "fileset",
    "filesha1", "filesha256", "filesha512", "flatten", "floor", "format", "formatdate", "formatlist",
    "indent", "index", "join", "jsondecode", "jsonencode", "keys", "length", "list", "log", "lookup",
    "lower", "map", "matchkeys", "max", "md5", "merge", "min", "nonsensitive", "one", "parseint",
    "pathexpand", "pow", "range", "regex", "regexall", "replace", "reverse", "rsadecrypt", "sensitive",
    "setintersection", "setproduct", "setsubtract", "setunion", "sha1", "sha256", "sha512", "signum",
    "slice", "sort", "split", "startswith", "strcontains", "strrev", "substr", "sum", "templatefile",
    "textdecodebase64", "textencodebase64", "timeadd", "timecmp", "timestamp", "title", "tobool",
    "tolist", "tomap", "tonumber", "toset", "tostring", "transpose", "trim", "trimprefix", "trimspace",
    "trimsuffix", "try", "upper", "urlencode", "uuid", "uuidv5", "values", "yamldecode", "yamlencode",
    "zipmap",
];

/// Functions that only Terragrunt has.
const ROWS: &[FunctionRow] = &[
    open(
        "constraint_check",
        "(version: string, constraint: string) -> bool",
        "true if a version satisfies a constraint",
        &[("can(constraint_check(\"1.2.3\", \">= 1\"))", UNREAD)],
    ),
    open(
        "deep_merge",
        "(maps: any...) -> any",
        "maps, merged recursively",
        &[("can(deep_merge({ a = 1 }))", UNREAD)],
    ),
    open(
        "find_in_parent_folders",
        "(name: string...) -> string",
        "the path of the nearest file or directory with a name in the directories above",
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
        "the ID of the AWS account",
        &[("can(get_aws_account_id())", UNREAD)],
    ),
    open(
        "get_aws_caller_identity_arn",
        "() -> string",
        "the ARN of the current user or role",
        &[("can(get_aws_caller_identity_arn())", UNREAD)],
    ),
    open(
        "get_aws_caller_identity_user_id",
        "() -> string",
        "the identifier of the current user or role",
        &[("can(get_aws_caller_identity_user_id())", UNREAD)],
    ),
    open(
        "get_default_retryable_errors",
        "() -> list(string)",
        "the default patterns of errors that Terragrunt retries",
        &[("can(get_default_retryable_errors())", UNREAD)],
    ),
    open(
        "get_env",
        "(name: string, default: string...) -> string",
        "the value of an environment variable, or a default",
        &[("can(get_env(\"USER\", \"me\"))", UNREAD)],
    ),
    open(
        "get_original_terragrunt_dir",
        "() -> string",
        "the directory of the current unit",
        &[("can(get_original_terragrunt_dir())", UNREAD)],
    ),
    open(
        "get_parent_terragrunt_dir",
        "(include: string...) -> string",
        "the directory of the included file",
        &[("can(get_parent_terragrunt_dir())", UNREAD)],
    ),
    open(
        "get_path_from_repo_root",
        "() -> string",
        "the path from the root of the repository to this directory",
        &[("can(get_path_from_repo_root())", UNREAD)],
    ),
    open(
        "get_path_to_repo_root",
        "() -> string",
        "the path from this directory to the root of the repository",
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
        "the arguments of the current command",
        &[("can(get_terraform_cli_args())", UNREAD)],
    ),
    open(
        "get_terraform_command",
        "() -> string",
        "the current command",
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
        "the directory of this file",
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
        "the working directory of OpenTofu or Terraform",
        &[("can(get_working_dir())", UNREAD)],
    ),
    open(
        "mark_as_read",
        "(path: string) -> string",
        "a path, marked as read",
        &[("can(mark_as_read(\"a.txt\"))", UNREAD)],
    ),
    open(
        "mark_glob_as_read",
        "(patterns: string...) -> list(string)",
        "the paths that match a pattern, marked as read",
        &[("can(mark_glob_as_read(\"*.txt\"))", UNREAD)],
    ),
    open(
        "path_relative_from_include",
        "(include: string...) -> string",
        "the path from this directory to that of the included file",
        &[("can(path_relative_from_include())", UNREAD)],
    ),
    open(
        "path_relative_to_include",
        "(include: string...) -> string",
        "the path from the directory of the included file to this one",
        &[("can(path_relative_to_include())", UNREAD)],
    ),
    open(
        "read_terragrunt_config",
        "(path: string, fallback: any?...) -> any",
        "another Terragrunt file, as an object of its blocks and attributes",
        &[("can(read_terragrunt_config(\"account.hcl\"))", UNREAD)],
    ),
    open(
        "read_tfvars_file",
        "(path: string) -> string",
        "the values of a variables file, as JSON",
        &[("can(read_tfvars_file(\"a.tfvars\"))", UNREAD)],
    ),
    open(
        "run_cmd",
        "(command: string, arguments: string...) -> string",
        "the output of a command",
        &[("can(run_cmd(\"date\"))", UNREAD)],
    ),
    open(
        "sops_decrypt_file",
        "(path: string) -> string",
        "the decrypted contents of a file encrypted with SOPS",
        &[("can(sops_decrypt_file(\"a.yaml\"))", UNREAD)],
    ),
    open(
        "defaults",
        "(input: any, defaults: any) -> any",
        "an object with defaults for the attributes that are null",
        &[("can(defaults({}, {}))", UNREAD)],
    ),
];
