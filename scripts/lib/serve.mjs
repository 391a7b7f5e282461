// A folder over HTTP, for people and tests: www/dist as any static host would serve it.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".png": "image/png",
};

/** Serves a folder on 127.0.0.1 below a path; tries the ports in their order. 0 is any free one. */
export async function serve(folder, ports = [0], base = "/") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.startsWith(base) ? fileOf(folder, pathname.slice(base.length - 1)) : undefined;
    if (file === undefined) return void response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" });
    createReadStream(file).pipe(response);
  });
  for (const port of ports) {
    const bound = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (bound) return { address: `http://127.0.0.1:${server.address().port}${base}`, close: () => (server.closeAllConnections(), server.close()) };
  }
  throw new Error(`no port is free: ${ports.join(", ")}`);
}

function fileOf(folder, pathname) {
  let path;
  try {
    path = join(folder, normalize(decodeURIComponent(pathname)));
  } catch {
    return undefined;
  }
  if (path !== folder && !path.startsWith(folder + sep)) return undefined;
  const file = pathname.endsWith("/") ? join(path, "index.html") : path;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
