//! Requests of `batch`: one JSON object, one answer. One row for each operation.

use hclx_analysis::types::{TypeReader, read_type, read_type_json};
use hclx_analysis::{FileKind, Settings, ask, judge, value_json};
use hclx_core::{Rules, Tri, Type, Value};
use hclx_diag::{Fallible, Fault, Source, SourceId, Sources, bail, code_names as codes, nearest};
use hclx_eval::dialect;
use hclx_syntax::ast::Language;
use serde_json::{Map, Value as Json, json};

use super::{
    conversion, diagnostics, evaluated, evaluated_body, failed, inferred, ok, parsed, refined, refused,
    unified,
};

/// A request, and what is remembered from one to the next.
struct Request<'r> {
    fields: &'r Map<String, Json>,
    types: &'r TypeReader,
}

impl<'r> Request<'r> {
    fn get(&self, field: &str) -> Option<&'r Json> {
        self.fields.get(field)
    }
}

/// An operation.
type Operation = fn(&Request<'_>) -> Fallible<Json>;

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
    ("eval", eval),
    ("eval_body", eval_body),
    ("infer", infer),
];

/// The answer to one line; what is wrong with the line is an answer too.
pub fn answer(line: &[u8], types: &TypeReader) -> Json {
    match serde_json::from_slice::<Json>(line) {
        Ok(Json::Object(fields)) => {
            let mut answer =
                operate(&Request { fields: &fields, types }).unwrap_or_else(|fault| failed(&fault));
            if let Some(id) = fields.get("id") {
                answer["id"] = id.clone();
            }
            answer
        }
        Ok(_) => failed(&Fault::new(codes::BAD_REQUEST, "expected a JSON object")),
        Err(error) => failed(&Fault::new(codes::BAD_REQUEST, format!("not JSON: {error}"))),
    }
}

fn operate(request: &Request<'_>) -> Fallible<Json> {
    let Some(name) = request.get("op").and_then(Json::as_str) else {
        bail!(codes::BAD_REQUEST, "`op` is missing: expected the name of an operation");
    };
    match OPERATIONS.iter().find(|(known, _)| *known == name) {
        Some((_, run)) => run(request),
        None => {
            let hint = nearest(name, OPERATIONS.iter().map(|(known, _)| *known));
            let hint = hint.map_or_else(String::new, |known| format!("; did you mean `{known}`?"));
            bail!(codes::BAD_REQUEST, "no operation `{name}`{hint}");
        }
    }
}

fn text<'r>(request: &Request<'r>, field: &str) -> Fallible<&'r str> {
    match request.get(field) {
        Some(Json::String(text)) => Ok(text),
        Some(_) => Err(Fault::new(codes::BAD_REQUEST, format!("`{field}`: expected a string"))),
        None => Err(Fault::new(codes::BAD_REQUEST, format!("`{field}` is missing"))),
    }
}

fn optional_text<'r>(request: &Request<'r>, field: &str) -> Fallible<Option<&'r str>> {
    if request.get(field).is_none_or(Json::is_null) { Ok(None) } else { text(request, field).map(Some) }
}

fn type_of(request: &Request<'_>, field: &str) -> Fallible<Type> {
    request.types.read(text(request, field)?)
}

fn value_of(request: &Request<'_>, field: &str) -> Fallible<Value> {
    match request.get(field) {
        Some(json) => value_json::decode(json, request.types),
        None => Err(Fault::new(codes::BAD_REQUEST, format!("`{field}` is missing"))),
    }
}

fn rules(request: &Request<'_>) -> Fallible<Option<Rules>> {
    match optional_text(request, "rules")? {
        None => Ok(None),
        Some("hcl") => Ok(Some(Rules::hcl())),
        Some("extended") => Ok(Some(Rules::extended())),
        Some(other) => bail!(codes::BAD_REQUEST, "`rules`: expected `hcl` or `extended`, found `{other}`"),
    }
}

/// The rules of questions about types, where nothing is said.
fn type_rules(request: &Request<'_>) -> Fallible<Rules> {
    Ok(rules(request)?.unwrap_or(Rules::extended()))
}

