const api = { ...require("fidelity-floor"), ...require("fidelity-floor/transcript") };

Promise.all([import("./cases.mjs"), import("./vectors.mjs")]).then(([cases, vectors]) => {
  console.log(`RESULT ${JSON.stringify(cases.run(api, vectors.default))}`);
});
