//! Restrictions that a provider's code enforces but its schema does not state, learned from its responses to invalid
//! values. They are stored as JSON along with the attribute or body.

use std::sync::Arc;

use hclx_schema::{Attribute, ExclusiveArguments, ValueFormat};
use serde::{Deserialize, Serialize};

/// Restrictions on the value of an attribute, or on the elements of a list or set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRestrictions {
    /// All allowed strings; empty means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// Set if a string in another case is rejected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// The minimum of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// The maximum of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// Set if a number must be whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The format of a string: `arn`, `cidr`, `json` or `time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// Restrictions on the arguments of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyRestrictions {
    /// Groups of arguments of which at most one may be set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Vec<String>>,
    /// Groups of arguments of which at least one must be set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needed: Vec<Vec<String>>,
}

impl ValueRestrictions {
    /// Applies the restrictions to an attribute.
    pub(super) fn apply(&self, attribute: &mut Attribute) {
        attribute.is_learned = true;
        // a program that lists the strings that it accepts does not state that it compares them exactly
        attribute.in_any_case = !self.exact;
        attribute.allowed = self.one_of.iter().map(|text| Arc::from(text.as_str())).collect();
        attribute.whole = self.whole;
        if self.least.is_some() || self.most.is_some() {
            attribute.range = Some((self.least.unwrap_or(i64::MIN), self.most.unwrap_or(i64::MAX)));
        }
        attribute.format = self.format.as_deref().and_then(ValueFormat::from_name);
    }
}

impl BodyRestrictions {
    /// The restrictions as groups of exclusive arguments.
    pub(super) fn sets(&self) -> Vec<ExclusiveArguments> {
        let names = |set: &Vec<String>| set.iter().map(|name| Arc::from(name.as_str())).collect();
        let conflicts = self.conflicts.iter().map(|set| ExclusiveArguments {
            names: names(set),
            is_needed: false,
            is_learned: true,
        });
        let needed = self.needed.iter().map(|set| ExclusiveArguments {
            names: names(set),
            is_needed: true,
            is_learned: true,
        });
        conflicts.chain(needed).collect()
    }
}
