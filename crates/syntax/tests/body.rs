//! Bodies in native syntax matched against a schema, and the findings of both syntaxes about the same errors.
//! The JSON side is also compared with recorded vectors (`json_vectors`).

use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_syntax::ast::{Root, Tree};
use hclx_syntax::body::{AttributeSchema, BlockSchema, BodyNames, BodyView, Content};
use hclx_syntax::statics::{self, ReferenceKey};
use hclx_syntax::{Parsed, parse_body, parse_expression, parse_json};

const SOURCE: SourceId = SourceId(0);

fn schema() -> BodyNames {
    let attribute =
        |name: &str, required| AttributeSchema { name: name.to_owned(), required, takes_object: true };
    let block = |block_type: &str, labels: &[&str]| BlockSchema {
        block_type: block_type.to_owned(),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        ..BlockSchema::default()
    };
    BodyNames {
        attributes: vec![attribute("name", true), attribute("region", false)],
        blocks: vec![block("tags", &[]), block("service", &["name"]), block("resource", &["type", "name"])],
    }
}

fn native(text: &str) -> Parsed {
    let parsed = parse_body(SOURCE, text.as_bytes().into());
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed
}

fn json(text: &str) -> Parsed {
    let parsed = parse_json(SOURCE, text.as_bytes().into());
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed
}

fn view(parsed: &Parsed) -> BodyView<'_> {
    let (view, finding) = BodyView::root(&parsed.tree, SOURCE);
    assert_eq!(finding, None);
    view
}

/// Findings as lines: the source at their location, the message, helps and fixes.
fn shown(tree: &Tree, findings: &[Diagnostic]) -> String {
    let mut lines = String::new();
    for finding in findings {
        let range = finding.span.expect("a place").range;
        let text = String::from_utf8_lossy(&tree.source()[range.range()]);
        lines += &format!("`{text}` {}: {}\n", finding.code, finding.message);
        for help in &finding.help {
            lines += &format!("  help: {help}\n");
        }
        for fix in &finding.fixes {
            lines += &format!("  fix: {}: {}\n", fix.title, applied(tree, fix));
        }
    }
    lines
}

/// The source with a fix applied, in one line.
fn applied(tree: &Tree, fix: &hclx_diag::Fix) -> String {
    let mut text = String::from_utf8_lossy(tree.source()).into_owned();
    for edit in fix.edits.iter().rev() {
        text.replace_range(edit.span.range.range(), &edit.text);
    }
    text.trim_end().replace('\n', "⏎")
}

fn content_findings(parsed: &Parsed) -> String {
    shown(&parsed.tree, &view(parsed).content(&schema()).1)
}

#[test]
fn content_is_taken_apart() {
    let text = "name = 1\nresource \"a\" b {\n  x = 1\n}\ntags {}\nregion = 2\ntags {\n}\n";
    let parsed = native(text);
    let (content, findings) = view(&parsed).content(&schema());
    assert_eq!(findings, []);
    let names: Vec<_> = content.attributes.iter().map(|attribute| attribute.name).collect();
    assert_eq!(names, ["name", "region"]);
    assert_eq!(content.missing_item, TextRange::at(0));
    let types: Vec<_> = content.blocks.iter().map(|block| block.block_type).collect();
    assert_eq!(types, ["resource", "tags", "tags"]);
    let resource = &content.blocks[0];
    let labels: Vec<_> = resource.labels.iter().map(|label| (label.text, label.range)).collect();
    assert_eq!(labels, [("a", TextRange::new(18, 21)), ("b", TextRange::new(22, 23))]);
    assert_eq!(resource.def_range, TextRange::new(9, 23));
    assert_eq!(resource.body.missing_item(), TextRange::at(24));
    assert_eq!(resource.body.just_attributes().0.len(), 1);
    assert_eq!(content.attribute("region").map(|found| found.range), Some(TextRange::new(44, 54)));
}

