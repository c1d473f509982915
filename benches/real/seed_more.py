"""Puts further mistakes into values files, defaults, tests, overrides and code of Terraform modules, one at a time.

usage: seed_more.py HCLX MODULE[:CALLER]...

Kinds beside those of `seed.py`, which counts them, and of `seed_values.py`. What they are about is declared in a
file of its own, so that each module has a place for each kind.
"""
import re
import sys

import seed
from seed import appended

DECLARED = '''variable "fresh_rules" {
  type = map(object({
    port     = number
    protocol = optional(string, "tcp")
    cidrs    = optional(set(string), [])
  }))
  default = { a = { port = 1 } }

  validation {
    condition     = alltrue([for r in values(var.fresh_rules) : r.port > 0 && r.port < 65536])
    error_message = "Ports."
  }
}

variable "fresh_name" {
  type    = string
  default = "abc"

  validation {
    condition     = length(var.fresh_name) <= 8 && can(regex("^[a-z]+$", var.fresh_name))
    error_message = "At most 8 letters."
  }
}

variable "fresh_flags" {
  type    = list(bool)
  default = []
}

variable "fresh_env" {
  type    = string
  default = "dev"

  validation {
    condition     = var.fresh_env == "dev" || var.fresh_env == "prod"
    error_message = "dev or prod."
  }
}

variable "fresh_sizes" {
  type    = set(number)
  default = [1]

  validation {
    condition     = length(var.fresh_sizes) > 0
    error_message = "One."
  }
}

locals {
  fresh_local = upper(var.fresh_name)
}

output "fresh" {
  value = {
    name  = local.fresh_local
    rules = var.fresh_rules
    all   = "${var.fresh_env}${length(var.fresh_sizes)}${length(var.fresh_flags)}"
  }
}
'''


_own = seed.Beside("fresh", DECLARED)
beside, test, in_run, override = _own.file, _own.test, _own.in_run, _own.override


def values(text, guilty=1):
    return beside("fresh.auto.tfvars", text, guilty)


def in_json(text, guilty=2):
    return beside("fresh.auto.tfvars.json", text, guilty)


def variable(body, guilty):
    return appended('variable "fresh" {\n%s\n}' % body, guilty)


def block(text, guilty):
    def run(module, kind):
        resources = module.resources()
        if "TYPE" in text and not resources:
            return None
        of_type, name = resources[0] if resources else ("null_resource", "this")
        filled = re.sub(r"\bNAME\b", name, re.sub(r"\bTYPE\b", of_type, text))
        module.other("fresh.tf", DECLARED + "\n" + filled + "\n", 1)
        before = len(DECLARED.split("\n"))
        return "fresh.tf", tuple(before + line for line in seed.lines_of(guilty))
    return run


def code(expression):
    return block("locals {\n  fresh_value = %s\n}" % expression, 2)


VALUES = {
    "name too long": values('fresh_name = "abcdefghij"\n'),
    "name against its pattern": values('fresh_name = "ABC"\n'),
    "port out of range": values('fresh_rules = {\n  a = {\n    port = 70000\n  }\n}\n', (1, 2, 3)),
    "missing port of an entry": values('fresh_rules = {\n  a = { port = 1 }\n  b = { protocol = "udp" }\n}\n', (1, 3)),
    "misspelt attribute of an entry": values('fresh_rules = {\n  a = {\n    port    = 1\n    protcol = "udp"\n  }\n}\n', 4),
    "string for a set in an entry": values('fresh_rules = {\n  a = {\n    port  = 1\n    cidrs = "10.0.0.0/8"\n  }\n}\n', 4),
    "list for a map": values('fresh_rules = [{ port = 1 }]\n'),
    "word among bools": values('fresh_flags = [true, "maybe"]\n'),
    "other word": values('fresh_env = "stage"\n'),
    "empty set": values('fresh_sizes = []\n'),
    "words for numbers": values('fresh_sizes = ["a"]\n'),
    "local in values": values('fresh_name = local.fresh_local\n'),
    "path in values": values('fresh_name = path.module\n'),
    "function in values": values('fresh_name = trimspace(file("name.txt"))\n'),
    "missing comma": values('fresh_flags = [true false]\n'),
    "unclosed brace": values('fresh_rules = {\n  a = { port = 1 }\n', (1, 2, 3)),
    "missing equals": values('fresh_name "abc"\n'),
    "single quotes": values("fresh_name = 'abc'\n"),
    "colon for equals": values('fresh_name: "abc"\n'),
    "unclosed heredoc": values('fresh_name = <<EOT\nabc\n', (1, 2, 3)),
    "unclosed comment": values('/* names\nfresh_name = "abc"\n', (1, 2, 3)),
    "dotted name": values('fresh.name = "abc"\n'),
    "trailing comma in JSON": in_json('{\n  "fresh_name": "abc",\n}\n', (2, 3)),
    "given twice in JSON": in_json('{\n  "fresh_env": "dev",\n  "fresh_env": "prod"\n}\n', 3),
    "single quotes in JSON": in_json("{\n  'fresh_env': \"dev\"\n}\n",2),
    "mistyped in an entry in JSON": in_json('{\n  "fresh_rules": {\n    "a": { "port": "x" }\n  }\n}\n', (2, 3)),
    "against its pattern in JSON": in_json('{\n  "fresh_name": "ABC"\n}\n', 2),
    "missing colon in JSON": in_json('{\n  "fresh_name" "abc"\n}\n', 2),
    "comment in JSON": in_json('{\n  // the name\n  "fresh_name": "abc"\n}\n', 2),
    "environment's word": beside("prod.tfvars",'fresh_env = "stage"\n'),
    "environment's unknown": beside("prod.tfvars",'fresh_evn = "dev"\n'),
}

