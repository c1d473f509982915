//! The builder, which narrows an unknown or asserts facts about a known value.
//!
//! Source of the rules: "Value Refinements" and go-cty's builder, including its leniencies: a weaker fact is
//! ignored; equal exclusive bounds are accepted, and so are those beyond infinity; a known string that is
//! shorter than the prefix is accepted if the prefix starts with it. [`Refiner::strict`] rejects all three.

use std::sync::Arc;

use hclx_diag::{Fallible, Fault, code_names as codes};

use super::{Bound, Facts, MAX_ONE_OF, Nullness, Range, collapse, facts, prefix};
use crate::value::{Data, Marks};
use crate::{Number, Type, TypeKind, Value, meter};

/// The cost in ticks of a byte of a known value that is written into a message.
const TICKS_OF_WRITTEN_BYTE: u64 = 12;

/// Narrows a value step by step; [`Refiner::finish`] returns the narrower value. A step fails with
/// [`codes::CONTRADICTION`] if it contradicts known facts, and with [`codes::NOT_APPLICABLE`] if the type
/// does not have this kind of fact. An unknown of unknown type ignores every step.
///
/// ```
/// use hclx_core::{Refiner, Type, Value};
/// let url = Refiner::new(Value::unknown(Type::STRING)).not_null()?.prefix("https://")?;
/// assert_eq!(url.clone().finish()?.to_string(), r#"unknown(string, not_null, prefix("https://"))"#);
/// let fault = url.prefix("ftp://").unwrap_err();
/// assert_eq!(fault.message(), r#"prefix("https://") and prefix("ftp://") cannot both hold"#);
/// # Ok::<(), hclx_diag::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Refiner {
    value: Value,
    marks: Marks,
    null: Nullness,
    facts: Facts,
    /// The bounds as given; bounds of integers are stored as integers.
    given: GivenBounds,
    strict: bool,
    /// Set if strings have lengths as well.
    with_texts: bool,
}

/// Returns the value; an unknown value is refined to be non-null.
pub fn assume_not_null(value: Value) -> Value {
    if value.is_known() {
        return value;
    }
    Refiner::new(value.clone()).not_null().and_then(Refiner::finish).unwrap_or(value)
}

/// A lower and an upper bound in the form in which the caller gave them.
#[derive(Clone, Debug, Default)]
struct GivenBounds {
    min: Option<Bound>,
    max: Option<Bound>,
}

/// The notation of a fact, formatted only if an error is reported.
type FactNotation<'a> = &'a dyn Fn() -> String;

/// The kind of a fact.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Collection,
}

impl Refiner {
    /// A builder that starts with the facts known about the value.
    pub fn new(value: Value) -> Self {
        let (value, marks) = value.unmark();
        let (null, facts) = match &value.data {
            Data::Unknown(range) => (range.null(), range.facts()),
            Data::Null if value.ty.is_any() => (Nullness::Always, Facts::default()),
            _ => (Nullness::Maybe, Facts::default()),
        };
        let given = GivenBounds { min: facts.min.clone(), max: facts.max.clone() };
        Self { value, marks, null, facts, given, strict: false, with_texts: false }
    }

    /// Like [`Refiner::new`], but refinements that leave no value are always a contradiction.
    pub fn strict(value: Value) -> Self {
        Self { strict: true, ..Self::new(value) }
    }

    /// The builder with lengths of strings: [`Refiner::length_min`] and related methods then count characters,
    /// as the notation of values does. go-cty has no lengths of strings.
    #[must_use]
    pub fn with_text_lengths(mut self) -> Self {
        self.with_texts = true;
        self
    }

    /// Returns `true` if lengths count the characters of a string.
    fn counts_characters(&self) -> bool {
        self.with_texts && matches!(self.value.ty_now().kind(), TypeKind::String)
    }

    /// Returns `true` if every step is ignored: an unknown of unknown type has no facts.
    fn ignores(&self) -> bool {
        self.value.ty.is_any() && !self.value.is_known()
    }

