//! The cursor: its context in incomplete sources, and an answer for every prefix of every fixture.

use hclx_syntax::ast::Language;
use hclx_syntax::cursor::{Context, Cursor, CursorContext, WrittenStep, cursor};

/// The cursor at the mark `$0`.
fn at_mark(text: &str, language: Language) -> (String, Cursor) {
    let offset = text.find("$0").expect("a mark");
    let text = text.replacen("$0", "", 1);
    let found = cursor(text.as_bytes(), offset as u32, language);
    (text, found)
}

fn steps(steps: &[WrittenStep]) -> String {
    let step = |step: &WrittenStep| match step {
        WrittenStep::Root(name) => name.clone(),
        WrittenStep::Expression(_) => "(…)".to_owned(),
        WrittenStep::Name(name) => format!(".{name}"),
        WrittenStep::Key(key) => format!("[{key:?}]"),
        WrittenStep::Number(number) => format!("[{number}]"),
        WrittenStep::Index => "[…]".to_owned(),
        WrittenStep::Splat => "[*]".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// A cursor as one line: bodies, enclosing constructs, what may come next, and the word.
fn shown(text: &str, language: Language) -> String {
    let (text, found) = at_mark(text, language);
    let mut parts: Vec<String> = found
        .bodies
        .iter()
        .skip(1)
        .map(|body| {
            let labels: String = body.labels.iter().map(|label| format!(" {label}")).collect();
            let items: Vec<&str> = body.items.iter().map(|item| &*item.name).collect();
            format!("{}{labels}({})", body.block_type, items.join(" "))
        })
        .collect();
    parts.extend(found.around.iter().map(|around| match around {
        CursorContext::Attribute(name) => format!("{name}="),
        CursorContext::ObjectValue(name) => format!("{{{name}}}"),
        CursorContext::ObjectKey => "{key}".to_owned(),
        CursorContext::Element(index) => format!("[{index}]"),
        CursorContext::Argument { function, index, .. } => format!("{function}({index})"),
        CursorContext::Operand(op) => format!("{op:?}"),
        CursorContext::Unary(op) => format!("{op:?}"),
        CursorContext::Index { of, .. } => format!("index of {}", steps(of)),
        CursorContext::Interpolation => "${}".to_owned(),
        CursorContext::Source => "source".to_owned(),
        CursorContext::Condition => "if".to_owned(),
        CursorContext::Collection => "in".to_owned(),
        CursorContext::ForResult { is_object, is_first } => format!("for {is_object} {is_first}"),
    }));
    parts.push(match &found.context {
        Context::Value if !found.steps.is_empty() => format!("member of {}", steps(&found.steps)),
        Context::Header { block_type, labels, text } => {
            format!("header {block_type} {labels:?} {}", text.is_some())
        }
        Context::ObjectKey { given, .. } => format!("key, given {given:?}"),
        Context::Text { is_whole, .. } => format!("text {is_whole}"),
        Context::Comment { .. } => "comment".to_owned(),
        other => format!("{other:?}"),
    });
    parts.extend(found.loops.iter().map(|name| format!("loop {}", name.name)));
    let word = &text[found.word.start as usize..found.word.end as usize];
    if !word.is_empty() {
        parts.push(format!("word {word}"));
    }
    parts.join(", ")
}

#[track_caller]
fn native(text: &str, expected: &str) {
    assert_eq!(shown(text, Language::Native), expected, "{text}");
}

#[test]
fn bodies_and_headers() {
    native("$0", "Body");
    native("a = 1\n$0\nb = 2", "Body");
    native("a = 1\nfo$0o\nb = 2", "Body, word foo");
    native("resource \"x\" \"y\" {\n  a = 1\n  b {}\n  $0\n}\n", "resource x y(a b), Body");
    native("a {\n  b = 1\n  c \"l\" {\n    $0", "a(b c), c l(), Body");
    native("a { $0 }", "a(), Body");
    native("a = 1.$0", "a=, member of (…)");
    native("a { b = 1 $0", "a(b), Nothing");
    native("resource $0", "header resource [] false");
    native("resource \"$0\" {", "header resource [] true");
    native("resource \"aws_$0inst\" \"x\" {", "header resource [] true, word aws_inst");
    native("resource \"a\" \"$0", "header resource [\"a\"] true");
    native("resource \"a\" $0", "header resource [\"a\"] false");
    native("# note $0", "comment");
    native("a = 1 # hclx:ignore HX$0", "comment, word HX");
    native("/* x $0 */", "comment");
    native("/* x */ $0", "Body");
    native("# note\n$0", "Body");
}

#[test]
fn values_and_steps() {
    native("a = $0", "a=, Value");
    native("a = var.$0", "a=, member of var");
    native("a = var.re$0gion\n", "a=, member of var, word region");
    native("a = va$0r.region\n", "a=, Value, word var");
    native("a = module.net.zones[0].$0\n", "a=, member of module.net.zones[0]");
    native("a = module.net[\"x\"].$0\n", "a=, member of module.net[\"x\"]");
    native("a = x.y[*].$0", "a=, member of x.y[*]");
    native("a = x.y[*].z.$0", "a=, member of x.y[*].z");
    native("a = x.*.b.$0", "a=, member of x[*].b");
    native("a = f(x).$0", "a=, member of (…)");
    native("a = x.y[$0", "a=, index of x.y, Value");
    native("a = x.y[\"$0\"]", "a=, index of x.y, text true");
    native("a = x.y[var.$0]", "a=, index of x.y, member of var");
    native("a = 1 + $0", "a=, Add, Value");
    native("a = !$0", "a=, Not, Value");
    native("a = c ? $0", "a=, Value");
    native("a = c ? x : var.$0", "a=, member of var");
    native("a = c ? x $0", "a=, Nothing");
    native("a = 1.$0", "a=, member of (…)");
    native("a = 1.$0", "a=, member of (…)");
    native("a = \"$0\"", "a=, text true");
    native("a = \"x-${$0}\"", "a=, ${}, Value");
    native("a = \"x-${var.$0\"", "a=, ${}, member of var");
    native("a = \"x-${var.a}-$0\"", "a=, text false, word -");
    native("a = <<EOT\nx ${var.$0}\nEOT\n", "a=, ${}, member of var");
    native("a = <<EOT\nx $0\nEOT\n", "a=, text false, word x ");
    native("a = provider::x::$0", "a=, FunctionName { namespace: \"provider::x\" }");
}

#[test]
fn collections_calls_and_loops() {
    native("a = [$0", "a=, [0], Value");
    native("a = [1, $0, 3]", "a=, [1], Value");
    native("a = [1 $0", "a=, Nothing");
    native("a = f(1, $0)", "a=, f(1), Value");
    native("a = f(1, g($0", "a=, f(1), g(0), Value");
    native("a = f(1, \"$0", "a=, f(1), text true");
    native("a = {\n  b = 1\n  $0\n}", "a=, key, given [\"b\"]");
    native("a = { b = $0 }", "a=, {b}, Value");
    native("a = { b = { c = 1, \"d\" = [$0", "a=, {b}, {d}, [0], Value");
    native("a = { b = 1, $0", "a=, key, given [\"b\"]");
    native("a = { b $0", "a=, Nothing");
    native("a = [for $0", "a=, NewName");
    native("a = [for x in var.$0", "a=, in, member of var");
    native("a = [for x in y : $0]", "a=, for false true, Value, loop x");
    native("a = {for k, v in y : k => v.$0}", "a=, for true false, member of v, loop k, loop v");
    native("a = [for x in y : x if $0]", "a=, if, Value, loop x");
    native("a = \"%{ for x in y }${$0", "a=, ${}, Value, loop x");
    native("a = \"%{ for x in y }%{ endfor }${$0", "a=, ${}, Value");
    native("a = \"%{ $0", "a=, Directive");
}

#[test]
fn missing_braces_above_do_not_hide_the_body() {
    native("a {\n  b = [\n}\n\nc {\n  $0\n}\n", "c(), Body");
    native("a {\n  b = 1\n\nc {\n  $0\n}\n", "c(), Body");
}

#[test]
fn documents_in_json() {
    let json = |text: &str, expected: &str| assert_eq!(shown(text, Language::Json), expected, "{text}");
    json("{\"a\": {\"$0\"}}", "{a}, key, given []");
    json("{\"a\": {\"b\": 1, \"c$0d\": 2}}", "{a}, key, given [\"b\"], word cd");
    json("{\"a\": [1, {\"b\": $0", "{a}, [1], {b}, Value");
    json("{\"a\": \"x$0", "{a}, text true, word x");
    json("{\"a\": \"${var.$0}\"}", "{a}, ${}, member of var");
    json("{\"a\": \"${var.re$0g}\"}", "{a}, ${}, member of var, word reg");
    json("{\"a\" $0", "{a}, Nothing");
}

/// Code blocks of the suites and examples: valid and invalid code in all notations that the project supports.
fn fixtures() -> Vec<(String, Language)> {
    let root = hclx_testkit::workspace_root();
    let mut folders = vec![
        root.join("tests/suite"),
        root.join("examples"),
        root.join("crates/syntax/tests/native_samples"),
    ];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("md") => {
                    // the code between fences
                    found.extend(text.split("\n```").skip(1).step_by(2).map(|code| {
                        let (kind, code) = code.split_once('\n').unwrap_or((code, ""));
                        let language = if kind.contains("json") { Language::Json } else { Language::Native };
                        (code.to_owned(), language)
                    }));
                }
                Some("json") => found.push((text, Language::Json)),
                Some("hcl" | "tf" | "tfvars" | "txt" | "nomad") => found.push((text, Language::Native)),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn every_prefix_of_every_fixture_has_a_cursor() {
    let mut prefixes = 0;
    for (text, language) in fixtures() {
        // All prefixes of a source take quadratic time, and long sources are similar to their parts.
        let text = &text.as_bytes()[..text.len().min(1_000)];
        for offset in 0..=text.len() {
            let prefix = cursor(&text[..offset], offset as u32, language);
            let inside = cursor(text, offset as u32, language);
            for found in [prefix, inside] {
                let is_around = found.word.start <= offset as u32 && found.word.end >= offset as u32;
                assert!(is_around, "{offset}: {found:?} in {}", String::from_utf8_lossy(text));
                let has_file = language == Language::Json || !found.bodies.is_empty();
                assert!(has_file, "{offset}: {found:?}");
            }
            prefixes += 1;
        }
    }
    assert!(prefixes > 10_000, "{prefixes}");
}
