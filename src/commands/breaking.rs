//! `hclx breaking`: the changes of modules between two versions, and their effect on callers.

use std::ffi::OsString;
use std::path::Path;

use hclx_analysis::compare::Level;

use crate::cli::{BreakingArgs, Operand, Subcommand};
use crate::comparison::ModuleChanges;
use crate::config::Patterns;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::versions::{Module, Role, Version};
use crate::{flags, modules, names, output, parallel, versions};

/// The subcommand `breaking`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "breaking",
    about: "Report changes to modules that break their callers",
    more: "Examples:\n  hclx breaking --against v1.2.0               this directory beside a tag\n  \
           hclx breaking --against ../old modules/net   one module beside another directory\n  \
           hclx breaking --against v1.2.0 --changelog   the changes as markdown\n  \
           hclx breaking --against main --expect major  report, and exit with 0\n\n\
           Nothing is checked out, and no code of a repository runs.\n\n\
           Exit codes: 0 no more than --expect, 1 a change is of a higher level, 2 a version cannot be read.",
    operands: &[Operand {
        name: "DIR",
        required: false,
        many: false,
        help: "The directory of the new version; default: this directory",
    }],
    flags: &[
        &flags::AGAINST,
        &flags::EXPECT,
        &flags::INTERNAL,
        &flags::ALL_MODULES,
        &flags::CHANGELOG,
        &flags::FORMAT_CHECK,
        &flags::DIALECT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
        &flags::VERBOSE,
    ],
    run: |matches| run(&matches.breaking()?),
};

fn run(asked: &BreakingArgs) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let folder = asked.folder.clone().unwrap_or_else(|| ".".into());
    modules::ensure_directory(Path::new(&folder))?;
    let patterns = Patterns::read(&asked.internal)?;
    let of_settings = inputs.config.internal.clone();
    let is_internal = |root: &str| {
        let path = Path::new(root);
        // both record what they match
        patterns.fit(path) | of_settings.fit(path)
    };
    let old_folder = OsString::from(&asked.against);
    let is_folder = Path::new(&old_folder).is_dir();
    anyhow::ensure!(
        is_folder || !is_path(&asked.against),
        "`--against {}`: no such directory",
        asked.against
    );
    // git reads the old version while the new one is checked
    let (new, past) = parallel::both(
        || versions::of_folder(asked, &folder, &is_internal, &mut inputs),
        || (!is_folder).then(|| versions::past(&asked.against, &folder)),
    );
    let Some(mut new) = new? else { return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)) };
    let old = match past {
        None => versions::of_folder(asked, &old_folder, &is_internal, &mut inputs)?,
        Some(past) => Some(versions::of_revision(asked, past?, &folder, &is_internal, &mut inputs)?),
    };
    let Some(mut old) = old else { return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)) };
    if !is_folder {
        old.label(old.base.clone().as_deref().unwrap_or(&asked.against));
    }
    if let Some(base) = old.base.as_deref().filter(|_| !asked.look.quiet) {
        let name = versions::named(&asked.against).0;
        output::say(&format!(
            "note: compared with {base}, where `{name}` and HEAD diverged (`{name}..` compares with `{name}` itself)"
        ));
    }
    // A revision contains no files of submodules, so all their modules would seem to be new.
    new.leave_out(&old.submodules, asked);
    let is_compared = |one: &Module| one.role != Role::Example;
    anyhow::ensure!(old.modules.iter().any(is_compared), "`{}` has no modules", asked.against);
    if !asked.all {
        old.hide_parts();
        new.hide_parts();
    }
    broken(&old, &asked.against, &mut inputs);
    broken(&new, &names::text(Path::new(&folder)), &mut inputs);
    let compared = ModuleChanges::of(old, new, &inputs.config.accepted);
    compared.print(asked)?;
    if !asked.look.quiet {
        let unmatched = of_settings.iter().chain(patterns.iter()).filter(|pattern| !pattern.has_matched());
        let unmatched =
            unmatched.map(|pattern| format!("the internal pattern `{}` matches no module", pattern.written));
        unmatched.chain(compared.unused_settings()).for_each(|note| output::note(&format!("note: {note}")));
    }
    let failed = inputs.complain(&asked.look)?;
    let allowed = match asked.expect.as_deref() {
        Some("major") => Some(Level::Major),
        // There is no level below minor: a patch changes nothing for callers, and `None` is below every
        // level.
        Some("patch") => None,
        _ => Some(Level::Minor),
    };
    let is_more = compared.level() > allowed;
    Ok(failed.unwrap_or(if is_more { Exit::Bad } else { Exit::Good }))
}

/// Returns `true` for a name in the form of a path, which cannot be a revision.
fn is_path(name: &str) -> bool {
    let is_of_revision = name.contains(':');
    !is_of_revision && (name.ends_with('/') || ["/", "./", "../"].iter().any(|start| name.starts_with(start)))
}

/// Reports the modules of a version that could only be partly read: their missing declarations are unknown.
fn broken(version: &Version, name: &str, inputs: &mut Inputs) {
    for module in version.modules.iter().filter(|one| one.role != Role::Example) {
        for file in &module.description.broken {
            let (path, root) = (version.sources.get(*file).name(), &module.root);
            inputs.refuse(format!(
                "`{path}` of `{name}` has syntax errors: what it declares in module `{root}` is not compared"
            ));
        }
    }
}
