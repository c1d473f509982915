//! Spaces between adjacent tokens: a table of rules, of which the first applicable one is used.

use hclx_syntax::tokens::LexemeKind as Kind;

/// The rule for two adjacent tokens of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    Nothing,
    Space,
    /// A space if the first is the word `in` after an identifier, as in `for x in [`.
    SpaceAfterIn,
    /// No space if the first is a sign, a space if it is a subtraction.
    SpaceUnlessSign,
}

/// The number of kinds of tokens.
const KINDS: usize = Kind::Operator as usize + 1;

/// The rules by the kinds of both tokens: `GAPS[first][second]`.
static GAPS: [[Gap; KINDS]; KINDS] = table();

/// The rule for two adjacent tokens.
#[inline]
pub(crate) fn gap(first: Kind, second: Kind) -> Gap {
    GAPS[first as usize][second as usize]
}

/// The number of spaces between two adjacent tokens of a cell, if their kinds decide it; otherwise, and for tokens on
/// different lines, a value that is not a number of spaces.
#[inline]
pub(crate) fn decided(first: Kind, second: Kind) -> u32 {
    u32::from(DECIDED[first as usize][second as usize])
}

/// `DECIDED[first][second]`.
static DECIDED: [[u8; KINDS]; KINDS] = {
    let mut decided = [[u8::MAX; KINDS]; KINDS];
    let mut first = 0;
    while first < KINDS {
        let mut second = 0;
        while second < KINDS {
            decided[first][second] = match rule(Kind::ALL[first], Kind::ALL[second]) {
                _ if matches!(Kind::ALL[first], Kind::Newline) => u8::MAX,
                Gap::Nothing => 0,
                Gap::Space => 1,
                _ => u8::MAX,
            };
            second += 1;
        }
        first += 1;
    }
    decided
};

const fn table() -> [[Gap; KINDS]; KINDS] {
    let mut gaps = [[Gap::Nothing; KINDS]; KINDS];
    let mut first = 0;
    while first < KINDS {
        let mut second = 0;
        while second < KINDS {
            gaps[first][second] = rule(Kind::ALL[first], Kind::ALL[second]);
            second += 1;
        }
        first += 1;
    }
    gaps
}

const fn rule(first: Kind, second: Kind) -> Gap {
    // The rules and their order are those of hclwrite's `spaceAfterToken`.
    match (first, second) {
        (_, Kind::Newline) | (Kind::Ident, Kind::OpenParen) => Gap::Nothing,
        (Kind::Ident, Kind::DoubleColon) | (Kind::DoubleColon, Kind::Ident) => Gap::Nothing,
        (Kind::Dot, _) | (_, Kind::Dot | Kind::Comma | Kind::Ellipsis) => Gap::Nothing,
        (Kind::Comma, _) => Gap::Space,
        (Kind::Literal | Kind::OpenQuote | Kind::OpenHeredoc, _) => Gap::Nothing,
        (_, Kind::Literal | Kind::CloseQuote | Kind::CloseHeredoc) => Gap::Nothing,
        (Kind::Ident, Kind::OpenBracket | Kind::CloseBracket | Kind::CloseParen | Kind::CloseTemplate) => {
            Gap::SpaceAfterIn
        }
        (Kind::Number, Kind::OpenBracket) => Gap::Nothing,
        (_, Kind::OpenBracket) if is_close(first) => Gap::Nothing,
        (Kind::Bang, _) => Gap::Nothing,
        (Kind::Minus, _) => Gap::SpaceUnlessSign,
        (Kind::OpenBrace, Kind::CloseBrace) => Gap::Nothing,
        (Kind::OpenBrace, _) | (_, Kind::CloseBrace) => Gap::Space,
        (Kind::CloseBrace, Kind::CloseTemplate) => Gap::Space,
        (Kind::CloseTemplate, Kind::OpenTemplate) => Gap::Nothing,
        _ if is_open(first) || is_close(second) => Gap::Nothing,
        _ => Gap::Space,
    }
}

/// The change in the number of open brackets.
#[inline]
pub(crate) fn brackets(kind: Kind) -> i32 {
    i32::from(BRACKETS[kind as usize])
}

static BRACKETS: [i8; KINDS] = {
    let mut table = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        table[kind] = if is_open(Kind::ALL[kind]) {
            1
        } else if is_close(Kind::ALL[kind]) {
            -1
        } else {
            0
        };
        kind += 1;
    }
    table
};

const fn is_open(kind: Kind) -> bool {
    matches!(kind, Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen | Kind::OpenTemplate)
}

const fn is_close(kind: Kind) -> bool {
    matches!(kind, Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::CloseTemplate)
}

/// Returns `true` if a `-` after such a token is a sign. The reference omits `=>`.
pub(crate) fn precedes_sign(kind: Kind) -> bool {
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
