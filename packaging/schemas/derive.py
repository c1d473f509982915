#!/usr/bin/env python3
"""Derives the schemas of a provider from the language bindings @cdktf/provider-* of the npm registry.

Usage: derive.py PACKAGE.tgz > schema.json

The output has the form of `terraform providers schema -json`; pack it with `hclx schema pack --derived`.
The bindings state names, types, and what is required, optional, computed or a block. They state neither
limits of blocks nor what is sensitive, write-only or deprecated, and the objects of an attribute are all
optional here. A body that the bindings leave out (`any`) is `opaque`.
"""

import base64
import json
import re
import sys
import tarfile

FILE = re.compile(r"package/lib/([^/]+)/(?:index|index-structs/\w+)\.js")
MAP = "sourceMappingURL=data:application/json;base64,"
CLASS = re.compile(r"^export class (\w+) extends cdktf\.(\w+) \{$", re.M)
MEMBER = re.compile(
    r"^  // (\S+) - computed: (\w+), optional: (\w+), required: (\w+)\n"
    r"(?:  private _\w+(?:\?: (?P<ty>[^\n]*?)| = new (?P<made>[\w.]+)\(this, \"[^\"]*\"(?:, (?P<set>\w+))?\)); ?\n)?"
    r"(?:  public get \w+\(\)(?:: [^{]*)? \{\n(?:[^\n]*//[^\n]*\n)?    return (?P<get>[^\n]*)\n)?",
    re.M,
)
GET = re.compile(r"public get\(\w+: \w+\): (\w+)OutputReference")
MAPPER = re.compile(
    r"^export function \w+ToHclTerraform\(struct\?: ([^)]*)\): any \{(.*?)^\}$", re.M | re.S
)
HCL = re.compile(r"^\s+(\w+): \{\n\s+value: [^\n]*\n\s+isBlock: (\w+),\n\s+type: \"(\w+)\",", re.M)
INTERFACE = re.compile(r"^export interface (\w+)[^{]*\{\n(.*?)^\}$", re.M | re.S)
PROPERTY = re.compile(r"  /\*\*\n(.*?)  \*/\n  readonly \w+\??:", re.S)
LINK = re.compile(r"\{@link https?://\S+#(\S+) ")

SIMPLE = {
    "string": "string",
    "number": "number",
    "boolean | cdktf.IResolvable": "bool",
    "any": "dynamic",
    "{ [key: string]: string }": ["map", "string"],
    "{ [key: string]: number }": ["map", "number"],
    "{ [key: string]: (boolean | cdktf.IResolvable) }": ["map", "bool"],
    # also what the bindings make of an attribute of any type
    "{ [key: string]: any }": "dynamic",
    "{ [key: string]: string }[] | cdktf.IResolvable": ["list", ["map", "string"]],
    "{ [key: string]: { [key: string]: string } } | cdktf.IResolvable": ["map", ["map", "string"]],
}
ELEMENTS = {
    "string[]": "string",
    "number[]": "number",
    "Array<boolean | cdktf.IResolvable> | cdktf.IResolvable": "bool",
    "string[][] | cdktf.IResolvable": ["list", "string"],
    "number[][] | cdktf.IResolvable": ["list", "number"],
}
GETTERS = {
    "getStringAttribute": "string",
    "getNumberAttribute": "number",
    "getBooleanAttribute": "bool",
    "getStringMapAttribute": ["map", "string"],
    "getNumberMapAttribute": ["map", "number"],
    "getBooleanMapAttribute": ["map", "bool"],
    "getAnyMapAttribute": "dynamic",
    "getListAttribute": ["list", "string"],
    "getNumberListAttribute": ["list", "number"],
}
MADE = {
    "cdktf.StringMap": ["map", "string"],
    "cdktf.NumberMap": ["map", "number"],
    "cdktf.BooleanMap": ["map", "bool"],
    "cdktf.AnyMap": "dynamic",
    "cdktf.StringMapList": ["list", ["map", "string"]],
}


def sources(path):
    """The sources in the source maps of a package, by directory, and its package.json."""
    found, manifest = {}, None
    with tarfile.open(path, "r:gz") as archive:
        for member in archive:
            name = FILE.fullmatch(member.name)
            if member.name == "package/package.json":
                manifest = json.load(archive.extractfile(member))
            if not name:
                continue
            text = archive.extractfile(member).read().decode()
            at = text.rfind(MAP)
            if at >= 0:
                read = json.loads(base64.b64decode(text[at + len(MAP) :]))
                found.setdefault(name[1], []).extend(read["sourcesContent"])
    return found, manifest


class Unknown(Exception):
    """A declaration of a form that this program does not know."""