DEFAULTS = {
    "text as a number": variable('  type    = number\n  default = "12a"', 2),
    "word among numbers": variable('  type    = list(number)\n  default = [1, "x"]', 2),
    "other attribute of an entry": variable('  type = map(object({\n    a = number\n  }))\n  default = { x = { b = 1 } }', (1, 4)),
    "each": variable('  type    = string\n  default = each.key', 2),
    "path": variable('  type    = string\n  default = path.module', 2),
    "data": variable('  type    = string\n  default = data.aws_region.x.name', 2),
    "mistyped default of an optional object": variable('  type = object({\n    o = optional(object({ a = number }), { a = "x" })\n  })\n  default = {}', 2),
    "two elements of a type": variable('  type    = list(string, number)\n  default = []', 1),
    "misspelt type of an attribute": variable('  type = object({\n    name = strng\n  })\n  default = null', 2),
    "quoted compound type": variable('  type    = "list(string)"\n  default = []', 1),
    "default twice": variable('  type    = string\n  default = "a"\n  default = "b"', 3),
    "too long for its validation": variable('  type    = string\n  default = "abcdefghij"\n\n  validation {\n    condition     = length(var.fresh) <= 4\n    error_message = "No."\n  }', (2, 5, 6)),
    "sensitive of a word": variable('  type      = string\n  default   = ""\n  sensitive = "maybe"', 3),
    "nullable of a bare word": variable('  type     = string\n  default  = ""\n  nullable = maybe', 3),
    "misspelt condition": variable('  type    = string\n  default = ""\n\n  validation {\n    conditon      = var.fresh == ""\n    error_message = "No."\n  }', (4, 5)),
    "optional outside": variable('  type    = optional(string)\n  default = null', 1),
    "message of a number": variable('  type    = string\n  default = ""\n\n  validation {\n    condition     = var.fresh != "x"\n    error_message = [1]\n  }', 6),
}

TESTS = {
    "run without a label": test('run {\n  command = plan\n}\n', 1),
    "failures of a text": in_run('  expect_failures = "var.fresh_name"', 1),
    "too long in a run": in_run('  variables {\n    fresh_name = "abcdefghijk"\n  }', 2),
    "attribute of an output": in_run('  assert {\n    condition     = output.fresh.nmae == ""\n    error_message = "No."\n  }', 2),
    "output of a run": test('run "one" {\n}\n\nrun "two" {\n  variables {\n    fresh_name = run.one.no_such\n  }\n}\n', 6),
    "misspelt mock": test('mock_provider "null" {\n  mock_resorce "x" {\n  }\n}\n\nrun "one" {\n}\n', 2),
    "other command": test('run "fresh" {\n  command = destroy\n}\n', 2),
    "refresh of a word": in_run('  plan_options {\n    refresh = "maybe"\n  }', 2),
    "source of a variable": test('run "fresh" {\n  module {\n    source = var.fresh_name\n  }\n}\n', 3),
    "variables twice": test('variables {\n  fresh_name = "a"\n}\n\nvariables {\n  fresh_env = "dev"\n}\n\nrun "one" {\n}\n', 5),
    "message of a list": in_run('  assert {\n    condition     = output.fresh.name != ""\n    error_message = ["x"]\n  }', 3),
    "attribute of a file": test('fresh = 1\n\nrun "one" {\n}\n', 1),
    "unclosed assertion": in_run('  assert {\n    condition     = true\n    error_message = "No."\n', (1, 2, 3, 4, 5, 6, -2)),
    "unknown function": in_run('  assert {\n    condition     = lenght(output.fresh.name) > 0\n    error_message = "No."\n  }', 2),
}

