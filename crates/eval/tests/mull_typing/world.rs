//! A case as documents that are read, bound and typed.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::mull::declare::{DocId, Imports, Program, Types, bind};
use hclx_eval::mull::typing::{Bodies, Imported, Typing, imports, inputs_of, type_document};
use hclx_syntax::mull::{Form, read};
use hclx_testkit::Vector;

/// A place: line and column in code points, from 1.
pub type Place = (u64, u64);

pub struct World {
    program: Program,
    types: Types,
    typing: Option<Typing>,
    text: String,
    diagnostics: Vec<Diagnostic>,
    /// Whether reading failed.
    pub broken: bool,
    /// All findings in words.
    pub said: Vec<String>,
}

/// The files of a case.
struct Files(BTreeMap<String, String>);

impl Files {
    fn text(&self, path: &str) -> Result<&String, String> {
        self.0.get(path).ok_or_else(|| format!("there is no file `{path}`"))
    }
}

fn form(path: &str) -> Form {
    if path.ends_with(".json") { Form::Json } else { Form::Yaml }
}

impl Imports for Files {
    fn load(&mut self, _: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let text = self.text(path)?;
        let source = SourceId(1 + self.0.keys().position(|key| key == path).unwrap_or(0) as u32);
        Ok((path.into(), source, text.as_bytes().into(), form(path)))
    }
}

/// What was typed before.
#[derive(Default)]
struct Typed(BTreeMap<String, Imported>);

impl Bodies for Typed {
    fn body(&self, _: DocId, path: &str) -> Result<Imported, String> {
        self.0.get(path).cloned().ok_or_else(|| format!("there is no file `{path}`"))
    }
}

impl World {
    pub fn of(vector: &Vector) -> Self {
        let json = vector["format"] == "json";
        let name = vector["file"].as_str().unwrap_or(if json { "Mu.json" } else { "Mu.yaml" });
        let text = vector.str("source").to_owned();
        let given = vector["inputs"]["files"].as_object();
        let pairs = given.into_iter().flatten();
        let files =
            pairs.map(|(name, text)| (name.clone(), text.as_str().unwrap_or_default().into())).collect();
        Self::new(name, &text, Files(files))
    }

    /// A document on its own.
    pub fn of_text(text: &str) -> Self {
        Self::new("Mu.yaml", text, Files(BTreeMap::new()))
    }

    fn new(name: &str, text: &str, mut files: Files) -> Self {
        let mut world = World {
            program: Program::default(),
            types: Types::new(),
            typing: None,
            text: text.to_owned(),
            diagnostics: Vec::new(),
            broken: false,
            said: Vec::new(),
        };
        let mut typed = Typed::default();
        let (typing, mut diagnostics) = world.document(name, text, SourceId(0), &mut files, &mut typed);
        diagnostics.extend(typing.iter().flat_map(|typing| typing.diagnostics.clone()));
        world.broken = typing.is_none();
        world.said = diagnostics.iter().map(|found| format!("{} {}", found.code, found.message)).collect();
        world.typing = typing;
        world.diagnostics = diagnostics;
        world
    }

    /// Reads, binds and types a document, after those that it imports.
    fn document(
        &mut self,
        path: &str,
        text: &str,
        source: SourceId,
        files: &mut Files,
        typed: &mut Typed,
    ) -> (Option<Typing>, Vec<Diagnostic>) {
        let (document, mut diagnostics) = read(source, text.as_bytes().into(), form(path));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (None, diagnostics);
        }
        for (_, import) in imports(&document) {
            let Ok(text) = files.text(&import).cloned() else { continue };
            if let (Some(typing), _) = self.document(&import, &text, SourceId(99), files, typed) {
                let doc = self.program.by_path(&import).expect("it was added");
                let inputs = inputs_of(&self.program.doc(doc).header);
                typed.0.insert(import.to_string(), Imported { body: typing.body, inputs });
            }
        }
        let doc = self.program.add(Arc::new(document), source, path);
        diagnostics.extend(bind(&mut self.program, &mut self.types, doc, files, None));
        let typing = type_document(&self.program, &self.types, doc, typed);
        (Some(typing), diagnostics)
    }

    fn main(&self) -> &hclx_eval::mull::declare::Doc {
        let doc = self.program.docs.iter().find(|doc| doc.source == SourceId(0));
        doc.expect("the main document was added")
    }

    /// All findings.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn place(&self, offset: u32) -> Place {
        let before = &self.text[..offset as usize];
        let line = before.matches('\n').count() as u64 + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1;
        (line, column)
    }

    /// The errors that are said without running.
    pub fn static_errors(&self) -> Vec<(String, Place, Place)> {
        let of_main = |found: &&Diagnostic| found.span.is_some_and(|span| span.source == SourceId(0));
        let errors = self.diagnostics.iter().filter(|found| found.is_error()).filter(of_main);
        let place = |found: &Diagnostic| {
            let range = found.span.expect("it is of the main document").range;
            (found.code.to_string(), self.place(range.start), self.place(range.end))
        };
        let all = errors.map(place);
        all.filter(|(code, ..)| ["MU12", "MU2", "MU4"].iter().any(|start| code.starts_with(start))).collect()
    }

    /// Whether a place is the name of a property: there evaluation speaks of inputs.
    pub fn is_said_of_an_input(&self, line: u64, column: u64) -> bool {
        let properties = self.main().header.properties.iter().flatten();
        properties.into_iter().any(|property| self.place(property.range.start) == (line, column))
    }

    /// The type of the body, of a variable, or of a property.
    pub fn type_of(&self, kind: &str, name: &str) -> String {
        let Some(typing) = &self.typing else { return "nothing".to_owned() };
        let ty = match kind {
            "body" => Some(&typing.body),
            "lets" => typing.lets.iter().find(|(word, _)| *word.text == *name).map(|(_, ty)| ty),
            _ => self.main().header.property(name).map(|property| &property.ty),
        };
        ty.map_or_else(|| "nothing".to_owned(), |ty| self.types.show(&ty.widened()))
    }
}
