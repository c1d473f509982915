//! Scheduling rules of a job: types, counts, and consistent times.

use hclx_diag::{Diagnostic, Span, code_names as codes};
use hclx_schema::{FilledBlock, FilledBody};

use super::server::{Group, duration, header, lacks, number, refused, text};
use hclx_module::{name_place, texts, value_place};

const SECOND: f64 = 1e9;
const MINUTE: f64 = 6e10;

/// Checks the blocks of a job against its type.
pub(super) fn of_job(job: &FilledBody<'_>, kind: Option<&str>, found: &mut Vec<Diagnostic>) {
    let is_batch = matches!(kind, Some("batch" | "sysbatch"));
    for block_type in ["periodic", "parameterized"] {
        for block in job.blocks(block_type) {
            // The server accepts a block that is, or may be, disabled.
            let enabled = block.body.attribute("enabled").is_none_or(|one| one.value.as_bool() == Some(true));
            if let Some(kind) = kind.filter(|_| !is_batch && enabled) {
                let message = format!("`{block_type}` is not allowed in a job of type `{kind}`");
                let finding = refused(header(block), message);
                found.push(finding.help("write `type = \"batch\"`"));
            }
        }
    }
    for periodic in job.blocks("periodic") {
        self::periodic(periodic, found);
    }
    for block in job.blocks("parameterized") {
        let body = &block.body;
        let required = body.attribute("meta_required").map(|one| texts(body, one)).unwrap_or_default();
        let optional = body.attribute("meta_optional").map(|one| texts(body, one)).unwrap_or_default();
        for key in optional {
            if let Some(first) = required.iter().find(|one| one.text == key.text) {
                let message = format!("`{}` is both required and optional", key.text);
                found.push(refused(key.place, message).also(first.place, "required here"));
            }
        }
    }
    system(job, kind, found);
    spreads(job, found);
}

/// Reports blocks that a job of type `system` cannot have.
fn system(body: &FilledBody<'_>, kind: Option<&str>, found: &mut Vec<Diagnostic>) {
    let refuses: &[&str] = match kind {
        Some("system") => &["affinity", "spread", "reschedule"],
        Some("sysbatch") => &["reschedule"],
        _ => &[],
    };
    for block in body.blocks.iter().filter(|block| refuses.contains(&block.view.block_type)) {
        let message =
            format!("`{1}` is not allowed in a job of type `{0}`", kind.unwrap_or(""), block.view.block_type);
        found.push(refused(header(block), message).help("remove it"));
    }
}

fn spreads(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for spread in body.blocks("spread") {
        let targets: Vec<_> = spread.body.blocks("target").collect();
        if targets.iter().any(|target| target.dynamic.is_some()) {
            continue;
        }
        let sum: i64 = targets.iter().filter_map(|target| number(&target.body, "percent")).sum();
        // A single target above 100 percent is already reported as out of range.
        if sum > 100 && targets.len() > 1 {
            let message = format!("the targets of a spread must not exceed 100 percent, found {sum}");
            found.push(refused(header(spread), message));
        }
    }
}

fn periodic(periodic: &FilledBlock<'_>, found: &mut Vec<Diagnostic>) {
    let body = &periodic.body;
    if lacks(body, "cron") && lacks(body, "crons") {
        found.push(
            refused(header(periodic), "missing `cron` or `crons` in `periodic`").help("add `crons = […]`"),
        );
    }
    if let (Some(one), Some(more)) = (body.attribute("cron"), body.attribute("crons")) {
        let message = "`cron` and `crons` cannot be used together";
        let finding = refused(name_place(body, more), message);
        found.push(finding.also(name_place(body, one), "`cron` is set here").help("remove one of them"));
    }
    for name in ["cron", "crons"] {
        let Some(attribute) = body.attribute(name) else { continue };
        for one in texts(body, attribute) {
            if !is_cron(&one.text) && !one.text.contains("${") {
                let message = format!("invalid cron expression `{}`", one.text);
                let finding = refused(one.place, message);
                found.push(finding.help("use minute, hour, day, month and weekday, such as `0 3 * * *`"));
            }
        }
    }
}

