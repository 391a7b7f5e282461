// workerd: the cases run in a request, as they would in production.
import * as core from "fidelity-floor";
import * as transcript from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

export default {
  fetch() {
    return Response.json(run({ ...core, ...transcript }, vectors));
  },
};
