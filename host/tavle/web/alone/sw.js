// SPDX-License-Identifier: Apache-2.0
/** Keeps every file of one version, so that the page plays without a network. `make page` puts FILES and VERSION before this. */

/* global FILES, VERSION */
const CACHE = `tavle-${VERSION}`;

async function keep(cache, name) {
  if (await cache.match(name)) return;
  const answer = await fetch(name, { cache: "no-cache" }); // never a file of an older version
  const data = await answer.arrayBuffer();
  const sum = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", data)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (sum !== FILES[name].sum) throw new Error(`${name} is of another version, or cut off`);
  await cache.put(name, unpacked(name, data) ?? new Response(data, { headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } }));
}

/** Return what a packed file holds, null for another one: no start unpacks it again, and the browser can keep what it compiles of it. */
function unpacked(name, data) {
  if (!FILES[name].worker) return null;
  const whole = new Response(data).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(whole, { headers: { "Content-Type": "application/wasm", Unpacked: "yes" } });
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(FILES).filter((name) => !FILES[name].late).map((name) => keep(cache, name)));
}

async function begin() {
  for (const name of await caches.keys()) if (name.startsWith("tavle-") && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => event.data === "begin" && skipWaiting());
addEventListener("fetch", (event) => {
  const { href } = new URL(event.request.url);
  const name = href.startsWith(registration.scope) ? href.slice(registration.scope.length).split(/[?#]/)[0] || "index.html" : "";
  if (event.request.method === "GET" && name in FILES) event.respondWith(answer(name, event.request));
});
