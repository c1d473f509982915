//! The inputs of a unit as a JSON Schema, for editors, forms and validators of values files.
//!
//! The unit accepts everything that the schema accepts, except for the rules in `x-hclx-rules`, which no
//! keyword can express, and rules that relate several inputs. The exact form accepts everything that the unit
//! accepts, for example numbers as strings.

mod pattern;

use hclx_analysis::describe::{DeclaredItem, Description, Fact, Flag, Input, PathStep, Rule, path_text};
use hclx_core::{Bound, Type, TypeKind, Value};
use serde_json::{Map, Value as Json, json};

use crate::facts::{below, is_required, own};
use crate::pretty_json;

/// The draft of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draft {
    /// 2020-12.
    #[default]
    Draft2020,
    /// 07, for older readers.
    Draft07,
}

/// The form of a schema.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// The draft.
    pub draft: Draft,
    /// Set if everything that converts is accepted, not only the recommended notation.
    pub is_exact: bool,
    /// Omit inputs with a default.
    pub required_only: bool,
    /// The `$id`.
    pub id: Option<String>,
}

/// The maximum depth of a type; deeper parts accept everything.
const MAX_DEPTH: usize = 64;

/// The schema of the inputs of a unit.
pub fn json_schema(description: &Description, form: &Form) -> Json {
    let mut schema = Map::new();
    let draft = match form.draft {
        Draft::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        Draft::Draft07 => "http://json-schema.org/draft-07/schema#",
    };
    schema.insert("$schema".into(), draft.into());
    if let Some(id) = &form.id {
        schema.insert("$id".into(), id.as_str().into());
    }
    schema.insert("type".into(), "object".into());
    let mut properties = Map::new();
    let mut required = Vec::new();
    let is_closed = !form.is_exact && !form.required_only;
    if is_closed {
        // values files can name their schema for editors; no input has this name
        properties.insert("$schema".into(), json!({"type": "string"}));
    }
    for (declared, input) in description.inputs() {
        if input.default.is_none() {
            required.push(&*declared.name);
        } else if form.required_only {
            continue;
        }
        properties.insert(declared.name.to_string(), property(declared, input, form));
    }
    schema.insert("properties".into(), properties.into());
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    if is_closed {
        schema.insert("additionalProperties".into(), false.into());
    }
    schema.into()
}

/// The schema of an input, with the known facts about it.
fn property(declared: &DeclaredItem, input: &Input, form: &Form) -> Json {
    let mut part = Part { form, input, path: Vec::new(), unsaid: Vec::new() };
    let facts = &input.facts;
    let mut schema = part.of(&input.ty, facts, 0);
    let defaults = input.defaults.iter().filter(|_| !declared.has(Flag::Sensitive));
    defaults.for_each(|(path, value)| with_default(&mut schema, path, value));
    // a condition about a part of null fails, unless the default shows otherwise; one about the whole value also fails
    // for a default
    let is_default = input.default.as_ref().is_some_and(|default| default.given.is_null())
        && facts.iter().all(|fact| !fact.path.is_empty() || fact.admits_null);
    let admits_null = || facts.iter().all(|fact| fact.path.is_empty() && fact.admits_null);
    // where null is rejected, it means the default, if there is one
    let stands_for_default = form.is_exact && input.default.is_some();
    let takes_null = match declared.has(Flag::NotNullable) {
        true => stands_for_default,
        false => form.is_exact || is_default || admits_null(),
    };
    if takes_null {
        schema = or_null(schema);
    }
    // `true` accepts everything and has no place for annotations
    let mut members = match schema {
        Json::Object(members) => members,
        _ => Map::new(),
    };
    if let Some(text) = &declared.description {
        members.insert("description".into(), text.trim().into());
    }
    let is_secret = declared.has(Flag::Sensitive);
    let default = input.default.as_ref().filter(|_| !is_secret);
    if let Some(default) = default.and_then(|default| json_of(&default.given)) {
        members.insert("default".into(), default);
    }
    if is_secret {
        members.insert("writeOnly".into(), true.into());
    }
    if declared.deprecated.is_some() {
        members.insert("deprecated".into(), true.into());
    }
    if !part.unsaid.is_empty() {
        members.insert("x-hclx-rules".into(), part.unsaid.into());
    }
    members.into()
}

