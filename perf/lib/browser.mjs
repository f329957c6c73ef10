// A real browser that shows the overview, and when each door on it changed.
import { chromium } from 'playwright-core';

/** Opens the overview with the session of the cookie, `loads` times afresh; the last stays open. */
export async function watchInBrowser({ executablePath, origin, cookie, loads }) {
  // Its own sandbox needs rights that a container's root does not have.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
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
      await page.evaluate(watch);
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
  await page.locator('.grid li').first().waitFor();
  // Interactive: the doors are shown, and the page has had its first idle moment.
  const interactiveMs = await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(performance.now()))),
  );
  const scriptKb = [...scripts.values()].reduce((sum, one) => sum + one, 0) / 1024;
  return { context, page, interactiveMs, scriptKb };
}

/** Runs in the page. */
function watch() {
  const watched = { seen: [], frames: [], longTasks: [] };
  window.watched = watched;
  const now = () => performance.timeOrigin + performance.now();
  new MutationObserver((mutations) => {
    const at = now();
    for (const { target } of mutations) {
      const id = /^\/doors\/(\d+)$/.exec(target.getAttribute('href') ?? '')?.[1];
      if (id) watched.seen.push({ lock: Number(id), state: target.dataset.status, at });
    }
  }).observe(document.querySelector('.grid'), {
    subtree: true,
    attributes: true,
    attributeFilter: ['data-status'],
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = () => {
    const at = performance.now();
    watched.frames.push(at - last);
    last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
