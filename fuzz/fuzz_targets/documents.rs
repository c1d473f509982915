//! Any document of Mull, in both forms, checked and evaluated: nothing may panic, hang or take much memory.
#![no_main]

use std::sync::Arc;

use hclx_mull::answers::{Given, Question, Text, answer};
use hclx_diag::SourceId;
use hclx_mull::declare::Imports;
use hclx_mull::value::Val;
use hclx_mull::syntax::Form;
use libfuzzer_sys::fuzz_target;

/// One file, which imports whatever imports it.
struct Same(Arc<[u8]>);

impl Imports for Same {
    fn load(&mut self, _: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        match path {
            "self" => Ok(("self".into(), SourceId(1), self.0.clone(), Form::Yaml)),
            "other" => Ok(("other".into(), SourceId(2), b"types: { T: { base: int, minimum: 1 } }\na: 1\n"[..].into(), Form::Yaml)),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let text: Arc<[u8]> = text.into();
    let form = if first & 1 == 0 { Form::Yaml } else { Form::Json };
    let question = match first & 6 {
        0 => Question::Check,
        2 => Question::Infer,
        _ => Question::Eval,
    };
    let mut given = Given::default();
    if first & 8 != 0 {
        given.properties.insert("a".into(), Val::int(3));
        given.properties.insert("b".into(), Val::string("text"));
    }
    let document = Text { source: SourceId(0), path: "self".into(), bytes: text.clone(), form, schema: None };
    let answered = answer(question, document, &given, &mut Same(text));
    let _ = answered.value.as_ref().map(|value| (value.to_json(), value.to_yaml()));
});
