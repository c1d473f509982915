//! The restrictions that a provider states in its answers.
//!
//! Providers use one of two libraries, whose messages are recognized; other messages are ignored.

use hclx_diag::{Ordered, OrderedSet};
use hclx_languages::terraform::packages::{BodyRestrictions, ValueRestrictions};
use serde_json::Value as Json;

use super::configuration::{Configuration, EarlierAnswers, ResourceFile};

/// The message about a fraction.
const WHOLE: &str = "must be a whole number";

/// The number of arguments of a set that must be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    AtMostOne,
    AtLeastOne,
    One,
}

/// The restrictions of resource types: those of arguments by path, and those of bodies.
#[derive(Default)]
pub(super) struct Restrictions {
    values: Ordered<PathOfType, ValueRestrictions>,
    bodies: Ordered<PathOfType, BodyRestrictions>,
    /// The arguments about which one value causes several errors: each may be an alternative to the others.
    unclear: OrderedSet<PathOfType>,
}

/// A resource type, and the path of an argument or a body in it.
type PathOfType = (String, Vec<String>);

impl EarlierAnswers for Restrictions {
    fn conflicts(&self, of_type: &str, path: &[String]) -> &[Vec<String>] {
        let body = self.bodies.get(&(of_type.to_owned(), path.to_vec()));
        body.map_or(&[], |body| &body.conflicts)
    }

    fn strings(&self, of_type: &str, path: &[String]) -> &[String] {
        let value = self.values.get(&(of_type.to_owned(), path.to_vec()));
        value.map_or(&[], |value| &value.one_of)
    }
}

impl Restrictions {
    /// Learns from the answers of `validate -json` about a configuration.
    pub(super) fn learn(&mut self, configuration: &Configuration, answer: &Json) {
        let mut told: Ordered<PathOfType, String> = Ordered::new();
        for one in answer["diagnostics"].as_array().into_iter().flatten() {
            let file = one["range"]["filename"].as_str().and_then(|name| name.strip_suffix(".tf"));
            let line = one["range"]["start"]["line"].as_u64().and_then(|line| usize::try_from(line).ok());
            let (Some(name), Some(line)) = (file, line) else { continue };
            let Some(written) = configuration.files.get(name) else { continue };
            let text = |key: &str| one[key].as_str().unwrap_or_default();
            let words = (text("summary"), text("detail"));
            let Some(path) = self.read(name, (written, line), words) else { continue };
            let text = format!("{}\n{}", words.0, words.1);
            let key = (name.to_owned(), path);
            // whatever the alternatives are, they are whole numbers
            if text.contains(WHOLE) {
                continue;
            }
            match told.get(&key) {
                Some(other) if *other != text => drop(self.unclear.insert(key)),
                _ => drop(told.insert(key, text)),
            }
        }
    }

    /// Learns from the answers about strings in another case which arguments accept none but the exact ones.
    pub(super) fn learn_case(&mut self, configuration: &Configuration, answer: &Json) {
        let mut of_case = Self::default();
        of_case.learn(configuration, answer);
        for (place, value) in of_case.values {
            let Some(known) = self.values.get_mut(&place) else { continue };
            known.exact |= !known.one_of.is_empty() && known.one_of == value.one_of;
        }
    }

    /// Reads one answer about a resource type, at a line of its file, and returns the path of the argument whose value
    /// it concerns.
    fn read(
        &mut self,
        of_type: &str,
        at: (&ResourceFile, usize),
        (summary, detail): (&str, &str),
    ) -> Option<Vec<String>> {
        let text = format!("{summary}\n{detail}");
        if let Some((paths, needs)) = combination(summary, detail) {
            self.combine(of_type, at, &paths, needs);
            return None;
        }
        let path = path_of(at, named(&text))?;
        let known = self.values.or_default((of_type.to_owned(), path.clone()));
        let (least, most) = bounds(&text);
        known.least = known.least.or(least);
        known.most = known.most.or(most);
        known.whole |= text.contains(WHOLE);
        if known.one_of.is_empty() {
            known.one_of = members(&text).unwrap_or_default();
        }
        known.format = known.format.take().or_else(|| format(&text).map(str::to_owned));
        Some(path)
    }

