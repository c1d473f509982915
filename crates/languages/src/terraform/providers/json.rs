//! The JSON of `terraform providers schema -json`, read as it comes, into packages.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use hclx_core::Type;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::decode::{NESTINGS, flag};
use super::encode::{AttributeDraft, BlockDraft, Encoder, FunctionDraft, NestedDraft, ParameterDraft};
use super::{Kind, Package, ProviderAddress};

/// Reads the schemas of all providers of a file. `origin` is the file, `version` the version of a provider
/// where that is known, which the file does not tell.
///
/// # Errors
/// What is wrong with the file, lower case, with the place.
pub fn read_json(
    bytes: &[u8],
    origin: &str,
    version: impl Fn(&ProviderAddress) -> Option<String>,
) -> Result<Vec<Package>, String> {
    let file = File::read(bytes).map_err(|error| explained(&error))?;
    if !file.has_schemas {
        return Err(format!(
            "not a file of provider schemas: it has no `{SCHEMAS}`, as the output of `terraform providers schema -json` has"
        ));
    }
    let package = |(address, encoder): (ProviderAddress, Encoder)| {
        let version = version(&address);
        let bytes = encoder.finish(&address, version.as_deref(), origin);
        Package::open(Arc::from(bytes)).map_err(|_| format!("the schema of {address} is too large"))
    };
    file.providers.into_iter().map(package).collect()
}

/// Whether a file is the schema of a Pulumi package: it has a `name`, and no schemas of providers.
pub(super) fn is_pulumi(bytes: &[u8]) -> bool {
    File::read(bytes).is_ok_and(|file| file.has_name && !file.has_schemas)
}

/// The reader of JSON goes no deeper.
const MOST_LEVELS: usize = 127;

const SCHEMAS: &str = "provider_schemas";

/// What the reader of JSON says, for people.
fn explained(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.contains("recursion limit") {
        return format!("it nests deeper than the limit of {MOST_LEVELS} levels at line {}", error.line());
    }
    if error.is_eof() {
        return format!("the file ends in the middle, at line {}", error.line());
    }
    text
}

/// An object whose fields are read where they are met.
trait Object {
    /// What the object is.
    const NAME: &'static str;
    /// Reads the value of a field.
    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
}

/// Reads an object; null is an empty one.
struct Fields<'o, T>(&'o mut T);

impl<'de, T: Object> DeserializeSeed<'de> for Fields<'_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Object> Visitor<'de> for Fields<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as an object", T::NAME)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            self.0.field(&name, &mut map)?;
        }
        Ok(())
    }
}

/// Reads an array of objects.
struct Elements<'o, T>(&'o mut Vec<T>);

impl<'de, T: Object + Default> DeserializeSeed<'de> for Elements<'_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Object + Default> Visitor<'de> for Elements<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of objects, each {}", T::NAME)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        loop {
            let mut element = T::default();
            if seq.next_element_seed(Fields(&mut element))?.is_none() {
                return Ok(());
            }
            self.0.push(element);
        }
    }
}

#[derive(Default)]
struct File {
    has_name: bool,
    has_schemas: bool,
    providers: Vec<(ProviderAddress, Encoder)>,
}

impl File {
    fn read(bytes: &[u8]) -> serde_json::Result<File> {
        let mut file = File::default();
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        Fields(&mut file).deserialize(&mut reader).and_then(|()| reader.end())?;
        Ok(file)
    }
}

impl Object for File {
    const NAME: &'static str = "the output of `terraform providers schema -json`";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            SCHEMAS => {
                self.has_schemas = true;
                map.next_value_seed(Fields(&mut Providers(&mut self.providers)))
            }
            "format_version" => {
                let version: String = map.next_value()?;
                match version.split('.').next() {
                    Some("0" | "1") => Ok(()),
                    _ => Err(A::Error::custom(format!("format version {version:?} is not known"))),
                }
            }
            _ => {
                self.has_name |= name == "name";
                map.next_value::<IgnoredAny>().map(drop)
            }
        }
    }
}

struct Providers<'p>(&'p mut Vec<(ProviderAddress, Encoder)>);

impl Object for Providers<'_> {
    const NAME: &'static str = "the schemas of providers";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let Some(address) = ProviderAddress::parse(name) else {
            return Err(A::Error::custom(format!("{name:?} is not the address of a provider")));
        };
        let mut provider = Provider::default();
        map.next_value_seed(Fields(&mut provider))?;
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
    const NAME: &'static str = "the schema of a provider";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let kind = match name {
            "resource_schemas" => Kind::Resource,
            "data_source_schemas" => Kind::Data,
            "ephemeral_resource_schemas" => Kind::Ephemeral,
            "list_resource_schemas" => Kind::List,
            "action_schemas" => Kind::Action,
            "provider" => {
                let mut schema = Schema { provider: &mut *self, block: None };
                map.next_value_seed(Fields(&mut schema))?;
                let block = schema.block;
                self.encoder.provider = block;
                return Ok(());
            }
            "functions" => return map.next_value_seed(Fields(&mut Functions { provider: &mut *self })),
            _ => return map.next_value::<IgnoredAny>().map(drop),
        };
        map.next_value_seed(Fields(&mut Schemas { provider: &mut *self, kind }))
    }
}

