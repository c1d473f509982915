//! A document from its text to its body: read, bound, typed, run, with files from a table.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_eval::mull::declare::{self, DocId, Imports, Program, Types};
use hclx_eval::mull::run::{self, Given, Inputs, Job, Limits};
use hclx_eval::mull::typing::{self, Bodies, Imported, Typing};
use hclx_eval::mull::value::Val;
use hclx_syntax::mull::{Form, read};

/// A document to run.
pub struct Question<'a> {
    pub file: &'a str,
    pub source: &'a str,
    pub form: Form,
    pub files: Vec<(String, String)>,
    pub given: Given,
    pub ctx: Option<Val>,
}

impl<'a> Question<'a> {
    /// A YAML-like document of its own, evaluated without inputs.
    pub fn eval(source: &'a str) -> Self {
        let given = Given::Known(Vec::new());
        Self { file: "Mu.yaml", source, form: Form::Yaml, files: Vec::new(), given, ctx: None }
    }

    /// The same, checked with unknown inputs.
    pub fn check(source: &'a str) -> Self {
        Self { given: Given::Unknown(Vec::new()), ..Self::eval(source) }
    }
}

/// What came of it; the value only if nothing static is wrong.
#[derive(Debug)]
pub struct Reply {
    pub findings: Vec<Diagnostic>,
    pub value: Option<Val>,
}

struct Files {
    files: HashMap<String, (SourceId, String)>,
}

impl Imports for Files {
    fn load(&mut self, _: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let (source, text) = self.files.get(path).ok_or_else(|| format!("there is no file `{path}`"))?;
        let form = if path.ends_with(".json") { Form::Json } else { Form::Yaml };
        Ok((path.into(), *source, text.as_bytes().into(), form))
    }
}

struct World {
    program: Program,
    types: Types,
    host: Files,
    findings: Vec<Diagnostic>,
    /// Of each document that is typed or on its way.
    typings: HashMap<DocId, Option<Typing>>,
    leads: HashMap<(DocId, Arc<str>), Result<DocId, String>>,
}

impl Bodies for World {
    fn body(&self, from: DocId, path: &str) -> Result<Imported, String> {
        let doc = self
            .leads
            .get(&(from, Arc::from(path)))
            .cloned()
            .unwrap_or_else(|| Err("not loaded".to_owned()))?;
        let typing =
            self.typings.get(&doc).and_then(Option::as_ref).ok_or("it imports this document itself")?;
        let inputs = typing::inputs_of(&self.program.doc(doc).header);
        Ok(Imported { body: typing.body.clone(), inputs })
    }
}

impl World {
    fn imports_of(&mut self, doc: DocId) {
        let source = self.program.doc(doc).source;
        let document = self.program.doc(doc).document.clone();
        for (node, path) in typing::imports(&document) {
            let at = document.range(node).in_source(source);
            let mut refusals = Vec::new();
            let loaded = declare::load(
                &mut self.program,
                &mut self.types,
                doc,
                &path,
                at,
                &mut self.host,
                &mut refusals,
            );
            let lead = match loaded {
                Some(target) => {
                    if !self.typings.contains_key(&target) {
                        self.type_it(target);
                    }
                    Ok(target)
                }
                None => Err("it cannot be imported".to_owned()),
            };
            self.leads.insert((doc, path), lead);
        }
    }

    fn type_it(&mut self, doc: DocId) {
        self.typings.insert(doc, None);
        self.imports_of(doc);
        let typing = typing::type_document(&self.program, &self.types, doc, self);
        self.findings.extend(typing.diagnostics.iter().cloned());
        self.typings.insert(doc, Some(typing));
    }
}

/// Whether only the first finding of this kind is told, and nothing else is looked at.
fn ends_all(finding: &Diagnostic) -> bool {
    finding.is_error() && (finding.code.id().starts_with("MU10") || finding.code.id().starts_with("MU11"))
}

/// Reads, binds, types and, if nothing is wrong, runs.
pub fn answer(question: Question<'_>) -> Reply {
    let main = SourceId(0);
    let (document, findings) = read(main, question.source.as_bytes().into(), question.form);
    if findings.iter().any(ends_all) {
        return Reply { findings, value: None };
    }
    let files = question.files.into_iter().enumerate();
    let mut files: HashMap<_, _> =
        files.map(|(index, (name, text))| (name, (SourceId(1 + index as u32), text))).collect();
    files.insert(question.file.to_owned(), (main, question.source.to_owned()));
    let mut world = World {
        program: Program::default(),
        types: Types::new(),
        host: Files { files },
        findings,
        typings: HashMap::new(),
        leads: HashMap::new(),
    };
    let doc = world.program.add(Arc::new(document), main, question.file);
    let bound = declare::bind(&mut world.program, &mut world.types, doc, &mut world.host, None);
    world.findings.extend(bound);
    if !world.findings.iter().any(ends_all) {
        world.type_it(doc);
    }
    if world.findings.iter().any(Diagnostic::is_error) {
        return Reply { findings: world.findings, value: None };
    }
    let empty: &[_] = &[];
    let nodes: Vec<_> = (0..world.program.docs.len())
        .map(|index| world.typings.get(&DocId(index as u32)).and_then(Option::as_ref))
        .map(|typing| typing.map_or(empty, |typing| &typing.nodes[..]))
        .collect();
    let imported = |from: DocId, path: &str| world.leads.get(&(from, Arc::from(path)))?.clone().ok();
    let job = Job {
        program: &world.program,
        types: &world.types,
        nodes: &nodes,
        imported: &imported,
        limits: Limits::default(),
    };
    let outcome = run::run(&job, doc, &Inputs { properties: question.given, ctx: question.ctx });
    let mut findings = world.findings.clone();
    findings.extend(outcome.diagnostics);
    Reply { findings, value: Some(outcome.value) }
}

/// `line:column-line:column` of a range, in code points from 1.
pub fn place(source: &str, range: TextRange) -> [usize; 4] {
    let at = |offset: u32| {
        let before = &source[..source.floor(offset as usize)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        (line, column)
    };
    let (start, end) = (at(range.start), at(range.end));
    [start.0, start.1, end.0, end.1]
}

trait Floor {
    fn floor(&self, at: usize) -> usize;
}

impl Floor for str {
    fn floor(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|at| self.is_char_boundary(*at)).unwrap_or(0)
    }
}
