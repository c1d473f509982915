//! Earlier evaluations of declarations: a module is called often, and most of its declarations see the same
//! values in every call.
//!
//! A declaration that sees the same values has the same value and the same findings. It sees the values of
//! the declarations that it refers to and, in some cases, the path of the module and the existence of files.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{Findings, Ordered, OrderedSet, SourceId};
use hclx_eval::{Approximation, Entry, Host, Refusal};
use hclx_syntax::ast::ExprId;

use super::calls::{Calls, MOST_DEPTH};
use super::instance::{Evaluated, Inputs, Instance};
use super::judge::Looked;
use crate::terraform::declare::generated;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets;
use crate::terraform::resolve::guarded::Guards;
use crate::terraform::schemas::kind::Kind;

/// The number of evaluations kept of a module, the latest ones.
const MOST: usize = 16;

/// The cached evaluations of a module.
#[derive(Default)]
pub(crate) struct Kept {
    /// The ends of the paths of files that it creates.
    made: OnceLock<Arc<[String]>>,
    /// The evaluation on its own, with inputs of which only the types are known.
    pub(crate) alone: OnceLock<Arc<Evaluated>>,
    /// The results for its callers.
    pub(crate) calls: Mutex<Calls>,
    /// The latest evaluations.
    evaluations: Mutex<Vec<Arc<Past>>>,
    /// The guarded code of its files.
    guards: Mutex<Ordered<SourceId, Arc<Guards>>>,
    /// The references of its expressions, while it is called.
    references: Mutex<HashMap<(SourceId, ExprId), Arc<Looked<'static>>, foldhash::fast::RandomState>>,
}

/// The cached evaluations of a module.
pub(crate) fn kept(module: &Module) -> &Kept {
    module.memory.values.get()
}

impl Kept {
    /// The guarded code of a file, collected once.
    pub(crate) fn guards(&self, source: SourceId, look: impl FnOnce() -> Guards) -> Arc<Guards> {
        let mut kept = locked(&self.guards);
        Arc::clone(kept.or_insert_with(source, || Arc::new(look())))
    }

    /// The references of an expression, computed once.
    pub(crate) fn references(
        &self,
        key: (SourceId, ExprId),
        look: impl FnOnce() -> Looked<'static>,
    ) -> Arc<Looked<'static>> {
        if let Some(known) = locked(&self.references).get(&key) {
            return Arc::clone(known);
        }
        let looked = Arc::new(look());
        locked(&self.references).insert(key, Arc::clone(&looked));
        looked
    }
}

/// The dependencies of an evaluation beside values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touched {
    /// Files were read.
    pub(crate) files: bool,
    /// The nesting of calls below.
    pub(crate) below: u32,
    /// A limit of calls was met.
    pub(crate) limited: bool,
}

impl Touched {
    /// Adds the dependencies of an evaluation at the same depth.
    fn join(&mut self, other: Self) {
        self.files |= other.files;
        self.below = self.below.max(other.below);
        self.limited |= other.limited;
    }

    /// Adds the dependencies of a called module.
    pub(crate) fn join_call(&mut self, other: Self) {
        self.join(Self { below: other.below + 1, ..other });
    }

    /// Returns `true` if the result is the same below another number of calls.
    pub(crate) fn holds_below(self, depth: usize, other: usize) -> bool {
        depth == other || !self.limited && other + self.below as usize <= MOST_DEPTH
    }
}

/// An evaluation of a module, for those that follow.
pub(crate) struct Past {
    inputs: Arc<Inputs>,
    /// By the numbers of declarations.
    values: Arc<Vec<Value>>,
    /// In the same order.
    notes: Vec<Option<Note>>,
}

/// The result for a declaration beside its value.
#[derive(Clone)]
pub(crate) struct Note {
    touched: Touched,
    /// Set if it may depend on variables that may be unknown in a plan.
    is_open: bool,
    /// The findings, most often none.
    said: Option<Arc<Said>>,
}

impl Past {
    /// Returns `true` if a declaration sees the same values in another instance of its module.
    fn holds(&self, instance: &Instance<'_>, node: NodeId) -> bool {
        let Some(note) = &self.notes[node.index()] else { return false };
        let (module, before, now) = (instance.module, &self.inputs, instance.inputs);
        let declaration = module.declaration(node);
        let given = |inputs: &Inputs| match declaration.kind {
            Kind::Variable => inputs.values.get(&declaration.name).cloned(),
            _ => None,
        };
        let mut used = module.graph.uses(node).iter().map(|(used, _)| used.index());
        let same_computed = || {
            let same = Arc::ptr_eq(&before.computed, &now.computed) || before.computed == now.computed;
            same || !note.is_open && !instance.may_be_given(node)
        };
        before.is_call == now.is_call
            && used.all(|used| self.values[used] == instance.values[used])
            && given(before) == given(now)
            && note.touched.holds_below(before.depth, now.depth)
            && (!note.touched.files || Arc::ptr_eq(&before.host, &now.host))
            && (before.paths == now.paths || !is_told(instance, node))
            && same_computed()
    }
}

/// The findings about a declaration.
pub(crate) struct Said {
    findings: Findings,
    approximations: Vec<Approximation>,
    limits: OrderedSet<String>,
}

