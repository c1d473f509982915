//! Converts the JSON of `terraform providers schema -json` to packages while parsing it.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use hclx_core::Type;
use serde::Serialize;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use super::drafts::{AttributeDraft, BlockDraft, Encoder, FunctionDraft, NestedDraft, ParameterDraft};
use super::pack::{NESTINGS, flag};
use super::{BodyRestrictions, Kind, Package, ProviderAddress, ValueRestrictions};
use crate::pcl::package::properties;

/// Reads the schemas of all providers in a file. `origin` is the file; `version` returns the version of a
/// provider if it is known, because the file does not contain it.
///
/// # Errors
/// The error in the file, in lower case, with the place.
pub fn read_json(
    bytes: &[u8],
    origin: &str,
    version: impl Fn(&ProviderAddress) -> Option<String>,
) -> Result<Vec<Package>, String> {
    let mut file = File::default();
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read = Fields(&mut file).deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| explained(&error))?;
    if !file.has_schemas {
        return Err(format!(
            "not a provider schema file: missing `{SCHEMAS}`, as in the output of `terraform providers schema -json`"
        ));
    }
    let package = |(address, encoder): (ProviderAddress, Encoder)| {
        let version = version(&address);
        Package::made(&encoder.finish(address, version, origin))
    };
    file.providers.into_iter().map(package).collect()
}

/// Returns `true` for the schema of a Pulumi package: it has a `name`, but no provider schemas.
pub(super) fn is_pulumi(bytes: &[u8]) -> bool {
    properties(bytes).is_ok_and(|top| top.contains_key("name") && !top.contains_key(SCHEMAS))
}

/// The maximum nesting of JSON, which is the limit of the parser.
const MOST_LEVELS: usize = 127;

const SCHEMAS: &str = "provider_schemas";

/// The parser's error, reworded for users.
fn explained(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.contains("recursion limit") {
        return format!(
            "it is nested deeper than the limit of {MOST_LEVELS} levels at line {}",
            error.line()
        );
    }
    if error.is_eof() {
        return format!("the file ends in the middle, at line {}", error.line());
    }
    text
}

/// An object whose fields are parsed as they are encountered.
trait Object {
    /// The description of the object, for messages.
    fn what(&self) -> &'static str;
    /// Reads the value of a field.
    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()>;
}

/// The reason why an object cannot be read.
enum Wrong {
    /// An error of the JSON parser, which is stored separately.
    Json,
    /// An error about the object.
    Object(String),
}

type ReadResult<T> = Result<T, Wrong>;

/// The value of a field that is not parsed yet. This indirection compiles the JSON parser once, rather than once for
/// each kind of object.
trait Unread {
    /// Parses an object; null counts as empty.
    fn object(&mut self, object: &mut dyn Object) -> ReadResult<()>;
    /// Parses an array of parameters; null counts as empty.
    fn parameters(&mut self, list: &mut Vec<ParameterReader>) -> ReadResult<()>;
    fn word(&mut self) -> ReadResult<String>;
    /// Parses a string or null.
    fn text(&mut self) -> ReadResult<Option<String>>;
    /// Parses a bool; null counts as false.
    fn truth(&mut self) -> ReadResult<bool>;
    /// Parses a number; null counts as 0.
    fn number(&mut self) -> ReadResult<u64>;
    /// Returns the raw value.
    fn json(&mut self) -> ReadResult<&str>;
    /// Skips a value of any type.
    fn pass(&mut self) -> ReadResult<()>;
}

/// The JSON parser inside an object, and its error.
struct Reader<'m, 'de, A: MapAccess<'de>> {
    map: &'m mut A,
    wrong: Option<A::Error>,
    of: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> Reader<'_, 'de, A> {
    fn kept<T>(&mut self, read: Result<T, A::Error>) -> ReadResult<T> {
        read.map_err(|wrong| {
            self.wrong = Some(wrong);
            Wrong::Json
        })
    }
}

impl<'de, A: MapAccess<'de>> Unread for Reader<'_, 'de, A> {
    fn object(&mut self, object: &mut dyn Object) -> ReadResult<()> {
        let read = self.map.next_value_seed(Fields(object));
        self.kept(read)
    }

    fn parameters(&mut self, list: &mut Vec<ParameterReader>) -> ReadResult<()> {
        let read = self.map.next_value_seed(Parameters(list));
        self.kept(read)
    }

    fn word(&mut self) -> ReadResult<String> {
        let read = self.map.next_value();
        self.kept(read)
    }

    fn text(&mut self) -> ReadResult<Option<String>> {
        let read = self.map.next_value();
        self.kept(read)
    }

    fn truth(&mut self) -> ReadResult<bool> {
        let read = self.map.next_value::<Option<bool>>();
        self.kept(read).map(Option::unwrap_or_default)
    }

