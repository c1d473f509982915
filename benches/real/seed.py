"""Puts mistakes into Terraform modules, one at a time, and counts how many `hclx check` finds.

usage: seed.py HCLX MODULE[:CALLER]...

MODULE is a directory with a module, CALLER a directory below it whose module calls a local one and is a root. Each kind of
mistake is put into a copy of each module that has a place for it; a finding counts if the unchanged module does
not have it. That the text around a mistake is newer than the oldest version that the module admits (HX5115) is
true and not counted. Printed are all mistakes that are not found, not found at their line, or found more than
once, and the three shares.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib


class Module:
    """The files of a module, as lines."""

    def __init__(self, root, caller, name):
        self.root, self.caller, self.name = root, caller, name
        self.files, self.written, self.removed = {}, {}, set()
        self.folder = "."
        self.enter(".")

    def enter(self, folder):
        self.folder = folder
        self.files = {}
        for name in sorted(os.listdir(os.path.join(self.root, folder))):
            path = os.path.normpath(os.path.join(folder, name))
            if name.endswith(".tf") and not name.endswith("override.tf"):
                with open(os.path.join(self.root, path), encoding="utf-8") as file:
                    self.files[path] = file.read().split("\n")

    def pick(self, pattern, salt, want=lambda match: True, block=""):
        """A place that matches in a block whose header begins so, chosen by the salt: path, line from 0, match."""
        found = []
        for path, lines in self.files.items():
            heredoc, header = None, ""
            for number, line in enumerate(lines):
                header = line if not heredoc and line[:1].isalpha() else header
                if heredoc:
                    heredoc = None if line.strip() == heredoc else heredoc
                    continue
                opened = re.search(r"<<[-~]?(\w+)\s*$", line)
                code = line.split("#")[0] if '"' not in line else line
                if not line.lstrip().startswith(("#", "//", "*", "/*")) and header.startswith(block):
                    found += [(path, number, match) for match in re.finditer(pattern, code) if want(match)]
                heredoc = opened.group(1) if opened else None
        if not found:
            return None
        return found[zlib.crc32(f"{salt} {self.name}".encode()) % len(found)]

    def set(self, path, number, line):
        self.files[path][number] = line
        self.written[path] = self.files[path]
        return path, number + 1

    def append(self, text, guilty=0):
        """Adds text to the file that comes last; the guilty line, or lines, count from 0."""
        name = "main.tf" if os.path.normpath(os.path.join(self.folder, "main.tf")) in self.files else None
        path = os.path.normpath(os.path.join(self.folder, name)) if name else sorted(self.files)[0]
        lines = self.files[path]
        while lines and not lines[-1].strip():
            lines.pop()
        start = len(lines) + 1
        lines += ["", *text.strip("\n").split("\n"), ""]
        self.written[path] = lines
        if isinstance(guilty, tuple):
            return path, tuple(start + line + 1 for line in guilty)
        return path, start + guilty + 1

    def other(self, name, text, guilty):
        path = os.path.normpath(os.path.join(self.folder, name))
        self.written[path] = text.split("\n")
        return path, guilty

    def names(self, block):
        names = [m.group(1) for lines in self.files.values() for line in lines
                 for m in [re.match(block + r'\s+"([\w-]+)"', line)] if m]
        return names

    def resources(self):
        return [(m.group(1), m.group(2)) for lines in self.files.values() for line in lines
                for m in [re.match(r'resource\s+"([\w-]+)"\s+"([\w-]+)"', line)] if m]


def misspelt(name):
    """The name without one of its letters."""
    at = max(1, len(name) // 2)
    return name[:at] + name[at + 1:] if len(name) > 2 else name + "x"


def replaced(module, place, start, end, text):
    path, number, match = place
    line = match.string if module.files[path][number].startswith(match.string) else module.files[path][number]
    rest = module.files[path][number][len(line):]
    return module.set(path, number, line[:start] + text + line[end:] + rest)


def in_place(pattern, group, change, want=lambda match: True, block=""):
    def run(module, kind):
        place = module.pick(pattern, kind, want, block)
        if place is None:
            return None
        match = place[2]
        return replaced(module, place, match.start(group), match.end(group), change(match.group(group)))
    return run


def reference(root):
    """A reference to something that is declared, with its name misspelt."""
    def run(module, kind):
        declared = {"var": "variable", "local": None, "data": None}[root]
        names = set(module.names(declared)) if declared else None
        pattern = r"\b%s\.([a-z_]\w{3,})" % root

        def want(match):
            rest = match.string[match.end():]
            return (names is None or match.group(1) in names) and not rest.startswith(("(", "-"))
        place = module.pick(pattern, kind, want)
        if place is None:
            return None
        match = place[2]
        return replaced(module, place, match.start(1), match.end(1), misspelt(match.group(1)))
    return run


def resource_reference(module, kind):
    known = {f"{t}.{n}" for t, n in module.resources()}
    place = module.pick(r"(?<![\w.\"])([a-z]+_\w+)\.(\w+)(?=[.\[])", kind,
                        lambda m: f"{m.group(1)}.{m.group(2)}" in known)
    if place is None:
        return None
    match = place[2]
    return replaced(module, place, match.start(2), match.end(2), match.group(2)[:-1] + "xx")


def lines_of(guilty):
    """The lines of which one is to blame."""
    return guilty if isinstance(guilty, tuple) else (guilty,)


class Beside:
    """Mistakes in files beside a module's code; a file of its own declares what they are about."""

    def __init__(self, word, declared):
        self.word, self.declared = word, declared

    def file(self, name, text, guilty=1):
        def run(module, kind):
            module.other(f"{self.word}.tf", self.declared, 1)
            return module.other(name, text, guilty)
        return run

    def test(self, text, guilty):
        return self.file(f"tests/{self.word}.tftest.hcl", text, guilty)

    def in_run(self, body, guilty):
        text = 'run "%s" {\n  command = plan\n\n%s\n}\n' % (self.word, body)
        return self.test(text, tuple(line + 3 for line in lines_of(guilty)))

    def override(self, text, guilty=1):
        return self.file(f"{self.word}_override.tf", text, guilty)


