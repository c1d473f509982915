//! Recognizes small languages by the contents of files whose names say too little.
//!
//! A file that is not certainly of a language is not judged by its table: each rule wants declarations that no other
//! known application has together.

use hclx_analysis::file_name;
use memchr::memmem;

use crate::shape::{self, Header};

/// The outline of a file.
pub(super) struct Outline<'t> {
    name: &'t str,
    headers: Vec<Header>,
    /// The source, for words in nested bodies.
    source: &'t [u8],
}

/// Rules of Consul that Nomad does not have.
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

/// Capabilities in policies of Vault, which tell these even where the name of the argument is misspelled.
const VAULT_CAPABILITIES: &[&str] =
    &["\"read\"", "\"list\"", "\"create\"", "\"update\"", "\"delete\"", "\"sudo\"", "\"deny\""];

/// Settings that only Consul's agents have.
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

/// Settings that Consul shares with others.
const SHARED_SETTINGS: &[&str] =
    &["data_dir", "datacenter", "bind_addr", "log_level", "server", "ports", "acl"];

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
        Some(Self { name, headers: shape::headers(source), source })
    }

    fn count(&self, is: impl Fn(&Header) -> bool) -> usize {
        self.headers.iter().filter(|header| is(header)).count()
    }

    fn has_block(&self, block_type: &str, labels: usize) -> bool {
        self.count(|header| {
            header.block_type == block_type && header.labels == labels && !header.is_attribute
        }) > 0
    }

    fn has_attribute(&self, name: &str) -> bool {
        self.count(|header| header.block_type == name && header.is_attribute) > 0
    }

    fn has_name(&self, names: &[&str]) -> bool {
        self.count(|header| names.contains(&header.block_type.as_str())) > 0
    }

    /// Returns `true` if each declaration of the root is one of these.
    fn is_all(&self, lists: &[&[&str]]) -> bool {
        let is_one = |header: &Header| lists.iter().any(|names| names.contains(&header.block_type.as_str()));
        !self.headers.is_empty() && self.headers.iter().all(is_one)
    }

    /// Returns `true` if the source has one of these words.
    fn mentions(&self, words: &[&str]) -> bool {
        words.iter().any(|word| memmem::find(self.source, word.as_bytes()).is_some())
    }

    pub(super) fn is_table(&self) -> bool {
        self.has_block("language", 1) && self.is_all(&[&["language", "body"]])
    }

    pub(super) fn is_vault_policy(&self) -> bool {
        let is_path =
            |header: &Header| header.block_type == "path" && header.labels == 1 && !header.is_attribute;
        let is_name = |header: &Header| header.block_type == "name" && header.is_attribute;
        self.has_block("path", 1)
            && self.headers.iter().all(|header| is_path(header) || is_name(header))
            && (self.mentions(&["capabilities", "policy"]) || self.mentions(VAULT_CAPABILITIES))
    }

    pub(super) fn is_vault(&self) -> bool {
        let is_server = || {
            self.has_block("listener", 1)
                && !self.has_name(&["controller", "worker", "job", "kms"])
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
        // without `auto_auth`, an agent or proxy still has what others that talk to Vault have not
        let is_proxy = || {
            self.has_block("vault", 0)
                && self.has_name(&["cache", "api_proxy", "env_template", "listener"])
                && !self.has_name(&["job", "consul", "server", "client", "worker", "controller"])
        };
        is_server() || is_agent() || is_proxy()
    }

    pub(super) fn is_consul(&self) -> bool {
        // a block `server` or `client` is an agent of Nomad
        if self.has_block("client", 0)
            || self.has_block("server", 0)
            || self.has_name(&["job", "resource", "locals"])
        {
            return self.is_consul_service();
        }
        let own =
            self.count(|header| header.labels == 0 && CONSUL_SETTINGS.contains(&header.block_type.as_str()));
        own >= 2
            || own == 1 && self.has_name(SHARED_SETTINGS) && self.is_all(&[CONSUL_SETTINGS, SHARED_SETTINGS])
            || self.is_consul_service()
    }

    fn is_consul_service(&self) -> bool {
        let is_registered = self.has_block("service", 0) || self.has_block("services", 0);
        is_registered
            && self.is_all(&[&["service", "services", "check", "checks"]])
            && self.count(|header| header.labels > 0) == 0
            && self.mentions(&[
                "sidecar_service",
                "deregister_critical_service_after",
                "enable_tag_override",
                "interval",
            ])
    }

    pub(super) fn is_consul_acl(&self) -> bool {
        let is_own =
            |header: &Header| header.labels == 1 && CONSUL_RULES.contains(&header.block_type.as_str());
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
        is_agent
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
            && !self.has_name(&[
                "job",
                "controller",
                "worker",
                "agent",
                "listener",
                "storage",
                "trust_domain",
                "plugins",
            ])
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

    pub(super) fn is_boundary(&self) -> bool {
        let has_role = self.has_block("controller", 0) || self.has_block("worker", 0);
        has_role && (self.has_block("kms", 1) || self.has_block("listener", 1))
    }

    pub(super) fn is_waypoint(&self) -> bool {
        self.has_block("app", 1) && self.name.starts_with("waypoint")
    }

    pub(super) fn is_sentinel(&self) -> bool {
        let is_known = self.is_all(&[&[
            "policy", "module", "import", "mock", "param", "global", "test", "override", "sentinel",
        ]]);
        self.name == "sentinel.hcl" && is_known
    }

    pub(super) fn is_atlas(&self) -> bool {
        self.name == "atlas.hcl"
            && self.has_name(&["env", "variable", "data", "docker", "lint", "locals", "atlas"])
    }

    pub(super) fn is_powerpipe(&self) -> bool {
        const KINDS: &[&str] = &["mod", "benchmark", "control", "query", "detection", "detection_benchmark"];
        let is_own = |kind: &&str| self.has_block(kind, 1);
        self.name.ends_with(".pp") && KINDS.iter().any(is_own) && !self.has_name(&["resource", "config"])
    }
}
