import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Clock, PROTOCOL_VERSION, toTimestamp } from '@door-access/protocol';
import { PAIR_PATH, PairAnswer, type PairRequest } from '@door-access/protocol/setup';
import type { GatewaySetup } from '../config/config.js';
import { isLoopback } from '../config/config.schema.js';
import { credentialFile, readCredential, writeCredential } from '../config/credential.js';
import { forgetMoved } from '../config/moved.js';
import { postJson, refusalOf } from './http.js';
import { openReportKey } from './report-key.js';

/* Trades the code that a person was given for this gateway's credential. */

export interface PairOptions {
  readonly setup: GatewaySetup;
  readonly code: string;
  /** The service's address; null takes the one of the last pairing. */
  readonly url: string | null;
  /** Path of PEM certificates to trust instead of the system's. */
  readonly caFile: string | null;
  /** Lets code and credential cross the network in the clear. */
  readonly allowPlaintext: boolean;
  readonly agent: string;
  readonly clock: Clock;
}

export interface PairOutcome {
  readonly gatewayId: string;
  readonly name: string;
  readonly cloudUrl: string;
  readonly file: string;
  /** Whether there was a credential before. */
  readonly isAgain: boolean;
}

const MAX_DOORS = 100;
/** The configuration of the packaged service. */
const INSTALLED_FILE = '/etc/door-agent/gateway.yaml';

/** The next steps if there is no configuration to pair for. The code itself is not repeated. */
export function whatIsFirst(file: string, url: string | null): string {
  const again = (config: string) => `door-agent pair CODE --url ${url ?? 'https://…'} --config ${config}`;
  const lines = [`${file} does not exist yet: it lists the doors of this gateway.`];
  if (existsSync(INSTALLED_FILE)) lines.push(`Next, as ${INSTALLED_FILE} exists: ${again(INSTALLED_FILE)}`);
  else lines.push(`Next: door-agent init --output ${file}`, `Then: ${again(file)}`);
  return [...lines, 'A code is valid for ten minutes; after that, ask for a new one.'].join('\n');
}

/** @throws one line that says what to do */
export async function pair(options: PairOptions): Promise<PairOutcome> {
  const { setup, code, allowPlaintext, agent, clock } = options;
  const before = readCredential(setup.dataDir);
  const url = serviceAddress(options.url ?? before?.service_url ?? null, allowPlaintext);
  const ca = options.caFile
    ? readFileSync(options.caFile, 'utf8')
    : options.url
      ? null
      : (before?.ca ?? null);
  const request: PairRequest = {
    v: PROTOCOL_VERSION,
    code,
    host: hostname(),
    agent,
    public_key: openReportKey(setup.dataDir).publicKey,
    doors: setup.doors.slice(0, MAX_DOORS).map(({ door, name }) => ({ door, name })),
  };
  const answer = await postJson({ url: new URL(PAIR_PATH, url), body: request, ca });
  if (answer.status !== 200) throw new Error(refusalOf(answer));
  const paired = PairAnswer.safeParse(answer.body);
  if (!paired.success) throw new Error(`${url.origin} does not answer as the service does: check --url`);
  const { gateway_id, secret, mqtt_url, name } = paired.data;
  requireSafeBroker(mqtt_url, allowPlaintext);
  forgetMoved(setup.dataDir);
  writeCredential(setup.dataDir, {
    gateway_id,
    secret,
    cloud_url: mqtt_url,
    service_url: url.origin,
    allow_plaintext: allowPlaintext,
    ca,
    paired_at: toTimestamp(clock.now()),
  });
  return {
    gatewayId: gateway_id,
    name,
    cloudUrl: mqtt_url,
    file: credentialFile(setup.dataDir),
    isAgain: before !== null,
  };
}

function serviceAddress(text: string | null, allowPlaintext: boolean): URL {
  if (text === null) throw new Error('--url: say where the service is, as --url https://doors.example');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Error(`--url ${text}: expected an address, as https://doors.example`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowPlaintext)
    throw new Error(
      `--url ${text}: plain http would show the credential to the network: use https://, or --allow-plaintext if you know that no one listens`,
    );
  return url;
}

/** Too late to refuse the code, in time to keep the secret from a broker without TLS. */
function requireSafeBroker(mqttUrl: string, allowPlaintext: boolean): void {
  const { protocol, hostname: host } = new URL(mqttUrl);
  if (protocol === 'mqtts:' || isLoopback(host) || allowPlaintext) return;
  throw new Error(
    `the service names ${mqttUrl} for its broker, which would show the secret to the network: set MQTT_TLS_PORT (or PUBLIC_MQTT_URL) there and ask for a new code, or use --allow-plaintext`,
  );
}
