/* Keeps the page itself, so that it opens without a network. It never keeps, repeats or makes up a request to the service. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const worker = self as unknown as Worker;
const SHELL = '/phone/';
const KEPT_IN = 'shell';
const ANSWER_WITHIN_MS = 2_500;

worker.addEventListener('install', (event) => {
  void worker.skipWaiting();
  (event as ExtendableEvent).waitUntil(fetch(SHELL, { cache: 'no-store' }).then(keep));
});

worker.addEventListener('activate', (event) => {
  (event as ExtendableEvent).waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && url.pathname === SHELL)
    (event as FetchEvent).respondWith(shell(event as FetchEvent));
  else if (url.pathname.startsWith('/phone/assets/') || url.pathname.startsWith('/phone/icon'))
    (event as FetchEvent).respondWith(file(request));
});

/** As the service has it now; as it was, where that takes too long. */
async function shell(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(SHELL);
  const fresh = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(keep(answer.clone()));
    return answer;
  });
  if (!kept) return fresh;
  fresh.catch(() => {});
  const late = new Promise<Response>((resolve) =>
    AbortSignal.timeout(ANSWER_WITHIN_MS).addEventListener('abort', () => resolve(kept)),
  );
  return Promise.race([fresh.then((answer) => (answer.ok ? answer : kept)).catch(() => kept), late]);
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page with all its files, or not at all; what it no longer names is dropped. */
async function keep(answer: Response): Promise<void> {
  if (!answer.ok) return;
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:src|href)="(\/phone\/(?:assets\/|icon)[^"]+)"/g)].map(
    (found) => found[1] ?? '',
  );
  const cache = await caches.open(KEPT_IN);
  const had = await cache.keys();
  const paths = new Set(had.map((request) => new URL(request.url).pathname));
  await cache.addAll(files.filter((path) => !paths.has(path)));
  await cache.put(SHELL, answer);
  const wanted = new Set([SHELL, ...files]);
  for (const request of had) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}

export {};
