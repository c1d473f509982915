//! Packs: histories of releases, groups that are unpacked on demand, and damaged packs.

use std::sync::Arc;

use hclx_languages::terraform::packages::{History, Kind, Pack, PackBytes, Variant, read_json};
use hclx_schema::Block;

const RELEASES: usize = 50;
const TYPES: usize = 600;

/// The version of a release; every tenth begins a line.
fn version(release: usize) -> String {
    format!("{}.{}.0", release / 10, release % 10)
}

/// The schema of a release: every type has a body that changes in the release with its number, some types
/// appear in it, and some disappear.
fn schema(release: usize) -> String {
    let body = |number: usize| {
        let changed = if release >= number % RELEASES { "number" } else { "string" };
        format!(
            r#"{{"version":0,"block":{{"attributes":{{"id":{{"type":"string","computed":true,"description":"d{release}"}},
            "a{number}":{{"type":"{changed}","optional":true}}}},"block_types":{{"b":{{"nesting_mode":"list",
            "block":{{"attributes":{{"c":{{"type":["list","string"],"required":true}}}}}}}}}}}}}}"#
        )
    };
    let exists = |number: &usize| match number % 3 {
        0 => true,
        1 => release >= number % RELEASES,
        _ => release < number % RELEASES,
    };
    let types = (0..TYPES).filter(exists).map(|number| format!("\"x_t{number:03}\":{}", body(number)));
    let types = types.collect::<Vec<_>>().join(",");
    let functions = r#"{"f":{"return_type":"bool","parameters":[{"name":"a","type":"string"}]}}"#;
    format!(
        r#"{{"format_version":"1.0","provider_schemas":{{"n/x":{{"provider":{{"block":{{"attributes":{{"p{}":
        {{"type":"string","optional":true}}}}}}}},"resource_schemas":{{{types}}},"functions":{functions}}}}}}}"#,
        release / 10
    )
}

fn opened(bytes: &[u8]) -> Arc<Pack> {
    Arc::new(Pack::open(PackBytes::Read(Arc::from(bytes))).expect("it is a pack"))
}

fn release(number: usize) -> Arc<Pack> {
    let packages = read_json(schema(number).as_bytes(), "x.json", |_| Some(version(number)));
    opened(packages.expect("it is read")[0].bytes())
}

fn history(releases: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let mut history: Option<History> = None;
    for number in releases {
        let pack = release(number);
        let history = history.get_or_insert_with(|| History::new(pack.address().clone()));
        history.add(&pack).expect("a release of the provider");
    }
    history.expect("a release").bytes().expect("it fits")
}

fn shape(block: &Block) -> String {
    let attributes = block.attributes().iter().map(|one| format!("{}: {}", one.name, one.ty));
    let blocks =
        block.blocks().iter().map(|one| format!("{} {{ {} }}", one.block_type, shape(&one.body.fixed())));
    attributes.chain(blocks).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_history_has_what_its_releases_have() {
    let whole = opened(&history(0..RELEASES));
    let versions: Vec<_> = whole.releases().iter().filter_map(|release| release.version.clone()).collect();
    assert_eq!(versions, (0..RELEASES).map(version).collect::<Vec<_>>());
    for number in [0, 1, 9, 10, 25, 49] {
        let alone = release(number);
        assert!(whole.names(Kind::Resource, number).eq(alone.names(Kind::Resource, 0)), "{number}");
        for name in alone.names(Kind::Resource, 0).step_by(7) {
            let of = |pack: &Arc<Pack>, number| {
                shape(&pack.block(pack.variant(Kind::Resource, name, number).expect("a body")))
            };
            assert_eq!(of(&whole, number), of(&alone, 0), "{name} in {number}");
        }
        let provider = |pack: &Arc<Pack>, number| shape(&pack.block(pack.provider(number).expect("a body")));
        assert_eq!(provider(&whole, number), provider(&alone, 0));
        assert_eq!(whole.functions(number).len(), 1);
    }
}

#[test]
fn appended_releases_give_the_same_bytes_in_any_order() {
    let whole = history(0..12);
    let mut grown = history([7]);
    for number in [3, 11, 0, 5, 1, 9, 2, 10, 4, 8, 6, 7] {
        let pack = opened(&grown);
        let mut history = History::new(pack.address().clone());
        history.add(&pack).expect("itself");
        history.add(&release(number)).expect("one more");
        grown = history.bytes().expect("it fits");
    }
    assert!(whole == grown, "{} and {} bytes", whole.len(), grown.len());
}

#[test]
fn a_body_that_does_not_change_is_one_variant() {
    let pack = opened(&history(0..RELEASES));
    let variants = |name: &str| -> Vec<Variant> {
        let mut all: Vec<_> =
            (0..RELEASES).filter_map(|release| pack.variant(Kind::Resource, name, release)).collect();
        all.dedup();
        all
    };
    // it has changed before the first release
    assert_eq!(variants("x_t000").len(), 1);
    assert_eq!(variants("x_t003").len(), 2);
    let before = pack.variant(Kind::Resource, "x_t003", 0).expect("a body");
    assert!(Arc::ptr_eq(&pack.block(before), &pack.block(variants("x_t003")[0])));
    // fifty times the bodies take less than three times the space
    let (one, all) = (history([0]).len(), pack.bytes().len());
    assert!(all < one * 3, "{one} and {all} bytes");
}

#[test]
fn only_groups_of_types_that_are_asked_for_are_unpacked() {
    let pack = opened(&history(0..10));
    let names = pack.names(Kind::Resource, 0).count();
    assert_eq!(names, 400);
    assert_eq!(pack.unpacked_groups(), 0);
    let body = |name: &str| pack.variant(Kind::Resource, name, 0).map(|variant| pack.block(variant));
    assert!(body("x_t000").is_some() && body("x_t003").is_some() && body("x_none").is_none());
    assert_eq!(pack.unpacked_groups(), 1);
    assert!(body("x_t597").is_some());
    assert_eq!(pack.unpacked_groups(), 2);
}

#[test]
fn documentation_is_left_out_of_histories() {
    let alone = release(0).documented();
    let described = |pack: &Arc<Pack>| {
        let block = pack.block(pack.variant(Kind::Resource, "x_t000", 0).expect("a body"));
        block.find_attribute("id").expect("an attribute").docs.clone()
    };
    assert_eq!(described(&alone).as_deref(), Some("d0"));
    assert_eq!(described(&opened(&history([0])).documented()), None);
}

#[test]
fn packs_of_other_providers_are_refused() {
    let other = schema(0).replace("n/x", "n/y");
    let packages = read_json(other.as_bytes(), "y.json", |_| Some("1.0.0".to_owned())).expect("it is read");
    let mut history = History::new(release(0).address().clone());
    let refused = history.add(&opened(packages[0].bytes()));
    assert_eq!(
        refused.expect_err("another provider"),
        "expected a pack of registry.terraform.io/n/x, found one of registry.terraform.io/n/y"
    );
}

#[test]
fn lengths_that_lie_are_refused() {
    let bytes = history([0]);
    // an empty pack, a header that is longer than the pack, and one that is cut
    for wrong in [&bytes[..8], &[&bytes[..12], &[0xff, 0xff, 0xff, 0x7f][..]].concat(), &bytes[..200]] {
        assert!(Pack::open(PackBytes::Read(Arc::from(wrong))).is_err());
    }
    assert!(Pack::open(PackBytes::Read(Arc::from([&bytes[..], b"x"].concat()))).is_err());
}
