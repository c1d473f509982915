//! Recognizes small languages by the contents of files with ambiguous names.
//!
//! A file is only checked with a table if its language is certain: each rule requires declarations that no other known
//! application combines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::file_name;
use hclx_diag::{Diagnostic, SourceId};
use hclx_schema::Block;
use hclx_syntax::Parsed;
use memchr::memmem;

use super::likeness::Likeness;
use crate::misspelled::is_misspelled;
use crate::shape::{self, Header};

/// The outline of a file.
pub(super) struct Outline<'t> {
    name: &'t str,
    headers: Cow<'t, [Header]>,
    /// The source, for names in nested bodies.
    source: &'t [u8],
    /// Set once no language has matched the names as they are spelled; from then on, misspelled names match as well.
    slips: Option<Slips<'t>>,
}

/// The data for finding misspelled names.
#[derive(Clone, Copy)]
pub(super) struct Slips<'t> {
    /// The schema of the language in question.
    pub(super) schema: &'t dyn Fn() -> Arc<Block>,
    /// The distinct words of the source.
    pub(super) words: &'t [&'t str],
}

/// Names at the root of files of other languages, which never count as misspelled settings.
const ELSEWHERE: &[&str] = &[
    "build",
    "data",
    "dependencies",
    "dependency",
    "generate",
    "group",
    "include",
    "inputs",
    "job",
    "locals",
    "module",
    "packer",
    "provider",
    "remote_state",
    "resource",
    "source",
    "stack",
    "target",
    "terraform",
    "unit",
    "variable",
    "variables",
];

/// Rules of Consul that Nomad lacks.
const CONSUL_RULES: &[&str] = &[
    "agent_prefix",
    "event",
    "event_prefix",
    "identity",
    "identity_prefix",
    "key",
    "key_prefix",
    "node_prefix",
    "query",
    "query_prefix",
    "service",
    "service_prefix",
    "session",
    "session_prefix",
    "namespace_prefix",
    "partition_prefix",
];

/// Other rules of Consul.
const OTHER_CONSUL_RULES: &[&str] =
    &["acl", "agent", "keyring", "mesh", "namespace", "node", "operator", "partition", "peering"];

/// Rules of Nomad.
const NOMAD_RULES: &[&str] =
    &["namespace", "node_pool", "host_volume", "agent", "node", "operator", "quota", "sentinel", "plugin"];

/// Capabilities in Vault policies, which identify these even if the name of the argument is misspelled.
const VAULT_CAPABILITIES: &[&str] =
    &["\"read\"", "\"list\"", "\"create\"", "\"update\"", "\"delete\"", "\"sudo\"", "\"deny\""];

/// Settings that only Consul agents have.
const CONSUL_SETTINGS: &[&str] = &[
    "bootstrap_expect",
    "client_addr",
    "node_name",
    "ui_config",
    "retry_join",
    "primary_datacenter",
    "verify_incoming",
    "verify_outgoing",
    "verify_server_hostname",
    "auto_encrypt",
    "enable_script_checks",
    "enable_local_script_checks",
    "enable_central_service_config",
    "connect",
    "rejoin_after_leave",
    "encrypt",
    "dns_config",
    "recursors",
    "ca_file",
    "advertise_addr",
    "advertise_addr_wan",
    "serf_lan",
    "retry_join_wan",
    "translate_wan_addrs",
];

/// Settings that Consul shares with other applications.
const SHARED_SETTINGS: &[&str] =
    &["data_dir", "datacenter", "bind_addr", "log_level", "server", "ports", "acl"];

/// Settings that only Consul agents have, even in files with only some of the settings.
const CONSUL_PARTS: &[&str] = &[
    "advertise_addr",
    "auto_encrypt",
    "bootstrap_expect",
    "client_addr",
    "dns_config",
    "enable_central_service_config",
    "enable_local_script_checks",
    "primary_datacenter",
    "recursors",
    "retry_join_wan",
    "serf_lan",
    "translate_wan_addrs",
    "ui_config",
];

/// Settings that only Vault has.
const VAULT_SETTINGS: &[&str] = &[
    "api_addr",
    "auto_auth",
    "cluster_addr",
    "default_lease_ttl",
    "disable_mlock",
    "max_lease_ttl",
    "raw_storage_endpoint",
    "seal",
    "service_registration",
];

