//! Package schemas: the JSON printed by `pulumi package get-schema`.
//!
//! A file is converted to a compact form with one JSON string per token (`stored`). Each of them is decoded on demand,
//! so that the cost depends only on the part of a package that a program uses. Out of scope: the location of files, and
//! values.

mod builtin;
mod convert;
mod raw;
mod shape;
mod store;
mod stored;
mod token;

use std::sync::{Arc, Mutex, OnceLock};

use hclx_core::Type;
use hclx_diag::{Ordered, locked};
use serde_json::Value as Json;

pub use raw::is_package_schema;
pub(crate) use raw::properties;
pub use shape::{Constant, Definition, Enumeration, Object, Property, Reference, Shape, Slot, Target, Union};
pub use store::PackageStore;
pub use stored::is_stored;
pub use token::{ModuleFormat, Token};

use raw::Texts;
use stored::{Head, Section};

/// A package, decoded on demand.
pub struct Package {
    bytes: Arc<[u8]>,
    name: Arc<str>,
    version: Option<Arc<str>>,
    origin: String,
    format: ModuleFormat,
    types: Section,
    resources: Section,
    functions: Section,
    provider: Json,
    made: Mutex<DecodedMembers>,
}

/// The members that were decoded so far, by their token in the schema.
#[derive(Default)]
struct DecodedMembers {
    definitions: Ordered<String, Option<Arc<Definition>>>,
    resources: Ordered<String, Option<Arc<Resource>>>,
    functions: Ordered<String, Option<Arc<Function>>>,
}

/// A resource of a package.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The token as in the schema.
    pub token: Arc<str>,
    /// The properties that a program can set.
    pub inputs: Arc<Object>,
    /// The properties that a program can read.
    pub outputs: Arc<Object>,
    /// The inputs of a `read`, except `id`.
    pub state: Arc<Object>,
    /// Set for a component.
    pub is_component: bool,
    /// The tokens of functions, by the names of methods.
    pub methods: Ordered<String, String>,
    /// The note about a replacement, if the resource is deprecated.
    pub deprecated: Option<Arc<str>>,
}

/// A function of a package.
#[derive(Clone, Debug)]
pub struct Function {
    /// The token as in the schema.
    pub token: Arc<str>,
    /// The properties of the argument object.
    pub inputs: Option<Arc<Object>>,
    /// The names of positional inputs.
    pub positional: Vec<Arc<str>>,
    /// The result; `None` for an empty object.
    pub result: Option<Slot>,
    /// The note about a replacement, if the function is deprecated.
    pub deprecated: Option<Arc<str>>,
}

