"""User and system time, and memory, of `hclx check -q -j 1` over modules that are made for it (`generate.py`), each
in a process of its own: the median of some runs. Where a size comes with its double, cost must grow with it.

usage: run.py [-n RUNS] HCLX [FOLDER...]

Folders are measured too, such as copies of repositories. Where `terraform` is on the path, `terraform validate` is
measured beside it in the same run.
"""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

import generate

SIZES = [
    ("declarations", [1000, 2000, 4000]),
    ("locals", [2000, 10_000, 20_000, 40_000, 100_000]),
    ("calls", [100, 1000, 2000, 4000]),
    ("nested", [30, 60]),
    ("doubled", [10, 20, 40]),
    ("instances", [500, 1000, 2000]),
    ("variables", [500, 1000, 2000]),
    ("bake", [500, 1000, 2000]),
    ("file", [80_000]),
]
BESIDE = {("declarations", 1000)}


def measured(command, folder, runs):
    """The median of user and system time in seconds, and the most memory in kB."""
    times, memory = [], 0
    for _ in range(runs):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=folder, **quiet)
        _, _, usage = os.wait4(process.pid, 0)
        times.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss)
    return sorted(times)[len(times) // 2], memory


def text_of(folder):
    """How many bytes of configuration there are below a folder."""
    ends = (".tf", ".tfvars", ".hcl", ".tofu", ".tf.json")
    paths = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(ends))
    sizes = [os.path.getsize(path) for path in paths if os.path.isfile(path)]
    return len(sizes), sum(sizes)


def row(name, folder, hclx, runs, beside=False):
    files, size = text_of(folder)
    seconds, memory = measured([hclx, "check", "-q", "-j", "1", "."], folder, runs)
    line = f"{name}: {files} files, {size / 1e6:.2f} MB: {seconds * 1e3:.1f} ms"
    # of a process that is started, the system counts what this one had then
    if memory > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
        line += f", {memory * 1024 / 1e6:.0f} MB ({memory * 1024 / max(size, 1):.1f} times the text)"
    if beside and shutil.which("terraform"):
        other, _ = measured(["terraform", "validate"], folder, max(1, runs // 2))
        line += f"; terraform validate {other * 1e3:.0f} ms, {other / seconds:.0f} times as long"
    print(line, flush=True)


def main():
    arguments = sys.argv[1:]
    runs = 5
    if arguments[:1] == ["-n"]:
        runs = int(arguments[1])
        arguments = arguments[2:]
    hclx, *folders = arguments
    hclx = os.path.realpath(hclx)
    with tempfile.TemporaryDirectory() as work:
        for kind, sizes in SIZES if not folders else []:
            for size in sizes:
                folder = os.path.join(work, f"{kind}-{size}")
                generate.write(kind, size, folder)
                row(f"{kind} {size}", folder, hclx, runs, (kind, size) in BESIDE)
                shutil.rmtree(folder)
    for folder in folders:
        row(folder, folder, hclx, runs)


if __name__ == "__main__":
    main()
