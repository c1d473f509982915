//! HX9: lints and limits of the tool itself.

codes! {}
