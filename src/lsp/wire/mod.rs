//! The Language Server Protocol as bytes and JSON: frames, messages, positions, URIs, findings. Outside of
//! this directory, only message handlers use the names of its fields.
//!
//! The server exchanges few kinds of messages, so it reads them from JSON field by field: unknown fields are
//! ignored, and a field of the wrong type counts as missing. The frame reader bounds every length before it
//! allocates memory, and answers malformed JSON instead of exiting.

pub(crate) mod edits;
pub(crate) mod findings;
pub(crate) mod frames;
pub(crate) mod message;
pub(crate) mod positions;
