// workerd and ./slim, set up with a compiled module.
import * as api from "fidelity-floor/slim";
import module from "fidelity-floor/fidelity_floor.wasm";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

api.init(module);

export default {
  fetch() {
    return Response.json(run(api, vectors));
  },
};
