//! Links the core into a program that has no std, no operating system and an allocator of twenty lines.
//! `run.mjs` runs it.
#![no_std]

extern crate alloc;

use alloc::format;
use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use fidelity_floor::{ClassSet, Conditions, Contract, Decision, Event, Message, Policy, Role, check, decide};

const ARENA: usize = 4 << 20;

/// Hands out memory and never takes it back: enough for one call.
struct Bump(UnsafeCell<(usize, [u8; ARENA])>);

// SAFETY: this program has one thread.
unsafe impl Sync for Bump {}

// SAFETY: every block lies in the arena, is aligned, and is handed out once.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let arena = self.0.get();
        // SAFETY: one thread, and no reference to the arena outlives this call.
        unsafe {
            let base = (&raw mut (*arena).1).cast::<u8>();
            let address = (base as usize + (*arena).0).next_multiple_of(layout.align());
            let start = address - base as usize;
            if start + layout.size() > ARENA {
                return core::ptr::null_mut();
            }
            (*arena).0 = start + layout.size();
            base.add(start)
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Bump = Bump(UnsafeCell::new((0, [0; ARENA])));

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

fn code(decision: Decision) -> u32 {
    match decision {
        Decision::Certified => 0,
        Decision::Provisional => 1,
        Decision::Refuse => 2,
    }
}

/// B2 with all classes required, the first `certified` bits certified, and C1 as given.
#[unsafe(no_mangle)]
pub extern "C" fn decide_code(all_certified: bool, recoverable: bool, strict: bool) -> u32 {
    let certified = if all_certified { ClassSet::ALL } else { ClassSet::EMPTY };
    let contract = Contract { required: ClassSet::ALL, certified, generation: 1, ancestry_certified: true };
    let conditions = Conditions { source_recoverable: recoverable, consumer_strict: strict, ..Conditions::default() };
    code(decide(&contract, &conditions, Policy::Any).decision)
}

/// A whole check: a rule and a path, and a summary that keeps them or not. 9 means an error.
#[unsafe(no_mangle)]
pub extern "C" fn check_code(keeps: bool) -> u32 {
    let rule = "Do not touch /srv/data/ledger.db.";
    let source = [Message { role: Role::User, text: rule, summary: false }];
    let summary = if keeps { format!("The user said: {rule}") } else { "Some work was done on the report.".into() };
    let mut event = Event::new(&source, &summary);
    event.conditions.consumer_strict = true;
    check(&event).map_or(9, |report| code(report.decision))
}
