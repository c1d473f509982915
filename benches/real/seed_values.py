"""Puts mistakes into values files, defaults, tests, overrides and constants of Terraform modules, one at a time.

usage: seed_values.py HCLX MODULE[:CALLER]...

Kinds beside those of `seed.py`, which counts them: most are in files beside the module's code.
"""
import re
import sys

import seed
from seed import appended, argument_of_call, of_caller

DECLARED = '''variable "seeded" {
  type = object({
    name = string
    port = optional(number, 80)
    tags = optional(map(string), {})
    zone = optional(list(object({ id = number })), [])
  })
  default = { name = "a" }
}

variable "seeded_size" {
  type     = string
  default  = "small"
  nullable = false

  validation {
    condition     = contains(["small", "large"], var.seeded_size)
    error_message = "Small or large."
  }
}

variable "seeded_pair" {
  type    = tuple([string, number])
  default = ["a", 1]
}

variable "seeded_count" {
  type    = number
  default = 1

  validation {
    condition     = var.seeded_count > 0
    error_message = "At least one."
  }
}

output "seeded" {
  value = "${var.seeded.name}${var.seeded_size}${var.seeded_pair[0]}${var.seeded_count}"
}
'''


_own = seed.Beside("seeded", DECLARED)
beside, test, in_run, override = _own.file, _own.test, _own.in_run, _own.override


def misspelt_value(name):
    """A value for a variable that the module declares, with its name misspelt."""
    def run(module, kind):
        names = [one for one in module.names("variable") if len(one) > 5]
        if not names:
            return None
        wrong = seed.misspelt(names[0])
        return None if wrong in module.names("variable") else module.other(name, f'{wrong} = null\n', 1)
    return run


def default(declared, wrong, guilty=3):
    return appended('variable "seeded" {\n  type    = %s\n  default = %s\n}' % (declared, wrong), guilty - 1)


def constant(expression):
    return appended("locals {\n  seeded_value = %s\n}" % expression, 1)


def version_of_a_local_call(module, path, lines, start, end, source):
    lines.insert(source + 1, '  version = "1.0.0"')
    return path, source + 2


def count_and_for_each_of_a_call(module, path, lines, start, end, source):
    if any(re.match(r"\s+(count|for_each)\s*=", line) for line in lines[start:end]):
        return None
    lines[source + 1:source + 1] = ["  count    = 1", "  for_each = {}"]
    return path, source + 3


VALUES = {
    "misspelt attribute of a value": beside("seeded.auto.tfvars", 'seeded = {\n  name = "a"\n  prot = 80\n}\n', 3),
    "missing attribute of a value": beside("seeded.auto.tfvars", "seeded = {\n  port = 80\n}\n"),
    "mistyped attribute of a value": beside("seeded.auto.tfvars", 'seeded = {\n  name = "a"\n  port = "http"\n}\n', 3),
    "mistyped element of a value": beside("terraform.tfvars", 'seeded = {\n  name = "a"\n  zone = [{ id = 1 }, { id = "b" }]\n}\n', 3),
    "value that is no member": beside("seeded.auto.tfvars", 'seeded_size = "medium"\n'),
    "value below the least": beside("seeded.auto.tfvars", "seeded_count = 0\n"),
    "tuple of a value too short": beside("seeded.auto.tfvars", 'seeded_pair = ["a"]\n'),
    "reference in a values file": beside("seeded.auto.tfvars", "seeded_size = var.seeded\n"),
    "call in a values file": beside("seeded.auto.tfvars", 'seeded_size = lower("SMALL")\n'),
    "value given twice": beside("seeded.auto.tfvars", 'seeded_count = 1\nseeded_count = 2\n', 2),
    "block in a values file": beside("seeded.auto.tfvars", 'seeded {\n  name = "a"\n}\n'),
    "unclosed string in a values file": beside("terraform.tfvars", 'seeded_size = "small\nseeded_count = 2\n'),
    "bad escape in a values file": beside("terraform.tfvars", 'seeded_size = "sm\\all"\n'),
    "mistyped value in JSON": beside("seeded.auto.tfvars.json", '{\n  "seeded_count": ["a"]\n}\n', 2),
    "unknown value in JSON": beside("seeded.auto.tfvars.json", '{\n  "seeded_cuont": 1\n}\n', 2),
    "broken JSON of values": beside("seeded.auto.tfvars.json", '{\n  "seeded_count": 1,,\n}\n', 2),
    "misspelt attribute in JSON": beside("seeded.auto.tfvars.json", '{\n  "seeded": {\n    "name": "a",\n    "tgas": {}\n  }\n}\n', 4),
    "misspelt name of a value": misspelt_value("seeded.auto.tfvars"),
    "mistyped value of an environment": beside("seeded.tfvars", 'seeded_count = "many"\n'),
}

