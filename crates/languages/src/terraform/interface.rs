//! The interfaces of modules, for other applications that call Terraform modules.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_core::{Type, Value};
use hclx_diag::Span;
use hclx_eval::Budget;

use super::declare::holes::Holes;
use super::files::roles::Flavor;
use super::files::run::Run;
use super::resolve::{call_targets, modules};
use super::ruleset;
use super::schemas::kind::Kind;
use super::values::calls;
use super::values::rule::Evaluator;

/// A variable of a module.
#[derive(Clone, Debug)]
pub struct InterfaceVariable {
    /// The name.
    pub name: Arc<str>,
    /// The type, with optional attributes.
    pub ty: Type,
    /// The converted default; `None` for a required variable.
    pub default: Option<Value>,
    /// Set if null is allowed.
    pub nullable: bool,
    /// The place of the name.
    pub place: Span,
}

/// An output of a module.
#[derive(Clone, Debug)]
pub struct InterfaceOutput {
    /// The name.
    pub name: Arc<str>,
    /// The value without a caller; its type is the type of the output.
    pub value: Value,
    /// The place of the name.
    pub place: Span,
}

/// The interface of a module.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The variables, in source order.
    pub variables: Vec<InterfaceVariable>,
    /// The outputs, in source order.
    pub outputs: Vec<InterfaceOutput>,
    /// The parts of the module that could not be read.
    holes: Holes,
}

impl Interface {
    /// Returns `true` if there may be more outputs.
    pub(crate) fn may_have_outputs(&self) -> bool {
        self.holes.has_syntax_error() || self.may_declare("output")
    }

    /// Returns `true` if a name may be declared in a part that could not be read.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.holes.may_declare(name)
    }
}

/// The variables and outputs of the module in a directory, found once; `None` if there is no module.
pub fn module_interface(snapshot: &Snapshot, folder: &str, budget: &Budget) -> Option<Interface> {
    let interface =
        snapshot.memo(&format!("interface of {folder}"), || find_interface(snapshot, folder, budget));
    (*interface).clone()
}

fn find_interface(snapshot: &Snapshot, folder: &str, budget: &Budget) -> Option<Interface> {
    // OpenTofu also reads the files of Terraform, so this finds the modules of both.
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
    let mut interface = Interface { variables: variables.collect(), outputs: Vec::new(), holes };
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
