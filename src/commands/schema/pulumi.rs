//! Pulumi packages in the cache, and the contents of their resources, functions and types.

use std::io::Write;
use std::sync::Arc;

use hclx_diag::{Arrange, similar};
use hclx_languages::pcl::package::{
    Definition, Enumeration, Object, PackageSchemas, PackageStore, Property, Shape, Token, is_package_schema,
};
use serde_json::{Value as Json, json};

use crate::cli::Schema;
use crate::exit::Exit;
use crate::output;
use crate::protocol;

pub(super) use hclx_languages::pcl::package::Package;

/// Parses the schema of a package; `None` if the file is not one.
pub(super) fn read(text: &[u8], origin: &str) -> Option<Result<Package, String>> {
    is_package_schema(text).then(|| Package::import(text, origin))
}

/// Describes a package in one line.
pub(super) fn described(package: &Package) -> String {
    let counted = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let resources = counted(package.resource_tokens().count(), "resource");
    let functions = counted(package.function_tokens().count(), "function");
    let version = package.version().unwrap_or("any version");
    format!("pulumi:{}  {version}  {resources}, {functions}", package.name())
}

/// A package as a row of `list --format json`.
pub(super) fn row(package: &Package, path: Option<&String>) -> Json {
    json!({
        "package": package.name(),
        "version": package.version(),
        "origin": package.origin(),
        "resources": package.resource_tokens().count(),
        "functions": package.function_tokens().count(),
        "bytes": package.bytes().len(),
        "path": path,
    })
}

/// Returns `true` if a path is that of the package `pulumi:NAME`, in this version or in any.
pub(super) fn is_at(path: &str, package: &str, version: Option<&str>) -> bool {
    let mut parts = path.rsplit('/');
    let (file, name, pulumi) = (parts.next(), parts.next(), parts.next());
    let own = package.strip_prefix("pulumi:");
    let same_version = version.is_none_or(|version| file == Some(&format!("{version}.package")));
    pulumi == Some("pulumi") && name == own && PackageStore::is_package(path) && same_version
}

/// Shows a resource, function or type of a package.
pub(super) fn show(asked: &Schema, packages: &[Arc<Package>]) -> anyhow::Result<Exit> {
    let text = &asked.operands[0];
    let Some(token) = Token::read(text) else {
        anyhow::bail!("`{text}`: expected a token such as random:index:RandomPet");
    };
    let mut schemas = PackageSchemas::default();
    packages.iter().for_each(|package| schemas.add(Arc::clone(package)));
    let name = token.provider().unwrap_or(token.package);
    let Some(package) = schemas.find(name).cloned() else {
        let near = similar(name, schemas.names());
        let hint = hclx_diag::did_you_mean(near.first());
        anyhow::bail!("no stored schema of package `{name}`{hint}");
    };
    // `pulumi:providers:NAME` is the provider itself, which a package does not list as a resource.
    let resource = match token.provider() {
        Some(_) => Some(package.provider()),
        None => package.resource(&token),
    };
    let parts: Vec<(&str, Arc<Object>)>;
    let (kind, token) = if let Some(resource) = resource {
        parts = vec![("inputs", resource.inputs.clone()), ("outputs", resource.outputs.clone())];
        ("resource", resource.token.clone())
    } else if let Some(function) = package.function(&token) {
        let result = function.result.as_ref().map(|slot| slot.ty(&schemas).to_string());
        parts = function.inputs.iter().map(|inputs| ("arguments", inputs.clone())).collect();
        let shown = PackageElement { kind: "function", token: &function.token, parts: &parts, result };
        return print(asked, &package, &schemas, shown);
    } else if let Some(definition) = package.definition(text) {
        match &*definition {
            Definition::Object(object) => {
                parts = vec![("properties", object.clone())];
                ("type", text.as_str().into())
            }
            Definition::Enum(values) => {
                let result = Some(members(values));
                let shown = PackageElement { kind: "type", token: text, parts: &[], result };
                return print(asked, &package, &schemas, shown);
            }
            Definition::Resource(_) => anyhow::bail!("`{text}` is a resource"),
        }
    } else {
        let all = package.resource_tokens().chain(package.function_tokens());
        let near = similar(text, all);
        let hint = hclx_diag::did_you_mean(near.first());
        anyhow::bail!("unknown token `{text}` in package `{name}`{hint}");
    };
    print(asked, &package, &schemas, PackageElement { kind, token: &token, parts: &parts, result: None })
}

/// The type of a property, with the values of an enum.
fn shown_type(property: &Property, schemas: &PackageSchemas) -> String {
    let definition = match &property.slot.shape {
        Shape::Reference(reference) => schemas.resolve(reference),
        _ => None,
    };
    match definition.as_deref() {
        Some(Definition::Enum(values)) => members(values),
        _ => property.slot.ty(schemas).to_string(),
    }
}

fn members(values: &Enumeration) -> String {
    let values: Vec<String> = values.values.iter().map(ToString::to_string).collect();
    format!("one of {}", values.join(", "))
}

/// An element of a package.
struct PackageElement<'s> {
    kind: &'s str,
    token: &'s str,
    /// Its objects, each with a heading.
    parts: &'s [(&'s str, Arc<Object>)],
    /// The result type of a function, or the members of an enum.
    result: Option<String>,
}

fn print(
    asked: &Schema,
    package: &Package,
    schemas: &PackageSchemas,
    shown: PackageElement<'_>,
) -> anyhow::Result<Exit> {
    let PackageElement { kind, token, parts, result } = shown;
    let (name, version) = (package.name(), package.version().unwrap_or("of any version"));
    if asked.look.json {
        let property = |one: &Property| -> Json {
            json!({
                "name": &*one.name,
                "type": one.slot.ty(schemas).to_string(),
                "required": one.required,
                "plain": one.slot.plain,
                "deprecated": one.deprecated.as_deref(),
            })
        };
        let mut answer = json!({
            "token": token, "kind": kind, "package": name, "version": package.version(), "result": result,
        });
        for (part, object) in parts {
            answer[*part] = object.properties.iter().map(property).collect::<Vec<_>>().into();
        }
        protocol::answer_json(&asked.look, &answer)?;
        return Ok(Exit::Good);
    }
    let mut out = output::data();
    writeln!(out, "{token}: {kind} of {name} {version}")?;
    for (part, object) in parts {
        writeln!(out, "\n{part}")?;
        // A long name does not widen the column for all others.
        let width = object.properties.iter().map(|one| one.name.len()).max().unwrap_or(0).min(40);
        let mut properties: Vec<_> = object.properties.iter().collect();
        properties.arrange_by_key(|one| (!one.required, one.name.clone()));
        let words = |one: &Property| {
            let mut words = vec![if one.required { "required" } else { "optional" }];
            words.extend(one.slot.plain.then_some("plain"));
            words.extend(one.deprecated.is_some().then_some("deprecated"));
            words
        };
        let rights = properties.iter().map(|one| words(one).join(", ").len()).max().unwrap_or(0);
        for one in properties {
            let words = words(one);
            let (words, ty) = (words.join(", "), shown_type(one, schemas));
            writeln!(out, "  {:width$}  {words:rights$}  {ty}", one.name)?;
            for line in one.deprecated.as_deref().into_iter().flat_map(str::lines) {
                writeln!(out, "      {line}")?;
            }
        }
    }
    if let Some(result) = result {
        writeln!(out, "\ngives {result}")?;
    }
    out.flush()?;
    Ok(Exit::Good)
}
