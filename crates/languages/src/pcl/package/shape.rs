//! Types in a schema. They are more expressive than HCL types: they include members of enums, constants, discriminators
//! of unions, and whether an output is accepted.

use std::sync::Arc;

use hclx_core::{Type, TypeKind};
use hclx_diag::Ordered;

use super::{PackageSchemas, Resource};

/// A type in a schema.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Any value.
    Any,
    /// Null only.
    None,
    /// `bool`, `int`, `number`, `string`, `asset` or `archive`.
    Base(Type),
    /// An asset or archive.
    Asset,
    /// A list of elements of one type.
    List(Arc<Slot>),
    /// A tuple with a type for each element.
    Tuple(Arc<[Slot]>),
    /// A map to values of one type.
    Map(Arc<Slot>),
    /// An object with named properties.
    Object(Arc<Object>),
    /// One of several types.
    Union(Arc<Union>),
    /// A named type of a schema, which may refer to itself.
    Reference(Arc<Reference>),
}

/// The type at a position, and whether outputs are accepted there.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The type of the value.
    pub shape: Shape,
    /// Set if the value must be known when the program runs, so that an output is not accepted.
    pub plain: bool,
}

impl std::fmt::Display for Constant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
        }
    }
}

/// A constant or a member of an enum.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A string.
    Text(Arc<str>),
    /// A number.
    Number(f64),
    /// A bool.
    Bool(bool),
}

/// Named properties.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// The token, or an empty string.
    pub token: Arc<str>,
    /// The properties, by name.
    pub properties: Vec<Property>,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name as in the schema.
    pub name: Arc<str>,
    /// The type, and whether outputs are accepted.
    pub slot: Slot,
    /// Set for a required property.
    pub required: bool,
    /// The only allowed value.
    pub constant: Option<Constant>,
    /// The note about a replacement, if the property is deprecated.
    pub deprecated: Option<Arc<str>>,
}

/// A type that is one of several.
#[derive(Clone, Debug)]
pub struct Union {
    /// The possible types.
    pub members: Vec<Slot>,
    /// The property of an object that selects the member.
    pub discriminator: Option<Arc<str>>,
    /// Names of types by the values of the discriminator.
    pub mapping: Ordered<Arc<str>, Arc<str>>,
}

/// A reference to a definition in a schema.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The name of the package.
    pub package: Arc<str>,
    /// The kind of definition.
    pub target: Target,
    /// The token of the definition.
    pub token: Arc<str>,
}

/// The target of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// An entry of `types`.
    Type,
    /// A resource.
    Resource,
    /// The provider of the package.
    Provider,
}

/// A named definition in a schema.
#[derive(Clone, Debug)]
pub enum Definition {
    /// An object type.
    Object(Arc<Object>),
    /// An enum.
    Enum(Enumeration),
    /// An entry of `resources`.
    Resource(Arc<Resource>),
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The token of the enum.
    pub token: Arc<str>,
    /// The type of the values.
    pub base: Type,
    /// The allowed values.
    pub values: Vec<Constant>,
}

impl Slot {
    /// A type that accepts outputs.
    pub fn new(shape: Shape) -> Self {
        Self { shape, plain: false }
    }

    /// The HCL type at this position.
    pub fn ty(&self, packages: &PackageSchemas) -> Type {
        Printer { packages, around: Vec::new(), left: MOST_PARTS }.shape(&self.shape)
    }
}

impl Object {
    /// The property with a name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        let found = self.properties.binary_search_by(|property| (*property.name).cmp(name));
        found.ok().map(|position| &self.properties[position])
    }

    /// The HCL type; optional properties may be `none`.
    pub fn ty(&self, packages: &PackageSchemas) -> Type {
        Printer { packages, around: Vec::new(), left: MOST_PARTS }.object(self)
    }

    /// The properties as attributes with their types, converted separately.
    pub fn attribute_types(&self, packages: &PackageSchemas) -> Vec<(Arc<str>, Type)> {
        let mut printer = Printer { packages, around: Vec::new(), left: MOST_PARTS };
        self.properties.iter().map(|property| (property.name.clone(), printer.property(property))).collect()
    }
}

