//! Calls of functions that are defined in HCL.

use hclx_core::{Value, wrap_eventual};
use hclx_diag::Diagnostic;
use hclx_diag::code_names::{ARGUMENT, CALL_FAILED, MISSING_ARGUMENT, TOO_MANY_ARGUMENTS};

use super::call::{Argument, Arguments, Site};
use super::{Evaluator, evaluate};
use crate::functions::Arity;
use crate::{CustomFunction, CustomFunctions, Environment, Scope};

impl Evaluator<'_> {
    pub(super) fn call_custom(
        &mut self,
        site: Site<'_, '_>,
        custom: &CustomFunctions,
        function: &CustomFunction,
    ) -> Value {
        let Ok((arguments, around)) = self.arguments(site) else { return Value::dynamic() };
        if !self.custom_arity_fits(site, function, &arguments) {
            return Value::dynamic();
        }
        let checkpoint = self.checkpoint();
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.custom_argument(site, function, argument)).collect();
        if self.failed_since(checkpoint) {
            return Value::dynamic();
        }
        let (value, findings) = self.custom_result(custom, function, values);
        if let Some(first) = findings.into_iter().find(Diagnostic::is_error) {
            return self.custom_failed(site, first);
        }
        wrap_eventual(value, around.eventual)
    }

    /// The result of a function, given as many arguments as it takes; the findings refer to the function's
    /// own source.
    fn custom_result(
        &self,
        custom: &CustomFunctions,
        function: &CustomFunction,
        arguments: Vec<Value>,
    ) -> (Value, Vec<Diagnostic>) {
        let mut scope = Scope::root();
        let mut arguments = arguments.into_iter();
        for (name, value) in function.parameters.iter().zip(arguments.by_ref()) {
            scope.define(name.clone(), value);
        }
        if let Some(name) = &function.variadic {
            scope.define(name.clone(), Value::tuple(arguments.collect()));
        }
        let Some(result) = function.result else { return (Value::dynamic(), Vec::new()) };
        let (env, functions) = (self.env, custom.library);
        let env = if custom.open {
            Environment { functions, trace: false, comparisons: false, ..*env }
        } else {
            Environment { rules: env.rules, functions, ..Environment::exact() }
        };
        let outcome = evaluate(&function.tree, function.source, result, &scope, &env, self.budget);
        (outcome.value, outcome.diagnostics)
    }

    /// The value of an argument, which must not be null.
    fn custom_argument(
        &mut self,
        site: Site<'_, '_>,
        function: &CustomFunction,
        argument: Argument<'_>,
    ) -> Value {
        let value = self.argument(argument, site.scope);
        if value.is_null() {
            let name = self.tree.text(site.call.name.text);
            let message = format!("an argument of `{name}` must not be null");
            let finding = self.error_at(ARGUMENT, argument.expr(), message);
            return self.report(finding.also(function.declared, format!("`{name}` is declared here")));
        }
        value
    }

    /// Reports an error inside a function at the call, with a label at the inner location.
    fn custom_failed(&mut self, site: Site<'_, '_>, inside: Diagnostic) -> Value {
        let name = self.tree.text(site.call.name.text);
        let span = self.span(site.call.name.range.cover(site.call.open));
        let code = if inside.code.is_limit() { inside.code } else { CALL_FAILED };
        let finding =
            Diagnostic::error(code, span, format!("this call of `{name}` fails: {}", inside.message));
        let finding = match inside.span {
            Some(place) => finding.also(place, "fails here"),
            None => finding,
        };
        self.report(finding)
    }

    fn custom_arity_fits(
        &mut self,
        site: Site<'_, '_>,
        function: &CustomFunction,
        arguments: &Arguments<'_>,
    ) -> bool {
        let (given, least) = (arguments.len(), function.parameters.len());
        let name = self.tree.text(site.call.name.text);
        let arity = Arity { least, most: function.variadic.is_none().then_some(least) };
        let next = function.parameters.get(given).map(|name| &**name);
        let Some(message) = arity.misfit(name, given, next) else { return true };
        let finding = match arguments.get(least) {
            Some(extra) => {
                let extra = self.range(extra.expr()).cover(self.range(arguments.at(given - 1).expr()));
                Diagnostic::error(TOO_MANY_ARGUMENTS, self.span(extra), message)
            }
            None => Diagnostic::error(MISSING_ARGUMENT, self.span(site.call.close), message),
        };
        self.report(finding.also(function.declared, format!("`{name}` is declared here")));
        if self.env.total {
            self.visit_arguments(site);
        }
        false
    }
}
