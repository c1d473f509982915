//! Schemas of bodies.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use hclx_core::{Defaults, Number, Type, TypeKind};
use hclx_diag::Span;
use hclx_eval::type_syntax::Places;
use hclx_syntax::body::{AttributeSchema, BlockSchema, BodyNames, PreparedSchema};

use crate::Nested;

/// The attributes and blocks that a body may have. A schema is built once and used for many bodies.
#[derive(Clone, Debug, Default)]
pub struct Block {
    attributes: Vec<Attribute>,
    nested: Vec<Nested>,
    /// The treatment of unknown names.
    pub unknown: Unknown,
    /// Set if the application reads names case-insensitively.
    pub any_case: bool,
    /// The attribute that describes all names without an entry, if these are allowed.
    pub any_attribute: Option<Attribute>,
    /// The block type that describes all types without an entry, with any labels, if these are allowed.
    pub any_block: Option<Nested>,
    /// Set if a required attribute that is null counts as missing.
    pub null_is_missing: bool,
    /// Sets of attributes and blocks that exclude each other, or of which at least one is required.
    pub exclusive: Vec<ExclusiveArguments>,
    /// The replacement of a deprecated block, in lower case.
    pub deprecated: Option<Arc<str>>,
    /// Documentation in Markdown.
    pub docs: Option<Arc<str>>,
    /// The location of the block's declaration, if it is in a source.
    pub place: Option<Span>,
    prepared: OnceLock<PreparedSchema>,
    ty: OnceLock<Type>,
}

/// The treatment of names that a [`Block`] does not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// Unknown names are errors.
    #[default]
    Refuse,
    /// The application ignores unknown names silently: a warning with this ending, for example
    /// "`docker buildx bake` ignores this".
    Warn(Arc<str>),
    /// The body is merged with another one, which drops unknown names: a warning with this ending.
    Merge(Arc<str>),
    /// Later versions of the application have additional names: a warning, unless the finding suggests another
    /// name.
    Newer,
    /// Unknown items are evaluated like known ones, without a finding.
    Free,
}

/// A set of attributes and blocks of a body, at most or at least one of which may or must be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExclusiveArguments {
    /// The names.
    pub names: Vec<Arc<str>>,
    /// Set if at least one is required; otherwise at most one is allowed.
    pub is_needed: bool,
    /// Set if the rule was learned from a program's answers, so that findings are warnings.
    pub is_learned: bool,
}

/// A format of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {
    /// An Amazon Resource Name.
    Arn,
    /// An address with a prefix length.
    Cidr,
    /// JSON.
    Json,
    /// A time as in RFC 3339.
    Time,
}

impl ValueFormat {
    /// The format named `arn`, `cidr`, `json` or `time`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "arn" => Self::Arn,
            "cidr" => Self::Cidr,
            "json" => Self::Json,
            "time" => Self::Time,
            _ => return None,
        })
    }
}

