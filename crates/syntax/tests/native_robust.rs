//! Hostile sources in native syntax: endless nesting, long chains, large collections, broken bytes. Each is
//! parsed in linear time on a small stack, and its tree can be printed.
//!
//! Out of scope: findings, except for their number.

use hclx_diag::SourceId;
use hclx_syntax::{Parsed, limits, parse_body, parse_expression, parse_template, tree_spans, tree_text};

/// The stack size of the tests: less than the default of threads.
const STACK: usize = 1 << 20;

fn on_small_stack<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(f).expect("a thread");
    thread.join().expect("no panic")
}

/// Parses a source and prints its tree; returns the number of findings and the first message.
fn read(text: impl Into<Vec<u8>>) -> (usize, String) {
    let text = text.into();
    on_small_stack(move || {
        let Parsed { tree, diagnostics } = parse_body(SourceId(0), text.into());
        let printed = tree_text(&tree);
        let places: Vec<String> = tree_spans(&tree).collect();
        assert!(printed.len() + places.len() > 0 || tree.expr_count() == 0);
        (diagnostics.len(), diagnostics.first().map(|first| first.message.clone()).unwrap_or_default())
    })
}

#[track_caller]
fn accepted(text: String) {
    assert_eq!(read(text), (0, String::new()));
}

/// Checks that there is one finding, which starts with this message.
#[track_caller]
fn refused(text: String, message: &str) {
    let (count, first) = read(text);
    assert!(count == 1 && first.starts_with(message), "{count}: {first}");
}

fn nested(open: &str, middle: &str, close: &str, depth: usize) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

/// The constructs that nest: their opening, the middle, their closing, and the surroundings.
const NESTING: [(&str, &str, &str, &str, &str); 13] = [
    ("[", "1", "]", "a = ", "\n"),
    ("(", "1", ")", "a = ", "\n"),
    ("{ b = ", "1", " }", "a = ", "\n"),
    ("f(", "1", ")", "a = ", "\n"),
    ("b[", "1", "]", "a = ", "\n"),
    ("-", "1", "", "a = ", "\n"),
    ("!", "x", "", "a = ", "\n"),
    ("\"${", "x", "}\"", "a = ", "\n"),
    ("[for v in ", "x", " : v]", "a = ", "\n"),
    ("x ? ", "1", " : 2", "a = ", "\n"),
    ("b {\n", "", "}\n", "", ""),
    ("%{ if x }", "y", "%{ endif }", "a = \"", "\"\n"),
    ("<<A\n${", "x", "}\nA\n", "a = ", ""),
];

const LIMIT: &str = "nesting is deeper than the limit of 10000 levels";

#[test]
fn nesting_below_the_limit_is_read() {
    for (open, middle, close, before, after) in NESTING {
        accepted(format!("{before}{}{after}", nested(open, middle, close, 4_000)));
    }
}

#[test]
fn nesting_beyond_the_limit_is_one_finding() {
    for (open, middle, close, before, after) in NESTING {
        let text = format!("{before}{}{after}", nested(open, middle, close, 100_000));
        let (count, first) = read(text);
        assert!(count == 1 && first.starts_with(LIMIT), "{open}: {count}: {first}");
    }
    assert_eq!(limits::MAX_NESTING, 10_000);
}

#[test]
fn nesting_that_never_ends_is_one_finding_or_two() {
    for (open, _, _, before, _) in NESTING {
        let (count, first) = read(format!("{before}{}", open.repeat(100_000)));
        assert!((1..=2).contains(&count), "{open}: {count}: {first}");
    }
    for close in ["]", ")", "}", "%{ endif }"] {
        let (count, _) = read(close.repeat(100_000));
        assert!((1..=limits::MAX_DIAGNOSTICS + 1).contains(&count), "{close}: {count}");
    }
}

#[test]
fn the_rest_of_a_file_is_read_behind_what_is_too_deep() {
    let deep = nested("[", "1", "]", 100_000);
    let text = format!("a = {deep}\nb = 'x'\nc = 1\n");
    let (count, _) = read(text.clone());
    assert_eq!(count, 2);
    let printed = on_small_stack(move || tree_text(&parse_body(SourceId(0), text.into_bytes().into()).tree));
    assert!(printed.ends_with("(attr b (str \"x\"))(attr c (num 1))"));
}

#[test]
fn chains_have_no_limit() {
    let n = 100_000;
    let chain = |start: &str, link: &str| accepted(format!("a = {start}{}\n", link.repeat(n)));
    for link in
        [" + 1", " * 2", " || x", " == y", " - -1", " && !x", ".b", "[0]", "[x]", ".0.b", "[*]", ".*[0]"]
    {
        chain("x", link);
    }
    chain("x", "[*].b[\"c\"]");
    let (count, _) = read(format!("a = {}2\n", "x ? 1 : ".repeat(n)));
    assert_eq!(count, 0);
}

