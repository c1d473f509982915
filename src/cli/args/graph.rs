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
    /// The kind of declarations to show.
    pub kind: Option<String>,
    /// The output format.
    pub format: Option<String>,
    /// The two ends of the dependency chain to explain.
    pub why: Option<(String, String)>,
    /// The declaration whose users are listed.
    pub impact: Option<String>,
    /// List the declarations that nothing refers to.
    pub unused: bool,
    /// The revision since which changes are traced to roots.
    pub since: Option<String>,
    /// The declaration around which the graph is shown, and the maximum distance in references.
    pub focus: Option<(String, usize)>,
    /// The shared flags.
    pub context: Context,
}

impl Matches {
    /// The two addresses of `--why`.
    ///
    /// # Errors
    /// If there is another number of them, or one is a directory.
    fn why(&self) -> anyhow::Result<Option<(String, String)>> {
        Ok(match &self.texts("why")[..] {
            [] => None,
            [from, to] if std::path::Path::new(to).is_dir() => {
                anyhow::bail!(
                    "`--why {from} {to}`: `{to}` is a directory, not an address\n  help: `--why` takes two \
                     addresses: the dependent and its dependency"
                )
            }
            [from, to] => Some((from.clone(), to.clone())),
            _ => anyhow::bail!("`--why` takes two addresses: the dependent and its dependency"),
        })
    }

    /// The arguments of `graph`.
    ///
    /// # Errors If a number is malformed, or flags ask several questions.
    pub(crate) fn graph(&self) -> anyhow::Result<Graph> {
        let why = self.why()?;
        let (impact, unused) = (self.text("impact"), self.is_set("unused"));
        let since = self.since_of_affected()?;
        let focus = self.focus()?;
        let is_asked = [why.is_some(), impact.is_some(), unused, since.is_some(), focus.is_some()];
        let asked = is_asked.iter().filter(|is_asked| **is_asked).count();
        anyhow::ensure!(
            asked <= 1,
            "`--why`, `--impact`, `--unused`, `--affected` and `--focus` are different questions: ask one"
        );
        let (kind, format) = (self.text("kind"), self.text("format"));
        let is_drawn = matches!(format.as_deref(), Some("dot" | "mermaid"));
        // The surroundings of a declaration also form a graph, so they can be drawn.
        let is_part = asked == 0 || focus.is_some();
        anyhow::ensure!(is_part || !is_drawn, "answers to a question are printed as text or json");
        anyhow::ensure!(
            since.is_some() || format.as_deref() != Some("paths"),
            "`--format paths` is for `--affected`\n  help: add `--affected --since REF`"
        );
        anyhow::ensure!(
            since.is_none() || format.as_deref() != Some("names"),
            "`--affected` prints roots: use `--format paths`"
        );
        Ok(Graph {
            look: self.look()?,
            folder: self.path("DIR"),
            kind,
            format,
            why,
            impact,
            unused,
            since,
            focus,
            context: self.context()?,
        })
    }

    /// The revision that `--affected` compares with.
    fn since_of_affected(&self) -> anyhow::Result<Option<String>> {
        match (self.is_set("affected"), self.text("since")) {
            (true, None) => anyhow::bail!("`--affected` needs a revision to compare with: `--since REF`"),
            (false, Some(_)) => anyhow::bail!("`--since` is for `--affected`\n  help: add `--affected`"),
            (_, since) => Ok(since),
        }
    }

    /// The declaration of `--focus`, with the distance of `--depth`.
    fn focus(&self) -> anyhow::Result<Option<(String, usize)>> {
        let depth = self.number("depth", "a number of references")?;
        match self.text("focus") {
            None if depth.is_some() => {
                anyhow::bail!("`--depth` is for `--focus`\n  help: add `--focus ADDR`")
            }
            None => Ok(None),
            Some(address) => Ok(Some((address, depth.map_or(usize::MAX, |depth| depth as usize)))),
        }
    }
}
