//! `csvdecode`: tables of text with a header (RFC 4180), read as strictly as Go reads them. A reader of
//! its own, because those that are in use take quotes in places where the reference refuses them.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_core::{Type, TypeKind, Value, nfc};
use hclx_diag::Fallible;

use super::{Answer, Args, EarlyReturn, Row};

pub(super) const ROWS: &[Row] = &[Row::new(
    "csvdecode",
    "(str: string) -> any",
    "the rows of a table in CSV as objects, whose attributes the first line names",
    &[("csvdecode(\"a,b\\n1,2\\n3,4\")", "[{ a = \"1\", b = \"2\" }, { a = \"3\", b = \"4\" }]")],
    rows,
)
.typed(rows_type)];

fn rows_type(args: &Args<'_>) -> Fallible<Type> {
    let Some(text) = args.get(0).as_str() else { return Ok(Type::ANY) };
    let header = Reader::new(text).record().map_err(|what| args.fault(0, what))?;
    let Some(header) = header else {
        return Err(args.fault(0, "must have a first line that names the columns, found nothing"));
    };
    let mut names = BTreeSet::new();
    for name in header {
        if !names.insert(nfc(&name).into_owned()) {
            return Err(args.fault(0, format!("names the column `{name}` twice")));
        }
    }
    Ok(Type::list(Type::object(names.into_iter().map(|name| (name, Type::STRING)))))
}

fn rows(args: &Args<'_>) -> Answer {
    let text = args.string(0)?;
    args.budget.spend(4 * text.len() as u64)?;
    let wrong = |what: String| EarlyReturn::from(args.fault(0, what));
    let mut reader = Reader::new(text);
    let header = reader.record().map_err(wrong)?.unwrap_or_default();
    let names: Vec<Arc<str>> = header.into_iter().map(|name| nfc(&name).into()).collect();
    let mut rows = Vec::new();
    while let Some(fields) = reader.record().map_err(wrong)? {
        if fields.len() != names.len() {
            let (found, wanted, line) = (fields.len(), names.len(), reader.started);
            return Err(wrong(format!(
                "must have {wanted} fields in each line, found {found} in line {line}"
            )));
        }
        args.budget.spend(64 * fields.len() as u64)?;
        let fields = fields.into_iter().map(|field| Value::string(nfc(&field)));
        rows.push(Value::object(names.iter().cloned().zip(fields)));
    }
    let element = match args.result.kind() {
        TypeKind::List(element) => element.clone(),
        _ => Type::ANY,
    };
    Ok(Value::list(element, rows))
}

struct Reader<'t> {
    rest: &'t str,
    /// The line being read, from 1.
    line: usize,
    /// The line in which the last record began.
    started: usize,
}

impl<'t> Reader<'t> {
    const fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1, started: 1 }
    }

    /// The next record; empty lines are none.
    fn record(&mut self) -> Result<Option<Vec<String>>, String> {
        while let Some(rest) = self.rest.strip_prefix("\r\n").or_else(|| self.rest.strip_prefix('\n')) {
            self.rest = rest;
            self.line += 1;
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.started = self.line;
        let mut fields = Vec::new();
        loop {
            fields.push(if self.rest.starts_with('"') { self.quoted()? } else { self.plain()? });
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None => break,
            }
        }
        if let Some(rest) = self.rest.strip_prefix("\r\n").or_else(|| self.rest.strip_prefix('\n')) {
            self.rest = rest;
            self.line += 1;
        }
        Ok(Some(fields))
    }

    /// A field without quotes, up to a comma or the line's end.
    fn plain(&mut self) -> Result<String, String> {
        let end = self.rest.find([',', '\n']).unwrap_or(self.rest.len());
        let (mut field, rest) = self.rest.split_at(end);
        if let Some(without) = field.strip_suffix('\r').filter(|_| !rest.starts_with(',')) {
            field = without;
        }
        if field.contains('"') {
            let line = self.line;
            return Err(format!(
                "has a quote inside a field without quotes in line {line}; quote the whole field"
            ));
        }
        self.rest = rest;
        Ok(field.to_owned())
    }

    /// A field in quotes, in which two quotes are one.
    fn quoted(&mut self) -> Result<String, String> {
        let started = self.line;
        let mut field = String::new();
        let mut rest = &self.rest[1..];
        loop {
            let Some((part, after)) = rest.split_once('"') else {
                return Err(format!("has a quote in line {started} that is not closed"));
            };
            self.line += part.bytes().filter(|byte| *byte == b'\n').count();
            field.push_str(part);
            match after.strip_prefix('"') {
                Some(more) => {
                    field.push('"');
                    rest = more;
                }
                None => {
                    self.rest = after;
                    break;
                }
            }
        }
        let ends = self.rest.is_empty() || [",", "\n", "\r\n"].iter().any(|end| self.rest.starts_with(end));
        if !ends {
            let line = self.line;
            return Err(format!("has text after a closing quote in line {line}; write a quote as `\"\"`"));
        }
        Ok(field.replace("\r\n", "\n"))
    }
}
