//! hcl-rs as a second parser: sources that both accept have the same meaning in both, and the output of `eval
//! --out hcl` can be read back.

use std::path::Path;
use std::process::{Command, Stdio};

use hcl::expr::{Expression, ObjectKey, Operation};
use hclx_analysis::ask;
use hclx_diag::{Diagnostic, SourceId};
use hclx_syntax::ast::{BodyId, ExprId, ExprKind, For, Item, Language, ObjectItem, Root, Tree};
use serde_json::{Value, json};

/// The HCL texts of this project: recorded ones, examples, and blocks of suites without findings.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recorded = hclx_testkit::vectors("syntax/snippets.jsonl");
    let mut texts: Vec<String> =
        recorded.iter().filter_map(|vector| Some(vector["source"].as_str()?.to_owned())).collect();
    for folder in ["examples", "tests/suite", "docs"] {
        for entry in ignore::WalkBuilder::new(root.join(folder)).build().filter_map(Result::ok) {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if ["hcl", "tf", "nomad", "pp", "hcldec"].contains(&extension) {
                texts.extend(std::fs::read_to_string(path));
            } else if extension == "md" {
                let page = std::fs::read_to_string(path).expect("a page");
                let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
                let is_hcl = |head: &str| ["hcl", "tf"].contains(&head.split(' ').next().unwrap_or_default());
                texts.extend(blocks.filter(|(head, _)| is_hcl(head)).map(|(_, text)| text.to_owned()));
            }
        }
    }
    texts
}

/// Texts that hcl-rs accepts but interprets differently from HCL's own implementation: `1.e3`, which is a
/// number in HCL and an attribute access in hcl-rs, and a heredoc without lines, which hcl-rs continues to a
/// later marker.
const MISREAD: [&str; 3] = ["1.e3", "<<EOT\nEOT\n", "<<-EOT\n  EOT\n"];

#[test]
fn what_both_readers_accept_they_read_alike() {
    let (mut both, mut neither, mut only_one) = (0, 0, Vec::new());
    let mut different = Vec::new();
    for text in texts() {
        let parsed = ask::parse(SourceId(0), text.as_bytes().into(), Language::Native);
        let ours = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        let theirs = hcl::parse(&text);
        match (ours, theirs) {
            (true, Ok(body)) => {
                both += 1;
                let Root::Body(root) = parsed.tree.root() else { panic!("a body") };
                let same = Pair { tree: &parsed.tree }.bodies(root, &body);
                let misread = MISREAD.iter().any(|piece| text.contains(piece));
                different.extend(same.err().filter(|_| !misread).map(|why| format!("{why}\n{text}")));
            }
            (false, Err(_)) => neither += 1,
            (ours, _) => only_one.push((ours, text)),
        }
    }
    println!("{both} texts are read by both, {neither} by neither, {} by one", only_one.len());
    only_one
        .iter()
        .for_each(|(ours, text)| println!("only {}: {text:?}", if *ours { "here" } else { "there" }));
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n---\n"));
    assert!(both > 500 && neither > 100, "{both} {neither}");
    // the recorded answers show which of the two is right about these
    assert!(only_one.len() * 10 < both, "{} are accepted by one reader only", only_one.len());
}

/// Trees of both readers, compared.
struct Pair<'t> {
    tree: &'t Tree,
}

type Same = Result<(), String>;

