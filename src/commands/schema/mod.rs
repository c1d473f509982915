//! `hclx schema`: imports, lists, shows and removes the cached schemas of providers and of Pulumi packages.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_languages::terraform::packages::{
    Kind, LOCK_FILE, Package, ProviderAddress, is_version, locked_versions,
};

use crate::cli::{Operand, Schema, Subcommand};
use crate::exit::Exit;
use crate::flags::{self, Flag};
use crate::{files, output, schema_cache};

mod fetch;
mod import;
mod list;
mod own;
mod pack;
mod probe;
mod pulumi;
mod show;

/// The subcommand `schema`.
pub(crate) static COMMAND: Subcommand = Subcommand {
    name: "schema",
    about: "Manage the schemas of providers and packages",
    more: "Actions:\n  import FILE...      store the output of `terraform providers schema -json` or\n                      \
           `pulumi package get-schema`, packs, or archives of packs\n  \
           fetch [DIR]...      have the providers of modules printed by Terraform or OpenTofu: downloads\n                      \
           and runs them, as `terraform init` does\n  \
           probe PROVIDER [TYPE]...  learn which values an installed provider accepts, for resources of all\n                      \
           or some types: enumerations, ranges, conflicts\n  \
           list                all schemas that hclx has: stored, installed and shipped\n  \
           show TYPE           arguments and attributes of a type, such as aws_instance,\n                      \
           data.aws_ami or provider.aws, of a nested block, such as\n                      \
           aws_instance.root_block_device, or of a Pulumi token: random:index:RandomPet,\n                      \
           or of a block of a language itself: terraform/terraform.backend.s3,\n                      \
           nomad/job.group\n  \
           remove PROVIDER...  such as hashicorp/aws, hashicorp/aws@5.31.0 or pulumi:random\n  \
           pack PACK FILE...   write a file with several releases of one provider\n  \
           path                the cache directory: HCLX_CACHE, or hclx in the user's cache directory\n\n\
           Examples:\n  terraform providers schema -json > schema.json && hclx schema import schema.json\n  \
           hclx schema show aws_instance.root_block_device",
    operands: &[
        Operand {
            name: "ACTION",
            required: true,
            many: false,
            help: "import, fetch, probe, list, show, remove, pack or path",
        },
        Operand { name: "WHAT", required: false, many: true, help: "Files, directories, types or providers" },
    ],
    flags: &[
        &flags::PROVIDER_VERSION,
        &flags::LOCK,
        &flags::APPEND,
        &flags::DERIVED,
        &flags::PROVIDER_SCHEMA,
        &flags::DRY_RUN,
        &flags::WITH,
        &flags::FORCE,
        &flags::YES,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::FORMAT,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.schema(COMMAND.flags)?),
};

/// The flags that only some actions have.
const FLAGS_OF_ACTIONS: &[(&Flag, &[&str])] = &[
    (&flags::PROVIDER_VERSION, &["import", "pack"]),
    (&flags::LOCK, &["import", "pack"]),
    (&flags::APPEND, &["pack"]),
    (&flags::DERIVED, &["pack"]),
    (&flags::PROVIDER_SCHEMA, &["show"]),
    (&flags::DRY_RUN, &["fetch"]),
    (&flags::WITH, &["fetch"]),
    (&flags::FORCE, &["fetch"]),
    (&flags::YES, &["fetch"]),
    (&flags::CONFIG, &["fetch"]),
    (&flags::NO_CONFIG, &["fetch"]),
];

/// Refuses flags of other actions.
///
/// # Errors If such a flag was given.
fn ensure_flags_of_action(asked: &Schema) -> anyhow::Result<()> {
    let action = &*asked.action;
    let is_of_others = |actions: &[&str]| ACTIONS.contains(&action) && !actions.contains(&action);
    let of_others = FLAGS_OF_ACTIONS.iter().filter(|(_, actions)| is_of_others(actions));
    let mut given = of_others.filter(|(flag, _)| asked.given.contains(&flag.long));
    match given.next() {
        None => Ok(()),
        Some((flag, actions)) => {
            let actions: Vec<String> =
                actions.iter().map(|action| format!("`hclx schema {action}`")).collect();
            let actions = hclx_diag::listed(&actions, "and");
            anyhow::bail!(
                "`--{}` has no meaning for `hclx schema {action}`\n  help: it is a flag of {actions}",
                flag.long
            )
        }
    }
}

