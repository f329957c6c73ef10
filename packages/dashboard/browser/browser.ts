import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach } from '@jest/globals';
import { getState } from 'jest-circus';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Cookie,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { type Service, startService } from './service.js';

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/browser', import.meta.url));

export const OWNER = 'owner@demo.example';

/** What the files that a worker of the runner runs one after another have in common, although each has modules of its own. */
const shared = globalThis as { testBrowser?: Promise<Browser>; whenWorkerEnds?: () => Promise<void> };

/** The browser of a worker, as one takes its time to start; what a file's tests opened in it is gone after the last. */
export async function launch(): Promise<Browser> {
  mkdirSync(ARTIFACTS, { recursive: true });
  shared.testBrowser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Its own sandbox needs rights that a container's root does not have.
    args: ['--no-sandbox'],
  });
  const browser = await shared.testBrowser;
  shared.whenWorkerEnds = () => browser.close();
  afterEach(() => showPages(browser));
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
}

/** Of a test that failed, what its pages showed: a fault on a busy machine may never come again. */
async function showPages(browser: Browser): Promise<void> {
  const test = getState().currentlyRunningTest;
  if (!test || test.errors.length === 0) return;
  const name = test.name.replace(/\W+/g, '-').slice(0, 60);
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const picture = path.join(ARTIFACTS, `failed-${name}-${index}.png`);
    const shown = await page
      .screenshot({ path: picture, timeout: 5_000 })
      .then(() => page.locator('body').innerText({ timeout: 5_000 }))
      .catch((error: Error) => error.message);
    console.error(`${test.name}: ${page.url()} (${picture}) shows:\n${shown.slice(0, 3_000)}`);
  }
}

/** The service and the browser of a file's tests, both gone after the last. */
export async function stage(
  settings: Record<string, string> = {},
): Promise<{ service: Service; browser: Browser }> {
  const browser = await launch();
  const service = await startService(settings);
  afterAll(() => service.stop());
  return { service, browser };
}

/** The same for what a site file declares. */
export async function stageSite(site: object): ReturnType<typeof stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-site-'));
  const file = path.join(folder, 'site.json');
  writeFileSync(file, JSON.stringify(site));
  const staged = await stage({ SITE_FILE: file });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return staged;
}

export interface Watched {
  page: Page;
  /** Console errors, uncaught errors, refused requests, and what the content security policy stopped. */
  faults: string[];
  close(): Promise<void>;
}

export async function watchedPage(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const page = await newPage(browser, service, options);
  return { page, faults: watch(page).faults, close: () => page.context().close() };
}

async function newPage(browser: Browser, service: Service, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL: service.origin,
    reducedMotion: 'reduce',
    // Without one it names no language, as real browsers do.
    locale: 'en-US',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return page;
}

