const core = require("fidelity-floor");
const transcript = require("fidelity-floor/transcript");

Promise.all([import("./cases.mjs"), import("./vectors.mjs"), import("fidelity-floor")]).then(([cases, vectors, same]) => {
  const result = cases.run({ ...core, ...transcript }, vectors.default);
  if (core.FidelityError !== same.FidelityError || core.decide !== same.decide) result.failed.push("require and import give two instances");
  console.log(`RESULT ${JSON.stringify(result)}`);
});