/// Returns `true` for a possible cron expression: a keyword, or five to seven fields of numbers, names
/// and signs.
fn is_cron(text: &str) -> bool {
    const WORDS: &[&str] = &["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@hourly"];
    const NAMES: &[&str] = &[
        "jan",
        "feb",
        "mar",
        "apr",
        "may",
        "jun",
        "jul",
        "aug",
        "sep",
        "oct",
        "nov",
        "dec",
        "sun",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "sunday",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "l",
        "w",
        "lw",
    ];
    let text = text.trim();
    if text.starts_with('@') {
        return WORDS.contains(&text) || text.starts_with("@every");
    }
    let is_field = |field: &str| {
        field
            .split(|c: char| !c.is_ascii_alphabetic())
            .all(|word| word.is_empty() || NAMES.contains(&word.to_ascii_lowercase().as_str()))
    };
    let fields: Vec<&str> = text.split_whitespace().collect();
    (5..=7).contains(&fields.len()) && fields.into_iter().all(is_field)
}

/// Checks the times of a group against the job type.
pub(super) fn of_group(group: &Group<'_, '_>, found: &mut Vec<Diagnostic>) {
    let body = group.body();
    if let (Some("system"), Some(count)) = (group.kind, body.attribute("count"))
        && number(body, "count").is_some_and(|count| count > 1)
    {
        let message = "`count` must be 1 in a job of type `system`: it runs once on each node";
        found.push(refused(value_place(body, count), message).help("remove it"));
    }
    system(body, group.kind, found);
    only_in(group, found);
    spreads(body, found);
    restart(group, found);
    update(group, found);
    for reschedule in body.blocks("reschedule") {
        self::reschedule(reschedule, found);
    }
    for scaling in body.blocks("scaling") {
        self::scaling(scaling, body, found);
    }
    logs(body, found);
}

/// Reports blocks that are only allowed in jobs of other types.
fn only_in(group: &Group<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(kind) = group.kind else { return };
    let body = group.body();
    for (block_type, kinds) in [("update", &["service", "system"][..]), ("migrate", &["service"])] {
        for block in body.blocks(block_type).filter(|_| !kinds.contains(&kind)) {
            let message = format!("`{block_type}` is not allowed in a job of type `{kind}`");
            found.push(refused(header(block), message).help("remove it"));
        }
    }
    if let Some(attribute) = body.attribute("max_run_duration").filter(|_| !kind.ends_with("batch")) {
        let message = format!("`max_run_duration` is not allowed in a job of type `{kind}`");
        found.push(refused(name_place(body, attribute), message).help("remove it"));
    }
}

/// The value of an attribute in the first block that sets it, or else `otherwise`; `None` if it is unknown.
fn said<'b>(blocks: &[&'b FilledBody<'b>], name: &str, otherwise: f64) -> Option<(f64, Option<Span>)> {
    match blocks.iter().find(|body| body.attribute(name).is_some()) {
        None => Some((otherwise, None)),
        Some(body) => {
            let place = value_place(body, body.attribute(name)?);
            Some((duration(body, name)?, Some(place)))
        }
    }
}