/// The maximum number of parts of a type, beyond which everything becomes `any`: types that refer to each
/// other can be far larger than their schema.
const MOST_PARTS: usize = 20_000;

/// Converts to HCL types; recursive types become `any`.
struct Printer<'p> {
    packages: &'p PackageSchemas,
    around: Vec<Arc<Reference>>,
    left: usize,
}

impl Printer<'_> {
    fn shape(&mut self, shape: &Shape) -> Type {
        if self.left == 0 {
            return Type::ANY;
        }
        self.left -= 1;
        match shape {
            Shape::Any => Type::ANY,
            Shape::None => Type::NONE,
            Shape::Base(ty) => ty.clone(),
            Shape::Asset => Type::union([Type::ASSET, Type::ARCHIVE]),
            Shape::List(element) => Type::list(self.inner(&element.shape)),
            Shape::Map(element) => Type::map(self.inner(&element.shape)),
            Shape::Tuple(elements) => {
                let elements: Vec<Type> = elements.iter().map(|slot| self.inner(&slot.shape)).collect();
                Type::tuple(elements)
            }
            Shape::Object(object) => self.object(object),
            Shape::Union(union) => {
                let members: Vec<Type> = union.members.iter().map(|slot| self.inner(&slot.shape)).collect();
                Type::union(members)
            }
            Shape::Reference(reference) => self.reference(reference),
        }
    }

    fn inner(&mut self, shape: &Shape) -> Type {
        hclx_diag::grow(|| self.shape(shape))
    }

    fn reference(&mut self, reference: &Arc<Reference>) -> Type {
        if self.around.contains(reference) {
            return Type::ANY;
        }
        let Some(definition) = self.packages.resolve(reference) else { return Type::ANY };
        self.around.push(reference.clone());
        let ty = match &*definition {
            Definition::Object(object) => self.object(object),
            Definition::Enum(values) => values.base.clone(),
            Definition::Resource(resource) => self.object(&resource.outputs),
        };
        self.around.pop();
        ty
    }

    fn object(&mut self, object: &Object) -> Type {
        let attributes: Vec<(Arc<str>, Type)> = object
            .properties
            .iter()
            .map(|property| (property.name.clone(), self.property(property)))
            .collect();
        Type::object(attributes)
    }

    fn property(&mut self, property: &Property) -> Type {
        let ty = self.inner(&property.slot.shape);
        if property.required { ty } else { Type::union([ty, Type::NONE]) }
    }
}

impl From<&Type> for Shape {
    /// The schema type for an HCL type; promises and outputs are accepted anyway.
    fn from(ty: &Type) -> Self {
        hclx_diag::grow(|| of_type(ty))
    }
}

fn of_type(ty: &Type) -> Shape {
    let slot = |ty: &Type| Slot::new(Shape::from(ty));
    match ty.kind() {
        TypeKind::Any => Shape::Any,
        TypeKind::None => Shape::None,
        TypeKind::Bool
        | TypeKind::String
        | TypeKind::Number
        | TypeKind::Int
        | TypeKind::Asset
        | TypeKind::Archive => Shape::Base(ty.clone()),
        TypeKind::List(element) | TypeKind::Set(element) => Shape::List(Arc::new(slot(element))),
        TypeKind::Map(element) => Shape::Map(Arc::new(slot(element))),
        TypeKind::Tuple(elements) => Shape::Tuple(elements.iter().map(slot).collect()),
        TypeKind::Promise(inner) | TypeKind::Output(inner) => Shape::from(inner),
        TypeKind::Union(members) => Shape::Union(Arc::new(Union {
            members: members.iter().map(slot).collect(),
            discriminator: None,
            mapping: Ordered::new(),
        })),
        TypeKind::Object(object) => {
            let property = |attribute: &hclx_core::ObjectAttribute| Property {
                name: attribute.name.clone(),
                slot: slot(&attribute.ty),
                required: !attribute.optional && !attribute.ty.members().contains(&Type::NONE),
                constant: None,
                deprecated: None,
            };
            let properties = object.attributes().iter().map(property).collect();
            Shape::Object(Arc::new(Object { token: Arc::from(""), properties }))
        }
    }
}
