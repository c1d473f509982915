//! The arguments of `hclx infer` and `hclx eval`.

use hclx_analysis::UnsetVariables;

use super::{Context, DataForm, Eval, Infer, Matches, Terminator};

impl Matches {
    /// The arguments of `infer`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn infer(&self) -> anyhow::Result<Infer> {
        Ok(Infer {
            look: self.look()?,
            paths: self.paths("PATH"),
            expression: self.text("expr"),
            at: self.text("at"),
            allow_undeclared: self.is_set("allow-undeclared"),
            allow_empty: self.is_set("allow-empty"),
            as_hcl: self.text("as").is_some(),
            ending: if self.is_set("raw") { Terminator::Nothing } else { Terminator::LineBreak },
            context: self.context_without_policies()?,
        })
    }

    /// The arguments of `eval`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn eval(&self) -> anyhow::Result<Eval> {
        Ok(Eval {
            look: self.look()?,
            path: self.path("FILE"),
            expression: self.text("expr"),
            allow_undeclared: self.is_set("allow-undeclared"),
            out: self.text("out").map(|form| match &*form {
                "yaml" => DataForm::Yaml,
                "hcl" => DataForm::Hcl,
                _ => DataForm::Json,
            }),
            raw: self.is_set("raw"),
            sort_keys: self.is_set("sort-keys"),
            context: Context { unset: UnsetVariables::Default, ..self.context_without_policies()? },
        })
    }

    /// The context of a command that checks no policies.
    ///
    /// # Errors
    /// If a number is malformed.
    fn context_without_policies(&self) -> anyhow::Result<Context> {
        Ok(Context { no_policy: true, ..self.context()? })
    }
}