/// Checks that the attempts and their delays fit into the interval.
fn restart(group: &Group<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(restart) = group.body().blocks("restart").find(|block| block.dynamic.is_none()) else { return };
    let body = &restart.body;
    // Nomad's defaults for the type of the job.
    let (attempts, interval) = match group.kind {
        Some("service" | "system") => (2.0, 30.0 * MINUTE),
        Some(_) => (3.0, 24.0 * 60.0 * MINUTE),
        None => return,
    };
    let all = [body];
    let (Some((attempts, _)), Some((interval, place)), Some((delay, _))) = (
        said(&all, "attempts", attempts),
        said(&all, "interval", interval),
        said(&all, "delay", 15.0 * SECOND),
    ) else {
        return;
    };
    let mode = text(body, "mode");
    if mode == Some("delay") && attempts == 0.0 {
        let place = body.attribute("mode").map_or(header(restart), |mode| value_place(body, mode));
        found.push(refused(place, "mode `delay` cannot be used with 0 attempts"));
    }
    let place = place.unwrap_or(header(restart));
    if interval < 5.0 * SECOND {
        found.push(refused(place, "the `interval` of `restart` must be at least `5s`"));
    } else if attempts * delay > interval {
        let message = format!(
            "{attempts} attempts with a delay of {} do not fit into an interval of {}",
            shown(delay),
            shown(interval)
        );
        found.push(refused(place, message).help("increase `interval` or decrease `delay`"));
    }
}

/// Formats nanoseconds for messages.
fn shown(nanoseconds: f64) -> String {
    let seconds = nanoseconds / SECOND;
    match seconds {
        _ if seconds >= 3600.0 && seconds % 3600.0 == 0.0 => format!("{}h", seconds / 3600.0),
        _ if seconds >= 60.0 && seconds % 60.0 == 0.0 => format!("{}m", seconds / 60.0),
        _ => format!("{seconds}s"),
    }
}

/// Checks the times of an update; those of the group override those of the job.
fn update(group: &Group<'_, '_>, found: &mut Vec<Diagnostic>) {
    if !matches!(group.kind, Some("service" | "system")) {
        return;
    }
    let written = |body: &FilledBody<'_>| body.blocks("update").any(|block| block.dynamic.is_some());
    if written(group.body()) || written(group.job) {
        return;
    }
    let own = group.body().blocks("update").next().map(|block| &block.body);
    let whole = group.job.blocks("update").next().map(|block| &block.body);
    let all: Vec<&FilledBody<'_>> = own.into_iter().chain(whole).collect();
    // With `max_parallel = 0`, the block of a job counts as missing.
    if all.is_empty() || whole.is_some_and(|whole| own.is_none() && number(whole, "max_parallel") == Some(0))
    {
        return;
    }
    let healthy = said(&all, "min_healthy_time", 10.0 * SECOND);
    let deadline = said(&all, "healthy_deadline", 5.0 * MINUTE);
    let progress = said(&all, "progress_deadline", 10.0 * MINUTE);
    let mut tell = |place: Option<Span>, other: Option<Span>, message: String| {
        let Some(place) = place.or(other) else { return };
        if !found.iter().any(|finding| finding.span == Some(place)) {
            found.push(refused(place, message));
        }
    };
    if let (Some((healthy, at)), Some((deadline, other))) = (healthy, deadline)
        && healthy >= deadline
    {
        let (healthy, deadline) = (shown(healthy), shown(deadline));
        let message =
            format!("`min_healthy_time` ({healthy}) must be less than `healthy_deadline` ({deadline})");
        tell(at, other, message);
    }
    if let (Some((deadline, at)), Some((progress, other))) = (deadline, progress)
        && progress != 0.0
        && deadline >= progress
    {
        let (deadline, progress) = (shown(deadline), shown(progress));
        let message =
            format!("`healthy_deadline` ({deadline}) must be less than `progress_deadline` ({progress})");
        tell(at, other, message);
    }
    let promoted = all.iter().find_map(|body| Some((body, body.attribute("auto_promote")?)));
    if let Some((body, attribute)) = promoted.filter(|(_, one)| one.value.as_bool() == Some(true))
        && matches!(said(&all, "canary", 0.0), Some((0.0, _)))
    {
        tell(
            Some(name_place(body, attribute)),
            None,
            "`auto_promote` requires a `canary` of at least 1".to_owned(),
        );
    }
}