DEFAULTS = {
    "default from a local value": default("string", "local.seeded"),
    "default from a call": default("string", 'lower("A")'),
    "misspelt attribute of a default": default("object({ name = string, size = optional(number) })", '{ name = "a", szie = 2 }'),
    "missing attribute of a default": default("list(object({ id = number, name = string }))", "[{ id = 1 }]"),
    "mistyped value of a default": default("map(number)", '{ a = 1, b = "two" }'),
    "tuple of a default too long": default("tuple([string])", '["a", "b"]'),
    "mistyped default of an optional list": appended('variable "seeded" {\n  type = object({\n    sizes = optional(list(number), ["a"])\n  })\n  default = {}\n}', 2),
    "default that its validation refuses": appended('variable "seeded" {\n  type    = string\n  default = "c"\n\n  validation {\n    condition     = contains(["a", "b"], var.seeded)\n    error_message = "A or b."\n  }\n}', (2, 5)),
    "default with a template": default("string", '"${var.seeded_other}-a"'),
    "null as default of an element": default("list(object({ id = number }))", "[[1]]"),
}

TESTS = {
    "unknown value of a run": in_run("  variables {\n    seeded_cuont = 1\n  }", 2),
    "mistyped value of a run": in_run('  variables {\n    seeded_count = "many"\n  }', 2),
    "value of a run that is no member": in_run('  variables {\n    seeded_size = "medium"\n  }', 2),
    "misspelt attribute in a run": in_run('  variables {\n    seeded = { name = "a", prot = 1 }\n  }', 2),
    "mistyped value of a test file": test('variables {\n  seeded_count = ["a"]\n}\n\nrun "seeded" {\n}\n', 2),
    "unknown output in an assertion": in_run('  assert {\n    condition     = output.seded == ""\n    error_message = "No."\n  }', 2),
    "unknown variable in an assertion": in_run('  assert {\n    condition     = var.seded == ""\n    error_message = "No."\n  }', 2),
    "assertion that is no bool": in_run('  assert {\n    condition     = length(output.seeded)\n    error_message = "No."\n  }', 2),
    "assertion without a message": in_run('  assert {\n    condition = output.seeded != ""\n  }', 1),
    "misspelt argument of an assertion": in_run('  assert {\n    condition     = output.seeded != ""\n    eror_message = "No."\n  }', (1, 3)),
    "failure of an unknown variable": in_run("  expect_failures = [var.seded]", 1),
    "unknown command of a run": test('run "seeded" {\n  command = aply\n}\n', 2),
    "missing module of a run": test('run "seeded" {\n  module {\n    source = "./no-such-folder"\n  }\n}\n', 3),
    "unknown run": test('run "seeded" {\n  variables {\n    seeded_size = run.no_such_run.size\n  }\n}\n', 3),
    "run declared twice": test('run "seeded" {\n}\n\nrun "seeded" {\n}\n', 4),
    "unknown block of a test": test('runs "seeded" {\n}\n', 1),
    "unknown block of a run": in_run("  asert {\n  }", 1),
    "unknown mode of a plan": in_run("  plan_options {\n    mode = refresh\n  }", 2),
    "override without a target": test('override_resource {\n  values = {}\n}\n\nrun "seeded" {\n}\n', 1),
    "broken test": test('run "seeded" {\n  command = plan\n', (1, 2, 3)),
}

