//! Schemas of common providers: one pack of releases for each, made by `packaging/schemas`.
//!
//! Out of scope: reading packs (`hclx-languages`).

/// Lists packs by the addresses of their providers.
macro_rules! packs {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!("registry.terraform.io/hashicorp/", $name),
            include_bytes!(concat!("../packs/", $name, ".pack")),
        )),*]
    };
}

/// The packs, by the addresses of their providers.
pub static PACKS: &[(&str, &[u8])] = packs![
    "archive",
    "aws",
    "azuread",
    "azurerm",
    "cloudinit",
    "dns",
    "external",
    "google",
    "google-beta",
    "helm",
    "http",
    "kubernetes",
    "local",
    "null",
    "random",
    "template",
    "time",
    "tls",
];