impl Package {
    /// Parses the JSON schema of a package completely.
    ///
    /// # Errors
    /// The reason why it is not a schema, in lower case.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        Self::made_of(text, "", false)
    }

    /// Parses a package for storage, without documentation. `origin` is the path of the schema file.
    ///
    /// # Errors
    /// The reason why it is not a schema, in lower case.
    pub fn import(text: &[u8], origin: &str) -> Result<Self, String> {
        Self::made_of(text, origin, true)
    }

    fn made_of(text: &[u8], origin: &str, is_brief: bool) -> Result<Self, String> {
        let top = raw::properties(text)?;
        if !raw::is_readable(text) {
            return Err(format!("it is nested deeper than the limit of {} levels", raw::MOST_LEVELS));
        }
        let string = |key: &str| top.get(key).and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
        let meta = top.get("meta").map_or(Json::Null, |meta| parsed(meta.get()));
        let head = Head {
            name: string("name").ok_or("missing `name`")?,
            version: string("version").filter(|version| !version.is_empty()),
            origin: origin.to_owned(),
            format: raw::text(&meta, "moduleFormat"),
            provider: top.get("provider").map_or_else(String::new, |provider| provider.get().to_owned()),
        };
        let format = ModuleFormat::new(head.format.as_deref())?;
        let texts = |key: &str| raw::texts(top.get(key).copied());
        let sections = [texts("types")?, texts("resources")?, texts("functions")?];
        // The tables of the compact form store offsets in four bytes.
        let size: usize = sections.iter().flat_map(Texts::values).map(|text| text.get().len()).sum();
        if u32::try_from(size).is_err() {
            return Err("it is too large".to_owned());
        }
        let bytes = stored::encode(&head, &format, sections, is_brief);
        Self::open(Arc::from(bytes)).ok_or_else(|| "it is too large".to_owned())
    }

    /// Opens the compact form; `None` if the bytes are in another form, in another version of it,
    /// or corrupt.
    pub fn open(bytes: Arc<[u8]>) -> Option<Self> {
        let (head, [types, resources, functions]) = stored::open(&bytes).ok()?;
        Some(Self {
            name: head.name.into(),
            version: head.version.map(Into::into),
            origin: head.origin,
            format: ModuleFormat::new(head.format.as_deref()).ok()?,
            provider: parsed(&head.provider),
            types,
            resources,
            functions,
            made: Mutex::default(),
            bytes,
        })
    }

    /// The package in its compact form.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The schema file that the package was imported from; empty if it was not imported.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The name of the package.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the package, if the schema contains it.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    fn made(&self) -> std::sync::MutexGuard<'_, DecodedMembers> {
        locked(&self.made)
    }

    /// The resource with a token.
    pub fn resource(&self, token: &Token<'_>) -> Option<Arc<Resource>> {
        let key = self.resources.find(&self.bytes, token, &self.format)?;
        if let Some(known) = self.made().resources.get(key) {
            return known.clone();
        }
        let made =
            self.resources.decode(&self.bytes, key).map(|json| Arc::new(self.make_resource(key, &json)));
        self.made().resources.insert(key.to_owned(), made.clone());
        made
    }

    /// The provider as a resource.
    pub fn provider(&self) -> Arc<Resource> {
        let token = format!("pulumi:providers:{}", self.name);
        let mut resource = self.make_resource(&token, &self.provider);
        // the configuration of a provider is stored as strings, so only strings can be read back
        let is_text = |property: &Property| match &property.slot.shape {
            Shape::Base(ty) => *ty == Type::STRING,
            Shape::Reference(reference) if *reference.package == *self.name => {
                let definition = self.definition(&reference.token);
                matches!(definition.as_deref(), Some(Definition::Enum(values)) if values.base == Type::STRING)
            }
            _ => false,
        };
        let outputs = Object {
            token: resource.outputs.token.clone(),
            properties: resource.outputs.properties.iter().filter(|one| is_text(one)).cloned().collect(),
        };
        resource.outputs = Arc::new(outputs);
        Arc::new(resource)
    }

    fn make_resource(&self, token: &str, json: &Json) -> Resource {
        let object = |json: &Json, properties: &str, required: &str| {
            Arc::new(convert::object(&self.name, token, json, properties, required))
        };
        let methods = raw::entries(json, "methods").into_iter();
        Resource {
            token: token.into(),
            inputs: object(json, "inputProperties", "requiredInputs"),
            outputs: object(json, "properties", "required"),
            state: object(json.get("stateInputs").unwrap_or(&Json::Null), "properties", "required"),
            is_component: raw::truth(json, "isComponent"),
            deprecated: raw::text(json, "deprecationMessage").map(Into::into),
            methods: methods
                .filter_map(|(name, token)| Some((name.to_owned(), token.as_str()?.to_owned())))
                .collect(),
        }
    }

    /// The function with a token.
    pub fn function(&self, token: &Token<'_>) -> Option<Arc<Function>> {
        let key = self.functions.find(&self.bytes, token, &self.format)?;
        if let Some(known) = self.made().functions.get(key) {
            return known.clone();
        }
        let made = self
            .functions
            .decode(&self.bytes, key)
            .map(|json| Arc::new(convert::function(&self.name, key, &json)));
        self.made().functions.insert(key.to_owned(), made.clone());
        made
    }

    /// The definition at `#/types/…` in the schema.
    pub fn definition(&self, token: &str) -> Option<Arc<Definition>> {
        // a name that is not a token of three parts is looked up verbatim
        let read = Token::read(token).unwrap_or(Token { text: token, package: "", module: "", name: token });
        let key = self.types.find(&self.bytes, &read, &self.format)?;
        if let Some(known) = self.made().definitions.get(key) {
            return known.clone();
        }
        let made = self
            .types
            .decode(&self.bytes, key)
            .map(|json| Arc::new(convert::definition(&self.name, key, &json)));
        self.made().definitions.insert(key.to_owned(), made.clone());
        made
    }

    /// The tokens of all resources, as in the schema.
    pub fn resource_tokens(&self) -> impl Iterator<Item = &str> {
        self.resources.tokens(&self.bytes)
    }

    /// The tokens of all functions, as in the schema.
    pub fn function_tokens(&self) -> impl Iterator<Item = &str> {
        self.functions.tokens(&self.bytes)
    }
}