/// The rules of questions about values; those of HCL are go-cty's to the letter.
fn value_rules(request: &Request<'_>) -> Fallible<Rules> {
    Ok(rules(request)?.filter(|rules| rules.extended).unwrap_or(Rules::exact()))
}

fn language(request: &Request<'_>) -> Fallible<Language> {
    match optional_text(request, "lang")? {
        None | Some("native") => Ok(Language::Native),
        Some("json") => Ok(Language::Json),
        Some(other) => bail!(codes::BAD_REQUEST, "`lang`: expected `native` or `json`, found `{other}`"),
    }
}

/// The text of `src` or `src_base64` as a source.
fn source(request: &Request<'_>, sources: &mut Sources) -> Fallible<SourceId> {
    let bytes = match optional_text(request, "src_base64")? {
        Some(encoded) => decode_base64(encoded)?,
        None => text(request, "src")?.as_bytes().to_vec(),
    };
    Ok(sources.add(Source::new("<src>", bytes)))
}

fn decode_base64(text: &str) -> Fallible<Vec<u8>> {
    use base64::Engine;
    let decoded = base64::engine::general_purpose::STANDARD.decode(text);
    decoded.map_err(|error| Fault::new(codes::BAD_REQUEST, format!("`src_base64`: {error}")))
}

fn settings(request: &Request<'_>, values: &str) -> Fallible<Settings> {
    let mut settings = Settings { rules: rules(request)?, ..Settings::default() };
    if let Some(name) = optional_text(request, "dialect")? {
        settings.dialect = Some(dialect::find(name).ok_or_else(|| unknown_dialect(name))?);
    }
    settings.exact = request.get("exact").and_then(Json::as_bool).unwrap_or_default();
    let given = match request.get(values) {
        None | Some(Json::Null) => return Ok(settings),
        Some(Json::Object(given)) => given,
        Some(_) => bail!(codes::BAD_REQUEST, "`{values}`: expected an object"),
    };
    for (name, json) in given {
        let value = match json {
            Json::String(ty) if values == "scope" => Value::unknown(request.types.read(ty)?),
            _ => value_json::decode(json, request.types)?,
        };
        settings.scope.define(name.as_str(), value);
    }
    Ok(settings)
}

fn unknown_dialect(name: &str) -> Fault {
    let names: Vec<&str> = dialect::DIALECTS.iter().map(|dialect| dialect.name).collect();
    Fault::new(codes::BAD_REQUEST, format!("no dialect `{name}`: expected {}", names.join(", ")))
}

fn parse(request: &Request<'_>) -> Fallible<Json> {
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let bytes = sources.get(id).bytes().clone();
    Ok(parsed(&sources, &ask::parse(id, bytes, language(request)?)))
}

fn type_(request: &Request<'_>) -> Fallible<Json> {
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let src = text(request, "src")?;
    let read = match optional_text(request, "syntax")? {
        None | Some("native") => read_type(id, src),
        Some("json") => read_type_json(id, src),
        Some(other) => bail!(codes::BAD_REQUEST, "`syntax`: expected `native` or `json`, found `{other}`"),
    };
    let mut answer = json!({
        "type": read.ty.to_string(),
        "ctype": serde_json::from_str::<Json>(&read.ty.to_cty_json()).unwrap_or_default(),
        "diagnostics": diagnostics(&sources, &read.diagnostics),
    });
    if let Some(defaults) = &read.defaults {
        answer["defaults"] = value_json::encode_defaults(defaults);
    }
    Ok(ok(answer))
}

fn assignable(request: &Request<'_>) -> Fallible<Json> {
    let (from, to) = (type_of(request, "from")?, type_of(request, "to")?);
    Ok(ok(json!({"assignable": hclx_core::assignable(&to, &from)})))
}

fn convert(request: &Request<'_>) -> Fallible<Json> {
    let (from, to) = (type_of(request, "from")?, type_of(request, "to")?);
    let (answer, reason) = ask::convert(&from, &to, &type_rules(request)?);
    Ok(conversion(answer, reason.as_ref()))
}