    /// Refines the value to be not null.
    pub fn not_null(mut self) -> Fallible<Self> {
        if self.ignores() {
            return Ok(self);
        }
        if self.value.is_null() || self.null == Nullness::Always {
            return Err(contradiction("null", "not_null"));
        }
        self.null = Nullness::Never;
        Ok(self)
    }

    /// Refines the value to be null.
    pub fn null(mut self) -> Fallible<Self> {
        if self.ignores() {
            return Ok(self);
        }
        let known = self.value.is_known() && !self.value.is_null();
        if known || self.null == Nullness::Never {
            return Err(if known { self.against_known("null") } else { contradiction("not_null", "null") });
        }
        self.null = Nullness::Always;
        Ok(self)
    }

    /// Refines the number to be at least `number`, or above it if not `inclusive`.
    pub fn min(mut self, number: Number, inclusive: bool) -> Fallible<Self> {
        let given = number.clone();
        let name = || facts::lower_name(&given, inclusive);
        if self.skips(Kind::Number, &name)? {
            return Ok(self);
        }
        let bound = Bound { number, inclusive };
        if self.value.as_number().is_some_and(|known| !bound.is_below(known)) {
            return Err(self.against_known(&bound.lower_text()));
        }
        let given = bound.clone();
        let bound = if self.is_int() { bound.whole_lower() } else { bound };
        let stronger = self.facts.min.as_ref().is_none_or(|old| facts::stronger_lower(&bound, old));
        if stronger {
            if self.is_beyond(&bound, &Number::INFINITY) {
                return Err(self.of_nothing(&name()));
            }
            // A bound at the far end excludes at most an infinity, so it is not kept.
            if !bound.number.equals(&Number::NEG_INFINITY) {
                self.facts.min = Some(bound);
                self.given.min = Some(given);
            }
            self.check_bounds(&name)?;
            self.filter_one_of(&name)?;
        }
        Ok(self)
    }

    /// Refines the number to be at most `number`, or below it if not `inclusive`.
    pub fn max(mut self, number: Number, inclusive: bool) -> Fallible<Self> {
        let given = number.clone();
        let name = || facts::upper_name(&given, inclusive);
        if self.skips(Kind::Number, &name)? {
            return Ok(self);
        }
        let bound = Bound { number, inclusive };
        if self.value.as_number().is_some_and(|known| !bound.is_above(known)) {
            return Err(self.against_known(&bound.upper_text()));
        }
        let given = bound.clone();
        let bound = if self.is_int() { bound.whole_upper() } else { bound };
        let stronger = self.facts.max.as_ref().is_none_or(|old| facts::stronger_upper(&bound, old));
        if stronger {
            if self.is_beyond(&bound, &Number::NEG_INFINITY) {
                return Err(self.of_nothing(&name()));
            }
            // As in `min`, a bound at the far end is not kept.
            if !bound.number.equals(&Number::INFINITY) {
                self.facts.max = Some(bound);
                self.given.max = Some(given);
            }
            self.check_bounds(&name)?;
            self.filter_one_of(&name)?;
        }
        Ok(self)
    }

    /// Returns `true` if a bound excludes every number up to infinity; infinity is a number but not an int.
    fn is_beyond(&self, bound: &Bound, end: &Number) -> bool {
        self.strict && bound.number.equals(end) && (self.is_int() || !bound.inclusive)
    }

    /// The fault of a bound that no number satisfies.
    fn of_nothing(&self, fact: &str) -> Fault {
        let what = if self.is_int() { "int" } else { "number" };
        Fault::new(codes::CONTRADICTION, format!("{fact} does not hold for any {what}"))
    }

