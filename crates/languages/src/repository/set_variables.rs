//! The variables of root modules that scripts and environment files set.

use hclx_diag::OrderedSet;
use memchr::memmem;

/// The prefix of environment variables that set variables of a root module.
pub(crate) const PREFIX: &[u8] = b"TF_VAR_";

/// Actions that run tests, whose inputs may contain values.
const TEST_ACTIONS: &[&str] = &["terraform-test@", "tofu-test@"];
const OF_ACTIONS: &[&str] = &["var_file:", "variables:"];

/// Other programs that have a flag `-var`.
const OTHER_PROGRAMS: &[&str] = &["nomad", "packer"];

/// The variables of root modules that a repository sets for its runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetVariables {
    names: OrderedSet<String>,
    /// The variables set by command-line flags, which override values files.
    flags: OrderedSet<String>,
    /// Set if other variables may be set, also for tests.
    pub(crate) is_open: bool,
    is_open_in_tests: bool,
}

impl SetVariables {
    /// Returns `true` if a variable may be set.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.is_open || self.names.contains(name)
    }

    /// Returns `true` if a variable may be set for tests.
    pub(crate) fn may_have_in_tests(&self, name: &str) -> bool {
        self.is_open_in_tests || self.may_have(name)
    }

    /// Returns `true` if a command sets a variable with `-var`, which overrides values files.
    pub(crate) fn is_overridden(&self, name: &str) -> bool {
        self.flags.contains(name)
    }

    /// Adds the variables that a file sets through the environment or through flags of commands.
    pub(crate) fn add(&mut self, contents: &[u8]) {
        for at in memmem::find_iter(contents, PREFIX) {
            let rest = &contents[at + PREFIX.len()..];
            let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            let name = &rest[..end.unwrap_or(rest.len())];
            // the name is computed
            self.is_open |= name.is_empty();
            self.names.insert(String::from_utf8_lossy(name).into_owned());
        }
        let has = |word: &str| memmem::find(contents, word.as_bytes()).is_some();
        let is_test = TEST_ACTIONS.iter().any(|action| has(action));
        self.is_open_in_tests |= is_test && OF_ACTIONS.iter().any(|input| has(input));
        for line in contents.split(|byte| *byte == b'\n') {
            let has = |word: &str| memmem::find(line, word.as_bytes()).is_some();
            if !OTHER_PROGRAMS.iter().any(|program| has(program)) {
                self.flags.extend(flags(line));
            }
            if has(" -var") {
                self.is_open |= has("terragrunt");
                self.is_open_in_tests |= has(" test");
            }
        }
    }
}

/// The names in flags of a line, such as `-var "name=value"`.
fn flags(line: &[u8]) -> impl Iterator<Item = String> {
    const FLAG: &[u8] = b"-var";
    memmem::find_iter(line, FLAG).filter_map(|at| {
        let rest = &line[at + FLAG.len()..];
        let start = rest.iter().position(|byte| !b" =\"'\\".contains(byte)).filter(|start| *start > 0)?;
        let rest = &rest[start..];
        let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"_-".contains(byte))?;
        let is_name = end > 0 && rest.get(end) == Some(&b'=');
        is_name.then(|| String::from_utf8_lossy(&rest[..end]).into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::SetVariables;

    #[test]
    fn scripts_set_variables_by_name_or_by_flags() {
        let cases = [
            ("export TF_VAR_env=prod", (true, false, true)),
            ("TF_VAR_region=north TF_VAR_${name}=1", (true, true, true)),
            ("\tterraform test -var-file={{file}}", (false, false, true)),
            ("terragrunt apply -var 'env=prod'", (true, true, true)),
            ("terraform apply -var env=prod", (false, false, false)),
            ("- uses: dflook/terraform-test@v2\n  with:\n    var_file: a.tfvars", (false, false, true)),
            ("- uses: dflook/terraform-plan@v2\n  with:\n    var_file: a.tfvars", (false, false, false)),
        ];
        for (line, expected) in cases {
            let mut set = SetVariables::default();
            set.add(line.as_bytes());
            let found = (set.may_have("env"), set.may_have("other"), set.may_have_in_tests("env"));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn flags_override_the_variables_that_they_name() {
        let cases: [(&str, &[&str]); 6] = [
            ("terraform plan -var-file=a.tfvars -var \"plane=${{ inputs.plane }}\"", &["plane"]),
            ("  -var='a=1' \\", &["a"]),
            ("tofu apply -var b=2 --var=c-d=3", &["b", "c-d"]),
            ("terraform plan -var \"${name}=1\" -var-file x=1", &[]),
            ("packer build -var region=x .", &[]),
            ("terraform plan -variables e=1", &[]),
        ];
        for (line, expected) in cases {
            let mut set = SetVariables::default();
            set.add(line.as_bytes());
            assert_eq!(set.flags.iter().collect::<Vec<_>>(), expected, "{line}");
        }
    }
}
