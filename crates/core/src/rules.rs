//! Rule sets: switches of the algebra, each with its reason.

use crate::Type;

/// The switches of the algebra. Create one with [`Rules::hcl`] or [`Rules::extended`] and change the fields
/// in which a dialect differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The types int, union, promise, output and none exist, and conversions follow the extended model.
    /// Without this switch, conversion and unification behave exactly as in go-cty.
    pub extended: bool,
    /// Null has its own type: an unknown of type T is not null unless T contains `none`.
    pub null_has_type: bool,
    /// Integer literals and the results of integer arithmetic are `int`. This never rejects code that go-cty
    /// accepts.
    pub int_literals: bool,
    /// Results have go-cty's ranges, not narrower ones (for comparisons with go-cty).
    pub exact_ranges: bool,
    /// HCL's operators call functions that never receive an unknown operand, so they drop its bounds, and
    /// unary ones drop its marks too; go-cty's own operations do not (for comparisons with either).
    pub forgetful_operators: bool,
    /// `&&` and `||` evaluate both sides: null or an error on either side is an error, regardless of the
    /// other side. HCL before 2.24 and Terraform up to 1.11 behave this way; in later versions one side may
    /// decide.
    pub eager_logic: bool,
}

impl Rules {
    /// The rules of go-cty, as used by Packer and Nomad.
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

    /// The rules of the generic HCL dialect: `hcl`, but integer literals are int and an untyped null is none.
    pub const fn generic() -> Self {
        Self { int_literals: true, ..Self::hcl() }
    }

    /// The rules of an operation on values of these types: unions, promises and outputs only exist in the
    /// extended model, so an operation on one of them follows that model even if the other rules do not.
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

    /// The rules `hcl`, restricted to what go-cty and HCL's evaluator answer.
    pub const fn exact() -> Self {
        Self { exact_ranges: true, forgetful_operators: true, ..Self::hcl() }
    }
}