    fn combine(&mut self, of_type: &str, at: (&ResourceFile, usize), names: &[String], needs: Needs) {
        let paths: Vec<Vec<String>> = names.iter().map(|name| segments(name)).collect();
        let Some(first) = paths.first() else { return };
        let Some((_, parent)) = first.split_last() else { return };
        // a framework names only the arguments, at the line of the first
        let parent = match (parent.is_empty(), at.0.places.get(&at.1)) {
            (true, Some(place)) if place.len() > 1 && place.last() == first.last() => {
                &place[..place.len() - 1]
            }
            _ => parent,
        };
        let is_beside = |path: &Vec<String>| {
            path.len() == first.len() && path[..path.len() - 1] == first[..first.len() - 1]
        };
        if paths.len() < 2 || !paths.iter().all(is_beside) {
            return;
        }
        let mut set: Vec<String> = paths.iter().filter_map(|path| path.last().cloned()).collect();
        set.sort();
        set.dedup();
        let body = self.bodies.or_default((of_type.to_owned(), parent.to_vec()));
        let is_new = |sets: &Vec<Vec<String>>| set.len() > 1 && !sets.contains(&set);
        if needs != Needs::AtLeastOne && is_new(&body.conflicts) {
            body.conflicts.push(set.clone());
        }
        if needs != Needs::AtMostOne && is_new(&body.needed) {
            body.needed.push(set);
        }
    }

    /// Writes the restrictions into a schema, and returns their number.
    pub(super) fn write(&self, schema: &mut Json) -> usize {
        let mut count = 0;
        let providers = schema["provider_schemas"].as_object_mut().into_iter().flatten();
        for (_, provider) in providers {
            for (place, value) in &self.values {
                if *value == ValueRestrictions::default() || self.unclear.contains(place) {
                    continue;
                }
                let (of_type, path) = place;
                let Some((name, above)) = path.split_last() else { continue };
                let body = body(&mut provider["resource_schemas"][of_type.as_str()]["block"], above);
                let attribute = body.and_then(|body| body.get_mut("attributes")?.get_mut(name));
                if let (Some(attribute), Ok(learned)) = (attribute, serde_json::to_value(value)) {
                    attribute["learned"] = learned;
                    count += 1;
                }
            }
            for ((of_type, path), value) in &self.bodies {
                let body = body(&mut provider["resource_schemas"][of_type.as_str()]["block"], path);
                if let (Some(body), Ok(learned)) = (body, serde_json::to_value(value)) {
                    body["learned"] = learned;
                    count += value.conflicts.len() + value.needed.len();
                }
            }
        }
        count
    }
}

/// The body at a path of blocks.
fn body<'s>(mut block: &'s mut Json, path: &[String]) -> Option<&'s mut Json> {
    for name in path {
        block = block.get_mut("block_types")?.get_mut(name)?.get_mut("block")?;
    }
    block.is_object().then_some(block)
}

/// The names in a path such as `rule.0.action` or `rule[0].action`.
fn segments(path: &str) -> Vec<String> {
    let parts = path.split(['.', '[', ']']).filter(|part| !part.is_empty());
    parts.filter(|part| !part.chars().all(|c| c.is_ascii_digit())).map(str::to_owned).collect()
}

/// The argument that an answer concerns: the one on the line, unless the text names another.
fn path_of((written, line): (&ResourceFile, usize), named: Option<Vec<String>>) -> Option<Vec<String>> {
    let on_line = written.places.get(&line);
    let Some(named) = named else { return on_line.cloned() };
    let ends = |path: &&Vec<String>| path.ends_with(&named);
    if let Some(path) = on_line.filter(ends) {
        return Some(path.clone());
    }
    let below = on_line.map_or(&[][..], |path| &path[..path.len().saturating_sub(1)]);
    let mut all =
        written.places.iter().map(|(_, path)| path).filter(|path| path.starts_with(below)).filter(ends);
    let first = all.next()?;
    all.next().is_none().then(|| first.clone())
}

/// The path that an answer names.
fn named(text: &str) -> Option<Vec<String>> {
    let between = |from: &str, to: &str| {
        let rest = &text[text.find(from)? + from.len()..];
        Some(rest[..rest.find(to)?].trim_matches(['"', '`']).to_owned())
    };
    let quoted = || text.strip_prefix('"').and_then(|rest| Some(rest[..rest.find('"')?].to_owned()));
    let path = between("\nAttribute ", " value must")
        .or_else(|| between("Path: ", "\n"))
        .or_else(|| between("expected ", " to be"))
        .or_else(quoted)?;
    let path = path.strip_prefix("length of ").map_or(path.clone(), str::to_owned);
    let segments = segments(&path);
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    (!segments.is_empty() && segments.iter().all(is_name)).then_some(segments)
}

