//! Levels: which rules are reported, and with which severity.
//!
//! Certain errors of syntax, types, names and schemas (`must`) cannot be changed: only lints and uncertain
//! findings can be disabled or given another level. Later choices override earlier ones, and a code
//! overrides its group.

use hclx_diag::{Certainty, Code, Diagnostic, Group, Severity, all_codes, find_code, nearest};

/// The level of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Disabled.
    Off,
    /// Reported with the severity of the finding.
    On,
    /// Reported as a warning.
    Warning,
    /// Reported as an error.
    Error,
}

impl Level {
    /// The level with this name in `hclx.toml`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "off" => Some(Level::Off),
            "on" => Some(Level::On),
            "warning" => Some(Level::Warning),
            "error" => Some(Level::Error),
            _ => None,
        }
    }

    /// The name in `hclx.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::On => "on",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A code or a group of lints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One code.
    Code(Code),
    /// All codes of a group.
    Group(Group),
    /// All codes.
    All,
}

impl Rule {
    /// Parses a rule, ignoring case.
    ///
    /// # Errors
    /// A message about the word, with a suggestion.
    pub fn from_name(name: &str) -> Result<Self, String> {
        if let Some(code) = find_code(name) {
            return Ok(Rule::Code(code));
        }
        let lower = name.to_lowercase();
        if let Some(group) = Group::ALL.iter().find(|group| group.name() == lower) {
            return Ok(Rule::Group(*group));
        }
        let groups = Group::ALL.iter().map(|group| group.name());
        // similar numbers are unrelated, unless a digit is missing or surplus
        let digits = name.as_bytes().get(2..).unwrap_or_default();
        let has_number = digits.iter().all(u8::is_ascii_digit);
        let is_number = |code: &&str| code.len() != name.len() || !has_number;
        let codes = all_codes().map(Code::id).filter(is_number);
        let near = nearest(&name.to_uppercase(), codes).or_else(|| nearest(&lower, groups));
        let next = match near {
            Some(near) => hclx_diag::did_you_mean(Some(near)),
            None => "; `hclx explain` lists all codes".to_owned(),
        };
        Err(format!("unknown code or group `{name}`{next}"))
    }

    /// Returns `true` if the rule is this code or contains it.
    pub fn names(self, code: Code) -> bool {
        match self {
            Rule::Code(own) => own == code,
            Rule::Group(group) => code.group() == Some(group),
            Rule::All => true,
        }
    }
}

/// Chosen levels, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    choices: Vec<(Rule, Level)>,
}

impl Levels {
    /// Adds a choice, which overrides earlier ones.
    pub fn set(&mut self, rule: Rule, level: Level) {
        self.choices.push((rule, level));
    }

    /// Adds the choices of another list, which override the existing ones.
    pub fn extend(&mut self, later: &Self) {
        self.choices.extend_from_slice(&later.choices);
    }

    /// Returns `true` if the last choice for this code itself disables it or makes it a warning.
    pub fn lowers(&self, code: Code) -> bool {
        let choice = self.choices.iter().rev().find(|(rule, _)| *rule == Rule::Code(code));
        choice.is_some_and(|(_, level)| matches!(level, Level::Off | Level::Warning))
    }

    /// The level of a code.
    pub fn of(&self, code: Code) -> Level {
        let choice = |is_code: bool| {
            let fits =
                |(rule, _): &&(Rule, Level)| matches!(rule, Rule::Code(_)) == is_code && rule.names(code);
            self.choices.iter().rev().find(fits).map(|(_, level)| *level)
        };
        let default = if code.group().is_none_or(Group::is_on) { Level::On } else { Level::Off };
        choice(true).or_else(|| choice(false)).unwrap_or(default)
    }

    /// Applies the level to a finding; `None` if it is disabled.
    pub fn apply(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        let fixed = finding.code.group().is_none()
            && finding.certainty == Certainty::Must
            && finding.severity == Severity::Error;
        match self.of(finding.code) {
            _ if fixed => {}
            Level::Off => return None,
            Level::On => {}
            Level::Warning => finding.severity = Severity::Warning,
            // a finding about code that may succeed never becomes an error, unless it is a lint set to that
            // level
            Level::Error if finding.code.group().is_none() && finding.certainty == Certainty::May => {}
            Level::Error => finding.severity = Severity::Error,
        }
        Some(finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hclx_diag::{SourceId, TextRange, code_names as codes};

    fn finding(code: Code, severity: Severity) -> Diagnostic {
        let span = TextRange::at(0).in_source(SourceId(0));
        Diagnostic { severity, ..Diagnostic::error(code, span, "m") }
    }

    fn levels(choices: &[(&str, Level)]) -> Levels {
        let mut levels = Levels::default();
        choices.iter().for_each(|(name, level)| levels.set(Rule::from_name(name).expect("a rule"), *level));
        levels
    }

    #[test]
    fn codes_win_over_groups_and_later_over_earlier() {
        let of = |choices: &[(&str, Level)]| levels(choices).of(codes::UNUSED_SUPPRESSION);
        assert_eq!(of(&[]), Level::On);
        assert_eq!(of(&[("suspicious", Level::Off)]), Level::Off);
        assert_eq!(of(&[("hx9001", Level::Error), ("SUSPICIOUS", Level::Off)]), Level::Error);
        assert_eq!(of(&[("HX9001", Level::Error), ("HX9001", Level::Warning)]), Level::Warning);
        assert_eq!(of(&[("style", Level::Off)]), Level::On);
    }

    #[test]
    fn what_is_certainly_wrong_stays() {
        let off = levels(&[("HX2101", Level::Off), ("HX9001", Level::Off)]);
        assert!(off.apply(finding(codes::OPERAND_TYPE, Severity::Error)).is_some());
        assert!(off.apply(finding(codes::OPERAND_TYPE, Severity::Warning)).is_none());
        assert!(off.apply(finding(codes::UNUSED_SUPPRESSION, Severity::Warning)).is_none());
        let error = levels(&[("suspicious", Level::Error)]);
        let raised = error.apply(finding(codes::UNUSED_SUPPRESSION, Severity::Warning)).expect("reported");
        assert_eq!(raised.severity, Severity::Error);
    }

    #[test]
    fn unknown_rules_get_a_suggestion() {
        assert_eq!(
            Rule::from_name("stile"),
            Err("unknown code or group `stile`; did you mean `style`?".to_owned())
        );
        assert_eq!(
            Rule::from_name("HX22011"),
            Err("unknown code or group `HX22011`; did you mean `HX2201`?".to_owned())
        );
    }
}
