//! The arguments of `hclx graph`.

use std::ffi::OsString;

use super::{Context, Matches};
use crate::output::Look;

/// The arguments of `graph`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// The style of output.
    pub look: Look,
    /// The directory of the module.
    pub folder: Option<OsString>,
    /// The declarations that are shown.
    pub kind: Option<String>,
    /// The output format.
    pub format: Option<String>,
    /// The ends of a chain.
    pub why: Option<(String, String)>,
    /// The declaration whose users are asked for.
    pub impact: Option<String>,
    /// Declarations that nothing refers to are asked for.
    pub unused: bool,
    /// The files there are.
    pub context: Context,
}

impl Matches {
    /// The arguments of `graph`.
    ///
    /// # Errors
    /// If a number is not one, or more than one question is asked.
    pub(crate) fn graph(&self) -> anyhow::Result<Graph> {
        let why = match &self.texts("why")[..] {
            [] => None,
            [from, to] => Some((from.clone(), to.clone())),
            _ => anyhow::bail!("`--why` takes two addresses: what depends, and what it depends on"),
        };
        let (impact, unused) = (self.text("impact"), self.is_set("unused"));
        let asked = usize::from(why.is_some()) + usize::from(impact.is_some()) + usize::from(unused);
        anyhow::ensure!(asked <= 1, "`--why`, `--impact` and `--unused` are different questions: ask one");
        let (kind, format) = (self.text("kind"), self.text("format"));
        let is_drawn = matches!(format.as_deref(), Some("dot" | "mermaid"));
        anyhow::ensure!(asked == 0 || !is_drawn, "answers to a question are printed as text or json");
        Ok(Graph {
            look: self.look()?,
            folder: self.path("DIR"),
            kind,
            format,
            why,
            impact,
            unused,
            context: self.context()?,
        })
    }
}
