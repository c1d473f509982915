//! `hclx schema show`: the contents of a type or of a block inside it.

use std::io::Write;
use std::sync::Arc;

use hclx_diag::{Arrange, similar};
use hclx_languages::terraform::packages::{Kind, Package};
use hclx_schema::{Attribute, Block, Nested};
use serde_json::{Value as Json, json};

use super::list::SchemaList;
use super::own::{self, FoundBody};
use super::{CachedPackage, import};
use crate::cli::Schema;
use crate::exit::Exit;
use crate::output::{self, Look};
use crate::protocol;

/// The words that select a kind of type.
const KINDS: &[(&str, Kind)] = &[
    ("resource", Kind::Resource),
    ("data", Kind::Data),
    ("ephemeral", Kind::Ephemeral),
    ("list", Kind::List),
    ("action", Kind::Action),
];

pub(super) fn show(asked: &Schema) -> anyhow::Result<Exit> {
    let path = &asked.operands[0];
    if let Some((language, rest)) = path.split_once('/') {
        let found = own::find(language, rest)?;
        return tell(asked, &found, path);
    }
    let (mut packages, mut of_pulumi) = (Vec::new(), Vec::new());
    for kept in self::packages(asked)? {
        match kept {
            CachedPackage::Provider(package) => packages.push(package),
            CachedPackage::Pulumi(package) => of_pulumi.push(package),
        }
    }
    if path.contains(':') {
        return super::pulumi::show(asked, &of_pulumi);
    }
    let mut steps = path.split('.');
    let first = steps.next().unwrap_or_default();
    let known = KINDS.iter().find(|(word, _)| *word == first);
    let (name, found) = match known {
        Some((word, kind)) => {
            let name = steps.next().unwrap_or_default();
            (name, find(&packages, &[(word, *kind)], name))
        }
        None if first == "provider" => {
            let name = steps.next().unwrap_or_default();
            (name, provider(&packages, name))
        }
        // A list resource has the name of the resource that it lists, so it is only found by its kind.
        None => (first, find(&packages, &KINDS[..3], first)),
    };
    let Some(mut found) = found else {
        let all = packages.iter().flat_map(|package| KINDS.iter().flat_map(|(_, kind)| package.names(*kind)));
        let mut near = similar(name, all);
        near.dedup();
        near.truncate(3);
        let hint = match near.is_empty() {
            true if own::path_of(path).is_some() => {
                let own = own::path_of(path).unwrap_or_default();
                format!("; `hclx schema show {own}` shows what the language itself has")
            }
            true => "; `hclx schema list` lists the schemas, and `hclx schema fetch` adds those of a module"
                .to_owned(),
            false => format!("; did you mean {}?", near.join(" or ")),
        };
        anyhow::bail!("no stored schema contains `{name}`{hint}");
    };
    for step in steps {
        let inner = inside(&found.block, step);
        found.block = inner.ok_or_else(|| anyhow::anyhow!(unknown_step(path, &found.block, step)))?;
    }
    tell(asked, &found, path)
}

/// The message about a step without a body, such as an attribute.
fn unknown_step(path: &str, block: &Block, step: &str) -> String {
    let before = path.rsplit_once(step).map_or(path, |(before, _)| before.trim_end_matches('.'));
    let lists = format!("`hclx schema show {before}` shows what there is");
    if block.find_attribute(step).is_some() {
        return format!("`{path}`: attribute `{step}` has no contents of its own\n  help: {lists}");
    }
    let near = hclx_diag::nearest(step, block.blocks().iter().map(|nested| &*nested.block_type));
    let help = near.map_or(lists, |near| format!("did you mean `{near}`?"));
    format!("`{path}`: unknown block or nested attribute `{step}`\n  help: {help}")
}

fn tell(asked: &Schema, found: &FoundBody, path: &str) -> anyhow::Result<Exit> {
    if asked.look.json {
        protocol::answer_json(&asked.look, &as_json(found, path))?;
    } else {
        print(&asked.look, found, path)?;
    }
    Ok(Exit::Good)
}

/// The packages given by flags, otherwise all available ones.
fn packages(asked: &Schema) -> anyhow::Result<Vec<CachedPackage>> {
    if asked.provider_schemas.is_empty() {
        return Ok(SchemaList::read()?.into_packages());
    }
    let mut packages = Vec::new();
    for file in &asked.provider_schemas {
        packages.extend(import::read(file, &|_| None)?);
    }
    Ok(packages)
}

