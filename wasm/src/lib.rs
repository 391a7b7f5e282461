//! The WebAssembly binding: parse, call, convert, nothing else.
//!
//! The host writes numbers and texts into two reusable buffers (`buffer`, `bytes`) and calls an export. Small answers come back
//! as packed numbers (`numbers`, `batch`), the others as a list of numbers with texts beside it (`answer`). The layout of every number is written down
//! where it is read; `pkg/src/pack.ts`, `encode.ts` and `answer.ts` are the other side. Input was validated there: a number out of
//! its range is masked here, never trusted. Nothing is kept between calls but the buffers and what was
//! read of messages, which changes no answer.
//!
//! It is compiled twice: whole, and without the feature `whole` to the few KB that `decide`, `descend` and `check_cycle` take.

#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

#[cfg(feature = "whole")]
mod answer;
#[cfg(feature = "whole")]
mod batch;
mod buffer;
#[cfg(feature = "whole")]
mod bytes;
#[cfg(feature = "whole")]
mod events;
mod global;
mod layout;
mod numbers;
#[cfg(feature = "whole")]
mod store;
#[cfg(feature = "whole")]
mod units;