impl Said {
    /// Takes the findings of an instance, if there are any.
    fn take(instance: &mut Instance<'_>) -> Option<Self> {
        let is_silent =
            instance.findings.is_empty() && instance.approximations.is_empty() && instance.limits.is_empty();
        (!is_silent).then(|| Self {
            findings: std::mem::take(&mut instance.findings),
            approximations: std::mem::take(&mut instance.approximations),
            limits: std::mem::take(&mut instance.limits),
        })
    }

    /// Adds the findings to an instance.
    fn tell(&self, instance: &mut Instance<'_>) {
        instance.findings.extend(self.findings.iter().cloned());
        instance.approximations.extend(self.approximations.iter().cloned());
        instance.limits.extend(self.limits.iter().cloned());
    }

    /// Restores earlier findings of an instance.
    fn put_back(self, instance: &mut Instance<'_>) {
        instance.findings = self.findings;
        instance.approximations = self.approximations;
        instance.limits = self.limits;
    }
}

/// Returns `true` if a declaration refers to the path of its module, or calls a module that does.
fn is_told(instance: &Instance<'_>, node: NodeId) -> bool {
    let declaration = instance.module.declaration(node);
    let child = || instance.children.modules.get(&declaration.name)?.as_ref();
    let calls_told = || child().is_some_and(|child| call_targets::is_told(instance.run, child));
    instance.module.node_mentions_path(node) || declaration.kind == Kind::Module && calls_told()
}

/// Returns `true` if a module may be evaluated several times: a root is evaluated once.
fn are_several(module: &Module, inputs: &Inputs) -> bool {
    !inputs.is_root && !module.is_unknown
}

/// The evaluations of a module that one more may be like, the latest last.
pub(crate) fn before(module: &Module, inputs: &Inputs) -> Vec<Arc<Past>> {
    if are_several(module, inputs) { locked(&kept(module).evaluations).clone() } else { Vec::new() }
}

/// An empty result for each declaration.
pub(crate) fn notes(module: &Module, inputs: &Inputs) -> Vec<Option<Note>> {
    vec![None; if are_several(module, inputs) { module.declarations.len() } else { 0 }]
}

/// Stores an evaluation.
pub(crate) fn keep(
    module: &Module,
    inputs: &Arc<Inputs>,
    values: &Arc<Vec<Value>>,
    notes: Vec<Option<Note>>,
) {
    if notes.iter().any(Option::is_some) {
        let past = Past { inputs: Arc::clone(inputs), values: Arc::clone(values), notes };
        let mut latest = locked(&kept(module).evaluations);
        if latest.len() >= MOST {
            latest.remove(0);
        }
        latest.push(Arc::new(past));
    }
}

/// The value of a declaration; its findings are added to the instance.
pub(crate) fn declared(instance: &mut Instance<'_>, node: NodeId) -> Value {
    let module = instance.module;
    let declaration = module.declaration(node);
    let is_given = declaration.variable.as_ref().is_some_and(|variable| instance.is_given(variable));
    if instance.notes.is_empty() || is_given {
        return instance.declared(Some(node), declaration);
    }
    let same = instance.before.iter().rev().find(|past| past.holds(instance, node)).cloned();
    if let Some(past) = same
        && let Some(note) = &past.notes[node.index()]
    {
        if let Some(said) = &note.said {
            said.tell(instance);
        }
        instance.touched.join(note.touched);
        instance.notes[node.index()] = Some(note.clone());
        return past.values[node.index()].clone();
    }
    let said_before = Said::take(instance);
    let touched_before = std::mem::take(&mut instance.touched);
    let value = instance.declared(Some(node), declaration);
    let touched = instance.touched();
    let said = Said::take(instance).map(Arc::new);
    if let Some(before) = said_before {
        before.put_back(instance);
    }
    if let Some(said) = &said {
        said.tell(instance);
    }
    instance.touched = touched_before;
    instance.touched.join(touched);
    // what ended at a limit may come to more elsewhere
    if !instance.run.budget.is_spent() {
        let is_open = instance.may_be_given(node);
        instance.notes[node.index()] = Some(Note { touched, is_open, said });
    }
    value
}

fn locked<T>(kept: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The door to files, which knows whether it was used, and which files the module makes itself.
#[derive(Debug)]
pub(crate) struct Watched {
    host: Arc<dyn Host>,
    asked: AtomicBool,
    /// The ends of the paths of created files.
    made: Arc<[String]>,
}

impl Watched {
    pub(crate) fn new(host: &Arc<dyn Host>, module: &Module) -> Self {
        let made = kept(module).made.get_or_init(|| generated::ends(module).into());
        Self { host: Arc::clone(host), asked: AtomicBool::new(false), made: Arc::clone(made) }
    }

    /// Turns a missing file that may be created during the run into an unread one.
    fn not_yet(&self, path: &str, refusal: Refusal) -> Refusal {
        match refusal {
            Refusal::Missing if self.made.iter().any(|end| path.ends_with(end.as_str())) => {
                Refusal::NotRead("the module may make it while it runs".to_owned())
            }
            refusal => refusal,
        }
    }

    /// Returns `true` if it was used since the last call.
    pub(crate) fn was_asked(&self) -> bool {
        self.asked.swap(false, Ordering::Relaxed)
    }

    fn asked(&self) -> &dyn Host {
        self.asked.store(true, Ordering::Relaxed);
        &*self.host
    }
}

impl Host for Watched {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.asked().read(path).map_err(|refusal| self.not_yet(path, refusal))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.asked().look(path).map_err(|refusal| self.not_yet(path, refusal))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.asked().list(path)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.asked().resolve(path)
    }
}
