//! `resource` and `read` blocks, and the effect of `range` on their types.

use std::sync::Arc;

use hclx_core::{Eventual, Type, TypeKind, Value, unify};
use hclx_diag::code_names as codes;
use hclx_diag::{Arrange, Diagnostic, Span, nearest};
use hclx_eval::Scope;
use hclx_schema::{FilledBody, Header};
use hclx_syntax::body::{BlockView, BodyNames, BodyView};

use super::blocks;
use super::fit::Fit;
use super::functions::DIALECT;
use super::judge::{Judge, KnownResource};
use super::package::{Object, Package, Property, Resource, Shape, Slot, Token};
use super::program::{Declaration, Kind};
use super::wording;

/// The effect of the option `range` on a declared name.
pub(super) struct RangeOption {
    /// The value of `range` in the body, if it has one.
    range: Option<Value>,
    wrap: Wrap,
    /// The eventual type of `range` if it is a number of resources.
    eventual: Eventual,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    Single,
    Optional,
    List,
    Map,
    Any,
}

impl RangeOption {
    fn single() -> Self {
        Self { range: None, wrap: Wrap::Single, eventual: Eventual::Now }
    }

    fn any() -> Self {
        Self { range: Some(Value::dynamic()), wrap: Wrap::Any, eventual: Eventual::Now }
    }

    /// Returns `true` if the name refers to several instances.
    pub(super) fn is_several(&self) -> bool {
        !matches!(self.wrap, Wrap::Single | Wrap::Optional)
    }

    /// The type of the name, derived from the type of one instance.
    pub(super) fn wrap(&self, ty: Type) -> Type {
        match self.wrap {
            Wrap::Single => ty,
            Wrap::Optional => Type::union([ty, Type::NONE]),
            Wrap::List => Type::list(ty),
            Wrap::Map => Type::map(ty),
            Wrap::Any => Type::ANY,
        }
    }

    /// The variables of the body.
    pub(super) fn variables(&self) -> Scope<'static> {
        let mut scope = Scope::root();
        if let Some(range) = &self.range {
            scope.define("range", range.clone());
        }
        scope
    }
}

/// The result of a token lookup.
enum Meaning {
    /// The schema contains it.
    Known(Arc<Resource>),
    /// Unknown, because the schema or the entry is missing. This is already reported.
    Unknown,
}

