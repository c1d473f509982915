//! Statistics of findings by code.

use std::io::{self, Write};

use hclx_diag::{Arrange, Code, ColumnUnit, Diagnostic, Ordered, Sources};

/// Writes a line for each code, most frequent first: the count, the code, its title and one place.
///
/// # Errors
/// The errors of the writer.
pub(crate) fn write(sources: &Sources, findings: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    let mut counts: Ordered<Code, (usize, &Diagnostic)> = Ordered::new();
    for finding in findings {
        counts.or_insert(finding.code, (0, finding)).0 += 1;
    }
    let mut rows: Vec<(Code, usize, &Diagnostic)> =
        counts.into_iter().map(|(code, (count, first))| (code, count, first)).collect();
    rows.arrange_by_key(|(code, count, _)| (std::cmp::Reverse(*count), *code));
    let width = rows.first().map_or(1, |(_, count, _)| count.to_string().len());
    for (code, count, first) in rows {
        let place = first.span.map(|span| {
            let (start, _) = sources.positions(span, ColumnUnit::Graphemes);
            let name: String = sources.get(span.source).name().chars().filter(|c| !c.is_control()).collect();
            format!(" ({name}:{}:{})", start.line, start.column)
        });
        let place = place.unwrap_or_default();
        let place = crate::output::escaped(&place);
        writeln!(out, "{count:>width$} {code} {}{place}", code.info().title)?;
    }
    Ok(())
}
