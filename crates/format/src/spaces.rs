//! Spaces between neighboring tokens: one table of rules, of which the first that applies counts.

use hclx_syntax::tokens::LexemeKind as Kind;

use crate::token::Token;

/// Returns true if a space lies between `token` and `after`; `before` is the token before `token` in its cell. `is_in` says
/// whether `token` is the word `in`.
pub(crate) fn between(before: Option<&Token>, token: &Token, is_in: bool, after: &Token) -> bool {
    let (kind, next) = (token.kind, after.kind);
    match (kind, next) {
        (_, Kind::Newline) | (Kind::Ident, Kind::OpenParen) => false,
        (Kind::Ident, Kind::DoubleColon) | (Kind::DoubleColon, Kind::Ident) => false,
        (Kind::Dot, _) | (_, Kind::Dot | Kind::Comma | Kind::Ellipsis) => false,
        (Kind::Comma, _) => true,
        (Kind::Literal | Kind::OpenQuote | Kind::OpenHeredoc, _) => false,
        (_, Kind::Literal | Kind::CloseQuote | Kind::CloseHeredoc) => false,
        (Kind::Ident, _) if is_in && before.is_some_and(|before| before.kind == Kind::Ident) => true,
        (Kind::Ident | Kind::Number, Kind::OpenBracket) => false,
        (_, Kind::OpenBracket) if token.brackets() < 0 => false,
        (Kind::Bang, _) => false,
        // a sign has none, a subtraction has one
        (Kind::Minus, _) => before.is_some_and(|before| !precedes_sign(before.kind)),
        (Kind::OpenBrace, Kind::CloseBrace) => false,
        (Kind::OpenBrace, _) | (_, Kind::CloseBrace) => true,
        (Kind::CloseBrace, Kind::CloseTemplate) => true,
        (Kind::CloseTemplate, Kind::OpenTemplate) => false,
        _ => token.brackets() <= 0 && after.brackets() >= 0,
    }
}

/// Returns true if a `-` behind such a token is a sign. The reference leaves out `=>`.
fn precedes_sign(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::OpenParen
            | Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::Assign
            | Kind::Comma
            | Kind::Operator
            | Kind::Minus
            | Kind::Bang
    )
}
