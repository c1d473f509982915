//! Records of the evaluations of a module, for reuse by later ones.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Snapshot, query};
use hclx_core::Value;
use hclx_diag::{Findings, Ordered, OrderedSet, SharedList, SourceId, locked};
use hclx_eval::{Approximation, Entry, Host, Refusal};
use hclx_syntax::ast::{ExprId, Root, Tree};

use super::evaluation::{Inputs, ModuleValues, UsedInputs};
use super::expression_references::ExprReferences;
use super::resource_values::ResourceValues;
use crate::terraform::declare::generated;
use crate::terraform::declare::module::Module;
use crate::terraform::plan::open_value::OpenValue;
use crate::terraform::resolve::call_targets::Children;
use hclx_module::Guards;

/// The maximum number of recorded evaluations of a module.
const MOST: usize = 16;

/// The least length of collections for which a comparison costs more than keeping its result.
const FEWEST_KEPT: usize = 32;

/// The cached evaluations of a module.
#[derive(Default)]
pub(crate) struct ModuleCache {
    /// The suffixes of the paths of files that the module creates.
    made: OnceLock<Arc<[String]>>,
    /// The module evaluated on its own, with inputs of known types but unknown values.
    pub(crate) alone: CompleteOnce<Arc<ModuleValues>>,
    /// The latest evaluations.
    pub(super) evaluations: Mutex<Vec<Arc<EvaluationRecord>>>,
    /// The guarded code of its files.
    guards: Mutex<Ordered<SourceId, Arc<Guards>>>,
    /// The references of its expressions, recorded when the module is called.
    references: Mutex<HashMap<(SourceId, ExprId), Arc<ExprReferences<'static>>, foldhash::fast::RandomState>>,
}

impl ModuleCache {
    /// The references of an expression, computed once.
    pub(crate) fn references(
        &self,
        key: (SourceId, ExprId),
        look: impl FnOnce() -> ExprReferences<'static>,
    ) -> Arc<ExprReferences<'static>> {
        if let Some(known) = locked(&self.references).get(&key) {
            return Arc::clone(known);
        }
        // The lock is not held here, so that other threads can check other expressions.
        let looked = Arc::new(look());
        locked(&self.references).insert(key, Arc::clone(&looked));
        looked
    }
}

/// A value that is computed once, or again for the next question if the budget ran out.
pub(crate) struct CompleteOnce<T>(Mutex<Arc<OnceLock<(T, bool)>>>);

impl<T> Default for CompleteOnce<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> CompleteOnce<T> {
    /// The value, computed by `make` if there is none, or if it comes from a question whose budget ran out.
    pub(crate) fn get(&self, make: impl Fn() -> T) -> T {
        let is_partial = hclx_core::is_question_spent;
        loop {
            let cell = Arc::clone(&locked(&self.0));
            let (value, was_partial) = cell.get_or_init(|| {
                let value = make();
                (value, is_partial())
            });
            // A question whose own budget has run out could not do better.
            if !was_partial || is_partial() {
                return value.clone();
            }
            let mut now = locked(&self.0);
            if Arc::ptr_eq(&now, &cell) {
                *now = Arc::default();
            }
        }
    }

    /// The value, if it has been computed completely.
    pub(crate) fn known(&self) -> Option<T> {
        let cell = Arc::clone(&locked(&self.0));
        cell.get().filter(|(_, is_partial)| !is_partial).map(|(value, _)| value.clone())
    }
}

/// The guarded code of a tree, computed once per file.
pub(crate) fn guards(module: &Module, tree: &Tree, source: SourceId) -> Arc<Guards> {
    let look = || Arc::new(Guards::new(tree));
    match tree.root() {
        Root::Body(_) => Arc::clone(locked(&kept(module).guards).or_insert_with(source, look)),
        Root::Expr(_) => look(),
    }
}

