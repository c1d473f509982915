//! `hclx cache`: the findings of earlier runs in the user's cache directory.

use anyhow::Context;
use hclx_diag::{counted, nearest};

use crate::cache;
use crate::cli::{Operand, Subcommand};
use crate::exit::Exit;
use crate::{names, output};

/// The subcommand `cache`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "cache",
    about: "Show where findings of earlier runs are cached, or delete them",
    more: "Actions:\n  path    the directory: runs in HCLX_CACHE, or in hclx in the user's cache directory\n  \
           clear   remove all findings of earlier runs; schemas and the key that signs findings stay\n\n\
           Example: hclx cache clear",
    operands: &[Operand { name: "ACTION", required: true, many: false, help: "path or clear" }],
    flags: &[],
    run: |matches| run(&matches.lookup("ACTION")?.name.unwrap_or_default()),
};

/// The actions.
pub(super) const ACTIONS: [&str; 2] = ["path", "clear"];

fn run(action: &str) -> anyhow::Result<Exit> {
    let folder =
        // On demand, so that an unknown action is reported even without a cache directory.
        || cache::runs_folder().with_context(|| format!("no cache directory found; set {}", cache::VARIABLE));
    match action {
        "path" => output::answer(&names::text(&folder()?))?,
        "clear" => {
            let folder = folder()?;
            let shown = names::text(&folder);
            let count = cache::clear(&folder).with_context(|| format!("cannot clear `{shown}`"))?;
            output::say(&format!("findings of {} removed", counted(count, "run")));
        }
        other => {
            let near = nearest(other, ACTIONS);
            let hint = hclx_diag::did_you_mean(near);
            anyhow::bail!("`hclx cache {other}`: expected path or clear{hint}")
        }
    }
    Ok(Exit::Good)
}
