//! Calls: most functions are in a table; `defined` and `import` are special forms (Mull §10).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, Word};
use hclx_diag::Fault;
use hclx_diag::mull_codes::{ARGUMENT_COUNT, NOT_IMPORTED, UNKNOWN_MULL_FUNCTION};

use super::super::functions::{self, Call};
use super::super::value::Val;
use super::expected::Expect;
use super::{Answer, Machine, Parameters, ReportedFailure};

/// The functions that take constant time.
const CONSTANT: &[&str] = &["coalesce", "element", "has", "lookup", "max", "min", "require", "fail"];

impl Machine<'_> {
    pub(super) fn call(&mut self, node: NodeId, name: &Word, args: &[NodeId]) -> Answer {
        match &*name.text {
            "import" => return self.import(node, args),
            "defined" if args.len() == 1 => return self.defined(args[0]),
            _ => {}
        }
        let Some(row) = functions::find(&name.text) else {
            let place = self.place(name.range);
            return Err(self.fail(UNKNOWN_MULL_FUNCTION, place, format!("unknown function `{}`", name.text)));
        };
        let values = args.iter().map(|arg| self.eval(*arg)).collect::<Result<Vec<Val>, ReportedFailure>>()?;
        if !CONSTANT.contains(&row.name) {
            self.spend(values.iter().map(weight).sum(), node)?;
        }
        // an eventual has the values of its result
        let tys: Vec<_> = args.iter().map(|arg| self.ty(*arg).strip_eventual().0).collect();
        let (result, _) = self.ty(node).strip_eventual();
        let (types, budget) = (self.types(), self.job.budget);
        let call = Call { types, args: &values, tys: &tys, result: &result, budget };
        match row.call(&call) {
            Ok(value) => {
                // An argument that replaces the result has not been checked against the result's type.
                if let Some(arg) = row.stand_in(&call).and_then(|position| args.get(position)) {
                    return self.conform(*arg, value, &Expect::of(&result));
                }
                if !CONSTANT.contains(&row.name) {
                    self.spend(weight(&value), node)?;
                }
                Ok(value)
            }
            Err(fault) => Err(self.refuse(node, name, args, fault)),
        }
    }

    fn refuse(&mut self, node: NodeId, name: &Word, args: &[NodeId], fault: Fault) -> ReportedFailure {
        let span = match fault.argument_index().and_then(|index| args.get(index)) {
            Some(argument) => self.span(*argument),
            None if fault.code() == ARGUMENT_COUNT => self.place(name.range),
            None => self.span(node),
        };
        self.report(fault.at(span));
        ReportedFailure
    }

    fn defined(&mut self, argument: NodeId) -> Answer {
        let value = self.eval(argument)?;
        Ok(match value {
            Val::Undefined => Val::Bool(false),
            _ if self.may_be_none(&value, argument) => Val::unknown(),
            _ => Val::Bool(true),
        })
    }

    /// Evaluates the body of another document, with parameters of its own.
    fn import(&mut self, node: NodeId, args: &[NodeId]) -> Answer {
        let Some(&path) = args.first() else { return Err(ReportedFailure) };
        let file = self.eval(path)?;
        let target = file.as_str().and_then(|file| (self.job.imported)(self.frame.doc, file));
        let Some(doc) = target else {
            return Err(self.fail_at(NOT_IMPORTED, path, "cannot import this file"));
        };
        let given = match args.get(1).map(|props| self.eval(*props)).transpose()? {
            None => Parameters::Known(Vec::new()),
            Some(Val::Object(fields)) => Parameters::Known(
                fields.iter().map(|(name, value)| (Arc::clone(name), value.clone())).collect(),
            ),
            Some(value) if value.is_none() => Parameters::Known(Vec::new()),
            Some(_) => Parameters::Unknown(Vec::new()),
        };
        let blame = self.span(args.get(1).copied().unwrap_or(node));
        let said = self.diagnostics.iter().filter(|finding| finding.is_error()).count();
        let value = self.document(doc, &given, Some(blame));
        let errors = self.diagnostics.iter().filter(|finding| finding.is_error()).count();
        // The findings were reported in the other document, so the call reports nothing.
        if errors > said || self.exhausted { Err(ReportedFailure) } else { Ok(value) }
    }
}

/// The number of steps for one pass over a value.
fn weight(value: &Val) -> u64 {
    match value {
        Val::Array(elements) => elements.len() as u64,
        Val::Object(fields) => fields.len() as u64,
        // Bytes are copied faster than elements.
        Val::String(text) => text.len() as u64 / 256,
        _ => 0,
    }
}
