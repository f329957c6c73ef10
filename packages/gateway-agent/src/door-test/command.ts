import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Clock, toTimestamp } from '@door-access/protocol';
import type { StepResult } from '@door-access/protocol/setup';
import type { ConfiguredDoor, GatewayConfig } from '../config/config.js';
import { makePrivateFolder, writePrivately } from '../config/credential.js';
import { openReportKey } from '../tools/report-key.js';
import { handIn, type KeptReport, keepReport } from './keep.js';
import { renderReport } from './pdf.js';
import { makeReport, signPage, signReport } from './report.js';
import { openRig } from './rig.js';
import { type Front, runDoorTest } from './run.js';
import { type Outcome, startTestPage, type TestPage } from './server.js';
import { terminalFront } from './terminal.js';

/* `door-agent test`: doors one after another, each with its signed report. */

export interface TestOptions {
  /** The number of one door; null takes all. */
  readonly only: number | null;
  /** Who tests. */
  readonly by: string;
  /** Continues the test that a power cut interrupted. */
  readonly resume: boolean;
  /** On a page instead of the terminal, and for whom. */
  readonly page: { readonly host: string; readonly port: number; readonly lan: boolean } | null;
  readonly agent: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface TestedDoor extends KeptReport {
  readonly door: number;
  readonly result: string;
  readonly delivered: boolean;
  readonly document: string;
}

/** The state that survives a power cut. */
interface Progress {
  readonly door: number;
  readonly by: string;
  readonly started_at: string;
  readonly steps: StepResult[];
  readonly boot: string;
}

const SYNCHRONISED = '/run/systemd/timesync/synchronized';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
/** With the page open, the last report stays visible for this long. */
const LOOK_MS = 600_000;

export async function testDoors(config: GatewayConfig, options: TestOptions): Promise<TestedDoor[]> {
  const progress = options.resume ? readProgress(config) : null;
  const only = progress?.door ?? options.only;
  const doors = config.doors.filter(({ door }) => only === null || door === only);
  if (doors.length === 0)
    throw new Error(
      `--door ${only}: there is no such door, only ${config.doors.map(({ door, name }) => `${door} (${name})`).join(', ')}`,
    );
  const { page, front, close } = await openFront(options);
  const tested: TestedDoor[] = [];
  try {
    for (const door of doors) tested.push(await testOne(config, door, { ...options, page }, front, progress));
    if (page) {
      options.say('The page stays for ten minutes; Ctrl-C ends it.');
      await options.clock.sleep(LOOK_MS, options.signal).catch(() => undefined);
    }
  } finally {
    await close();
  }
  return tested;
}

async function openFront(
  options: TestOptions,
): Promise<{ page: TestPage | null; front: Front & { signal?: AbortSignal }; close(): Promise<void> }> {
  if (options.page) {
    const makeToken = () => randomBytes(24).toString('base64url');
    const page = await startTestPage({ ...options.page, makeToken });
    for (const url of page.urls) options.say(`test page: ${url}`);
    if (options.page.lan)
      options.say('Open one of these on your phone: the first browser there has the page to itself.');
    return { page, front: page, close: () => page.close() };
  }
  const ended = new AbortController();
  const front = terminalFront({
    input: process.stdin,
    say: options.say,
    onEnd: () => ended.abort(new Error('the input ended before all was answered')),
  });
  return {
    page: null,
    front: { ...front, signal: ended.signal },
    close: async () => front.close(),
  };
}

async function testOne(
  config: GatewayConfig,
  door: ConfiguredDoor,
  options: Omit<TestOptions, 'page'> & { page: TestPage | null },
  front: Front & { signal?: AbortSignal },
  progress: Progress | null,
): Promise<TestedDoor> {
  const { clock, random, say } = options;
  const started_at = progress?.started_at ?? toTimestamp(clock.now());
  const by = progress?.by ?? options.by;
  say(
    `Door ${door.door}, ${door.name}${door.driver !== 'bench' ? '' : ': simulated hardware, the test plays the person'}`,
  );
  const rig = await openRig({ config, door, clock, random, notice: (line) => say(`  ${line}`) });
  let steps: StepResult[];
  try {
    steps = await runDoorTest({
      door,
      rig,
      front,
      clock,
      before: progress?.steps ?? [],
      // A power cut without a new boot was not one of the gateway.
      isBack: progress !== null && progress.boot !== bootId(),
      signal: front.signal ? AbortSignal.any([front.signal, options.signal]) : options.signal,
      onStep(step, soFar) {
        if (step === 'power' && door.driver !== 'bench')
          writeProgress(config, { door: door.door, by, started_at, steps: [...soFar], boot: bootId() });
      },
    });
  } finally {
    await rig.close();
  }
  rmSync(progressFile(config), { force: true });
  return finishTest(config, door, steps, {
    ...options,
    by,
    started_at,
    showOutcome: (outcome) => options.page?.showOutcome(outcome),
  });
}

export interface Finish extends Pick<TestOptions, 'by' | 'clock' | 'agent' | 'say'> {
  readonly started_at: string;
  readonly showOutcome: (outcome: Outcome) => void;
}

/** Signs the result of a test, keeps it, and hands it in. */
export async function finishTest(
  config: GatewayConfig,
  door: ConfiguredDoor,
  steps: readonly StepResult[],
  { by, clock, agent, say, started_at, showOutcome }: Finish,
): Promise<TestedDoor> {
  const key = openReportKey(config.dataDir);
  const made = makeReport({
    id: randomUUID(),
    gateway: { id: config.gatewayId, host: hostname(), agent },
    door: { door: door.door, name: door.name, driver: door.driver },
    started_at,
    finished_at: toTimestamp(clock.now()),
    clock: existsSync(SYNCHRONISED) ? 'synced' : 'local',
    by,
    steps,
  });
  const document = signReport(made, key);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const pdf = await renderReport(made, document, key.keyId, timeZone).then(
    (bytes) => signPage(bytes, config.gatewayId, key),
    (error: Error) => {
      say(`  The PDF could not be made (${error.message}); the JSON has everything.`);
      return null;
    },
  );
  const kept = keepReport(config.dataDir, made, document, pdf);
  const failure = await handIn(config);
  const delivery = failure
    ? `The report is kept here, but was not handed in: ${failure}. The next test hands it in.`
    : 'The report is at the cloud, on the page of the door.';
  showOutcome({ name: door.name, result: made.result, delivery, json: document, pdf });
  say(`  ${made.result}: ${kept.json}${kept.pdf ? ` and ${kept.pdf}` : ''}\n  ${delivery}`);
  return { door: door.door, result: made.result, delivered: failure === null, document, ...kept };
}

const progressFile = ({ dataDir }: GatewayConfig): string => join(dataDir, 'door-test.json');

function readProgress(config: GatewayConfig): Progress {
  const file = progressFile(config);
  if (!existsSync(file)) throw new Error('--resume: there is no test that a power cut ended');
  return JSON.parse(readFileSync(file, 'utf8')) as Progress;
}

function writeProgress(config: GatewayConfig, progress: Progress): void {
  makePrivateFolder(config.dataDir);
  writePrivately(progressFile(config), `${JSON.stringify(progress)}\n`);
}

function bootId(): string {
  return existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : '';
}
