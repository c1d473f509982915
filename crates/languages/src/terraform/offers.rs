//! Completions in Terraform files and their order: constructs that all versions of a module support, the most common
//! ones first at the root of files, and a block's own arguments before those of the language.

use hclx_analysis::bodies::Header;
use hclx_analysis::{Construct, Offer, Offers, Snapshot, Unit};

use super::files::roles::Flavor;
use super::providers::part_releases::PartReleases;
use super::resolve::modules;
use super::rules::constructs::{Admission, Bound};
use super::schemas::kind::Kind;
use super::schemas::{self, ESCAPE};

/// The root block types, in the order in which they are offered.
pub(super) const ORDER: &[&str] = &[
    "resource",
    "data",
    "module",
    "variable",
    "output",
    "locals",
    "provider",
    "terraform",
    "moved",
    "import",
    "removed",
    "check",
    "ephemeral",
    "action",
    "language",
];

/// The attributes and blocks of the language's blocks, in the order in which they are offered.
const PARTS: &[(&str, &[&str])] = &[
    ("variable", &["type", "description", "default", "sensitive", "nullable", "validation"]),
    ("output", &["value", "description", "sensitive", "depends_on"]),
    ("terraform", &["required_version", "required_providers", "backend", "cloud"]),
];

/// The offers for a unit.
pub(super) fn offers<'a>(unit: &'a Unit, snapshot: &'a Snapshot, flavor: Flavor) -> Offers<'a> {
    let module = modules::load(snapshot, &unit.root, flavor);
    let admission = Admission::of(snapshot, flavor, &module);
    let parts = PartReleases::default();
    let offers = Offers::new(move |construct| {
        let bound = match construct {
            Construct::Part(around, name) => admission.of_part(around, name),
            Construct::Function(name) => admission.of_function(name),
        };
        match (bound, construct) {
            (Bound::Excluded, _) => Offer::Nowhere,
            (Bound::Foreign, _) => Offer::Last,
            (Bound::Admitted, Construct::Part(around, name)) => of_part(around, name),
            (Bound::Admitted, Construct::Function(_)) => Offer::ByUse,
        }
    });
    offers.with_releases(move |around, name| parts.of((snapshot, flavor), &module, (around, name)))
}

/// The offer for an attribute or a block.
fn of_part(around: &[Header<'_>], name: &str) -> Offer {
    match around {
        // it belongs in a `terraform` block
        [] if name == "required_providers" => Offer::Nowhere,
        [] => Offer::place_in(ORDER, name),
        _ if name == ESCAPE || name == "experiments" => Offer::Last,
        [(block_type, _)] if is_meta(block_type, name) => Offer::Later,
        [(block_type, _)] => {
            let order = PARTS.iter().find(|(of_type, _)| of_type == block_type);
            order.map_or(Offer::ByUse, |(_, order)| Offer::place_in(order, name))
        }
        _ => Offer::ByUse,
    }
}

/// Returns `true` if an argument of a block belongs to the language rather than to a provider or module.
fn is_meta(block_type: &str, name: &str) -> bool {
    match Kind::of(block_type) {
        Some(Kind::Module) => {
            name != "source" && name != "version" && schemas::is_meta(&schemas::module(), name)
        }
        Some(kind) => schemas::meta(kind).is_some_and(|meta| schemas::is_meta(&meta, name)),
        None => block_type == "provider" && name == "alias",
    }
}
