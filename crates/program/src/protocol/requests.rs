//! Requests of `batch`: one JSON object, one answer. Each operation is a row of a table.

use std::borrow::Cow;

use hclx_analysis::types::{TypeReader, options_under, read_type_json, read_type_with};
use hclx_analysis::value_json::{self, Entries, Text};
use hclx_analysis::{Settings, ask, judge};
use hclx_core::{Rules, Tri, Type, Value};
use hclx_diag::{
    Fallible, Fault, Source, SourceId, Sources, alternatives, bail, code_names as codes, nearest,
};
use hclx_eval::type_syntax::TypeOptions;
use hclx_eval::{Budget, Limits, dialect};
use hclx_syntax::ast::Language;
use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::fields::Fields;
use super::{
    Answer, conversion, evaluated, evaluated_body, failed, inferred, parsed, refined, refused, typed, unified,
};

/// A request, and the state shared between requests.
struct Request<'r> {
    fields: &'r Fields<'r>,
    types: &'r TypeReader,
    /// The budget of the question.
    budget: &'r Budget,
}

impl<'r> Request<'r> {
    /// A field; null counts as missing.
    fn get(&self, field: &str) -> Option<&'r RawValue> {
        self.fields.get(field).filter(|raw| raw.get() != "null")
    }

    /// Parses a type on the budget of the question.
    fn read_type(&self, text: &str) -> Fallible<Type> {
        let ty = self.types.read(text)?;
        self.budget.collect()?;
        Ok(ty)
    }

    /// Decodes the value of a field on the budget of the question.
    fn decode(&self, json: &RawValue) -> Fallible<Value> {
        value_json::decode(json, self.types, self.budget)
    }
}

fn parsed_as<'r, T: Deserialize<'r>>(field: &str, raw: &'r RawValue) -> Fallible<T> {
    serde_json::from_str(raw.get()).map_err(|_| {
        // otherwise the place would be relative to the field
        Fault::new(codes::BAD_REQUEST, format!("`{field}`: {}", hclx_syntax::not_json(raw.get().as_bytes())))
    })
}

/// The fault for a missing or unexpected field.
fn wrong(field: &str, expected: &str, found: Option<&RawValue>) -> Fault {
    let message = match found {
        Some(found) => format!("`{field}`: expected {expected}, found {}", value_json::kind(found)),
        None => format!("missing `{field}`: expected {expected}"),
    };
    Fault::new(codes::BAD_REQUEST, message)
}

/// The elements of an array.
fn elements<'r>(field: &str, expected: &str, raw: Option<&'r RawValue>) -> Fallible<Vec<&'r RawValue>> {
    match raw.filter(|raw| raw.get().starts_with('[')) {
        Some(array) => parsed_as(field, array),
        None => Err(wrong(field, expected, raw)),
    }
}

/// Receives an answer, parts of which may be generated while it is written.
type Respond<'w> = &'w mut dyn FnMut(Answer<'_>);

/// An operation: it responds once, or fails.
type Operation = fn(&Request<'_>, Respond<'_>) -> Fallible<()>;

/// All operations.
const OPERATIONS: &[(&str, Operation)] = &[
    ("parse", parse),
    ("type", type_),
    ("assignable", assignable),
    ("convert", convert),
    ("convert_value", convert_value),
    ("unify", unify),
    ("refine", refine),
    ("range", range),
    ("msgpack", msgpack),
    ("eval", eval),
    ("eval_body", eval_body),
    ("infer", infer),
];

/// The maximum length of an `id` in bytes, because it is part of the answer.
const LONGEST_ID: usize = 1 << 16;

/// The byte limit divided by this is the maximum length of a field, because the data of a field takes many
/// times its size.
const FIELDS_IN_MEMORY: u64 = 16;

/// Answers one line; a malformed line also gets an answer.
pub(super) fn answer(line: &[u8], types: &TypeReader, limits: Limits, respond: Respond<'_>) {
    let budget = &Budget::new(limits);
    let longest = usize::try_from(limits.bytes / FIELDS_IN_MEMORY).unwrap_or(usize::MAX);
    match serde_json::from_slice::<Fields<'_>>(line) {
        Ok(fields) => {
            let mut with_id =
                |answer: Answer<'_>| respond(answer.with_id(fields.get("id").map(ToOwned::to_owned)));
            let refused = fields.too_long(LONGEST_ID, longest);
            let done = match refused {
                // The answer has no `id`, because `id` may be the field that is too long.
                Some(fault) => return respond(failed(&fault)),
                None => operate(&Request { fields: &fields, types, budget }, &mut with_id),
            };
            if let Err(fault) = done {
                with_id(failed(&fault));
            }
        }
        Err(_) => {
            let other = serde_json::from_slice::<&RawValue>(line).ok();
            let message = match other {
                Some(raw) if !raw.get().starts_with('{') => {
                    format!("expected an object {{\"op\": …}}, found {}", value_json::kind(raw))
                }
                _ => hclx_syntax::not_json(line),
            };
            respond(failed(&Fault::new(codes::BAD_REQUEST, message)));
        }
    }
}

