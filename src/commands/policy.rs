//! `hclx policy`: lists and shows hclx's own policies.

use std::io::Write;

use hclx_diag::nearest;
use hclx_languages::terraform::{STARTER, StarterPolicy};

use crate::cli::{Operand, PolicyArgs, Subcommand};
use crate::exit::Exit;
use crate::output;

/// The subcommand `policy`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "policy",
    about: "List and show the policies of the starter set",
    more: "Actions:\n  list        the names of all policies, which `[policy] starter` in hclx.toml turns on by group\n  \
           show NAME   the file of a policy, to copy and adapt\n\n\
           Example: hclx policy show aws/imdsv2 > policies/imdsv2.policy.hcl",
    operands: &[
        Operand { name: "ACTION", required: true, many: false, help: "list or show" },
        Operand { name: "NAME", required: false, many: false, help: "A policy, such as aws/imdsv2" },
    ],
    flags: &[],
    run: |matches| run(&matches.policy()?),
};

/// The actions.
pub(super) const ACTIONS: [&str; 2] = ["list", "show"];

fn run(asked: &PolicyArgs) -> anyhow::Result<Exit> {
    match (&*asked.action, &asked.name) {
        ("list", None) => list(asked)?,
        ("show", Some(name)) => {
            let mut out = output::people(asked.look.answer());
            write!(out, "{}", starter_policy(name)?.text)?;
            out.flush()?;
        }
        ("show", None) => anyhow::bail!("`hclx policy show` needs a name; `hclx policy list` lists all"),
        ("list", Some(name)) => anyhow::bail!("unexpected `{name}`: use `hclx policy show {name}`"),
        (action, _) => anyhow::bail!("unknown action `{action}`: expected list or show"),
    }
    Ok(Exit::Good)
}

fn list(asked: &PolicyArgs) -> anyhow::Result<()> {
    let width = STARTER.iter().map(|policy| policy.name.len()).max().unwrap_or_default();
    let mut out = output::people(asked.look.answer());
    for policy in STARTER {
        writeln!(out, "{:width$}  {}", policy.name, policy.summary())?;
    }
    Ok(out.flush()?)
}

fn starter_policy(name: &str) -> anyhow::Result<&'static StarterPolicy> {
    STARTER.iter().find(|policy| policy.name == name).ok_or_else(|| {
        // the group may be left out
        let last = |name: &'static str| name.rsplit('/').next().unwrap_or(name);
        let names = || STARTER.iter().map(|policy| policy.name);
        let near = nearest(name, names()).or_else(|| {
            let near = nearest(name, names().map(last))?;
            names().find(|known| last(known) == near)
        });
        let hint = match near {
            Some(near) => hclx_diag::did_you_mean(Some(near)),
            None => "; `hclx policy list` lists all".to_owned(),
        };
        anyhow::anyhow!("unknown policy `{name}`{hint}")
    })
}
