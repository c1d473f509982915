//! Rules of the Nomad server, which rejects some jobs that parse, when they are submitted or started. Source: Nomad,
//! package `nomad/structs`.

use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, Span, Suggestion, code_names as codes, nearest};
use hclx_schema::{FilledAttribute, FilledBlock, FilledBody};

use super::{REFUSED, policies, services, tasks};
use hclx_module::{name_place, value_place};

/// Reports everything that the server rejects.
pub(super) fn check(job: &FilledBody<'_>, header: (&str, Span), place: Span, found: &mut Vec<Diagnostic>) {
    let (name, label) = header;
    if name.contains(' ') && text(job, "id").is_none() {
        found.push(refused(label, "a job name cannot contain spaces").help("use `-` or `_`"));
    }
    let kind = text(job, "type").filter(|kind| !kind.is_empty());
    // an unknown type may be any type
    let kind = if job.attribute("type").is_some() { kind } else { Some("service") };
    priority(job, found);
    if lacks_block(job, "group") && lacks_block(job, "task") {
        found.push(
            refused(place, "missing required block `group` in this job").help("add `group \"NAME\" { … }`"),
        );
    }
    unique(job, "group", found);
    policies::of_job(job, kind, found);
    constraints(job, false, found);
    for task in job.blocks("task") {
        tasks::scaling(&task.body, found);
    }
    for group in job.blocks("group") {
        self::group(&Group { block: group, job, kind }, found);
    }
}

/// A group with its context.
pub(super) struct Group<'f, 't> {
    pub block: &'f FilledBlock<'t>,
    pub job: &'f FilledBody<'t>,
    /// The type of the job, if it is known.
    pub kind: Option<&'f str>,
}

impl<'f, 't> Group<'f, 't> {
    pub(super) fn body(&self) -> &'f FilledBody<'t> {
        &self.block.body
    }

    /// Returns `true` if the group has a gateway.
    fn is_gateway(&self) -> bool {
        let gateways = |connect: &FilledBlock<'_>| connect.body.blocks("gateway").next().is_some();
        self.body().blocks("service").any(|service| service.body.blocks("connect").any(gateways))
    }
}

fn group(group: &Group<'_, '_>, found: &mut Vec<Diagnostic>) {
    let body = group.body();
    let header = group.block.view.def_range.in_source(body.view.source());
    // the server creates the task of a gateway itself
    if lacks_block(body, "task") && !group.is_gateway() {
        found.push(
            refused(header, "missing required block `task` in this group").help("add `task \"NAME\" { … }`"),
        );
    }
    unique(body, "task", found);
    leaders(body, header, found);
    networks(body, found);
    policies::of_group(group, found);
    constraints(body, false, found);
    let ports = ports(body);
    let volumes = labels(body, "volume");
    services::of_group(group, &ports, found);
    for task in body.blocks("task") {
        // a service can refer to the ports of its group and, by an older rule, to those in the resources of its task
        let mut all = ports.clone();
        for resources in task.body.blocks("resources") {
            extend(&mut all, self::ports(&resources.body));
        }
        services::of_task(task, &all, found);
        tasks::check(task, (&all, &volumes), found);
        constraints(&task.body, true, found);
    }
}

fn priority(job: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let Some(attribute) = job.attribute("priority").filter(|one| one.good) else { return };
    // 100 is the default limit of the server, which an operator can raise
    if number(job, "priority").is_some_and(|priority| priority > 100) {
        let place = value_place(job, attribute);
        let message = "priorities above 100 require `job_max_priority` on the server";
        found.push(Diagnostic::warning(codes::SERVER_REFUSES, place, message));
    }
}