#[test]
fn what_the_schema_does_not_know_is_said() {
    let parsed = native("name = 1\nregoin = 2\nservce \"x\" {}\nother = 3\n");
    assert_eq!(
        content_findings(&parsed),
        "\
`regoin` HX5001: unexpected attribute `regoin`
  fix: did you mean `region`?: name = 1⏎region = 2⏎servce \"x\" {}⏎other = 3
`servce` HX5002: unexpected block `servce`
  fix: did you mean `service`?: name = 1⏎regoin = 2⏎service \"x\" {}⏎other = 3
`other` HX5001: unexpected attribute `other`
"
    );
}

#[test]
fn blocks_and_attributes_that_are_mixed_up_are_said() {
    let parsed = native("name {\n  a = 1\n}\ntags = {\n  a = 1\n}\nservice = 5\n");
    assert_eq!(
        content_findings(&parsed),
        "`` HX5003: missing required attribute `name`
`name` HX5002: `name` is an attribute, not a block
  help: write `name = …`
  fix: assign it with `=`: name = {⏎  a = 1⏎}⏎tags = {⏎  a = 1⏎}⏎service = 5
`tags` HX5001: `tags` is a block, not an attribute
  help: write `tags { … }` without `=`
  fix: write it as a block: name {⏎  a = 1⏎}⏎tags {⏎  a = 1⏎}⏎service = 5
`service` HX5001: `service` is a block, not an attribute
  help: write `service { … }` without `=`
"
    );
}

#[test]
fn labels_are_counted() {
    let parsed = native("name = 1\ntags \"x\" {}\nresource \"a\" {}\nservice \"a\" \"b\" \"c\" {}\n");
    assert_eq!(
        content_findings(&parsed),
        "\
`\"x\"` HX5004: `tags` blocks take no labels
`{` HX5004: expected 2 labels (`type`, `name`) for `resource`, found 1
`\"b\"` HX5004: expected 1 label (`name`) for `service`, found one more
"
    );
    assert!(view(&parsed).content(&schema()).0.blocks.is_empty());
}

#[test]
fn what_is_left_is_another_body() {
    for parsed in [
        native("name = 1\nother = 2\ntags {}\nmore {}\n"),
        json("{\"name\": 1, \"other\": 2, \"tags\": {}, \"more\": {}}"),
    ] {
        let (content, rest, findings) = view(&parsed).partial_content(&schema());
        assert_eq!(findings, []);
        assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));
        let more = BodyNames {
            attributes: vec![AttributeSchema {
                name: "other".to_owned(),
                required: true,
                takes_object: true,
            }],
            blocks: vec![BlockSchema {
                block_type: "more".to_owned(),
                labels: Vec::new(),
                ..BlockSchema::default()
            }],
        };
        let (content, findings) = rest.content(&more);
        assert_eq!(findings, []);
        assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));
        // Claimed items are not found again.
        let (again, findings): (Content<'_>, _) = rest.content(&schema());
        assert_eq!((again.attributes.len(), again.blocks.len()), (0, 0));
        assert!(findings.iter().any(|finding| finding.message.contains("missing required attribute `name`")));
    }
}

