//! Reading and judging files, in parallel, with the answers in one order: what `check`, `infer`
//! and `eval` share.

use std::ffi::OsString;
use std::sync::Arc;

use clap::ArgMatches;
use hclx_analysis::Form;
use hclx_analysis::hcldec::{self, SpecFile};
use hclx_analysis::{FileKind, Judged, Settings, Syntax, judge};
use hclx_diag::{Source, SourceId};
use hclx_mull::answers::{Answer, Given, Question};
use hclx_syntax::ast::Language;
use rayon::prelude::*;

use crate::files;
use crate::inputs::{self, Inputs};
use crate::mull;
use crate::specs::Specs;

/// A file and what there is to say about it.
pub struct JudgedFile {
    /// Its number.
    pub source: SourceId,
    /// What its name tells.
    pub kind: &'static FileKind,
    /// What there is to say.
    pub judged: Judged,
    /// Whether a specification says what it holds.
    pub specified: bool,
    /// What there is to say about a document of Mull beside its findings.
    pub mull: Option<Answer>,
}

/// A document of Mull that was read: its form and metatype.
type Document = (SourceId, &'static FileKind, (Form, Option<&'static str>));

/// A file that was read, with the specification that it is judged by.
type Readable = (SourceId, Arc<[u8]>, &'static FileKind, Language, Option<Arc<SpecFile>>);

/// Reads and judges what the command line names; what cannot be read is kept in `inputs`. Nothing is judged
/// if the inputs that flags give are wrong.
///
/// # Errors
/// If the pool of threads cannot be made.
pub fn judge_all(
    matches: &ArgMatches,
    inputs: &mut Inputs,
    mut specs: Specs,
    question: Question,
) -> anyhow::Result<Vec<JudgedFile>> {
    let pool = pool(matches)?;
    let paths: Vec<OsString> = match matches.get_many::<OsString>("PATH") {
        Some(paths) => paths.cloned().collect(),
        None => vec![OsString::from(".")],
    };
    let texts = pool.install(|| files::read_all(&paths, stdin_name(matches)));
    for (name, reason) in texts.unreadable {
        inputs.refuse(format!("cannot read `{name}`: {reason}"));
    }
    let mut readable: Vec<Readable> = Vec::new();
    let mut documents: Vec<Document> = Vec::new();
    for text in texts.read {
        let kind = FileKind::of(&text.name);
        let syntax = inputs::syntax(matches, kind, &text.name);
        let spec = match syntax {
            Syntax::Hcl(_) => specs.of(&text.name, inputs),
            Syntax::Mull { .. } => None,
        };
        let source = Source::new(text.name, text.bytes);
        let bytes = source.bytes().clone();
        let id = inputs.sources.add(source);
        match syntax {
            Syntax::Hcl(language) => readable.push((id, bytes, kind, language, spec)),
            Syntax::Mull { form, schema } => documents.push((id, kind, (form, schema))),
        }
    }
    let refused = inputs.refused.len();
    // values for HCL are expressions, those for Mull are data: flags are read as what there is to judge
    let settings = if readable.is_empty() && !documents.is_empty() {
        Settings::default()
    } else {
        inputs.settings(matches)
    };
    let given = if documents.is_empty() { Given::default() } else { mull::given(matches, inputs) };
    if inputs.refused.len() > refused {
        return Ok(Vec::new());
    }
    let mut judged: Vec<JudgedFile> = pool.install(|| {
        let one = |(source, bytes, kind, language, spec): Readable| JudgedFile {
            source,
            kind,
            specified: spec.is_some(),
            mull: None,
            judged: match spec {
                Some(spec) => hcldec::check(&spec, source, bytes, language, &settings.scope),
                None => judge(source, bytes, language, kind, &settings),
            },
        };
        readable.into_par_iter().map(one).collect()
    });
    for (source, kind, syntax) in documents {
        let mut answer = mull::answer(question, matches, &mut inputs.sources, source, syntax, &given);
        let diagnostics = std::mem::take(&mut answer.diagnostics);
        let judged_document = Judged { diagnostics, ..Judged::default() };
        judged.push(JudgedFile {
            source,
            kind,
            judged: judged_document,
            specified: false,
            mull: Some(answer),
        });
    }
    judged.sort_by_key(|file| file.source);
    Ok(judged)
}

/// The name of standard input in messages.
pub fn stdin_name(matches: &ArgMatches) -> &str {
    matches.get_one::<String>("stdin-filename").map_or("<stdin>", String::as_str)
}

fn pool(matches: &ArgMatches) -> anyhow::Result<rayon::ThreadPool> {
    let jobs = match matches.try_get_one::<String>("jobs").ok().flatten() {
        Some(text) => {
            text.parse().map_err(|_| anyhow::anyhow!("`--jobs {text}`: expected a number of threads"))?
        }
        None => 0,
    };
    Ok(rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?)
}

/// Which applications' own rules were not applied, once each, in words for stderr.
pub fn judged_as_plain(files: &[JudgedFile]) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for file in files.iter().filter(|file| !file.kind.supported && !file.specified) {
        match counts.iter_mut().find(|(application, _)| *application == file.kind.application) {
            Some((_, count)) => *count += 1,
            None => counts.push((file.kind.application, 1)),
        }
    }
    let line = |(application, count): (&str, usize)| {
        let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        format!(
            "note: {files} of {application} judged as plain HCL; {application}'s own rules are not supported yet"
        )
    };
    counts.into_iter().map(line).collect()
}

/// Names that nothing declares, each once for a file, with how often it is used.
pub fn unresolved(judged: &Judged) -> Vec<(String, usize)> {
    let mut names: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for name in &judged.unresolved {
        let what = match name.kind {
            hclx_eval::UnresolvedKind::Function => format!("{}()", name.name),
            hclx_eval::UnresolvedKind::Variable => name.name.clone(),
        };
        *names.entry(what).or_default() += 1;
    }
    names.into_iter().collect()
}
