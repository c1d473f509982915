//! The table of codes, one file for each range of numbers.
//!
//! HX0 the tool itself, HX1 syntax, HX2 types, HX3 names, HX4 functions, HX5 schemas and modules, HX6 unknown
//! values, HX7 changes between versions, HX8 policies, HX9 lints; MU for Mull.

use crate::Code;

/// Declares the codes of one range and their list, for the given stage. A lint is followed by its group: `NAME =
/// "HX9001" in Style, …`. `at` sets another stage, `is` a kind, `tag` an editor tag and `mull` the corresponding code
/// of Mull; `if complete` marks a code that reports the absence of something.
macro_rules! codes {
    ($stage:ident; $($name:ident = $id:literal $(in $group:ident)? $(at $own:ident)? $(is $kind:ident)? $(tag $tag:ident)? $(mull $twin:ident)? $(if $complete:ident)?, $title:literal, $explanation:literal, $example:literal => $fixed:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::Code = $crate::Code(&$crate::CodeInfo {
                id: $id,
                group: codes!(@group $($group)?),
                stage: codes!(@stage $stage $($own)?),
                kind: codes!(@kind $($kind)?),
                tag: codes!(@tag $($tag)?),
                mull: codes!(@mull $($twin)?),
                needs_all_files: codes!(@needs $($complete)?),
                title: $title,
                explanation: $explanation,
                example: $example,
                fixed: $fixed,
            });
        )*
        /// The rows of this range in order.
        pub(super) const ALL: &[$crate::Code] = &[$($name),*];
    };
    (@needs) => { false };
    (@needs complete) => { true };
    (@stage $file:ident) => { $crate::Stage::$file };
    (@stage $file:ident $own:ident) => { $crate::Stage::$own };
    (@kind) => { None };
    (@kind $kind:ident) => { Some($crate::CodeKind::$kind) };
    (@tag) => { None };
    (@tag $tag:ident) => { Some($crate::CodeTag::$tag) };
    (@mull) => { None };
    (@mull $twin:ident) => { Some($crate::mull_codes::$twin) };
    (@group) => { None };
    (@group $group:ident) => { Some($crate::Group::$group) };
}

mod applications;
mod functions;
mod json;
mod lints;
mod modules;
mod mull;
mod naming;
mod policies;
mod programs;
mod schema;
mod style;
mod suppressions;
mod syntax;
mod tool;
mod types;
mod unknown;
mod versions;

/// The codes by name.
pub(crate) mod names {
    pub use super::applications::*;
    pub use super::functions::*;
    pub use super::json::*;
    pub use super::lints::*;
    pub use super::modules::*;
    pub use super::naming::*;
    pub use super::policies::*;
    pub use super::programs::*;
    pub use super::schema::*;
    pub use super::style::*;
    pub use super::suppressions::*;
    pub use super::syntax::*;
    pub use super::tool::*;
    pub use super::types::*;
    pub use super::unknown::*;
    pub use super::versions::*;
}

/// The codes of Mull by name. Many correspond to an HCL code and have the same name.
pub(crate) mod mull_names {
    pub use super::mull::*;
}

/// All codes, in the order of their numbers.
pub fn all() -> impl Iterator<Item = Code> {
    [
        tool::ALL,
        syntax::ALL,
        json::ALL,
        types::ALL,
        naming::ALL,
        functions::ALL,
        schema::ALL,
        modules::ALL,
        programs::ALL,
        applications::ALL,
        unknown::ALL,
        versions::ALL,
        policies::ALL,
        suppressions::ALL,
        style::ALL,
        lints::ALL,
        mull::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// The code with this id, ignoring case.
pub fn find(id: &str) -> Option<Code> {
    all().find(|code| code.id().eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stage;

    /// The first code of Mull in the order of the table.
    const MULL: Code = mull_names::YAML_SYNTAX;

    fn mull_twins() -> impl Iterator<Item = Code> {
        all().filter_map(|code| code.info().mull)
    }

    #[test]
    fn ids_are_unique_and_ascending() {
        let ids: Vec<_> = all().map(Code::id).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
    }

    #[test]
    fn lints_and_nothing_else_have_groups() {
        for code in all() {
            assert_eq!(code.group().is_some(), code.stage() == Stage::Lint && code < MULL, "{code}");
        }
    }

    #[test]
    fn a_twin_has_the_kind_of_its_code() {
        assert!(mull_twins().count() > 0);
        for code in all() {
            let Some(twin) = code.info().mull else { continue };
            assert!(twin.info().mull.is_none() && twin.is_limit() == code.is_limit(), "{code}");
        }
    }

    #[test]
    fn every_row_is_filled() {
        for code in all() {
            let info = code.info();
            assert!(!info.title.is_empty() && !info.explanation.is_empty(), "{code}");
            assert!(!info.title.ends_with('.'), "{code}: a title is not a sentence");
        }
    }
}
