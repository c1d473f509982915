//! Checks references against their syntax and the declarations, without values.
//!
//! Source of the rules: Terraform's "References to Named Values".

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{
    Certainty, Diagnostic, Fix, Ordered, Severity, SharedCause, SharedList, SharedWords, SourceId, Span,
    Suggestion, code_names as codes, nearest, within_edits,
};
use hclx_syntax::statics::{Mention, Reference, ReferenceKey, ReferenceStep};

use super::scope::{Context, Zone};
use super::{dependencies, encryption_names};
use crate::habits;
use crate::terraform::declare::declaration::{Declaration, Repetition};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::encryption;
use crate::terraform::schemas::kind::Kind;

/// Root names of references that are not resource types.
const ROOTS: &[&str] = &[
    "var",
    "local",
    "module",
    "data",
    "each",
    "count",
    "self",
    "path",
    "terraform",
    "ephemeral",
    "resource",
];

/// Common wrong roots, with the intended ones.
const MISTAKEN: &[(&str, &str)] = &[
    ("vars", "var"),
    ("variable", "var"),
    ("variables", "var"),
    ("locals", "local"),
    ("modules", "module"),
    ("resources", "resource"),
];

/// The context for checking references.
pub(crate) struct Checker<'a> {
    pub(crate) module: &'a Module,
    /// The called modules by the name of the call; `None` if the target is uncertain.
    pub(crate) children: &'a Ordered<Arc<str>, Option<Arc<Module>>>,
    /// The values of declarations; `None` if findings are kept for use with other values.
    pub(crate) values: Option<&'a SharedList<Value>>,
    pub(crate) context: &'a Context,
}

/// A type and a name, the first steps of a reference.
#[derive(Clone, Copy)]
struct Address<'r> {
    of_type: &'r str,
    name: &'r str,
    /// The number of steps of the reference that form the address.
    steps: usize,
}

