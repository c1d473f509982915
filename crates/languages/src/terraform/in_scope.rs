//! The names that expressions of a module can refer to, with types that follow from declarations alone.
//!
//! Nothing is evaluated, because editors request this while the user types.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{CursorAt, ScopeName, Snapshot, Unit};
use hclx_core::{Type, TypeKind};
use hclx_schema::Block;
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, TraverseKind, Tree};
use hclx_syntax::cursor::{CursorContext, OpenBody, WrittenStep};

use super::declare::declaration::{Declaration, Repetition};
use super::declare::module::Module;
use super::expected::{self, description};
use super::files::roles::{self, Flavor, Role};
use super::functions::DIALECT;
use super::providers::configurations;
use super::resolve::{call_targets, modules};
use super::schemas::{self, kind::Kind};

/// The names in scope at a cursor.
pub(super) fn names(unit: &Unit, snapshot: &Snapshot, flavor: Flavor, at: &CursorAt<'_>) -> Vec<ScopeName> {
    let role = roles::of_file(snapshot, at.file);
    if role == Role::Values {
        return Vec::new();
    }
    let module = modules::load(snapshot, &unit.root, flavor);
    let steps = at.cursor.steps.iter().map(|step| match step {
        WrittenStep::Root(name) | WrittenStep::Name(name) => Some(&**name),
        _ => None,
    });
    let mut asked: Vec<Option<&str>> = steps.collect();
    // the addresses of resources may begin with their block type
    if asked.len() > 1 && asked[0] == Some("resource") {
        asked.remove(0);
    }
    let scope = Scope { unit, snapshot, flavor, module: &module, at, asked };
    if let Some(CursorContext::Attribute(name)) = at.cursor.around.first()
        && matches!(&**name, "provider" | "providers")
    {
        return scope.configurations();
    }
    if let Some(names) = scope.ignored() {
        return names;
    }
    let statement = at.cursor.bodies.last().map(|body| &*body.block_type);
    let is_address = matches!(statement, Some("moved" | "import" | "removed"))
        && !matches!(at.cursor.around.first(), Some(CursorContext::Attribute(name)) if name == "id" || name == "for_each");
    let cyclic = scope.cyclic();
    let usable = || {
        let nodes = module.names.nodes().filter(|node| !cyclic.contains(node));
        nodes.map(|node| module.declaration(node)).filter(|one| is_named(one.kind))
    };
    let mut names: Vec<ScopeName> = usable()
        .filter(|one| !is_address || matches!(one.kind, Kind::Resource | Kind::Module))
        .filter(|one| scope.may_follow(one))
        .map(|one| scope.declared(one))
        .collect();
    if !is_address {
        let calls = usable().filter(|one| one.kind == Kind::Module && scope.may_follow(one));
        calls.for_each(|call| scope.outputs(call, &mut names));
        scope.of_language(&mut names);
    }
    if role == Role::Tests {
        scope.of_tests(&mut names);
    }
    names
}

/// Returns `true` if expressions can refer to declarations of a kind.
fn is_named(kind: Kind) -> bool {
    !matches!(kind, Kind::Output | Kind::Provider | Kind::Check | Kind::Action | Kind::List)
}

struct Scope<'a> {
    unit: &'a Unit,
    snapshot: &'a Snapshot,
    flavor: Flavor,
    module: &'a Arc<Module>,
    at: &'a CursorAt<'a>,
    /// The names in the traversal at the cursor.
    asked: Vec<Option<&'a str>>,
}

