//! Descriptions as JSON, format version 1.0.

use hclx_core::{Bound, Value};
use hclx_diag::{ColumnUnit, SourceId, Sources, Span};
use serde_json::{Map, Value as Json, json};

use super::{
    Call, Declared, Description, Details, Edge, Fact, Flag, Input, Output, Repetition, Requirement, Resource,
    Rule, path_text,
};

/// The JSON form of a description. Lines and columns start at 1; columns count grapheme clusters. Defaults of
/// sensitive inputs are omitted.
pub fn to_json(description: &Description, sources: &Sources) -> Json {
    let at = Places { sources };
    let declarations: Json = description.declarations.iter().map(|one| declared(one, &at)).collect();
    let edges: Json = description.edges.iter().map(|one| edge(one, &at)).collect();
    let mut all = json!({
        "format_version": "1.0",
        "root": &*description.root,
        "language": description.language,
        "files": at.files(&description.files),
        "is_called": description.is_called,
        "broken_files": at.files(&description.broken),
        // in the order of the format; the macro would copy what is large
        "declarations": null,
        "edges": null,
        "versions": description.versions.iter().map(|one| &**one).collect::<Vec<_>>(),
        "requirements": description.requirements.iter().map(requirement).collect::<Vec<_>>(),
        "moves": description.moves.iter().map(|one| json!({
            "from": &*one.from, "to": one.to.as_deref(), "place": at.place(one.place),
        })).collect::<Vec<_>>(),
    });
    all["declarations"] = declarations;
    all["edges"] = edges;
    all
}

/// The sources that places refer to.
struct Places<'s> {
    sources: &'s Sources,
}

impl Places<'_> {
    fn files(&self, files: &[SourceId]) -> Vec<&str> {
        files.iter().map(|file| self.sources.get(*file).name()).collect()
    }

    fn place(&self, span: Span) -> Json {
        let source = self.sources.get(span.source);
        let start = source.position(span.range.start, ColumnUnit::Graphemes);
        json!({ "file": source.name(), "line": start.line, "column": start.column })
    }
}

fn declared(one: &Declared, at: &Places<'_>) -> Json {
    let mut members = Map::new();
    let kind = match &one.details {
        Details::Input(_) => "input",
        Details::Output(_) => "output",
        Details::Local(_) => "local",
        Details::Call(_) => "call",
        Details::Resource(resource) => resource.mode,
        Details::Other(kind) => kind,
    };
    members.insert("address".to_owned(), json!(one.address));
    members.insert("kind".to_owned(), json!(kind));
    members.insert("name".to_owned(), json!(&*one.name));
    members.insert("place".to_owned(), at.place(one.place));
    if let Some(text) = &one.description {
        members.insert("description".to_owned(), json!(&**text));
    }
    if !one.comment.is_empty() {
        members.insert("comment".to_owned(), json!(one.comment));
    }
    members.extend(one.flags.iter().map(|flag| (flag_name(*flag).to_owned(), Json::Bool(true))));
    if let Some(text) = &one.deprecated {
        members.insert("deprecated".to_owned(), json!(&**text));
    }
    match &one.details {
        Details::Input(input) => self::input(input, one.has(Flag::Sensitive), at, &mut members),
        Details::Output(output) => self::output(output, &mut members),
        Details::Local(ty) => drop(members.insert("type".to_owned(), json!(ty.to_string()))),
        Details::Call(call) => self::call(call, at, &mut members),
        Details::Resource(resource) => self::resource(resource, &mut members),
        Details::Other(_) => {}
    }
    Json::Object(members)
}

fn flag_name(flag: Flag) -> &'static str {
    match flag {
        Flag::Sensitive => "sensitive",
        Flag::Ephemeral => "ephemeral",
        Flag::NotNullable => "not_nullable",
        Flag::Constant => "constant",
    }
}

