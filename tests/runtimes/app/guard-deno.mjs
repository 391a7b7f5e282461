// Deno, with its KV in a file.
import * as guard from "fidelity-floor/guard";
import { denoKvStore } from "fidelity-floor/sources";
import { guardCases, turned } from "./guard-cases.mjs";

const kv = await Deno.openKv(Deno.args[0]);
const turn = async (key) => {
  const { value: head } = await kv.get(["fidelity-floor", key]);
  const at = ["fidelity-floor", head[0] === 1 ? `${key}.1` : key];
  await kv.set(at, turned((await kv.get(at)).value));
};
const result = await guardCases(guard, [{ name: "Deno KV", store: denoKvStore(kv), turn }]);
kv.close();
console.log(`RESULT ${JSON.stringify(result)}`);
