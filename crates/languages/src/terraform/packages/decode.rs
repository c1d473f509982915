//! Decodes bodies of the compact form into [`Block`]s.

use std::sync::Arc;

use hclx_core::{Attribute as ObjectAttribute, Type, TypeKind};
use hclx_schema::{Attribute, Block, Body, Nested, Nesting};

use super::package::{FunctionSchema, Package, Parameter, Tables};
use crate::wire::{Corrupt, Cursor};

/// The flags of attributes and bodies.
pub(super) mod flag {
    pub(in super::super) const REQUIRED: u64 = 1;
    pub(in super::super) const OPTIONAL: u64 = 2;
    pub(in super::super) const COMPUTED: u64 = 4;
    pub(in super::super) const SENSITIVE: u64 = 8;
    pub(in super::super) const WRITE_ONLY: u64 = 16;
    pub(in super::super) const DEPRECATED: u64 = 32;
    pub(in super::super) const DOCS: u64 = 64;
    pub(in super::super) const INSTEAD: u64 = 128;
    pub(in super::super) const NESTED: u64 = 256;
}

/// The nesting modes, by their encoding.
pub(super) const NESTINGS: [(&str, Nesting); 5] = [
    ("single", Nesting::Single),
    ("group", Nesting::Group),
    ("list", Nesting::List),
    ("set", Nesting::Set),
    ("map", Nesting::Map),
];

/// The body with a number.
pub(super) fn block(package: &Arc<Package>, number: u32) -> Result<Block, Corrupt> {
    let tables = package.tables()?;
    let mut cursor = Cursor::at(tables.blocks.get(number as usize)?, 0)?;
    let mut block = Block::new();
    // For providers an argument that is null is not set, so null does not satisfy `required`.
    block.null_is_missing = true;
    let flags = cursor.number()?;
    let (docs, instead) = words(package, &tables, &mut cursor, flags)?;
    (block.docs, block.deprecated) = (docs, instead);
    let mut as_blocks = Vec::new();
    for _ in 0..cursor.count()? {
        let attribute = attribute(package, &tables, &mut cursor, number)?;
        as_blocks.extend(as_block(&attribute));
        block.push_attribute(attribute);
    }
    for _ in 0..cursor.count()? {
        block.push_nested(nested(package, &tables, &mut cursor, number)?);
    }
    as_blocks.into_iter().for_each(|nested| block.push_nested(nested));
    Ok(block)
}

/// Documentation, and the replacement of a deprecated item.
type Words = (Option<Arc<str>>, Option<Arc<str>>);

fn words(
    package: &Package,
    tables: &Tables<'_>,
    cursor: &mut Cursor<'_>,
    flags: u64,
) -> Result<Words, Corrupt> {
    let docs = if flags & flag::DOCS == 0 { None } else { package.doc(tables, cursor.index()?) };
    let instead = match (flags & flag::INSTEAD != 0, flags & flag::DEPRECATED != 0) {
        (true, _) => Some(tables.texts.text(cursor.index()?)?.into()),
        (false, true) => Some("".into()),
        (false, false) => None,
    };
    Ok((docs, instead))
}

/// The number of a nested body, which precedes the enclosing one.
fn inner(cursor: &mut Cursor<'_>, around: u32) -> Result<u32, Corrupt> {
    // The order also rules out cycles in a damaged file, through which decoding would never end.
    u32::try_from(cursor.number()?).ok().filter(|number| *number < around).ok_or(Corrupt)
}

fn nesting(cursor: &mut Cursor<'_>) -> Result<Nesting, Corrupt> {
    Ok(NESTINGS.get(cursor.index()?).ok_or(Corrupt)?.1)
}

fn attribute(
    package: &Arc<Package>,
    tables: &Tables<'_>,
    cursor: &mut Cursor<'_>,
    around: u32,
) -> Result<Attribute, Corrupt> {
    let name = tables.texts.text(cursor.index()?)?;
    let flags = cursor.number()?;
    let has = |flag: u64| flags & flag != 0;
    let (docs, deprecated) = words(package, tables, cursor, flags)?;
    let (ty, object) = if has(flag::NESTED) {
        let nesting = nesting(cursor)?;
        let number = inner(cursor, around)?;
        let object = hclx_diag::grow(|| package.block(number)).ok_or(Corrupt)?;
        (nested_type(&object, nesting), Some(object))
    } else {
        let number = u32::try_from(cursor.number()?).map_err(|_| Corrupt)?;
        (package.ty(tables, number)?, None)
    };
    Ok(Attribute {
        required: has(flag::REQUIRED),
        optional: has(flag::OPTIONAL),
        computed: has(flag::COMPUTED),
        sensitive: has(flag::SENSITIVE),
        write_only: has(flag::WRITE_ONLY),
        deprecated,
        docs,
        object,
        ..Attribute::new(name, ty)
    })
}

