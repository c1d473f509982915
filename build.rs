//! Leaves out of a release on Linux what it does not need: the tables for unwinding and the relocations. A fault ends
//! the program (`panic = "abort"`), so nothing reads the tables, and they are 8 % of the file; a program that is always
//! at one place starts without relocating 20,000 pointers, which are another 5 %. A profile cannot say so, and flags
//! for a target would hold for tests too, which unwind.
//!
//! The tables are removed by the linker, which must be one that is known to understand how: with flags or a linker of
//! somebody's own, they stay.

use std::env;
use std::path::Path;

/// Discards the tables, and keeps the rest of the linker's own script.
const SCRIPT: &str =
    "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame.*) *(.gcc_except_table*) } } INSERT AFTER .text;\n";

/// The flags that `.cargo/config.toml` sets.
const OWN_FLAGS: &str = "-Crelocation-model=static";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let text = |name: &str| env::var(name).unwrap_or_default();
    let is_plain = env::var_os("RUSTC_LINKER").is_none()
        && text("CARGO_ENCODED_RUSTFLAGS").split('\u{1f}').all(|flag| flag.is_empty() || flag == OWN_FLAGS);
    if text("PROFILE") != "release" || text("CARGO_CFG_TARGET_OS") != "linux" || !is_plain {
        return;
    }
    let script = Path::new(&text("OUT_DIR")).join("no-unwinding.ld");
    std::fs::write(&script, SCRIPT).expect("the directory of the build is writable");
    println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    println!("cargo::rustc-link-arg-bins=-no-pie");
    println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
    println!("cargo::rustc-link-arg-bins=-T{}", script.display());
}
