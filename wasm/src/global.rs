//! What lives as long as the module: it has one thread, no operating system, and nobody to tell of a panic.

use core::ops::Deref;

/// State of the module.
pub(crate) struct Global<T>(pub(crate) T);

#[cfg(target_feature = "atomics")]
compile_error!("the module is for one thread");

// SAFETY: a module of WebAssembly without atomics has one thread, so nothing is shared between threads. Elsewhere only tests
// compile this, and none of them uses it.
unsafe impl<T> Sync for Global<T> {}

impl<T> Deref for Global<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A trap; the host makes a fresh instance.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
