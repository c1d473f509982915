"""Counts what `hclx check` says of repositories, as a table.

usage: findings.py HCLX COMMITS DIR...

COMMITS is a file with a name of a directory and its commit in each line.
"""
import collections
import json
import os
import subprocess
import sys


def main():
    hclx, commits, *roots = sys.argv[1:]
    with open(commits, encoding="utf-8") as file:
        known = dict(line.split()[:2] for line in file if line.strip())
    codes = collections.Counter()
    print("| repository | commit | files | errors | warnings |\n|---|---|---|---|---|")
    for root in sorted(roots):
        name = os.path.basename(os.path.normpath(root))
        out = subprocess.run([hclx, "check", "--format", "json", root], capture_output=True, text=True).stdout
        answer = json.loads(out)
        codes.update((one["severity"], one["code"]) for one in answer["diagnostics"])
        row = (name.replace("+", "/"), known.get(name, "")[:12], answer["files"], answer["error_count"],
               answer["warning_count"])
        print("| " + " | ".join(map(str, row)) + " |")
    for (severity, code), count in sorted(codes.items(), key=lambda item: -item[1]):
        print(f"{severity} {code} {count}", file=sys.stderr)


if __name__ == "__main__":
    main()
