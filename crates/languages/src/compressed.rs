//! Files that the build script compresses, because most runs read none of them.

use std::io::Read;

use flate2::read::GzDecoder;

/// The bytes of a compressed file, given its directory and name in the output of the build script.
macro_rules! compressed {
    ($path:expr) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $path)).as_slice()
    };
}
pub(crate) use compressed;

/// The documentation of blocks and attributes in the directory of a language.
macro_rules! documentation {
    ($folder:literal) => {
        hclx_analysis::bodies::Documentation::new(|| {
            crate::compressed::text_of(crate::compressed::compressed!(concat!("documentation/", $folder)))
        })
    };
}
pub(crate) use documentation;

/// The contents of a compressed file.
pub(crate) fn text_of(packed: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("the build script compressed it");
    text
}
