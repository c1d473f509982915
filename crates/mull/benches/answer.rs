//! Speed of answers about Mull documents: the time per size shows linear growth.

#![allow(missing_docs, reason = "criterion's macros make functions without docs")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hclx_analysis::{Answer, Question, Session, Settings};
use hclx_eval::{Budget, NoHost};
use hclx_mull::Mull;
use std::hint::black_box;
use std::sync::Arc;

/// A document with services that consist of quotations, statements and references to the root.
fn document(services: usize) -> Arc<[u8]> {
    let mut text = String::from("domain: example.com\nstage: prod\nservices:\n");
    for number in 0..services {
        text += &format!(
            "  - name: service-{number}\n    url: https://service-{number}.${{domain}}:${{8000 + {number}}}/\n    \
             ${{if stage == \"prod\"}}\n    replicas: ${{{number} % 3 + 1}}\n    ${{done}}\n    \
             ports: ${{for([80, 443], item + {number})}}\n"
        );
    }
    text.into_bytes().into()
}

fn ask(bytes: &Arc<[u8]>, question: Question) -> Answer {
    let mut session = Session::new(&[&Mull], Arc::new(NoHost), Settings::default());
    session.set("Mu.yaml", bytes.clone());
    let snapshot = session.snapshot();
    snapshot.answer(&snapshot.units()[0], &question, &Budget::default())
}

fn documents(criterion: &mut Criterion) {
    for (name, question) in [("check", Question::Check), ("eval", Question::Eval)] {
        let mut group = criterion.benchmark_group(format!("mull/{name}"));
        for services in [100, 1_000, 10_000] {
            let bytes = document(services);
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            group.sample_size(10);
            group.bench_with_input(BenchmarkId::from_parameter(services), &bytes, |bench, bytes| {
                bench.iter(|| black_box(ask(bytes, question.clone())));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, documents);
criterion_main!(benches);
