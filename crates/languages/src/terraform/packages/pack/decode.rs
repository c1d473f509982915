//! Decodes bodies of packs into [`Block`]s.

use std::sync::Arc;

use hclx_core::{ObjectAttribute, Type, TypeKind};
use hclx_schema::{Attribute, Block, Body, Nested, Nesting};

use super::super::{BodyRestrictions, FunctionSchema, Parameter, ValueRestrictions};
use super::group::Group;
use super::{
    Pack, Parts, StoredAttribute, StoredBody, StoredFunction, StoredNested, StoredParameter, StoredType,
    Variant, Words, flag, read_functions,
};
use crate::wire::Corrupt;

/// The nesting modes in the order of their encoding.
pub(in super::super) const NESTINGS: [(&str, Nesting); 5] = [
    ("single", Nesting::Single),
    ("group", Nesting::Group),
    ("list", Nesting::List),
    ("set", Nesting::Set),
    ("map", Nesting::Map),
];

/// The body of a variant.
pub(super) fn block(
    pack: &Arc<Pack>,
    group: &Group,
    (variant, stored): (Variant, StoredBody),
) -> Result<Block, Corrupt> {
    let around = ItemContext { pack, group, variant };
    let mut block = Block::new();
    // Providers treat a null argument as unset, so null does not satisfy `required`.
    block.null_is_missing = true;
    block.docs = pack.doc(stored.words.docs());
    block.deprecated = around.deprecated(stored.words)?;
    block.exclusive =
        around.learned::<BodyRestrictions>(stored.words)?.map(|one| one.sets()).unwrap_or_default();
    let mut as_blocks = Vec::new();
    for one in &stored.attributes {
        let attribute = around.attribute(one)?;
        as_blocks.extend(as_block(&attribute));
        block.push_attribute(attribute);
    }
    for one in &stored.blocks {
        block.push_nested(around.nested(*one)?);
    }
    as_blocks.into_iter().for_each(|nested| block.push_nested(nested));
    Ok(block)
}

fn nesting(number: u64) -> Result<Nesting, Corrupt> {
    let known = usize::try_from(number).ok().and_then(|number| NESTINGS.get(number));
    Ok(known.ok_or(Corrupt)?.1)
}

/// The context of the items of a body.
struct ItemContext<'p> {
    pack: &'p Arc<Pack>,
    group: &'p Group,
    variant: Variant,
}

impl ItemContext<'_> {
    /// The replacement of a deprecated item.
    fn deprecated(&self, words: Words) -> Result<Option<Arc<str>>, Corrupt> {
        match (words.instead(), words.has(flag::DEPRECATED)) {
            (Some(number), _) => Ok(Some(self.group.string(number)?.into())),
            (None, true) => Ok(Some("".into())),
            (None, false) => Ok(None),
        }
    }

    fn attribute(&self, stored: &StoredAttribute) -> Result<Attribute, Corrupt> {
        let (ty, object) = match stored.ty {
            StoredType::Nested(mode, body) => {
                let (nesting, inner) = (nesting(mode)?, self.variant.inner(body)?);
                let object = hclx_diag::grow(|| self.pack.decoded(inner))?;
                (nested_type(&object, nesting), Some(object))
            }
            StoredType::Plain(ty) => (self.group.ty(ty)?, None),
        };
        let words = stored.words;
        let mut attribute = Attribute {
            required: words.has(flag::REQUIRED),
            optional: words.has(flag::OPTIONAL),
            computed: words.has(flag::COMPUTED),
            sensitive: words.has(flag::SENSITIVE),
            write_only: words.has(flag::WRITE_ONLY),
            deprecated: self.deprecated(words)?,
            docs: self.pack.doc(words.docs()),
            object,
            ..Attribute::new(self.group.string(stored.name)?, ty)
        };
        if let Some(learned) = self.learned::<ValueRestrictions>(words)? {
            learned.apply(&mut attribute);
        }
        Ok(attribute)
    }

    /// The restrictions learned from the provider's code.
    fn learned<T: serde::de::DeserializeOwned>(&self, words: Words) -> Result<Option<T>, Corrupt> {
        let Some(number) = words.learned() else { return Ok(None) };
        serde_json::from_str(self.group.string(number)?).map(Some).map_err(|_| Corrupt)
    }

    fn nested(&self, stored: StoredNested) -> Result<Nested, Corrupt> {
        let name = self.group.string(stored.name)?;
        let nesting = nesting(stored.nesting)?;
        let count = |number: u64| usize::try_from(number).map_err(|_| Corrupt);
        let (min, max) = (count(stored.min)?, count(stored.max)?);
        let inner = self.variant.inner(stored.body)?;
        // the pack owns its blocks, so a block must not own the pack
        let pack = Arc::downgrade(self.pack);
        let body = Body::lazy(move || pack.upgrade().map_or_else(Block::opaque, |pack| pack.block(inner)));
        // Blocks of this mode have a label, which is their key in the map.
        let labels = if nesting == Nesting::Map { vec!["key".into()] } else { Vec::new() };
        // In provider schemas, a maximum of 0 means no maximum.
        let most = Some(max).filter(|max| *max > 0);
        // many providers create blocks that are not written, and the schema does not tell which
        let computed = nesting != Nesting::Group;
        Ok(Nested { labels, nesting, min, max: most, body, dynamic: true, computed, ..Nested::new(name) })
    }
}

/// The type of a nested attribute, in which attributes that are not required are optional.
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

/// The block type for an attribute whose type is a list or set of objects, which Terraform also reads from blocks.
/// Older providers use such attributes for blocks that may be explicitly empty (`ingress = []`).
fn as_block(attribute: &Attribute) -> Option<Nested> {
    let nesting = match attribute.ty.kind() {
        TypeKind::List(_) => Nesting::List,
        TypeKind::Set(_) => Nesting::Set,
        _ => return None,
    };
    // Terraform looks at the type in cty's notation, which nested attributes do not have.
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

/// The contents of a block that represents an object; nothing in it is required.
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

/// The functions in a part of a group.
pub(super) fn functions(group: &Group, part: u64) -> Result<Vec<FunctionSchema>, Corrupt> {
    let parameter = |one: &StoredParameter| -> Result<Parameter, Corrupt> {
        let name = group.string(one.name)?.to_owned();
        Ok(Parameter { name, ty: group.ty(one.ty)?, nullable: one.nullable })
    };
    let function = |stored: StoredFunction| -> Result<FunctionSchema, Corrupt> {
        let name = group.string(stored.name)?.to_owned();
        let mut parameters = stored.parameters.iter().map(parameter).collect::<Result<Vec<_>, _>>()?;
        let variadic = if stored.is_variadic { parameters.pop() } else { None };
        Ok(FunctionSchema { name, returns: group.ty(stored.returns)?, parameters, variadic })
    };
    read_functions(group.part(part)?)?.into_iter().map(function).collect()
}