/// Checks that a group has at most one leader, and at least one task without a lifecycle.
fn leaders(group: &FilledBody<'_>, header: Span, found: &mut Vec<Diagnostic>) {
    let mut first: Option<Span> = None;
    let mut open = false;
    let mut main = false;
    for task in group.blocks("task") {
        open |= task.dynamic.is_some();
        // a task with an invalid hook may be meant as a main task
        main |= task.body.blocks("lifecycle").all(|one| text(&one.body, "hook").is_none());
        let Some(leader) = task.body.attribute("leader").filter(|one| one.value.as_bool() == Some(true))
        else {
            continue;
        };
        let place = name_place(&task.body, leader);
        match first {
            None => first = Some(place),
            Some(before) => found.push(
                refused(place, "expected at most 1 leader in a group").also(before, "first declared here"),
            ),
        }
    }
    // tasks with a hook run before or after the main tasks, so the server requires one of those
    if group.blocks("task").next().is_some() && !open && !main {
        found.push(
            refused(header, "this group has no main task: every task has a `lifecycle`")
                .help("remove `lifecycle` from one of them"),
        );
    }
}

/// Checks that the labels and the static numbers of ports are unique.
fn networks(group: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let mut labels: Ordered<String, Span> = Ordered::new();
    let mut numbers: Ordered<(String, i64), Span> = Ordered::new();
    for network in group.blocks("network") {
        for port in network.body.blocks("port").filter(|port| port.dynamic.is_none()) {
            let Some(label) = port.view.labels.first() else { continue };
            let place = label_place(port);
            if let Some(before) = labels.insert(label.text.to_owned(), place) {
                let message = format!("duplicate port `{}`", label.text);
                found.push(refused(place, message).also(before, "first declared here"));
                continue;
            }
            let host = port.body.attribute("host_network").map(|one| one.value.as_str().map(str::to_owned));
            let host = match host {
                None => "default".to_owned(),
                Some(Some(host)) => host,
                // an unknown host network may be any network, so the ports may not collide
                Some(None) => continue,
            };
            // its value does not matter: whoever sets it has considered collisions
            let ignored = port.body.attribute("ignore_collision").is_some();
            let Some(attribute) = port.body.attribute("static") else { continue };
            let Some(number) = number(&port.body, "static").filter(|number| *number > 0 && !ignored) else {
                continue;
            };
            let place = value_place(&port.body, attribute);
            if let Some(before) = numbers.insert((host, number), place) {
                let message = format!("duplicate static port {number}");
                found.push(refused(place, message).also(before, "first set here"));
            }
        }
    }
}

/// Checks constraints and affinities for the attributes that the operator requires.
fn constraints(body: &FilledBody<'_>, in_task: bool, found: &mut Vec<Diagnostic>) {
    const SHORT: &[&str] =
        &["version", "semver", "regexp", "set_contains", "set_contains_all", "set_contains_any"];
    for (block_type, what) in [("constraint", "a constraint"), ("affinity", "an affinity")] {
        for block in body.blocks(block_type) {
            let one = &block.body;
            let place = block.view.def_range.in_source(one.view.source());
            let operator = text(one, "operator").unwrap_or("");
            let has = |name: &str| !lacks(one, name);
            // these arguments set the operator and the value at once
            let short = SHORT.iter().any(|name| has(name));
            let distinct = has("distinct_hosts") || operator == "distinct_hosts";
            let property = has("distinct_property") || operator == "distinct_property";
            if in_task && block_type == "constraint" && (distinct || property) {
                let message = "`distinct_hosts` and `distinct_property` are only allowed in jobs and groups";
                found.push(refused(place, message).help("move the constraint to the group"));
                continue;
            }
            let unary = matches!(operator, "is_set" | "is_not_set") || has("is_set") || has("is_not_set");
            // an unknown operator may need neither an attribute nor a value
            if has("operator") && operator.is_empty() || distinct {
                continue;
            }
            if block_type == "constraint" && !has("attribute") && !has("distinct_property") {
                found.push(
                    refused(place, format!("missing `attribute` in {what}")).help("add `attribute = …`"),
                );
            } else if !has("value") && !short && !unary && !property {
                found.push(refused(place, format!("missing `value` in {what}")).help("add `value = …`"));
            }
        }
    }
}

