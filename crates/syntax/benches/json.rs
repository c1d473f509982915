//! Speed of the JSON parser compared with `serde_json`: this parser keeps every location, the order and the
//! spelling, `serde_json` only the values. The ratio of the two counts; both run here on the same sources.
//!
//! The sources are generated: Terraform's JSON syntax with templates, a long list of small records, strings
//! with escapes, and numbers.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use hclx_diag::SourceId;
use hclx_syntax::{parse_json, parse_json_data};

/// The approximate size of a source in bytes.
const SIZE: usize = 1 << 20;

/// A source of about `size` bytes: an object with numbered properties that `write` produces.
fn object(size: usize, mut write: impl FnMut(&mut String, usize)) -> String {
    let mut text = String::from("{\n");
    for index in 0.. {
        write(&mut text, index);
        if text.len() >= size {
            break;
        }
        text.push_str(",\n");
    }
    text.push_str("\n}\n");
    text
}

/// Resources like those that generators write.
fn resources(text: &mut String, index: usize) {
    write!(
        text,
        r#"  "server_{index}": {{
    "ami": "${{data.aws_ami.ubuntu.id}}",
    "instance_type": "t3.micro",
    "count": {index},
    "monitoring": true,
    "tags": {{"Name": "server-${{count.index + 1}}", "Owner": "platform", "Cost": null}},
    "ports": [80, 443, {{"from": 8000, "to": 8100}}]
  }}"#
    )
    .expect("a string takes it");
}

fn records(text: &mut String, index: usize) {
    write!(text, r#""r{index}":{{"id":{index},"on":false,"x":[{index}.5,-2e3],"s":"plain text"}}"#)
        .expect("a string takes it");
}

fn escapes(text: &mut String, index: usize) {
    write!(text, r#""line{index}":"a \"quoted\" word,\n\ta tab and caf\u00e9, C:\\dir""#)
        .expect("a string takes it");
}

fn numbers(text: &mut String, index: usize) {
    write!(text, r#""n{index}":[{index},-0.25,1e10,123456789,3.14159265358979,0]"#)
        .expect("a string takes it");
}

fn corpora() -> [(&'static str, String); 4] {
    [
        ("resources", object(SIZE, resources)),
        ("records", object(SIZE, records)),
        ("escapes", object(SIZE, escapes)),
        ("numbers", object(SIZE, numbers)),
    ]
}

fn read(c: &mut Criterion) {
    let mut group = c.benchmark_group("json");
    for (name, text) in corpora() {
        let bytes: Arc<[u8]> = Arc::from(text.as_bytes());
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::new("hclx", name), &bytes, |b, bytes| {
            b.iter(|| parse_json(SourceId(0), black_box(bytes).clone()));
        });
        group.bench_with_input(BenchmarkId::new("hclx_data", name), &bytes, |b, bytes| {
            b.iter(|| parse_json_data(SourceId(0), black_box(bytes).clone()));
        });
        group.bench_with_input(BenchmarkId::new("serde_json", name), &bytes, |b, bytes| {
            b.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(bytes)).expect("it is JSON"));
        });
    }
    group.finish();
}

fn sizes(c: &mut Criterion) {
    let mut group = c.benchmark_group("json_size");
    group.sample_size(10);
    for megabytes in [1, 4, 16] {
        let bytes: Arc<[u8]> = Arc::from(object(megabytes * SIZE, resources).as_bytes());
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(megabytes), &bytes, |b, bytes| {
            b.iter(|| parse_json(SourceId(0), black_box(bytes).clone()));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    read(&mut criterion);
    sizes(&mut criterion);
    criterion.final_summary();
}
