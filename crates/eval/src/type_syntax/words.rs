//! The keywords of type expressions.

use hclx_core::Type;
use hclx_diag::Arrange;

use super::{TypeOptions, TypeWords};

/// The meaning of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A type without arguments.
    Type(&'static Type),
    /// `list`, `set`, `map`, `promise`, `output`: take one type as argument.
    OneType(Constructor),
    /// `object`: takes a map of attributes.
    Object,
    /// `tuple`: takes a list of types.
    Tuple,
    /// `union`: takes any number of types.
    Union,
    /// `optional`: only allowed around the type of an attribute.
    Optional,
}

/// Constructors with one type argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constructor {
    List,
    Set,
    Map,
    Promise,
    Output,
}

impl Constructor {
    pub(super) fn make(self, inner: Type) -> Type {
        match self {
            Constructor::List => Type::list(inner),
            Constructor::Set => Type::set(inner),
            Constructor::Map => Type::map(inner),
            Constructor::Promise => Type::promise(inner),
            Constructor::Output => Type::output(inner),
        }
    }

    /// Returns `true` if the argument is the type of the elements.
    pub(super) const fn is_collection(self) -> bool {
        matches!(self, Constructor::List | Constructor::Set | Constructor::Map)
    }
}

/// The keywords of HCL's extension.
const BASE: &[(&str, Word)] = &[
    ("any", Word::Type(&Type::ANY)),
    ("bool", Word::Type(&Type::BOOL)),
    ("list", Word::OneType(Constructor::List)),
    ("map", Word::OneType(Constructor::Map)),
    ("number", Word::Type(&Type::NUMBER)),
    ("object", Word::Object),
    ("optional", Word::Optional),
    ("set", Word::OneType(Constructor::Set)),
    ("string", Word::Type(&Type::STRING)),
    ("tuple", Word::Tuple),
];

/// The keyword of the extended model that Pulumi programs declare.
const INT: &[(&str, Word)] = &[("int", Word::Type(&Type::INT))];

/// The keywords of the extended model.
const EXTENDED: &[(&str, Word)] = &[
    ("int", Word::Type(&Type::INT)),
    ("none", Word::Type(&Type::NONE)),
    ("output", Word::OneType(Constructor::Output)),
    ("promise", Word::OneType(Constructor::Promise)),
    ("union", Word::Union),
];

/// The types that only Pulumi has.
const PULUMI: &[(&str, Word)] =
    &[("archive", Word::Type(&Type::ARCHIVE)), ("asset", Word::Type(&Type::ASSET))];

/// The keywords that the options allow, with their meanings.
pub(super) fn all(options: &TypeOptions) -> impl Iterator<Item = (&'static str, Word)> {
    let extended = match options.words {
        TypeWords::Extended | TypeWords::Pulumi => EXTENDED,
        TypeWords::WithInt => INT,
        TypeWords::Terraform => &[],
    };
    let pulumi = if options.words == TypeWords::Pulumi { PULUMI } else { &[] };
    BASE.iter().chain(extended).chain(pulumi).copied()
}

/// The notations of types, those without arguments first.
pub(super) fn forms(options: &TypeOptions) -> Vec<String> {
    let form = |(word, meaning): (&str, Word)| match meaning {
        Word::Optional => None,
        Word::Type(_) => Some(word.to_owned()),
        Word::Object => Some(format!("{word}({{…}})")),
        Word::Tuple => Some(format!("{word}([…])")),
        Word::OneType(_) | Word::Union => Some(format!("{word}(…)")),
    };
    let mut forms: Vec<String> = all(options).filter_map(form).collect();
    forms.arrange_by_key(|form| form.ends_with(')'));
    forms
}

/// The meaning of a keyword.
pub(super) fn find(text: &str, options: &TypeOptions) -> Option<Word> {
    all(options).find(|(word, _)| *word == text).map(|(_, word)| word)
}

/// Returns `true` if a word is a keyword of HCL's own type expressions.
pub(crate) fn is_type_word(text: &str) -> bool {
    BASE.iter().any(|(word, _)| *word == text)
}
