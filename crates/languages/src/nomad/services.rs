//! Checks services and their checks against the requirements of the server.

use hclx_diag::{Diagnostic, Ordered, Span, Suggestion};
use hclx_schema::{FilledBlock, FilledBody};

use super::server::{Group, duration, header, lacks, misses, refused, text, when_it_starts};
use hclx_module::value_place;

type Labels = Option<Vec<String>>;

/// Checks the services of a group.
pub(super) fn of_group(group: &Group<'_, '_>, ports: &Labels, found: &mut Vec<Diagnostic>) {
    let body = group.body();
    let tasks: Option<Vec<&str>> = body
        .blocks("task")
        .map(|task| if task.dynamic.is_some() { None } else { Some(task.view.labels.first()?.text) })
        .collect();
    let mut known: Ordered<(String, Option<String>), Span> = Ordered::new();
    for service in body.blocks("service") {
        let one = &service.body;
        named(one, found);
        if let (Some(name), None) = (text(one, "name"), &service.dynamic) {
            let port = text(one, "port").map(str::to_owned);
            // An unknown port may differ from the others.
            let is_known = one.attribute("port").is_none() || port.is_some();
            let place = value_place(one, one.attribute("name").expect("it contains a string"));
            if is_known && let Some(before) = known.insert((name.to_owned(), port), place) {
                let message = format!("duplicate service `{name}` for the same port");
                found.push(refused(place, message).also(before, "first declared here"));
            }
        }
        // with another address mode, or with its own address, the port need not belong to the group
        let mode = text(one, "address_mode");
        let other = one.attribute("address_mode").is_some() && !matches!(mode, Some("host" | "auto" | ""));
        let ports = ports.as_ref().filter(|_| !other && one.attribute("address").is_none());
        let of_checks = one.blocks("check").map(|check| &check.body).filter(|check| is_on_host(check));
        for body in std::iter::once(one).chain(of_checks) {
            found.extend(ports.and_then(|ports| port(body, ports)).map(when_it_starts));
        }
        task(one, &tasks, found);
        connect(group, service, found);
        for check in one.blocks("check") {
            self::check(check, one, found);
            task(&check.body, &tasks, found);
            let script = text(&check.body, "type") == Some("script");
            if script && lacks(&check.body, "task") && lacks(one, "task") {
                let place = header(check);
                found.push(
                    refused(place, "missing `task` in a script check of a group service")
                        .help("add `task = \"NAME\"`"),
                );
            }
        }
    }
}

/// Checks the services of a task.
pub(super) fn of_task(task: &FilledBlock<'_>, ports: &Labels, found: &mut Vec<Diagnostic>) {
    for service in task.body.blocks("service") {
        let one = &service.body;
        named(one, found);
        if let Some(connect) = one.blocks("connect").next() {
            let message = "`connect` is only allowed in services of a group";
            found.push(refused(header(connect), message).help("move the service to the group"));
        }
        // numbers are ports of the driver
        let driver = one.attribute("address_mode").is_some_and(|one| one.value.as_str() == Some("driver"));
        let number = text(one, "port").is_some_and(is_number);
        if let Some(ports) = ports.as_ref().filter(|_| !(driver && number)) {
            found.extend(strict_port(one, ports, driver));
        }
        for check in one.blocks("check") {
            self::check(check, one, found);
            if let Some(ports) = ports {
                let driver = check
                    .body
                    .attribute("address_mode")
                    .is_some_and(|one| one.value.as_str() != Some("host"));
                found.extend(strict_port(&check.body, ports, driver));
            }
        }
    }
}

