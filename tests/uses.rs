//! Dependencies between the modules of a crate, read from the sources: `use` trees, paths in code,
//! re-exports.
//!
//! Out of scope: macros that create paths, and paths of items in inline modules, which count as those of
//! their file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The names of modules from the root of a crate downward; the root has none.
pub(crate) type ModulePath = Vec<String>;

/// The references of a file to other modules.
#[derive(Default)]
struct Module {
    /// Names that the file declares.
    declared: BTreeSet<String>,
    /// Names that a `use` imports, with their paths from the root.
    imported: BTreeMap<String, ModulePath>,
    /// Modules whose names are all imported.
    globs: Vec<ModulePath>,
    /// Paths that the file mentions, from the root.
    mentioned: BTreeSet<ModulePath>,
}

/// The modules of a crate.
pub(crate) struct Modules(BTreeMap<ModulePath, Module>);

/// The lines of a file that run outside of tests: without comments, and without items marked `#[cfg(test)]`,
/// up to the brace or semicolon that ends them.
pub(crate) fn code_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.lines();
    while let Some(line) = rest.next() {
        let word = line.trim_start();
        if word.starts_with("//") {
            continue;
        }
        if word != "#[cfg(test)]" {
            lines.push(line);
            continue;
        }
        let indent = &line[..line.len() - word.len()];
        let closing = format!("{indent}}}");
        rest.by_ref()
            .find(|line| *line == closing || line.ends_with(';') && !line.starts_with(&format!("{indent} ")));
    }
    lines
}

/// The module of a file of a crate, by its path below `src`.
fn module_of(file: &Path) -> ModulePath {
    let mut names: ModulePath =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_folder = names.last().is_some_and(|name| name == "mod");
    let is_root = names.len() == 1 && ["lib", "main"].contains(&&*names[0]);
    if is_folder || is_root {
        names.pop();
    }
    names
}

/// The paths of a `use` tree, each with the name that it imports.
fn leaves(tree: &str) -> Vec<(String, String)> {
    let tree = tree.trim();
    let Some((before, list)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path = path.trim().trim_end_matches("::self");
        let own = path.rsplit("::").next().unwrap_or_default();
        let name = if alias.is_empty() { own } else { alias.trim() };
        return vec![(path.to_owned(), name.to_owned())];
    };
    parts(list).into_iter().flat_map(|part| leaves(&format!("{before}{part}"))).collect()
}

