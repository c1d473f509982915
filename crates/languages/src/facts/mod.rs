//! Recorded facts about an application as [`Block`]s: data in the crate, parsed on first use of a language
//! and converted to bodies on demand.
//!
//! The data (`facts.json` in each directory) was extracted from the sources of a release; a test compares it
//! with the record, and can rewrite it. Out of scope: individual applications.

use std::sync::{Arc, Mutex, OnceLock};

use hclx_core::Type;
use hclx_diag::{Ordered, SourceId, locked};
use hclx_eval::type_syntax::{TypeOptions, parse_type_text};
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested, Nesting, Unknown};
use serde_json::Value as Json;

/// The recorded bodies of an application.
pub(crate) struct Facts {
    text: &'static str,
    /// The end of warnings about ignored names.
    ignored: &'static str,
    /// The bodies in which `dynamic` blocks are expanded.
    dynamic: fn(&str) -> bool,
    /// Additions to the recorded facts.
    amended: fn(&str, Block) -> Block,
    read: OnceLock<Json>,
    made: Mutex<Ordered<String, Arc<Block>>>,
}

impl Facts {
    /// Facts in their JSON form. `ignored` is the end of warnings about ignored names; `dynamic` selects
    /// the bodies that can contain `dynamic` blocks; `amended` adds unrecorded facts to a body.
    pub(crate) const fn new(
        text: &'static str,
        ignored: &'static str,
        dynamic: fn(&str) -> bool,
        amended: fn(&str, Block) -> Block,
    ) -> Self {
        Self { text, ignored, dynamic, amended, read: OnceLock::new(), made: Mutex::new(Ordered::new()) }
    }

    /// The record as JSON.
    ///
    /// # Panics
    /// If the data of the crate is not JSON, which a test rules out.
    pub(crate) fn json(&self) -> &Json {
        self.read.get_or_init(|| serde_json::from_str(self.text).expect("recorded facts are JSON"))
    }

    /// The body with a name; an unrecorded one is opaque.
    pub(crate) fn body(&'static self, name: &str) -> Arc<Block> {
        let known = locked(&self.made);
        if let Some(block) = known.get(name) {
            return Arc::clone(block);
        }
        drop(known);
        let block = Arc::new(self.make(name));
        let mut made = locked(&self.made);
        Arc::clone(made.or_insert(name.to_owned(), block))
    }

    /// The body of the component with a kind and a label, if it is recorded.
    pub(crate) fn component(&'static self, kind: &str, label: &str) -> Option<Arc<Block>> {
        let name = self.json()["components"][kind][label].as_str()?;
        Some(self.body(name))
    }

