//! The interfaces of modules, for other applications that call Terraform modules.

use std::sync::Arc;

use hclx_analysis::{Snapshot, query};
use hclx_core::{Type, Value};
use hclx_diag::{OrderedSet, Span};
use hclx_eval::Budget;

use super::declare::holes::Holes;
use super::declare::module::Module;
use super::files::Folder;
use super::files::roles::Flavor;
use super::files::run::Run;
use super::providers::configurations::{configuration_of, declared_name};
use super::resolve::{call_targets, modules};
use super::rules::settings;
use super::ruleset;
use super::schemas::kind::Kind;
use super::values::calls;
use super::values::rule::Evaluator;

/// A variable of a module.
#[derive(Clone, Debug)]
pub struct InterfaceVariable {
    /// The name of the variable.
    pub name: Arc<str>,
    /// The type, with optional attributes.
    pub ty: Type,
    /// The converted default; `None` for a required variable.
    pub default: Option<Value>,
    /// Set if null is allowed.
    pub nullable: bool,
    /// The place of its name.
    pub place: Span,
}

/// An output of a module.
#[derive(Clone, Debug)]
pub struct InterfaceOutput {
    /// The name of the output.
    pub name: Arc<str>,
    /// The value without a caller, which has the type of the output.
    pub value: Value,
    /// The place of its name.
    pub place: Span,
}

/// A provider configuration that a module requires from its caller.
#[derive(Clone, Debug)]
pub struct InterfaceProvider {
    /// The local name, including an alias: `aws.west`.
    pub name: String,
    /// The place that requires it.
    pub place: Span,
}

/// The provider configurations of a module, except those that only called modules require.
#[derive(Clone, Debug, Default)]
pub struct InterfaceProviders {
    /// The configurations that a caller must pass.
    pub needed: Vec<InterfaceProvider>,
    /// All names that the module mentions.
    pub names: OrderedSet<String>,
    /// Set if it calls modules, which may require more.
    pub has_calls: bool,
}

/// The interface of a module.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The variables, in source order.
    pub variables: Vec<InterfaceVariable>,
    /// The outputs, in source order.
    pub outputs: Vec<InterfaceOutput>,
    /// The provider configurations that the module uses.
    pub providers: InterfaceProviders,
    /// The parts of the module that could not be read.
    holes: Holes,
}

impl Interface {
    /// Returns `true` if there may be more outputs than those listed.
    pub(crate) fn may_have_outputs(&self) -> bool {
        self.holes.has_syntax_error() || self.may_declare("output")
    }

    /// Returns `true` if a name may be declared in an unreadable part.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.holes.may_declare(name)
    }
}

impl InterfaceProviders {
    /// The provider configurations of an unreadable module.
    fn unreadable() -> Self {
        Self { has_calls: true, ..Self::default() }
    }

    fn in_module(module: &Module) -> Self {
        let requirements = settings::requirements(module);
        let own: Vec<String> = module.of_kind(Kind::Provider).filter_map(declared_name).collect();
        let mut found = Self { has_calls: module.of_kind(Kind::Module).next().is_some(), ..Self::default() };
        let required = requirements.keys().map(|name| name.to_string());
        found.names.extend(required.chain(own.iter().cloned()));
        // the same provider may be required under another local name
        let is_renamed = |name: &str| {
            let local = name.split('.').next().unwrap_or_default();
            let mut sources = requirements.values().filter_map(|required| required.source.as_deref());
            requirements.get(local).is_none() && sources.any(|source| source.ends_with(&format!("/{local}")))
        };
        let aliases = requirements.iter().flat_map(|(name, required)| {
            required.aliases.iter().map(move |alias| (format!("{name}.{alias}"), required.place))
        });
        for (name, place) in aliases.chain(of_resources(module, &[Kind::Resource, Kind::Data])) {
            found.names.insert(name.clone());
            let is_known = found.needed.iter().any(|needed| needed.name == name);
            // `terraform` is built in
            if !is_known && name != "terraform" && !own.contains(&name) && !is_renamed(&name) {
                found.needed.push(InterfaceProvider { name, place });
            }
        }
        let others = [Kind::Ephemeral, Kind::Action, Kind::List];
        found.names.extend(of_resources(module, &others).map(|(name, _)| name));
        found
    }
}

/// The provider configurations of some kinds of resources, with the places that refer to them.
fn of_resources<'m>(module: &'m Module, kinds: &'m [Kind]) -> impl Iterator<Item = (String, Span)> + 'm {
    kinds.iter().flat_map(|kind| module.of_kind(*kind)).filter_map(configuration_of)
}

/// The interface of the module in a directory, computed once; `None` if there is no module.
pub fn module_interface(snapshot: &Snapshot, folder: &str, budget: &Budget) -> Option<Interface> {
    (*snapshot.get_within(&ModuleInterface(folder.into()), budget)).clone()
}

query! {
    /// The interface of the module in a directory; `None` if there is no module.
    struct ModuleInterface(Folder) -> Option<Interface>, within Budget;
    |ModuleInterface(folder), snapshot, cx| find_interface(snapshot, folder, cx.budget())
}

fn find_interface(snapshot: &Snapshot, folder: &str, budget: &Budget) -> Option<Interface> {
    // OpenTofu also reads the files of Terraform, so this covers the modules of both.
    let run = Run { snapshot, budget, flavor: Flavor::OpenTofu };
    let module = modules::load(snapshot, folder, run.flavor);
    if module.files.is_empty() {
        return None;
    }
    let variables = module.variables().map(|(declaration, variable)| InterfaceVariable {
        name: Arc::clone(&declaration.name),
        ty: variable.ty.clone(),
        default: variable.default.clone(),
        nullable: variable.nullable,
        place: declaration.name_span,
    });
    let holes = module.holes.clone();
    let providers = if holes.has_syntax_error() {
        InterfaceProviders::unreadable()
    } else {
        InterfaceProviders::in_module(&module)
    };
    let mut interface = Interface { variables: variables.collect(), outputs: Vec::new(), providers, holes };
    if call_targets::is_endless(snapshot, run.flavor, folder) {
        return Some(interface);
    }
    let evaluated = calls::alone(Evaluator { run, rules: &ruleset::RULES }, &module);
    for node in module.names.nodes() {
        let declaration = module.declaration(node);
        if declaration.kind == Kind::Output {
            interface.outputs.push(InterfaceOutput {
                name: Arc::clone(&declaration.name),
                value: evaluated.values.get(node.index()).cloned().unwrap_or_else(Value::dynamic),
                place: declaration.name_span,
            });
        }
    }
    Some(interface)
}
