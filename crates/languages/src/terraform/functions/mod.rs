//! The functions of Terraform and OpenTofu: the library, except for functions that only HCL has or that differ there,
//! and rows of their own. Every function is also available in the namespace `core`.

mod assume;
mod provider;

use std::sync::LazyLock;

use hclx_core::Rules;
use hclx_eval::Dialect;
use hclx_eval::functions::{FunctionTable, IN_TERRAFORM, ONLY_HCL, library};

/// The dialect of Terraform and OpenTofu.
pub(crate) static DIALECT: Dialect = Dialect {
    name: "terraform",
    summary: "Terraform and OpenTofu",
    rules: Rules::terraform(),
    functions_are_all: true,
    functions,
    reference: functions,
};

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let own = [assume::ROWS, provider::ROWS, IN_TERRAFORM].concat();
        let rows = library().filter(|row| !ONLY_HCL.contains(&row.name)).chain(own);
        FunctionTable::new(rows).with_namespace("core::").with_elsewhere(ELSEWHERE)
    });
    &TABLE
}

/// Additional functions of Pulumi, which can read the same files.
const ELSEWHERE: &[&str] = &[
    "assetarchive",
    "entries",
    "fileasset",
    "filearchive",
    "pulumiresourcename",
    "pulumiresourcetype",
    "pulumiresourceurn",
    "recover",
    "remotearchive",
    "remoteasset",
    "stringasset",
];
