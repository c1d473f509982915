//! The body of a document, and the defaults that it declares (Mull §3, §5.6).

use crate::maps::HashSet;

use crate::syntax::ast::{NodeId, NodeKind};

use super::automatic::{Declaration, This, spec_of};
use super::mappings::Goal;
use super::objects::ObjectSlots;
use super::{Mode, Typer};
use crate::declare::Property;
use crate::ty::{CustomId, Ty, TyKind};

impl<'a> Typer<'a> {
    /// Types the body.
    pub(super) fn body(&mut self) -> Ty {
        self.declaration = self.document_realm();
        let Some(root) = self.document.root() else { return Ty::none() };
        let schema = self.header.schema.map(Ty::custom);
        let ty = match (self.root_entries(), &schema) {
            (Some(entries), _) => {
                self.prepare_cells(entries);
                self.root_mapping(root, schema.as_ref())
            }
            (None, Some(schema)) => self.check(root, schema, Mode::Assign).ty,
            (None, None) => self.infer(root).ty,
        };
        self.record(root, &ty);
        ty
    }

    fn root_mapping(&mut self, root: NodeId, schema: Option<&Ty>) -> Ty {
        let entries = self.root_entries().unwrap_or_default();
        let Some(schema) = schema else { return self.infer_mapping(entries, true) };
        if !matches!(self.types.resolved(schema).kind(), TyKind::Object(_)) {
            let typed = self.infer_mapping(entries, true).into();
            return self.fitted(root, typed, schema, Mode::Assign).ty;
        }
        let wanted = ObjectSlots::new(self, schema, Mode::Assign, &self.header.roles);
        self.expect_of_cells(&|name| wanted.slot(name).map(|slot| slot.expected.clone()));
        let shape = self.entries(entries, true, &Goal::Object(&wanted));
        let place = self.first_character(root);
        self.missing(&wanted, &shape, place);
        // The sections of the header are properties of the schema, but not parts of the body.
        if self.header.roles.is_empty() { schema.clone() } else { shape.ty(self.types) }
    }

    /// Types the defaults of properties and types, each in its own scope.
    pub(super) fn defaults(&mut self) {
        let mut seen = HashSet::default();
        let header = self.header;
        if let Some(properties) = &header.properties {
            self.declaration = self.document_realm();
            self.defaults_of(properties, &mut seen);
        }
        let (types, doc) = (self.types, self.doc);
        for (index, custom) in types.customs().iter().enumerate().filter(|(_, row)| row.doc == doc) {
            let ty = Ty::custom(CustomId(index as u32));
            let inherited = custom.base.as_ref().and_then(|base| types.declared_properties(base));
            let inherited: HashSet<_> =
                inherited.unwrap_or_default().iter().filter_map(|property| property.default).collect();
            let this = if custom.properties.is_some() { This::Object(ty.clone()) } else { This::Nothing };
            self.declaration = Declaration { this, spec: Some(spec_of(custom)) };
            let own = custom.properties.iter().flatten();
            // An inherited default is typed with the type that declares it.
            let own = own.filter(|property| property.default.is_none_or(|node| !inherited.contains(&node)));
            self.defaults_of(own, &mut seen);
            if let (true, Some((_, node))) = (custom.own_default, custom.default)
                && seen.insert(node)
            {
                self.default(node, &ty);
            }
        }
    }

    fn defaults_of<'p>(
        &mut self,
        properties: impl IntoIterator<Item = &'p Property>,
        seen: &mut HashSet<NodeId>,
    ) {
        for property in properties {
            let Some((doc, node)) = property.default.filter(|_| property.own_default) else { continue };
            if doc == self.doc && seen.insert(node) {
                self.default(node, &property.ty);
            }
        }
    }

    fn default(&mut self, node: NodeId, ty: &Ty) {
        if !matches!(self.document.kind(node), NodeKind::Missing) {
            self.check(node, ty, Mode::Assign);
        }
    }
}
