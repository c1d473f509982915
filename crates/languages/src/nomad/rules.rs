//! Rules for single attributes that are missing from the record of Nomad's blocks: values that the server accepts, and
//! required attributes. Source: Nomad, package `nomad/structs`.

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Nested};

use super::autoscaler::with_policy;

/// A rule for an attribute.
enum Rule {
    /// The allowed strings; an empty string counts as unset.
    OneOf(&'static [&'static str]),
    /// The minimum and the maximum of a whole number.
    Between(i64, i64),
    /// The server rejects the block without the attribute.
    Required,
}

use Rule::{Between, OneOf, Required};

const MOST: i64 = i64::MAX;
const OPERATORS: &[&str] = &[
    "=",
    "==",
    "is",
    "!=",
    "not",
    ">",
    ">=",
    "<",
    "<=",
    "distinct_hosts",
    "distinct_property",
    "regexp",
    "set_contains",
    "set_contains_any",
    "set_contains_all",
    "version",
    "semver",
    "is_set",
    "is_not_set",
    "",
];

#[rustfmt::skip]
const RULES: &[(&str, &str, Rule)] = &[
    ("Job", "type", OneOf(&["service", "batch", "system", "sysbatch", ""])),
    // The limit of a server is 100 unless its operator raises it, so `server` checks the values in between.
    ("Job", "priority", Between(0, 32766)),
    ("TaskGroup", "count", Between(0, MOST)),
    ("Task", "driver", Required),
    ("TaskLifecycle", "hook", OneOf(&["prestart", "poststart", "poststop"])),
    ("RestartPolicy", "mode", OneOf(&["fail", "delay"])),
    ("RestartPolicy", "attempts", Between(0, MOST)),
    ("ReschedulePolicy", "delay_function", OneOf(&["constant", "exponential", "fibonacci"])),
    ("DisconnectStrategy", "reconcile", OneOf(&["keep_original", "keep_replacement", "best_score", "longest_running", ""])),
    ("VolumeRequest", "type", OneOf(&["host", "csi"])),
    ("VolumeRequest", "source", Required),
    ("VolumeRequest", "access_mode", OneOf(&["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer", ""])),
    ("VolumeRequest", "attachment_mode", OneOf(&["file-system", "block-device", ""])),
    ("VolumeMount", "volume", Required),
    ("VolumeMount", "propagation_mode", OneOf(&["private", "host-to-task", "bidirectional", ""])),
    ("Service", "provider", OneOf(&["consul", "nomad", ""])),
    ("Service", "address_mode", OneOf(&["auto", "host", "driver", "alloc", "alloc_ipv6", ""])),
    ("Service", "on_update", OneOf(&["require_healthy", "ignore_warnings", "ignore", ""])),
    ("ServiceCheck", "address_mode", OneOf(&["host", "driver", "alloc", "alloc_ipv6", ""])),
    ("ServiceCheck", "initial_status", OneOf(&["passing", "warning", "critical", ""])),
    ("ServiceCheck", "on_update", OneOf(&["require_healthy", "ignore_warnings", "ignore", ""])),
    ("ServiceCheck", "type", Required),
    ("ServiceCheck", "interval", Required),
    ("ServiceCheck", "timeout", Required),
    ("CheckRestart", "limit", Between(0, MOST)),
    ("UpdateStrategy", "health_check", OneOf(&["checks", "task_states", "manual"])),
    ("UpdateStrategy", "max_parallel", Between(0, MOST)),
    ("UpdateStrategy", "canary", Between(0, MOST)),
    ("MigrateStrategy", "health_check", OneOf(&["checks", "task_states"])),
    ("MigrateStrategy", "max_parallel", Between(0, MOST)),
    ("ParameterizedJobConfig", "payload", OneOf(&["optional", "required", "forbidden", ""])),
    ("TaskArtifact", "source", Required),
    ("TaskArtifact", "mode", OneOf(&["any", "file", "dir", ""])),
    ("Template", "destination", Required),
    ("Template", "change_mode", OneOf(&["restart", "signal", "script", "noop"])),
    ("Vault", "change_mode", OneOf(&["restart", "signal", "noop"])),
    ("LogConfig", "max_files", Between(1, MOST)),
    ("LogConfig", "max_file_size", Between(1, MOST)),
    ("EphemeralDisk", "size", Between(10, MOST)),
    ("Resources", "cpu", Between(0, MOST)),
    ("Resources", "cores", Between(0, MOST)),
    ("Resources", "memory", Between(10, MOST)),
    ("Port", "static", Between(0, 65535)),
    ("Port", "to", Between(-1, 65535)),
    ("Spread", "attribute", Required),
    ("Spread", "weight", Between(1, 100)),
    ("SpreadTarget", "percent", Between(0, 100)),
    ("Constraint", "operator", OneOf(OPERATORS)),
    ("Affinity", "operator", OneOf(OPERATORS)),
    ("Affinity", "attribute", Required),
    ("TaskCSIPluginConfig", "id", Required),
    ("TaskCSIPluginConfig", "type", OneOf(&["node", "controller", "monolith"])),
    ("NUMAResource", "affinity", OneOf(&["none", "prefer", "require"])),
    ("ConsulMeshGateway", "mode", OneOf(&["none", "local", "remote", ""])),
    ("ConsulIngressListener", "protocol", OneOf(&["tcp", "http", "http2", "grpc"])),
    ("ScalingPolicy", "min", Between(0, MOST)),
    ("ScalingPolicy", "max", Between(0, MOST)),
    ("MultiregionStrategy", "on_failure", OneOf(&["fail_all", "fail_local", ""])),
];

