//! The Language Server Protocol as bytes and JSON: frames, messages, positions, URIs, findings. Nothing outside of
//! this directory knows the names of its fields but the handlers of messages.
//!
//! The messages that this server exchanges are few, so they are read from JSON field by field: what a client sends
//! beyond them is not looked at, and a field of the wrong type is as good as missing. A frame reader of our own
//! bounds every length before it asks for memory, and answers malformed JSON in place of ending.

pub(crate) mod findings;
pub(crate) mod frames;
pub(crate) mod message;
pub(crate) mod positions;
pub(crate) mod uri;
