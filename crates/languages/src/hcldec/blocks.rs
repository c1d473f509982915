//! Blocks of a body: a single one, a list or set of several, a map by labels, or one block as a
//! map.

use std::sync::Arc;

use hclx_core::{Rules, Type, Value, convert, unify};
use hclx_diag::{Arrange, Ordered, Span};
use hclx_schema::wording::{same_labels, too_few, too_many};
use hclx_syntax::body::BlockView;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::content::{Body, FoundAttribute, LevelBodies};
use super::decode::{Decoder, missing_block};
use super::finding::{ReferenceFinding, Subject};
use super::spec::{BlockAttrs, BlockMap, Blocks, Kind, Level, Single, Spec};
use super::wording;

/// The place of a block's header.
fn header(block: &BlockView<'_>) -> Span {
    block.def_range.in_source(block.body.source())
}

impl Decoder<'_> {
    pub(super) fn single(&mut self, spec: &Spec, single: &Single, filled: &LevelBodies<'_>) -> Value {
        let mut blocks = filled.blocks(single.position);
        let Some(block) = blocks.next() else {
            if single.required {
                missing_block(self, spec, filled);
            }
            return Value::null(single.level.spec.ty.clone());
        };
        if let Some(second) = blocks.next() {
            self.second(spec, block, second);
        }
        self.level(&Body::One(block.body.clone()), &single.level)
    }

    fn second(&mut self, spec: &Spec, first: &BlockView<'_>, second: &BlockView<'_>) {
        let Some(nested) = spec.nested() else { return };
        self.refuse(too_many(header(second), &nested, 1, 2, header(first)), Subject::Same);
    }

    /// Evaluates `block_list` and `block_set`.
    pub(super) fn blocks(&mut self, spec: &Spec, blocks: &Blocks, filled: &LevelBodies<'_>) -> Value {
        let mut values = Vec::new();
        for block in filled.blocks(blocks.position) {
            values.push(self.level(&Body::One(block.body.clone()), &blocks.level));
        }
        self.count(spec, blocks, values.len(), filled);
        let is_set = matches!(spec.kind, Kind::Set(_));
        match self.of_one_type(spec, (blocks.position, &blocks.block_type), &blocks.level, values, filled) {
            Some((element, values)) if is_set => Value::set(element, values),
            Some((element, values)) if element == blocks.level.spec.ty => Value::list_like(&spec.ty, values),
            Some((element, values)) => Value::list(element, values),
            None => Value::dynamic(),
        }
    }

    fn count(&mut self, spec: &Spec, blocks: &Blocks, found: usize, filled: &LevelBodies<'_>) {
        let count = i64::try_from(found).unwrap_or(i64::MAX);
        if count >= blocks.min && (blocks.max <= 0 || count <= blocks.max) {
            return;
        }
        let Some(nested) = spec.nested() else { return };
        if count < blocks.min {
            let finding = too_few(&filled.header(), &nested, found);
            let follows = found == 0 && filled.mentions(&blocks.block_type);
            self.findings.push(ReferenceFinding {
                follows,
                ..ReferenceFinding::placed(finding, filled.missing_subject())
            });
        } else if let Some(most) = nested.max {
            let first = filled.blocks(blocks.position).next();
            let (Some(first), Some(block)) = (first, filled.blocks(blocks.position).nth(most)) else {
                return;
            };
            let subject = self.subject_in(&block.body, &blocks.level);
            self.refuse(too_many(header(block), &nested, most, found, header(first)), subject);
        }
    }

    /// Converts the values of blocks to their common type, if there is one.
    fn of_one_type(
        &mut self,
        spec: &Spec,
        (position, block_type): (usize, &str),
        level: &Level,
        values: Vec<Value>,
        filled: &LevelBodies<'_>,
    ) -> Option<(Type, Vec<Value>)> {
        let Some(first) = values.first() else { return Some((level.spec.ty.clone(), values)) };
        let first = first.ty().clone();
        if values.iter().all(|value| *value.ty() == first) {
            return Some((first, values));
        }
        let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
        // Like the reference, this accepts conversions that fail for some values.
        let (at, why) = match unify(&types, self.rules()).unsafe_ {
            // `any` means that the type is unknown, not that every type is allowed
            Some(common) if !common.is_any() => match self.converted(&values, &common) {
                Ok(values) => return Some((common, values)),
                Err((index, message)) => (index, Some(message)),
            },
            _ => {
                let strange = types
                    .iter()
                    .find(|ty| unify(&[first.clone(), (*ty).clone()], self.rules()).unsafe_.is_none());
                (0, strange.map(|strange| difference(&first, strange, self.rules())))
            }
        };
        let block = filled.blocks(position).nth(at)?;
        let finding = wording::blocks_differ(header(block), block_type, why, spec.place);
        let subject = self.subject_in(&block.body, level);
        self.refuse(finding, subject);
        None
    }

    fn converted(&self, values: &[Value], common: &Type) -> Result<Vec<Value>, (usize, String)> {
        let one =
            |(index, value)| convert(value, common, self.rules()).map_err(|fault| (index, fault.message()));
        values.iter().enumerate().map(one).collect()
    }

    pub(super) fn block_map(&mut self, spec: &Spec, map: &BlockMap, filled: &LevelBodies<'_>) -> Value {
        let blocks: Vec<&BlockView<'_>> = filled.blocks(map.position).collect();
        if blocks.iter().any(|block| block.labels.len() != map.labels.len()) {
            self.refuse(wording::labels_conflict(spec.place, &map.block_type), Subject::Same);
            return Value::unknown(spec.ty.clone());
        }
        let normal_labels =
            |block: &&BlockView<'_>| block.labels.iter().map(|label| normal(label.text)).collect();
        let labels: Vec<Vec<Arc<str>>> = blocks.iter().map(normal_labels).collect();
        let first = first_of_each(&labels);
        let (mut keys, mut values) = (Vec::with_capacity(blocks.len()), Vec::with_capacity(blocks.len()));
        for (index, labels) in labels.into_iter().enumerate() {
            let (block, before) = (blocks[index], blocks[first[index]]);
            let value = self.level(&Body::One(block.body.clone()), &map.level);
            if first[index] == index {
                keys.push(labels);
                values.push(value);
            } else {
                let (place, before) = (header(block), header(before));
                let finding = same_labels(place, &map.block_type, &quoted(&labels), before);
                self.refuse(finding, Subject::Same);
            }
        }
        let of_type = (map.position, &*map.block_type);
        let Some((element, values)) = self.of_one_type(spec, of_type, &map.level, values, filled) else {
            return Value::unknown(spec.ty.clone());
        };
        nest(keys.into_iter().zip(values).collect(), &element, map.labels.len())
    }

    pub(super) fn block_attrs(&mut self, spec: &Spec, attrs: &BlockAttrs, filled: &LevelBodies<'_>) -> Value {
        let mut blocks = filled.blocks(attrs.position);
        let Some(block) = blocks.next() else {
            if attrs.required {
                missing_block(self, spec, filled);
            }
            return Value::null(spec.ty.clone());
        };
        if let Some(second) = blocks.next() {
            self.second(spec, block, second);
        }
        let (attributes, wrong) = block.body.just_attributes();
        self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        let values: Vec<(Arc<str>, Value)> = attributes
            .iter()
            .map(|attribute| {
                let found = FoundAttribute { view: &block.body, attribute };
                (normal(attribute.name), self.evaluated(&found, &attrs.element, spec.place))
            })
            .collect();
        if !attrs.element.has_any() && values.iter().all(|(_, value)| *value.ty() == attrs.element) {
            return Value::map_like(&spec.ty, values);
        }
        let types: Vec<Type> = values.iter().map(|(_, value)| value.ty().clone()).collect();
        match unify(&types, self.rules()).unsafe_ {
            None if values.is_empty() => Value::map(attrs.element.clone(), values),
            Some(common) if !common.is_any() || types.iter().all(Type::is_any) => {
                let converted = values.into_iter().map(|(name, value)| {
                    let value = convert(&value, &common, self.rules())
                        .unwrap_or_else(|_| Value::unknown(common.clone()));
                    (name, value)
                });
                Value::map(common.clone(), converted.collect::<Vec<_>>())
            }
            _ => {
                let finding = wording::blocks_differ(header(block), &attrs.block_type, None, spec.place);
                self.refuse(finding, Subject::Same);
                Value::unknown(spec.ty.clone())
            }
        }
    }
}

