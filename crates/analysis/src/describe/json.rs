//! Descriptions as JSON, format version 1.0.

use hclx_core::{Bound, JsonText, Value};
use hclx_diag::{ColumnUnit, SourceId, Sources, Span};
use serde_json::Value as Json;

use super::{
    Call, DeclaredItem, Description, Details, Edge, Fact, Flag, Input, Move, Output, Repetition, Requirement,
    Resource, Rule, path_text,
};

/// A description in JSON. Lines and columns start at 1; columns count grapheme clusters. Defaults of sensitive inputs are
/// omitted.
pub fn to_json(description: &Description, sources: &Sources) -> String {
    // a tree of the members would take several times the memory of their text
    let mut out = Writer { text: JsonText::compact(|_| false), sources };
    out.description(description);
    out.text.finish()
}

/// The JSON so far, with the sources that places refer to.
struct Writer<'s> {
    text: JsonText,
    sources: &'s Sources,
}

impl Writer<'_> {
    fn description(&mut self, all: &Description) {
        self.text.open('{');
        self.string("format_version", "1.0");
        self.string("root", &all.root);
        self.string("language", all.language);
        self.files("files", &all.files);
        self.bool("is_called", all.is_called);
        self.files("broken_files", &all.broken);
        self.list("declarations", &all.declarations, Self::declared);
        self.list("edges", &all.edges, Self::edge);
        self.strings("versions", &all.versions);
        self.list("requirements", &all.requirements, Self::requirement);
        self.list("moves", &all.moves, Self::moved);
        self.text.close('}');
    }

    fn string(&mut self, name: &str, text: &str) {
        self.text.string_member(name, text);
    }

    fn bool(&mut self, name: &str, value: bool) {
        self.text.member(name);
        self.text.scalar(value);
    }

    /// Writes a member: a string, or null if there is none.
    fn nullable(&mut self, name: &str, text: Option<&str>) {
        self.text.member(name);
        match text {
            Some(text) => self.text.string(text),
            None => self.text.scalar("null"),
        }
    }

    fn list<T>(&mut self, name: &str, items: impl IntoIterator<Item = T>, write: impl Fn(&mut Self, T)) {
        self.text.member(name);
        self.text.open('[');
        for item in items {
            self.text.element();
            write(self, item);
        }
        self.text.close(']');
    }

    fn strings(&mut self, name: &str, texts: &[impl AsRef<str>]) {
        self.list(name, texts, |out, text| out.text.string(text.as_ref()));
    }

    fn files(&mut self, name: &str, files: &[SourceId]) {
        let sources = self.sources;
        self.list(name, files, |out, file| out.text.string(sources.get(*file).name()));
    }

    fn place(&mut self, span: Span) {
        let source = self.sources.get(span.source);
        let start = source.position(span.range.start, ColumnUnit::Graphemes);
        self.text.member("place");
        self.text.open('{');
        self.string("file", source.name());
        self.text.member("line");
        self.text.scalar(start.line);
        self.text.member("column");
        self.text.scalar(start.column);
        self.text.close('}');
    }

    fn value(&mut self, value: &Json) {
        self.text.scalar(value);
    }

    fn declared(&mut self, one: &DeclaredItem) {
        self.text.open('{');
        let kind = match &one.details {
            Details::Input(_) => "input",
            Details::Output(_) => "output",
            Details::Local(_) => "local",
            Details::Call(_) => "call",
            Details::Resource(resource) => resource.mode,
            Details::Other(kind) => kind,
        };
        self.string("address", &one.address);
        self.string("kind", kind);
        self.string("name", &one.name);
        self.place(one.place);
        if let Some(text) = &one.description {
            self.string("description", text);
        }
        if !one.comment.is_empty() {
            self.strings("comment", &one.comment);
        }
        one.flags.iter().for_each(|flag| self.bool(flag_name(*flag), true));
        if let Some(text) = &one.deprecated {
            self.string("deprecated", text);
        }
        match &one.details {
            Details::Input(input) => self.input(input, one.has(Flag::Sensitive)),
            Details::Output(output) => self.output(output),
            Details::Local(ty) => self.string("type", &ty.to_string()),
            Details::Call(call) => self.call(call),
            Details::Resource(resource) => self.resource(resource),
            Details::Other(_) => {}
        }
        self.text.close('}');
    }

    fn input(&mut self, input: &Input, is_secret: bool) {
        if let Some(written) = &input.written {
            self.string("written_type", written);
        }
        self.string("type", &input.ty.to_string());
        self.bool("required", input.default.is_none());
        if let Some(default) = input.default.as_ref().filter(|_| !is_secret)
            && let Some(value) = plain(&default.value)
        {
            self.text.member("default");
            self.value(&value);
        }
        let defaults = input.defaults.iter().filter(|_| !is_secret);
        let defaults: Vec<_> =
            defaults.filter_map(|(path, value)| Some((path_text(path), plain(value)?))).collect();
        if !defaults.is_empty() {
            self.list("attribute_defaults", &defaults, |out, (path, value)| {
                out.text.open('{');
                out.string("path", path);
                out.text.member("value");
                out.value(value);
                out.text.close('}');
            });
        }
        self.list("facts", &input.facts, Self::fact);
    }

    fn output(&mut self, output: &Output) {
        if let Some(written) = &output.written {
            self.string("written_type", written);
        }
        self.string("type", &output.ty.to_string());
        if let Some(source) = &output.source {
            self.text.member("source");
            self.text.open('{');
            self.string("reference", &source.reference);
            self.string("of", &source.of);
            self.nullable("attribute", source.attribute.as_deref());
            self.text.close('}');
        }
    }

    fn call(&mut self, call: &Call) {
        self.string("source", &call.source);
        self.nullable("version", call.version.as_deref());
        self.nullable("folder", call.folder.as_deref());
        self.list("arguments", &call.arguments, |out, (name, place)| {
            out.text.open('{');
            out.string("name", name);
            out.place(*place);
            out.text.close('}');
        });
        self.string("repetition", repetition(call.repetition));
    }

    fn resource(&mut self, resource: &Resource) {
        self.string("type", &resource.of_type);
        self.string("provider", &resource.provider);
        self.nullable("provider_alias", resource.alias.as_deref());
        self.string("repetition", repetition(resource.repetition));
    }

    fn edge(&mut self, edge: &Edge) {
        self.text.open('{');
        self.string("from", &edge.from);
        self.string("to", &edge.to);
        self.place(edge.place);
        self.text.close('}');
    }

    fn requirement(&mut self, one: &Requirement) {
        self.text.open('{');
        self.string("name", &one.name);
        self.nullable("source", one.source.as_deref());
        self.strings("constraints", &one.constraints);
        self.strings("aliases", &one.aliases);
        self.text.close('}');
    }

    fn moved(&mut self, one: &Move) {
        self.text.open('{');
        self.string("from", &one.from);
        self.nullable("to", one.to.as_deref());
        self.place(one.place);
        self.text.close('}');
    }

    fn fact(&mut self, fact: &Fact) {
        self.text.open('{');
        self.string("path", &path_text(&fact.path));
        match &fact.rule {
            Rule::NotNull => self.bool("not_null", true),
            Rule::Min(min) => self.bound("min", min),
            Rule::Max(max) => self.bound("max", max),
            Rule::Whole => self.bool("whole", true),
            Rule::LengthMin(least) => self.length("length_min", *least),
            Rule::LengthMax(most) => self.length("length_max", *most),
            Rule::Prefix(prefix) => self.string("prefix", prefix),
            Rule::Pattern(pattern) => self.string("pattern", pattern),
            Rule::OneOf(members) => self.values("one_of", members),
            Rule::NoneOf(members) => self.values("none_of", members),
            Rule::Distinct => self.bool("distinct", true),
            Rule::Text { condition, .. } => {
                self.text.member("text");
                self.text.open('{');
                self.string("condition", condition);
                self.nullable("message", fact.message.as_deref());
                self.text.close('}');
            }
        }
        self.bool("admits_null", fact.admits_null);
        self.place(fact.place);
        self.text.close('}');
    }

    fn bound(&mut self, name: &str, bound: &Bound) {
        self.text.member(name);
        self.text.open('{');
        self.text.member("number");
        self.value(&plain(&Value::number(bound.number.clone())).unwrap_or_default());
        self.bool("inclusive", bound.inclusive);
        self.text.close('}');
    }

    fn length(&mut self, name: &str, length: usize) {
        self.text.member(name);
        self.text.scalar(length);
    }

    fn values(&mut self, name: &str, values: &[Value]) {
        self.list(name, values.iter().filter_map(plain), |out, value| out.value(&value));
    }
}

