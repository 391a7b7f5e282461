// Whether the WIT types have the names of the TypeScript types, which are made from the Rust ones: a line for each that differs.

/** Types of JSON that WIT says in another way, and those that the component does not have. */
const ELSEWHERE = {
  LabelledCycle: "nested there, flat in JSON",
  ...Object.fromEntries("Speaker Recency Group SelectionRow Selection".split(" ").map((name) => [name, "presets as tables"])),
  ...Object.fromEntries(
    ("StoreRecord Applied EntryState EntryView Coverage Loss Trace StepKind PlanStep Plan Difference DedupReason Merge Refusal Dedup " +
      "FidelityReason Fidelity").split(" ").map((name) => [name, "the memory store"]),
  ),
};

export function compareNames(wit, typescript) {
  const types = typesOf(wit);
  const problems = [];
  let compared = 0;
  for (const [, name, body] of typescript.matchAll(/^export type (\w+) = ([\s\S]*?);$(?=\n\n|\n*$)/gm)) {
    if (name in ELSEWHERE) continue;
    compared += 1;
    const there = types[kebab(name)];
    const names = namesIn(body);
    if (there?.join() !== names.join()) problems.push(`${kebab(name)}: WIT has ${there ?? "no such type"}, JSON ${names}`);
  }
  compared += 1;
  if (types["class-set"]?.join() !== types.class?.join()) problems.push("class-set: not the classes in their order");
  return { compared, problems };
}

const kebab = (name) => name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();

/** Fields of an object, cases of a union. */
function namesIn(body) {
  const text = body.replace(/\/\*\*[\s\S]*?\*\//g, "");
  const kinds = [...text.matchAll(/"kind": "([\w-]+)"/g)].map(([, kind]) => kind);
  if (kinds.length > 0) return kinds;
  if (text.trim().startsWith("{")) return [...text.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => kebab(field));
  return [...text.matchAll(/"([\w-]+)"/g)].map(([, name]) => name);
}

/** Name → fields or cases. */
function typesOf(wit) {
  const text = wit.replace(/\/\/.*$/gm, "").replaceAll("%", "");
  const types = [...text.matchAll(/\b(?:enum|flags|record|variant) ([\w-]+) \{([^}]*)\}/g)];
  return Object.fromEntries(types.map(([, name, body]) => [name, parts(body)]));
}

/** What stands between commas, without types and payloads. */
const parts = (body) => body.split(/,(?![^(<]*[)>])/).map((part) => part.split(/[:(]/)[0].trim()).filter((part) => part !== "");