/// Deprecated attributes with their replacements.
#[rustfmt::skip]
const OLD: &[(&str, &str, &str)] = &[
    ("Resources", "disk", "Nomad ignores it: write `ephemeral_disk { size = … }` in the group"),
    ("Resources", "iops", "Nomad ignores it: remove it"),
    ("Template", "vault_grace", "Nomad ignores it: remove it"),
    ("TaskGroup", "stop_after_client_disconnect", "write `stop_on_client_after` in a block `disconnect`"),
    ("TaskGroup", "max_client_disconnect", "write `lost_after` in a block `disconnect`"),
    ("TaskGroup", "prevent_reschedule_on_lost", "write `replace` in a block `disconnect`"),
];

/// Adds the rules to a recorded body.
pub(super) fn amended(name: &str, block: Block) -> Block {
    let texts = Type::map(Type::STRING);
    let typed = |block: Block, name: &str| {
        block.changed(name, |attribute| match attribute.ty.element() {
            Some(_) => Attribute { ty: texts.clone(), ..attribute },
            None => attribute,
        })
    };
    let mut block = typed(typed(block, "meta"), "env");
    for (_, attribute, rule) in RULES.iter().filter(|(body, ..)| *body == name) {
        block = block.changed(attribute, |one| match rule {
            OneOf(texts) => one.one_of(texts.iter().copied()),
            Between(least, most) => one.between(*least, *most),
            Required => one.required_later(super::REFUSED),
        });
    }
    for (_, attribute, instead) in OLD.iter().filter(|(body, ..)| *body == name) {
        block = block.changed(attribute, |one| one.deprecated(*instead));
    }
    match name {
        "Resources" => block.changed_block("network", |network| Nested {
            deprecated: Some("write `network` in the group".into()),
            ..network
        }),
        "ScalingPolicy" => with_policy(block),
        _ => block,
    }
}

#[cfg(test)]
mod tests {
    use super::{OLD, RULES};

    #[test]
    fn every_row_is_of_an_attribute_that_is_recorded() {
        let rules = RULES.iter().map(|(body, attribute, _)| (*body, *attribute));
        for (body, attribute) in rules.chain(OLD.iter().map(|(body, attribute, _)| (*body, *attribute))) {
            let recorded = &super::super::FACTS.json()["bodies"][body]["attributes"][attribute];
            assert!(!recorded.is_null(), "{body}.{attribute}");
        }
    }
}
