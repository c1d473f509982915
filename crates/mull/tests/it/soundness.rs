//! Soundness: findings for unknown inputs hold for every input. Random documents are checked once and then
//! evaluated with inputs.

use std::sync::Arc;

use hclx_core::includes;
use hclx_core::value::Tri;
use hclx_mull::value::{RULES, Val};

use crate::asked::Asked;

const HEADER: &str = "types:\n  small: { base: int, minimum: 2, maximum: 5 }\n  word: { base: string, pattern: \"ab[a-z]*\" }\n  \
                      pick: { base: string, enum: [abc, abd] }\n  pair: { properties: { n: small, w: { type: string, default: \"d${n}\" } } }\n\
                      properties:\n  n: small\n  b: bool\n  s: word\n  e: pick\n  o: { type: int, required: false }\n  xs: \"small[]\"\n  a: any\n";

/// A pseudorandom number generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn number(&mut self, depth: u32) -> String {
        if depth == 0 {
            return ["1", "2", "-3", "n", "o ?? 0", "length(s)", "n"][self.roll(7)].to_owned();
        }
        let depth = depth - 1;
        match self.roll(9) {
            0..=3 => {
                let op = ["+", "-", "*", "/", "%"][self.roll(5)];
                format!("({} {op} {})", self.number(depth), self.number(depth))
            }
            4 => format!("if({}, {}, {})", self.truth(depth), self.number(depth), self.number(depth)),
            5 => format!("length({})", self.list(depth)),
            6 => format!("{}[{}]", self.list(depth), self.roll(3)),
            7 => format!("small{{int{{{}}}}}", self.number(depth)),
            _ => format!("(o ?? {})", self.number(depth)),
        }
    }

    fn text(&mut self, depth: u32) -> String {
        if depth == 0 {
            return ["s", "e", "'ab'", "'b'", "e"][self.roll(5)].to_owned();
        }
        let depth = depth - 1;
        match self.roll(6) {
            0 | 1 => format!("({} + {})", self.text(depth), self.text(depth)),
            2 => format!("if({}, {}, {})", self.truth(depth), self.text(depth), self.text(depth)),
            3 => format!("upper({})", self.text(depth)),
            4 => format!("format('%s%s', {}, {})", self.text(depth), self.text(depth)),
            _ => format!("pair{{ n: {} }}.w", self.number(depth)),
        }
    }

    fn list(&mut self, depth: u32) -> String {
        if depth == 0 {
            return ["xs", "[1, 2]", "[n, 3]", "[o, 1]"][self.roll(4)].to_owned();
        }
        let depth = depth - 1;
        match self.roll(4) {
            0 => format!("for({}, item + {})", self.list(depth), self.number(depth)),
            1 => format!("[{}, {}]", self.number(depth), self.number(depth)),
            2 => format!("concat({}, {})", self.list(depth), self.list(depth)),
            _ => self.list(depth),
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return ["b", "true", "o != null", "a == 1"][self.roll(4)].to_owned();
        }
        let depth = depth - 1;
        let op = ["<", "<=", "==", "!=", ">", ">="][self.roll(6)];
        match self.roll(5) {
            0 | 1 => format!("({} {op} {})", self.number(depth), self.number(depth)),
            2 => format!("({} {op} {})", self.text(depth), self.text(depth)),
            3 => format!("({} {} {})", self.truth(depth), ["&&", "||"][self.roll(2)], self.truth(depth)),
            _ => format!("!{}", self.truth(depth)),
        }
    }

    fn body(&mut self) -> String {
        let (number, text, truth, list) = (self.number(3), self.text(2), self.truth(3), self.list(2));
        format!(
            "x: ${{{number}}}\ny: ${{{text}}}\nz: ${{{truth}}}\nl: ${{{list}}}\nm:\n  ${{if {truth}}}\n  k: ${{{number}}}\n  ${{done}}\n  t: v-${{{text}}}\n"
        )
    }

    fn inputs(&mut self) -> Vec<(Arc<str>, Val)> {
        let small = |dice: &mut Self| Val::int(2 + dice.roll(4) as i64);
        let mut inputs: Vec<(Arc<str>, Val)> = vec![
            ("n".into(), small(self)),
            ("b".into(), Val::Bool(self.roll(2) == 0)),
            ("s".into(), Val::string(["ab", "abz", "abab"][self.roll(3)])),
            ("e".into(), Val::string(["abc", "abd"][self.roll(2)])),
            ("a".into(), [Val::int(1), Val::string("1"), Val::Null][self.roll(3)].clone()),
        ];
        let count = self.roll(4);
        inputs.push(("xs".into(), Val::array((0..count).map(|_| small(self)).collect())));
        if self.roll(2) == 0 {
            inputs.push(("o".into(), Val::int(self.roll(3) as i64)));
        }
        inputs
    }
}

/// Returns `true` if a value is a possible outcome of a known one.
fn covers(known: &Val, value: &Val) -> bool {
    match (known, value) {
        (Val::Unknown(unknown), _) if unknown.ty().is_any() => true,
        (Val::Unknown(unknown), _) => value.to_core().is_some_and(|value| {
            let number = unknown.ty().is_numeric() && value.ty().is_numeric();
            (number || *unknown.ty() == *value.ty()) && includes(unknown, &value, &RULES) != Tri::No
        }),
        (Val::Array(known), Val::Array(values)) => {
            known.len() == values.len()
                && known.iter().zip(values.iter()).all(|(known, value)| covers(known, value))
        }
        (Val::Object(known), Val::Object(values)) => {
            let there = known.iter().all(|(name, known)| match values.get(name) {
                Some(value) => covers(known, value),
                // an entry of the body that may be undefined
                None => matches!(known, Val::Unknown(unknown) if unknown.ty().is_any()),
            });
            there && values.iter().all(|(name, _)| known.has(name))
        }
        _ => known.same(value) == Tri::Yes,
    }
}

#[test]
fn a_check_speaks_for_every_input() {
    let rounds = if std::env::var_os("HCLX_LONG").is_some() { 5_000 } else { 60 };
    let mut dice = Dice(1);
    let (mut ill_typed, mut wrong, mut compared) = (0, 0, 0);
    for _ in 0..rounds {
        let source = format!("{HEADER}{}", dice.body());
        let checked = Asked::check(&source).answer();
        let Some(known) = checked.value else {
            ill_typed += 1;
            continue;
        };
        let certain: Vec<_> = checked.diagnostics.iter().filter(|finding| finding.is_error()).collect();
        for _ in 0..3 {
            let inputs = dice.inputs();
            let told = format!("{source}\n{inputs:?}");
            let evaluated = Asked { inputs, ..Asked::eval(&source) }.answer();
            let fails = evaluated.diagnostics.iter().any(|finding| finding.is_error());
            if !certain.is_empty() {
                assert!(fails, "{told}\n{certain:?}\ndoes not fail");
                wrong += 1;
            } else if !fails {
                let value = evaluated.value.expect("nothing is wrong");
                assert!(
                    covers(&known, &value),
                    "{told}\n{}\n{}",
                    show(&known),
                    value.to_compact_json().unwrap_or_default()
                );
                compared += 1;
            }
        }
    }
    println!("{ill_typed} of {rounds} ill-typed; {wrong} wrong for certain; {compared} compared");
    assert!(compared > rounds / 10 && wrong > 0, "the documents say something");
}

fn show(value: &Val) -> String {
    match value {
        Val::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {}; ", show(value))).collect()
        }
        value => value.show(),
    }
}
