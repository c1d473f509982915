//! Suppressions: where they are allowed, what they hide, and the findings about them.

use crate::suppressed;
use hclx_analysis::findings::fixes::edited;

/// Checks the hidden codes with their reasons, and the remaining findings as `CODE message`.
#[track_caller]
fn case(text: &str, hidden: &[(&str, &str)], kept: &[&str]) {
    let found = suppressed(text);
    let found_hidden: Vec<(&str, &str)> =
        found.hidden.iter().map(|hidden| (hidden.finding.code.id(), hidden.reason.as_str())).collect();
    let found_kept: Vec<String> =
        found.kept.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
    assert_eq!(found_hidden, hidden, "{text}\n{found_kept:?}");
    assert_eq!(found_kept.len(), kept.len(), "{text}\n{found_kept:?}");
    for (found, expected) in found_kept.iter().zip(kept) {
        assert!(found.starts_with(expected), "{text}\n{found_kept:?}");
    }
}

/// The text after all edits of findings about suppressions.
fn fixed(text: &str) -> String {
    let found = suppressed(text);
    let fixes: Vec<_> = found.kept.iter().filter_map(|finding| finding.fixes.first()).collect();
    String::from_utf8(edited(text.as_bytes(), &fixes)).expect("UTF-8")
}

const WHY: &[(&str, &str)] = &[("HX2101", "why")];

#[test]
fn at_the_end_of_a_line_in_all_three_forms_of_comments() {
    case("a = \"x\" + 1 # hclx: ignore[HX2101] why\n", WHY, &[]);
    case("a = \"x\" + 1 // hclx: ignore[HX2101] why\n", WHY, &[]);
    case("a = \"x\" + 1 /* hclx: ignore[HX2101] why */\n", WHY, &[]);
    case("a = \"x\" + 1 #hclx:ignore[hx2101]: why\r\n", WHY, &[]);
    case("a = [\n  1,\n  \"x\" + 1, # hclx: ignore[HX2101] why\n]\n", WHY, &[]);
    case("a = /* hclx: ignore[HX2101] why */ \"x\" + 1\n", WHY, &[]);
}

#[test]
fn above_a_line_or_a_block() {
    case("# hclx: ignore[HX2101] why\na = \"x\" + 1\n", WHY, &[]);
    case("# hclx: ignore[HX2101] why\n\n# another remark\na = \"x\" + 1\n", WHY, &[]);
    case("/* hclx: ignore[HX2101] why */\nb {\n  a = 1\n  c {\n    d = \"x\" + 1\n  }\n}\n", WHY, &[]);
    case("b {\n  # hclx: ignore[HX2101] why\n  a = 1\n  c = \"x\" + 1\n}\n", &[], &["HX2101", "HX9001"]);
    case("a = \"x\" + 1\n# hclx: ignore[HX2101] why\n", &[], &["HX2101", "HX9001"]);
}

#[test]
fn for_the_whole_file_only_at_its_top() {
    case("# about\n// hclx: ignore-file[HX2101] why\n\na = \"x\" + 1\n", WHY, &[]);
    case("\u{feff}# hclx: ignore-file[HX2101] why\na = \"x\" + 1\n", WHY, &[]);
    case("b = 1\n# hclx: ignore-file[HX2101] why\na = \"x\" + 1\n", &[], &["HX2101", "HX9004"]);
}

#[test]
fn in_json_for_the_next_property() {
    case("{\"//\": \"hclx: ignore[HX2101] why\", \"a\": \"${\\\"x\\\" + 1}\"}", WHY, &[]);
    case(
        "{\"b\": {\"//\": [\"text\", \"hclx: ignore[HX2101] why\"], \"a\": [\"${\\\"x\\\" + 1}\"]}}",
        WHY,
        &[],
    );
    case(
        "{\"//\": \"hclx: ignore[HX2101] why\", \"b\": 1,\n \"a\": \"${\\\"x\\\" + 1}\"}",
        &[],
        &["HX2101", "HX9001"],
    );
    case("{\"//\": \"hclx: ignore-file[HX2101] why\", \"b\": 1,\n \"a\": \"${\\\"x\\\" + 1}\"}", WHY, &[]);
}