#[test]
fn chains_that_break_off_are_one_finding() {
    for link in [" +", " ||", ".", "[", "[*].", " ? 1 :", " ? "] {
        let (count, first) = read(format!("a = x{}\n", link.repeat(100_000)));
        assert!((1..=2).contains(&count), "{link}: {count}: {first}");
    }
}

#[test]
fn big_collections_are_read() {
    let n = 100_000;
    let items = |item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    accepted(format!("a = {{\n{}}}\n", items(&|i| format!("  key{i} = {i}\n"))));
    accepted(format!("a = {{ {} }}\n", items(&|i| format!("\"k{i}\": {i}, "))));
    accepted(format!("a = [{}]\n", items(&|i| format!("{i},"))));
    accepted(format!("a = f({}0)\n", items(&|i| format!("{i}, "))));
    accepted(format!("a = <<EOT\n{}EOT\n", items(&|i| format!("line {i}\n"))));
    accepted(format!("a = <<-EOT\n{}  EOT\n", items(&|i| format!("    line ${{x}} {i} $${{y}}\n"))));
    accepted(format!("a = \"{}\"\n", items(&|i| format!("${{x{i}}}-\\n"))));
    accepted(format!("a = \"{}\"\n", "%{ if x }y%{ else }z%{ endif }".repeat(n)));
    accepted(items(&|i| format!("b \"l{i}\" {{\n  a = 1\n}}\n")));
    accepted("# c\n/* d */\n".repeat(n));
}

#[test]
fn a_million_attributes_are_read_and_compared() {
    accepted((0..1_000_000).map(|i| format!("a{i} = 1\n")).collect());
    let (count, first) = read("a = 1\n".repeat(100_000));
    assert_eq!(count, limits::MAX_DIAGNOSTICS + 1);
    assert_eq!(first, "duplicate attribute `a`");
}

#[test]
fn broken_bytes_are_found_and_named_once() {
    accepted("\u{FEFF}a = 1\n".into());
    accepted("a = \"\0\"\n# \0\n".into());
    let once = |bytes: &[u8]| {
        let (count, first) = read(bytes);
        assert!(count == 1 && first.contains("UTF-8"), "{count}: {first}");
    };
    once(b"a = \"\xff\"\nb = \"\xfe\"\n");
    once(b"a = <<EOT\n\xff ${x}\nEOT\n");
    once(b"b \"\xff\" {}\n");
    once(b"\xff = 1\n");
    accepted(String::new());
    assert_eq!(read(b"# \xff\n"[..].to_vec()).0, 0);
    let (count, _) = read(vec![0; 1_000_000]);
    assert_eq!(count, 1);
    let (count, first) = read(vec![0xFF; 1_000_000]);
    assert!(count == 1 && first.contains("UTF-8"));
}

#[test]
fn foreign_quotes_around_broken_bytes_are_survived() {
    // replacement characters are longer than the bytes they replace
    let (count, _) = read(*b"a =\x15 {'\xe0\x9e\xdf\xb9\xc2\xdf\xce\xd7}{' a F= \n");
    assert!(count > 0);
    let (count, _) = read(*b"a = '\xff\xff\xff\xff' x = 1");
    assert!(count > 0);
}

#[test]
fn errors_without_number_are_cut_off() {
    let (count, _) = read("a = 'x' 'y\n".repeat(100_000));
    assert_eq!(count, limits::MAX_DIAGNOSTICS + 1);
}

#[test]
fn every_prefix_and_every_deletion_is_answered() {
    let text = include_str!("native_samples/everything.hcl");
    for end in 0..text.len() {
        let _ = parse_body(SourceId(0), text.as_bytes()[..end].into());
        let without = [&text.as_bytes()[..end], &text.as_bytes()[end + 1..]].concat();
        let tree = parse_body(SourceId(0), without.into()).tree;
        let _ = (tree_text(&tree), tree_spans(&tree).count());
    }
    assert_eq!(read(text), (0, String::new()));
}

#[test]
fn expressions_and_bare_templates_are_as_robust() {
    on_small_stack(|| {
        let deep = nested("(", "1", ")", 100_000);
        assert_eq!(parse_expression(SourceId(0), deep.into_bytes().into()).diagnostics.len(), 1);
        let deep = nested("${\"", "x", "\"}", 100_000);
        assert_eq!(parse_template(SourceId(0), deep.into_bytes().into()).diagnostics.len(), 1);
        let broken = parse_template(SourceId(0), b"a ${ b \r c $"[..].into());
        assert_eq!(broken.diagnostics.len(), 1);
    });
}

#[test]
fn what_is_refused_is_refused_once() {
    refused("a = [\n".into(), "unclosed `[`");
    refused("b {\n  b {\n    b {\n".into(), "unclosed `{`");
}
