//! `hclx schema`: imports, lists, shows and removes the cached schemas of providers and of Pulumi packages.

use hclx_diag::Arrange;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_languages::terraform::packages::{
    Kind, LOCK_FILE, Package, ProviderAddress, SchemaStore, compare_versions, locked_versions, read_json,
    unpacked,
};
use serde_json::{Value as Json, json};

use crate::cli::{Operand, Schema, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::protocol;
use crate::{files, output, schema_cache};

mod own;
mod pack;
mod pulumi;
mod show;

/// The subcommand `schema`.
pub(crate) static COMMAND: Subcommand = Subcommand {
    name: "schema",
    about: "Manage the schemas of providers and packages",
    more: "Actions:\n  import FILE...      store the output of `terraform providers schema -json` or\n                      \
           `pulumi package get-schema`\n  \
           list                the stored schemas\n  \
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
            help: "import, list, show, remove, pack or path",
        },
        Operand { name: "WHAT", required: false, many: true, help: "Files, types or providers" },
    ],
    flags: &[
        &flags::PROVIDER_VERSION,
        &flags::LOCK,
        &flags::APPEND,
        &flags::DERIVED,
        &flags::PROVIDER_SCHEMA,
        &flags::FORMAT,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.schema()?),
};

fn run(asked: &Schema) -> anyhow::Result<Exit> {
    match (asked.action.as_str(), asked.operands.as_slice()) {
        ("import", [_, ..]) => import(asked),
        ("list", []) => list(asked),
        ("show", [_]) => show::show(asked),
        ("remove", [_, ..]) => remove(asked),
        ("pack", [pack, files @ ..]) if !files.is_empty() => pack::pack(asked, pack, files),
        ("path", []) => {
            output::answer(&schema_cache::store()?.folder)?;
            Ok(Exit::Good)
        }
        ("import", []) => anyhow::bail!("`hclx schema import` needs a file: {PRODUCE}"),
        ("show", _) => anyhow::bail!("`hclx schema show` needs one type, such as aws_instance"),
        ("remove", []) => anyhow::bail!("`hclx schema remove` needs a provider, such as hashicorp/aws"),
        ("pack", _) => anyhow::bail!("`hclx schema pack` needs a pack to write and the schemas of releases"),
        ("list" | "path", _) => anyhow::bail!("`hclx schema {}` takes nothing more", asked.action),
        (other, _) => {
            let near = hclx_diag::nearest(other, ACTIONS);
            let hint = hclx_diag::did_you_mean(near);
            anyhow::bail!("`hclx schema {other}`: expected import, list, show, remove, pack or path{hint}")
        }
    }
}

/// The actions.
const ACTIONS: [&str; 6] = ["import", "list", "show", "remove", "pack", "path"];

/// The commands that produce the file, for error messages.
const PRODUCE: &str = "what `terraform providers schema -json` or `pulumi package get-schema` prints";

/// A package from a file or from the cache.
enum CachedPackage {
    Provider(Arc<Package>),
    Pulumi(Arc<pulumi::Package>),
}

/// Reads the packages of a file.
fn read(
    path: &OsString,
    version: impl Fn(&ProviderAddress) -> Option<String>,
) -> anyhow::Result<Vec<CachedPackage>> {
    let text = files::read_one(path, "<stdin>", None)?;
    // A file of another cache can be imported too.
    if let Ok(package) = Package::open(Arc::from(&text.bytes[..])) {
        return Ok(vec![CachedPackage::Provider(Arc::new(package.with_docs()))]);
    }
    let wrong = |why: String| anyhow::anyhow!("cannot use `{}`: {why}", text.name);
    let bytes = unpacked(&text.bytes).map_err(wrong)?;
    if let Some(package) = pulumi::read(&bytes, &text.name) {
        return Ok(vec![CachedPackage::Pulumi(Arc::new(package.map_err(wrong)?))]);
    }
    let packages = read_json(&bytes, &text.name, version).map_err(wrong)?;
    Ok(packages.into_iter().map(|package| CachedPackage::Provider(Arc::new(package.with_docs()))).collect())
}

fn import(asked: &Schema) -> anyhow::Result<Exit> {
    let store = schema_cache::store()?;
    let named = named_versions(&asked.versions)?;
    let mut out = output::people(asked.look.answer());
    for file in &asked.operands {
        let locked = locked(asked.lock.as_ref(), Path::new(file))?;
        let version = |address: &ProviderAddress| {
            let of = |versions: &[(ProviderAddress, String)]| {
                versions.iter().find(|(known, _)| known == address).map(|(_, version)| version.clone())
            };
            of(&named).or_else(|| of(&locked))
        };
        let packages = read(&file.into(), version)?;
        anyhow::ensure!(!packages.is_empty(), "no provider schemas in `{file}`");
        for package in &packages {
            let package = match package {
                CachedPackage::Provider(package) => package,
                CachedPackage::Pulumi(package) => {
                    schema_cache::keep_package(&store, package)?;
                    if !asked.look.quiet {
                        writeln!(out, "{}", pulumi::described(package))?;
                    }
                    continue;
                }
            };
            schema_cache::keep(&store, package)?;
            if !asked.look.quiet {
                writeln!(out, "{}", described(package))?;
            }
            if package.version().is_none() && !asked.look.quiet {
                let short = package.address().short();
                output::note(&format!(
                    "note: the version of {short} is unknown, so its schema is used for every version; set it with `--provider-version {short}=VERSION` or a lock file beside the schema"
                ));
            }
        }
    }
    out.flush()?;
    Ok(Exit::Good)
}

