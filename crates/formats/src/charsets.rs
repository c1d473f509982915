//! Character sets with tables. A build may omit them (feature `charsets`), in which case no set is supported.

/// Set if this build has the tables.
pub const IS_COMPLETE: bool = cfg!(feature = "charsets");

#[cfg(feature = "charsets")]
pub use tables::CharacterSet;
#[cfg(not(feature = "charsets"))]
pub use without::CharacterSet;

#[cfg(feature = "charsets")]
mod tables {
    use encoding_rs::Encoding;

    /// A character set of the library.
    pub struct CharacterSet(&'static Encoding);

    impl CharacterSet {
        /// The set with this name.
        pub fn of(name: &str) -> Option<Self> {
            Encoding::for_label_no_replacement(name.as_bytes()).map(Self)
        }

        /// The encoded bytes of a string, or the first character that the set does not contain.
        pub fn encoded(&self, plain: &str) -> Result<Vec<u8>, char> {
            if let Some(control) = plain.chars().find(|c| self.is_undefined(*c)) {
                return Err(control);
            }
            let (bytes, _, failed) = self.0.encode(plain);
            if !failed {
                return Ok(bytes.into_owned());
            }
            // The library does not return the character that failed.
            Err(plain.chars().find(|c| self.0.encode(c.encode_utf8(&mut [0; 4])).2).unwrap_or_default())
        }

        /// Decodes bytes to a string.
        pub fn decoded(&self, bytes: &[u8]) -> Option<String> {
            let text = self.0.decode_without_bom_handling_and_without_replacement(bytes)?;
            (!text.chars().any(|c| self.is_undefined(c))).then(|| text.into_owned())
        }

        /// Returns `true` for the control characters that browsers decode from undefined bytes of the Windows
        /// sets; Terraform rejects these bytes.
        fn is_undefined(&self, c: char) -> bool {
            matches!(c, '\u{80}'..='\u{9f}') && self.0.name().starts_with("windows-")
        }
    }
}

#[cfg(not(feature = "charsets"))]
mod without {
    /// This build has no sets with tables.
    pub enum CharacterSet {}

    impl CharacterSet {
        /// Always `None`: no set is supported.
        pub fn of(_: &str) -> Option<Self> {
            None
        }

        /// Never called: there are no sets.
        pub fn encoded(&self, _: &str) -> Result<Vec<u8>, char> {
            match *self {}
        }

        /// Never called: there are no sets.
        pub fn decoded(&self, _: &[u8]) -> Option<String> {
            match *self {}
        }
    }
}
