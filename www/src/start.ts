// One script for both threads: the page starts it again as its worker. So it is fetched once, and what the two share is in it once.
import { startWorker } from "./worker.js";
import { startPage } from "./main.js";

if (typeof document === "undefined") startWorker();
else startPage(import.meta.url);
