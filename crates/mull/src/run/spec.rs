//! The variables `type` and `ctx` (Mull §8.3).

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeKind};

use super::super::declare::{DocId, Property};
use super::super::value::Val;
use super::Machine;
use super::frame::Spec;

impl Machine<'_> {
    /// The specification of the current declaration.
    pub(super) fn specification(&mut self) -> Val {
        let spec = self.frame.spec;
        if let Some(value) = self.specs.get(&spec) {
            return value.clone();
        }
        let value = match spec {
            Spec::Document(doc) => self.document_specification(doc),
            Spec::Custom(id) => {
                let custom = self.types().custom(id);
                let name = (!custom.name.is_empty()).then(|| Val::String(custom.name.clone()));
                let base = custom.base.as_ref().map(|base| Val::string(self.types().show(base)));
                let description = custom.description.clone().map(Val::String);
                self.declaration(name, base, description, custom.properties.as_deref())
            }
        };
        self.specs.insert(spec, value.clone());
        value
    }

    fn document_specification(&self, doc: DocId) -> Val {
        let doc = self.job.program.doc(doc);
        let mut name = None;
        let mut description = None;
        let entries = match doc.header.root.map(|root| doc.document.kind(root)) {
            Some(NodeKind::Mapping(entries)) => &entries[..],
            _ => &[],
        };
        for entry in entries {
            let Entry::Pair { key, value } = entry else { continue };
            // `type` is needed before evaluation, so only static entries count.
            let NodeKind::String(text) = doc.document.kind(*value) else { continue };
            match doc.document.static_key(*key).map(|key| &**key) {
                Some("name") => name = Some(Val::String(text.clone())),
                Some("description") => description = Some(Val::String(text.clone())),
                _ => {}
            }
        }
        self.declaration(name, None, description, doc.header.properties.as_deref())
    }

    fn declaration(
        &self,
        name: Option<Val>,
        base: Option<Val>,
        description: Option<Val>,
        properties: Option<&[Property]>,
    ) -> Val {
        let properties = properties.unwrap_or_default().iter();
        let properties = Val::object(
            properties.map(|property| (property.name.clone(), self.property_specification(property))),
        );
        let parts =
            [("name", name), ("base", base), ("description", description), ("properties", Some(properties))];
        Val::object(parts.into_iter().filter_map(|(name, value)| Some((Arc::from(name), value?))))
    }

    fn property_specification(&self, property: &Property) -> Val {
        let description = property.description.clone().map(Val::String);
        let parts = [
            ("name", Some(Val::String(property.name.clone()))),
            ("type", Some(Val::string(self.types().show(&property.ty)))),
            ("required", Some(Val::Bool(property.required))),
            ("description", description),
        ];
        Val::object(parts.into_iter().filter_map(|(name, value)| Some((Arc::from(name), value?))))
    }

    /// `ctx`: the document and its options.
    pub(super) fn context(&self) -> Val {
        let doc = self.job.program.doc(self.frame.doc);
        let file = doc.path.rsplit(['/', '\\']).next().unwrap_or(&doc.path);
        // The name of a hidden file begins after its dot.
        let name = file.split('.').find(|part| !part.is_empty()).unwrap_or(file);
        Val::object([
            (Arc::from("file"), Val::String(doc.path.clone())),
            (Arc::from("name"), Val::string(name)),
            (Arc::from("format"), Val::string(doc.document.form().name())),
            (Arc::from("options"), self.options.clone()),
        ])
    }
}
