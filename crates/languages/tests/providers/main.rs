//! Provider schemas: reading their JSON, the contents of the compact form, and rejected inputs.

mod admitted;
mod given;
mod modules;
mod packs;
mod versions;

use std::sync::Arc;

use hclx_core::Type;
use hclx_languages::terraform::packages::{
    Kind, Pack, PackBytes, Package, ProviderAddress, ProviderSchemas, read_json,
};
use hclx_schema::Nesting;
use hclx_testkit::workspace_root;

fn recorded() -> Vec<u8> {
    let file = workspace_root().join("tests/vectors/provider-schema/schema.json");
    std::fs::read(file).expect("the recorded schema")
}

fn packages(text: &[u8]) -> Vec<Arc<Package>> {
    let packages = read_json(text, "schema.json", |_| Some("1.2.3".to_owned())).expect("it is read");
    packages.into_iter().map(Arc::new).collect()
}

/// A file for one provider `x` with a resource `x_a` that has this block.
fn resource(block: &str) -> Vec<u8> {
    let schema = format!("{{\"resource_schemas\":{{\"x_a\":{{\"version\":0,\"block\":{block}}}}}}}");
    format!("{{\"format_version\":\"1.0\",\"provider_schemas\":{{\"example.com/n/x\":{schema}}}}}")
        .into_bytes()
}

fn refused(text: impl AsRef<[u8]>) -> String {
    read_json(text.as_ref(), "schema.json", |_| None).expect_err("it is refused")
}

#[test]
fn recorded_schemas_are_read() {
    let packages = packages(&recorded());
    let addresses: Vec<String> = packages.iter().map(|package| package.address().to_string()).collect();
    assert!(addresses.contains(&"registry.terraform.io/hashicorp/aws".to_owned()), "{addresses:?}");
    let aws = packages.iter().find(|package| package.address().name == "aws").expect("aws");
    let group = aws.resource("aws_security_group").expect("the resource");
    let name = group.find_attribute("name").expect("an attribute");
    assert!(name.optional && name.computed && !name.required && name.ty == Type::STRING);
    let ingress = group.find_block("ingress").expect("an attribute that may be blocks");
    assert!(ingress.also_attribute && ingress.dynamic && ingress.nesting == Nesting::Set);
    assert_eq!(ingress.body.fixed().find_attribute("from_port").expect("of the object").ty, Type::NUMBER);
    assert!(aws.resource("aws_nothing").is_none());
    assert!(aws.data("aws_ami").is_some() && aws.resource("aws_ami_").is_none());
    assert!(
        aws.names(Kind::Resource).eq(aws.names(Kind::Resource).collect::<std::collections::BTreeSet<_>>())
    );
}

#[test]
fn every_body_of_the_compact_form_is_decoded() {
    for package in packages(&recorded()) {
        let again = Arc::new(Package::open(Arc::from(package.bytes())).expect("it opens"));
        assert_eq!((again.version(), again.origin()), (Some("1.2.3"), "schema.json"));
        let kinds = [Kind::Resource, Kind::Data, Kind::Ephemeral, Kind::List, Kind::Action];
        for (kind, name) in kinds.into_iter().flat_map(|kind| again.names(kind).map(move |name| (kind, name)))
        {
            let block = again.find(kind, name).expect("a body");
            assert!(block.ty().as_object().is_some() || block.ty().is_any(), "{name}");
        }
    }
}

#[test]
fn a_package_is_freed_with_the_blocks_that_were_found_in_it() {
    let text = resource(r#"{"block_types":{"a":{"nesting_mode":"list","block":{"attributes":{}}}}}"#);
    let mut all = packages(&text);
    let block = all[0].resource("x_a").expect("the resource");
    let inner = block.find_block("a").expect("a block").body.fixed();
    assert_eq!(inner.attributes().len(), 0);
    let package = all.remove(0);
    let (weak_package, weak_block, weak_inner) =
        (Arc::downgrade(&package), Arc::downgrade(&block), Arc::downgrade(&inner));
    drop((package, block, inner));
    assert_eq!(
        (weak_package.strong_count(), weak_block.strong_count(), weak_inner.strong_count()),
        (0, 0, 0)
    );
}

#[test]
fn nested_attributes_have_a_type_and_a_body() {
    let text = resource(
        r#"{"attributes":{"a":{"nested_type":{"attributes":{"b":{"type":"string","required":true},
        "c":{"type":["list","number"],"optional":true,"deprecated":true}},"nesting_mode":"list"},"optional":true}}}"#,
    );
    let block = packages(&text)[0].resource("x_a").expect("the resource");
    let attribute = block.find_attribute("a").expect("it is there");
    assert_eq!(attribute.ty.to_string(), "list(object({b = string, c = optional(list(number))}))");
    let object = attribute.object.as_ref().expect("a body");
    assert_eq!(object.find_attribute("c").expect("it is there").deprecated.as_deref(), Some(""));
}

