//! Early evaluation: module sources, the `for_each` of providers and backend settings are evaluated before anything is
//! created, so they can only depend on variables and local values.
//!
//! Source of the rules: OpenTofu's "early evaluation", since 1.8; Terraform supports variables in sources since 1.15,
//! if they declare `const = true`.

use hclx_analysis::graph::NodeId;
use hclx_diag::{Diagnostic, Span, code_names as codes};
use hclx_syntax::ast::ExprId;

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::dependencies;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// For each local value, by index, the first dependency that an application cannot evaluate early, and its place.
pub(crate) struct LateDependencies(Vec<Option<(NodeId, Span)>>);

impl LateDependencies {
    /// Finds them by visiting every local value once, after its dependencies.
    pub(crate) fn of(module: &Module, flavor: Flavor) -> Self {
        let mut later = Self(vec![None; module.declarations.len()]);
        for node in &module.links().order.sorted {
            if module.declaration(*node).kind == Kind::Local {
                let mut uses = module.links().graph.uses(*node).iter();
                later.0[node.index()] =
                    uses.find_map(|(used, place)| later.through(module, flavor, *used, *place));
            }
        }
        later
    }

    /// The dependency of a reference that cannot be evaluated early.
    fn through(&self, module: &Module, flavor: Flavor, used: NodeId, place: Span) -> Option<(NodeId, Span)> {
        let declaration = module.declaration(used);
        match declaration.kind {
            Kind::Local => self.0[used.index()],
            Kind::Variable => is_late(module, flavor, used).then_some((used, place)),
            _ => Some((used, place)),
        }
    }
}

/// Returns `true` if the value of a variable is not available early. OpenTofu reads all variables early, unless they
/// specify otherwise.
fn is_late(module: &Module, flavor: Flavor, variable: NodeId) -> bool {
    let declaration = module.declaration(variable);
    match declaration.flag(&schemas::variable(), "const") {
        Some(is_const) => !is_const,
        None if declaration.attribute(&schemas::variable(), "const").is_some() => false,
        None => flavor == Flavor::Terraform,
    }
}

/// Reports an expression that an application evaluates early although it depends on something that is only available
/// later. `what` is the construct that must be constant.
pub(crate) fn judge(
    flavor: Flavor,
    module: &Module,
    written: &BlockSource,
    expr: ExprId,
    what: &str,
) -> Option<Diagnostic> {
    let mut found = None;
    let tree = &written.parsed.tree;
    hclx_analysis::graph::each_reference(tree, expr, &mut |mention| {
        if found.is_some() {
            return;
        }
        let Some((node, _)) = dependencies::named(module, mention.root, |at| mention.attribute(at)) else {
            return;
        };
        let place = written.span(mention.range());
        let later =
            super::kept(module).later[flavor as usize].get_or_init(|| LateDependencies::of(module, flavor));
        let Some((used, at)) = later.through(module, flavor, node, place) else { return };
        let declaration = module.declaration(used);
        let message = format!("{what} must be constant: it is needed before evaluation");
        let finding = Diagnostic::error(codes::NOT_CONSTANT, place, message);
        let finding = match at == place {
            true => finding,
            false => finding.also(at, format!("`{}` is used here", declaration.address())),
        };
        let is_set = declaration.attribute(&schemas::variable(), "const").is_some();
        found = Some(match declaration.kind {
            Kind::Variable if is_set => finding
                .also(declaration.name_span, "this variable has `const = false`")
                .help("use only constant variables and local values"),
            // OpenTofu supports this for all variables since 1.8, which a version file shows
            Kind::Variable => finding
                .also(declaration.name_span, "this variable may only be known in a plan")
                .help(
                    "add `const = true` to the variable (Terraform 1.15), or a file `.opentofu-version` if OpenTofu runs this",
                ),
            _ => finding
                .help("use only variables and local values, not resources, data sources or modules"),
        });
    });
    found
}
