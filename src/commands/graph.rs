//! `hclx graph`: the references between declarations of a module and of the modules that it calls.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::symbols::CallKind;
use hclx_analysis::{Session, Snapshot, Unit, file_name, file_path};
use hclx_diag::{Arrange, ColumnUnit, SourceId, Sources, Span, counted};
use hclx_eval::Entry;
use hclx_ide::{Edge, Graph, MOST_DEPTH, Node, Uses};
use hclx_present::graph::{GraphDrawing, MERMAID_EDGES};
use serde_json::{Value, json};

use crate::affected::AffectedRoots;
use crate::cli::{self, Operand, Subcommand};
use crate::drawing::drawing;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::relative_paths::RelativePaths;
use crate::{config, flags, judging, limits, modules, names, output, parallel, protocol};

/// The subcommand `graph`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "graph",
    about: "Print the references in a module and in the modules that it calls",
    more: "Examples:\n  hclx graph --why output.url var.region     the chain of references between two declarations\n  \
           hclx graph --impact var.region             everything whose value may change with it\n  \
           hclx graph --unused                        declarations that nothing refers to\n  \
           hclx graph --affected --since main         roots affected by changes since a revision\n  \
           hclx graph --focus var.region --depth 2    what is around a declaration\n  \
           hclx graph --kind resources --format dot   a picture for Graphviz\n\n\
           Exit codes: 0, 1 with --why: there is no chain, 2 no such module or name.",
    operands: &[Operand {
        name: "DIR",
        required: false,
        many: false,
        help: "The directory of a module, or a file that is a unit of its own; default: this directory",
    }],
    flags: &[
        &flags::KIND,
        &flags::FORMAT_GRAPH,
        &flags::WHY,
        &flags::IMPACT,
        &flags::UNUSED,
        &flags::AFFECTED,
        &flags::SINCE_AFFECTED,
        &flags::FOCUS,
        &flags::DEPTH,
        &flags::DIALECT,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::MAX_MEMORY,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.graph()?),
};

/// The maximum number of declarations whose surroundings are tried for a drawing.
const MOST_TRIES: usize = 50;
/// The distances from such a declaration, in the order in which they are tried.
const FOCUS_DEPTHS: [usize; 3] = [3, 2, 1];

fn run(asked: &cli::Graph) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let folder = asked.folder.clone().unwrap_or_else(|| ".".into());
    let path = Path::new(&folder);
    // a job of Nomad is a file
    if asked.since.is_some() || !path.is_file() {
        modules::ensure_directory(path)?;
    }
    if let Some(since) = &asked.since {
        let exit = affected(asked, path, since, &mut inputs)?;
        return Ok(inputs.complain(&asked.look)?.unwrap_or(exit));
    }
    limits::keep_freed_memory();
    let (searched, root) = searched(path);
    let selection = judging::select(&asked.context, &[searched], None, &inputs);
    inputs.refuse_unreadable(&selection.unreadable);
    let mut session = judging::unjudged(&asked.context, selection, &inputs);
    let (snapshot, files) = with_called(&mut session, &root);
    inputs.refuse_unread(&snapshot, files);
    let graph = Graph::of(&snapshot, &root);
    if graph.nodes.is_empty() {
        modules::ensure_directory(path)?;
        inputs.refuse(format!("no module in `{}`{}", names::text(path), others(&snapshot, &root)));
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    }
    let sources = snapshot.sources(|_| true);
    let is_relative = !file_path::is_absolute(&names::text(path));
    let here = std::env::current_dir().ok().filter(|_| is_relative).map(|here| RelativePaths::new(&here));
    let page = Page { asked, graph: &graph, sources: &sources, here };
    let exit = inputs.complain_first(&asked.look, page.answer(&root))?;
    if graph.is_cut && !asked.look.quiet {
        output::say("note: the graph has too many declarations: not all calls of modules are followed");
    }
    let exit = inputs.complain(&asked.look)?.unwrap_or(exit);
    // the process is about to end, and the system frees everything at once
    std::mem::forget((graph, snapshot, session));
    Ok(exit)
}

/// The directory whose files are read, and the module's root relative to it. Modules may be called outside of
/// the module's directory: in the current directory or, if the module is elsewhere, in its repository.
fn searched(folder: &Path) -> (OsString, String) {
    let root = file_path::clean(&names::text(folder));
    if !root.starts_with("..") && !file_path::is_absolute(&root) {
        return (".".into(), root);
    }
    let absolute =
        std::path::absolute(folder).map_or_else(|_| folder.to_owned(), |path| config::plain(&path));
    match config::repository(&absolute) {
        Some(repository) => (repository.into(), file_path::clean(&names::text(&absolute))),
        None => (folder.into(), root),
    }
}