fn input(input: &Input, is_secret: bool, at: &Places<'_>, members: &mut Map<String, Json>) {
    if let Some(written) = &input.written {
        members.insert("written_type".to_owned(), json!(&**written));
    }
    members.insert("type".to_owned(), json!(input.ty.to_string()));
    members.insert("required".to_owned(), json!(input.default.is_none()));
    if let Some(default) = input.default.as_ref().filter(|_| !is_secret)
        && let Some(value) = plain(&default.value)
    {
        members.insert("default".to_owned(), value);
    }
    let defaults = input.defaults.iter().filter(|_| !is_secret);
    let defaults =
        defaults.filter_map(|(path, value)| Some(json!({ "path": path_text(path), "value": plain(value)? })));
    let defaults: Vec<Json> = defaults.collect();
    if !defaults.is_empty() {
        members.insert("attribute_defaults".to_owned(), Json::Array(defaults));
    }
    let facts = input.facts.iter().map(|one| fact(one, at)).collect::<Vec<_>>();
    members.insert("facts".to_owned(), Json::Array(facts));
}

fn output(output: &Output, members: &mut Map<String, Json>) {
    if let Some(written) = &output.written {
        members.insert("written_type".to_owned(), json!(&**written));
    }
    members.insert("type".to_owned(), json!(output.ty.to_string()));
    if let Some(source) = &output.source {
        let source = json!({
            "reference": &*source.reference, "of": &*source.of, "attribute": source.attribute.as_deref(),
        });
        members.insert("source".to_owned(), source);
    }
}

fn call(call: &Call, at: &Places<'_>, members: &mut Map<String, Json>) {
    members.insert("source".to_owned(), json!(&*call.source));
    members.insert("version".to_owned(), json!(call.version.as_deref()));
    members.insert("folder".to_owned(), json!(call.folder.as_deref()));
    let argument =
        |(name, place): &(std::sync::Arc<str>, Span)| json!({ "name": &**name, "place": at.place(*place) });
    members.insert("arguments".to_owned(), call.arguments.iter().map(argument).collect());
    members.insert("repetition".to_owned(), json!(repetition(call.repetition)));
}

fn resource(resource: &Resource, members: &mut Map<String, Json>) {
    members.insert("type".to_owned(), json!(&*resource.of_type));
    members.insert("provider".to_owned(), json!(&*resource.provider));
    members.insert("provider_alias".to_owned(), json!(resource.alias.as_deref()));
    members.insert("repetition".to_owned(), json!(repetition(resource.repetition)));
}

fn repetition(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::One => "one",
        Repetition::Count => "count",
        Repetition::ForEach => "for_each",
    }
}

fn edge(edge: &Edge, at: &Places<'_>) -> Json {
    json!({ "from": &*edge.from, "to": &*edge.to, "place": at.place(edge.place) })
}

fn requirement(one: &Requirement) -> Json {
    json!({
        "name": &*one.name,
        "source": one.source.as_deref(),
        "constraints": one.constraints.iter().map(|text| &**text).collect::<Vec<_>>(),
        "aliases": one.aliases.iter().map(|text| &**text).collect::<Vec<_>>(),
    })
}

fn fact(fact: &Fact, at: &Places<'_>) -> Json {
    let bound = |bound: &Bound| json!({ "number": plain(&Value::number(bound.number.clone())), "inclusive": bound.inclusive });
    let values = |values: &[Value]| Json::Array(values.iter().filter_map(plain).collect());
    let (name, argument) = match &fact.rule {
        Rule::NotNull => ("not_null", Json::Bool(true)),
        Rule::Min(min) => ("min", bound(min)),
        Rule::Max(max) => ("max", bound(max)),
        Rule::Whole => ("whole", Json::Bool(true)),
        Rule::LengthMin(least) => ("length_min", json!(least)),
        Rule::LengthMax(most) => ("length_max", json!(most)),
        Rule::Prefix(prefix) => ("prefix", json!(&**prefix)),
        Rule::Pattern(pattern) => ("pattern", json!(&**pattern)),
        Rule::OneOf(members) => ("one_of", values(members)),
        Rule::NoneOf(members) => ("none_of", values(members)),
        Rule::Distinct => ("distinct", Json::Bool(true)),
        Rule::Text { condition, message } => {
            ("text", json!({ "condition": &**condition, "message": message.as_deref() }))
        }
    };
    json!({
        "path": path_text(&fact.path), name: argument,
        "admits_null": fact.admits_null, "place": at.place(fact.place),
    })
}

/// The plain JSON of a value; `None` if a part of it is unknown.
fn plain(value: &Value) -> Option<Json> {
    serde_json::from_str(&hclx_core::to_json(value).ok()?).ok()
}
