//! `plan_options` of runs.

use hclx_analysis::{Cause, CauseKind};
use hclx_diag::{Diagnostic, OrderedSet, code_names as codes};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::AttributeView;
use hclx_syntax::statics;

use super::judgement::Run;
use crate::terraform::declare::address::{self, Address};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::journal::Journal;
use crate::terraform::simulation::open::{CauseId, Causes};
use crate::terraform::simulation::options::{PlanMode, PlanOptions};
use crate::terraform::simulation::overrides::canonical;
use crate::terraform::simulation::targets::Targets;

/// Reads the options of a run's plan.
pub(super) struct PlanOptionReader<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) module: &'a Module,
    pub(super) causes: &'a Causes,
    pub(super) flavor: Flavor,
}

impl PlanOptionReader<'_> {
    /// The options of the plan; options that are not simulated make the run open.
    pub(super) fn options(&self, open: &mut OrderedSet<CauseId>, journal: &mut Journal) -> PlanOptions {
        let mut options = PlanOptions::default();
        let schema = test_files::run();
        let Some(nested) = schema.find_block("plan_options").map(|nested| nested.body.fixed()) else {
            return options;
        };
        for block in self.run.blocks.iter().filter(|block| block.block_type == "plan_options") {
            let content = block.body.sorted(nested.prepared()).content;
            let mut conflicting = None;
            for attribute in &content.attributes {
                if !self.option(attribute, &mut options) {
                    let what = format!("`{}` in `plan_options` is not simulated", attribute.name);
                    let cause = Cause::new(CauseKind::Feature, what);
                    open.insert(self.causes.id(cause.at(self.run.written.expr_span(attribute.value))));
                }
                let is_conflicting = match attribute.name {
                    "replace" => !options.replace.is_empty(),
                    "refresh" => self.word(attribute.value).as_deref() == Some("false"),
                    _ => false,
                };
                conflicting = conflicting.or(is_conflicting.then_some(attribute));
            }
            if let (PlanMode::RefreshOnly, Some(attribute)) = (options.mode, conflicting) {
                let message = format!("`{}` cannot be used with `mode = refresh-only`", attribute.name);
                let place = self.run.written.expr_span(attribute.value);
                journal.error(Diagnostic::error(codes::TEST_FILE, place, message));
            }
        }
        options
    }

    fn word(&self, value: ExprId) -> Option<String> {
        statics::as_keyword(&self.run.written.parsed.tree, self.run.written.source, value)
            .map(|word| word.to_string())
    }

    /// Reads an option; returns `false` if it is not simulated.
    fn option(&self, attribute: &AttributeView<'_>, options: &mut PlanOptions) -> bool {
        if self.flavor == Flavor::OpenTofu && matches!(attribute.name, "mode" | "target") {
            return self.word(attribute.value).as_deref() == Some("normal");
        }
        match attribute.name {
            "mode" => match self.word(attribute.value).as_deref() {
                Some("normal") => true,
                Some("refresh-only") => {
                    options.mode = PlanMode::RefreshOnly;
                    true
                }
                _ => false,
            },
            // mocks refresh nothing, and values that real providers compute are open anyway
            "refresh" => true,
            "replace" => {
                let (addresses, is_read) = self.addresses("replace", attribute.value);
                options.replace.extend(addresses.iter().map(canonical));
                is_read
            }
            "target" => {
                let (addresses, is_read) = self.addresses("target", attribute.value);
                let targets = Targets::of(self.module, &addresses).filter(|_| is_read);
                options.targets.clone_from(&targets);
                targets.is_some() || is_read && addresses.is_empty()
            }
            _ => false,
        }
    }

    /// The addresses in a list; the flag is `false` if one of them cannot be parsed.
    fn addresses(&self, name: &'static str, expr: ExprId) -> (Vec<Address>, bool) {
        let written = self.run.written;
        let tree = &written.parsed.tree;
        let Some(list) = statics::as_list(tree, expr) else { return (Vec::new(), false) };
        let wanted = address::AddressRules { name, dynamic: false, words: false };
        let read = |item: &ExprId| address::read(tree, written.source, *item, wanted).ok();
        let addresses: Vec<Address> = list.iter().filter_map(read).collect();
        let is_read = addresses.len() == list.len();
        (addresses, is_read)
    }
}