/// A snapshot with the files of the modules that a module calls, directly or indirectly, and the files of all these
/// modules. They may be anywhere, for example above the directory that is read, or among installed modules.
fn with_called(session: &mut Session, root: &str) -> (Snapshot, Vec<SourceId>) {
    let mut snapshot = session.snapshot();
    let mut left: Vec<Arc<str>> = vec![root.into()];
    let mut met: HashSet<Arc<str>> = left.iter().cloned().collect();
    for _ in 0..MOST_DEPTH {
        let is_known = |folder: &Arc<str>| snapshot.units().iter().any(|unit| unit.root == *folder);
        let unknown = left.iter().filter(|folder| !is_known(folder));
        let paths: Vec<String> = unknown.flat_map(|folder| files_in(&snapshot, folder)).collect();
        // a new snapshot has no record of the files that this one has read
        if !paths.is_empty() {
            for path in &paths {
                session.add(path);
            }
            snapshot = session.snapshot();
        }
        let units: Vec<&Unit> = snapshot.units().iter().filter(|unit| left.contains(&unit.root)).collect();
        let files = units.iter().flat_map(|unit| unit.files.iter().map(|file| (unit.language, *file)));
        // Otherwise, the symbols of a unit would be computed by reading its files one by one.
        parallel::map(files.collect(), |(language, file)| language.prepare(file, &snapshot));
        let found = parallel::map(units, |unit| snapshot.symbols(unit));
        let calls = found.iter().flat_map(|symbols| symbols.calls().cloned());
        let called = calls.filter(|call| call.kind == CallKind::Uses).map(|call| call.called);
        left = called.filter(|called| met.insert(Arc::clone(called))).collect();
        if left.is_empty() {
            break;
        }
    }
    let units = snapshot.units().iter().filter(|unit| met.contains(&unit.root));
    let files = units.flat_map(|unit| unit.files.iter().copied()).collect();
    (snapshot, files)
}

/// The configuration files in a directory, by name. The host decides which directories may be read.
fn files_in(snapshot: &Snapshot, folder: &str) -> Vec<String> {
    let entries = snapshot.list(folder).unwrap_or_default();
    let names =
        entries.iter().filter(|(name, entry)| *entry == Entry::File && crate::rows().of(name).is_some());
    let mut paths: Vec<String> = names.map(|(name, _)| file_path::join(folder, name)).collect();
    paths.arrange();
    paths
}

/// Suggests modules for a directory that has none: those below it, or otherwise other ones.
fn others(snapshot: &Snapshot, folder: &str) -> String {
    const MOST: usize = 4;
    let has_some = |unit: &&Unit| snapshot.symbols(unit).declared().next().is_some();
    // settings of tools are files with names that start with a dot
    let is_hidden = |root: &str| file_name(root).starts_with('.') && root != ".";
    let mut roots: Vec<&str> = snapshot.units().iter().filter(has_some).map(|unit| &*unit.root).collect();
    roots.retain(|root| !is_hidden(root));
    if roots.iter().any(|root| file_path::is_inside(root, folder)) {
        roots.retain(|root| file_path::is_inside(root, folder));
    }
    roots.arrange();
    roots.dedup();
    let some: Vec<String> = roots.iter().take(MOST).map(|root| format!("`{root}`")).collect();
    match some.is_empty() {
        true => String::new(),
        false => format!("; name one of {}{}", some.join(", "), if roots.len() > MOST { ", …" } else { "" }),
    }
}

/// A graph to print.
struct Page<'a> {
    asked: &'a cli::Graph,
    graph: &'a Graph,
    sources: &'a Sources,
    /// The current directory, unless the module is named by an absolute path.
    here: Option<RelativePaths>,
}

