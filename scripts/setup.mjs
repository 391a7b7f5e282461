// Installs what the project needs and the machine lacks; says what it does, and is quiet when nothing is to do.
//
//   node scripts/setup.mjs --build   what `npm run build` needs
//   node scripts/setup.mjs --test    that, and every runtime that `npm test` runs the package in
//   node scripts/setup.mjs --component   what `npm run component` and its test need, and no more
//
// Beyond node_modules everything goes into .tools/ (git-ignored), but for Rust targets (rustup) and browsers (apt-get).
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, seconds } from "./lib/run.mjs";
import { addTarget } from "./lib/rust-target.mjs";
import * as t from "./lib/tools.mjs";

const forTests = process.argv.includes("--test");
const forComponent = process.argv.includes("--component");
if (!forTests && !forComponent && !process.argv.includes("--build")) {
  console.error("usage: node scripts/setup.mjs --build | --test | --component");
  process.exit(2);
}
mkdirSync(t.logs, { recursive: true });
const failures = [];

/** Runs one installation with a line before and, when it took long or failed, a line after. */
async function install(what, command, args, options = {}) {
  console.log(`setup: installing ${what}`);
  const log = join(t.logs, `setup-${what.replace(/[^\w.-]+/g, "-")}.log`);
  const result = await run(command, args, { cwd: t.root, seconds: 1200, log, ...options });
  if (result.ok) console.log(`setup: installed ${what} (${seconds(result.ms)})`);
  else failures.push({ what, optional: options.optional, output: result.out });
  return result.ok;
}

async function cargoTool(name, version) {
  const found = t.which(name);
  if (found && (await run(found, ["--version"])).out.includes(` ${version}`)) return;
  // No --locked: the lock file of wasm-bindgen-cli names versions that are gone.
  await install(`${name} ${version}`, "cargo", ["install", "--root", t.tools, "--force", `${crates[name]}@${version}`]);
}
const crates = { "wasm-bindgen": "wasm-bindgen-cli", "wasm-pack": "wasm-pack" };

/** Whether node_modules of a folder holds what its lock file says. */
function upToDate(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const have = packages(installed);
  return Object.entries(packages(join(folder, "package-lock.json"))).every(
    ([path, p]) => !path.startsWith("node_modules/") || p.optional || have[path]?.version === p.version,
  );
}

async function npmPackages(what, folder) {
  if (upToDate(folder)) return;
  await install(what, "npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
}

/** The packages of component/requirements.txt, in a folder of their own: no virtual environment, nothing of the system's touched. */
async function installPython() {
  const requirements = join(t.componentFolder, "requirements.txt");
  const wanted = readFileSync(requirements, "utf8").trim().split("\n");
  if (wanted.every((line) => existsSync(join(t.pythonPackages, `${line.replace("==", "-")}.dist-info`)))) return;
  const hasPip = async () => t.which("python3") !== undefined && (await run("python3", ["-m", "pip", "--version"])).ok;
  const apt = process.getuid?.() === 0 && t.which("apt-get");
  if (!(await hasPip()) && apt) {
    await install("the package lists of apt", apt, ["update"], { env: { DEBIAN_FRONTEND: "noninteractive" }, optional: true });
    await install("pip", apt, ["install", "-y", "--no-install-recommends", "python3", "python3-pip"], { env: { DEBIAN_FRONTEND: "noninteractive" }, optional: true });
  }
  if (!(await hasPip())) {
    console.log("setup: python3 with pip not found; the component will not be tested in Python (Debian: apt-get install python3 python3-pip)");
    return;
  }
  const args = ["-m", "pip", "install", "--disable-pip-version-check", "--only-binary", ":all:", "--upgrade", "--target", t.pythonPackages, "-r", requirements];
  await install(`${wanted.join(", ")} for Python`, "python3", args, { optional: true });
}

async function nodeVersion(major) {
  if (t.node(major)) return;
  const wanted = `${t.nodePackage}@${t.nodeVersions[major]}`;
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", t.nodeFolder(major), wanted];
  mkdirSync(t.nodeFolder(major), { recursive: true });
  await install(`Node ${t.nodeVersions[major]}`, "npm", args, { optional: true });
}

async function installBrowsers() {
  const missing = Object.keys(t.browsers).filter((name) => !t.browsers[name]());
  if (missing.length === 0) return;
  const apt = process.getuid?.() === 0 && t.which("apt-get");
  if (!apt) {
    console.log(`setup: ${missing.join(" and ")} not found; install it, or name the program in ${missing.join(" and ").toUpperCase()}`);
    return;
  }
  const packages = missing.map((name) => ({ chromium: "chromium", firefox: "firefox-esr" })[name]);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await install("the package lists of apt", apt, ["update"], { env, optional: true });
  await install(packages.join(" and "), apt, ["install", "-y", "--no-install-recommends", ...packages], { env, optional: true });
}

// Three lanes side by side: cargo keeps the processors busy, npm and apt the network.
async function cargoLane() {
  for (const target of ["wasm32-unknown-unknown", ...(forTests ? ["wasm32v1-none"] : [])]) {
    const problem = await addTarget(target);
    if (problem) failures.push({ what: `Rust target ${target}`, output: problem });
  }
  if (forComponent) return;
  await cargoTool("wasm-bindgen", t.wasmBindgenVersion());
  await cargoTool("wasm-pack", t.wasmPackVersion);
}
async function npmLane() {
  await npmPackages("npm packages", t.root);
  if (forTests || forComponent) await npmPackages("npm packages of component", t.componentFolder);
  if (!forTests) return;
  await npmPackages("npm packages of tests/runtimes", t.runtimes);
  await npmPackages("npm packages of tests/frameworks", t.frameworks);
  await npmPackages("npm packages of tests/page", join(t.root, "tests", "page"));
  for (const major of Object.keys(t.nodeVersions)) await nodeVersion(major);
}
// apt-get and what may need it, one after the other.
async function systemLane() {
  if (forTests) await installBrowsers();
  if (forTests || forComponent) await installPython();
}
await Promise.all([cargoLane(), npmLane(), systemLane()]);

for (const { what, output } of failures) console.log(`\nsetup: could not install ${what}:\n${output}`);
// A runtime that is missing is for the runtime tests to report; without the rest nothing works.
process.exit(failures.some((failure) => !failure.optional) ? 1 : 0);
