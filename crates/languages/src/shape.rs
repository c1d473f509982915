//! The outline of a file: the headers of its root blocks, found without parsing, so that it works for any
//! source. What the headers mean is up to each language.

use hclx_diag::TextRange;
use memchr::memmem;

/// The header of a root block, or a root attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The block type, or the name of the attribute.
    pub block_type: String,
    pub labels: usize,
    /// The declared name: the last label, or the name of the attribute.
    pub name: Option<String>,
    /// Set if `=` follows the name.
    pub is_attribute: bool,
    /// Set if the name is quoted.
    pub quoted: bool,
    /// The bytes between the brackets of a block.
    pub body: std::ops::Range<usize>,
}

/// The maximum number of bytes to examine.
const LOOKED_AT: usize = 256 << 10;

/// The headers of root blocks and the names of root attributes, in order. Brackets, strings, comments and
/// heredocs are skipped; in other languages, the result contains whatever looks like a header.
pub(crate) fn headers(bytes: &[u8]) -> Vec<Header> {
    let mut scan = Scan::of(bytes);
    while scan.step().is_some() {}
    scan.found
}

/// A template language whose marks are never valid HCL outside of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateSyntax {
    /// Go templates, including those with the delimiters of Nomad packs.
    Go,
    /// Jinja and similar languages.
    Jinja,
    /// ERB and similar languages.
    Erb,
    /// Names between `@@` or `__` that a script replaces.
    Placeholders,
    /// Go format strings, which the tests of providers fill in.
    Format,
    /// HCL templates whose directives generate declarations.
    Hcl,
}

impl TemplateSyntax {
    /// The noun for one file.
    pub fn title(self) -> &'static str {
        match self {
            Self::Go => "a Go template",
            Self::Jinja => "a Jinja template",
            Self::Erb => "an ERB template",
            Self::Placeholders => "a template with placeholders",
            Self::Format => "a format string of Go",
            Self::Hcl => "a template",
        }
    }

    /// The noun for several files.
    pub fn titles(self) -> &'static str {
        match self {
            Self::Go => "Go templates",
            Self::Jinja => "Jinja templates",
            Self::Erb => "ERB templates",
            Self::Placeholders => "templates with placeholders",
            Self::Format => "format strings of Go",
            Self::Hcl => "templates",
        }
    }
}

/// The first template mark outside of strings, heredocs and comments, with its range. Such marks are never valid HCL:
/// `{{ .Name }}`, or `[[ .Name ]]` as in Nomad packs, `{% if … %}`, `{{ name }}`, `<% … %>`, `@@NAME@@`, `= __NAME__`,
/// `%{ for … }`, `${name} = …`, `= #{NAME}#`.
pub fn foreign_template(bytes: &[u8]) -> Option<(TemplateSyntax, TextRange)> {
    const OPENERS: [&[u8; 2]; 12] =
        [b"{{", b"[[", b"{%", b"<%", b"@@", b"__", b"%[", b"%s", b"#{", b"\"#", b"${", b"%{"];
    let is_blank = |line: &[u8]| {
        let assign = memchr::memchr(b'=', line);
        assign.is_some_and(|at| blank_value(line[at + 1..].trim_ascii_start()).is_some())
    };
    let may_be_blank = || bytes.split(|byte| *byte == b'\n').any(is_blank);
    if !bytes.windows(2).any(|two| OPENERS.iter().any(|opener| two == *opener)) && !may_be_blank() {
        return None;
    }
    if let Some(place) = action_in_interpolation(bytes) {
        return Some((TemplateSyntax::Jinja, place));
    }
    let mut scan = Scan::of(bytes);
    loop {
        if let Some(found) = mark_at(&scan, bytes) {
            return Some(found);
        }
        let (start, is_plain) = (scan.place(), scan.is_plain());
        scan.step()?;
        let run = start..scan.place();
        if let Some(place) = is_plain.then(|| underlined_word(bytes, run)).flatten() {
            return Some((TemplateSyntax::Placeholders, place));
        }
    }
}

