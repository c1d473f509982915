//! The run of a folder with the settings that apply, or with the last valid ones while the settings are
//! invalid.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId, Sources};

use crate::cli::Check;
use crate::config::Choice;
use crate::findings::options::Options;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::names;
use crate::specs::Specs;

/// A run that is kept between changes.
pub(crate) struct State {
    /// `None` if the flags of the server are invalid.
    pub(crate) run: Option<Run>,
    pub(crate) inputs: Inputs,
    pub(crate) options: Options,
    /// The number of refusals before the first answer.
    pub(crate) refused: usize,
    /// Set if the names in all files are indexed.
    pub(crate) is_indexed: bool,
    /// The findings about invalid settings: nothing is checked in this state, but requests are answered.
    pub(crate) invalid: Option<Invalid>,
}

/// Findings about settings, with their sources.
pub(crate) struct Invalid {
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) sources: Sources,
}

/// The path of a folder whose files are searched.
pub(crate) const WHOLE: &str = ".";

/// The path and the text of settings that were valid.
pub(crate) type Settings = (PathBuf, Arc<[u8]>);

impl State {
    /// Reads the files with these names and of these directories. `valid` contains the settings of the last run, which are
    /// replaced by those of this run unless these are invalid.
    ///
    /// # Errors
    /// If a flag is malformed.
    pub(crate) fn new(
        asked: &Check,
        paths: &BTreeSet<String>,
        valid: &mut Option<Settings>,
    ) -> anyhow::Result<Self> {
        let context = &asked.context;
        let mut inputs = Inputs::live();
        inputs.configure_under(&context.settings, &context.open);
        let specs = |choice: &Choice| Specs::new(asked.spec.as_ref(), choice).under(context.open.clone());
        if let Some(run) = run(asked, paths, &mut inputs, specs(&context.settings)) {
            *valid = inputs.config.path.clone().map(|path| {
                // settings are the first source
                (path, Arc::clone(inputs.sources.get(SourceId(0)).bytes()))
            });
            return Self::of(asked, inputs, Some(run), None);
        }
        let invalid = Invalid { findings: inputs.refused, sources: inputs.sources };
        let mut inputs = Inputs::live();
        if let Some((path, text)) = valid {
            inputs.configure_as(path, std::str::from_utf8(text).unwrap_or_default());
        }
        // specifications are assigned by the invalid settings
        let run = run(asked, paths, &mut inputs, specs(&Choice::None));
        Self::of(asked, inputs, run, Some(invalid))
    }

    fn of(asked: &Check, inputs: Inputs, run: Option<Run>, invalid: Option<Invalid>) -> anyhow::Result<Self> {
        let options = Options::new(asked, Arc::clone(&inputs.config))?;
        if let Some(baseline) = &options.baseline {
            asked.context.accesses.read(&baseline.path);
        }
        let refused = inputs.refused.len();
        Ok(Self { run, inputs, options, refused, is_indexed: false, invalid })
    }

    /// Records the places where settings may appear.
    pub(crate) fn record_settings(asked: &Check, root: &Path) {
        for folder in root.ancestors() {
            asked.context.accesses.read(&folder.join(crate::config::NAME));
        }
    }
}

/// A run over the files; `None` if the inputs are invalid.
fn run(asked: &Check, paths: &BTreeSet<String>, inputs: &mut Inputs, specs: Specs) -> Option<Run> {
    if !inputs.refused.is_empty() {
        return None;
    }
    let context = &asked.context;
    let named: Vec<OsString> = paths.iter().map(|name| names::path(name).as_os_str().to_owned()).collect();
    let selection = judging::select(context, &named, specs.named(), inputs);
    let settings = &inputs.config;
    let is_whole = settings.path.is_some()
        && paths.contains(WHOLE)
        && crate::config::contains(OsStr::new("."), &settings.folder);
    let unmatched = match is_whole {
        true => settings.unmatched(selection.paths.iter().map(String::as_str)),
        false => Vec::new(),
    };
    let run = judging::prepare(context, inputs, specs, selection)?;
    inputs.refused.extend(unmatched);
    Some(run)
}
