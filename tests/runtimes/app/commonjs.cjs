const api = require("fidelity-floor");

Promise.all([import("./cases.mjs"), import("./vectors.mjs")]).then(([cases, vectors]) => {
  console.log(`RESULT ${JSON.stringify(cases.run(api, vectors.default))}`);
});
