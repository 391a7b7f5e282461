//! One reusable buffer that the host fills with numbers.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static NUMBERS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
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

/// Runs `read` on the first `len` numbers; it must not call the host.
pub(crate) fn with_numbers<T>(len: usize, read: impl FnOnce(&mut [f64]) -> T) -> T {
    NUMBERS.with_borrow_mut(|numbers| read(numbers.get_mut(..len).unwrap_or_default()))
}
