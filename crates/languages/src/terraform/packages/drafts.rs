//! The schemas of one release under construction: bodies with attributes and blocks by name, and the numbers assigned
//! to them.

use hclx_diag::Ordered;

use super::pack::{
    Bodies, History, Release, ReleaseParts, StoredAttribute, StoredBody, StoredFunction, StoredNested,
    StoredParameter, StoredType, Strings, Words,
};
use super::{Kind, ProviderAddress};

/// An attribute before encoding.
#[derive(Default)]
pub(super) struct AttributeDraft {
    pub(super) flags: u64,
    /// The type in cty's JSON notation, unless there is a body.
    pub(super) ty: Option<String>,
    /// The nesting mode of a nested attribute, and the number of its body.
    pub(super) nested: Option<(u8, u64)>,
    pub(super) docs: Option<String>,
    pub(super) instead: Option<String>,
    /// Learned restrictions as JSON.
    pub(super) learned: Option<String>,
}

/// A body before encoding.
#[derive(Default)]
pub(super) struct BlockDraft {
    pub(super) flags: u64,
    pub(super) attributes: Ordered<String, AttributeDraft>,
    pub(super) blocks: Ordered<String, NestedDraft>,
    pub(super) docs: Option<String>,
    pub(super) instead: Option<String>,
    /// Learned restrictions as JSON.
    pub(super) learned: Option<String>,
}

/// A nested block type before encoding.
#[derive(Clone, Copy)]
pub(super) struct NestedDraft {
    pub(super) nesting: u8,
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) body: u64,
}

/// A function before encoding.
#[derive(Default)]
pub(super) struct FunctionDraft {
    pub(super) returns: String,
    pub(super) parameters: Vec<ParameterDraft>,
    pub(super) variadic: Option<ParameterDraft>,
    pub(super) docs: Option<String>,
}

/// A parameter of a function before encoding.
#[derive(Default)]
pub(super) struct ParameterDraft {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) nullable: bool,
}

/// An encoder for one release of a provider.
#[derive(Default)]
pub(super) struct Encoder {
    bodies: Bodies,
    docs: Strings,
    pub(super) provider: Option<u64>,
    pub(super) kinds: Ordered<(Kind, String), u64>,
    /// The kinds that the file contains.
    pub(super) known: Vec<Kind>,
    /// Set if the schemas were derived from language bindings.
    pub(super) is_derived: bool,
    pub(super) functions: Ordered<String, FunctionDraft>,
}

impl Encoder {
    /// The number of a body; equal bodies share one number. Nested bodies come before the bodies that contain them.
    pub(super) fn block(&mut self, draft: &BlockDraft) -> u64 {
        let words = self.words(draft.flags, draft.docs.as_deref(), draft.instead.as_deref());
        let words = words.with_learned(self.learned(draft.learned.as_deref()));
        let mut body = StoredBody { words, ..StoredBody::default() };
        for (name, attribute) in &draft.attributes {
            let name = self.bodies.strings.number(name);
            let words = self.words(attribute.flags, attribute.docs.as_deref(), attribute.instead.as_deref());
            let words = words.with_learned(self.learned(attribute.learned.as_deref()));
            let ty = match attribute.nested {
                Some((nesting, body)) => StoredType::Nested(u64::from(nesting), body),
                None => {
                    let ty = attribute.ty.as_deref().unwrap_or("\"dynamic\"");
                    StoredType::Plain(self.bodies.strings.number(ty))
                }
            };
            body.attributes.push(StoredAttribute { name, words, ty });
        }
        for (name, nested) in &draft.blocks {
            let name = self.bodies.strings.number(name);
            let NestedDraft { nesting, min, max, body: inner } = *nested;
            body.blocks.push(StoredNested { name, nesting: u64::from(nesting), min, max, body: inner });
        }
        self.bodies.body(&body)
    }

    fn words(&mut self, flags: u64, docs: Option<&str>, instead: Option<&str>) -> Words {
        let docs = docs.map(|docs| self.docs.number(docs));
        Words::new(flags, docs, instead.map(|instead| self.bodies.strings.number(instead)))
    }

    fn learned(&mut self, learned: Option<&str>) -> Option<u64> {
        learned.map(|learned| self.bodies.strings.number(learned))
    }

    /// The history that consists of this release alone.
    pub(super) fn finish(
        mut self,
        address: ProviderAddress,
        version: Option<String>,
        origin: &str,
    ) -> History {
        let functions = self.stored_functions();
        let functions = (!functions.is_empty()).then(|| self.bodies.functions(&functions));
        // Every program prints these two kinds, if a provider has them.
        self.known.extend([Kind::Resource, Kind::Data]);
        let release = Release::new(version, origin, self.is_derived, &self.known);
        let parts = ReleaseParts { provider: self.provider, functions, kinds: self.kinds };
        History::of_release(address, (self.bodies, self.docs), (release, parts))
    }

    fn stored_functions(&mut self) -> Vec<StoredFunction> {
        let functions = std::mem::take(&mut self.functions);
        let mut stored = Vec::new();
        for (name, function) in functions {
            let strings = &mut self.bodies.strings;
            let mut parameter = |one: &ParameterDraft| {
                let (name, ty) = (strings.number(&one.name), strings.number(&one.ty));
                StoredParameter { name, ty, nullable: one.nullable }
            };
            let parameters =
                function.parameters.iter().chain(&function.variadic).map(&mut parameter).collect();
            stored.push(StoredFunction {
                name: strings.number(&name),
                returns: strings.number(&function.returns),
                docs: function.docs.map(|docs| self.docs.number(&docs)),
                parameters,
                is_variadic: function.variadic.is_some(),
            });
        }
        stored
    }
}