/// The mark at the position of a scan.
fn mark_at(scan: &Scan<'_>, bytes: &[u8]) -> Option<(TemplateSyntax, TextRange)> {
    let label = || scan.is_in_label().then(|| label_mark(scan.rest, scan.is_in_terraform())).flatten();
    let start = scan.place() as u32;
    if let Some((syntax, range)) = label() {
        let (from, to) = (start + range.start as u32, start + range.end as u32);
        return Some((syntax, TextRange::new(from, to)));
    }
    let before = bytes[..scan.place()].trim_ascii_end();
    if let Some(length) = bare_name(scan.rest, bytes).filter(|_| bytes[..scan.place()].ends_with(b"$")) {
        let place = TextRange::new(start - 1, start + length as u32);
        return Some((TemplateSyntax::Placeholders, place));
    }
    if let Some(value) = blank_value(scan.rest).filter(|_| before.ends_with(b"=")) {
        return Some((TemplateSyntax::Placeholders, TextRange::new(start, start + value as u32)));
    }
    if let Some(syntax) = template_mark(scan.rest) {
        return Some((syntax, TextRange::new(start, start + mark_length(scan.rest))));
    }
    Some((TemplateSyntax::Hcl, sequence_around(scan.rest, bytes)?))
}

/// The place of the first value `__NAME__` in a run without strings and comments, unless the file declares the name.
fn underlined_word(bytes: &[u8], run: std::ops::Range<usize>) -> Option<TextRange> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let place = |at: usize| {
        let start = run.start + at;
        let (before, rest) = bytes.split_at(start);
        let (word, after) = rest.split_at(rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len()));
        let name = word.strip_prefix(b"__")?.strip_suffix(b"__")?;
        let is_capital = name.iter().any(u8::is_ascii_uppercase)
            && name.iter().all(|byte| is_part(byte) && !byte.is_ascii_lowercase() && *byte != b'.');
        let after = after.trim_ascii_start();
        let is_name = after.first().is_some_and(|byte| b"=:([".contains(byte)) || after.starts_with(b"in ");
        let is_value = !is_name && before.trim_ascii_end().last().is_some_and(|byte| b"=([,?".contains(byte));
        let is_declared = |header: &Header| header.name.as_deref().is_some_and(|own| own.as_bytes() == word);
        let is_mark = is_capital && is_value && !headers(bytes).iter().any(is_declared);
        is_mark.then(|| TextRange::new(start as u32, (start + word.len()) as u32))
    };
    memmem::find_iter(&bytes[run.clone()], b"__").find_map(place)
}

/// The mark in the string with a range: an ERB tag, a placeholder or, where `are_names`, a mark of any template
/// language.
pub(crate) fn mark_in_string(
    bytes: &[u8],
    range: TextRange,
    are_names: bool,
) -> Option<(TemplateSyntax, TextRange)> {
    let text = bytes.get(range.range())?;
    let is_whole = text.len() > 2 && memchr::memchr(b'"', &text[1..]) == Some(text.len() - 2);
    let (syntax, place) = label_mark(text, are_names).filter(|_| is_whole)?;
    let (from, to) = (range.start + place.start as u32, range.start + place.end as u32);
    // the function `format` takes such verbs, too
    (syntax != TemplateSyntax::Format).then(|| (syntax, TextRange::new(from, to)))
}

/// The place of the first interpolation `${…}` or directive `%{…}` outside of strings, heredocs and comments, where
/// neither is valid HCL.
pub fn bare_interpolation(bytes: &[u8]) -> Option<TextRange> {
    let mut scan = Scan::of(bytes);
    loop {
        let at = scan.length - scan.rest.len();
        if scan.rest.starts_with(b"{") && matches!(bytes[..at].last(), Some(b'$' | b'%')) {
            let line = scan.rest.split(|byte| *byte == b'\n').next()?;
            let length = line.iter().position(|byte| *byte == b'}').map_or(1, |end| end + 1);
            return Some(TextRange::new(at as u32 - 1, (at + length) as u32));
        }
        scan.step()?;
    }
}

/// The place of a directive or an interpolation whose brace starts here.
fn sequence_around(rest: &[u8], bytes: &[u8]) -> Option<TextRange> {
    let start = bytes[..bytes.len().min(LOOKED_AT)].len() - rest.len();
    let start = start.checked_sub(1).filter(|_| rest.starts_with(b"{"))?;
    let length = sequence_length(bytes, start)?;
    Some(TextRange::new(start as u32, (start + length) as u32))
}

