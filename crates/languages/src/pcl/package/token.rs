//! Tokens of the form `package:module:Name` or `package:Name`.

use std::sync::Arc;

use hclx_formats::{Pattern, Payment};

/// A parsed token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The whole token.
    pub text: &'t str,
    /// The name of the package.
    pub package: &'t str,
    /// The name of the module; empty if it is omitted.
    pub module: &'t str,
    /// The name of the resource, type or function.
    pub name: &'t str,
}

impl<'t> Token<'t> {
    /// Parses a token; `None` if it has neither two nor three parts.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut parts = text.split(':');
        let (package, second, third) = (parts.next()?, parts.next()?, parts.next());
        if parts.next().is_some() {
            return None;
        }
        let (module, name) = match third {
            Some(name) => (second, name),
            None => ("", second),
        };
        Some(Self { text, package, module, name })
    }

    /// The package of a provider, `pulumi:providers:aws`.
    pub fn provider(&self) -> Option<&'t str> {
        (self.package == "pulumi" && self.module == "providers").then_some(self.name)
    }

    /// Module and name, in a form that is equal for tokens with the same meaning.
    pub(super) fn meaning(&self, format: &ModuleFormat) -> (String, String) {
        (format.module(self.module).to_owned(), self.name.to_owned())
    }
}

/// The pattern for the significant part of a module name (`meta.moduleFormat`).
#[derive(Clone, Debug)]
pub struct ModuleFormat(Option<Arc<Pattern>>);

impl ModuleFormat {
    /// Compiles the pattern; the default is `(.*)`.
    ///
    /// # Errors
    /// The error in the pattern.
    pub(super) fn new(pattern: Option<&str>) -> Result<Self, String> {
        match pattern {
            None | Some("" | "(.*)") => Ok(Self(None)),
            Some(pattern) => match hclx_formats::compile(pattern, Payment::Due) {
                Ok(read) => Ok(Self(Some(read.into()))),
                Err(why) => Err(format!("`meta.moduleFormat` {why}: `{pattern}`")),
            },
        }
    }

    /// The significant part of a module; `index` is the module without a name.
    pub fn module<'m>(&self, module: &'m str) -> &'m str {
        let part = match &self.0 {
            None => module,
            // A module that does not match the format has no significant part.
            Some(pattern) => {
                let found = pattern.first_match(module).ok().flatten();
                found.and_then(|found| found.group(1)).unwrap_or(module)
            }
        };
        // As in Pulumi, any name that starts with `index` is equivalent to it, such as `index/randomPet`.
        if part.starts_with("index") { "" } else { part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_compared_by_what_the_format_keeps() {
        let long = ModuleFormat::new(Some("(.*)(?:/[^/]*)")).expect("a pattern");
        assert_eq!(
            (long.module("s3/bucket"), long.module("index/randomPet"), long.module("s3")),
            ("s3", "", "s3")
        );
        let all = ModuleFormat::new(None).expect("a pattern");
        assert_eq!((all.module("index/randomPet"), all.module("s3/bucket")), ("", "s3/bucket"));
        assert!(ModuleFormat::new(Some("(")).is_err());
    }

    #[test]
    fn tokens_have_two_or_three_parts() {
        assert_eq!(Token::read("a:B").map(|token| (token.module, token.name)), Some(("", "B")));
        assert_eq!(Token::read("a:b:C").map(|token| (token.module, token.name)), Some(("b", "C")));
        assert!(Token::read("a").is_none() && Token::read("a:b:c:d").is_none());
    }
}
