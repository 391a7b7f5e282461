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
}

let source: (() => ModuleSource) | undefined;
let compiled: WebAssembly.Module | undefined;
let live: Instance | undefined;

/** Says where the module comes from. An entry does this once; nothing is decoded or compiled before the first call. */
export function provide(from: () => ModuleSource): void {
  [source, compiled, live] = [from, undefined, undefined];
}

/** The module, compiled off the main thread where the engine can. */
export async function compile(): Promise<void> {
  const from = origin();
  try {
    const module = compiled ?? (from instanceof WebAssembly.Module ? from : await WebAssembly.compile(from));
    compiled ??= module;
  } catch (cause) {
    throw refused(cause);
  }
}

/** The live instance, made at the first call and after a trap. */
export function instance(): Instance {
  return live ?? start();
}

/** Runs one call. A trap gives `internal` and leaves the next call a fresh instance. */
export function run<T>(call: (instance: Instance) => T): T {
  const on = instance();
  try {
    return call(on);
  } catch (error) {
    throw trapped(on, error);
  }
}

/** What to throw for what came out of a call; drops the instance unless the error is one of ours. */
export function trapped(on: Instance, error: unknown): FidelityError {
  if (isFidelityError(error)) return error;
  if (isProblem(error)) return new FidelityError(error.code, error.path, error.expected, error.found);
  if (live === on) live = undefined;
  return new FidelityError("internal", "", "an answer", `a trap (${String(error)})`, { cause: error });
}

/** The number buffer with room for `length`. */
export function numberBuffer(on: Instance, length: number): Float64Array {
  if (on.numbers.length < length) {
    const pointer = on.binding.reserve_numbers(length);
    on.numbers = new Float64Array(on.binding.memory.buffer, pointer, length);
  }
  return on.numbers;
}

/** The three numbers beside a cycle's verdict. */
export function verdictSlot(on: Instance): Float64Array {
  if (on.verdict.length === 0) on.verdict = new Float64Array(on.binding.memory.buffer, on.binding.verdict_slot(), 3);
  return on.verdict;
}

function start(): Instance {
  try {
    if (compiled === undefined) {
      const from = origin();
      compiled = from instanceof WebAssembly.Module ? from : new WebAssembly.Module(from);
    }
    live = { binding: createBinding(compiled), verdict: new Float64Array(0), numbers: new Float64Array(0) };
    return live;
  } catch (cause) {
    throw refused(cause);
  }
}

function origin(): ModuleSource {
  if (source === undefined) throw new FidelityError("usage", "init", "a call of init(module) before any other", "none");
  return source();
}

function refused(cause: unknown): FidelityError {
  if (isFidelityError(cause)) return cause;
  return new FidelityError("internal", "", "an engine that compiles WebAssembly here", String(cause), { cause });
}

function isProblem(error: unknown): error is Pick<FidelityError, "code" | "path" | "expected" | "found"> {
  return typeof error === "object" && error !== null && !(error instanceof Error) && "code" in error && "expected" in error;
}
