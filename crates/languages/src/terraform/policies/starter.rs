//! The policies that come with hclx: each is an ordinary policy file, which is off unless the settings enable its
//! group.

/// A policy file of the starter set.
#[derive(Clone, Copy, Debug)]
pub struct StarterPolicy {
    /// The group and the name, such as `aws/imdsv2`.
    pub name: &'static str,
    /// The contents of the file.
    pub text: &'static str,
}

/// The files of some groups, by name.
macro_rules! starter {
    ($($name:literal),* $(,)?) => {
        &[$(StarterPolicy {
            name: $name,
            text: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/policies/", $name, ".policy.hcl"
            )),
        }),*]
    };
}

/// The starter set, by group and name.
pub static STARTER: &[StarterPolicy] = starter![
    "aws/ebs-encrypted",
    "aws/iam-no-star",
    "aws/imdsv2",
    "aws/kms-rotation",
    "aws/lb-https",
    "aws/rds-backups",
    "aws/rds-encrypted",
    "aws/rds-private",
    "aws/s3-public-access",
    "aws/s3-tls-only",
    "aws/sg-no-rdp",
    "aws/sg-no-ssh",
    "aws/trail-all-regions",
    "aws/vpc-flow-logs",
    "azurerm/nsg-no-ssh",
    "azurerm/storage-tls",
    "azurerm/vault-purge-protection",
    "google/bucket-uniform-access",
    "google/firewall-no-ssh",
    "google/sql-private",
];

/// The groups of the starter set.
pub const STARTER_GROUPS: &[&str] = &["aws", "azurerm", "google"];

impl StarterPolicy {
    /// The group of the policy.
    pub fn group(&self) -> &'static str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The first comment of the file, which states the rule.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }
}
