//! The values of instances, as provided by a provider, a mock, an override or the state.
//!
//! Source of the rules: `internal/terraform` and `internal/providers/mock.go` of Terraform.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Cause, CauseKind, MockDefault};
use hclx_core::{Type, Value, assume_not_null};
use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::Block;

use super::computed::{
    CONFIGURED, Compute, ComputedAttribute, computed, fitted, found, generated, is_absent, updated,
    with_characters,
};
use super::local_sources::is_local;
use super::module::{Walk, is_plan};
use super::open::{CauseId, causes_of, mark};
use super::overrides::Replacement;
use super::providers::{Answers, is_offline};
use super::resources::{Instance, Resource};
use super::state::{Change, Prior};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::required_versions;
use crate::terraform::files::versions;
use crate::terraform::schemas::kind::Kind;

/// The version of Terraform that added `store` to `terraform_data`.
const STORED: versions::Version = (1, 16);

/// The number of characters of a UUID.
const UUID: usize = 36;

/// The origin of the values of an instance.
pub(super) enum Origin {
    /// A mock or an override, with its values.
    Simulated(Option<Arc<Replacement>>),
    /// Terraform's built-in provider.
    BuiltIn,
    /// A provider that is not mocked.
    Real,
    /// Unclear, for a cause.
    Unclear(CauseId),
}

