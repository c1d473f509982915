//! `yamldecode`: YAML with the scalars of Terraform's parser: bools and null of YAML 1.1, decimal numbers,
//! and strings.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_core::{Number, Rules, Type, Value, convert, nfc};
use hclx_diag::Ordered;
use hclx_formats::Timestamp;
use hclx_formats::yaml::{Event, Events, ScalarStyle, Tag};
use num_bigint::BigInt;

use super::encoding::is_base64;
use super::{Answer, Args, EarlyReturn, FunctionRow};

pub(super) const ROWS: &[FunctionRow] = &[FunctionRow::new(
    "yamldecode",
    "(src: string) -> any",
    "a value decoded from a YAML document",
    &[("yamldecode(\"a: [1, yes]\\nb: text\")", "{ a = [1, true], b = \"text\" }")],
    decode,
)
.nullable()];

fn decode(args: &Args<'_>) -> Answer {
    let text = args.string(0)?.scan()?;
    super::json::pay_nodes(text)?;
    let mut reader = Reader { args, open: Vec::new(), anchors: HashMap::new(), result: None, documents: 0 };
    for next in Events::new(text) {
        let (event, span) = next.map_err(|wrong| {
            let marker = *wrong.marker();
            reader.wrong(format!("is not YAML: {}", wrong.info()), marker.line())
        })?;
        reader.event(event, span.start.line())?;
    }
    reader.result.ok_or_else(|| args.fault(0, "must contain a document, found nothing").into())
}

/// A collection that is not complete.
enum OpenCollection {
    Sequence { parts: Vec<Value>, anchor: usize, nodes: u64 },
    Mapping { entries: Ordered<Arc<str>, Value>, key: Option<Key>, anchor: usize, nodes: u64 },
}

enum Key {
    Name(Arc<str>),
    /// `<<`: the entries of another mapping.
    Merge,
}

struct Reader<'r, 'a> {
    args: &'r Args<'a>,
    open: Vec<OpenCollection>,
    /// Anchored values, with their numbers of nodes.
    anchors: HashMap<usize, (Value, u64)>,
    result: Option<Value>,
    documents: usize,
}

/// The cost of a node in bytes, charged for each repetition by an alias.
const PER_NODE: u64 = 64;

impl Reader<'_, '_> {
    fn wrong(&self, what: String, line: usize) -> EarlyReturn {
        self.args.fault(0, format!("{what} (line {line})")).into()
    }

    fn event(&mut self, event: Event<'_>, line: usize) -> Result<(), EarlyReturn> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(
                        self.wrong("must contain exactly one document, found another".to_owned(), line)
                    );
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let value = self.scalar(&text, style, tag.as_deref(), line)?;
                self.complete(value, 1, anchor, line)?;
            }
            Event::Alias(anchor) => {
                let Some((value, nodes)) = self.anchors.get(&anchor).cloned() else {
                    return Err(self.wrong(
                        "has an alias to a key or to a collection that contains it".to_owned(),
                        line,
                    ));
                };
                self.complete(value, nodes, 0, line)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.collection_tag(tag.as_deref(), "seq", line)?;
                self.not_as_key(line)?;
                self.open.push(OpenCollection::Sequence { parts: Vec::new(), anchor, nodes: 1 });
            }
            Event::MappingStart(_, anchor, tag) => {
                self.collection_tag(tag.as_deref(), "map", line)?;
                self.not_as_key(line)?;
                self.open.push(OpenCollection::Mapping {
                    entries: Ordered::new(),
                    key: None,
                    anchor,
                    nodes: 1,
                });
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(OpenCollection::Sequence { parts, anchor, nodes }) => {
                    self.complete(Value::tuple(parts), nodes, anchor, line)?;
                }
                Some(OpenCollection::Mapping { entries, anchor, nodes, .. }) => {
                    self.complete(Value::object(entries), nodes, anchor, line)?;
                }
                None => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// Checks the tag of a collection.
    fn collection_tag(&self, tag: Option<&Tag>, wanted: &str, line: usize) -> Result<(), EarlyReturn> {
        match tag {
            None => Ok(()),
            Some(tag) if tag.is_yaml_core_schema_tag(wanted) => Ok(()),
            Some(tag) => Err(self.wrong(format!("has the unsupported tag `{}`", tag.original()), line)),
        }
    }

    fn not_as_key(&self, line: usize) -> Result<(), EarlyReturn> {
        match self.open.last() {
            Some(OpenCollection::Mapping { key: None, .. }) => {
                Err(self.wrong("has a collection as key; keys must be strings".to_owned(), line))
            }
            _ => Ok(()),
        }
    }

    /// Adds a complete node to its parent: as an element, a key, a value, or the whole document.
    fn complete(&mut self, value: Value, count: u64, anchor: usize, line: usize) -> Result<(), EarlyReturn> {
        self.args.budget.spend(PER_NODE * count)?;
        // The reference does not register anchors of keys.
        let is_key = matches!(self.open.last(), Some(OpenCollection::Mapping { key: None, .. }));
        if anchor != 0 && !is_key {
            self.anchors.insert(anchor, (value.clone(), count));
        }
        let rules = self.args.rules;
        let not_text = match self.open.last_mut() {
            None => {
                self.result = Some(value);
                false
            }
            Some(OpenCollection::Sequence { parts, nodes, .. }) => {
                parts.push(value);
                *nodes += count;
                false
            }
            Some(OpenCollection::Mapping { key: key @ None, .. }) => match key_of(&value, rules) {
                Some(found) => {
                    *key = Some(found);
                    false
                }
                None => true,
            },
            Some(OpenCollection::Mapping { entries, key, nodes, .. }) => {
                *nodes += count;
                match key.take() {
                    Some(Key::Name(name)) => {
                        entries.insert(name, value);
                        false
                    }
                    _ => !merge(entries, &value),
                }
            }
        };
        if not_text {
            let what = "has a key that is not a string, or merges something other than a mapping";
            return Err(self.wrong(what.to_owned(), line));
        }
        Ok(())
    }

    fn scalar(
        &self,
        text: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        line: usize,
    ) -> Result<Value, EarlyReturn> {
        let string = || Value::string(nfc(text));
        let plain = style == ScalarStyle::Plain;
        let name = tag.and_then(|tag| tag.suffix_in_namespace("tag:yaml.org,2002:"));
        match (tag, name.as_deref()) {
            (Some(_), Some("binary")) if !is_base64(text) => {
                return Err(self.wrong("has a `!!binary` that is not Base64".to_owned(), line));
            }
            (Some(_), Some("str" | "binary")) => return Ok(string()),
            (Some(_), Some("null")) => return Ok(lone_null(self.args.rules)),
            (Some(_), Some("int" | "float" | "bool" | "timestamp" | "merge")) | (None, _) => {}
            (Some(tag), _) => {
                let what = format!("has the unsupported tag `{}`", tag.original());
                return Err(self.wrong(what, line));
            }
        }
        if text == "<<" && tag.is_none() {
            return Ok(string().with_mark(MERGE));
        }
        if !plain {
            return Ok(string());
        }
        if matches!(text, ".nan" | ".NaN" | ".NAN") {
            return Err(self.wrong("has the unsupported number `.nan`".to_owned(), line));
        }
        match (resolved(text, self.args.rules), tag) {
            (Some(value), _) => Ok(value),
            (None, None) => Ok(string()),
            (None, Some(tag)) => {
                Err(self.wrong(format!("has `{text}`, which is not a valid `{}`", tag.original()), line))
            }
        }
    }
}

