//! Hostile JSON sources: deep, long, truncated, changed at random. Each is parsed, with ranges inside the
//! source.

use std::fmt::Write;
use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprKind, Root};
use hclx_syntax::body::{AttributeSchema, BlockSchema, BodyNames, BodyView};
use hclx_syntax::{JsonOptions, Parsed, parse_json, parse_json_data, parse_json_with, statics};

const SOURCE: SourceId = SourceId(0);

fn read(text: impl AsRef<[u8]>) -> Parsed {
    parse_json(SOURCE, Arc::from(text.as_ref()))
}

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|finding| finding.code.id()).collect()
}

fn root_kind(parsed: &Parsed) -> ExprKind {
    let Root::Expr(root) = parsed.tree.root() else { panic!("JSON is an expression") };
    parsed.tree.expr(root).kind
}

/// Visits everything in a tree; checks that all ranges are inside the source.
fn use_all(parsed: &Parsed, len: usize) {
    let places = parsed.diagnostics.iter().flat_map(|finding| {
        let fixes = finding.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span)).chain(fixes)
    });
    for place in places {
        assert!(
            place.range.start <= place.range.end && place.range.end as usize <= len,
            "{place:?} in {len}"
        );
    }
    let tree = &parsed.tree;
    for id in tree.expr_ids() {
        let range = tree.expr(id).range;
        assert!(range.start <= range.end && range.end as usize <= len, "{range:?} in {len}");
    }
    let (view, _) = BodyView::root(tree, SOURCE);
    let (attributes, _) = view.just_attributes();
    for attribute in &attributes {
        let _ = statics::variables(tree, attribute.value);
        let _ = statics::as_reference(tree, SOURCE, attribute.value);
        let _ = statics::as_call(tree, SOURCE, attribute.value);
    }
    let schema = BodyNames {
        attributes: vec![AttributeSchema { name: "name".to_owned(), required: true, takes_object: true }],
        blocks: vec![BlockSchema {
            block_type: "svc".to_owned(),
            labels: vec!["n".to_owned()],
            ..BlockSchema::default()
        }],
    };
    for block in view.content(&schema).0.blocks {
        let _ = (block.body.missing_item(), block.body.just_attributes(), block.body.content(&schema));
    }
}

const SAMPLE: &str = r#"{
  "//": "a service",
  "name": "caf\u00e9 ${upper(\"x\")} \ud83d\ude00",
  "svc": {"a": [{"port": 8080, "on": true}, {}], "b": {"list": [1, -2.5e3, null, [[], {}]]}},
  "text": "%{ if b }yes%{ else }no%{ endif } \\ \/ \n",
  "é": ["${[for x in l : x]}", "$${no}", "tab\t"]
}
"#;

#[test]
fn the_sample_is_right() {
    let parsed = read(SAMPLE);
    assert_eq!(codes(&parsed), [] as [&str; 0]);
    use_all(&parsed, SAMPLE.len());
}

#[test]
fn every_prefix_is_answered_with_few_findings() {
    for len in 0..SAMPLE.len() {
        let parsed = read(&SAMPLE.as_bytes()[..len]);
        let end = SAMPLE.trim_end().len();
        assert_eq!(
            parsed.diagnostics.is_empty(),
            len >= end,
            "{:?}",
            &SAMPLE.as_bytes()[..len].escape_ascii()
        );
        assert!(parsed.diagnostics.len() <= 2, "{len}: {:?}", codes(&parsed));
        use_all(&parsed, len);
    }
}

#[test]
fn every_suffix_and_every_missing_byte_is_answered() {
    for at in 0..SAMPLE.len() {
        let suffix = &SAMPLE.as_bytes()[at..];
        use_all(&read(suffix), suffix.len());
        let mut missing = SAMPLE.as_bytes().to_vec();
        missing.remove(at);
        use_all(&read(&missing), missing.len());
    }
}

/// A portable random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn texts_changed_at_random_are_answered() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let pieces: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"",
        b"\\",
        b"\\u",
        b"\n",
        b"\xff",
        b"\0",
        b"//",
        b"/*",
        b"#",
        b"=",
        b"'",
        b"true",
        b"nul",
        b"-",
        b"1.",
        b"0x",
        b"${",
        b"%{",
        b"}}",
        b"\xe2\x80\x9c",
        b"\xc2\xa0",
        b";",
    ];
    for _ in 0..4_000 {
        let mut text = SAMPLE.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() + 1);
            let end = (at + random.below(3)).min(text.len());
            let piece = pieces[random.below(pieces.len())];
            text.splice(at..end, piece.iter().copied());
        }
        use_all(&read(&text), text.len());
    }
}