impl Page<'_> {
    fn answer(&self, root: &str) -> anyhow::Result<Exit> {
        if let Some((from, to)) = &self.asked.why {
            return match self.graph.why(self.node(from)?, self.node(to)?) {
                Some(chain) => self.edges(self.graph, &chain),
                None => {
                    output::say(&format!("`{from}` does not depend on `{to}`"));
                    Ok(Exit::Bad)
                }
            };
        }
        if let Some(address) = &self.asked.impact {
            return self.nodes(&self.graph.impact(self.node(address)?));
        }
        if self.asked.unused {
            return self.nodes(&self.graph.unused());
        }
        let part = self.part()?;
        let graph = part.as_ref().unwrap_or(self.graph);
        let cycles = graph.cycles();
        match self.asked.format.as_deref() {
            Some("dot") => output::answer(drawing(graph, &cycles).dot().trim_end())?,
            Some("mermaid") => {
                let drawing = match graph.edges.len() > MERMAID_EDGES {
                    true => self.simplified(graph, root, &cycles),
                    false => drawing(graph, &cycles),
                };
                output::answer(drawing.mermaid().trim_end())?;
            }
            Some("names") => output::names(graph.nodes.iter().map(|node| &*node.address))?,
            format => self.all_edges(graph, format)?,
        }
        if !self.asked.look.quiet {
            self.say_cycles(graph, &cycles);
        }
        Ok(Exit::Good)
    }

    /// Prints all references, or a note if there are none.
    fn all_edges(&self, graph: &Graph, format: Option<&str>) -> anyhow::Result<()> {
        self.edges(graph, &graph.edges)?;
        if graph.edges.is_empty() && format != Some("json") && !self.asked.look.quiet {
            let count = counted(graph.nodes.len(), "declaration");
            output::say(&format!(
                "note: {count} without references; `--format names` lists the declarations"
            ));
        }
        Ok(())
    }

    /// A drawing of a part of a graph that has too many edges for Mermaid: calls of modules, otherwise resources, otherwise
    /// the surroundings of one declaration.
    fn simplified(&self, graph: &Graph, root: &str, cycles: &[Vec<Edge>]) -> GraphDrawing {
        let say = |what: &str| {
            let count = counted(graph.edges.len(), "reference");
            output::say(&format!("note: {count} are more than Mermaid draws: {what}"));
        };
        let is_fit = |drawing: &GraphDrawing| (1..=MERMAID_EDGES).contains(&drawing.edges.len());
        let modules = drawing(graph, cycles).collapsed(root);
        if is_fit(&modules) {
            say("modules are drawn as one");
            return modules;
        }
        let resources = drawing(&graph.resources().0, &[]);
        if is_fit(&resources) {
            say("only resources are drawn");
            return resources;
        }
        let mut uses = vec![0; graph.nodes.len()];
        graph.edges.iter().for_each(|edge| {
            uses[edge.from] += 1;
            uses[edge.to] += 1;
        });
        let mut nodes: Vec<usize> = (0..graph.nodes.len()).collect();
        nodes.arrange_by_key(|node| (std::cmp::Reverse(uses[*node]), *node));
        let tried = nodes.iter().take(MOST_TRIES);
        let around = |(node, depth): (usize, usize)| {
            let drawing = drawing(&graph.around(node, depth), &[]);
            is_fit(&drawing).then_some((node, drawing))
        };
        let found = tried.flat_map(|node| FOCUS_DEPTHS.map(|depth| (*node, depth))).find_map(around);
        match found {
            Some((node, drawing)) => {
                let address = &graph.nodes[node].address;
                say(&format!("only those around `{address}` are drawn; --focus selects another declaration"));
                drawing
            }
            None => {
                say("modules are drawn as one; --focus selects a declaration");
                modules
            }
        }
    }

    /// The requested part of the graph; `None` if the whole graph was requested.
    ///
    /// # Errors
    /// If no declaration has the address of the focus.
    fn part(&self) -> anyhow::Result<Option<Graph>> {
        let part = match &self.asked.focus {
            Some((address, depth)) => Some(self.graph.around(self.node(address)?, *depth)),
            None => None,
        };
        let graph = part.as_ref().unwrap_or(self.graph);
        Ok(match self.asked.kind.as_deref() {
            Some("resources") => {
                let (resources, is_open) = graph.resources();
                if is_open && !self.asked.look.quiet {
                    output::say("note: the graph is too large to remove all redundant edges");
                }
                Some(resources)
            }
            Some("modules") => Some(graph.modules()),
            _ => part,
        })
    }

    /// Lists declarations that depend on each other.
    fn say_cycles(&self, graph: &Graph, cycles: &[Vec<Edge>]) {
        for cycle in cycles {
            let addresses = cycle.iter().map(|edge| format!("`{}`", graph.nodes[edge.from].address));
            let first = addresses.clone().next();
            let chain: Vec<String> = addresses.chain(first).collect();
            let place = cycle.first().map(|edge| self.place(edge.place)).unwrap_or_default();
            output::say(&format!("note: dependency cycle at {place}: {}", chain.join(" → ")));
        }
    }

    /// The node with an address.
    ///
    /// # Errors
    /// If there is none.
    fn node(&self, address: &str) -> anyhow::Result<usize> {
        self.graph.node(address).ok_or_else(|| {
            let all = self.graph.nodes.iter().map(|node| &*node.address);
            let hint = match hclx_diag::nearest(address, all) {
                Some(near) => hclx_diag::did_you_mean(Some(near)),
                None => "; `hclx graph --format names` lists the declarations".to_owned(),
            };
            anyhow::anyhow!("unknown declaration `{address}`{hint}")
        })
    }

    fn place(&self, span: Span) -> String {
        let source = self.sources.get(span.source);
        // Only the line is printed, and columns in bytes are cheap to count.
        let at = source.position(span.range.start, ColumnUnit::Bytes);
        format!("{}:{}", self.name(span.source), at.line)
    }

    /// The name of a source, relative to the current directory like the module.
    fn name(&self, source: SourceId) -> Cow<'_, str> {
        let name = self.sources.get(source).name();
        match &self.here {
            Some(here) if file_path::is_absolute(name) => here.path(&names::path(name)).into(),
            _ => name.into(),
        }
    }

    /// Prints declarations.
    fn nodes(&self, nodes: &[usize]) -> anyhow::Result<Exit> {
        if self.asked.format.as_deref() == Some("names") {
            output::names(nodes.iter().map(|node| &*self.graph.nodes[*node].address))?;
            return Ok(Exit::Good);
        }
        let nodes = nodes.iter().map(|node| &self.graph.nodes[*node]);
        if self.is_json() {
            let rows: Vec<Value> = nodes.map(|node| self.node_json(node)).collect();
            protocol::answer_json(&self.asked.look, &json!({"format_version": "1.0", "nodes": rows}))?;
            return Ok(Exit::Good);
        }
        let rows =
            nodes.map(|node| [Cow::from(&*node.address), self.place(node.symbol.name).into(), "".into()]);
        aligned(&rows.collect::<Vec<_>>())
    }

    /// Prints references.
    fn edges(&self, graph: &Graph, edges: &[Edge]) -> anyhow::Result<Exit> {
        if self.asked.format.as_deref() == Some("names") {
            let chain = edges.iter().map(|edge| edge.from).chain(edges.last().map(|edge| edge.to));
            output::names(chain.map(|node| &*graph.nodes[node].address))?;
            return Ok(Exit::Good);
        }
        if self.is_json() {
            let row = |edge: &Edge| {
                json!({
                    "from": &*graph.nodes[edge.from].address,
                    "to": &*graph.nodes[edge.to].address,
                    "how": if edge.uses == Uses::IsGiven { "given" } else { "used" },
                    "path": self.name(edge.place.source),
                    "range": protocol::place(self.sources, edge.place.source, edge.place.range),
                })
            };
            let nodes: Vec<Value> = graph.nodes.iter().map(|node| self.node_json(node)).collect();
            let edges: Vec<Value> = edges.iter().map(row).collect();
            let answer = json!({"format_version": "1.0", "nodes": nodes, "edges": edges});
            protocol::answer_json(&self.asked.look, &answer)?;
            return Ok(Exit::Good);
        }
        let row = |edge: &Edge| {
            let to = &graph.nodes[edge.to].address;
            let uses = if edge.uses == Uses::IsGiven { "is given" } else { "uses" };
            [
                Cow::from(&*graph.nodes[edge.from].address),
                self.place(edge.place).into(),
                [uses, " ", to].concat().into(),
            ]
        };
        aligned(&edges.iter().map(row).collect::<Vec<_>>())
    }

    fn is_json(&self) -> bool {
        self.asked.format.as_deref() == Some("json")
    }

    fn node_json(&self, node: &Node) -> Value {
        let span = node.symbol.name;
        json!({
            "address": &*node.address,
            "kind": node.symbol.noun,
            "path": self.name(span.source),
            "range": protocol::place(self.sources, span.source, span.range),
        })
    }
}

