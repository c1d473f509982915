//! What a file is, by its name: one table that the walk, the dialects and the messages read.
//!
//! Source: the command line's contract ("Directories are walked for …").

use hclx_syntax::ast::Language;

/// In which form a document of Mull is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// YAML-like.
    Yaml,
    /// JSON-like.
    Json,
}

impl Form {
    /// `yaml`, `json`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Yaml => "yaml",
            Form::Json => "json",
        }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// HCL.
    Hcl(Language),
    /// Mull.
    Mull {
        /// YAML-like or JSON-like.
        form: Form,
        /// The metatype that files of this name have unless they say otherwise.
        schema: Option<&'static str>,
    },
}

/// The metatype of plain data: everything is body.
pub const MULL_DATA: &str = "mull:data";

/// A kind of file.
#[derive(Debug, PartialEq, Eq)]
pub struct FileKind {
    /// How its name ends (or, with `whole`, the whole name).
    pub pattern: &'static str,
    /// Whether the pattern is the whole name.
    whole: bool,
    /// Its syntax.
    pub syntax: Syntax,
    /// The application whose language it is.
    pub application: &'static str,
    /// The row of functions and rules that its expressions have.
    pub dialect: &'static str,
    /// Whether the file-level rules of its application exist; otherwise it is judged as plain HCL.
    pub supported: bool,
    /// Whether directories are searched for it.
    walked: bool,
}

const fn kind(
    pattern: &'static str,
    language: Language,
    application: &'static str,
    dialect: &'static str,
) -> FileKind {
    FileKind {
        pattern,
        whole: false,
        syntax: Syntax::Hcl(language),
        application,
        dialect,
        supported: false,
        walked: true,
    }
}

const fn plain(pattern: &'static str, language: Language, walked: bool) -> FileKind {
    FileKind { supported: true, walked, ..kind(pattern, language, "HCL", "hcl") }
}

const fn mull(pattern: &'static str, whole: bool, form: Form) -> FileKind {
    let syntax = Syntax::Mull { form, schema: None };
    FileKind { syntax, whole, supported: true, ..kind(pattern, Language::Native, "Mull", "mull") }
}

/// YAML that is Mull only when it is named on the command line.
const fn data(pattern: &'static str) -> FileKind {
    let syntax = Syntax::Mull { form: Form::Yaml, schema: Some(MULL_DATA) };
    FileKind { syntax, walked: false, ..mull(pattern, false, Form::Yaml) }
}

use Language::{Json, Native};

/// All kinds; the first that fits counts, so longer endings stand first.
pub const KINDS: &[FileKind] = &[
    mull("Mu.yaml", true, Form::Yaml),
    mull("Mu.yml", true, Form::Yaml),
    mull("Mu.json", true, Form::Json),
    mull(".mull", false, Form::Yaml),
    mull(".mull.yaml", false, Form::Yaml),
    mull(".mull.yml", false, Form::Yaml),
    mull(".mull.json", false, Form::Json),
    kind(".tftest.hcl", Native, "Terraform", "terraform"),
    kind(".tfmock.hcl", Native, "Terraform", "terraform"),
    kind(".tf", Native, "Terraform", "terraform"),
    kind(".tfvars", Native, "Terraform", "terraform"),
    kind(".tf.json", Json, "Terraform", "terraform"),
    kind(".tfvars.json", Json, "Terraform", "terraform"),
    kind(".tofu", Native, "OpenTofu", "terraform"),
    kind(".tofu.json", Json, "OpenTofu", "terraform"),
    kind(".pkr.hcl", Native, "Packer", "hcl"),
    kind(".pkr.json", Json, "Packer", "hcl"),
    kind(".nomad", Native, "Nomad", "hcl"),
    kind(".nomad.hcl", Native, "Nomad", "hcl"),
    kind(".pp", Native, "Pulumi", "pcl"),
    plain(".hcl.json", Json, true),
    plain(".hcl", Native, true),
    plain(".json", Json, false),
    data(".yaml"),
    data(".yml"),
];

/// What a file is that no row names.
pub const PLAIN: &FileKind = &plain("", Native, false);

impl FileKind {
    /// The kind of a file by its name; a name that no row fits is plain HCL in native syntax.
    pub fn of(name: &str) -> &'static FileKind {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        KINDS.iter().find(|kind| kind.fits(name)).unwrap_or(PLAIN)
    }

    fn fits(&self, name: &str) -> bool {
        if self.whole { name == self.pattern } else { name.ends_with(self.pattern) }
    }

    /// Whether a walk through a directory takes a file of this kind.
    pub const fn is_walked(&self) -> bool {
        self.walked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_kind() {
        assert_eq!(FileKind::of("a/b/main.tf").application, "Terraform");
        assert_eq!(FileKind::of("main.tf.json").syntax, Syntax::Hcl(Json));
        assert_eq!(FileKind::of("x.tftest.hcl").application, "Terraform");
        assert_eq!(FileKind::of("x.hcl").application, "HCL");
        assert!(!FileKind::of("package.json").is_walked());
        assert!(FileKind::of("Dockerfile").supported);
        assert_eq!(FileKind::of("Mu.json").application, "Mull");
    }
}
