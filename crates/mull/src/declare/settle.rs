//! Resolution of declarations: bases first, then defaults, properties and constraints (Mull §5.2, §5.3,
//! §5.6).

use crate::maps::HashMap;
use std::sync::Arc;

use hclx_diag::{Arrange, Diagnostic, TextRange, mull_codes as codes};

use super::super::ty::{CustomId, Prop, Ty, TyKind};
use super::draft::{Base, Draft, RawProperty};
use super::{Binder, Property, by_name};

/// The maximum length of a chain of bases.
const MAX_BASES: u32 = 256;
/// The maximum number of additional labels for a cycle.
const MAX_LABELS: usize = 7;
/// The maximum number of inherited properties in a document.
const MAX_INHERITED: usize = 200_000;

impl Binder<'_> {
    /// Turns all drafts into rows.
    pub(super) fn settle(&mut self) {
        let order = self.bases_first();
        let mut drafts = std::mem::take(&mut self.drafts);
        // Defaults determine which properties are required, so they are settled before any structure.
        for index in &order {
            self.settle_default(*index, &drafts[*index]);
        }
        let mut inherited = 0;
        for index in &order {
            let draft = std::mem::take(&mut drafts[*index]);
            self.settle_structure(*index, draft, &mut inherited);
        }
    }

    fn row(&mut self, index: usize) -> &mut super::Custom {
        &mut self.types.customs[self.first + index]
    }

    /// The draft that declares a type, if it is in this document.
    fn draft_of(&self, ty: &Ty) -> Option<usize> {
        match ty.kind() {
            TyKind::Custom(id) => {
                (id.0 as usize).checked_sub(self.first).filter(|at| *at < self.drafts.len())
            }
            _ => None,
        }
    }

    /// The drafts in an order in which each follows those that its base refers to. Those on a cycle lose
    /// their base, which is reported.
    fn bases_first(&mut self) -> Vec<usize> {
        let edges: Vec<Vec<usize>> = (0..self.drafts.len()).map(|index| self.named_by_base(index)).collect();
        let mut order = Vec::with_capacity(edges.len());
        let mut state = vec![State::New; edges.len()];
        let mut deep = vec![0; edges.len()];
        for start in 0..edges.len() {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if state[start] == State::New {
                state[start] = State::Open;
                path.push((start, 0));
            }
            while let Some((at, next)) = path.last_mut() {
                let at = *at;
                let Some(to) = edges[at].get(*next).copied() else {
                    path.pop();
                    state[at] = State::Done;
                    deep[at] = edges[at].iter().map(|to| deep[*to] + 1).max().unwrap_or(0);
                    if deep[at] > MAX_BASES {
                        // The chain starts again, so that derived types are not reported as well.
                        deep[at] = 0;
                        self.too_many_bases(at);
                    }
                    order.push(at);
                    continue;
                };
                *next += 1;
                match state[to] {
                    State::New => {
                        state[to] = State::Open;
                        path.push((to, 0));
                    }
                    State::Open => {
                        let from = path.iter().position(|(on, _)| *on == to).unwrap_or(0);
                        let circle: Vec<usize> = path[from..].iter().map(|(on, _)| *on).collect();
                        self.circle(&circle);
                    }
                    State::Done => {}
                }
            }
        }
        order
    }

    /// The drafts that the base of a draft refers to, including references inside arrays and the like.
    fn named_by_base(&self, index: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open: Vec<&Ty> = self.drafts[index].base.iter().map(|base| &base.ty).collect();
        while let Some(ty) = open.pop() {
            found.extend(self.draft_of(ty));
            ty.kind().each_part(&mut |part| open.push(part));
        }
        found.arrange();
        found.dedup();
        found
    }

    /// Reports a cycle of bases at its first type, once.
    fn circle(&mut self, circle: &[usize]) {
        let place = |index: &usize| self.types.customs[self.first + *index].range;
        let Some(first) = circle.iter().copied().min_by_key(|index| place(index).start) else { return };
        let at = self.drafts[first].base.as_ref().map(|base| base.at);
        let others = circle.iter().filter(|index| **index != first).take(MAX_LABELS);
        let others: Vec<TextRange> =
            others.filter_map(|index| self.drafts[*index].base.as_ref()).map(|base| base.at).collect();
        let name = |index: &usize| match &self.types.customs[self.first + *index].name {
            name if name.is_empty() => "a type without a name".into(),
            name => name.clone(),
        };
        let names: Vec<Arc<str>> = circle.iter().map(name).collect();
        let start = circle.iter().position(|index| *index == first).unwrap_or(0);
        let mut way: Vec<String> =
            names[start..].iter().chain(&names[..start]).map(ToString::to_string).collect();
        if way.len() > MAX_LABELS + 1 {
            way.truncate(MAX_LABELS);
            way.push("…".to_owned());
        }
        way.push(names[start].to_string());
        for index in circle {
            self.drafts[*index].base = None;
            self.drafts[*index].broken = true;
        }
        if let Some(at) = at {
            let message = format!("`{}` is based on itself: {}", names[start], way.join(" → "));
            let mut finding = Diagnostic::error(codes::CYCLIC_BASE, self.span(at), message);
            for other in others {
                finding = finding.also(self.span(other), "this base closes the cycle");
            }
            self.found(finding);
        }
    }

    fn too_many_bases(&mut self, index: usize) {
        let Some(base) = self.drafts[index].base.take() else { return };
        self.drafts[index].broken = true;
        self.error(
            codes::STATIC_LIMIT,
            base.at,
            format!("more than {MAX_BASES} types extend each other here"),
        );
    }

    /// Settles the base, description and default, which determine whether properties are required.
    fn settle_default(&mut self, index: usize, draft: &Draft) {
        let doc = self.doc;
        let alias = draft.base.is_some() && draft.properties.is_none() && draft.constraints.is_empty();
        let inherited = draft.base.as_ref().filter(|_| alias).and_then(|base| self.types.custom_of(&base.ty));
        let default =
            draft.default.map(|node| (doc, node)).or_else(|| inherited.and_then(|base| base.default));
        let row = self.row(index);
        row.base = draft.base.as_ref().map(|base| base.ty.clone());
        row.description = draft.description.clone();
        row.default = default;
        row.own_default = draft.default.is_some();
        row.alias = alias;
    }

    fn settle_structure(&mut self, index: usize, draft: Draft, inherited: &mut usize) {
        // A type that lost its base and has no properties stays `any`.
        if draft.broken && draft.properties.is_none() {
            return;
        }
        let base_root = draft.base.as_ref().map(|base| self.types.resolve(&base.ty));
        if draft.properties.is_some() || draft.base.is_none() && draft.constraints.is_empty() {
            let properties = self.extended(&draft, base_root.as_ref(), inherited);
            let properties = self.overridden(properties, draft.properties.unwrap_or_default());
            let row = self.row(index);
            row.root = object_of(&properties);
            row.by_name = by_name(&properties);
            row.properties = Some(properties);
            return;
        }
        let base = draft.base.as_ref().and_then(|base| self.types.custom_of(&base.ty));
        let so_far = base.map(|base| base.constraints.clone()).unwrap_or_default();
        let silent = draft.base.as_ref().is_some_and(|base| self.is_poison(base));
        let constraints = if silent || draft.constraints.is_empty() {
            so_far
        } else {
            Arc::new(self.constrain((*so_far).clone(), base_root.as_ref(), &draft.constraints))
        };
        let row = self.row(index);
        row.constraints = constraints;
        row.root = base_root.unwrap_or_else(Ty::any);
    }

    /// Returns `true` if a base is `any` because of an error that was reported.
    fn is_poison(&self, base: &Base) -> bool {
        base.failed || !base.ty.is_any() && self.types.resolved(&base.ty).is_any()
    }

    /// The properties that a type inherits.
    fn extended(&mut self, draft: &Draft, root: Option<&Ty>, inherited: &mut usize) -> Vec<Property> {
        let (Some(base), Some(root)) = (&draft.base, root) else { return Vec::new() };
        let properties = match root.kind() {
            TyKind::Object(props) => match self.types.declared_properties(&base.ty) {
                Some(properties) => properties.to_vec(),
                None => props.iter().map(|prop| self.of_anonymous(prop, base.at)).collect(),
            },
            _ if self.is_poison(base) => Vec::new(),
            _ => {
                let message = format!(
                    "the base of a type with properties must be an object type, found `{}`",
                    self.types.show_short(&base.ty)
                );
                self.error(codes::ILLEGAL_BASE, base.at, message);
                Vec::new()
            }
        };
        *inherited += properties.len();
        if *inherited > MAX_INHERITED {
            self.error(
                codes::STATIC_LIMIT,
                base.at,
                format!("types inherit more than the limit of {MAX_INHERITED} properties"),
            );
            // The count starts again, so that not every later type is reported.
            *inherited = 0;
            return Vec::new();
        }
        properties
    }

    fn of_anonymous(&self, prop: &Prop, at: TextRange) -> Property {
        Property {
            name: prop.name.clone(),
            range: at,
            doc: self.doc,
            ty: prop.ty.clone(),
            required: !prop.optional,
            default: None,
            own_default: false,
            description: None,
            role: None,
        }
    }

    /// The inherited properties with the type's own, which replace inherited ones with the same name.
    fn overridden(&mut self, inherited: Vec<Property>, own: Vec<RawProperty>) -> Vec<Property> {
        let mut properties = inherited;
        let known: HashMap<Arc<str>, usize> =
            properties.iter().enumerate().map(|(index, property)| (property.name.clone(), index)).collect();
        for raw in own {
            let property = self.property(raw);
            match known.get(&property.name) {
                Some(index) => {
                    let old = std::mem::replace(&mut properties[*index], property.clone());
                    self.overrides.push((old, property));
                }
                None => properties.push(property),
            }
        }
        properties
    }

    /// The parameters of the document.
    pub(super) fn parameters(&mut self, raw: Vec<RawProperty>) -> Vec<Property> {
        raw.into_iter().map(|raw| self.property(raw)).collect()
    }

    fn property(&mut self, raw: RawProperty) -> Property {
        let own = raw.default.map(|(_, node)| (self.doc, node));
        let of_type = self.types.custom_of(&raw.ty).and_then(|custom| custom.default);
        let default = own.or(of_type);
        let required = raw.required.map_or(default.is_none(), |(required, _)| required);
        if let (Some((true, said)), Some((key, _))) = (raw.required, raw.default) {
            let message = format!("the default of `{}` is never used: the property is required", raw.name);
            let (at, said) = (self.span(key), self.span(said));
            self.found(
                Diagnostic::warning(codes::DEFAULT_UNUSED, at, message)
                    .also(said, "the property is required here")
                    .help("remove `required: true`, or the default"),
            );
        }
        Property {
            name: raw.name,
            range: raw.range,
            doc: self.doc,
            ty: raw.ty,
            required,
            default,
            own_default: own.is_some(),
            description: raw.description,
            role: raw.role,
        }
    }

    /// The row of a draft.
    pub(super) fn id(&self, index: usize) -> CustomId {
        CustomId((self.first + index) as u32)
    }
}

/// The state of a draft during the walk along bases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// The object type of these properties.
fn object_of(properties: &[Property]) -> Ty {
    let prop =
        |property: &Property| Prop::new(property.name.clone(), property.ty.clone(), property.may_be_absent());
    Ty::object(properties.iter().map(prop).collect())
}