impl Pair<'_> {
    fn bodies(&self, ours: BodyId, theirs: &hcl::Body) -> Same {
        let items = self.tree.slice(self.tree.body(ours).items);
        equal("items", items.len(), theirs.iter().count())?;
        for (item, structure) in items.iter().zip(theirs.iter()) {
            match (item, structure) {
                (Item::Attribute(ours), hcl::Structure::Attribute(theirs)) => {
                    equal("names", self.tree.text(ours.name.text), &*theirs.key)?;
                    self.expressions(ours.value, &theirs.expr)?;
                }
                (Item::Block(ours), hcl::Structure::Block(theirs)) => {
                    let ours = self.tree.node(*ours);
                    equal("types", self.tree.text(ours.block_type.text), &*theirs.identifier)?;
                    let labels =
                        self.tree.slice(ours.labels).iter().map(|label| normal(self.tree.text(label.text)));
                    equal(
                        "labels",
                        labels.collect(),
                        theirs.labels.iter().map(|label| normal(label.as_str())).collect::<Vec<_>>(),
                    )?;
                    self.bodies(ours.body, &theirs.body)?;
                }
                _ => return Err("an attribute and a block".to_owned()),
            }
        }
        Ok(())
    }

    /// Compares the kind of each expression, and completely literals, lists, objects and calls.
    fn expressions(&self, ours: ExprId, theirs: &Expression) -> Same {
        match (self.tree.expr(ours).kind, theirs) {
            (ExprKind::Null, Expression::Null) => Ok(()),
            (ExprKind::Bool(ours), Expression::Bool(theirs)) => equal("bools", ours, *theirs),
            (ExprKind::Number, Expression::Number(theirs)) => {
                let ours = self.tree.number(self.tree.expr(ours).range).parse::<f64>();
                equal("numbers", ours.ok(), theirs.as_f64())
            }
            // in hcl-rs a sign is an operator
            (ExprKind::Unary { .. }, Expression::Number(theirs)) => {
                equal("negative", true, theirs.as_f64().is_some_and(|number| number <= 0.0))
            }
            (ExprKind::String(ours), Expression::String(theirs)) => {
                equal("strings", self.tree.text(ours).to_owned(), normal(theirs))
            }
            // in hcl-rs every heredoc is a template, whose contents are not parsed
            (
                ExprKind::String(_) | ExprKind::Template(_) | ExprKind::TemplateWrap(_),
                Expression::TemplateExpr(_),
            ) => Ok(()),
            (ExprKind::TemplateIf(_) | ExprKind::TemplateFor(_), Expression::TemplateExpr(_)) => Ok(()),
            (ExprKind::Variable(ours), Expression::Variable(theirs)) => {
                equal("variables", self.tree.text(ours), theirs.as_str())
            }
            (ExprKind::Traversal { .. } | ExprKind::Splat { .. }, Expression::Traversal(_)) => Ok(()),
            (ExprKind::Call(ours), Expression::FuncCall(theirs)) => {
                let ours = self.tree.node(ours);
                equal("functions", self.tree.text(ours.name.text).to_owned(), theirs.name.to_string())?;
                equal("expansion", ours.expand, theirs.expand_final)?;
                self.all(self.tree.slice(ours.args), &theirs.args)
            }
            (ExprKind::Conditional { condition, yes, no }, Expression::Conditional(theirs)) => {
                self.expressions(condition, &theirs.cond_expr)?;
                self.expressions(yes, &theirs.true_expr)?;
                self.expressions(no, &theirs.false_expr)
            }
            (ExprKind::Binary { op, left, right }, Expression::Operation(theirs)) => match &**theirs {
                Operation::Binary(theirs) => {
                    equal("operators", op.text(), theirs.operator.as_str())?;
                    self.expressions(left, &theirs.lhs_expr)?;
                    self.expressions(right, &theirs.rhs_expr)
                }
                Operation::Unary(_) => Err("operators of one and two operands".to_owned()),
            },
            (ExprKind::Unary { operand, .. }, Expression::Operation(theirs)) => match &**theirs {
                Operation::Unary(theirs) => self.expressions(operand, &theirs.expr),
                Operation::Binary(_) => Err("operators of one and two operands".to_owned()),
            },
            (ExprKind::Paren(ours), Expression::Parenthesis(theirs)) => self.expressions(ours, theirs),
            (ExprKind::Tuple(ours), Expression::Array(theirs)) => self.all(self.tree.slice(ours), theirs),
            (ExprKind::Object(ours), Expression::Object(theirs)) => {
                self.objects(self.tree.slice(ours), theirs)
            }
            (ExprKind::For(ours), Expression::ForExpr(theirs)) => self.loops(self.tree.node(ours), theirs),
            (ours, theirs) => Err(format!("{ours:?} and {theirs:?}")),
        }
    }

    fn objects(&self, ours: &[ObjectItem], theirs: &hcl::Object<ObjectKey, Expression>) -> Same {
        // hcl-rs keeps one of several equal keys
        if ours.len() != theirs.len() {
            return equal("fewer keys", true, ours.len() > theirs.len());
        }
        for (ours, (key, value)) in ours.iter().zip(theirs.iter()) {
            match (key, self.tree.expr(ours.key).kind) {
                (ObjectKey::Identifier(key), ExprKind::String(ours)) => {
                    equal("keys", self.tree.text(ours).to_owned(), normal(key))?;
                }
                // a bare word is a key here, and not a value
                (ObjectKey::Expression(Expression::Bool(_) | Expression::Null), ExprKind::String(_))
                    if ours.bare => {}
                (ObjectKey::Expression(key), _) => self.expressions(ours.key, key)?,
                (key, ours) => return Err(format!("the keys {ours:?} and {key:?}")),
            }
            self.expressions(ours.value, value)?;
        }
        Ok(())
    }

    fn loops(&self, ours: &For, theirs: &hcl::expr::ForExpr) -> Same {
        equal("grouping", ours.group, theirs.grouping)?;
        equal("objects", ours.key.is_some(), theirs.key_expr.is_some())?;
        equal("conditions", ours.condition.is_some(), theirs.cond_expr.is_some())?;
        self.expressions(ours.collection, &theirs.collection_expr)?;
        self.expressions(ours.value, &theirs.value_expr)
    }

    fn all(&self, ours: &[ExprId], theirs: &[Expression]) -> Same {
        equal("elements", ours.len(), theirs.len())?;
        ours.iter().zip(theirs).try_for_each(|(ours, theirs)| self.expressions(*ours, theirs))
    }
}