OVERRIDES = {
    "default that is no member in an override": override('variable "fresh_env" {\n  default = "stage"\n}\n', 2),
    "variable without a label in an override": override('variable {\n  default = 1\n}\n', 1),
    "type that the default does not have in an override": override('variable "fresh_name" {\n  type = list(bool)\n}\n', (1, 2)),
    "sensitive of a word in an override": override('output "fresh" {\n  sensitive = "maybe"\n}\n', 2),
    "version that is none in an override": override('terraform {\n  required_version = "abc"\n}\n', 2),
    "too few arguments in an override": override('locals {\n  fresh_local = upper()\n}\n', 2),
    "unknown local value in an override": override('output "fresh" {\n  value = local.fresh_locl\n}\n', 2),
    "missing value in an override": override('variable "fresh_name" {\n  default = \n}\n', 2),
    "attribute of an entry in an override": override('output "fresh" {\n  value = var.fresh_rules["a"].prot\n}\n', 2),
    "unknown block in an override": override('ouput "fresh" {\n  value = 1\n}\n', 1),
    "two labels in an override": override('output "fresh" "x" {\n  value = 1\n}\n', 1),
}

CODE = {
    "attribute of an entry": code('var.fresh_rules.a.prot'),
    "attribute in a round": code('[for k, v in var.fresh_rules : v.prot]'),
    "few arguments": code('substr("abc", 1)'),
    "map in a template": code('"a-${var.fresh_rules}"'),
    "attribute of a list": code('var.fresh_flags.name'),
    "sum of a map": code('var.fresh_rules + 1'),
    "set of a text": code('setunion(["a"], "b")'),
    "keys and values": code('zipmap(["a"], ["b", "c"])'),
    "digits": code('parseint("zz", 10)'),
    "time": code('formatdate("YYYY", "now")'),
    "no template": code('templatefile("${path.module}/no.tpl", {})'),
    "one of two": code('one([1, 2])'),
    "slice": code('slice(["a"], 0, 3)'),
    "step of zero": code('range(1, 2, 0)'),
    "length of validated name": code('regex("^[a-z]{9}$", "abc")'),
    "comprehension key": code('{ for k, v in { a = 1, b = 1 } : v => k }'),
    "number of a bool": code('tonumber(true)'),
    "unclosed paren": code('upper("a"'),
    "for_each of a list of bools": block('resource "TYPE" "fresh" {\n  for_each = var.fresh_flags\n}', 2),
    "misspelt command": block('resource "TYPE" "fresh" {\n  provisioner "local-exec" {\n    comand = "x"\n  }\n}', (2, 3)),
    "moved of two kinds": block('moved {\n  from = module.x\n  to   = TYPE.NAME\n}', (1, 2, 3)),
    "precondition of a text": block('resource "TYPE" "fresh" {\n  lifecycle {\n    precondition {\n      condition     = "abc"\n      error_message = "No."\n    }\n  }\n}', 4),
    "dependency on nothing": block('resource "TYPE" "fresh" {\n  depends_on = [TYPE.no_such_one]\n}', 2),
    "name with a digit": block('resource "TYPE" "1fresh" {\n}', 1),
    "count of null": block('resource "TYPE" "fresh" {\n  count = null\n}', 2),
    "negative count": block('resource "TYPE" "fresh" {\n  count = -1\n}', 2),
    "half a count": block('resource "TYPE" "fresh" {\n  count = 1.5\n}', 2),
    "for_each of null": block('resource "TYPE" "fresh" {\n  for_each = toset([null])\n}', 2),
    "provider of a text": block('resource "TYPE" "fresh" {\n  provider = "x y"\n}', 2),
    "lifecycle twice": block('resource "TYPE" "fresh" {\n  lifecycle {\n  }\n  lifecycle {\n  }\n}', 4),
}

seed.KINDS = {**VALUES, **DEFAULTS, **TESTS, **OVERRIDES, **CODE}

if __name__ == "__main__":
    print(f"{len(seed.KINDS)} kinds, {len(seed.KINDS) - len(CODE)} of them in values files, defaults, tests and overrides",
          file=sys.stderr)
    seed.main()