    fn number(&mut self) -> ReadResult<u64> {
        let read = self.map.next_value::<Option<u64>>();
        self.kept(read).map(Option::unwrap_or_default)
    }

    fn json(&mut self) -> ReadResult<&str> {
        let read = self.map.next_value::<&RawValue>();
        self.kept(read).map(RawValue::get)
    }

    fn pass(&mut self) -> ReadResult<()> {
        let read = self.map.next_value::<IgnoredAny>();
        self.kept(read).map(drop)
    }
}

/// Parses an object; null counts as empty.
struct Fields<'o>(&'o mut dyn Object);

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as an object", self.0.what())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            let mut value = Reader { map: &mut map, wrong: None, of: PhantomData };
            match (self.0.field(&name, &mut value), value.wrong) {
                (Ok(()), _) => {}
                (Err(Wrong::Object(text)), _) => return Err(A::Error::custom(text)),
                (Err(Wrong::Json), wrong) => return Err(wrong.expect("it is kept where it is said")),
            }
        }
        Ok(())
    }
}

/// Parses an array of parameters.
struct Parameters<'o>(&'o mut Vec<ParameterReader>);

impl<'de> DeserializeSeed<'de> for Parameters<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Parameters<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects, each a parameter")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        loop {
            let mut element = ParameterReader::default();
            if seq.next_element_seed(Fields(&mut element))?.is_none() {
                return Ok(());
            }
            self.0.push(element);
        }
    }
}

#[derive(Default)]
struct File {
    has_schemas: bool,
    providers: Vec<(ProviderAddress, Encoder)>,
}

impl Object for File {
    fn what(&self) -> &'static str {
        "the output of `terraform providers schema -json`"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        match name {
            SCHEMAS => {
                self.has_schemas = true;
                value.object(&mut Providers(&mut self.providers))
            }
            "format_version" => {
                let version = value.word()?;
                match version.split('.').next() {
                    // Minor versions only add fields, and unknown fields are skipped.
                    Some("0" | "1") => Ok(()),
                    _ => Err(Wrong::Object(format!("unknown format version {version:?}"))),
                }
            }
            _ => value.pass(),
        }
    }
}

struct Providers<'p>(&'p mut Vec<(ProviderAddress, Encoder)>);

impl Object for Providers<'_> {
    fn what(&self) -> &'static str {
        "the schemas of providers"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let Some(address) = ProviderAddress::parse(name) else {
            return Err(Wrong::Object(format!("{name:?} is not the address of a provider")));
        };
        let mut provider = Provider::default();
        value.object(&mut provider)?;
        self.0.push((address, provider.encoder));
        Ok(())
    }
}

#[derive(Default)]
struct Provider {
    encoder: Encoder,
    types: HashMap<String, String>,
}

impl Object for Provider {
    fn what(&self) -> &'static str {
        "the schema of a provider"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let kind = match name {
            "resource_schemas" => Kind::Resource,
            "data_source_schemas" => Kind::Data,
            "ephemeral_resource_schemas" => Kind::Ephemeral,
            "list_resource_schemas" => Kind::List,
            "action_schemas" => Kind::Action,
            "provider" => {
                let mut schema = Schema { provider: &mut *self, block: None };
                value.object(&mut schema)?;
                let block = schema.block;
                self.encoder.provider = block;
                return Ok(());
            }
            "functions" => return value.object(&mut Functions { provider: &mut *self }),
            _ => return value.pass(),
        };
        self.encoder.known.push(kind);
        value.object(&mut Schemas { provider: &mut *self, kind })
    }
}

impl Provider {
    /// Normalizes the notation of a type.
    fn ty(&mut self, text: &str) -> ReadResult<String> {
        if let Some(known) = self.types.get(text) {
            return Ok(known.clone());
        }
        let ty = Type::from_cty_json(text)
            .map_err(|fault| Wrong::Object(format!("a type: {}", fault.message())))?;
        // Equal types become equal strings however they are spelled, so that a package decodes each of them once.
        let normal = ty.to_cty_json();
        self.types.insert(text.to_owned(), normal.clone());
        Ok(normal)
    }
}

struct Schemas<'p> {
    provider: &'p mut Provider,
    kind: Kind,
}

impl Object for Schemas<'_> {
    fn what(&self) -> &'static str {
        "the schemas by type"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let mut schema = Schema { provider: &mut *self.provider, block: None };
        value.object(&mut schema)?;
        let block = match schema.block {
            Some(block) => block,
            // A type without a `block` has no arguments, but it exists.
            None => self.provider.encoder.block(&BlockDraft::default()),
        };
        self.provider.encoder.kinds.insert((self.kind, name.to_owned()), block);
        Ok(())
    }
}

struct Schema<'p> {
    provider: &'p mut Provider,
    block: Option<u64>,
}