fn find(packages: &[Arc<Package>], kinds: &[(&'static str, Kind)], name: &str) -> Option<FoundBody> {
    kinds.iter().find_map(|(word, kind)| {
        packages.iter().find_map(|package| {
            let block = package.find(*kind, name)?;
            Some(FoundBody {
                package: Some(package.clone()),
                kind: word,
                block,
                sentence: Box::new(|_| None),
            })
        })
    })
}

fn provider(packages: &[Arc<Package>], name: &str) -> Option<FoundBody> {
    packages.iter().filter(|package| package.address().name == name).find_map(|package| {
        let block = package.provider()?;
        Some(FoundBody {
            package: Some(package.clone()),
            kind: "provider",
            block,
            sentence: Box::new(|_| None),
        })
    })
}

fn inside(block: &Block, name: &str) -> Option<Arc<Block>> {
    // Terraform also accepts some attributes in block syntax; in the schema they are attributes.
    let nested = block.find_block(name).filter(|nested| !nested.also_attribute);
    let object = || block.find_attribute(name)?.object.clone();
    let either = || block.find_block(name).map(|nested| nested.body.fixed());
    nested.map(|nested| nested.body.fixed()).or_else(object).or_else(either)
}

/// The access of an attribute: required, optional, computed.
fn access(attribute: &Attribute) -> String {
    let mut words = Vec::new();
    match (attribute.required, attribute.optional, attribute.computed) {
        (true, ..) => words.push("required"),
        (_, true, true) => words.push("optional, computed"),
        (_, true, false) => words.push("optional"),
        (..) => words.push("computed"),
    }
    let more = [
        (attribute.sensitive, "sensitive"),
        (attribute.write_only, "write-only"),
        (attribute.deprecated.is_some(), "deprecated"),
    ];
    words.extend(more.into_iter().filter(|(is, _)| *is).map(|(_, word)| word));
    words.join(", ")
}

fn print(look: &Look, found: &FoundBody, path: &str) -> anyhow::Result<()> {
    let mut out = output::people(look.answer());
    let FoundBody { package, kind, block, sentence } = found;
    let kind = if *kind == "data" { "data source" } else { kind };
    match package {
        Some(package) => {
            let version = package.version().unwrap_or("of any version");
            writeln!(out, "{path}: {kind} of {} {version}", package.address().short())?;
        }
        None => writeln!(out, "{path}: {kind}")?,
    }
    if let Some(docs) = &block.docs {
        writeln!(out, "{docs}")?;
    }
    if let Some(instead) = &block.deprecated {
        writeln!(out, "deprecated {instead}")?;
    }
    let mut attributes: Vec<&Attribute> = block.attributes().iter().collect();
    attributes.arrange_by_key(|one| (!one.required, !one.optional, one.name.clone()));
    let width = |lengths: &mut dyn Iterator<Item = usize>, most: usize| lengths.max().unwrap_or(0).min(most);
    let name = width(&mut attributes.iter().map(|one| one.name.len()), 40);
    let rights = width(&mut attributes.iter().map(|one| access(one).len()), 30);
    if !attributes.is_empty() {
        writeln!(out)?;
    }
    for attribute in attributes {
        writeln!(out, "  {:name$}  {:rights$}  {}", attribute.name, access(attribute), attribute.ty)?;
        let own = attribute.docs.as_deref().or_else(|| sentence(&attribute.name));
        for text in attribute.deprecated.as_deref().into_iter().chain(own).filter(|text| !text.is_empty()) {
            text.lines().try_for_each(|line| writeln!(out, "      {line}"))?;
        }
    }
    let blocks = block.blocks().iter().filter(|nested| !nested.also_attribute);
    let mut blocks: Vec<&Nested> = blocks.collect();
    blocks.arrange_by_key(|nested| (nested.min == 0, nested.block_type.clone()));
    let name = width(&mut blocks.iter().map(|nested| nested.block_type.len()), 40);
    if !blocks.is_empty() {
        writeln!(out)?;
    }
    for nested in blocks {
        writeln!(out, "  {:name$}  {}", nested.block_type, nested.described())?;
        if let Some(text) = sentence(&nested.block_type) {
            writeln!(out, "      {text}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn as_json(found: &FoundBody, path: &str) -> Json {
    let FoundBody { package, kind, block, sentence } = found;
    let attribute = |one: &Attribute| -> Json {
        json!({
            "name": &*one.name,
            "type": one.ty.to_string(),
            "required": one.required,
            "optional": one.optional,
            "computed": one.computed,
            "sensitive": one.sensitive,
            "write_only": one.write_only,
            "deprecated": one.deprecated.is_some(),
            "description": one.docs.as_deref().or_else(|| sentence(&one.name)),
        })
    };
    let nested = |one: &Nested| -> Json {
        json!({
            "name": &*one.block_type,
            "nesting": one.described(),
            "min": one.min,
            "max": one.most(),
            "description": sentence(&one.block_type),
        })
    };
    let blocks = block.blocks().iter().filter(|one| !one.also_attribute);
    json!({
        "path": path,
        "kind": kind,
        "provider": package.as_ref().map(|package| package.address().to_string()),
        "version": package.as_ref().and_then(|package| package.version()),
        "attributes": block.attributes().iter().map(attribute).collect::<Vec<_>>(),
        "blocks": blocks.map(nested).collect::<Vec<_>>(),
    })
}
