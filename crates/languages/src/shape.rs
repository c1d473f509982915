//! What a file looks like from afar: the headers of its root blocks, found without a parser, so that it
//! may be asked of any text. Deliberately absent: what follows from it (the languages).

/// The header of a root block, or a root attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Its type, or the name of the attribute.
    pub block_type: String,
    /// How many labels it has.
    pub labels: usize,
    /// What it declares: its last label, or the name of the attribute.
    pub name: Option<String>,
    /// `=` comes after the name.
    pub is_attribute: bool,
    /// The name is in quotes.
    pub quoted: bool,
}

/// How many bytes of a text are looked at.
const LOOKED_AT: usize = 256 << 10;

/// The headers of root blocks and the names of root attributes, in order. What is in brackets, strings,
/// comments and heredocs is skipped; a text of another language gives what looks like one.
pub(crate) fn headers(bytes: &[u8]) -> Vec<Header> {
    let mut scan = Scan {
        rest: &bytes[..bytes.len().min(LOOKED_AT)],
        depth: 0,
        words: Vec::new(),
        before: Vec::new(),
        found: Vec::new(),
    };
    while scan.step().is_some() {}
    scan.found
}

struct Scan<'b> {
    rest: &'b [u8],
    depth: usize,
    /// Words and strings since the last header: whether each is in quotes.
    words: Vec<(bool, String)>,
    /// Those of the last line that had any: a `{` alone on its line belongs to them.
    before: Vec<(bool, String)>,
    found: Vec<Header>,
}

impl Scan<'_> {
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

    /// Skips what tells nothing in brackets, which is most of a file.
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