/// An attribute that a body may have.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Arc<str>,
    /// The type that its value is converted to.
    pub ty: Type,
    /// Set if the attribute is required.
    pub required: bool,
    /// Set if the attribute is optional here but required later: the ending of the message, for example "the
    /// server rejects this".
    pub required_later: Option<Arc<str>>,
    /// Set if the attribute is optional. An attribute that is computed, but neither required nor optional, is
    /// read-only.
    pub optional: bool,
    /// Set if the application provides a value when the configuration does not.
    pub computed: bool,
    /// Set if the value is secret.
    pub sensitive: bool,
    /// Set if the application accepts the value but does not store it: references to it are null.
    pub write_only: bool,
    /// The replacement of a deprecated attribute, in lower case, or empty.
    pub deprecated: Option<Arc<str>>,
    /// The replacement of a removed attribute, in lower case, or empty.
    pub removed: Option<Arc<str>>,
    /// The interpretation of the expression.
    pub reading: ExprMode,
    /// Documentation in Markdown.
    pub docs: Option<Arc<str>>,
    /// All allowed strings, for lists those of each element; empty if any string is allowed.
    pub allowed: Arc<[Arc<str>]>,
    /// Set if allowed strings are compared case-insensitively.
    pub in_any_case: bool,
    /// The minimum and the maximum whole number.
    pub range: Option<(i64, i64)>,
    /// Set if the value must be a whole number.
    pub whole: bool,
    /// The format of strings.
    pub format: Option<ValueFormat>,
    /// Set if the restrictions on the value were learned from a program's answers. They also apply to the elements
    /// of a collection, and findings are warnings.
    pub is_learned: bool,
    /// Set if strings beyond the allowed ones may be valid: only one that is certainly misspelled is a finding.
    pub is_open: bool,
    /// The schema of object values, or of the elements' objects: Terraform's nested attributes. The type has
    /// the same structure; this adds requirements, computed attributes and deprecations.
    pub object: Option<Arc<Block>>,
    /// Set if an object must not have attributes that the type does not have.
    pub exact: bool,
    /// The location of the declaration, if it is in a source.
    pub place: Option<Span>,
    /// The locations of the parts of its type.
    pub parts: Option<Arc<Places>>,
    /// The defaults of parts of its type, which a value gets before it is converted.
    pub defaults: Option<Defaults>,
}

/// The interpretation of an attribute's expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExprMode {
    /// Evaluated and converted to the type.
    #[default]
    Value,
    /// A type expression.
    TypeExpression,
    /// A reference: a name with constant steps.
    StaticReference,
    /// A list of references.
    ReferenceList,
    /// Evaluated; the string, or each string of the list, refers to a declaration.
    ReferenceText,
    /// A keyword, or a string that contains one.
    Keyword,
    /// Evaluated; names and functions are not allowed.
    Literal,
    /// Evaluated; a string is a Go duration such as `1h30m`, a number counts nanoseconds.
    Duration,
    /// Like [`ExprMode::Duration`], for a step that parses it when it runs: an empty string counts as not set, and a
    /// string of digits fails when the step runs.
    LateDuration,
    /// Neither evaluated nor checked.
    Opaque,
}

impl Attribute {
    /// Returns `true` if an object is an allowed value; for values of any type only if they are not
    /// evaluated.
    fn takes_object(&self) -> bool {
        match self.ty.kind() {
            TypeKind::Any => self.reading == ExprMode::Opaque,
            TypeKind::Map(_) | TypeKind::Object(_) => {
                matches!(self.reading, ExprMode::Value | ExprMode::Literal)
            }
            _ => false,
        }
    }

    /// Creates an optional attribute.
    pub fn new(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            required: false,
            required_later: None,
            optional: true,
            computed: false,
            sensitive: false,
            write_only: false,
            deprecated: None,
            removed: None,
            reading: ExprMode::Value,
            docs: None,
            allowed: Arc::from([]),
            in_any_case: false,
            range: None,
            whole: false,
            format: None,
            is_learned: false,
            is_open: false,
            object: None,
            exact: false,
            place: None,
            parts: None,
            defaults: None,
        }
    }

    /// Makes the attribute required.
    #[must_use]
    pub fn required(mut self) -> Self {
        (self.required, self.optional) = (true, false);
        self
    }

    /// Makes the attribute required by a later step: if it is missing, a warning with this ending is
    /// reported.
    #[must_use]
    pub fn required_later(mut self, words: impl Into<Arc<str>>) -> Self {
        self.required_later = Some(words.into());
        self.required()
    }

    /// Declares that the application provides a value if the configuration does not.
    #[must_use]
    pub fn computed(mut self) -> Self {
        self.computed = true;
        self
    }

    /// Makes the attribute read-only.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        (self.computed, self.required, self.optional) = (true, false, false);
        self
    }

    /// Sets the interpretation of the expression.
    #[must_use]
    pub fn reading(mut self, reading: ExprMode) -> Self {
        self.reading = reading;
        self
    }

    /// Restricts the value to these strings.
    #[must_use]
    pub fn one_of<T: Into<Arc<str>>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.allowed = texts.into_iter().map(Into::into).collect();
        self
    }

    /// Restricts the value to whole numbers from `least` to `most`.
    #[must_use]
    pub fn between(mut self, least: i64, most: i64) -> Self {
        (self.whole, self.range) = (true, Some((least, most)));
        self
    }

    /// Deprecates the attribute; `instead` is the replacement in lower case, or empty.
    #[must_use]
    pub fn deprecated(mut self, instead: impl Into<Arc<str>>) -> Self {
        self.deprecated = Some(instead.into());
        self
    }

    /// Refuses objects with attributes that the type does not have.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// Returns `true` if the attribute can be set at all.
    pub fn is_settable(&self) -> bool {
        self.required || self.optional || !self.computed
    }

    /// Returns `true` if a string is one of the allowed ones.
    pub(crate) fn allows(&self, text: &str) -> bool {
        let is_it = |allowed: &Arc<str>| match self.in_any_case {
            true => allowed.eq_ignore_ascii_case(text),
            false => **allowed == *text,
        };
        self.allowed.is_empty() || self.allowed.iter().any(is_it)
    }

    /// Returns `true` if a number is within the range.
    pub(crate) fn admits(&self, number: &Number) -> bool {
        let within = |(least, most): (i64, i64)| {
            number.compare(&Number::from(least)).is_ge() && number.compare(&Number::from(most)).is_le()
        };
        self.range.is_none_or(within)
    }
}

