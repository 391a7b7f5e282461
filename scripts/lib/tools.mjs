// Where the project's tools are, and which versions they must have. Nothing here installs anything: setup.mjs does.
import { accessSync, constants, existsSync, readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
export const tools = join(root, ".tools");
export const logs = join(tools, "logs");
export const packed = join(tools, "pack");
export const runtimes = join(root, "tests", "runtimes");
export const frameworks = join(root, "tests", "frameworks");
export const componentFolder = join(root, "component");
/** Where Python's packages are: for PYTHONPATH. */
export const pythonPackages = join(tools, "python");

export const wasmPackVersion = "0.15.1";

/** The pin in wasm/Cargo.toml: the command line tool must be of the same version as the crate. */
export function wasmBindgenVersion() {
  const pin = /^wasm-bindgen\s*=.*"=([\d.]+)"/m.exec(readFileSync(join(root, "wasm", "Cargo.toml"), "utf8"));
  if (!pin) throw new Error('wasm/Cargo.toml must pin wasm-bindgen = "=x.y.z"');
  return pin[1];
}

/** PATH with the project's own tools first. */
export const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** The Rust toolchain that setup.mjs builds where rustup cannot add a target; without it rustup's own serves. */
export const rustFolder = join(tools, "rust");
export const rustToolchain = "fidelity-floor";

/** The environment of a build for wasm. What ships must not name the folders of the machine that built it. */
export function wasmEnv() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(crates) ? readdirSync(crates).map((name) => join(crates, name)) : [];
  const flags = [...registries.map((folder) => `--remap-path-prefix=${folder}=crates`), `--remap-path-prefix=${root}=.`];
  const own = existsSync(join(rustFolder, "bin", "rustc")) && { RUSTUP_TOOLCHAIN: rustToolchain };
  return { PATH: path, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), ...own };
}

/** The first of the names that PATH has as a program. */
export function which(...names) {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}

/** The Node versions that the package is tested on, by major. The one that runs this script stands for its own major. */
export const nodeVersions = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

// The registry package that holds nothing but the program; the package "node" would fetch it by an install script.
export const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The folder that a Node version is installed in. */
export const nodeFolder = (major) => join(tools, `node-${major}`);

/** The Node program of a major version, or undefined. */
export function node(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const file = join(nodeFolder(major), "node_modules", nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(file) ? file : undefined;
}

/** Browsers: the program, or undefined. CHROMIUM and FIREFOX name one that is elsewhere. */
export const browsers = {
  chromium: () => process.env.CHROMIUM ?? which("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"),
  firefox: () => process.env.FIREFOX ?? which("firefox-esr", "firefox"),
};

/** A program of tests/runtimes, or undefined. */
export function runtime(name) {
  const file = join(runtimes, "node_modules", ".bin", name);
  return existsSync(file) ? file : undefined;
}
