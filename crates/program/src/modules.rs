//! The modules of a session, shown on pages next to findings: descriptions, or inferred types for languages
//! without descriptions.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::describe::{DeclaredItem, Description, Details, Flag};
use hclx_analysis::{Answer, TypeText, Unit};
use hclx_core::TypeKind;
use hclx_diag::{Arrange, ColumnUnit, Sources, Span};
use hclx_present::{constraints, pretty_json};
use hclx_report::{Call, Declaration, Module};

/// The modules of answers. Each unit answered [`hclx_analysis::Question::Describe`], or
/// [`hclx_analysis::Question::Infer`] if its language has no descriptions; units without declarations are
/// skipped.
pub fn modules(sources: &Sources, units: &[(Unit, Answer)]) -> Vec<Module> {
    let described = units.iter().map(|(unit, answer)| (module(sources, unit, answer), &answer.description));
    let (mut modules, descriptions): (Vec<Module>, Vec<_>) =
        described.filter(|(module, _)| !module.declarations.is_empty()).unzip();
    let roots: HashMap<&str, usize> =
        descriptions.iter().enumerate().filter_map(|(at, one)| Some((&*one.as_ref()?.root, at))).collect();
    let calls: Vec<Vec<Call>> = descriptions
        .iter()
        .map(|one| one.as_ref().map_or_else(Vec::new, |description| calls(description, &roots, &modules)))
        .collect();
    modules.iter_mut().zip(calls).for_each(|(module, calls)| module.calls = calls);
    modules
}

fn module(sources: &Sources, unit: &Unit, answer: &Answer) -> Module {
    let language = unit.language.row().title;
    match &answer.description {
        Some(description) => described(sources, description, language),
        None => Module {
            root: unit.root.to_string(),
            language,
            declarations: inferred(sources, unit, answer),
            ..Module::default()
        },
    }
}

fn described(sources: &Sources, description: &Description, language: &'static str) -> Module {
    let declarations = &description.declarations;
    let numbers: HashMap<&str, usize> =
        declarations.iter().enumerate().map(|(number, one)| (&*one.address, number)).collect();
    let edges = description.edges.iter();
    let mut references: Vec<(usize, usize)> =
        edges.filter_map(|edge| Some((*numbers.get(&*edge.from)?, *numbers.get(&*edge.to)?))).collect();
    references.arrange();
    references.dedup();
    Module {
        root: description.root.to_string(),
        language,
        is_called: description.is_called,
        about: about_module(sources, description),
        declarations: declarations.iter().map(|declared_item| declaration(sources, declared_item)).collect(),
        references,
        calls: Vec::new(),
    }
}

/// Requirements, and files that were only partly read.
fn about_module(sources: &Sources, description: &Description) -> Vec<String> {
    let versions = description.versions.iter().map(|version| format!("requires version {version}"));
    let providers = description.requirements.iter().map(|requirement| {
        let source = requirement.source.as_deref().map(|source| format!(" ({source})")).unwrap_or_default();
        let constraints = requirement.constraints.join(", ");
        format!("requires {}{source} {constraints}", requirement.name).trim_end().to_owned()
    });
    let broken = description.broken.iter().map(|file| {
        format!("`{}` has syntax errors: declarations may be missing here", sources.get(*file).name())
    });
    versions.chain(providers).chain(broken).collect()
}

fn declaration(sources: &Sources, one: &DeclaredItem) -> Declaration {
    let (path, line) = place(sources, one.place);
    let (kind, ty) = match &one.details {
        Details::Input(input) => ("input", input.ty.to_string()),
        Details::Output(output) => ("output", output.ty.to_string()),
        Details::Local(ty) => ("local", ty.to_string()),
        Details::Call(_) => ("call", String::new()),
        Details::Resource(resource) => (resource.mode, String::new()),
        Details::Other(kind) => (*kind, String::new()),
    };
    let (note, about) = details(one);
    Declaration { kind: kind.to_owned(), address: one.address.clone(), ty, path, line, note, about }
}

