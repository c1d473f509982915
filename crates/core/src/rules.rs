//! Rule sets: one algebra with a few switches, each with its reason.

use crate::Type;

/// The switches of the algebra. Make one with [`Rules::hcl`] or [`Rules::extended`] and change
/// fields where a dialect differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Types int, union, promise, output and none exist and conversions follow the extended model;
    /// without it conversion and unification answer exactly as go-cty does.
    pub extended: bool,
    /// Null has its own type: an unknown of type T is not null unless T contains none.
    pub null_has_type: bool,
    /// Integral literals and integer arithmetic are `int`. This never rejects code that go-cty accepts.
    pub int_literals: bool,
    /// Results have go-cty's ranges, not narrower ones (for comparisons with go-cty).
    pub exact_ranges: bool,
    /// HCL's operators call functions that never see an unknown operand, so they forget its bounds,
    /// unary ones its marks too; go-cty's own operations do not (for comparing with either).
    pub forgetful_operators: bool,
    /// `&&` and `||` evaluate both sides: null or an error on either side is an error, whatever the other
    /// side is. HCL before 2.24 did this, and so does Terraform up to 1.11; later versions let one side
    /// decide.
    pub eager_logic: bool,
}

impl Rules {
    /// Exactly go-cty: Packer, Nomad.
    pub const fn hcl() -> Self {
        Self {
            extended: false,
            null_has_type: false,
            int_literals: false,
            exact_ranges: false,
            forgetful_operators: false,
            eager_logic: false,
        }
    }

    /// The rules of Terraform.
    pub const fn terraform() -> Self {
        Self { eager_logic: true, ..Self::hcl() }
    }

    /// The extended model: int, union, promise, output, none.
    pub const fn extended() -> Self {
        Self { extended: true, null_has_type: true, int_literals: true, ..Self::hcl() }
    }

    /// The generic HCL dialect: `hcl`, but integral literals are int and a lone null is none.
    pub const fn generic() -> Self {
        Self { int_literals: true, ..Self::hcl() }
    }

    /// The rules of an operation on values of these types: unions, promises and outputs mean something in the
    /// extended model only, so an operation that meets one follows it, whatever the rules of the rest are.
    #[must_use]
    pub fn of_operands<'r, 't>(&'r self, types: impl IntoIterator<Item = &'t Type>) -> &'r Rules {
        let meets = |ty: &Type| ty.has_union() || ty.has_eventual();
        if self.extended || self.exact_ranges || !types.into_iter().any(meets) {
            return self;
        }
        const fn of(int_literals: bool, eager_logic: bool) -> Rules {
            Rules { int_literals, eager_logic, ..Rules::extended() }
        }
        static MEETING: [Rules; 4] = [of(false, false), of(false, true), of(true, false), of(true, true)];
        &MEETING[usize::from(self.int_literals) * 2 + usize::from(self.eager_logic)]
    }

    /// `hcl`, held to the answers of go-cty and of HCL's evaluator.
    pub const fn exact() -> Self {
        Self { exact_ranges: true, forgetful_operators: true, ..Self::hcl() }
    }
}