impl Walk<'_> {
    /// The value of an instance, completed by its provider, mock or override.
    pub(super) fn answered(
        &self,
        resource: &Resource<'_>,
        block: &Block,
        value: Value,
        instance: &Instance<'_>,
    ) -> Value {
        let declaration = resource.declaration;
        let at = |cause: Cause| cause.at(declaration.name_span);
        let answered = InstanceContext { resource, block, instance };
        match (self.origin(resource, instance), declaration.kind) {
            (Origin::Unclear(cause), _) => {
                self.setting.doubts(None, [cause]);
                resource.changes(Change::Open);
                Value::dynamic().with_marks(&mark(cause))
            }
            (Origin::Simulated(replacement), Kind::Resource) => {
                self.managed(&answered, value, replacement.as_deref())
            }
            (Origin::Simulated(replacement), _) => self.read(&answered, value, &|value| {
                self.with_defaults(&answered, value, replacement.as_deref())
            }),
            (Origin::BuiltIn, Kind::Resource) => self.built_in(&answered, value),
            (Origin::Real, Kind::Data) if is_local(&*self.setting.host, &declaration.of_type, &value) => {
                let what = format!("`{}` reads files", declaration.address());
                let cause = at(Cause::new(CauseKind::Provider, what).remedy("mock the provider"));
                let cause = self.setting.causes.id(cause);
                self.read(&answered, value, &|value| computed(block, value, &mut Open(cause)))
            }
            (Origin::BuiltIn, _) | (Origin::Real, Kind::Data) if self.is_read_later(&answered, &value) => {
                computed(block, &value, &mut DeferredValues)
            }
            (Origin::BuiltIn, _) | (Origin::Real, Kind::Data) => {
                let what = format!("`{}` reads what exists", declaration.address());
                self.unclear(at(Cause::new(CauseKind::Provider, what).remedy("mock the provider")))
            }
            (Origin::Real, Kind::Ephemeral) => self.ephemeral_value(&answered, &value),
            (Origin::Real, _) => self.real(&answered, &value),
        }
    }

    /// The value of an ephemeral resource that is opened. Terraform opens it as soon as its arguments are known.
    /// Nothing is stored, so there is no `id`.
    fn ephemeral_value(&self, answered: &InstanceContext<'_, '_>, value: &Value) -> Value {
        let entries = value.iter_entries().filter(|(name, _)| &***name != "id");
        let value =
            &Value::object(entries.map(|(name, part)| (Arc::clone(name), part.clone())).collect::<Vec<_>>());
        if is_plan(self.setting) && is_deferred_within(value) {
            return computed(answered.block, value, &mut DeferredValues);
        }
        let declaration = answered.declaration();
        let what = format!("the provider computes parts of `{}`", declaration.address());
        let cause = Cause::new(CauseKind::Provider, what).at(declaration.name_span);
        computed(answered.block, value, &mut Open(self.setting.causes.id(cause)))
    }

    pub(super) fn origin(&self, resource: &Resource<'_>, instance: &Instance<'_>) -> Origin {
        let Resource { declaration, answers, .. } = resource;
        let mock = match answers {
            Answers::Mock(mock) => Some(mock),
            _ => None,
        };
        let key = instance.key.as_deref();
        let of_mock = || mock.and_then(|mock| mock.overrides.of(&instance.address, key));
        if let Some(replacement) = self.setting.overrides.of(&instance.address, key).or_else(of_mock) {
            return match replacement.unclear {
                Some(cause) => Origin::Unclear(cause),
                None => Origin::Simulated(Some(Arc::clone(replacement))),
            };
        }
        let Some(mock) = mock else {
            return match answers {
                Answers::Unclear(cause) => Origin::Unclear(self.setting.causes.id(cause.clone())),
                Answers::BuiltIn => Origin::BuiltIn,
                _ => Origin::Real,
            };
        };
        let defaults = match declaration.kind {
            Kind::Data => mock.data.get(&declaration.of_type),
            _ => mock.resources.get(&declaration.of_type),
        };
        match mock.unclear.or(defaults.and_then(|defaults| defaults.unclear)) {
            Some(cause) => Origin::Unclear(cause),
            None => Origin::Simulated(defaults.cloned()),
        }
    }

    /// The value of a mocked or overridden resource.
    fn managed(
        &self,
        answered: &InstanceContext<'_, '_>,
        value: Value,
        replacement: Option<&Replacement>,
    ) -> Value {
        let create = |value: &Value| self.created(answered, value, replacement);
        let (prior, value) = self.before(answered, value);
        let prior = match prior {
            Prior::None => {
                answered.changes(Change::Create);
                return create(&value);
            }
            Prior::Open(cause) => return self.changed_openly(answered, &value, cause),
            Prior::Known(prior) => prior,
        };
        let is_open = !causes_of(&value).is_empty();
        match self.is_replaced(answered) {
            Some(true) => {
                answered.changes(Change::Update);
                return create(&value);
            }
            None => return self.changed_openly(answered, &value, self.may_be_replaced(answered)),
            Some(false) => {}
        }
        let Some(updated) = updated(answered.block, &prior, &value) else {
            return self.changed_openly(answered, &value, self.may_be_replaced(answered));
        };
        answered.changes(if is_open { Change::Open } else { Change::between(&prior, &updated) });
        updated
    }

    /// The value of an instance that is created.
    fn created(
        &self,
        answered: &InstanceContext<'_, '_>,
        value: &Value,
        replacement: Option<&Replacement>,
    ) -> Value {
        let is_early = replacement.is_some_and(|replacement| replacement.is_early);
        if is_plan(self.setting) && !is_early {
            return computed(answered.block, value, &mut DeferredValues);
        }
        let created = self.with_defaults(answered, value, replacement);
        if is_early && !is_plan(self.setting) {
            self.differs_from_plan(answered, &created);
        }
        created
    }

    /// Records that an apply fails if the values that it generates differ from those of its plan.
    fn differs_from_plan(&self, answered: &InstanceContext<'_, '_>, created: &Value) {
        let declaration = answered.declaration();
        let causes = causes_of(created).into_iter().filter_map(|id| self.setting.causes.get(id));
        let own = causes
            .filter(|cause| cause.place == Some(declaration.name_span) && cause.kind == CauseKind::Mock);
        for cause in own {
            let what = format!("{}, while planning and again while applying", cause.what);
            self.setting.doubt(Cause { what, ..cause });
        }
    }

    /// The value of an instance whose computed attributes are open.
    fn changed_openly(&self, answered: &InstanceContext<'_, '_>, value: &Value, cause: CauseId) -> Value {
        answered.changes(Change::Open);
        computed(answered.block, value, &mut Open(cause))
    }

    fn may_be_replaced(&self, answered: &InstanceContext<'_, '_>) -> CauseId {
        let declaration = answered.declaration();
        let what = format!("`{}` may keep values of the state", declaration.address());
        self.setting.causes.id(Cause::new(CauseKind::State, what).at(declaration.name_span))
    }

    /// The instance in the state, and its arguments, including those that `ignore_changes` keeps.
    fn before(&self, answered: &InstanceContext<'_, '_>, value: Value) -> (Prior, Value) {
        let prior = self.setting.prior.prior(&answered.instance.full_address());
        let value = match &prior {
            Prior::None => value,
            prior => self.ignoring_changes(answered, prior, value),
        };
        (prior, value)
    }

    fn with_defaults(
        &self,
        answered: &InstanceContext<'_, '_>,
        value: &Value,
        replacement: Option<&Replacement>,
    ) -> Value {
        let declaration = answered.declaration();
        let mut defaults = Defaults { walk: self, declaration, replacement, errors: Vec::new() };
        let value = computed(answered.block, value, &mut defaults);
        defaults.errors.into_iter().for_each(|error| self.setting.error(error));
        value
    }

    /// The value of a resource whose provider is not mocked, and may compute anything that is not set.
    fn real(&self, answered: &InstanceContext<'_, '_>, value: &Value) -> Value {
        let declaration = answered.declaration();
        let what = format!("a provider that is not mocked computes parts of `{}`", declaration.address());
        let cause = Cause::new(CauseKind::Provider, what).remedy("mock the provider");
        let id = self.setting.causes.id(cause.at(declaration.name_span));
        let is_new = matches!(self.setting.prior.prior(&answered.instance.full_address()), Prior::None);
        answered.changes(if is_new { Change::Create } else { Change::Open });
        if is_new && is_offline(&declaration.of_type) {
            return computed(
                answered.block,
                value,
                &mut Offline { cause: id, is_plan: is_plan(self.setting) },
            );
        }
        // a provider may also fill in an argument that its schema does not mark as computed, and reformat JSON
        let open = |value: &Value| Value::unknown(value.ty().clone()).with_marks(&mark(id));
        let value = mapped(value, &|absent| open(&absent));
        let of_type = NORMALIZED
            .iter()
            .filter(|(start, _)| declaration.of_type.starts_with(start))
            .map(|(_, name)| *name);
        let names: Vec<&str> = of_type.collect();
        if names.is_empty() || !value.is_known() {
            return value;
        }
        let entries = value.iter_entries().map(|(name, part)| {
            let is_normalized = names.contains(&&**name) && part.is_known() && !part.is_null();
            (Arc::clone(name), if is_normalized { open(part) } else { part.clone() })
        });
        Value::object(entries.collect::<Vec<_>>()).with_marks(value.marks())
    }

    /// The value of `terraform_data`, whose output is its input.
    fn built_in(&self, answered: &InstanceContext<'_, '_>, value: Value) -> Value {
        let (prior, value) = self.before(answered, value);
        let is_replaced = match &prior {
            Prior::None => Some(true),
            Prior::Open(_) => None,
            Prior::Known(before) => self.is_rebuilt(answered, before, &value),
        };
        let is_open = !causes_of(&value).is_empty();
        let change = match (&prior, is_replaced) {
            (Prior::None, _) => Change::Create,
            (_, None) => Change::Open,
            (_, Some(true)) => Change::Update,
            _ if is_open => Change::Open,
            (Prior::Known(before), _) => Change::between(&inputs_of(before), &inputs_of(&value)),
            (Prior::Open(_), _) => Change::Open,
        };
        answered.changes(change);
        let before = match &prior {
            Prior::Known(before) if is_replaced == Some(false) => Some(before),
            _ => None,
        };
        let id = self.built_in_id(answered, (before, is_replaced));
        let output = self.built_in_output(answered, (before, change), &value);
        // versions without `store` lack the attribute
        let is_old = required_versions::allowed(*self.setting.evaluator, self.module).meet((0, 0), STORED);
        let entries =
            value.iter_entries().filter(|(name, value)| !is_old || &***name != "store" || !value.is_null());
        let entries = entries.map(|(name, value)| match &**name {
            "id" => (Arc::clone(name), id.clone()),
            "output" => (Arc::clone(name), output.clone()),
            _ => (Arc::clone(name), value.clone()),
        });
        Value::object(entries.collect::<Vec<_>>())
    }

    fn built_in_id(
        &self,
        answered: &InstanceContext<'_, '_>,
        (before, is_replaced): (Option<&Value>, Option<bool>),
    ) -> Value {
        if let Some(id) = before.and_then(|before| before.get_attr_value("id")) {
            return id.clone();
        }
        if is_plan(self.setting) && is_replaced == Some(true) {
            return assume_not_null(Value::unknown(Type::STRING));
        }
        let declaration = answered.declaration();
        let what = format!("`{}.id` is generated", declaration.address());
        let cause = Cause::new(CauseKind::Provider, what).at(declaration.name_span);
        let is_known = !is_plan(self.setting);
        let causes = &self.setting.causes;
        match is_known {
            true => with_characters(causes.generated(Type::STRING, cause), UUID, Some(UUID)),
            false => assume_not_null(causes.open(Type::STRING, cause)),
        }
    }

    fn built_in_output(
        &self,
        answered: &InstanceContext<'_, '_>,
        (before, change): (Option<&Value>, Change),
        value: &Value,
    ) -> Value {
        let input = value.get_attr_value("input").cloned().unwrap_or_else(Value::dynamic);
        if !is_plan(self.setting) || input.is_null() {
            return input;
        }
        match (change, before.and_then(|before| before.get_attr_value("output"))) {
            (Change::None, Some(output)) => output.clone(),
            (Change::Open, _) => {
                let cause = self.may_be_replaced(answered);
                Value::unknown(input.ty().clone()).with_marks(&mark(cause)).with_marks(&input.marks_within())
            }
            _ => Value::unknown(input.ty().clone()).with_marks(&input.marks_within()),
        }
    }

    /// Determines whether a plan replaces an instance of `terraform_data`; `None` if this is open.
    fn is_rebuilt(&self, answered: &InstanceContext<'_, '_>, before: &Value, value: &Value) -> Option<bool> {
        if self.is_replaced(answered)? {
            return Some(true);
        }
        let trigger = |value: &Value| value.get_attr_value("triggers_replace").cloned();
        let (before, now) = (trigger(before)?, trigger(value)?);
        match causes_of(&now).is_empty() {
            true => Some(Change::between(&before, &now) != Change::None),
            false => None,
        }
    }

    /// The greatest change among the objects that a data source refers to, because Terraform treats each reference as a
    /// dependency.
    fn referenced(&self, node: NodeId) -> Change {
        let used = self.module.links().graph.uses(node).iter().map(|(used, _)| *used);
        let change = |used: NodeId| match self.module.declaration(used).kind {
            Kind::Resource => self.changes[used.index()].own,
            Kind::Data => Change::None,
            _ => self.changes[used.index()].greatest(),
        };
        used.map(change).max().unwrap_or_default()
    }

    /// The value of a data source, completed for its arguments. It is read during planning if its configuration is
    /// known and it need not wait for changes.
    fn read(
        &self,
        answered: &InstanceContext<'_, '_>,
        value: Value,
        answer: &dyn Fn(&Value) -> Value,
    ) -> Value {
        let declaration = answered.declaration();
        if !is_plan(self.setting) {
            return answer(&value);
        }
        let is_known = !is_unknown_within(&value);
        let waits = self.waits(answered);
        // open parts of the configuration may be deferred in Terraform
        if waits == Change::Open || !causes_of(&value).is_empty() && !is_known && !is_deferred_within(&value)
        {
            let what = format!("`{}` may be read while planning, or later", declaration.address());
            return self.open(Cause::new(CauseKind::Mock, what).at(declaration.name_span));
        }
        match is_known && waits == Change::None {
            true => answer(&value),
            false => computed(answered.block, &value, &mut DeferredValues),
        }
    }

    /// The greatest change that a data source waits for.
    fn waits(&self, answered: &InstanceContext<'_, '_>) -> Change {
        let Resource { declaration, meta, node, .. } = answered.resource;
        let waits = self.call.waits.max(self.referenced(*node)).max(self.awaited(declaration, meta));
        let conditions = ["precondition", "postcondition"];
        match answered.instance.lifecycle.iter().any(|block| block.body.mentions_one_of(&conditions)) {
            true => waits.max(self.changes[node.index()].upstream),
            false => waits,
        }
    }

    /// Returns `true` if a data source is definitely not read during planning.
    fn is_read_later(&self, answered: &InstanceContext<'_, '_>, value: &Value) -> bool {
        let is_waiting = || !matches!(self.waits(answered), Change::None | Change::Open);
        is_plan(self.setting) && (is_deferred_within(value) || is_waiting())
    }
}

