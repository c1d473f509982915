//! Examples of codes that consist of several files.

/// The files of an example that marks each file with a comment line such as `# main.tf`: a file ends at the
/// next such line. Empty for an example without file names.
pub fn files_of_example(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match name(line) {
            Some(name) => files.push((name.to_owned(), line.to_owned())),
            None => match files.last_mut() {
                Some((_, text)) => text.push_str(line),
                None => return Vec::new(),
            },
        }
    }
    files
}

/// The name in a line `# NAME`.
fn name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("# ")?.trim_end();
    (name.contains('.') && !name.contains(' ')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::files_of_example;

    #[test]
    fn lines_with_names_begin_files() {
        let files = files_of_example("# main.tf\na = 1\n# not a name.\n# b.tfvars\nb = 2\n");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["main.tf", "b.tfvars"]);
        assert_eq!(files[0].1, "# main.tf\na = 1\n# not a name.\n");
        assert!(files_of_example("a = 1\n# main.tf\n").is_empty());
    }
}
