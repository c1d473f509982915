//! References in strings: members of groups, `inherits`, links of `contexts`, and their cycles.

use hclx_analysis::graph::{Cycle, Edge, Graph};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Severity, Span, Suggestion, code_names as codes, nearest};

use super::source::Contents;
use hclx_module::{StringExpr, cycle_finding};

/// A target with its blocks merged.
#[derive(Default)]
pub(super) struct Target {
    /// The place of the name.
    pub place: Option<Span>,
    /// The targets that it inherits from.
    pub inherits: Vec<StringExpr>,
    /// The links of `contexts` to targets.
    pub links: Vec<StringExpr>,
    /// The platforms that it sets.
    pub platforms: Option<Vec<String>>,
    /// The names that its matrix generates.
    pub made: Vec<String>,
    /// Set if its matrix generates unknown names.
    pub is_open: bool,
    /// Set if the number of matrix combinations is unknown.
    pub is_open_matrix: bool,
}

/// Targets and groups by name.
#[derive(Default)]
pub(super) struct Targets {
    pub targets: Vec<(String, Target)>,
    /// The positions of targets.
    pub positions: Ordered<String, usize>,
    pub groups: Vec<(String, Span, Vec<StringExpr>)>,
}

struct NameTables<'a> {
    names: OrderedSet<&'a str>,
    /// The names in order, for suggestions.
    order: Vec<&'a str>,
    /// Prefixes of names that may exist.
    open: Vec<&'a str>,
    contents: &'a Contents<'a>,
}

impl NameTables<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
            || self.contents.services.are_open
            || self.contents.services.names.contains(name)
            || self.contents.is_elsewhere(name)
            || self.open.iter().any(|start| name.starts_with(start))
            // patterns are for the command line; whether one is allowed here depends on the version
            || name.contains(['*', '?', '['])
    }
}

/// Checks strings that refer to targets and groups.
pub(super) fn check(all: &Targets, contents: &Contents<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut order: Vec<&str> = contents.services.names.iter().map(String::as_str).collect();
    for (name, target) in &all.targets {
        order.push(name);
        order.extend(target.made.iter().map(String::as_str));
    }
    let open = all.targets.iter().filter(|(_, target)| target.is_open).map(|(name, _)| name.as_str());
    let targets = NameTables {
        names: order.iter().copied().collect(),
        order: order.clone(),
        open: open.collect(),
        contents,
    };
    order.extend(all.groups.iter().map(|(name, ..)| name.as_str()));
    let members =
        NameTables { names: order.iter().copied().collect(), order, open: targets.open.clone(), contents };
    for (name, _, listed) in &all.groups {
        for text in listed.iter().filter(|text| !members.has(&text.text)) {
            // a name that is already listed is not suggested again
            let is_listed = |name: &str| listed.iter().any(|other| other.text == *name);
            let order = members.order.iter().copied().filter(|name| !is_listed(name)).collect();
            findings.push(missing(text, &text.text, "target or group", order, ""));
        }
        let _ = name;
    }
    for (_, target) in &all.targets {
        for text in target.inherits.iter().filter(|text| !targets.has(&text.text)) {
            findings.push(missing(text, &text.text, "target", targets.order.clone(), ""));
        }
    }
    findings.extend(group_cycles(all));
    let (inheritance, cycles) = inheritance(all);
    findings.extend(cycles);
    findings.extend(links(all, &targets, &inheritance));
    findings
}

/// The finding for a reference to an unknown name; the fix puts `prefix` before the name.
fn missing(text: &StringExpr, name: &str, what: &str, known: Vec<&str>, prefix: &str) -> Diagnostic {
    let finding = Diagnostic::error(codes::UNKNOWN_TEXT, text.place, format!("unknown {what} `{name}`"));
    finding.perhaps_meant_at(
        text.place,
        nearest(name, known).map(|meant| Suggestion::written_as(meant, format!("\"{prefix}{meant}\""))),
    )
}

fn group_cycles(all: &Targets) -> Vec<Diagnostic> {
    let mut graph = Graph::default();
    for (name, place, _) in &all.groups {
        let _ = graph.declare(name.as_str(), *place);
    }
    let listed =
        all.groups.iter().flat_map(|(name, _, listed)| listed.iter().map(move |text| (&**name, text)));
    // a group may contain the target of the same name
    let is_target = |name: &str, text: &StringExpr| {
        text.text == *name && all.targets.iter().any(|(target, _)| target == name)
    };
    connect(&mut graph, listed.filter(|(name, text)| !is_target(name, text)));
    cycles(&graph, "group", "contains")
}

