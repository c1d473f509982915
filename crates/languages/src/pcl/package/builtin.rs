//! The built-in package with Pulumi's own resources.

use std::sync::{Arc, LazyLock};

use super::Package;

/// The schema of the built-in package.
const SCHEMA: &str = r##"{
  "name": "pulumi",
  "resources": {
    "pulumi:pulumi:StackReference": {
      "inputProperties": { "name": { "type": "string" } },
      "properties": {
        "name": { "type": "string" },
        "outputs": { "type": "object", "additionalProperties": { "$ref": "pulumi.json#/Any" } },
        "secretOutputNames": { "type": "object" }
      },
      "required": ["outputs"]
    },
    "pulumi:index:Stash": {
      "inputProperties": { "input": { "$ref": "pulumi.json#/Any" } },
      "requiredInputs": ["input"],
      "properties": {
        "input": { "$ref": "pulumi.json#/Any" },
        "output": { "$ref": "pulumi.json#/Any" }
      },
      "required": ["input", "output"]
    }
  }
}"##;

pub(super) fn package() -> Arc<Package> {
    static PACKAGE: LazyLock<Arc<Package>> =
        LazyLock::new(|| Arc::new(Package::read(SCHEMA.as_bytes()).expect("the schema reads")));
    PACKAGE.clone()
}
