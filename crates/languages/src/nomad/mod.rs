//! Nomad's jobs: every file is a unit; values come from the command line.
//!
//! Sources of the rules: Nomad, package `jobspec2`, and for what only the server refuses package
//! `nomad/structs`. Deliberately absent: what drivers say of their `config`.

mod functions;
mod judged;
mod server;

use hclx_analysis::{Answer, FileRow, Language, Pattern, Question, Recognition, Snapshot, Unit};
use hclx_core::Type;
use hclx_eval::Budget;
use hclx_schema::{Attribute, Block};

use crate::facts::Facts;
use crate::shape;

pub(crate) use functions::DIALECT;

/// Nomad.
#[derive(Clone, Copy, Debug)]
pub struct Nomad;

static FACTS: Facts =
    Facts::new(include_str!("facts.json"), "Nomad ignores this", |body| body != "root", amended);

/// What the record of the blocks does not say.
fn amended(name: &str, block: Block) -> Block {
    let texts = Type::map(Type::STRING);
    let typed = |block: Block, name: &str| {
        block.changed(name, |attribute| match attribute.ty.element() {
            Some(_) => Attribute { ty: texts.clone(), ..attribute },
            None => attribute,
        })
    };
    let block = typed(typed(block, "meta"), "env");
    match name {
        "Job" => block.changed("type", |one| one.one_of(["service", "batch", "system", "sysbatch"])),
        "TaskLifecycle" => block.changed("hook", |one| one.one_of(["prestart", "poststart", "poststop"])),
        "RestartPolicy" => block.changed("mode", |one| one.one_of(["fail", "delay"])),
        "ReschedulePolicy" => {
            block.changed("delay_function", |one| one.one_of(["constant", "exponential", "fibonacci"]))
        }
        "DisconnectStrategy" => block.changed("reconcile", |one| {
            one.one_of(["keep_original", "keep_replacement", "best_score", "longest_running"])
        }),
        "VolumeRequest" => block.changed("type", |one| one.one_of(["host", "csi"])),
        "Service" => block.changed("provider", |one| one.one_of(["consul", "nomad"])),
        _ => block,
    }
}

const FILES: &[FileRow] = &[
    FileRow::native(Pattern::Suffix(".nomad"), "job").asks_content(),
    FileRow::native(Pattern::Suffix(".nomad.hcl"), "job").asks_content(),
    FileRow::json(Pattern::Suffix(".nomad.json"), "job"),
];

impl Language for Nomad {
    fn name(&self) -> &'static str {
        "nomad"
    }

    fn title(&self) -> &'static str {
        "Nomad"
    }

    fn files(&self) -> &'static [FileRow] {
        FILES
    }

    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        if path.ends_with(".nomad") || path.ends_with(".nomad.hcl") {
            return if crate::old::is_no_job(bytes) {
                Recognition::Foreign("HCL1")
            } else {
                Recognition::Mine
            };
        }
        let is_job =
            |block: &shape::Header| block.block_type == "job" && block.labels == 1 && !block.is_attribute;
        let mine = path.ends_with(".hcl") && shape::headers(bytes).iter().any(is_job);
        if mine { Recognition::Mine } else { Recognition::Unknown }
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
        judged::answer(unit, snapshot, question, budget)
    }
}
