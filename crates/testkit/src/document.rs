//! Markdown suites: a file is parsed into cases, and printed again with markers for the actual outcome.

use crate::markers::{self, Clean, Outcome};

/// The languages whose code blocks are sources.
const SOURCES: [&str; 12] =
    ["hcl", "hcldec", "json", "tf", "tofu", "tfvars", "nomad", "pkr", "pp", "yaml", "mull", "template"];

/// A test case: one or more files with additional blocks.
#[derive(Debug)]
pub struct Case {
    /// The headings above it, joined with ` / `.
    pub title: String,
    /// The line of the markdown file at which the first block starts, from 1.
    pub line: usize,
    /// The files of the case, at least one.
    pub files: Vec<File>,
    extras: Vec<(String, String)>,
}

impl Case {
    /// The source of the first file.
    pub fn source(&self) -> &str {
        &self.files[0].source
    }

    /// The blocks that are not sources, by their languages or their `as=NAME`.
    pub fn extras(&self) -> &[(String, String)] {
        &self.extras
    }

    /// The contents of a block that is not a source, by its language or its `as=NAME`.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }
}

/// A source file of a case, without markers.
#[derive(Debug)]
pub struct File {
    /// The name set by `file=NAME`, otherwise `input.` and the language.
    pub name: String,
    /// The first word of the block's info string.
    pub lang: String,
    /// The source. The option `chomp` removes its last line break, `crlf` changes all of them to `\r\n`.
    pub source: String,
    args: Vec<String>,
}

impl File {
    /// The value of an option `name=` of the block; empty for the bare option `name`.
    pub fn arg(&self, name: &str) -> Option<&str> {
        arg(&self.args, name)
    }
}

fn arg<'a>(args: &'a [String], name: &str) -> Option<&'a str> {
    args.iter().find_map(|arg| match arg.strip_prefix(name)? {
        "" => Some(""),
        rest => rest.strip_prefix('='),
    })
}

/// A fenced block; lines are indexes into the document.
struct Block {
    section: usize,
    lang: String,
    args: Vec<String>,
    open: usize,
    close: usize,
}

/// The position of a case's source in the page.
struct Spot {
    open: usize,
    close: usize,
    lang: String,
    clean: Clean,
    /// The lines of the following block `findings`, from fence to fence.
    findings: Option<(usize, usize)>,
}

/// A parsed markdown file.
pub(crate) struct Document {
    lines: Vec<String>,
    pub(crate) cases: Vec<Case>,
    /// The spots by case and file.
    spots: Vec<Vec<Spot>>,
}

