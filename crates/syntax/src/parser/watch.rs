//! Observations of a parser that parses a source up to a cursor.
//!
//! The first construct that expects a token where the source ends records this ([`Parser::met`]). From then
//! on, every construct adds itself as it is left ([`Parser::within`]), so the innermost one comes first.
//! Without a watch both do nothing.

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::{BodyId, ExprId, ExprKind, Name, Slice, Traverse, TraverseKind, Tree};
use crate::place::{Context, Cursor, CursorContext, ExistingItem, LoopName, OpenBody, WrittenStep, key_text};
use crate::template::Part;

/// Observations about a cursor; lists are innermost first.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    context: Option<Context>,
    bodies: Vec<OpenBody>,
    around: Vec<CursorContext>,
    steps: Vec<WrittenStep>,
    traversal: TextRange,
    loops: Vec<LoopName>,
}

impl Watch {
    /// The cursor, if the parser has reached its position.
    pub(crate) fn finish(mut self) -> Cursor {
        self.bodies.reverse();
        self.around.reverse();
        self.loops.reverse();
        Cursor {
            bodies: self.bodies,
            context: self.context.unwrap_or_default(),
            around: self.around,
            steps: self.steps,
            traversal: self.traversal,
            word: TextRange::at(0),
            loops: self.loops,
        }
    }
}

impl Parser<'_, '_> {
    /// Returns `true` if the source ended while a token was expected.
    #[inline]
    pub(crate) fn is_met(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.context.is_some())
    }

    /// Records that the source ends where `context` is expected. Only the first call counts.
    #[cold]
    pub(crate) fn met(&mut self, context: impl FnOnce(&Self) -> Context) {
        if self.watch.is_some() && !self.is_met() {
            let context = context(self);
            if let Some(watch) = &mut self.watch {
                watch.context = Some(context);
            }
        }
    }

    /// Runs `f`; if the source ends inside it, `note` records the enclosing constructs.
    #[inline]
    pub(crate) fn within<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> T,
        note: impl FnOnce(&mut Self, &mut Watch),
    ) -> T {
        if self.watch.is_none() {
            return f(self);
        }
        let before = self.is_met();
        let result = f(self);
        if !before
            && self.is_met()
            && let Some(mut watch) = self.watch.take()
        {
            note(self, &mut watch);
            self.watch = Some(watch);
        }
        result
    }

    /// Like [`Parser::within`], with a single construct.
    #[inline]
    pub(crate) fn inside<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> T,
        around: impl FnOnce(&mut Self) -> CursorContext,
    ) -> T {
        self.within(f, |this, watch| {
            let around = around(this);
            watch.around.push(around);
        })
    }

    /// Records the top-level body, after the whole file was parsed.
    pub(crate) fn close_watch(&mut self, body: BodyId) {
        if let Some(mut watch) = self.watch.take() {
            self.in_body(&mut watch, None, body);
            self.watch = Some(watch);
        }
    }

    /// Records that the source ended in a label of a block.
    pub(crate) fn in_label(&self, watch: &mut Watch, block_type: Name, mark: usize, quote: u32) {
        // A label is read like a string; this replaces the string's context.
        watch.context = Some(self.header(block_type, mark, Some(quote + 1)));
    }

    /// The context of a block header whose next label is expected.
    pub(crate) fn header(&self, block_type: Name, mark: usize, text: Option<u32>) -> Context {
        let labels = self.scratch.names[mark..].iter();
        Context::Header {
            block_type: self.words(block_type.range),
            labels: labels.map(|label| self.build.tree.text(label.text).to_owned()).collect(),
            text,
        }
    }

    /// Parses the body of a block from its opening brace on, and its closing brace.
    pub(crate) fn watched_body(
        &mut self,
        block_type: Name,
        labels: Slice<Name>,
    ) -> (BodyId, TextRange, TextRange) {
        let before = self.is_met();
        let read = self.block_body();
        if !before
            && self.is_met()
            && let Some(mut watch) = self.watch.take()
        {
            self.in_body(&mut watch, Some((block_type, labels)), read.0);
            self.watch = Some(watch);
        }
        read
    }

    /// Records that the source ended in a body.
    fn in_body(&self, watch: &mut Watch, header: Option<(Name, Slice<Name>)>, body: BodyId) {
        let tree = &self.build.tree;
        let body = tree.body(body);
        let items = tree.slice(body.items).iter().map(|item| ExistingItem::of(tree, item)).collect();
        let (block_type, labels) = match header {
            Some((name, labels)) => {
                let labels = tree.slice(labels).iter().map(|label| tree.text(label.text).to_owned());
                (tree.text(name.text).to_owned(), labels.collect())
            }
            None => (String::new(), Vec::new()),
        };
        watch.bodies.push(OpenBody { block_type, labels, start: body.range.start, items });
    }

    /// The context of a key in an object whose earlier keys were recorded since `mark`.
    pub(crate) fn object_key(&self, start: u32, mark: usize) -> Context {
        let keys = self.scratch.objects[mark..].iter();
        Context::ObjectKey { start, given: keys.map(|item| key_text(&self.build.tree, item.key)).collect() }
    }

    /// The construct around the value of an object item.
    pub(crate) fn object_value(&self, key: ExprId) -> CursorContext {
        CursorContext::ObjectValue(key_text(&self.build.tree, key))
    }

    /// The steps of a traversal so far, preceded by those of `source` if its base is the element of a splat.
    pub(crate) fn written_steps(
        &self,
        (base, mark): (ExprId, usize),
        source: Option<ExprId>,
    ) -> Vec<WrittenStep> {
        let tree = &self.build.tree;
        let mut steps = Vec::new();
        if let Some(source) = source {
            add_steps(tree, source, &mut steps);
            steps.push(WrittenStep::Splat);
        } else {
            add_steps(tree, base, &mut steps);
        }
        steps.extend(self.scratch.steps[mark..].iter().map(|step| written(tree, step)));
        steps
    }

    /// Adds the loops of open directives in the current template.
    pub(crate) fn open_loops(&self, watch: &mut Watch) {
        let mut heads = Vec::new();
        for part in &self.scratch.parts[self.template_start..] {
            match part {
                Part::For { head, .. } => heads.push(*head),
                Part::EndFor(_) => {
                    heads.pop();
                }
                _ => {}
            }
        }
        heads.into_iter().rev().for_each(|head| self.add_loop(watch, head.key, head.value, head.collection));
    }

    /// Records the names of a loop, which are in scope.
    pub(crate) fn add_loop(&self, watch: &mut Watch, key: Option<Name>, value: Name, collection: ExprId) {
        let collection = self.build.tree.expr(collection).range;
        let name = |name: Name, is_key| LoopName { name: self.words(name.range), is_key, collection };
        watch.loops.push(name(value, false));
        watch.loops.extend(key.map(|key| name(key, true)));
    }
}