/// The cache of a module's evaluations.
pub(crate) fn kept(module: &Module) -> &ModuleCache {
    module.memory.values.get()
}

/// Comparisons of long collections with those of earlier evaluations, by the address of the record and the index of the
/// declaration. Many declarations use the same collection, so each is compared once.
#[derive(Default)]
pub(crate) struct Comparisons(RefCell<HashMap<(usize, usize), bool, foldhash::fast::RandomState>>);

impl Comparisons {
    /// Forgets all comparisons, because values have changed.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().clear();
    }

    /// Returns `true` if a declaration had the same value in an earlier evaluation.
    pub(super) fn is_same(&self, past: &EvaluationRecord, node: usize, now: &Value) -> bool {
        let compare = || past.values[node] == *now;
        if now.length().is_none_or(|length| length < FEWEST_KEPT) {
            return compare();
        }
        let key = (std::ptr::from_ref(past).addr(), node);
        *self.0.borrow_mut().entry(key).or_insert_with(compare)
    }
}

/// An evaluation of a module, for reuse by later ones.
pub(crate) struct EvaluationRecord {
    pub(crate) inputs: Arc<Inputs>,
    /// The values of declarations, by index.
    pub(crate) values: SharedList<Value>,
    /// The results of declarations, by index.
    pub(crate) notes: SharedList<Option<DeclarationRecord>>,
    /// Its calls whose outputs may be unknown in a plan, by index.
    pub(crate) open_calls: Ordered<usize, OpenValue>,
    /// The modules that it calls.
    pub(crate) children: Arc<Children>,
}

/// An earlier evaluation with the same inputs, and the declarations that still have the same values.
pub(crate) struct PreviousEvaluation {
    pub(super) past: Arc<EvaluationRecord>,
    /// The unchanged declarations, by index; `false` until a declaration is evaluated.
    pub(super) is_same: Vec<bool>,
    /// Set if both evaluations access the same files.
    pub(super) has_same_host: bool,
    /// Set if this evaluation started with its values and results.
    pub(super) is_start: bool,
}

impl PreviousEvaluation {
    /// The latest of the given evaluations, if it has the same inputs.
    pub(crate) fn of(before: &[Arc<EvaluationRecord>], module: &Module, inputs: &Inputs) -> Option<Self> {
        let past = before.last().filter(|past| past.inputs.are_like(inputs))?;
        Some(Self {
            past: Arc::clone(past),
            is_same: vec![false; module.declarations.len()],
            has_same_host: Arc::ptr_eq(&past.inputs.host, &inputs.host),
            is_start: false,
        })
    }

    /// Returns `true` if a declaration has the same result as in that evaluation, because it uses the same values.
    pub(super) fn holds(&self, module: &Module, node: NodeId) -> bool {
        let Some(note) = &self.past.notes[node.index()] else { return false };
        (self.has_same_host || !note.touched.files)
            && module.links().graph.uses(node).iter().all(|(used, _)| self.is_same[used.index()])
    }
}

/// The result of evaluating a declaration, apart from its value.
#[derive(Clone)]
pub(crate) struct DeclarationRecord {
    pub(crate) touched: UsedInputs,
    /// Set if it may depend on variables that may be unknown in a plan.
    pub(crate) is_open: bool,
    /// The findings; usually none.
    pub(crate) said: Option<Arc<DeclarationFindings>>,
}

/// The findings about a declaration.
pub(crate) struct DeclarationFindings {
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
    pub(crate) limits: OrderedSet<String>,
}

/// Returns `true` if a module may be evaluated several times; a root is only evaluated once per revision.
pub(super) fn are_several(snapshot: &Snapshot, module: &Module, inputs: &Inputs) -> bool {
    // Arguments as written are not part of the results, and only requested once.
    let is_shared = inputs.resources == ResourceValues::Certain;
    is_shared && (!inputs.is_root || snapshot.number() > 0) && !module.is_unknown()
}

