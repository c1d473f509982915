//! Plain HCL: every file is a unit, every name may exist. Also the rows of applications whose own rules
//! do not exist here yet; their files are judged as plain HCL with the functions of their dialect.

use hclx_analysis::{Answer, FileRow, Language, Pattern, Question, Row, RowType, Snapshot, Unit};
use hclx_analysis::{BodyItem, as_value, ask, judge, paths};
use hclx_diag::SourceId;
use hclx_eval::{Budget, Dialect, dialect};

use Pattern::Suffix;

/// A language without rules beyond those of HCL.
pub struct Plain {
    name: &'static str,
    title: &'static str,
    rows: &'static [FileRow],
    dialect: &'static Dialect,
    has_rules: bool,
}

/// HCL itself.
pub static HCL: Plain = Plain {
    name: "hcl",
    title: "HCL",
    rows: &[
        FileRow::json(Suffix(".hcl.json"), "body").asks_content(),
        FileRow::native(Suffix(".hcl"), "body").asks_content(),
        FileRow::json(Suffix(".json"), "body").only_named(),
    ],
    dialect: &dialect::HCL,
    has_rules: true,
};

/// Terraform.
pub static TERRAFORM: Plain = Plain {
    name: "terraform",
    title: "Terraform",
    rows: &[
        FileRow::native(Suffix(".tftest.hcl"), "tests"),
        FileRow::native(Suffix(".tfmock.hcl"), "mocks"),
        FileRow::native(Suffix(".tf"), "module"),
        FileRow::native(Suffix(".tfvars"), "values"),
        FileRow::json(Suffix(".tf.json"), "module"),
        FileRow::json(Suffix(".tfvars.json"), "values"),
    ],
    dialect: &dialect::TERRAFORM,
    has_rules: false,
};

/// OpenTofu.
pub static OPENTOFU: Plain = Plain {
    name: "opentofu",
    title: "OpenTofu",
    rows: &[FileRow::native(Suffix(".tofu"), "module"), FileRow::json(Suffix(".tofu.json"), "module")],
    dialect: &dialect::TERRAFORM,
    has_rules: false,
};

/// Packer.
pub static PACKER: Plain = Plain {
    name: "packer",
    title: "Packer",
    rows: &[FileRow::native(Suffix(".pkr.hcl"), "module"), FileRow::json(Suffix(".pkr.json"), "module")],
    dialect: &dialect::HCL,
    has_rules: false,
};

/// Nomad.
pub static NOMAD: Plain = Plain {
    name: "nomad",
    title: "Nomad",
    rows: &[FileRow::native(Suffix(".nomad"), "job"), FileRow::native(Suffix(".nomad.hcl"), "job")],
    dialect: &dialect::HCL,
    has_rules: false,
};

/// Pulumi's configuration language.
pub static PULUMI: Plain = Plain {
    name: "pcl",
    title: "Pulumi",
    rows: &[FileRow::native(Suffix(".pp"), "program")],
    dialect: &dialect::PCL,
    has_rules: false,
};

impl Language for Plain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn files(&self) -> &'static [FileRow] {
        self.rows
    }

    fn has_rules(&self) -> bool {
        self.has_rules
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, question: &Question, budget: &Budget) -> Answer {
        match question {
            Question::Expression { source, text } => expression(*source, text, snapshot, budget),
            _ => match unit.files.first() {
                Some(file) => body(*file, self.dialect, snapshot, question, budget),
                None => Answer::default(),
            },
        }
    }
}

/// The value of an expression in the scope that the settings give.
fn expression(source: SourceId, text: &str, snapshot: &Snapshot, budget: &Budget) -> Answer {
    let outcome = ask::expression(source, text, snapshot.settings(), budget);
    Answer {
        findings: outcome.diagnostics,
        value: Some(outcome.value),
        unresolved: outcome.unresolved,
        approximations: outcome.approximations,
        ..Answer::default()
    }
}

/// Everything in a file, evaluated.
pub fn body(
    file: SourceId,
    dialect: &Dialect,
    snapshot: &Snapshot,
    question: &Question,
    budget: &Budget,
) -> Answer {
    let judged = judge(file, &snapshot.parsed(file), dialect, snapshot.settings(), budget);
    let row = |(path, item): (String, &BodyItem)| match item {
        BodyItem::Attribute { name_range, value_range, value, .. } => Some(Row {
            path,
            ty: RowType::Hcl(value.described_type()),
            name_span: name_range.in_source(file),
            value_span: Some(value_range.in_source(file)),
            value: value.clone(),
        }),
        BodyItem::Open { .. } | BodyItem::Close => None,
    };
    let rows = match question {
        Question::Infer => paths(&judged.items).into_iter().filter_map(row).collect(),
        _ => Vec::new(),
    };
    Answer {
        rows,
        value: (*question == Question::Eval).then(|| as_value(&judged.items)),
        findings: judged.diagnostics,
        items: judged.items,
        unresolved: judged.unresolved,
        approximations: judged.approximations,
        ..Answer::default()
    }
}
