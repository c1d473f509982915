//! Schemas of common providers: one pack of releases for each, made by `packaging/schemas`.
//!
//! Out of scope: reading packs (`hclx-languages`).

/// The packs, by the addresses of their providers.
pub static PACKS: &[(&str, &[u8])] = &[];
