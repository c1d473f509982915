//! Findings that only some instances of a block have.

use hclx_diag::{Batch, Code, Diagnostic, Ordered, OrderedSet, Report, Span};

use super::instance::Instance;
use super::tree::InstanceKey;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::header;
use crate::terraform::resolve::scope::Context;

/// The maximum number of instances that a label lists.
const SHOWN: usize = 3;

/// The place and code of a finding, by which it is reported once for several instances.
type Cause = (Option<Span>, Code);

/// Checks each instance of a block. An error that occurs in only some of them gets a label with their addresses.
pub(crate) fn judge<T>(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    contexts: &[Context],
    mut round: impl FnMut(&mut Instance<'_>, &Context) -> T,
) -> (Vec<T>, Batch) {
    let mut values = Vec::with_capacity(contexts.len());
    let mut batches: Vec<Vec<Diagnostic>> = Vec::new();
    for context in contexts {
        let (value, batch) = instance.trial(|instance| round(instance, context));
        values.push(value);
        batches.push(batch.into_vec());
    }
    (values, with_labels(declaration, contexts, batches))
}

fn with_labels(declaration: &Declaration, contexts: &[Context], batches: Vec<Vec<Diagnostic>>) -> Batch {
    let mut instances: Ordered<Cause, OrderedSet<usize>> = Ordered::new();
    for (at, finding) in
        batches.iter().enumerate().flat_map(|(at, batch)| batch.iter().map(move |of| (at, of)))
    {
        instances.or_insert_with(cause(finding), OrderedSet::new).insert(at);
    }
    let with_label = |finding: Diagnostic| {
        let Some(failing) = instances.get(&cause(&finding)) else { return finding };
        if !finding.is_error() || failing.len() == contexts.len() {
            return finding;
        }
        let address = |at: &usize| {
            let key = InstanceKey::from_context(&contexts[*at]).suffix();
            format!("`{}{key}`", declaration.address())
        };
        let addresses: Vec<String> = failing.iter().take(SHOWN).map(address).collect();
        let label = match failing.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            Some(more) => format!("fails for {}, and {more} more", addresses.join(", ")),
            None => format!("fails for {}", addresses.join(" and ")),
        };
        finding.also(header(declaration), label)
    };
    let all = batches.into_iter().flatten();
    Batch::from(all.map(with_label).collect::<Vec<Diagnostic>>())
}

fn cause(finding: &Diagnostic) -> Cause {
    (finding.span, finding.code)
}
