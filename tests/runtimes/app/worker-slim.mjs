// workerd and ./slim, set up with a compiled module.
import * as core from "fidelity-floor/slim";
import * as transcript from "fidelity-floor/transcript";
import module from "fidelity-floor/fidelity_floor.wasm";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

core.init(module);

export default {
  fetch() {
    return Response.json(run({ ...core, ...transcript }, vectors));
  },
};
