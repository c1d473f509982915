//! Comma-separated values, parsed like Go's `encoding/csv`.

/// A reader of CSV, record by record.
#[derive(Debug)]
pub struct CsvReader<'t> {
    rest: &'t str,
    /// The current line, from 1.
    line: usize,
    /// The line on which the last record started, from 1.
    pub started: usize,
}

impl<'t> CsvReader<'t> {
    /// Creates a reader at the start of the input.
    pub const fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1, started: 1 }
    }

    /// The next record; empty lines are skipped.
    ///
    /// # Errors The error about a quote, as a phrase that follows the name of the source.
    pub fn record(&mut self) -> Result<Option<Vec<String>>, String> {
        while let Some(rest) = self.rest.strip_prefix("\r\n").or_else(|| self.rest.strip_prefix('\n')) {
            self.rest = rest;
            self.line += 1;
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.started = self.line;
        let mut fields = Vec::new();
        loop {
            fields.push(if self.rest.starts_with('"') { self.quoted()? } else { self.plain()? });
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None => break,
            }
        }
        if let Some(rest) = self.rest.strip_prefix("\r\n").or_else(|| self.rest.strip_prefix('\n')) {
            self.rest = rest;
            self.line += 1;
        }
        Ok(Some(fields))
    }

    /// Reads an unquoted field, up to a comma or the end of the line.
    fn plain(&mut self) -> Result<String, String> {
        let is_end = |byte| matches!(byte, b',' | b'\n');
        let end = self.rest.bytes().position(is_end).unwrap_or(self.rest.len());
        let (mut field, rest) = self.rest.split_at(end);
        // Like Go, drop a carriage return at the end of a line or of the input, but not before a comma.
        if let Some(without) = field.strip_suffix('\r').filter(|_| !rest.starts_with(',')) {
            field = without;
        }
        if field.contains('"') {
            let line = self.line;
            return Err(format!(
                "has a quote inside an unquoted field in line {line}; quote the whole field"
            ));
        }
        self.rest = rest;
        Ok(field.to_owned())
    }

    /// Reads a quoted field, in which two quotes represent one.
    fn quoted(&mut self) -> Result<String, String> {
        let started = self.line;
        let mut field = String::new();
        let mut rest = &self.rest[1..];
        loop {
            let Some((part, after)) = rest.split_once('"') else {
                return Err(format!("has an unclosed quote in line {started}"));
            };
            self.line += part.bytes().filter(|byte| *byte == b'\n').count();
            field.push_str(part);
            match after.strip_prefix('"') {
                Some(more) => {
                    field.push('"');
                    rest = more;
                }
                None => {
                    self.rest = after;
                    break;
                }
            }
        }
        let ends = self.rest.is_empty() || [",", "\n", "\r\n"].iter().any(|end| self.rest.starts_with(end));
        if !ends {
            let line = self.line;
            return Err(format!(
                "has characters after a closing quote in line {line}; write a quote as `\"\"`"
            ));
        }
        // Go normalizes line breaks before it examines quotes, so those inside fields change too.
        Ok(field.replace("\r\n", "\n"))
    }
}
