# every construct once
/* a comment
   of two lines */
name    = "text with \n \u00e9 \U0001F600 and $${escapes} %%{too}"
number  = 12.5e-3
others  = [true, false, null, 007]
keyword = { true = 1, (name) = 2, "b c": 3, d.e = 4
  f = [for v in [1, 2] : v * 2 if v != 1] }
object  = {for k, v in {a = 1} : "${k}x" => v... if v > 0 && k != ""}
unary   = -(!x ? -1 : !true)
chain   = a.b[0].c["d"].0.e[f].*.g.1[*].h[*].i[*][2].*.j
call    = ns::upper(join(",", [1]), f(x...), y,)
template = "a ${~ b ~} c %{ if d }yes%{ else ~} no %{~ endif }%{ for k, v in l }${k}${"v"}%{ endfor }"
wrapped = "${x}"
flush = <<-EOT
    indented ${
      x
    }
      more $ % $${y}

    %{ for v in l ~}
    - ${v}
    %{ endfor ~}
  EOT
plain = <<EOT
EOT
block "label" bare {
  nested { a = 1 }
  empty {}
  sum = (1 +
    2) // a comment
}
変数 = é