    /// Checks that some number lies between the bounds; `name` is the notation of the newer one.
    fn check_bounds(&self, name: FactNotation<'_>) -> Fallible<()> {
        let (Some(min), Some(max)) = (&self.facts.min, &self.facts.max) else { return Ok(()) };
        if self.meet(min, max) {
            return Ok(());
        }
        let (lower, upper) = (self.given.min.as_ref().unwrap_or(min), self.given.max.as_ref().unwrap_or(max));
        let names = [lower.lower_text(), upper.upper_text()];
        let other = if names[0] == name() { &names[1] } else { &names[0] };
        let fault = contradiction(other, &name());
        // other numbers may still satisfy the bounds
        let of_int = self.is_int() && self.meet(lower, upper);
        Err(if of_int { Fault::new(fault.code(), format!("{} of an int", fault.message())) } else { fault })
    }

    /// Returns `true` if some number satisfies both a lower and an upper bound.
    fn meet(&self, min: &Bound, max: &Bound) -> bool {
        let order = min.number.compare(&max.number);
        let lenient = !self.strict && !min.inclusive && !max.inclusive;
        let touching = order.is_eq() && (lenient || min.inclusive && max.inclusive);
        order.is_lt() || touching
    }

    /// Refines the prefix, without trailing characters that may still combine with following ones.
    pub fn prefix(self, text: &str) -> Fallible<Self> {
        self.prefix_full(prefix::safe_prefix(text))
    }

    /// Refines the string to start with exactly this prefix.
    pub fn prefix_full(mut self, text: &str) -> Fallible<Self> {
        let name = || format!("prefix({})", crate::notation::quoted(text));
        if self.skips(Kind::Text, &name)? {
            return Ok(self);
        }
        let agree = |known: &str| {
            let shared = known.len().min(text.len());
            known.as_bytes()[..shared] == text.as_bytes()[..shared]
        };
        let fits = |known: &str| agree(known) && (!self.strict || known.len() >= text.len());
        if self.value.as_str().is_some_and(|known| !fits(known)) {
            return Err(self.against_known(&name()));
        }
        let old = self.facts.prefix.as_deref().unwrap_or_default();
        if !agree(old) {
            let old = format!("prefix({})", crate::notation::quoted(old));
            return Err(contradiction(&old, &name()));
        }
        if text.len() > old.len() {
            self.facts.prefix = Some(text.into());
            self.filter_one_of(&name)?;
        }
        Ok(self)
    }

    /// Refines the minimum number of elements; a negative number has no effect.
    pub fn length_min(self, length: i64) -> Fallible<Self> {
        self.at_least(length, &|| format!("length_min({length})"))
    }

    fn at_least(mut self, length: i64, name: FactNotation<'_>) -> Fallible<Self> {
        if self.counts_characters() {
            return self.count_characters(usize::try_from(length).unwrap_or(0), None, name);
        }
        let old = (self.facts.len_min, self.facts.len_max);
        if self.skips(Kind::Collection, name)? {
            return Ok(self);
        }
        let length = usize::try_from(length).unwrap_or(0);
        if facts::known_length(&self.value).is_some_and(|(_, longest)| length > longest) {
            return Err(self.against_known(&name()));
        }
        if length > self.facts.len_min {
            self.facts.len_min = length;
            self.check_lengths(old, name)?;
            self.filter_one_of(name)?;
        }
        Ok(self)
    }

    /// Refines the maximum number of elements, which cannot be negative.
    pub fn length_max(self, length: i64) -> Fallible<Self> {
        self.at_most(length, &|| format!("length_max({length})"))
    }

    fn at_most(self, length: i64, name: FactNotation<'_>) -> Fallible<Self> {
        let old = (self.facts.len_min, self.facts.len_max);
        self.at_most_after(length, old, name)
    }

    fn at_most_after(
        mut self,
        length: i64,
        old: (usize, Option<usize>),
        name: FactNotation<'_>,
    ) -> Fallible<Self> {
        if !self.counts_characters() && self.skips(Kind::Collection, name)? {
            return Ok(self);
        }
        let Ok(length) = usize::try_from(length) else {
            return Err(contradiction("length_min(0)", &name()));
        };
        if self.counts_characters() {
            return self.count_characters(0, Some(length), name);
        }
        if facts::known_length(&self.value).is_some_and(|(shortest, _)| length < shortest) {
            return Err(self.against_known(&name()));
        }
        if self.facts.len_max.is_none_or(|old| length < old) {
            self.facts.len_max = Some(length);
            self.check_lengths(old, name)?;
            self.filter_one_of(name)?;
        }
        Ok(self)
    }

