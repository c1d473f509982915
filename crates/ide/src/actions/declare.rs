//! Declares an undeclared name.

use hclx_analysis::CursorAt;
use hclx_core::{Type, TypeKind};
use hclx_diag::{Edit, SourceId, TextRange};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::statics::Mention;
use std::sync::Arc;

use super::place::{Place, covers};
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let mut found = None;
    hclx_analysis::graph::each_reference_of_file(place.tree(), &mut |mention: Mention<'_>| {
        if covers(mention.range(), place.range) {
            found = Some((mention.root.to_owned(), steps(&mention)));
        }
    });
    let Some((root, steps)) = found else { return };
    let is_known = |address: &str| place.index.find(address).iter().any(|key| key.root == place.unit.root);
    let Some(name) = steps.first().cloned() else { return };
    let address = format!("{root}.{name}");
    if place.variables() == Some(&root) && !is_known(&address) {
        let title = format!("declare variable `{name}`");
        all.push(Action::new(ActionKind::QuickFix, title, move || {
            let ty = used_as(place).map_or_else(String::new, |ty| format!("\n  type = {ty}"));
            let body = if ty.is_empty() { String::new() } else { format!("{ty}\n") };
            let block = format!("variable \"{name}\" {{{body}}}");
            Some(Changes { edits: vec![place.append(place.home("variable"), &block)], ..Changes::default() })
        }));
    } else if place.locals() == Some(&root) && !is_known(&address) && !is_repeated(place) {
        let title = format!("declare local value `{name}`");
        all.push(Action::new(ActionKind::QuickFix, title, move || {
            let value = used_as(place).map_or("null".to_owned(), |ty| empty(&ty).to_owned());
            Some(Changes { edits: vec![place.add_local(&name, &value)], ..Changes::default() })
        }));
    } else if root == "module" && place.has_modules() {
        output(place, all, &name, steps.get(1));
    }
}

fn steps(mention: &Mention<'_>) -> Vec<String> {
    (0..2).map_while(|at| mention.attribute(at)).map(str::to_owned).collect()
}

/// Offers to declare an output of a called module.
fn output<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>, call: &str, name: Option<&String>) {
    let Some(name) = name.cloned() else { return };
    let symbols = place.snapshot.symbols(place.unit);
    let declared = symbols.declared().find(|symbol| *symbol.key.key == *format!("module.{call}"));
    let Some(declared) = declared else { return };
    let Some(call) = symbols.calls().find(|call| call.name == declared.name) else { return };
    let folder = Arc::clone(&call.called);
    let is_known = place.index.find(&format!("output.{name}")).iter().any(|key| key.root == folder);
    let Some(unit) = place.snapshot.units().iter().find(|unit| unit.root == folder).filter(|_| !is_known)
    else {
        return;
    };
    let title = format!("declare output `{name}` in `{folder}`");
    all.push(Action::new(ActionKind::QuickFix, title, move || {
        let of_name = |file: &&SourceId| {
            let path = place.snapshot.path(**file);
            hclx_analysis::file_name(&path).split('.').next() == Some("outputs")
        };
        let is_module = |file: &&SourceId| {
            place.snapshot.row(**file).is_some_and(|(_, row)| row.role == "module")
                && place.snapshot.is_selected(**file)
        };
        let mut files = unit.files.iter().filter(is_module);
        let file = files.clone().find(of_name).or_else(|| files.next())?;
        let value = used_as(place).map_or("null", |ty| empty(&ty));
        let block = format!("output \"{name}\" {{\n  value = {value}\n}}");
        Some(Changes { edits: vec![place.append(*file, &block)], ..Changes::default() })
    }));
}

/// Returns `true` inside the body of a loop: a local value cannot depend on the loop's names, although its value
/// probably should.
fn is_repeated(place: &Place<'_>) -> bool {
    let tree = place.tree();
    let Some(attribute) = place.attribute else { return false };
    tree.inside(attribute.value).any(|outer| {
        let ExprKind::For(one) = tree.expr(outer).kind else { return false };
        let collection = tree.expr(tree.node(one).collection).range;
        covers(tree.expr(outer).range, place.range) && !covers(collection, place.range)
    })
}

/// The type that the context requires of the reference at the place.
fn used_as(place: &Place<'_>) -> Option<Type> {
    of_attribute(place).or_else(|| {
        let at = CursorAt::new(place.snapshot, place.unit, place.file, place.range.start)?;
        let expected = place.unit.language.expected(place.unit, place.snapshot, &at, None);
        // with more steps, the reference is only a part of what is used
        let is_whole = at.cursor.steps.len() == 1 && !expected.has_parts && at.cursor.around.len() > 1;
        expected.ty.map(|ty| ty.without_optional()).filter(|ty| is_whole && !ty.is_any())
    })
}

/// The type that an attribute requires, if the reference at the place is its value.
fn of_attribute(place: &Place<'_>) -> Option<Type> {
    let tree = place.tree();
    let attribute = place.attribute?;
    let is_whole = covers(place.range, tree.expr(attribute.value).range)
        || matches!(tree.expr(attribute.value).kind, ExprKind::Traversal { .. } | ExprKind::Variable(_));
    let is_template = place.expression(|kind| matches!(kind, ExprKind::Template(_))).is_some();
    if !is_whole {
        return is_template.then_some(Type::STRING);
    }
    let name = tree.text(attribute.name.text);
    let schema = place.schema_at(attribute.name.range.start)?;
    let ty = schema.find_attribute(name)?.ty.without_optional();
    (ty != Type::ANY).then_some(ty)
}

/// A placeholder value of a type.
pub(super) fn empty(ty: &Type) -> &'static str {
    match ty.kind() {
        TypeKind::Bool => "false",
        TypeKind::Number | TypeKind::Int => "0",
        TypeKind::String => "\"\"",
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => "[]",
        TypeKind::Map(_) => "{}",
        _ => "null",
    }
}

/// Offers to remove an item that the schema does not allow.
pub(super) fn unexpected<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let tree = place.tree();
    let schema = place.schema_at(place.range.start);
    let Some(schema) = schema.filter(|schema| schema.unknown != hclx_schema::Unknown::Free) else { return };
    let mut push = |title: String, range: TextRange| {
        if place.is_alone(range) {
            all.push(Action::new(ActionKind::QuickFix, title, move || {
                let edits: Vec<Edit> = vec![place.removal(range)];
                Some(Changes { edits, ..Changes::default() })
            }));
        }
    };
    if let Some(attribute) = place.attribute {
        let name = tree.text(attribute.name.text);
        let is_known = schema.find_attribute(name).is_some() || schema.any_attribute.is_some();
        let also_block = schema.find_block(name).is_some();
        if !is_known && !also_block && covers(attribute.name.range, place.range) {
            push(format!("remove the unexpected attribute `{name}`"), attribute.range);
        }
        return;
    }
    let Some(block) = place.blocks.last() else { return };
    let name = tree.text(block.block_type.text);
    let is_known = name == "dynamic"
        || name == "content"
        || schema.find_block(name).is_some()
        || schema.any_block.is_some()
        || schema.find_attribute(name).is_some();
    if !is_known && covers(block.block_type.range, place.range) {
        push(format!("remove the unexpected block `{name}`"), block.range);
    }
}