/// An instance whose value is being computed.
pub(super) struct InstanceContext<'a, 'd> {
    pub(super) resource: &'a Resource<'d>,
    pub(super) block: &'a Block,
    pub(super) instance: &'a Instance<'a>,
}

impl<'d> InstanceContext<'_, 'd> {
    pub(super) fn declaration(&self) -> &'d Declaration {
        self.resource.declaration
    }

    fn changes(&self, change: Change) {
        self.resource.changes(change);
    }
}

/// Leaves computed attributes unknown until after apply.
struct DeferredValues;

impl Compute for DeferredValues {
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value {
        Value::unknown(attribute.ty.clone())
    }
}

/// Makes computed attributes open.
struct Open(CauseId);

impl Compute for Open {
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value {
        Value::unknown(attribute.ty.clone()).with_marks(&mark(self.0))
    }
}

/// Computed attributes of a provider that generates values by itself: those that only it can set are unknown before the
/// apply, and the others have defaults.
struct Offline {
    cause: CauseId,
    is_plan: bool,
}

impl Compute for Offline {
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value {
        let value = Value::unknown(attribute.ty.clone());
        if attribute.is_settable {
            return value.with_marks(&mark(self.cause));
        }
        match self.is_plan {
            true => value,
            false => not_empty(value).with_marks(&mark(self.cause)),
        }
    }
}