impl Checker<'_> {
    /// Checks a reference, and returns the finding if it is invalid.
    pub(crate) fn check(&self, reference: &Reference<'_>, source: SourceId) -> Option<Diagnostic> {
        let at = Place { reference, source };
        // This is checked before any lookup, because other names are errors here, whatever they refer to.
        if self.context.zone == Zone::Destroy && !self.is_good_at_destroy(reference) {
            return Some(self.wrong_at_destroy(&at));
        }
        match &*reference.root {
            "var" => self.simple(&at, Kind::Variable),
            "local" => self.simple(&at, Kind::Local),
            "module" => self.simple(&at, Kind::Module).or_else(|| self.output(&at)),
            "data" => self.typed(&at, Kind::Data, 0),
            "ephemeral" => self.typed(&at, Kind::Ephemeral, 0),
            "resource" => self.typed(&at, Kind::Resource, 0),
            "action" => self.typed(&at, Kind::Action, 0),
            "list" if self.module.has_queries => self.typed(&at, Kind::List, 0).or_else(|| self.results(&at)),
            "each" => self.each(&at),
            "count" => self.count(&at),
            "self" => self.this(&at),
            "path" => at.one_of("path", &["module", "root", "cwd"]),
            "terraform" | "tofu" => self.terraform(&at),
            "run" | "output" if self.context.test.is_some() => self.in_test(&at),
            // Elsewhere, these names are resource types like any other.
            root if self.context.zone == Zone::Encryption && encryption::ROOTS.contains(&root) => {
                let (Some(of_type), Some(name)) = (at.attribute(0), at.attribute(1)) else {
                    return Some(at.incomplete(root, "TYPE.NAME"));
                };
                encryption_names::unknown(self.module, root, of_type, name, at.up_to(2))
            }
            "template" | "lazy" | "arg" => {
                let message = format!("`{}` is reserved for a future version", reference.root);
                Some(at.wrong(codes::RESERVED_NAME, at.root(), message))
            }
            _ => self.resource(&at),
        }
    }

    /// Returns `true` if a reference is always valid: it refers to a declared variable or local value, and is not in a
    /// destroy-time provisioner. In this case, [`Checker::check`] finds nothing, and there are no instances to select.
    pub(crate) fn is_always_good(&self, mention: &Mention<'_>) -> bool {
        let kind = match mention.root {
            "var" => Kind::Variable,
            "local" => Kind::Local,
            _ => return false,
        };
        let is_declared = |name| self.module.get(kind, "", name).is_some();
        self.context.zone != Zone::Destroy && mention.attribute(0).is_some_and(is_declared)
    }

    fn wrong_at_destroy(&self, at: &Place<'_>) -> Diagnostic {
        let words = SharedWords::Others(
            "another reference like it in this block is not listed".into(),
            "references like it in this block are not listed".into(),
        );
        let block = format!("references at destroy in {} {:?}", self.module.folder, self.context.owner);
        at.wrong(
            codes::NOT_IN_SCOPE,
            at.whole(),
            "a provisioner that runs at destroy can only use `self`, `count.index` and `each.key`",
        )
        .help("store the value in an argument of the resource and read it from `self`")
        .caused_by(SharedCause::of_run(block, words))
    }

    fn is_good_at_destroy(&self, reference: &Reference<'_>) -> bool {
        match (&*reference.root, reference.steps.first().map(|step| &step.kind)) {
            // Terraform's message does not mention `path` and `terraform`, but they are allowed because they do not
            // depend on any other object.
            ("self", _) | ("path" | "terraform", _) => true,
            ("count", _) => true,
            ("each", Some(ReferenceKey::Attr(name))) => name == "key",
            _ => false,
        }
    }

    /// Checks `var.x`, `local.x` and `module.x`.
    fn simple(&self, at: &Place<'_>, kind: Kind) -> Option<Diagnostic> {
        let root = &at.reference.root;
        let Some(name) = at.attribute(0) else { return Some(at.incomplete(root, "NAME")) };
        if let Some((node, declaration)) = self.module.get(kind, "", name) {
            return self.own(at, node).or_else(|| match declaration.repetition() {
                Repetition::ForEach if kind == Kind::Module => self.instance_of_module(at, node),
                _ => self.instance(at, declaration, 1),
            });
        }
        let is_absent = self.module.holes.is_only_absent(kind, "", name);
        if !is_absent && self.module.holes.may_declare_name(kind, name) {
            return None;
        }
        let noun = if kind == Kind::Module { "module" } else { kind.noun() };
        let finding = at.wrong(codes::UNKNOWN_NAME, at.up_to(1), format!("unknown {noun} `{root}.{name}`"));
        let range = at.step(0).map(|step| name_of(step).in_source(at.source));
        let names: Vec<&str> = self.module.of_kind(kind).map(|one| &*one.name).collect();
        if let (Some(near), Some(range)) = (nearest(name, names.iter().copied()), range) {
            let finding = renamed(finding, range, near, &format!("{root}.{near}"));
            return Some(if is_absent { finding.with_certainty(Certainty::May) } else { finding });
        }
        if is_absent {
            return None;
        }
        // the same name of another kind
        let others = [Kind::Variable, Kind::Local, Kind::Module];
        let other =
            others.iter().filter(|other| **other != kind).find_map(|other| self.module.get(*other, "", name));
        Some(match other {
            Some((_, other)) => {
                let address = other.address();
                finding.meant_at(at.up_to(1), address)
            }
            None if self.module.holes.may_declare_as(kind, "", name) => return None,
            None if kind == Kind::Variable => {
                finding.help(format!("declare it with `variable \"{name}\" {{}}`"))
            }
            None if names.is_empty() => finding,
            None => finding.help(format!("declared: {}", listed(&names))),
        })
    }

    /// Checks `data.TYPE.NAME` and similar references.
    fn typed(&self, at: &Place<'_>, kind: Kind, from: usize) -> Option<Diagnostic> {
        let root = &at.reference.root;
        let (Some(of_type), Some(name)) = (at.attribute(from), at.attribute(from + 1)) else {
            return Some(at.incomplete(root, "TYPE.NAME"));
        };
        self.of_type(at, kind, Address { of_type, name, steps: from + 2 })
    }

    /// Checks `TYPE.NAME`, and words that are not meant as references.
    fn resource(&self, at: &Place<'_>) -> Option<Diagnostic> {
        let root = &*at.reference.root;
        if at.reference.steps.is_empty() {
            let finding = self.bare_word(at);
            return Some(match self.module.holes.is_fragment() && finding.is_error() {
                // examples that a program writes contain many of them
                true => finding.caused_by(habits::cause("words in examples".to_owned())),
                false => finding,
            });
        }
        let Some(name) = at.attribute(0) else { return Some(at.incomplete(root, "NAME")) };
        if let Some((_, meant)) = MISTAKEN.iter().find(|(wrong, _)| *wrong == root)
            // A provider may have resource types with these names.
            && self.module.get(Kind::Resource, root, name).is_none()
        {
            let message = format!("unknown name `{root}`");
            let finding = at.wrong(codes::UNKNOWN_NAME, at.root(), message);
            return Some(renamed(finding, at.root(), meant, &format!("{meant}.{name}")));
        }
        if root == "output" {
            let message = "outputs cannot be referenced inside their own module";
            let finding = at.wrong(codes::REFERENCE_FORM, at.up_to(1), message);
            return Some(finding.help("use the expression of its `value`, or move it into a local value"));
        }
        if root == "check" && self.module.get(Kind::Check, "", name).is_some() {
            let message = format!("check `{name}` cannot be referenced: checks have no value");
            let finding = at.wrong(codes::REFERENCE_FORM, at.up_to(1), message);
            return Some(finding.help("refer to the objects in its conditions instead"));
        }
        self.of_type(at, Kind::Resource, Address { of_type: root, name, steps: 1 })
    }

    fn of_type(&self, at: &Place<'_>, kind: Kind, address: Address<'_>) -> Option<Diagnostic> {
        let Address { of_type, name, steps } = address;
        if let Some((node, declaration)) = self.module.get(kind, of_type, name) {
            if declaration.inside_check && !self.is_same_check(declaration) {
                let message = format!("`{}` is only available inside its check", declaration.address());
                let finding = at.wrong(codes::NOT_IN_SCOPE, at.up_to(steps), message);
                return Some(
                    finding.also(crate::terraform::declare::module::header(declaration), "declared here"),
                );
            }
            return self.own(at, node).or_else(|| self.instance(at, declaration, steps));
        }
        let holes = &self.module.holes;
        let is_absent = holes.is_only_absent(kind, of_type, name);
        if !is_absent && holes.may_declare_object(kind, of_type, name) {
            return None;
        }
        let prefix = if kind == Kind::Resource { String::new() } else { format!("{}.", at.reference.root) };
        let message = format!("unknown {} `{prefix}{of_type}.{name}`", kind.noun());
        let place = at.up_to(steps);
        let finding = at.wrong(codes::UNKNOWN_NAME, place, message);
        let suggestion = self.meant(kind, of_type, name);
        Some(match suggestion {
            Some(address) if is_absent => finding.meant_at(place, address).with_certainty(Certainty::May),
            Some(address) => finding.meant_at(place, address),
            None if holes.may_declare_as(kind, of_type, name) => return None,
            None => finding,
        })
    }

    fn is_same_check(&self, declaration: &Declaration) -> bool {
        let Some(owner) = self.context.owner else { return false };
        let owner = self.module.declaration(owner);
        let outer = owner.written.view().range();
        let inner = declaration.written.header;
        owner.kind == Kind::Check
            && owner.written.source == declaration.written.source
            && outer.contains(inner)
    }

    /// The most similar declaration to an undeclared resource.
    fn meant(&self, kind: Kind, of_type: &str, name: &str) -> Option<String> {
        // A missing or superfluous `data.` is more likely than a misspelled name.
        for other in [Kind::Resource, Kind::Data, Kind::Ephemeral] {
            if other != kind
                && let Some((_, found)) = self.module.get(other, of_type, name)
            {
                return Some(found.address());
            }
        }
        let same = self.module.of_kind(kind).filter(|one| &*one.of_type == of_type);
        if let Some(near) = nearest(name, same.map(|one| &*one.name)) {
            return self.module.get(kind, of_type, near).map(|(_, found)| found.address());
        }
        let same = self.module.of_kind(kind).filter(|one| &*one.name == name);
        // types are long words with a common prefix, so only a typo is taken for another type
        let near = nearest(of_type, same.map(|one| &*one.of_type));
        if let Some(near) = near.filter(|near| within_edits(of_type, near, 2)) {
            return self.module.get(kind, near, name).map(|(_, found)| found.address());
        }
        let root = nearest(of_type, ["var", "local", "module"]).filter(|_| kind == Kind::Resource)?;
        let kind = match root {
            "var" => Kind::Variable,
            "local" => Kind::Local,
            _ => Kind::Module,
        };
        self.module.get(kind, "", name).map(|(_, found)| found.address())
    }

    fn bare_word(&self, at: &Place<'_>) -> Diagnostic {
        let word = &*at.reference.root;
        let message = match word {
            _ if ROOTS.contains(&word) => return at.incomplete(word, "NAME"),
            _ => format!("`{word}` looks like a reference, but nothing with this name is declared"),
        };
        let finding = at.wrong(codes::REFERENCE_FORM, at.root(), message);
        for kind in [Kind::Variable, Kind::Local] {
            if let Some((_, found)) = self.module.get(kind, "", word) {
                let address = found.address();
                return renamed(finding, at.root(), &address, &address);
            }
        }
        let title = format!("if this is a string, quote it: `\"{word}\"`");
        finding.fix(Fix::suggested(title, at.root(), format!("\"{word}\"")))
    }

    /// Reports a resource that refers to itself.
    fn own(&self, at: &Place<'_>, node: NodeId) -> Option<Diagnostic> {
        if self.context.owner != Some(node) {
            return None;
        }
        let declaration = self.module.declaration(node);
        if !matches!(
            declaration.kind,
            Kind::Resource | Kind::Data | Kind::Ephemeral | Kind::Action | Kind::List
        ) {
            return None;
        }
        // provisioners and connections run once the resource exists
        if matches!(self.context.zone, Zone::Provisioner | Zone::Destroy) {
            return None;
        }
        let message = format!("`{}` refers to itself", declaration.address());
        let finding = at.wrong(codes::OWN_REFERENCE, at.whole(), message);
        Some(match self.context.zone {
            Zone::Postcondition => finding.help("write `self`"),
            _ if declaration.kind == Kind::List => finding.help("its results are only known after it runs"),
            _ => finding.help("its attributes are only known after it is created"),
        })
    }

    /// Checks that an instance key is present if one is required. `steps` is the number of steps in the name.
    fn instance(&self, at: &Place<'_>, declaration: &Declaration, steps: usize) -> Option<Diagnostic> {
        let is_one = !matches!(
            declaration.kind,
            Kind::Resource | Kind::Data | Kind::Ephemeral | Kind::List | Kind::Module
        );
        if is_one || self.module.is_doubled(declaration) || self.takes_meta_arguments(declaration) {
            return None;
        }
        let next = at.step(steps)?;
        let address = declaration.address();
        let has_key = match next.kind {
            ReferenceKey::Attr(_) => false,
            // a module is an object, so `["x"]` reads an output
            ReferenceKey::Text(_) if declaration.kind == Kind::Module => return None,
            _ => true,
        };
        let repetition = declaration.repetition();
        let (message, help) = match (repetition, has_key) {
            (Repetition::One, true) => (
                format!("`{address}` uses neither `count` nor `for_each`, so it cannot be indexed"),
                format!("remove the index: `{address}`"),
            ),
            (Repetition::Count, false) => (
                format!("`{address}` uses `count`: refer to one instance of the list"),
                format!("use `{address}[0]` for one instance, `{address}[*]` for all"),
            ),
            (Repetition::ForEach, false) => (
                format!("`{address}` uses `for_each`: refer to one instance of the map"),
                format!("use `{address}[KEY]` for one instance, `values({address})` for all"),
            ),
            _ => return None,
        };
        let place = if has_key { next.range.in_source(at.source) } else { at.up_to(steps) };
        let name = match repetition {
            Repetition::Count => "`count` is set here",
            Repetition::ForEach => "`for_each` is set here",
            Repetition::One | Repetition::Unclear => "declared here",
        };
        let declared = crate::terraform::declare::module::header(declaration);
        Some(at.wrong(codes::INSTANCE_KEY, place, message).also(declared, name).help(help))
    }

    /// Returns `true` for a call of a module whose variables are named like meta-arguments.
    fn takes_meta_arguments(&self, declaration: &Declaration) -> bool {
        let child = self.children.get(&declaration.name).and_then(Option::as_ref);
        declaration.kind == Kind::Module && child.is_some_and(|child| child.takes_meta_arguments())
    }

    /// Checks that a resource is referenced with a key if and only if it has instances.
    pub(crate) fn key_of_instance(&self, reference: &Reference<'_>, source: SourceId) -> Option<Diagnostic> {
        let (node, steps) = dependencies::named(self.module, &reference.root, |at| reference.attribute(at))?;
        self.instance(&Place { reference, source }, self.module.declaration(node), steps)
    }

    /// Checks `module.x.y` for a module with `for_each`: the module is an object of its instances, so this reads the
    /// instance `y`, for which other blocks require a key in brackets.
    fn instance_of_module(&self, at: &Place<'_>, node: NodeId) -> Option<Diagnostic> {
        let declaration = self.module.declaration(node);
        let name = at.attribute(1).filter(|_| !self.module.is_doubled(declaration))?;
        let keys = self.values?.get(node.index())?.ty().as_object().cloned();
        if keys.as_ref().is_some_and(|keys| keys.get(name).is_some()) {
            return None;
        }
        let address = declaration.address();
        let finding = match keys {
            Some(_) => {
                let message = format!("`{address}` uses `for_each`: refer to one instance of the map");
                at.wrong(codes::INSTANCE_KEY, at.up_to(1), message)
            }
            None => {
                let child = self.children.get(&declaration.name)?.as_ref()?;
                child.get(Kind::Output, "", name)?;
                let message =
                    format!("`{address}` uses `for_each`, so `{address}.{name}` is its instance `{name}`");
                let finding = at.wrong(codes::INSTANCE_KEY, at.up_to(2), message);
                Diagnostic { severity: Severity::Warning, certainty: Certainty::May, ..finding }
            }
        };
        let help = format!("use `{address}[KEY]` for one instance, `values({address})` for all");
        let declared = crate::terraform::declare::module::header(declaration);
        Some(finding.also(declared, "`for_each` is set here").help(help))
    }

    /// Checks `module.x.y` and `module.x[k].y`.
    fn output(&self, at: &Place<'_>) -> Option<Diagnostic> {
        let (name, output) = called_output(self.module, at.reference)?;
        let child = self.children.get(name)?.as_ref()?;
        let wanted = at.key(output)?;
        // an entire block may be lost
        let may_be = child.holes.may_declare_any(Kind::Output) || child.may_declare(wanted);
        if may_be || child.get(Kind::Output, "", wanted).is_some() {
            return None;
        }
        let step = at.step(output)?;
        let message = format!("module `{name}` has no output `{wanted}`");
        let place = step.range.in_source(at.source);
        let finding = at.wrong(codes::NO_ATTRIBUTE, place, message);
        let names: Vec<&str> = child.of_kind(Kind::Output).map(|one| &*one.name).collect();
        Some(match nearest(wanted, names.iter().copied()) {
            Some(near) if matches!(step.kind, ReferenceKey::Attr(_)) => {
                renamed(finding, name_of(step).in_source(at.source), near, near)
            }
            Some(near) => finding.meant(near),
            None if names.is_empty() => finding.help("the module has no outputs"),
            None => finding.help(format!("available outputs: {}", listed(&names))),
        })
    }

    /// Checks `list.TYPE.NAME.data[N].state`.
    fn results(&self, at: &Place<'_>) -> Option<Diagnostic> {
        let (of_type, name) = (at.attribute(0)?, at.attribute(1)?);
        let (_, declaration) = self.module.get(Kind::List, of_type, name)?;
        let data = if declaration.repetition() == Repetition::One { 2 } else { 3 };
        let wrong = |position: usize, message: &str| {
            let place = at.step(position).map(|step| step.range.in_source(at.source));
            at.wrong(codes::NO_ATTRIBUTE, place.unwrap_or_else(|| at.whole()), message)
        };
        let written = format!("list.{of_type}.{name}");
        if at.step(data).is_some() && at.attribute(data) != Some("data") {
            let finding = wrong(data, "the only attribute of a list block is `data`, the list of results");
            return Some(finding.help(format!("write `{written}.data[0].state`")));
        }
        if at.attribute(data + 1).is_some() {
            let finding = wrong(data + 1, "`data` of a list block is a list: refer to one of its elements");
            return Some(finding.help(format!("add an index, for example `{written}.data[0].state`")));
        }
        let part = at.attribute(data + 2)?;
        (!["state", "identity"].contains(&part))
            .then(|| wrong(data + 2, "available attributes of a result: `state` and `identity`"))
    }

    fn each(&self, at: &Place<'_>) -> Option<Diagnostic> {
        if let Some(finding) = at.one_of("each", &["key", "value"]) {
            return Some(finding);
        }
        self.context.each.is_none().then(|| {
            let message = format!(
                "`each.{}` is only available in blocks with `for_each`",
                at.attribute(0).unwrap_or("key")
            );
            let finding = at.wrong(codes::NOT_IN_SCOPE, at.up_to(1), message);
            match self.context.count {
                Some(_) => finding.help("use `count.index`: this block uses `count`"),
                None => finding,
            }
        })
    }

    fn count(&self, at: &Place<'_>) -> Option<Diagnostic> {
        if let Some(finding) = at.one_of("count", &["index"]) {
            return Some(finding);
        }
        self.context.count.is_none().then(|| {
            let message = "`count.index` is only available in blocks with `count`";
            let finding = at.wrong(codes::NOT_IN_SCOPE, at.up_to(1), message);
            match self.context.each {
                Some(_) => finding.help("use `each.key`: this block uses `for_each`"),
                None => finding,
            }
        })
    }

    fn this(&self, at: &Place<'_>) -> Option<Diagnostic> {
        if matches!(self.context.zone, Zone::Provisioner | Zone::Destroy | Zone::Postcondition) {
            return None;
        }
        let message = "`self` is only available in provisioners, connections and postconditions";
        Some(at.wrong(codes::NOT_IN_SCOPE, at.root(), message))
    }

    fn terraform(&self, at: &Place<'_>) -> Option<Diagnostic> {
        if at.attribute(0) == Some("env") {
            let message = "`terraform.env` has been removed";
            let finding = at.wrong(codes::REMOVED_NAME, at.up_to(1), message);
            return Some(renamed(finding, at.up_to(1), "terraform.workspace", "terraform.workspace"));
        }
        at.one_of("terraform", &["workspace", "applying"])
    }

    fn in_test(&self, at: &Place<'_>) -> Option<Diagnostic> {
        let test = self.context.test.as_ref()?;
        let root = &*at.reference.root;
        let Some(name) = at.attribute(0) else { return Some(at.incomplete(root, "NAME")) };
        if root == "run" {
            if let Some(outputs) = test.runs.get(name) {
                return output_of_run(at, name, outputs);
            }
            let finding = at.wrong(
                codes::UNKNOWN_NAME,
                at.up_to(1),
                format!("unknown run `run.{name}` before this one"),
            );
            return Some(finding.perhaps_meant(
                nearest(name, test.runs.keys().map(|run| &**run)).map(|near| format!("run.{near}")),
            ));
        }
        let outputs = test.outputs.as_ref()?;
        let object = outputs.ty().as_object()?.clone();
        if object.get(name).is_some() {
            return None;
        }
        let finding = at.wrong(codes::UNKNOWN_NAME, at.up_to(1), format!("unknown output `output.{name}`"));
        let near = nearest(name, object.attributes().iter().map(|one| &*one.name));
        Some(finding.perhaps_meant(near.map(|near| format!("output.{near}"))))
    }
}