/// A random JSON value.
fn random_value(random: &mut Random, depth: usize, text: &mut String) {
    const PLAIN: &[&str] = &[
        "null",
        "true",
        "false",
        "0",
        "-1.5e+3",
        "1E2",
        "\"\"",
        "\"a b\"",
        "\"\\n\\u00e9\\\"\"",
        "\"é${x}\"",
    ];
    const BLANKS: &[&str] = &["", "", " ", "\n\t", "\r\n"];
    let members = random.below(4);
    let kind = if depth == 0 { 0 } else { random.below(3) };
    match kind {
        0 => text.push_str(PLAIN[random.below(PLAIN.len())]),
        _ => {
            text.push(if kind == 1 { '[' } else { '{' });
            for member in 0..members {
                text.push_str(if member > 0 { "," } else { "" });
                text.push_str(BLANKS[random.below(BLANKS.len())]);
                text.push_str(if kind == 2 { "\"k\": " } else { "" });
                random_value(random, depth - 1, text);
                text.push_str(BLANKS[random.below(BLANKS.len())]);
            }
            text.push(if kind == 1 { ']' } else { '}' });
        }
    }
}

#[test]
fn what_is_json_is_accepted_and_nothing_else() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let pieces: &[&str] = &[
        "", "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "true", "x", " ", "\n", "'", "\\", "//", "=",
        "é", "e", ".", "-", "+", "0",
    ];
    let mut accepted = 0;
    for _ in 0..8_000 {
        let mut text = String::new();
        random_value(&mut random, 4, &mut text);
        for _ in 0..random.below(3) {
            let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            let at = places.nth(random.below(text.chars().count() + 1)).expect("a place");
            let end = at + text[at..].chars().next().map_or(0, |c| c.len_utf8() * random.below(2));
            text.replace_range(at..end, pieces[random.below(pieces.len())]);
        }
        let parsed = read(&text);
        let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        assert_eq!(parsed.diagnostics.is_empty(), is_json, "{text:?}");
        accepted += usize::from(is_json);
        use_all(&parsed, text.len());
    }
    assert!((2_000..7_000).contains(&accepted), "{accepted}");
}

#[test]
fn brackets_beyond_the_limit_are_one_finding() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let deep = 100_000;
        for text in [open.repeat(deep), format!("{}1{}", open.repeat(deep), close.repeat(deep))] {
            let parsed = read(&text);
            assert_eq!(codes(&parsed), ["HX1217"], "{open}");
            use_all(&parsed, text.len());
        }
    }
    let text = format!("{{\"a\": {}1{}, \"b\": 2}}", "[".repeat(20_000), "]".repeat(20_000));
    let parsed = read(&text);
    assert_eq!(codes(&parsed), ["HX1217"]);
    let (attributes, _) = BodyView::root(&parsed.tree, SOURCE).0.just_attributes();
    assert_eq!(attributes.iter().map(|attribute| attribute.name).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn the_limit_is_exact_and_can_be_set() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(codes(&read(nested(10_000))), [] as [&str; 0]);
    assert_eq!(codes(&read(nested(10_001))), ["HX1217"]);
    let options = JsonOptions { max_nesting: 3, ..JsonOptions::default() };
    let with = |text: String| codes(&parse_json_with(SOURCE, text.into_bytes().into(), options));
    assert_eq!(with(nested(3)), [] as [&str; 0]);
    assert_eq!(with(nested(4)), ["HX1217"]);
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let count = 1_000_000;
    let mut keys = String::from("{");
    for key in 0..count {
        write!(keys, "\"k{key}\": {key}, ").unwrap();
    }
    keys.push_str("\"name\": 1}");
    let parsed = read(&keys);
    assert_eq!(codes(&parsed), [] as [&str; 0]);
    let (view, _) = BodyView::root(&parsed.tree, SOURCE);
    assert_eq!(view.just_attributes().0.len(), count + 1);
    let schema = BodyNames {
        attributes: vec![AttributeSchema { name: "name".to_owned(), required: true, takes_object: true }],
        blocks: Vec::new(),
    };
    assert_eq!(view.content(&schema).1.len(), count);

    let same = format!("{{{}\"a\": 1}}", "\"a\": 1,".repeat(100_000));
    let parsed = read(&same);
    assert_eq!(BodyView::root(&parsed.tree, SOURCE).0.just_attributes().1.len(), 100_000);

    let digits = format!("-1.{}e1", "7".repeat(count));
    let parsed = read(&digits);
    assert!(matches!(root_kind(&parsed), ExprKind::Number));
    let Root::Expr(root) = parsed.tree.root() else { unreachable!() };
    assert_eq!(parsed.tree.number(parsed.tree.expr(root).range), digits);

    let string = format!("\"{}\"", "x\\n".repeat(count));
    assert_eq!(codes(&read(string)), [] as [&str; 0]);
}

