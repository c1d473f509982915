//! Numbers compared with recorded answers of go-cty, and laws of their own.

use num_bigint::BigUint;

use super::text::{approximate, exact};
use super::{Arithmetic, Number};

fn number(text: &str) -> Number {
    Number::parse_string(text).unwrap_or_else(|| panic!("{text} is a number"))
}

fn text(result: hclx_diag::Fallible<Number>) -> String {
    result.map_or_else(|fault| fault.message(), |number| number.to_string())
}

#[test]
fn texts_read_back() {
    for text in [
        "0",
        "-0",
        "1",
        "-1",
        "0.1",
        "123456789012345678901234567890123456789012345678901234567890",
        "0.3333333333333333333333333333333333",
        "1.5",
        "-2.25",
        "inf",
        "-inf",
        "0.000001",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1000000000000000000000000.5",
    ] {
        assert_eq!(number(text).to_string(), text);
    }
}

#[test]
fn strings_are_read_as_go_reads_them() {
    for (text, want) in [
        ("+Inf", "inf"),
        ("1p4", "16"),
        ("0.1p4", "1.6"),
        (".5", "0.5"),
        ("5.", "5"),
        ("+1", "1"),
        ("1e3", "1000"),
        ("1E-2", "0.01"),
        ("-0", "-0"),
        ("1.e3", "1000"),
        ("01", "1"),
        ("1.50e1", "15"),
    ] {
        assert_eq!(number(text).to_string(), want, "{text}");
    }
    for text in
        ["", "INF", "infinity", "0x10", "1_0", " 1", "1 ", ".", "e1", "1e", "1e+", "+-1", "1.2.3", "nan"]
    {
        assert!(Number::parse_string(text).is_none(), "{text}");
    }
}

#[test]
fn literals_have_limits() {
    for text in [".5", "5.", "1p4", "inf", ""] {
        assert!(Number::parse_literal(text).is_err(), "{text}");
    }
    for text in ["1e100001", "10e100000", "1e99999999999999999999", "1e-100001", "0.1e-100000"] {
        assert!(text_of_fault(text).contains("100000"), "{text}");
    }
    assert!(text_of_fault(&"7".repeat(1_000_000)).contains("100000"));
    assert_eq!(number("1e400").to_string(), format!("1{}", "0".repeat(400)));
    for text in ["9.9e100000", "10e99999", "0.1e100001", "1e-100000", "10e-100001"] {
        assert!(Number::parse_literal(text).is_ok(), "{text}");
    }
    assert_eq!(number("0e99999999").to_string(), "0");
    let exact = |text: &str| Number::parse_exact_literal(text).map_err(|fault| fault.message());
    let long = "123456789".repeat(137);
    assert_eq!(exact(&long).map(|number| number.to_string()), Ok(long));
    assert!(exact(&"7".repeat(1_234)).is_err_and(|why| why.contains("4096 bits")));
    assert_eq!(exact("1e1232").map(|number| number.to_string()), Ok(format!("1{}", "0".repeat(1_232))));
    // in the notation with an exponent, an integer may be too long to be exact
    assert_eq!(exact("1e5000").map(|number| number.to_string()), Ok(format!("1{}", "0".repeat(5_000))));
    assert!(number("1e-99999").to_string().ends_with("0001"));
}

fn text_of_fault(literal: &str) -> String {
    Number::parse_literal(literal).expect_err("beyond the limits").message()
}

#[test]
fn arithmetic_rounds_as_go() {
    let third = number("1").div(&number("3"));
    assert_eq!(text(third.clone()), format!("0.{}5", "3".repeat(154)));
    let short = Number::from_len(1).div(&Number::from_len(3));
    assert_eq!(text(short), "0.33333333333333333334");
    let sum = number("0.1").add(&number("0.2")).expect("a number");
    assert!(sum.equals(&number("0.3")));
    let third = third.expect("a number");
    let whole = third.add(&third).and_then(|two| two.add(&third)).expect("a number");
    assert!(whole.equals(&number("1")), "{whole}");
    assert_eq!(text(number("5").div(&number("0"))), "inf");
    assert_eq!(text(number("5").div(&number("-0"))), "-inf");
    assert_eq!(text(number("0").mul(&number("-5"))), "-0");
    assert_eq!(text(number("7").rem(&number("-3"))), "1");
    assert_eq!(text(number("5.5").rem(&number("2"))), "1.5");
    assert_eq!(text(number("3").rem(&number("0"))), "3");
    assert!(number("0").div(&number("0")).is_err());
    assert!(number("inf").sub(&number("inf")).is_err());
}

