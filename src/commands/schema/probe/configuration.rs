//! A configuration in which every argument has an implausible value, and the places of its arguments.

use std::fmt::Write;
use std::path::Path;

use hclx_diag::Ordered;
use serde_json::{Map, Value as Json};

/// A string that no argument with a specific meaning accepts.
const BAD: &str = "~bad value~";

/// The maximum nesting of blocks.
const MOST_LEVELS: usize = 5;

/// The restrictions of resource types that earlier configurations revealed, by the path of a body or an argument.
pub(super) trait EarlierAnswers {
    /// The groups of exclusive arguments of a body.
    fn conflicts(&self, of_type: &str, path: &[String]) -> &[Vec<String>];

    /// The strings that an argument accepts.
    fn strings(&self, of_type: &str, path: &[String]) -> &[String];
}

/// The numbers and the arguments of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Numbers with a fraction, for arguments that must be whole.
    Fraction,
    /// Whole numbers that are too small, for ranges.
    Whole,
    /// Required arguments only, to find sets of which one must be set.
    RequiredOnly,
    /// Like [`Numbers::Whole`], with one of the arguments that exclude each other: a provider checks no values of
    /// arguments in conflict.
    First,
    /// Like [`Numbers::First`], with the last of them.
    Last,
    /// Like [`Numbers::First`], with known strings in another case.
    FirstInOtherCase,
    /// Like [`Numbers::Last`], with known strings in another case.
    LastInOtherCase,
}

impl Numbers {
    /// Returns `true` if known strings are written in another case.
    pub(super) fn is_other_case(self) -> bool {
        matches!(self, Self::FirstInOtherCase | Self::LastInOtherCase)
    }

    /// Returns `true` if an argument of a group of exclusive ones is left out.
    fn leaves_out(self, name: &str, group: &[String]) -> bool {
        let kept = match self {
            Self::First | Self::FirstInOtherCase => group.first(),
            Self::Last | Self::LastInOtherCase => group.last(),
            _ => return false,
        };
        group.iter().any(|one| one == name) && kept.is_some_and(|kept| kept != name)
    }
}

/// The arguments of one resource type.
#[derive(Default)]
pub(super) struct ResourceFile {
    pub(super) text: String,
    lines: usize,
    /// The path of the argument or block on each line.
    pub(super) places: Ordered<usize, Vec<String>>,
}

/// A generated configuration that sets every argument to an implausible value.
pub(super) struct Configuration {
    /// The files, one for each type.
    pub(super) files: Ordered<String, ResourceFile>,
}

impl Configuration {
    /// The configuration for the resource types of a schema; `types` selects some of them.
    pub(super) fn new(
        schema: &Json,
        types: &[String],
        numbers: Numbers,
        learned: &dyn EarlierAnswers,
    ) -> Self {
        let mut files = Ordered::new();
        let providers = schema["provider_schemas"].as_object().into_iter().flatten();
        let resources =
            providers.flat_map(|(_, one)| one["resource_schemas"].as_object().into_iter().flatten());
        for (name, schema) in resources.filter(|(name, _)| types.is_empty() || types.contains(name)) {
            // a type is the name of a file
            if !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
                continue;
            }
            let mut written = ResourceFile::default();
            let round = Round { of_type: name, numbers, learned };
            written.line(&format!("resource \"{name}\" \"x\" {{"), &[]);
            written.line("  provider = it", &[]);
            written.body(&schema["block"], round, &mut Vec::new());
            written.line("}", &[]);
            files.insert(name.clone(), written);
        }
        Self { files }
    }

    pub(super) fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (name, written) in &self.files {
            std::fs::write(folder.join(format!("{name}.tf")), &written.text)?;
        }
        Ok(())
    }

    pub(super) fn remove(&self, folder: &Path) {
        for name in self.files.keys() {
            let _ = std::fs::remove_file(folder.join(format!("{name}.tf")));
        }
    }
}

