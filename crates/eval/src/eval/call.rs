//! Calls: lookup of the function, expansion of the last argument, conversion of the arguments, and the
//! functions that take expressions instead of values.

use hclx_core::{
    Contents, Eventual, Marks, Range, Rules, Shape, Type, TypeKind, Value, concatenated, convert, join,
    merged, pay, strip_eventual, strip_eventual_parts, wrap_eventual,
};
use hclx_diag::code_names::{
    ARGUMENT, CALL_FAILED, EVALUATION_LIMIT, EXPANSION, MISSING_ARGUMENT, NUMBER_LIMIT, TOO_MANY_ARGUMENTS,
    UNKNOWN_FUNCTION,
};
use hclx_diag::{Diagnostic, Fault, Help, Severity, TextRange, similar};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Slice};

use smallvec::SmallVec;

use super::prepared::Record;
use super::{Evaluator, Words, advice, blame};
use crate::functions::{Args, Form, Function, Run, comes_later, fit, invoke, takes};
use crate::outcome::is_of_calls;
use crate::type_syntax::is_type_word;
use crate::type_syntax::{self, TypeOptions};
use crate::values::{describe, open};
use crate::{CallSite, Calls, CustomFunctions, Policy, Scope, UnresolvedKind};

/// The size in bytes of an element of an expanded argument, and the ticks for copying and fitting it.
const BYTES_OF_ARGUMENT: u64 = 48;
const TICKS_OF_ARGUMENT: u64 = 128;

/// An argument: an expression, or an element of the expanded one.
#[derive(Clone, Copy)]
pub(super) enum Argument<'v> {
    Expression(ExprId),
    Element(ExprId, &'v Value),
}

/// The arguments of a call: those in the source, and the elements of the last one if it is expanded.
pub(super) struct Arguments<'t> {
    written: &'t [ExprId],
    expanded: ExprId,
    elements: Vec<Value>,
}

impl Argument<'_> {
    pub(super) const fn expr(&self) -> ExprId {
        match self {
            Argument::Expression(expr) | Argument::Element(expr, _) => *expr,
        }
    }
}

impl Arguments<'_> {
    pub(super) fn len(&self) -> usize {
        self.written.len() + self.elements.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<Argument<'_>> {
        (at < self.len()).then(|| self.at(at))
    }

    /// The argument at a position.
    pub(super) fn at(&self, at: usize) -> Argument<'_> {
        match self.written.get(at) {
            Some(expr) => Argument::Expression(*expr),
            None => Argument::Element(self.expanded, &self.elements[at - self.written.len()]),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Argument<'_>> {
        (0..self.len()).map(|at| self.at(at))
    }
}

/// The wrappers of an expanded argument, which are also applied to the result.
#[derive(Default)]
pub(super) struct Expansion {
    pub(super) marks: Marks,
    pub(super) eventual: Eventual,
    /// The join of the elements, if all of them are arguments.
    element: Option<Value>,
    /// The expanded value, if the number of its elements is unknown.
    value: Option<Value>,
}

/// The parameter that receives an argument.
#[derive(Clone, Copy)]
struct Receiver<'f> {
    function: &'f Function,
    /// The position of the argument, which exceeds the number of parameters for a variadic one.
    position: usize,
}