class File:
    """The classes of one resource."""

    def __init__(self, text):
        starts = list(CLASS.finditer(text))
        ends = [one.start() for one in starts[1:]] + [len(text)]
        self.classes = {one[1]: (one[2], text[one.end() : end]) for one, end in zip(starts, ends)}
        # What follows a class belongs to the next struct: cut at the end of the class.
        for name, (base, body) in self.classes.items():
            end = body.find("\n}\n")
            self.classes[name] = (base, body if end < 0 else body[: end + 1])
        self.shapes, self.blocks = {}, {}
        for mapper in MAPPER.finditer(text):
            shapes = {name: shape for name, _, shape in HCL.findall(mapper[2])}
            for struct in re.findall(r"\w+", mapper[1]):
                self.shapes.setdefault(struct.removesuffix("OutputReference"), shapes)
        for name, body in INTERFACE.findall(text):
            blocks = set()
            for doc in PROPERTY.findall(body):
                link = LINK.search(doc)
                if link and re.search(rf"^  \* {re.escape(link[1])} block$", doc, re.M):
                    blocks.add(link[1])
            self.blocks[name] = blocks

    def struct(self, made):
        """The struct that a list, map or reference is made of."""
        if made.endswith("OutputReference"):
            return made.removesuffix("OutputReference")
        element = GET.search(self.classes[made][1])
        return element and element[1]

    def members(self, name, body, config):
        shapes = self.shapes.get(name) or {shape[0]: shape[2] for shape in HCL.findall(body)}
        for one in MEMBER.finditer(body):
            flags = dict(zip(("computed", "optional", "required"), (one[i] == "true" for i in (2, 3, 4))))
            yield one[1], flags, one, shapes.get(one[1]), one[1] in self.blocks.get(config, ())

    def simple(self, one):
        ty, made, get = one["ty"], one["made"], one["get"] or ""
        if made:
            return MADE.get(made)
        if ty in SIMPLE:
            return SIMPLE[ty]
        is_set = "Fn.tolist(" in get
        if ty in ELEMENTS:
            return ["set" if is_set else "list", ELEMENTS[ty]]
        if ty is None:
            for name, known in GETTERS.items():
                if f"this.{name}(" in get:
                    return ["set", known[1]] if is_set else known
            if "interpolationForAttribute" in get or "Token.asAny" in get:
                return "dynamic"
        # a type of one struct without a class: bindings that leave it to the user
        return "dynamic"

    def object_type(self, struct):
        base, body = self.classes[struct + "OutputReference"]
        members = {}
        for name, _, one, shape, _ in self.members(struct, body, struct):
            members[name] = self.type_of(one, shape)
        return ["object", members, sorted(members)]

    def type_of(self, one, shape):
        simple = self.simple(one)
        if simple is not None:
            return simple
        made = one["made"]
        struct = self.struct(made)
        if not struct:
            # lists of lists, which only computed attributes have
            return "dynamic"
        element = self.object_type(struct)
        if made.endswith("Map"):
            return ["map", element]
        if made.endswith("OutputReference") and shape not in ("list", "set"):
            return element
        is_set = one["set"] == "true" or shape == "set"
        return ["set" if is_set else "list", element]

    def block(self, name, body, config):
        attributes, blocks = {}, {}
        for member, flags, one, shape, is_block in self.members(name, body, config):
            if is_block and one["made"] and not one["made"].startswith("cdktf."):
                made = one["made"]
                mode = {"struct": "single", "map": "map"}.get(shape, "list")
                if made.endswith("List") and one["set"] == "true" or shape == "set":
                    mode = "set"
                struct = self.struct(made)
                inner = self.block(struct, self.classes[struct + "OutputReference"][1], struct)
                # "required" says that there is at least one
                blocks[member] = {"nesting_mode": mode, "block": inner}
                if flags["required"] and mode in ("list", "set"):
                    blocks[member]["min_items"] = 1
            elif is_block:
                blocks[member] = {"nesting_mode": "list", "block": {"opaque": True}}
            else:
                attributes[member] = {"type": self.type_of(one, shape)}
                attributes[member] |= {flag: True for flag, is_set in flags.items() if is_set}
        return {"attributes": attributes, "block_types": blocks}


KINDS = {
    "TerraformResource": "resource_schemas",
    "TerraformDataSource": "data_source_schemas",
    "TerraformProvider": "provider",
}


def derive(path):
    """The schemas of a package, and the address and version of its provider."""
    found, manifest = sources(path)
    provider = manifest["cdktf"]["provider"]
    schemas = {"provider": {}, "resource_schemas": {}, "data_source_schemas": {}}
    for directory in sorted(found):
        file = File("\n".join(found[directory]))
        for name, (base, body) in file.classes.items():
            if base not in KINDS:
                continue
            block = file.block(name, body, name + "Config")
            if KINDS[base] == "provider":
                # an argument of the language, not of the provider
                block["attributes"].pop("alias", None)
                schemas["provider"] = {"version": 0, "block": block}
            else:
                of_type = re.search(r'static readonly tfResourceType = "(\w+)"', body)[1]
                schemas[KINDS[base]][of_type] = {"version": 0, "block": block}
    return provider, schemas


def main():
    provider, schemas = derive(sys.argv[1])
    address, version = provider["name"], provider["version"]
    json.dump({"format_version": "1.0", "provider_schemas": {address: schemas}}, sys.stdout)
    print(f"{address} {version}", file=sys.stderr)


if __name__ == "__main__":
    main()
