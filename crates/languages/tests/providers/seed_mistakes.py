"""Puts mistakes into bodies of resources of real modules, one at a time, and counts those that `hclx check` reports.

usage: seed_mistakes.py HCLX SCHEMA.json COUNT MODULE...

SCHEMA.json is what `terraform providers schema -json` prints of one provider, MODULE a folder with `.tf` files; folders are copied
as a whole repository is: the module and what is beside and below it. Each mistake must give an error on its line (a missing argument:
on the header of its block) that the module does not give without it. The choice is the same in every run.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HEADER = re.compile(r'^resource\s+"(\w+)"\s+"([\w-]+)"\s*\{')
ARGUMENT = re.compile(r"^(\s+)([a-z_0-9]+)(\s*=\s*)(\S.*)$")
BLOCK = re.compile(r"^(\s+)([a-z_0-9]+)(\s*\{)\s*$")


def misspelt(name):
    at = max(1, len(name) // 2)
    return name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :] if name[at] != name[at - 1] else name + "x"


def wrong_value(ty):
    if ty in ("number", "bool"):
        return '"many"'
    if ty == "string":
        return '["x"]'
    return '["x"]' if ty[0] in ("map", "object") else '"x"'


def errors(hclx, schema, folder):
    command = [hclx, "check", "--format", "json", "--no-schema-cache", "--provider-schema", schema, folder]
    found = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    places = set()
    for one in found["diagnostics"]:
        if one["severity"] == "error" and "range" in one:
            spans = [one["range"]] + [label["range"] for label in one.get("labels", [])]
            for span in spans:
                places.add((os.path.basename(span["filename"]), span["start"]["line"], one["summary"]))
    return places


def elsewhere(folder):
    """Resources that say which provider they have: it may be one without a schema."""
    found = set()
    for name in (name for name in os.listdir(folder) if name.endswith(".tf")):
        text = open(os.path.join(folder, name)).read()
        for block in re.findall(r'^resource\s+"(\w+)"\s+"([\w-]+)"\s*\{\n(.*?)^\}', text, re.S | re.M):
            if re.search(r"^  provider\s*=", block[2], re.M):
                found.add(block[:2])
    return found


def candidates(path, types, others):
    """Mistakes that could be made in a file: kind, line, the new line (None removes it), the line of the error."""
    lines = open(path).read().split("\n")
    attributes, blocks, header, depth = {}, {}, None, 0
    for number, line in enumerate(lines):
        start = HEADER.match(line)
        if start and depth == 0:
            known = {} if start.groups() in others else types.get(start[1], {})
            header, schema = number, known.get("block", {})
            attributes, blocks = schema.get("attributes", {}), schema.get("block_types", {})
            settable = [name for name, one in attributes.items() if one.get("optional") or one.get("required")]
            computed = [name for name in attributes if name not in settable and name != "id"]
            if computed and line.rstrip().endswith("{"):
                yield "computed", number, line + f'\n  {sorted(computed)[0]} = "x"', number + 2
        inside = ARGUMENT.match(line) if header is not None and depth == 1 else None
        known = attributes.get(inside[2]) if inside else None
        whole = inside and line.count("(") == line.count(")") and not re.search(r"[\[{(?:,]\s*$|<<|\?", line)
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if known and whole and "type" in known and not following.startswith((":", "?", "&", "|")):
            yield "name", number, f"{inside[1]}{misspelt(inside[2])}{inside[3]}{inside[4]}", number + 1
            yield "type", number, f"{inside[1]}{inside[2]}{inside[3]}{wrong_value(known['type'])}", number + 1
            if known.get("required"):
                yield "missing", number, None, header + 1
        nested = BLOCK.match(line) if header is not None and depth == 1 else None
        if nested and nested[2] in blocks:
            yield "block", number, f"{nested[1]}{misspelt(nested[2])}{nested[3]}", number + 1
        for found in re.finditer(r"\b(?<!\.)([a-z]+_[a-z_0-9]+)\.([\w-]+)(\[[^\]]*\])?\.([a-z_0-9]+)\b", line):
            if (found[1], found[2]) in others:
                continue
            if found[1] in types and found[4] in types[found[1]]["block"].get("attributes", {}):
                at = found.start(4)
                yield "reference", number, line[:at] + misspelt(found[4]) + line[found.end(4) :], number + 1
        depth += line.count("{") - line.count("}")
        if depth == 0:
            header = None


def main():
    hclx, schema, count, folders = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    provider = next(iter(json.load(open(schema))["provider_schemas"].values()))
    types, chance = provider["resource_schemas"], random.Random(int(os.environ.get("SEED", "16")))
    kinds = {}
    for folder in folders:
        others = elsewhere(folder)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".tf"):
                for one in candidates(os.path.join(folder, name), types, others):
                    kinds.setdefault(one[0], []).append((folder, name, one))
    made = found = 0
    before = {}
    for turn in range(count):
        options = kinds[sorted(kind for kind in kinds if kinds[kind])[turn % sum(map(bool, kinds.values()))]]
        folder, name, (kind, number, line, expected) = options.pop(chance.randrange(len(options)))
        with tempfile.TemporaryDirectory() as copy:
            inside = os.path.join(copy, "m")
            ignored = shutil.ignore_patterns(".git", "examples", "test", "tests", "wrappers")
            shutil.copytree(folder, inside, ignore=ignored)
            if folder not in before:
                before[folder] = errors(hclx, schema, inside)
            lines = open(os.path.join(inside, name)).read().split("\n")
            lines[number : number + 1] = [] if line is None else line.split("\n")
            open(os.path.join(inside, name), "w").write("\n".join(lines))
            after = errors(hclx, schema, inside)
        made += 1
        told = any(file == name and at == expected for file, at, _ in after - before[folder])
        found += told
        if not told:
            print(f"missed: {kind} in {os.path.join(folder, name)}:{number + 1}: {line}")
    print(f"{found} of {made} found")


main()