impl Block {
    /// Creates a schema without attributes and blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// The schema of an unknown body: all attributes and blocks are evaluated, and `dynamic` blocks define
    /// their iterators for their contents.
    pub fn opaque() -> Arc<Self> {
        static OPAQUE: OnceLock<Arc<Block>> = OnceLock::new();
        OPAQUE
            .get_or_init(|| {
                Arc::new(Self {
                    unknown: Unknown::Free,
                    any_attribute: Some(Attribute::new("", Type::ANY)),
                    any_block: Some(Nested { dynamic: true, ..Nested::new("") }),
                    ..Self::default()
                })
            })
            .clone()
    }

    /// The schema of a body in which every attribute has the same type, and which has no blocks.
    pub fn map_of(element: Type) -> Self {
        Self { any_attribute: Some(Attribute::new("", element)), ..Self::default() }
    }

    /// Adds an attribute; its name must be new.
    #[must_use]
    pub fn attribute(mut self, attribute: Attribute) -> Self {
        self.push_attribute(attribute);
        self
    }

    /// Adds attributes.
    #[must_use]
    pub fn attributes_of(mut self, attributes: impl IntoIterator<Item = Attribute>) -> Self {
        attributes.into_iter().for_each(|attribute| self.push_attribute(attribute));
        self
    }

    /// Adds a block type, which must be new.
    #[must_use]
    pub fn nested(mut self, nested: Nested) -> Self {
        self.push_nested(nested);
        self
    }

    /// Sets the treatment of unknown names.
    #[must_use]
    pub fn unknown(mut self, unknown: Unknown) -> Self {
        self.unknown = unknown;
        self
    }

    /// The schema of a body that is merged with another one, which drops unknown names; `words` are the ending of the
    /// message.
    #[must_use]
    pub fn merged(mut self, words: &str) -> Self {
        if self.unknown == Unknown::Refuse {
            self.unknown = Unknown::Merge(words.into());
        }
        self
    }

