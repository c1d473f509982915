//! The examples of functions have the documented results.

use hclx_mull::functions::all;
use hclx_mull::value::Val;

use crate::asked::Asked;

#[test]
fn every_example_gives_what_it_says() {
    let mut count = 0;
    for row in all() {
        for (expression, expected) in row.examples {
            let source = format!("- ${{{expression}}}\n");
            let answered = Asked::eval(&source).answer();
            let found = answered.value.as_ref().and_then(Val::to_compact_json);
            let messages: Vec<&str> =
                answered.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
            assert_eq!(found.as_deref(), Some(&*format!("[{expected}]")), "{expression}: {messages:?}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} examples");
}
