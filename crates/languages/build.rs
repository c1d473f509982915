//! Compresses the shipped tables: most runs read none of them, and they take a fifth of their size in the binary.

use std::io::{Result, Write};
use std::path::Path;
use std::{env, fs};

use flate2::{Compression, write::GzEncoder};

const TABLES: &str = "src/tables/shipped";

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed={TABLES}");
    let out = env::var_os("OUT_DIR").expect("Cargo names the directory");
    let out = Path::new(&out).join("shipped");
    fs::create_dir_all(&out)?;
    for entry in fs::read_dir(TABLES)? {
        let path = entry?.path();
        let to = out.join(path.file_name().expect("a file"));
        let mut packed = GzEncoder::new(fs::File::create(to)?, Compression::best());
        packed.write_all(&fs::read(&path)?)?;
        packed.finish()?;
    }
    Ok(())
}
