//! Decoding with a specification of about 200 lines: from source to value, without printing or
//! freeing the value.
//!
//! The benchmark generates its sources: services with listeners, checks, routes and environments,
//! typical of daemons and schedulers, in native syntax and in JSON. Three sizes show whether the cost
//! is linear.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use hclx_diag::SourceId;
use hclx_eval::Budget;
use hclx_languages::hcldec::{Input, SpecFile, decode, read_spec};
use hclx_syntax::ast::Language;

const MEGABYTE: usize = 1 << 20;

/// The attributes of an object of a specification.
fn attributes(out: &mut String, names: &[(&str, &str)]) {
    for (name, ty) in names {
        let _ = write!(out, "attr \"{name}\" {{\n  type = {ty}\n}}\n");
    }
}

/// A specification of about 200 lines.
fn specification() -> SpecFile {
    let mut text = String::from("object {\nblock_map \"service\" {\nlabels = [\"name\"]\nobject {\n");
    let names =
        ["image", "command", "user", "region", "team", "policy", "restart", "network", "zone", "tier"];
    attributes(&mut text, &names.map(|name| (name, "string")));
    attributes(&mut text, &[("replicas", "number"), ("memory", "number"), ("enabled", "bool")]);
    attributes(&mut text, &[("tags", "map(string)"), ("args", "list(string)")]);
    text.push_str(
        "default \"weight\" {\nattr {\nname = \"weight\"\ntype = number\n}\nliteral {\nvalue = 1\n}\n}\n",
    );
    for (block, inner) in [("listen", "address"), ("route", "path"), ("check", "probe"), ("mount", "target")]
    {
        let _ = write!(text, "block_list \"{block}\" {{\nmax_items = 100\nobject {{\n");
        attributes(
            &mut text,
            &[(inner, "string"), ("port", "number"), ("timeout", "number"), ("note", "string")],
        );
        attributes(&mut text, &[("secure", "bool"), ("labels", "map(string)")]);
        text.push_str("}\n}\n");
    }
    text.push_str("block_attrs \"environment\" {\nelement_type = string\n}\n}\n}\n}\n");
    let (spec, findings) = read_spec(SourceId(0), text.as_bytes().into(), &Budget::default());
    assert!((150..=250).contains(&text.lines().count()), "{} lines", text.lines().count());
    spec.unwrap_or_else(|| panic!("{findings:?}"))
}

fn native(size: usize) -> Arc<[u8]> {
    let mut text = String::new();
    for index in 0.. {
        let _ = write!(
            text,
            r#"service "web-{index}" {{
  image    = "registry.example.com/team/web:1.{index}"
  command  = "/usr/bin/web --config /etc/web.conf"
  region   = "eu-central"
  team     = "storefront"
  replicas = {index}
  memory   = 512 * 1024
  enabled  = true
  tags     = {{ app = "web", stage = "production" }}
  args     = ["--verbose", "--port", "8080"]

  listen {{
    address = "0.0.0.0"
    port    = 8080
    secure  = false
  }}

  check {{
    probe   = "http://127.0.0.1:8080/health"
    timeout = 30
    note    = "warn ${{1 + 1}} times"
  }}

  environment {{
    LANG = "C.UTF-8"
    TZ   = "UTC"
  }}
}}

"#
        );
        if text.len() >= size {
            break;
        }
    }
    text.into_bytes().into()
}

fn json(size: usize) -> Arc<[u8]> {
    let mut text = String::from("{\"service\": {\n");
    for index in 0.. {
        let comma = if index > 0 { ",\n" } else { "" };
        let _ = write!(
            text,
            r#"{comma}  "web-{index}": {{
    "image": "registry.example.com/team/web:1.{index}",
    "region": "eu-central",
    "replicas": {index},
    "enabled": true,
    "tags": {{"app": "web", "stage": "production"}},
    "args": ["--verbose", "--port", "8080"],
    "listen": [{{"address": "0.0.0.0", "port": 8080}}, {{"address": "::", "port": 8081}}],
    "environment": {{"LANG": "C.UTF-8", "TZ": "UTC"}}
  }}"#
        );
        if text.len() >= size {
            break;
        }
    }
    text.push_str("\n}}\n");
    text.into_bytes().into()
}

fn bench(criterion: &mut Criterion) {
    let spec = specification();
    for (name, make, language) in [
        ("native", native as fn(usize) -> Arc<[u8]>, Language::Native),
        ("json", json as fn(usize) -> Arc<[u8]>, Language::Json),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for megabytes in [1, 5, 20] {
            let bytes = make(megabytes * MEGABYTE);
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            let read = |bytes: Arc<[u8]>| {
                let (input, wrong) = Input::read(SourceId(1), bytes, language);
                assert!(wrong.is_empty(), "{wrong:?}");
                input
            };
            group.bench_function(BenchmarkId::new("parse and decode", megabytes), |bencher| {
                bencher.iter_with_large_drop(|| {
                    let decoded = decode(&spec, &[read(bytes.clone())], &[], &Budget::default());
                    assert!(decoded.findings.is_empty(), "{:?}", decoded.findings);
                    black_box(decoded.value)
                });
            });
            let input = [read(bytes.clone())];
            group.bench_function(BenchmarkId::new("decode", megabytes), |bencher| {
                bencher
                    .iter_with_large_drop(|| black_box(decode(&spec, &input, &[], &Budget::default()).value));
            });
        }
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    bench(&mut criterion);
    criterion.final_summary();
}
