//! Processing of findings: suppressions in every form.

mod suppressions;

use std::sync::Arc;

use hclx_analysis::findings::{Comments, SuppressionResult, SuppressionRules, suppress};
use hclx_analysis::{Settings, judge};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::Budget;
use hclx_syntax::Parsed;
use hclx_syntax::ast::Language;

/// The only file of each test.
const FILE: SourceId = SourceId(0);

fn language(text: &str) -> Language {
    if text.trim_start().starts_with('{') { Language::Json } else { Language::Native }
}

/// The findings of a source before suppressions, without lints.
fn judged(bytes: &Arc<[u8]>, language: Language) -> Vec<Diagnostic> {
    let parsed = parsed(bytes, language);
    judge(FILE, &parsed, &hclx_eval::dialect::HCL, &Settings::default(), &Budget::default()).diagnostics
}

fn parsed(bytes: &Arc<[u8]>, language: Language) -> Parsed {
    match language {
        Language::Native => hclx_syntax::parse_body(FILE, bytes.clone()),
        Language::Json => hclx_syntax::parse_json(FILE, bytes.clone()),
    }
}

/// Applies the suppressions of a text to its findings.
fn suppressed(text: &str) -> SuppressionResult {
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let (language, comments) = match language(text) {
        Language::Native => (Language::Native, Comments::Native),
        Language::Json => (Language::Json, Comments::Json),
    };
    let rules = SuppressionRules { is_off: &|_| false, is_binding: &|_| false };
    suppress(FILE, &bytes, comments, judged(&bytes, language), rules)
}