OVERRIDES = {
    "override of no variable": override('variable "no_such" {\n  default = 1\n}\n'),
    "override of no output": override('output "no_such" {\n  value = 1\n}\n'),
    "override of no resource": override('resource "null_resource" "no_such" {\n  triggers = {}\n}\n'),
    "override of no call": override('module "no_such" {\n  source = "./x"\n}\n'),
    "override of no local value": override("locals {\n  no_such = 1\n}\n", 2),
    "unknown type in an override": override('variable "seeded_size" {\n  type = strng\n}\n', 2),
    "mistyped default in an override": override('variable "seeded_count" {\n  default = "many"\n}\n', 2),
    "misspelt argument in an override": override('variable "seeded_count" {\n  defalt = 2\n}\n', 2),
    "moved in an override": override("moved {\n  from = null_resource.a\n  to   = null_resource.b\n}\n"),
    "unknown name in an override": override('output "seeded" {\n  value = var.seded\n}\n', 2),
    "dependencies in an override": override('output "seeded" {\n  value      = 1\n  depends_on = []\n}\n', 3),
    "function in an override": override('output "seeded" {\n  value = uper("a")\n}\n', 2),
    "broken override": override('output "seeded" {\n  value = [1, 2\n}\n', (1, 2, 3)),
}

CODE = {
    "unterminated heredoc": appended("locals {\n  seeded_value = <<-EOT\n    text\n  EOF\n}", (1, 2, 3, 4, 5)),
    "unclosed template": constant('"a-${upper("b")"'),
    "loop without a colon": constant("[for x in [1] x]"),
    "index beyond a list": constant('["a", "b"][2]'),
    "key that a map lacks": constant('{ a = 1 }["b"]'),
    "malformed pattern": constant('regex("(a", "b")'),
    "network too small": constant('cidrsubnet("10.0.0.0/24", 12, 1)'),
    "verb that does not fit": constant('format("%d", "three")'),
    "broken JSON in a call": constant('jsondecode("{a: 1}")'),
    "key produced twice": constant('{ for x in ["a", "a"] : x => 1 }'),
    "division of zero by zero": constant("0 / 0"),
    "malformed duration": constant('timeadd("2024-01-01T00:00:00Z", "1 day")'),
    "malformed base64": constant('base64decode("!!")'),
    "arms of two kinds": constant('timestamp() == "" ? ["a"] : "b"'),
    "attribute that elements lack": constant('[{ id = 1 }][*].nmae'),
    "negation of a string": constant('!"a"'),
    "comparison of a string": constant('"a" < 1'),
    "list in a merge": constant("merge({}, [1])"),
    "element of nothing": constant("element([], 0)"),
    "number from a word": constant('tonumber("three")'),
    "file that does not exist": constant('file("${path.module}/no-such-file")'),
    "keys of a list": constant('keys(["a"])'),
    "alias from a variable": of_caller(appended('provider "null" {\n  alias = var.VAR\n}', 1)),
    "malformed source of a provider": seed.in_place(r'^\s+source\s*=\s*"([\w-]+/[\w-]+)"', 1, lambda _: "a/b/c/d", block="terraform"),
    "version of a local call": argument_of_call(version_of_a_local_call),
    "count and for_each of a call": argument_of_call(count_and_for_each_of_a_call),
    "check without an assertion": appended('check "seeded" {\n}'),
    "import without an id": of_caller(appended("import {\n  to = TYPE.NAME\n}")),
    "trigger that is no resource": appended('resource "TYPE" "seeded" {\n  lifecycle {\n    replace_triggered_by = [var.VAR]\n  }\n}', 2),
    "name that begins with a digit": appended('variable "1seeded" {\n  type = string\n}'),
    "misspelt part of each": appended('resource "TYPE" "seeded" {\n  for_each = toset(["a"])\n  name     = each.valeu\n}', 2),
    "self in a precondition": appended('resource "TYPE" "seeded" {\n  lifecycle {\n    precondition {\n      condition     = self.id != ""\n      error_message = "No."\n    }\n  }\n}', 3),
}

seed.KINDS = {**VALUES, **DEFAULTS, **TESTS, **OVERRIDES, **CODE}

if __name__ == "__main__":
    print(f"{len(seed.KINDS)} kinds, {len(seed.KINDS) - len(CODE)} of them in values files, defaults, tests and overrides",
          file=sys.stderr)
    seed.main()
