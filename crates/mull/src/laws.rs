//! Laws of Mull's types, on many small random types and on several declared, recursive ones.

use hclx_core::{Range, Refiner, Type, Value};
use hclx_diag::{TextRange, mull_codes as codes};

use super::access::{Key, LoopVariables, NoElement};
use super::constraint::{Constraints, DeclaredValue, Members, Pattern, Verdict};
use super::declare::{Custom, DocId, Property, Types, by_name};
use super::ty::{CustomId, Literal, Prop, Ty, TyKind};
use super::value::Val;

/// A deterministic random number generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn ty(&mut self, depth: u32) -> Ty {
        let leaves = 11;
        match self.roll(if depth == 0 { leaves } else { leaves + 11 }) {
            0 => Ty::bool(),
            1 | 2 => Ty::int(),
            3 => Ty::number(),
            4 | 5 => Ty::string(),
            6 => Ty::none(),
            7 => Ty::literal(Literal::String(["a", "b"][self.roll(2) as usize].into())),
            8 => Ty::literal(Literal::numeral(["1", "2"][self.roll(2) as usize], true).unwrap()),
            9 | 10 => Ty::custom(CustomId(self.roll(6) as u32)),
            11 | 12 => Ty::array(self.ty(depth - 1)),
            13 => Ty::set(self.ty(depth - 1)),
            14 => Ty::map([Ty::string(), Ty::int()][self.roll(2) as usize].clone(), self.ty(depth - 1)),
            15 => Ty::empty_array(),
            16 => Ty::tuple((0..=self.roll(2)).map(|_| self.ty(depth - 1)).collect()),
            17 | 18 => self.object(depth),
            19 => Ty::promise(self.ty(depth - 1)),
            20 => Ty::output(self.ty(depth - 1)),
            _ => Ty::union((0..2).map(|_| self.ty(depth - 1)).collect()),
        }
    }

    fn object(&mut self, depth: u32) -> Ty {
        let names = ["a", "b", "c"];
        let count = self.roll(4) as usize;
        Ty::object(
            names[..count]
                .iter()
                .map(|name| Prop::new(*name, self.ty(depth - 1), self.roll(3) == 0))
                .collect(),
        )
    }
}

fn property(name: &str, ty: Ty, required: bool) -> Property {
    Property {
        name: name.into(),
        range: TextRange::at(0),
        doc: DocId(0),
        ty,
        required,
        default: None,
        own_default: false,
        description: None,
        role: None,
    }
}

fn custom(name: &str, base: Option<Ty>, properties: Option<Vec<Property>>, alias: bool, root: Ty) -> Custom {
    let root = match &properties {
        Some(properties) => Ty::object(
            properties.iter().map(|p| Prop::new(p.name.clone(), p.ty.clone(), p.may_be_absent())).collect(),
        ),
        None => root,
    };
    Custom {
        name: name.into(),
        doc: DocId(0),
        range: TextRange::at(0),
        base,
        description: None,
        default: None,
        own_default: false,
        by_name: properties.as_deref().map(by_name).unwrap_or_default(),
        properties,
        constraints: Default::default(),
        alias,
        root,
    }
}

/// The declared types: 0 port: int, 1 low: port, 2 node: recursive, 3 twin: like node, 4 leaf: extends node,
/// 5 = alias of node.
fn types() -> Types {
    let id = |id| Ty::custom(CustomId(id));
    let node = |own: u32| vec![property("v", Ty::int(), true), property("next", id(own), false)];
    let mut leaf = node(2);
    leaf.push(property("tag", Ty::string(), true));
    let mut types = Types::new();
    types.customs = vec![
        custom("port", Some(Ty::int()), None, false, Ty::int()),
        custom("low", Some(id(0)), None, false, Ty::int()),
        custom("node", None, Some(node(2)), false, Ty::any()),
        custom("twin", None, Some(node(3)), false, Ty::any()),
        custom("leaf", Some(id(2)), Some(leaf), false, Ty::any()),
        custom("again", Some(id(2)), Some(node(2)), true, Ty::any()),
    ];
    types
}

#[test]
fn constructors_keep_the_normal_form() {
    let t = types();
    let optional = Ty::union(vec![Ty::none(), Ty::string(), Ty::int(), Ty::string()]);
    assert_eq!(t.show(&optional), "(int | string)?");
    assert_eq!(t.show(&Ty::array(optional.without_none())), "(int | string)[]");
    assert_eq!(t.show(&Ty::array(Ty::optional(Ty::int()))), "int?[]");
    assert!(Ty::union(vec![optional.clone(), Ty::any()]).is_any());
    assert_eq!(t.show(&Ty::output(Ty::promise(Ty::array(Ty::output(Ty::int()))))), "output[int[]]");
    assert_eq!(t.show(&Ty::object(vec![Prop::new("x y", Ty::optional(Ty::int()), true)])), "{\"x y\"?: int}");
    let literals = Ty::union(vec![
        Ty::literal(Literal::String("a".into())),
        Ty::literal(Literal::numeral("0x10", true).unwrap()),
    ]);
    assert_eq!(t.show(&literals), "\"a\" | 16");
    assert_eq!(t.show(&Ty::array(literals).widened()), "(int | string)[]");
    let mut deep = Ty::int();
    for _ in 0..100_000 {
        deep = Ty::array(deep);
    }
    assert!(deep.depth() <= super::ty::MAX_DEPTH);
}

