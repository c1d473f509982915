//! Unary and binary operators. Operands are converted as in HCL; either operand of `&&` and `||` may decide
//! alone, unless the rules evaluate both sides.

use hclx_core::{Data, Number, Rules, Type, TypeKind, Value, convert, ops, take_apart};
use hclx_diag::code_names::{NO_NUMBER, NULL_OPERAND, OPERAND_TYPE};
use hclx_diag::{Diagnostic, Fallible, Fault, Help};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use smallvec::SmallVec;

use super::{Evaluator, advice};
use crate::Scope;
use crate::values::describe;

/// The operand type of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    Bools,
    Numbers,
    Anything,
}

impl Operands {
    const fn of(op: BinaryOp) -> Self {
        match op {
            BinaryOp::Or | BinaryOp::And => Operands::Bools,
            BinaryOp::Equal | BinaryOp::NotEqual => Operands::Anything,
            _ => Operands::Numbers,
        }
    }

    const fn ty(self) -> Option<Type> {
        match self {
            Operands::Bools => Some(Type::BOOL),
            Operands::Numbers => Some(Type::NUMBER),
            Operands::Anything => None,
        }
    }
}

/// The type of an operator's result, ignoring that a number may be an int.
const fn result_type(op: BinaryOp) -> Type {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
            Type::NUMBER
        }
        _ => Type::BOOL,
    }
}

/// An operand: its expression, its value, and the number of findings before and after it.
struct Operand {
    expr: ExprId,
    value: Value,
    found: std::ops::Range<usize>,
    /// Set if it depends on an unknown value, so that it may still turn out to fail.
    open: bool,
}

/// The two operands of an operator, before their conversion.
#[derive(Clone, Copy)]
struct Sides<'o> {
    left: &'o Operand,
    right: &'o Operand,
}

