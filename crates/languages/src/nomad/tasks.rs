//! Checks tasks against the requirements of the server and the driver.

use hclx_diag::{Diagnostic, Ordered, Span, code_names as codes};
use hclx_schema::{FilledBlock, FilledBody};

use super::server::{header, known_text, label_place, lacks, misses, number, refused, text, when_it_starts};
use hclx_module::{name_place, texts, value_place};

type Labels = Option<Vec<String>>;

/// Checks a task without its services.
pub(super) fn check(
    task: &FilledBlock<'_>,
    (ports, volumes): (&Labels, &Labels),
    found: &mut Vec<Diagnostic>,
) {
    let body = &task.body;
    if let Some(label) = task.view.labels.first()
        && (label.text == "alloc" || label.text.contains(['/', '\\']))
    {
        let message = format!("invalid task name `{}`", label.text);
        found.push(
            refused(label_place(task), message).help("use another name: this is the name of a directory"),
        );
    }
    mounts(body, volumes, found);
    resources(body, found);
    templates(body, found);
    scaling(body, found);
    docker_ports(body, ports, found);
    for vault in body.blocks("vault") {
        signal(&vault.body, found);
    }
}

fn mounts(task: &FilledBody<'_>, volumes: &Labels, found: &mut Vec<Diagnostic>) {
    let Some(volumes) = volumes else { return };
    for mount in task.blocks("volume_mount") {
        let Some(volume) = mount.body.attribute("volume") else { continue };
        let Some(text) = text(&mount.body, "volume") else { continue };
        if !volumes.iter().any(|known| known == text) {
            let finding = misses(value_place(&mount.body, volume), "unknown volume", text, volumes);
            found.push(match volumes.is_empty() {
                true => finding.help("declare it with `volume \"NAME\" { … }` in the group"),
                false => finding,
            });
        }
    }
}

fn resources(task: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for resources in task.blocks("resources") {
        let body = &resources.body;
        let positive =
            |name: &str| body.attribute(name).filter(|_| number(body, name).is_some_and(|number| number > 0));
        if let (Some(cpu), Some(cores)) = (positive("cpu"), positive("cores")) {
            let finding = refused(name_place(body, cores), "`cpu` and `cores` cannot be used together");
            found.push(finding.also(name_place(body, cpu), "`cpu` is set here").help("remove one of them"));
        }
        if let (Some(most), Some(memory)) = (number(body, "memory_max"), number(body, "memory"))
            && most > 0
            && most < memory
        {
            let place = body.attribute("memory_max").map(|one| value_place(body, one));
            let message = format!("`memory_max` must be at least `memory`, found {most} and {memory}");
            found.extend(place.map(|place| refused(place, message)));
        }
    }
}

fn templates(task: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: Ordered<&str, Span> = Ordered::new();
    for template in task.blocks("template") {
        let body = &template.body;
        let is_empty = |name: &str| {
            lacks(body, name) || body.attribute(name).is_some_and(|one| one.value.as_str() == Some(""))
        };
        if is_empty("data") && is_empty("source") {
            let (message, help) = match body.attribute("data") {
                Some(_) => ("`data` of this template is empty", "write the template, or remove the block"),
                None => ("missing `data` or `source` in this template", "add `data = …`"),
            };
            found.push(refused(header(template), message).help(help));
        }
        if let (Some(destination), None) = (body.attribute("destination"), &template.dynamic)
            && let Some(text) = known_text(&destination.value)
        {
            let place = value_place(body, destination);
            if let Some(before) = first.insert(text, place) {
                let message = format!("two templates are written to `{text}`");
                found.push(refused(place, message).also(before, "first declared here"));
            }
        }
        signal(body, found);
        if text(body, "change_mode") == Some("script") && body.blocks("change_script").next().is_none() {
            let place = body.attribute("change_mode").map(|one| value_place(body, one));
            let message = "missing block `change_script` for mode `script`";
            found.extend(place.map(|place| refused(place, message).help("add `change_script { … }`")));
        }
        let perms = text(body, "perms").filter(|perms| {
            !perms.is_empty() && !u16::from_str_radix(perms, 8).is_ok_and(|perms| perms < 4096)
        });
        if let (Some(perms), Some(attribute)) = (perms, body.attribute("perms")) {
            let message = format!("`perms` must be an octal number such as `644`, found `{perms}`");
            found.push(refused(value_place(body, attribute), message));
        }
    }
}

/// Checks that the change mode `signal` comes with a signal.
fn signal(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let Some(mode) = body.attribute("change_mode") else { return };
    if text(body, "change_mode") == Some("signal") && lacks(body, "change_signal") {
        let message = "missing `change_signal` for mode `signal`";
        found.push(refused(value_place(body, mode), message).help("add `change_signal = \"SIGHUP\"`"));
    }
}

/// Checks the label of a task's scaling block, which names the resource to scale.
pub(super) fn scaling(task: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for scaling in task.blocks("scaling").filter(|block| block.dynamic.is_none()) {
        let Some(label) = scaling.view.labels.first() else { continue };
        if !matches!(label.text, "cpu" | "mem") {
            let message =
                format!("the label of a task's `scaling` must be `cpu` or `mem`, found `{}`", label.text);
            found.push(Diagnostic::error(codes::VALUE_NOT_ALLOWED, label_place(scaling), message));
        }
    }
}

/// Checks that the ports of a container are labels in the group's network.
fn docker_ports(task: &FilledBody<'_>, ports: &Labels, found: &mut Vec<Diagnostic>) {
    let (Some(ports), Some("docker" | "podman")) = (ports, text(task, "driver")) else { return };
    for config in task.blocks("config") {
        let Some(attribute) = config.body.attribute("ports") else { continue };
        for one in texts(&config.body, attribute).into_iter().filter(|one| !one.text.contains("${")) {
            if !ports.contains(&one.text) {
                found.push(when_it_starts(misses(one.place, "unknown port", &one.text, ports)));
            }
        }
    }
}

/// Counts the `config` blocks by the driver of their tasks, because only the driver can check their contents.
pub(super) fn count_drivers(job: &FilledBody<'_>, drivers: &mut Ordered<String, usize>) {
    let in_groups = job.blocks("group").flat_map(|group| group.body.blocks("task"));
    for task in job.blocks("task").chain(in_groups) {
        let configs = task.body.blocks("config").count();
        if let (1.., Some(driver)) = (configs, text(&task.body, "driver")) {
            *drivers.or_default(driver.to_owned()) += configs;
        }
    }
}