def appended(text, guilty=0):
    def run(module, kind):
        resources = module.resources()
        variables = module.names("variable")
        values = {"TYPE": resources[0][0] if resources else "null_resource",
                  "NAME": resources[0][1] if resources else "this",
                  "VAR": variables[0] if variables else "region"}
        if ("NAME" in text or "TYPE" in text) and not resources or "VAR" in text and not variables:
            return None
        out = text
        for key, value in values.items():
            out = re.sub(r"\b%s\b" % key, value, out)
        return module.append(out, guilty)
    return run


def argument_of_call(change):
    """A mistake in an argument of a module call."""
    def run(module, kind):
        if not module.caller:
            return None
        module.enter(module.caller)
        for path, lines in module.files.items():
            for number, line in enumerate(lines):
                if not re.match(r'module\s+"', line):
                    continue
                end = next((n for n in range(number, len(lines)) if lines[n].startswith("}")), None)
                source = [n for n in range(number, end or number) if re.match(r'\s+source\s*=\s*"\.', lines[n])]
                if end and source:
                    found = change(module, path, lines, number, end, source[0])
                    if found:
                        module.written[path] = lines
                        return found
        return None
    return run


def of_caller(change):
    """A mistake in a root module."""
    def run(module, kind):
        if module.caller:
            module.enter(module.caller)
        return change(module, kind)
    return run


def unknown_argument(module, path, lines, start, end, source):
    lines.insert(source + 1, "  no_such_argument = true")
    return path, source + 2


def misspelt_argument(module, path, lines, start, end, source):
    for number in range(source + 1, end):
        match = re.match(r"  ([a-z_]{5,})(\s*=.*)$", lines[number])
        if match and match.group(1) not in ("source", "version", "providers", "for_each", "count", "depends_on"):
            lines[number] = "  " + misspelt(match.group(1)) + match.group(2)
            return path, number + 1
    return None


