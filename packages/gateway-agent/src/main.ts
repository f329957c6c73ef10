#!/usr/bin/env node
// First, so that it counts for all that the others allocate.
import './heap.js';

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { systemClock } from '@door-access/protocol';
import { ConfigError, type GatewayConfig, loadConfig, loadSetup } from './config/config.js';
import { buildGateway, type Gateway, startGateway } from './gateway.js';
import type { Log } from './log.js';
import { connectSupervisor } from './service.js';
import { OPTIONS } from './tools/options.js';

const USAGE = `door-agent run --config gateway.yaml
    runs the agent of one gateway

door-agent bench --config a.yaml [--config b.yaml …] [--host 127.0.0.1] [--lan] [--port 0]
    runs agents on simulated hardware, with a page to play on it (--lan: for one browser of the network)

door-agent pair CODE --url https://doors.example --config gateway.yaml [--ca ca.pem] [--allow-plaintext] [--json]
    trades the code that the dashboard (or doorctl gateway pair) shows for this gateway's credential

door-agent doctor --config gateway.yaml [--json]
    looks at clock, disk, lines, boards and the cloud, and says what is wrong and what to do

door-agent init [--output gateway.yaml] [--json]
    finds chips, lines and boards, asks a few questions and writes a commented configuration

door-agent test --config gateway.yaml [--door 1] [--by NAME] [--page [--lan] [--port 0]] [--resume] [--json]
    leads you through the test of each door, on the terminal or on a page (--lan: on your phone), and signs a report;
    the agent has to be stopped; --resume goes on after the power cut

door-agent completions bash|zsh|fish`;

/** A supervisor is notified after this time at the latest, with or without the cloud. */
const READY_AT_LATEST_MS = 10_000;
/** Stopping takes no longer than this. */
const STOP_AT_LATEST_MS = 5000;

/** A mistake in the call or the set-up: one clear line, no stack. */
class Fatal extends Error {}

/**
 * Delays the exit after a mistake that a person has to correct: a service manager restarts an agent that ends within
 * a second.
 */
const MISTAKE_PAUSE_MS = 30_000;

const supervisor = readSupervisor();
const running: (() => Promise<void>)[] = [];

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help || positionals.length === 0) return console.log(USAGE);
  const [command, ...rest] = positionals;
  if (await runTool(command, rest, values)) return;
  if ((command !== 'run' && command !== 'bench') || rest.length > 0)
    throw new Fatal(`unknown command ${positionals.join(' ')}\n${USAGE}`);
  const files = values.config ?? ['gateway.yaml'];
  if (command === 'run' && files.length > 1) throw new Fatal('run takes one --config');
  const gateways = build(files);
  if (command === 'bench') requireBench(gateways);
  for (const { agent } of gateways) running.push(() => agent.stop());
  const online = Promise.all(gateways.map(startGateway));
  let benchUrl: string | null = null;
  if (command === 'bench') {
    const { startBench } = await import('./bench/server.js');
    const bench = await startBench({
      gateways,
      clock: systemClock,
      host: values.host ?? '127.0.0.1',
      port: readPort(values.port ?? '0'),
      cloud: readCloud(),
      agentVersion: readVersion(),
      makeToken: values.lan ? () => randomBytes(24).toString('base64url') : null,
    });
    running.unshift(() => bench.close());
    benchUrl = bench.url;
    for (const url of bench.urls) console.log(`bench page: ${url}`);
    if (values.lan) console.log('open one of these: the first browser there has the page to itself');
  }
  const connected = await connectSupervisor(supervisor, systemClock, logOf(''));
  running.unshift(async () => connected.stopping());
  // A supervisor waits for the doors, not for the cloud.
  Promise.all(gateways.map(({ agent }) => agent.doorsReady)).then(
    () => connected.ready('the doors work'),
    () => undefined,
  );
  await Promise.race([online, systemClock.sleep(READY_AT_LATEST_MS)]);
  online.catch(fail);
  process.send?.({ type: 'ready', bench_url: benchUrl });
}

/** The page needs simulated hardware. */
function requireBench(gateways: readonly Gateway[]): void {
  const wired = gateways.flatMap(({ config }) => config.doors.filter(({ driver }) => driver !== 'bench'));
  if (wired.length > 0)
    throw new Fatal(
      `bench plays with simulated doors, but door ${wired[0]?.door} has driver ${wired[0]?.driver}; use run`,
    );
}

/** The environment that systemd gives a service. */
function readSupervisor() {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  // Helper processes are not to speak for us.
  delete process.env.NOTIFY_SOCKET;
  return { socket: NOTIFY_SOCKET || null, watchdogMicroseconds: Number(WATCHDOG_USEC) || null };
}

type Values = ReturnType<typeof readArguments>['values'];