    /// Checks the new lengths against the previous bounds, `old`.
    fn check_lengths(&self, old: (usize, Option<usize>), name: FactNotation<'_>) -> Fallible<()> {
        match self.facts.len_max {
            Some(max) if max < self.facts.len_min => {
                // an exact length was given as both bounds
                let before = match old {
                    (low, Some(high)) if low == high => format!("length({low})"),
                    (low, _) if max < low => format!("length_min({low})"),
                    (_, high) => format!("length_max({})", high.unwrap_or(max)),
                };
                Err(contradiction(&before, &name()))
            }
            _ => Ok(()),
        }
    }

    /// Refines to an exact number of elements.
    pub fn length(self, length: i64) -> Fallible<Self> {
        let name = || format!("length({length})");
        let old = (self.facts.len_min, self.facts.len_max);
        let narrowed = self.at_least(length, &name)?;
        // facts from the first half never contradict those of the second
        narrowed.at_most_after(length, old, &name)
    }

    /// Refines the minimum and maximum number of characters of a string, as [`super::TextLength`] counts
    /// them; cty does not have this fact.
    pub fn characters(self, least: usize, most: Option<usize>) -> Fallible<Self> {
        let name =
            || format!("characters({least}, {})", most.map_or("…".to_owned(), |most| most.to_string()));
        self.count_characters(least, most, &name)
    }

    fn count_characters(
        mut self,
        least: usize,
        most: Option<usize>,
        name: FactNotation<'_>,
    ) -> Fallible<Self> {
        if self.skips(Kind::Text, name)? {
            return Ok(self);
        }
        if let Some(known) = self.value.as_str() {
            let fits = Facts { len_min: least, len_max: most, ..Facts::default() }.admit_text(known);
            return if fits { Ok(self) } else { Err(self.against_known(&name())) };
        }
        // the facts of a union are about one of its members: here its collections
        if !matches!(self.value.ty_now().kind(), TypeKind::String) {
            return Ok(self);
        }
        let old = (self.facts.len_min, self.facts.len_max);
        self.facts.len_min = self.facts.len_min.max(least);
        self.facts.len_max = self.facts.len_max.into_iter().chain(most).min();
        self.check_lengths(old, name)?;
        self.filter_one_of(name)?;
        Ok(self)
    }

    /// Restricts the value to the given values, or to null if it may be null. The given values have the type
    /// of the refined one; a list that is too long or contains an unknown is ignored.
    pub fn one_of(mut self, values: Vec<Value>) -> Fallible<Self> {
        if self.ignores() {
            return Ok(self);
        }
        let name = || {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("one_of({})", values.join(", "))
        };
        if let Some(stranger) =
            values.iter().find(|value| !crate::range::could_have(&self.value.ty, &value.ty))
        {
            return Err(not_applicable(&format!("one_of({stranger})"), &self.value.ty));
        }
        if values.iter().any(|value| !value.is_wholly_known()) {
            return Ok(self);
        }
        if self.value.is_known() {
            // Only non-null values are listed, so a list never contradicts null.
            let found = self.value.is_null() || values.iter().any(|value| value.same(&self.value));
            let open = !self.value.is_wholly_known();
            return if found || open { Ok(self) } else { Err(self.against_known(&name())) };
        }
        let mut kept = facts::distinct(values.iter().filter(|value| !value.is_null()).cloned().collect());
        if let Some(old) = &self.facts.one_of {
            kept.retain(|value| old.iter().any(|other| other.same(value)));
        }
        kept.retain(|value| self.facts.admit(value));
        if kept.is_empty() && self.null != Nullness::Maybe {
            return Err(contradiction(&format!("{}", self.so_far()), &name()));
        }
        // No listed value is left, so only null is possible.
        if kept.is_empty() {
            self.null = Nullness::Always;
        } else if kept.len() <= MAX_ONE_OF {
            self.facts.one_of = Some(kept.into());
        }
        Ok(self)
    }