def child_variables(module, path, lines, source):
    folder = os.path.join(module.root, os.path.dirname(path), re.search(r'"([^"]+)"', lines[source]).group(1))
    text = "\n".join(open(os.path.join(folder, name), encoding="utf-8").read()
                     for name in sorted(os.listdir(folder)) if name.endswith(".tf"))
    return dict(re.findall(r'variable\s+"(\w+)"\s*\{(.*?)\n\}', text, re.S))


def mistyped_argument(wrong, kinds):
    def run(module, path, lines, start, end, source):
        given = {m.group(1) for line in lines[start:end] for m in [re.match(r"  (\w+)\s*=", line)] if m}
        for name, body in sorted(child_variables(module, path, lines, source).items()):
            match = re.search(r"\n\s+type\s*=\s*(\w+)", body)
            if match and match.group(1) in kinds and name not in given:
                lines.insert(source + 1, f"  {name} = {wrong}")
                return path, source + 2
        return None
    return run


def missing_argument(module, path, lines, start, end, source):
    variables = child_variables(module, path, lines, source)
    for number in range(source + 1, end):
        match = re.match(r"  (\w+)\s*=\s*(.*)$", lines[number])
        closed = match and not match.group(2).rstrip().endswith(("{", "[", "(")) and "<<" not in match.group(2)
        if closed and match.group(1) in variables and "default" not in variables[match.group(1)]:
            del lines[number]
            return path, start + 1
    return None


def wrong_source(module, path, lines, start, end, source):
    lines[source] = re.sub(r'"(\.[^"]*)"', r'"\1/no-such-folder"', lines[source])
    return path, source + 1


def missing_output(module, path, lines, start, end, source):
    name = re.match(r'module\s+"([\w-]+)"', lines[start]).group(1)
    if any(re.match(r"\s+(count|for_each)\s*=", line) for line in lines[start:end]):
        return None
    lines += [f'output "seeded" {{', f"  value = module.{name}.no_such_output", "}"]
    return path, len(lines) - 1


def meta_argument_of_call(module, path, lines, start, end, source):
    lines.insert(source + 1, "  depend_on = []")
    return path, source + 2


def typed_default(types, wrong):
    def run(module, kind):
        for path, lines in module.files.items():
            for number, line in enumerate(lines):
                match = re.match(r"(\s+default\s*=\s*)(\S.*)$", line)
                if not match or match.group(2).rstrip().endswith(("{", "[", "(")) or "<<" in line:
                    continue
                around = lines[max(0, number - 3):number + 3]
                if any(re.match(r"\s+type\s*=\s*(%s)" % types, one) for one in around) \
                        and not any(re.match(r"\s*(default|type)\s*=", one) and one != line
                                    and "type" not in one for one in around):
                    lines[number] = match.group(1) + wrong
                    module.written[path] = lines
                    return path, number + 1
        return None
    return run


def duplicate(block, labels):
    def run(module, kind):
        place = module.pick(r'^%s\s+("[\w-]+"\s*){%d}\{' % (block, labels), kind)
        if place is None:
            return None
        header = module.files[place[0]][place[1]].split("{")[0]
        body = "\n  value = 1\n" if block == "output" else ""
        return module.append(f"{header}{{{body}}}")
    return run


def unclosed(module, kind):
    place = module.pick(r'^(variable|output|resource)\s', kind)
    if place is None:
        return None
    path, number, _ = place
    lines = module.files[path]
    end = next((n for n in range(number, len(lines)) if lines[n] == "}"), None)
    if end is None:
        return None
    del lines[end]
    module.written[path] = lines
    return path, (number + 1, end + 1, end + 2, end + 3)


def files_of_values(text, guilty):
    def run(module, kind):
        types = {}
        for lines in module.files.values():
            for number, line in enumerate(lines):
                match = re.match(r'variable\s+"(\w+)"', line)
                for one in lines[number:number + 6] if match else []:
                    of_type = re.match(r"\s+type\s*=\s*(\w+)", one)
                    if of_type:
                        types.setdefault(of_type.group(1), match.group(1))
        name = types.get("bool") or types.get("number")
        if "NAME" in text and not name:
            return None
        return module.other("seeded.tfvars", text.replace("NAME", name or ""), guilty)
    return run


