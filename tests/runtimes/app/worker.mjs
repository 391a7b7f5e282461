// workerd: the cases run in a request, as they would in production.
import * as api from "fidelity-floor";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

export default {
  fetch() {
    return Response.json(run(api, vectors));
  },
};
