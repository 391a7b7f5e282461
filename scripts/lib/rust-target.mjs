// Rust targets: by rustup, and where it cannot fetch one, from Debian's packages of a whole compiler with the library's source.
//
// The second way needs apt-get and dpkg-deb but no root: the packages are unpacked into .tools/rust, never installed. The
// standard library is compiled there for the target, and rustup gets the folder as the toolchain `fidelity-floor`, which
// `wasmEnv` of tools.mjs then selects for every wasm build. It takes about a minute.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "./run.mjs";
import { rustFolder, rustToolchain, tools, which } from "./tools.mjs";

const library = (target) => join(rustFolder, "lib", "rustlib", target, "lib");

/** Makes `target` available to cargo. Gives back what went wrong, if anything. */
export async function addTarget(target) {
  const installed = await run("rustup", ["target", "list", "--installed"]);
  if (installed.out.split(/\s+/).includes(target) || existsSync(library(target))) return undefined;
  console.log(`setup: installing Rust target ${target}`);
  const added = await run("rustup", ["target", "add", target], { seconds: 300 });
  if (added.ok) return undefined;
  if (!which("apt-get") || !which("dpkg-deb")) return added.out;
  console.log(`setup: rustup cannot add ${target}; building it with Debian's compiler (about a minute)`);
  try {
    if (!existsSync(join(rustFolder, "bin", "rustc"))) await unpackCompiler();
    await buildLibrary(target);
  } catch (error) {
    return error.message;
  }
  console.log(`setup: built ${target}`);
  return undefined;
}

async function must(command, args, options) {
  const { ok, out } = await run(command, args, { seconds: 600, ...options });
  if (!ok) throw new Error(`${command} ${args.join(" ")}\n${out}`);
  return out.trim();
}

async function unpackCompiler() {
  const downloads = join(tools, "rust-packages");
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  await run("apt-get", ["update"]);
  // The compiler and its standard library, whose packages carry a version in their names, and the LLVM that they link.
  const depends = async (name) => (await must("apt-cache", ["depends", name])).match(/(?<=Depends: )[\w.+-]+/g) ?? [];
  const [std] = (await depends("libstd-rust-web-dev")).filter((name) => name.startsWith("libstd-rust-web-"));
  const llvm = (await depends(std)).filter((name) => name.startsWith("libllvm"));
  await must("apt-get", ["download", "rustc-web", "libstd-rust-web-dev", "rust-web-src", std, ...llvm], { cwd: downloads });
  for (const file of readdirSync(downloads)) await must("dpkg-deb", ["-x", join(downloads, file), downloads]);

  rmSync(rustFolder, { recursive: true, force: true });
  cpSync(join(downloads, "usr"), rustFolder, { recursive: true, verbatimSymlinks: true });
  rmSync(downloads, { recursive: true, force: true });

  // rustup lets a toolchain find its libraries in lib/, and rustc its linker among the tools of the host.
  const lib = join(rustFolder, "lib");
  for (const folder of readdirSync(lib).filter((name) => name.endsWith("-linux-gnu"))) {
    for (const file of readdirSync(join(lib, folder)).filter((name) => name.includes(".so"))) {
      symlinkSync(join(folder, file), join(lib, file));
    }
  }
  const sysroot = await must("rustc", ["--print", "sysroot"]);
  const [host] = /(?<=host: ).*/.exec(await must("rustc", ["-vV"]));
  mkdirSync(join(lib, "rustlib", host, "bin"), { recursive: true });
  symlinkSync(join(sysroot, "lib", "rustlib", host, "bin", "rust-lld"), join(lib, "rustlib", host, "bin", "rust-lld"));
  symlinkSync(join(sysroot, "bin", "cargo"), join(rustFolder, "bin", "cargo"));
  await must("rustup", ["toolchain", "link", rustToolchain, rustFolder]);
}

/** Compiles the standard library for the target and puts it where the compiler looks. */
async function buildLibrary(target) {
  const stub = join(tools, "rust-stub");
  mkdirSync(join(stub, "src"), { recursive: true });
  writeFileSync(join(stub, "Cargo.toml"), '[workspace]\n[package]\nname = "stub"\nversion = "0.0.0"\n[lib]\n');
  writeFileSync(join(stub, "src", "lib.rs"), "#![no_std]\n");
  const crates = target === "wasm32v1-none" ? "core,alloc" : "std,panic_abort";
  await must("cargo", ["build", "--release", "--target", target, "-Z", `build-std=${crates}`], {
    cwd: stub,
    // Without bitcode in the library, link-time optimisation of what uses it fails.
    env: { RUSTUP_TOOLCHAIN: rustToolchain, RUSTC_BOOTSTRAP: "1", RUSTFLAGS: "-Cembed-bitcode=yes" },
  });
  const built = join(stub, "target", target, "release", "deps");
  mkdirSync(library(target), { recursive: true });
  for (const file of readdirSync(built).filter((name) => name.endsWith(".rlib") && !name.startsWith("libstub"))) {
    cpSync(join(built, file), join(library(target), basename(file)));
  }
  rmSync(stub, { recursive: true, force: true });
}