impl Scope<'_> {
    /// The declarations that would form a cycle if the one at the cursor referred to them.
    fn cyclic(&self) -> HashSet<NodeId> {
        let own = self.at.cursor.bodies.get(1).and_then(|block| {
            let label = |at: usize| block.labels.get(at).map_or("", String::as_str);
            match (Kind::of(&block.block_type), self.at.cursor.around.first()) {
                (None, Some(CursorContext::Attribute(name))) if block.block_type == "locals" => {
                    self.module.get(Kind::Local, "", name)
                }
                (Some(kind @ (Kind::Resource | Kind::Data | Kind::Ephemeral)), _) => {
                    self.module.get(kind, label(0), label(1))
                }
                (Some(kind), _) => self.module.get(kind, "", label(0)),
                (None, _) => None,
            }
        });
        let Some((node, declaration)) = own else { return HashSet::new() };
        // outputs of a call need not depend on its arguments
        if declaration.kind == Kind::Module {
            return HashSet::new();
        }
        let mut found = self.module.dependents(node);
        // the validation of a variable refers to the variable itself
        if declaration.kind == Kind::Variable {
            found.remove(&node);
        }
        found
    }

    /// Returns `true` if a traversal with the root at the cursor can reach a declaration.
    fn may_follow(&self, one: &Declaration) -> bool {
        match self.asked.first() {
            Some(Some(root)) => one.address.strip_prefix(root).is_some_and(|rest| rest.starts_with('.')),
            _ => true,
        }
    }

    fn declared(&self, one: &Declaration) -> ScopeName {
        let address = one.address();
        let ty = match one.kind {
            Kind::Variable => variable_type(one),
            Kind::Local => {
                one.expr.and_then(|expr| static_type(self.module, &one.written.parsed.tree, expr, DEPTH))
            }
            // The schema of a resource is only decoded for a cursor after its address.
            Kind::Resource | Kind::Data | Kind::Ephemeral if self.is_asked(&address) => {
                self.resource_type(one)
            }
            _ => None,
        };
        let docs = if one.kind == Kind::Variable { description(one) } else { None };
        let place = Some(one.name_span);
        ScopeName { ty, place, docs, ..ScopeName::new(address, one.kind.noun()) }
    }

    /// Returns `true` if the traversal at the cursor starts with an address.
    fn is_asked(&self, address: &str) -> bool {
        let mut words = self.asked.iter();
        address.split('.').all(|wanted| words.next() == Some(&Some(wanted)))
    }

    /// The type of a resource according to its provider's schema.
    fn resource_type(&self, one: &Declaration) -> Option<Type> {
        let root = expected::schema(self.unit, self.snapshot, self.flavor, one.name_span.source);
        let block_type = match one.kind {
            Kind::Data => "data",
            Kind::Ephemeral => "ephemeral",
            _ => "resource",
        };
        let nested = root.find_block(block_type)?;
        let label = |text| hclx_syntax::body::LabelView { text, range: hclx_diag::TextRange::at(0) };
        let ty = known(nested.body.of(&[label(&one.of_type), label(&one.name)]).as_ref())?;
        let meta = schemas::meta(one.kind)?;
        let own = ty.as_object()?.attributes().iter().filter(|part| !schemas::is_meta(&meta, &part.name));
        let ty = Type::object_with(own.cloned());
        Some(match one.repetition() {
            Repetition::One => ty,
            Repetition::Count => Type::list(ty),
            Repetition::ForEach => Type::map(ty),
            Repetition::Unclear => return None,
        })
    }

    /// The outputs of a call.
    fn outputs(&self, call: &Declaration, names: &mut Vec<ScopeName>) {
        let Some(folder) = call_targets::folder(self.snapshot, self.module, call) else { return };
        let child = modules::load(self.snapshot, &folder, self.flavor);
        for output in child.of_kind(Kind::Output) {
            let address = [&call.address, ".", &output.name].concat();
            let place = Some(output.name_span);
            names.push(ScopeName { place, docs: description(output), ..ScopeName::new(address, "output") });
        }
    }

    /// Adds the names that the language defines.
    fn of_language(&self, names: &mut Vec<ScopeName>) {
        let texts = ["path.module", "path.root", "path.cwd", "terraform.workspace"];
        names.extend(texts.map(|name| of_language(name, Type::STRING)));
        names.push(of_language("terraform.applying", Type::BOOL));
        let outer = self.at.cursor.bodies.iter().find(|body| {
            matches!(&*body.block_type, "resource" | "data" | "ephemeral" | "module" | "import" | "provider")
        });
        let Some(outer) = outer else { return };
        // names that an attribute brings into scope are not available in its own value
        let is_own = |name: &str| {
            let around = self.at.cursor.around.first();
            self.at.cursor.bodies.len() == 2
                && matches!(around, Some(CursorContext::Attribute(own)) if own == name)
        };
        let is_given = |name: &str| outer.items.iter().any(|item| item.name == name && !item.is_block);
        let has = |name: &str| is_given(name) && !is_own(name);
        if has("for_each") {
            names.push(of_language("each.key", Type::STRING));
            names.push(ScopeName {
                ty: None,
                element_of: self.at.attribute(outer, "for_each"),
                ..of_language("each.value", Type::ANY)
            });
        }
        if has("count") {
            names.push(of_language("count.index", Type::NUMBER));
        }
        let is_inside =
            |body: &OpenBody| matches!(&*body.block_type, "provisioner" | "connection" | "postcondition");
        if self.at.cursor.bodies.iter().any(is_inside)
            && let [of_type, name] = &outer.labels[..]
        {
            let kind = if outer.block_type == "data" { Kind::Data } else { Kind::Resource };
            let own = self.module.get(kind, of_type, name).and_then(|(_, one)| self.resource_type(one));
            names.push(ScopeName { ty: own, ..of_language("self", Type::ANY) });
        }
    }

    /// Adds the names in a test file: outputs of the module and of earlier runs.
    fn of_tests(&self, names: &mut Vec<ScopeName>) {
        let outputs: Vec<&Declaration> = self.module.of_kind(Kind::Output).collect();
        let mut add = |before: &str| {
            names.extend(outputs.iter().map(|output| ScopeName {
                place: Some(output.name_span),
                docs: description(output),
                ..ScopeName::new(format!("{before}.{}", output.name), "output")
            }));
        };
        add("output");
        let parsed = self.snapshot.parsed(self.at.file);
        for name in hclx_analysis::blocks_before(&parsed.tree, "run", self.at.cursor.word.start) {
            add(&format!("run.{name}"));
        }
    }

    /// The arguments and blocks of a resource, for `ignore_changes`; `None` elsewhere.
    fn ignored(&self) -> Option<Vec<ScopeName>> {
        let Some(CursorContext::Attribute(name)) = self.at.cursor.around.first() else { return None };
        let resource = self.at.cursor.bodies.get(1).filter(|_| &**name == "ignore_changes")?;
        let kind = Kind::of(&resource.block_type)?;
        let meta = schemas::meta(kind)?;
        let root = expected::schema(self.unit, self.snapshot, self.flavor, self.at.file);
        let range = hclx_diag::TextRange::at(0);
        let labels = resource.labels.iter().map(|text| hclx_syntax::body::LabelView { text, range });
        let labels: Vec<_> = labels.collect();
        let body = root.find_block(&resource.block_type)?.body.of(&labels);
        let is_own = |name: &str| !schemas::is_meta(&meta, name);
        let attributes = body.attributes().iter().filter(|one| one.is_settable() && is_own(&one.name));
        let attributes = attributes.map(|one| ScopeName::new(one.name.to_string(), "argument"));
        let blocks = body.blocks().iter().filter(|one| !one.also_attribute && is_own(&one.block_type));
        let blocks = blocks.map(|one| ScopeName::new(one.block_type.to_string(), "block"));
        let all = ScopeName::new("all".to_owned(), "every argument");
        let mut names: Vec<ScopeName> = attributes.chain(blocks).chain([all]).collect();
        // without a schema, what the resource sets is known
        let given = resource.items.iter().map(|item| &*item.name).filter(|name| is_own(name));
        for name in given {
            if !names.iter().any(|known| known.address == *name) {
                names.push(ScopeName::new(name.to_owned(), "argument"));
            }
        }
        Some(names)
    }

    /// The provider configurations, as references.
    fn configurations(&self) -> Vec<ScopeName> {
        let configuration = |one: &Declaration| {
            let name = configurations::declared_name(one)?;
            Some(ScopeName { place: Some(one.name_span), ..ScopeName::new(name, "provider") })
        };
        let mut names: Vec<ScopeName> =
            self.module.of_kind(Kind::Provider).filter_map(configuration).collect();
        // every provider has a configuration without arguments, declared or not
        for name in expected::provider_names(self.snapshot, self.flavor, self.module) {
            if !names.iter().any(|known| known.address == name) {
                names.push(ScopeName::new(name, "provider"));
            }
        }
        names
    }
}