impl Evaluator<'_> {
    /// Evaluates a binary operator. Chains of operators of one precedence lean to the left and may be long,
    /// so they are processed in a loop.
    pub(super) fn binary(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        // Most operands are names or literals.
        if let ExprKind::Binary { op, left, right } = self.tree.expr(id).kind
            && let Some(value) = self.of_operands_at_hand(op, left, right, scope)
        {
            return value;
        }
        let mut spine: SmallVec<[_; 4]> = SmallVec::new();
        let mut at = id;
        while let ExprKind::Binary { op, left, right } = self.tree.expr(at).kind {
            spine.push((at, op, right));
            at = left;
        }
        let start = self.checkpoint();
        let around = std::mem::take(&mut self.met_unknown);
        let innermost = spine.last().copied();
        let at_hand = innermost.and_then(|(_, op, right)| self.of_operands_at_hand(op, at, right, scope));
        let mut value = match (at_hand, innermost) {
            (Some(value), Some((expr, ..))) => {
                at = expr;
                spine.pop();
                value
            }
            _ => self.eval(at, scope),
        };
        let mut is_kept = false;
        for (expr, op, right) in spine.into_iter().rev() {
            let middle = self.checkpoint();
            let was_kept = std::mem::replace(&mut is_kept, self.keeps(op));
            if middle == start
                && !is_kept
                && is_plain(op, &value)
                && let Some(other) = self.at_hand(right, scope)
                && is_plain(op, other)
                && let Ok(computed) = self.compute(op, &value, other)
                && self.take_at_hand(other).is_some()
            {
                value = computed;
                at = expr;
                continue;
            }
            let left = Operand { expr: at, value, found: start..middle, open: self.met_unknown };
            self.met_unknown = false;
            let value_right = self.eval(right, scope);
            let found = middle..self.checkpoint();
            let right = Operand { expr: right, value: value_right, found, open: self.met_unknown };
            self.met_unknown |= left.open;
            for operand in [&left, &right].into_iter().skip(usize::from(was_kept)).filter(|_| is_kept) {
                self.remember(operand.expr, &operand.value);
            }
            value = self.apply(expr, op, left, right);
            at = expr;
            if is_kept || self.env.trace && expr != id {
                self.remember(expr, &value);
            }
        }
        self.met_unknown |= around;
        value
    }

    /// Returns `true` if the operands and results of an operator are recorded.
    fn keeps(&self, op: BinaryOp) -> bool {
        self.env.comparisons && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
    }

    /// The result of an operator for two plain operands that need no evaluation.
    fn of_operands_at_hand(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        scope: &Scope<'_>,
    ) -> Option<Value> {
        let left = self.at_hand(left, scope).filter(|left| is_plain(op, left) && !self.keeps(op))?;
        let right = self.at_hand(right, scope).filter(|right| is_plain(op, right))?;
        let computed = self.compute(op, left, right).ok()?;
        self.take_at_hand(left)?;
        self.take_at_hand(right)?;
        Some(computed)
    }

    fn apply(&mut self, expr: ExprId, op: BinaryOp, left: Operand, right: Operand) -> Value {
        let wanted = Operands::of(op);
        let before = self.checkpoint();
        if before == left.found.start
            && is_plain(op, &left.value)
            && is_plain(op, &right.value)
            && let Ok(computed) = self.compute(op, &left.value, &right.value)
        {
            return computed;
        }
        let converted = (
            self.operand(op.text(), "left ", wanted, &left),
            self.operand(op.text(), "right ", wanted, &right),
        );
        let sides = Sides { left: &left, right: &right };
        let one_decides = wanted == Operands::Bools && !self.rules().eager_logic;
        if one_decides
            && let Some(decided) = self.decided_without(op == BinaryOp::Or, &converted, sides, before)
        {
            return decided;
        }
        let (Some(l), Some(r)) = converted else {
            // findings about the operands precede findings inside them
            let said = as_one(self.take_since(before));
            let inside = self.take_since(left.found.start);
            self.put_back(said);
            self.put_back(inside);
            return Value::unknown(result_type(op));
        };
        if one_decides && let Some(decided) = self.short_circuit(op == BinaryOp::Or, &l, &r, sides) {
            return decided;
        }
        if self.failed_since(left.found.start) {
            return Value::unknown(result_type(op)).with_marks(l.marks()).with_marks(r.marks());
        }
        let given = op == BinaryOp::Modulo && self.is_name(left.expr) && self.is_name(right.expr);
        let computed = if given { ops::modulo(&l, &r, self.rules()) } else { self.compute(op, &l, &r) };
        computed.unwrap_or_else(|fault| {
            let (blamed, side) = match () {
                () if wanted == Operands::Anything => (expr, None),
                // the operation reports null without access to the expression
                () if l.is_null() => (left.expr, Some("left")),
                () if r.is_null() => (right.expr, Some("right")),
                () => (expr, None),
            };
            let range = self.range(blamed);
            let fault = match side {
                Some(side) => null_operand(op.text(), side, result_type(op)),
                None => fault,
            };
            self.fault(fault, range);
            Value::unknown(result_type(op))
        })
    }

    /// The result if one side has the wrong type and the other may decide alone. If the wrong side contains
    /// an unknown, it may fail for a reason that is irrelevant.
    fn decided_without(
        &mut self,
        winner: bool,
        converted: &(Option<Value>, Option<Value>),
        Sides { left, right }: Sides<'_>,
        before: usize,
    ) -> Option<Value> {
        let (wrong, other) = match converted {
            (None, Some(other)) => (left, other),
            (Some(other), None) => (right, other),
            _ => return None,
        };
        let decides = truth(other) == Some(winner);
        let failed = self.failed_in(wrong.found.clone());
        if !self.env.total
            || failed
            || !wrong.open
            || self.cannot_fail(wrong.expr)
            || (other.is_known() && !decides)
        {
            return None;
        }
        self.excuse(before..self.checkpoint());
        let open = Value::unknown_in(Type::BOOL, hclx_core::Range::not_null());
        Some(open.with_marks(other.marks()).with_marks(wrong.value.marks()))
    }

    /// Returns `true` if an expression cannot fail for any value.
    fn cannot_fail(&self, mut expr: ExprId) -> bool {
        while let ExprKind::Paren(inner) = self.tree.expr(expr).kind {
            expr = inner;
        }
        matches!(self.tree.expr(expr).kind, ExprKind::Variable(_))
    }

    /// Returns `true` for a name or a number, in which an infinity was not computed here.
    fn is_name(&self, expr: ExprId) -> bool {
        matches!(self.tree.expr(expr).kind, ExprKind::Variable(_) | ExprKind::Number)
    }

    fn compute(&self, op: BinaryOp, left: &Value, right: &Value) -> Fallible<Value> {
        let run = match op {
            BinaryOp::Or => ops::or,
            BinaryOp::And => ops::and,
            BinaryOp::Equal => ops::equal,
            BinaryOp::NotEqual => ops::not_equal,
            BinaryOp::Greater => ops::greater,
            BinaryOp::GreaterEqual => ops::greater_equal,
            BinaryOp::Less => ops::less,
            BinaryOp::LessEqual => ops::less_equal,
            BinaryOp::Add => ops::add,
            BinaryOp::Subtract => ops::subtract,
            BinaryOp::Multiply => ops::multiply,
            BinaryOp::Divide => ops::divide,
            BinaryOp::Modulo => remainder,
        };
        run(left, right, self.rules())
    }

    /// The operand converted to the operator's type, or `None` after reporting a finding. Eventuals and
    /// unions are left to the operation, which separates them.
    fn operand(&mut self, op: &str, side: &str, wanted: Operands, operand: &Operand) -> Option<Value> {
        let value = &operand.value;
        let Some(ty) = wanted.ty() else { return Some(value.clone()) };
        // An operand that failed may have had the right type.
        if self.env.total && !self.rules().exact_ranges && self.failed_in(operand.found.clone()) {
            return Some(Value::unknown(ty).with_marks(value.marks()));
        }
        let fits = *value.ty() == ty || (wanted == Operands::Numbers && value.ty().is_numeric());
        let apart =
            matches!(value.ty().kind(), TypeKind::Union(_) | TypeKind::Promise(_) | TypeKind::Output(_));
        if fits || apart && could_be(value.clone(), &ty, self.rules()) {
            return Some(value.clone());
        }
        if let Ok(converted) = convert(value, &ty, self.rules()) {
            return Some(converted);
        }
        if self.failed_in(operand.found.clone()) {
            return None;
        }
        let found = describe::value(value);
        let message = format!("the {side}operand of `{op}` must be a {ty}, found {found}");
        let instead = match wanted {
            Operands::Bools => advice::truth(value),
            _ => advice::number(op, value),
        };
        let mut diagnostic = self.error_at(OPERAND_TYPE, operand.expr, message);
        diagnostic.help.extend(instead.map(Help::from));
        self.report(diagnostic);
        None
    }

    /// The result if one side decides it alone, so that findings of the other side are ignored. `winner` is
    /// the deciding value, true for `||`.
    fn short_circuit(
        &mut self,
        winner: bool,
        l: &Value,
        r: &Value,
        Sides { left, right }: Sides<'_>,
    ) -> Option<Value> {
        let unknown = |value: &Value| !value.is_known();
        let open = || Some(Value::unknown_in(Type::BOOL, hclx_core::Range::not_null()));
        if !l.ty().is_primitive() || !r.ty().is_primitive() {
            return None;
        }
        let (result, excused) = match (truth(l), truth(r)) {
            _ if unknown(l) && unknown(r) => {
                match (self.failed_in(left.found.clone()), self.failed_in(right.found.clone())) {
                    (false, _) => (open(), right),
                    // The right side may still decide alone, which the reference does not consider.
                    (true, false) if self.env.total => (open(), left),
                    _ => return None,
                }
            }
            (Some(value), _) if value == winner => (Some(Value::bool(winner)), right),
            (_, Some(value)) if value == winner => (Some(Value::bool(winner)), left),
            (_, Some(_)) if unknown(l) => (open(), right),
            (Some(_), _) if unknown(r) => (open(), left),
            _ => return None,
        };
        // the marks of a failing expression that is not needed are dropped
        let needed = |own: &Operand| self.rules().exact_ranges || !self.failed_in(own.found.clone());
        let sides = [(l, needed(left)), (r, needed(right))];
        self.excuse(excused.found.clone());
        let needed = sides.into_iter().filter(|(_, needed)| *needed);
        result.map(|value| needed.fold(value, |value, (side, _)| value.with_marks(side.marks())))
    }

    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId, scope: &Scope<'_>) -> Value {
        let start = self.checkpoint();
        let value = self.eval(operand, scope);
        let wanted = if op == UnaryOp::Not { Operands::Bools } else { Operands::Numbers };
        let result = if op == UnaryOp::Not { Type::BOOL } else { Type::NUMBER };
        let given = Operand { expr: operand, value, found: start..self.checkpoint(), open: false };
        let Some(value) = self.operand(op.text(), "", wanted, &given) else { return Value::unknown(result) };
        if self.failed_since(start) {
            return Value::unknown(result);
        }
        let computed = if op == UnaryOp::Not {
            ops::not(&value, self.rules())
        } else {
            ops::negate(&value, self.rules())
        };
        computed.unwrap_or_else(|fault| {
            let range = self.range(if value.is_null() { operand } else { id });
            self.fault(fault, range);
            Value::unknown(result)
        })
    }
}

