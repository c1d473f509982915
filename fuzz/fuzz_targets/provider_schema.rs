//! Any bytes as the JSON of schemas of providers, and as a pack whose checksums are right: what can be
//! opened is decoded whole, and appended to an empty history.
#![no_main]

use std::io::Write;
use std::sync::Arc;

use hclx_languages::terraform::packages::{
    History, Kind, Pack, PackBytes, Package, archived, read_json, unpacked,
};

const KINDS: [Kind; 5] = [Kind::Resource, Kind::Data, Kind::Ephemeral, Kind::List, Kind::Action];

/// Decodes everything.
fn decode(pack: &Arc<Pack>) {
    let pack = pack.documented();
    for release in 0..pack.releases().len().min(4) {
        for kind in KINDS {
            for name in pack.names(kind, release) {
                if let Some(variant) = pack.variant(kind, name, release) {
                    let _ = pack.block(variant).ty();
                }
            }
        }
        let _ = (pack.provider(release).map(|variant| pack.block(variant)), pack.functions(release));
    }
    let mut history = History::new(pack.address().clone());
    if history.add(&pack).is_ok() {
        let bytes = history.bytes().expect("it was in a pack");
        assert!(Package::open(Arc::from(bytes)).is_ok());
    }
}

/// Appends a number in groups of seven bits.
fn put(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A pack of one release whose sections are these bytes: two groups, the documentation and the index.
fn sealed(input: &[u8]) -> Vec<u8> {
    let mut header = b"\x03n/x\x01\x051.0.0\x00\x00\x1f\x02".to_vec();
    let mut sections = Vec::new();
    let mut parts = input.split(|byte| *byte == 0xff);
    for _ in 0..4 {
        let part = parts.next().unwrap_or_default();
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::none());
        encoder.write_all(part).expect("into memory");
        let stored = encoder.finish().expect("into memory");
        let mut crc = flate2::Crc::new();
        crc.update(&stored);
        put(&mut header, stored.len());
        put(&mut header, part.len());
        header.extend(crc.sum().to_le_bytes());
        sections.extend(stored);
    }
    let mut crc = flate2::Crc::new();
    crc.update(&header);
    let mut out = [&b"HCLXPS"[..], &2u16.to_le_bytes(), &crc.sum().to_le_bytes()].concat();
    put(&mut out, header.len());
    [out, header, sections].concat()
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Ok(text) = unpacked(input) {
        let _ = archived(&text);
        let packages = read_json(&text, "schema.json", |_| None);
        packages.unwrap_or_default().iter().for_each(|package| decode(package.pack()));
    }
    if let Ok(pack) = Pack::open(PackBytes::Read(Arc::from(sealed(input)))) {
        decode(&Arc::new(pack));
    }
});
