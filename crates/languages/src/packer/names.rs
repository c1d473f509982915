//! Names in Packer files.

use hclx_analysis::graph::{self, Graph};
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Diagnostic, code_names as codes, nearest};
use hclx_module::{NameResolver, NameTarget, SourceFiles, Traversal, Undeclared, in_variable, member};

/// The context of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameScope {
    /// A default, or a values file, which cannot refer to anything.
    Constant,
    /// The validation of the variable with this index.
    Validation(usize),
    /// A local value or a data source.
    Local,
    /// A source.
    SourceFile,
    /// A build.
    Build,
}

/// The names of a unit.
pub(crate) struct Names {
    /// The names of variables, by the index of their block.
    pub variables: Vec<String>,
    /// The number of templates that are built alone.
    pub apart: usize,
    /// Set if templates that contain builds contradict each other.
    pub is_contrary: bool,
}

/// An object of unknown strings.
fn texts(names: &[&str]) -> NameTarget {
    let attributes = names.iter().map(|name| ((*name).into(), Value::unknown(Type::STRING)));
    NameTarget::Value(Value::object(attributes.collect::<Vec<_>>()), 0)
}

fn data(graph: &Graph, name: &Traversal<'_>) -> NameTarget {
    let (Some(kind), Some(label)) = (name.step(0), name.step(1)) else { return NameTarget::Open };
    if let Some(node) = graph.find(&format!("data.{kind}.{label}")) {
        return NameTarget::Declaration(node, 2);
    }
    let start = format!("data.{kind}.");
    let names: Vec<&str> = graph.nodes().filter_map(|node| graph.key(node).strip_prefix(&*start)).collect();
    NameTarget::Undeclared(
        Undeclared::new(2, format!("unknown data source `data.{kind}.{label}`")).near(label, names),
    )
}

impl NameResolver for Names {
    type Scope = NameScope;

    fn meaning(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        let root = name.root;
        match (root, scope) {
            (_, NameScope::Constant) => in_variable(graph, None, name),
            (_, NameScope::Validation(variable)) => {
                let own = self.variables.get(variable).map_or("", String::as_str);
                in_variable(graph, Some(own), name)
            }
            ("var", _) => member(graph, "var", "variable", name),
            ("local", _) => member(graph, "local", "local value", name),
            ("data", _) => data(graph, name),
            ("source", NameScope::SourceFile | NameScope::Build) => texts(&["type", "name"]),
            ("build", NameScope::Build | NameScope::SourceFile) => NameTarget::Open,
            ("packer", _) => texts(&["version", "iterationID", "versionFingerprint"]),
            ("path", _) => texts(&["cwd", "root"]),
            _ => self.undeclared(name),
        }
    }
}

impl Names {
    fn undeclared(&self, name: &Traversal<'_>) -> NameTarget {
        const ROOTS: &[&str] = &["var", "local", "data", "source", "build", "packer", "path"];
        let root = name.root;
        let wrong = match root {
            "source" | "build" => Undeclared::new(0, format!("unexpected `{root}`"))
                .help(format!("use `{root}` only inside `build`")),
            "vars" | "variable" | "locals" => Undeclared::new(0, format!("unknown name `{root}`"))
                .near(if root == "locals" { "local" } else { "var" }, ROOTS.iter().copied()),
            _ => Undeclared::new(0, format!("unknown name `{root}`"))
                .near(root, ROOTS.iter().copied())
                .or_quoted(name),
        };
        NameTarget::Undeclared(match wrong.meant.is_none() && wrong.help.is_none() {
            true => wrong.help(format!("use `var.{root}` for a variable, `local.{root}` for a local value")),
            false => wrong,
        })
    }
}

/// The values of `build` that all builders provide; plugins add others.
///
/// Source of the rows: the common keys of builders in Packer.
#[rustfmt::skip]
const BUILD_VALUES: &[&str] = &[
    "ConnType", "Host", "ID", "PackerHTTPAddr", "PackerHTTPIP", "PackerHTTPPort", "PackerRunUUID", "Password", "Port",
    "SSHPrivateKey", "SSHPublicKey", "User", "WinRMPassword", "name",
];

/// Reports values of `build` that are probably misspelled.
pub(super) fn misspelled_build_values(sources: &SourceFiles, found: &mut Vec<Diagnostic>) {
    for file in sources.iter() {
        graph::each_reference_of_file(&file.parsed.tree, &mut |mention| {
            let (Some(name), Some(range)) = (mention.attribute(0), mention.name_range(0)) else { return };
            if mention.root != "build" || BUILD_VALUES.contains(&name) {
                return;
            }
            let lower: Vec<String> = BUILD_VALUES.iter().map(|known| known.to_lowercase()).collect();
            let near = nearest(&name.to_lowercase(), lower.iter().map(String::as_str));
            let meant =
                BUILD_VALUES.iter().find(|known| near.is_some_and(|near| known.to_lowercase() == near));
            // short names of plugins are similar by chance
            let Some(meant) = meant.filter(|known| name.len() > 2 || name.eq_ignore_ascii_case(known)) else {
                return;
            };
            let place = range.in_source(file.id);
            let message = format!("unknown value `build.{name}`");
            let finding = Diagnostic::warning(codes::UNKNOWN_NAME, place, message);
            let finding = finding.label("builders provide it only if a plugin adds it");
            found.push(finding.with_certainty(Certainty::May).meant_at(place, *meant));
        });
    }
}
