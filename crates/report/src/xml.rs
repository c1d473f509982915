//! XML that any parser accepts, regardless of its contents: indented elements with attributes and text.

use std::io::{self, Write};

use crate::text::visible;

/// Writes one document from start to end.
pub(crate) struct Xml<'w> {
    out: &'w mut dyn Write,
    open: Vec<&'static str>,
}

impl<'w> Xml<'w> {
    /// Begins a document.
    pub(crate) fn new(out: &'w mut dyn Write) -> io::Result<Self> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        Ok(Self { out, open: Vec::new() })
    }

    /// Opens an element; [`Xml::close`] ends it.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.start(name, attributes)?;
        writeln!(self.out, ">")?;
        self.open.push(name);
        Ok(())
    }

    /// Ends the element that was opened last.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        writeln!(self.out, "{:1$}</{name}>", "", 2 * self.open.len())
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.start(name, attributes)?;
        writeln!(self.out, "/>")
    }

    /// Writes an element with text content.
    pub(crate) fn text(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        text: &str,
    ) -> io::Result<()> {
        self.start(name, attributes)?;
        writeln!(self.out, ">{}</{name}>", escaped(text, false))
    }

    fn start(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> io::Result<()> {
        write!(self.out, "{:1$}<{name}", "", 2 * self.open.len())?;
        attributes.iter().try_for_each(|(key, value)| write!(self.out, " {key}=\"{}\"", escaped(value, true)))
    }
}

/// Escapes a text. Line breaks in an attribute would be read as spaces, so they are written as references.
/// XML cannot represent most control characters, even as references, so visible characters replace them.
fn escaped(text: &str, attribute: bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            // `]]>` is an error in text, so `>` is escaped everywhere.
            '>' => safe.push_str("&gt;"),
            '"' if attribute => safe.push_str("&quot;"),
            '\n' if attribute => safe.push_str("&#10;"),
            '\n' => safe.push('\n'),
            // In an attribute, a tab would also be read as a space.
            '\t' => safe.push_str("&#9;"),
            // These two code points are not characters of XML.
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(visible(c)),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_text_it_is_xml() {
        assert_eq!(
            escaped("a<b>&\"c\"\n\x1b\u{202e}\u{ffff}\r", true),
            "a&lt;b&gt;&amp;&quot;c&quot;&#10;␛\u{fffd}\u{fffd}␍"
        );
        assert_eq!(escaped("\"\n\t", false), "\"\n&#9;");
        let mut out = Vec::new();
        let mut xml = Xml::new(&mut out).expect("a Vec takes everything");
        xml.open("a", &[("k", "v")]).expect("written");
        xml.text("b", &[], "x").expect("written");
        xml.empty("c", &[]).expect("written");
        xml.close().expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(text.split_once('\n').expect("a line").1, "<a k=\"v\">\n  <b>x</b>\n  <c/>\n</a>\n");
    }
}
