//! The mocks in the tests of policies, with their values.

use std::sync::{Arc, LazyLock};

use hclx_analysis::Snapshot;
use hclx_core::{Type, Value};
use hclx_diag::{SourceId, Span};
use hclx_eval::{Budget, Environment, NameSteps, Names, Policy, Resolution, Scope, evaluate};
use hclx_syntax::Parsed;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::{BlockView, BodyView};

use crate::tables::{Table, shipped, shipped_file};
use crate::terraform::DIALECT;
use crate::terraform::policies::expressions::{Subject, provider_type};
use crate::terraform::policies::lookup::Candidate;
use crate::terraform::policies::read::{Target, argument, blocks};

/// The blocks of test files.
pub(super) static TESTS: LazyLock<Table> = LazyLock::new(|| shipped(shipped_file!("policytest.hcl")));

/// The maximum length of chains of references between mocks.
const MOST_STEPS: usize = 16;

/// A file with mocks.
pub(super) struct MockFile {
    pub(super) mocks: Vec<Mock>,
    /// The files with the tested policies; `None` for all files of the directory.
    pub(super) targets: Option<Vec<String>>,
    /// Values of inputs.
    pub(super) inputs: Vec<(Arc<str>, Value)>,
}

pub(super) struct Mock {
    /// The kind of policies that apply to it; `None` for a data source.
    pub(super) target: Option<Target>,
    /// The first label: a type, a source or the name of a provider.
    pub(super) label: String,
    pub(super) name: String,
    pub(super) header: Span,
    pub(super) expects_failure: bool,
    pub(super) is_skipped: bool,
    attrs: Option<Value>,
    prior_attrs: Option<Value>,
    meta: Option<Value>,
}

/// The arguments of a mock that contain values.
#[derive(Clone, Copy)]
struct MockExprs {
    attrs: Option<ExprId>,
    prior_attrs: Option<ExprId>,
    meta: Option<ExprId>,
}

/// The names that expressions of a test can use: local values, and the attributes of mocks.
#[derive(Clone, Default, PartialEq)]
struct MockNames {
    locals: Vec<(String, Value)>,
    mocks: Vec<(String, String, Value)>,
}

impl Names for MockNames {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let name = steps.attribute(0)?;
        if root == "local" {
            let local = self.locals.iter().find(|(one, _)| one == name);
            return local.map(|(_, value)| Resolution { value: value.clone(), steps: 1 });
        }
        let mock = self.mocks.iter().find(|(of_type, one, _)| of_type == root && one == name);
        mock.map(|(_, _, value)| Resolution { value: value.clone(), steps: 1 })
    }
}

/// A file being read.
struct MockReader<'r> {
    parsed: &'r Parsed,
    source: SourceId,
    environment: Environment<'r>,
    budget: &'r Budget,
    names: MockNames,
}

impl MockReader<'_> {
    fn value(&self, expr: ExprId) -> Value {
        let env = Environment {
            names: Some(&self.names),
            unknown_functions: Policy::Unknown,
            unknown_names: Policy::Unknown,
            ..self.environment
        };
        let outcome = evaluate(&self.parsed.tree, self.source, expr, &Scope::root(), &env, self.budget);
        if outcome.has_errors() { Value::dynamic() } else { outcome.value }
    }

    fn flag(&self, body: &BodyView<'_>, name: &str) -> bool {
        argument(body, name).and_then(|expr| self.value(expr).as_bool()).unwrap_or_default()
    }

    /// The named values of a body.
    fn values(&self, body: &BodyView<'_>) -> Vec<(Arc<str>, Value)> {
        let attributes = body.just_attributes().0.into_iter();
        attributes.map(|found| (Arc::from(found.name), self.value(found.value))).collect()
    }

    /// The mocks among the blocks of a file. The names that they may use are in scope afterwards.
    fn mocks(&mut self, found: &[BlockView<'_>]) -> Vec<Mock> {
        let is_mock =
            |block: &&BlockView<'_>| matches!(block.block_type, "resource" | "data" | "module" | "provider");
        let mut mocks: Vec<_> = found.iter().filter(is_mock).map(|block| self.mock(block)).collect();
        // each round can use the values of the round before
        for _ in 0..MOST_STEPS {
            let locals = of_type(found, "locals").flat_map(|block| self.values(&block.body));
            let locals = locals.map(|(name, value)| (name.to_string(), value)).collect();
            for (mock, exprs) in &mut mocks {
                let value = |expr: Option<ExprId>| expr.map(|expr| self.value(expr));
                (mock.attrs, mock.prior_attrs, mock.meta) =
                    (value(exprs.attrs), value(exprs.prior_attrs), value(exprs.meta));
            }
            let attrs = |mock: &Mock| mock.attrs.clone().unwrap_or_else(Value::dynamic);
            let named = mocks.iter().map(|(mock, _)| (mock.label.clone(), mock.name.clone(), attrs(mock)));
            let names = MockNames { locals, mocks: named.collect() };
            if std::mem::replace(&mut self.names, names.clone()) == names {
                break;
            }
        }
        mocks.into_iter().map(|(mock, _)| mock).collect()
    }

    fn mock(&self, block: &BlockView<'_>) -> (Mock, MockExprs) {
        let label = |at: usize| block.labels.get(at).map_or("", |label| label.text).to_owned();
        let target = match block.block_type {
            "resource" => Some(Target::Resource),
            "module" => Some(Target::Module),
            "provider" => Some(Target::Provider),
            _ => None,
        };
        let body = &block.body;
        let exprs = MockExprs {
            attrs: argument(body, "attrs"),
            prior_attrs: argument(body, "prior_attrs"),
            meta: argument(body, "meta"),
        };
        let mock = Mock {
            target,
            label: label(0),
            name: label(1),
            header: block.def_range.in_source(self.source),
            expects_failure: self.flag(body, "expect_failure"),
            is_skipped: self.flag(body, "skip"),
            attrs: None,
            prior_attrs: None,
            meta: None,
        };
        (mock, exprs)
    }
}