    /// Adds all attributes and blocks of another schema; existing ones are kept.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        let attributes: HashSet<&str> = self.attributes.iter().map(|attribute| &*attribute.name).collect();
        let blocks: HashSet<&str> = self.nested.iter().map(|nested| &*nested.block_type).collect();
        let attributes = other.attributes.iter().filter(|one| !attributes.contains(&*one.name)).cloned();
        let blocks = other.nested.iter().filter(|one| !blocks.contains(&*one.block_type)).cloned();
        let (attributes, blocks): (Vec<_>, Vec<_>) = (attributes.collect(), blocks.collect());
        self.attributes.extend(attributes);
        self.nested.extend(blocks);
        self.any_attribute = self.any_attribute.or_else(|| other.any_attribute.clone());
        self.any_block = self.any_block.or_else(|| other.any_block.clone());
        self.forget();
        self
    }

    /// Applies a change to the attribute with this name, if there is one.
    #[must_use]
    pub fn changed(mut self, name: &str, change: impl FnOnce(Attribute) -> Attribute) -> Self {
        if let Some(known) = self.attributes.iter_mut().find(|attribute| *attribute.name == *name) {
            *known = change(known.clone());
            self.forget();
        }
        self
    }

    /// Applies a change to the blocks of a type, if the schema has them.
    #[must_use]
    pub fn changed_block(mut self, block_type: &str, change: impl FnOnce(Nested) -> Nested) -> Self {
        if let Some(known) = self.nested.iter_mut().find(|nested| *nested.block_type == *block_type) {
            *known = change(known.clone());
            self.forget();
        }
        self
    }

    /// Adds an attribute in place; its name must be new.
    pub fn push_attribute(&mut self, attribute: Attribute) {
        self.attributes.push(attribute);
        self.forget();
    }

    /// Adds a block type, which must be new.
    pub fn push_nested(&mut self, nested: Nested) {
        self.nested.push(nested);
        self.forget();
    }

    fn forget(&mut self) {
        // Both were derived from the items before the change.
        (self.prepared, self.ty) = (OnceLock::new(), OnceLock::new());
    }

    /// The attributes, in the order in which they were added.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The block types, in the order in which they were added.
    pub fn blocks(&self) -> &[Nested] {
        &self.nested
    }

    /// The attribute with this name.
    pub fn find_attribute(&self, name: &str) -> Option<&Attribute> {
        // Names are unique, so the slot of a name is its index.
        self.attributes.get(self.prepared().slot(name)?)
    }

    /// The blocks of this type.
    pub fn find_block(&self, block_type: &str) -> Option<&Nested> {
        self.nested.get(self.prepared().block_position(block_type)?)
    }

    /// The names of the attributes and block types.
    fn names(&self) -> impl Iterator<Item = &str> {
        let attributes = self.attributes.iter().map(|attribute| &*attribute.name);
        attributes.chain(self.nested.iter().map(|nested| &*nested.block_type))
    }

    /// The schema in the form that the syntax layer uses.
    pub fn prepared(&self) -> &PreparedSchema {
        self.prepared.get_or_init(|| self.prepare())
    }

    fn prepare(&self) -> PreparedSchema {
        let attribute = |one: &Attribute| AttributeSchema {
            name: one.name.to_string(),
            required: one.required,
            takes_object: one.takes_object(),
        };
        let block = |one: &Nested| BlockSchema {
            block_type: one.block_type.to_string(),
            labels: one.labels.iter().map(ToString::to_string).collect(),
            optional_labels: one.optional_labels,
            known: match one.labels.is_empty() {
                true => Vec::new(),
                false => one.body.fixed().names().map(str::to_owned).collect(),
            },
        };
        let mut schema = BodyNames {
            attributes: self.attributes.iter().map(attribute).collect(),
            blocks: self.nested.iter().map(block).collect(),
        };
        let makes_any = self.any_block.as_ref().is_some_and(|any| any.dynamic);
        if makes_any || self.nested.iter().any(|nested| nested.dynamic) {
            // For the syntax layer, `dynamic` is an additional block type.
            schema.blocks.push(BlockSchema {
                block_type: "dynamic".to_owned(),
                labels: vec!["block type".to_owned()],
                ..BlockSchema::default()
            });
        }
        let prepared = PreparedSchema::new(schema);
        if self.any_case { prepared.in_any_case() } else { prepared }
    }

    /// The type of the body's value: an object with all attributes and blocks; `any` for a body with
    /// arbitrary names.
    pub fn ty(&self) -> &Type {
        self.ty.get_or_init(|| crate::values::type_of(self))
    }
}
