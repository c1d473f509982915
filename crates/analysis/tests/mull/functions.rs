//! The examples of functions give what they say.

use hclx_analysis::mull::{Given, Question, Text, answer};
use hclx_diag::SourceId;
use hclx_eval::mull::declare::NoImports;
use hclx_eval::mull::functions::all;
use hclx_eval::mull::value::Val;
use hclx_syntax::mull::Form;

#[test]
fn every_example_gives_what_it_says() {
    let mut count = 0;
    for row in all() {
        for (expression, expected) in row.examples {
            let bytes = format!("- ${{{expression}}}\n").into_bytes().into();
            let text =
                Text { source: SourceId(0), path: "Mu.yaml".into(), bytes, form: Form::Yaml, schema: None };
            let answered = answer(Question::Eval, text, &Given::default(), &mut NoImports);
            let found = answered.value.as_ref().and_then(Val::to_compact_json);
            let messages: Vec<&str> =
                answered.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
            assert_eq!(found.as_deref(), Some(&*format!("[{expected}]")), "{expression}: {messages:?}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} examples");
}
