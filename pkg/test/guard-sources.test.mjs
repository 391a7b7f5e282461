// Source stores: what was put comes back by its digest, whole or not at all.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { digestOf, memoryStore, sourceText, storeOver } from "fidelity-floor/sources";
import { fileStore, writeAtomically } from "fidelity-floor/sources/node";
import { storeCases } from "../../tests/runtimes/app/store-cases.mjs";

const folder = () => mkdtemp(join(tmpdir(), "fidelity-floor-"));
const api = { digestOf };

test("memory", async () => assert.deepEqual(await storeCases(memoryStore(), api), []));
test("files", async () => assert.deepEqual(await storeCases(fileStore(await folder()), api), []));

/** A place for bytes that can be looked into. */
function place(limit) {
  const values = new Map();
  const blobs = {
    put: async (key, bytes) => {
      if (limit !== undefined && bytes.length > limit) throw new RangeError("too large a value");
      values.set(key, bytes.slice());
    },
    get: async (key) => values.get(key),
    delete: async (key) => void values.delete(key),
    ...(limit === undefined ? {} : { limit }),
  };
  return { values, blobs };
}

test("values with a limit: longer texts in parts", async () => {
  const { blobs } = place(1000);
  assert.deepEqual(await storeCases(storeOver(blobs), api), []);
  const { values: few, blobs: again } = place(10);
  const store = storeOver(again);
  const digest = await store.put("0123456789abcdefghij!");
  assert.equal(few.size, 4, "three parts and the list of them");
  // Any part that is gone or turned makes the whole unreadable, and putting it again mends it.
  for (const key of [...few.keys()]) {
    const kept = few.get(key);
    few.delete(key);
    assert.equal(await store.get(digest), undefined, `without ${key}`);
    few.set(key, kept.map((byte) => byte ^ 255));
    assert.equal(await store.get(digest), undefined, `with ${key} turned`);
    await store.put("0123456789abcdefghij!");
    assert.equal(await store.get(digest), "0123456789abcdefghij!");
  }
  await store.delete(digest);
  assert.equal(few.size, 0);
});

test("every single byte that turns is found", async () => {
  const { values, blobs } = place();
  const store = storeOver(blobs);
  const digest = await store.put('[{"role":"user","text":"Größe 漢字 🙂"}]');
  const bytes = values.get(digest.slice(7));
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] ^= 1;
    assert.equal((await store.prove(digest)).recoverable, false, `byte ${index}`);
    bytes[index] ^= 1;
  }
  assert.deepEqual(await store.prove(digest), { recoverable: true });
});

test("a write that stopped anywhere leaves the store as it was", async () => {
  for (let stop = 0; stop < 4; stop++) {
    const { blobs } = place(10);
    let writes = 0;
    const store = storeOver({ ...blobs, put: (key, bytes) => (writes++ === stop ? Promise.reject(new Error("power")) : blobs.put(key, bytes)) });
    const digest = await digestOf("0123456789abcdefghij!");
    await assert.rejects(store.put("0123456789abcdefghij!"), /power/);
    assert.deepEqual(await store.prove(digest), { recoverable: false, why: "absent" }, `after ${stop} writes`);
    assert.equal(await store.put("0123456789abcdefghij!"), digest);
    assert.deepEqual(await store.prove(digest), { recoverable: true });
  }
});

test("the text of messages is spelt in one way", async () => {
  assert.equal(sourceText([{ text: "a", role: "user", extra: 1 }, { summary: true, role: "user", text: "é\n" }]), '[{"role":"user","text":"a"},{"role":"user","summary":true,"text":"é\\n"}]');
  assert.equal(sourceText([{ role: "user", text: "a", summary: false }]), '[{"role":"user","text":"a"}]');
});

test("a file is replaced whole, and nothing lies about afterwards", async () => {
  const at = await folder();
  const file = join(at, "context.json");
  await writeAtomically(file, "old");
  await writeAtomically(file, "new");
  assert.equal(await readFile(file, "utf8"), "new");
  await assert.rejects(writeAtomically(join(at, "none", "x"), "y"), { code: "ENOENT" });
  assert.deepEqual(await readdir(at), ["context.json"]);
});

test("two that write the same text at once do not disturb each other", async () => {
  const at = await folder();
  const store = fileStore(at);
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index % 4}`);
  const digests = await Promise.all(texts.map((text) => store.put(text)));
  for (const [index, digest] of digests.entries()) assert.equal(await store.get(digest), texts[index]);
  assert.equal((await readdir(at)).length, 4);
});

test("digests from outside are checked before a file is named after them", async () => {
  const store = fileStore(await folder());
  await assert.rejects(store.get("sha256:../../etc/passwd"), { name: "FidelityError", path: "digest" });
  assert.deepEqual(await store.prove("../x"), { recoverable: false, why: "unreadable" });
  await assert.rejects(store.put("\ud800"), { code: "lone-surrogate" });
});
