//! `invoke`, `call`, and functions of resources, whose types come from package schemas, and `recover`, whose first
//! argument must be an output.

use std::sync::{Arc, Mutex};

use hclx_core::{Eventual, Type, Value, join, strip_eventual, wrap_eventual};
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Ordered, Span, nearest};
use hclx_eval::{CallResult, CallSite, Calls};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::blocks;
use super::fit::Fit;
use super::functions::DIALECT;
use super::judge::{NameFacts, without_schema};
use super::package::{Function, Object, Package, PackageSchemas, Token};
use super::wording;

/// The functions of a program.
pub(super) struct Invocations<'a> {
    pub(super) packages: &'a PackageSchemas,
    pub(super) known: &'a NameFacts,
    /// The places that refer to packages without a schema.
    pub(super) missing: &'a Mutex<Ordered<String, Vec<Span>>>,
}

impl Calls for Invocations<'_> {
    fn takes(&self, name: &str) -> bool {
        matches!(name, "invoke" | "call" | "recover" | "pulumiResourceName" | "pulumiResourceType")
    }

    fn call(&self, site: &CallSite<'_>) -> CallResult {
        let mut calling = CallCheck { invocations: self, site, findings: Vec::new() };
        let name = site.tree.text(site.call.name.text);
        let value = match name {
            "invoke" => calling.invoke(),
            "call" => calling.method(),
            "recover" => calling.recover(),
            _ => calling.of_resource(name),
        };
        CallResult { value: value.unwrap_or_else(Value::dynamic), findings: calling.findings }
    }
}

/// A call being checked.
struct CallCheck<'a> {
    invocations: &'a Invocations<'a>,
    site: &'a CallSite<'a>,
    findings: Vec<Diagnostic>,
}

impl<'a> CallCheck<'a> {
    fn span(&self, expr: ExprId) -> Span {
        self.site.tree.expr(expr).range.in_source(self.site.source)
    }

    fn fail<R>(&mut self, finding: Diagnostic) -> Option<R> {
        self.findings.push(finding);
        None
    }

    /// Checks the number of arguments.
    fn arity(&mut self, least: usize, most: usize, usage: &str) -> Option<()> {
        let given = self.site.arguments.len();
        let name = self.site.tree.text(self.site.call.name.text);
        let counted =
            |count: usize| if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
        if given < least {
            let at = self.site.call.close.in_source(self.site.source);
            let few = if least == most { String::new() } else { "at least ".to_owned() };
            let message = format!("`{name}` takes {few}{}, found {given}", counted(least));
            return self.fail(Diagnostic::error(codes::MISSING_ARGUMENT, at, message).help(usage));
        }
        if given > most {
            let at = self.span(self.site.arguments[most]);
            let many = if least == most { String::new() } else { "at most ".to_owned() };
            let message = format!("`{name}` takes {many}{}, found {given}", counted(most));
            return self.fail(Diagnostic::error(codes::TOO_MANY_ARGUMENTS, at, message).help(usage));
        }
        Some(())
    }

