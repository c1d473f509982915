//! Static types of Mull against the recorded cases: the types of bodies, variables and properties, and
//! every MU2xxx and MU4xxx that is said without running.

mod rules;
mod world;

use std::collections::BTreeSet;

use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;
use world::World;

const FILES: &[&str] = &[
    "assignability",
    "blocks",
    "constraints",
    "declarations",
    "documents",
    "errors-limits",
    "expressions",
    "functions",
    "inference",
    "join",
    "json-like",
    "lexical",
    "scopes",
    "seed-examples",
    "unknowns",
];

/// What evaluation says, not typing.
const EXCEPTIONS: &[(&str, &str)] =
    &[("sco-012", "defaults need each other only where both are computed: evaluation finds the circle")];

/// Code and place: line and column, and the end where the case fixes it.
type Found = (String, u64, u64, Option<(u64, u64)>);

#[test]
fn types_and_static_errors_are_as_recorded() {
    let mut tally = Tally::new("static typing of Mull").except(EXCEPTIONS);
    for file in FILES {
        for vector in vectors(&format!("mull/{file}.json")) {
            tally.run(&vector, || judge(&vector));
        }
    }
    tally.finish();
}

fn judge(vector: &Vector) -> Result<(), String> {
    let world = World::of(vector);
    let expected = &vector["expect"];
    let errors: Vec<&Json> = expected["errors"].as_array().into_iter().flatten().collect();
    if world.broken {
        let syntactic = |error: &&Json| error["code"].as_str().is_some_and(|code| code.starts_with("MU1"));
        return if errors.iter().any(syntactic) {
            Ok(())
        } else {
            Err(format!("not read: {:?}", world.said))
        };
    }
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    for error in errors {
        let number = |key: &str| error[key].as_u64();
        let code = error["code"].as_str().unwrap_or_default();
        let (line, column) = (number("line").unwrap_or(0), number("column").unwrap_or(0));
        let is_static = code.starts_with("MU2") || code.starts_with("MU4");
        if is_static && !world.is_said_of_an_input(line, column) {
            let end = number("end_line").zip(number("end_column"));
            wanted.insert((code.to_owned(), line, column, end));
        }
    }
    let without_end = wanted.iter().any(|(.., end)| end.is_none());
    for (code, start, end) in world.static_errors() {
        let end = (!without_end).then_some(end);
        found.insert((code, start.0, start.1, end));
    }
    same(&wanted, &found, &world)?;
    for kind in ["body", "lets", "properties"] {
        compare_types(&expected["types"][kind], kind, &world)?;
    }
    Ok(())
}

fn same(wanted: &BTreeSet<Found>, found: &BTreeSet<Found>, world: &World) -> Result<(), String> {
    if wanted == found {
        Ok(())
    } else {
        Err(format!("expected {wanted:?}, found {found:?}: {:?}", world.said))
    }
}

fn compare_types(expected: &Json, kind: &str, world: &World) -> Result<(), String> {
    let pairs: Vec<(String, &Json)> = match expected {
        Json::Object(map) => map.iter().map(|(name, ty)| (name.clone(), ty)).collect(),
        Json::String(_) => vec![(String::new(), expected)],
        _ => return Ok(()),
    };
    for (name, ty) in pairs {
        let found = world.type_of(kind, &name);
        let expected = ty.as_str().unwrap_or_default();
        if expected != found {
            return Err(format!("{kind} {name}: expected `{expected}`, found `{found}`"));
        }
    }
    Ok(())
}
