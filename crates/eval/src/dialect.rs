//! Dialects at the level of expressions: rows of rules and functions, data rather than subclasses.

use hclx_core::Rules;

use crate::functions::{self, FunctionTable};

/// What a dialect means for expressions.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The name that `--dialect` takes.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// The rules of the algebra.
    pub rules: Rules,
    /// Whether a file can call no other functions. Where applications bring their own, what is not in
    /// the table may exist all the same.
    pub functions_are_all: bool,
    functions: fn() -> &'static FunctionTable,
    /// The functions that the reference implementation is recorded with.
    reference: fn() -> &'static FunctionTable,
}

impl Dialect {
    /// The functions that may be called.
    pub fn functions(&self) -> &'static FunctionTable {
        (self.functions)()
    }

    /// The functions that the reference implementation is recorded with.
    pub(crate) fn reference_functions(&self) -> &'static FunctionTable {
        (self.reference)()
    }
}

/// Plain HCL.
pub static HCL: Dialect = Dialect {
    name: "hcl",
    summary: "plain HCL with its standard library; integral literals are int",
    rules: Rules::generic(),
    functions_are_all: false,
    functions: functions::hcl,
    reference: functions::reference,
};

/// Terraform and OpenTofu.
pub static TERRAFORM: Dialect = Dialect {
    name: "terraform",
    summary: "Terraform and OpenTofu",
    rules: Rules::terraform(),
    functions_are_all: true,
    functions: functions::terraform,
    reference: functions::terraform,
};

/// Pulumi's configuration language.
pub static PCL: Dialect = Dialect {
    name: "pcl",
    summary: "Pulumi's configuration language",
    rules: Rules::extended(),
    functions_are_all: true,
    functions: functions::pcl,
    reference: functions::pcl,
};

/// `docker buildx bake`.
pub static BAKE: Dialect = application("bake", "`docker buildx bake`", functions::bake);

/// Packer.
pub static PACKER: Dialect = application("packer", "Packer", functions::packer);

/// Nomad's jobs.
pub static NOMAD: Dialect = application("nomad", "Nomad's jobs", functions::nomad);

/// Terragrunt.
pub static TERRAGRUNT: Dialect = application("terragrunt", "Terragrunt", functions::terragrunt);

/// An application that evaluates HCL as Terraform does, with functions of its own.
const fn application(
    name: &'static str,
    summary: &'static str,
    functions: fn() -> &'static FunctionTable,
) -> Dialect {
    Dialect {
        name,
        summary,
        rules: Rules::terraform(),
        functions_are_all: true,
        functions,
        reference: functions,
    }
}

/// Mull, whose own evaluator brings its functions.
pub static MULL: Dialect = Dialect {
    name: "mull",
    summary: "Mull: typed YAML and JSON with quotations",
    rules: Rules::extended(),
    functions_are_all: false,
    functions: functions::none,
    reference: functions::none,
};

/// All dialects; the first is the default.
pub static DIALECTS: &[&Dialect] = &[&HCL, &TERRAFORM, &PACKER, &NOMAD, &BAKE, &TERRAGRUNT, &PCL, &MULL];

/// The dialect of a name.
pub fn find(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.name == name)
}
