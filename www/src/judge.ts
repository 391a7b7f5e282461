// The way to the worker.
import type { Calls } from "./worker.js";

type Name = keyof Calls;
type Argument<N extends Name> = Parameters<Calls[N]>[0];
type Answer<N extends Name> = Awaited<ReturnType<Calls[N]>>;

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map<number, { done: (answer: never) => void; failed: (problem: Error) => void }>();
let count = 0;

worker.onmessage = ({ data: { id, answer, problem } }) => {
  const one = waiting.get(id);
  waiting.delete(id);
  if (problem === undefined) one?.done(answer as never);
  else one?.failed(new Error(problem));
};
worker.onerror = (event) => {
  for (const { failed } of waiting.values()) failed(new Error(event.message || "The worker did not start."));
  waiting.clear();
};

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