/// Prints the roots below a directory that are affected by changes since a revision.
fn affected(asked: &cli::Graph, folder: &Path, since: &str, inputs: &mut Inputs) -> anyhow::Result<Exit> {
    let found = AffectedRoots::since(since, folder, &asked.context, inputs)
        .map_err(|error| anyhow::anyhow!("`--since {since}`: {error:#}"))?;
    match asked.format.as_deref() {
        Some("json") => protocol::answer_json(&asked.look, &found.json())?,
        Some("paths") => {
            output::names(found.roots())?;
        }
        _ => return aligned(&found.rows()),
    }
    Ok(Exit::Good)
}

/// Prints rows with aligned columns.
fn aligned<S: AsRef<str>>(rows: &[[S; 3]]) -> anyhow::Result<Exit> {
    /// Longer cells do not widen their column.
    const WIDEST: usize = 60;
    let count = |cell: &str| if cell.is_ascii() { cell.len() } else { cell.chars().count() };
    let width = |column: usize| {
        let widths = rows.iter().map(|row| count(row[column].as_ref()));
        widths.filter(|width| *width <= WIDEST).max().unwrap_or_default()
    };
    let widths = [width(0), width(1)];
    let mut out = output::data();
    let mut line = String::new();
    for [first @ .., last] in rows {
        line.clear();
        for (cell, width) in first.iter().map(S::as_ref).zip(widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(count(cell)) + 2));
        }
        line.push_str(last.as_ref());
        writeln!(out, "{}", output::escaped(line.trim_end()))?;
    }
    out.flush()?;
    Ok(Exit::Good)
}
