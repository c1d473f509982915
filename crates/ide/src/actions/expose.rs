//! Adds an output for a value.

use hclx_analysis::secret_names;
use hclx_analysis::symbols::{Symbol, SymbolKind};
use hclx_core::Type;
use hclx_schema::{Attribute, Block};

use super::place::{Place, has_value};
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let rows = place.unit.language.row().symbols;
    let has_outputs = rows.iter().any(|row| row.block == "output" && row.root == "output");
    if !place.declares() || !has_outputs || !place.has_modules() {
        return;
    }
    let Some((key, _)) = place.index.at(place.file, place.range.start) else { return };
    let symbol = place.index.symbol(key).filter(|symbol| has_value(symbol.kind));
    let Some(symbol) = symbol.filter(|symbol| symbol.key.root == place.unit.root).cloned() else { return };
    let reference = symbol.key.key.to_string();
    let name = reference.rsplit('.').next().unwrap_or_default().to_owned();
    // A root module cannot output ephemeral values, and actions have no values.
    if reference.starts_with("ephemeral.") || reference.starts_with("action.") {
        return;
    }
    all.push(Action::new(ActionKind::Rewrite, format!("expose `{reference}` as an output"), move || {
        let name = place.free_name("output", &name);
        let value = place.value_at(symbol.name.source, symbol.name.range.start);
        let is_secret = value.as_ref().is_some_and(|value| value.marks_within().contains("sensitive"))
            || is_secret_resource(place, &symbol);
        let secret = if is_secret { "\n  sensitive = true" } else { "" };
        let width = if is_secret { "    " } else { "" };
        let block = format!("output \"{name}\" {{\n  value{width} = {reference}{secret}\n}}");
        let home = place.home("output");
        Some(Changes { edits: vec![place.append(home, &block)], ..Changes::default() })
    }));
}

/// Returns `true` for a resource with attributes that its provider marks as sensitive, whether they are set
/// or not.
fn is_secret_resource(place: &Place<'_>, symbol: &Symbol) -> bool {
    if !matches!(symbol.kind, SymbolKind::Resource | SymbolKind::Data) {
        return false;
    }
    let there = Place::new(place.snapshot, symbol.name.source, symbol.name.range, place.budget());
    let schema = there.and_then(|there| there.schema_of(there.blocks.last()?));
    schema.is_some_and(|schema| has_secrets(&schema, DEEPEST))
}

/// The maximum nesting depth that is searched for sensitive attributes.
const DEEPEST: usize = 4;

/// Returns `true` if a body, or a nested one, has a sensitive attribute.
fn has_secrets(body: &Block, depth: usize) -> bool {
    let inside = |object: &Block| depth > 0 && has_secrets(object, depth - 1);
    body.attributes().iter().any(|own| is_secret_attribute(own) || own.object.as_deref().is_some_and(inside))
        || body.blocks().iter().any(|nested| inside(&nested.body.fixed()))
}

/// Returns `true` for a secret attribute: schemas that are not the provider's own do not tell, but its name does.
pub(super) fn is_secret_attribute(attribute: &Attribute) -> bool {
    let is_text = || attribute.ty.is_any() || attribute.ty == Type::STRING;
    attribute.sensitive || is_text() && secret_names::is_secret_attribute(&attribute.name)
}
