//! `--max-memory` and `--max-steps`: the only place that creates limits.

use hclx_core::Raise;
use hclx_eval::Limits;

/// The limits of a question from the flags.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitFlags {
    /// `--max-memory`, in bytes.
    memory: Option<u64>,
    /// `--max-steps`.
    steps: Option<u64>,
}

impl LimitFlags {
    /// Parses the flags.
    ///
    /// # Errors
    /// If a number of bytes is malformed.
    pub(crate) fn read(memory: Option<&str>, steps: Option<u64>) -> anyhow::Result<Self> {
        let memory = memory.map(|text| {
            bytes(text).ok_or_else(|| {
                anyhow::anyhow!("`--max-memory {text}`: expected a number of bytes, such as 64M or 1G")
            })
        });
        Ok(Self { memory: memory.transpose()?, steps })
    }

    /// The maximum length of a source under a memory limit: a source takes up to a hundred times its size
    /// in memory, and at most eight times the limit is used.
    pub(crate) fn longest_source(&self) -> Option<u64> {
        self.memory.map(|bytes| bytes / 16)
    }

    /// The limits of an editor's request, which is answered either quickly or not at all.
    pub(crate) fn of_request(&self) -> Limits {
        let limits = self.limits();
        Limits {
            steps: limits.steps.min(MOST_STEPS_OF_REQUEST),
            steps_per_source_byte: 0,
            raise: Raise::Never,
            ..limits
        }
    }

    /// The limits of one question.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::default();
        Limits {
            bytes: self.memory.unwrap_or(limits.bytes),
            steps: self.steps.unwrap_or(limits.steps),
            answer: self.memory.map_or(limits.answer, |bytes| bytes.min(limits.answer)),
            // an explicit limit also applies to large files
            per_source_byte: if self.memory.is_some() { 0 } else { limits.per_source_byte },
            steps_per_source_byte: if self.steps.is_some() { 0 } else { limits.steps_per_source_byte },
            raise: Raise::ByFlag,
            ..limits
        }
    }
}

/// The maximum number of steps of an editor's request: a quarter of a second.
const MOST_STEPS_OF_REQUEST: u64 = 4_000_000;

/// The maximum size of a block whose release affects how glibc's allocator handles freed memory.
const FREED: usize = 31 << 20;

/// Makes the allocator keep freed memory for later allocations. Otherwise it would return large blocks to the system,
/// which clears their pages each time. For commands that end when they have answered.
pub(crate) fn keep_freed_memory() {
    let mut block: Vec<u8> = Vec::new();
    // None of its pages is touched, and other allocators only provide it and take it back.
    let _ = block.try_reserve_exact(FREED);
    drop(std::hint::black_box(block));
}

/// Parses a number of bytes: digits, optionally followed by `K`, `M` or `G` for powers of 1024.
fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 10),
        None => match text.strip_suffix(['M', 'm']) {
            Some(digits) => (digits, 20),
            None => text.strip_suffix(['G', 'g']).map_or((text, 0), |digits| (digits, 30)),
        },
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_of_an_editor_have_lower_limits() {
        let limits = LimitFlags::default().of_request();
        assert_eq!(limits.steps, MOST_STEPS_OF_REQUEST);
        let budget = hclx_eval::Budget::new(limits);
        while budget.take_step() {}
        let said = budget.nothing_left().message();
        assert_eq!(said, "this needs more than the limit of 4000000 evaluation steps");
        let few = LimitFlags { steps: Some(10), ..LimitFlags::default() };
        assert_eq!(few.of_request().steps, 10);
    }
}
