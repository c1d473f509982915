"""Finds faults in repositories that `terraform validate` accepts and `terraform plan` confirms, as rows of a table.

usage: found.py HCLX CLONES ORACLE...

CLONES is a directory of clones of repositories, ORACLE a command that plans directories with stand-ins for providers: it
is called with `--plan` and directories, and prints for each a line of JSON with `dir`, `valid`, and the findings `plan`, a list
of objects with `severity`, `summary`, `file` (relative to the directory) and `line`. Nothing is written into the clones: a
copy of each gets values for the variables that have none. A finding of `hclx check` counts if the directory is valid and the plan has
an error at its line, or at the line in a called module to which it refers.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# directories that are planned for one repository, and faults of one kind that are shown of it
MOST = 40
ALIKE = 6

# what a stand-in for a module or provider would make
OF_STAND_INS = ("Unsupported argument", "Provider configuration not present", "No value for required variable")

VALUES = {"string": '"x"', "number": "1", "bool": "true"}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options).stdout


def findings(hclx, root):
    """The errors and the inputs that fail, by directory: what is found, and all its places."""
    out = run(hclx, "check", "--no-cache", "--format", "json", ".", cwd=root)
    found = {}
    for one in json.loads(out)["diagnostics"] if out else []:
        place = one.get("range")
        if one["severity"] != "error" and one["code"] != "HX9207" or not place or not place["filename"].endswith(".tf"):
            continue
        # a build may make it
        if one["summary"].endswith("which does not exist"):
            continue
        labels = [label["range"] for label in one.get("labels", []) if label.get("range")]
        places = {(os.path.normpath(at["filename"]), line) for at in [place, *labels]
                  for line in range(at["start"]["line"], at["end"]["line"] + 1)}
        found.setdefault(os.path.dirname(place["filename"]), []).append((one, places))
    # errors first, then inputs that fail
    return sorted(found.items(), key=lambda item: all(one["code"] == "HX9207" for one, _ in item[1]))


def value(kind):
    """A value of a type as `hclx infer` writes it."""
    kind = kind.strip()
    if kind in VALUES:
        return VALUES[kind]
    if kind.startswith("object({"):
        depth, parts, last = 0, [], 8
        for at, char in enumerate(kind):
            depth += char in "({" and 1 or char in ")}" and -1 or 0
            if char == "," and depth == 2 or at == len(kind) - 2:
                parts.append(kind[last:at])
                last = at + 1
        pairs = [part.split("=", 1) for part in parts if "=" in part and "optional(" not in part]
        return "{ " + ", ".join(f"{name.strip()} = {value(one)}" for name, one in pairs) + " }"
    if kind.startswith("map(") or kind == "map":
        return "{}"
    return "[]" if kind.startswith(("list(", "set(", "tuple(")) else '"x"'


def kind(one):
    """What faults of one kind share."""
    return one["code"], re.sub(r"`[^`]*`", "", one["summary"])


def fill(hclx, folder):
    """Writes values for the variables without a default."""
    text = "\n".join(open(os.path.join(folder, name), errors="replace").read()
                     for name in sorted(os.listdir(folder)) if name.endswith(".tf"))
    blocks = re.findall(r'^variable\s+"([\w-]+)"\s*\{(.*?)^\}|^variable\s+"([\w-]+)"\s*\{\s*\}', text, re.M | re.S)
    required = [name or bare for name, body, bare in blocks if not re.search(r"^\s*default\s*=", body, re.M)]
    if not required:
        return
    answer = json.loads(run(hclx, "infer", "--format", "json", ".", cwd=folder) or "{}")
    types = {row["path"]: row["type"] for file in answer.get("files", [answer]) for row in file.get("attributes", [])}
    lines = [f"{name} = {value(types.get('variable.' + name, 'string'))}" for name in required]
    with open(os.path.join(folder, "zz_found.auto.tfvars"), "w") as file:
        file.write("\n".join(lines) + "\n")


def confirmed(answer, folder, found):
    """The findings that the plan has too: what it says, and where."""
    if not answer.get("valid"):
        return
    said = {}
    for one in answer.get("plan", []):
        if one["severity"] == "error" and one.get("file") and not one["summary"].startswith(OF_STAND_INS):
            path = os.path.normpath(os.path.join(folder, one["file"]))
            said.setdefault((path, one["line"]), one["summary"])
    for one, places in found:
        hit = next((said[place] for place in sorted(places) if place in said), None)
        if hit:
            yield one, hit


def repository(hclx, clone, oracle):
    commit = run("git", "-C", clone, "rev-parse", "HEAD").strip()[:12]
    url = run("git", "-C", clone, "remote", "get-url", "origin").strip().rstrip("/")
    url = re.sub(r"(/repo)?(/?\.git)?$", "", url)
    name = os.path.basename(url).replace("+", "/") if "+" in os.path.basename(url) else "/".join(url.split("/")[-2:])
    with tempfile.TemporaryDirectory() as scratch:
        work = os.path.join(scratch, os.path.basename(clone))
        ignored = shutil.ignore_patterns(".git", ".gitignore")
        shutil.copytree(clone, work, symlinks=True, copy_function=os.link, ignore=ignored)
        os.mkdir(os.path.join(work, ".git"))
        shown, planned = {}, 0
        for folder, found in findings(hclx, work):
            path = os.path.join(work, folder)
            found = [row for row in found if shown.get(kind(row[0]), 0) < ALIKE]
            if not found or planned == MOST:
                continue
            planned += 1
            fill(hclx, path)
            for line in run(*oracle, "--plan", path).splitlines():
                answer = json.loads(line)
                for one, said in confirmed(answer, folder, found):
                    shown[kind(one)] = shown.get(kind(one), 0) + 1
                    at = f"{one['range']['filename']}:{one['range']['start']['line']}"
                    what = one["summary"].replace("|", "\\|")
                    yield name, at, one["code"], f"| {name} {commit} | `{at}` | {one['code']} | {what} | {said} |"


def main():
    hclx, clones, *oracle = sys.argv[1:]
    hclx, rows = os.path.abspath(hclx), {}
    for clone in sorted(os.listdir(clones)):
        for name, at, code, row in repository(hclx, os.path.join(clones, clone), oracle):
            if (name, at, code) not in rows:
                print(row, file=sys.stderr, flush=True)
                rows[name, at, code] = row
    print("| repository and commit | place | code | hclx | `terraform plan` |\n|---|---|---|---|---|")
    # errors first, then inputs that fail
    for (_, _, code), row in sorted(rows.items(), key=lambda item: (item[0][2] == "HX9207", item[0][0].lower())):
        print(row)


if __name__ == "__main__":
    main()
