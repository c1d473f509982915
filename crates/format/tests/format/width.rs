//! Lists, objects and calls that end beyond a column.

use hclx_format::{Form, Style, laws};

use crate::{assert_linear, edits_for, formatted_for};

/// The rule, the width, the source and its formatted form.
const CASES: &[(&str, u32, &str, &str)] = &[
    ("what ends at the column fits", 10, "a = [1, 2]\n", "a = [1, 2]\n"),
    ("a list gets a comma at its end", 9, "a = [1, 2]\n", "a = [\n  1,\n  2,\n]\n"),
    ("a comma that is there stays the only one", 9, "a=[1,2,]\n", "a = [\n  1,\n  2,\n]\n"),
    ("so does an object", 9, "a = { b = 1, cc : 2 }\n", "a = {\n  b = 1,\n  cc : 2,\n}\n"),
    ("a call gets none", 9, "a = f(1, 2)\n", "a = f(\n  1,\n  2\n)\n"),
    ("but keeps its own", 9, "a = f(1, 2,)\n", "a = f(\n  1,\n  2,\n)\n"),
    ("an expanded argument stays whole", 9, "a = f(b, c...)\n", "a = f(\n  b,\n  c...\n)\n"),
    ("functions of providers are calls", 9, "a = provider::x::f(1)\n", "a = provider::x::f(\n  1\n)\n"),
    (
        "outer groups break before inner ones",
        20,
        "a = { b = [1, 2], c = f([1111, 2222, 3333]) }\n",
        "a = {\n  b = [1, 2],\n  c = f(\n    [\n      1111,\n      2222,\n      3333,\n    ]\n  ),\n}\n",
    ),
    (
        "a group that fits stays where another does not",
        16,
        "a = f(1) + g(22222, 3) + h(4)\n",
        "a = f(1) + g(\n  22222,\n  3\n) + h(4)\n",
    ),
    (
        "alignment in a broken object counts",
        14,
        "a = { b = f(1, 2), cccc = 3 }\n",
        "a = {\n  b = f(\n    1,\n    2\n  ),\n  cccc = 3,\n}\n",
    ),
    (
        "a `for` expression has no elements",
        20,
        "a = [for x in range(3) : x.y if x.z]\nb = { for k, v in m : k => v... }\n",
        "a = [\n  for x in range(3) : x.y if x.z\n]\nb = {\n  for k, v in m : k => v...\n}\n",
    ),
    (
        "the list of a `for` expression is no index",
        12,
        "a = [for in in [1111, 2222] : in[0] if [in][0]]\n",
        "a = [\n  for in in [\n    1111,\n    2222,\n    ] : in[0] if[\n    in,\n  ][0]\n]\n",
    ),
    (
        "indexes, splats, parentheses and blocks stay",
        5,
        "a = bbbb[111111]\nb = (111111)\nc = d.*[1]\ne { fffff = 1 }\ng {}\nh = []\ni = j()\n",
        "a = bbbb[111111]\nb = (111111)\nc = d.* [1]\ne { fffff = 1 }\ng {}\nh = []\ni = j()\n",
    ),
    ("what is in a block on one line breaks", 9, "e { f = [1, 2] }\n", "e { f = [\n  1,\n  2,\n] }\n"),
    (
        "strings and heredocs stay",
        5,
        "a = \"x${f(1, 2)}\"\nb = <<E\n${f(1, 2)}\nE\n",
        "a = \"x${f(1, 2)}\"\nb = <<E\n${f(1, 2)}\nE\n",
    ),
    (
        "a group over several lines stays",
        5,
        "a = [1, 2,\n3, 4]\nb = f([1111], <<E\nE\n)\n",
        "a = [1, 2,\n3, 4]\nb = f([\n  1111,\n  ], <<E\nE\n)\n",
    ),
    (
        "comments stay by their elements",
        9,
        "a = [/* x */ 1 /* y */, 2, /* z */] # end\n",
        "a = [\n  /* x */ 1 /* y */,\n  2,\n  /* z */\n] # end\n",
    ),
    ("comments do not count", 12, "a = [1, 2] # a long comment\n", "a = [1, 2] # a long comment\n"),
    ("line breaks are those of the file", 9, "a = [1, 2]\r\n", "a = [\r\n  1,\r\n  2,\r\n]\r\n"),
    ("columns are characters", 11, "a = [\"日本\"]\n", "a = [\"日本\"]\n"),
    (
        "values that are rewritten break, others do not",
        12,
        "a = \"${f(11111, 22222)}\"\n",
        "a = f(\n  11111,\n  22222\n)\n",
    ),
    (
        "nothing breaks in a line that is indented by the width",
        3,
        "a = [[[[1]]]]\n",
        "a = [\n  [\n    [[1]],\n  ],\n]\n",
    ),
];

#[test]
fn long_groups_are_broken() {
    for (rule, width, source, expected) in CASES {
        let form = Form { width: Some(*width), ..Style::Terraform.into() };
        assert_eq!(formatted_for(source, &form), *expected, "{rule}");
        assert_eq!(formatted_for(expected, &Style::Terraform.into()), *expected, "{rule}");
        laws::hold(source.as_bytes());
    }
}

#[test]
fn only_items_that_are_asked_for_are_broken() {
    let form = Form { width: Some(5), lines: Some(2..=2), ..Style::Terraform.into() };
    let source = "a = [1, 2]\nb = [1, 2]\nc = [1, 2]\n";
    assert_eq!(formatted_for(source, &form), "a = [1, 2]\nb = [\n  1,\n  2,\n]\nc = [1, 2]\n");
}

/// The output for nested groups and for many groups on a line is linear in the length of the source.
#[test]
fn long_lines_of_groups_are_broken() {
    let shapes: &[fn(usize) -> String] = &[
        |n| format!("a={}1{}\n", "[".repeat(n), "]".repeat(n)),
        |n| format!("a={}1{}\n", "f(".repeat(n), ")".repeat(n)),
        |n| format!("a={}1{}\n", "{b=1,c=".repeat(n), "}".repeat(n)),
        |n| format!("a={}1\n", "f(1)+".repeat(n)),
        |n| format!("a=[{}]\n", "[1,2,3],".repeat(n)),
        |n| format!("a=[{}]\n", "1,".repeat(n)),
    ];
    let form = Form { width: Some(40), ..Style::Terraform.into() };
    for shape in shapes {
        let (small, large) = (shape(200), shape(2_000));
        let count = |source: &str| edits_for(source, &form).expect("no errors").len();
        assert!(count(&large) <= 11 * count(&small).max(1), "{}", &small[..40]);
        assert_linear(&small, &large, &form);
    }
}
