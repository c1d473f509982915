//! Declarations in a specification: variables and functions for configurations.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered};
use hclx_eval::{CustomFunction, Scope, evaluate};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::{BlockView, BodyNames, BodyView, Content};
use hclx_syntax::statics;

use super::{Reader, ReferenceFinding, in_specifications, wording};

impl Reader<'_> {
    /// The functions declared by `function` blocks, by name, and the rest of the body.
    pub(super) fn functions<'t>(
        &mut self,
        body: BodyView<'t>,
    ) -> (Ordered<Arc<str>, CustomFunction>, BodyView<'t>) {
        let (content, rest, wrong) = body.partial_content(&BodyNames::new().block("function", &["name"]));
        let failed = wrong.iter().any(Diagnostic::is_error);
        self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        let mut functions = Ordered::new();
        for block in content.blocks.iter().filter(|_| !failed) {
            let Some(label) = block.labels.first() else { continue };
            if let Some(function) = self.function(block) {
                // As in the reference, the last of several functions with one name wins.
                functions.insert(label.text.into(), function);
            }
        }
        (functions, rest)
    }

    fn function(&mut self, block: &BlockView<'_>) -> Option<CustomFunction> {
        let names = BodyNames::new()
            .required_attribute("params")
            .attribute("variadic_param")
            .required_attribute("result");
        let (content, wrong) = block.body.content(&names);
        let failed = wrong.iter().any(Diagnostic::is_error);
        self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        if failed {
            return None;
        }
        let expression = |content: &Content<'_>, name| Some(content.attribute(name)?.value);
        let parameters = self.parameters(expression(&content, "params")?)?;
        let variadic = match expression(&content, "variadic_param") {
            Some(expr) => Some(self.parameter(expr)?),
            None => None,
        };
        Some(CustomFunction {
            declared: block.def_range.in_source(self.source),
            parameters,
            variadic,
            tree: self.tree.clone(),
            source: self.source,
            result: Some(expression(&content, "result")?),
        })
    }

    fn parameters(&mut self, expr: ExprId) -> Option<Vec<Arc<str>>> {
        let tree = self.tree.clone();
        let Some(list) = statics::as_list(&tree, expr) else {
            let place = tree.expr(expr).range.in_source(self.source);
            self.refuse(wording::parameters_are_a_list(place));
            return None;
        };
        list.iter().map(|parameter| self.parameter(*parameter)).collect()
    }

    fn parameter(&mut self, expr: ExprId) -> Option<Arc<str>> {
        let name = statics::as_keyword(&self.tree, self.source, expr);
        if name.is_none() {
            let place = self.tree.expr(expr).range.in_source(self.source);
            self.refuse(wording::not_a_parameter(place));
        }
        name.map(Arc::from)
    }

    /// The values of the `variables` blocks, and the rest of the body.
    pub(super) fn variables<'t>(&mut self, body: BodyView<'t>) -> (Vec<(Arc<str>, Value)>, BodyView<'t>) {
        let (content, rest, wrong) = body.partial_content(&BodyNames::new().block("variables", &[]));
        self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        let mut variables = Vec::new();
        for block in &content.blocks {
            let (attributes, wrong) = block.body.just_attributes();
            self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
            for attribute in attributes {
                // The scope is empty: variables cannot refer to each other.
                let (tree, env) = (self.tree.clone(), in_specifications());
                let outcome =
                    evaluate(&tree, self.source, attribute.value, &Scope::root(), &env, self.budget);
                self.findings.extend(outcome.diagnostics.into_iter().map(ReferenceFinding::from));
                variables.push((attribute.name.into(), outcome.value));
            }
        }
        (variables, rest)
    }
}