impl Provider {
    /// A type in the one form in which it is written.
    fn ty<E: Error>(&mut self, text: &str) -> Result<String, E> {
        if let Some(known) = self.types.get(text) {
            return Ok(known.clone());
        }
        let ty =
            Type::from_cty_json(text).map_err(|fault| E::custom(format!("a type: {}", fault.message())))?;
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
    const NAME: &'static str = "schemas by type";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let mut schema = Schema { provider: &mut *self.provider, block: None };
        map.next_value_seed(Fields(&mut schema))?;
        let block = match schema.block {
            Some(block) => block,
            None => self.provider.encoder.block(&BlockDraft::default()),
        };
        self.provider.encoder.kinds.or_default(self.kind).insert(name.to_owned(), block);
        Ok(())
    }
}

struct Schema<'p> {
    provider: &'p mut Provider,
    block: Option<u32>,
}

impl Object for Schema<'_> {
    const NAME: &'static str = "a schema";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "block" => {
                let mut body = BodyReader { provider: &mut *self.provider, draft: BlockDraft::default() };
                map.next_value_seed(Fields(&mut body))?;
                let draft = body.draft;
                self.block = Some(self.provider.encoder.block(&draft));
                Ok(())
            }
            _ => map.next_value::<IgnoredAny>().map(drop),
        }
    }
}

struct BodyReader<'p> {
    provider: &'p mut Provider,
    draft: BlockDraft,
}

impl Object for BodyReader<'_> {
    const NAME: &'static str = "a block";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let draft = &mut self.draft;
        match name {
            "attributes" => {
                map.next_value_seed(Fields(&mut Attributes { provider: &mut *self.provider, block: draft }))
            }
            "block_types" => {
                map.next_value_seed(Fields(&mut Blocks { provider: &mut *self.provider, block: draft }))
            }
            "description" => docs(&mut draft.docs, &mut draft.flags, map),
            "deprecated" => truth(&mut draft.flags, flag::DEPRECATED, map),
            "deprecation_message" => instead(&mut draft.instead, &mut draft.flags, map),
            _ => map.next_value::<IgnoredAny>().map(drop),
        }
    }
}

fn truth<'de, A: MapAccess<'de>>(flags: &mut u64, flag: u64, map: &mut A) -> Result<(), A::Error> {
    if map.next_value::<Option<bool>>()?.unwrap_or_default() {
        *flags |= flag;
    }
    Ok(())
}

fn docs<'de, A: MapAccess<'de>>(
    docs: &mut Option<String>,
    flags: &mut u64,
    map: &mut A,
) -> Result<(), A::Error> {
    *docs = map.next_value::<Option<String>>()?.filter(|text| !text.is_empty());
    *flags |= if docs.is_some() { flag::DOCS } else { 0 };
    Ok(())
}

fn instead<'de, A: MapAccess<'de>>(
    instead: &mut Option<String>,
    flags: &mut u64,
    map: &mut A,
) -> Result<(), A::Error> {
    *instead = map.next_value::<Option<String>>()?.filter(|text| !text.is_empty());
    *flags |= if instead.is_some() { flag::INSTEAD | flag::DEPRECATED } else { 0 };
    Ok(())
}

struct Attributes<'p> {
    provider: &'p mut Provider,
    block: &'p mut BlockDraft,
}