impl Document {
    /// Parses the cases; an error contains the line.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (blocks, titles) = blocks(&lines)?;
        let mut document = Self { lines, cases: Vec::new(), spots: Vec::new() };
        let mut sections: Vec<usize> = Vec::new();
        let mut waiting: Vec<(usize, (String, String))> = Vec::new();
        for block in &blocks {
            let extra = arg(&block.args, "as");
            let open_case = sections.last() == Some(&block.section);
            if block.lang == "findings" {
                document.findings(block, open_case)?;
            } else if extra.is_none() && SOURCES.contains(&block.lang.as_str()) {
                if !(open_case && document.continues(block)) {
                    document.start(block, &titles[block.section]);
                    sections.push(block.section);
                }
                document.source(block);
                let here = waiting.drain(..).filter(|(section, _)| *section == block.section);
                document.last_case().extras.extend(here.map(|(_, extra)| extra));
            } else {
                let name = extra.unwrap_or(&block.lang).to_owned();
                let extra = (name, document.text(block));
                match open_case {
                    true => document.last_case().extras.push(extra),
                    false => waiting.push((block.section, extra)),
                }
            }
        }
        Ok(document)
    }

    fn last_case(&mut self) -> &mut Case {
        self.cases.last_mut().expect("a case is open")
    }

    /// Returns `true` if a source belongs to the preceding case: both have names, and the names differ.
    fn continues(&self, block: &Block) -> bool {
        let name = arg(&block.args, "file");
        let case = self.cases.last();
        name.is_some_and(|name| {
            case.is_some_and(|case| case.files.iter().all(|f| f.arg("file").is_some() && f.name != name))
        })
    }

    fn start(&mut self, block: &Block, title: &str) {
        let (title, line) = (title.to_owned(), block.open + 1);
        self.cases.push(Case { title, line, files: Vec::new(), extras: Vec::new() });
        self.spots.push(Vec::new());
    }

    fn source(&mut self, block: &Block) {
        let clean = markers::strip(&block.lang, &self.lines[block.open + 1..block.close]);
        let mut source: String = clean.lines.iter().map(|line| format!("{line}\n")).collect();
        if arg(&block.args, "chomp").is_some() {
            source.pop();
        }
        if arg(&block.args, "crlf").is_some() {
            source = source.replace('\n', "\r\n");
        }
        let name = arg(&block.args, "file").map_or_else(|| format!("input.{}", block.lang), str::to_owned);
        let (lang, args) = (block.lang.clone(), block.args.clone());
        self.last_case().files.push(File { name, lang: lang.clone(), source, args });
        let spot = Spot { open: block.open, close: block.close, lang, clean, findings: None };
        self.spots.last_mut().expect("one for each case").push(spot);
    }

    fn findings(&mut self, block: &Block, open_case: bool) -> Result<(), String> {
        let spot = self.spots.last_mut().and_then(|spots| spots.last_mut());
        match spot {
            Some(spot) if open_case && spot.findings.is_none() => {
                spot.findings = Some((block.open, block.close));
                Ok(())
            }
            _ => Err(format!("line {}: `findings` without a source before it", block.open + 1)),
        }
    }

    fn text(&self, block: &Block) -> String {
        self.lines[block.open + 1..block.close].iter().map(|line| format!("{line}\n")).collect()
    }

    /// The file with the markers of these outcomes, one per case; `None` leaves a case unchanged.
    pub(crate) fn rewrite(&self, outcomes: &[Option<Outcome>]) -> String {
        let mut text: Vec<String> = Vec::new();
        let mut done = 0;
        for (spots, outcome) in self.spots.iter().zip(outcomes) {
            let Some(outcome) = outcome else { continue };
            for (file, spot) in spots.iter().enumerate() {
                text.extend_from_slice(&self.lines[done..=spot.open]);
                text.extend(markers::with_markers(&spot.lang, &spot.clean, file, outcome));
                text.push(self.lines[spot.close].clone());
                done = spot.close + 1;
                let found = markers::block(&spot.lang, &spot.clean, file, outcome);
                if let Some((open, close)) = spot.findings {
                    let between = &self.lines[done..open];
                    if !found.is_empty() || between.iter().any(|line| !line.trim().is_empty()) {
                        text.extend_from_slice(between);
                    }
                    done = close + 1;
                } else if !found.is_empty() {
                    text.push(String::new());
                }
                if !found.is_empty() {
                    text.push("```findings".to_owned());
                    text.extend(found);
                    text.push("```".to_owned());
                }
            }
        }
        text.extend_from_slice(&self.lines[done..]);
        text.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The fenced blocks, and the titles of the sections that they refer to.
fn blocks(lines: &[String]) -> Result<(Vec<Block>, Vec<String>), String> {
    let mut blocks = Vec::new();
    let mut titles = vec![String::new()];
    let mut headings: Vec<String> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if let Some((level, title)) = heading(&lines[at]) {
            headings.resize(level - 1, String::new());
            headings.push(title.to_owned());
            let named: Vec<&str> = headings.iter().map(String::as_str).filter(|t| !t.is_empty()).collect();
            titles.push(named.join(" / "));
        } else if let Some((fence, info)) = fence(&lines[at]) {
            let close = (at + 1..lines.len()).find(|line| closes(&lines[*line], fence));
            let close = close.ok_or_else(|| format!("line {}: the block is not closed", at + 1))?;
            let mut words = info.split_whitespace().map(str::to_owned);
            let lang = words.next().unwrap_or_default();
            blocks.push(Block { section: titles.len() - 1, lang, args: words.collect(), open: at, close });
            at = close;
        }
        at += 1;
    }
    Ok((blocks, titles))
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let title = line[level..].strip_prefix(' ')?;
    (1..=6).contains(&level).then_some((level, title.trim()))
}

