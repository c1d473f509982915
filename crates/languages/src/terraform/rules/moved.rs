//! `moved` blocks: their targets, and conflicts with declarations.

use hclx_diag::{Diagnostic, Ordered, Span, code_names as codes};

use super::statements::{declared, existence, first_step, read};
use crate::terraform::declare::address::{Address, Key, Target};
use crate::terraform::declare::declaration::{BlockSource, Declaration, Repetition};
use crate::terraform::declare::module::header;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::values::instance::Instance;

/// The source and target of a `moved` block.
struct Move {
    to: String,
    at: Span,
}

/// The moves of a module by source and by target.
#[derive(Default)]
pub(crate) struct Moves {
    from: Ordered<String, Move>,
    to: Ordered<String, (String, Span)>,
}

/// Checks a `moved` block against the preceding ones.
pub(crate) fn judge(instance: &mut Instance<'_>, written: &BlockSource, moves: &mut Moves) {
    let block = schemas::moved();
    instance.body(written, &block, Context::default(), Vec::new());
    let from = read(instance, written, &block, "from", false);
    let to = read(instance, written, &block, "to", false);
    let (Some((from, at)), Some((to, to_at))) = (from, to) else { return };
    let is_module = |address: &Address| address.target == Target::Module;
    if is_module(&from) != is_module(&to) {
        let what = |address: &Address| if is_module(address) { "a module" } else { "a resource" };
        let message = format!("{} cannot be moved to {}", what(&from), what(&to));
        let finding = Diagnostic::error(codes::ADDRESS, at, message)
            .label(format!("this is {}", what(&from)))
            .also(to_at, format!("this is {}", what(&to)))
            .also(written.place(), "in this block");
        return instance.findings.push(finding);
    }
    if from.text == to.text {
        let message = format!("`{}` is moved to its own address", from.text);
        let finding = Diagnostic::error(codes::ADDRESS, to_at, message)
            .also(at, "moved from here")
            .also(written.place(), "in this block");
        return instance.findings.push(finding.help("remove this block, or correct one of the addresses"));
    }
    if let Some(finding) = still_declared(instance, written, (&from, at), (&to, to_at)) {
        return instance.findings.push(finding);
    }
    let finding = moves.add(written, (&from, at), (&to, to_at));
    instance.findings.extend(finding);
}

/// Reports a moved declaration that still exists.
fn still_declared(
    instance: &Instance<'_>,
    written: &BlockSource,
    (from, at): (&Address, Span),
    (to, to_at): (&Address, Span),
) -> Option<Diagnostic> {
    let stays = |still: &Declaration| {
        let message = format!("`{}` is moved, but still declared", from.text);
        Diagnostic::error(codes::ADDRESS, at, message)
            .also(header(still), "declared here")
            .also(written.place(), "in this block")
    };
    if let Some(owner) = owner_of_instance(instance, from) {
        return Some(stays(owner).help("declare it without this instance, or remove the `moved` block"));
    }
    // an instance may move while the resource stays, for example from `count` to `for_each`
    let has_keys = |address: &Address| address.key != Key::None || address.first_key().is_some();
    // where instances are declared, an address without a key denotes the only instance
    let is_other = |still: &Declaration| has_keys(to) && still.repetition() != Repetition::One;
    let still = declared(instance.module, from).filter(|still| !is_other(still));
    let is_single = |still: &Declaration| has_keys(to) && still.repetition() == Repetition::One;
    let still = still.filter(|still| !has_keys(from) && (!is_same(from, to) || is_single(still)))?;
    // the mistake may be in the name of the target
    let is_missing = to.modules.is_empty() && declared(instance.module, to).is_none();
    let finding = match is_missing {
        true => stays(still).also(to_at, "nothing with this address is declared"),
        false => stays(still),
    };
    Some(finding.help("remove or rename the declaration, or remove the `moved` block"))
}

/// The declaration that still has the instance with an address.
fn owner_of_instance<'m>(instance: &Instance<'m>, address: &Address) -> Option<&'m Declaration> {
    let owner = declared(instance.module, address)?;
    let (node, _, key) = first_step(instance.module, address)?;
    let whole = instance.values[node.index()].clone().unmark_deep().0;
    let is_there = existence(owner.repetition(), &whole, &key.value()?) == Some(true);
    is_there.then_some(owner)
}

/// Returns `true` if only the keys differ, so that single instances are moved.
fn is_same(from: &Address, to: &Address) -> bool {
    let modules =
        |address: &Address| -> Vec<_> { address.modules.iter().map(|(name, ..)| name.clone()).collect() };
    (from.target, &from.of_type, &from.name) == (to.target, &to.of_type, &to.name)
        && modules(from) == modules(to)
}

impl Moves {
    fn add(
        &mut self,
        written: &BlockSource,
        (from, at): (&Address, Span),
        (to, to_at): (&Address, Span),
    ) -> Option<Diagnostic> {
        let wrong = |place: Span, message: String, first: Span, label: &str| {
            let finding = Diagnostic::error(codes::ADDRESS, place, message).also(first, label);
            Some(finding.also(written.place(), "in this block"))
        };
        match self.from.get(&from.text) {
            // repeating a move is allowed
            Some(same) if same.to == to.text => return None,
            Some(first) => {
                let message = format!("`{}` is moved twice", from.text);
                return wrong(at, message, first.at, "first moved here");
            }
            None => {}
        }
        if let Some((_, first)) = self.to.get(&to.text) {
            let message = format!("two objects are moved to `{}`", to.text);
            return wrong(to_at, message, *first, "first moved here");
        }
        self.to.insert(to.text.clone(), (from.text.clone(), to_at));
        self.from.insert(from.text.clone(), Move { to: to.text.clone(), at });
        None
    }

    /// Reports moves that lead back to their source.
    pub(crate) fn tell_circles(&self, instance: &mut Instance<'_>) {
        let mut seen: Ordered<&str, &str> = Ordered::new();
        for start in self.from.keys() {
            let mut way: Vec<&str> = Vec::new();
            let mut here = start.as_str();
            // The walk ends at a name that an earlier one has passed, so each cycle is found once and the cost is
            // linear.
            while let Some(next) = self.from.get(here).filter(|_| !seen.contains_key(here)) {
                seen.insert(here, start);
                way.push(here);
                here = &next.to;
            }
            let Some(first) = way.iter().position(|name| *name == here) else { continue };
            if let Some(finding) = self.circle(&way[first..]) {
                instance.findings.push(finding);
            }
        }
    }

    fn circle(&self, names: &[&str]) -> Option<Diagnostic> {
        let first = names.first().filter(|_| names.len() > 1)?;
        let text = names.join(" → ");
        let message = format!("cycle of moves: `{text} → {first}`");
        let mut finding = Diagnostic::error(codes::ADDRESS, self.from.get(*first)?.at, message);
        for name in names.iter().skip(1).take(8) {
            finding = finding.also(self.from.get(*name)?.at, "then this one");
        }
        Some(finding)
    }
}
