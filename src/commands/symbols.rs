//! `hclx refs` and `hclx rename`: finds the declaration and uses of a name, and renames it everywhere.

use std::ffi::OsString;
use std::io::Write;

use hclx_analysis::symbols::{How, Symbol, SymbolKey};
use hclx_analysis::{Question, Snapshot, file_path};
use hclx_diag::{Arrange, ColumnUnit, Diagnostic, code_names as codes};
use hclx_ide::{Index, RenameError, Role};
use serde_json::json;

use crate::cli::{Operand, Subcommand, SymbolArgs};
use crate::exit::Exit;
use crate::findings::fixing;
use crate::inputs::Inputs;
use crate::judging;
use crate::specs::Specs;
use crate::{flags, modules, names, output, protocol, renaming};

/// The operand that names a symbol.
const SYMBOL: Operand = Operand {
    name: "ADDRESS",
    required: true,
    many: false,
    help: "The name, as references write it (var.region, module.net, aws_instance.web), or a place: FILE:LINE:COL",
};

/// The operand that selects one of several modules.
const FOLDER: Operand = Operand {
    name: "DIR",
    required: false,
    many: false,
    help: "The directory of the module that declares it; default: the only one with such a name",
};

/// The subcommand `refs`.
pub(super) static REFS: Subcommand = Subcommand {
    name: "refs",
    about: "Print where a name is declared, given a value and used",
    more: "Examples:\n  hclx refs var.region               in all files below this directory\n  \
           hclx refs var.zones modules/net    of the module in a directory, with its callers\n  \
           hclx refs main.tf:12:9             of the name at a place\n\n\
           Exit codes: 0 found, 2 no such name, or several.",
    operands: &[SYMBOL, FOLDER],
    flags: &[
        &flags::FORMAT,
        &flags::DIALECT,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::MAX_MEMORY,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| refs(&matches.named()?),
};

/// The subcommand `rename`.
pub(super) static RENAME: Subcommand = Subcommand {
    name: "rename",
    about: "Rename a variable, local value, output, module call or resource everywhere",
    more: "Examples:\n  hclx rename var.region location                  callers, values files and tests too\n  \
           hclx rename aws_instance.web front --diff        show the changes, and the `moved` block\n  \
           hclx rename var.zones availability_zones modules/net\n\n\
           Nothing is written unless the findings stay as they are. Resources and module calls get a `moved` block.\n\n\
           Exit codes: 0 renamed, 1 refused, 2 no such name, or several.",
    operands: &[
        SYMBOL,
        Operand {
            name: "NEW",
            required: true,
            many: false,
            help: "The new name, without the rest of the address",
        },
        FOLDER,
    ],
    flags: &[
        &flags::DIFF_FORMAT,
        &flags::DIALECT,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| rename(&matches.named()?),
};

/// The selected symbol, in a session over all files below the current directory or, if the module is
/// elsewhere, below the module's directory.
struct SelectedSymbol {
    key: SymbolKey,
    snapshot: Snapshot,
}

/// Refuses a module that does not exist.
///
/// # Errors
/// If neither a directory nor a file has the path.
fn ensure_folder(asked: &SymbolArgs) -> anyhow::Result<()> {
    let Some(folder) = &asked.folder else { return Ok(()) };
    let is_swapped = names::path(&asked.address).is_dir() && !std::path::Path::new(folder).exists();
    anyhow::ensure!(!is_swapped, "`{}` is a directory{ADDRESS_FIRST}", asked.address);
    modules::ensure_existing(std::path::Path::new(folder))
}

/// The help about a directory in place of an address.
const ADDRESS_FIRST: &str = "\n  help: the address comes first, the directory last";

/// The directory to search: the current one, unless the module is outside of it.
fn searched(asked: &SymbolArgs) -> OsString {
    let folder = asked.folder.as_ref().map(|folder| names::text(folder.as_ref()));
    match folder {
        Some(folder) if is_elsewhere(&folder) => folder.into(),
        _ => ".".into(),
    }
}

fn is_elsewhere(folder: &str) -> bool {
    let clean = file_path::clean(folder);
    clean.starts_with("..") || file_path::is_absolute(&clean)
}

/// Finds the symbol with an address or at a place.
///
/// # Errors If there is no symbol, or more than one.
fn meant(asked: &SymbolArgs, snapshot: Snapshot) -> anyhow::Result<SelectedSymbol> {
    let index = Index::of(&snapshot);
    if let Ok((file, line, column)) = judging::place(&asked.address) {
        let id = snapshot.find(file).map_err(|_| anyhow::anyhow!("file `{file}` does not exist"))?;
        let offset = judging::offset(&snapshot, id, line, column)?;
        let found = index.at(id, offset).map(|(key, _)| key.clone());
        let key = found.ok_or_else(|| anyhow::anyhow!("no declared name at {}", asked.address))?;
        return Ok(SelectedSymbol { key, snapshot });
    }
    let folder = asked.folder.as_ref().map(|folder| file_path::clean(&names::text(folder.as_ref())));
    let mut found = index.find(&asked.address);
    if found.is_empty() {
        found = of_kind(&index, &asked.address);
    }
    // a job of Nomad is a file of the directory
    let is_in = |root: &str, folder: &str| {
        root == folder || file_path::parent(root) == folder && names::path(root).is_file()
    };
    found.retain(|key| folder.as_ref().is_none_or(|folder| is_in(&key.root, folder)));
    match found[..] {
        [key] => Ok(SelectedSymbol { key: key.clone(), snapshot: snapshot.clone() }),
        [] => anyhow::bail!("{}", unknown(&index, asked, folder.as_deref())),
        _ => {
            let folders: Vec<String> = found.iter().map(|key| format!("`{}`", shown(&key.root))).collect();
            anyhow::bail!(
                "`{}` is declared in {} directories: name one of {}",
                asked.address,
                found.len(),
                listed(&folders)
            )
        }
    }
}

/// The symbols with an address that begins with their kind, in the form that `hclx infer` prints.
fn of_kind<'i>(index: &'i Index, address: &str) -> Vec<&'i SymbolKey> {
    let Some((kind, name)) = address.split_once('.') else { return Vec::new() };
    let is_it = |symbol: &Symbol| {
        symbol.noun.split(' ').any(|word| word.starts_with(kind))
            && symbol.key.key.rsplit('.').next() == Some(name)
    };
    let mut found: Vec<&SymbolKey> =
        index.symbols().into_iter().filter(|symbol| is_it(symbol)).map(|symbol| &symbol.key).collect();
    found.arrange();
    found.dedup();
    found
}