/// A call being evaluated.
#[derive(Clone, Copy)]
pub(super) struct Site<'s, 'p> {
    pub(super) id: ExprId,
    pub(super) call: Call,
    pub(super) scope: &'s Scope<'p>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn call(&mut self, id: ExprId, call: Slice<Call>, scope: &Scope<'_>) -> Value {
        let call = *self.tree.node(call);
        let site = Site { id, call, scope };
        let name = self.tree.text(call.name.text);
        let env = self.env;
        if env.notation
            && let Some(value) = self.notation(name, call, scope)
        {
            return value;
        }
        if let Some(custom) = env.custom
            && let Some(function) = custom.get(name)
        {
            return self.call_custom(site, custom, function);
        }
        if let Some(calls) = env.calls.filter(|calls| calls.takes(name)) {
            return self.call_of_language(site, calls);
        }
        let callable = self.function(id, name).filter(|it| !env.withheld.contains(&it.row.name));
        let provided = || env.provided.and_then(|table| table.get(name));
        let Some(function) = callable.or_else(provided) else {
            return self.unknown_function(site, name);
        };
        let checkpoint = self.checkpoint();
        let (arguments, expanded) = match self.arguments(site) {
            Ok(arguments) => arguments,
            Err(_) if self.failed_since(checkpoint) || self.rules().exact_ranges => return Value::dynamic(),
            Err(open) if self.refuses(site, function, open.value.as_ref()) => return Value::dynamic(),
            Err(open) => {
                let many = open.value.as_ref().zip(open.element.as_ref());
                let known = match function.row.name {
                    "merge" => many.and_then(|it| hclx_core::of_many(it, merged, self.rules())),
                    "concat" => many.and_then(|it| hclx_core::of_many(it, concatenated, self.rules())),
                    _ => None,
                };
                let result = known.unwrap_or_else(|| unknown_result_of(function, self.rules()));
                return wrap_eventual(result, open.eventual).with_marks(&open.marks);
            }
        };
        if !self.arity_fits(site, function, &arguments) {
            return Value::dynamic();
        }
        let result = match function.row.run {
            Run::Values(_) => self.call_values(site, function, &arguments),
            Run::Form(Form::Try) => self.call_try(site, function, &arguments),
            Run::Form(Form::Can) => self.call_can(site, function, &arguments),
            Run::Form(Form::Convert) => self.call_convert(site, &arguments),
        };
        wrap_eventual(result, expanded.eventual)
    }

