//! Speed of the algebra of types: the questions of the recorded vectors, with warm and cold caches, and deep
//! types, wide types and large numbers of types.
//!
//! `cargo bench -p hclx-core --bench algebra`; elements per second are questions per second.

#![allow(missing_docs, reason = "criterion's macros make functions without docs")]

#[allow(dead_code, reason = "tests count outcomes, benches do not")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hclx_core::{Rules, Type, convertible, forget_answers, unify};
use support::type_text::read;
use support::vectors::{lines, text};

/// The questions of a file of vectors about conversions.
fn pairs(file: &str) -> Vec<(Type, Type)> {
    lines(file).iter().map(|line| (read(text(line, "from")), read(text(line, "to")))).collect()
}

/// The questions of a file of vectors about unification.
fn sets(file: &str) -> Vec<Vec<Type>> {
    let types = |line: &serde_json::Value| {
        line["types"].as_array().expect("types").iter().map(|ty| read(ty.as_str().expect("a type"))).collect()
    };
    lines(file).iter().map(types).collect()
}

const SUITES: [(&str, Rules); 2] = [("cty", Rules::hcl()), ("pulumi", Rules::extended())];

fn convert(c: &mut Criterion) {
    let mut group = c.benchmark_group("convert");
    for (suite, rules) in SUITES {
        let pairs = pairs(&format!("{suite}/convert.jsonl"));
        let ask = || {
            for (from, to) in &pairs {
                black_box(convertible(from, to, &rules));
            }
        };
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function(BenchmarkId::new("met before", suite), |b| b.iter(ask));
        group.bench_function(BenchmarkId::new("new", suite), |b| {
            b.iter_batched(forget_answers, |()| ask(), BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn unification(c: &mut Criterion) {
    let mut group = c.benchmark_group("unify");
    for (suite, rules) in SUITES {
        let sets = sets(&format!("{suite}/unify.jsonl"));
        let ask = || sets.iter().for_each(|types| drop(black_box(unify(types, &rules))));
        group.throughput(Throughput::Elements(sets.len() as u64));
        group.bench_function(BenchmarkId::new("met before", suite), |b| b.iter(ask));
        group.bench_function(BenchmarkId::new("new", suite), |b| {
            b.iter_batched(forget_answers, |()| ask(), BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// Asks every question about two types that are not cached yet.
fn ask_all(from: &Type, to: &Type) {
    forget_answers();
    for rules in [Rules::hcl(), Rules::extended()] {
        black_box(convertible(from, to, &rules));
        black_box(unify(&[from.clone(), to.clone()], &rules));
    }
}

type Make = fn(usize, Type) -> Type;

/// Large types of several kinds, with sizes whose times tell linear from quadratic.
const LARGE: [(&str, &[usize], Make); 5] = [
    ("deep lists", &[100, 1_000, 10_000], |depth, leaf| (0..depth).fold(leaf, |ty, _| Type::list(ty))),
    ("deep objects", &[100, 1_000, 10_000], |depth, leaf| {
        (0..depth).fold(leaf, |ty, _| Type::object([("a", ty), ("b", Type::BOOL)]))
    }),
    ("wide objects", &[10_000, 100_000], |width, leaf| {
        Type::object((0..width).map(|i| (format!("a{i}"), leaf.clone())))
    }),
    ("wide tuples", &[10_000, 100_000], |width, leaf| Type::tuple(vec![leaf; width])),
    ("unions", &[100, 1_000, 10_000], |count, leaf| {
        Type::union((0..count).map(|i| Type::object([(format!("a{i}"), leaf.clone())])))
    }),
];

fn large(c: &mut Criterion) {
    let mut group = c.benchmark_group("large");
    group.sample_size(10);
    for (name, sizes, make) in LARGE {
        for &size in sizes {
            let (from, to) = (make(size, Type::INT), make(size, Type::STRING));
            group.throughput(Throughput::Elements(size as u64));
            if name != "unions" {
                group.bench_function(BenchmarkId::new(format!("{name}: convert and unify"), size), |b| {
                    b.iter(|| ask_all(&from, &to));
                });
            }
            // Equal members are merged in a union, so this is a question about sets.
            let wider = from.optional();
            group.bench_function(BenchmarkId::new(format!("{name}: into the optional"), size), |b| {
                b.iter(|| ask_all(&from, &wider));
            });
            group.bench_function(BenchmarkId::new(format!("{name}: print"), size), |b| {
                b.iter(|| black_box(from.to_string()));
            });
            group.bench_function(BenchmarkId::new(format!("{name}: build and drop"), size), |b| {
                b.iter(|| black_box(make(size, Type::list(Type::BOOL))));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, convert, unification, large);
criterion_main!(benches);