/// Returns `true` if a body has no block of a type, not even a misspelled one.
fn lacks_block(body: &FilledBody<'_>, block_type: &str) -> bool {
    let near = |block: &FilledBlock<'_>| {
        block.view.block_type == block_type
            || !block.known && nearest(block.view.block_type, [block_type]).is_some()
    };
    !body.blocks.iter().any(near) && !body.view.mentions(block_type)
}

/// The labels of the blocks of a type; `None` if some are generated or unknown.
fn labels(body: &FilledBody<'_>, block_type: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for block in body.blocks(block_type) {
        if block.dynamic.is_some() {
            return None;
        }
        names.push(block.view.labels.first()?.text.to_owned());
    }
    Some(names)
}

/// The labels of all ports of a group's networks; `None` if some are unknown.
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

pub(super) fn label_place(block: &FilledBlock<'_>) -> Span {
    let range = block.view.labels.first().map_or(block.view.def_range, |label| label.range);
    range.in_source(block.body.view.source())
}

fn unique(body: &FilledBody<'_>, block_type: &str, found: &mut Vec<Diagnostic>) {
    let mut first: Ordered<&str, Span> = Ordered::new();
    for block in body.blocks(block_type).filter(|block| block.dynamic.is_none()) {
        let Some(label) = block.view.labels.first() else { continue };
        let place = label_place(block);
        if let Some(before) = first.insert(label.text, place) {
            let message = format!("duplicate `{block_type}` block `{}`", label.text);
            found
                .push(refused(place, message).also(before, "first declared here").help("rename one of them"));
        }
    }
}

/// The finding for a job that the server rejects, unless the job is changed before it is submitted.
pub(super) fn refused(place: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(codes::SERVER_REFUSES, place, message.into()).label(REFUSED)
}

/// The finding for a string that matches none of the labels.
pub(super) fn misses(place: Span, what: &str, text: &str, labels: &[String]) -> Diagnostic {
    let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, place, format!("{what} `{text}`")).label(REFUSED);
    finding.perhaps_meant_at(place, nearest(text, labels.iter().map(String::as_str)).map(Suggestion::quoted))
}

/// Relabels a finding whose error only occurs when the job starts, not when it is submitted.
pub(super) fn when_it_starts(finding: Diagnostic) -> Diagnostic {
    finding.label("the job is accepted and fails when it starts")
}

/// The string of a value, if it is known and contains no run-time interpolation.
pub(super) fn known_text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.contains("${"))
}

/// The string of an attribute, if it is known and contains no run-time interpolation.
pub(super) fn text<'b>(body: &'b FilledBody<'_>, name: &str) -> Option<&'b str> {
    body.attribute(name).filter(|one| one.good).and_then(|one| known_text(&one.value))
}

/// The number of an attribute, if it is known and whole.
pub(super) fn number(body: &FilledBody<'_>, name: &str) -> Option<i64> {
    let number = body.attribute(name).filter(|one| one.good)?.value.as_number()?.clone();
    number.is_integer().then(|| number.to_text().parse().ok())?
}

/// The duration of an attribute in nanoseconds, if it is known.
pub(super) fn duration(body: &FilledBody<'_>, name: &str) -> Option<f64> {
    let value = &body.attribute(name).filter(|one| one.good)?.value;
    let nanoseconds = |text: &str| Some(hclx_formats::duration(text).ok()?.num_nanoseconds()? as f64);
    value.as_str().and_then(nanoseconds).or_else(|| value.as_number().map(hclx_core::Number::to_f64))
}

/// The header of a block.
pub(super) fn header(block: &FilledBlock<'_>) -> Span {
    block.view.def_range.in_source(block.body.view.source())
}

/// Returns `true` if an attribute is neither present nor misspelled.
pub(super) fn lacks(body: &FilledBody<'_>, name: &str) -> bool {
    let is_meant =
        |one: &FilledAttribute<'_>| one.wanted.is_none() && nearest(one.view.name, [name]).is_some();
    body.attribute(name).is_none() && !body.view.mentions(name) && !body.attributes.iter().any(is_meant)
}
