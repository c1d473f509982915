//! Any bytes as a file in native syntax: what is formatted parses to the same tree and is not formatted again, for a
//! style and a width that the bytes choose.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hclx_format::laws::hold_one(bytes));