/// Adds edges from names to those that their strings refer to.
fn connect<'a>(graph: &mut Graph, references: impl Iterator<Item = (&'a str, &'a StringExpr)>) {
    let edge = |(name, text): (&str, &StringExpr)| {
        Some((Some(graph.find(name)?), graph.find(&text.text)?, text.place))
    };
    let edges: Vec<Edge> = references.filter_map(edge).collect();
    graph.connect(&edges);
}

fn cycles(graph: &Graph, what: &str, verb: &str) -> Vec<Diagnostic> {
    let order = graph.order();
    let told = |cycle: &Cycle| {
        let names: Vec<&str> = cycle.iter().map(|(node, _)| graph.key(*node)).collect();
        let edge = |name: &str, next: &str| format!("`{name}` refers to `{next}` here");
        let mut finding = cycle_finding(cycle, &names, edge).with_severity(Severity::Warning);
        if let [one] = names.as_slice() {
            finding.message = format!("{what} `{one}` {verb} itself");
        }
        finding.label("`docker buildx bake` ignores this").help("remove one of these references")
    };
    order.cycles.iter().map(told).collect()
}

/// The platforms of each target, including inherited ones, and the cycles of `inherits`.
fn inheritance(all: &Targets) -> (Ordered<&str, &[String]>, Vec<Diagnostic>) {
    let mut graph = Graph::default();
    let mut targets: Vec<(&str, &Target)> = Vec::new();
    for (name, target) in &all.targets {
        if let Some(place) = target.place
            && graph.declare(name.as_str(), place).is_ok()
        {
            targets.push((name, target));
        }
    }
    let inherited =
        targets.iter().flat_map(|(name, target)| target.inherits.iter().map(move |text| (*name, text)));
    connect(&mut graph, inherited);
    let mut platforms: Ordered<&str, &[String]> = Ordered::new();
    for node in graph.order().sorted {
        let (name, target) = targets[node.index()];
        let inherited =
            // Later parents override earlier ones.
            || target.inherits.iter().rev().find_map(|text| platforms.get(text.text.as_str()).copied());
        if let Some(own) = target.platforms.as_deref().or_else(inherited) {
            platforms.insert(name, own);
        }
    }
    (platforms, cycles(&graph, "target", "inherits"))
}

/// Checks the links of `contexts`: their targets must exist, differ from the target itself, and
/// build for all of its platforms.
fn links(all: &Targets, known: &NameTables<'_>, platforms: &Ordered<&str, &[String]>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut graph = Graph::default();
    for (name, target) in &all.targets {
        if let Some(place) = target.place {
            let _ = graph.declare(name.as_str(), place);
        }
    }
    let mut edges = Vec::new();
    for (name, target) in &all.targets {
        for link in &target.links {
            let Some(linked) = link.text.strip_prefix("target:") else { continue };
            if !known.has(linked) {
                findings.push(missing(link, linked, "target", known.order.clone(), "target:"));
            } else if linked == name {
                let message = format!("target `{name}` uses itself as a context");
                findings.push(Diagnostic::error(codes::CYCLE, link.place, message));
            } else if let (Some(from), Some(to)) = (graph.find(name), graph.find(linked)) {
                edges.push((Some(from), to, link.place));
                findings.extend(subset(name, linked, link, platforms));
            }
        }
    }
    graph.connect(&edges);
    findings.extend(cycles(&graph, "target", "links to").into_iter().map(|mut finding| {
        // Unlike other cycles, these are rejected: a build would wait for its own result.
        finding.severity = hclx_diag::Severity::Error;
        finding.label = None;
        finding
    }));
    findings
}

/// Checks that a linked target builds for every platform of the target that links to it.
fn subset(
    name: &str,
    linked: &str,
    link: &StringExpr,
    platforms: &Ordered<&str, &[String]>,
) -> Option<Diagnostic> {
    let (own, others) = (platforms.get(name)?, platforms.get(linked)?);
    if own.len().max(others.len()) < 2 || others.is_empty() {
        return None;
    }
    let lacking = own.iter().find(|platform| !others.contains(platform))?;
    let message = format!("`{name}` is built for `{lacking}`, but `{linked}` is not");
    let finding = Diagnostic::error(codes::UNKNOWN_TEXT, link.place, message);
    Some(finding.help(format!("add `{lacking}` to `platforms` of `{linked}`")))
}