/// The choices for the contents of a resource type.
#[derive(Clone, Copy)]
struct Round<'r> {
    of_type: &'r str,
    numbers: Numbers,
    learned: &'r dyn EarlierAnswers,
}

impl Round<'_> {
    /// Returns `true` if an argument is left out because it excludes others of its body.
    fn leaves_out(&self, name: &str, above: &[String]) -> bool {
        let groups = self.learned.conflicts(self.of_type, above);
        groups.iter().any(|group| self.numbers.leaves_out(name, group))
    }

    /// A known string of an argument in another case, if there is one and it is written here.
    fn other_case(&self, path: &[String]) -> Option<String> {
        let texts = self.numbers.is_other_case().then(|| self.learned.strings(self.of_type, path))?;
        let in_other_case = |text: &String| match text.to_uppercase() {
            upper if upper == *text => text.to_lowercase(),
            upper => upper,
        };
        texts.iter().map(in_other_case).find(|text| !texts.contains(text))
    }
}

impl ResourceFile {
    fn line(&mut self, text: &str, path: &[String]) {
        self.lines += 1;
        self.text.push_str(text);
        self.text.push('\n');
        if !path.is_empty() {
            self.places.insert(self.lines, path.to_vec());
        }
    }

    fn body(&mut self, block: &Json, round: Round<'_>, path: &mut Vec<String>) {
        let numbers = round.numbers;
        let pad = "  ".repeat(path.len() + 1);
        for (name, attribute) in entries(&block["attributes"]) {
            let is = |flag: &str| attribute[flag].as_bool().unwrap_or_default();
            let is_read_only = is("computed") && !is("optional") && !is("required");
            let is_left_out = numbers == Numbers::RequiredOnly && !is("required");
            let is_id = name == "id" && path.is_empty();
            let is_other = round.leaves_out(name, path);
            if is_read_only || is_left_out || is_id || is_other || attribute.get("nested_type").is_some() {
                continue;
            }
            path.push(name.clone());
            let text = round.other_case(path).unwrap_or_else(|| BAD.to_owned());
            self.line(&format!("{pad}{name} = {}", value(&attribute["type"], (numbers, &text))), path);
            path.pop();
        }
        for (name, nested) in entries(&block["block_types"]) {
            let is_needed = nested["min_items"].as_u64().unwrap_or_default() > 0;
            let is_left_out = numbers == Numbers::RequiredOnly && !is_needed;
            let is_left_out = is_left_out || round.leaves_out(name, path);
            if path.len() >= MOST_LEVELS || name == "timeouts" || is_left_out {
                continue;
            }
            path.push(name.clone());
            self.line(&format!("{pad}{name} {{"), path);
            self.body(&nested["block"], round, path);
            self.line(&format!("{pad}}}"), &[]);
            path.pop();
        }
    }
}

fn entries(object: &Json) -> impl Iterator<Item = (&String, &Json)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

/// A value of a type, given in the notation of cty, with a string.
fn value(ty: &Json, (numbers, string): (Numbers, &str)) -> String {
    let number = match numbers {
        Numbers::Fraction => "-98765432.5",
        Numbers::RequiredOnly => "1",
        _ => "-98765432",
    };
    match (ty.as_str(), ty[0].as_str()) {
        (Some("string"), _) => format!("\"{string}\""),
        (Some("number"), _) => number.to_owned(),
        (Some("bool"), _) => "true".to_owned(),
        (_, Some("list" | "set")) => format!("[{}]", value(&ty[1], (numbers, string))),
        (_, Some("map")) => format!("{{ k = {} }}", value(&ty[1], (numbers, string))),
        (_, Some("object")) => {
            let mut text = String::new();
            for (name, ty) in entries(&ty[1]) {
                let _ = write!(
                    text,
                    "{}{name} = {}",
                    if text.is_empty() { "" } else { ", " },
                    value(ty, (numbers, string))
                );
            }
            format!("{{ {text} }}")
        }
        _ => "null".to_owned(),
    }
}
