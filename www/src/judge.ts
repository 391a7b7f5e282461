// The way to the judging. A short text that is the first is judged here, which is sooner than a worker starts; all else in the worker.
import wasm from "fidelity-floor/fidelity_floor.wasm?url";
import { init } from "fidelity-floor/slim";
import { calls, type Calls, wordsOf } from "./worker.js";

type Name = keyof Calls;
type Argument<N extends Name> = Parameters<Calls[N]>[0];
type Answer<N extends Name> = Awaited<ReturnType<Calls[N]>>;

/** A longer text is not judged on the main thread. */
const SHORT = 5000;

let script: string;
let module: Promise<WebAssembly.Module>;
let worker: Worker | undefined;
/** Whether anything was asked that needs no answer before it. */
let begun = false;
/** What is asked before the worker is there. */
const early: unknown[] = [];
const waiting = new Map<number, { done: (answer: never) => void; failed: (problem: Error) => void }>();
let count = 0;

/** Begins to compile the module, off the main thread; the worker will be made of `from`. Before any question. */
export function startJudge(from: string): void {
  script = from;
  module = WebAssembly.compileStreaming(fetch(wasm)).catch(async () => WebAssembly.compile(await (await fetch(wasm)).arrayBuffer())); // a host that does not know the type
}

/** Starts the worker with what was asked so far. */
function startWorker(): void {
  worker = new Worker(script, { type: "module" });
  worker.onmessage = ({ data: { id, answer, problem } }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) one?.done(answer as never);
    else one?.failed(new Error(problem));
  };
  worker.onerror = (event) => broken(event.message || "The worker did not start.");
  module.then((compiled) => worker?.postMessage({ module: compiled }), (problem) => broken(`The module does not load: ${String(problem)}`));
  for (const question of early) worker.postMessage(question);
}

function broken(why: string): void {
  for (const { failed } of waiting.values()) failed(new Error(why));
  waiting.clear();
}

/** Judges here what is asked first; the worker, which hears of it too, is started after it was shown. */
async function checkHere(event: Argument<"check">): Promise<Answer<"check">> {
  early.unshift({ name: "check", argument: event });
  try {
    init(await module);
    return calls.check(event);
  } catch (error) {
    throw new Error(wordsOf(error));
  } finally {
    setTimeout(startWorker);
  }
}

/** Asks. */
export function ask<N extends Name>(name: N, argument?: Argument<N>): Promise<Answer<N>> {
  // Why something was judged so is asked of the first example before it is judged here.
  const first = !begun && name !== "explain";
  if (first) begun = true;
  if (first && name === "check" && JSON.stringify(argument).length < SHORT) return checkHere(argument as Argument<"check">) as Promise<Answer<N>>;
  return new Promise((done, failed) => {
    count += 1;
    waiting.set(count, { done, failed });
    const question = { id: count, name, argument };
    if (worker === undefined) early.push(question);
    else worker.postMessage(question);
    if (first) startWorker();
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
