//! The compact form of a package: sections of JSON by token, each found without parsing the others.
//!
//! The bytes are `HCLXPP`, the version of the form (2 bytes) and a checksum (4 bytes) of everything that follows: name,
//! version, origin, module format and provider as strings; then types, resources and functions, each as three tables:
//! sorted tokens, their JSON, and the sorted meanings of the tokens, each preceded by the index of its token (4 bytes).

use std::sync::Arc;

use hclx_diag::Ordered;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::raw::{self, Texts};
use super::token::{ModuleFormat, Token};
use crate::wire::{Corrupt, Cursor, Table, checksum, put_text};

const MAGIC: &[u8] = b"HCLXPP";
/// The version of the form. Packages in other versions are not read and must be imported again.
const VERSION: u16 = 1;
const HEADER: usize = MAGIC.len() + 2 + 4;

/// The header of the form.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) version: Option<String>,
    pub(super) origin: String,
    pub(super) format: Option<String>,
    pub(super) provider: String,
}

/// The position of a section's tables.
#[derive(Clone, Copy)]
pub(super) struct Section {
    start: usize,
}

/// Returns `true` for the compact form in any version.
pub fn is_stored(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Encodes a package. `is_brief` omits descriptions, which makes encoding slower.
pub(super) fn encode(
    head: &Head,
    format: &ModuleFormat,
    sections: [Texts<'_>; 3],
    is_brief: bool,
) -> Vec<u8> {
    let mut out = Vec::new();
    let version = head.version.as_deref().unwrap_or_default();
    for text in [&head.name, version, &head.origin, head.format.as_deref().unwrap_or_default()] {
        put_text(&mut out, text);
    }
    put_text(&mut out, &head.provider);
    for texts in sections {
        let tokens: Vec<&str> = texts.keys().map(String::as_str).collect();
        let shown = |raw: &&RawValue| if is_brief { brief(raw) } else { raw.get().to_owned() };
        let bodies: Vec<String> = texts.values().map(shown).collect();
        let mut meanings: Ordered<String, u32> = Ordered::new();
        for (number, token) in tokens.iter().enumerate() {
            if let Some(read) = Token::read(token) {
                meanings.or_insert(meaning(&read, format), number as u32);
            }
        }
        Table::put(&mut out, &tokens);
        Table::put(&mut out, &bodies);
        Table::put(&mut out, &meanings.keys().collect::<Vec<_>>());
        meanings.values().for_each(|number| out.extend(number.to_le_bytes()));
    }
    let mut all = MAGIC.to_vec();
    all.extend(VERSION.to_le_bytes());
    all.extend(checksum(&out).to_le_bytes());
    all.extend(out);
    all
}

/// Opens the form, and returns its header and the positions of its sections.
pub(super) fn open(bytes: &[u8]) -> Result<(Head, [Section; 3]), Corrupt> {
    let stored = |range: std::ops::Range<usize>| bytes.get(range).ok_or(Corrupt);
    let is_ours = is_stored(bytes) && stored(6..8)? == VERSION.to_le_bytes();
    if !is_ours || stored(8..HEADER)? != checksum(&bytes[HEADER..]).to_le_bytes() {
        return Err(Corrupt);
    }
    let mut cursor = Cursor::at(bytes, HEADER)?;
    let mut text = || cursor.text().map(str::to_owned);
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    let (name, version, origin, format) = (text()?, given(text()?), text()?, given(text()?));
    let provider = text()?;
    let mut section = || -> Result<Section, Corrupt> {
        let start = bytes.len() - cursor.rest().len();
        let found = Section { start };
        let end = found.tables(bytes)?.end;
        cursor = Cursor::at(bytes, end)?;
        Ok(found)
    };
    Ok((Head { name, version, origin, format, provider }, [section()?, section()?, section()?]))
}

/// The tables of a section.
struct Tables<'b> {
    tokens: Table<'b>,
    bodies: Table<'b>,
    meanings: Table<'b>,
    numbers: &'b [u8],
    /// The end of the section.
    end: usize,
}

impl Section {
    fn tables(self, bytes: &[u8]) -> Result<Tables<'_>, Corrupt> {
        let mut cursor = Cursor::at(bytes, self.start)?;
        let (tokens, bodies) = (Table::read(&mut cursor)?, Table::read(&mut cursor)?);
        let meanings = Table::read(&mut cursor)?;
        let numbers = cursor.bytes(meanings.len().checked_mul(4).ok_or(Corrupt)?)?;
        Ok(Tables { tokens, bodies, meanings, numbers, end: bytes.len() - cursor.rest().len() })
    }

    /// Finds a token, and returns it as spelled in the schema.
    pub(super) fn find<'b>(
        self,
        bytes: &'b [u8],
        token: &Token<'_>,
        format: &ModuleFormat,
    ) -> Option<&'b str> {
        let tables = self.tables(bytes).ok()?;
        // The token as written comes first; the lookup by meaning is for other spellings.
        let number = tables.tokens.position(token.text).or_else(|| {
            let at = tables.meanings.position(&meaning(token, format))? * 4;
            let number = tables.numbers.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(number) as usize)
        })?;
        tables.tokens.text(number).ok()
    }

    /// Decodes the entry of a token that is spelled as in the schema.
    pub(super) fn decode(self, bytes: &[u8], token: &str) -> Option<Json> {
        let tables = self.tables(bytes).ok()?;
        let text = tables.bodies.text(tables.tokens.position(token)?).ok()?;
        serde_json::from_str(text).ok()
    }

    /// The tokens, in order.
    pub(super) fn tokens(self, bytes: &Arc<[u8]>) -> impl Iterator<Item = &str> {
        let tokens = self.tables(bytes).ok().map(|tables| tables.tokens);
        let len = tokens.map_or(0, |tokens| tokens.len());
        (0..len).filter_map(move |number| tokens?.text(number).ok())
    }
}

/// Module and name in one string, which is equal for tokens with the same meaning.
fn meaning(token: &Token<'_>, format: &ModuleFormat) -> String {
    let (module, name) = token.meaning(format);
    format!("{module}\0{name}")
}

/// JSON without documentation and without data for code generators.
fn brief(raw: &RawValue) -> String {
    let Ok(mut json) = serde_json::from_str::<Json>(raw.get()) else { return raw.get().to_owned() };
    shorten(&mut json);
    json.to_string()
}

fn shorten(json: &mut Json) {
    match json {
        Json::Object(entries) => {
            entries.retain(|name, value| match name.as_str() {
                // a property with such a name is an object
                "description" => !value.is_string(),
                "language" => raw::is_type(value),
                _ => true,
            });
            // the JSON parser limits the depth of recursion
            entries.values_mut().for_each(shorten);
        }
        Json::Array(elements) => elements.iter_mut().for_each(shorten),
        _ => {}
    }
}
