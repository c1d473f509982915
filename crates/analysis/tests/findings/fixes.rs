//! Edits that are certain, applied to every text of the suites: the finding is gone, nothing new is there,
//! and the rest of the text keeps its bytes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::{FILE, found, language};
use hclx_analysis::findings::fixes::{Safety, chosen, fix};

/// Fenced blocks of HCL and JSON in the markdown suites, without the markers in them.
fn texts() -> Vec<String> {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite");
    let mut folders = vec![suites];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("a folder of suites");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let page = std::fs::read_to_string(&path).expect("a page");
            let mut block: Option<String> = None;
            for line in page.split_inclusive('\n') {
                let fence = line.trim_end();
                match (&mut block, fence) {
                    (None, fence)
                        if ["```hcl", "```tf", "```json"]
                            .contains(&fence.split(' ').next().unwrap_or("")) =>
                    {
                        block = Some(String::new());
                    }
                    (Some(_), "```") => texts.extend(block.take()),
                    (Some(text), _) if !line.trim_start().starts_with("#^") => text.push_str(line),
                    _ => {}
                }
            }
        }
    }
    let examples = hclx_diag::all_codes().map(|code| code.info().example.to_owned());
    texts.extend(examples.filter(|example| !example.contains("hclx ")));
    assert!(texts.len() > 100, "{} texts", texts.len());
    texts
}

/// A message without what is in backquotes: its kind.
fn without_names(message: &str) -> String {
    message.split('`').step_by(2).collect()
}

/// Texts for kinds that the suites do not have.
const MORE: &[&str] = &[
    "a = \"${b}\"\nc = { \"${d}\" = \"${1 + 2}\" * 3 }\ne = [\n  \"${f(\n1)}\",\n]\n",
    "a = b.0.c.1\nd = e.*.f\ng = h.*.i[0]\nj = !(k == 1) || !(l != 2)\n",
    "// about\na b \"c\" d {\n  e = (1)\n  f = { \"g\" : 1, h: 2 }\n}\n",
    "a = 1 # hclx: ignore[HX2101] old\nb = \"x\" + 1 # hclx: ignore[HX2101, HX2055] known\n",
    "{\"//\": \"hclx: ignore[HX2101] old\", \"a\": 1}",
];

/// Each kind of finding with an edit that is certain, and one that is given only to people.
#[test]
fn every_certain_edit_of_the_suites_mends_what_it_says() {
    let mut kinds = BTreeSet::new();
    let mut refused = Vec::new();
    for text in texts().into_iter().chain(MORE.iter().map(|text| (*text).to_owned())) {
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let language = language(&text);
        let findings = found(&bytes, language);
        for finding in &findings {
            let Some(fix_of_it) = chosen(finding, FILE, Safety::Certain) else { continue };
            let after: Arc<[u8]> = hclx_analysis::findings::fixes::edited(&bytes, &[fix_of_it]).into();
            let left = found(&after, language);
            let same = |other: &&hclx_diag::Diagnostic| {
                other.code == finding.code && other.message == finding.message
            };
            let gone = left.iter().filter(same).count() < findings.iter().filter(same).count();
            let errors =
                |list: &[hclx_diag::Diagnostic]| list.iter().filter(|finding| finding.is_error()).count();
            if gone && errors(&left) <= errors(&findings) {
                kinds.insert((finding.code.id(), without_names(&finding.message)));
            } else {
                refused.push(format!("{} {}\n{text}", finding.code, finding.message));
            }
        }
        let mut judge = |bytes: &Arc<[u8]>| found(bytes, language);
        if let Some(fixed) = fix(FILE, &bytes, findings.clone(), Safety::Certain, &mut judge) {
            let after = found(&fixed.bytes, language);
            assert!(after.len() < findings.len(), "{text}");
            let again = fix(FILE, &fixed.bytes, after, Safety::Certain, &mut judge);
            assert_eq!(again, None, "settled: {text}");
        }
    }
    println!("{} kinds: {kinds:#?}", kinds.len());
    assert!(refused.is_empty(), "{} edits do not mend:\n{}", refused.len(), refused.join("\n---\n"));
    assert!(kinds.len() >= 30, "{} kinds", kinds.len());
}
