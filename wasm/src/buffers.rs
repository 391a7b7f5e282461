//! Two reusable buffers that the host fills: bytes of text, and numbers.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// A byte buffer larger than this is freed after use: one huge event must not hold its memory for good.
const KEEP_BYTES: usize = 4 << 20;

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NUMBERS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Room for `len` bytes of UTF-8, what was written so far kept. The address holds until the next `reserve_bytes` or event.
#[wasm_bindgen]
pub fn reserve_bytes(len: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.resize(len.max(bytes.len()), 0);
        bytes.as_mut_ptr()
    })
}

/// Room for `len` numbers, aligned; 0 frees the buffer. The address holds until the next `reserve_numbers`.
#[wasm_bindgen]
pub fn reserve_numbers(len: usize) -> *mut f64 {
    NUMBERS.with_borrow_mut(|numbers| {
        if len == 0 {
            *numbers = Vec::new();
        }
        numbers.resize(len.max(numbers.len()), 0.0);
        numbers.as_mut_ptr()
    })
}

/// Runs `read` on the bytes. The buffer is taken out meanwhile, so that a host callback may start another event.
pub(crate) fn with_bytes<T>(read: impl FnOnce(&[u8]) -> T) -> T {
    let bytes = BYTES.take();
    let result = read(&bytes);
    if bytes.len() <= KEEP_BYTES {
        BYTES.replace(bytes);
    }
    result
}

/// Runs `read` on the first `len` numbers; it must not call the host.
pub(crate) fn with_numbers<T>(len: usize, read: impl FnOnce(&mut [f64]) -> T) -> T {
    NUMBERS.with_borrow_mut(|numbers| read(numbers.get_mut(..len).unwrap_or_default()))
}
