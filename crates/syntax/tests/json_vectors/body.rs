//! Bodies: all properties as attributes, and content under a schema.

use hclx_diag::TextRange;
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{AttributeSchema, AttributeView, BlockSchema, BlockView, BodyNames, BodyView};
use hclx_testkit::Vector;
use serde_json::Value;

use crate::{Outcome, Read, SOURCE, expr, list, mode, places_of, range_of, run, same, subjects};

#[test]
fn properties_are_attributes() {
    let clean = |vector: &Vector| list(&vector["parse_diagnostics"]).is_empty();
    run("json body", attributes, |vector| mode("body")(vector) && clean(vector)).finish();
}

fn attributes(vector: &Vector, read: &Read) -> Outcome {
    let (view, _) = BodyView::root(&read.parsed.tree, SOURCE);
    same("missing item", view.missing_item(), range_of(&vector["missing_item_range"]))?;
    let (attributes, findings) = view.just_attributes();
    same("places", places_of(&findings), subjects(&vector["attr_diagnostics"]))?;
    let wanted = list(&vector["attributes"]);
    let names: Vec<_> = attributes.iter().map(|attribute| attribute.name).collect();
    same("names", names, wanted.iter().filter_map(|one| one["name"].as_str()).collect())?;
    for (attribute, wanted) in attributes.iter().zip(wanted) {
        compare_attribute(attribute, wanted)?;
        expr::compare(read, attribute.value, wanted, "value_range")
            .map_err(|message| format!("`{}`: {message}", attribute.name))?;
    }
    Ok(())
}

fn compare_attribute(attribute: &AttributeView<'_>, wanted: &Value) -> Outcome {
    same("name", attribute.name, wanted["name"].as_str().unwrap_or_default())?;
    same("name range", attribute.name_range, range_of(&wanted["name_range"]))?;
    same("attribute range", attribute.range, range_of(&wanted["attr_range"]))
}

/// For a malformed source the reference finds some attributes or none; at least those must be found.
#[test]
fn a_broken_body_keeps_its_attributes() {
    let test = |vector: &Vector, read: &Read| {
        let (view, _) = BodyView::root(&read.parsed.tree, SOURCE);
        let (attributes, _) = view.just_attributes();
        let names: Vec<_> = attributes.iter().map(|attribute| attribute.name).collect();
        for wanted in list(&vector["attributes"]) {
            let name = wanted["name"].as_str().unwrap_or_default();
            let found = attributes.iter().find(|one| one.name == name);
            let found = found.ok_or_else(|| format!("`{name}` is missing in {names:?}"))?;
            compare_attribute(found, wanted)?;
        }
        Ok(())
    };
    let broken = |vector: &Vector| !list(&vector["parse_diagnostics"]).is_empty();
    run("json body, broken", test, |vector| mode("body")(vector) && broken(vector)).finish();
}

#[test]
fn content_is_what_the_schema_says() {
    run("json content", content, mode("content")).finish();
}

fn schema_of(vector: &Vector) -> BodyNames {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    BodyNames {
        attributes: list(&vector["schema"]["attrs"])
            .iter()
            .map(|one| AttributeSchema {
                name: text(&one["name"]),
                required: one["required"] == true,
                takes_object: true,
            })
            .collect(),
        blocks: list(&vector["schema"]["blocks"])
            .iter()
            .map(|one| BlockSchema {
                block_type: text(&one["type"]),
                labels: list(&one["labels"]).iter().map(text).collect(),
                ..BlockSchema::default()
            })
            .collect(),
    }
}

