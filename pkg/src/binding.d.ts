// The exports of `wasm/`; the build makes the module from wasm-bindgen's output.

export interface Binding {
  readonly memory: WebAssembly.Memory;
  reserve_bytes(length: number): number;
  reserve_numbers(length: number): number;
  verdict_slot(): number;
  decide(bits: number): number;
  descend(own: number, parents: number): number;
  check_cycle(
    tokensBefore: number,
    tokensAfter: number,
    coverageBefore: number,
    coverageAfter: number,
    dedupRate: number,
    reference: boolean,
    k: number,
    noiseFloor: number,
    attractorWindow: number,
    priorDeltas: number,
  ): number;
  check_latest(rows: number, quiet: number, options: number, k: number, noiseFloor: number, attractorWindow: number): number;
  check_cycles(
    rows: number,
    judged: number,
    counted: boolean,
    quiet: number,
    options: number,
    k: number,
    noiseFloor: number,
    attractorWindow: number,
  ): number;
  calibrate(rows: number): unknown;
  check(numbers: number, counter?: (text: string) => number): unknown;
  verify(numbers: number, counter?: (text: string) => number): unknown;
  explain(numbers: number, index: number): unknown;
  extract(numbers: number): unknown;
  estimate_tokens(bytes: number): number;
  holders(numbers: number): void;
  choose(numbers: number): number;
  dedup(numbers: number): unknown;
}

/** A fresh instance. The small module lacks what carries texts, and `check_cycles`. */
export function createBinding(module: WebAssembly.Module): Binding;
