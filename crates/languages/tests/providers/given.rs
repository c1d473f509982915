//! The packages of a run: given files, stored ones, and the choice of the version.

use std::io::Write;
use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings};
use hclx_languages::terraform::packages::{
    GivenSchemas, History, Pack, PackBytes, Package, ProviderAddress, Requirement, SchemaStore, read_json,
};

fn schema(resource: &str) -> String {
    format!(r#"{{"provider_schemas":{{"n/x":{{"resource_schemas":{{"{resource}":{{"block":{{}}}}}}}}}}}}"#)
}

fn address() -> ProviderAddress {
    ProviderAddress::parse("n/x").expect("an address")
}

/// A run with these files, of which those that end in `.json` or a compressed form are given, and a
/// store in `cache`.
fn run(files: &[(&str, Vec<u8>)]) -> Session {
    run_with(files, Settings::default())
}

/// Such a run with shipped packs.
fn run_shipped(files: &[(&str, Vec<u8>)]) -> Session {
    run_with(files, Settings { shipped_schemas: shipped(), ..Settings::default() })
}

fn run_with(files: &[(&str, Vec<u8>)], mut settings: Settings) -> Session {
    let is_given = |name: &str| [".json", ".gz", ".zst"].iter().any(|end| name.ends_with(end));
    let given = files.iter().filter(|(name, _)| is_given(name));
    settings.provider_schemas = given.map(|(name, _)| (*name).into()).collect();
    settings.schema_cache = Some("cache".into());
    let mut host = Memory::default();
    files.iter().for_each(|(name, bytes)| host.insert(name, bytes.clone()));
    Session::new(&[&hclx_languages::hcl::HCL], Arc::new(host), settings)
}

fn kept(version: &str) -> Vec<u8> {
    let text = schema(&format!("x_{}", version.replace('.', "_")));
    let packages = read_json(text.as_bytes(), "x.json", |_| Some(version.to_owned())).expect("it is read");
    packages[0].bytes().to_vec()
}

fn found(session: &Session, constraint: &str) -> Result<Option<Arc<Package>>, String> {
    let snapshot = session.snapshot();
    let given = GivenSchemas::of(&snapshot);
    assert!(given.refused.is_empty(), "{:?}", given.refused);
    given.find(&snapshot, &address(), &[Requirement::Constraints(vec![constraint.to_owned()])])
}

#[test]
fn files_may_be_packed() {
    let text = format!("{:400}", schema("x_a")).into_bytes();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(&text).expect("into memory");
    // a frame with one uncompressed block
    let mut zst = vec![0x28, 0xb5, 0x2f, 0xfd, 0x60];
    zst.extend((400u16 - 256).to_le_bytes());
    zst.extend(&(400u32 << 3 | 1).to_le_bytes()[..3]);
    zst.extend(&text);
    for (name, bytes) in [("a.json", text), ("a.gz", gz.finish().expect("into memory")), ("a.zst", zst)] {
        let package = found(&run(&[(name, bytes)]), ">= 0").expect(name).expect(name);
        assert!(package.resource("x_a").is_some(), "{name}");
    }
}

#[test]
fn the_newest_kept_version_that_is_admitted_counts() {
    let path = |version: &str| format!("cache/{}", SchemaStore::file(&address(), Some(version)));
    let (a, b, c) = (path("1.9.0"), path("1.10.0"), path("2.0.0"));
    let session = run(&[(&a, kept("1.9.0")), (&b, kept("1.10.0")), (&c, kept("2.0.0"))]);
    let version = |constraint: &str| {
        let package = found(&session, constraint).expect("it can be used");
        package.map(|package| package.version().expect("it has one").to_owned())
    };
    assert_eq!(version(">= 0").as_deref(), Some("2.0.0"));
    assert_eq!(version("~> 1.0").as_deref(), Some("1.10.0"));
    assert_eq!(version("1.9.0").as_deref(), Some("1.9.0"));
    assert_eq!(version("> 3"), None);
}

#[test]
fn a_given_file_counts_before_a_kept_one() {
    let path = format!("cache/{}", SchemaStore::file(&address(), Some("1.0.0")));
    let session = run(&[(&path, kept("1.0.0")), ("a.json", schema("x_given").into_bytes())]);
    let package = found(&session, "> 3").expect("it can be used").expect("it is there");
    assert!(package.resource("x_given").is_some());
}

#[test]
fn what_cannot_be_used_is_said() {
    let path = format!("cache/{}", SchemaStore::file(&address(), Some("1.0.0")));
    let why = found(&run(&[(&path, b"HCLXPS damaged".to_vec())]), ">= 0").expect_err("it is damaged");
    assert!(why.ends_with("import the schema again with `hclx schema import`"), "{why}");
    let session =
        run(&[("a.json", b"{\"a\": 1}".to_vec()), ("b.json", br#"{"name":"x","resources":{}}"#.to_vec())]);
    let refused = &GivenSchemas::of(&session.snapshot()).refused;
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].message.starts_with("cannot use `a.json`: not a provider schema file"));
}

/// Shipped packs with releases 1.0.0 and 2.0.0 of one provider.
fn shipped() -> &'static [(&'static str, &'static [u8])] {
    let mut history = History::new(address());
    for version in ["1.0.0", "2.0.0"] {
        let bytes: &'static [u8] = kept(version).leak();
        history.add(&Pack::open(PackBytes::Shipped(bytes)).expect("a pack")).expect("the same provider");
    }
    let pack: &'static [u8] = history.bytes().expect("it fits").leak();
    Box::leak(Box::new([("registry.terraform.io/n/x", pack)]))
}

#[test]
fn a_kept_version_counts_before_a_shipped_one_if_it_is_newer_or_the_only_one() {
    let path = |version: &str| format!("cache/{}", SchemaStore::file(&address(), Some(version)));
    let (b, c) = (path("1.5.0"), path("3.0.0"));
    let version = |session: &Session, constraint: &str| {
        let package = found(session, constraint).expect("it can be used").expect("it is there");
        let pack = package.pack().releases().len();
        (package.version().expect("it has one").to_owned(), pack)
    };
    let session = run_shipped(&[(&b, kept("1.5.0"))]);
    // the shipped pack knows a newer one
    assert_eq!(version(&session, ">= 0"), ("2.0.0".to_owned(), 2));
    assert_eq!(version(&session, "1.5.0"), ("1.5.0".to_owned(), 1));
    let session = run_shipped(&[(&c, kept("3.0.0"))]);
    assert_eq!(version(&session, ">= 0"), ("3.0.0".to_owned(), 1));
    assert_eq!(version(&session, "~> 1.0"), ("1.0.0".to_owned(), 2));
    assert_eq!(version(&run_shipped(&[]), "~> 4.0"), ("2.0.0".to_owned(), 2));
}
