//! The template of a page in settings: text, sections and included files.

use hclx_present::markdown::Section;

/// A part of a template.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Text(&'t str),
    Sections(&'static [Section]),
    /// The name of a file, relative to the module.
    File(&'t str),
}

/// The parts of a template.
///
/// # Errors
/// The action that is not supported.
pub(super) fn parts(template: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (action, after) = after.split_once("}}").ok_or("missing `}}`")?;
        // Go templates remove the white space next to `{{-` and `-}}`.
        let (before, action) = match action.strip_prefix('-') {
            Some(action) => (before.trim_end(), action),
            None => (before, action),
        };
        let (after, action) = match action.strip_suffix('-') {
            Some(action) => (after.trim_start(), action),
            None => (after, action),
        };
        parts.push(Part::Text(before));
        parts.extend(part(action.trim())?);
        rest = after;
    }
    parts.push(Part::Text(rest));
    Ok(parts)
}

/// The part that an action represents; `None` for a comment.
fn part(action: &str) -> Result<Option<Part<'_>>, String> {
    let sections: &[Section] = match action {
        ".Header" => &[Section::Header],
        ".Footer" => &[Section::Footer],
        ".Inputs" => &[Section::Inputs],
        ".Modules" => &[Section::Modules],
        ".Outputs" => &[Section::Outputs],
        ".Providers" => &[Section::Providers],
        ".Usage" => &[Section::Usage],
        ".Requirements" => &[Section::Requirements],
        ".Resources" => &[Section::Resources, Section::DataSources],
        // Go templates have comments.
        _ if action.starts_with("/*") && action.ends_with("*/") => return Ok(None),
        _ => {
            let name = action.strip_prefix("include ").map(str::trim);
            let name = name.and_then(|name| name.strip_prefix('"')?.strip_suffix('"'));
            let name = name.filter(|name| !name.contains(['"', '\\']));
            let file = name.map(|name| Some(Part::File(name)));
            return file.ok_or_else(|| {
                format!("`{{{{ {action} }}}}` is not supported, only sections and `include \"FILE\"`")
            });
        }
    };
    Ok(Some(Part::Sections(sections)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_have_parts() {
        let template = "a \n{{- .Inputs -}}\n b {{/* c */}}{{ include \"x.tf\" }}";
        let expected = [
            Part::Text("a"),
            Part::Sections(&[Section::Inputs]),
            Part::Text("b "),
            Part::Text(""),
            Part::File("x.tf"),
            Part::Text(""),
        ];
        assert_eq!(parts(template).expect("a template"), expected);
    }

    #[test]
    fn other_actions_are_refused_by_name() {
        let refused = |action: &str| {
            format!("`{{{{ {action} }}}}` is not supported, only sections and `include \"FILE\"`")
        };
        for action in ["range .Module.Inputs", ".Inputs | trim", "include .Name", "include \"a\" \"b\""] {
            assert_eq!(parts(&format!("{{{{ {action} }}}}")), Err(refused(action)));
        }
        assert_eq!(parts("{{ .Inputs"), Err("missing `}}`".to_owned()));
    }
}
