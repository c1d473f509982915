//! Directories of examples from which the documentation of a provider is generated. Each is an excerpt rather than a
//! module to run: it omits declarations that a reader already has, and repeats a resource for each variant.
//!
//! Source of the layout: the conventional paths of HashiCorp's `tfplugindocs`.

use hclx_analysis::file_name;

/// The directories in `examples` that contain a directory for each object of a provider.
const KINDS: &[&str] =
    &["resources", "data-sources", "ephemeral-resources", "list-resources", "actions", "functions", "guides"];

/// The directories of [`KINDS`] whose contents are not named after a provider.
const OF_OTHERS: &[&str] = &["functions", "guides"];

/// Returns `true` for a directory such as `examples/resources/aws_vpc`.
pub(crate) fn is_fragment(folder: &str) -> bool {
    let parts: Vec<&str> = folder.split('/').collect();
    match parts[..] {
        [.., "examples", "provider"] | [.., "examples", "provider", _] => true,
        // objects are named after their provider, functions and guides are not
        [.., "examples", kind, name] => {
            KINDS.contains(&kind) && (OF_OTHERS.contains(&kind) || name.contains('_'))
        }
        _ => false,
    }
}

/// Returns `true` for a file with one of several ways to import an object, such as `import-by-identity.tf`.
pub(crate) fn is_way_to_import(path: &str) -> bool {
    let name = file_name(path);
    ["import-by-", "import_by_"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_fragment;

    #[test]
    fn fragments_are_recognized_by_the_conventional_path() {
        for folder in [
            "examples/provider",
            "examples/provider/token",
            "p/examples/resources/aws_vpc",
            "examples/functions/parse",
            "examples/guides/first-steps",
        ] {
            assert!(is_fragment(folder), "{folder}");
        }
        for folder in ["examples", "examples/resources", "resources/aws_vpc", "examples/resources/vpc", "."] {
            assert!(!is_fragment(folder), "{folder}");
        }
    }
}
