//! Early evaluation: module sources, the `for_each` of providers and backend settings are read before
//! anything is created, so they can only depend on variables and local values.
//!
//! Source of the rules: OpenTofu's "early evaluation", since 1.8; Terraform supports variables in sources
//! since 1.15.

use hclx_analysis::graph::NodeId;
use hclx_diag::{Diagnostic, Span, code_names as codes};
use hclx_syntax::ast::ExprId;

use crate::terraform::declare::declaration::Written;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::dependencies;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The first dependency of each local value, by index, that is not available early, and its place.
pub(crate) struct Later(Vec<Option<(NodeId, Span)>>);

impl Later {
    /// Visits every local value once, after its dependencies.
    pub(crate) fn of(module: &Module) -> Self {
        let mut later = Self(vec![None; module.declarations.len()]);
        for node in &module.links().order.sorted {
            if module.declaration(*node).kind == Kind::Local {
                let mut uses = module.links().graph.uses(*node).iter();
                later.0[node.index()] = uses.find_map(|(used, place)| later.through(module, *used, *place));
            }
        }
        later
    }

    /// The dependency of a reference that is not available early.
    fn through(&self, module: &Module, used: NodeId, place: Span) -> Option<(NodeId, Span)> {
        let declaration = module.declaration(used);
        match declaration.kind {
            Kind::Local => self.0[used.index()],
            // OpenTofu has no `const`, so only an explicit `false` is certain to be wrong.
            Kind::Variable => is_late(module, used).then_some((used, place)),
            _ => Some((used, place)),
        }
    }
}

/// Returns `true` if a variable declares that its value is not available early.
fn is_late(module: &Module, variable: NodeId) -> bool {
    module.declaration(variable).flag(&schemas::variable(), "const") == Some(false)
}

/// Reports an expression that is read early but depends on something that is only available later. `what` is
/// the construct that must be constant.
pub(crate) fn judge(module: &Module, written: &Written, expr: ExprId, what: &str) -> Option<Diagnostic> {
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
        let later = super::kept(module).later.get_or_init(|| Later::of(module));
        let Some((used, at)) = later.through(module, node, place) else { return };
        let declaration = module.declaration(used);
        let message = format!("{what} must be constant: it is needed before evaluation");
        let finding = Diagnostic::error(codes::NOT_CONSTANT, place, message)
            .help("use only variables and local values, not resources, data sources or modules");
        let finding = match at == place {
            true => finding,
            false => finding.also(at, format!("`{}` is used here", declaration.address())),
        };
        found = Some(match declaration.kind {
            Kind::Variable => finding.also(declaration.name_span, "this variable has `const = false`"),
            _ => finding,
        });
    });
    found
}