impl std::fmt::Debug for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Package({} {:?})", self.name, self.version)
    }
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package of many resources that refer to each other.
    fn large(count: usize) -> Package {
        let resource = |index: usize| {
            format!(
                r##""big:m{index}:R{index}": {{"inputProperties": {{"a": {{"type": "string"}}, "b": {{"$ref": "#/types/big:index:T{index}"}}}}, "properties": {{"a": {{"type": "string"}}}}, "required": ["a"]}}"##
            )
        };
        let ty = |index: usize| {
            let next = (index + 1) % count;
            format!(
                r##""big:index:T{index}": {{"type": "object", "properties": {{"next": {{"$ref": "#/types/big:index:T{next}"}}}}}}"##
            )
        };
        let resources: Vec<String> = (0..count).map(resource).collect();
        let types: Vec<String> = (0..count).map(ty).collect();
        let text = format!(
            r#"{{"name": "big", "types": {{{}}}, "resources": {{{}}}}}"#,
            types.join(","),
            resources.join(",")
        );
        Package::read(text.as_bytes()).expect("it reads")
    }

    #[test]
    fn only_what_is_used_is_decoded() {
        let package = large(1500);
        for index in 0..20 {
            let token = format!("big:m{index}:R{index}");
            assert!(package.resource(&Token::read(&token).expect("a token")).is_some());
        }
        assert_eq!(package.made().resources.len(), 20);
        assert!(package.made().definitions.is_empty());
    }

    #[test]
    fn what_nests_too_deeply_is_refused_and_not_missed_later() {
        let nested = |levels: usize| {
            let (open, close) = (r#"{"type": "array", "items": "#.repeat(levels), "}".repeat(levels));
            format!(
                r#"{{"name": "deep", "description": "\"[[[", "resources": {{"deep:index:R": {{"inputProperties": {{"a": {open}{{"type": "string"}}{close}}}}}}}}}"#
            )
        };
        // the objects of the schema, of resources, of the resource and of its inputs, and the innermost type
        let package = Package::read(nested(raw::MOST_LEVELS - 5).as_bytes()).expect("it reads");
        let resource = package.resource(&Token::read("deep:index:R").expect("a token"));
        assert!(resource.expect("it is there").inputs.get("a").is_some());
        let refused = Package::read(nested(raw::MOST_LEVELS - 4).as_bytes()).expect_err("too deep");
        assert_eq!(refused, "it is nested deeper than the limit of 127 levels");
    }

    #[test]
    fn types_that_refer_to_themselves_are_any_there() {
        let mut packages = PackageSchemas::default();
        packages.add(Arc::new(large(2)));
        let token = Token::read("big:m0:R0").expect("a token");
        let resource = packages.find("big").and_then(|package| package.resource(&token)).expect("a resource");
        let ty = resource.inputs.get("b").expect("an input").slot.ty(&packages);
        assert_eq!(ty.to_string(), "object({next = union(none, object({next = union(any, none)}))})");
    }
}

/// Opens a stored package.
type OpenPackage = dyn Fn() -> Option<Arc<Package>> + Send + Sync;

/// The packages of one run.
#[derive(Clone)]
pub struct PackageSchemas {
    packages: Vec<Arc<Entry>>,
}

/// A package that is opened on first use.
struct Entry {
    name: Arc<str>,
    package: OnceLock<Option<Arc<Package>>>,
    open: Option<Box<OpenPackage>>,
}

impl Entry {
    fn package(&self) -> Option<&Arc<Package>> {
        self.package.get_or_init(|| self.open.as_ref().and_then(|open| open())).as_ref()
    }
}

impl Default for PackageSchemas {
    fn default() -> Self {
        let mut schemas = Self { packages: Vec::new() };
        schemas.add(builtin::package());
        schemas
    }
}

impl std::fmt::Debug for PackageSchemas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.packages.iter().map(|entry| &entry.name)).finish()
    }
}

impl PackageSchemas {
    /// Adds a package; the last one with a name wins.
    pub fn add(&mut self, package: Arc<Package>) {
        let name = Arc::from(package.name());
        self.packages.push(Arc::new(Entry { name, package: OnceLock::from(Some(package)), open: None }));
    }

    /// Adds a package that is opened on first use.
    pub fn add_lazily(
        &mut self,
        name: &str,
        open: impl Fn() -> Option<Arc<Package>> + Send + Sync + 'static,
    ) {
        let entry = Entry { name: name.into(), package: OnceLock::new(), open: Some(Box::new(open)) };
        self.packages.push(Arc::new(entry));
    }

    /// Returns `true` if a package with this name was added.
    pub fn knows(&self, name: &str) -> bool {
        self.packages.iter().any(|entry| *entry.name == *name)
    }

    /// The package with a name.
    pub fn find(&self, name: &str) -> Option<&Arc<Package>> {
        self.packages.iter().rev().filter(|entry| *entry.name == *name).find_map(|entry| entry.package())
    }

    /// The stored packages that were opened.
    pub fn opened(&self) -> impl Iterator<Item = &Arc<Package>> {
        let kept = self.packages.iter().filter(|entry| entry.open.is_some());
        kept.filter_map(|entry| entry.package.get()?.as_ref())
    }

    /// The names of all packages except the built-in one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        // The first one is the built-in package.
        self.packages.iter().skip(1).map(|entry| &*entry.name)
    }

    /// The target of a reference, if its package is known and contains it.
    pub fn resolve(&self, reference: &Reference) -> Option<Arc<Definition>> {
        let package = self.find(&reference.package)?;
        match reference.target {
            Target::Type => package.definition(&reference.token),
            Target::Resource => {
                let resource = package.resource(&Token::read(&reference.token)?)?;
                Some(Arc::new(Definition::Resource(resource)))
            }
            Target::Provider => Some(Arc::new(Definition::Resource(package.provider()))),
        }
    }
}
