//! Directories with the steps of a test: `step1.vpc.tf`, `step2.vpc.tf`. Each file is a state of one configuration; the
//! test adds files that all steps require.

use hclx_analysis::{Snapshot, is_in_tests};
use hclx_eval::Entry;

use super::roles::is_module_name;

/// The prefix of step names, before the number.
const STEP: &str = "step";

/// Returns `true` for a directory of tests whose module files are all steps.
pub(crate) fn are_steps(snapshot: &Snapshot, folder: &str) -> bool {
    if !is_in_tests(folder) {
        return false;
    }
    let listed = snapshot.list(folder).unwrap_or_default();
    let is_file = |(name, entry): &&(String, Entry)| *entry == Entry::File && is_module_name(name);
    let mut files = listed.iter().filter(is_file).peekable();
    files.peek().is_some() && files.all(|(name, _)| is_step(name))
}

/// Returns `true` for the name of a step.
fn is_step(name: &str) -> bool {
    let rest = name.strip_prefix(STEP).map(|rest| rest.trim_start_matches(['-', '_']));
    rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::is_step;

    #[test]
    fn steps_have_numbers() {
        for (name, is_one) in
            [("step1.tf", true), ("step_2.a.tf", true), ("steps.tf", false), ("main.tf", false)]
        {
            assert_eq!(is_step(name), is_one, "{name}");
        }
    }
}