/// The members of an enumeration.
fn members(text: &str) -> Option<Vec<String>> {
    let after = |from: &str| Some(&text[text.find(from)? + from.len()..]);
    if let Some(list) = after("to be one of [").or_else(|| after("must be one of: [")) {
        // members are quoted as in Go, which equals JSON for all that occur
        let mut members = Vec::new();
        let mut rest = list.trim_start();
        while rest.starts_with('"') {
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            members.push(stream.next()?.ok()?);
            rest = rest[stream.byte_offset()..].trim_start_matches([' ', ',']);
        }
        return (rest.starts_with(']') && !members.is_empty()).then_some(members);
    }
    let list = after("Valid Values: [")?;
    let words = list[..list.find(']')?].split(' ').map(str::to_owned);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then_some(words)
}

/// The least and the greatest number.
fn bounds(text: &str) -> (Option<i64>, Option<i64>) {
    let whole = |text: &str| {
        let text = text.trim().trim_matches(['(', ')', ',', '.']);
        text.parse::<i64>().ok().or_else(|| text.strip_suffix(".000000")?.parse().ok())
    };
    let after = |from: &str, to: char| {
        let rest = &text[text.find(from)? + from.len()..];
        Some(rest[..rest.find(to)?].to_owned())
    };
    // a length is not a value
    if text.contains("length") {
        return (None, None);
    }
    if let Some(range) = after("to be in the range (", ')') {
        let (least, most) = range.split_once(" - ").unwrap_or_default();
        return (whole(least), whole(most));
    }
    if let Some(range) = after("value must be between ", ',') {
        let (least, most) = range.split_once(" and ").unwrap_or_default();
        return (whole(least), whole(most));
    }
    let least = after("to be at least (", ')').or_else(|| after("value must be at least ", ','));
    let most = after("to be at most (", ')').or_else(|| after("value must be at most ", ','));
    (least.as_deref().and_then(whole), most.as_deref().and_then(whole))
}

/// The format of a string.
fn format(text: &str) -> Option<&'static str> {
    const FORMATS: &[(&str, &str)] = &[
        ("is an invalid ARN", "arn"),
        ("cannot be parsed as an ARN", "arn"),
        ("contains an invalid JSON", "json"),
        ("not valid JSON string format", "json"),
        ("invalid CIDR address", "cidr"),
        ("to be a valid RFC3339 date", "time"),
    ];
    FORMATS.iter().find(|(words, _)| text.contains(words)).map(|(_, format)| *format)
}

