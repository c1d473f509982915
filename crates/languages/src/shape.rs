//! The outline of a file: the headers of its root blocks, found without parsing, so that it works for any
//! source. Languages draw the conclusions.

/// The header of a root block, or a root attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The block type, or the name of the attribute.
    pub block_type: String,
    /// The number of labels.
    pub labels: usize,
    /// The declared name: the last label, or the name of the attribute.
    pub name: Option<String>,
    /// Set if `=` follows the name.
    pub is_attribute: bool,
    /// Set if the name is quoted.
    pub quoted: bool,
}

/// The number of bytes that are examined.
const LOOKED_AT: usize = 256 << 10;

/// The headers of root blocks and the names of root attributes, in order. Brackets, strings, comments and
/// heredocs are skipped; in other languages, the result contains whatever looks like a header.
pub(crate) fn headers(bytes: &[u8]) -> Vec<Header> {
    let mut scan = Scan::of(bytes);
    while scan.step().is_some() {}
    scan.found
}

/// Returns `true` if a Go template action occurs outside of strings, heredocs and comments, which is never
/// valid HCL: `{{ .Name }}`, or `[[ .Name ]]` as in Nomad packs.
pub fn is_go_template(bytes: &[u8]) -> bool {
    if !bytes.windows(2).any(|two| two == b"{{" || two == b"[[") {
        return false;
    }
    let mut scan = Scan::of(bytes);
    loop {
        if [&b"{{"[..], b"[["].iter().any(|open| scan.rest.strip_prefix(*open).is_some_and(is_go_action)) {
            return true;
        }
        if scan.step().is_none() {
            return false;
        }
    }
}

/// Returns `true` if an action starts here: a field or variable, or a template keyword with an operand that
/// cannot occur in an HCL list.
fn is_go_action(rest: &[u8]) -> bool {
    const KEYWORDS: [&[u8]; 8] =
        [b"if", b"range", b"with", b"template", b"define", b"block", b"include", b"var"];
    let rest = rest.strip_prefix(b"-").unwrap_or(rest).trim_ascii_start();
    let begins_name = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let is_value = |rest: &[u8]| match rest.first() {
        Some(b'.') => begins_name(rest.get(1)) || matches!(rest.get(1), Some(b' ')),
        Some(b'$') => begins_name(rest.get(1)),
        _ => false,
    };
    let is_call = |word: &&[u8]| {
        let after = rest.strip_prefix(*word).filter(|after| after.first() == Some(&b' '));
        after.map(<[u8]>::trim_ascii_start).is_some_and(|after| is_value(after) || after.starts_with(b"\""))
    };
    is_value(rest) || KEYWORDS.iter().any(is_call)
}

/// Returns `true` if a file sets variables of Nomad packs: each of its root items has the form
/// `PACK.NAME = value`.
pub(crate) fn are_pack_variables(bytes: &[u8]) -> bool {
    let is_one =
        |one: &Header| one.is_attribute && one.labels == 0 && !one.quoted && is_dotted(&one.block_type);
    let found = headers(bytes);
    !found.is_empty() && found.iter().all(is_one)
}

/// Returns `true` for a name of the form `pack.name`.
fn is_dotted(name: &str) -> bool {
    name.split_once('.').is_some_and(|(pack, name)| !pack.is_empty() && !name.is_empty())
}

struct Scan<'b> {
    rest: &'b [u8],
    depth: usize,
    /// The words and strings since the last header; `true` for a quoted one.
    words: Vec<(bool, String)>,
    /// The labels of the last line that had any, for a `{` alone on its line.
    before: Vec<(bool, String)>,
    found: Vec<Header>,
}

