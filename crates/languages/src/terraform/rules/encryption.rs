//! `encryption` in OpenTofu's `terraform` block: key providers, methods, and their targets.
//!
//! Source of the rules: OpenTofu's "State and Plan Encryption", since 1.7.

use hclx_analysis::graph::{Cycle, Graph};
use hclx_diag::{Diagnostic, Findings, Ordered, Severity, Span, code_names as codes, nearest};
use hclx_schema::{FilledBlock, FilledBody};
use hclx_syntax::statics;

use super::cycles::{self, Step};
use crate::terraform::declare::declaration::BlockSource;

/// Checks key providers and methods. The environment (`TF_ENCRYPTION`) may replace them, so only duplicate names are
/// errors in any case.
pub(crate) fn judge(written: &BlockSource, encryption: &FilledBody<'_>, findings: &mut Findings) {
    let mut seen: Ordered<(&str, &str, &str), Span> = Ordered::new();
    for block in &encryption.blocks {
        let [of_type, name] = block.view.labels.as_slice() else { continue };
        let place = written.span(block.view.def_range);
        let key = (block.view.block_type, of_type.text, name.text);
        if let Some(first) = seen.get(&key) {
            let message = format!("duplicate `{}.{}.{}`", key.0, key.1, key.2);
            let finding = Diagnostic::error(codes::DECLARED_TWICE, place, message);
            findings.push(finding.also(*first, "first declared here"));
            continue;
        }
        seen.insert(key, place);
        let (what, known) = match block.view.block_type {
            "method" => ("method", METHODS),
            "key_provider" => ("key provider", KEY_PROVIDERS),
            _ => continue,
        };
        if !known.contains(&of_type.text) {
            let message = format!("unknown {what} `{}` in OpenTofu up to 1.13", of_type.text);
            let finding = Diagnostic::warning(codes::VALUE_NOT_ALLOWED, written.span(of_type.range), message);
            findings.push(finding.perhaps_meant(nearest(of_type.text, known.iter().copied())));
        }
        if block.view.block_type == "key_provider" && of_type.text == "pbkdf2" {
            passphrase(written, block, findings);
        }
    }
    findings.extend(circular(written, encryption));
    for target in encryption.blocks.iter().filter(|one| ["state", "plan"].contains(&one.view.block_type)) {
        forbidden(written, target, findings);
    }
}

/// Reports key providers whose passphrases depend on each other.
fn circular(written: &BlockSource, encryption: &FilledBody<'_>) -> Vec<Diagnostic> {
    let mut graph = Graph::default();
    let mut providers = Vec::new();
    for block in encryption.blocks("key_provider") {
        let [of_type, name] = block.view.labels.as_slice() else { continue };
        // a duplicate is reported elsewhere; here, it counts as the first one
        let (Ok(node) | Err(node)) =
            graph.declare(format!("{}.{}", of_type.text, name.text), written.span(block.view.def_range));
        providers.push((node, block));
    }
    let mut edges = Vec::new();
    for (own, block) in providers {
        for attribute in &block.body.attributes {
            let value = attribute.view.value;
            let Some(used) = statics::as_reference(&written.parsed.tree, written.source, value) else {
                continue;
            };
            let key: Vec<&str> = (0..2).map_while(|at| used.attribute(at)).collect();
            let node = graph.find(&key.join(".")).filter(|_| used.root == "key_provider");
            edges.extend(node.map(|node| (Some(own), node, written.expr_span(value))));
        }
    }
    graph.connect(&edges);
    let cycles = graph.order().cycles;
    let named = |cycle: &Cycle| -> Vec<Step> {
        cycle
            .iter()
            .map(|(node, place)| Step::new(&format!("key_provider.{}", graph.key(*node)), *place))
            .collect()
    };
    // the environment may provide other passphrases
    let found = cycles.iter().filter_map(|cycle| cycles::finding(&named(cycle)));
    found.map(|finding| finding.with_severity(Severity::Warning)).collect()
}

/// Reports a passphrase that is set twice, or is too short.
fn passphrase(written: &BlockSource, block: &FilledBlock<'_>, findings: &mut Findings) {
    let Some(passphrase) = block.body.attribute("passphrase").filter(|one| one.good) else { return };
    let place = written.expr_span(passphrase.view.value);
    if let Some(chain) = block.body.attribute("chain") {
        let message = "`passphrase` and `chain` cannot be used together";
        let finding = Diagnostic::warning(codes::EXCLUSIVE, written.span(chain.view.name_range), message)
            .also(written.span(passphrase.view.name_range), "`passphrase` is set here");
        findings.push(finding.help("remove one of them"));
    }
    let value = passphrase.value.clone().unmark_deep().0;
    if value.as_str().is_some_and(|text| text.len() < LEAST_PASSPHRASE) {
        let message = format!("a passphrase must have at least {LEAST_PASSPHRASE} bytes");
        findings.push(Diagnostic::warning(codes::VALUE_NOT_ALLOWED, place, message));
    }
}

/// Reports an enforced target whose method does not encrypt.
fn forbidden(written: &BlockSource, target: &FilledBlock<'_>, findings: &mut Findings) {
    let Some(enforced) = target.body.attribute("enforced") else { return };
    if !enforced.good || enforced.value.as_bool() != Some(true) {
        return;
    }
    let mut left = vec![&target.body];
    while let Some(body) = left.pop() {
        left.extend(body.blocks("fallback").map(|one| &one.body));
        let Some(method) = body.attribute("method") else { continue };
        let place = written.expr_span(method.view.value);
        let reference = statics::as_reference(&written.parsed.tree, written.source, method.view.value);
        let is_unencrypted =
            reference.is_some_and(|one| one.root == "method" && one.attribute(0) == Some("unencrypted"));
        if is_unencrypted {
            let message = "this method does not encrypt, but encryption is enforced";
            let finding = Diagnostic::warning(codes::EXCLUSIVE, place, message);
            let enforced = written.span(enforced.view.name_range);
            findings.push(finding.also(enforced, "enforced here").help("remove one of them"));
        }
    }
}

/// The types of methods that OpenTofu supports.
const METHODS: &[&str] = &["aes_gcm", "external", "unencrypted"];

/// The types of key providers that OpenTofu supports.
const KEY_PROVIDERS: &[&str] = &["pbkdf2", "aws_kms", "gcp_kms", "azure_vault", "openbao", "external"];

/// The minimum length of a passphrase in bytes.
const LEAST_PASSPHRASE: usize = 16;
