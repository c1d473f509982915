"""Writes the modules that the figures of speed are taken on.

usage: generate.py KIND COUNT FOLDER

KIND is one of:
  declarations  a module of COUNT variables, as many locals and as many outputs
  locals        a chain of COUNT locals, each made of the one before
  calls         COUNT calls of one module, each given an output of the call before
  nested        a chain of COUNT modules, each calls the next one
  doubled       the same, but each calls the next one twice, with other arguments
  instances     COUNT calls of one module with arguments of their own, none of which the module looks at twice
  variables     one call of a module of COUNT variables, all of them given
  bake          a file of docker buildx bake with COUNT variables that nothing declares
  file          one file of COUNT resources with bodies of seven lines
"""
import os
import sys


def declarations(count):
    lines = []
    for i in range(count):
        lines += [f'variable "v{i}" {{', "  type = string", f'  default = "d{i}"', "}",
                  f'output "o{i}" {{', f"  value = local.l{i}", "}"]
    lines += ["locals {"] + [f'  l{i} = "${{var.v{i}}}-x"' for i in range(count)] + ["}"]
    return {"main.tf": lines}


def locals_(count):
    lines = ["locals {", "  l0 = 1"] + [f"  l{i} = local.l{i - 1} + 1" for i in range(1, count)] + ["}"]
    return {"main.tf": lines + [f'output "last" {{', f"  value = local.l{count - 1}", "}"]}


CHILD = ['variable "x" {', "  type = string", "}", 'output "y" {', '  value = "${var.x}!"', "}"]


def calls(count):
    lines = ['module "m0" {', '  source = "./child"', '  x = "a"', "}"]
    for i in range(1, count):
        lines += [f'module "m{i}" {{', '  source = "./child"', f"  x = module.m{i - 1}.y", "}"]
    return {"main.tf": lines + [f'output "last" {{', f"  value = module.m{count - 1}.y", "}"],
            "child/main.tf": CHILD}


def levels(count, names):
    files = {}
    for i in range(count):
        lines = [] if i == 0 else ['variable "x" {', "  type = string", "}"]
        value = '"a"' if i == 0 else "var.x"
        for name in names:
            lines += [f'module "{name}" {{', f'  source = "{"." if i == 0 else ".."}/m{i + 1}"',
                      f'  x = "${{{value}}}{name}"' if i else f'  x = "a{name}"', "}"]
        files["main.tf" if i == 0 else f"m{i}/main.tf"] = lines + ['output "y" {',
                                                                  f"  value = module.{names[-1]}.y", "}"]
    files[f"m{count}/main.tf"] = CHILD
    return files


def instances(count):
    lines = []
    for i in range(count):
        lines += [f'module "m{i}" {{', '  source = "./child"', f'  x = "a{i}"', "}"]
    body = ['variable "x" {', "  type = string", "}"]
    for i in range(50):
        body += [f'resource "aws_thing" "r{i}" {{', f'  name = "${{var.x}}-{i}"', f'  kind = upper("k{i}")', "}"]
    return {"main.tf": lines, "child/main.tf": body}


def variables(count):
    call = ['module "m" {', '  source = "./child"'] + [f'  x{i} = "a"' for i in range(count)] + ["}"]
    child = []
    for i in range(count):
        child += [f'variable "x{i}" {{', "  type = string", "}", f'output "y{i}" {{', f"  value = var.x{i}", "}"]
    return {"main.tf": call, "child/main.tf": child}


def bake(count):
    return {"docker-bake.hcl": ['target "t" {', "  args = {"]
            + [f'    A{i} = "${{UNKNOWN_{i}}}-x"' for i in range(count)] + ["  }", "}"]}


def file(count):
    lines = ['variable "name" {', "  type = string", "}"]
    for i in range(count):
        lines += [f'resource "aws_instance" "web_{i}" {{', '  ami           = "ami-0123456789abcdef0"',
                  '  instance_type = "t3.micro"', f'  subnet_id     = "subnet-{i}"', "  tags = {",
                  f'    Name = "${{var.name}}-{i}"', '    Team = "infrastructure"', "  }", "}"]
    return {"main.tf": lines}


KINDS = {
    "declarations": declarations,
    "locals": locals_,
    "calls": calls,
    "nested": lambda count: levels(count, ["a"]),
    "doubled": lambda count: levels(count, ["a", "b"]),
    "instances": instances,
    "variables": variables,
    "bake": bake,
    "file": file,
}


def main():
    kind, count, folder = sys.argv[1:]
    write(kind, int(count), folder)


def write(kind, count, folder):
    """Writes the files of a module below a folder."""
    for path, lines in KINDS[kind](count).items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
