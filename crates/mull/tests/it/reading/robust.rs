//! Hostile sources: parsing ends without a panic, and trees are not larger than their sources.

use hclx_diag::SourceId;
use hclx_mull::syntax::Form;
use hclx_mull::syntax::ast::NodeId;

use super::shape::{findings, reading};

/// Parses a source in both forms; its tree must not have more nodes than its length justifies.
fn small(name: &str, text: &str) {
    const ALIASED: usize = 100_000;
    for form in [Form::Yaml, Form::Json] {
        let (document, _) = reading(text, form);
        let nodes = document.node_count();
        assert!(nodes <= 2 * text.len() + ALIASED, "{name} {form:?}: {nodes} nodes");
    }
}

#[test]
fn deep_nesting_is_refused() {
    const DEEP: usize = 100_000;
    for unit in ["[", "{a: ", "{\"a\":", "- ", "? ", "[${", "${{", "!t ", "&a "] {
        small(unit, &unit.repeat(DEEP));
        small(unit, &format!("x: ${{y}}\nz: {}", unit.repeat(DEEP / 10)));
    }
    for unit in ["a:\n ", "${if a}\n", "${for a}\n "] {
        small(unit, &unit.repeat(DEEP / 20));
    }
    let indented: String = (0..1500).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    small("indented", &indented);
    assert_eq!(findings(&"[".repeat(200), Form::Json), ["MU1008 \"[\""]);
    let fits = format!("{}{}", "[".repeat(128), "]".repeat(128));
    for form in [Form::Json, Form::Yaml] {
        assert!(findings(&fits, form).is_empty());
        assert_eq!(findings(&format!("[{fits}]"), form).len(), 1);
    }
}

#[test]
fn aliases_are_bounded() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let last = level - 1;
        bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{last}"); 9].join(", ")));
    }
    small("bomb", &bomb);
    let found = findings(&bomb, Form::Yaml);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("MU1008 \"*a"), "{found:?}");
    let mut chain = String::from("a0: &a0 x\n");
    for level in 1..5000 {
        chain.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    small("chain", &chain);
}

#[test]
fn long_lines_and_many_of_a_kind() {
    const MANY: usize = 3_000;
    let texts = [
        ("one scalar", "x".repeat(1 << 18)),
        ("quotations", format!("a: {}", "${x}-".repeat(MANY))),
        ("quoted quotations", format!("a: \"{}\"", "${x}\\t".repeat(MANY))),
        ("open quotations", format!("a: \"{}\"", "${x ".repeat(MANY))),
        ("dollars", format!("a: {}", "$".repeat(1 << 18))),
        ("escaped", format!("a: {}", "$${x} ".repeat(MANY))),
        ("keys", (0..MANY).map(|key| format!("k{key}: ${{x}}\n")).collect()),
        ("same keys", "k: 1\n".repeat(MANY)),
        ("inserts", "${x}\n".repeat(MANY)),
        ("lets", "${let a = 1}\n".repeat(MANY)),
        ("groups", "${if a}\n${done}\n".repeat(MANY)),
        (
            "groups in a sequence",
            format!("- 1\n{}", "${if a}\n  - b\n${else}\n  ${c}\n${done}\n".repeat(MANY / 4)),
        ),
        ("blank lines", format!("a: x${{y}}{}z\n", "\n ".repeat(MANY))),
        ("lines of a scalar", format!("a: x\n{}", "  y ${z}\n".repeat(MANY))),
        ("comments", "# ${x\n".repeat(MANY)),
        ("quotes", "'\"".repeat(MANY)),
        ("braces", "${}}".repeat(MANY)),
        ("strings", format!("${{{}", "\"x\"'y'".repeat(MANY))),
        ("breaks", "\r\n\r".repeat(MANY)),
    ];
    for (name, text) in &texts {
        small(name, text);
    }
}

/// Parses a source, and checks that all ranges are inside the file.
fn read_in_bounds(bytes: &[u8], form: Form) {
    let (document, diagnostics) = hclx_mull::syntax::read(SourceId(0), bytes.into(), form);
    let ranges = (0..document.node_count()).map(|node| document.range(NodeId(node as u32)));
    let told = diagnostics.iter().flat_map(|diagnostic| {
        let labels = diagnostic.labels.iter().map(|label| label.span.range);
        labels.chain([diagnostic.span.expect("every finding has a place").range])
    });
    for range in ranges.chain(told) {
        let text = String::from_utf8_lossy(bytes);
        assert!(range.start <= range.end && range.end as usize <= bytes.len(), "{range:?} in {text:?}");
    }
}

#[test]
fn cut_and_mangled_texts() {
    let text = "types:\n  t: { base: int }\n${let a = \"é\"}\nm:\n  - ${if a} # c\n  ${for [1, 2]}\n  - x: |\n      ${item}\n    y: 'it''s ${a}'\n  ${done}\n\"k ${b}\": !t \"\\u00e9 ${c}\"\n? [x]\n: >-\n  y\n";
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        for form in [Form::Yaml, Form::Json] {
            read_in_bounds(&text.as_bytes()[..end], form);
            read_in_bounds(&text.as_bytes()[end..], form);
        }
    }
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        for swap in [b'\n', b'$', b'{', b'}', b'"', b'-', b'\t', b' ', b':', 0xff] {
            let mut mangled = bytes.to_vec();
            mangled[at] = swap;
            read_in_bounds(&mangled, Form::Yaml);
        }
    }
}

#[test]
fn every_short_text_has_its_places_inside() {
    const PARTS: [&str; 24] = [
        "a", " ", "  ", "\t", "\n", "\r", "\r\n", ":", "- ", "&a", "*a", "!t", "|", ">-", "\"", "'", "${",
        "}", "{", "[", "]", ",", "#", "${if a}",
    ];
    let mut state = 7_u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let count = if cfg!(debug_assertions) { 40_000 } else { 4_000_000 };
    for _ in 0..count {
        let length = 1 + next(9);
        let text: String = (0..length).map(|_| PARTS[next(PARTS.len())]).collect();
        read_in_bounds(text.as_bytes(), Form::Yaml);
        read_in_bounds(text.as_bytes(), Form::Json);
    }
}

#[test]
fn a_tab_before_a_block_string_moves_nothing() {
    for start in ["a: &a\t|\n", "a: !t\t|\n", "a:\t|\n"] {
        assert_eq!(
            findings(&format!("{start}  x ${{y}} ${{1 +}}"), Form::Yaml),
            ["MU1201 \"}\""],
            "{start:?}"
        );
    }
}

#[test]
fn the_limits_of_files() {
    assert_eq!(findings(&" ".repeat((8 << 20) + 1), Form::Yaml), ["MU1008 \"\""]);
    let digits = format!("a: {}", "1".repeat(1234));
    assert_eq!(findings(&digits, Form::Yaml).len(), 1);
    let (_, found) = hclx_mull::syntax::read(SourceId(0), b"a: \xff"[..].into(), Form::Yaml);
    assert_eq!(found[0].code.to_string(), "MU1009");
}
