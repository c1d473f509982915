//! Calls of functions (Mull §10).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind, Word};
use hclx_diag::{Suggestion, TextRange, mull_codes as codes};
use hclx_eval::functions::Arity;

use super::{Mode, TypedExpr, Typer};
use crate::functions::{self, Arguments};
use crate::ty::{Prop, Ty};

/// Returns `true` if there is a function with the name.
pub(super) fn is_function(name: &str) -> bool {
    functions::find(name).is_some()
}

/// A call in the source.
#[derive(Clone, Copy)]
struct Call<'c> {
    name: &'c Word,
    args: &'c [NodeId],
    range: TextRange,
}

impl<'a> Typer<'a> {
    /// Types a call with its arguments.
    pub(super) fn call_with(
        &mut self,
        name: &'a Word,
        args: &'a [NodeId],
        range: TextRange,
    ) -> (TypedExpr, Vec<TypedExpr>) {
        if &*name.text == "import" {
            return (self.import(name, args), Vec::new());
        }
        let typed: Vec<TypedExpr> = args.iter().map(|argument| self.infer(*argument)).collect();
        let result = match functions::find(&name.text) {
            Some(row) => self.call(row, Call { name, args, range }, &typed),
            None => self.unknown_function(name),
        };
        (result, typed)
    }

    fn call(&mut self, row: &functions::Row, call: Call<'_>, typed: &[TypedExpr]) -> TypedExpr {
        let Call { name, args, range } = call;
        // a function of eventual values has an eventual result
        let stripped: Vec<_> = typed.iter().map(|argument| argument.ty.strip_eventual()).collect();
        let later = stripped.iter().map(|(_, later)| *later).max().unwrap_or_default();
        let tys: Vec<Ty> = stripped.into_iter().map(|(ty, _)| ty).collect();
        let literals: Vec<_> = typed.iter().map(|argument| argument.constant.clone()).collect();
        let arguments = Arguments { types: self.types, tys: &tys, literals: &literals };
        match row.check(&arguments) {
            Ok(ty) => ty.eventual(later).into(),
            Err(fault) => {
                let place = match fault.argument_index().and_then(|position| args.get(position)) {
                    Some(argument) => self.range(*argument),
                    None if fault.code() == codes::ARGUMENT_COUNT => name.range,
                    None => range,
                };
                self.refuse(fault, place)
            }
        }
    }

    fn unknown_function(&mut self, name: &Word) -> TypedExpr {
        let rows = functions::all();
        let known = functions::of_other_languages(&name.text).map(|here| Suggestion::word(here).into());
        let near = known.or_else(|| self.did_you_mean(&name.text, rows.iter().map(|row| row.name)));
        let help = near.unwrap_or_else(|| "run `hclx functions --dialect mull` for a list".into());
        let message = format!("unknown function `{}`", name.text);
        self.fail(codes::UNKNOWN_MULL_FUNCTION, name.range, message, Some(help))
    }

    /// Types `import(path)` and `import(path, inputs)`.
    fn import(&mut self, name: &'a Word, args: &'a [NodeId]) -> TypedExpr {
        let document = self.document;
        let (path, inputs) = match args {
            [path] => (*path, None),
            [path, inputs] => (*path, Some(*inputs)),
            _ => {
                for argument in args {
                    self.infer(*argument);
                }
                let arity = Arity { least: 1, most: Some(2) };
                let message = arity.misfit("import", args.len(), Some("path")).unwrap_or_default();
                return self.fail(codes::ARGUMENT_COUNT, name.range, message, None);
            }
        };
        let NodeKind::String(text) = document.kind(path) else {
            let typed = self.infer(path);
            inputs.map(|inputs| self.infer(inputs));
            let message =
                format!("the path of an import must be a string literal, found {}", self.show(&typed.ty));
            let help = Some("write the path as a string, such as `\"file.yaml\"`".to_owned());
            return self.fail(codes::ARGUMENT_TYPE, self.range(path), message, help.map(Into::into));
        };
        self.record(path, &Ty::string());
        match self.bodies.body(self.doc, text) {
            Ok(imported) => {
                // Without a `properties` section, a document takes no inputs.
                let wanted = imported.inputs.unwrap_or_else(|| Ty::object(Vec::<Prop>::new()));
                inputs.map(|inputs| self.check(inputs, &wanted, Mode::Assign));
                imported.body.into()
            }
            Err(why) => {
                inputs.map(|inputs| self.infer(inputs));
                self.fail(codes::NOT_IMPORTED, self.range(path), why, None)
            }
        }
    }
}

/// The paths that a document imports, with their nodes.
pub fn imports(document: &crate::syntax::Document) -> Vec<(NodeId, Arc<str>)> {
    let nodes = (0..document.node_count()).map(|id| document.kind(NodeId(id as u32)));
    let paths = nodes.filter_map(|kind| match kind {
        NodeKind::Call { name, args } if &*name.text == "import" => args.first(),
        _ => None,
    });
    paths.filter_map(|path| document.static_key(*path).map(|text| (*path, text.clone()))).collect()
}
