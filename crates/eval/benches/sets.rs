//! Four sets of small expressions, the same ones that the program in `benches/peers/hclsyntax` evaluates.
//!
//! `vec` contains the recorded expressions of the reference implementation, `vecunk` the same with every
//! variable unknown, `con` one expression per construct, `conunk` these with every variable unknown.
//! Everything is parsed once; the measured time is the time of this thread.
//!
//! ```sh
//! cargo bench -p hclx-eval --bench sets -- write > all.jsonl    # what evaluates here without error
//! cargo bench -p hclx-eval --bench sets -- run both.jsonl       # ns for each set and construct
//! cargo bench -p hclx-eval --bench sets -- loop con 1000        # to count instructions
//! cargo bench -p hclx-eval --bench sets -- loop con/index 1000  # of one construct
//! cargo bench -p hclx-eval --bench sets -- prepared loop con 1000    # as it is when evaluated again
//! cargo bench -p hclx-eval --bench sets -- folded run both.jsonl     # with values of constants
//! cargo bench -p hclx-eval --bench sets -- ratio peer.tsv ours.tsv
//! ```

#![allow(missing_docs, reason = "a program")]

#[path = "../../core/tests/support/mod.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod support;
#[path = "../../core/tests/support/value_json.rs"]
#[allow(dead_code, reason = "tests write values, benches do not")]
mod value_json;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use hclx_core::Value;
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Environment, Scope, evaluate, functions, prepare};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind, Root};
use hclx_testkit::vectors;
use serde_json::{Value as Json, json};

const SOURCE: SourceId = SourceId(0);

/// A construct, and an expression that consists of little else.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("literal number", "5"),
    ("literal decimal", "0.75"),
    ("literal string", "\"hello\""),
    ("variable", "n"),
    ("traversal", "o.b.c"),
    ("index", "l[1]"),
    ("arithmetic", "n * 2 + 1"),
    ("decimal arithmetic", "n * 0.1 + 2.5"),
    ("division", "n / 7"),
    ("comparison", "n > 3 && n <= 100"),
    ("equality", "s == \"hello\""),
    ("conditional", "t ? n : 0"),
    ("conditional nested", "n > 10 ? \"big\" : n > 5 ? \"mid\" : \"small\""),
    ("template", "\"${s}-${n}\""),
    ("template of 4", "\"arn:aws:s3:::${s}/${o.b.c}/${n}/x\""),
    ("template directive", "\"%{ if t }yes%{ else }no%{ endif }\""),
    ("tuple", "[1, 2, 3]"),
    ("object", "{ a = 1, b = \"x\", c = true }"),
    ("object of variables", "{ a = n, b = s, c = o.a, d = [s, s] }"),
    ("for tuple", "[for x in l : x]"),
    ("for with a condition", "[for x in l : \"${x}-${s}\" if x != \"b\"]"),
    ("for object", "{ for k, v in m : k => v if v != \"\" }"),
    ("splat of a tuple", "[{ a = 1 }, { a = 2 }][*].a"),
    ("splat of a list", "lo[*].id"),
    ("call of a number function", "max(n, 7, 3)"),
    ("call of a string function", "upper(s)"),
    ("call of a collection function", "length(l)"),
    ("merge", "merge({a = s}, {b = s})"),
    ("join", "join(\",\", l)"),
    ("lookup", "lookup(m, \"a\", \"z\")"),
    ("concat", "concat([s], l)"),
    ("format", "format(\"%s-%d\", s, n)"),
    ("try", "try(o.zz, 1)"),
    ("unknown in a template", "\"a-${u}\""),
];

/// The constructs without variables, and the one about an unknown: they are the same if all variables are
/// unknown.
const CLOSED: &[&str] = &[
    "literal number",
    "literal decimal",
    "literal string",
    "tuple",
    "object",
    "splat of a tuple",
    "unknown in a template",
];

/// The variables of the constructs.
fn names() -> Json {
    json!({
        "n": {"type": "number", "value": "42"},
        "s": {"type": "string", "value": "hello"},
        "t": {"type": "bool", "value": true},
        "u": {"type": "string", "value": {"$unknown": {}}},
        "o": {"type": "object({a=number,b=object({c=string})})", "value": {"a": "1", "b": {"c": "x"}}},
        "l": {"type": "list(string)", "value": ["a", "b", "c"]},
        "m": {"type": "map(string)", "value": {"a": "x", "b": "y"}},
        "lo": {"type": "list(object({id=string,n=number}))", "value": [{"id": "a", "n": "1"}, {"id": "b", "n": "2"}]},
    })
}

