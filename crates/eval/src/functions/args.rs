//! The arguments of a call, with accessors that check them and return early if an argument is unknown.

use std::cell::OnceCell;
use std::sync::Arc;

use hclx_core::{Arithmetic, Members, Number, Rules, Text, Type, Value, charge_work};
use hclx_diag::code_names::ARGUMENT;
use hclx_diag::{Fallible, Fault, Message, Step, Text as Words};
use hclx_formats::{NotPattern, Pattern};

use super::{EarlyReturn, Parameter, Signature};
use crate::{Budget, Environment};

/// The arguments of a call, converted to the types of their parameters, without marks of their own.
pub struct Args<'a> {
    /// The values, by position.
    pub values: &'a [Value],
    pub(crate) signature: &'a Signature,
    /// The rules of the algebra.
    pub rules: &'a Rules,
    /// The environment of the call: file access, and the functions that templates can call.
    pub(crate) env: &'a Environment<'a>,
    /// The budget of the call.
    pub budget: &'a Budget,
    /// The known type of the result.
    pub result: Type,
    /// The regular expression among them, compiled once.
    pub(crate) pattern: OnceCell<Result<Arc<Pattern>, NotPattern>>,
}

impl<'a> Args<'a> {
    /// The number of arguments.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// An argument, without conversion.
    pub fn get(&self, position: usize) -> &'a Value {
        &self.values[position]
    }

    /// An optional argument.
    pub fn find(&self, position: usize) -> Option<&'a Value> {
        self.values.get(position)
    }

    /// All arguments from a position on.
    pub fn from(&self, position: usize) -> &'a [Value] {
        self.values.get(position..).unwrap_or_default()
    }

    /// An argument that is itself known; its parts may be unknown.
    pub fn known(&self, position: usize) -> Result<&'a Value, EarlyReturn> {
        let value = self.get(position);
        if value.is_known() { Ok(value) } else { Err(EarlyReturn::Unknown) }
    }

    /// An argument that is known, including all its parts.
    pub fn wholly(&self, position: usize) -> Result<&'a Value, EarlyReturn> {
        let value = self.get(position);
        if value.is_wholly_known() { Ok(value) } else { Err(EarlyReturn::Unknown) }
    }

    /// A known string, whose contents are charged by use ([`Text`]).
    pub fn string(&self, position: usize) -> Result<Text<'a>, EarlyReturn> {
        self.known(position)?.text().ok_or_else(|| self.wrong(position, "a string"))
    }

    /// The contents of a string if it is known, for bounds and types of results.
    pub fn peek(&self, position: usize) -> Option<&'a str> {
        let text = self.get(position).text()?;
        charge_work(text.len() as u64 / 8);
        Some(text.paid())
    }

    /// A known number.
    pub fn number(&self, position: usize) -> Result<&'a Number, EarlyReturn> {
        self.known(position)?.as_number().ok_or_else(|| self.wrong(position, "a number"))
    }

    /// A known whole number of 64 bits.
    pub fn integer(&self, position: usize) -> Result<i64, EarlyReturn> {
        let number = self.number(position)?;
        number.to_i64().ok_or_else(|| {
            let found = number.to_string();
            let message = if number.is_integer() { "is too large" } else { "must be a whole number" };
            self.fault(position, format!("{message}, found {found}")).into()
        })
    }

    /// The elements of a known list, set or tuple.
    pub fn elements(&self, position: usize) -> Result<&'a [Value], EarlyReturn> {
        self.known(position)?.elements().ok_or_else(|| self.wrong(position, "a list, set or tuple"))
    }

    /// The elements that a list, set or tuple is certain to have.
    pub fn certain(&self, position: usize) -> &'a [Value] {
        let value = self.get(position);
        let members = || value.members().filter(|_| !self.rules.exact_ranges && value.definitely_not_null());
        value.elements().or_else(|| members().map(Members::elements)).unwrap_or_default()
    }

    /// A failure of an element of [`Args::certain`]; the position, if it is known, is appended to `what`.
    pub fn element_fault(&self, position: usize, at: usize, what: String) -> Fault {
        match self.get(position).is_known() {
            true => self.fault(position, format!("{what} at [{at}]")).within(Step::Index(at)),
            false => self.fault(position, what),
        }
    }

    /// Rejects a list or set that certainly contains null.
    pub fn without_null(&self, position: usize) -> Fallible<()> {
        let null = self.certain(position).iter().position(Value::is_null);
        let what = || "must not contain null, found null".to_owned();
        null.map_or(Ok(()), |at| Err(self.element_fault(position, at, what())))
    }

    /// The contents of a wholly known list or set of strings without nulls, to be compared or copied.
    pub fn strings(&self, position: usize) -> Result<Vec<&'a str>, EarlyReturn> {
        self.without_null(position)?;
        let elements = self.elements(position)?;
        let text = |element: &'a Value| Ok(element.text().ok_or(EarlyReturn::Unknown)?.plain()?);
        elements.iter().map(text).collect()
    }

    /// A failure of the argument at a position; `what` follows its name, as in `must be positive, found -1`.
    pub fn fault(&self, position: usize, what: impl Into<Words>) -> Fault {
        let name = self.signature.parameter(position).map_or("argument", |parameter| parameter.name);
        Fault::new(ARGUMENT, Message::Parameter(name, what.into())).argument(position)
    }

    /// The failure of an argument that is null, with the first position.
    pub(crate) fn null(parameter: &Parameter) -> Fault {
        Fault::new(ARGUMENT, Message::Parameter(parameter.name, "must not be null".into())).argument(0)
    }

    /// A failure of the argument at a position because of its type.
    pub fn wrong(&self, position: usize, expected: &str) -> EarlyReturn {
        let found = crate::values::describe::value(self.get(position));
        self.fault(position, format!("must be {expected}, found {found}")).into()
    }

    /// Like [`Args::wrong`], for the typing of a function.
    pub fn wrong_type<T>(&self, position: usize, expected: &str) -> Fallible<T> {
        let found = crate::values::describe::value(self.get(position));
        Err(self.fault(position, format!("must be {expected}, found {found}")))
    }

    /// A failure of the call as a whole.
    pub fn failed(&self, what: impl Into<Words>) -> Fault {
        Fault::new(hclx_diag::code_names::CALL_FAILED, what)
    }

    /// The sum of two numbers, which is exact if the result is an `int` of the extended model.
    pub(crate) fn sum(&self, a: &Number, b: &Number) -> Fallible<Number> {
        let exact = self.rules.extended && self.result == Type::INT;
        exact.then(|| a.exact(Arithmetic::Add, b)).flatten().unwrap_or_else(|| a.add(b))
    }

    /// A number with the type of the result.
    pub fn numeric(&self, number: Number) -> Value {
        if self.result == Type::INT && number.is_integer() {
            Value::int(number)
        } else {
            Value::number(number)
        }
    }
}
