//! What only Nomad's server says of a job: the text is accepted, and what it means is refused when it is
//! submitted; a server may also change it before. Names that lead nowhere are warnings for that.

use std::collections::BTreeMap;

use hclx_core::Value;
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Span, code_names as codes, nearest};
use hclx_schema::{FilledBlock, FilledBody};

use crate::naming::value_place;

/// Everything that the server refuses.
pub(super) fn check(job: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    unique(job, "group", found);
    scaling(job, found);
    for group in job.blocks("group") {
        unique(&group.body, "task", found);
        let ports = ports(&group.body);
        let volumes = labels(&group.body, "volume");
        services(&group.body, &ports, found);
        for scaled in group.body.blocks("scaling") {
            group_scaling(scaled, found);
        }
        for task in group.body.blocks("task") {
            let mut all = ports.clone();
            for resources in task.body.blocks("resources") {
                extend(&mut all, self::ports(&resources.body));
            }
            services(&task.body, &all, found);
            mounts(&task.body, &volumes, found);
            task_scaling(&task.body, found);
        }
    }
}

/// Labels of the blocks of a type, unless some are made or not known.
fn labels(body: &FilledBody<'_>, block_type: &str) -> Option<Vec<String>> {
    let blocks = body.blocks(block_type);
    let mut names = Vec::new();
    for block in blocks {
        if block.dynamic.is_some() {
            return None;
        }
        names.push(block.view.labels.first()?.text.to_owned());
    }
    Some(names)
}

/// The labels of all ports of a network.
fn ports(body: &FilledBody<'_>) -> Option<Vec<String>> {
    let mut all = Some(Vec::new());
    for network in body.blocks("network") {
        if network.dynamic.is_some() {
            return None;
        }
        extend(&mut all, labels(&network.body, "port"));
        extend(&mut all, labels(&network.body, "reserved_ports"));
    }
    all
}

fn extend(all: &mut Option<Vec<String>>, more: Option<Vec<String>>) {
    match (all.as_mut(), more) {
        (Some(known), Some(more)) => known.extend(more),
        _ => *all = None,
    }
}

fn label_place(block: &FilledBlock<'_>) -> Span {
    let range = block.view.labels.first().map_or(block.view.def_range, |label| label.range);
    range.in_source(block.body.view.source())
}

fn unique(body: &FilledBody<'_>, block_type: &str, found: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for block in body.blocks(block_type).filter(|block| block.dynamic.is_none()) {
        let Some(label) = block.view.labels.first() else { continue };
        let place = label_place(block);
        if let Some(before) = first.insert(label.text, place) {
            let message = format!(
                "there are two blocks `{block_type}` with the name `{}`: Nomad's server refuses this",
                label.text
            );
            let finding = Diagnostic::warning(codes::BLOCK_REPEATED, place, message);
            found.push(finding.also(before, "the first one").help("give one of them another name"));
        }
    }
}

/// A text that names none of the labels.
fn misses(place: Span, what: &str, text: &str, labels: &[String]) -> Diagnostic {
    let message = format!("{what} `{text}`: Nomad's server refuses this");
    let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, place, message);
    match nearest(text, labels.iter().map(String::as_str)) {
        Some(meant) => finding.help(format!("did you mean `{meant}`?")).fix(Fix {
            title: format!("write `{meant}`"),
            edits: vec![Edit { span: place, text: format!("\"{meant}\"") }],
            applicability: Applicability::Suggested,
        }),
        None if labels.is_empty() => {
            finding.help("declare it in the `network` or `volume` blocks of the group")
        }
        None => finding,
    }
}

fn known_text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.contains("${"))
}

fn services(body: &FilledBody<'_>, ports: &Option<Vec<String>>, found: &mut Vec<Diagnostic>) {
    let Some(ports) = ports else { return };
    for service in body.blocks("service") {
        let mode =
            service.body.attribute("address_mode").and_then(|one| one.value.as_str().map(str::to_owned));
        if mode.as_deref().is_some_and(|mode| mode != "host" && mode != "auto")
            || service.body.attribute("address").is_some()
        {
            continue;
        }
        let Some(port) = service.body.attribute("port") else { continue };
        let Some(text) = known_text(&port.value) else { continue };
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !ports.iter().any(|known| known == text) {
            found.push(misses(value_place(&service.body, port), "no port", text, ports));
        }
    }
}

fn mounts(task: &FilledBody<'_>, volumes: &Option<Vec<String>>, found: &mut Vec<Diagnostic>) {
    let Some(volumes) = volumes else { return };
    for mount in task.blocks("volume_mount") {
        let Some(volume) = mount.body.attribute("volume") else { continue };
        let Some(text) = known_text(&volume.value) else { continue };
        if !volumes.iter().any(|known| known == text) {
            found.push(misses(value_place(&mount.body, volume), "the group has no volume", text, volumes));
        }
    }
}

fn scaling(job: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for task in job.blocks("task") {
        task_scaling(&task.body, found);
    }
}

fn group_scaling(scaling: &FilledBlock<'_>, found: &mut Vec<Diagnostic>) {
    let body = &scaling.body;
    if body.attribute("max").is_none() && !body.view.mentions("max") {
        let place = scaling.view.def_range.in_source(body.view.source());
        let finding = Diagnostic::error(
            codes::MISSING_ATTRIBUTE,
            place,
            "the required attribute `max` of `scaling` is missing",
        );
        found.push(finding.help("write `max = …`"));
    }
    if let Some(kind) = body.attribute("type")
        && known_text(&kind.value).is_some_and(|kind| kind != "horizontal")
    {
        let finding = Diagnostic::error(
            codes::VALUE_NOT_ALLOWED,
            value_place(body, kind),
            "the `type` of a group's `scaling` must be `horizontal`",
        );
        found.push(finding.help("tasks scale with `scaling \"cpu\"` and `scaling \"mem\"`"));
    }
}

fn task_scaling(task: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for scaling in task.blocks("scaling").filter(|block| block.dynamic.is_none()) {
        let Some(label) = scaling.view.labels.first() else { continue };
        if !matches!(label.text, "cpu" | "mem") {
            let message =
                format!("the label of a task's `scaling` must be `cpu` or `mem`, found `{}`", label.text);
            found.push(Diagnostic::error(codes::VALUE_NOT_ALLOWED, label_place(scaling), message));
        }
    }
}
