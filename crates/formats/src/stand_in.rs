//! Placeholders that a clone of a repository may contain instead of the contents that the authors see.

/// A placeholder that a clone may contain instead of the contents that the authors see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Encrypted with git-crypt; the contents need a key.
    GitCrypt,
    /// A pointer of Git LFS; the contents are stored elsewhere.
    GitLfs,
    /// Encrypted with sops as a whole; the contents need a key.
    Sops,
    /// Encrypted with age.
    Age,
    /// Encrypted with OpenPGP.
    OpenPgp,
    /// Encrypted with Ansible Vault.
    AnsibleVault,
}

impl StandIn {
    /// A clause about the file and the command that restores its contents.
    pub fn reason(self) -> &'static str {
        match self {
            Self::GitCrypt => "it is encrypted with git-crypt (`git-crypt unlock`)",
            Self::GitLfs => "it is a pointer of Git LFS (`git lfs pull`)",
            Self::Sops => "it is encrypted with sops (`sops decrypt`)",
            Self::Age => "it is encrypted with age (`age --decrypt`)",
            Self::OpenPgp => "it is encrypted with OpenPGP (`gpg --decrypt`)",
            Self::AnsibleVault => "it is encrypted with Ansible Vault (`ansible-vault view`)",
        }
    }
}

/// The kind of placeholder, recognized by its beginning.
pub fn stand_in(bytes: &[u8]) -> Option<StandIn> {
    const BEGINNINGS: [(&[u8], StandIn); 6] = [
        (b"\0GITCRYPT\0", StandIn::GitCrypt),
        (b"version https://git-lfs.github.com/spec/v1\n", StandIn::GitLfs),
        (b"-----BEGIN AGE ENCRYPTED FILE-----", StandIn::Age),
        (b"age-encryption.org/v1\n", StandIn::Age),
        (b"-----BEGIN PGP MESSAGE-----", StandIn::OpenPgp),
        (b"$ANSIBLE_VAULT;", StandIn::AnsibleVault),
    ];
    let found = BEGINNINGS.into_iter().find(|(beginning, _)| bytes.starts_with(beginning));
    found.map(|(_, one)| one).or_else(|| is_of_sops(bytes).then_some(StandIn::Sops))
}

/// Returns `true` for the form in which sops stores files without a structure of their own: an object whose first
/// property is the cipher text.
fn is_of_sops(bytes: &[u8]) -> bool {
    let rest = bytes.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    let rest = rest.and_then(|rest| rest.strip_prefix(b"\"data\"")).map(<[u8]>::trim_ascii_start);
    let rest = rest.and_then(|rest| rest.strip_prefix(b":")).map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.starts_with(b"\"ENC[AES256_GCM,"))
}
