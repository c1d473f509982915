//! Any text as a type expression, in both syntaxes, and as a type in cty's JSON form.
#![no_main]

use hclx_analysis::types::{read_type, read_type_json};
use hclx_core::{Rules, Type, assignable, convertible, unify};
use hclx_diag::SourceId;
use hclx_eval::type_syntax::TypeOptions;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let native = read_type(SourceId(0), text);
    let json = read_type_json(SourceId(0), text, &TypeOptions::constraint());
    let (a, b) = (&native.ty, &json.ty);
    let _ = (assignable(a, b), convertible(a, b, &Rules::extended()), unify(&[a.clone(), b.clone()], &Rules::hcl()));
    if let Ok(ty) = Type::from_cty_json(text) {
        assert_eq!(Type::from_cty_json(&ty.to_cty_json()).ok(), Some(ty), "what was written reads back");
    }
});
