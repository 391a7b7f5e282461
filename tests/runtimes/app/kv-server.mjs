// What stands behind a KV namespace of workerd here: its HTTP interface, over a map.
const values = new Map();

export default {
  async fetch(request) {
    const key = decodeURIComponent(new URL(request.url).pathname);
    if (request.method === "PUT") values.set(key, await request.arrayBuffer());
    if (request.method === "DELETE") values.delete(key);
    if (request.method !== "GET") return new Response(null, { status: 204 });
    const value = values.get(key);
    return value === undefined ? new Response(null, { status: 404 }) : new Response(value);
  },
};
