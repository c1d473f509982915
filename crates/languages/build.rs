//! Compresses the shipped tables and the sentences about blocks and attributes: most runs read none of them, and they take a
//! fifth of their size in the binary.

use std::io::{Result, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::{Compression, write::GzEncoder};

const TABLES: &str = "src/tables/shipped";

/// The file of sentences in the directory of a language.
const DOCUMENTATION: &str = "documentation.tsv";

fn main() -> Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names the directory"));
    let folder = folder(&out, "shipped")?;
    println!("cargo::rerun-if-changed={TABLES}");
    for entry in fs::read_dir(TABLES)? {
        let path = entry?.path();
        compress(&path, &folder.join(path.file_name().expect("a file")))?;
    }
    let folder = self::folder(&out, "documentation")?;
    for entry in fs::read_dir("src")? {
        let language = entry?.path();
        let path = language.join(DOCUMENTATION);
        if path.is_file() {
            println!("cargo::rerun-if-changed={}", path.display());
            compress(&path, &folder.join(language.file_name().expect("a directory")))?;
        }
    }
    Ok(())
}

fn folder(out: &Path, name: &str) -> Result<PathBuf> {
    let folder = out.join(name);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn compress(path: &Path, to: &Path) -> Result<()> {
    let mut packed = GzEncoder::new(fs::File::create(to)?, Compression::best());
    packed.write_all(&fs::read(path)?)?;
    packed.finish()?;
    Ok(())
}
