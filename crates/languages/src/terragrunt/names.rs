//! Names in Terragrunt files.

use std::sync::Mutex;

use hclx_analysis::graph::Graph;
use hclx_core::{Type, Value};
use hclx_diag::{Ordered, OrderedSet, Span, locked};
use hclx_eval::Approximation;

use hclx_module::{NameResolver, NameTarget, Traversal, Undeclared, member};

/// The names of a file.
#[derive(Default)]
pub(crate) struct Names {
    /// Includes by label, with the value of each exposed one; the label of an unlabeled include is
    /// empty.
    pub includes: Ordered<String, Option<Value>>,
    /// The units and stacks in a stack file, by block type.
    pub made: Ordered<&'static str, Vec<String>>,
    /// The dependencies, with the values of `dependency.NAME`.
    pub dependencies: Ordered<String, Value>,
    /// The features, with the values of `feature.NAME`.
    pub features: Ordered<String, Value>,
    /// Set if dependencies and features may be declared elsewhere.
    pub is_open: bool,
    /// Set for a stack file.
    pub is_stack: bool,
    /// Set for a file that is merged into another one, which may declare its names.
    pub is_merged: bool,
    /// The places of includes that are not read, which may declare dependencies and features.
    pub unread: Vec<Span>,
    /// Names without a known declaration, such as `dependency.vpc`, in the order of their discovery.
    pub guessed: Mutex<OrderedSet<String>>,
}

impl Names {
    /// The approximations for names that are not checked because an include was not read.
    pub(super) fn approximations(&self) -> impl Iterator<Item = Approximation> {
        let guessed = std::mem::take(&mut *locked(&self.guessed));
        self.unread.first().copied().into_iter().flat_map(move |span| {
            let what = |name: &String| format!("`{name}` may be declared in an include that was not read");
            guessed.iter().map(|name| Approximation { span, what: what(name).into() }).collect::<Vec<_>>()
        })
    }

    fn include(&self, name: &Traversal<'_>) -> NameTarget {
        // An include without a label has no name of its own in references: `include.locals`.
        if let Some(Some(value)) = self.includes.get("").filter(|_| self.includes.len() == 1) {
            return NameTarget::Value(value.clone(), 0);
        }
        let Some(label) = name.step(0) else { return NameTarget::Open };
        if let Some(None) = self.includes.get("").filter(|_| self.includes.len() == 1) {
            let wrong = Undeclared::new(0, "`include` is not exposed".to_owned());
            return NameTarget::Undeclared(wrong.help("add `expose = true` to block `include`"));
        }
        match self.includes.get(label) {
            Some(Some(value)) => NameTarget::Value(value.clone(), 1),
            Some(None) => NameTarget::Undeclared(
                Undeclared::new(1, format!("`include.{label}` is not exposed"))
                    .help(format!("add `expose = true` to block `include \"{label}\"`")),
            ),
            None if self.includes.contains_key("") || self.includes.is_empty() && self.is_open => {
                NameTarget::Open
            }
            None => {
                let labels = self.includes.keys().map(String::as_str);
                NameTarget::Undeclared(
                    Undeclared::new(1, format!("unknown include `{label}`")).near(label, labels),
                )
            }
        }
    }

    /// Resolves a unit or stack in this file.
    fn made(&self, name: &Traversal<'_>) -> NameTarget {
        let known = self.made.get(name.root).map(Vec::as_slice).unwrap_or_default();
        match name.step(0) {
            Some(label) if !known.iter().any(|one| one == label) => {
                let message = format!("unknown {} `{label}`", name.root);
                NameTarget::Undeclared(
                    Undeclared::new(1, message).near(label, known.iter().map(String::as_str)),
                )
            }
            Some(label) if name.root == "unit" && name.step(1).is_some_and(|step| step != "path") => {
                let step = name.step(1).unwrap_or_default();
                let (message, help) = match step {
                    "outputs" => (
                        format!("unit `{label}` has no outputs in a stack file"),
                        format!(
                            "read them in the unit that needs them, from a `dependency` with `unit.{label}.path`"
                        ),
                    ),
                    step => (
                        format!("no attribute `{step}` on unit `{label}`"),
                        format!("a unit has only `unit.{label}.path`"),
                    ),
                };
                NameTarget::Undeclared(Undeclared::new(2, message).help(help))
            }
            _ => NameTarget::Open,
        }
    }

    fn block(&self, what: &str, known: &Ordered<String, Value>, name: &Traversal<'_>) -> NameTarget {
        let Some(label) = name.step(0) else { return NameTarget::Open };
        match known.get(label) {
            Some(value) => NameTarget::Value(value.clone(), 1),
            None if self.is_open => {
                let mut guessed = locked(&self.guessed);
                guessed.insert(format!("{what}.{label}"));
                NameTarget::Open
            }
            None => {
                let names = known.keys().map(String::as_str);
                let wrong = Undeclared::new(1, format!("unknown {what} `{label}`")).near(label, names);
                let help = format!("declare it with `{what} \"{label}\" {{ … }}`");
                NameTarget::Undeclared(if wrong.meant.is_none() { wrong.help(help) } else { wrong })
            }
        }
    }
}

/// The value of a feature: an object that contains its value.
pub(super) fn feature(default: Option<&Value>) -> Value {
    let ty = default.map_or(Type::ANY, |default| default.described_type());
    Value::object([("value".into(), Value::unknown(ty))])
}

impl NameResolver for Names {
    type Scope = ();

    fn meaning(&self, graph: &Graph, (): (), name: &Traversal<'_>) -> NameTarget {
        const ROOTS: &[&str] = &["local", "include", "dependency", "feature", "values"];
        if self.is_merged && graph.find(&format!("local.{}", name.step(0).unwrap_or_default())).is_none() {
            return NameTarget::Open;
        }
        match name.root {
            "local" => member(graph, "local", "local value", name),
            "include" => self.include(name),
            "dependency" => self.block("dependency", &self.dependencies, name),
            "feature" => self.block("feature", &self.features, name),
            "values" | "each" | "count" => NameTarget::Open,
            "unit" | "stack" if self.is_stack => self.made(name),
            "unit" | "stack" if self.is_open => NameTarget::Open,
            "var" => NameTarget::Undeclared(
                Undeclared::new(0, "unknown name `var`: Terragrunt has no variables")
                    .help("use `local.NAME` for values of the file, `get_env` for the environment"),
            ),
            root => NameTarget::Undeclared(
                Undeclared::new(0, format!("unknown name `{root}`"))
                    .near(root, ROOTS.iter().copied())
                    .or_quoted(name),
            ),
        }
    }
}