#[test]
fn long_texts_full_of_mistakes_are_read_in_linear_time() {
    for piece in [
        "]",
        "}",
        "[}",
        "{]",
        "[1}",
        "{\"a\":1]",
        "\"",
        "\"a",
        "\"a\"b",
        "\"a\" ",
        "'",
        "@",
        "x ",
        "x",
        ",",
        ":",
        "\"a\"{",
        "\"a\":1{",
        "{\"a\":1{\"a\":",
        "//",
        "#\n",
        "/*",
        "\"\n",
        "\"x\n",
        "\\",
        "=",
        "1 ",
        "01,",
        "\"a\":",
        "[\"a\":1,",
        "\"\\q",
        "\"\t",
        "{,",
        "é",
        "\u{a0}",
        "\u{201c}",
        "n\":",
        "}k\":",
        "[{\"a\":1,",
        "\"a,\"b",
    ] {
        for opening in ["", "[", "{", "{\"a\": ["] {
            let text = format!("{opening}{}", piece.repeat(20_000));
            let parsed = read(&text);
            assert!(!parsed.diagnostics.is_empty() && parsed.diagnostics.len() <= 1_001, "{opening}{piece}");
        }
    }
}

#[test]
fn a_text_with_too_many_mistakes_says_so() {
    let text = format!("[{}1]", "@1,".repeat(5_000));
    let parsed = read(text);
    assert_eq!(parsed.diagnostics.len(), 1_001);
    assert_eq!(parsed.diagnostics.iter().filter(|finding| finding.code.id() == "HX1032").count(), 1);
}

#[test]
fn data_has_no_templates() {
    let parsed = parse_json_data(SOURCE, Arc::from(&b"{\"${a}\": \"${\"}"[..]));
    assert_eq!(codes(&parsed), [] as [&str; 0]);
    let ExprKind::Object(items) = root_kind(&parsed) else { panic!("an object") };
    let item = parsed.tree.slice(items)[0];
    for (id, text) in [(item.key, "${a}"), (item.value, "${")] {
        let ExprKind::String(found) = parsed.tree.expr(id).kind else { panic!("text") };
        assert_eq!(parsed.tree.text(found), text);
    }
}

#[test]
fn bytes_that_are_not_utf8_are_replaced_one_by_one() {
    let parsed = read(b"[\"a\xff\xf0\x9f\x98b\", \"\xed\xa0\x80\", \"\\ud800\\ud83d\\ude00\"]");
    assert_eq!(codes(&parsed), [] as [&str; 0]);
    let ExprKind::Tuple(elements) = root_kind(&parsed) else { panic!("an array") };
    let texts: Vec<_> = parsed
        .tree
        .slice(elements)
        .iter()
        .map(|id| match parsed.tree.expr(*id).kind {
            ExprKind::String(text) => parsed.tree.text(text),
            kind => panic!("{kind:?}"),
        })
        .collect();
    assert_eq!(
        texts,
        ["a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b", "\u{fffd}\u{fffd}\u{fffd}", "\u{fffd}\u{1f600}"]
    );
}

#[test]
fn text_that_is_not_in_normal_form_stays_as_written() {
    let parsed = read("[\"e\\u0301\", \"é\", \"e\u{301}\"]");
    let ExprKind::Tuple(elements) = root_kind(&parsed) else { panic!("an array") };
    let kinds: Vec<_> = parsed.tree.slice(elements).iter().map(|id| parsed.tree.expr(*id).kind).collect();
    assert!(
        matches!(kinds[0], ExprKind::JsonString { text, template: None } if parsed.tree.text(text) == "e\u{301}")
    );
    assert!(matches!(kinds[1], ExprKind::String(text) if parsed.tree.text(text) == "é"));
    assert!(
        matches!(kinds[2], ExprKind::JsonString { text, template: None } if parsed.tree.text(text) == "e\u{301}")
    );
}

#[test]
fn lines_that_begin_inside_of_strings_have_no_indentation() {
    for text in ["{s\n.list(%{url:\r\r [", "{\"a\n{ [", "[\"\n\"[{", "{a: 'b\n', [\n{"] {
        use_all(&read(text), text.len());
    }
}
