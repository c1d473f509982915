//! S-expressions: the notation in which `hclx parse` prints trees and test vectors record them.
//!
//! | form | meaning |
//! |---|---|
//! | `(attr NAME EXPR)` in a body | an attribute |
//! | `(block TYPE "label"… {BODY})` | a block |
//! | `(num TEXT)` `(str "…")` `(bool b)` `(null)` | literals; strings as JSON strings |
//! | `(var NAME)` `(attr E NAME)` `(idx E KEY)` | name and steps |
//! | `(splat E EACH)` | `EACH` applies to `_`, the element |
//! | `(call NAME E… ...)` | a call; `...` if the last argument is expanded |
//! | `(cond C A B)` `(OP L R)` `(u- E)` `(u! E)` `(paren E)` | operators |
//! | `(list E…)` `(obj (key NAME V) (KEYEXPR V)…)` | constructors |
//! | `(for [K,V] COLL VAL if C)` `(for [K,V] COLL KEY => VAL ... if C)` | `for` |
//! | `(tmpl PART…)` | a template; literal parts as JSON strings |
//! | `(tfor [K,V] COLL BODY)` | `%{ for }`; `%{ if }` is a `cond` |
//! | `(json "…" TEMPLATE)` | a JSON string that contains a template |
//! | `(missing)` | a part that could not be parsed |
//!
//! Trees may be deep, so a work list replaces recursion. Out of scope: source ranges (`spans`).

use std::fmt::Write;

use crate::ast::*;

/// Work that remains to be printed.
enum Todo<'a> {
    Expr(ExprId),
    /// A part of a template.
    Part(ExprId),
    Body(BodyId),
    /// The remaining items of a body. They are expanded one by one: a body may have millions.
    Items(std::slice::Iter<'a, Item>),
    Text(&'static str),
    Name(Str),
    /// A string as a JSON literal.
    Quoted(Str),
    /// `[K,V]`.
    Names(Option<Name>, Name),
}

/// Prints the whole tree, with the items of a body one after another without separators.
pub fn tree_text(tree: &Tree) -> String {
    let mut printer = Printer { tree, out: String::new(), todo: Vec::new() };
    printer.todo.push(match tree.root() {
        Root::Body(body) => Todo::Body(body),
        Root::Expr(expr) => Todo::Expr(expr),
    });
    printer.run();
    printer.out
}

/// A string as a JSON literal.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(&mut out, text);
    out
}

fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

struct Printer<'a> {
    tree: &'a Tree,
    out: String,
    /// A stack: the last entry is printed next.
    todo: Vec<Todo<'a>>,
}