/// Reads the mocks of a file.
pub(super) fn mock_file(file: SourceId, snapshot: &Snapshot, budget: &Budget) -> MockFile {
    let parsed = snapshot.parsed(file);
    let environment = snapshot.settings().environment(&DIALECT);
    let names = MockNames::default();
    let mut reader = MockReader { parsed: &parsed, source: file, environment, budget, names };
    let (view, _) = BodyView::root(&parsed.tree, file);
    let found: Vec<BlockView<'_>> = blocks(&view, &TESTS.root).into_iter().map(|(block, _)| block).collect();
    let mocks = reader.mocks(&found);
    let inputs = of_type(&found, "inputs").flat_map(|block| reader.values(&block.body)).collect();
    let targets = of_type(&found, "policytest").find_map(|block| argument(&block.body, "targets"));
    let targets = targets.map(|expr| strings(&reader.value(expr)));
    MockFile { mocks, targets, inputs }
}

fn of_type<'f, 't>(
    found: &'f [BlockView<'t>],
    wanted: &'static str,
) -> impl Iterator<Item = &'f BlockView<'t>> {
    found.iter().filter(move |block| block.block_type == wanted)
}

fn strings(list: &Value) -> Vec<String> {
    list.elements().unwrap_or_default().iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

impl Mock {
    /// The address as it is printed.
    pub(super) fn address(&self) -> String {
        let kind = match self.target {
            Some(Target::Resource) => "",
            Some(Target::Module) => "module ",
            Some(Target::Provider) => "provider ",
            None => "data ",
        };
        let name = if self.name.is_empty() { String::new() } else { format!(".{}", self.name) };
        format!("{kind}{}{name}", self.label)
    }

    /// The operation that its values imply.
    pub(super) fn operation(&self) -> &'static str {
        match (&self.attrs, &self.prior_attrs) {
            (None, Some(_)) => "delete",
            (Some(_), Some(_)) => "update",
            _ => "create",
        }
    }

    /// The string to compare with the first label of a policy.
    pub(super) fn selector(&self) -> String {
        let source = self.meta.as_ref().and_then(|meta| meta.get_attr_value("source")?.as_str());
        match (self.target, source) {
            (Some(Target::Module), Some(source)) => source.to_owned(),
            _ => self.label.clone(),
        }
    }

    /// The mock as the subject of policies, in which an omitted attribute is absent.
    pub(super) fn subject(&self) -> Subject {
        let mut meta: Vec<(Arc<str>, Value)> = vec![
            ("name".into(), Value::string(self.name.as_str())),
            ("operation".into(), Value::string(self.operation())),
        ];
        if self.target == Some(Target::Resource) {
            meta.push(("type".into(), Value::string(self.label.as_str())));
            let provider = provider_type(&self.label);
            meta.push(("provider_type".into(), Value::string(provider)));
        }
        let given = self.meta.iter().flat_map(Value::iter_entries);
        let given: Vec<_> = given.map(|(name, value)| (Arc::clone(name), value.clone())).collect();
        meta.retain(|(name, _)| given.iter().all(|(known, _)| known != name));
        meta.extend(given);
        let attrs = self.attrs.clone().unwrap_or_else(|| Value::object([]));
        Subject {
            is_open: !attrs.is_known(),
            attrs,
            meta: Value::object(meta),
            meta_is_closed: true,
            prior_attrs: Some(self.prior_attrs.clone().unwrap_or_else(|| Value::null(Type::ANY))),
        }
    }

    /// The mock as a resource that policies can look up; `None` for other mocks, and for a deleted resource.
    pub(super) fn candidate(&self) -> Option<Candidate> {
        let attrs = self.attrs.clone().filter(|_| self.target == Some(Target::Resource))?;
        Some(Candidate { of_type: self.label.clone(), is_open: !attrs.is_known(), attrs, is_single: true })
    }
}