/// Returns `true` for a check of a group's service whose port must belong to the group.
fn is_on_host(check: &FilledBody<'_>) -> bool {
    let is_script = text(check, "type") == Some("script");
    // the server creates the port of an exposed check
    !is_script
        && check.attribute("expose").is_none()
        && (check.attribute("address_mode").is_none() || text(check, "address_mode") == Some("host"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks the port of a group's service: a label, or a number.
fn port(service: &FilledBody<'_>, ports: &[String]) -> Option<Diagnostic> {
    let attribute = service.attribute("port")?;
    let text = text(service, "port").filter(|text| !text.is_empty() && !is_number(text))?;
    // ports that the server creates
    let made = ["connect-", "svc_", "service_check_"].iter().any(|start| text.starts_with(start));
    (!made && !ports.iter().any(|known| known == text))
        .then(|| declared(misses(value_place(service, attribute), "unknown port", text, ports), ports))
}

/// Checks the port of a task's service: a label, or a number if the driver provides the address.
fn strict_port(service: &FilledBody<'_>, ports: &[String], driver: bool) -> Option<Diagnostic> {
    let attribute = service.attribute("port")?;
    let number = text(service, "port").filter(|text| is_number(text));
    if let Some(number) = number {
        let place = value_place(service, attribute);
        return (!driver).then(|| {
            refused(place, format!("`port` must be a label, found `{number}`"))
                .help("set `address_mode = \"driver\"` to use a number")
        });
    }
    port(service, ports)
}

fn declared(finding: Diagnostic, ports: &[String]) -> Diagnostic {
    match ports.is_empty() {
        true => finding.help("declare it with `network { port \"NAME\" { … } }` in the group"),
        false => finding,
    }
}

/// Checks the task that a service or check refers to.
fn task(body: &FilledBody<'_>, tasks: &Option<Vec<&str>>, found: &mut Vec<Diagnostic>) {
    let (Some(tasks), Some(attribute)) = (tasks, body.attribute("task")) else { return };
    let Some(text) = text(body, "task").filter(|text| !text.is_empty()) else { return };
    if !tasks.contains(&text) {
        let names: Vec<String> = tasks.iter().map(|name| (*name).to_owned()).collect();
        found.push(misses(value_place(body, attribute), "unknown task", text, &names));
    }
}

/// Checks the name of a service, which must be a DNS name; a name with run-time interpolation is unknown.
fn named(service: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let Some(attribute) = service.attribute("name").filter(|one| one.good) else { return };
    let Some(name) = attribute.value.as_str() else { return };
    // The server checks the name with `ENV-VAR` in place of each interpolation.
    let mut plain = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("${") {
        plain.extend([before, "ENV-VAR"]);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    let fits = plain.len() <= 63
        && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !plain.starts_with('-')
        && !plain.ends_with('-');
    if !fits && !plain.is_empty() {
        let message = format!("invalid service name `{name}`");
        found.push(
            refused(value_place(service, attribute), message)
                .help("use at most 63 letters, digits and `-`, with a letter or digit at both ends"),
        );
    }
}

/// Checks that a group with a sidecar has its own network.
fn connect(group: &Group<'_, '_>, service: &FilledBlock<'_>, found: &mut Vec<Diagnostic>) {
    let body = group.body();
    for connect in service.body.blocks("connect") {
        let place = header(connect);
        if text(&service.body, "provider") == Some("nomad") {
            found.push(refused(place, "`connect` is not allowed in a service with provider `nomad`"));
            continue;
        }
        if connect.body.blocks("sidecar_service").next().is_none() {
            continue;
        }
        let networks: Vec<_> = body.blocks("network").collect();
        // Without a network, or a mode for it, a group uses the network of its host.
        let mode = match networks.as_slice() {
            [] => Some("host"),
            [one] if one.dynamic.is_none() && one.body.attribute("mode").is_none() => Some("host"),
            [one] if one.dynamic.is_none() => text(&one.body, "mode"),
            _ => None,
        };
        if mode.is_some_and(|mode| mode != "bridge" && !mode.starts_with("cni/")) {
            let finding = refused(place, "a sidecar requires a network of mode `bridge` in the group");
            let own = networks.first().and_then(|block| Some((&block.body, block.body.attribute("mode")?)));
            found.push(match own {
                Some((network, mode)) => {
                    finding.meant_at(value_place(network, mode), Suggestion::quoted("bridge"))
                }
                None => finding.help("add `network { mode = \"bridge\" }`"),
            });
        }
    }
}

/// Reports a duration in a check that is below Nomad's minimum.
fn too_short(body: &FilledBody<'_>, name: &str) -> Option<Diagnostic> {
    const SECOND: f64 = 1e9;
    let attribute = body.attribute(name)?;
    duration(body, name).filter(|least| *least < SECOND)?;
    let message = format!("the `{name}` of a check must be at least `1s`");
    Some(refused(value_place(body, attribute), message))
}

/// Checks the requirements that apply to every check.
fn check(check: &FilledBlock<'_>, service: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let body = &check.body;
    found.extend(["interval", "timeout"].iter().filter_map(|name| too_short(body, name)));
    let nomad = text(service, "provider") == Some("nomad");
    let known: &[&str] = if nomad { &["http", "tcp"] } else { &["http", "tcp", "grpc", "script"] };
    let (Some(attribute), Some(kind)) = (body.attribute("type"), text(body, "type")) else { return };
    // The server ignores the case of types.
    let kind = kind.to_ascii_lowercase();
    if !known.contains(&kind.as_str()) {
        let names: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        let finding = misses(value_place(body, attribute), "unknown check type", &kind, &names);
        found.push(match finding.help.is_empty() {
            true => finding.help(format!("write {}", hclx_diag::listed_names(known.iter().copied(), "or"))),
            false => finding,
        });
        return;
    }
    for (of, needed) in [("http", "path"), ("script", "command")] {
        if kind == of && lacks(body, needed) {
            let message = format!("missing `{needed}` in a check of type `{kind}`");
            found.push(refused(header(check), message).help(format!("add `{needed} = …`")));
        }
    }
    if kind != "script" && lacks(body, "port") && lacks(service, "port") {
        found.push(
            refused(header(check), "missing `port` in this check or its service")
                .help("add `port = …` to the service"),
        );
    }
}
