//! What a declaration came to before: a module is called often, and most of what it declares sees the same
//! values in every call.
//!
//! A declaration that sees the same values comes to the same value with the same findings. What it sees is the
//! values of the declarations that it refers to, and for some also where the module is and which files there
//! are.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::Diagnostic;
use hclx_eval::{Approximation, Entry, Host, Refusal};

use super::declaration::Kind;
use super::instance::{Inputs, Instance, Run};
use super::module::Module;
use super::scope::Paths;

/// So many answers are kept for a declaration, the latest.
const MOST: usize = 16;

/// The answers for the declarations of a module, by their numbers.
pub(crate) struct Remembered(Vec<Mutex<Vec<Arc<Answer>>>>);

/// What a declaration came to.
struct Answer {
    scene: Scene,
    /// The values that it saw, those of its own variable first.
    seen: Vec<Option<Value>>,
    /// The files that it asked for.
    asked: Option<Arc<dyn Host>>,
    value: Value,
    findings: Vec<Diagnostic>,
    approximations: Vec<Approximation>,
    limits: BTreeSet<String>,
}

/// What a declaration sees beside values.
struct Scene {
    is_call: bool,
    /// Variables whose value may be unknown in a plan.
    computed: BTreeSet<Arc<str>>,
    paths: Option<Paths>,
    /// Of what calls other modules.
    calls: Option<(usize, Arc<dyn Host>)>,
}

impl Scene {
    fn of(inputs: &Inputs, module: &Module, node: NodeId) -> Self {
        let is_module = module.declaration(node).kind == Kind::Module;
        let told = is_module || module.mentions_path(node);
        Self {
            is_call: inputs.is_call,
            computed: inputs.computed.clone(),
            paths: told.then(|| inputs.paths.clone()),
            calls: is_module.then(|| (inputs.depth, Arc::clone(&inputs.host))),
        }
    }

    fn same(&self, other: &Self) -> bool {
        let calls = match (&self.calls, &other.calls) {
            (Some((depth, host)), Some((other_depth, other_host))) => {
                depth == other_depth && Arc::ptr_eq(host, other_host)
            }
            (one, other) => one.is_none() && other.is_none(),
        };
        calls && self.is_call == other.is_call && self.computed == other.computed && self.paths == other.paths
    }
}

/// What is kept for a module; nothing for a root, which is evaluated once.
pub(crate) fn of(run: Run<'_>, module: &Module, inputs: &Inputs) -> Option<Arc<Remembered>> {
    if inputs.is_root || module.is_unknown {
        return None;
    }
    let key = format!("{:?} remembered {}", run.flavor, module.folder);
    Some(
        run.snapshot
            .memo(&key, || Remembered(module.declarations.iter().map(|_| Mutex::default()).collect())),
    )
}

/// The value of a declaration; what is wrong with it is added to the instance.
pub(crate) fn declared<'r>(
    instance: &mut Instance<'r>,
    remembered: Option<&Remembered>,
    node: NodeId,
) -> Value {
    let declaration = instance.module.declaration(node);
    let Some(kept) = remembered.and_then(|remembered| remembered.0.get(node.index())) else {
        return instance.declared(Some(node), declaration);
    };
    let scene = Scene::of(instance.inputs, instance.module, node);
    let own = (declaration.kind == Kind::Variable).then(|| instance.inputs.values.get(&declaration.name));
    let uses = instance.module.graph.uses(node);
    let seen = || {
        let used = uses.iter().map(|(used, _)| Some(&instance.values[used.index()]));
        own.iter().copied().chain(used)
    };
    let same = |answer: &Arc<Answer>| {
        answer.scene.same(&scene)
            && answer.asked.as_ref().is_none_or(|host| Arc::ptr_eq(host, &instance.inputs.host))
            && answer.seen.len() == own.iter().len() + uses.len()
            && seen().zip(&answer.seen).all(|(seen, before)| seen == before.as_ref())
    };
    let found = locked(kept).iter().rev().find(|answer| same(answer)).cloned();
    if let Some(answer) = found {
        instance.findings.extend(answer.findings.iter().cloned());
        instance.approximations.extend(answer.approximations.iter().cloned());
        instance.limits.extend(answer.limits.iter().cloned());
        return answer.value.clone();
    }
    let seen: Vec<Option<Value>> = seen().map(|value| value.cloned()).collect();
    let findings = std::mem::take(&mut instance.findings);
    let approximations = std::mem::take(&mut instance.approximations);
    let limits = std::mem::take(&mut instance.limits);
    let asked_before = instance.host.asked.swap(false, Ordering::Relaxed);
    let value = instance.declared(Some(node), declaration);
    let asked = instance.host.asked.swap(asked_before, Ordering::Relaxed);
    let findings = std::mem::replace(&mut instance.findings, findings);
    let approximations = std::mem::replace(&mut instance.approximations, approximations);
    let limits = std::mem::replace(&mut instance.limits, limits);
    instance.findings.extend(findings.iter().cloned());
    instance.approximations.extend(approximations.iter().cloned());
    instance.limits.extend(limits.iter().cloned());
    // what ended at a limit may come to more elsewhere
    if !instance.run.budget.is_spent() {
        let asked = asked.then(|| Arc::clone(&instance.inputs.host));
        let answer = Answer { scene, seen, asked, value: value.clone(), findings, approximations, limits };
        let mut kept = locked(kept);
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push(Arc::new(answer));
    }
    value
}

fn locked(kept: &Mutex<Vec<Arc<Answer>>>) -> std::sync::MutexGuard<'_, Vec<Arc<Answer>>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The door to files, which knows whether it was used.
#[derive(Debug)]
pub(crate) struct Watched {
    host: Arc<dyn Host>,
    asked: AtomicBool,
}

impl Watched {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        Self { host: Arc::clone(host), asked: AtomicBool::new(false) }
    }

    fn asked(&self) -> &dyn Host {
        self.asked.store(true, Ordering::Relaxed);
        &*self.host
    }
}

impl Host for Watched {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.asked().read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.asked().look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.asked().list(path)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.asked().resolve(path)
    }
}
