//! Files that are rarely in a repository because they are not source files: keys, certificates and credentials, which
//! users provide, and archives and other build output.

use hclx_analysis::{file_name, file_path};
use hclx_eval::{Entry, Host};

use crate::misspelled::is_misspelled;

/// The suffixes of keys, certificates and licenses.
#[rustfmt::skip]
const ENDS_OF_KEYS: &[&str] = &[
    "age", "asc", "cer", "cert", "crt", "csr", "der", "env", "gpg", "jks", "key", "keystore", "kubeconfig", "lic", "license",
    "ovpn", "p12", "p7b", "pem", "pfx", "pgp", "ppk", "pub", "tfstate", "truststore",
];

/// The suffixes of archives, images and programs.
#[rustfmt::skip]
const ENDS_OF_OUTPUT: &[&str] = &[
    "7z", "bin", "bz2", "deb", "dll", "ear", "exe", "gz", "img", "iso", "jar", "msi", "nupkg", "ova", "phar", "qcow2", "rpm",
    "so", "tar", "tgz", "vhd", "vmdk", "war", "wasm", "whl", "xz", "zip", "zst",
];

/// The suffixes of data files, whose other words indicate their purpose.
const ENDS_OF_DATA: &[&str] = &["", "conf", "config", "ini", "json", "toml", "txt", "yaml", "yml"];

/// Words in the names of files that contain credentials.
#[rustfmt::skip]
const WORDS_OF_CREDENTIALS: &[&str] = &[
    "account", "cert", "certificate", "credential", "credentials", "creds", "dockerconfigjson", "dsa", "ecdsa", "ed25519",
    "htpasswd", "key", "keyfile", "kubeconfig", "license", "netrc", "password", "passwords", "rsa", "secret", "secrets",
    "serviceaccount", "token",
];

/// Directories that contain credentials.
const OF_CREDENTIALS: &[&str] = &[
    ".aws",
    ".docker",
    ".kube",
    ".secrets",
    ".ssh",
    "certificates",
    "certs",
    "credentials",
    "creds",
    "keys",
    "secrets",
    "ssl",
    "tls",
];

/// Directories that contain build output.
const OF_OUTPUT: &[&str] = &[".build", "artifacts", "bin", "build", "dist", "node_modules", "out", "target"];

/// The reason for the absence of a file that users provide or a build creates. If a file with nearly the same name
/// exists, the path is misspelled.
pub(super) fn reason(host: &dyn Host, path: &str) -> Option<String> {
    let (folder, name) = (file_path::parent(path), file_name(path));
    let listed = host.list(folder);
    let is_brought = is_of_users(name)
        || OF_CREDENTIALS.contains(&file_name(folder))
            && !listed.as_ref().is_ok_and(|files| has_module(files))
        || listed.as_ref().is_ok_and(|files| is_kept_empty(files))
        || listed.is_err() && folder.split('/').any(|step| OF_OUTPUT.contains(&step));
    let listed = listed.unwrap_or_default();
    let is_slip = || listed.iter().any(|(other, _)| is_other_spelling(name, other));
    (is_brought && !is_slip()).then(|| {
        "keys, credentials, archives and other build output that do not exist here are assumed to be added by users or a \
         build"
            .to_owned()
    })
}

/// The reason for the absence of a file or directory with a placeholder path.
pub(super) const OF_PLACEHOLDERS: &str =
    "paths such as `path/to/file` or `%s` stand for files that are named where they are used";

/// The words of components that are placeholders, such as `MODULE_NAME`.
const WORDS_OF_PLACEHOLDERS: &[&str] =
    &["DIR", "DIRECTORY", "FILE", "MODULE", "NAME", "PATH", "SOURCE", "YOUR"];