fn operate(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let name = &*text(request, "op")?;
    match OPERATIONS.iter().find(|(known, _)| *known == name) {
        Some((_, run)) => run(request, respond),
        None => {
            let hint = nearest(name, OPERATIONS.iter().map(|(known, _)| *known));
            let hint = match hint {
                Some(known) => format!("; did you mean `{known}`?"),
                None => format!(
                    ": expected {}",
                    alternatives(name, OPERATIONS.iter().map(|(known, _)| *known), "or")
                ),
            };
            bail!(codes::BAD_REQUEST, "unknown operation `{name}`{hint}");
        }
    }
}

fn text<'r>(request: &Request<'r>, field: &str) -> Fallible<Cow<'r, str>> {
    optional_text(request, field)?.ok_or_else(|| wrong(field, "a string", None))
}

fn optional_text<'r>(request: &Request<'r>, field: &str) -> Fallible<Option<Cow<'r, str>>> {
    match request.get(field) {
        None => Ok(None),
        Some(raw) if raw.get().starts_with('"') => Ok(Some(parsed_as::<Text<'_>>(field, raw)?.0)),
        found => Err(wrong(field, "a string", found)),
    }
}

/// A boolean field, false if it is missing.
fn flag(request: &Request<'_>, field: &str) -> Fallible<bool> {
    match request.get(field) {
        None => Ok(false),
        Some(raw) if matches!(raw.get(), "true" | "false") => Ok(raw.get() == "true"),
        found => Err(wrong(field, "true or false", found)),
    }
}

fn type_of(request: &Request<'_>, field: &str) -> Fallible<Type> {
    request.read_type(&text(request, field)?)
}

fn value_of(request: &Request<'_>, field: &str) -> Fallible<Value> {
    match request.get(field) {
        Some(json) => request.decode(json).map_err(|fault| in_field(field, fault)),
        None => Err(wrong(field, "an object {\"type\": …, \"value\": …}", None)),
    }
}

/// Adds the name of the field to the fault of its value, if the fault concerns the form of the request.
fn in_field(field: &str, fault: Fault) -> Fault {
    if fault.code() == codes::BAD_REQUEST {
        fault.reworded(|words| format!("`{field}`: {words}"))
    } else {
        fault
    }
}

fn rules(request: &Request<'_>) -> Fallible<Option<Rules>> {
    match optional_text(request, "rules")?.as_deref() {
        None => Ok(None),
        Some("hcl") => Ok(Some(Rules::hcl())),
        Some("extended") => Ok(Some(Rules::extended())),
        Some(other) => bail!(codes::BAD_REQUEST, "`rules`: expected `hcl` or `extended`, found `{other}`"),
    }
}

/// The rules for questions about types, extended by default.
fn type_rules(request: &Request<'_>) -> Fallible<Rules> {
    Ok(rules(request)?.unwrap_or(Rules::extended()))
}

/// The rules for questions about values; those of HCL follow go-cty exactly.
fn value_rules(request: &Request<'_>) -> Fallible<Rules> {
    Ok(rules(request)?.filter(|rules| rules.extended).unwrap_or(Rules::exact()))
}

fn language(request: &Request<'_>) -> Fallible<Language> {
    match optional_text(request, "lang")?.as_deref() {
        None | Some("native") => Ok(Language::Native),
        Some("json") => Ok(Language::Json),
        Some(other) => bail!(codes::BAD_REQUEST, "`lang`: expected `native` or `json`, found `{other}`"),
    }
}

/// Adds `src` or `src_base64` as a source.
fn source(request: &Request<'_>, sources: &mut Sources) -> Fallible<SourceId> {
    let bytes = match optional_text(request, "src_base64")? {
        Some(encoded) => decode_base64(&encoded)?,
        None => text(request, "src")?.as_bytes().to_vec(),
    };
    Ok(sources.add(Source::new("<src>", bytes)))
}

fn decode_base64(text: &str) -> Fallible<Vec<u8>> {
    use base64::Engine;
    let decoded = base64::engine::general_purpose::STANDARD.decode(text);
    decoded
        .map_err(|_| Fault::new(codes::BAD_REQUEST, "`src_base64`: expected base64 with its `=` at the end"))
}

fn settings(request: &Request<'_>, values: &str) -> Fallible<Settings> {
    let mut settings = Settings { rules: rules(request)?, ..Settings::default() };
    if let Some(name) = optional_text(request, "dialect")? {
        settings.dialect = Some(crate::dialect(&name).ok_or_else(|| unknown_dialect(&name))?);
    }
    settings.exact = flag(request, "exact")?;
    let given: Entries<'_> = match request.get(values) {
        None => return Ok(settings),
        Some(raw) if raw.get().starts_with('{') => parsed_as(values, raw)?,
        found => return Err(wrong(values, "an object", found)),
    };
    for (name, json) in given.0 {
        // In a scope, a string is the type of an unknown value.
        let value = match json.get().starts_with('"') && values == "scope" {
            true => Value::unknown(request.read_type(&parsed_as::<Text<'_>>(values, json)?.0)?),
            false => request.decode(json).map_err(|fault| in_field(&format!("{values}.{name}"), fault))?,
        };
        settings.scope.define(name.into_owned(), value);
    }
    Ok(settings)
}

fn unknown_dialect(name: &str) -> Fault {
    let known = alternatives(name, crate::dialects().map(|dialect| dialect.name), "or");
    Fault::new(codes::BAD_REQUEST, format!("unknown dialect `{name}`: expected {known}"))
}

fn parse(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let bytes = sources.get(id).bytes().clone();
    respond(parsed(&sources, &ask::parse(id, bytes, language(request)?)));
    Ok(())
}

fn type_(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let src = text(request, "src")?;
    let options = options_under(rules(request)?.as_ref());
    let read = match optional_text(request, "syntax")?.as_deref() {
        None | Some("native") => read_type_with(id, &src, &options),
        Some("json") => read_type_json(id, &src, &options),
        Some(other) => bail!(codes::BAD_REQUEST, "`syntax`: expected `native` or `json`, found `{other}`"),
    };
    request.budget.collect()?;
    respond(typed(&sources, &read, request.budget.limits())?);
    Ok(())
}

fn assignable(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let (from, to) = (type_of(request, "from")?, type_of(request, "to")?);
    respond(Answer::ok([("assignable", hclx_core::assignable(&to, &from))]));
    Ok(())
}

fn convert(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let (from, to) = (type_of(request, "from")?, type_of(request, "to")?);
    let (answer, reason) = ask::convert(&from, &to, &type_rules(request)?);
    respond(conversion(answer, reason.as_ref()));
    Ok(())
}

fn convert_value(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let rules = value_rules(request)?;
    // defaults of type any have the types that the rules give them
    let of_defaults = if rules.extended { rules } else { Rules::hcl() };
    let options = TypeOptions { rules: of_defaults, ..TypeOptions::given() };
    let to = read_type_with(SourceId(0), &text(request, "to")?, &options);
    if let Some(wrong) = to.diagnostics.iter().find(|finding| finding.is_error()) {
        bail!(codes::BAD_REQUEST, "`to`: {}", wrong.message);
    }
    let answer = ask::convert_value(&value_of(request, "value")?, &to, &rules, request.budget);
    respond(super::value_or_fault(&answer));
    Ok(())
}

fn unify(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let read = |(index, raw): (usize, &&RawValue)| {
        let field = format!("types[{index}]");
        if !raw.get().starts_with('"') {
            return Err(wrong(&field, "a type expression as a string", Some(raw)));
        }
        request.read_type(&parsed_as::<Text<'_>>(&field, raw)?.0)
    };
    let texts = elements("types", "an array of type expressions", request.get("types"))?;
    let types: Vec<Type> = texts.iter().enumerate().map(read).collect::<Fallible<_>>()?;
    let rules = type_rules(request)?;
    respond(unified(&types, &hclx_core::unify(&types, &rules), &rules));
    Ok(())
}

fn refine(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let value = value_of(request, "value")?;
    let ops = elements("ops", "an array of refinements", request.get("ops"))?;
    let facts: Vec<ask::Refinement> = ops
        .iter()
        .enumerate()
        .map(|(index, op)| {
            fact(request, op, &value).map_err(|fault| fault.within(hclx_diag::Step::Index(index)))
        })
        .collect::<Fallible<_>>()?;
    match ask::refine(value, facts) {
        Ok(value) => respond(refined(&value)),
        Err((fault, index)) => respond(refused(&fault, index)),
    }
    Ok(())
}

fn fact(request: &Request<'_>, op: &RawValue, value: &Value) -> Fallible<ask::Refinement> {
    if !op.get().starts_with('{') {
        return Err(wrong("ops", "a refinement {\"op\": …, \"arg\": …}", Some(op)));
    }
    let op: Entries<'_> = parsed_as("ops", op)?;
    let Some(name) = op.get("op").filter(|raw| raw.get().starts_with('"')) else {
        return Err(wrong("op", "the name of a refinement", op.get("op")));
    };
    let Text(name) = parsed_as("op", name)?;
    match (&*name, op.get("arg").filter(|raw| raw.get() != "null")) {
        ("one_of", Some(members)) if members.get().starts_with('[') => {
            let list = Type::list(value.ty().clone());
            let members = value_json::decode_as(members, &list, request.types, request.budget)?;
            Ok(ask::Refinement::OneOf(members.elements().unwrap_or_default().to_vec()))
        }
        (name, None) => ask::fact(name, None),
        (name, Some(raw)) if raw.get().starts_with('"') => {
            ask::fact(name, Some(&parsed_as::<Text<'_>>("ops", raw)?.0))
        }
        // A number is passed as written, so that no digit is lost.
        (name, Some(raw)) => ask::fact(name, Some(raw.get())),
    }
}

fn range(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let value = value_of(request, "value")?;
    let mut included = None;
    if request.get("includes").is_some() {
        let answer = hclx_core::includes(&value, &value_of(request, "includes")?, &value_rules(request)?);
        included = Some(match answer {
            Tri::Yes => "true",
            Tri::No => "false",
            Tri::Unknown => "unknown",
        });
    }
    respond(Answer::ok([("range", value_json::range(&value))]).with("includes", included.map(Json::from)));
    Ok(())
}

/// Converts from and to MessagePack; without `as`, a value keeps its own type, and bytes have the type that
/// they imply.
fn msgpack(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let wanted = optional_text(request, "as")?.map(|text| request.read_type(&text)).transpose()?;
    match (request.get("encode").is_some(), optional_text(request, "decode")?) {
        (true, None) => {
            let value = value_of(request, "encode")?;
            let wanted = wanted.unwrap_or_else(|| value.ty().clone());
            let bytes = hclx_core::msgpack::encode(&value, &wanted, &value_rules(request)?)?;
            respond(Answer::ok([("hex", hex(&bytes))]));
        }
        (false, Some(digits)) => {
            let bytes = unhex(&digits).ok_or_else(|| {
                Fault::new(codes::BAD_REQUEST, "`decode`: expected pairs of hexadecimal digits")
            })?;
            request.budget.allow_for_source(bytes.len());
            let wanted = wanted.map_or_else(|| hclx_core::msgpack::implied_type(&bytes), Ok)?;
            let answer = hclx_core::msgpack::decode(&bytes, &wanted);
            request.budget.collect()?;
            respond(super::value_or_fault(&answer));
        }
        _ => bail!(
            codes::BAD_REQUEST,
            "expected either `encode` with a value or `decode` with hexadecimal digits"
        ),
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| Some((value(pair[0])? << 4 | value(*pair.get(1)?)?) as u8);
    // If the number of digits is odd, the last chunk has only one digit, so there is no result.
    digits.as_bytes().chunks(2).map(byte).collect()
}

fn eval(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let mode = match optional_text(request, "mode")?.as_deref() {
        None | Some("expression") => ask::Mode::Expression,
        Some("template") => ask::Mode::Template,
        Some(other) => {
            bail!(codes::BAD_REQUEST, "`mode`: expected `expression` or `template`, found `{other}`")
        }
    };
    let settings = settings(request, "vars")?;
    let src = text(request, "src")?;
    let mut sources = Sources::new();
    let id = sources.add(Source::new("<src>", src.as_bytes()));
    respond(evaluated(&sources, &ask::evaluated(id, &src, mode, &settings, request.budget)));
    Ok(())
}

fn eval_body(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let settings = settings(request, "vars")?;
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let bytes = sources.get(id).bytes().clone();
    let parsed = ask::parse(id, bytes, language(request)?);
    let judged = judge(id, &parsed, &dialect::HCL, &settings, request.budget);
    respond(evaluated_body(&sources, id, &judged));
    Ok(())
}

fn infer(request: &Request<'_>, respond: Respond<'_>) -> Fallible<()> {
    let settings = settings(request, "scope")?;
    let src = text(request, "src")?;
    let mut sources = Sources::new();
    let id = sources.add(Source::new("<src>", src.as_bytes()));
    respond(inferred(&sources, &ask::expression(id, &src, &settings, request.budget)));
    Ok(())
}
