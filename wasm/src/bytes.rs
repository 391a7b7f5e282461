//! One reusable buffer that the host fills with texts.

use crate::global::Global;
use alloc::vec::Vec;
use core::cell::RefCell;
use wasm_bindgen::prelude::*;

/// A buffer larger than this is freed after use: one huge event must not hold its memory for good.
const KEEP_BYTES: usize = 4 << 20;

/// Bytes of memory that a check takes for a byte of text; measured.
const MEMORY_FACTOR: usize = 24;
const GROWTH_STEPS: usize = 8;

static BYTES: Global<RefCell<Vec<u8>>> = Global(RefCell::new(Vec::new()));

/// Room for `len` bytes of UTF-8, what was written so far kept. The address holds until the next `reserve_bytes` or event.
#[wasm_bindgen]
pub fn reserve_bytes(len: usize) -> *mut u8 {
    let mut bytes = BYTES.borrow_mut();
    let length = len.max(bytes.len());
    bytes.resize(length, 0);
    bytes.as_mut_ptr()
}

/// Grows the memory in a few steps to what an event of `len` bytes of text takes. In the allocator's own steps of 64 KB, any
/// of which may set off a garbage collection of the host, a large event takes ten times as long.
pub(crate) fn grow(len: usize) {
    // Together as large as needed; each takes what is free already, or else grows the memory by itself alone.
    let rooms = [(); GROWTH_STEPS].map(|()| {
        let mut room: Vec<u8> = Vec::new();
        // Where there is no room for all, there may be for what is needed.
        let _ = room.try_reserve_exact(len.saturating_mul(MEMORY_FACTOR / GROWTH_STEPS));
        room
    });
    core::hint::black_box(&rooms);
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

/// Runs `write` on the first `len` bytes; it must not call the host.
pub(crate) fn with_bytes_mut<T>(len: usize, write: impl FnOnce(&mut [u8]) -> T) -> T {
    write(BYTES.borrow_mut().get_mut(..len).unwrap_or_default())
}
