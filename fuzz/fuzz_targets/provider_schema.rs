//! Any bytes as the JSON of schemas of providers, and as a kept package whose checksum is right: what can
//! be opened is decoded whole.
#![no_main]

use std::sync::Arc;

use hclx_languages::terraform::packages::{Kind, Package, read_json, unpacked};

const KINDS: [Kind; 5] = [Kind::Resource, Kind::Data, Kind::Ephemeral, Kind::List, Kind::Action];

/// Decodes everything.
fn decode(package: Package) {
    let package = Arc::new(package.with_docs());
    for (kind, name) in KINDS.into_iter().flat_map(|kind| package.names(kind).map(move |name| (kind, name))) {
        if let Some(block) = package.find(kind, name) {
            let _ = block.ty();
        }
    }
    let _ = (package.provider(), package.functions());
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Ok(text) = unpacked(input) {
        let packages = read_json(&text, "schema.json", |_| None);
        packages.unwrap_or_default().into_iter().for_each(decode);
    }
    let mut crc = flate2::Crc::new();
    crc.update(input);
    let package = [&b"HCLXPS"[..], &1u16.to_le_bytes(), &crc.sum().to_le_bytes(), input].concat();
    if let Ok(package) = Package::open(Arc::from(package)) {
        decode(package);
    }
});