/// An expression in the input format of both programs.
fn line(set: &str, group: &str, src: &str, mode: &Json, vars: &Json) -> Json {
    json!({"group": format!("{set}/{group}"), "src": src, "mode": mode, "vars": vars})
}

/// The same variables, known only by their types.
fn unknown(vars: &Json) -> Json {
    let vars = vars.as_object().into_iter().flatten();
    vars.map(|(name, value)| (name.clone(), json!({"type": value["type"], "value": {"$unknown": {}}})))
        .collect()
}

/// All expressions of all sets.
fn all() -> Vec<Json> {
    let mut lines = recorded();
    lines.append(&mut constructs());
    lines
}

fn recorded() -> Vec<Json> {
    let mut lines = Vec::new();
    for vector in vectors("cty/eval.jsonl") {
        if vector["mode"] == "noctx" || vector["src_hex"].is_string() {
            continue;
        }
        let (src, vars) = (vector.str("src"), &vector["vars"]);
        let group = construct(src, &vector["mode"]);
        lines.push(line("vec", group, src, &vector["mode"], vars));
        if vars.as_object().is_some_and(|vars| !vars.is_empty()) {
            lines.push(line("vecunk", group, src, &vector["mode"], &unknown(vars)));
        }
    }
    lines
}

fn constructs() -> Vec<Json> {
    let (mut lines, names) = (Vec::new(), names());
    for (group, src) in CONSTRUCTS {
        lines.push(line("con", group, src, &Json::Null, &names));
        if !CLOSED.contains(group) {
            lines.push(line("conunk", group, src, &Json::Null, &unknown(&names)));
        }
    }
    lines
}

fn parse(src: &str, mode: &Json) -> Parsed {
    let text: Arc<str> = Arc::from(src);
    let bytes: Arc<[u8]> = Arc::from(Arc::clone(&text));
    let parsed = if mode == "template" {
        hclx_syntax::parse_template(SOURCE, bytes)
    } else {
        hclx_syntax::parse_expression(SOURCE, bytes)
    };
    parsed.tree.know_text(&text);
    parsed
}

/// The outermost construct of an expression.
fn construct(src: &str, mode: &Json) -> &'static str {
    let parsed = parse(src, mode);
    let Root::Expr(mut at) = parsed.tree.root() else { return "body" };
    loop {
        return match parsed.tree.expr(at).kind {
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => {
                at = inner;
                continue;
            }
            ExprKind::Missing
            | ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number
            | ExprKind::String(_)
            | ExprKind::SplatItem => "literal",
            ExprKind::Variable(_) => "variable",
            ExprKind::Template(_)
            | ExprKind::JsonString { .. }
            | ExprKind::TemplateIf(_)
            | ExprKind::TemplateFor(_) => "template",
            ExprKind::Traversal { .. } => "traversal",
            ExprKind::Splat { .. } => "splat",
            ExprKind::Call(_) => "call",
            ExprKind::Conditional { .. } => "conditional",
            ExprKind::Binary { .. } | ExprKind::Unary { .. } => "operator",
            ExprKind::Tuple(_) => "tuple",
            ExprKind::Object(_) => "object",
            ExprKind::For(_) => "for",
        };
    }
}

/// A parsed expression, with the names in scope.
struct Program {
    line: Json,
    parsed: Parsed,
    root: ExprId,
    scope: Scope<'static>,
}

impl Program {
    fn new(line: Json) -> Option<Self> {
        let parsed = parse(line["src"].as_str()?, &line["mode"]);
        let Root::Expr(root) = parsed.tree.root() else { return None };
        let mut scope = Scope::root();
        for (name, value) in line["vars"].as_object().into_iter().flatten() {
            let dynamic = value["dynamic"] == true;
            scope.define(name.as_str(), if dynamic { Value::dynamic() } else { value_json::read(value) });
        }
        let wrong = parsed.diagnostics.iter().any(Diagnostic::is_error);
        (!wrong).then_some(Self { line, parsed, root, scope })
    }

    fn group(&self) -> &str {
        self.line["group"].as_str().unwrap_or_default()
    }

    fn set(&self) -> &str {
        self.group().split('/').next().unwrap_or_default()
    }

    fn run(&self, env: &Environment<'_>) -> bool {
        let outcome = evaluate(&self.parsed.tree, SOURCE, self.root, &self.scope, env, &Budget::default());
        black_box(&outcome).has_errors()
    }
}