impl<'a> Printer<'a> {
    fn run(&mut self) {
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::Text(text) => self.out.push_str(text),
                Todo::Name(name) => self.out.push_str(self.tree.text(name)),
                Todo::Quoted(text) => write_quoted(&mut self.out, self.tree.text(text)),
                Todo::Names(key, value) => self.names(key, value),
                Todo::Body(body) => {
                    let items = self.tree.slice(self.tree.body(body).items);
                    self.todo.push(Todo::Items(items.iter()));
                }
                Todo::Items(items) => self.items(items),
                Todo::Part(part) => self.part(part),
                Todo::Expr(expr) => self.expr(expr),
            }
        }
    }

    /// Schedules work, to be done next in this order.
    fn next(&mut self, todo: impl IntoIterator<Item = Todo<'a>, IntoIter: DoubleEndedIterator>) {
        self.todo.extend(todo.into_iter().rev());
    }

    fn names(&mut self, key: Option<Name>, value: Name) {
        let key = key.map_or("", |key| self.tree.text(key.text));
        let _ = write!(self.out, "[{key},{}]", self.tree.text(value.text));
    }

    /// Prints the first of these items, and schedules the others.
    fn items(&mut self, mut items: std::slice::Iter<'a, Item>) {
        let Some(item) = items.next() else { return };
        // The other items are below the parts of this item on the stack.
        self.todo.push(Todo::Items(items));
        match item {
            Item::Attribute(Attribute { name, value, .. }) => {
                let _ = write!(self.out, "(attr {} ", self.tree.text(name.text));
                self.next([Todo::Expr(*value), Todo::Text(")")]);
            }
            Item::Block(block) => {
                let block = self.tree.node(*block);
                let _ = write!(self.out, "(block {}", self.tree.text(block.block_type.text));
                for label in self.tree.slice(block.labels) {
                    self.out.push(' ');
                    write_quoted(&mut self.out, self.tree.text(label.text));
                }
                self.out.push_str(" {");
                self.next([Todo::Body(block.body), Todo::Text("})")]);
            }
        }
    }

    fn part(&mut self, part: ExprId) {
        match self.tree.expr(part).kind {
            ExprKind::String(text) if !self.tree.is_interpolated(part) => {
                write_quoted(&mut self.out, self.tree.text(text));
            }
            _ => self.expr(part),
        }
    }

    /// `(name E…)`.
    fn form(&mut self, name: &'static str, exprs: &[ExprId]) {
        self.out.push('(');
        self.out.push_str(name);
        self.todo.push(Todo::Text(")"));
        for expr in exprs.iter().rev() {
            self.todo.extend([Todo::Expr(*expr), Todo::Text(" ")]);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let Expr { kind, range } = *tree.expr(id);
        match kind {
            ExprKind::Missing => self.out.push_str("(missing)"),
            ExprKind::Null => self.out.push_str("(null)"),
            ExprKind::Bool(value) => {
                let _ = write!(self.out, "(bool {value})");
            }
            ExprKind::Number => {
                let _ = write!(self.out, "(num {})", tree.number(range));
            }
            ExprKind::String(text) => self.next([Todo::Text("(str "), Todo::Quoted(text), Todo::Text(")")]),
            ExprKind::JsonString { text, template: None } => {
                self.next([Todo::Text("(str "), Todo::Quoted(text), Todo::Text(")")]);
            }
            ExprKind::JsonString { text, template: Some(template) } => {
                let template = Todo::Expr(template.into());
                self.next([
                    Todo::Text("(json "),
                    Todo::Quoted(text),
                    Todo::Text(" "),
                    template,
                    Todo::Text(")"),
                ]);
            }
            ExprKind::Variable(name) => self.next([Todo::Text("(var "), Todo::Name(name), Todo::Text(")")]),
            ExprKind::SplatItem => self.out.push('_'),
            ExprKind::Template(parts) => self.template(tree.slice(parts)),
            ExprKind::TemplateWrap(inner) => self.form("tmpl", &[inner]),
            ExprKind::TemplateIf(node) => {
                let TemplateIf { condition, yes, no, .. } = *tree.node(node);
                self.form("cond", &[condition, yes, no]);
            }
            ExprKind::TemplateFor(node) => self.template_for(tree.node(node)),
            ExprKind::Traversal { base, steps } => self.traversal(base, tree.slice(steps)),
            ExprKind::Splat { source, each, .. } => self.form("splat", &[source, each]),
            ExprKind::Call(call) => self.call(tree.node(call)),
            ExprKind::Conditional { condition, yes, no } => self.form("cond", &[condition, yes, no]),
            ExprKind::Binary { op, left, right } => self.form(op.text(), &[left, right]),
            ExprKind::Unary { op: UnaryOp::Negate, operand } => self.form("u-", &[operand]),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.form("u!", &[operand]),
            ExprKind::Paren(inner) => self.form("paren", &[inner]),
            ExprKind::Tuple(elements) => self.form("list", tree.slice(elements)),
            ExprKind::Object(items) => self.object(tree.slice(items)),
            ExprKind::For(node) => self.for_expression(tree.node(node)),
        }
    }

    fn template(&mut self, parts: &[ExprId]) {
        self.out.push_str("(tmpl");
        self.todo.push(Todo::Text(")"));
        for part in parts.iter().rev() {
            self.todo.extend([Todo::Part(*part), Todo::Text(" ")]);
        }
    }

    fn template_for(&mut self, node: &TemplateFor) {
        let head = [Todo::Text("(tfor "), Todo::Names(node.key, node.value), Todo::Text(" ")];
        let rest = [Todo::Expr(node.collection), Todo::Text(" "), Todo::Expr(node.body), Todo::Text(")")];
        self.next(head.into_iter().chain(rest));
    }

    /// Prints a traversal; the last step is the outermost form.
    fn traversal(&mut self, base: ExprId, steps: &[Traverse]) {
        for step in steps.iter().rev() {
            self.out.push_str(if matches!(step.kind, TraverseKind::Attr(_)) { "(attr " } else { "(idx " });
        }
        for step in steps.iter().rev() {
            let end = match step.kind {
                TraverseKind::Attr(name) => Todo::Name(name),
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => Todo::Expr(key),
            };
            self.next([Todo::Text(" "), end, Todo::Text(")")]);
        }
        self.todo.push(Todo::Expr(base));
    }

    fn call(&mut self, call: &Call) {
        self.out.push_str("(call ");
        self.out.push_str(self.tree.text(call.name.text));
        self.todo.push(Todo::Text(if call.expand { " ...)" } else { ")" }));
        for arg in self.tree.slice(call.args).iter().rev() {
            self.todo.extend([Todo::Expr(*arg), Todo::Text(" ")]);
        }
    }

    fn object(&mut self, items: &[ObjectItem]) {
        self.out.push_str("(obj");
        self.todo.push(Todo::Text(")"));
        for item in items.iter().rev() {
            let key = match self.tree.expr(item.key).kind {
                ExprKind::String(name) if item.bare => [Todo::Text(" (key "), Todo::Name(name)],
                _ => [Todo::Text(" ("), Todo::Expr(item.key)],
            };
            let value = [Todo::Text(" "), Todo::Expr(item.value), Todo::Text(")")];
            self.next(key.into_iter().chain(value));
        }
    }

    fn for_expression(&mut self, node: &For) {
        let mut todo = vec![Todo::Text("(for "), Todo::Names(node.key_name, node.value_name)];
        todo.extend([Todo::Text(" "), Todo::Expr(node.collection), Todo::Text(" ")]);
        if let Some(key) = node.key {
            todo.extend([Todo::Expr(key.into()), Todo::Text(" => ")]);
        }
        todo.push(Todo::Expr(node.value));
        if node.group {
            todo.push(Todo::Text(" ..."));
        }
        if let Some(condition) = node.condition {
            todo.extend([Todo::Text(" if "), Todo::Expr(condition.into())]);
        }
        todo.push(Todo::Text(")"));
        self.next(todo);
    }
}