/// Sets computed attributes to the values of a mock or an override, or to generated ones.
struct Defaults<'a> {
    walk: &'a Walk<'a>,
    declaration: &'a Declaration,
    replacement: Option<&'a Replacement>,
    errors: Vec<Diagnostic>,
}

impl Defaults<'_> {
    /// The cause for a value that no default sets.
    fn cause(&self, path: &[Arc<str>]) -> Cause {
        let declaration = self.declaration;
        let what = format!("`{}.{}` is generated", declaration.address(), path.join("."));
        let cause = Cause::new(CauseKind::Mock, what).at(declaration.name_span);
        let name = path.first().map(|name| &**name).unwrap_or_default();
        // an override replaces the defaults of its type
        if let Some(block) = self.replacement.and_then(|replacement| replacement.override_block.as_ref()) {
            return cause.remedy(format!("add `{name}` to the values of `{block}`"));
        }
        let block = if declaration.kind == Kind::Data { "mock_data" } else { "mock_resource" };
        let remedy = format!("add `{name}` to the defaults of `{block} \"{}\"`", declaration.of_type);
        let value = if path.len() == 1 { format!("{name:?}") } else { "{}".to_owned() };
        let of_type = Arc::clone(&declaration.of_type);
        let default = Some(MockDefault { block, of_type, name: name.into(), value });
        Cause { default, ..cause.remedy(remedy) }
    }

    fn fails(&mut self, path: &[Arc<str>], why: &str) {
        let message = format!("`{}.{}` {why}", self.declaration.address(), path.join("."));
        let place = self.replacement.map_or(self.declaration.name_span, |replacement| replacement.place);
        self.errors.push(Diagnostic::error(codes::NOT_CONVERTIBLE, place, message));
    }
}