    /// Removes the listed values that a new fact excludes.
    fn filter_one_of(&mut self, fact: FactNotation<'_>) -> Fallible<()> {
        let Some(values) = self.facts.one_of.take() else { return Ok(()) };
        let kept: Vec<Value> = values.iter().filter(|value| self.facts.admit(value)).cloned().collect();
        if kept.is_empty() {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            return Err(contradiction(&format!("one_of({})", values.join(", ")), &fact()));
        }
        self.facts.one_of = Some(Arc::from(kept));
        Ok(())
    }

    /// The refined value; a range with a single possible value becomes that value.
    pub fn finish(mut self) -> Fallible<Value> {
        if self.strict {
            self.close_bounds();
        }
        let value = if self.value.is_known() || self.ignores() {
            self.value
        } else {
            collapse(self.value.ty, Range::from_facts(self.null, self.facts))
        };
        Ok(value.with_marks(&self.marks))
    }

    /// Closes an interval at infinity, where one bound implies the other; go-cty keeps such a range open.
    fn close_bounds(&mut self) {
        let Facts { min, max, .. } = &mut self.facts;
        let is = |bound: &Bound, end: &Number| bound.inclusive && bound.number.equals(end);
        match (&*min, &*max) {
            (Some(least), None) if is(least, &Number::INFINITY) => *max = Some(least.clone()),
            (None, Some(most)) if is(most, &Number::NEG_INFINITY) => *min = Some(most.clone()),
            _ => {}
        }
    }

    /// The refined value so far.
    fn so_far(&self) -> Value {
        Value::new(self.value.ty.clone(), Data::Unknown(Range::from_facts(self.null, self.facts.clone())))
    }

    fn is_int(&self) -> bool {
        matches!(self.value.ty_now().kind(), TypeKind::Int)
    }

    /// Returns `true` if a step has no effect; fails if the type does not have this kind of fact.
    fn skips(&self, kind: Kind, name: FactNotation<'_>) -> Fallible<bool> {
        if self.ignores() {
            return Ok(true);
        }
        if !has(&self.value.ty, kind) {
            return Err(not_applicable(&name(), &self.value.ty));
        }
        // prefixes restrict only non-null strings; null has no bounds and no length
        if self.value.is_null() && !matches!(kind, Kind::Text) {
            return Err(contradiction("null", &name()));
        }
        Ok(false)
    }

    /// The contradiction between a fact and a known value; a marked value is not shown.
    fn against_known(&self, fact: &str) -> Fault {
        if self.marks.is_empty() && !self.value.contains_marks() {
            // The value and the fact are written out character by character.
            meter::work(TICKS_OF_WRITTEN_BYTE * (self.value.size() + fact.len() as u64));
            contradiction(&self.value.to_string(), fact)
        } else {
            contradiction("the marked value", fact)
        }
    }
}

/// Returns `true` if a type, or a member of it, has facts of this kind.
fn has(ty: &Type, kind: Kind) -> bool {
    match ty.kind() {
        TypeKind::String => matches!(kind, Kind::Text),
        TypeKind::Number | TypeKind::Int => matches!(kind, Kind::Number),
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(..) => matches!(kind, Kind::Collection),
        TypeKind::Promise(inner) | TypeKind::Output(inner) => has(inner, kind),
        TypeKind::Union(members) => members.iter().any(|member| has(member, kind)),
        _ => false,
    }
}

fn contradiction(first: &str, second: &str) -> Fault {
    Fault::new(codes::CONTRADICTION, format!("{first} and {second} cannot both hold"))
}

fn not_applicable(name: &str, ty: &Type) -> Fault {
    let (name, ty) = (name.to_owned(), ty.clone());
    Fault::late(codes::NOT_APPLICABLE, move || {
        format!("{name} does not apply to a value of type {}", ty.shown())
    })
}
