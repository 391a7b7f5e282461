// Runtimes that are a program: it runs a file and prints `RESULT {…}`.
import { node, nodeVersions, runtime, runtimes } from "../../scripts/lib/tools.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { join } from "node:path";

/** The result that a program printed, and it alone. */
export async function resultOf(command, args, options) {
  const { out, ok, timedOut } = await run(command, args, { seconds: 90, ...options });
  const [line, more] = out.trim().split("\n");
  // Nothing beside it: a warning of the runtime would be a configuration that somebody has to make.
  if (ok && more === undefined && line.startsWith("RESULT ")) return JSON.parse(line.slice("RESULT ".length));
  return { problem: `${timedOut ? "no answer in time" : "no result"}\n${out.trim().slice(0, 4000)}` };
}

const nodes = Object.keys(nodeVersions).flatMap((major) =>
  Object.entries({ ESM: "esm.mjs", CommonJS: "commonjs.cjs", "slim, bytes": "slim-bytes.mjs" }).map(([kind, file]) => ({
    name: `Node ${major}, ${kind}`,
    missing: () => !node(major),
    run: (app) => resultOf(node(major), [file], { cwd: app }),
  })),
);

export const programRuntimes = [
  ...nodes,
  {
    name: "Node, esbuild bundle",
    missing: () => !runtime("esbuild"),
    async run(app) {
      const bundle = await bundled(app, "esm.mjs", "bundle-node.mjs", ["--platform=node"]);
      return bundle.problem ? bundle : resultOf(process.execPath, [bundle.file], { cwd: app });
    },
  },
  {
    // No permission flag, and no prompt: whatever the package would ask for is refused.
    name: "Deno, no permissions",
    missing: () => !runtime("deno"),
    run: (app) => resultOf(runtime("deno"), ["run", "--no-prompt", "esm.mjs"], { cwd: app, env: { DENO_NO_UPDATE_CHECK: "1" } }),
  },
  {
    name: "Bun",
    missing: () => !runtime("bun"),
    run: (app) => resultOf(runtime("bun"), ["run", "esm.mjs"], { cwd: app }),
  },
];

/** An esbuild bundle of one file with no setting but its platform or condition. */
export async function bundled(app, from, to, args = []) {
  const esbuild = join(runtimes, "node_modules", ".bin", "esbuild");
  const { ok, out } = await run(esbuild, [from, "--bundle", "--format=esm", `--outfile=${to}`, "--log-level=warning", ...args], {
    cwd: app,
    seconds: 60,
  });
  // A package that needs no setting draws no warning either.
  return ok && out.trim() === "" ? { file: to } : { problem: `esbuild:\n${out}` };
}