fn content(vector: &Vector, read: &Read) -> Outcome {
    let tree = &read.parsed.tree;
    let (view, root) = BodyView::root(tree, SOURCE);
    same("root", root, None)?;
    let schema = schema_of(vector);
    let (content, rest, findings) = if vector["partial"] == true {
        let (content, rest, findings) = view.partial_content(&schema);
        (content, Some(rest), findings)
    } else {
        let (content, findings) = view.content(&schema);
        (content, None, findings)
    };
    let mut wanted = subjects(&vector["content_diagnostics"]);
    // The reference reports mistyped items up to twice.
    wanted.dedup();
    same("places", places_of(&findings), wanted)?;
    same("missing item", content.missing_item, range_of(&vector["content"]["missing_item_range"]))?;
    let attributes = list(&vector["content"]["attributes"]);
    same("attributes", content.attributes.len(), attributes.len())?;
    for wanted in attributes {
        let name = wanted["name"].as_str().unwrap_or_default();
        let found = content.attribute(name).ok_or_else(|| format!("no attribute `{name}`"))?;
        compare_attribute(found, wanted)?;
        same("value range", tree.expr(found.value).range, range_of(&wanted["value_range"]))?;
    }
    compare_blocks(&content.blocks, list(&vector["content"]["blocks"]))?;
    rest.map_or(Ok(()), |rest| compare_rest(&rest, vector))
}

fn compare_blocks(blocks: &[BlockView<'_>], wanted: &[Value]) -> Outcome {
    same("blocks", blocks.len(), wanted.len())?;
    for (block, wanted) in blocks.iter().zip(wanted) {
        let labels: Vec<_> = block.labels.iter().map(|label| label.text).collect();
        let label_ranges: Vec<_> = block.labels.iter().map(|label| label.range).collect();
        same("type", block.block_type, wanted["type"].as_str().unwrap_or_default())?;
        same("labels", labels, list(&wanted["labels"]).iter().filter_map(Value::as_str).collect())?;
        same("type range", block.type_range, range_of(&wanted["type_range"]))?;
        same("header", block.def_range, range_of(&wanted["def_range"]))?;
        same("label ranges", label_ranges, list(&wanted["label_ranges"]).iter().map(range_of).collect())?;
        same("missing item", block.body.missing_item(), range_of(&wanted["missing_item_range"]))?;
        compare_names(&block.body, &wanted["attr_names"], &wanted["just_attributes_diagnostics"])?;
    }
    Ok(())
}

fn compare_rest(rest: &BodyView<'_>, vector: &Vector) -> Outcome {
    compare_names(rest, &vector["remain_attr_names"], &vector["remain_diagnostics"])
}

fn compare_names(body: &BodyView<'_>, wanted: &Value, diagnostics: &Value) -> Outcome {
    let (attributes, findings) = body.just_attributes();
    let mut names: Vec<_> = attributes.iter().map(|attribute| attribute.name).collect();
    names.sort_unstable();
    same("names", names, list(wanted).iter().filter_map(Value::as_str).collect())?;
    same("places", places_of(&findings), subjects(diagnostics))
}

#[test]
fn a_root_that_is_no_body_is_said_once() {
    let read = |text: &str| hclx_syntax::parse_json(SOURCE, text.as_bytes().into());
    for text in ["null", "1", "\"x\"", " true "] {
        let parsed = read(text);
        let (view, finding) = BodyView::root(&parsed.tree, SOURCE);
        let start = (text.len() - text.trim_start().len()) as u32;
        let place = TextRange::new(start, start + text.trim().len() as u32);
        assert_eq!(finding.map(|finding| finding.span.expect("a place").range), Some(place), "{text}");
        let schema = BodyNames {
            attributes: vec![AttributeSchema { name: "a".to_owned(), required: true, takes_object: true }],
            ..BodyNames::default()
        };
        assert_eq!(view.content(&schema).1, []);
        assert_eq!(view.just_attributes().1, []);
    }
    let parsed = read("{\"a\": }");
    let (view, finding) = BodyView::root(&parsed.tree, SOURCE);
    assert!(finding.is_none());
    let value = view.just_attributes().0[0].value;
    assert!(matches!(parsed.tree.expr(value).kind, ExprKind::Missing));
}