fn convert_value(request: &Request<'_>) -> Fallible<Json> {
    let to = read_type(SourceId(0), text(request, "to")?);
    if let Some(wrong) = to.diagnostics.iter().find(|finding| finding.is_error()) {
        bail!(codes::BAD_REQUEST, "`to`: {}", wrong.message);
    }
    let answer = ask::convert_value(&value_of(request, "value")?, &to, &value_rules(request)?);
    Ok(super::value_or_fault(&answer))
}

fn unify(request: &Request<'_>) -> Fallible<Json> {
    let Some(Json::Array(texts)) = request.get("types") else {
        bail!(codes::BAD_REQUEST, "`types` is missing: expected an array of type expressions");
    };
    let read = |text: &Json| match text.as_str() {
        Some(text) => request.types.read(text),
        None => Err(Fault::new(codes::BAD_REQUEST, "`types`: expected strings")),
    };
    let types: Vec<Type> = texts.iter().map(read).collect::<Fallible<_>>()?;
    Ok(unified(&hclx_core::unify(&types, &type_rules(request)?)))
}

fn refine(request: &Request<'_>) -> Fallible<Json> {
    let value = value_of(request, "value")?;
    let Some(Json::Array(ops)) = request.get("ops") else {
        bail!(codes::BAD_REQUEST, "`ops` is missing: expected an array of refinements");
    };
    let facts: Vec<ask::Refinement> = ops
        .iter()
        .enumerate()
        .map(|(index, op)| {
            fact(op, &value, request.types).map_err(|fault| fault.within(hclx_diag::Step::Index(index)))
        })
        .collect::<Fallible<_>>()?;
    Ok(match ask::refine(value, facts) {
        Ok(value) => refined(&value),
        Err((fault, index)) => refused(&fault, index),
    })
}

fn fact(op: &Json, value: &Value, types: &TypeReader) -> Fallible<ask::Refinement> {
    let Some(name) = op.get("op").and_then(Json::as_str) else {
        bail!(codes::BAD_REQUEST, "a refinement is an object {{\"op\": …, \"arg\": …}}");
    };
    match (name, op.get("arg")) {
        ("one_of", Some(Json::Array(members))) => {
            let read = |member: &Json| value_json::decode_as(member, value.ty(), types);
            Ok(ask::Refinement::OneOf(members.iter().map(read).collect::<Fallible<_>>()?))
        }
        (_, None | Some(Json::Null)) => ask::fact(name, None),
        (_, Some(Json::String(text))) => ask::fact(name, Some(text)),
        (_, Some(other)) => ask::fact(name, Some(&other.to_string())),
    }
}

fn range(request: &Request<'_>) -> Fallible<Json> {
    let value = value_of(request, "value")?;
    let mut answer = json!({"range": value_json::range(&value)});
    if request.get("includes").is_some() {
        let included = hclx_core::includes(&value, &value_of(request, "includes")?, &value_rules(request)?);
        answer["includes"] = match included {
            Tri::Yes => "true",
            Tri::No => "false",
            Tri::Unknown => "unknown",
        }
        .into();
    }
    Ok(ok(answer))
}

fn eval(request: &Request<'_>) -> Fallible<Json> {
    let mode = match optional_text(request, "mode")? {
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
    Ok(evaluated(&sources, &ask::evaluated(id, src, mode, &settings)))
}

fn eval_body(request: &Request<'_>) -> Fallible<Json> {
    let settings = settings(request, "vars")?;
    let mut sources = Sources::new();
    let id = source(request, &mut sources)?;
    let bytes = sources.get(id).bytes().clone();
    let judged = judge(id, bytes, language(request)?, FileKind::of(""), &settings);
    Ok(evaluated_body(&sources, id, &judged))
}

fn infer(request: &Request<'_>) -> Fallible<Json> {
    let settings = settings(request, "scope")?;
    let src = text(request, "src")?;
    let mut sources = Sources::new();
    let id = sources.add(Source::new("<src>", src.as_bytes()));
    Ok(inferred(&sources, &ask::expression(id, src, &settings)))
}
