//! The three functions that the page calls: [`alloc`], [`ask`] and [`free`].
//!
//! This is the only file of the project with `unsafe` code. A WebAssembly module and its page share only
//! memory and numbers, so the page writes a question to one address and reads the answer from another.
//! Generated bindings would contain the same code and require imports.
//!
//! A text in memory consists of its length, in four little-endian bytes, and its bytes. The caller of
//! `alloc`, or the receiver of an answer, owns the text until it passes it to `ask`, as a question, or to
//! `free`.
#![expect(unsafe_code, reason = "addresses of memory that the page shares")]

/// The number of bytes before a text, which hold its length.
const HEAD: usize = 4;

/// Leaks a text with space for this many bytes, and returns its address.
fn leaked(mut text: Vec<u8>) -> *mut u8 {
    let length = u32::try_from(text.len() - HEAD).expect("a text that fits into memory");
    text[..HEAD].copy_from_slice(&length.to_le_bytes());
    Box::into_raw(text.into_boxed_slice()).cast()
}

/// Takes back ownership of the text at an address.
///
/// # Safety
/// The address was returned by [`leaked`], and has not been passed to this function since.
unsafe fn owned(text: *mut u8) -> Box<[u8]> {
    // SAFETY: `leaked` wrote the length before the text
    let length = u32::from_le_bytes(unsafe { text.cast::<[u8; HEAD]>().read() });
    let whole = std::ptr::slice_from_raw_parts_mut(text, HEAD + length as usize);
    // SAFETY: the same address and length as those of the box that `leaked` leaked
    unsafe { Box::from_raw(whole) }
}

/// Allocates a text of this many bytes, with its length set, and returns its address; the page writes the
/// bytes after the length.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(length: u32) -> *mut u8 {
    leaked(vec![0; HEAD + length as usize])
}

/// Answers a question, and frees it.
///
/// # Safety
/// The address was returned by [`alloc`], and is not used again.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn ask(question: *mut u8) -> *mut u8 {
    // SAFETY: as the caller promises
    let question = unsafe { owned(question) };
    let mut answer = vec![0; HEAD];
    answer.extend(crate::answer(&question[HEAD..]));
    leaked(answer)
}

/// Frees an answer.
///
/// # Safety
/// The address was returned by [`ask`] or [`alloc`], and is not used again.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(text: *mut u8) {
    // SAFETY: as the caller promises
    drop(unsafe { owned(text) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_written_to_memory_has_an_answer_there() {
        let question = br#"{"op": "unify", "types": ["number", "string"]}"#;
        let at = alloc(question.len() as u32);
        // SAFETY: the text has space for the question after its length, and each address is passed once
        let answer = unsafe {
            at.add(HEAD).copy_from_nonoverlapping(question.as_ptr(), question.len());
            let answer = ask(at);
            let length = u32::from_le_bytes(answer.cast::<[u8; HEAD]>().read());
            let text = std::slice::from_raw_parts(answer.add(HEAD), length as usize).to_vec();
            free(answer);
            text
        };
        let answer = String::from_utf8(answer).expect("UTF-8");
        assert!(answer.starts_with(r#"{"ok":true,"safe":"string""#), "{answer}");
        // SAFETY: an address of `alloc`
        unsafe { free(alloc(0)) };
    }
}
