//! Values with special syntax in bake: entries of outputs and caches, secrets, sizes.
//!
//! Source of the rules: buildx, package `util/buildflags`.

use hclx_diag::{Diagnostic, Findings, Span, code_names as codes, nearest};
use hclx_schema::{FilledAttribute, FilledBody};
use hclx_syntax::statics;

use hclx_module::{texts, value_place};

/// Checks the values of a target.
pub(super) fn check(body: &FilledBody<'_>, found: &mut Findings) {
    for name in ["output", "cache-from", "cache-to"] {
        if let Some(attribute) = body.attribute(name).filter(|one| one.good) {
            typed(body, attribute, name, found);
        }
    }
    if let Some(secrets) = body.attribute("secret").filter(|one| one.good) {
        for text in texts(body, secrets) {
            found.extend(fields(&text.text, text.place));
        }
    }
    if let Some(size) = body.attribute("shm-size").filter(|one| one.good)
        && let Some(text) = size.value.as_str().filter(|text| !is_size(text))
    {
        let message = format!("`shm-size` must be a size, found `{text}`");
        let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, value_place(body, size), message);
        found.push(finding.help("use a number with a unit, such as `128m` or `1g`"));
    }
}

/// Checks that an entry that is an object sets its type.
fn typed(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>, name: &str, found: &mut Findings) {
    let Some(values) = attribute.value.elements() else { return };
    let tree = body.view.tree();
    let written = statics::as_list(tree, attribute.view.value).filter(|list| list.len() == values.len());
    for (index, value) in values.iter().enumerate() {
        let is_object = value.ty().as_object().is_some() && value.is_known() && !value.is_null();
        if is_object && value.get_attr_value("type").is_none() {
            let place = match written {
                Some(list) => tree.expr(list[index]).range.in_source(body.view.source()),
                None => value_place(body, attribute),
            };
            let message = format!("missing `type` in an entry of `{name}`");
            let finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, place, message);
            found.push(finding.help("write `type = …`"));
        }
    }
}

/// Checks the fields of a secret: `key=value`, separated by commas.
fn fields(text: &str, place: Span) -> Option<Diagnostic> {
    const KEYS: &[&str] = &["type", "id", "src", "source", "env"];
    text.split(',').find_map(|field| {
        let Some((key, _)) = field.split_once('=') else {
            let message = format!("expected a field `key=value` of a secret, found `{field}`");
            return Some(Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message));
        };
        let key = key.to_ascii_lowercase();
        (!KEYS.contains(&key.as_str())).then(|| {
            let finding = Diagnostic::error(
                codes::VALUE_NOT_ALLOWED,
                place,
                format!("unknown field `{key}` of a secret"),
            );
            finding.meant_or(
                nearest(&key, KEYS.iter().copied()),
                "available fields: `id`, `src`, `env` and `type`",
            )
        })
    })
}

/// Returns `true` for a number with at most one byte unit.
fn is_size(text: &str) -> bool {
    // As in Docker's `go-units`: at most one space, and units with or without `i` and `b`.
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let unit = rest.strip_prefix(' ').unwrap_or(rest).to_ascii_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let unit = unit.strip_suffix('i').unwrap_or(unit);
    text.starts_with(|letter: char| letter.is_ascii_digit())
        && matches!(unit, "" | "k" | "m" | "g" | "t" | "p")
}