/// Descriptions of the names that the language defines.
const LANGUAGE: &[(&str, &str)] = &[
    ("each.key", "The key of this instance: a key of the map, or an element of the set, in `for_each`."),
    ("each.value", "The value of this instance in the map of `for_each`; for a set, the same as `each.key`."),
    ("count.index", "The number of this instance, from 0."),
    ("self", "The object of this block, with the values that it has after it was created or changed."),
    ("path.module", "The directory of the module that contains this expression."),
    ("path.root", "The directory of the root module."),
    ("path.cwd", "The directory in which the command was started."),
    ("terraform.workspace", "The name of the selected workspace."),
    ("terraform.applying", "Set while changes are applied."),
];

/// A name that the language defines, with its description.
fn of_language(name: &str, ty: Type) -> ScopeName {
    let docs = LANGUAGE.iter().find(|(known, _)| *known == name).map(|(_, docs)| (*docs).into());
    ScopeName { docs, ..ScopeName::of_language(name, ty) }
}

/// The type of a body; `None` if the body accepts any name.
fn known(block: &Block) -> Option<Type> {
    Some(block.ty().clone()).filter(|ty| !ty.is_any())
}

/// The declared type of a variable, or else that of its default.
fn variable_type(one: &Declaration) -> Option<Type> {
    let variable = one.variable.as_ref()?;
    let of_default =
        || variable.default.as_ref().filter(|value| !value.is_null()).map(|value| value.ty().clone());
    match variable.ty.is_any() {
        true => of_default().filter(|ty| !ty.is_any()),
        false => Some(variable.ty.without_optional()),
    }
}