/// An object with these members.
fn object_of<const N: usize>(members: [(&str, Json); N]) -> Json {
    // The macro `json!` copies its arguments, here the schemas of all parts at each level.
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A value as JSON; `None` if a part is unknown.
fn json_of(value: &Value) -> Option<Json> {
    serde_json::from_str(&pretty_json(value)?).ok()
}

/// The schema extended by null.
fn or_null(schema: Json) -> Json {
    let Json::Object(mut members) = schema else { return schema };
    if let Some(Json::Array(values)) = members.get_mut("enum")
        && !values.contains(&Json::Null)
    {
        values.push(Json::Null);
    }
    let has_values = members.contains_key("enum");
    match members.get_mut("type") {
        Some(Json::Array(types)) if !types.contains(&"null".into()) => types.push("null".into()),
        Some(value @ Json::String(_)) => *value = json!([value.clone(), "null"]),
        Some(_) => {}
        None if has_values => {}
        None => {
            let forms = vec![members.into(), json!({"type": "null"})];
            return object_of([("anyOf", forms.into())]);
        }
    }
    members.into()
}

/// Writes the default of an attribute into the schema of a value.
fn with_default(schema: &mut Json, path: &[PathStep], value: &Value) {
    let Json::Object(members) = schema else { return };
    // a nullable part is next to a schema without a type
    if let Some(Json::Array(forms)) = members.get_mut("anyOf") {
        forms.first_mut().into_iter().for_each(|form| with_default(form, path, value));
        return;
    }
    let (part, rest) = match path.split_first() {
        None => {
            members.extend(json_of(value).map(|value| ("default".to_owned(), value)));
            return;
        }
        Some((PathStep::Attribute(name), rest)) => {
            (members.get_mut("properties").and_then(|parts| parts.get_mut(&**name)), rest)
        }
        Some((PathStep::Element, rest)) if members.contains_key("items") => (members.get_mut("items"), rest),
        Some((PathStep::Element, rest)) => (members.get_mut("additionalProperties"), rest),
        Some((PathStep::Key, _)) => return,
    };
    part.into_iter().for_each(|part| with_default(part, rest, value));
}

/// Builds the schema of an input.
struct Part<'f> {
    form: &'f Form,
    input: &'f Input,
    /// The path of the part that is being built.
    path: Vec<PathStep>,
    /// The rules that no keyword can express.
    unsaid: Vec<Json>,
}