/// The length of a directive `%{ if … }` that starts at `at`, or of an interpolation that forms the name of an
/// attribute.
fn sequence_length(bytes: &[u8], at: usize) -> Option<usize> {
    const KEYWORDS: [&[u8]; 5] = [b"if ", b"for ", b"else", b"endif", b"endfor"];
    let (before, rest) = bytes.split_at(at);
    let line = rest.split(|byte| *byte == b'\n').next()?;
    let (sequence, after) = line.split_at(line.iter().position(|byte| *byte == b'}')? + 1);
    let is_meant = match sequence.get(..2)? {
        b"%{" => {
            let inner = sequence[2..].strip_prefix(b"~").unwrap_or(&sequence[2..]).trim_ascii_start();
            KEYWORDS.iter().any(|word| inner.starts_with(word))
        }
        b"${" => {
            let starts_line = before.trim_ascii_end().len() <= memchr::memrchr(b'\n', before).unwrap_or(0);
            let after = after.trim_ascii_start();
            starts_line && after.starts_with(b"=") && !after.starts_with(b"==")
        }
        _ => false,
    };
    is_meant.then_some(sequence.len())
}

/// The place of the first `{{ name }}` in an interpolation, as in `"${aws_vpc.main-{{ name }}.id}"`.
fn action_in_interpolation(bytes: &[u8]) -> Option<TextRange> {
    let is_in_interpolation = |at: usize| {
        let line = &bytes[memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1)..at];
        let opened = memmem::rfind(line, b"${").map(|start| &line[start + 2..]);
        opened.is_some_and(|inner| !inner.is_empty() && !inner.iter().any(|byte| b"}\"".contains(byte)))
    };
    let mut all = memmem::find_iter(bytes, b"{{");
    let at = all.find(|at| is_jinja_expression(&bytes[at + 2..]) && is_in_interpolation(*at))?;
    Some(TextRange::new(at as u32, at as u32 + mark_length(&bytes[at..])))
}

/// The length of a name in braces that starts here, such as `${LISTEN_PORT}` or `${cache-mode}`. Around a name in
/// capitals or with dashes that the file does not declare, the braces are not a misplaced interpolation.
fn bare_name(rest: &[u8], bytes: &[u8]) -> Option<usize> {
    let inner = rest.strip_prefix(b"{")?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let (name, after) = inner.split_at(inner.iter().position(|byte| !is_part(byte))?);
    let is_foreign = name.contains(&b'-') || !name.iter().any(u8::is_ascii_lowercase);
    let is_declared = |header: &Header| header.name.as_deref().is_some_and(|own| own.as_bytes() == name);
    let is_name = !name.is_empty() && after.starts_with(b"}") && is_foreign;
    (is_name && !headers(bytes).iter().any(is_declared)).then_some(name.len() + 2)
}

/// The length of a placeholder that starts here and is the whole value of an attribute: `{NAME}` in capitals, `<name>`
/// or `#{name}#`, which are never valid.
fn blank_value(rest: &[u8]) -> Option<usize> {
    if let Some(length) = hash_mark(rest) {
        return Some(length);
    }
    let closer = match rest.first()? {
        b'{' => b'}',
        b'<' => b'>',
        _ => return None,
    };
    let line = rest[1..].split(|byte| *byte == b'\n').next()?;
    let (name, after) = line.split_at_checked(line.iter().position(|byte| *byte == closer)?)?;
    let is_capital =
        |byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_- ".contains(*byte);
    let is_word = name.iter().all(|byte| is_capital(&byte) || byte.is_ascii_lowercase());
    // nothing else begins with `<`, but `{NAME}` may be an object with mistakes
    let is_certain = closer == b'>';
    // names may have a plural suffix, as in `{ACLs-ENABLED}`
    let is_capitalized = name.first().is_some_and(u8::is_ascii_uppercase)
        && name.iter().filter(|byte| !is_capital(byte)).count() * 4 <= name.len();
    let is_last = matches!(after[1..].trim_ascii().first(), None | Some(b',' | b'#' | b'/'));
    (name.len() > 1 && is_word && (is_capitalized || is_certain) && is_last).then_some(name.len() + 2)
}

