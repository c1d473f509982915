//! Templates: literals with interpolations and directives.

use hclx_core::{
    Data, Eventual, Range, TextLength, Type, Value, alternatives, convert, nfc, safe_prefix, stable_prefix,
    strip_eventual, wrap_eventual,
};
use hclx_diag::code_names::TEMPLATE_PART;
use hclx_syntax::ast::{ExprId, ExprKind, Slice, TemplateFor, TemplateIf};

use super::conditional::Link;
use super::for_::Loop;
use super::{Evaluator, advice};
use crate::Scope;
use crate::values::describe;

/// The maximum length in bytes of the known prefix that go-cty keeps before the first unknown part.
const EXACT_PREFIX: usize = 128;
/// The maximum length of a prefix; longer ones would have no benefit.
const LONGEST_PREFIX: usize = 4096;

/// The initial capacity, enough for most templates.
const SHORT: usize = 48;

/// The rendered string so far.
#[derive(Default)]
struct TemplateBuffer {
    text: String,
    /// Set if a part is unknown; `text` is then the prefix before it.
    open: bool,
    /// Set if `text` is the known prefix of the first unknown part, and no part precedes it.
    begins_unknown: bool,
    /// The length so far once a part is unknown, while the length of each part is bounded.
    length: Option<TextLength>,
}

impl Evaluator<'_> {
    pub(super) fn template(&mut self, parts: Slice<ExprId>, scope: &Scope<'_>) -> Value {
        let start = self.checkpoint();
        let mut rendered = TemplateBuffer { text: String::with_capacity(SHORT), ..TemplateBuffer::default() };
        let mut marks = hclx_core::Marks::default();
        let mut eventual = Eventual::Now;
        for part in self.tree.slice(parts) {
            if let ExprKind::String(literal) = self.tree.expr(*part).kind {
                rendered.push(self.tree.text(literal));
                continue;
            }
            if let Some(value) = self.at_hand(*part, scope)
                && rendered.takes(value)
                && self.take_at_hand(value).is_some()
            {
                rendered.add(value);
                continue;
            }
            let before = self.checkpoint();
            let value = self.eval(*part, scope);
            if before == self.checkpoint() && rendered.takes(&value) {
                rendered.add(&value);
                continue;
            }
            marks = marks.union(value.marks());
            let (value, later) = strip_eventual(value);
            let (value, inside) = self.without_later_members(value);
            eventual = eventual.max(later).max(inside);
            let failed = self.failed_since(before);
            self.render(*part, value, failed, &mut rendered);
        }
        if let Err(fault) = self.budget.spend(rendered.text.len() as u64) {
            let range = self.range(self.tree.slice(parts)[0]);
            return self.fault(fault, range);
        }
        let failed = self.failed_since(start);
        if failed && self.env.total {
            rendered.open();
        }
        wrap_eventual(rendered.finish(failed, self.rules().exact_ranges), eventual).with_marks(&marks)
    }

    /// The resolved value, and its eventual, of a value that may be an output.
    fn without_later_members(&self, value: Value) -> (Value, Eventual) {
        let members = value.ty().members();
        if value.is_known() || members.len() < 2 || !members.iter().any(Type::is_eventual) {
            return (value, Eventual::Now);
        }
        let (types, later): (Vec<Type>, Vec<Eventual>) = members.iter().map(Type::strip_eventual).unzip();
        let eventual = later.into_iter().max().unwrap_or(Eventual::Now);
        let unknown = Value::unknown_under(Type::union(types), self.rules());
        (unknown.with_marks(value.marks()), eventual)
    }

    /// Appends a part, or reports why it has no string form, unless a finding was already reported for it.
    fn render(&mut self, part: ExprId, value: Value, failed: bool, rendered: &mut TemplateBuffer) {
        if value.is_null() && !failed {
            let message = "null cannot be used in a template";
            return self.no_text(part, message.to_owned(), &value);
        }
        match convert(&value, &Type::STRING, self.rules()) {
            Ok(text) => match text.text() {
                Some(text) => rendered.push(text.paid()),
                None => rendered.stop(&text, self.rules().exact_ranges),
            },
            // The reference checks the type of a part once it is known.
            Err(_) if failed || (!value.is_known() && self.rules().exact_ranges) => rendered.open(),
            Err(_) => {
                let found = describe::value(&value);
                let message = format!("expected a string, number or bool in a template, found {found}");
                self.no_text(part, message, &value);
            }
        }
    }

    fn no_text(&mut self, part: ExprId, message: String, value: &Value) {
        self.report(self.error_at(TEMPLATE_PART, part, message).help(advice::text(value)));
    }

    /// `%{ if }`: a conditional with strings as results.
    pub(super) fn template_if(
        &mut self,
        id: ExprId,
        directive: Slice<TemplateIf>,
        scope: &Scope<'_>,
    ) -> Value {
        let directive = *self.tree.node(directive);
        let TemplateIf { condition, yes, no, .. } = directive;
        self.conditional_of(Link { id, condition, yes, no }, scope)
    }

    /// `%{ for }`: the concatenation of the strings of all elements.
    pub(super) fn template_for(&mut self, directive: Slice<TemplateFor>, scope: &Scope<'_>) -> Value {
        let directive = *self.tree.node(directive);
        let (key_name, value_name) = self.loop_names(directive.key, directive.value);
        let clause = Loop {
            key_name: key_name.as_ref(),
            value_name: &value_name,
            collection: directive.collection,
            condition: None,
            key: None,
            value: directive.body,
            group: false,
            ty: None,
        };
        let start = self.checkpoint();
        let (texts, marks) = self.run_loop(&clause, scope).unmark();
        let (texts, eventual) = strip_eventual(texts);
        let failed = self.failed_since(start);
        let (texts, within) = match texts.is_known() {
            true => (texts, hclx_core::Marks::NONE),
            // the result depends on every element
            false => texts.unmark_deep(),
        };
        let joined = self.join_texts(directive.body, &texts, failed).with_marks(&within);
        wrap_eventual(joined, eventual).with_marks(&marks)
    }

    /// The concatenation of an unknown number of elements; an eventual if one of them is.
    fn unknown_texts(&self, texts: &Value) -> Value {
        if self.rules().exact_ranges {
            return Value::unknown(Type::STRING);
        }
        let plain = Value::unknown_in(Type::STRING, Range::not_null());
        let elements = texts.shape().and_then(|shape| alternatives(shape.element(), self.rules()));
        let later = elements.unwrap_or_default().iter().map(|part| part.ty().strip_eventual().1).max();
        wrap_eventual(plain, later.unwrap_or_default())
    }

    fn join_texts(&mut self, body: ExprId, texts: &Value, failed: bool) -> Value {
        let Some(elements) = texts.elements() else {
            return self.unknown_texts(texts);
        };
        let mut rendered = TemplateBuffer::default();
        let mut marks = hclx_core::Marks::default();
        let mut eventual = Eventual::Now;
        for element in elements {
            marks = marks.union(element.marks());
            let (element, later) = strip_eventual(element.clone());
            eventual = eventual.max(later);
            self.render(body, element, failed, &mut rendered);
        }
        if rendered.open && self.rules().exact_ranges {
            return Value::unknown(Type::STRING);
        }
        wrap_eventual(rendered.finish(false, self.rules().exact_ranges), eventual).with_marks(&marks)
    }
}

