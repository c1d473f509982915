//! Faults: failures without a source location.
//!
//! The algebra and the functions detect an error but do not have its location; the evaluator does. Many
//! faults are never printed (in `try`, `can`, the members of a union), so messages are formatted on demand.

use std::fmt;
use std::sync::Arc;

use crate::{Code, Diagnostic, Help, Label, Path, Span, Step, Suggestion};

/// A result whose failure has no source location yet.
pub type Fallible<T> = Result<T, Fault>;

/// A string that may be formatted lazily.
#[derive(Clone)]
pub enum Text {
    /// A static string.
    Static(&'static str),
    /// A formatted string.
    Owned(Arc<str>),
    /// A string that is formatted on demand.
    Late(Arc<dyn Fn() -> String + Send + Sync>),
}

impl Text {
    /// A string that `f` formats on demand.
    pub fn late(f: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Text::Late(Arc::new(f))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Static(text) => f.write_str(text),
            Text::Owned(text) => f.write_str(text),
            Text::Late(make) => f.write_str(&make()),
        }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Text::Static(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::Owned(text.into())
    }
}

/// The message of a failure. Its grammatical form is kept, so that a caller that knows the subject can add
/// it.
#[derive(Clone, Debug)]
pub enum Message {
    /// The value does not meet an expectation; contains the words after "expected":
    /// `a number, found a string`.
    Expected(Text),
    /// The value lacks an attribute of this name.
    Missing(Arc<str>),
    /// A parameter of a function, and the words after its name: `must be positive, found -1`.
    Parameter(&'static str, Text),
    /// Anything else: a complete clause.
    Plain(Text),
}

impl Message {
    /// The message about the part at `path` of the value named `whole`, which is empty if the value has no
    /// name.
    pub fn about(&self, whole: &str, mut path: Path) -> String {
        if let Message::Missing(_) = self {
            // the last step is the attribute itself
            path.0.pop();
        }
        let place = format!("{whole}{path}");
        // Without a name before it, the path begins without its dot.
        let place = if whole.is_empty() { place.trim_start_matches('.') } else { &place };
        match self {
            _ if place.is_empty() => self.to_string(),
            Message::Expected(clause) => format!("expected `{place}` to be {clause}"),
            Message::Missing(name) => format!("missing attribute `{name}` in `{place}`"),
            Message::Parameter(..) | Message::Plain(_) => format!("`{place}`: {self}"),
        }
    }

    /// The message for a failing call of `function`.
    pub fn in_call_of(&self, function: &str) -> String {
        match self {
            Message::Parameter(name, clause) => format!("argument `{name}` of `{function}` {clause}"),
            _ => format!("`{function}`: {self}"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Expected(clause) => write!(f, "expected {clause}"),
            Message::Missing(name) => write!(f, "missing attribute `{name}`"),
            Message::Parameter(name, clause) => write!(f, "`{name}` {clause}"),
            Message::Plain(text) => text.fmt(f),
        }
    }
}

impl<T: Into<Text>> From<T> for Message {
    fn from(text: T) -> Self {
        Message::Plain(text.into())
    }
}

/// A failure without a source location; [`Fault::at`] adds one.
#[derive(Clone, Debug)]
// Boxed, which keeps every `Fallible` small: few of them hold a fault.
pub struct Fault(Box<Inner>);

/// A suggested action of a failure.
#[derive(Clone, Debug)]
enum Advice {
    Action(Text),
    Meant(Box<str>),
    /// Computed on demand.
    Late(Late),
}

impl Advice {
    fn told(&self) -> Help {
        match self {
            Self::Action(text) => text.to_string().into(),
            Self::Meant(word) => Suggestion::word(&**word).into(),
            Self::Late(Late(make)) => make(),
        }
    }
}

#[derive(Clone)]
struct Late(Arc<dyn Fn() -> Help + Send + Sync>);

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&(self.0)(), f)
    }
}

#[derive(Clone, Debug)]
struct Inner {
    code: Code,
    message: Message,
    expected: Option<Text>,
    found: Option<Text>,
    help: Vec<Advice>,
    labels: Vec<Label>,
    /// Innermost step first, because faults are wrapped from the inside out.
    steps: Vec<Step>,
    argument: Option<usize>,
    quoted: Option<usize>,
}

impl Fault {
    /// Creates a failure with a message.
    pub fn new(code: Code, message: impl Into<Message>) -> Self {
        Self(Box::new(Inner {
            code,
            message: message.into(),
            expected: None,
            found: None,
            help: Vec::new(),
            labels: Vec::new(),
            steps: Vec::new(),
            argument: None,
            quoted: None,
        }))
    }