fn run(asked: &Schema) -> anyhow::Result<Exit> {
    ensure_flags_of_action(asked)?;
    match (asked.action.as_str(), asked.operands.as_slice()) {
        ("import", [_, ..]) => import::import(asked),
        ("fetch", folders) => fetch::fetch(asked, folders),
        ("probe", [provider, types @ ..]) => probe::probe(asked, provider, types),
        ("probe", []) => anyhow::bail!("`hclx schema probe` needs a provider, such as hashicorp/aws"),
        ("list", []) => list::list(asked),
        ("show", [_]) => show::show(asked),
        ("remove", [_, ..]) => list::remove(asked),
        ("pack", [pack, files @ ..]) if !files.is_empty() => pack::pack(asked, pack, files),
        ("path", []) => {
            output::answer(&schema_cache::store()?.folder)?;
            Ok(Exit::Good)
        }
        ("import", []) => anyhow::bail!("`hclx schema import` needs a file: {PRODUCE}"),
        ("show", _) => anyhow::bail!("`hclx schema show` needs one type, such as aws_instance"),
        ("remove", []) => anyhow::bail!("`hclx schema remove` needs a provider, such as hashicorp/aws"),
        ("pack", _) => anyhow::bail!(
            "`hclx schema pack` needs a pack to write and the schemas of releases, as in `hclx schema pack \
             aws.pack 5.json 6.json`"
        ),
        ("list" | "path", _) => anyhow::bail!("`hclx schema {}` takes nothing more", asked.action),
        (other, _) => {
            let near = hclx_diag::nearest(other, ACTIONS);
            let hint = hclx_diag::did_you_mean(near);
            anyhow::bail!(
                "`hclx schema {other}`: expected import, fetch, probe, list, show, remove, pack or path{hint}"
            )
        }
    }
}

/// The actions.
pub(super) const ACTIONS: [&str; 8] = ["import", "fetch", "probe", "list", "show", "remove", "pack", "path"];

/// The commands that produce the file, for error messages.
const PRODUCE: &str = "what `terraform providers schema -json` or `pulumi package get-schema` prints";

/// The `PROVIDER=VERSION` pairs of flags.
fn named_versions(flags: &[String]) -> anyhow::Result<Vec<(ProviderAddress, String)>> {
    let version = |flag: &String| {
        let (provider, version) = flag.split_once('=')?;
        // A version becomes the name of a file in the cache.
        Some((ProviderAddress::parse(provider)?, is_version(version).then(|| version.to_owned())?))
    };
    let expected = |flag| {
        format!("`--provider-version {flag}`: expected PROVIDER=VERSION, such as hashicorp/aws=5.31.0")
    };
    flags.iter().map(|flag| version(flag).ok_or_else(|| anyhow::anyhow!(expected(flag)))).collect()
}

/// The versions in the lock file that applies to a schema: the one given by the flag, next to the schema, or
/// in the current directory.
fn locked(flag: Option<&OsString>, schema: &Path) -> anyhow::Result<Vec<(ProviderAddress, String)>> {
    if let Some(lock) = flag {
        return Ok(locked_versions(&files::read_one(lock, "<stdin>", None)?.bytes));
    }
    let beside = schema.parent().unwrap_or(Path::new("")).join(LOCK_FILE);
    let found = [beside, LOCK_FILE.into()].into_iter().find(|path| path.is_file());
    match found {
        Some(path) => Ok(locked_versions(&files::read_one(&path.into_os_string(), "<stdin>", None)?.bytes)),
        None => Ok(Vec::new()),
    }
}

/// A package from a file, from the cache or from the program.
enum CachedPackage {
    Provider(Arc<Package>),
    Pulumi(Arc<pulumi::Package>),
}

impl CachedPackage {
    /// The package of a provider, with its documentation.
    fn provider(package: Package) -> Self {
        Self::Provider(Arc::new(package.with_docs()))
    }

    /// Describes the package in one line.
    fn described(&self) -> String {
        match self {
            Self::Provider(package) => described(package),
            Self::Pulumi(package) => pulumi::described(package),
        }
    }
}

/// Describes the package of a provider in one line.
fn described(package: &Package) -> String {
    let counted = |kind, one: &str, many: &str| match package.names(kind).count() {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let counts = [
        counted(Kind::Resource, "resource", "resources"),
        counted(Kind::Data, "data source", "data sources"),
        counted(Kind::Ephemeral, "ephemeral resource", "ephemeral resources"),
        counted(Kind::List, "list resource", "list resources"),
        counted(Kind::Action, "action", "actions"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let counts = if counts.is_empty() { "nothing but the provider".to_owned() } else { counts.join(", ") };
    let versions = match (package.pack().releases().len(), package.version()) {
        (_, None) => "any version".to_owned(),
        (1, Some(version)) => version.to_owned(),
        (count, _) => format!("{} ({count} releases)", package.pack().known_releases().0),
    };
    format!("{}  {versions}  {counts}", package.address().short())
}
