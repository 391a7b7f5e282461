// What every source store must do. Gives a list of what went wrong; runs in every runtime.

export async function storeCases(store, { digestOf }) {
  const wrong = [];
  const is = (what, found, expected) => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) wrong.push(`${what}: ${left?.slice(0, 80)}, expected ${right?.slice(0, 80)}`);
  };
  const texts = { empty: "", short: "Never touch orders_archive.", wide: "Größe 漢字 🙂", long: "0123456789é".repeat(30_000) };
  for (const [name, text] of Object.entries(texts)) {
    const digest = await digestOf(text);
    is(`${name} before`, await store.prove(digest), { recoverable: false, why: "absent" });
    is(`${name} get before`, await store.get(digest), undefined);
    is(`${name} put`, await store.put(text), digest);
    is(`${name} put again`, await store.put(text), digest);
    is(`${name} prove`, await store.prove(digest), { recoverable: true });
    is(`${name} get`, (await store.get(digest)) === text, true);
  }
  const gone = await digestOf(texts.long);
  await store.delete(gone);
  is("deleted", await store.prove(gone), { recoverable: false, why: "absent" });
  await store.delete(gone);
  is("the others stay", await store.get(await digestOf(texts.short)), texts.short);
  return wrong;
}
