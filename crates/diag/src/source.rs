//! Sources and their ids.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::{ColumnUnit, LineIndex, Position, Span};

/// The maximum length of a source in bytes. Locations are 32-bit offsets, which keeps spans small.
pub const MAX_SOURCE_BYTES: usize = 1 << 30;

/// The index of a source within a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A named source. Invalid UTF-8 is kept, because locations are byte offsets.
#[derive(Debug, Clone)]
pub struct Source {
    name: Arc<str>,
    bytes: Arc<[u8]>,
    /// The same bytes as a string, if they were checked as a whole and are valid UTF-8.
    text: Option<Arc<str>>,
    /// The bytes that excerpts show instead of the source.
    shown: Option<Arc<[u8]>>,
    lines: OnceLock<Arc<LineIndex>>,
}

impl Source {
    /// Creates a source called `name` (a path as the user wrote it, or `<stdin>`).
    pub fn new(name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), bytes: bytes.into(), text: None, shown: None, lines: OnceLock::new() }
    }

    /// Creates a source from bytes that were just read. UTF-8 is validated once, so that parts need no check.
    pub fn read(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text: Arc<str> = text.into();
                Self { text: Some(Arc::clone(&text)), ..Self::new(name, text) }
            }
            Err(error) => Self::new(name, error.into_bytes()),
        }
    }

    /// The source as a string, if it is known to be UTF-8; it shares the memory of the bytes.
    pub fn text(&self) -> Option<&Arc<str>> {
        self.text.as_ref()
    }

    /// The name as shown in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes as read.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The bytes that findings show: the source itself, or a substitute if values must not be shown.
    pub fn shown(&self) -> &Arc<[u8]> {
        self.shown.as_ref().unwrap_or(&self.bytes)
    }

    /// Returns `true` if findings show a substitute.
    pub fn is_concealed(&self) -> bool {
        self.shown.is_some()
    }

    /// The line starts; computed once.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| Arc::new(LineIndex::new(&self.bytes)))
    }

    /// Line and column of a byte offset, both from 1; an offset past the end counts as the end.
    pub fn position(&self, offset: u32, unit: ColumnUnit) -> Position {
        self.lines().position(&self.bytes, offset, unit)
    }
}

/// All sources of a run, by index, or those of them that its findings need.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    list: Vec<Option<Box<Source>>>,
}

/// Stands for a source that was left out.
static ABSENT: LazyLock<Source> = LazyLock::new(|| Source::new("", &[][..]));

impl Sources {
    /// An empty set of sources.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source and returns its id.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 sources"));
        self.list.push(Some(Box::new(source)));
        id
    }

    /// Sets the source with an id; earlier ones that are not set are left out.
    pub fn set(&mut self, id: SourceId, source: Source) {
        let index = id.0 as usize;
        if self.list.len() <= index {
            self.list.resize_with(index + 1, || None);
        }
        self.list[index] = Some(Box::new(source));
    }

    /// The source with an id from this collection.
    pub fn get(&self, id: SourceId) -> &Source {
        let source = self.list[id.0 as usize].as_deref();
        // In a release build, an empty source is better than a panic.
        debug_assert!(source.is_some(), "a source that was left out");
        source.unwrap_or(&ABSENT)
    }

    /// All sources with their ids, in order, except those that are left out.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        let list = self.list.iter().enumerate();
        list.filter_map(|(index, source)| Some((SourceId(index as u32), source.as_deref()?)))
    }

    /// The number of sources, including those that are left out.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns `true` if there are no sources.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Sets the bytes that findings show instead of a source: of equal length, with the same line breaks.
    pub fn show(&mut self, id: SourceId, shown: impl Into<Arc<[u8]>>) {
        let Some(source) = &mut self.list[id.0 as usize] else { return };
        let shown = shown.into();
        assert_eq!(shown.len(), source.bytes.len(), "offsets stay");
        source.shown = Some(shown);
    }

    /// The start and end of a span as lines and columns.
    pub fn positions(&self, span: Span, unit: ColumnUnit) -> (Position, Position) {
        let source = self.get(span.source);
        (source.position(span.range.start, unit), source.position(span.range.end, unit))
    }
}
