//! Files that contain a page between two markers.

/// A page's markers, and the text between them and the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageMarkers {
    /// The marker before the page.
    pub begin: String,
    /// The text between the first marker and the page.
    pub before: String,
    /// The text between the page and the last marker.
    pub after: String,
    /// The marker after the page.
    pub end: String,
}

/// The placeholder for the page in a template.
const CONTENT: &str = "{{ .Content }}";

/// The known pairs of markers, the usual one first.
const KNOWN: &[(&str, &str)] = &[
    ("<!-- BEGIN_TF_DOCS -->", "<!-- END_TF_DOCS -->"),
    (
        "<!-- BEGINNING OF PRE-COMMIT-TERRAFORM DOCS HOOK -->",
        "<!-- END OF PRE-COMMIT-TERRAFORM DOCS HOOK -->",
    ),
    ("<!-- BEGINNING OF PRE-COMMIT-OPENTOFU DOCS HOOK -->", "<!-- END OF PRE-COMMIT-OPENTOFU DOCS HOOK -->"),
];

/// The markers in a file, or the default ones if it has none.
pub(crate) fn markers_in(text: &str) -> PageMarkers {
    let found = KNOWN.iter().find(|(begin, end)| text.contains(begin) && text.contains(end));
    let (begin, end) = found.unwrap_or(&KNOWN[0]);
    let line = || "\n".to_owned();
    PageMarkers { begin: (*begin).to_owned(), before: line(), after: line(), end: (*end).to_owned() }
}