/// The fence that opens a block, and its info string.
fn fence(line: &str) -> Option<(&str, &str)> {
    let length = line.bytes().take_while(|b| *b == b'`').count();
    (length >= 3 && !line[length..].contains('`')).then(|| line.split_at(length))
}

fn closes(line: &str, fence: &str) -> bool {
    let line = line.trim_end();
    line.len() >= fence.len() && line.bytes().all(|b| b == b'`')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markers::{Finding, Note};

    const SUITE: &str = "\
# Top

```text
no case: a schema for the next
```

prose `x`

```hcl strict limit=3
a = 1
#   ^ error[OLD] gone after blessing
#:
```

```findings
1:1-2:1 error[OLD] gone too
```

## Sub

````tf file=main.tf
a = <<E
```
E
````
```tf file=b.tf
b = 1
```

```findings
- error stays
```

```json as=schema
{}
```

```json chomp
{}
```

# Other

```hcl crlf
x
y
```
";

    fn document() -> Document {
        Document::parse(SUITE).expect("a suite")
    }

    #[test]
    fn blocks_become_cases() {
        let cases = document().cases;
        let titles: Vec<_> = cases.iter().map(|c| (c.title.as_str(), c.line, c.files.len())).collect();
        assert_eq!(titles, [("Top", 9, 1), ("Top / Sub", 21, 2), ("Top / Sub", 38, 1), ("Other", 44, 1)]);
        assert_eq!(cases[0].source(), "a = 1\n");
        assert_eq!(cases[0].extra("text"), Some("no case: a schema for the next\n"));
        let file = &cases[0].files[0];
        assert_eq!((file.arg("strict"), file.arg("limit"), file.arg("lim")), (Some(""), Some("3"), None));
        assert_eq!(cases[1].source(), "a = <<E\n```\nE\n");
        assert_eq!(cases[1].files[1].name, "b.tf");
        assert_eq!(cases[1].extra("schema"), Some("{}\n"));
        assert_eq!((cases[2].source(), cases[2].files[0].name.as_str()), ("{}", "input.json"));
        assert_eq!(cases[3].source(), "x\r\ny\r\n");
    }

    #[test]
    fn findings_are_written_where_they_belong() {
        let document = document();
        let outcomes = [
            Some(Outcome {
                types: vec![Note { file: 0, line: 1, text: "number".into() }],
                ..Outcome::default()
            }),
            Some(Outcome {
                findings: vec![
                    Finding::new("error", None, "in b").at(1, (1, 5), (1, 6)),
                    Finding::new("error", Some("E"), "over lines").at(0, (1, 5), (3, 2)),
                    Finding { file: 1, ..Finding::new("error", None, "stays") },
                ],
                ..Outcome::default()
            }),
            Some(Outcome {
                findings: vec![Finding::new("error", None, "json").at(0, (1, 1), (1, 3))],
                ..Outcome::default()
            }),
            None,
        ];
        let expected = SUITE
            .replace("#   ^ error[OLD] gone after blessing\n#:\n", "#: number\n")
            .replace("\n```findings\n1:1-2:1 error[OLD] gone too\n```\n", "")
            .replace("E\n````\n", "E\n````\n\n```findings\n1:5-3:2 error[E] over lines\n```\n")
            .replace("b = 1\n", "b = 1\n#   ^ error in b\n")
            .replace("chomp\n{}\n```\n", "chomp\n{}\n```\n\n```findings\n1:1-1:3 error json\n```\n");
        let blessed = document.rewrite(&outcomes);
        assert_eq!(blessed, expected);
        let again = Document::parse(&blessed).expect("a suite");
        assert_eq!(again.rewrite(&outcomes), expected);
        let sources = |document: &Document| {
            document.cases.iter().map(|case| case.source().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(sources(&again), sources(&document));
    }

    #[test]
    fn what_is_not_closed_or_belongs_to_nothing_is_an_error() {
        let error = |text| Document::parse(text).err();
        assert_eq!(error("a\n```hcl\n").as_deref(), Some("line 2: the block is not closed"));
        let lonely = Some("line 4: `findings` without a source before it");
        assert_eq!(error("```text\n```\n\n```findings\n```\n").as_deref(), lonely);
        assert_eq!(error("```hcl\n```\n# B\n```findings\n```\n").as_deref(), lonely);
    }
}
