//! Semantic tokens in the protocol's form.

use std::hash::BuildHasher;
use std::sync::Arc;

use hclx_diag::{TextRange, locked};
use hclx_ide::{SemanticToken, TOKEN_KINDS, TOKEN_MODIFIERS};
use serde::Serialize;
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::{Failure, Reply};
use crate::dialect;

/// The capability.
pub(crate) fn capability() -> Value {
    json!({
        "legend": {"tokenTypes": TOKEN_KINDS, "tokenModifiers": TOKEN_MODIFIERS},
        "full": {"delta": true},
        "range": true,
    })
}

/// Tokens with a result id, which a later request refers to.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tokens<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_id: Option<&'a str>,
    data: &'a [u32],
}

/// The tokens of a document.
pub(crate) fn full(query: &Query<'_>) -> Result<Reply, Failure> {
    let (name, data) = named(query);
    let reply = Reply::written(&Tokens { result_id: Some(&name), data: &data });
    keep(query, name, data);
    reply
}

/// The tokens of a document as edits of the previously sent tokens.
pub(crate) fn delta(query: &Query<'_>) -> Result<Reply, Failure> {
    let previous = query.params()["previousResultId"].as_str().unwrap_or_default();
    let mut sent = locked(&query.sent.tokens);
    let before = sent.remove(&*query.path()).filter(|(name, _)| name == previous);
    drop(sent);
    let Some((_, before)) = before else { return full(query) };
    let (name, data) = named(query);
    let answer = json!({"resultId": name, "edits": edits(&before, &data)});
    keep(query, name, data);
    Ok(answer.into())
}

/// The tokens of a range.
pub(crate) fn range(query: &Query<'_>) -> Result<Reply, Failure> {
    let wanted = query.range()?;
    let touches = |range: TextRange| range.start < wanted.end && wanted.start < range.end;
    let all = tokens(query);
    let tokens: Vec<SemanticToken> = all.iter().filter(|token| touches(token.range)).copied().collect();
    Reply::written(&Tokens { result_id: None, data: &encoded(query, &tokens) })
}

fn tokens(query: &Query<'_>) -> Arc<Vec<SemanticToken>> {
    let unit = query.snapshot.unit_of(query.file);
    let dialect = unit.and_then(|unit| dialect(unit.language.row().name));
    hclx_ide::tokens(query.snapshot, query.file, dialect)
}

/// All tokens with a result id; equal tokens have equal ids.
fn named(query: &Query<'_>) -> (String, Vec<u32>) {
    let data = encoded(query, &tokens(query));
    (format!("{:016x}", foldhash::fast::FixedState::default().hash_one(&data)), data)
}

fn keep(query: &Query<'_>, name: String, data: Vec<u32>) {
    let mut sent = locked(&query.sent.tokens);
    sent.insert(query.path().to_string(), (name, data));
}

/// Each token as five numbers: line and character relative to the previous token, length, kind and modifiers.
fn encoded(query: &Query<'_>, tokens: &[SemanticToken]) -> Vec<u32> {
    let mut data = Vec::with_capacity(tokens.len() * 5);
    let (mut line, mut character) = (0, 0);
    let places = query.view.all_ends(query.file, tokens.iter().map(|token| token.range));
    for (token, (start, end)) in tokens.iter().zip(places) {
        // a token that spans lines, which clients cannot show
        if start.0 != end.0 {
            continue;
        }
        let from = if start.0 == line { start.1 - character } else { start.1 };
        data.extend([start.0 - line, from, end.1 - start.1, token.kind as u32, token.modifiers]);
        (line, character) = start;
    }
    data
}

/// The difference between two lists of tokens: the part between their common prefix and suffix.
fn edits(before: &[u32], now: &[u32]) -> Value {
    let same = |one: &[u32], other: &[u32]| one == other;
    let (old, new) = (before.chunks(5).collect::<Vec<_>>(), now.chunks(5).collect::<Vec<_>>());
    let start = old.iter().zip(&new).take_while(|(one, other)| same(one, other)).count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = ends.take_while(|(one, other)| same(one, other)).count();
    let (gone, come) = (old.len() - start - end, &now[start * 5..now.len() - end * 5]);
    if gone == 0 && come.is_empty() {
        return json!([]);
    }
    json!([{"start": start * 5, "deleteCount": gone * 5, "data": come}])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_what_differs() {
        let tokens = |kinds: &[u32]| kinds.iter().flat_map(|kind| [0, 1, 1, *kind, 0]).collect::<Vec<_>>();
        let all = [vec![], vec![1], vec![1, 2, 3], vec![1, 3], vec![2, 2, 3], vec![3, 3, 3, 3]];
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let (before, now) = (tokens(one), tokens(other));
            let mut applied = before.clone();
            for edit in edits(&before, &now).as_array().expect("a list") {
                let number = |value: &Value| value.as_u64().expect("a number") as usize;
                let start = number(&edit["start"]);
                let data = edit["data"].as_array().expect("a list").iter().map(|one| number(one) as u32);
                applied.splice(start..start + number(&edit["deleteCount"]), data);
            }
            assert_eq!(applied, now, "{one:?} {other:?}");
        }
    }
}