/// Returns `true` if an alternative of a union or an eventual can be converted to a type.
fn could_be(value: Value, ty: &Type, rules: &Rules) -> bool {
    take_apart(value, rules).0.into_iter().any(|member| match member.ty().is_eventual() {
        true => could_be(member, ty, rules),
        false => convert(&member, ty, rules).is_ok(),
    })
}

/// Returns `true` if an operand is unmarked, has the type that the operator expects, and is known or
/// unconstrained.
fn is_plain(op: BinaryOp, value: &Value) -> bool {
    let fits = match Operands::of(op) {
        Operands::Bools => *value.ty() == Type::BOOL,
        Operands::Numbers => value.ty().is_numeric(),
        Operands::Anything => value.ty().is_primitive() || value.ty().is_any(),
    };
    let known = matches!(value.data(), Data::Bool(_) | Data::Number(_) | Data::String(_));
    fits && (known && value.marks().is_empty() || value.is_plain_unknown())
}

fn null_operand(op: &str, side: &str, result: Type) -> Fault {
    let instead = if result == Type::NUMBER || op.starts_with(['<', '>']) { "0" } else { "false" };
    Fault::new(NULL_OPERAND, format!("the {side} operand of `{op}` is null"))
        .help(format!("give a fallback: `… == null ? {instead} : …`"))
}

/// Merges the findings if both operands are wrong.
fn as_one(mut said: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let [left, right] = said.as_mut_slice()
        && left.code == OPERAND_TYPE
        && right.code == OPERAND_TYPE
        && let Some(span) = right.span
    {
        let message = std::mem::take(&mut right.message);
        left.labels.push(hclx_diag::Label { span, message });
        if left.help.is_empty() {
            left.help.append(&mut right.help);
        }
        said.truncate(1);
    }
    said
}

/// The truth of an operand of `&&` and `||`. In the reference, null counts as false, and is an error only if
/// it does not decide.
const fn truth(value: &Value) -> Option<bool> {
    if value.is_null() { Some(false) } else { value.as_bool() }
}

/// `a % b`. go-cty computes remainders of its own infinity constants, which only callers can pass, but not of
/// infinities that were parsed or computed.
fn remainder(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    let infinite = |operand: &Value| operand.as_number().is_some_and(Number::is_infinite);
    if infinite(a) || infinite(b) {
        return Err(Fault::new(NO_NUMBER, "the remainder of an infinity is undefined"));
    }
    ops::modulo(a, b, rules)
}