/// The mark in the block label that starts here: a verb such as `%s` or `%[1]s`, `<% … %>`, `@@NAME@@` or `#{NAME}#`,
/// or a label that consists of `#NAME#`. Some languages allow braces in labels, but not where labels are names.
fn label_mark(rest: &[u8], are_names: bool) -> Option<(TemplateSyntax, std::ops::Range<usize>)> {
    let inner = rest.strip_prefix(b"\"")?;
    let inner = &inner[..inner.iter().position(|byte| matches!(byte, b'"' | b'\n'))?];
    if let [b'#', name @ .., b'#'] = inner
        && are_names
        && !name.is_empty()
    {
        return Some((TemplateSyntax::Placeholders, 1..1 + inner.len()));
    }
    let mark = |at: usize| {
        let rest = &inner[at..];
        if let Some(length) = rest.starts_with(b"%").then(|| verb_length(rest)).flatten() {
            return Some((TemplateSyntax::Format, 1 + at..1 + at + length));
        }
        if let Some(length) = hash_mark(rest) {
            return Some((TemplateSyntax::Placeholders, 1 + at..1 + at + length));
        }
        let syntax = template_mark(rest)?;
        let is_meant = are_names || matches!(syntax, TemplateSyntax::Erb | TemplateSyntax::Placeholders);
        is_meant.then(|| (syntax, 1 + at..1 + at + mark_length(rest) as usize))
    };
    (0..inner.len()).find_map(mark)
}

/// The length of the mark `#{NAME}#` that starts here, which pipelines replace.
fn hash_mark(rest: &[u8]) -> Option<usize> {
    let line = rest.split(|byte| *byte == b'\n').next().filter(|line| line.starts_with(b"#{"))?;
    Some(memmem::find(line, b"}#")? + 2)
}

/// The length of the verb of Go's `fmt` that starts here.
fn verb_length(rest: &[u8]) -> Option<usize> {
    let digits = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let index = match rest.get(1)? {
        b'[' => {
            let count = digits(&rest[2..]);
            (count > 0 && rest.get(2 + count) == Some(&b']')).then_some(count + 2)?
        }
        _ => 0,
    };
    matches!(rest.get(1 + index)?, b's' | b'd' | b'q' | b'v' | b't').then_some(index + 2)
}

/// The length of the mark that starts here: up to its end on the same line, or its first two characters.
fn mark_length(rest: &[u8]) -> u32 {
    const CLOSERS: [&[u8; 2]; 5] = [b"}}", b"]]", b"%}", b"%>", b"@@"];
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let closes = |two: &[u8]| CLOSERS.iter().any(|closer| two == *closer);
    let end = line.get(2..).and_then(|inner| inner.windows(2).position(closes));
    end.map_or(2, |end| end as u32 + 4)
}

/// The language of the template mark that starts here.
fn template_mark(rest: &[u8]) -> Option<TemplateSyntax> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match rest.get(..2)? {
        b"{{" | b"[[" if is_go_action(&rest[2..]) => Some(TemplateSyntax::Go),
        b"{{" if is_jinja_expression(&rest[2..]) && begins_with_keyword(&rest[2..]) => {
            Some(TemplateSyntax::Go)
        }
        b"{{" if is_jinja_expression(&rest[2..]) => Some(TemplateSyntax::Jinja),
        b"{%" => Some(TemplateSyntax::Jinja),
        b"<%" => Some(TemplateSyntax::Erb),
        // an indexed verb outside of strings; `%` alone is an operator
        b"%[" if verb_length(rest).is_some() => Some(TemplateSyntax::Format),
        b"@@" => {
            let end = rest[2..].iter().position(|byte| !is_word(byte))?;
            (end > 0 && rest[2 + end..].starts_with(b"@@")).then_some(TemplateSyntax::Placeholders)
        }
        _ => None,
    }
}

/// Returns `true` if an expression and `}}` follow on this line; braces around an attribute are a mistake in HCL.
fn is_jinja_expression(rest: &[u8]) -> bool {
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(end) = line.windows(2).position(|two| two == b"}}") else { return false };
    let inner = line[..end].strip_prefix(b"-").unwrap_or(&line[..end]).trim_ascii();
    inner.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_') && !inner.contains(&b'=')
}

/// The keywords that begin Go actions; in Jinja, they are in `{% %}`.
const GO_WORDS: &[&[u8]] = &[b"block", b"define", b"else", b"end", b"if", b"range", b"template", b"with"];

