//! The packages of a run: given files, stored ones, and the choice of the version.

use std::io::Write;
use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings};
use hclx_languages::terraform::packages::{GivenSchemas, Package, ProviderAddress, SchemaStore, read_json};

fn schema(resource: &str) -> String {
    format!(r#"{{"provider_schemas":{{"n/x":{{"resource_schemas":{{"{resource}":{{"block":{{}}}}}}}}}}}}"#)
}

fn address() -> ProviderAddress {
    ProviderAddress::parse("n/x").expect("an address")
}

/// A run with these files, of which those that end in `.json` or a compressed form are given, and a
/// store in `cache`.
fn run(files: &[(&str, Vec<u8>)]) -> Session {
    let mut settings = Settings::default();
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

fn found(session: &Session, admits: &dyn Fn(&str) -> bool) -> Result<Option<Arc<Package>>, String> {
    let snapshot = session.snapshot();
    let given = GivenSchemas::of(&snapshot);
    assert!(given.refused.is_empty(), "{:?}", given.refused);
    given.find(&snapshot, &address(), admits)
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
        let package = found(&run(&[(name, bytes)]), &|_| true).expect(name).expect(name);
        assert!(package.resource("x_a").is_some(), "{name}");
    }
}

#[test]
fn the_newest_kept_version_that_is_admitted_counts() {
    let path = |version: &str| format!("cache/{}", SchemaStore::file(&address(), Some(version)));
    let (a, b, c) = (path("1.9.0"), path("1.10.0"), path("2.0.0"));
    let session = run(&[(&a, kept("1.9.0")), (&b, kept("1.10.0")), (&c, kept("2.0.0"))]);
    let version = |admits: &dyn Fn(&str) -> bool| {
        let package = found(&session, admits).expect("it can be used");
        package.map(|package| package.version().expect("it has one").to_owned())
    };
    assert_eq!(version(&|_| true).as_deref(), Some("2.0.0"));
    assert_eq!(version(&|version| version.starts_with("1.")).as_deref(), Some("1.10.0"));
    assert_eq!(version(&|version| version == "1.9.0").as_deref(), Some("1.9.0"));
    assert_eq!(version(&|_| false), None);
}

#[test]
fn a_given_file_counts_before_a_kept_one() {
    let path = format!("cache/{}", SchemaStore::file(&address(), Some("1.0.0")));
    let session = run(&[(&path, kept("1.0.0")), ("a.json", schema("x_given").into_bytes())]);
    let package = found(&session, &|_| false).expect("it can be used").expect("it is there");
    assert!(package.resource("x_given").is_some());
}

#[test]
fn what_cannot_be_used_is_said() {
    let path = format!("cache/{}", SchemaStore::file(&address(), Some("1.0.0")));
    let why = found(&run(&[(&path, b"HCLXPS damaged".to_vec())]), &|_| true).expect_err("it is damaged");
    assert!(why.ends_with("import the schema again with `hclx schema import`"), "{why}");
    let session =
        run(&[("a.json", b"{\"a\": 1}".to_vec()), ("b.json", br#"{"name":"x","resources":{}}"#.to_vec())]);
    let refused = &GivenSchemas::of(&session.snapshot()).refused;
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].message.starts_with("cannot use `a.json`: not a provider schema file"));
}