/// Settings that only Nomad agents have.
const NOMAD_SETTINGS: &[&str] = &[
    "alloc_dir",
    "authoritative_region",
    "chroot_env",
    "cni_path",
    "cpu_total_compute",
    "gc_disk_usage_threshold",
    "gc_interval",
    "heartbeat_grace",
    "host_volume",
    "job_gc_threshold",
    "max_dynamic_port",
    "memory_total_mb",
    "min_dynamic_port",
    "network_interface",
    "node_class",
    "node_gc_threshold",
    "nomad_retry",
    "num_schedulers",
    "plugin_dir",
    "publish_allocation_metrics",
    "publish_node_metrics",
    "rpc",
    "serf",
    "server_join",
];

/// Settings that only Boundary has.
const BOUNDARY_SETTINGS: &[&str] = &["controller", "kms"];

impl<'t> Outline<'t> {
    /// Returns `true` if tables may describe a file, judging by its name.
    pub(super) fn is_read(path: &str) -> bool {
        [".hcl", ".pp", ".nv"].iter().any(|end| path.ends_with(end))
    }

    /// The outline of a file that tables may describe; `None` for JSON and templates.
    pub(super) fn of(path: &'t str, source: &'t [u8]) -> Option<Self> {
        let name = file_name(path);
        if !Self::is_read(path) || shape::foreign_template(source).is_some() {
            return None;
        }
        Some(Self { name, headers: shape::headers(source).into(), source, slips: None })
    }