fn flag_name(flag: Flag) -> &'static str {
    match flag {
        Flag::Sensitive => "sensitive",
        Flag::Ephemeral => "ephemeral",
        Flag::NotNullable => "not_nullable",
        Flag::Constant => "constant",
    }
}

fn repetition(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::One => "one",
        Repetition::Count => "count",
        Repetition::ForEach => "for_each",
    }
}

/// The plain JSON of a value; `None` if a part is unknown.
fn plain(value: &Value) -> Option<Json> {
    serde_json::from_str(&hclx_core::to_json(value).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hclx_core::Type;
    use hclx_diag::{Source, TextRange};

    use super::*;

    #[test]
    fn a_description_is_one_object() {
        let mut sources = Sources::new();
        let file = sources.add(Source::new("m/a.tf", &b"locals {\n  a = local.b\n}\n"[..]));
        let place = |start, end| TextRange::new(start, end).in_source(file);
        let local = DeclaredItem {
            address: "local.a".to_owned(),
            name: "a".into(),
            place: place(11, 12),
            header: place(11, 12),
            description: None,
            comment: vec!["says \"a\"".to_owned()],
            flags: Vec::new(),
            deprecated: None,
            conditions: Vec::new(),
            details: Details::Local(Type::STRING),
        };
        let edge = Edge { from: "local.a".into(), to: "local.b".into(), place: place(15, 22) };
        let description = Description {
            root: "m".into(),
            language: "terraform",
            files: vec![file],
            declarations: vec![local],
            edges: vec![edge],
            versions: vec![Arc::from(">= 1.5")],
            ..Description::default()
        };
        let expected = concat!(
            r#"{"format_version":"1.0","root":"m","language":"terraform","files":["m/a.tf"],"#,
            r#""is_called":false,"broken_files":[],"declarations":[{"address":"local.a","kind":"local","#,
            r#""name":"a","place":{"file":"m/a.tf","line":2,"column":3},"comment":["says \"a\""],"#,
            r#""type":"string"}],"edges":[{"from":"local.a","to":"local.b","#,
            r#""place":{"file":"m/a.tf","line":2,"column":7}}],"#,
            r#""versions":[">= 1.5"],"requirements":[],"moves":[]}"#
        );
        assert_eq!(to_json(&description, &sources), expected);
    }
}
