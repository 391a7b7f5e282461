// Values that no documentation asks for, made anew for each call.
import vm from "node:vm";

const thrower = () => {
  throw new RangeError("the host's own error");
};
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const circle = (value, put) => (put(value), value);
const realm = vm.createContext();
let deep = [];
for (let level = 0; level < 20_000; level++) deep = [deep];
const traps = (what) => Object.fromEntries(["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"].map((trap) => [trap, what]));

/** Name and maker of each. */
export const GARBAGE = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  zero: () => 0,
  "minus zero": () => -0,
  NaN: () => NaN,
  Infinity: () => Infinity,
  "minus one": () => -1,
  "a fraction": () => 1.5,
  "2 to the 53": () => 2 ** 53,
  "a bigint": () => 1n,
  "a symbol": () => Symbol("garbage"),
  "an empty string": () => "",
  "a word": () => "garbage",
  "half a character": () => "a\ud800b",
  "__proto__": () => "__proto__",
  "a boxed string": () => Object("garbage"),
  "a boxed number": () => Object(1),
  "an empty array": () => [],
  "an array of null": () => [null],
  "an array with a hole": () => [, "garbage"],
  "an array of holes": () => new Array(2 ** 32 - 1),
  "an array in itself": () => circle([], (array) => array.push(array)),
  "an array of 20000 levels": () => deep,
  "an empty object": () => ({}),
  "an object without prototype": () => Object.assign(Object.create(null), { garbage: 1 }),
  "an object in itself": () => circle({}, (object) => (object.garbage = object)),
  "an object with a __proto__ of its own": () => JSON.parse('{"__proto__": {"garbage": 1}}'),
  "a frozen object": () => Object.freeze({ garbage: Object.freeze([]) }),
  "an object of another realm": () => vm.runInContext("({ garbage: [1] })", realm),
  "an array of another realm": () => vm.runInContext("[1]", realm),
  "a date": () => new Date(NaN),
  "a map": () => new Map([["garbage", 1]]),
  "a regular expression": () => /garbage/,
  bytes: () => new Uint8Array(3),
  "an error": () => new Error("garbage"),
  "a class": () => class Garbage {},
  "a function that throws": () => thrower,
  "a function of nothing": () => () => undefined,
  "a promise": () => Promise.resolve(1),
  "a promise that is rejected": () => circle(Promise.reject(new RangeError("the host's own error")), (promise) => promise.catch(() => undefined)),
  "a then that throws": () => ({ then: thrower }),
  "a getter that throws": () => Object.defineProperty({}, "garbage", { get: thrower, enumerable: true }),
  "an item that throws": () => Object.defineProperty([1], 0, { get: thrower, enumerable: true }),
  "no way to a primitive": () => ({ toString: thrower, valueOf: thrower, toJSON: thrower, [Symbol.toPrimitive]: thrower }),
  "an iterator that throws": () => ({ [Symbol.iterator]: thrower }),
  "a proxy whose traps throw": () => new Proxy({}, traps(thrower)),
  "an array proxy whose traps throw": () => new Proxy([], traps(thrower)),
  "a proxy of all fields": () => circle({}, () => undefined) && new Proxy({}, { get: (_, key, self) => (key === "then" || typeof key === "symbol" ? undefined : self) }),
  "a revoked proxy": () => revoked({}),
  "a revoked array": () => revoked([]),
  "a revoked function": () => revoked(() => undefined),
};

/** Each place within arguments: its path, which begins with the name of the parameter, what stands there, and a copy with something else there. */
export function* places(args, names) {
  const walk = function* (value, path, put) {
    yield { path, value, put };
    if (typeof value !== "object" || value === null || (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value))) return;
    for (const key of Object.keys(value)) {
      const here = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
      yield* walk(value[key], here, (garbage) => put(Array.isArray(value) ? value.with(Number(key), garbage) : { ...value, [key]: garbage }));
    }
  };
  for (const [index, arg] of args.entries()) yield* walk(arg, names[index] ?? "", (garbage) => args.with(index, garbage));
}
