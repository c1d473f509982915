//! Rewrites JSON in a heredoc as a call of `jsonencode`.

use hclx_core::{Type, Value};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    if !place.unit.language.row().symbols.iter().any(|row| row.block == "locals") {
        return;
    }
    let is_text = |kind: &ExprKind| matches!(kind, ExprKind::String(_) | ExprKind::Template(_));
    let Some(mut expr) = place.attribute.map(|attribute| attribute.value) else { return };
    let tree = place.tree();
    if !is_text(&tree.expr(expr).kind) || !place.text(tree.expr(expr).range).starts_with("<<") {
        let Some(inner) = place.expression(|kind| is_text(kind)) else { return };
        expr = inner;
    }
    if !place.text(tree.expr(expr).range).starts_with("<<") {
        return;
    }
    // only an object or a list justifies a call
    let written = place.text(tree.expr(expr).range);
    let body = written.split_once('\n').map_or("", |(_, body)| body.trim_start());
    if !body.starts_with(['{', '[']) {
        return;
    }
    all.push(Action::new(ActionKind::Rewrite, "turn the JSON into a call of `jsonencode`", move || {
        let text = converted(place, expr)?;
        let range = place.tree().expr(expr).range;
        // the range of a heredoc includes its last line break
        let ends_line = place.text(range).ends_with('\n');
        let end = if ends_line { "\n" } else { "" };
        let edit = place.edit(range, format!("jsonencode({text}){end}"));
        Some(Changes { edits: vec![edit], ..Changes::default() })
    }));
}

/// A piece of the contents of a heredoc.
enum Piece {
    Char(char),
    /// An interpolated expression.
    Expression {
        /// Its source.
        text: String,
        /// The equivalent expression outside of strings, if there is one for certain.
        bare: Option<String>,
        /// The equivalent of a string that contains only this piece; `None` if its value may contain
        /// characters that JSON escapes.
        quoted: Option<String>,
    },
}

/// An interpolated expression; `None` for a directive or a multi-line expression.
fn expression(place: &Place<'_>, id: ExprId) -> Option<Piece> {
    let tree = place.tree();
    let expr = tree.expr(id);
    let text = place.text(expr.range);
    if matches!(expr.kind, ExprKind::TemplateIf(_) | ExprKind::TemplateFor(_)) || text.contains('\n') {
        return None;
    }
    let encoded = match expr.kind {
        ExprKind::Call(call) => match tree.slice(tree.node(call).args) {
            [inner] if tree.is_text(tree.node(call).name.text, ENCODE) => {
                Some(place.text(tree.expr(*inner).range))
            }
            _ => None,
        },
        _ => None,
    };
    // the last byte of the other kinds belongs to a part
    let is_closed = matches!(
        expr.kind,
        ExprKind::Traversal { .. } | ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Paren(_)
    );
    let value = is_closed.then(|| place.value_at(place.file, expr.range.end - 1)).flatten();
    let ty = value.as_ref().map(Value::described_type);
    // In JSON a string needs quotes, so only numbers and booleans can be interpolated without them.
    let is_scalar = matches!(expr.kind, ExprKind::Binary { .. } | ExprKind::Unary { .. })
        || ty.as_ref().is_some_and(|ty| *ty == Type::NUMBER || *ty == Type::BOOL);
    let bare = encoded.or_else(|| is_scalar.then(|| text.clone()));
    let needs_escapes = match value.as_ref().and_then(Value::as_str) {
        Some(known) => needs_escapes(known),
        None => may_need_escapes(tree, id),
    };
    let is_string = matches!(expr.kind, ExprKind::Template(_)) || ty == Some(Type::STRING);
    let quoted = match is_string {
        true => text.clone(),
        false => format!("tostring({text})"),
    };
    Some(Piece::Expression { text, bare, quoted: (!needs_escapes).then_some(quoted) })
}

/// The function that encodes JSON.
const ENCODE: &str = "jsonencode";

/// Returns `true` if a string contains characters that JSON escapes.
fn needs_escapes(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '"' | '\\') || c.is_control())
}

/// Returns `true` if an expression may add characters that JSON escapes. In quotes, its value is then more than a part
/// of a string, such as the elements of `join("\", \"", list)`.
fn may_need_escapes(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).any(|part| match tree.expr(part).kind {
        ExprKind::String(text) => needs_escapes(tree.text(text)),
        ExprKind::Call(call) => tree.is_text(tree.node(call).name.text, ENCODE),
        _ => false,
    })
}

/// The JSON in a heredoc as an expression; `None` if it is not valid JSON.
fn converted(place: &Place<'_>, expr: ExprId) -> Option<String> {
    let tree = place.tree();
    let parts = match tree.expr(expr).kind {
        ExprKind::Template(parts) => tree.slice(parts),
        _ => &[expr],
    };
    let mut pieces = Vec::new();
    for part in parts {
        match tree.expr(*part).kind {
            ExprKind::String(text) => pieces.extend(tree.text(text).chars().map(Piece::Char)),
            _ => pieces.push(expression(place, *part)?),
        }
    }
    let mut reader = Reader { pieces: &pieces, at: 0, out: String::new() };
    let source = tree.source();
    let start = tree.expr(expr).range.start as usize;
    let line = source[..start].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let indent = line.iter().take_while(|byte| **byte == b' ').count();
    reader.value(indent, 0)?;
    reader.skip();
    (reader.at == pieces.len()).then_some(reader.out)
}

/// The maximum depth of JSON.
const DEEPEST: usize = 64;