#[test]
fn only_attributes_are_wanted() {
    let parsed = native("a = 1\ntags {}\nb = 2\nmore \"x\" {}\n");
    let (attributes, findings) = view(&parsed).just_attributes();
    assert_eq!(attributes.iter().map(|attribute| attribute.name).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(
        shown(&parsed.tree, &findings),
        "`tags` HX5002: unexpected block `tags`: only attributes are allowed here\n  fix: assign it with `=`: a = 1⏎tags = {}⏎b = 2⏎more \"x\" {}\n"
    );
}

#[test]
fn a_required_attribute_is_missed_once_and_a_present_one_never() {
    let mut schema = schema();
    schema.attributes.push(AttributeSchema { name: "name".to_owned(), required: true, takes_object: true });
    for parsed in [native("name = 1\n"), json("{\"name\": 1}")] {
        assert_eq!(view(&parsed).content(&schema).1, []);
    }
    for parsed in [native(""), json("{}")] {
        assert_eq!(view(&parsed).content(&schema).1.len(), 1);
    }
}

#[test]
fn json_says_what_a_body_wants() {
    let parsed =
        json(r#"[{"nmae": 1}, 2, {"tags": 1, "service": {}, "resource": {"a": 5}, "name": 1, "name": 2}]"#);
    assert_eq!(
        content_findings(&parsed),
        "`\"nmae\"` HX5001: unexpected attribute or block `nmae`
`2` HX5005: expected an object of attributes and blocks
`1` HX5005: expected an object with the body of block `tags`, or an array of such objects
`{` HX5004: missing label `name` for block `service`
  help: use an object with the label as property name: `{\"name\": {…}}`
`5` HX5005: expected an object with the label `name` as property name
`\"name\"` HX1026: duplicate attribute `name`
  help: remove or rename one of them
"
    );
}

fn expression(text: &str) -> (Parsed, hclx_syntax::ast::ExprId) {
    let parsed = parse_expression(SOURCE, text.as_bytes().into());
    let Root::Expr(root) = parsed.tree.root() else { panic!("an expression") };
    (parsed, root)
}

#[test]
fn native_expressions_are_read_statically() {
    let keyword = |text: &str| {
        let (parsed, root) = expression(text);
        statics::as_keyword(&parsed.tree, SOURCE, root)
    };
    assert_eq!(keyword("foo").as_deref(), Some("foo"));
    assert_eq!(keyword("null").as_deref(), Some("null"));
    assert_eq!(
        (keyword("foo.bar"), keyword("(foo)"), keyword("\"foo\""), keyword("1")),
        (None, None, None, None)
    );

    let (parsed, root) = expression("a.b[0][\"k\"].1");
    let reference = statics::as_reference(&parsed.tree, SOURCE, root).expect("a reference");
    assert_eq!((&*reference.root, reference.range()), ("a", TextRange::new(0, 13)));
    assert_eq!(reference.to_string(), "a.b[0][\"k\"][1]");
    let steps: Vec<_> = reference.steps.into_iter().map(|step| (step.kind, step.range)).collect();
    assert_eq!(
        steps,
        [
            (ReferenceKey::Attr("b".into()), TextRange::new(1, 3)),
            (ReferenceKey::Number("0".into()), TextRange::new(3, 6)),
            (ReferenceKey::Text("k".into()), TextRange::new(6, 11)),
            (ReferenceKey::Number("1".into()), TextRange::new(11, 13)),
        ]
    );

    let (parsed, root) = expression("a[\"\\u001f $${k}\"]");
    let reference = statics::as_reference(&parsed.tree, SOURCE, root).expect("a reference");
    assert_eq!(reference.to_string(), "a[\"\\u001f $${k}\"]");

    let (parsed, root) = expression("ns::f(x, [1])");
    let call = statics::as_call(&parsed.tree, SOURCE, root).expect("a call");
    assert_eq!((call.name.as_str(), call.args.len()), ("ns::f", 2));
    assert_eq!((call.name_range, call.args_range), (TextRange::new(0, 5), TextRange::new(5, 13)));
    assert_eq!(statics::as_list(&parsed.tree, call.args[1]).map(<[_]>::len), Some(1));
    let (parsed, root) = expression("{a = 1, (b) = 2}");
    assert_eq!(statics::as_map(&parsed.tree, root).map(<[_]>::len), Some(2));
}

#[test]
fn variables_are_those_of_the_outer_scope_in_order() {
    let names = |text: &str| -> Vec<String> {
        let (parsed, root) = expression(text);
        let found = statics::variables(&parsed.tree, root);
        found
            .iter()
            .map(|one| String::from_utf8_lossy(&text.as_bytes()[one.range().range()]).into_owned())
            .collect()
    };
    assert_eq!(names("a + b.c[d] * -(e)"), ["a", "b.c", "d", "e"]);
    assert_eq!(names("[for k, v in l : v[k] if x]"), ["l", "x"]);
    assert_eq!(names("{for v in v : v.a => w...}"), ["v", "w"]);
    assert_eq!(names("{a = b, (c) = d, \"${e}\" = f, null = g}"), ["b", "c", "d", "e", "f", "g"]);
    assert_eq!(names("\"${a}%{ for x in b }${x}${c}%{ endfor }%{ if d }%{ endif }\""), ["a", "b", "c", "d"]);
    assert_eq!(names("a.*.b[c].d"), ["a", "c"]);
    assert_eq!(names("f(a, [b], c ? d : e...)"), ["a", "b", "c", "d", "e"]);
}