impl TemplateBuffer {
    /// Returns `true` if a value is an unmarked string, number or bool, or an unconstrained unknown of one.
    fn takes(&self, value: &Value) -> bool {
        match value.data() {
            Data::String(_) | Data::Bool(_) => value.marks().is_empty() && value.ty().is_primitive(),
            Data::Number(number) => {
                // 0 and -0 are distinguished elsewhere
                let short = number.to_i64().is_some_and(|number| number != 0);
                short && value.marks().is_empty() && value.ty().is_numeric()
            }
            Data::Unknown(_) => value.is_plain_unknown() && value.ty().is_primitive(),
            _ => false,
        }
    }

    /// Appends a value that [`Self::takes`] accepts.
    fn add(&mut self, value: &Value) {
        match value.data() {
            _ if self.open && self.length.is_none() => {}
            Data::String(text) => self.push(text),
            Data::Bool(known) => self.push(if *known { "true" } else { "false" }),
            Data::Number(number) => self.push_integer(number.to_i64().unwrap_or_default()),
            _ => self.open(),
        }
    }

    /// Records an unknown part without a known length.
    fn open(&mut self) {
        self.open = true;
        self.length = None;
    }

    fn push_integer(&mut self, number: i64) {
        let (mut digits, mut at, mut rest) = ([0; 20], 20, number.unsigned_abs());
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            self.push("-");
        }
        self.push(std::str::from_utf8(&digits[at..]).unwrap_or_default());
    }

    fn push(&mut self, text: &str) {
        if !self.open {
            self.text.push_str(text);
        } else if let Some(length) = &mut self.length {
            *length = length.then(TextLength::of_text(text));
        }
    }

    /// Stops at an unknown part, whose known prefix extends the known prefix of the result. go-cty ignores
    /// that prefix.
    fn stop(&mut self, unknown: &Value, exact: bool) {
        let next = Some(TextLength::of(unknown)).filter(|next| next.is_bounded() && !exact);
        let before = if self.open { self.length } else { next.map(|_| TextLength::of_text(&self.text)) };
        self.length = before.zip(next).map(|(before, next)| before.then(next));
        if self.open {
            return;
        }
        self.open = true;
        if let Some(prefix) = unknown.range().prefix().filter(|_| !exact) {
            self.begins_unknown = self.text.is_empty();
            self.text.push_str(prefix);
        }
    }

    fn finish(self, failed: bool, exact: bool) -> Value {
        if !self.open {
            return Value::string(nfc(&self.text));
        }
        let length = self.length.filter(|_| !failed).unwrap_or_default();
        length.narrow(self.beginning(failed, exact))
    }

    /// The unknown string with its known prefix.
    fn beginning(self, failed: bool, exact: bool) -> Value {
        if failed || self.text.is_empty() {
            return Value::unknown_in(Type::STRING, Range::not_null());
        }
        let limit = if exact { EXACT_PREFIX } else { LONGEST_PREFIX };
        let mut end = self.text.len().min(limit);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &self.text[..end];
        let text = nfc(text);
        // The known prefix of an unknown part cannot combine with the characters after it.
        let whole = self.begins_unknown && end == self.text.len();
        let safe = match (whole, exact) {
            (true, _) => &text,
            (false, true) => safe_prefix(&text),
            (false, false) => stable_prefix(&text),
        };
        Value::unknown_in(Type::STRING, Range::starting_with(safe))
    }
}