impl Compute for Defaults<'_> {
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value {
        let ComputedAttribute { path, ty, has_parts, .. } = attribute;
        let causes = &self.walk.setting.causes;
        let string = |ty: Type| causes.generated(ty, self.cause(path));
        let data = self.replacement.and_then(|replacement| replacement.values.as_ref());
        let data = match data.map(|data| found(data, path)) {
            None | Some(Ok(None)) => return generated(ty, &string),
            Some(Ok(Some(data))) => data,
            Some(Err(())) => {
                let value = generated(ty, &string);
                self.fails(path, "has a mocked value that is not an object");
                return value;
            }
        };
        if *has_parts {
            return string(ty.clone());
        }
        if let Ok(value) = fitted(data, ty, &string) {
            return value;
        }
        let value = generated(ty, &string);
        self.fails(path, &format!("must be {ty}, found {} in the mock", data.ty()));
        value
    }
}

/// The input arguments of `terraform_data`.
fn inputs_of(value: &Value) -> Value {
    let is_input = |name: &str| matches!(name, "input" | "triggers_replace");
    let inputs = value.iter_entries().filter(|(name, _)| is_input(name));
    Value::object(inputs.map(|(name, value)| (Arc::clone(name), value.clone())).collect::<Vec<_>>())
}

/// A value refined to be neither null nor an empty string.
fn not_empty(value: Value) -> Value {
    match *value.ty() == Type::STRING {
        true => with_characters(value, 1, None),
        false => assume_not_null(value),
    }
}