/// Returns `true` for a placeholder path: `path/to/file`, or a path with a placeholder as a component, such as `<name>`,
/// `MODULE_NAME`, or `%s` of a format string.
pub(super) fn is_placeholder(path: &str) -> bool {
    let steps: Vec<&str> = path.split('/').collect();
    let is_verb =
        |step: &str| step.strip_prefix('%').is_some_and(|verb| matches!(verb, "s" | "q" | "v" | "[1]s"));
    let is_marked = |step: &str| step.starts_with('<') && step.ends_with('>');
    let is_word = |step: &str| {
        let is_upper = step.bytes().all(|byte| byte.is_ascii_uppercase() || b"_-".contains(&byte));
        let words: Vec<&str> = step.split(['_', '-']).collect();
        is_upper && words.len() > 1 && words.iter().any(|word| WORDS_OF_PLACEHOLDERS.contains(word))
    };
    let is_written = |step: &&str| is_verb(step) || is_marked(step) || is_word(step);
    is_marked(path)
        || steps.iter().any(is_written)
        || steps.windows(2).any(|pair| pair[0] == "path" && ["to", "where"].contains(&pair[1]))
}

/// Returns `true` for the name of a file that users provide or a build creates.
fn is_of_users(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (stem, end) = stem_and_end(&name);
    let has_word = || stem.split(['.', '-', '_']).any(|word| WORDS_OF_CREDENTIALS.contains(&word));
    let is_hidden = stem == end;
    ENDS_OF_KEYS.contains(&end)
        || ENDS_OF_OUTPUT.contains(&end)
        || (is_hidden || ENDS_OF_DATA.contains(&end)) && has_word()
}

/// The name without its suffix, and the suffix. For a hidden file without another dot, both are the whole name.
fn stem_and_end(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some(("", end)) => (end, end),
        Some(parts) => parts,
        None => (name, ""),
    }
}

/// Returns `true` if two file names with the same suffix differ by one typo.
fn is_other_spelling(name: &str, other: &str) -> bool {
    let ((stem, end), (other_stem, other_end)) = (stem_and_end(name), stem_and_end(other));
    end == other_end && is_misspelled(stem, other_stem)
}

/// Names of files that have git keep an otherwise empty directory.
pub(super) const KEEPING: &[&str] = &[".gitignore", ".gitkeep", ".keep"];

/// Returns `true` for a directory that contains only placeholders such as `.gitkeep`, because its contents are
/// generated.
fn is_kept_empty(files: &[(String, Entry)]) -> bool {
    const OTHERS: &[&str] = &[".placeholder", "README.md"];
    let is_keeping = |name: &&str| KEEPING.contains(name) || OTHERS.contains(name);
    !files.is_empty() && files.iter().all(|(name, _)| is_keeping(&&**name))
}

fn has_module(files: &[(String, Entry)]) -> bool {
    files.iter().any(|(name, _)| [".tf", ".tofu", ".tf.json"].iter().any(|end| name.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::{is_of_users, is_other_spelling, is_placeholder};

    #[test]
    fn placeholders_stand_for_paths() {
        for path in [
            "../path/to/module",
            "<path/to/module>",
            "./<module>",
            "YOUR_MODULE",
            "../MODULE_NAME",
            "a/PATH-TO-FILE/b",
            "%s/a",
        ] {
            assert!(is_placeholder(path), "{path}");
        }
        for path in ["../VPC", "README", "MODULE", "path/a", "a<b", "../my_module", "LICENSE_APACHE"] {
            assert!(!is_placeholder(path), "{path}");
        }
    }

    #[test]
    fn names_say_what_users_bring() {
        for name in [
            "server.pem",
            "ID_RSA",
            "id_ed25519.pub",
            "credentials.json",
            "gcp-sa-key.json",
            "lambda.zip",
            "app.JAR",
            ".env",
            "kubeconfig",
            "admin.kubeconfig",
            ".dockerconfigjson",
            "db_password.txt",
        ] {
            assert!(is_of_users(name), "{name}");
        }
        for name in
            ["policy.json", "main.sh", "keys.tftpl", "index.js", "accounts.yaml", "user-data", "Dockerfile"]
        {
            assert!(!is_of_users(name), "{name}");
        }
    }

    #[test]
    fn spellings_are_of_files_with_one_end() {
        assert!(is_other_spelling("lamdba.zip", "lambda.zip"));
        assert!(
            !is_other_spelling("server.key", "server.keys") && !is_other_spelling("server.pem", "client.pem")
        );
    }
}