#[test]
fn types_that_print_alike_are_equal() {
    let (t, mut dice) = (types(), Dice(7));
    let all: Vec<Ty> = (0..400).map(|_| dice.ty(2)).collect();
    for a in &all {
        for b in &all {
            assert_eq!(a == b, t.show(a) == t.show(b), "{a:?} {b:?}");
            assert_eq!(a.cmp(b).is_eq(), a == b);
        }
    }
}

#[test]
fn below_is_an_order_and_within_assignable() {
    let (t, mut dice) = (types(), Dice(11));
    let all: Vec<Ty> = (0..90).map(|_| dice.ty(2)).collect();
    for a in &all {
        assert!(t.assignable(a, a) && t.assertable(a, a) && t.overlap(a, a), "{}", t.show(a));
        for b in &all {
            let below = t.below(a, b);
            assert!(!below || t.assignable(a, b));
            assert!(!below || t.assertable(a, b), "{} {}", t.show(a), t.show(b));
            assert_eq!(t.overlap(a, b), t.overlap(b, a), "{} {}", t.show(a), t.show(b));
            assert_eq!(t.mismatch(a, b).is_none(), t.assignable(a, b));
            if below {
                assert!(t.overlap(a, b), "{} {}", t.show(a), t.show(b));
            }
        }
    }
}

#[test]
fn the_join_is_an_upper_bound_and_has_no_order() {
    let (t, mut dice) = (types(), Dice(23));
    for _ in 0..3_000 {
        let (a, b) = (dice.ty(2), dice.ty(2));
        let joined = t.join(&a, &b);
        let said = format!("{} and {}: {}", t.show(&a), t.show(&b), t.show(&joined));
        assert!(t.assignable(&a, &joined) && t.assignable(&b, &joined), "{said}");
        assert_eq!(joined, t.join(&b, &a), "{said}");
        assert_eq!(t.join(&a, &a), a);
        if let Some(plain) = t.join_without_new_union(&[a.clone(), b.clone()]) {
            assert_eq!(plain, joined);
        }
    }
}

#[test]
fn recursion_through_declared_types_ends() {
    let t = types();
    let [port, low, node, twin, leaf, again] = std::array::from_fn(|id| Ty::custom(CustomId(id as u32)));
    assert!(t.assignable(&node, &twin) && t.assignable(&twin, &node));
    assert!(t.assignable(&leaf, &node) && t.assignable(&leaf, &again) && !t.assignable(&leaf, &twin));
    assert!(!t.assignable(&node, &leaf) && t.assignable(&again, &node));
    assert_eq!(t.show(&t.join(&node, &leaf)), "node");
    assert_eq!(t.show(&t.join(&low, &port)), "port");
    assert_eq!(t.show(&t.join(&low, &Ty::number())), "number");
    assert_eq!(t.show(&t.join(&node, &twin)), "{next?: node | twin, v: int}");
    assert!(t.overlap(&node, &twin));
    assert_eq!(t.to_core(&Ty::array(node)).to_string(), "list(object({next = union(any, none), v = int}))");
}

#[test]
fn mismatches_name_the_part_that_does_not_fit() {
    let t = types();
    let object = |ty| Ty::object(vec![Prop::new("a", Ty::array(ty), false)]);
    let found = t.mismatch(&object(Ty::string()), &object(Ty::int())).unwrap();
    assert_eq!(found.code(), codes::INCORRECT_TYPE);
    assert_eq!(found.message(), "at `.a[*]`: expected `int`, found `string`");
    let found = t.mismatch(&Ty::optional(Ty::int()), &Ty::number()).unwrap();
    assert_eq!(found.code(), codes::MAYBE_NOTHING);
    let nested = Ty::array(Ty::optional(Ty::int()));
    assert_eq!(t.mismatch(&nested, &Ty::array(Ty::int())).unwrap().code(), codes::INCORRECT_TYPE);
    let extra = Ty::object(vec![Prop::new("naem", Ty::int(), false)]);
    let wanted = Ty::object(vec![Prop::new("name", Ty::int(), true)]);
    assert!(t.mismatch(&extra, &wanted).unwrap().has_help());
}

