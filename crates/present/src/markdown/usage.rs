//! An example call of a module with its required inputs.

use hclx_analysis::file_path;

use super::{Layout, Page};
use crate::tfvars;

/// The section with the call, whose values are the simplest ones that satisfy the known types and rules.
pub(super) fn section(page: &Page<'_>, layout: &Layout) -> String {
    format!("{}\n\n```hcl\n{}\n```", layout.heading(0, "Usage"), call(page))
}

fn call(page: &Page<'_>) -> String {
    let root = &*page.description.root;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let name: String = hclx_analysis::file_name(root).chars().filter(|c| is_plain(*c)).collect();
    let name = Some(name).filter(|name| name.starts_with(char::is_alphabetic));
    let source = match file_path::clean(root) {
        root if root == "." => "./".to_owned(),
        root if root.starts_with("..") || file_path::is_absolute(&root) => root,
        // Terraform treats a source that does not begin with `./` or `../` as the address of a package.
        root => format!("./{root}"),
    };
    let mut lines = vec![("source".to_owned(), hclx_core::Value::string(source).to_string())];
    lines.extend(tfvars::required(page.description));
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let line =
        |(name, value): &(String, String)| format!("  {name:width$} = {}", value.replace('\n', "\n  "));
    let source = line(&lines[0]);
    let inputs: Vec<String> = lines[1..].iter().map(line).collect();
    let gap = if inputs.is_empty() { "" } else { "\n\n" };
    format!("module \"{}\" {{\n{source}{gap}{}\n}}", name.as_deref().unwrap_or("example"), inputs.join("\n"))
}