/// The maximum depth of expressions and local values for [`static_type`].
const DEPTH: usize = 8;

/// The type of an expression, as far as the syntax determines it without values.
fn static_type(module: &Module, tree: &Tree, expr: ExprId, depth: usize) -> Option<Type> {
    let depth = depth.checked_sub(1)?;
    let of = |expr: ExprId| static_type(module, tree, expr, depth);
    let ty = match tree.expr(expr).kind {
        ExprKind::String(_) | ExprKind::Template(_) => Type::STRING,
        ExprKind::Number => Type::NUMBER,
        ExprKind::Bool(_) => Type::BOOL,
        ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => of(inner)?,
        ExprKind::Unary { op, .. } => match op {
            hclx_syntax::ast::UnaryOp::Not => Type::BOOL,
            hclx_syntax::ast::UnaryOp::Negate => Type::NUMBER,
        },
        ExprKind::Binary { op, .. } => match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
                Type::NUMBER
            }
            _ => Type::BOOL,
        },
        // For a suggestion, either type will do.
        ExprKind::Conditional { yes, no, .. } => of(yes).or_else(|| of(no))?,
        ExprKind::Call(call) => {
            let function = DIALECT.functions().get(tree.text(tree.node(call).name.text))?;
            function.signature.result.clone()
        }
        ExprKind::Tuple(elements) => {
            let elements = tree.slice(elements).iter();
            Type::tuple(elements.map(|element| of(*element).unwrap_or(Type::ANY)))
        }
        ExprKind::Object(items) => {
            let mut attributes = Vec::new();
            for item in tree.slice(items) {
                let ExprKind::String(key) = tree.expr(item.key).kind else { return None };
                attributes.push((tree.text(key), of(item.value).unwrap_or(Type::ANY)));
            }
            Type::object(attributes)
        }
        ExprKind::Traversal { base, steps } => {
            let ExprKind::Variable(root) = tree.expr(base).kind else { return None };
            let [first, rest @ ..] = tree.slice(steps) else { return None };
            let TraverseKind::Attr(name) = first.kind else { return None };
            let mut ty = declared_type(module, tree.text(root), tree.text(name), depth)?;
            for step in rest {
                ty = match (step.kind, ty.kind()) {
                    (TraverseKind::Attr(name), TypeKind::Object(attributes)) => {
                        attributes.get(tree.text(name))?.ty.clone()
                    }
                    _ => ty.element()?.clone(),
                };
            }
            ty
        }
        _ => return None,
    };
    Some(ty).filter(|ty| !ty.is_any())
}

/// The type of a variable or local value.
fn declared_type(module: &Module, root: &str, name: &str, depth: usize) -> Option<Type> {
    match root {
        "var" => variable_type(module.get(Kind::Variable, "", name)?.1),
        "local" => {
            let (_, local) = module.get(Kind::Local, "", name)?;
            static_type(module, &local.written.parsed.tree, local.expr?, depth)
        }
        _ => None,
    }
}
