//! Facts about a language that editor features need, as data: a feature asks for a fact, never for a language.

/// The facts of a language.
#[derive(Clone, Copy, Debug)]
pub struct EditorRow {
    /// Set if the files of a directory form a module, whose outputs callers read as `module.CALL.OUTPUT`, and whose
    /// blocks can have instances.
    pub has_modules: bool,
    /// The conventional files of blocks, by type, without their ending; empty if blocks are not moved between files.
    pub homes: &'static [(&'static str, &'static str)],
    /// The endings of files that replace those with the same name and another ending, with that ending.
    pub replacements: &'static [(&'static str, &'static str)],
    /// The types of blocks whose arguments are constants or addresses.
    pub constant_blocks: &'static [&'static str],
    /// Names that variables cannot have.
    pub reserved_variables: &'static [&'static str],
    /// First names of references that have no declaration.
    pub built_in: &'static [&'static str],
    /// Template expressions that a path may start with.
    pub path_bases: &'static [&'static str],
    /// The attributes and block types at the root of files, in the order in which they are offered.
    pub order: &'static [&'static str],
    /// First names of references that an attribute of the enclosing block brings into scope, with that
    /// attribute.
    pub needs: &'static [(&'static str, &'static str)],
    /// Names that every expression can refer to.
    pub names: &'static [&'static str],
    /// The attributes that declare names in their blocks: keys, for the elements of their values, or names in a list.
    pub declaring: &'static [&'static str],
    /// The type of the blocks that declare functions; empty if there are none.
    pub functions: &'static str,
    /// Common strings for attributes that accept any string, by the type of the block and the attribute; an attribute
    /// without a name is the first label.
    pub usual: &'static [UsualTexts],
}

/// Common strings for an attribute.
pub type UsualTexts = (&'static str, &'static str, &'static [&'static str]);

impl EditorRow {
    /// A language without such facts.
    pub const PLAIN: Self = Self {
        has_modules: false,
        homes: &[],
        replacements: &[],
        constant_blocks: &[],
        reserved_variables: &[],
        built_in: &[],
        path_bases: &[],
        order: &[],
        needs: &[],
        names: &[],
        declaring: &[],
        functions: "",
        usual: &[],
    };
}
