//! The files of a unit of any language, as the targets for units take them from bytes: the first byte chooses the names,
//! and lines of `---` separate the sources.

use hclx_analysis::Language;

/// The names of files of a unit.
const UNITS: [&[&str]; 10] = [
    &["main.tf", "variables.tf", "mod/main.tf", "terraform.tfvars", "a.tftest.hcl"],
    &["main.tf.json", "override.tf", "mod/main.tf.json", "terraform.tfvars.json"],
    &["main.tofu", "main.tf", "mod/main.tofu", "a.auto.tfvars", "a.tofutest.hcl"],
    &["a.pkr.hcl", "b.pkr.json", "a.auto.pkrvars.hcl", "b.pkrvars.hcl"],
    &["a.nomad.hcl"],
    &["docker-bake.hcl", "docker-bake.override.json"],
    &["a/terragrunt.hcl", "root.hcl", "terragrunt.stack.hcl"],
    &["main.pp", "component/main.pp"],
    &["a.hcl", "a.json"],
    &["a.tftpl", "a.hcl.tmpl"],
];

/// The names of the files that a byte chooses.
pub fn names(byte: u8) -> &'static [&'static str] {
    UNITS[usize::from(byte) % UNITS.len()]
}

/// The texts of this many files; those that are not there are empty.
pub fn texts(mut rest: &[u8], count: usize) -> Vec<Vec<u8>> {
    let mut next = || {
        let (text, after) = cut(rest, b"\n---\n");
        rest = after;
        text.to_vec()
    };
    (0..count).map(|_| next()).collect()
}

/// What is before and behind the first of a line, which is given with its ends; without one, everything is before it.
pub fn cut<'b>(bytes: &'b [u8], line: &[u8]) -> (&'b [u8], &'b [u8]) {
    match bytes.windows(line.len()).position(|window| window == line) {
        Some(at) => (&bytes[..at], &bytes[at + line.len()..]),
        None => (bytes, &[]),
    }
}

/// All languages.
pub fn languages() -> Vec<&'static dyn Language> {
    hclx_languages::ALL.iter().copied().chain([&hclx_mull::Mull as &dyn Language]).collect()
}
