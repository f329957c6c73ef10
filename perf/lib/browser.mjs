// A real browser: what its pages load and when doors are shown, and when each door on the overview changed.
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

/** A phone of the slow quarter on a slow mobile network, as web page tests commonly take it. */
export const SLOW_PHONE = {
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
  // Without one, this browser names no language, as others do.
  locale: 'en-US',
};
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const LOADED_WITHIN_MS = 30_000;
/** So long after what is looked for was painted, a page has its answers, and nothing of it moves. */
const SETTLED_AFTER_MS = 3_000;
const DOORS = 'ul[aria-label="Doors"]';

// Its own sandbox needs rights that a container's root does not have.
const launch = (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Starts a browser for `work`, which loads pages on a slow phone with nothing cached. */
export async function withBrowser(executablePath, work) {
  const browser = await launch(executablePath);
  try {
    await work({
      newContext: (options) => browser.newContext(options),
      load: (page) => loadSlowly(browser, page),
    });
  } finally {
    await browser.close();
  }
}

/**
 * Resolves with how long it took until something that `shown` selects was painted, with the scripts, and with how much
 * of the page was moved and for how long it was blocked until it stood still.
 */
async function loadSlowly(browser, { url, shown, cookies }) {
  const context = await browser.newContext(SLOW_PHONE);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const scripts = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && !response.fromServiceWorker())
        scripts.push(response);
    });
    // A binding and no script of the tester's, which would run, four times slower, while the page loads.
    await client.send('Runtime.enable');
    await client.send('Runtime.addBinding', { name: 'painted' });
    const painted = new Promise((resolve) => client.once('Runtime.bindingCalled', resolve));
    await page.addInitScript(notePaint, shown);
    await page.goto(url, { timeout: LOADED_WITHIN_MS });
    const shownMs = Number((await within(LOADED_WITHIN_MS, painted)).payload);
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const scriptKb = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
    await setTimeout(SETTLED_AFTER_MS);
    return { shownMs, scriptKb, scripts: scripts.length, ...(await page.evaluate(lookBack)) };
  } finally {
    await context.close();
  }
}

function within(milliseconds, promise) {
  const late = AbortSignal.timeout(milliseconds);
  return Promise.race([
    promise,
    new Promise((_, reject) =>
      late.addEventListener('abort', () => reject(new Error('the page did not show what it should'))),
    ),
  ]);
}

/**
 * Runs in the page, once it has loaded: what the browser noted. https://web.dev/articles/cls: of the windows of shifts
 * that follow each other within a second, of five seconds at most, the one that moved most; https://web.dev/articles/tbt:
 * of each task behind the first paint, what is beyond 50 ms.
 */
async function lookBack() {
  const noted = (type) =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      // There are none.
      setTimeout(() => resolve([]), 100);
    });
  const describe = (node) =>
    node?.nodeType === 1
      ? `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''}.${node.className}`
      : (node?.parentNode?.tagName?.toLowerCase() ?? 'gone');
  const moved = [];
  let [shift, window, from, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { value, startTime, hadRecentInput, sources } of await noted('layout-shift')) {
    if (hadRecentInput) continue;
    if (startTime - last > 1_000 || startTime - from > 5_000) [window, from] = [0, startTime];
    last = startTime;
    window += value;
    shift = Math.max(shift, window);
    for (const { node, previousRect: before, currentRect: after } of sources)
      moved.push(
        `${value.toFixed(4)} at ${Math.round(startTime)} ms: ${describe(node)} from ${before.x}, ${before.y} to ${after.x}, ${after.y}`,
      );
  }
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const tasks = (await noted('longtask')).filter((task) => task.startTime > (paint?.startTime ?? 0));
  const blockedMs = tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  return { shift, moved, blockedMs };
}

/** Activates the key of a setup link in this context. */
export async function openPhone(context, origin, link) {
  const page = await context.newPage();
  await page.goto(`${origin}${link}`);
  await page.locator('button').press('Enter');
  await page.locator('li[data-state]').first().waitFor();
}

/** Runs in the page: notes when what is looked for has been painted. */
function notePaint(shown) {
  const look = () => {
    if (!document.querySelector(shown)) return void requestAnimationFrame(look);
    // After the frame that shows it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.painted(String(performance.now()));
      };
      port2.postMessage(null);
    });
  };
  requestAnimationFrame(look);
}

/** Opens the overview with the session of the cookie, `loads` times afresh; the last stays open. */
export async function watchInBrowser({ executablePath, origin, cookie, loads }) {
  const browser = await launch(executablePath);
  const first = [];
  for (let load = 1; load < loads; load++) {
    const { context, ...found } = await open(browser, origin, cookie);
    first.push(found);
    await context.close();
  }
  const { page, ...found } = await open(browser, origin, cookie);
  first.push(found);
  await page.getByText('Live', { exact: true }).waitFor();
  return {
    interactiveMs: first.map((one) => one.interactiveMs),
    scriptKb: Math.max(...first.map((one) => one.scriptKb)),
    /** Watches the page while `work` goes on; `work` resolves with its `changes`. */
    async during(work) {
      await page.evaluate(watch, DOORS);
      const { changes } = await work();
      const { seen, frames, longTasks } = await page.evaluate(() => window.watched);
      const latencies = [];
      for (const { lock, state, at } of changes) {
        const change = seen.find((one) => one.lock === lock && one.state === state && one.at >= at);
        if (change) latencies.push(change.at - at);
      }
      return { latencies, frames, longTasks };
    },
    close: () => browser.close(),
  };
}

/** A browser with an empty cache. */
async function open(browser, origin, cookie) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name, value] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Map();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.set(requestId, 0);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength);
  });
  await page.goto(origin);
  await page.locator(`${DOORS} li`).first().waitFor();
  // Interactive: the doors are shown, and the page has had its first idle moment.
  const interactiveMs = await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(performance.now()))),
  );
  const scriptKb = [...scripts.values()].reduce((sum, one) => sum + one, 0) / 1024;
  return { context, page, interactiveMs, scriptKb };
}

/** Runs in the page. */
function watch(doors) {
  const watched = { seen: [], frames: [], longTasks: [] };
  window.watched = watched;
  const now = () => performance.timeOrigin + performance.now();
  new MutationObserver((mutations) => {
    const at = now();
    for (const { target } of mutations) {
      const id = /^\/doors\/(\d+)$/.exec(target.getAttribute('href') ?? '')?.[1];
      if (id) watched.seen.push({ lock: Number(id), state: target.dataset.status, at });
    }
  }).observe(document.querySelector(doors), {
    subtree: true,
    attributes: true,
    attributeFilter: ['data-status'],
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = null;
  // The time of the frame itself, not of this call within it.
  const frame = (at) => {
    if (last !== null) watched.frames.push(at - last);
    last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
