// J2, of every exported function: whatever comes in, at whatever place of its arguments, it gives what it always gives, or a
// FidelityError that names the place. Never another error, never a trap, never a hang.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as ff from "fidelity-floor";
import * as slim from "fidelity-floor/slim";
import { FUNCTIONS, MODULES } from "./lib/functions.mjs";
import { GARBAGE, places } from "./lib/garbage.mjs";

// A word of garbage may be taken for the path of a file.
process.chdir(mkdtempSync(join(tmpdir(), "garbage-")));

/** Verdicts that some functions throw: they are no errors of the input. */
const VERDICTS = ["FidelityFloorViolation", "CompactionInvariantError", "SummaryRefused"];

/** Where another field is to blame than the one with the garbage: a count that fits no more, an id that is no more there. */
const ELSEWHERE = /^(?:(?:history\[\d\]\.)?(?:gained|probes)(?:\[\d\])?|label|index|tokensAfter|pairs\[0\]\.(?:first|second)|records\[1\]\.replaces\[0\]|dropped|store\.prove\(\)|lexicon\[0\]\.pattern|node)$/;

/** Whether the host itself threw: a function or an iterator of its own that cannot be called, or a promise of its own that was rejected. */
const isTheirs = (path, valid, garbage) => (typeof valid === "function" && typeof garbage === "function") || path.endsWith(")") || (path === "records" && Object.hasOwn(garbage, Symbol.iterator));

async function problemOf({ call, args, names }, { path, value, put }, garbage) {
  const late = new Promise((resolve) => setTimeout(resolve, 5000, "no answer within 5 s").unref());
  const answered = (async () => {
    try {
      await call(...put(garbage));
      return undefined;
    } catch (error) {
      if (VERDICTS.includes(error?.name) || (!ff.isFidelityError(error) && isTheirs(path, value, garbage))) return undefined;
      if (!ff.isFidelityError(error)) return `raw ${error?.stack}`;
      if (error.code === "internal" || error.expected === "" || error.found === "") return `${error.code}: ${error.message}`;
      const named = error.path.startsWith(path) || path.startsWith(error.path) || ELSEWHERE.test(error.path);
      return named ? undefined : `${error.code} at ${error.path}`;
    }
  })();
  return Promise.race([answered, late]);
}

for (const [name, row] of Object.entries(FUNCTIONS)) {
  test(name, async () => {
    const first = await outcomeOf(row);
    let calls = 0;
    for (const place of places(row.args(), row.names)) {
      for (const [kind, make] of Object.entries(GARBAGE)) {
        calls += 1;
        const problem = await problemOf(row, place, make());
        assert.equal(problem, undefined, `${kind} at ${place.path === "" ? "the input" : place.path}`);
      }
    }
    assert.equal(calls, [...places(row.args(), row.names)].length * Object.keys(GARBAGE).length);
    assert.deepEqual(await outcomeOf(row), first, "nothing changed by all this");
  });
}

/** What a call without garbage comes to, as far as it can be compared. */
async function outcomeOf({ call, args }) {
  try {
    const answer = await call(...args());
    return answer !== null && typeof answer === "object" ? Object.keys(answer) : typeof answer;
  } catch (error) {
    assert.ok(VERDICTS.includes(error.name), error.stack);
    return error.name;
  }
}

test("no exported function is left out", () => {
  const called = Object.values(FUNCTIONS).map(({ call }) => String(call));
  const classes = ["CompactionInvariantError", "FidelityError", "FidelityFloorViolation", "SummaryRefused"];
  const missing = MODULES.flatMap((module) => Object.entries(module))
    .filter(([name, value]) => typeof value === "function" && !classes.includes(name))
    .filter(([name, value]) => !Object.hasOwn(FUNCTIONS, name) && !called.includes(String(value)) && !called.some((text) => new RegExp(`\\.${name}\\(|\\b${name}\\(`).test(text)))
    .map(([name]) => name);
  assert.deepEqual(missing, []);
});

test("init takes a module or its bytes, of whichever realm, and nothing else", () => {
  for (const [kind, make] of Object.entries(GARBAGE)) {
    if (kind === "bytes") continue;
    assert.throws(() => slim.init(make()), (error) => ff.isFidelityError(error) && error.code === "invalid-type" && error.path === "module", kind);
  }
});