fn reschedule(reschedule: &FilledBlock<'_>, found: &mut Vec<Diagnostic>) {
    let body = &reschedule.body;
    if let Some(unlimited) = body.attribute("unlimited")
        && unlimited.value.as_bool() == Some(true)
        && number(body, "attempts").is_some_and(|attempts| attempts > 0)
    {
        let message = "`unlimited` and `attempts` cannot be used together";
        let finding = refused(name_place(body, unlimited), message);
        let attempts = body.attribute("attempts").map(|one| name_place(body, one));
        let finding = match attempts {
            Some(place) => finding.also(place, "`attempts` is set here"),
            None => finding,
        };
        found.push(finding.help("remove one of them"));
    }
    if let Some(delay) = body.attribute("delay")
        && duration(body, "delay").is_some_and(|delay| delay < 5.0 * SECOND)
    {
        found.push(refused(value_place(body, delay), "the `delay` of `reschedule` must be at least `5s`"));
    }
}

/// Reports a scaling `type` that only applies to tasks.
fn not_horizontal(body: &FilledBody<'_>) -> Option<Diagnostic> {
    let attribute = body.attribute("type")?;
    text(body, "type").filter(|kind| *kind != "horizontal")?;
    let message = "the `type` of a group's `scaling` must be `horizontal`";
    let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, value_place(body, attribute), message);
    Some(finding.help("use `scaling \"cpu\"` and `scaling \"mem\"` for tasks"))
}

fn scaling(scaling: &FilledBlock<'_>, group: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let body = &scaling.body;
    if lacks(body, "max") {
        let message = "missing required attribute `max` in `scaling`";
        let finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, header(scaling), message);
        found.push(finding.help("add `max = …`"));
    }
    found.extend(not_horizontal(body));
    let (least, most) = (number(body, "min"), number(body, "max"));
    let at = |body: &FilledBody<'_>, name: &str| {
        body.attribute(name).map_or(header(scaling), |one| value_place(body, one))
    };
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        found.push(refused(
            at(body, "min"),
            format!("`min` must not be greater than `max`, found {least} and {most}"),
        ));
        return;
    }
    let Some(count) = number(group, "count") else { return };
    if let Some(most) = most.filter(|most| count > *most) {
        let finding = refused(at(group, "count"), format!("`count` is {count}, above the `max` of {most}"));
        found.push(finding.also(at(body, "max"), "the `max` of `scaling`"));
    }
    if let Some(least) = least.filter(|least| count < *least) {
        let finding = refused(at(group, "count"), format!("`count` is {count}, below the `min` of {least}"));
        found.push(finding.also(at(body, "min"), "the `min` of `scaling`"));
    }
}

/// Checks that the logs fit on the disk of the group.
fn logs(group: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    // Nomad's defaults are a disk of this size, and 10 log files of 10 MB each.
    const MEGABYTES: i64 = 300;
    let disk = group.blocks("ephemeral_disk").next();
    let size = match disk.map(|disk| (disk, disk.body.attribute("size"))) {
        None | Some((_, None)) => Some(MEGABYTES),
        Some((disk, Some(_))) => number(&disk.body, "size"),
    };
    let Some(size) = size else { return };
    for task in group.blocks("task") {
        for logs in task.body.blocks("logs") {
            let part = |name: &str| match logs.body.attribute(name) {
                None => Some(10),
                Some(_) => number(&logs.body, name),
            };
            let (Some(files), Some(each)) = (part("max_files"), part("max_file_size")) else { continue };
            let all = files.saturating_mul(each);
            // A smaller disk is already reported as out of range.
            if size >= 10 && all >= size {
                let message =
                    format!("logs of {files} × {each} MB do not fit on the group's disk of {size} MB");
                let finding = refused(header(logs), message);
                found.push(finding.help("increase `ephemeral_disk { size = … }` in the group"));
            }
        }
    }
}