    /// The labels of the recorded components of a kind.
    pub(crate) fn components(&'static self, kind: &str) -> Vec<&'static str> {
        let recorded = self.json()["components"][kind].as_object();
        recorded.into_iter().flat_map(|labels| labels.keys().map(String::as_str)).collect()
    }

    fn make(&'static self, name: &str) -> Block {
        let recorded = &self.json()["bodies"][name];
        if recorded.is_null() {
            let mut block = Block::new().unknown(Unknown::Free);
            block.any_attribute = Some(Attribute::new("", Type::ANY));
            block.any_block = Some(self.any_block(name));
            return block;
        }
        let mut block = Block::new();
        if let Some(ty) = recorded["any_attribute"].as_str() {
            block.any_attribute = Some(attribute("", &serde_json::json!({ "type": ty })));
        }
        if recorded["any_block"].as_bool() == Some(true) {
            block.any_block = Some(self.any_block(name));
            block.unknown = Unknown::Free;
        }
        if recorded["unknown"] == "ignore" {
            block.unknown = Unknown::Warn(self.ignored.into());
        }
        for (name, one) in recorded["attributes"].as_object().into_iter().flatten() {
            block.push_attribute(attribute(name, one));
        }
        for (block_type, one) in recorded["blocks"].as_object().into_iter().flatten() {
            if one["also_attribute"].as_bool() == Some(true) && block.find_attribute(block_type).is_none() {
                block.push_attribute(Attribute::new(block_type.as_str(), Type::map(Type::ANY)));
            }
            let mut nested = self.nested(block_type, one);
            nested.dynamic = (self.dynamic)(name);
            nested.also_attribute = block.find_attribute(block_type).is_some();
            block.push_nested(nested);
        }
        (self.amended)(name, block)
    }

    /// The block type for blocks of any type.
    fn any_block(&self, body: &str) -> Nested {
        Nested { dynamic: (self.dynamic)(body), ..Nested::new("") }
    }

    fn nested(&'static self, block_type: &str, one: &Json) -> Nested {
        let labels = one["labels"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let mut nested = Nested::new(block_type).labels(labels);
        nested.nesting = match one["nesting"].as_str() {
            Some("single") => Nesting::Single,
            Some("map") => Nesting::Map,
            _ => Nesting::List,
        };
        nested.min = one["min"].as_u64().and_then(|min| usize::try_from(min).ok()).unwrap_or(0);
        // "one … without label is accepted"
        nested.optional_labels = usize::from(one["legacy"].is_string()).min(nested.labels.len());
        if one["deprecated"].as_bool() == Some(true) {
            nested.deprecated = Some("".into());
        }
        let body = one["body"].as_str().unwrap_or_default().to_owned();
        match self.json()["bodies"][&body]["component"].as_str() {
            Some(kind) => {
                let known = self.json()["components"][kind].as_object().into_iter().flatten();
                let body = Body::by_label(0, move |label| Some(self.with_component(&body, kind, label)));
                nested.body(body.knowing(known.map(|(label, _)| label.as_str())))
            }
            None => nested.body(Body::lazy(move || self.body(&body))),
        }
    }

    /// The body of a component; an unrecorded component accepts everything.
    fn with_component(&'static self, body: &str, kind: &str, label: &str) -> Arc<Block> {
        let key = format!("{body} {kind} {label}");
        let known = locked(&self.made);
        if let Some(block) = known.get(&key) {
            return Arc::clone(block);
        }
        drop(known);
        let own = self.make(body);
        let block = Arc::new(match self.component(kind, label) {
            Some(component) => own.with(&component),
            None => own.with(&Block::opaque()).unknown(Unknown::Free),
        });
        let mut made = locked(&self.made);
        Arc::clone(made.or_insert(key, block))
    }
}

fn attribute(name: &str, one: &Json) -> Attribute {
    let text = one["type"].as_str().unwrap_or("any");
    let (ty, whole) = ty(text);
    let mut attribute = Attribute::new(name, ty);
    attribute.whole = whole;
    if one["required"].as_bool() == Some(true) {
        attribute = attribute.required();
    }
    match &one["deprecated"] {
        Json::Bool(true) => attribute.deprecated = Some("".into()),
        // the first words name the replacement
        Json::String(instead) => {
            let name = instead.split(';').next().unwrap_or_default().trim();
            attribute.deprecated = Some(format!("use `{name}`").into());
        }
        _ => {}
    }
    attribute.reading = reading(one["reading"].as_str().unwrap_or_default());
    if let Some(values) = one["values"].as_array() {
        attribute = attribute.one_of(values.iter().filter_map(Json::as_str));
    }
    if let [least, most] = one["range"].as_array().map_or(&[][..], Vec::as_slice) {
        attribute.range = least.as_i64().zip(most.as_i64()).filter(|_| attribute.ty == Type::NUMBER);
    }
    attribute
}

/// The interpretation of an expression, from the first words of its record.
fn reading(text: &str) -> ExprMode {
    match text {
        _ if text.starts_with("type expression") => ExprMode::TypeExpression,
        _ if text.starts_with("duration") => ExprMode::Duration,
        _ if text.starts_with("keyword") => ExprMode::Keyword,
        "constant" => ExprMode::Literal,
        _ => ExprMode::Value,
    }
}

/// Parses a type in the notation of the record, where `int` is a whole number. The second value is
/// `true` if the number must be whole.
fn ty(text: &str) -> (Type, bool) {
    if text == "int" {
        return (Type::NUMBER, true);
    }
    // Only a number on its own must be whole, not one in a collection.
    let text = text.replace("(int)", "(number)");
    (parse_type_text(SourceId(u32::MAX), &text, &TypeOptions::constraint()).ty, false)
}