/// The type of a nested attribute: attributes of its objects that are not required are optional.
fn nested_type(object: &Block, nesting: Nesting) -> Type {
    let attribute = |one: &Attribute| ObjectAttribute {
        name: one.name.clone(),
        ty: one.ty.clone(),
        optional: !one.required,
    };
    let element = Type::object_with(object.attributes().iter().map(attribute));
    match nesting {
        Nesting::Single | Nesting::Group => element,
        Nesting::List => Type::list(element),
        Nesting::Set => Type::set(element),
        Nesting::Map => Type::map(element),
    }
}

fn nested(
    package: &Arc<Package>,
    tables: &Tables<'_>,
    cursor: &mut Cursor<'_>,
    around: u32,
) -> Result<Nested, Corrupt> {
    let name = tables.texts.text(cursor.index()?)?;
    let nesting = nesting(cursor)?;
    let (min, max) = (cursor.index()?, cursor.index()?);
    let number = inner(cursor, around)?;
    // the package owns its blocks, so a block must not own the package
    let package = Arc::downgrade(package);
    let body = Body::lazy(move || {
        let block = package.upgrade().and_then(|package| package.block(number));
        block.unwrap_or_else(Block::opaque)
    });
    // Blocks of this mode are written with a label, which is their key in the map.
    let labels = if nesting == Nesting::Map { vec!["key".into()] } else { Vec::new() };
    // In provider schemas a maximum of 0 means that there is none.
    let most = Some(max).filter(|max| *max > 0);
    // the schema does not say which blocks the provider creates if none are written, and many do
    let computed = nesting != Nesting::Group;
    Ok(Nested { labels, nesting, min, max: most, body, dynamic: true, computed, ..Nested::new(name) })
}

/// The block type for an attribute whose type is a list or set of objects: Terraform also reads it from
/// blocks. Older providers use such attributes where blocks may be explicitly empty (`ingress = []`).
fn as_block(attribute: &Attribute) -> Option<Nested> {
    let nesting = match attribute.ty.kind() {
        TypeKind::List(_) => Nesting::List,
        TypeKind::Set(_) => Nesting::Set,
        _ => return None,
    };
    // Terraform decides by the type in cty's notation, which nested attributes do not have.
    if attribute.object.is_some() || !attribute.is_settable() {
        return None;
    }
    let element = attribute.ty.element().filter(|element| element.as_object().is_some())?.clone();
    let body = Body::lazy(move || Arc::new(of_object(&element)));
    Some(Nested {
        nesting,
        body,
        dynamic: true,
        also_attribute: true,
        deprecated: attribute.deprecated.clone(),
        ..Nested::new(attribute.name.clone())
    })
}

/// The contents of a block that replaces an object: nothing in it is required.
fn of_object(ty: &Type) -> Block {
    let mut block = Block::new();
    let attributes = ty.as_object().map(|object| object.attributes()).unwrap_or_default();
    for attribute in attributes {
        let attribute = Attribute::new(attribute.name.clone(), attribute.ty.clone());
        if let Some(nested) = as_block(&attribute) {
            block.push_nested(nested);
        }
        block.push_attribute(attribute);
    }
    block
}

/// The functions of a package.
pub(super) fn functions(package: &Package) -> Result<Vec<FunctionSchema>, Corrupt> {
    let tables = package.tables()?;
    let mut cursor = tables.functions()?;
    let mut functions = Vec::new();
    for _ in 0..cursor.count()? {
        let name = tables.texts.text(cursor.index()?)?.to_owned();
        let returns = package.ty(&tables, number(&mut cursor)?)?;
        // The documentation is not needed here, but its number has to be read past.
        let _docs = cursor.number()?;
        let count = cursor.count()?;
        let is_variadic = cursor.number()? != 0;
        let mut parameters = Vec::with_capacity(count);
        for _ in 0..count {
            parameters.push(parameter(package, &tables, &mut cursor)?);
        }
        let variadic = is_variadic.then(|| parameter(package, &tables, &mut cursor)).transpose()?;
        functions.push(FunctionSchema { name, returns, parameters, variadic });
    }
    Ok(functions)
}

fn number(cursor: &mut Cursor<'_>) -> Result<u32, Corrupt> {
    u32::try_from(cursor.number()?).map_err(|_| Corrupt)
}

fn parameter(package: &Package, tables: &Tables<'_>, cursor: &mut Cursor<'_>) -> Result<Parameter, Corrupt> {
    Ok(Parameter {
        name: tables.texts.text(cursor.index()?)?.to_owned(),
        ty: package.ty(tables, number(cursor)?)?,
        nullable: cursor.number()? != 0,
    })
}
