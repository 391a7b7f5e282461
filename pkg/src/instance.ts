import { type Binding, createBinding } from "./binding.js";
import { FidelityError, isFidelityError } from "./errors.js";
import type { ModuleSource } from "./source.js";

/** One WebAssembly instance and the views over its memory. */
export interface Instance {
  readonly binding: Binding;
  /** Where a cycle's numbers are left; empty once the memory grew. */
  verdict: Float64Array;
  /** The number buffer; empty once the memory grew. */
  numbers: Float64Array;
  /** What the call that runs counts tokens with. */
  counter: Counter;
  /** Bytes of the texts that were written last. */
  texts: number;
}

/** Never throws; gives a whole number. */
export type Counter = (text: string) => number;

/** A WebAssembly module from where it comes to its live instance. */
interface Unit {
  origin: (() => ModuleSource) | undefined;
  compiled: WebAssembly.Module | undefined;
  live: Instance | undefined;
}

/** The whole binding. */
const whole: Unit = { origin: undefined, compiled: undefined, live: undefined };
/** The binding without texts and batches: a few KB that start in a fraction of the time. */
const small: Unit = { ...whole };

/** Most bytes of text in one event. */
let most = 0;
export const textLimit = (): number => most;

/** What fits into the 4 GiB that a module can address, at the some 26 bytes of memory for a byte of text that `npm run bench growth` shows. */
export const MOST_TEXT = 128 * 2 ** 20;
/** What fits into an isolate of 128 MB, as edge runtimes have. */
export const MOST_TEXT_EDGE = 2 * 2 ** 20;

/**
 * Says where the module comes from, and the small one, if there is one, and how much text an event may have. An entry does this
 * once; nothing is decoded or compiled before the first call.
 */
export function provide(from: () => ModuleSource, fromSmall?: () => ModuleSource, mostText = MOST_TEXT): void {
  most = mostText;
  Object.assign(whole, { origin: from, compiled: undefined, live: undefined });
  Object.assign(small, { origin: fromSmall, compiled: undefined, live: undefined });
}

/** The whole module, compiled off the main thread where the engine can, and the small one. */
export async function compile(): Promise<void> {
  try {
    const from = origin(whole);
    const module = whole.compiled ?? (from instanceof WebAssembly.Module ? from : await WebAssembly.compile(from));
    whole.compiled ??= module;
  } catch (cause) {
    throw refused(cause);
  }
}

/** The live instance for every call, made at the first and after a trap. */
export function instance(): Instance {
  return whole.live ?? start(whole);
}

/** The live instance for `decide`, `descend` and `check_cycle`, and for nothing else. */
export function smallInstance(): Instance {
  return small.live ?? start(small.origin === undefined ? whole : small);
}

/** Runs one call. A trap gives `internal`, or `too-large` where the memory was full, and leaves the next call a fresh instance. */
export function run<T>(call: (instance: Instance) => T, on = instance()): T {
  try {
    return call(on);
  } catch (error) {
    throw trapped(on, error);
  } finally {
    // A memory never shrinks: one huge event must not hold its own for good.
    if (whole.live === on && on.binding.memory.buffer.byteLength > KEEP_MEMORY) whole.live = undefined;
  }
}
const KEEP_MEMORY = 64 * 2 ** 20;

/** What to throw for what came out of a call; drops the instance unless the error is one of ours. */
export function trapped(on: Instance, error: unknown): FidelityError {
  if (isFidelityError(error)) return error;
  for (const unit of [whole, small]) if (unit.live === on) unit.live = undefined;
  if (error instanceof WebAssembly.RuntimeError && isFull(on)) {
    const mebibytes = Math.round(on.binding.memory.buffer.byteLength / 2 ** 20);
    return new FidelityError("too-large", "", "texts that the memory here has room for", `no room beyond ${mebibytes} MiB`, { cause: error });
  }
  return new FidelityError("internal", "", "an answer", `a trap (${String(error)})`, { cause: error });
}

/** Whether a memory has no room for what its texts may ask for, nor to double: then it was that which made a trap. It is not used again. */
function isFull({ binding: { memory }, texts }: Instance): boolean {
  try {
    memory.grow(Math.ceil(Math.max(memory.buffer.byteLength, texts * MEMORY_FACTOR) / PAGE));
    return false;
  } catch {
    return true;
  }
}
/** As in `wasm/src/bytes.rs`. */
const MEMORY_FACTOR = 24;
const PAGE = 2 ** 16;

/** Runs one call with a counter, which may itself call the library. */
export function counting<T>(on: Instance, counter: Counter, call: () => T): T {
  const outer = on.counter;
  on.counter = counter;
  try {
    return call();
  } finally {
    on.counter = outer;
  }
}

/** The number buffer with room for `length`. */
export function numberBuffer(on: Instance, length: number): Float64Array {
  if (on.numbers.length < length) {
    const pointer = on.binding.reserve_numbers(length) >>> 0;
    on.numbers = new Float64Array(on.binding.memory.buffer, pointer, length);
  }
  return on.numbers;
}

/** The five numbers beside a cycle's verdict. */
export function verdictSlot(on: Instance): Float64Array {
  if (on.verdict.length === 0) on.verdict = new Float64Array(on.binding.memory.buffer, on.binding.verdict_slot() >>> 0, 5);
  return on.verdict;
}

function start(unit: Unit): Instance {
  if (unit.live !== undefined) return unit.live;
  try {
    if (unit.compiled === undefined) {
      const from = origin(unit);
      unit.compiled = from instanceof WebAssembly.Module ? from : new WebAssembly.Module(from);
    }
    const live: Instance = {
      binding: createBinding(unit.compiled, (text) => live.counter(text)),
      verdict: new Float64Array(0),
      numbers: new Float64Array(0),
      counter: () => 0,
      texts: 0,
    };
    return (unit.live = live);
  } catch (cause) {
    throw refused(cause);
  }
}

function origin(unit: Unit): ModuleSource {
  if (unit.origin === undefined) throw new FidelityError("usage", "init", "a call of init(module) before any other", "none");
  return unit.origin();
}

function refused(cause: unknown): FidelityError {
  if (isFidelityError(cause)) return cause;
  return new FidelityError("internal", "", "an engine that compiles WebAssembly here", String(cause), { cause });
}