/// The marker of a merge key, which is removed when the key is read.
const MERGE: &str = "yaml merge key";

fn key_of(value: &Value, rules: &Rules) -> Option<Key> {
    if value.marks().contains(MERGE) {
        return Some(Key::Merge);
    }
    let text = convert(value, &Type::STRING, rules).ok()?;
    text.text().map(|text| Key::Name(text.paid().into()))
}

/// Merges the entries of a mapping; of several equal keys, the last one counts.
fn merge(entries: &mut Ordered<Arc<str>, Value>, value: &Value) -> bool {
    let is_mapping = value.ty().as_object().is_some() && !value.is_null();
    if is_mapping {
        entries.extend(value.iter_entries().map(|(name, value)| (Arc::clone(name), value.clone())));
    }
    is_mapping
}

fn lone_null(rules: &Rules) -> Value {
    Value::null(if rules.int_literals { Type::NONE } else { Type::ANY })
}

/// The value of a plain scalar that is not a string.
fn resolved(text: &str, rules: &Rules) -> Option<Value> {
    Some(match text {
        "" | "~" | "null" | "Null" | "NULL" => lone_null(rules),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Value::bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Value::bool(false)
        }
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            Value::number(Number::from_f64(f64::INFINITY)?)
        }
        "-.inf" | "-.Inf" | "-.INF" => Value::number(Number::from_f64(f64::NEG_INFINITY)?),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) => {
            if let Some(time) = timestamp(text) {
                return Some(Value::string(time));
            }
            let number = number(text)?;
            if rules.int_literals && number.is_integer() { Value::int(number) } else { Value::number(number) }
        }
        _ => return None,
    })
}

/// A date, optionally with a time after `T`, `t` or a space, in RFC 3339 format.
fn timestamp(text: &str) -> Option<String> {
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some((text.as_bytes()[at], &text[at + 1..]))),
        None => (text, None),
    };
    let padded = |text: &str, separator: char| {
        let parts: Vec<String> = text.split(separator).map(|part| format!("{part:0>2}")).collect();
        (parts.len() == 3).then(|| parts.join(&separator.to_string()))
    };
    let date = padded(date, '-').filter(|date| date.len() == 10)?;
    let time = match time {
        None => "00:00:00Z".to_owned(),
        Some((b' ', time)) => format!("{}Z", padded(time, ':')?),
        Some((_, time)) => {
            let zone = time.find(['Z', '+', '-'])?;
            format!("{}{}", padded(&time[..zone], ':')?, &time[zone..])
        }
    };
    Timestamp::parse(&format!("{date}T{time}")).ok().map(|time| time.text())
}

/// A decimal number, or an integer in base 8 or 16.
fn number(text: &str) -> Option<Number> {
    for (prefix, base) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            // `BigInt` accepts a sign after the prefix.
            let short = digits.len() <= LONGEST_DIGITS && !digits.starts_with(['+', '-']);
            return BigInt::parse_bytes(digits.as_bytes(), base).filter(|_| short).map(Number::from);
        }
    }
    Number::parse_string(text)
}

/// The maximum number of digits in another base; longer scalars are strings.
const LONGEST_DIGITS: usize = 10_000;
