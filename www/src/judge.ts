// The way to the worker. The module is compiled here, off the main thread, while the worker starts.
import wasm from "fidelity-floor/fidelity_floor.wasm?url";
import type { Calls } from "./worker.js";

type Name = keyof Calls;
type Argument<N extends Name> = Parameters<Calls[N]>[0];
type Answer<N extends Name> = Awaited<ReturnType<Calls[N]>>;

let worker: Worker;
const waiting = new Map<number, { done: (answer: never) => void; failed: (problem: Error) => void }>();
let count = 0;

/** Starts the worker from its script; before any question. */
export function startJudge(script: string): void {
  worker = new Worker(script, { type: "module" });
  worker.onmessage = ({ data: { id, answer, problem } }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) one?.done(answer as never);
    else one?.failed(new Error(problem));
  };
  worker.onerror = (event) => broken(event.message || "The worker did not start.");
  const address = new URL(wasm, import.meta.url);
  WebAssembly.compileStreaming(fetch(address))
    .catch(async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer())) // a host that does not know the type
    .then((module) => worker.postMessage({ module }), (problem) => broken(`The module does not load: ${String(problem)}`));
}

function broken(why: string): void {
  for (const { failed } of waiting.values()) failed(new Error(why));
  waiting.clear();
}

/** Asks the worker. */
export function ask<N extends Name>(name: N, argument?: Argument<N>): Promise<Answer<N>> {
  return new Promise((done, failed) => {
    count += 1;
    waiting.set(count, { done, failed });
    worker.postMessage({ id: count, name, argument });
  });
}

/**
 * Asks one kind of question again and again: while one is under way only the newest waits, the others are dropped, and so is
 * an answer that comes after a newer question.
 */
export function latest<N extends Name>(name: N, use: (answer: Answer<N>, argument: Argument<N>) => void, failed: (problem: Error) => void) {
  let busy = false;
  let next: { argument: Argument<N> } | undefined;
  const go = async (argument: Argument<N>): Promise<void> => {
    busy = true;
    try {
      const answer = await ask(name, argument);
      if (next === undefined) use(answer, argument);
    } catch (problem) {
      if (next === undefined) failed(problem as Error);
    }
    busy = false;
    const following = next;
    next = undefined;
    if (following !== undefined) void go(following.argument);
  };
  return (argument: Argument<N>): void => {
    if (busy) next = { argument };
    else void go(argument);
  };
}

/** {@link latest}, where a part of the question is another than last time. */
export function latestNew<N extends Name>(name: N, use: (answer: Answer<N>) => void, failed: (problem: Error) => void) {
  const question = latest(name, use, failed);
  let asked: unknown[] = [];
  return (argument: Argument<N> & object): void => {
    const now = Object.values(argument);
    if (now.every((one, index) => one === asked[index])) return;
    asked = now;
    question(argument);
  };
}