impl Part<'_> {
    /// The schema of a type, given the facts about its values, whose paths are relative to it.
    fn of(&mut self, ty: &Type, facts: &[Fact], depth: usize) -> Json {
        if depth > MAX_DEPTH {
            return true.into();
        }
        let schema = match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) => {
                let items = self.part(element, facts, PathStep::Element, depth);
                self.have_one_type(element);
                match ty.kind() {
                    // equal values may have several notations
                    TypeKind::Set(_) if !self.form.is_exact => {
                        object_of([("type", "array".into()), ("items", items), ("uniqueItems", true.into())])
                    }
                    _ => object_of([("type", "array".into()), ("items", items)]),
                }
            }
            TypeKind::Map(element) => {
                let items = self.part(element, facts, PathStep::Element, depth);
                self.have_one_type(element);
                let mut schema = object_of([("type", "object".into()), ("additionalProperties", items)]);
                let keys = below(facts, &PathStep::Key);
                if !keys.is_empty() && !self.form.is_exact {
                    self.path.push(PathStep::Key);
                    schema["propertyNames"] = self.of(&Type::STRING, &keys, depth + 1);
                    self.path.pop();
                }
                schema
            }
            TypeKind::Tuple(elements) => self.tuple(elements, depth),
            TypeKind::Object(object) => {
                let mut properties = Map::new();
                let mut required = Vec::new();
                for attribute in object.attributes() {
                    let step = PathStep::Attribute(attribute.name.clone());
                    let inner = below(facts, &step);
                    // Null represents an omitted attribute, but a rule about the attribute may reject null.
                    let may_be_null = attribute.optional && inner.is_empty();
                    let is_required = match self.form.is_exact {
                        true => !attribute.optional,
                        false => is_required(self.input, &self.path, attribute, &inner),
                    };
                    let schema = self.part(&attribute.ty, facts, step, depth);
                    let schema = if may_be_null { or_null(schema) } else { schema };
                    properties.insert(attribute.name.to_string(), schema);
                    required.extend(is_required.then_some(&*attribute.name));
                }
                let mut schema = object_of([("type", "object".into()), ("properties", properties.into())]);
                if !required.is_empty() {
                    schema["required"] = json!(required);
                }
                if !self.form.is_exact {
                    schema["additionalProperties"] = false.into();
                }
                schema
            }
            kind => self.primitive(kind),
        };
        for fact in facts {
            if fact.path.first().is_some_and(|step| !self.visits(ty, step)) {
                let depth = self.path.len();
                self.path.extend(fact.path.iter().cloned());
                self.leave(fact);
                self.path.truncate(depth);
            }
        }
        self.with_facts(ty, schema, facts)
    }

    /// Returns `true` if the schema of a type has a part for a step, which then receives its facts.
    fn visits(&self, ty: &Type, step: &PathStep) -> bool {
        match (ty.kind(), step) {
            (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_), PathStep::Element) => true,
            (TypeKind::Map(_), PathStep::Key) => !self.form.is_exact,
            (TypeKind::Object(object), PathStep::Attribute(name)) => {
                object.attributes().iter().any(|attribute| attribute.name == *name)
            }
            _ => false,
        }
    }

    /// The schema of a part, given the facts about the whole value; the exact form accepts null for every
    /// part.
    fn part(&mut self, ty: &Type, facts: &[Fact], step: PathStep, depth: usize) -> Json {
        let inner = below(facts, &step);
        self.path.push(step);
        let schema = self.of(ty, &inner, depth + 1);
        self.path.pop();
        if self.form.is_exact { or_null(schema) } else { schema }
    }

    /// Records that all elements of a collection have one type, even if it can be any type.
    fn have_one_type(&mut self, element: &Type) {
        if element.has_any() {
            self.drop_condition("all elements convert to one type".to_owned(), None);
        }
    }

    fn tuple(&mut self, elements: &[Type], depth: usize) -> Json {
        let items: Vec<Json> =
            elements.iter().map(|element| self.part(element, &[], PathStep::Element, depth)).collect();
        let count = items.len();
        let (elements, others) = match self.form.draft {
            Draft::Draft2020 => ("prefixItems", "items"),
            Draft::Draft07 => ("items", "additionalItems"),
        };
        object_of([
            ("type", "array".into()),
            (elements, items.into()),
            (others, false.into()),
            ("minItems", count.into()),
        ])
    }

    fn primitive(&self, kind: &TypeKind) -> Json {
        let is_exact = self.form.is_exact;
        match kind {
            TypeKind::String if is_exact => json!({"type": ["string", "number", "boolean"]}),
            TypeKind::String => json!({"type": "string"}),
            TypeKind::Number | TypeKind::Int if is_exact => {
                json!({"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^-?[0-9.]+([eE][-+]?[0-9]+)?$"}]})
            }
            TypeKind::Number => json!({"type": "number"}),
            TypeKind::Int => json!({"type": "integer"}),
            // go-cty also converts the strings `1` and `0` to bool.
            TypeKind::Bool if is_exact => json!({"enum": [true, false, "true", "false", "1", "0"]}),
            TypeKind::Bool => json!({"type": "boolean"}),
            _ => true.into(),
        }
    }

    /// Adds facts to a schema. The exact form ignores them, because it also accepts values in other
    /// notations.
    fn with_facts(&mut self, ty: &Type, schema: Json, facts: &[Fact]) -> Json {
        let Json::Object(mut members) = schema else {
            own(facts).for_each(|fact| self.leave(fact));
            return schema;
        };
        for fact in own(facts) {
            if self.form.is_exact || !self.add(ty, &mut members, &fact.rule) {
                self.leave(fact);
            }
        }
        members.into()
    }

    /// Records a fact about the part in words.
    fn leave(&mut self, fact: &Fact) {
        match &fact.rule {
            Rule::Text { condition, .. } => {
                self.drop_condition(condition.to_string(), fact.message.as_deref())
            }
            _ => self.drop_condition(crate::constraints::of_fact(fact), fact.message.as_deref()),
        }
    }

    /// Records a rule about the part in words.
    fn drop_condition(&mut self, condition: String, message: Option<&str>) {
        let mut rule = Map::new();
        let path = path_text(&self.path);
        if !path.is_empty() {
            rule.insert("path".into(), path.into());
        }
        rule.insert("condition".into(), condition.into());
        if let Some(message) = message {
            rule.insert("message".into(), message.into());
        }
        self.unsaid.push(rule.into());
    }

    /// Adds a rule as keywords; returns `false` if no keyword can express it.
    fn add(&self, ty: &Type, members: &mut Map<String, Json>, rule: &Rule) -> bool {
        let mut set = |name: &str, value: Option<Json>| {
            let is_new = !members.contains_key(name);
            match value {
                Some(value) if is_new => members.insert(name.into(), value).is_none(),
                _ => false,
            }
        };
        let bound = |bound: &Bound| serde_json::from_str::<Json>(&bound.number.to_string()).ok();
        match rule {
            // the type already excludes null
            Rule::NotNull => true,
            Rule::Min(min) => set(if min.inclusive { "minimum" } else { "exclusiveMinimum" }, bound(min)),
            Rule::Max(max) => set(if max.inclusive { "maximum" } else { "exclusiveMaximum" }, bound(max)),
            Rule::Whole => members.insert("type".into(), "integer".into()).is_some(),
            Rule::LengthMin(least) => length(ty, "min").is_some_and(|name| set(name, Some(json!(least)))),
            Rule::LengthMax(most) => length(ty, "max").is_some_and(|name| set(name, Some(json!(most)))),
            Rule::Prefix(prefix) => set("pattern", Some(format!("^{}", pattern::literal(prefix)).into())),
            Rule::Pattern(text) => {
                pattern::portable(text).is_some_and(|text| set("pattern", Some(text.into())))
            }
            Rule::OneOf(values) => {
                let values: Option<Vec<Json>> = values.iter().map(json_of).collect();
                let is_new = values.is_some_and(|values| set("enum", Some(values.into())));
                // the values imply their types, even if some are null
                is_new && members.remove("type").is_some()
            }
            Rule::NoneOf(values) => {
                let values: Option<Vec<Json>> = values.iter().map(json_of).collect();
                values.is_some_and(|values| set("not", Some(object_of([("enum", values.into())]))))
            }
            Rule::Distinct => set("uniqueItems", Some(true.into())) || members.contains_key("uniqueItems"),
            Rule::Text { .. } => false,
        }
    }
}

/// The keyword for the length of values of a type. Terraform counts grapheme clusters and JSON Schema counts
/// code points, which may be more, so no keyword can express the minimum length of a string.
fn length(ty: &Type, end: &str) -> Option<&'static str> {
    Some(match (ty.kind(), end) {
        (TypeKind::List(_) | TypeKind::Set(_), "min") => "minItems",
        (TypeKind::List(_) | TypeKind::Set(_), _) => "maxItems",
        (TypeKind::Map(_), "min") => "minProperties",
        (TypeKind::Map(_), _) => "maxProperties",
        (TypeKind::String, "max") => "maxLength",
        _ => return None,
    })
}