#[test]
fn functions_have_signatures() {
    let text = br#"{"format_version":"1.0","provider_schemas":{"n/x":{"functions":{"f":{"return_type":"bool",
        "parameters":[{"name":"a","type":["list","string"],"is_nullable":true}],
        "variadic_parameter":{"name":"b","type":"number"}}}}}}"#;
    let function = packages(text)[0].function("f").expect("it is there");
    assert_eq!(function.returns, Type::BOOL);
    assert_eq!((&*function.parameters[0].name, function.parameters[0].nullable), ("a", true));
    assert_eq!(function.variadic.expect("it is there").ty, Type::NUMBER);
}

#[test]
fn what_is_no_schema_is_refused_with_the_place() {
    assert_eq!(
        refused("{}"),
        "not a provider schema file: missing `provider_schemas`, as in the output of `terraform providers schema -json`"
    );
    assert_eq!(refused("{\"provider_schemas\": {"), "the file ends in the middle, at line 1");
    let version = "{\"format_version\": \"2.0\"}";
    assert_eq!(refused(version), "unknown format version \"2.0\" at line 1 column 25");
    let nesting = resource(r#"{"block_types":{"b":{"nesting_mode":"heap","block":{}}}}"#);
    assert!(refused(nesting).starts_with("unknown nesting mode \"heap\""));
    let ty = resource(r#"{"attributes":{"a":{"type":"text"}}}"#);
    assert!(refused(ty).starts_with("a type: "));
    assert!(refused(resource(r#"{"attributes":{"a":{}}}"#)).starts_with("missing type of attribute \"a\""));
    assert!(refused("[]").starts_with("invalid type: sequence, expected the output of"));
    let deep = (0..10_000).fold("{}".to_owned(), |block, _| {
        format!("{{\"block_types\":{{\"b\":{{\"nesting_mode\":\"list\",\"block\":{block}}}}}}}")
    });
    assert_eq!(refused(resource(&deep)), "it is nested deeper than the limit of 127 levels at line 1");
}

#[test]
fn damage_is_noticed() {
    let package = &packages(&resource(r#"{"attributes":{"a":{"type":"string"}}}"#))[0];
    let bytes = package.bytes().to_vec();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        assert!(Package::open(Arc::from(damaged)).is_err(), "byte {at}");
        assert!(Package::open(Arc::from(&bytes[..at])).is_err(), "cut at {at}");
    }
}

/// A pack that is part of the program is opened without comparing the checksums of groups, so that they can
/// be modified; the header gets a correct one.
fn resealed(mut bytes: Vec<u8>) -> Option<Arc<Pack>> {
    let is_long = bytes[12] & 0x80 != 0;
    let len = usize::from(bytes[12] & 0x7f) | if is_long { usize::from(bytes[13]) << 7 } else { 0 };
    let start = if is_long { 14 } else { 13 };
    let mut crc = flate2::Crc::new();
    crc.update(bytes.get(start..start + len)?);
    bytes[8..12].copy_from_slice(&crc.sum().to_le_bytes());
    Pack::open(PackBytes::Shipped(bytes.leak())).ok().map(Arc::new)
}

#[test]
fn content_of_any_kind_is_decoded_or_refused() {
    let text = resource(
        r#"{"attributes":{"a":{"type":"string","description":"x"},"b":{"nested_type":{"nesting_mode":"map",
        "attributes":{"c":{"type":["list","bool"],"optional":true}}},"required":true}},
        "block_types":{"d":{"nesting_mode":"set","min_items":1,"block":{"attributes":{"e":{"type":"number"}}}}}}"#,
    );
    let bytes = packages(&text)[0].bytes().to_vec();
    assert!(resealed(bytes.clone()).is_some());
    let (mut opened, mut decoded) = (0, 0);
    for at in 12..bytes.len() {
        for change in [1, 2, 0x7f, 0x80, 0xff] {
            let mut other = bytes.clone();
            other[at] ^= change;
            let Some(pack) = resealed(other) else { continue };
            opened += 1;
            let pack = pack.documented();
            let variants =
                pack.names(Kind::Resource, 0).filter_map(|name| pack.variant(Kind::Resource, name, 0));
            let blocks = variants.map(|variant| pack.block(variant));
            decoded += blocks.filter(|block| block.ty().is_any() || block.ty().as_object().is_some()).count();
            let _ = (pack.provider(0), pack.functions(0));
        }
    }
    assert!(opened > 100 && decoded > 50, "{opened} opened, {decoded} decoded");
}

#[test]
fn addresses_are_read_in_every_form() {
    let same = [
        "aws",
        "hashicorp/aws",
        "registry.terraform.io/hashicorp/aws",
        "registry.opentofu.org/Hashicorp/AWS",
    ];
    for text in same {
        assert_eq!(
            ProviderAddress::parse(text).expect(text).to_string(),
            "registry.terraform.io/hashicorp/aws"
        );
    }
    assert_eq!(
        ProviderAddress::parse("terraform").expect("it").to_string(),
        "terraform.io/builtin/terraform"
    );
    for text in ["", "a/b/c/d", "a//b", "a b"] {
        assert_eq!(ProviderAddress::parse(text), None, "{text}");
    }
    let mut schemas = ProviderSchemas::new();
    packages(&recorded()).into_iter().for_each(|package| schemas.add(package));
    assert!(schemas.find(&ProviderAddress::implied("aws").expect("an address")).is_some());
}
