// Runs the rows of tests/vectors/malformed.json that call the package: in Node, Deno and wherever else. No imports.

/** What a value of the table stands for. */
export function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== "object" || value === null) return value;
  if ("$" in value) return Number(value.$);
  if ("$repeat" in value) return value.$repeat[0].repeat(value.$repeat[1]);
  if ("$join" in value) return value.$join.map(expand).join("");
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]));
}

/** Calls the function that a row names and tells how its error differs from the one expected; undefined if it does not. */
export function problemWith(row, api) {
  const expected = `${row.code} at "${row.path}"`;
  try {
    api[row.call](...expand(row.args));
  } catch (error) {
    const found = api.isFidelityError(error) ? `${error.code} at "${error.path}"` : `${error}`;
    return found === expected ? undefined : `expected ${expected}, found ${found}`;
  }
  return `expected ${expected}, found no error`;
}