/// An empty result for each declaration.
pub(crate) fn notes(
    snapshot: &Snapshot,
    module: &Module,
    inputs: &Inputs,
) -> SharedList<Option<DeclarationRecord>> {
    let count = if are_several(snapshot, module, inputs) { module.declarations.len() } else { 0 };
    SharedList::repeat(&None, count)
}

/// Records an evaluation for reuse.
pub(crate) fn keep(
    module: &Module,
    inputs: &Arc<Inputs>,
    (values, open_calls): (&SharedList<Value>, Ordered<usize, OpenValue>),
    notes: SharedList<Option<DeclarationRecord>>,
    children: Arc<Children>,
) {
    if notes.iter().any(Option::is_some) {
        let (inputs, values) = (Arc::clone(inputs), values.clone());
        let past = EvaluationRecord { inputs, values, notes, open_calls, children };
        let mut latest = locked(&kept(module).evaluations);
        if latest.len() >= MOST {
            latest.remove(0);
        }
        latest.push(Arc::new(past));
    }
}

/// The file access of a module. It records whether it was used, and recognizes the files that the module itself
/// creates.
#[derive(Debug)]
pub(crate) struct ModuleHost {
    host: Arc<dyn Host>,
    asked: AtomicBool,
    /// The suffixes of the paths of created files.
    made: Arc<[String]>,
}

/// File access as a key, compared by identity rather than by contents.
#[derive(Clone)]
struct HostKey(Arc<dyn Host>);

impl PartialEq for HostKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for HostKey {}

impl Hash for HostKey {
    fn hash<H: Hasher>(&self, to: &mut H) {
        Arc::as_ptr(&self.0).cast::<()>().hash(to);
    }
}

query! {
    /// The file access of modules that are called by a module which creates files.
    struct HostOfCalls(HostKey, Arc<[String]>) -> Arc<dyn Host>;
    |HostOfCalls(HostKey(host), made), _| {
        Arc::new(ModuleHost {
            host: Arc::clone(host),
            asked: AtomicBool::new(false),
            made: Arc::clone(made),
        })
    }
}

impl ModuleHost {
    pub(crate) fn new(host: &Arc<dyn Host>, module: &Module) -> Self {
        let made = kept(module).made.get_or_init(|| generated::ends(module).into());
        Self { host: Arc::clone(host), asked: AtomicBool::new(false), made: Arc::clone(made) }
    }

    /// The file access of called modules, which may use files that this module creates. It is the same in all
    /// revisions, so that evaluations can be reused.
    pub(crate) fn for_calls(&self, snapshot: &Snapshot) -> Arc<dyn Host> {
        let Self { host, made, .. } = self;
        if made.is_empty() {
            return Arc::clone(host);
        }
        Arc::clone(&snapshot.get(&HostOfCalls(HostKey(Arc::clone(host)), Arc::clone(made))))
    }

    /// Turns a missing file that may be created during the run into an unread one.
    fn not_yet(&self, path: &str, refusal: Refusal) -> Refusal {
        match refusal {
            Refusal::Missing if self.made.iter().any(|end| path.ends_with(end.as_str())) => {
                Refusal::NotRead("the module may create it when it runs".to_owned())
            }
            refusal => refusal,
        }
    }

    /// Returns `true` if the file access was used since the last call.
    pub(crate) fn was_asked(&self) -> bool {
        self.asked.swap(false, Ordering::Relaxed)
    }

    fn asked(&self) -> &dyn Host {
        self.asked.store(true, Ordering::Relaxed);
        &*self.host
    }
}

impl Host for ModuleHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.asked().read(path).map_err(|refusal| self.not_yet(path, refusal))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.asked().look(path).map_err(|refusal| self.not_yet(path, refusal))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.asked().list(path)
    }

    fn expects(&self, pattern: &str) -> Option<String> {
        self.asked().expects(pattern)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.asked().resolve(path)
    }
}