impl Object for Schema<'_> {
    fn what(&self) -> &'static str {
        "a schema"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        match name {
            "block" => {
                let mut body = BodyReader { provider: &mut *self.provider, draft: BlockDraft::default() };
                value.object(&mut body)?;
                let draft = body.draft;
                self.block = Some(self.provider.encoder.block(&draft));
                Ok(())
            }
            _ => value.pass(),
        }
    }
}

struct BodyReader<'p> {
    provider: &'p mut Provider,
    draft: BlockDraft,
}

impl Object for BodyReader<'_> {
    fn what(&self) -> &'static str {
        "a block"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let draft = &mut self.draft;
        match name {
            "attributes" => value.object(&mut Attributes { provider: &mut *self.provider, block: draft }),
            "block_types" => value.object(&mut Blocks { provider: &mut *self.provider, block: draft }),
            "description" => docs(&mut draft.docs, &mut draft.flags, value),
            "deprecated" => truth(&mut draft.flags, flag::DEPRECATED, value),
            "deprecation_message" => instead(&mut draft.instead, &mut draft.flags, value),
            // not printed by a program; derived schemas do not cover every body
            "opaque" => truth(&mut draft.flags, flag::OPAQUE, value),
            "learned" => learned::<BodyRestrictions>(&mut draft.learned, value),
            _ => value.pass(),
        }
    }
}

fn truth(flags: &mut u64, flag: u64, value: &mut dyn Unread) -> ReadResult<()> {
    if value.truth()? {
        *flags |= flag;
    }
    Ok(())
}

fn docs(docs: &mut Option<String>, flags: &mut u64, value: &mut dyn Unread) -> ReadResult<()> {
    *docs = value.text()?.filter(|text| !text.is_empty());
    *flags |= if docs.is_some() { flag::DOCS } else { 0 };
    Ok(())
}

fn instead(instead: &mut Option<String>, flags: &mut u64, value: &mut dyn Unread) -> ReadResult<()> {
    *instead = value.text()?.filter(|text| !text.is_empty());
    *flags |= if instead.is_some() { flag::INSTEAD | flag::DEPRECATED } else { 0 };
    Ok(())
}

/// Reads learned restrictions, and stores them as normalized JSON.
fn learned<T: DeserializeOwned + Serialize>(
    known: &mut Option<String>,
    value: &mut dyn Unread,
) -> ReadResult<()> {
    let wrong = |error: serde_json::Error| Wrong::Object(format!("learned restrictions: {error}"));
    let learned: T = serde_json::from_str(value.json()?).map_err(wrong)?;
    *known = Some(serde_json::to_string(&learned).map_err(wrong)?);
    Ok(())
}

struct Attributes<'p> {
    provider: &'p mut Provider,
    block: &'p mut BlockDraft,
}

impl Object for Attributes<'_> {
    fn what(&self) -> &'static str {
        "the attributes"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let mut reader = AttributeReader { provider: &mut *self.provider, draft: AttributeDraft::default() };
        value.object(&mut reader)?;
        let draft = reader.draft;
        if draft.ty.is_none() && draft.nested.is_none() {
            return Err(Wrong::Object(format!("missing type of attribute {name:?}")));
        }
        self.block.attributes.insert(name.to_owned(), draft);
        Ok(())
    }
}

struct AttributeReader<'p> {
    provider: &'p mut Provider,
    draft: AttributeDraft,
}

impl Object for AttributeReader<'_> {
    fn what(&self) -> &'static str {
        "an attribute"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let draft = &mut self.draft;
        match name {
            "type" => {
                draft.ty = Some(self.provider.ty(value.json()?)?);
                Ok(())
            }
            "nested_type" => {
                let mut nested = NestedReader::new(&mut *self.provider);
                value.object(&mut nested)?;
                let nesting = nested.nesting;
                let body = std::mem::take(&mut nested.draft);
                draft.nested = Some((nesting, self.provider.encoder.block(&body)));
                draft.flags |= flag::NESTED;
                Ok(())
            }
            "description" => docs(&mut draft.docs, &mut draft.flags, value),
            "required" => truth(&mut draft.flags, flag::REQUIRED, value),
            "optional" => truth(&mut draft.flags, flag::OPTIONAL, value),
            "computed" => truth(&mut draft.flags, flag::COMPUTED, value),
            "sensitive" => truth(&mut draft.flags, flag::SENSITIVE, value),
            "write_only" => truth(&mut draft.flags, flag::WRITE_ONLY, value),
            "deprecated" => truth(&mut draft.flags, flag::DEPRECATED, value),
            "deprecation_message" => instead(&mut draft.instead, &mut draft.flags, value),
            // not printed by a program, but by `hclx schema probe`
            "learned" => learned::<ValueRestrictions>(&mut draft.learned, value),
            _ => value.pass(),
        }
    }
}

