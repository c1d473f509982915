//! `hclx schema probe`: learns which restrictions on values the code of an installed provider has beyond its
//! schema.
//!
//! A generated configuration sets every argument of every resource to an implausible value. The provider's answers name
//! enumerations, ranges, formats and conflicts, which are stored with the schema. Nothing is read from repositories.

mod answers;
mod configuration;

use std::path::Path;
use std::time::Instant;

use hclx_languages::terraform::packages::{ProviderAddress, Requirement, SchemaStore, read_json};
use hclx_languages::terraform::{KnownSchema, ProviderNeed};
use serde_json::Value as Json;

use self::answers::Restrictions;
use self::configuration::{Configuration, Numbers};
use super::fetch::process::{self, Failure, Workspace};
use super::fetch::row::Row;
use crate::cli::Schema;
use crate::exit::Exit;
use crate::{output, schema_cache};

/// The configurations in the order in which they are validated; later ones use what was learned before.
const ROUNDS: &[Numbers] = &[
    Numbers::Fraction,
    Numbers::Whole,
    Numbers::RequiredOnly,
    Numbers::First,
    Numbers::Last,
    Numbers::FirstInOtherCase,
    Numbers::LastInOtherCase,
];

/// The action.
pub(super) fn probe(asked: &Schema, provider: &str, types: &[String]) -> anyhow::Result<Exit> {
    let (name, version) =
        provider.split_once('@').map_or((provider, None), |(name, version)| (name, Some(version)));
    let address = ProviderAddress::parse(name);
    let Some(address) =
        address.filter(|_| version.is_none_or(hclx_languages::terraform::packages::is_version))
    else {
        anyhow::bail!("`{provider}`: expected a provider, such as hashicorp/aws or hashicorp/aws@5.100.0");
    };
    let requirement = match version {
        Some(version) => Requirement::Version(version.to_owned()),
        None => Requirement::Constraints(Vec::new()),
    };
    let need =
        ProviderNeed { address, requirement, lock: None, is_opentofu: false, known: KnownSchema::Nothing };
    let row = Row::new(need);
    let program = super::fetch::program(asked, &row, &[".".to_owned()])?;
    if !asked.look.quiet {
        output::say(super::fetch::WARNING);
    }
    match learn(&row, &program, types) {
        Ok((text, count, version)) => {
            let known = |_: &ProviderAddress| version.clone();
            let packages =
                read_json(&text, "`hclx schema probe`", known).map_err(|why| anyhow::anyhow!(why))?;
            let store: SchemaStore = schema_cache::store()?;
            for package in packages.iter().filter(|one| *one.address() == row.need.address) {
                let path = schema_cache::keep(&store, package)?;
                if !asked.look.quiet {
                    let short = package.address().short();
                    let version = package.version().unwrap_or("any version");
                    output::answer(&format!("{short}  {version}  {count} restrictions learned, in {path}"))?;
                }
            }
            Ok(Exit::Good)
        }
        Err(Failure(why)) => anyhow::bail!("{}: {why}", row.title()),
    }
}

/// The schema of a provider with its learned restrictions, their number, and the version.
fn learn(row: &Row, program: &Path, types: &[String]) -> Result<(Vec<u8>, usize, Option<String>), Failure> {
    let unwritten = |error: std::io::Error| Failure(format!("cannot prepare a directory: {error}"));
    let workspace = Workspace::new().map_err(unwritten)?;
    row.write(&workspace.0).map_err(unwritten)?;
    let until = Instant::now() + process::TIME;
    let [init, print] = row.commands(program);
    process::run(&init, (&workspace.0, false), until)?;
    let text = process::run(&print, (&workspace.0, false), until)?;
    let version = process::locked(&workspace.0, &row.need.address);
    let unread = |error: serde_json::Error| Failure(format!("the program printed no schemas: {error}"));
    let mut schema: Json = serde_json::from_slice(&text).map_err(unread)?;
    let mut learned = Restrictions::default();
    let ask = [print[0].clone(), "validate".to_owned(), "-json".to_owned()];
    for numbers in ROUNDS {
        let configuration = Configuration::new(&schema, types, *numbers, &learned);
        configuration.write(&workspace.0).map_err(unwritten)?;
        let answer = process::run(&ask, (&workspace.0, true), until)?;
        let answer: Json = serde_json::from_slice(&answer).map_err(unread)?;
        match numbers.is_other_case() {
            true => learned.learn_case(&configuration, &answer),
            false => learned.learn(&configuration, &answer),
        }
        configuration.remove(&workspace.0);
    }
    let count = learned.write(&mut schema);
    let text = serde_json::to_vec(&schema).map_err(unread)?;
    Ok((text, count, version))
}