/// The processor time of this thread in nanoseconds, if the system reports it.
fn now(start: Instant) -> u64 {
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = own.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    used.unwrap_or_else(|| u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

/// The number of rounds of a measurement; the best one is used.
const ROUNDS: usize = 5;
const ROUND: u64 = 40_000_000;

fn measure(programs: &[&Program], env: &Environment<'_>) -> f64 {
    let (start, repeat) = (Instant::now(), 200usize.div_ceil(programs.len()));
    let round = || {
        let (from, mut runs) = (now(start), 0);
        while now(start) - from < ROUND {
            for program in programs.iter().cycle().take(repeat * programs.len()) {
                program.run(env);
            }
            runs += repeat * programs.len();
        }
        (now(start) - from) as f64 / runs as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// A native source of one megabyte.
fn one_megabyte() -> Arc<[u8]> {
    let block = |n: usize| {
        format!(
            "service \"s{n}\" {{\n  port = {}\n  name = \"svc-${{var.env}}-{n}\"\n  tags = {{ a = \"x{n}\", b = [1, 2, {n}] }}\n  \
             # a comment\n  cpu  = max({n}, 2) * 3\n}}\n",
            8000 + n
        )
    };
    let mut text = String::new();
    for n in 0.. {
        if text.len() >= 1_000_000 {
            break;
        }
        text.push_str(&block(n));
    }
    Arc::from(text.as_bytes())
}

/// The time per expression of each group, from lines of `group<TAB>count<TAB>ns`.
fn table(path: &str) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(path).expect("a table");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Some((fields[0].to_owned(), fields.get(2)?.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Prints the factor by which the second table is faster.
fn ratio(peer: &str, own: &str) {
    let (peer, own) = (table(peer), table(own));
    let mut logarithms: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (group, ns) in &own {
        let Some(other) = peer.get(group) else { continue };
        println!("{group}\t{other:.0}\t{ns:.0}\t{:.2}", other / ns);
        let set = group.split('/').next().unwrap_or_default();
        if !group.ends_with("/ALL") {
            logarithms.entry(set).or_default().push((other / ns).ln());
        }
    }
    for (set, ratios) in logarithms {
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{set}: geometric mean over groups {:.2}, least {:.2}", mean.exp(), least.exp());
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (how, args) = match args.split_first() {
        Some((how @ (&"plain" | &"prepared" | &"folded"), rest)) => (*how, rest),
        _ => ("plain", &args[..]),
    };
    let env = Environment { functions: functions::hcl(), ..Environment::exact() };
    let good = |lines: Vec<Json>| -> Vec<Program> {
        let good = lines.into_iter().filter_map(Program::new).filter(|program| !program.run(&env));
        let good: Vec<Program> = good.collect();
        if how != "plain" {
            good.iter().for_each(|program| prepare(&program.parsed.tree, &env, how == "folded"));
        }
        good
    };
    let read = |path: &str| -> Vec<Json> {
        let text = std::fs::read_to_string(path).expect("expressions");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    match *args {
        ["write"] => good(all()).iter().for_each(|program| println!("{}", program.line)),
        ["parse", times] => {
            let text = one_megabyte();
            for _ in 0..times.parse::<usize>().expect("a number") {
                black_box(hclx_syntax::parse_body(SOURCE, Arc::clone(&text)));
            }
        }
        ["ratio", peer, own] => ratio(peer, own),
        ["loop", set, times] => {
            let lines = if set.starts_with("con") { constructs() } else { recorded() };
            let asked = |one: &Program| one.set() == set || one.group() == set;
            let programs: Vec<Program> = good(lines).into_iter().filter(asked).collect();
            let times: usize = times.parse().expect("a number");
            let failed = (0..times).flat_map(|_| &programs).filter(|program| program.run(&env)).count();
            println!("{} expressions, {failed} failures", programs.len());
        }
        [] | ["run", ..] => {
            let programs = good(args.get(1).map_or_else(all, |path| read(path)));
            let prefix = args.get(2).copied().unwrap_or_default();
            let mut groups: BTreeMap<String, Vec<&Program>> = BTreeMap::new();
            for program in &programs {
                groups.entry(format!("{}/ALL", program.set())).or_default().push(program);
                groups.entry(program.group().to_owned()).or_default().push(program);
            }
            for (group, list) in groups.iter().filter(|(group, _)| group.starts_with(prefix)) {
                println!("{group}\t{}\t{:.1}", list.len(), measure(list, &env));
            }
        }
        _ => eprintln!(
            "[plain | prepared | folded] write | run [FILE [PREFIX]] | loop SET TIMES | parse TIMES | ratio PEER OWN"
        ),
    }
}