    /// Creates a failure whose message is formatted on demand.
    pub fn late(code: Code, message: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self::new(code, Text::late(message))
    }

    /// Sets the expected and the found type or value, for machine-readable answers.
    #[must_use]
    pub fn because(mut self, expected: impl Into<Text>, found: impl Into<Text>) -> Self {
        self.0.expected = Some(expected.into());
        self.0.found = Some(found.into());
        self
    }

    /// Prefixes the path with a step: the failure is in the part that `step` leads to.
    #[must_use]
    pub fn within(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    /// Sets the index of the function argument at fault, counted from 0.
    #[must_use]
    pub fn argument(mut self, index: usize) -> Self {
        self.0.argument = Some(index);
        self
    }

    /// Sets the index of the only function argument that the message quotes, counted from 0.
    #[must_use]
    pub fn with_argument_in_message(mut self, index: usize) -> Self {
        self.0.quoted = Some(index);
        self
    }

    /// The failure with a different code.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// The failure with the code of Mull for the same fact, if it has one.
    #[must_use]
    pub fn in_mull(self) -> Self {
        match self.code().info().mull {
            Some(twin) => self.with_code(twin),
            None => self,
        }
    }

    /// The failure with a message derived from the current one.
    #[must_use]
    pub fn reworded(mut self, words: impl FnOnce(String) -> String) -> Self {
        self.0.message = words(self.message()).into();
        self
    }

    /// The message in its grammatical form.
    pub fn wording(&self) -> &Message {
        &self.0.message
    }

    /// Returns `true` if there is a help.
    pub fn has_help(&self) -> bool {
        !self.0.help.is_empty()
    }

    /// Adds a suggested action.
    #[must_use]
    pub fn help(mut self, text: impl Into<Text>) -> Self {
        self.0.help.push(Advice::Action(text.into()));
        self
    }

    /// Suggests a word in place of the one at fault.
    #[must_use]
    pub fn meant(mut self, word: &str) -> Self {
        self.0.help.push(Advice::Meant(word.into()));
        self
    }

    /// Suggests a word as [`Fault::meant`] does, if one was found.
    #[must_use]
    pub fn perhaps_meant(self, word: Option<&str>) -> Self {
        word.into_iter().fold(self, Self::meant)
    }

    /// Adds a suggested action that is computed on demand.
    #[must_use]
    pub fn advice(mut self, make: impl Fn() -> Help + Send + Sync + 'static) -> Self {
        self.0.help.push(Advice::Late(Late(Arc::new(make))));
        self
    }

    /// Labels a location that is already known, for example a declaration.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.labels.push(Label { span, message: text.into() });
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The message, formatted now.
    pub fn message(&self) -> String {
        self.0.message.to_string()
    }

    /// The expected type or value, if the failure has one.
    pub fn expected(&self) -> Option<String> {
        self.0.expected.as_ref().map(ToString::to_string)
    }

    /// The type or value found instead.
    pub fn found(&self) -> Option<String> {
        self.0.found.as_ref().map(ToString::to_string)
    }

    /// The index of the function argument at fault, from 0.
    pub fn argument_index(&self) -> Option<usize> {
        self.0.argument
    }

    /// The index of the only function argument that the message quotes, from 0; `None` if it may quote all.
    pub fn argument_in_message(&self) -> Option<usize> {
        self.0.quoted
    }

    /// The path from the whole value to the part at fault.
    pub fn path(&self) -> Path {
        Path(self.0.steps.iter().rev().cloned().collect())
    }

    /// Removes the outermost step, if there is one: the caller has resolved its location.
    pub fn pop_step(&mut self) -> Option<Step> {
        // Steps are stored innermost first, so the outermost one is the last.
        self.0.steps.pop()
    }

    /// The failure as a finding at a location, without formatted texts, for callers that only need to know
    /// that there is one.
    pub fn wordless_at(self, span: Span) -> Diagnostic {
        let path = self.path();
        Diagnostic { path, ..Diagnostic::error(self.0.code, span, String::new()) }
    }

    /// The failure as a finding at a location.
    pub fn at(self, span: Span) -> Diagnostic {
        let path = self.path();
        let Inner { code, message, help, labels, .. } = *self.0;
        let mut diagnostic = Diagnostic::error(code, span, message.to_string());
        diagnostic.help = help.iter().map(Advice::told).collect();
        diagnostic.labels = labels;
        diagnostic.path = path;
        diagnostic
    }
}

/// Returns from a function with a [`Fault`]: `bail!(CODE, "expected {x}")`.
#[macro_export]
macro_rules! bail {
    ($code:expr, $literal:literal $(, $arg:expr)* $(,)?) => {
        return Err($crate::Fault::new($code, format!($literal $(, $arg)*)))
    };
}
