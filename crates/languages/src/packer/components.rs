//! Rules about several attributes of built-in components. Sources: Packer, packages `provisioner/…`,
//! `datasource/…`, and the shell-local provisioner of its SDK.

use hclx_analysis::UsualTexts;
use hclx_diag::{
    Diagnostic, Ordered, Severity, SourceId, Span, Suggestion, code_names as codes, listed_names, nearest,
    one_edit_apart,
};
use hclx_schema::{FilledAttribute, FilledBody};
use hclx_syntax::body::LabelView;

use super::FACTS;
use hclx_module::{RootBlock, name_place};

/// A rule of a component.
enum Rule {
    /// At least one of these attributes must be set.
    AtLeastOne(&'static [&'static str]),
    /// At most one of these attributes may be set.
    AtMostOne(&'static [&'static str]),
}

use Rule::{AtLeastOne, AtMostOne};

/// The most common plugin components, from Packer's list of integrations.
#[rustfmt::skip]
pub(super) const USUAL: &[UsualTexts] = &[
    ("source", "", &[
        "amazon-ebs", "azure-arm", "googlecompute", "docker", "qemu", "virtualbox-iso", "vmware-iso", "vsphere-iso",
        "proxmox-iso", "proxmox-clone", "vsphere-clone", "hyperv-iso", "openstack", "hcloud", "digitalocean", "null",
        "amazon-ebssurrogate", "amazon-chroot", "amazon-instance", "virtualbox-ovf", "vmware-vmx", "oracle-oci",
        "parallels-iso", "vagrant", "lxd", "linode", "tencentcloud-cvm", "alicloud-ecs", "yandex", "vultr",
        "lxc",
    ]),
    ("provisioner", "", &[
        "shell", "file", "ansible", "powershell", "shell-local", "windows-restart", "windows-shell", "ansible-local",
        "windows-update", "puppet-masterless", "salt-masterless", "chef-solo", "inspec", "goss",
    ]),
    ("post-processor", "", &[
        "manifest", "shell-local", "docker-tag", "docker-push", "vagrant", "compress", "checksum", "amazon-ami-management",
        "googlecompute-export", "vagrant-cloud", "docker-import", "docker-save", "vsphere", "vsphere-template", "artifice",
    ]),
    ("data", "", &["amazon-ami", "http", "amazon-secretsmanager", "amazon-parameterstore", "git-commit", "hcp-packer-artifact"]),
];

const SCRIPTS: &[&str] = &["inline", "script", "scripts"];
const COMMANDS: &[&str] = &["command", "inline", "script", "scripts"];

#[rustfmt::skip]
const RULES: &[(&str, Rule)] = &[
    ("shell", AtLeastOne(SCRIPTS)), ("shell", AtMostOne(SCRIPTS)),
    ("windows-shell", AtLeastOne(SCRIPTS)), ("windows-shell", AtMostOne(SCRIPTS)),
    ("powershell", AtLeastOne(SCRIPTS)), ("powershell", AtMostOne(SCRIPTS)),
    ("shell-local", AtLeastOne(COMMANDS)), ("shell-local", AtMostOne(COMMANDS)),
    ("file", AtLeastOne(&["destination"])), ("file", AtLeastOne(&["source", "sources", "content"])),
    ("file", AtMostOne(&["source", "content"])), ("file", AtMostOne(&["sources", "content"])),
];

/// The arguments that every step accepts, regardless of its component.
const OF_STEPS: &[&str] = &["name", "only", "except", "override", "pause_before", "max_retries", "timeout"];

/// Checks a step of a build; the values in `override` are unknown.
pub(super) fn check(label: &str, body: &FilledBody<'_>, place: Span, found: &mut Vec<Diagnostic>) {
    if body.attribute("override").is_some() {
        return;
    }
    for (_, rule) in RULES.iter().filter(|(of, _)| *of == label) {
        match rule {
            AtLeastOne(names) => {
                let is_meant = |one: &FilledAttribute<'_>| {
                    one.wanted.is_none() && nearest(one.view.name, names.iter().copied()).is_some()
                };
                let is_there = names.iter().any(|name| body.view.mentions(name));
                if !is_there && !body.attributes.iter().any(is_meant) {
                    let message = format!("`{label}` requires {}", quoted(names));
                    let mut finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, place, message);
                    if body.attributes.iter().all(|one| OF_STEPS.contains(&one.view.name)) {
                        // an empty step may be unfinished
                        finding.severity = Severity::Warning;
                    }
                    found.push(finding.help(format!("add `{} = …`", names[0])));
                }
            }
            AtMostOne(names) => found.extend(together(body, names)),
        }
    }
}

/// The finding for two mutually exclusive attributes.
fn together(body: &FilledBody<'_>, names: &[&str]) -> Option<Diagnostic> {
    let given = names.iter().filter_map(|name| body.attribute(name));
    let mut given = given.filter(|one| !one.value.is_null());
    let (first, second) = (given.next()?, given.next()?);
    let (one, other) = (first.view.name, second.view.name);
    let message = format!("`{one}` and `{other}` cannot be used together");
    let finding = Diagnostic::error(codes::EXCLUSIVE, name_place(body, second), message);
    Some(finding.also(name_place(body, first), format!("`{one}` is set here")))
}

fn quoted(names: &[&str]) -> String {
    listed_names(names.iter().copied(), "or")
}

/// Reports misspelled components, and counts the blocks of plugins that are not built in, by plugin, because only the
/// plugin can check their contents.
pub(super) fn count_unknown(
    top: &RootBlock<'_>,
    body: &FilledBody<'_>,
    (required, plugins): (&[String], &mut Ordered<String, usize>),
    found: &mut Vec<Diagnostic>,
) {
    let source = top.source.id;
    let mut count = |kind: &str, label: &LabelView<'_>| {
        if FACTS.component(kind, label.text).is_some() {
            return;
        }
        let finding =
            misprint(kind, label, source).filter(|_| !required.iter().any(|plugin| plugin == label.text));
        if finding.is_none() {
            *plugins.or_default(label.text.to_owned()) += 1;
        }
        found.extend(finding);
    };
    if let ("source" | "data", Some(label)) = (top.kind(), top.view.labels.first()) {
        count(top.kind(), label);
    }
    let in_groups = body.blocks("post-processors").flat_map(|group| &group.body.blocks);
    for step in body.blocks.iter().chain(in_groups) {
        let kind = step.view.block_type.trim_start_matches("error-cleanup-");
        if let (true, Some(label)) =
            (matches!(kind, "provisioner" | "post-processor"), step.view.labels.first())
        {
            count(kind, label);
        }
    }
}

/// The finding about a component that is not built in, but is one typo away from a built-in or a common one.
fn misprint(kind: &str, label: &LabelView<'_>, source: SourceId) -> Option<Diagnostic> {
    let usual = USUAL.iter().find(|(block, ..)| *block == kind).map_or(&[][..], |(.., names)| *names);
    if usual.contains(&label.text) {
        return None;
    }
    let built_in = FACTS.components(kind);
    let mut names = built_in.iter().copied().chain(usual.iter().copied());
    let meant = names.find(|name| one_edit_apart(label.text, name))?;
    let place = label.range.in_source(source);
    let noun = if kind == "data" { "data source" } else { kind };
    let message = format!("unknown {noun} type `{}`", label.text);
    let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, place, message);
    Some(finding.label("no common plugin has it").meant_at(place, Suggestion::quoted(meant)))
}
