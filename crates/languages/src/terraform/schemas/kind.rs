//! The kinds of declarations in a module.

impl Kind {
    /// The kind of a block type.
    pub(crate) fn of(block_type: &str) -> Option<Self> {
        Some(match block_type {
            "variable" => Self::Variable,
            "output" => Self::Output,
            "module" => Self::Module,
            "provider" => Self::Provider,
            "resource" => Self::Resource,
            "data" => Self::Data,
            "ephemeral" => Self::Ephemeral,
            "action" => Self::Action,
            "list" => Self::List,
            "check" => Self::Check,
            _ => return None,
        })
    }

    /// The noun in messages.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Variable => "variable",
            Self::Local => "local value",
            Self::Output => "output",
            Self::Module => "module call",
            Self::Provider => "provider configuration",
            Self::Resource => "resource",
            Self::Data => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::Action => "action",
            Self::List => "list block",
            Self::Check => "check",
        }
    }

    /// The prefix of the keys of such declarations.
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Variable => "var.",
            Self::Local => "local.",
            Self::Output => "output.",
            Self::Module => "module.",
            Self::Provider => "provider.",
            Self::Resource => "resource.",
            Self::Data => "data.",
            Self::Ephemeral => "ephemeral.",
            Self::Action => "action.",
            Self::List => "list.",
            Self::Check => "check.",
        }
    }
}

/// The kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Variable,
    Local,
    Output,
    Module,
    Provider,
    Resource,
    Data,
    Ephemeral,
    Action,
    List,
    Check,
}