impl<'t> Judge<'_, 't> {
    pub(super) fn resource(&mut self, declaration: &Declaration<'t>) -> Value {
        let Some(written) = declaration.block() else { return Value::dynamic() };
        let meaning = match declaration.label(1) {
            Some((token, at)) if !declaration.mislabelled => self.meaning(declaration.kind, token, at),
            _ => Meaning::Unknown,
        };
        let meaning = match &meaning {
            Meaning::Known(resource) => Some(resource),
            Meaning::Unknown => None,
        };
        let (options, rest) = self.parted(written);
        let inputs = meaning.map(|resource| match declaration.kind {
            Kind::Read => Arc::new(state_of(resource)),
            _ => resource.inputs.clone(),
        });
        let ranged = self.options(declaration, options.as_ref(), inputs.as_deref());
        let known = KnownResource {
            token: meaning.map(|resource| resource.token.clone()),
            is_ranged: ranged.is_several(),
        };
        self.judged.known.resources.insert(declaration.name.into(), known);
        let block = Arc::new(inputs.as_deref().map_or_else(blocks::free, blocks::inputs_of));
        let body = self.fill(&rest, &block, &Header::of(written), &ranged.variables());
        self.logical_name(&body, declaration.name);
        self.rows_of(declaration, &body);
        if let Some(inputs) = &inputs {
            self.check_inputs(declaration, &body, inputs);
        }
        let ty =
            meaning.map_or(Type::ANY, |resource| ranged.eventual.wrap(ranged.wrap(self.type_of(resource))));
        let value = Value::unknown_under(ty.clone(), &DIALECT.rules);
        self.declared_row(declaration, ty, &value);
        value
    }

    /// The type of the name of a single resource.
    fn type_of(&self, resource: &Resource) -> Type {
        let mut attributes: Vec<(Arc<str>, Type)> =
            vec![("id".into(), Type::output(Type::STRING)), ("urn".into(), Type::output(Type::STRING))];
        for (name, ty) in resource.outputs.attribute_types(self.packages) {
            // An output of the schema replaces the implied `id` or `urn`.
            attributes.retain(|(known, _)| *known != name);
            attributes.push((name, Type::output(ty)));
        }
        Type::object(attributes)
    }

    fn check_inputs(&mut self, declaration: &Declaration<'_>, body: &FilledBody<'_>, inputs: &Object) {
        for attribute in body.attributes.iter().filter(|attribute| attribute.good) {
            let Some(property) = inputs.get(attribute.view.name) else { continue };
            if attribute.value.is_null() && !property.required {
                continue;
            }
            // the schema of the type determines which inputs must be known immediately
            self.with_fit(declaration.tree, declaration.source, |fit| {
                let fit = Fit { token: declaration.label(1), ..*fit };
                fit.check_property(attribute.view.value, &attribute.value, property)
            });
        }
    }

    // Tokens.

    fn meaning(&mut self, kind: Kind, text: &str, at: Span) -> Meaning {
        let Some(token) = Token::read(text) else {
            let finding = wording::malformed_token(at, text);
            self.judged.findings.push(finding);
            return Meaning::Unknown;
        };
        if let Some(name) = token.provider() {
            if kind == Kind::Read {
                let message = "a provider cannot be read";
                self.judged.findings.push(Diagnostic::error(codes::UNKNOWN_TOKEN, at, message));
                return Meaning::Unknown;
            }
            return match self.packages.find(name) {
                Some(package) => Meaning::Known(package.provider()),
                None => self.no_schema(name, at),
            };
        }
        let Some(package) = self.packages.find(token.package).cloned() else {
            return self.no_schema(token.package, at);
        };
        match package.resource(&token) {
            Some(resource) if kind == Kind::Read && resource.is_component => {
                let message = format!("`{text}` is a component, and components cannot be read");
                self.judged.findings.push(Diagnostic::error(codes::UNKNOWN_TOKEN, at, message));
                Meaning::Unknown
            }
            Some(resource) => {
                if let Some(instead) = &resource.deprecated {
                    self.judged.findings.push(wording::deprecated(at, text, instead));
                }
                Meaning::Known(resource)
            }
            None => {
                self.judged.findings.push(no_such_resource(&package, &token, at));
                Meaning::Unknown
            }
        }
    }

    fn no_schema(&self, package: &str, at: Span) -> Meaning {
        self.without_schema(package, at);
        Meaning::Unknown
    }

    // Options.

    /// The first `options` block, and the body without `options` blocks.
    pub(super) fn parted(&mut self, block: &BlockView<'t>) -> (Option<BlockView<'t>>, BodyView<'t>) {
        let (content, rest, findings) = block.body.partial_content(&BodyNames::new().block("options", &[]));
        self.judged.findings.extend(findings);
        let mut found = content.blocks.into_iter();
        let first = found.next();
        if let (Some(first), Some(second)) = (&first, found.next()) {
            let place = |block: &BlockView<'_>| block.def_range.in_source(block.body.source());
            let message = "expected at most 1 `options` block";
            let finding = Diagnostic::error(codes::BLOCK_COUNT, place(&second), message)
                .also(place(first), "first set here")
                .help("remove one of them");
            self.judged.findings.push(finding);
        }
        (first, rest)
    }

    /// Checks the options; `inputs` are the names allowed in lists of inputs, if they are known.
    pub(super) fn options(
        &mut self,
        declaration: &Declaration<'t>,
        options: Option<&BlockView<'t>>,
        inputs: Option<&Object>,
    ) -> RangeOption {
        let Some(options) = options else {
            // a block with another name was meant to be the options
            let has_blocks =
                declaration.block().is_some_and(|written| !written.body.just_attributes().1.is_empty());
            return if has_blocks { RangeOption::any() } else { RangeOption::single() };
        };
        let body = self.fill(&options.body, &blocks::OPTIONS, &Header::of(options), &Scope::root());
        for attribute in &body.attributes {
            let name = attribute.view.name;
            if blocks::INPUT_LISTS.contains(&name) {
                self.input_list(declaration, attribute, inputs);
            } else if name == "hooks" {
                self.hooks(declaration, attribute);
            } else if let Some((_, slot)) = blocks::OPTION_TYPES.iter().find(|(known, _)| *known == name) {
                self.check(declaration, name, attribute, slot);
            }
        }
        let Some(range) = body.attribute("range") else { return RangeOption::single() };
        let place = |range: hclx_diag::TextRange| range.in_source(declaration.source);
        let at = place(declaration.tree.expr(range.view.value).range);
        let path = format!("{}.{}.options.range", declaration.kind.word(), declaration.name);
        self.row(path, place(range.view.name_range), Some(at), &range.value);
        if !range.good {
            return RangeOption::any();
        }
        self.ranged(&range.value, at)
    }

    fn ranged(&mut self, value: &Value, at: Span) -> RangeOption {
        let (ty, eventual) = value.described_type().strip_eventual();
        let some: Vec<&Type> = ty.members().iter().filter(|member| !member.is_none()).collect();
        let [ty] = some.as_slice() else { return RangeOption::any() };
        let unify = |types: Vec<Type>| {
            let unified = unify(&types, &DIALECT.rules);
            unified.safe.unwrap_or(unified.union)
        };
        let (key, element, wrap) = match ty.kind() {
            TypeKind::Bool => return RangeOption { range: None, wrap: Wrap::Optional, eventual },
            TypeKind::Int | TypeKind::Number => {
                // A number counts instances, which have no keys.
                let range = Value::unknown_under(Type::object([("value", Type::INT)]), &DIALECT.rules);
                return RangeOption { range: Some(range), wrap: Wrap::List, eventual: Eventual::Now };
            }
            TypeKind::List(element) | TypeKind::Set(element) => (Type::INT, element.clone(), Wrap::List),
            TypeKind::Tuple(types) => (Type::INT, unify(types.to_vec()), Wrap::List),
            TypeKind::Map(element) => (Type::STRING, element.clone(), Wrap::Map),
            TypeKind::Object(object) => {
                let types = object.attributes().iter().map(|attribute| attribute.ty.clone());
                (Type::STRING, unify(types.collect()), Wrap::Map)
            }
            TypeKind::Any => return RangeOption::any(),
            _ => {
                let expected = "a bool, a number, a list or a map";
                let finding = wording::wrong_type(at, "range", expected, value);
                self.judged.findings.push(finding);
                return RangeOption::any();
            }
        };
        let element = element.resolve_outputs();
        let attributes = [("key", key), ("value", element)];
        let range = Value::unknown_under(Type::object(attributes), &DIALECT.rules);
        RangeOption { range: Some(range), wrap, eventual }
    }
}