/// The finding about an output that the module of an earlier run lacks.
fn output_of_run(at: &Place<'_>, run: &str, outputs: &Value) -> Option<Diagnostic> {
    let (wanted, object) = (at.attribute(1)?, outputs.ty().as_object()?);
    if object.get(wanted).is_some() {
        return None;
    }
    let message = format!("run `{run}` has no output `{wanted}`");
    let finding = at.wrong(codes::NO_ATTRIBUTE, at.step(1)?.range.in_source(at.source), message);
    Some(finding.perhaps_meant(nearest(wanted, object.attributes().iter().map(|one| &*one.name))))
}

/// A reference with its source.
struct Place<'a> {
    reference: &'a Reference<'a>,
    source: SourceId,
}

/// The call in a reference to a module's output, and the index of the step that names the output.
pub(crate) fn called_output<'r>(module: &Module, reference: &'r Reference<'_>) -> Option<(&'r str, usize)> {
    let name = reference.attribute(0)?;
    let (_, call) = module.get(Kind::Module, "", name)?;
    let output = match call.repetition() {
        Repetition::One => 1,
        Repetition::Count | Repetition::ForEach => 2,
        Repetition::Unclear => return None,
    };
    reference.steps.get(output)?;
    Some((name, output))
}

impl Place<'_> {
    fn step(&self, position: usize) -> Option<&ReferenceStep<'_>> {
        self.reference.steps.get(position)
    }

    fn attribute(&self, position: usize) -> Option<&str> {
        self.reference.attribute(position)
    }

    /// The name after a dot, or the string in brackets, of a step.
    fn key(&self, position: usize) -> Option<&str> {
        match &self.step(position)?.kind {
            ReferenceKey::Attr(name) | ReferenceKey::Text(name) => Some(name),
            _ => None,
        }
    }

    fn root(&self) -> Span {
        self.reference.root_range.in_source(self.source)
    }

    fn whole(&self) -> Span {
        self.reference.range().in_source(self.source)
    }

    /// The place of the root and the given number of steps.
    fn up_to(&self, steps: usize) -> Span {
        let steps = self.reference.steps.iter().take(steps);
        steps.fold(self.reference.root_range, |range, step| range.cover(step.range)).in_source(self.source)
    }

    fn wrong(&self, code: hclx_diag::Code, place: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, place, message)
    }

    fn incomplete(&self, root: &str, rest: &str) -> Diagnostic {
        let message = format!("`{root}` must be followed by a name");
        self.wrong(codes::REFERENCE_FORM, self.whole(), message).help(format!("write `{root}.{rest}`"))
    }

    /// Checks a root that has only the given attributes.
    fn one_of(&self, root: &str, names: &[&str]) -> Option<Diagnostic> {
        let Some(name) = self.attribute(0) else { return Some(self.incomplete(root, "NAME")) };
        if names.contains(&name) {
            return None;
        }
        let message = format!("no attribute `{name}` on `{root}`");
        let finding = self.wrong(codes::UNKNOWN_NAME, self.up_to(1), message);
        Some(finding.meant_or(
            nearest(name, names.iter().copied()).map(|near| format!("{root}.{near}")),
            format!("available: {}", listed(names)),
        ))
    }
}

