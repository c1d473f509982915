//! Decryption of the output of `openssl pkeyutl -encrypt`, with a key that was generated for this test.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::SourceId;
use hclx_eval::functions::{FunctionTable, library};
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate};
use hclx_syntax::ast::Root;

const KEY: &str = include_str!("data/rsa.pem");
const SAME_KEY_AS_PKCS8: &str = include_str!("data/rsa_pkcs8.pem");
const MESSAGE: &str = include_str!("data/rsa_message.txt");

fn decrypted(message: &str, key: &str) -> Outcome {
    let table = FunctionTable::new(library());
    let env = Environment { functions: &table, ..Environment::exact() };
    let mut scope = Scope::root();
    scope.define("message", Value::string(message.trim_end()));
    scope.define("key", Value::string(key));
    let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(&b"rsadecrypt(message, key)"[..]));
    let Root::Expr(expr) = parsed.tree.root() else { panic!("an expression has no body") };
    evaluate(&parsed.tree, SourceId(0), expr, &scope, &env, &Budget::default())
}

#[test]
fn a_message_is_decrypted_with_its_key() {
    for key in [KEY, SAME_KEY_AS_PKCS8] {
        let outcome = decrypted(MESSAGE, key);
        assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
        assert_eq!(outcome.value.to_string(), "\"the message, ünïcode\"");
    }
}

#[test]
fn a_broken_message_or_key_is_an_error() {
    let cut = &MESSAGE[4..];
    let short = KEY.replacen('\n', "\nAAAA", 1);
    for (message, key) in [(cut, KEY), (MESSAGE, &short), (KEY, MESSAGE), ("", KEY)] {
        assert!(decrypted(message, key).has_errors(), "{message} with {key}");
    }
}
