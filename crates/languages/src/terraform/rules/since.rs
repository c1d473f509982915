//! The versions of Terraform and OpenTofu that introduced a construct.

use crate::terraform::files::versions::Version;

/// The versions that introduced a construct in Terraform and in OpenTofu; `None` for never.
#[derive(Clone, Debug)]
pub(super) struct Since {
    pub(super) name: &'static str,
    pub(super) terraform: Option<Version>,
    pub(super) opentofu: Option<Version>,
}

/// A construct that both languages have since different versions.
pub(super) const fn both(name: &'static str, terraform: Version, opentofu: Version) -> Since {
    Since { name, terraform: Some(terraform), opentofu: Some(opentofu) }
}

/// A construct that all versions of OpenTofu have.
pub(super) const fn old(name: &'static str, terraform: Version) -> Since {
    both(name, terraform, (1, 6))
}

/// A construct that only Terraform has.
pub(super) const fn only_terraform(name: &'static str, terraform: Version) -> Since {
    Since { name, terraform: Some(terraform), opentofu: None }
}

/// A construct that only OpenTofu has.
pub(super) const fn only_opentofu(name: &'static str, opentofu: Version) -> Since {
    Since { name, terraform: None, opentofu: Some(opentofu) }
}
