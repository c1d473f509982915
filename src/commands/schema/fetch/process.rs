//! Running the program that prints a schema, in a separate directory and with a clean environment.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use hclx_languages::terraform::packages::{LOCK_FILE, Package, ProviderAddress, locked_versions, read_json};

use super::row::Row;

/// The time for one row.
pub(in super::super) const TIME: Duration = Duration::from_secs(600);

/// The maximum number of bytes that a program may print.
const MOST_BYTES: u64 = 256 << 20;

/// The variables that affect the program's behavior, other than where it finds providers.
const REMOVED: &[&str] = &["TF_DATA_DIR", "TF_WORKSPACE", "TF_REATTACH_PROVIDERS"];

/// The prefixes of the names of more such variables.
const REMOVED_PREFIXES: &[&str] = &["TF_CLI_ARGS", "TF_VAR_", "TF_LOG"];

/// The variables with paths, which are made absolute because the program runs in another directory.
const PATHS: &[&str] = &["TF_CLI_CONFIG_FILE", "TF_PLUGIN_CACHE_DIR"];

/// The reason why a row failed, on one line.
pub(in super::super) struct Failure(pub(in super::super) String);

/// A new directory, which is removed at the end.
pub(in super::super) struct Workspace(pub(in super::super) PathBuf);

impl Workspace {
    /// Creates the directory, which only this user can read.
    ///
    /// # Errors If it cannot be created.
    pub(in super::super) fn new() -> std::io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("hclx-fetch-{}-{number}", std::process::id()));
            let mut builder = std::fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match builder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                // left by an earlier process with the same number
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Has the schema of a row printed.
pub(super) fn printed(row: &Row, program: &Path) -> Result<Package, Failure> {
    let unwritten = |error: std::io::Error| Failure(format!("cannot prepare a directory: {error}"));
    let workspace = Workspace::new().map_err(unwritten)?;
    row.write(&workspace.0).map_err(unwritten)?;
    let until = Instant::now() + TIME;
    let [init, print] = row.commands(program);
    run(&init, (&workspace.0, false), until)?;
    let text = run(&print, (&workspace.0, false), until)?;
    let version = |address: &ProviderAddress| locked(&workspace.0, address);
    let packages = read_json(&text, "`hclx schema fetch`", version);
    let packages = packages.map_err(|why| Failure(format!("the program printed no schemas: {why}")))?;
    let found = packages.into_iter().find(|package| *package.address() == row.need.address);
    let found = found.ok_or_else(|| Failure("the program printed no schema of this provider".to_owned()))?;
    match found.version() {
        Some(version) if row.need.requirement.admits(version) => Ok(found),
        Some(version) => {
            Err(Failure(format!("the program selected {version}, which is not what the modules ask for")))
        }
        None => Err(Failure("the program did not write which version it selected".to_owned())),
    }
}

/// The version of a provider that `init` selected.
pub(in super::super) fn locked(folder: &Path, address: &ProviderAddress) -> Option<String> {
    let lock = std::fs::read(folder.join(LOCK_FILE)).unwrap_or_default();
    locked_versions(&lock).into_iter().find(|(known, _)| known == address).map(|(_, version)| version)
}

/// Runs a command in a directory and returns its output; `may_fail` is set if it exits with 1 after it has answered.
pub(in super::super) fn run(
    words: &[String],
    (folder, may_fail): (&Path, bool),
    until: Instant,
) -> Result<Vec<u8>, Failure> {
    let shown = words[1..].iter().take(2).map(String::as_str).filter(|word| !word.starts_with('-'));
    let shown = shown.collect::<Vec<_>>().join(" ");
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(folder);
    clean(&mut command);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| Failure(format!("cannot run `{}`: {error}", words[0])))?;
    let (out, errors) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let status = wait(&mut child, until);
    let Some(status) = status else {
        return Err(Failure(format!("`{shown}` did not finish within {} minutes", TIME.as_secs() / 60)));
    };
    let (out, errors) = (out.recv().unwrap_or_default(), errors.recv().unwrap_or_default());
    if !status.success() && !may_fail {
        return Err(Failure(format!("`{shown}` failed: {}", reason(&errors, &out))));
    }
    if out.len() as u64 > MOST_BYTES {
        return Err(Failure(format!("`{shown}` printed more than {MOST_BYTES} bytes")));
    }
    Ok(out)
}

/// Removes and sets variables of a command.
fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if REMOVED.contains(&&*text) || REMOVED_PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    for name in PATHS {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        if let Some(path) = value.and_then(|value| std::path::absolute(value).ok()) {
            command.env(name, path);
        }
    }
    command.env("TF_IN_AUTOMATION", "1").env("CHECKPOINT_DISABLE", "1");
}

/// Collects the output of a program, up to one byte more than the limit, in a thread that ends with the
/// program.
fn collect(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = (&mut pipe).take(MOST_BYTES + 1).read_to_end(&mut bytes);
            // a program whose output is not read would wait forever
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        let _ = send.send(bytes);
    });
    receive
}

/// Waits for a program; `None` if it was stopped because of the time limit.
fn wait(child: &mut Child, until: Instant) -> Option<std::process::ExitStatus> {
    let mut pause = Duration::from_millis(2);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= until {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}

/// The program's own error on one line.
fn reason(errors: &[u8], out: &[u8]) -> String {
    const MOST: usize = 400;
    let text = if errors.is_empty() { out } else { errors };
    let text = String::from_utf8_lossy(&text[..text.len().min(1 << 16)]);
    // the frame around the messages of Terraform
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, '╷' | '│' | '╵'))
        .filter(|word| !word.is_empty());
    let line: String = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.is_empty() => "it printed no reason".to_owned(),
        None => line,
    }
}