impl PageMarkers {
    /// Reads the template of settings: a line with a marker, the place of the page, and a line with a marker.
    ///
    /// # Errors The missing part.
    pub(crate) fn read(template: &str) -> Result<Self, &'static str> {
        // terraform-docs accepts templates on one line, with `\n` in place of line breaks.
        let template = with_literals(&template.replace("\\n", "\n"));
        let template = template.trim_matches('\n');
        let (before, after) = template.split_once(CONTENT).ok_or("missing `{{ .Content }}`")?;
        let (begin, before) = before.split_once('\n').ok_or("the first line must be a comment")?;
        let (after, end) = after.rsplit_once('\n').ok_or("the last line must be a comment")?;
        // These are the notations that terraform-docs treats as comments; the first one is for AsciiDoc.
        let is_comment = |line: &str| {
            let line = line.trim();
            line.starts_with("//")
                || line.starts_with("<!--") && line.ends_with("-->")
                || line.starts_with("[//]: #")
                || line.starts_with("[comment]: #")
                || line.starts_with("[]: #")
        };
        if !is_comment(begin) || !is_comment(end) {
            return Err("the first and the last line must be comments");
        }
        if before.contains("{{") || after.contains("{{") {
            return Err("only `{{ .Content }}` is supported in it");
        }
        Ok(Self {
            begin: begin.trim().to_owned(),
            before: format!("\n{before}"),
            after: format!("{after}\n"),
            end: end.trim().to_owned(),
        })
    }

    /// Reads the template of a file that is replaced as a whole.
    ///
    /// # Errors The missing part.
    pub(crate) fn free(template: &str) -> Result<Self, &'static str> {
        let template = with_literals(&template.replace("\\n", "\n"));
        let (begin, end) = template.split_once(CONTENT).ok_or("missing `{{ .Content }}`")?;
        if begin.contains("{{") || end.contains("{{") {
            return Err("only `{{ .Content }}` is supported in it");
        }
        let (before, after) = (String::new(), String::new());
        Ok(Self { begin: begin.to_owned(), before, after, end: end.to_owned() })
    }

    /// A page between its markers.
    pub(crate) fn whole(&self, page: &str) -> String {
        [&self.begin, &self.before, page, &self.after, &self.end].map(|part| part as &str).concat()
    }

    /// Inserts a page between the markers of a file. For a file without markers, they are added at its end.
    ///
    /// # Errors
    /// The marker that is missing or misplaced.
    pub(crate) fn inject(&self, file: &[u8], page: &str) -> Result<Vec<u8>, String> {
        let whole = self.whole(page).into_bytes();
        if file.is_empty() {
            return Ok(whole);
        }
        match (find(file, self.begin.as_bytes()), find(file, self.end.as_bytes())) {
            (None, None) => Ok([file, b"\n", &whole].concat()),
            (None, Some(_)) => Err(format!("missing `{}` before `{}`", self.begin, self.end)),
            (Some(_), None) => Err(format!("missing `{}` after `{}`", self.end, self.begin)),
            (Some(begin), Some(end)) if end < begin => {
                Err(format!("`{}` is before `{}`", self.end, self.begin))
            }
            (Some(begin), Some(end)) => Ok([&file[..begin], &whole, &file[end + self.end.len()..]].concat()),
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// A template in which actions that write strings, such as `{{ "a" }}` and `{{- printf "\n" -}}`, are replaced by the
/// strings; `-` removes the blanks on its side. Other actions are kept.
fn with_literals(template: &str) -> String {
    let mut written = String::new();
    let mut rest = template;
    while let Some((before, (action, after))) =
        rest.split_once("{{").and_then(|(before, inner)| Some((before, inner.split_once("}}")?)))
    {
        written.push_str(before);
        rest = after;
        let inner = action.strip_prefix('-').unwrap_or(action);
        let inner = inner.strip_suffix('-').unwrap_or(inner).trim();
        let text = inner.strip_prefix("printf").unwrap_or(inner).trim();
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let Some(text) = text.filter(|text| !text.contains(['%', '"'])) else {
            written.push_str(&format!("{{{{{action}}}}}"));
            continue;
        };
        if action.starts_with('-') {
            written.truncate(written.trim_end().len());
        }
        if action.ends_with('-') {
            rest = rest.trim_start();
        }
        written.push_str(&text.replace("\\t", "\t"));
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_with_strings_are_written() {
        let template = "<!-- A -->\n{{ .Content }}\n<!-- B -->\n{{- printf \"\n\" -}} \n";
        assert_eq!(with_literals(template), "<!-- A -->\n{{ .Content }}\n<!-- B -->\n");
        assert_eq!(with_literals("{{ \"a\" }}{{ include \"b\" }}"), "a{{ include \"b\" }}");
        // spaces are mandatory, as for terraform-docs
        assert_eq!(with_literals("{{.Content}}{{- .Content -}}"), "{{.Content}}{{- .Content -}}");
        assert_eq!(with_literals("{{ open"), "{{ open");
    }

    #[test]
    fn bytes_outside_of_the_markers_stay() {
        let marked = markers_in("");
        let file = b"\xffa\n<!-- BEGIN_TF_DOCS -->\nold\n<!-- END_TF_DOCS -->\r\nb";
        let once = marked.inject(file, "new").expect("both markers");
        assert_eq!(once, b"\xffa\n<!-- BEGIN_TF_DOCS -->\nnew\n<!-- END_TF_DOCS -->\r\nb");
        assert_eq!(marked.inject(&once, "new").as_deref(), Ok(&*once));
    }

    #[test]
    fn a_file_without_markers_gets_them() {
        let marked = markers_in("");
        let once = marked.inject(b"# A\n", "new").expect("no markers");
        assert_eq!(once, b"# A\n\n<!-- BEGIN_TF_DOCS -->\nnew\n<!-- END_TF_DOCS -->");
        assert_eq!(marked.inject(&once, "new").as_deref(), Ok(&*once));
        let wrong = marked.inject(b"<!-- END_TF_DOCS -->", "new");
        assert_eq!(wrong, Err("missing `<!-- BEGIN_TF_DOCS -->` before `<!-- END_TF_DOCS -->`".to_owned()));
    }

    #[test]
    fn templates_name_the_markers() {
        let marked = PageMarkers::read("<!-- B -->\n# Docs\n{{ .Content }}\n<!-- E -->").expect("a template");
        assert_eq!(marked.whole("x"), "<!-- B -->\n# Docs\nx\n<!-- E -->");
        assert_eq!(PageMarkers::read("<!-- B -->\n<!-- E -->"), Err("missing `{{ .Content }}`"));
    }
}
