//! Evaluation over alternatives: unions and eventuals around anything that is not a plain operation, for
//! example the collection of a loop. The algebra enumerates the alternatives; this module combines their
//! findings.

use hclx_core::{Value, join, take_apart, wrap_greatest_eventual};
use hclx_diag::Diagnostic;

use super::Evaluator;

impl Evaluator<'_> {
    /// Runs a function on each alternative of a value, and joins the results. An error for only some members
    /// of a union is not certain; if all members fail, the first error is reported.
    pub(super) fn apart(&mut self, value: Value, mut run: impl FnMut(&mut Self, Value) -> Value) -> Value {
        let one = value.is_known() || !value.ty().is_union() && !value.is_one_of_several();
        if !value.ty().is_eventual() && one {
            return run(self, value);
        }
        self.each_apart(value, &mut run)
    }

    fn each_apart(&mut self, value: Value, run: &mut dyn FnMut(&mut Self, Value) -> Value) -> Value {
        let rules = self.rules().of_operands([value.ty()]);
        let several = value.is_one_of_several();
        let (mut members, eventual) = take_apart(value, rules);
        if members.len() == 1
            && let Some(only) = members.pop()
        {
            return wrap_greatest_eventual(run(self, only), eventual);
        }
        let start = self.checkpoint();
        let (mut results, mut wrong, mut excused, mut free) = (Vec::new(), None, Vec::new(), false);
        for member in members {
            let later = member.ty().is_eventual();
            let value = if later { self.each_apart(member, run) } else { run(self, member) };
            let found = self.take_since(start);
            if found.iter().any(Diagnostic::is_error) {
                wrong.get_or_insert(found);
            } else {
                results.push(value);
                free |= found.is_empty();
                excused.extend(found);
            }
        }
        let wrong = wrong.unwrap_or_default();
        if results.is_empty() {
            self.put_back(wrong);
            return Value::dynamic();
        }
        if !several {
            excused.extend(wrong);
        } else if free {
            // values of some types may never occur here, so every type must have findings
            excused.clear();
        }
        self.put_back_excused(excused);
        wrap_greatest_eventual(join(&results, rules), eventual)
    }
}