#[test]
fn far_exponents_print_as_near_ones_do() {
    for exponent in ["-2000", "-5000", "-99990", "-700"] {
        for digits in ["1", "123456789", "9999999999999", "33333333333333333333333333333333333333333333"] {
            let text = number(&format!("{digits}e{exponent}")).to_string();
            assert_eq!(text.trim_start_matches(['0', '.']), digits, "{exponent}");
        }
    }
}

#[test]
fn leading_digits_are_those_of_all_digits() {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 11
    };
    for _ in 0..2_000 {
        let mantissa: BigUint = (0..9).fold(BigUint::from(1u8), |m, _| (m << 53u32) + random()) << 40u32;
        let mantissa = mantissa >> (random() % 3);
        let exponent = (random() % 6_000) as i64 - 3_000;
        let precision = u32::try_from(mantissa.bits()).expect("few bits") - 1;
        let Some(near) = approximate(&mantissa, exponent, precision) else { continue };
        let all = exact(&mantissa, exponent);
        assert_eq!(near.point, all.point);
        let one = BigUint::from(1u8);
        for (near, all) in [
            (near.value, all),
            (near.lower, exact(&(&mantissa - &one), exponent)),
            (near.upper, exact(&(&mantissa + &one), exponent)),
        ] {
            let all = [all.digits, vec![b'0'; near.len()]].concat();
            assert_eq!(near, all[..near.len()]);
        }
    }
}

#[test]
fn keys_have_ten_digits() {
    for (text, want) in [
        ("1", "1"),
        ("12345678901", "1.23456789e+10"),
        ("0.1", "0.1"),
        ("0.00001", "1e-05"),
        ("100000", "100000"),
        ("10000000000", "1e+10"),
        ("1234567890", "1234567890"),
        ("0.123456789012", "0.123456789"),
        ("-1.5", "-1.5"),
    ] {
        assert_eq!(number(text).set_key(), want, "{text}");
    }
}

/// Source of the answers: `terraform console`.
#[test]
fn integers_are_rounded_to_512_bits() {
    let sum = |a: &str, b: &str| number(a).add(&number(b)).expect("a number");
    for (text, one_more_is_equal) in [("1e200", true), ("1e154", false), ("1e400", true)] {
        assert_eq!(sum(text, "1").equals(&number(text)), one_more_is_equal, "{text}");
        assert_eq!(sum(text, "-1").equals(&number(text)), one_more_is_equal, "{text}");
    }
    let long = "7".repeat(225);
    assert!(sum(&long, "1").equals(&number(&long)));
    let power = number("2p510");
    assert_eq!(
        text(power.add(&number("1"))),
        (BigUint::from(1u8) << 511u32 | BigUint::from(1u8)).to_string()
    );
    // a small operand decides how a sum is rounded, however small it is
    let half = number("1p-512");
    let one = number("1");
    assert!(one.add(&half).expect("a number").equals(&one));
    assert!(
        !one.add(&half).expect("a number").add(&number("1e-300")).expect("a number").equals(&number("2"))
    );
    let above =
        number("1p600").add(&number("1p88")).and_then(|sum| sum.add(&number("1e-99999"))).expect("a number");
    assert!(above.compare(&number("1p600")).is_gt() || above.equals(&number("1p600")));
}

#[test]
fn far_operands_only_round() {
    let (large, small) = (number("1e99999"), number("1e-99999"));
    assert!(large.add(&small).expect("a number").equals(&large));
    assert!(large.sub(&small).expect("a number").equals(&large));
    // just below a power of two there are twice as many numbers
    let below = number("1p512").sub(&number("1p-99999")).expect("a number");
    assert!(below.equals(&number("1p512")));
    let more_than_half = number("0.5").add(&number("1p-500")).expect("a number");
    assert!(number("1p512").sub(&more_than_half).expect("a number").compare(&number("1p512")).is_lt());
}

#[test]
fn exact_integers_are_never_rounded() {
    let exact = |text: &str| Number::parse_exact_string(text).expect("a number");
    let long = exact(&"7".repeat(1_200));
    let next = long.exact(Arithmetic::Add, &exact("1")).expect("integers").expect("within the limit");
    assert_eq!(next.to_string(), format!("{}8", "7".repeat(1_199)));
    let back = next.exact(Arithmetic::Multiply, &exact("3")).expect("integers").expect("within the limit");
    let back = back.exact(Arithmetic::Divide, &exact("3")).expect("divisible").expect("within the limit");
    assert!(back.equals(&next));
    assert!(long.exact(Arithmetic::Divide, &exact("1000")).is_none());
    assert!(long.exact(Arithmetic::Multiply, &long).expect("integers").is_err());
    assert_eq!(long.without_exact_bits().precision(), 512);
    assert!(!long.without_exact_bits().equals(&long));
}