/// The most important property of a declaration, and lines with all others.
fn details(one: &DeclaredItem) -> (String, String) {
    let mut lines = Vec::new();
    let note = match &one.details {
        Details::Input(input) => {
            let constraints = constraints(input);
            lines.extend((!constraints.is_empty()).then(|| format!("constraints: {constraints}")));
            match &input.default {
                None => "required".to_owned(),
                // The default of a sensitive variable must not appear on a page.
                Some(_) if one.has(Flag::Sensitive) => "has a default".to_owned(),
                Some(default) => pretty_json(&default.given).map_or_else(
                    || "has a default".to_owned(),
                    |json| format!("default {}", one_line(&json)),
                ),
            }
        }
        Details::Output(output) => match &output.source {
            Some(source) if *output.ty.kind() == TypeKind::Any => format!("from {}", source.reference),
            _ => String::new(),
        },
        Details::Call(call) => match &call.version {
            Some(version) => format!("{} {version}", call.source),
            None => call.source.to_string(),
        },
        Details::Resource(resource) => format!("provider {}", resource.provider),
        Details::Local(_) | Details::Other(_) => String::new(),
    };
    for (flag, word) in [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral")] {
        lines.extend(one.has(flag).then(|| word.to_owned()));
    }
    lines.extend(one.deprecated.as_ref().map(|instead| format!("deprecated: {instead}")));
    let own = one.description.as_deref().map_or_else(|| one.comment.join("\n"), str::to_owned);
    lines.extend((!own.trim().is_empty()).then(|| own.trim().to_owned()));
    (note, lines.join("\n"))
}

/// Puts formatted JSON on one line.
fn one_line(json: &str) -> String {
    // JSON strings contain no line breaks
    json.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

/// The inferred types of a unit whose language has no descriptions.
fn inferred(sources: &Sources, unit: &Unit, answer: &Answer) -> Vec<Declaration> {
    let declaration = |kind: &str, address: String, ty: String, (path, line): (String, u32)| Declaration {
        kind: kind.to_owned(),
        address,
        ty,
        path,
        line,
        ..Declaration::default()
    };
    let rows = answer
        .rows
        .iter()
        .map(|row| declaration("value", row.path.clone(), row.ty.to_string(), place(sources, row.name_span)));
    // types and properties have names but no places
    let path = unit.files.first().map(|file| sources.get(*file).name().to_owned()).unwrap_or_default();
    let of_document = answer.document.iter().flat_map(|document| {
        let named = |kind, all: &[(Arc<str>, TypeText)]| {
            all.iter()
                .map(|(name, ty)| declaration(kind, name.to_string(), ty.own.to_string(), (path.clone(), 0)))
                .collect::<Vec<_>>()
        };
        let lets = document.lets.iter().map(|(span, name, ty)| {
            declaration("let", name.to_string(), ty.own.to_string(), place(sources, *span))
        });
        let types = named("type", &document.types).into_iter();
        types.chain(named("property", &document.properties)).chain(lets).collect::<Vec<_>>()
    });
    rows.chain(of_document).collect()
}

/// The calls from a module to the other modules of the session.
fn calls(description: &Description, roots: &HashMap<&str, usize>, modules: &[Module]) -> Vec<Call> {
    let declarations = description.declarations.iter().enumerate();
    let call = |(declaration, one): (usize, &DeclaredItem)| {
        let call = one.call()?;
        let module = *roots.get(call.folder.as_deref()?)?;
        let is_given = |one: &Declaration| {
            let name = one.address.rsplit('.').next().unwrap_or_default();
            one.kind == "input" && call.arguments.iter().any(|(argument, _)| **argument == *name)
        };
        let inputs = modules[module].declarations.iter().enumerate();
        let inputs = inputs.filter(|(_, one)| is_given(one)).map(|(number, _)| number).collect();
        Some(Call { declaration, module, inputs })
    };
    declarations.filter_map(call).collect()
}

/// The path and line of a place.
fn place(sources: &Sources, span: Span) -> (String, u32) {
    let source = sources.get(span.source);
    let line = source.position(span.range.start, ColumnUnit::Bytes).line;
    (source.name().to_owned(), line)
}