    /// The distinct words of the source.
    pub(super) fn words(&self) -> Vec<&'t str> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let words =
            self.source.split(|byte| !is_part(byte)).filter_map(|word| std::str::from_utf8(word).ok());
        words.collect::<HashSet<_>>().into_iter().collect()
    }

    /// The same outline, in which misspelled names match as well.
    pub(super) fn with_slips<'s>(&'s self, slips: Slips<'s>) -> Outline<'s> {
        Outline { headers: Cow::Borrowed(&self.headers), slips: Some(slips), ..*self }
    }

    /// Returns `true` if the file is valid HCL 2 but not HCL 1, for example because it has references.
    pub(super) fn is_only_hcl2(&self) -> bool {
        let is_read = |parse: fn(SourceId, Arc<[u8]>) -> Parsed| {
            !parse(SourceId(u32::MAX), self.source.into()).diagnostics.iter().any(Diagnostic::is_error)
        };
        is_read(hclx_syntax::parse_body) && !is_read(hclx_syntax::parse_hcl1)
    }

    /// Returns `true` if the root has a name of other languages that the language in question lacks.
    pub(super) fn is_of_others(&self) -> bool {
        let is_elsewhere = |header: &Header| ELSEWHERE.contains(&header.block_type.as_str());
        if self.count(is_elsewhere) == 0 {
            return false;
        }
        let Some(schema) = self.slips.map(|slips| (slips.schema)()) else { return true };
        let is_own = |name: &str| schema.find_block(name).is_some() || schema.find_attribute(name).is_some();
        self.count(|header| is_elsewhere(header) && !is_own(&header.block_type)) > 0
    }

    /// Returns `true` if a name matches a name of a language. Many languages accept names in any case.
    fn is(&self, written: &str, word: &str) -> bool {
        let is_lower = || !word.bytes().any(|byte| byte.is_ascii_uppercase());
        written == word
            || written.eq_ignore_ascii_case(word) && is_lower()
            || self.slips.is_some() && is_misspelled(written, word)
    }

    fn is_one_of(&self, header: &Header, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(&header.block_type, word))
    }

    fn count(&self, is: impl Fn(&Header) -> bool) -> usize {
        self.headers.iter().filter(|header| is(header)).count()
    }

    /// Returns `true` if the root has a block of this type with this number of labels. If misspelled names match, the
    /// number of labels may differ as well.
    fn has_block(&self, block_type: &str, labels: usize) -> bool {
        self.count(|header| {
            self.is(&header.block_type, block_type) && self.has_labels(header, labels) && !header.is_attribute
        }) > 0
    }

    fn has_labels(&self, header: &Header, labels: usize) -> bool {
        header.labels == labels || self.slips.is_some()
    }

    fn has_attribute(&self, name: &str) -> bool {
        self.count(|header| self.is(&header.block_type, name) && header.is_attribute) > 0
    }

    fn has_name(&self, names: &[&str]) -> bool {
        self.count(|header| self.is_one_of(header, names)) > 0
    }

    /// Returns `true` if the root has one of these names, spelled exactly.
    fn has_any(&self, words: &[&str]) -> bool {
        self.count(|header| words.contains(&header.block_type.as_str())) > 0
    }

    /// Returns `true` if each root declaration is in one of these lists. If misspelled names match, one declaration may
    /// be unknown, provided that two others are spelled correctly.
    fn is_all(&self, lists: &[&[&str]]) -> bool {
        let exact = |header: &Header| lists.iter().any(|names| names.contains(&header.block_type.as_str()));
        let strange = self.count(|header| !lists.iter().any(|names| self.is_one_of(header, names)));
        let most = if self.slips.is_some() { self.count(exact) / 2 } else { 0 };
        !self.headers.is_empty() && strange <= most
    }

    /// Returns `true` if the source contains one of these words.
    fn mentions(&self, words: &[&str]) -> bool {
        let is_written = |word: &&str| memmem::find(self.source, word.as_bytes()).is_some();
        let has_slip = |slips: Slips<'_>| {
            slips.words.iter().any(|written| words.iter().any(|word| is_misspelled(written, word)))
        };
        words.iter().any(is_written) || self.slips.is_some_and(has_slip)
    }

    /// Returns `true` if all names are defined by the language, and at least one of them by no other language: then the
    /// file has a part of the settings, which the application reads from several files.
    fn is_part(&self, own: &[&str]) -> bool {
        // without such a word, the table need not be read
        let Some(slips) = self.slips.filter(|_| self.mentions(own)) else { return false };
        let mut likeness = Likeness::new(own);
        likeness.add(&(slips.schema)(), &self.headers, self.source).is_some() && likeness.is_certain()
    }

    pub(super) fn is_table(&self) -> bool {
        self.has_block("language", 1) && self.is_all(&[&["language", "body"]])
    }

    pub(super) fn is_vault_policy(&self) -> bool {
        let is_other = |header: &Header| match header.is_attribute {
            true => self.is(&header.block_type, "path"),
            false => self.is(&header.block_type, "name") || !self.has_labels(header, 1),
        };
        self.has_block("path", 1)
            && self.is_all(&[&["path", "name"]])
            && self.count(is_other) == 0
            && (self.mentions(&["capabilities", "policy"]) || self.mentions(VAULT_CAPABILITIES))
    }

    pub(super) fn is_vault(&self) -> bool {
        let is_server = || {
            self.has_block("listener", 1)
                && !self.has_any(&["controller", "worker", "job", "kms"])
                && self.has_name(&[
                    "storage",
                    "backend",
                    "ha_storage",
                    "api_addr",
                    "cluster_addr",
                    "disable_mlock",
                ])
        };
        let is_agent = || {
            self.has_block("auto_auth", 0)
                && self.has_name(&["vault", "listener", "template", "pid_file", "cache"])
        };
        // without `auto_auth`, an agent or proxy still has settings that other clients of Vault lack
        let is_proxy = || {
            self.has_block("vault", 0)
                && self.has_name(&["cache", "api_proxy", "env_template", "listener"])
                && !self.has_any(&["job", "consul", "server", "client", "worker", "controller"])
        };
        is_server() || is_agent() || is_proxy() || self.is_part(VAULT_SETTINGS)
    }

    pub(super) fn is_consul(&self) -> bool {
        // a block `server` or `client` indicates a Nomad agent
        if self.has_block("client", 0)
            || self.has_block("server", 0)
            || self.has_any(&["job", "resource", "locals"])
        {
            return self.is_consul_service();
        }
        let own = self.count(|header| header.labels == 0 && self.is_one_of(header, CONSUL_SETTINGS));
        own >= 2
            || own == 1 && self.has_name(SHARED_SETTINGS) && self.is_all(&[CONSUL_SETTINGS, SHARED_SETTINGS])
            || self.is_consul_service()
            || self.is_part(CONSUL_PARTS)
    }

    fn is_consul_service(&self) -> bool {
        let is_registered = self.has_block("service", 0) || self.has_block("services", 0);
        is_registered
            && self.is_all(&[&["service", "services", "check", "checks"]])
            && self.count(|header| !self.has_labels(header, 0)) == 0
            && (self.mentions(&[
                "sidecar_service",
                "deregister_critical_service_after",
                "enable_tag_override",
                "interval",
            ]) || self.is_part(&["check", "checks"]))
    }

    pub(super) fn is_consul_acl(&self) -> bool {
        let is_own = |header: &Header| header.labels == 1 && self.is_one_of(header, CONSUL_RULES);
        let has_access = self.mentions(&["policy", "capabilities", "intentions"]);
        self.is_all(&[CONSUL_RULES, OTHER_CONSUL_RULES])
            && (self.count(is_own) > 0 && has_access
                || self.mentions(&["_prefix \""]) && has_access && self.has_name(&["namespace", "partition"]))
    }

    pub(super) fn is_consul_entry(&self) -> bool {
        self.has_attribute("Kind")
            && (self.has_attribute("Name") || self.mentions(&["\"mesh\"", "\"exported-services\""]))
    }

    pub(super) fn is_nomad_agent(&self) -> bool {
        let is_agent = self.has_block("client", 0) || self.has_block("server", 0);
        let is_whole = is_agent
            && self.has_name(&[
                "data_dir",
                "datacenter",
                "bind_addr",
                "region",
                "advertise",
                "plugin",
                "plugin_dir",
                "addresses",
            ])
            && !self.has_any(&[
                "job",
                "controller",
                "worker",
                "agent",
                "listener",
                "storage",
                "trust_domain",
                "plugins",
            ]);
        is_whole || self.is_part(NOMAD_SETTINGS)
    }

    pub(super) fn is_nomad_acl(&self) -> bool {
        let is_plain = |names: &[&str]| names.iter().any(|name| self.has_block(name, 0));
        self.is_all(&[NOMAD_RULES])
            && (self.has_block("namespace", 1) || is_plain(&["agent", "node", "operator", "quota"]))
            && self.mentions(&["policy", "capabilities"])
            && !self.mentions(&["_prefix \"", "service \"", "key \"", "session \""])
    }

    pub(super) fn is_nomad_volume(&self) -> bool {
        let is_kind = self.has_attribute("type") && self.mentions(&["\"csi\"", "\"host\""]);
        let is_known =
            self.has_name(&["plugin_id", "external_id", "mount_options", "capability", "host_path"]);
        is_kind && is_known && self.has_name(&["id", "name"])
    }

    pub(super) fn is_nomad_variable(&self) -> bool {
        self.has_attribute("path")
            && self.has_name(&["items"])
            && self.is_all(&[&["path", "items", "namespace", "modify_index", "create_index", "lock"]])
    }

    pub(super) fn is_nomad_autoscaler(&self) -> bool {
        const PARTS: &[&str] =
            &["apm", "dynamic_application_sizing", "high_availability", "policy_eval", "strategy"];
        let is_policy =
            self.has_block("scaling", 1) && self.is_all(&[&["scaling"]]) && self.mentions(&["policy"]);
        is_policy
            || self.has_block("nomad", 0)
                && self.has_name(PARTS)
                && !self.has_any(&["job", "server", "client"])
    }

    pub(super) fn is_boundary(&self) -> bool {
        let has_role = self.has_block("controller", 0) || self.has_block("worker", 0);
        has_role && (self.has_block("kms", 1) || self.has_block("listener", 1))
            || self.is_part(BOUNDARY_SETTINGS)
    }

    pub(super) fn is_waypoint(&self) -> bool {
        let is_project = self.has_attribute("project") && self.has_name(&["app", "runner", "variable"]);
        self.has_block("app", 1) && self.name.starts_with("waypoint")
            || is_project && self.name == "waypoint.hcl"
    }

    pub(super) fn is_sentinel(&self) -> bool {
        let is_known = self.is_all(&[&[
            "policy", "module", "import", "mock", "param", "global", "test", "override", "sentinel",
        ]]);
        let is_test = || self.has_block("test", 0) && self.has_block("mock", 1);
        is_known && (self.name == "sentinel.hcl" || is_test())
    }

    pub(super) fn is_atlas(&self) -> bool {
        self.name == "atlas.hcl"
            && self.has_name(&["env", "variable", "data", "docker", "lint", "locals", "atlas"])
    }

    /// Returns `true` if a file is named like one of Powerpipe or Pulumi.
    pub(super) fn has_name_of_powerpipe(&self) -> bool {
        self.name.ends_with(".pp")
    }

    pub(super) fn is_powerpipe(&self) -> bool {
        const KINDS: &[&str] = &[
            "mod",
            "benchmark",
            "control",
            "query",
            "detection",
            "detection_benchmark",
            "dashboard",
            "variable",
            "card",
            "category",
            "chart",
            "container",
            "edge",
            "flow",
            "graph",
            "hierarchy",
            "image",
            "input",
            "table",
            "text",
        ];
        let is_own = |kind: &&str| self.has_block(kind, 1);
        // Puppet has nodes too, but no queries
        let has_query = || self.words().iter().any(|word| ["category", "query", "sql"].contains(word));
        let has_own = KINDS.iter().any(is_own)
            || self.has_block("locals", 0)
            || self.has_block("node", 1) && has_query();
        self.has_name_of_powerpipe()
            && has_own
            && !self.has_any(&["resource", "config", "component", "package"])
    }
}