/// The name in a step `.name`.
fn name_of(step: &ReferenceStep<'_>) -> hclx_diag::TextRange {
    hclx_diag::TextRange::new(step.range.start + 1, step.range.end)
}

fn renamed(finding: Diagnostic, place: Span, text: &str, shown: &str) -> Diagnostic {
    finding.meant_at(place, Suggestion::written_as(shown, text.to_owned()))
}

/// Lists at most eight names.
pub(crate) fn listed(names: &[&str]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

impl Checker<'_> {
    /// Checks a reference to an entire declaration or instance, as in `depends_on`.
    pub(crate) fn check_whole(&self, reference: &Reference<'_>, source: SourceId) -> Option<Diagnostic> {
        let at = Place { reference, source };
        // a reference to itself adds no dependency
        let said = |code| ![codes::INSTANCE_KEY, codes::OWN_REFERENCE].contains(&code);
        if let Some(finding) = self.check(reference, source).filter(|finding| said(finding.code)) {
            // outputs are not checked, because the reference depends on the entire module
            let severity = match finding.code == codes::NO_ATTRIBUTE {
                true => Severity::Warning,
                false => finding.severity,
            };
            return Some(Diagnostic { severity, ..finding });
        }
        let attribute = |position: usize| at.attribute(position);
        let taken = match dependencies::named(self.module, &reference.root, attribute) {
            Some((_, taken)) => taken,
            None => return None,
        };
        let mut rest = reference.steps.iter().skip(taken).peekable();
        let is_attribute = |step: &&ReferenceStep<'_>| matches!(step.kind, ReferenceKey::Attr(_));
        let root = &*reference.root;
        let is_value = matches!(root, "var" | "local");
        // an instance key and a single output of a module are allowed
        if !is_value {
            rest.next_if(|step| !is_attribute(step));
        }
        if root == "module" {
            rest.next_if(is_attribute);
        }
        let extra = rest.next()?;
        let (part, kind) = match is_attribute(&extra) {
            true => ("one of its attributes", "attribute"),
            false => ("one of its elements", "index"),
        };
        let whole = match root {
            "var" => "variable",
            "local" => "local value",
            "module" => "module or output",
            _ => "resource or module",
        };
        let message = format!("expected a {whole}, found {part}");
        let finding = at.wrong(codes::REFERENCE_FORM, extra.range.in_source(source), message);
        Some(finding.help(format!("remove the {kind}")))
    }
}
