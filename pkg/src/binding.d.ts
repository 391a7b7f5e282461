// The exports of `wasm/` as the engine gives them; the build makes the module from wasm-bindgen's output. Addresses come back signed: a view
// over one takes `address >>> 0`.

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
    options: number,
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
  // What follows gives the address of an answer, which `answer.ts` reads.
  calibrate(rows: number): number;
  check(numbers: number, counted: boolean): number;
  verify(numbers: number, counted: boolean): number;
  explain(numbers: number, index: number): number;
  extract(numbers: number): number;
  prepare(numbers: number): number;
  holders(numbers: number): number;
  dedup(numbers: number): number;
  // Numbers themselves.
  estimate_tokens(bytes: number): number;
  choose(numbers: number): number;
}

/** A fresh instance. The small module lacks what carries texts, and `check_cycles`. `count_tokens` is called where `counted` was said. */
export function createBinding(module: WebAssembly.Module, count_tokens: (text: string) => number): Binding;