    /// The contents of an argument that must be a string literal.
    fn literal(&mut self, position: usize, what: &str) -> Option<&'a str> {
        let expr = self.site.arguments[position];
        let tree: &'a Tree = self.site.tree;
        match tree.expr(expr).kind {
            ExprKind::String(text) => Some(tree.text(text)),
            _ => {
                let message = format!("{what} must be a literal string");
                let at = self.span(expr);
                self.fail(Diagnostic::error(codes::STATIC_EXPRESSION, at, message))
            }
        }
    }

    fn with_fit(&mut self, check: impl FnOnce(&Fit<'_>) -> Vec<Diagnostic>) {
        let known = self.invocations.known;
        let resource_of = |tree: &Tree, expr: ExprId| known.token_of(tree, expr);
        let fit = Fit {
            packages: self.invocations.packages,
            rules: &DIALECT.rules,
            budget: self.site.budget,
            tree: self.site.tree,
            source: self.site.source,
            resource_of: &resource_of,
            token: None,
        };
        self.findings.extend(check(&fit));
    }

    fn unknown(&self, ty: Type) -> Value {
        Value::unknown_under(ty, &DIALECT.rules)
    }

    // `invoke`

    fn invoke(&mut self) -> Option<Value> {
        const USAGE: &str = "`invoke(\"package:module:function\", { … })`";
        self.arity(1, usize::MAX, USAGE)?;
        let text = self.literal(0, "the token of `invoke`")?;
        let at = self.span(self.site.arguments[0]);
        let Some(token) = Token::read(text) else { return self.fail(wording::malformed_token(at, text)) };
        let Some(package) = self.invocations.packages.find(token.package) else {
            without_schema(self.invocations.missing, token.package, at);
            return None;
        };
        let Some(function) = package.function(&token) else {
            let message = format!("unknown function `{text}` in package `{}`", package.name());
            let finding = Diagnostic::error(codes::UNKNOWN_TOKEN, at, message);
            return self.fail(wording::with_token(finding, at, &token, package.function_tokens()));
        };
        if let Some(instead) = &function.deprecated {
            self.findings.push(wording::deprecated(at, text, instead));
        }
        let result = self.result_of(&function);
        if function.positional.is_empty() {
            self.arity(2, 3, USAGE)?;
            self.arguments(1, function.inputs.as_deref());
            self.invoke_options(2);
        } else {
            self.positional(&function)?;
        }
        // An invoke is an output if one of its inputs is, and otherwise a promise.
        let comes_later = self.site.values.get(1..).is_some_and(|values| {
            let inputs = values.iter().take(function.positional.len().max(1));
            inputs.map(Value::described_type).any(|ty| ty.contains_outputs())
        });
        Some(self.unknown(if comes_later { Type::output(result) } else { Type::promise(result) }))
    }

    fn result_of(&self, function: &Function) -> Type {
        match &function.result {
            Some(slot) => slot.ty(self.invocations.packages),
            None => Type::object::<Arc<str>>([]),
        }
    }

    /// Checks an argument against named inputs.
    fn arguments(&mut self, position: usize, inputs: Option<&Object>) {
        let none = Object::default();
        let inputs = inputs.unwrap_or(&none);
        let (expr, value) = (self.site.arguments[position], &self.site.values[position]);
        if value.is_null() && !inputs.properties.iter().any(|property| property.required) {
            return;
        }
        self.with_fit(|fit| fit.check_object("", expr, value, inputs));
    }

    fn invoke_options(&mut self, position: usize) {
        let Some(value) = self.site.values.get(position).filter(|value| !value.is_null()) else { return };
        let expr = self.site.arguments[position];
        self.with_fit(|fit| fit.check("options", expr, value, &blocks::INVOKE_OPTIONS));
    }

    /// Checks positional inputs.
    fn positional(&mut self, function: &Function) -> Option<()> {
        let inputs = function.inputs.as_deref()?;
        let count = function.positional.len();
        let names: Vec<String> = function.positional.iter().map(ToString::to_string).collect();
        let usage = format!("`invoke(\"{}\", {})`", function.token, names.join(", "));
        let required = function
            .positional
            .iter()
            .rposition(|name| inputs.get(name).is_some_and(|property| property.required));
        self.arity(2 + required.unwrap_or(0), count + 2, &usage)?;
        for (position, name) in function.positional.iter().enumerate() {
            let (Some(expr), Some(value)) =
                (self.site.arguments.get(position + 1).copied(), self.site.values.get(position + 1))
            else {
                break;
            };
            let Some(property) = inputs.get(name) else { continue };
            if !value.is_null() || property.required {
                self.with_fit(|fit| fit.check_property(expr, value, property));
            }
        }
        self.invoke_options(count + 1);
        Some(())
    }

    // `call`

    fn method(&mut self) -> Option<Value> {
        const USAGE: &str = "`call(RESOURCE, \"method\", { … })`";
        self.arity(3, 3, USAGE)?;
        let token = self.receiver("the receiver of `call`")?;
        let method = self.literal(1, "the method of `call`")?;
        let token = Token::read(&token)?;
        let package: &Package = self.invocations.packages.find(token.provider().unwrap_or(token.package))?;
        let resource = match token.provider() {
            Some(_) => package.provider(),
            None => package.resource(&token)?,
        };
        let Some(function) = resource.methods.get(method) else {
            let at = self.span(self.site.arguments[1]);
            let message = format!("unknown method `{method}` of `{}`", resource.token);
            let finding = Diagnostic::error(codes::UNKNOWN_TOKEN, at, message);
            let near = nearest(method, resource.methods.keys().map(String::as_str));
            return self.fail(finding.perhaps_meant(near));
        };
        let function = package.function(&Token::read(function)?)?;
        let own = function.inputs.as_ref().map(|inputs| Object {
            token: inputs.token.clone(),
            // The call itself passes the receiver as `__self__`.
            properties: inputs.properties.iter().filter(|one| *one.name != *"__self__").cloned().collect(),
        });
        self.arguments(2, own.as_ref());
        let result = self.result_of(&function);
        let is_plain = function.result.as_ref().is_some_and(|slot| slot.plain);
        Some(self.unknown(if is_plain { result } else { Type::output(result) }))
    }

    /// The token of the resource in the first argument, if its type is known.
    fn receiver(&mut self, what: &str) -> Option<Arc<str>> {
        let (expr, value) = (self.site.arguments[0], &self.site.values[0]);
        let found = self.invocations.known.token_of(self.site.tree, expr);
        if found.is_none() && !may_be_resource(value) {
            let at = self.span(expr);
            let message = format!("{what} must be a resource, found {}", wording::found(value));
            return self.fail(
                Diagnostic::error(codes::ARGUMENT, at, message).help("use the name of a `resource` block"),
            );
        }
        found
    }

    fn recover(&mut self) -> Option<Value> {
        self.arity(2, 2, "`recover(OUTPUT, INSTEAD)`")?;
        let (value, instead) = (&self.site.values[0], &self.site.values[1]);
        let ty = value.ty();
        // outputs nested in a value are not considered
        if !(ty.is_any() || ty.is_union() || ty.has_eventual()) {
            let at = self.span(self.site.arguments[0]);
            let message =
                format!("the first argument of `recover` must be an output, found {}", wording::found(value));
            return self.fail(Diagnostic::error(codes::ARGUMENT, at, message).help("use the value itself"));
        }
        let either = [value, instead].map(|value| strip_eventual(value.clone()).0);
        let joined = join(&either, &DIALECT.rules).with_marks(value.marks()).with_marks(instead.marks());
        Some(wrap_eventual(joined, Eventual::Output))
    }

    fn of_resource(&mut self, name: &str) -> Option<Value> {
        self.arity(1, 1, &format!("`{name}(RESOURCE)`"))?;
        self.receiver(&format!("the argument of `{name}`"));
        Some(self.unknown(Type::STRING))
    }
}

/// Returns `true` if a value may be a single resource.
fn may_be_resource(value: &Value) -> bool {
    let ty = value.ty();
    ty.is_any() && !value.is_null()
        || ty.as_object().is_some_and(|object| object.get("urn").is_some() && object.get("id").is_some())
}
