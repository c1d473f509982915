//! Source addresses of providers.

use std::fmt;

/// The registry for addresses without a host.
const REGISTRY: &str = "registry.terraform.io";

/// The registry that OpenTofu uses for addresses without a host; the same provider has the same
/// schema there.
const OPENTOFU_REGISTRY: &str = "registry.opentofu.org";

/// The source address of a provider: host, namespace and type in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderAddress {
    /// The host; `registry.terraform.io` by default.
    pub host: String,
    /// The namespace; `hashicorp` by default.
    pub namespace: String,
    /// The type, such as `aws`.
    pub name: String,
}

impl ProviderAddress {
    /// Parses `aws`, `hashicorp/aws` or `registry.terraform.io/hashicorp/aws`; OpenTofu's registry is
    /// treated like Terraform's.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<String> = text.split('/').map(str::to_lowercase).collect();
        if parts.iter().any(|part| !is_part(part)) {
            return None;
        }
        let address = |host: &str, namespace: &str, name: &str| Self {
            host: if host == OPENTOFU_REGISTRY { REGISTRY.to_owned() } else { host.to_owned() },
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        match parts.as_slice() {
            // the only provider that is built into the application
            [name] if name == "terraform" => Some(Self::built_in()),
            [name] => Some(address(REGISTRY, "hashicorp", name)),
            [namespace, name] => Some(address(REGISTRY, namespace, name)),
            [host, namespace, name] => Some(address(host, namespace, name)),
            _ => None,
        }
    }

    /// The implied address of a provider, from the prefix of a resource type.
    pub fn implied(name: &str) -> Option<Self> {
        Self::parse(name)
    }
}

/// Returns `true` for a valid part: letters, digits, `-`, `_`, `.` and the `:` of a port. A part is the name of a
/// directory of stored schemas, so it does not begin with a dot.
fn is_part(part: &str) -> bool {
    !part.is_empty()
        && !part.starts_with('.')
        && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
}

impl fmt::Display for ProviderAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.host, self.namespace, self.name)
    }
}

impl ProviderAddress {
    /// The address of the provider that is built into the application.
    pub fn built_in() -> Self {
        Self {
            host: "terraform.io".to_owned(),
            namespace: "builtin".to_owned(),
            name: "terraform".to_owned(),
        }
    }

    /// Returns `true` if the provider is in the public registry.
    pub(crate) fn is_in_registry(&self) -> bool {
        self.host == REGISTRY
    }

    /// The short form of the address, without default parts.
    pub fn short(&self) -> String {
        if self.host == REGISTRY { format!("{}/{}", self.namespace, self.name) } else { self.to_string() }
    }
}