    /// The function of the table, whose position is cached.
    fn function(&self, id: ExprId, name: &str) -> Option<&'a Function> {
        let functions = self.env.functions;
        let Some(prepared) = self.prepared_apart(id) else { return functions.get(name) };
        if let Some(Record::Function(position)) = prepared.get(id)
            && let Some(function) = functions.at(*position)
        {
            return Some(function);
        }
        let position = functions.position(name)?;
        prepared.keep(id, Record::Function(position));
        functions.at(position)
    }

    fn call_of_language(&mut self, site: Site<'_, '_>, calls: &dyn Calls) -> Value {
        let arguments = self.tree.slice(site.call.args);
        let values: Vec<Value> = arguments.iter().map(|argument| self.eval(*argument, site.scope)).collect();
        let called = calls.call(&CallSite {
            tree: self.tree,
            source: self.source,
            range: self.range(site.id),
            call: site.call,
            arguments,
            values: &values,
            budget: self.budget,
        });
        self.put_back(called.findings);
        called.value
    }

    fn unknown_function(&mut self, site: Site<'_, '_>, name: &str) -> Value {
        let at = site.call.name.range;
        if self.env.total {
            self.visit_arguments(site);
        }
        // Without a schema, it is not known which expressions are types; `list(string)` may be one.
        let may_be_type = self.env.application_unknown && is_type_word(name);
        if may_be_type || self.env.unknown_functions == Policy::Unknown || self.env.functions.may_exist(name)
        {
            self.unresolved(name, UnresolvedKind::Function, at);
            return Value::dynamic();
        }
        let instead = advice::function(name);
        let mut names: Vec<&str> = self.env.custom.into_iter().flat_map(CustomFunctions::names).collect();
        for known in self.env.functions.names() {
            names.push(known);
        }
        let near = similar(&name.to_lowercase(), names).first().copied().filter(|_| instead.is_none());
        let message = format!("unknown function `{name}`");
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, self.span(at), message);
        let mut diagnostic = diagnostic.perhaps_meant_at(self.span(at), near);
        diagnostic.help.extend(instead.map(Help::from));
        self.report(diagnostic)
    }

    pub(super) fn visit_arguments(&mut self, site: Site<'_, '_>) {
        for argument in self.tree.slice(site.call.args) {
            self.eval(*argument, site.scope);
        }
    }

    /// The arguments with the last one expanded; an error if its number of elements is unknown.
    pub(super) fn arguments(&mut self, site: Site<'_, '_>) -> Result<(Arguments<'a>, Expansion), Expansion> {
        let written = self.tree.slice(site.call.args);
        let (Some((last, before)), true) = (written.split_last(), site.call.expand) else {
            let arguments = Arguments { written, expanded: site.id, elements: Vec::new() };
            return Ok((arguments, Expansion::default()));
        };
        let elements = self.expanded(*last, site.scope);
        let (elements, around) = match elements {
            Ok(expanded) => expanded,
            Err(mut open) => {
                // Only in this case are all arguments known to be like the elements.
                open.element = open.element.filter(|_| before.is_empty());
                for argument in before.iter().filter(|_| self.env.total) {
                    let value = self.eval(*argument, site.scope);
                    open.marks = open.marks.union(&value.marks_within());
                    open.eventual = open.eventual.max(value.ty().strip_eventual().1);
                }
                return Err(open);
            }
        };
        Ok((Arguments { written: before, expanded: *last, elements }, around))
    }

    /// The elements of an expanded argument, each with the marks around them, and its wrappers.
    fn expanded(&mut self, expr: ExprId, scope: &Scope<'_>) -> Result<(Vec<Value>, Expansion), Expansion> {
        let checkpoint = self.checkpoint();
        let value = self.eval(expr, scope);
        if self.failed_since(checkpoint) {
            return Err(Expansion::default());
        }
        let (value, eventual) = strip_eventual(value);
        let sequence = value.ty().as_tuple().is_some()
            || matches!(value.ty().kind(), TypeKind::List(_) | TypeKind::Set(_));
        let span = self.span(self.range(expr));
        if value.is_null() && (sequence || value.ty().is_any()) {
            self.report(Diagnostic::error(EXPANSION, span, "`...` cannot expand null"));
            return Err(Expansion::default());
        }
        let keyed = value.shape().is_some_and(Shape::is_keyed);
        if keyed || !sequence && !value.ty().is_any() && !value.ty().is_union() {
            let message = format!("`...` expands lists, sets and tuples, found {}", describe::value(&value));
            self.report(Diagnostic::error(EXPANSION, span, message).help("remove the `...`"));
            return Err(Expansion::default());
        }
        let (value, marks) = open::as_iterable(value, self.rules()).unmark();
        let marks = marks.outer();
        let count = value.length().unwrap_or_default() as u64;
        let paid = pay(TICKS_OF_ARGUMENT * count);
        if let Err(fault) = paid.and_then(|()| self.budget.spend(BYTES_OF_ARGUMENT * count)) {
            self.fault(fault, span.range);
            return Err(Expansion::default());
        }
        let known = value.elements().map(<[Value]>::to_vec).or_else(|| self.unknown_elements(value.ty()));
        let Some(elements) = known else {
            let held = Contents::of(&value, self.rules()).filter(|held| !held.keyed);
            let element = held.and_then(|held| held.element);
            let marks = if value.range().len_min() == 0 { marks.of_parts() } else { marks };
            return Err(Expansion { marks, eventual, element, value: Some(value) });
        };
        let elements = elements.into_iter().map(|element| element.with_marks(&marks)).collect();
        Ok((elements, Expansion { eventual, ..Expansion::default() }))
    }

    /// Checks the elements that an expanded argument is certain to have: their number, and whether a parameter that may
    /// receive an element accepts it.
    fn refuses(&mut self, site: Site<'_, '_>, function: &Function, expanded: Option<&Value>) -> bool {
        let arguments = self.tree.slice(site.call.args).split_last();
        let (Some((last, written)), Some(value)) = (arguments, expanded) else { return false };
        let (first, count) = (written.len(), value.range().len_min());
        if function.signature.arity().most.is_some_and(|most| first + count > most) {
            let elements = vec![Value::dynamic(); count];
            return !self.arity_fits(site, function, &Arguments { written, expanded: *last, elements });
        }
        let members = value.members().cloned().unwrap_or_default();
        members.elements().iter().enumerate().any(|(at, element)| {
            let receivers = match at < members.head().len() {
                true => first + at..first + at + 1,
                false => first..function.signature.parameters.len().max(first) + 1,
            };
            let alone = Arguments { written: &[], expanded: *last, elements: vec![element.clone()] };
            self.refuses_element(site, function, &alone, receivers)
        })
    }

    /// Checks an element that one of several parameters receives.
    fn refuses_element(
        &mut self,
        site: Site<'_, '_>,
        function: &Function,
        alone: &Arguments<'_>,
        mut receivers: std::ops::Range<usize>,
    ) -> bool {
        let (element, position) = (&alone.elements[0], receivers.start);
        let (signature, rules) = (&function.signature, *self.rules());
        let takes_null = |position| signature.parameter(position).is_none_or(|it| it.nullable);
        let is_null = element.is_null() && !receivers.clone().any(takes_null);
        let misfit = fit(function, position, element, &rules).err();
        let refused = match misfit {
            _ if is_null => signature.parameter(position).map(Args::null),
            Some(fault) if !receivers.any(|position| fit(function, position, element, &rules).is_ok()) => {
                self.does_not_fit(Receiver { function, position }, alone.at(0), element, fault);
                return true;
            }
            _ if signature.parameters.is_empty() => {
                invoke(function, &alone.elements, self.env, self.budget).err()
            }
            _ => None,
        };
        let refused = refused.filter(|fault| fault.argument_index() == Some(0));
        refused.map(|fault| self.call_failed(site, function, alone, fault)).is_some()
    }

    /// The elements of an unknown tuple, whose number is known: if the tuple is null, the call fails anyway.
    fn unknown_elements(&self, ty: &Type) -> Option<Vec<Value>> {
        let elements = ty.as_tuple().filter(|_| !self.rules().exact_ranges)?;
        Some(elements.iter().map(|ty| Value::unknown_under(ty.clone(), self.rules())).collect())
    }

    fn arity_fits(&mut self, site: Site<'_, '_>, function: &Function, arguments: &Arguments<'_>) -> bool {
        let (parameters, given) = (&function.signature.parameters, arguments.len());
        let next = parameters.get(given).map(|parameter| parameter.name);
        let misfit = function.signature.arity().misfit(function.row.name, given, next);
        let Some(message) = misfit else { return true };
        let (code, place) = match arguments.get(parameters.len()) {
            Some(extra) => (TOO_MANY_ARGUMENTS, self.range(extra.expr())),
            None => (MISSING_ARGUMENT, site.call.close),
        };
        let span = self.span(place);
        self.report(Diagnostic::error(code, span, message).help(self.usage(function)));
        if self.env.total {
            self.visit_arguments(site);
        }
        false
    }

    fn call_values(&mut self, site: Site<'_, '_>, function: &Function, arguments: &Arguments<'_>) -> Value {
        let checkpoint = self.checkpoint();
        if function.row.reference {
            self.must_be_reference(function, arguments);
        }
        let mut values: SmallVec<[Value; 3]> = SmallVec::with_capacity(arguments.len());
        let mut eventual = Eventual::Now;
        for (position, argument) in arguments.iter().enumerate() {
            let before = self.checkpoint();
            let value = self.argument(argument, site.scope);
            let parameter = function.signature.parameter(position);
            if function.row.reference && position == 0 {
                self.must_be_text(function, argument.expr(), &value);
            }
            if parameter.is_none_or(|parameter| takes(parameter, &value)) || self.failed_since(before) {
                values.push(value);
                continue;
            }
            let (value, later) = self.fit(function, position, argument, value);
            eventual = eventual.max(later);
            values.push(value);
        }
        if self.failed_since(checkpoint) {
            self.turned_round(function, arguments, &values, checkpoint);
            return Value::dynamic();
        }
        let result = invoke(function, &values, self.env, self.budget);
        for what in self.budget.take_unread() {
            self.approximate(self.range(site.id), what);
        }
        // authors use a message as the path of a file to fail on purpose
        self.may_lack_element |=
            result.as_ref().is_ok_and(|found| !found.is_known()) && function.row.name.ends_with("file");
        match result {
            Ok(value) => wrap_eventual(value, eventual),
            Err(fault) => self.call_failed(site, function, arguments, fault),
        }
    }

    /// The help with a function's signature.
    fn usage(&self, function: &Function) -> String {
        let signature = function.row.signature;
        let signature = match signature.strip_suffix("-> int") {
            Some(before) if !self.rules().int_literals => format!("{before}-> number"),
            _ => signature.to_owned(),
        };
        format!("`{}{signature}`", function.row.name)
    }

    /// Checks functions of external strings, which accept only references: a literal would be pointless.
    fn must_be_reference(&mut self, function: &Function, arguments: &Arguments<'_>) {
        let Some(Argument::Expression(expr)) = arguments.iter().next() else { return };
        let mut at = expr;
        let refers = loop {
            match self.tree.expr(at).kind {
                ExprKind::Traversal { base, .. } => at = base,
                ExprKind::Splat { source, .. } => at = source,
                kind => break matches!(kind, ExprKind::Variable(_)),
            }
        };
        if !refers {
            let (name, parameter) = (function.row.name, function.signature.parameters[0].name);
            let message = format!(
                "argument `{parameter}` of `{name}` must be a reference to a string defined elsewhere"
            );
            let help = "use `${…}` in a string to write a template here";
            self.report(self.error_at(ARGUMENT, expr, message).help(help));
        }
    }

    /// Checks an external string, which is not converted.
    fn must_be_text(&mut self, function: &Function, expr: ExprId, value: &Value) {
        if value.ty().is_primitive() && *value.ty() != Type::STRING && !value.is_null() {
            let (name, parameter) = (function.row.name, function.signature.parameters[0].name);
            let found = crate::values::describe::value(value);
            let message = format!("argument `{parameter}` of `{name}` must be a string, found {found}");
            self.report(self.error_at(ARGUMENT, expr, message));
        }
    }

    pub(super) fn argument(&mut self, argument: Argument<'_>, scope: &Scope<'_>) -> Value {
        match argument {
            Argument::Expression(expr) => self.eval(expr, scope),
            Argument::Element(_, value) => value.clone(),
        }
    }

    /// Reports a single error for two arguments that would fit if they were swapped.
    fn turned_round(
        &mut self,
        function: &Function,
        arguments: &Arguments<'_>,
        values: &[Value],
        from: usize,
    ) {
        let ([first, second, ..], [a, b, ..]) = (arguments.written, values) else { return };
        let found = self.take_since(from);
        let ours = |finding: &Diagnostic| {
            let span = finding.span;
            finding.code == ARGUMENT
                && [*first, *second].map(|it| Some(self.span(self.range(it)))).contains(&span)
        };
        let (mut misfits, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(ours);
        let fits = |position, value| fit(function, position, value, self.rules()).is_ok();
        if !misfits.is_empty() && rest.is_empty() && fits(0, b) && fits(1, a) {
            misfits.truncate(1);
            misfits[0].help.insert(0, "the first two arguments are swapped".into());
        }
        self.put_back(misfits);
        self.put_back(rest);
    }

    /// The argument converted to its parameter's type, or unchanged if it does not fit. Alternatives are
    /// separated later; if a part is an eventual that the parameter does not accept, the result is eventual
    /// too.
    fn fit(
        &mut self,
        function: &Function,
        position: usize,
        argument: Argument<'_>,
        value: Value,
    ) -> (Value, Eventual) {
        if matches!(value.ty().kind(), TypeKind::Union(_) | TypeKind::Promise(_) | TypeKind::Output(_)) {
            return (value, Eventual::Now);
        }
        let fault = match fit(function, position, &value, self.rules()) {
            Ok(converted) => return (converted, Eventual::Now),
            Err(fault) => fault,
        };
        if value.ty().has_eventual() {
            let (there, eventual) = strip_eventual_parts(&value);
            if let Ok(converted) = fit(function, position, &there, self.rules()) {
                return (converted, eventual);
            }
        }
        self.does_not_fit(Receiver { function, position }, argument, &value, fault);
        (value, Eventual::Now)
    }

    fn does_not_fit(
        &mut self,
        Receiver { function, position }: Receiver<'_>,
        argument: Argument<'_>,
        value: &Value,
        mut fault: Fault,
    ) {
        let Some(parameter) = function.signature.parameter(position) else { return };
        let path = fault.path();
        let rest = position >= function.signature.parameters.len();
        let instead = advice::argument(&parameter.ty, rest, value).filter(|_| path.is_root());
        let blamed = match argument {
            Argument::Expression(expr) => blame::blamed(self.tree, expr, &mut fault),
            Argument::Element(expr, _) => expr,
        };
        let (expected, found) = match (path.is_root(), fault.expected(), fault.found()) {
            (false, Some(expected), Some(found)) => {
                (describe::a(expected), describe::part(value, &path).unwrap_or(found))
            }
            _ => (describe::a(describe::ty(&parameter.ty)), describe::value(value)),
        };
        let message = format!(
            "argument `{}{path}` of `{}` must be {expected}, found {found}",
            parameter.name, function.row.name
        );
        let said = Fault::new(ARGUMENT, message);
        let said = instead.into_iter().fold(said, Fault::help).help(self.usage(function));
        let range = self.range(blamed);
        let why = fault.message();
        let label = Some(why).filter(|_| !path.is_root());
        self.report(Diagnostic { path: fault.path(), label, ..said.at(self.span(range)) });
    }

    fn call_failed(
        &mut self,
        site: Site<'_, '_>,
        function: &Function,
        arguments: &Arguments<'_>,
        mut fault: Fault,
    ) -> Value {
        let argument = fault.argument_index().and_then(|position| arguments.get(position));
        let range = match argument {
            Some(Argument::Expression(expr)) => {
                let blamed = blame::blamed(self.tree, expr, &mut fault);
                self.range(blamed)
            }
            Some(Argument::Element(expr, _)) => self.range(expr),
            None => self.range(site.id),
        };
        let named = [ARGUMENT, CALL_FAILED].contains(&fault.code());
        if named {
            return self.fault_as(fault, range, |message| message.in_call_of(function.row.name));
        }
        self.fault(fault, range)
    }

    /// Evaluates an argument that may fail. Returns its value, its findings, and whether it is certain to succeed. A
    /// value with unknown parts may still fail, unless it is a part of a known value; the reference checks only the
    /// result.
    fn attempt(&mut self, argument: Argument<'_>, scope: &Scope<'_>) -> (Value, Vec<Diagnostic>, bool) {
        let checkpoint = self.checkpoint();
        let around = std::mem::replace(&mut self.met_unknown, false);
        let words = self.words;
        // Most messages are discarded: they are formatted only if all arguments fail.
        if words == Words::Now {
            self.words = Words::Later;
        }
        let value = self.argument(argument, scope);
        self.words = words;
        let exact = self.rules().exact_ranges;
        let met = std::mem::replace(&mut self.met_unknown, around) && !exact;
        self.met_unknown |= met;
        let certain = !met && value.is_wholly_known() || !exact && self.reaches(argument, scope);
        (value, self.take_since(checkpoint), certain)
    }

    /// Returns `true` if an argument is a name or an existing part of a known value, so that reading it cannot fail.
    fn reaches(&self, argument: Argument<'_>, scope: &Scope<'_>) -> bool {
        let Argument::Expression(expr) = argument else { return false };
        let (base, steps) = match self.tree.expr(expr).kind {
            ExprKind::Traversal { base, steps } => (base, Some(steps)),
            _ => (expr, None),
        };
        let ExprKind::Variable(name) = self.tree.expr(base).kind else { return false };
        let name = self.tree.text(name);
        let resolved = || self.resolved(name, steps).map(|found| (found.value, found.steps));
        let root = scope.get(name).map(|value| (value.clone(), 0)).or_else(resolved);
        root.is_some_and(|(root, taken)| {
            let mut rest = steps.iter().flat_map(|steps| self.tree.slice(*steps)).skip(taken);
            rest.try_fold(&root, |value, step| self.part(value, step.kind)).is_some()
        })
    }

    /// Handles an exceeded limit. It is not a failure of the expression: the result is unknown, with the
    /// limit reported.
    fn limited(&mut self, found: &[Diagnostic]) -> Option<Value> {
        let limit = found.iter().find(|finding| [EVALUATION_LIMIT, NUMBER_LIMIT].contains(&finding.code))?;
        Some(self.report(limit.clone()))
    }

    /// `try(…)`: the first argument that succeeds. An argument that is not completely known may still fail.
    fn call_try(&mut self, site: Site<'_, '_>, function: &Function, arguments: &Arguments<'_>) -> Value {
        let (mut failures, mut candidates, mut certain) = (Vec::new(), SmallVec::<[Value; 2]>::new(), None);
        let mut hidden = Vec::new();
        let mut types = Vec::new();
        let exact = self.rules().exact_ranges;
        let said = (self.unresolved.len(), self.approximations.len());
        for argument in arguments.iter() {
            let settled = certain.is_some() || exact && !candidates.is_empty();
            if settled && !self.env.total {
                break;
            }
            let (value, found, cannot_fail) = self.attempt(argument, site.scope);
            if let Some(value) = self.limited(&found) {
                return value;
            }
            if function.row.later {
                types.push(value.ty().clone());
            }
            hidden.extend(hidden_mistakes(&found));
            match found.iter().any(Diagnostic::is_error) {
                _ if settled => {}
                true if failures.is_empty() => failures = found,
                true => failures.extend(found),
                false if cannot_fail => certain = Some(value),
                false => candidates.push(value),
            }
        }
        let result = match (certain, candidates.as_slice()) {
            (Some(value), []) => value,
            (certain, [_, ..]) => {
                candidates.extend(certain);
                self.one_that_succeeds(&candidates)
            }
            (None, []) => {
                if self.words == Words::Now && !failures.is_empty() {
                    // The arguments are evaluated again, which records these once more.
                    self.unresolved.truncate(said.0);
                    self.approximations.truncate(said.1);
                    failures = self.failures_in_words(site, arguments);
                }
                return self.nothing_succeeded(site, failures);
            }
        };
        self.put_back(hidden);
        if function.row.later { comes_later(result, &types) } else { result }
    }

    /// The first of several values that succeeds, where each may turn out to fail.
    fn one_that_succeeds(&self, candidates: &[Value]) -> Value {
        if self.rules().exact_ranges {
            return Value::dynamic().with_marks(&candidates[0].clone().unmark_deep().1);
        }
        join(candidates, self.rules())
    }

    /// Re-evaluates failing arguments with formatted messages if none of the arguments succeeds.
    fn failures_in_words(&mut self, site: Site<'_, '_>, arguments: &Arguments<'_>) -> Vec<Diagnostic> {
        self.words = Words::Always;
        let tried = arguments.iter().flat_map(|argument| self.attempt(argument, site.scope).1).collect();
        self.words = Words::Now;
        tried
    }

    fn nothing_succeeded(&mut self, site: Site<'_, '_>, failures: Vec<Diagnostic>) -> Value {
        let message = if failures.is_empty() {
            "`try` takes at least 1 argument, found 0".to_owned()
        } else {
            "all expressions of `try` fail".to_owned()
        };
        let mut diagnostic = self.error_at(CALL_FAILED, site.id, message);
        for failure in failures.into_iter().filter(Diagnostic::is_error) {
            if let Some(span) = failure.span {
                diagnostic = diagnostic.also(span, failure.message);
            }
        }
        self.report(diagnostic)
    }

    /// `can(…)`: whether the argument succeeds.
    fn call_can(&mut self, site: Site<'_, '_>, function: &Function, arguments: &Arguments<'_>) -> Value {
        let (value, found, certain) = self.attempt(arguments.at(0), site.scope);
        if let Some(value) = self.limited(&found) {
            return value;
        }
        self.put_back(hidden_mistakes(&found));
        let exact = self.rules().exact_ranges;
        let result = match () {
            () if found.iter().any(Diagnostic::is_error) => Value::bool(false),
            () if certain => Value::bool(true),
            () if exact => Value::unknown(Type::BOOL),
            () => Value::unknown_in(Type::BOOL, Range::not_null()),
        };
        if function.row.later { comes_later(result, &[value.ty().clone()]) } else { result }
    }

    /// `convert(value, type)`: the type is parsed, not evaluated.
    fn call_convert(&mut self, site: Site<'_, '_>, arguments: &Arguments<'_>) -> Value {
        let checkpoint = self.checkpoint();
        let value = self.argument(arguments.at(0), site.scope);
        // HCL's own function does not support defaults, but Terraform's does, as in its variables.
        let exact = self.rules().exact_ranges;
        let options = if exact { TypeOptions::constraint() } else { TypeOptions::with_defaults() };
        let wanted = arguments.at(1).expr();
        let read = type_syntax::parse_type_argument(self.tree, self.source, wanted, &options);
        let wrong_type = read.diagnostics.iter().any(Diagnostic::is_error);
        self.put_back(read.diagnostics);
        if wrong_type || self.failed_since(checkpoint) {
            return Value::dynamic();
        }
        let (value, marks) = value.unmark_deep();
        let value = match &read.defaults {
            Some(defaults) => defaults.apply(&value, self.rules()),
            None => value,
        };
        let value_is_known = value.is_known();
        let converted = match arguments.at(0) {
            Argument::Expression(expr) => self.convert_to(expr, value, &read.ty),
            Argument::Element(expr, _) => {
                let range: TextRange = self.range(expr);
                convert(&value, &read.ty, self.rules()).unwrap_or_else(|fault| self.fault(fault, range))
            }
        };
        if self.rules().exact_ranges && !value_is_known {
            return Value::unknown(converted.ty().clone()).with_marks(&marks);
        }
        converted.with_marks(&marks)
    }
}

/// The errors that `try` and `can` hide for every value: an unknown function, or a wrong number of arguments.
/// These are never intentional.
fn hidden_mistakes(found: &[Diagnostic]) -> Vec<Diagnostic> {
    let of_calls = found.iter().filter(|one| is_of_calls(one.code));
    let warning = |one: &Diagnostic| match one.severity {
        Severity::Error => Diagnostic { severity: Severity::Warning, ..one.clone() }
            .help("correct it: it always fails, and `try` or `can` hides the error"),
        _ => one.clone(),
    };
    of_calls.map(warning).collect()
}

/// The result of a call with unknown arguments.
fn unknown_result_of(function: &Function, rules: &Rules) -> Value {
    let ty = function.signature.result_under(rules);
    let open = matches!(function.row.run, Run::Form(_)) || ty.has_any();
    let ty = if ty == Type::INT && function.row.typing.is_some() { Type::NUMBER } else { ty };
    match (open, function.row.nullable) {
        (true, _) => Value::dynamic(),
        (false, true) => Value::unknown(ty),
        (false, false) => Value::unknown_in(ty, Range::not_null()),
    }
}