/// The message for an unknown address, with the most similar one that exists.
fn unknown(index: &Index, asked: &SymbolArgs, folder: Option<&str>) -> String {
    if let Some((file, line)) = asked.address.rsplit_once(':')
        && line.parse::<u32>().is_ok()
        && names::path(file).is_file()
    {
        return format!(
            "`{}`: missing column, expected FILE:LINE:COL, such as {file}:{line}:7",
            asked.address
        );
    }
    if names::path(&asked.address).is_dir() {
        return format!("`{}` is a directory{ADDRESS_FIRST}", asked.address);
    }
    let symbols = index.symbols();
    let known = symbols.iter().filter(|one| folder.is_none_or(|folder| *one.key.root == *folder));
    let names: Vec<&str> = known.map(|one| &*one.key.key).collect();
    // the kind may be left out
    let of_name = || names.iter().copied().find(|known| known.rsplit('.').next() == Some(&asked.address));
    let near = hclx_diag::nearest(&asked.address, names.iter().copied()).or_else(of_name);
    let place = folder.map(|folder| format!(" in `{}`", shown(folder))).unwrap_or_default();
    let hint = near.map_or_else(
        || "; `hclx graph --format names` lists the declarations".to_owned(),
        |near| hclx_diag::did_you_mean(Some(near)),
    );
    format!("unknown declaration `{}`{place}{hint}", asked.address)
}