impl<'b> Scan<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        let rest = &bytes[..bytes.len().min(LOOKED_AT)];
        Self { rest, depth: 0, words: Vec::new(), before: Vec::new(), found: Vec::new() }
    }

    fn step(&mut self) -> Option<()> {
        let byte = *self.rest.first()?;
        match byte {
            b'#' => self.skip_line(),
            b'/' if self.rest.starts_with(b"//") => self.skip_line(),
            b'/' if self.rest.starts_with(b"/*") => self.skip_past(b"*/"),
            b'"' => self.string(),
            b'<' if self.rest.starts_with(b"<<") => self.heredoc(),
            b'{' | b'[' | b'(' => {
                if self.depth == 0 {
                    if byte == b'{' && self.words.is_empty() {
                        self.words = std::mem::take(&mut self.before);
                    }
                    self.header(false);
                }
                self.depth += 1;
                self.skip(1);
            }
            b'}' | b']' | b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.words.clear();
                self.skip(1);
            }
            b'=' | b':' if self.depth == 0 => {
                self.header(true);
                self.skip(1);
            }
            b'\n' if self.depth == 0 => {
                if !self.words.is_empty() {
                    self.before = std::mem::take(&mut self.words);
                }
                self.skip(1);
            }
            _ if self.depth > 0 => self.skip_plain(),
            byte if is_word(byte) => self.word(),
            _ => self.skip(1),
        }
        Some(())
    }

    /// Skips irrelevant contents of brackets, which make up most of a file.
    fn skip_plain(&mut self) {
        let next = self.rest[1..].iter().position(|byte| BEGINS[usize::from(*byte)]);
        self.skip(next.map_or(self.rest.len(), |next| next + 1));
    }

    fn header(&mut self, is_attribute: bool) {
        if let Some((quoted, block_type)) = self.words.first().cloned() {
            let labels = self.words.len() - 1;
            let name = self.words.last().filter(|_| labels > 0 || is_attribute).map(|(_, name)| name.clone());
            self.found.push(Header { block_type, labels, name, is_attribute, quoted });
        }
        self.words.clear();
        self.before.clear();
    }

    fn skip(&mut self, count: usize) {
        self.rest = &self.rest[count.min(self.rest.len())..];
    }

    fn skip_line(&mut self) {
        let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
        self.skip(end);
    }

    fn skip_past(&mut self, end: &[u8]) {
        let at = self.rest.windows(end.len()).position(|window| window == end);
        self.skip(at.map_or(self.rest.len(), |at| at + end.len()));
    }

    fn word(&mut self) {
        let end = self.rest.iter().position(|byte| !is_word(*byte)).unwrap_or(self.rest.len());
        if self.depth == 0 {
            self.words.push((false, String::from_utf8_lossy(&self.rest[..end]).into_owned()));
        }
        self.skip(end);
    }

    fn string(&mut self) {
        let mut end = 1;
        // A string ends with its line at the latest, so that an unclosed one does not hide the rest of the
        // file.
        let ends = |byte: &u8| matches!(byte, b'\\' | b'"' | b'\n');
        while let Some(rest) = self.rest.get(end..) {
            end += rest.iter().position(ends).unwrap_or(rest.len());
            if self.rest.get(end) != Some(&b'\\') {
                break;
            }
            end += 2;
        }
        let end = end.min(self.rest.len());
        if self.depth == 0 {
            self.words.push((true, String::from_utf8_lossy(&self.rest[1..end]).into_owned()));
        }
        self.skip(end);
        if self.rest.first() == Some(&b'"') {
            self.skip(1);
        }
    }

    fn heredoc(&mut self) {
        self.skip(2);
        if self.rest.first() == Some(&b'-') {
            self.skip(1);
        }
        let end = self.rest.iter().position(|byte| !is_word(*byte)).unwrap_or(self.rest.len());
        let marker = self.rest[..end].to_vec();
        self.skip(end);
        if marker.is_empty() {
            return;
        }
        while !self.rest.is_empty() {
            self.skip_line();
            self.skip(1);
            let line = self.rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            if line.trim_ascii() == marker {
                return;
            }
        }
    }
}

/// The bytes that begin a comment, a string, a heredoc or a bracket, or end one.
const BEGINS: [bool; 256] = {
    let mut begins = [false; 256];
    let bytes = b"#/\"<{[(}])";
    let mut at = 0;
    while at < bytes.len() {
        begins[bytes[at] as usize] = true;
        at += 1;
    }
    begins
};

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    #[test]
    fn templates_of_go_have_actions_outside_of_strings() {
        for (text, is_one) in [
            ("job \"a\" {\n  datacenters = [[ .dc ]]\n}\n", true),
            ("job [[ template \"name\" . ]] {\n}\n", true),
            ("a {\n{{- range $k, $v := .Values.tags }}\n}\n", true),
            ("{{ if .Values.x }}\na = 1\n{{ end }}\n", true),
            ("a = \"{{ .Name }}\"\n", false),
            ("a = <<EOT\n{{ .Name }}\nEOT\n", false),
            ("# {{ .Name }}\na = [[1, 2], [[if], var]]\n", false),
            ("a = [[ var, x ], [[ .5 ]]]\n", false),
        ] {
            assert_eq!(super::is_go_template(text.as_bytes()), is_one, "{text}");
        }
    }

    #[test]
    fn variables_of_packs_are_named_with_their_pack() {
        for (text, are_some) in [
            ("my_pack.count = 3\nmy_pack.resources = {\n  cpu = 500\n}\n", true),
            ("my_pack.count = 3\ncount = 3\n", false),
            ("my_pack.count = 3\na.b {\n}\n", false),
            ("", false),
        ] {
            assert_eq!(super::are_pack_variables(text.as_bytes()), are_some, "{text}");
        }
    }

    use super::*;

    #[test]
    fn headers_are_those_of_the_root() {
        let text = b"# job \"no\" {\njob \"web\" {\n  group \"a\" {}\n}\ntarget x {}\na = {\n b = 1 }\n\"q\" = <<EOT\njob \"no\" {\nEOT\npath \"x\"\n{\n}\nword\n\nother = {}\n";
        let shown: Vec<String> = headers(text)
            .iter()
            .map(|one| {
                format!("{}/{}{}", one.block_type, one.labels, if one.is_attribute { "=" } else { "" })
            })
            .collect();
        assert_eq!(shown, ["job/1", "target/1", "a/0=", "q/0=", "path/1", "other/0="]);
    }
}
