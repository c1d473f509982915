//! Sources with the output of `terraform fmt` 1.11.4.

/// The rule, the source and its formatted form.
pub(crate) const CASES: &[(&str, &str, &str)] = &[
    (
        "assignments align in runs of lines",
        "a=1\nbbb = 2\n\ncc=3 # x\nd=4 // y\ne={\nf=1\n}\n",
        "a   = 1\nbbb = 2\n\ncc = 3 # x\nd  = 4 // y\ne = {\n  f = 1\n}\n",
    ),
    (
        "a line indents by one level however many brackets it opens",
        "a = [{\nb = 1\nc = [\n1,\n2\n]\n}]\nd = foo(bar(\n1\n))\n",
        "a = [{\n  b = 1\n  c = [\n    1,\n    2\n  ]\n}]\nd = foo(bar(\n  1\n))\n",
    ),
    (
        "heredocs stay as they are",
        "a   =   <<-EOT\n   x ${  y  }\n     EOT\nb={c=<<EOT\n  z\nEOT\n}\n",
        "a = <<-EOT\n   x ${y}\n     EOT\nb = { c = <<EOT\n  z\nEOT\n}\n",
    ),
    (
        "comments stay behind their lines",
        "a=1# one\nlong_name=2     // two\n/* three */ b=3\n# four\n\n   # five\n",
        "a             = 1 # one\nlong_name     = 2 // two\n/* three */ b = 3\n# four\n\n# five\n",
    ),
    (
        "operators and signs",
        "a=1+-2*-3\nb=-1\nc=[-1,- 2]\nd=!  x\ne=x?y:-z\nf=a-b\ng={ for k,v in x:k=>-1 }\n",
        "a = 1 + -2 * -3\nb = -1\nc = [-1, -2]\nd = !x\ne = x ? y : -z\nf = a-b\ng = { for k, v in x : k => - 1 }\n",
    ),
    (
        "templates",
        "a=\"x${ y }z%{ if  a }b%{endif}\"\nb=\"${ {a=1}[\"a\"] }\"\nc=\"${~ x ~}-${y}\"\n",
        "a = \"x${y}z%{if a}b%{endif}\"\nb = { a = 1 }[\"a\"]\nc = \"${~x~}-${y}\"\n",
    ),
    (
        "legacy values, types and labels are rewritten",
        "variable x {\n  type=\"list\"\n  default=\"${var.y}\"\n}\nvariable \"m\" {\n type = map\n}\nresource a /* c */ \"b\" {\n  x=\"${\n  a\n  + b\n}\"\n}\n",
        "variable \"x\" {\n  type    = list(string)\n  default = var.y\n}\nvariable \"m\" {\n  type = map(any)\n}\nresource \"a\" \"b\" {\n  x = (a\n  + b)\n}\n",
    ),
    ("labels are escaped", "a \"b\\u00e9\\t\" {\n}\n", "a \"bé\\t\" {\n}\n"),
    (
        "function calls, indexes and splats",
        "a=foo ( 1,2 ... )\nb=x [ 0 ] . y [ * ] . z\nc=provider::a :: b( 1 )\n",
        "a = foo(1, 2...)\nb = x[0].y[*].z\nc = provider::a::b(1)\n",
    ),
    (
        "objects on a line",
        "a={}\nb={ }\nc={b=1,d=[ ]}\nd = (  1 )\n",
        "a = {}\nb = {}\nc = { b = 1, d = [] }\nd = (1)\n",
    ),
    ("blank lines and trailing spaces", "\n\n  a=1   \n\n\n\tb=2\n   \n", "\n\na = 1\n\n\nb = 2\n\n"),
    ("a rewrite at the end leaves no spaces", "a = \"${x}\"", "a = x"),
    ("nor fewer than there were", "a = \"${x}\"  ", "a = x  "),
    ("the last line needs no line break", "a=1\nb {\n}\n   ", "a = 1\nb {\n}\n   "),
    (
        "wide and combining characters",
        "ñandú=1\nb=2 # 日本\n日本=3 # x\n",
        "ñandú = 1\nb     = 2 # 日本\n日本    = 3 # x\n",
    ),
    ("CRLF stays", "a=1\r\nbb=2\r\n", "a  = 1\r\nbb = 2\r\n"),
    (
        "nested brackets close one after the other",
        "a = foo({\nb = [\n1,\n] }, [\n2\n])\n",
        "a = foo({\n  b = [\n    1,\n  ] }, [\n  2\n])\n",
    ),
];