def template(module, kind):
    if module.caller:
        module.enter(module.caller)
    module.other("seeded.tpl", "hello ${name} and ${other}", 1)
    return module.append('locals {\n  seeded_text = templatefile("${path.module}/seeded.tpl", { name = "x" })\n}', 1)


# the code of what the versions that a module admits do not have
NEWER = "HX5115"

CHECKED = 'variable "seeded" {\n  type    = %s\n  default = %s\n}\n\nlocals {\n  seeded_value = %s\n}'

KINDS = {
    "misspelt variable": reference("var"),
    "misspelt local value": reference("local"),
    "misspelt resource": resource_reference,
    "misspelt data source": in_place(r"\bdata\.(\w+)\.(\w{3,})", 2, misspelt),
    "misspelt function": in_place(r"\b(length|lookup|merge|concat|coalesce|element|compact|format|flatten|toset|join)\(", 1, misspelt,
                                  lambda match: "description" not in match.string),
    "misspelt argument of a variable": in_place(r"^  (description)\s*=", 1, misspelt, block="variable "),
    "misspelt argument of an output": in_place(r"^  (sensitive)\s*=", 1, misspelt, block="output "),
    "misspelt meta-argument of a call": argument_of_call(meta_argument_of_call),
    "misspelt argument of lifecycle": appended('resource "TYPE" "seeded" {\n  lifecycle {\n    create_before_destory = true\n  }\n}', 2),
    "misspelt argument of a call": argument_of_call(misspelt_argument),
    "unknown argument of a call": argument_of_call(unknown_argument),
    "missing argument of a call": argument_of_call(missing_argument),
    "text for a bool of a call": argument_of_call(mistyped_argument('"on and off"', ("bool",))),
    "list for a text of a call": argument_of_call(mistyped_argument('["a"]', ("string",))),
    "text for a collection of a call": argument_of_call(mistyped_argument('"one"', ("list", "map", "set"))),
    "wrong source of a call": argument_of_call(wrong_source),
    "missing output of a call": argument_of_call(missing_output),
    "text as default of a bool": typed_default("bool", '"maybe"'),
    "list as default of a text": typed_default("string", '["a"]'),
    "text as default of a collection": typed_default("(?:list|map|set)", '"a"'),
    "duplicate variable": duplicate("variable", 1),
    "duplicate output": duplicate("output", 1),
    "duplicate resource": duplicate("resource", 2),
    "duplicate local value": appended('locals {\n  seeded_name = 1\n}\n\nlocals {\n  seeded_name = 2\n}', 5),
    "cycle of local values": appended("locals {\n  seeded_a = local.seeded_b\n  seeded_b = local.seeded_a\n}", 1),
    "local value of itself": appended("locals {\n  seeded_a = [local.seeded_a]\n}", 1),
    "cycle of resources": appended('resource "TYPE" "seeded_a" {\n  name = TYPE.seeded_b.id\n}\n\nresource "TYPE" "seeded_b" {\n  name = TYPE.seeded_a.id\n}', 1),
    "bad version of the language": in_place(r'required_version\s*=\s*"([^"]*)"', 1, lambda _: "=> 1.3"),
    "bad version of a provider": in_place(r'^\s+version\s*=\s*"([^"]*)"', 1, lambda _: ">= one"),
    "missing equals sign": in_place(r'^  \w+( +=) "', 1, lambda _: " "),
    "unclosed block": unclosed,
    "unclosed text": in_place(r'^  description\s*=\s*"[^"\\]+(")$', 1, lambda _: ""),
    "unknown block": in_place(r'^(variable|output)\s', 1, misspelt),
    "each without for_each": appended('resource "TYPE" "seeded" {\n  name = each.value\n}', 1),
    "count.index without count": appended('resource "TYPE" "seeded" {\n  name = "a${count.index}"\n}', 1),
    "count and for_each": appended('resource "TYPE" "seeded" {\n  count    = 1\n  for_each = {}\n}', 2),
    "for_each over a list": appended('resource "TYPE" "seeded" {\n  for_each = ["a", "b"]\n}', 1),
    "for_each over a secret": appended('variable "seeded" {\n  type      = set(string)\n  default   = []\n  sensitive = true\n}\n\nresource "TYPE" "seeded" {\n  for_each = var.seeded\n}', 7),
    "count of a text": appended('resource "TYPE" "seeded" {\n  count = "many"\n}', 1),
    "lifecycle from a variable": appended('resource "TYPE" "seeded" {\n  lifecycle {\n    prevent_destroy = var.VAR\n  }\n}', 2),
    "ignore_changes that is no list": appended('resource "TYPE" "seeded" {\n  lifecycle {\n    ignore_changes = "tags"\n  }\n}', 2),
    "unknown alias of a provider": appended('resource "TYPE" "seeded" {\n  provider = aws.no_such_alias\n}', 1),
    "validation of something else": appended('variable "seeded" {\n  type    = string\n  default = "a"\n\n  validation {\n    condition     = length("a") > 0\n    error_message = "No."\n  }\n}', 5),
    "validation that is no bool": appended('variable "seeded" {\n  type    = string\n  default = "a"\n\n  validation {\n    condition     = length(var.seeded)\n    error_message = "No."\n  }\n}', 5),
    "validation without a message": appended('variable "seeded" {\n  type    = string\n  default = "a"\n\n  validation {\n    condition = var.seeded != ""\n  }\n}', 4),
    "moved from a text": appended('moved {\n  from = "TYPE.old"\n  to   = TYPE.NAME\n}', 1),
    "moved without to": appended("moved {\n  from = TYPE.old\n}"),
    "import of nothing": of_caller(appended('import {\n  to = TYPE.no_such_name\n  id = "x"\n}', 1)),
    "removed but still there": appended("removed {\n  from = TYPE.NAME\n}", 1),
    "missing attribute of an object": appended(CHECKED % ("object({ name = string })", '{ name = "a" }', "var.seeded.nmae"), 6),
    "attribute of a text": appended(CHECKED % ("string", '"a"', "var.seeded.name"), 6),
    "index of a number": appended(CHECKED % ("number", "1", "var.seeded[0]"), 6),
    "wrong default of an optional": appended('variable "seeded" {\n  type = object({\n    size = optional(number, "big")\n  })\n  default = {}\n}', 2),
    "unknown type": appended('variable "seeded" {\n  type    = strng\n  default = null\n}', 1),
    "type without its element": appended('variable "seeded" {\n  type    = set\n  default = null\n}', 1),
    "missing value of a template": template,
    "mistyped value of a variable": files_of_values('NAME = ["a"]\n', 1),
    "value of no variable": files_of_values('no_such_variable = "a"\n', 1),
    "broken file of values": files_of_values('a = [1, 2\nb = 3\n', 1),
    "too many arguments": appended('locals {\n  seeded_value = length([1], [2])\n}', 1),
    "too few arguments": appended('locals {\n  seeded_value = replace("a")\n}', 1),
    "argument of a wrong type": appended("locals {\n  seeded_value = length(5)\n}", 1),
    "sum of a text": appended('locals {\n  seeded_value = "a" + 1\n}', 1),
    "condition that is no bool": appended('locals {\n  seeded_value = "a" ? 1 : 2\n}', 1),
    "output without value": appended('output "seeded" {\n  description = "x"\n}'),
    "secret in an output": of_caller(appended('variable "seeded" {\n  type      = string\n  sensitive = true\n}\n\noutput "seeded" {\n  value = var.seeded\n}', 6)),
    "resource with one label": appended('resource "TYPE" {\n}'),
    "reserved name of a variable": appended('variable "count" {\n  type    = number\n  default = 1\n}'),
    "bare word": appended("locals {\n  seeded_value = production\n}", 1),
    "self outside of a provisioner": appended('resource "TYPE" "seeded" {\n  name = self.id\n}', 1),
    "depends_on of a text": appended('resource "TYPE" "seeded" {\n  depends_on = "TYPE.NAME"\n}', 1),
    "unknown provisioner": appended('resource "TYPE" "seeded" {\n  provisioner "local-exce" {\n    command = "x"\n  }\n}', 1),
    "provisioner without its command": appended('resource "TYPE" "seeded" {\n  provisioner "local-exec" {\n  }\n}', 1),
    "dynamic block without content": appended('resource "TYPE" "seeded" {\n  dynamic "rule" {\n    for_each = []\n  }\n}', 1),
    "unknown backend": of_caller(appended('terraform {\n  backend "s4" {\n  }\n}', 1)),
    "output of the module itself": appended('output "seeded" {\n  value = 1\n}\n\nlocals {\n  seeded_value = output.seeded\n}', 5),
    "loop over a number": appended('locals {\n  seeded_value = [for x in 5 : x]\n}', 1),
    "null that may not be": appended('variable "seeded" {\n  type     = string\n  default  = null\n  nullable = false\n}', 2),
    "ephemeral in an output": appended('variable "seeded" {\n  type      = string\n  default   = ""\n  ephemeral = true\n}\n\noutput "seeded" {\n  value = var.seeded\n}', 7),
    "resource of another module": appended('output "seeded" {\n  value = module.no_such_call.id\n}', 1),
}


