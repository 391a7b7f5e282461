//! One reusable buffer that the host fills with numbers.

use crate::global::Global;
use alloc::vec::Vec;
use core::cell::RefCell;
use wasm_bindgen::prelude::*;

static NUMBERS: Global<RefCell<Vec<f64>>> = Global(RefCell::new(Vec::new()));

/// Room for `len` numbers, aligned; 0 frees the buffer. The address holds until the next `reserve_numbers`.
#[wasm_bindgen]
pub fn reserve_numbers(len: usize) -> *mut f64 {
    let mut numbers = NUMBERS.borrow_mut();
    if len == 0 {
        *numbers = Vec::new();
    }
    let length = len.max(numbers.len());
    numbers.resize(length, 0.0);
    numbers.as_mut_ptr()
}

/// Runs `read` on the first `len` numbers; it must not call the host.
pub(crate) fn with_numbers<T>(len: usize, read: impl FnOnce(&mut [f64]) -> T) -> T {
    read(NUMBERS.borrow_mut().get_mut(..len).unwrap_or_default())
}