/// Arguments that a provider normalizes during planning, by the prefix of resource types.
const NORMALIZED: &[(&str, &str)] = &[("azurerm_", "location")];

/// A value in which each part that the configuration does not set, or sets to JSON, is replaced.
fn mapped(value: &Value, replace: &dyn Fn(Value) -> Value) -> Value {
    if value.as_str().is_some_and(is_json) {
        return replace(value.clone());
    }
    if !value.is_known() || value.is_null() {
        return if is_absent(value) { replace(value.clone()) } else { value.clone() };
    }
    match value.map_parts(|part| hclx_diag::grow(|| mapped(part, replace))) {
        Some(parts) => parts.with_marks(value.marks()),
        None => value.clone(),
    }
}

/// Returns `true` for a string that looks like a JSON array or object, judging by its first and last character.
fn is_json(text: &str) -> bool {
    let text = text.trim();
    [('{', '}'), ('[', ']')].iter().any(|(open, close)| text.starts_with(*open) && text.ends_with(*close))
}

/// Returns `true` if the configuration sets a part that is definitely unknown to Terraform.
fn is_deferred_within(value: &Value) -> bool {
    if value.is_wholly_known() {
        return false;
    }
    if !value.is_known() {
        return !is_absent(value) && causes_of(value).is_empty();
    }
    value.parts().any(is_deferred_within)
}

/// Returns `true` if a part that the configuration sets is unknown.
fn is_unknown_within(value: &Value) -> bool {
    if value.is_wholly_known() {
        return false;
    }
    if !value.is_known() {
        return !is_absent(value);
    }
    value.marks().contains(CONFIGURED) || value.parts().any(is_unknown_within)
}
