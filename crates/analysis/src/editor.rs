//! Facts about a language that answers of an editor need, as data: an answer asks for a fact, never for a language.

/// The facts of a language.
#[derive(Clone, Copy, Debug)]
pub struct EditorRow {
    /// Set if files of a directory form a module, whose outputs callers read by `module.CALL.OUTPUT`, and whose blocks
    /// can have instances.
    pub has_modules: bool,
    /// The conventional files of blocks, by type, without their ending; empty if blocks are not moved between files.
    pub homes: &'static [(&'static str, &'static str)],
    /// The endings of files that take the place of those with the same name and another ending, with that ending.
    pub replacements: &'static [(&'static str, &'static str)],
    /// The types of blocks whose arguments are constants or addresses.
    pub constant_blocks: &'static [&'static str],
    /// Names that variables cannot have.
    pub reserved_variables: &'static [&'static str],
    /// First words of references that have no declaration.
    pub built_in: &'static [&'static str],
    /// Template expressions that a path may start with.
    pub path_bases: &'static [&'static str],
    /// The attributes and block types at the root of files, in the order in which they are offered.
    pub order: &'static [&'static str],
    /// First words of references that an attribute of the block around brings into scope, with that attribute.
    pub needs: &'static [(&'static str, &'static str)],
    /// Names that every expression can refer to.
    pub names: &'static [&'static str],
    /// The attributes that declare names in their blocks: keys, for the elements of their values, or names in a list.
    pub declaring: &'static [&'static str],
    /// Usual strings of attributes that can be any string, by the type of the block and the attribute; an attribute without a
    /// name is the first label.
    pub usual: &'static [UsualTexts],
}

/// Usual strings of an attribute.
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
        usual: &[],
    };
}