/// The `PROVIDER=VERSION` pairs of flags.
fn named_versions(flags: &[String]) -> anyhow::Result<Vec<(ProviderAddress, String)>> {
    let version = |flag: &String| {
        let (provider, version) = flag.split_once('=')?;
        // A version becomes the name of a file in the cache.
        let is_version = !version.is_empty() && !version.contains(['/', '\\']) && !version.starts_with('.');
        Some((ProviderAddress::parse(provider)?, is_version.then(|| version.to_owned())?))
    };
    let expected = |flag| {
        format!("`--provider-version {flag}`: expected PROVIDER=VERSION, such as hashicorp/aws=5.31.0")
    };
    flags.iter().map(|flag| version(flag).ok_or_else(|| anyhow::anyhow!(expected(flag)))).collect()
}

/// The versions in the lock file that applies to a schema: the one given by the flag, the one beside the
/// schema, or the one in the current directory.
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

/// Describes a package in one line.
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
    format!("{}  {}  {counts}", package.address().short(), package.version().unwrap_or("any version"))
}

/// The packages in the cache, and the files there that are not packages.
fn kept(store: &SchemaStore) -> anyhow::Result<(Vec<CachedPackage>, Vec<String>)> {
    let (mut packages, mut of_pulumi, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for path in schema_cache::kept(store)? {
        let bytes: Arc<[u8]> = Arc::from(files::read_one(&OsString::from(&path), "", None)?.bytes);
        if let Some(package) = pulumi::Package::open(Arc::clone(&bytes)) {
            of_pulumi.push(CachedPackage::Pulumi(Arc::new(package)));
            continue;
        }
        match Package::open(bytes) {
            Ok(package) => packages.push(Arc::new(package.with_docs())),
            Err(_) => wrong.push(path),
        }
    }
    let key = |package: &Arc<Package>| package.address().clone();
    packages.arrange_by(|one, other| {
        let versions = || match (one.version(), other.version()) {
            (Some(one), Some(other)) => compare_versions(other, one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        };
        key(one).cmp(&key(other)).then_with(versions)
    });
    Ok((packages.into_iter().map(CachedPackage::Provider).chain(of_pulumi).collect(), wrong))
}

fn list(asked: &Schema) -> anyhow::Result<Exit> {
    let store = schema_cache::store()?;
    let (packages, wrong) = kept(&store)?;
    for path in &wrong {
        output::say(&format!(
            "`{path}` is corrupt or was written by another version of hclx; import the schema again"
        ));
    }
    if asked.look.json {
        let row = |kept: &CachedPackage| -> Json {
            let package = match kept {
                CachedPackage::Provider(package) => package,
                CachedPackage::Pulumi(package) => return pulumi::row(package, &store),
            };
            json!({
                "provider": package.address().to_string(),
                "version": package.version(),
                "origin": package.origin(),
                "resources": package.names(Kind::Resource).count(),
                "data_sources": package.names(Kind::Data).count(),
                "bytes": package.bytes().len(),
                "path": store.path(package.address(), package.version()),
            })
        };
        protocol::answer_json(&asked.look, &packages.iter().map(row).collect::<Vec<_>>())?;
    } else {
        let mut out = output::people(asked.look.answer());
        for kept in &packages {
            let (described, origin) = match kept {
                CachedPackage::Provider(package) => (described(package), package.origin()),
                CachedPackage::Pulumi(package) => (pulumi::described(package), package.origin()),
            };
            writeln!(out, "{described}  from {origin}")?;
        }
        out.flush()?;
        if packages.is_empty() && !asked.look.quiet {
            output::say(&format!("no schemas are stored; `hclx schema import FILE` takes {PRODUCE}"));
        }
    }
    Ok(if wrong.is_empty() { Exit::Good } else { Exit::Bad })
}

fn remove(asked: &Schema) -> anyhow::Result<Exit> {
    let store = schema_cache::store()?;
    let paths = schema_cache::kept(&store)?;
    for operand in &asked.operands {
        let (provider, version) = match operand.split_once('@') {
            Some((provider, version)) => (provider, Some(version)),
            None => (operand.as_str(), None),
        };
        let address = match provider.strip_prefix("pulumi:") {
            Some(_) => None,
            None => match ProviderAddress::parse(provider) {
                Some(address) => Some(address),
                None => anyhow::bail!(
                    "`{operand}`: expected a provider, such as hashicorp/aws or hashicorp/aws@5.31.0, or a package, such as pulumi:random"
                ),
            },
        };
        let is_meant = |path: &&String| match (version, &address) {
            (_, None) => pulumi::is_at(path, provider, version),
            (Some(version), Some(address)) => **path == store.path(address, Some(version)),
            (None, Some(address)) => {
                // All versions of a provider are in one directory.
                let any = store.path(address, None);
                path.rsplit_once('/').map(|(folder, _)| folder)
                    == any.rsplit_once('/').map(|(folder, _)| folder)
            }
        };
        let meant: Vec<&String> = paths.iter().filter(is_meant).collect();
        anyhow::ensure!(
            !meant.is_empty(),
            "no schema of `{operand}` is stored; `hclx schema list` lists all"
        );
        for path in meant {
            std::fs::remove_file(path).map_err(|error| anyhow::anyhow!("cannot remove `{path}`: {error}"))?;
            if !asked.look.quiet {
                output::answer(&format!("removed {path}"))?;
            }
        }
    }
    Ok(Exit::Good)
}
