//! Decoding by specifications: the recorded runs of the reference.

mod recorded;
