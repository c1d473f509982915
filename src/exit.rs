//! Exit codes, part of the command line's contract.

use std::process::ExitCode;

use hclx_diag::Diagnostic;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Success, or the answer is yes.
    Good,
    /// At least one error was found, or the answer is no.
    Bad,
    /// The command could not do its job.
    Failed,
}

impl Exit {
    /// The exit status for these findings: bad if one of them is an error.
    pub fn of<'d>(findings: impl IntoIterator<Item = &'d Diagnostic>) -> Self {
        if findings.into_iter().any(Diagnostic::is_error) { Exit::Bad } else { Exit::Good }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        // The order of the variants makes these 0, 1 and 2.
        ExitCode::from(exit as u8)
    }
}

/// The exit code of a run. Failures are reported on stderr. A closed pipe is not a failure, because its
/// reader has seen enough.
pub(crate) fn code(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        // results that could not be reported count as a failure
        Ok(_) if crate::output::is_mute() => Exit::Failed.into(),
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => Exit::Good.into(),
        Err(error) => {
            crate::output::say(&format!("hclx: {error:#}"));
            Exit::Failed.into()
        }
    }
}

/// Reports a panic with its place, and exits as if the command had failed.
pub(crate) fn announce_faults() {
    // Rust would exit with 101, a code that is not part of the contract.
    std::panic::set_hook(Box::new(|fault| {
        crate::output::say(&format!("hclx: internal error: {fault}"));
        std::process::exit(i32::from(Exit::Failed as u8));
    }));
}

/// Returns `true` if an error means that the reader has closed the output.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