/// Returns `true` if the source between braces begins with a Go keyword.
fn begins_with_keyword(rest: &[u8]) -> bool {
    let rest = rest.strip_prefix(b"-").unwrap_or(rest).trim_ascii_start();
    let word = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_whole = rest.get(word).is_none_or(|byte| matches!(byte, b' ' | b'}' | b'-'));
    is_whole && GO_WORDS.contains(&&rest[..word])
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
    // a function with operands that no comma separates, up to the end of the action
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_whole = line.windows(2).any(|two| two == b"]]" || two == b"}}");
    let is_function = begins_name(rest.first()) && is_whole && is_call(&&rest[..name]);
    is_value(rest) || is_function || KEYWORDS.iter().any(is_call)
}

/// Returns `true` if a file sets variables of Nomad packs: all its root items have the form `PACK.NAME = value`.
pub(crate) fn are_pack_variables(bytes: &[u8]) -> bool {
    let is_one =
        |one: &Header| one.is_attribute && one.labels == 0 && !one.quoted && is_dotted(&one.block_type);
    let found = headers(bytes);
    !found.is_empty() && found.iter().all(is_one)
}

/// Returns `true` if a file describes a Nomad pack.
pub(crate) fn is_pack_metadata(bytes: &[u8]) -> bool {
    const BLOCKS: [&str; 4] = ["app", "dependency", "integration", "pack"];
    let found = headers(bytes);
    let is_known = |header: &Header| !header.is_attribute && BLOCKS.contains(&&*header.block_type);
    found.iter().all(is_known) && found.iter().any(|header| header.block_type == "pack")
}

/// Returns `true` for a name of the form `pack.name`.
fn is_dotted(name: &str) -> bool {
    name.split_once('.').is_some_and(|(pack, name)| !pack.is_empty() && !name.is_empty())
}

struct Scan<'b> {
    rest: &'b [u8],
    /// The number of bytes to examine.
    length: usize,
    depth: usize,
    /// The words and strings since the last header; the flag is `true` for quoted ones.
    words: Vec<(bool, String)>,
    /// The labels of the last line that had any, for a `{` alone on its line.
    before: Vec<(bool, String)>,
    found: Vec<Header>,
}

