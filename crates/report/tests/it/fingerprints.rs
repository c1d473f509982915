//! Fingerprints do not change when unrelated parts of a file do.

use std::collections::HashSet;

use crate::support::{Files, code};
use hclx_diag::{Diagnostic, SourceId, TextRange, fingerprints};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A block of a file; findings are about `value`.
#[derive(Clone)]
struct Block {
    name: String,
    value: &'static str,
    wrong: bool,
}

fn print(blocks: &[Block], random: &mut Random, edited: bool) -> String {
    let mut text = String::new();
    for block in blocks {
        if edited {
            (0..random.below(4)).for_each(|_| text.push_str(["\n", "# remark\n", "  \n"][random.below(3)]));
        }
        let space = if edited { " ".repeat(random.below(5)) } else { String::new() };
        text.push_str(&format!(
            "service \"{}\" {{\n{space}  note = 1\n{space}  port = {}\n}}\n",
            block.name, block.value
        ));
    }
    text
}

fn prints(blocks: &[Block], text: &str) -> Vec<String> {
    let (files, id) = Files::one("main.hcl", text);
    let places = text.match_indices("port = ").map(|(at, lead)| at + lead.len());
    let findings: Vec<Diagnostic> = places
        .zip(blocks)
        .filter(|(_, block)| block.wrong)
        .map(|(at, block)| {
            let range = TextRange::new(at as u32, (at + block.value.len()) as u32);
            Diagnostic::error(code(), range.in_source(id), format!("`{}` is wrong", block.name))
        })
        .collect();
    assert_eq!(id, SourceId(0));
    fingerprints(&files.0, &findings)
}

#[test]
fn a_thousand_edits_elsewhere_change_no_fingerprint() {
    let values = ["\"http\"", "[1, 2][3]", "true", "{ a = 1 }", "\"http\"", "null"];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut all, mut same) = (0, 0);
    for _ in 0..1000 {
        let blocks: Vec<Block> = (0..2 + random.below(20))
            .map(|i| Block {
                name: format!("s{i}"),
                value: values[random.below(values.len())],
                wrong: random.below(2) == 0,
            })
            .collect();
        let before = prints(&blocks, &print(&blocks, &mut random, false));
        let mut edited = blocks.clone();
        for block in &mut edited {
            if random.below(3) == 0 {
                block.name = format!("renamed_{}", random.below(1000));
            }
        }
        // insert an unrelated block somewhere
        let at = random.below(edited.len() + 1);
        edited.insert(at, Block { name: "new".into(), value: "443", wrong: false });
        let after: HashSet<String> =
            prints(&edited, &print(&edited, &mut random, true)).into_iter().collect();
        all += before.len();
        same += before.iter().filter(|print| after.contains(*print)).count();
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "each is another");
    }
    assert_eq!(same, all);
    assert!(all > 5000);
}