/// The inputs allowed in a `read` block.
fn state_of(resource: &Resource) -> Object {
    let id = Property {
        name: "id".into(),
        slot: Slot::new(Shape::Base(Type::STRING)),
        required: true,
        constant: None,
        deprecated: None,
    };
    let mut properties: Vec<Property> =
        resource.state.properties.iter().filter(|property| *property.name != *"id").cloned().collect();
    properties.push(id);
    properties.arrange_by(|a, b| a.name.cmp(&b.name));
    Object { token: resource.token.clone(), properties }
}

fn no_such_resource(package: &Package, token: &Token<'_>, at: Span) -> Diagnostic {
    let message = format!("unknown resource type `{1}` in package `{0}`", package.name(), token.text);
    let finding = Diagnostic::error(codes::UNKNOWN_TOKEN, at, message);
    wording::with_token(finding, at, token, package.resource_tokens())
}

/// The token closest to an unknown one.
pub(super) fn nearest_token<'p>(token: &Token<'_>, all: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let all: Vec<Token<'p>> = all.filter_map(Token::read).collect();
    let whole = nearest(token.text, all.iter().map(|one| one.text));
    whole.or_else(|| {
        let name = nearest(token.name, all.iter().map(|one| one.name))?;
        all.iter().find(|one| one.name == name).map(|one| one.text)
    })
}
