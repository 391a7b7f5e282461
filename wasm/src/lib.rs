//! The WebAssembly binding: parse, call, convert, nothing else.
//!
//! The host writes numbers and texts into two reusable buffers (`buffers`) and calls an export. Small answers come back
//! as packed numbers (`numbers`), reports as plain objects (`events`). The layout of every number is written down
//! where it is read; `pkg/src/pack.ts` and `pkg/src/encode.ts` are the other side. Input was validated there: a number out of
//! its range is masked here, never trusted. Nothing is kept between calls but the buffers.

mod buffers;
mod events;
mod layout;
mod numbers;
mod units;
