//! Parsing Mull: plain YAML, which becomes a tree with ranges, compared with the YAML parser alone, which
//! produces events. Only the ratio of the two matters; both run on the same sources.
//!
//! The sources are generated: manifests of a cluster, a workflow with scripts, flow style, and a document
//! with statement lines, which the YAML parser alone does not support.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use granit_parser::Parser;
use hclx_diag::SourceId;
use hclx_mull::syntax::{Form, read};

/// The approximate size of a source in bytes.
const SIZE: usize = 1 << 20;

/// A source of about [`SIZE`] bytes that `write` produces.
fn text(mut write: impl FnMut(&mut String, usize)) -> String {
    let mut text = String::from("# made by the bench\n");
    for index in 0.. {
        write(&mut text, index);
        if text.len() >= SIZE {
            break;
        }
    }
    text
}

fn manifests(text: &mut String, index: usize) {
    write!(
        text,
        "- apiVersion: apps/v1\n  kind: Deployment\n  metadata:\n    name: server-{index}\n    labels: {{ app: server }}\n  \
         spec:\n    replicas: {index}\n    template:\n      spec:\n        containers:\n          - name: main\n            \
         image: \"registry.example.org/server:1.{index}\"\n            ports:\n              - containerPort: 8080\n            \
         args: ['--port', '8080', '--it''s']\n"
    )
    .expect("a string takes it");
}

fn workflow(text: &mut String, index: usize) {
    write!(
        text,
        "job_{index}:\n  runs-on: ubuntu-latest # the usual one\n  steps:\n    - run: |\n        set -e\n        cargo build --release\n\n        \
         cargo test\n    - name: A name that goes\n        on to a second line\n      with: {{ key: \"a\\tb\" }}\n"
    )
    .expect("a string takes it");
}

fn flow(text: &mut String, index: usize) {
    writeln!(text, "r{index}: {{ id: {index}, on: false, x: [{index}.5, -2e3, ~], s: plain text }}")
        .expect("a string takes it");
}

fn statements(text: &mut String, index: usize) {
    write!(
        text,
        "m{index}:\n  ${{let n = {index}}}\n  ${{if n > 1}}\n    name: server-${{n}}\n    ports: [${{n}}, ${{n + 1}}]\n  ${{else}}\n    \
         name: \"first ${{n}}\"\n  ${{done}}\n  list:\n    ${{for [1, 2]}}\n    - x: ${{item}}\n    ${{done}}\n"
    )
    .expect("a string takes it");
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("mull");
    let texts = [
        ("manifests", text(manifests)),
        ("workflow", text(workflow)),
        ("flow", text(flow)),
        ("statements", text(statements)),
    ];
    for (name, text) in texts {
        let bytes: Arc<[u8]> = Arc::from(text.as_bytes());
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::new("hclx", name), &bytes, |b, bytes| {
            b.iter(|| read(SourceId(0), black_box(bytes).clone(), Form::Yaml));
        });
        if name != "statements" {
            group.bench_with_input(BenchmarkId::new("granit", name), &text, |b, text| {
                b.iter(|| Parser::new_from_str(black_box(text)).filter(Result::is_ok).count());
            });
        }
    }
    group.finish();
    criterion.final_summary();
}