#[test]
fn nothing_else_is_hidden() {
    case("a = \"x\" + [1][2] # hclx: ignore[HX2101] why\n", WHY, &["HX2055"]);
    case("a = \"# hclx: ignore[HX2101] why\" + 1\n", &[], &["HX2101"]);
    case("a = <<E\n# hclx: ignore[HX2101] why\nE\nb = \"x\" + 1\n", &[], &["HX2101"]);
    case("a = \"x\" + 1 # about hclx: ignore[HX2101]\n", &[], &["HX2101"]);
}

#[test]
fn what_is_wrong_with_suppressions_is_found() {
    case("a = 1 # hclx: ignore[HX2101] why\n", &[], &["HX9001 unused suppression"]);
    case("a = \"x\" + 1 # hclx: ignore[HX2101]\n", &[], &["HX2101", "HX9003"]);
    case(
        "a = \"x\" + 1 # hclx: ignore[HX2101, HX9999] why\n",
        WHY,
        &["HX9002 unknown code or group `HX9999`"],
    );
    case(
        "a = \"x\" + 1 # hclx: ignore[HX2101, HX2055] why\n",
        WHY,
        &["HX9001 unused suppression of `HX2055`"],
    );
    case("a = 1 # hclx: ignor[HX2101] why\n", &[], &["HX9004"]);
    case("a = 1 # hclx: ignore[suspicious] why\n", &[], &["HX9001"]);
}

#[test]
fn edits_remove_what_hides_nothing_and_leave_the_rest() {
    assert_eq!(fixed("a = 1  # hclx: ignore[HX2101] why\nb = 2\n"), "a = 1\nb = 2\n");
    assert_eq!(fixed("a = 1\n  # hclx: ignore[HX2101] why\r\nb = 2\n"), "a = 1\nb = 2\n");
    assert_eq!(fixed("a = /* hclx: ignore[HX2101] why */ 1\n"), "a =  1\n");
    assert_eq!(
        fixed("a = \"x\" + 1 # hclx: ignore[HX2101, HX2055] why\n"),
        "a = \"x\" + 1 # hclx: ignore[HX2101] why\n"
    );
    assert_eq!(
        fixed("a = \"x\" + 1 # hclx: ignore[HX2055, HX2101] why\n"),
        "a = \"x\" + 1 # hclx: ignore[HX2101] why\n"
    );
    assert_eq!(fixed("{\"a\": 1, \"//\": \"hclx: ignore[HX2101] why\"}"), "{\"a\": 1}");
    assert_eq!(fixed("{\"//\": \"hclx: ignore[HX2101] why\", \"a\": 1}"), "{\"a\": 1}");
    assert_eq!(fixed("a = 1 # hclx: ignor[HX2101] why\n"), "a = 1 # hclx: ignore[HX2101] why\n");
}

/// Thousands of used and unused suppressions: on separate lines, above each other, on one line and for the
/// whole file. Each is processed once.
#[test]
fn very_many_are_read() {
    const MANY: usize = 20_000;
    let above = "# hclx: ignore[HX2101] why\n".repeat(MANY);
    let found = suppressed(&format!("{above}a = \"x\" + 1\n"));
    assert_eq!((found.hidden.len(), found.kept.len()), (1, MANY - 1));
    let beside: String =
        (0..MANY).map(|n| format!("a{n} = \"x\" + 1 # hclx: ignore[HX2101] why\n")).collect();
    let found = suppressed(&beside);
    assert_eq!((found.hidden.len(), found.kept.len()), (MANY, 0));
    let top = "# hclx: ignore-file[HX2101] why\n".repeat(MANY);
    let found = suppressed(&format!("{top}a = [{}]\n", "\"x\" + 1, ".repeat(MANY)));
    assert_eq!((found.hidden.len(), found.kept.len()), (MANY, MANY - 1));
    let codes = "HX2101, ".repeat(MANY);
    let found = suppressed(&format!("a = \"x\" + 1 # hclx: ignore[{codes}] why\n"));
    assert_eq!((found.hidden.len(), found.kept.len()), (1, MANY - 1));
}
