//! One reusable buffer that the host fills with texts.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// A buffer larger than this is freed after use: one huge event must not hold its memory for good.
const KEEP_BYTES: usize = 4 << 20;

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for `len` bytes of UTF-8, what was written so far kept. The address holds until the next `reserve_bytes` or event.
#[wasm_bindgen]
pub fn reserve_bytes(len: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.resize(len.max(bytes.len()), 0);
        bytes.as_mut_ptr()
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