#[test]
fn parts_are_found_through_unions_and_eventuals() {
    let t = types();
    let point = Ty::object(vec![Prop::new("a", Ty::int(), false), Prop::new("b", Ty::bool(), true)]);
    let either = Ty::union(vec![point.clone(), Ty::object(vec![Prop::new("a", Ty::string(), false)])]);
    assert_eq!(t.show(&t.member(&either, "a").unwrap()), "int | string");
    assert_eq!(t.show(&t.member(&Ty::optional(point.clone()), "a").unwrap()), "int?");
    assert_eq!(t.show(&t.member(&point, "b").unwrap()), "bool?");
    assert_eq!(t.member(&point, "c"), None);
    assert_eq!(t.show(&t.member(&Ty::output(point.clone()), "a").unwrap()), "output[int]");
    let tuple = Ty::tuple(vec![Ty::int(), Ty::string()]);
    let two = Literal::numeral("2", true).unwrap();
    let key = Key { ty: &Ty::int(), constant: Some(&two) };
    assert_eq!(t.index(&tuple, key), Err(NoElement::OutOfRange(2)));
    assert_eq!(t.show(&t.index(&tuple, Key { constant: None, ..key }).unwrap()), "int | string");
    assert_eq!(t.index(&Ty::bool(), key), Err(NoElement::NotIndexable));
    let node = Ty::custom(CustomId(2));
    assert_eq!(t.show(&t.member(&node, "next").unwrap()), "node?");
    assert!(matches!(t.bound(&node), Some(LoopVariables::Entries { .. })));
    assert!(matches!(t.resolve(&node).kind(), TyKind::Object(_)));
}

#[test]
fn constraints_judge_values_and_narrow_unknowns() {
    let at = TextRange::at(0).in_source(hclx_diag::SourceId(0));
    let text = |text: &str| Val::string(text);
    let patterns = vec![DeclaredValue { value: Pattern::new("arn:[a-z]{2,3}").unwrap(), at }];
    let arn =
        Constraints { patterns, max_length: Some(DeclaredValue { value: 6, at }), ..Constraints::default() };
    for (value, met) in [("arn:ab", true), ("arn:abc", false), ("arn:a", false), ("xarn:ab", false)] {
        assert_eq!(matches!(arn.judge(&text(value)), Verdict::Satisfied), met, "{value}");
    }
    let starts = |prefix: &str| {
        let open = Refiner::strict(Value::unknown(Type::STRING)).not_null().unwrap();
        Val::Unknown(open.prefix_full(prefix).unwrap().finish().unwrap())
    };
    assert!(matches!(arn.judge(&starts("arn:")), Verdict::Undetermined));
    assert!(matches!(arn.judge(&starts("arn:9")), Verdict::Violated(_)));
    assert!(matches!(arn.judge(&starts("arn:abc")), Verdict::Violated(_)));
    let Val::Unknown(open) = arn.refine(&Value::dynamic(), &Ty::string()) else { panic!("unknown") };
    assert_eq!(open.range().prefix(), Some("arn:"));
    assert_eq!(open.range().len_max(), Some(6));

    let port = Constraints {
        min: Some(DeclaredValue { value: 1i64.into(), at }),
        max: Some(DeclaredValue { value: 65535i64.into(), at }),
        ..Constraints::default()
    };
    let within = port.refine(&Value::unknown_in(Type::INT, Range::not_null()), &Ty::int());
    assert!(matches!(port.judge(&within), Verdict::Satisfied));
    let Verdict::Violated(why) = port.judge(&Val::int(70000)) else { panic!("violated") };
    assert_eq!(why.message, "70000 is above the maximum of 65535");

    let members = Members::new(vec![Literal::String("only".into())]);
    let one = Constraints { one_of: Some(DeclaredValue { value: members, at }), ..Constraints::default() };
    let known = one.refine(&Value::unknown_in(Type::STRING, Range::not_null()), &Ty::string());
    assert_eq!(known.as_str().map(|text| &**text), Some("only"));
    assert!(matches!(one.judge(&starts("x")), Verdict::Violated(_)));
    let nullable = Ty::optional(Ty::literal(Literal::String("only".into())));
    assert!(!types().unknown_of(&nullable).is_known(), "it may be null");
}

#[test]
fn patterns_are_of_whole_texts_and_in_linear_time() {
    let pattern = |text: &str| Pattern::new(text).unwrap();
    assert!(!pattern("a|b").matches("ab") && pattern("a|ab").matches("ab"));
    assert_eq!(pattern("^ab?c").head(), "a");
    assert_eq!(pattern("(ab)c$").head(), "abc");
    assert!(pattern("é+").may_start("éé") && !pattern("é+").may_start("e"));
    assert!(!pattern("abc").may_start("abcd"));
    for wrong in ["(a)\\1", "(?=a)", "[", "(a{1000}){1000}", "a)(b"] {
        assert!(Pattern::new(wrong).is_err(), "{wrong}");
    }
    let slow = pattern("(a*)*(a*)*b");
    assert!(!slow.matches(&"a".repeat(10_000)));
}
