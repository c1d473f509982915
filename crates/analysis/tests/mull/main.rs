//! Mull documents as a whole: the recorded cases, and laws.

mod functions;
mod laws;
mod recorded;
