// What goes in and out as a file, a link or a copy.
import type { App } from "./app.js";
import { button, h } from "./dom.js";
import { ask } from "./judge.js";
import { LONGEST, toHash } from "./link.js";

export function tools(app: App): HTMLElement {
  const said = h("span", { role: "status" });
  const say = (text: string) => {
    said.textContent = text;
  };
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`);
    } catch {
      say("Not copied: the browser forbids it.");
    }
  };
  const link = async () => {
    const hash = await toHash(app.state);
    if (hash === "") say(`Too long for a link: more than ${LONGEST} characters.`);
    else await copy(`${location.href.replace(/#.*$/, "")}#${hash}`, "Link");
  };
  return h(
    "div",
    { class: "tools" },
    button("Copy a link", () => void link()),
    button("Copy the report (JSON)", async () => copy(await ask("report"), "Report")),
    button("Download the audit record", async () => download(await ask("record"))),
    said,
  );
}

/** Reads a file as text; one that is none changes nothing. */
export async function takeFile(app: App, file: File): Promise<void> {
  try {
    app.opened(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), file.name);
  } catch {
    app.failed({ message: "This file is no UTF-8 text." });
  }
}

/** A button that opens a transcript. */
export function openFile(app: App): HTMLElement {
  const input: HTMLInputElement = h("input", {
    type: "file",
    id: "file",
    change: async () => {
      const [file] = input.files ?? [];
      if (file !== undefined) await takeFile(app, file);
      input.value = "";
    },
  });
  return h("label", { class: "open" }, "Open a transcript", input, " ", h("small", {}, "JSON, Markdown, text"));
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  h("a", { href: address, download: "fidelity-floor-audit.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
