//! `csvdecode`: tables with a header (RFC 4180), parsed as strictly as Go parses them. A parser of our own,
//! because the common libraries accept quotes where the reference rejects them.

use std::sync::Arc;

use hclx_core::{Type, TypeKind, Value, nfc, pay};
use hclx_diag::{Fallible, OrderedSet};
use hclx_formats::CsvReader;

use super::{Answer, Args, EarlyReturn, FunctionRow};

pub(super) const ROWS: &[FunctionRow] = &[FunctionRow::new(
    "csvdecode",
    "(str: string) -> any",
    "the rows of a CSV table, as objects with the attributes of the header line",
    &[("csvdecode(\"a,b\\n1,2\\n3,4\")", "[{ a = \"1\", b = \"2\" }, { a = \"3\", b = \"4\" }]")],
    rows,
)
.typed(rows_type)];

/// The cost in ticks of a byte of the header, and of one of its columns.
const TICKS_PER_BYTE: u64 = 8;
const TICKS_PER_COLUMN: u64 = 64;

fn rows_type(args: &Args<'_>) -> Fallible<Type> {
    let Some(text) = args.peek(0) else { return Ok(Type::ANY) };
    // the rows read the header, and the empty lines before it, again
    let rest = text.trim_start_matches(['\r', '\n']);
    let line = rest.lines().next().unwrap_or_default();
    let empty = text.len() - rest.len();
    pay(TICKS_PER_BYTE * (empty + line.len()) as u64 + TICKS_PER_COLUMN * line.matches(',').count() as u64)?;
    let header = CsvReader::new(text).record().map_err(|what| args.fault(0, what))?;
    let header = header.ok_or_else(|| args.fault(0, "must have a header line, found nothing"))?;
    let mut names = OrderedSet::new();
    for name in header {
        if !names.insert(nfc(&name).into_owned()) {
            return Err(args.fault(0, format!("has the duplicate column `{name}`")));
        }
    }
    Ok(Type::list(Type::object(names.into_iter().map(|name| (name, Type::STRING)))))
}

fn rows(args: &Args<'_>) -> Answer {
    let text = args.string(0)?.scan()?;
    super::json::pay_nodes(text)?;
    let wrong = |what: String| EarlyReturn::from(args.fault(0, what));
    let mut reader = CsvReader::new(text);
    let header = reader.record().map_err(wrong)?.unwrap_or_default();
    let names: Vec<Arc<str>> = header.into_iter().map(|name| nfc(&name).into()).collect();
    let mut rows = Vec::new();
    while let Some(fields) = reader.record().map_err(wrong)? {
        if fields.len() != names.len() {
            let (found, wanted, line) = (fields.len(), names.len(), reader.started);
            let message = format!("must have {wanted} fields in each line, found {found} in line {line}");
            return Err(wrong(message));
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