/// The items separated by commas outside of brackets; the `>` of an arrow is not a bracket.
pub(crate) fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut parts, mut start, mut before) = (0, Vec::new(), 0, ' ');
    for (at, letter) in list.char_indices() {
        match letter {
            '{' | '(' | '[' | '<' => depth += 1,
            '>' if matches!(before, '-' | '=') => {}
            '}' | ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = letter;
    }
    parts.push(&list[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The text of each `use`, from the keyword to the semicolon, and the code without them.
fn split_uses(code: &str) -> (Vec<String>, String) {
    let (mut uses, mut rest) = (Vec::new(), String::new());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let word = line.trim_start();
        let word = match word.strip_prefix("pub") {
            Some(after) if after.starts_with('(') => after.split_once(')').map_or(word, |(_, after)| after),
            Some(after) => after,
            None => word,
        };
        let Some(tree) = word.trim_start().strip_prefix("use ") else {
            rest.push_str(line);
            rest.push('\n');
            continue;
        };
        let mut tree = tree.to_owned();
        while !tree.trim_end().ends_with(';') {
            let Some(line) = lines.next() else { break };
            tree.push(' ');
            tree.push_str(line.trim());
        }
        uses.push(tree.trim_end().trim_end_matches(';').to_owned());
    }
    (uses, rest)
}

/// All paths of at least two names in code, and single names that may be declared.
fn paths(code: &str) -> BTreeSet<ModulePath> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let paths = code.split(|letter| !is_word(letter)).filter(|path| path.contains("::"));
    paths.map(|path| path.split("::").map(str::to_owned).collect()).collect()
}

/// The names that a file declares at its outermost level.
fn declared(code: &str) -> BTreeSet<String> {
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static", "macro_rules!", "union"];
    let mut names = BTreeSet::new();
    for line in code.lines().filter(|line| !line.starts_with([' ', '}', '#'])) {
        let mut words = line.split(|letter: char| letter.is_whitespace() || "(<:;{=".contains(letter));
        let is_kind = |word: &str| kinds.contains(&word);
        if words.any(is_kind) {
            let after = words.find(|word| !word.is_empty() && !is_kind(word) && *word != "mut");
            names.extend(after.map(str::to_owned));
        }
    }
    names
}

impl Modules {
    /// Reads the modules of a crate from its files, given by their paths below `src`.
    pub(crate) fn of(files: &[(&Path, &str)]) -> Self {
        let all: BTreeSet<ModulePath> = files.iter().map(|(file, _)| module_of(file)).collect();
        let read = |(file, text): &(&Path, &str)| {
            let path = module_of(file);
            let module = Module::read(&path, text, &all);
            (path, module)
        };
        Self(files.iter().map(read).collect())
    }

    /// The module to which a path from the root refers, through re-exports.
    fn resolved(&self, path: &[String], depth: usize) -> ModulePath {
        let mut at = ModulePath::new();
        for (index, name) in path.iter().enumerate() {
            at.push(name.clone());
            if self.0.contains_key(&at) {
                continue;
            }
            at.pop();
            let rest = &path[index + 1..];
            return self.through(&at, name, rest, depth).unwrap_or(at);
        }
        at
    }

    /// The target of a name that a module imports.
    fn through(&self, at: &ModulePath, name: &str, rest: &[String], depth: usize) -> Option<ModulePath> {
        let module = self.0.get(at).filter(|module| depth < 8 && !module.declared.contains(name))?;
        let from = |path: &[String]| self.resolved(&[path, rest].concat(), depth + 1);
        if let Some(path) = module.imported.get(name) {
            return Some(from(path));
        }
        let declares = |glob: &&ModulePath| {
            let module = self.0.get(*glob);
            module.is_some_and(|it| it.declared.contains(name) || it.imported.contains_key(name))
        };
        let mut globs = module.globs.iter().filter(|glob| *glob != at).filter(declares);
        globs.next().map(|glob| from(&[glob.as_slice(), &[name.to_owned()]].concat()))
    }

    /// The uses between the files and directories of each directory: the directory, the user, the used part,
    /// and the module with the use. Uses and declarations in the file of a directory itself belong to the
    /// directory.
    pub(crate) fn uses(&self) -> BTreeMap<ModulePath, BTreeMap<(String, String), BTreeSet<String>>> {
        let mut uses: BTreeMap<ModulePath, BTreeMap<(String, String), BTreeSet<String>>> = BTreeMap::new();
        for (from, module) in &self.0 {
            for path in &module.mentioned {
                let to = self.resolved(path, 0);
                let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
                if let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) {
                    let level = uses.entry(from[..shared].to_vec()).or_default();
                    let places = level.entry((user.clone(), used.clone())).or_default();
                    places.insert(format!("{} uses {}", from.join("::"), path.join("::")));
                }
            }
        }
        uses
    }
}

impl Module {
    fn read(path: &ModulePath, text: &str, all: &BTreeSet<ModulePath>) -> Self {
        let code = code_lines(text).join("\n");
        let (uses, code) = split_uses(&code);
        let mut module = Self { declared: declared(&code), ..Self::default() };
        for (leaf, name) in uses.iter().flat_map(|tree| leaves(tree)) {
            let names: ModulePath = leaf.split("::").map(str::to_owned).collect();
            let Some(absolute) = absolute(path, &names, all, &BTreeMap::new()) else { continue };
            match absolute.split_last() {
                Some((star, glob)) if star == "*" => module.globs.push(glob.to_vec()),
                _ => {
                    module.imported.insert(name, absolute.clone());
                }
            }
            module.mentioned.insert(absolute);
        }
        let inline = paths(&code);
        let inline = inline.iter().filter_map(|names| absolute(path, names, all, &module.imported));
        let inline: Vec<ModulePath> = inline.collect();
        module.mentioned.extend(inline);
        module
    }
}

