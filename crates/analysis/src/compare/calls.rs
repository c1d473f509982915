//! The sources and versions of called modules: another version of a called module may change everything that it manages.

use std::sync::Arc;

use hclx_diag::{Certainty, code_names as codes};

use super::versions::{left_out, majors};
use super::{Admits, Change, Side};
use crate::describe::{Call, DeclaredItem};

pub(super) fn compare(old: &Side<'_>, new: &Side<'_>, admits: Admits<'_>, changes: &mut Vec<Change>) {
    for declared in &new.all.declarations {
        let Some(now) = declared.call() else { continue };
        let Some((before, was)) = old.like(declared).and_then(|before| Some((before, before.call()?))) else {
            continue;
        };
        let change = match was.source == now.source {
            true => version(declared, was, now, admits),
            false => Some(source(declared, was, now)),
        };
        changes.extend(change.map(|change| change.at(Some(before), Some(declared))));
    }
}

/// The change of the source of a call.
fn source(declared: &DeclaredItem, was: &Call, now: &Call) -> Change {
    let message =
        format!("module call `{}`: the source was `{}`, is `{}`", declared.address, was.source, now.source);
    let is_same_repository = split(&was.source).0 == split(&now.source).0;
    match (split(&was.source).1.and_then(major), split(&now.source).1.and_then(major)) {
        (Some(old), Some(new)) if old != new && is_same_repository => {
            Change::breaking(codes::CALLED_VERSION, Certainty::May, message)
        }
        _ => Change::compatible(Certainty::May, message),
    }
}

/// The change of the version constraint of a call.
fn version(declared: &DeclaredItem, was: &Call, now: &Call, admits: Admits<'_>) -> Option<Change> {
    if was.version == now.version {
        return None;
    }
    let shown = |version: &Option<Arc<str>>| match version {
        Some(version) => format!("`{version}`"),
        None => "any version".to_owned(),
    };
    let message = format!(
        "module call `{}`: {} was required, {} is",
        declared.address,
        shown(&was.version),
        shown(&now.version)
    );
    let allowed = |version: &Option<Arc<str>>| majors(version.as_slice(), admits);
    let gone: Vec<u32> = allowed(&was.version).difference(&allowed(&now.version)).copied().collect();
    Some(match gone.is_empty() || was.version.is_none() {
        true => Change::compatible(Certainty::May, message),
        false => {
            let message = format!("{message}: {}", left_out(&gone));
            Change::breaking(codes::CALLED_VERSION, Certainty::May, message)
        }
    })
}

/// The address of a source, and the revision after `ref=`.
fn split(source: &str) -> (&str, Option<&str>) {
    match source.split_once("?ref=") {
        Some((address, revision)) => (address, revision.split('&').next()),
        None => (source, None),
    }
}

/// The major version in a tag such as `v1.2.3`.
fn major(tag: &str) -> Option<u32> {
    let version = tag.rsplit('/').next()?.trim_start_matches('v');
    let (major, _) = version.split_once('.')?;
    major.parse().ok()
}