/** The commands that end by themselves; false for one that is none of them. */
async function runTool(
  command: string | undefined,
  rest: readonly string[],
  values: Values,
): Promise<boolean> {
  if (command === 'completions') {
    const { completions } = await import('./tools/completions.js');
    const script = completions(rest[0] ?? '');
    if (script === null) throw new Fatal('completions bash|zsh|fish');
    console.log(script);
    return true;
  }
  const isPair = command === 'pair' && rest.length === 1;
  if (command === 'pair' && !isPair)
    throw new Fatal('pair takes the code: door-agent pair 7KQ2-M9XD --url https://…');
  if (!isPair && (!['doctor', 'init', 'test'].includes(command ?? '') || rest.length > 0)) return false;
  const tools = await import('./tools/commands.js');
  const file = (values.config ?? ['gateway.yaml'])[0] as string;
  if (isPair && !existsSync(file)) {
    const { whatIsFirst } = await import('./tools/pair.js');
    throw new Fatal(whatIsFirst(file, values.url ?? null));
  }
  const options = {
    clock: systemClock,
    json: values.json ?? false,
    print: (text: string) => console.log(text),
  };
  const work = () => {
    if (command === 'init') return tools.init(values.output ?? 'gateway.yaml', options);
    if (isPair) {
      const given = {
        setup: loadSetup(file),
        code: rest[0] as string,
        url: values.url ?? null,
        caFile: values.ca ?? null,
        allowPlaintext: values['allow-plaintext'] ?? false,
        agent: readVersion(),
      };
      return tools.pairGateway(given, options);
    }
    const config = readConfigs(values.config ?? ['gateway.yaml'])[0] as GatewayConfig;
    if (command === 'doctor') return tools.doctor(config, options);
    const given = {
      only: values.door === undefined ? null : readDoor(values.door),
      by: values.by ?? '',
      resume: values.resume ?? false,
      page: values.page || values.lan ? readPage(values) : null,
      agent: readVersion(),
      random: Math.random,
    };
    return tools.testDoors(config, given, options);
  };
  const ok = await work();
  // A deadline that is no longer needed would keep the process.
  process.exit(ok ? 0 : 1);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Fatal(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Reports every mistake in every file before anything starts. */
function readConfigs(files: readonly string[]): GatewayConfig[] {
  const mistakes: string[] = [];
  const configs = files.flatMap((file) => {
    try {
      return [loadConfig(file)];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(error.message);
      return [];
    }
  });
  const ids = new Set(configs.map(({ gatewayId }) => gatewayId));
  if (ids.size < configs.length) mistakes.push('two configurations name the same gateway_id');
  if (mistakes.length > 0) throw new Fatal(mistakes.join('\n'));
  return configs;
}

const readVersion = (): string =>
  (createRequire(import.meta.url)('../package.json') as { version: string }).version;

function build(files: readonly string[]): Gateway[] {
  const configs = readConfigs(files);
  const version = readVersion();
  return configs.map((config) =>
    buildGateway(config, {
      clock: systemClock,
      random: Math.random,
      log: logOf(configs.length > 1 ? `${config.gatewayId.slice(0, 8)} ` : ''),
      version,
      supervised: supervisor.socket !== null,
    }),
  );
}

function logOf(prefix: string): Log {
  return {
    info: (line) => console.log(`${new Date().toISOString()} ${prefix}${line}`),
    warn: (line) => console.error(`${new Date().toISOString()} ${prefix}${line}`),
  };
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new Fatal(`--port ${value}: expected a number from 0 to 65535`);
  return port;
}

function readDoor(value: string): number {
  if (!/^\d+$/.test(value)) throw new Fatal(`--door ${value}: expected the number of a door`);
  return Number(value);
}

function readPage({ host, port, lan }: Values) {
  if (host !== undefined && !['127.0.0.1', 'localhost', '::1'].includes(host))
    throw new Fatal(
      `--host ${host}: the page is for this machine alone; --lan serves the network, with a token`,
    );
  return { host: host ?? '127.0.0.1', port: readPort(port ?? '0'), lan: lan ?? false };
}

/** Where the bench page's panel finds the cloud; null shows the page without it. */
function readCloud(): { url: string; token: string } | null {
  const { BENCH_CLOUD_URL: url, BENCH_CLOUD_TOKEN: token } = process.env;
  return url && token ? { url, token } : null;
}

let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const stopped = Promise.allSettled(running.map((stopOne) => stopOne()));
  await Promise.race([stopped, systemClock.sleep(STOP_AT_LATEST_MS)]);
  process.exit(code);
}

function fail(error: unknown): void {
  if (stopping) return;
  const message = (error as Error).message;
  // A known failure is one clear line; anything else is a bug and shows its stack.
  const known =
    error instanceof Fatal || ['StoreLockedError', 'ConfigError', 'Error'].includes((error as Error).name);
  console.error(known ? `door-agent: ${message}` : error);
  const leave = async () => {
    if (supervisor.socket !== null && error instanceof Fatal) await systemClock.sleep(MISTAKE_PAUSE_MS);
    await stop(1);
  };
  if (process.send) process.send({ type: 'failed', message }, () => void leave());
  else void leave();
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
// The supervisor died.
process.on('disconnect', () => void stop(0));
main().catch(fail);
