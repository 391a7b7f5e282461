/** What an attempt came to: a value, an exception, or no answer in time. */
export type Attempt<T> = { kind: "done"; value: T } | { kind: "threw"; error: unknown } | { kind: "timed-out"; ms: number };

/**
 * Runs a callback of the host with a signal of its own, which is aborted with the outer one and when the time is up. Does not
 * wait for a callback that ignores its signal.
 *
 * @throws the reason of the outer signal, once that is aborted
 */
export async function attempt<T>(call: (signal: AbortSignal) => T | Promise<T>, outer: AbortSignal | undefined, ms: number | undefined): Promise<Attempt<T>> {
  outer?.throwIfAborted();
  const own = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  const ended = new Promise<Attempt<T>>((resolve, reject) => {
    onAbort = () => {
      own.abort(outer?.reason);
      reject(outer?.reason);
    };
    outer?.addEventListener("abort", onAbort, { once: true });
    if (ms !== undefined) {
      timer = setTimeout(() => {
        own.abort(new DOMException(`no answer within ${ms} ms`, "TimeoutError"));
        resolve({ kind: "timed-out", ms });
      }, ms);
    }
  });
  const answered = (async (): Promise<Attempt<T>> => {
    try {
      return { kind: "done", value: await call(own.signal) };
    } catch (error) {
      return { kind: "threw", error };
    }
  })();
  try {
    const result = await Promise.race([answered, ended]);
    outer?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onAbort);
    ended.catch(() => undefined);
  }
}
