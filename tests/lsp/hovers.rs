//! Hovers in every language, as markdown pages.

use serde_json::json;

use super::pages::compare;

#[test]
fn hovers_tell_what_is_known_of_a_place() {
    compare("tests/lsp/hover.md", &json!({}), |section, scene| {
        let place = section.place(scene);
        let answer = scene.client.ask("textDocument/hover", place);
        assert!(answer.get("error").is_none(), "{answer}");
        match answer["result"]["contents"]["value"].as_str() {
            Some(text) => text.to_owned(),
            None => "(nothing)".to_owned(),
        }
    });
}
