//! What the targets for files share.

use hclx_analysis::{Settings, judge};
use hclx_eval::{Budget, dialect};
use hclx_diag::{Source, Sources};
use hclx_report::{Format, Style, Summary, render};
use hclx_syntax::ast::Language;

/// Goes the whole way from bytes to printed findings.
pub fn judge_and_render(bytes: &[u8], language: Language) {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("fuzzed", bytes));
    let parsed = hclx_analysis::ask::parse(id, sources.get(id).bytes().clone(), language);
    let _ = hclx_syntax::tree_text(&parsed.tree);
    let _ = hclx_syntax::tree_spans(&parsed.tree).count();
    let judged = judge(id, &parsed, &dialect::HCL, &Settings::default(), &Budget::default());
    let style = Style { color: false, width: 80 };
    for format in [Format::Full, Format::Concise, Format::Json] {
        let mut out = Vec::new();
        render(format, &sources, &judged.diagnostics, &Summary::default(), style, &mut out).expect("a buffer takes all");
    }
}