function watch(page: Page): { faults: string[]; stop(): void } {
  const faults: string[] = [];
  const said = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  };
  const thrown = (error: Error) => faults.push(`uncaught: ${error.message}`);
  const answered = (response: Response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${new URL(response.url()).pathname}`);
  };
  page.on('console', said).on('pageerror', thrown).on('response', answered);
  return {
    faults,
    stop: () => page.off('console', said).off('pageerror', thrown).off('response', answered),
  };
}

export async function signIn(page: Page, service: Service, email: string): Promise<void> {
  await page.goto('/');
  await enter(page, service, email);
  await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
}

async function enter(page: Page, service: Service, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(service.site.users[email]?.password ?? '');
  await signInButton(page).click();
  await signInButton(page).waitFor({ state: 'detached' });
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

const sessions = new WeakMap<Service, Map<string, Promise<Cookie[]>>>();
const free = new WeakMap<Service, Map<string, Page[]>>();
const DESK = { width: 1280, height: 720 };

/** How a page of someone signed in begins: `at` is its address. */
export interface Opening extends BrowserContextOptions {
  at?: string;
}

/**
 * A page of someone who signed in once, in another window: signing in by hand is tested where it matters. Tests hand a page
 * on, as a new one has to compile every script anew; what they may have left in it is gone.
 */
export async function signedIn(
  browser: Browser,
  service: Service,
  email: string,
  { at = '/', ...options }: Opening = {},
): Promise<Watched> {
  const known = ofService(sessions, service);
  const { page, faults, close } = await handedOn(browser, service, options);
  const first = known.get(email);
  if (first) {
    await page.context().addCookies(await first);
    await page.goto(at);
    const form = signInButton(page);
    await form
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    // A test before this one may have signed out.
    if (await form.isVisible()) {
      await enter(page, service, email);
      known.set(email, page.context().cookies());
    }
  } else {
    const cookies = signIn(page, service, email).then(() => page.context().cookies());
    known.set(email, cookies);
    await cookies;
    if (at !== '/') await page.goto(at);
  }
  return { page, faults, close };
}

const ofService = <T>(map: WeakMap<Service, Map<string, T>>, service: Service): Map<string, T> => {
  const own = map.get(service) ?? new Map<string, T>();
  map.set(service, own);
  return own;
};

async function handedOn(
  browser: Browser,
  service: Service,
  { viewport, colorScheme, ...options }: BrowserContextOptions,
): Promise<Watched> {
  const key = JSON.stringify(options);
  const pages = ofService(free, service);
  const page = pages.get(key)?.pop() ?? (await newPage(browser, service, options));
  await page.setViewportSize(viewport ?? DESK);
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
  const { faults, stop } = watch(page);
  return {
    page,
    faults,
    async close() {
      stop();
      await page.unrouteAll();
      const context = page.context();
      for (const other of context.pages()) if (other !== page) await other.close();
      // Of the same origin, so that the process that knows the scripts stays.
      await page.goto('/healthz');
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await context.clearCookies();
      pages.set(key, [...(pages.get(key) ?? []), page]);
    },
  };
}

/** A request of the page's own, as its buttons make them; gives what is answered, and throws where it is refused. */
export async function ask(page: Page, method: string, path: string, body?: object) {
  const { status, answer } = await answerTo(page, method, path, body);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** The same, whatever the status. */
export const answerTo = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, at, text]) => {
      const response = await fetch(`/dashboard${at}`, {
        method: verb as string,
        headers: { 'X-Dashboard': '1', 'Content-Type': 'application/json' },
        ...(text ? { body: text } : {}),
      });
      return { status: response.status, answer: await response.json().catch(() => null) };
    },
    [method, path, body ? JSON.stringify(body) : null],
  );

/** The doors, by an address whose page the service does not draw. */
export const DRAWS_ITSELF = '/?q=';

/** The code of the page does not come before the end. */
export async function withheld(page: Page): Promise<{ end(): Promise<void> }> {
  const scripts = '**/assets/first-*.js';
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const continued: Promise<void>[] = [];
  await page.route(scripts, async (route) => {
    await over;
    continued.push(route.continue());
    await continued.at(-1);
  });
  return {
    async end() {
      const come = page.waitForResponse(scripts);
      end();
      await come;
      await Promise.all(continued);
      await page.unroute(scripts);
    },
  };
}

/** Nothing is under way any more but the event stream, and the page is live. */
export async function settled(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('[aria-label="Loading"]'));
  await page.waitForTimeout(400);
}

/** What axe finds against WCAG and good practice, one line a violation. */
export async function violations(page: Page): Promise<string[]> {
  // The policy lets no foreign script in, so the tester's comes over the debugging protocol, once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // The words of a button that is busy fade; one that stays so is looked at as it is.
  await page
    .waitForFunction(() => !document.querySelector('[data-loading="true"]'), undefined, { timeout: 3_000 })
    .catch(() => {});
  // A colour half-way through its transition is no colour of the page. It begins with the next frame.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe brings no types into the page
    const result = await (window as any).axe.run({ resultTypes: ['violations'] });
    return result.violations.map(
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      (one: any) => `${one.id}: ${one.nodes.map((node: any) => node.target.join(' ')).join(', ')}`,
    );
  });
}

export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** For people who look at the pages: none where no one does. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.CI) return;
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), fullPage: true });
}

const DESK_LIGHT = ['light', 1280, 800] as const;
const PHONE_DARK = ['dark', 375, 812] as const;
const DESK_AND_PHONE = [DESK_LIGHT, PHONE_DARK] as const;
const CHOICES: Record<
  string,
  readonly (readonly [colorScheme: 'light' | 'dark', width: number, height: number])[]
> = {
  desk: [DESK_LIGHT],
  phone: [PHONE_DARK],
  all: [...DESK_AND_PHONE, ['dark', 1280, 800], ['light', 375, 812]],
};

/** Colours and sizes that every page is looked at in: each of them once, or what LOOKS names (desk, phone, all). */
export const LOOKS = CHOICES[process.env.LOOKS ?? ''] ?? DESK_AND_PHONE;

/** Takes a picture; gives what axe finds, and whether the page is wider than the screen. */
export async function audit(page: Page, name: string): Promise<string[]> {
  await picture(page, name);
  const found = await violations(page);
  if ((await overflow(page)) > 0) found.push('is wider than the screen');
  return found.map((one) => `${name} ${one}`);
}

/** The same in each of the looks, which the page is left in the last of. */
export async function auditLooks(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, width, height] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await settled(page);
    found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
  }
  return found;
}

/** An iCalendar file of whole days, each such as `['a-uid', '20270101', 'New Year']`. */
export const calendarOf = (
  ...events: readonly (readonly [uid: string, date: string, name: string])[]
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap(([uid, date, name]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20250101T000000Z',
      `DTSTART;VALUE=DATE:${date}`,
      `SUMMARY:${name}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