struct Blocks<'p> {
    provider: &'p mut Provider,
    block: &'p mut BlockDraft,
}

impl Object for Blocks<'_> {
    fn what(&self) -> &'static str {
        "the block types"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let mut nested = NestedReader::new(&mut *self.provider);
        value.object(&mut nested)?;
        let (nesting, min, max, body) = (nested.nesting, nested.min, nested.max, nested.body);
        let body = body.unwrap_or_else(|| self.provider.encoder.block(&BlockDraft::default()));
        self.block.blocks.insert(name.to_owned(), NestedDraft { nesting, min, max, body });
        Ok(())
    }
}

/// A nested block type, or the objects of a nested attribute.
struct NestedReader<'p> {
    provider: &'p mut Provider,
    nesting: u8,
    min: u64,
    max: u64,
    /// The number of the body of the blocks.
    body: Option<u64>,
    /// The body of a nested attribute's objects.
    draft: BlockDraft,
}

impl<'p> NestedReader<'p> {
    fn new(provider: &'p mut Provider) -> Self {
        Self { provider, nesting: 0, min: 0, max: 0, body: None, draft: BlockDraft::default() }
    }
}

impl Object for NestedReader<'_> {
    fn what(&self) -> &'static str {
        "a block type"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        match name {
            "nesting_mode" => {
                let mode = value.word()?;
                let known = NESTINGS.iter().position(|(word, _)| *word == mode);
                let known = known.ok_or_else(|| Wrong::Object(format!("unknown nesting mode {mode:?}")))?;
                self.nesting = known as u8;
                Ok(())
            }
            "min_items" => count(&mut self.min, value),
            "max_items" => count(&mut self.max, value),
            "block" => {
                let mut schema = BodyReader { provider: &mut *self.provider, draft: BlockDraft::default() };
                value.object(&mut schema)?;
                let draft = schema.draft;
                self.body = Some(self.provider.encoder.block(&draft));
                Ok(())
            }
            "attributes" => {
                let draft = &mut self.draft;
                value.object(&mut Attributes { provider: &mut *self.provider, block: draft })
            }
            _ => value.pass(),
        }
    }
}

fn count(count: &mut u64, value: &mut dyn Unread) -> ReadResult<()> {
    *count = value.number()?;
    Ok(())
}

struct Functions<'p> {
    provider: &'p mut Provider,
}

impl Object for Functions<'_> {
    fn what(&self) -> &'static str {
        "the functions"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        let mut function = FunctionReader::default();
        value.object(&mut function)?;
        let mut parameters = Vec::with_capacity(function.parameters.len());
        for parameter in function.parameters {
            parameters.push(self.provider.parameter(parameter)?);
        }
        let variadic = function.variadic.map(|one| self.provider.parameter(one)).transpose()?;
        let returns = self.provider.ty(function.returns.as_deref().unwrap_or("\"dynamic\""))?;
        let draft = FunctionDraft { returns, parameters, variadic, docs: function.docs };
        self.provider.encoder.functions.insert(name.to_owned(), draft);
        Ok(())
    }
}

impl Provider {
    fn parameter(&mut self, read: ParameterReader) -> ReadResult<ParameterDraft> {
        let ty = self.ty(read.ty.as_deref().unwrap_or("\"dynamic\""))?;
        Ok(ParameterDraft { name: read.name, ty, nullable: read.nullable })
    }
}

#[derive(Default)]
struct FunctionReader {
    returns: Option<String>,
    parameters: Vec<ParameterReader>,
    variadic: Option<ParameterReader>,
    docs: Option<String>,
}

impl Object for FunctionReader {
    fn what(&self) -> &'static str {
        "a function"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        match name {
            "return_type" => {
                self.returns = Some(value.json()?.to_owned());
                Ok(())
            }
            "parameters" => value.parameters(&mut self.parameters),
            "variadic_parameter" => {
                let mut parameter = ParameterReader::default();
                value.object(&mut parameter)?;
                // Null is read as an empty object, which is not a parameter.
                self.variadic = parameter.ty.is_some().then_some(parameter);
                Ok(())
            }
            // Functions have no flags: the encoder writes 0 for missing documentation.
            "summary" => docs(&mut self.docs, &mut 0, value),
            _ => value.pass(),
        }
    }
}

#[derive(Default)]
struct ParameterReader {
    name: String,
    ty: Option<String>,
    nullable: bool,
}

impl Object for ParameterReader {
    fn what(&self) -> &'static str {
        "a parameter"
    }

    fn field(&mut self, name: &str, value: &mut dyn Unread) -> ReadResult<()> {
        match name {
            "name" => self.name = value.word()?,
            "type" => self.ty = Some(value.json()?.to_owned()),
            "is_nullable" => self.nullable = value.truth()?,
            _ => value.pass()?,
        }
        Ok(())
    }
}