/// A path from the root of the crate, if it refers to the crate.
fn absolute(
    module: &ModulePath,
    names: &[String],
    all: &BTreeSet<ModulePath>,
    imported: &BTreeMap<String, ModulePath>,
) -> Option<ModulePath> {
    let (first, rest) = names.split_first()?;
    if first == "crate" {
        return Some(rest.to_vec());
    }
    if first == "self" || first == "super" {
        let ups = names.iter().take_while(|name| *name == "super").count();
        let rest = names.iter().skip_while(|name| ["self", "super"].contains(&&***name));
        let base = &module[..module.len().checked_sub(ups)?];
        return Some(base.iter().chain(rest).cloned().collect());
    }
    if let Some(path) = imported.get(first) {
        return Some([path, rest].concat());
    }
    let child = [module.as_slice(), std::slice::from_ref(first)].concat();
    all.contains(&child).then(|| [child.as_slice(), rest].concat())
}

/// All nodes that are reachable from a node.
fn reached<'a>(next: &BTreeMap<&'a str, Vec<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = next.get(from).cloned().unwrap_or_default();
    while let Some(node) = open.pop() {
        if found.insert(node) {
            open.extend(next.get(node).into_iter().flatten());
        }
    }
    found
}

/// The groups of more than one node whose nodes can all reach each other.
pub(crate) fn circles<'a>(
    arrows: impl IntoIterator<Item = &'a (String, String)>,
) -> BTreeSet<BTreeSet<String>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (user, used) in arrows {
        next.entry(user).or_default().push(used);
    }
    let all: BTreeMap<&str, BTreeSet<&str>> = next.keys().map(|node| (*node, reached(&next, node))).collect();
    let in_circles = all.iter().filter(|(node, there)| there.contains(*node));
    in_circles
        .map(|(node, there)| {
            let back = there.iter().filter(|other| all.get(*other).is_some_and(|found| found.contains(node)));
            back.map(|node| (*node).to_owned()).collect()
        })
        .collect()
}

#[test]
fn what_runs_in_tests_only_is_passed_over() {
    let text = "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod tests {\n    x;\n}\n// c\nd\n";
    assert_eq!(code_lines(text), ["a", "b", "d"]);
}

#[test]
fn paths_are_followed_through_re_exports_at_every_level() {
    let files = [
        ("lib.rs", "mod a;\nmod z;\npub use a::b::One;\n"),
        ("a/mod.rs", "mod b;\nmod c;\npub(crate) use c::*;\npub use b::{\n    One, inner as other,\n};\n"),
        ("a/b.rs", "use super::{Two, c::{self, three}};\npub struct One;\npub fn inner() { c::four(); }\n"),
        ("a/c.rs", "pub(crate) struct Two;\npub(crate) fn three() { super::other(); }\n"),
        ("z.rs", "fn f() { crate::One; }\n#[cfg(test)]\nmod tests {\n    use crate::a::Two;\n}\n"),
    ];
    let files: Vec<(&Path, &str)> = files.iter().map(|(path, text)| (Path::new(path), *text)).collect();
    let uses = Modules::of(&files).uses();
    let arrows = |level: &[&str]| -> Vec<String> {
        let level: ModulePath = level.iter().map(|name| (*name).to_owned()).collect();
        let level = uses.get(&level).into_iter().flat_map(BTreeMap::keys);
        level.map(|(user, used)| format!("{user} -> {used}")).collect()
    };
    assert_eq!(arrows(&[]), ["z -> a"]);
    assert_eq!(arrows(&["a"]), ["b -> c", "c -> b"]);
}

#[test]
fn circles_are_found_and_lines_are_not() {
    let arrows = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")];
    let arrows = arrows.map(|(user, used)| (user.to_owned(), used.to_owned()));
    let names: BTreeSet<String> = ["b", "c"].map(str::to_owned).into();
    assert_eq!(circles(&arrows), [names].into());
}