/// Describes the difference between two types without a common type.
fn difference(one: &Type, other: &Type, rules: &Rules) -> String {
    let unites = |one: &Type, other: &Type| unify(&[one.clone(), other.clone()], rules).unsafe_.is_some();
    let found = hclx_core::difference(one, other, rules, &unites);
    let shown = |ty: Option<Type>| ty.map_or_else(|| "missing".to_owned(), |ty| ty.to_string());
    let (path, one, other) = (found.path, shown(found.left), shown(found.right));
    let path = path.to_string();
    let what =
        if path.is_empty() { String::new() } else { format!("`{}` is ", path.trim_start_matches('.')) };
    format!("{what}{one} in one of them, {other} in another")
}

/// Normalizes labels and names for use as map keys.
pub(super) fn normal(text: &str) -> Arc<str> {
    if text.is_ascii() || is_nfc(text) { text.into() } else { text.nfc().collect::<String>().into() }
}

fn quoted(labels: &[Arc<str>]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| Value::string(label.clone()).to_string()).collect();
    labels.join(", ")
}

/// The index of the first equal item for each item.
fn first_of_each(labels: &[Vec<Arc<str>>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    // a stable sort keeps equal items in order
    order.arrange_by(|one, other| labels[*one].cmp(&labels[*other]));
    let mut first: Vec<usize> = (0..labels.len()).collect();
    for pair in order.windows(2) {
        if labels[pair[0]] == labels[pair[1]] {
            first[pair[1]] = first[pair[0]];
        }
    }
    first
}

/// The results of blocks by their labels.
type LabelledValues = Vec<(Vec<Arc<str>>, Value)>;

/// Builds one level of maps for each label.
fn nest(entries: LabelledValues, element: &Type, levels: usize) -> Value {
    let inner = (1..levels).fold(element.clone(), |ty, _| Type::map(ty));
    hclx_diag::grow(|| {
        if levels <= 1 {
            let last = |(mut labels, value): (Vec<Arc<str>>, Value)| Some((labels.pop()?, value));
            return Value::map(inner, entries.into_iter().filter_map(last).collect::<Vec<_>>());
        }
        let mut groups: Ordered<Arc<str>, LabelledValues> = Ordered::new();
        for (mut labels, value) in entries {
            let first = labels.remove(0);
            groups.or_default(first).push((labels, value));
        }
        let groups = groups.into_iter().map(|(name, group)| (name, nest(group, element, levels - 1)));
        Value::map(inner, groups.collect::<Vec<_>>())
    })
}