fn shown(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// A list of at most eight names.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let list = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

fn refs(asked: &SymbolArgs) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    ensure_folder(asked)?;
    let selection = judging::select(&asked.context, &[searched(asked)], None, &inputs);
    inputs.refuse_unreadable(&selection.unreadable);
    let session = judging::unjudged(&asked.context, selection, &inputs);
    let snapshot = session.snapshot();
    inputs.refuse_unread(&snapshot, snapshot.selected().iter().copied());
    let found = inputs.complain_first(&asked.look, meant(asked, snapshot))?;
    print_places(asked, &mut inputs, &found)?;
    Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Good))
}

/// Prints the places of a symbol.
fn print_places(asked: &SymbolArgs, inputs: &mut Inputs, found: &SelectedSymbol) -> anyhow::Result<()> {
    let index = Index::of(&found.snapshot);
    inputs.sources = found.snapshot.sources(|_| true);
    let sources = &inputs.sources;
    let places = index.places(&found.key);
    if asked.look.json {
        let row = |place: &hclx_ide::Place| {
            json!({
                "path": sources.get(place.span.source).name(),
                "role": role(place.role),
                "range": protocol::place(sources, place.span.source, place.span.range),
            })
        };
        let rows: Vec<_> = places.iter().map(row).collect();
        let answer = json!({"address": &*found.key.key, "directory": shown(&found.key.root), "places": rows});
        protocol::answer_json(&asked.look, &answer)?;
    } else {
        let mut out = output::data();
        for place in places {
            let source = sources.get(place.span.source);
            let at = source.position(place.span.range.start, ColumnUnit::Graphemes);
            let line = output::escaped(line_of(source.bytes(), place.span.range.start)).into_owned();
            let path = output::escaped(source.name()).into_owned();
            writeln!(out, "{path}:{}:{}: {}: {}", at.line, at.column, role(place.role), line.trim())?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The name of a role in the output.
const fn role(role: Role) -> &'static str {
    match role {
        Role::Declared => "declared",
        Role::Mentioned(How::Reads | How::ReadsOfSome) => "used",
        Role::Mentioned(How::Gives) => "given",
        Role::Mentioned(How::Moved) => "moved",
    }
}

/// The line around an offset; empty if it is not UTF-8.
fn line_of(bytes: &[u8], offset: u32) -> &str {
    let offset = (offset as usize).min(bytes.len());
    let start = bytes[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let end = bytes[offset..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| offset + at);
    std::str::from_utf8(&bytes[start..end]).unwrap_or_default()
}

fn rename(asked: &SymbolArgs) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    ensure_folder(asked)?;
    let question = |_: &Snapshot| Ok(Question::Check);
    let paths = [searched(asked)];
    let Some(mut run) = judging::judge_all(&asked.context, &paths, &mut inputs, Specs::default(), &question)?
    else {
        return Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed));
    };
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let found = meant(asked, run.session.snapshot())?;
    let to = asked.to.as_deref().unwrap_or_default();
    let renamed = match renaming::rename(&mut run, (&found.key, to), true, asked.context.most.limits()) {
        Ok(renamed) => renamed,
        Err(refused) => return refuse(asked, &inputs, refused),
    };
    let changes = renamed.changes;
    if asked.diff {
        fixing::print(&changes, &run.sources)?;
    } else {
        fixing::write_all(&changes, &run.disk)?;
        output::names(changes.iter().map(|change| change.path()))?;
    }
    if let Some(newer) = renamed.newer {
        // its places refer to the new text
        inputs.tell(&asked.look, &[Diagnostic { span: None, labels: Vec::new(), ..newer }])?;
    }
    Ok(Exit::Good)
}

/// Prints the reason why nothing was renamed.
fn refuse(asked: &SymbolArgs, inputs: &Inputs, refused: RenameError) -> anyhow::Result<Exit> {
    let finding = match refused.place {
        Some(place) => Diagnostic::error(codes::BAD_REQUEST, place, refused.why),
        None => Diagnostic::placeless(codes::BAD_REQUEST, refused.why),
    };
    inputs.tell(&asked.look, &[finding])?;
    Ok(Exit::Bad)
}
