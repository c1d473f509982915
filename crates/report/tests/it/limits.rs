//! Sources and findings of any size and with any bytes cause neither panics nor work beyond the output.

use crate::support::{Files, code, span};
use hclx_diag::Diagnostic;
use hclx_report::{Format, Style};

#[test]
fn a_line_of_a_megabyte_is_cut_around_its_places() {
    let text =
        format!("{{\"a\": 1, {}\"a\": 2, {}}}", "\"x\": \"é\", ".repeat(50_000), "\"y\": 0, ".repeat(60_000));
    let (files, id) = Files::one("a.json", &text);
    let second = files.find(id, "\"a\": 2");
    let finding =
        Diagnostic::error(code(), second, "`a` is defined twice").also(span(id, 1, 4), "first here");
    let shown = files.full(&finding, 60);
    let expected = "error[HX1001]: `a` is defined twice
   ╭─[a.json:1:500010]
 1 │ {\"a\": 1, \"x\": \"é\", \"x\": \"é\", \"x\": \"é\", \"x\": \"é\", \"x\": …
   ·  ---
   ·   ╰── first here
 1 │ …é\", \"x\": \"é\", \"x\": \"é\", \"a\": 2, \"y\": 0, \"y\": 0, \"y\": …
   ·                          ^^^^^^
   ╰────
";
    crate::support::same(&shown, expected);
    let whole = Diagnostic::error(code(), span(id, 0, text.len()), "all").label("everything");
    assert!(files.full(&whole, 60).lines().all(|line| line.chars().count() <= 60));
    assert!(files.full(&whole, Style::UNWRAPPED).len() < 2000);
}

#[test]
fn many_findings_in_one_long_line_are_written() {
    let text = "\"é日\u{301}\",".repeat(100_000);
    let (files, id) = Files::one("a.json", &text);
    let step = text.len() / 10_000;
    let findings: Vec<Diagnostic> = (0..10_000)
        .map(|i| {
            Diagnostic::error(code(), span(id, i * step, i * step + 3), "x")
                .also(span(id, text.len() - i, text.len()), "y")
        })
        .collect();
    for format in Format::ALL {
        let out = files.text(*format, &findings, Style { color: false, width: 80 });
        assert!(out.len() < 100_000_000, "{}: {}", format.name(), out.len());
    }
}

#[test]
fn many_findings_in_a_big_file_are_written() {
    let text = "attribute = [1, 2, 3] # ünicode\n".repeat(300_000);
    let (files, id) = Files::one("a.hcl", &text);
    let line = text.len() / 300_000;
    let findings: Vec<Diagnostic> = (0..10_000)
        .map(|i| {
            let at = i * 30 * line;
            Diagnostic::error(code(), span(id, at, at + 9), "x").also(span(id, 0, text.len()), "the file")
        })
        .collect();
    for format in Format::ALL {
        let out = files.text(*format, &findings, Style { color: false, width: 80 });
        assert!(out.len() < 100_000_000, "{}: {}", format.name(), out.len());
    }
}

#[test]
fn of_very_many_places_some_are_shown_and_the_rest_counted() {
    let (files, id) = Files::one("a.hcl", "a = b\n".repeat(20_000));
    let finding = (0..20_000).fold(Diagnostic::error(code(), span(id, 0, 1), "cycle"), |finding, i| {
        finding.also(span(id, i * 6 + 4, i * 6 + 5), "needs this")
    });
    let shown = files.full(&finding, 80);
    assert!(shown.ends_with("  note: 19981 more places\n"), "{shown}");
    assert!(shown.lines().count() < 100);
}

/// Pieces that are hard to display.
const PIECES: [&[u8]; 18] = [
    b"a = 1",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    "日本".as_bytes(),
    "e\u{301}\u{301}".as_bytes(),
    "👩\u{200d}💻🇩🇪".as_bytes(),
    b"\xff",
    b"\xe6\x97",
    b"\x1b[31m",
    b"\0",
    "\u{feff}".as_bytes(),
    "\u{202e}\u{2028}".as_bytes(),
    b"   ",
    b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    b"\n\n\n\n",
    "…".as_bytes(),
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn without_colors(text: &str) -> String {
    let mut plain = String::new();
    for part in text.split('\x1b') {
        let rest = if plain.is_empty() && !text.starts_with('\x1b') {
            part
        } else {
            part.split_once('m').map_or(part, |(_, rest)| rest)
        };
        plain.push_str(rest);
    }
    plain
}

#[test]
fn any_source_with_any_places_is_shown_safely() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..4000 {
        let mut files = Files::default();
        let ids: Vec<_> = (0..2)
            .map(|_| {
                let text: Vec<u8> =
                    (0..random.below(30)).flat_map(|_| PIECES[random.below(PIECES.len())].to_vec()).collect();
                files.add("a.hcl", text)
            })
            .collect();
        let mut place = || {
            let id = ids[random.below(2)];
            let length = files.0.get(id).bytes().len() + 3;
            let (a, b) = (random.below(length), random.below(length));
            span(id, a.min(b), if a % 3 == 0 { a.min(b) } else { a.max(b) })
        };
        let mut finding = Diagnostic::error(code(), place(), "message");
        if round % 2 == 0 {
            finding = finding.label("a label of some length, to be wrapped");
        }
        for _ in 0..round % 5 {
            finding = finding.also(place(), "other");
        }
        let width = [0, 20, 40, 80, Style::UNWRAPPED][round % 5];
        let findings = [finding];
        for format in Format::ALL {
            let plain = files.text(*format, &findings, Style { color: false, width });
            assert!(plain.chars().all(|c| c == '\n' || !c.is_control()), "{plain:?}");
            let colored = files.text(*format, &findings, Style { color: true, width });
            assert_eq!(without_colors(&colored), plain, "round {round}");
        }
        let shown = files.full(&findings[0], width);
        assert!(!shown.contains(['\u{202e}', '\u{2028}']), "{shown:?}");
        assert_eq!(
            shown.matches("other").count() + shown.matches("a label").count(),
            { findings[0].labels.len() + usize::from(findings[0].label.is_some()) },
            "{shown}"
        );
    }
}