impl Watch {
    /// Sets the traversal whose next step is expected.
    pub(crate) fn set_steps(&mut self, steps: Vec<WrittenStep>, place: TextRange) {
        (self.steps, self.traversal) = (steps, place);
    }

    /// Adds an enclosing construct.
    pub(crate) fn add(&mut self, around: CursorContext) {
        self.around.push(around);
    }
}

/// Appends the steps of a finished traversal.
fn add_steps(tree: &Tree, expr: ExprId, steps: &mut Vec<WrittenStep>) {
    // nested splats may be as deep as their source is long, so they are visited in a loop, from the outermost
    // inward
    let mut levels = vec![expr];
    let mut at = expr;
    loop {
        at = match tree.expr(at).kind {
            ExprKind::Traversal { base, .. } => base,
            ExprKind::Splat { source, .. } => source,
            _ => break,
        };
        levels.push(at);
    }
    for level in levels.into_iter().rev() {
        match tree.expr(level).kind {
            ExprKind::Variable(name) => steps.push(WrittenStep::Root(tree.text(name).to_owned())),
            ExprKind::Traversal { steps: own, .. } => {
                steps.extend(tree.slice(own).iter().map(|step| written(tree, step)));
            }
            ExprKind::Splat { each, .. } => {
                steps.push(WrittenStep::Splat);
                if let ExprKind::Traversal { steps: own, .. } = tree.expr(each).kind {
                    steps.extend(tree.slice(own).iter().map(|step| written(tree, step)));
                }
            }
            _ => steps.push(WrittenStep::Expression(tree.expr(level).range)),
        }
    }
}

fn written(tree: &Tree, step: &Traverse) -> WrittenStep {
    match step.kind {
        TraverseKind::Attr(name) => WrittenStep::Name(tree.text(name).to_owned()),
        TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => match tree.expr(key).kind {
            ExprKind::String(text) => WrittenStep::Key(tree.text(text).to_owned()),
            ExprKind::Number => WrittenStep::Number(tree.number(tree.expr(key).range).to_owned()),
            _ => WrittenStep::Index,
        },
    }
}
