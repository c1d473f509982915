//! Cost of parsing: allocated bytes grow with the length of the source, even if it is malformed. A single
//! test in a binary of its own, because allocations are counted for the whole process.

use std::alloc::System;

use hclx_diag::SourceId;
use hclx_syntax::{parse_body, tree_text};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The number of bytes allocated while a source is parsed and its tree is printed.
fn allocated(text: String) -> usize {
    let text = text.into_bytes();
    let region = Region::new(ALLOCATOR);
    let parsed = parse_body(SourceId(0), text.into());
    let _ = tree_text(&parsed.tree);
    region.change().bytes_allocated
}

/// Parses sources of this kind with `n` and with `4 n` repetitions; the second may not allocate much more
/// than four times as much.
#[track_caller]
fn linear(name: &str, make: impl Fn(usize) -> String) {
    const N: usize = 5_000;
    let (small, big) = (allocated(make(N)), allocated(make(4 * N)));
    assert!(big <= 5 * small + 100_000, "{name}: {small} bytes, four times as long: {big}");
}

#[test]
fn errors_cost_linear_memory() {
    linear("open brackets on one line", |n| format!("a = {}", "[1 ".repeat(n)));
    linear("lists with a missing comma", |n| format!("a = [{}]\n", "[1 2], ".repeat(n)));
    linear("unclosed blocks", |n| "b {\n".repeat(n));
    linear("unclosed blocks with content", |n| "b {\n  a = 1\n".repeat(n));
    linear("unclosed objects", |n| "a = {\nb = [\n".repeat(n));
    linear("stray brackets", |n| "]})".repeat(n));
    linear("unclosed strings", |n| "a = \"x\n".repeat(n));
    linear("unclosed interpolations", |n| "a = \"${x\n".repeat(n));
    linear("unclosed interpolations on one line", |n| "\"${".repeat(n));
    linear("heredocs without end", |n| (0..n).map(|i| format!("a{i} = <<E{i}\n")).collect());
    linear("heredocs of one marker without end", |n| (0..n).map(|i| format!("a{i} = <<E\nE,\n")).collect());
    linear("conflicts without end", |n| "<<<<<<< a\n=======\n".repeat(n));
    linear("double braces", |n| "{{ x ".repeat(n));
    linear("wrong quotes", |n| "'".repeat(n));
    linear("dots", |n| format!("a = {}", ".".repeat(n)));
    linear("comments that do not end", |n| "/* ".repeat(n));
    linear("brackets that cross", |n| format!("a = {}", "([)]".repeat(n)));
    linear("words", |n| "a ".repeat(n));
    linear("labels", |n| format!("a {}", "\"b\" ".repeat(n)));
    linear("one line blocks", |n| "b { c { ".repeat(n));
    linear("directives that do not end", |n| format!("a = \"{}\"", "%{ if x }".repeat(n)));
    linear("empty heredocs", |n| (0..n).map(|i| format!("a{i} = <<E\nE\n")).collect());
    linear("numbers", |n| format!("a = {}", "1.".repeat(n)));
}