struct Reader<'p> {
    pieces: &'p [Piece],
    at: usize,
    out: String,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        match self.pieces.get(self.at)? {
            Piece::Char(c) => Some(*c),
            Piece::Expression { .. } => None,
        }
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, wanted: char) -> Option<()> {
        self.skip();
        (self.peek()? == wanted).then(|| self.at += 1)
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.push_str(&" ".repeat(indent));
    }

    fn value(&mut self, indent: usize, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        self.skip();
        if let Piece::Expression { bare, .. } = self.pieces.get(self.at)? {
            self.out.push_str(bare.as_ref()?);
            self.at += 1;
            return Some(());
        }
        match self.peek()? {
            '{' => self.items(('{', '}'), indent, depth),
            '[' => self.items(('[', ']'), indent, depth),
            '"' => {
                let text = match self.interpolation() {
                    Some(quoted) => quoted?,
                    None => self.string()?,
                };
                self.out.push_str(&text);
                Some(())
            }
            _ => {
                let start = self.out.len();
                while let Some(c) = self.peek().filter(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
                    self.out.push(c);
                    self.at += 1;
                }
                let word = &self.out[start..];
                // `parse` also accepts `inf` and `NaN`.
                let is_number =
                    word.parse::<f64>().is_ok() && word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
                (matches!(word, "true" | "false" | "null") || is_number).then_some(())
            }
        }
    }

    fn items(&mut self, (open, close): (char, char), indent: usize, depth: usize) -> Option<()> {
        self.at += 1;
        self.out.push(open);
        self.skip();
        if self.peek() == Some(close) {
            self.at += 1;
            self.out.push(close);
            return Some(());
        }
        loop {
            self.line(indent + 2);
            if open == '{' {
                self.skip();
                let key = self.string()?;
                let bare = key.trim_matches('"');
                let is_name = bare.starts_with(|c: char| c.is_ascii_alphabetic())
                    && bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                    && !matches!(bare, "for" | "null" | "true" | "false" | "if" | "in");
                self.out.push_str(if is_name { bare } else { &key });
                self.expect(':')?;
                self.out.push_str(" = ");
            }
            self.value(indent + 2, depth + 1)?;
            if open == '[' {
                self.out.push(',');
            }
            self.skip();
            match self.peek()? {
                ',' => self.at += 1,
                c if c == close => {
                    self.at += 1;
                    break;
                }
                _ => return None,
            }
        }
        self.line(indent);
        self.out.push(close);
        Some(())
    }

    /// Converts a string that consists of one interpolation; as a template, it would have the type of the
    /// expression.
    fn interpolation(&mut self) -> Option<Option<String>> {
        let [Piece::Char('"'), Piece::Expression { quoted, .. }, Piece::Char('"')] =
            self.pieces.get(self.at..self.at + 3)?
        else {
            return None;
        };
        self.at += 3;
        Some(quoted.clone())
    }

    /// Converts a string to HCL syntax.
    fn string(&mut self) -> Option<String> {
        self.expect('"')?;
        let mut text = String::from("\"");
        loop {
            match self.pieces.get(self.at)? {
                Piece::Expression { quoted: None, .. } => return None,
                Piece::Expression { text: part, .. } => {
                    text.push_str(&format!("${{{part}}}"));
                    self.at += 1;
                }
                Piece::Char('"') => {
                    self.at += 1;
                    break;
                }
                Piece::Char('\\') => {
                    self.at += 1;
                    text.push_str(&self.escape()?);
                }
                // JSON strings contain no control characters.
                Piece::Char(c) if (*c as u32) < 32 => return None,
                Piece::Char(c) => {
                    let next = self.pieces.get(self.at + 1);
                    // The text is unescaped here, so a literal `${` is escaped again.
                    let opens = matches!(c, '$' | '%') && matches!(next, Some(Piece::Char('{')));
                    text.push(*c);
                    if opens {
                        text.push(*c);
                    }
                    self.at += 1;
                }
            }
        }
        text.push('"');
        Some(text)
    }

    /// Converts a JSON escape after its `\` to HCL syntax.
    fn escape(&mut self) -> Option<String> {
        let escaped = self.peek()?;
        self.at += 1;
        // HCL has no `\/`, `\b` and `\f`.
        match escaped {
            '"' | '\\' | 'n' | 'r' | 't' => Some(format!("\\{escaped}")),
            '/' => Some("/".to_owned()),
            'u' => {
                let first = self.four_digits()?;
                let unit = u16::from_str_radix(&first, 16).ok()?;
                if !(0xD800..0xE000).contains(&unit) {
                    return Some(format!("\\u{first}"));
                }
                // HCL writes a character beyond 16 bits as a single escape; half of a pair has no equivalent.
                let second =
                    if self.take('\\') && self.take('u') { self.four_digits()? } else { return None };
                let pair = [unit, u16::from_str_radix(&second, 16).ok()?];
                let c = char::decode_utf16(pair).next()?.ok()?;
                Some(format!("\\U{:08x}", u32::from(c)))
            }
            _ => None,
        }
    }

    /// Takes a character, if it is next.
    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Consumes the hexadecimal digits of an escape.
    fn four_digits(&mut self) -> Option<String> {
        let digit = |piece: &Piece| match piece {
            Piece::Char(c) if c.is_ascii_hexdigit() => Some(*c),
            _ => None,
        };
        let digits = self.pieces.get(self.at..self.at + 4)?.iter().map(digit).collect();
        self.at += 4;
        digits
    }
}