def findings(hclx, root):
    out = subprocess.run([hclx, "check", "--format", "json", "."], cwd=root, capture_output=True, text=True).stdout
    found = []
    for one in json.loads(out)["diagnostics"]:
        place = one.get("range") or {"filename": "", "start": {"line": 0}}
        labels = [(label["range"]["filename"], label["range"]["start"]["line"]) for label in one.get("labels", [])]
        found.append((one["code"], one["summary"], (place["filename"], place["start"]["line"]), labels))
    return found


def seeded(hclx, root, caller, scratch):
    """One result for each kind that the module has a place for."""
    work = os.path.join(scratch, "work")
    shutil.copytree(root, work, symlinks=True, ignore=shutil.ignore_patterns(".git", ".gitignore"))
    os.mkdir(os.path.join(work, ".git"))
    before = {(code, text) for code, text, _, _ in findings(hclx, work)}
    for kind, run in KINDS.items():
        module = Module(work, caller, os.path.basename(os.path.normpath(root)))
        guilty = run(module, kind)
        if guilty is None:
            continue
        kept = {}
        for path, lines in module.written.items():
            full = os.path.join(work, path)
            kept[full] = open(full, encoding="utf-8").read() if os.path.exists(full) else None
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
        new = [one for one in findings(hclx, work) if (one[0], one[1]) not in before and one[0] != NEWER]
        for full, text in kept.items():
            if text is None:
                os.remove(full)
            else:
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
        path, lines = guilty
        places = {(path, line) for line in (lines if isinstance(lines, tuple) else (lines,))}
        at_line = any(place in places or places & set(labels) for _, _, place, labels in new)
        yield kind, (path, lines), new, at_line
    shutil.rmtree(work)


def main():
    hclx = os.path.abspath(sys.argv[1])
    total = found = at = single = 0
    kinds, modules = set(), 0
    for argument in sys.argv[2:]:
        root, _, caller = argument.partition(":")
        modules += 1
        with tempfile.TemporaryDirectory() as scratch:
            for kind, place, new, at_line in seeded(hclx, root, caller, scratch):
                kinds.add(kind)
                total += 1
                found += bool(new)
                at += at_line
                single += len(new) == 1
                if len(new) != 1 or not at_line:
                    what = "not found" if not new else "elsewhere" if not at_line else f"{len(new)} findings"
                    print(f"{os.path.basename(root)}: {kind} at {place[0]}:{place[1]}: {what}")
                    for code, text, where, _ in new[:4]:
                        print(f"    {where[0]}:{where[1]} {code} {text}")
    print(f"{total} mistakes of {len(kinds)} kinds in {modules} modules: {found} found ({found / total:.1%}), "
          f"{at} at the guilty line ({at / found:.1%}), {single} with one finding ({single / found:.1%})")


if __name__ == "__main__":
    main()
