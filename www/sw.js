// Keeps the files of this build, so that the page opens without a network. The build fills in both constants.
const NAME = "fidelity-floor-page-BUILD";
const FILES = [/* FILES */];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("fidelity-floor-page-") && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

// The page itself from the network where there is one, so that a new build is seen; its files carry their hash in their name.
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: true });
  const page = request.mode === "navigate";
  event.respondWith(page ? fetch(request).catch(kept) : kept().then((answer) => answer ?? fetch(request)));
});
