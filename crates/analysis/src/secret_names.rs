//! Names whose values are secrets.

/// Substrings, without `-` and `_`, of names whose values are secrets.
const PARTS: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "sshkey",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "signature",
    "auth",
];

/// Names of parameters whose values are secrets.
const NAMES: &[&str] = &["sig", "key", "pass"];

/// Returns `true` for the name of a parameter that may hold a secret.
pub fn is_secret(name: &str) -> bool {
    let name = plain(name);
    NAMES.contains(&&*name) || PARTS.iter().any(|part| name.contains(part))
}

/// Returns `true` for the name of an attribute that holds a secret: `admin_password`, but not `password_policy`.
pub fn is_secret_attribute(name: &str) -> bool {
    let name = plain(name);
    PARTS.iter().any(|part| name.ends_with(part))
}

fn plain(name: &str) -> String {
    let plain = |c: &char| !matches!(c, '-' | '_');
    name.chars().filter(plain).flat_map(char::to_lowercase).collect()
}