impl<'b> Scan<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        let rest = &bytes[..bytes.len().min(LOOKED_AT)];
        let length = rest.len();
        Self { rest, length, depth: 0, words: Vec::new(), before: Vec::new(), found: Vec::new() }
    }

    /// The offset of the next byte.
    fn place(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Returns `true` unless a comment, a string or a heredoc starts here.
    fn is_plain(&self) -> bool {
        const OTHERS: [&[u8]; 5] = [b"#", b"\"", b"//", b"/*", b"<<"];
        !OTHERS.iter().any(|start| self.rest.starts_with(start))
    }

    /// Returns `true` if a string that starts here is a label of a root block.
    fn is_in_label(&self) -> bool {
        self.depth == 0 && !self.words.is_empty()
    }

    /// Returns `true` if the labels in the current block header are Terraform names.
    fn is_in_terraform(&self) -> bool {
        const NAMED: [&str; 6] = ["data", "module", "output", "provider", "resource", "variable"];
        self.words.first().is_some_and(|(_, word)| NAMED.contains(&&**word))
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
            b'}' | b']' | b')' => self.close(),
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

    /// Closes a bracket; at the root, this ends the body of the last block.
    fn close(&mut self) {
        let end = self.length - self.rest.len();
        self.depth = self.depth.saturating_sub(1);
        if let (0, Some(last)) = (self.depth, self.found.last_mut()) {
            last.body.end = end.max(last.body.start);
        }
        self.words.clear();
        self.skip(1);
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
            let start = (self.length - self.rest.len() + 1).min(self.length);
            let body = start..start;
            self.found.push(Header { block_type, labels, name, is_attribute, quoted, body });
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
        let end = end_of_string(self.rest);
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

/// The offset of the quote that closes the string that starts here, skipping strings in its interpolations. A string
/// ends with its line at the latest, so that an unclosed one does not hide the rest of the file.
fn end_of_string(rest: &[u8]) -> usize {
    // the number of open braces in each interpolation; all but the last contain an open string
    let mut interpolations: Vec<usize> = Vec::new();
    let mut is_string = true;
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\n' => break,
            b'\\' if is_string => at += 1,
            b'$' | b'%' if is_string && rest.get(at + 1) == Some(byte) => at += 1,
            b'$' | b'%' if is_string && rest.get(at + 1) == Some(&b'{') => {
                interpolations.push(1);
                (is_string, at) = (false, at + 1);
            }
            b'"' if is_string && interpolations.is_empty() => break,
            b'"' => is_string = !is_string,
            b'{' if !is_string => *interpolations.last_mut().unwrap_or(&mut 0) += 1,
            b'}' if !is_string => {
                if let Some(open) = interpolations.last_mut() {
                    *open -= 1;
                    if *open == 0 {
                        interpolations.pop();
                        is_string = true;
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    at.min(rest.len())
}

/// The bytes that begin or end a comment, a string, a heredoc, a bracket or a placeholder.
const BEGINS: [bool; 256] = {
    let mut begins = [false; 256];
    let bytes = b"#/\"<{[(}])@%";
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
    fn templates_have_marks_outside_of_strings() {
        use super::TemplateSyntax::*;
        for (text, wanted) in [
            ("job \"a\" {\n  datacenters = [[ .dc ]]\n}\n", Some(Go)),
            ("a = [[ getarg \"zones\" .Args ]]\n", Some(Go)),
            ("a = [[ f, \"x\" ], [ g\n\"y\" ]]\n", None),
            ("resource \"a\" \"main-{{ name }}\" {\n}\n", Some(Jinja)),
            ("output \"a\" {\n  value = \"${aws_vpc.main-{{ name }}.id}\"\n}\n", Some(Jinja)),
            ("output \"a\" {\n  value = \"${jsonencode({a = \"{{ name }}\"})} {{ x }}\"\n  b = ]\n}\n", None),
            ("source \"vsphere-iso\" \"#{name}#\" {\n}\n", Some(Placeholders)),
            ("resource \"a\" \"#name#\" {\n}\n", Some(Placeholders)),
            ("a = \"#name#\"\n", None),
            ("path \"secret/{{identity.entity.id}}/*\" {\n  a = ]\n}\n", None),
            ("job [[ template \"name\" . ]] {\n}\n", Some(Go)),
            ("a {\n{{- range $k, $v := .Values.tags }}\n}\n", Some(Go)),
            ("{{ if .Values.x }}\na = 1\n{{ end }}\n", Some(Go)),
            ("{{range get . \"buckets\"}}\na {\n}\n{{end}}\n", Some(Go)),
            ("a {\n  {{ ending }} = 1\n}\n", Some(Jinja)),
            ("a = \"{{ .Name }}\"\n", None),
            ("a = <<EOT\n{{ .Name }}\nEOT\n", None),
            ("# {{ .Name }}\na = [[1, 2], [[if], var]]\n", None),
            ("a = [[ var, x ], [[ .5 ]]]\n", None),
            ("a = {\n{% for x in xs -%}\n}\n", Some(Jinja)),
            ("a {\n  {{ name }} = 1\n}\n", Some(Jinja)),
            ("a = [{{ names | join(', ') }}]\n", Some(Jinja)),
            ("a {{ b = 1 }}\n", None),
            ("<% if x %>\na = 1\n<% end %>\n", Some(Erb)),
            ("a = { b = @@PORT@@ }\n", Some(Placeholders)),
            ("a {\n  zones = __ZONES__\n}\n", Some(Placeholders)),
            ("a = f([__A__, __B__], x)\n", Some(Placeholders)),
            ("a = { __NAME__ = 1, __OTHER__ = \"__A__\" } # __B__\nb = x.__C__\nc = __d__\n", None),
            ("a = [for __K__, __V__ in x : y.__K__]\nb = __FILE__.x\n", None),
            ("variable \"__A__\" {\n}\nb = __A__\n", None),
            ("resource \"a\" \"%s\" {\n}\n", Some(Format)),
            ("resource \"a\" \"b_%[1]s\" {\n}\n", Some(Format)),
            ("output \"a\" {\n  value = a.%[1]s.id\n}\n", Some(Format)),
            ("resource \"a\" \"<%= name %>\" {\n}\n", Some(Erb)),
            ("resource \"a\" \"x-@@ENV@@\" {\n}\n", Some(Placeholders)),
            ("path \"secret/{{ identity }}\" {\n}\n", None),
            ("a = \"%[1]s %s\"\nb = 5 %s\n", None),
            ("a = \"{% x %} <% y %> @@Z@@\" # {% x %}\n", None),
            ("a = \"${join(\",\", formatlist(\"\\\"%s\\\"\", x))}\"\n", None),
        ] {
            let found = super::foreign_template(text.as_bytes()).map(|(syntax, _)| syntax);
            assert_eq!(found, wanted, "{text}");
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
