//! Names in the files of stacks.

use hclx_analysis::graph::Graph;
use hclx_core::{Type, Value};
use hclx_module::{NameResolver, NameTarget, Traversal, Undeclared, in_variable, member, typed_member};

use super::Part;

/// The context of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameScope {
    /// A default, which cannot refer to anything.
    Constant,
    /// The validation of the variable with this index.
    Validation(usize),
    /// A block with `for_each`.
    Each,
    /// Conditions of approvals, in which the plan is available as `context`.
    Check,
    /// Anywhere else.
    Stack,
}

/// The names of one part of a stack.
pub(super) struct Names {
    pub part: Part,
    /// The names of variables, by the index of their block.
    pub variables: Vec<String>,
}

impl NameResolver for Names {
    type Scope = NameScope;

    const LOOKS_UP_FIRST: bool = true;

    fn meaning(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        match (name.root, scope) {
            (_, NameScope::Constant) => return in_variable(graph, None, name),
            (_, NameScope::Validation(variable)) => {
                let own = self.variables.get(variable).map_or("", String::as_str);
                return in_variable(graph, Some(own), name);
            }
            _ => {}
        }
        match (name.root, self.part) {
            ("local", _) => member(graph, "local", "local value", name),
            (_, Part::Components) => self.in_components(graph, scope, name),
            (_, Part::Deployments) => self.in_deployments(graph, scope, name),
        }
    }
}

impl Names {
    fn in_components(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        match (name.root, scope) {
            ("var", _) => member(graph, "var", "variable", name),
            ("component", _) => member(graph, "component", "component", name),
            ("stack", _) => member(graph, "stack", "stack", name),
            ("provider", _) => typed_member(graph, "provider", "provider configuration", name),
            ("each", NameScope::Each) => each(name),
            ("each", _) => {
                let wrong = Undeclared::new(0, "`each` is only available in blocks with `for_each`");
                NameTarget::Undeclared(wrong.help("set `for_each`"))
            }
            ("self" | "terraform" | "count", _) => NameTarget::Open,
            // names in Terraform's own tests
            (root, _) if root.starts_with('_') => NameTarget::Open,
            _ => NameTarget::Undeclared(self.undeclared(name)),
        }
    }

    fn in_deployments(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        match name.root {
            "identity_token" => member(graph, "identity_token", "identity token", name),
            "deployment" => member(graph, "deployment", "deployment", name),
            "deployment_group" => member(graph, "deployment_group", "deployment group", name),
            "deployment_auto_approve" => member(graph, "deployment_auto_approve", "approval", name),
            "upstream_input" => member(graph, "upstream_input", "upstream input", name),
            "store" => typed_member(graph, "store", "store", name),
            // HCP Terraform supports more names in deployments than its reference lists
            "context" | "orchestrate" | "self" | "terraform" | "publish_output" => NameTarget::Open,
            _ if scope == NameScope::Check => NameTarget::Open,
            _ => NameTarget::Undeclared(self.undeclared(name)),
        }
    }

    fn undeclared(&self, name: &Traversal<'_>) -> Undeclared {
        const COMPONENTS: &[&str] =
            &["var", "local", "component", "stack", "provider", "each", "self", "terraform"];
        const DEPLOYMENTS: &[&str] = &[
            "local",
            "identity_token",
            "deployment",
            "deployment_group",
            "upstream_input",
            "store",
            "context",
        ];
        let roots = if self.part == Part::Components { COMPONENTS } else { DEPLOYMENTS };
        let wrong = Undeclared::new(0, format!("unknown name `{}`", name.root))
            .near(name.root, roots.iter().copied());
        match (self.part, name.root) {
            (Part::Deployments, "var") => Undeclared::new(0, "deployments have no variables")
                .help("use a local value, or a `store` block"),
            (Part::Components, "data" | "module" | "resource") => {
                wrong.help("a stack has components: use outputs of a component")
            }
            _ if wrong.meant.is_none() => wrong.help(format!("available names: {}", roots.join(", "))),
            _ => wrong,
        }
    }
}

/// The result of resolving `each.key` and `each.value`.
fn each(name: &Traversal<'_>) -> NameTarget {
    match name.step(0) {
        Some("key") => NameTarget::Value(Value::unknown(Type::STRING), 1),
        Some("value") | None => NameTarget::Open,
        Some(other) => {
            let wrong = Undeclared::new(1, format!("no attribute `{other}` on `each`"));
            NameTarget::Undeclared(
                wrong.near(other, ["key", "value"]).help("available attributes: `key`, `value`"),
            )
        }
    }
}