/// The arguments that exclude each other, or of which one is required.
fn combination(summary: &str, detail: &str) -> Option<(Vec<String>, Needs)> {
    let list = |text: &str| -> Vec<String> {
        text.split(',').map(|name| name.trim().trim_matches(['"', '`']).to_owned()).collect()
    };
    let between = |from: &str, to: char| {
        let rest = &detail[detail.find(from)? + from.len()..];
        Some(rest[..rest.find(to)?].to_owned())
    };
    if let Some((one, other)) = detail.split_once(": conflicts with ") {
        return Some((list(&format!("{one},{other}")), Needs::AtMostOne));
    }
    if let Some(names) = between("only one of `", '`') {
        return Some((list(&names), Needs::AtMostOne));
    }
    if let Some(names) = between("one of `", '`').filter(|_| detail.contains("must be specified")) {
        return Some((list(&names), Needs::AtLeastOne));
    }
    let is_framework = summary.contains("Attribute Combination") || summary.contains("Missing Attribute");
    let names = between("configured: [", ']').filter(|_| is_framework)?;
    let needs = match detail.starts_with("Exactly one") {
        true => Needs::One,
        false => Needs::AtLeastOne,
    };
    Some((list(&names), needs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_in_each_notation() {
        let read = |text: &str| members(text).unwrap_or_default();
        assert_eq!(
            read("expected acl to be one of [\"private\" \"a b\"], got ~bad value~\n"),
            ["private", "a b"]
        );
        assert_eq!(
            read("x\nAttribute a value must be one of: [\"ENABLED\" \"DRAFT\"], got: \"~bad value~\""),
            ["ENABLED", "DRAFT"]
        );
        assert_eq!(read("x\nGiven Value: ~bad value~\nValid Values: [GB ]"), ["GB"]);
        assert!(read("expected a to be one of [1 2], got 3").is_empty());
        assert!(read("expected a to be one of [\"x\" \"cut").is_empty());
    }

    #[test]
    fn bounds_are_read_and_lengths_are_not() {
        assert_eq!(bounds("expected a to be in the range (7 - 30), got -98765432"), (Some(7), Some(30)));
        assert_eq!(bounds("expected a to be at least (1.000000), got -1"), (Some(1), None));
        assert_eq!(
            bounds("x\nAttribute a value must be between 1000 and 15000000, got: -1"),
            (Some(1000), Some(15_000_000))
        );
        assert_eq!(bounds("expected length of a to be in the range (1 - 64), got"), (None, None));
        assert_eq!(bounds("expected a to be at least (0.5), got -1"), (None, None));
    }

    #[test]
    fn several_errors_about_one_value_teach_nothing() {
        let mut schema = serde_json::json!({"provider_schemas": {"p": {"resource_schemas": {"t": {"block": {
            "attributes": {"arn": {"type": "string", "required": true}, "days": {"type": "string", "required": true}}
        }}}}}});
        let configuration = Configuration::new(
            &schema,
            &[],
            super::super::configuration::Numbers::Fraction,
            &Restrictions::default(),
        );
        let line = |name: &str| {
            let places = &configuration.files.get("t").expect("the file").places;
            places
                .iter()
                .find(|(_, path)| path.last().is_some_and(|last| last == name))
                .map(|(line, _)| *line)
        };
        let error = |name: &str, summary: &str| serde_json::json!({"range": {"filename": "t.tf", "start": {"line": line(name)}}, "summary": summary});
        let answer = serde_json::json!({"diagnostics": [
            error("arn", "\"arn\" (~bad value~) is an invalid ARN: arn: invalid prefix"),
            error("days", "expected days to be one of [\"0\"], got 3"),
            error("days", "expected days to be in the range (7 - 30), got 3"),
        ]});
        let mut learned = Restrictions::default();
        learned.learn(&configuration, &answer);
        assert_eq!(learned.write(&mut schema), 1);
        let attributes = &schema["provider_schemas"]["p"]["resource_schemas"]["t"]["block"]["attributes"];
        assert!(
            attributes["arn"]["learned"].is_object() && attributes["days"]["learned"].is_null(),
            "{schema}"
        );
    }

    #[test]
    fn case_counts_where_another_is_rejected() {
        let schema = serde_json::json!({"provider_schemas": {"p": {"resource_schemas": {"t": {"block": {
            "attributes": {
                "acl": {"type": "string", "optional": true},
                "class": {"type": "string", "optional": true},
                "policy": {"type": "string", "optional": true},
            }
        }}}}}});
        let members = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let mut learned = Restrictions::default();
        for (name, texts) in [("acl", ["a1", "a2"]), ("class", ["B", "c"])] {
            let known = learned.values.or_default(("t".to_owned(), vec![name.to_owned()]));
            known.one_of = members(&texts);
        }
        let body = learned.bodies.or_default(("t".to_owned(), Vec::new()));
        body.conflicts.push(members(&["acl", "policy"]));
        let round = super::super::configuration::Numbers::FirstInOtherCase;
        let configuration = Configuration::new(&schema, &[], round, &learned);
        let written = configuration.files.get("t").expect("the file");
        assert_eq!(
            written.text,
            "resource \"t\" \"x\" {\n  provider = it\n  acl = \"A1\"\n  class = \"b\"\n}\n"
        );
        let answer = serde_json::json!({"diagnostics": [{
            "range": {"filename": "t.tf", "start": {"line": 3}},
            "summary": "expected acl to be one of [\"a1\" \"a2\"], got A1",
        }]});
        learned.learn_case(&configuration, &answer);
        let exact = learned.values.iter().map(|(_, value)| value.exact);
        assert_eq!(exact.collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn combinations_are_read() {
        let conflict = combination("Conflicting configuration arguments", "\"a.0.b\": conflicts with a.0.c");
        assert_eq!(conflict, Some((vec!["a.0.b".to_owned(), "a.0.c".to_owned()], Needs::AtMostOne)));
        let detail = "\"b\": only one of `a,b` can be specified, but `a,b` were specified.";
        let names = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(
            combination("Invalid combination of arguments", detail),
            Some((names.clone(), Needs::AtMostOne))
        );
        let detail = "\"a\": one of `a,b` must be specified";
        assert_eq!(combination("Invalid combination of arguments", detail), Some((names, Needs::AtLeastOne)));
        assert_eq!(combination("Argument is deprecated", "a is deprecated."), None);
    }

    #[test]
    fn names_are_found_in_the_texts_of_both_libraries() {
        let name = |text: &str| named(text).unwrap_or_default().join(".");
        assert_eq!(name("\"role.0.arn\" (~bad value~) is an invalid ARN"), "role.arn");
        assert_eq!(name("x\nAttribute a[0].b value must be one of"), "a.b");
        assert_eq!(name("expected \"cidr\" to be a valid CIDR Value"), "cidr");
        assert_eq!(name("Attribute must be a whole number, got -9.8e+07\n"), "");
    }
}