/// hcl-rs keeps strings as written, but HCL normalizes them to NFC.
fn normal(text: &str) -> String {
    hclx_core::nfc(text).to_string()
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Same {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: {ours:?} and {theirs:?}")) }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "a",
            "for",
            "${",
            "%{",
            "$",
            "%",
            "\"",
            "\\",
            "\n",
            "\t",
            "é",
            "\u{1F600}",
            " ",
            "null",
            "\u{1}",
            "-",
            "7",
            "}",
        ];
        (0..self.below(6)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    fn value(&mut self, depth: usize) -> Value {
        const NUMBERS: &[&str] = &[
            "0",
            "-1",
            "1.5",
            "9007199254740993",
            "18446744073709551616",
            "1e-9",
            "12345.678901234567890123",
        ];
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => self.text().into(),
            1 => serde_json::from_str(NUMBERS[self.below(NUMBERS.len())]).expect("a number"),
            2 => (self.below(2) == 0).into(),
            3 => Value::Null,
            4 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.below(4))
                .map(|_| (self.text(), self.value(depth - 1)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

/// The value, with strings interpreted as in HCL's JSON profile: as templates.
fn as_templates(value: &Value) -> Value {
    let escaped = |text: &str| text.replace("${", "$${").replace("%{", "%%{");
    match value {
        Value::String(text) => escaped(text).into(),
        Value::Array(values) => values.iter().map(as_templates).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (escaped(key), as_templates(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

fn hclx(arguments: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(crate::program())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("hclx runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn what_is_written_as_hcl_reads_back_in_both() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let values: Vec<Value> = (0..400).map(|_| random.value(3)).collect();
    let body: serde_json::Map<String, Value> =
        values.iter().enumerate().map(|(at, value)| (format!("v{at}"), as_templates(value))).collect();
    let body = Value::from(body).to_string();
    let plain = hclx(&["eval", "-", "--lang", "json", "--out", "json"], &body);
    let written = hclx(&["eval", "-", "--lang", "json", "--out", "hcl"], &body);
    assert_eq!(hclx(&["eval", "-", "--out", "json"], &written), plain, "{written}");
    let theirs: Value = hcl::from_str(&written).expect("hcl-rs reads it");
    for (at, value) in values.iter().enumerate() {
        assert!(alike(value, &theirs[format!("v{at}")]), "{value} and {}", theirs[format!("v{at}")]);
    }
}

/// Equality, except for digits that a float cannot store.
fn alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| alike(a, b)))
        }
        (a, b) => a == b,
    }
}

#[test]
fn blocks_are_written_as_blocks_and_what_cannot_be_written_is_said() {
    let text = "a = 1 + 1\nservice \"web\" {\n  port = 80\n  check {\n    path = \"/\"\n  }\n}\n";
    let written = hclx(&["eval", "-", "--out", "hcl"], text);
    let body = hcl::parse(&written).expect("hcl-rs reads it");
    let kinds: Vec<String> = body
        .iter()
        .map(|structure| match structure {
            hcl::Structure::Attribute(attribute) => attribute.key.to_string(),
            hcl::Structure::Block(block) => {
                format!("{} {}", block.identifier.as_str(), block.labels[0].as_str())
            }
        })
        .collect();
    assert_eq!(kinds, ["a", "service web"]);
    assert_eq!(
        hclx(&["eval", "-e", "{ a = [1, null], \"b c\" = \"$${x}\" }", "--out", "hcl"], ""),
        "{\n  a = [\n    1,\n    null\n  ]\n  \"b c\" = \"$${x}\"\n}\n"
    );
    for (arguments, why) in [
        (
            &["eval", "-e", "[x]", "--var", "x=unknown(number)", "--out", "hcl"][..],
            "not plain HCL: at `[0]`: the value is unknown",
        ),
        (&["eval", "-e", "1/0", "--out", "hcl"], "HCL has no infinity"),
    ] {
        let output = Command::new(crate::program()).args(arguments).output().expect("hclx runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && output.stdout.is_empty() && said.contains(why), "{said}");
    }
    assert_eq!(
        json!({}),
        hcl::from_str::<Value>(&hclx(&["eval", "-", "--out", "hcl"], "")).expect("an empty body")
    );
}