impl Object for Attributes<'_> {
    const NAME: &'static str = "attributes by name";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let mut reader = AttributeReader { provider: &mut *self.provider, draft: AttributeDraft::default() };
        map.next_value_seed(Fields(&mut reader))?;
        let draft = reader.draft;
        if draft.ty.is_none() && draft.nested.is_none() {
            return Err(A::Error::custom(format!("the attribute {name:?} has no type")));
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
    const NAME: &'static str = "an attribute";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let draft = &mut self.draft;
        match name {
            "type" => {
                let text: &RawValue = map.next_value()?;
                draft.ty = Some(self.provider.ty(text.get())?);
                Ok(())
            }
            "nested_type" => {
                let mut nested = NestedReader::new(&mut *self.provider);
                map.next_value_seed(Fields(&mut nested))?;
                let nesting = nested.nesting;
                let body = std::mem::take(&mut nested.draft);
                draft.nested = Some((nesting, self.provider.encoder.block(&body)));
                draft.flags |= flag::NESTED;
                Ok(())
            }
            "description" => docs(&mut draft.docs, &mut draft.flags, map),
            "required" => truth(&mut draft.flags, flag::REQUIRED, map),
            "optional" => truth(&mut draft.flags, flag::OPTIONAL, map),
            "computed" => truth(&mut draft.flags, flag::COMPUTED, map),
            "sensitive" => truth(&mut draft.flags, flag::SENSITIVE, map),
            "write_only" => truth(&mut draft.flags, flag::WRITE_ONLY, map),
            "deprecated" => truth(&mut draft.flags, flag::DEPRECATED, map),
            "deprecation_message" => instead(&mut draft.instead, &mut draft.flags, map),
            _ => map.next_value::<IgnoredAny>().map(drop),
        }
    }
}

struct Blocks<'p> {
    provider: &'p mut Provider,
    block: &'p mut BlockDraft,
}

impl Object for Blocks<'_> {
    const NAME: &'static str = "types of blocks by name";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let mut nested = NestedReader::new(&mut *self.provider);
        map.next_value_seed(Fields(&mut nested))?;
        let (nesting, min, max, body) = (nested.nesting, nested.min, nested.max, nested.body);
        let body = body.unwrap_or_else(|| self.provider.encoder.block(&BlockDraft::default()));
        self.block.blocks.insert(name.to_owned(), NestedDraft { nesting, min, max, body });
        Ok(())
    }
}

/// A type of blocks, or the objects of a nested attribute.
struct NestedReader<'p> {
    provider: &'p mut Provider,
    nesting: u8,
    min: u64,
    max: u64,
    /// What blocks hold.
    body: Option<u32>,
    /// What the objects of a nested attribute hold.
    draft: BlockDraft,
}

impl<'p> NestedReader<'p> {
    fn new(provider: &'p mut Provider) -> Self {
        Self { provider, nesting: 0, min: 0, max: 0, body: None, draft: BlockDraft::default() }
    }
}

impl Object for NestedReader<'_> {
    const NAME: &'static str = "a type of blocks";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "nesting_mode" => {
                let mode: String = map.next_value()?;
                let known = NESTINGS.iter().position(|(word, _)| *word == mode);
                let known =
                    known.ok_or_else(|| A::Error::custom(format!("unknown nesting mode {mode:?}")))?;
                self.nesting = known as u8;
                Ok(())
            }
            "min_items" => count(&mut self.min, map),
            "max_items" => count(&mut self.max, map),
            "block" => {
                let mut schema = BodyReader { provider: &mut *self.provider, draft: BlockDraft::default() };
                map.next_value_seed(Fields(&mut schema))?;
                let draft = schema.draft;
                self.body = Some(self.provider.encoder.block(&draft));
                Ok(())
            }
            "attributes" => {
                let draft = &mut self.draft;
                map.next_value_seed(Fields(&mut Attributes { provider: &mut *self.provider, block: draft }))
            }
            _ => map.next_value::<IgnoredAny>().map(drop),
        }
    }
}

fn count<'de, A: MapAccess<'de>>(count: &mut u64, map: &mut A) -> Result<(), A::Error> {
    *count = map.next_value::<Option<u64>>()?.unwrap_or_default();
    Ok(())
}

struct Functions<'p> {
    provider: &'p mut Provider,
}

impl Object for Functions<'_> {
    const NAME: &'static str = "functions by name";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let mut function = FunctionReader::default();
        map.next_value_seed(Fields(&mut function))?;
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
    fn parameter<E: Error>(&mut self, read: ParameterReader) -> Result<ParameterDraft, E> {
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
    const NAME: &'static str = "a function";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "return_type" => {
                self.returns = Some(map.next_value::<&RawValue>()?.get().to_owned());
                Ok(())
            }
            "parameters" => map.next_value_seed(Elements(&mut self.parameters)),
            "variadic_parameter" => {
                let mut parameter = ParameterReader::default();
                map.next_value_seed(Fields(&mut parameter))?;
                self.variadic = parameter.ty.is_some().then_some(parameter);
                Ok(())
            }
            "summary" => docs(&mut self.docs, &mut 0, map),
            _ => map.next_value::<IgnoredAny>().map(drop),
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
    const NAME: &'static str = "a parameter";

    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "name" => self.name = map.next_value()?,
            "type" => self.ty = Some(map.next_value::<&RawValue>()?.get().to_owned()),
            "is_nullable" => self.nullable = map.next_value::<Option<bool>>()?.unwrap_or_default(),
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}
