import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import type { Clock } from '@door-access/protocol';
import type { GatewayConfig } from '../config/config.js';
import { mqttConnect, openTls, RefusedError, socketTo, trialOf } from '../link/wire.js';
import { reasonOf } from '../reason.rules.js';
import { type Finding, fault, fine, warning } from './finding.js';
import { TLS_ADVICE } from './http.js';

/* Whether the cloud is reachable, is the right one, and knows this gateway. */

const DEADLINE_MS = 8000;
const SOON_MS = 14 * 86_400_000;
export interface CloudCheck {
  readonly config: GatewayConfig;
  readonly clock: Clock;
  readonly isRunning: boolean;
  readonly newId: () => string;
}

export async function checkCloud(check: CloudCheck): Promise<Finding[]> {
  const { cloudUrl } = check.config;
  const host = cloudUrl.hostname.replace(/^\[|\]$/g, '');
  const port = Number(cloudUrl.port || (cloudUrl.protocol === 'mqtts:' ? 8883 : 1883));
  try {
    await lookup(host);
  } catch {
    return [
      fault('cloud', `no address is known for ${host}`, 'check cloud_url and the DNS server of this network'),
    ];
  }
  const reached = await reach(host, port, check.clock);
  if (reached) return [reached];
  const findings = [fine('cloud', `${host}:${port} is reached`)];
  if (cloudUrl.protocol === 'mqtts:') {
    const tls = await checkTls(host, port, check);
    findings.push(tls);
    if (tls.level === 'fault') return findings;
  } else
    findings.push(
      warning(
        'TLS',
        'the connection is not encrypted',
        'use mqtts:// in cloud_url, unless the cloud is this machine',
      ),
    );
  findings.push(await checkCredential(check));
  return findings;
}

/** What the work says before the deadline; `late` after it. Nothing is left behind. */
async function within<T>(clock: Clock, late: T, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const limit = clock.sleep(DEADLINE_MS, done.signal).then(() => late);
  limit.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    done.abort();
  }
}

/** What went wrong: its code, by which advice is found, and its reason; null where nothing did. */
type Failure = { readonly code: string; readonly reason: string } | null;
const failureOf = (error: NodeJS.ErrnoException): Failure => ({
  code: error.code ?? '',
  reason: reasonOf(error),
});

async function reach(host: string, port: number, clock: Clock): Promise<Finding | null> {
  const socket = connectTcp({ host, port });
  const work = new Promise<Failure>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.on('error', (error) => resolve(failureOf(error)));
  });
  const failure = await within<Failure>(clock, { code: 'ETIMEDOUT', reason: 'no answer in time' }, work);
  socket.destroy();
  if (failure === null) return null;
  const advice =
    failure.code === 'ECONNREFUSED'
      ? 'nothing listens there: check the port in cloud_url, and that the cloud runs'
      : `a firewall may be in between: let this machine out to ${host}, TCP port ${port}`;
  return fault('cloud', `${host}:${port} is not reached: ${failure.reason}`, advice);
}

/** In a configuration the certificate is a setting. */
const adviceOn = (code: string): string | undefined =>
  TLS_ADVICE[code]?.replace('with --ca', 'as ca_file').replace('the address names', 'cloud_url names');

async function checkTls(host: string, port: number, { config, clock }: CloudCheck): Promise<Finding> {
  const socket = openTls(host, port, config.ca);
  const work = new Promise<Failure>((resolve) => {
    socket.once('secureConnect', () => resolve(null));
    socket.on('error', (error) => resolve(failureOf(error)));
  });
  const late = { code: '', reason: 'no answer to the handshake' };
  const failure = await within<Failure>(clock, late, work);
  const { valid_to: end } = socket.getPeerCertificate() ?? {};
  socket.destroy();
  if (failure !== null)
    return fault(
      'TLS',
      failure.reason,
      adviceOn(failure.code) ?? 'is this the MQTT port of the cloud, with TLS?',
    );
  if (Date.parse(end) - clock.now() < SOON_MS)
    return warning('TLS', `the certificate ends on ${end}`, 'inform the operator of the cloud');
  return fine('TLS', `the certificate of ${host} is good until ${end}`);
}

async function checkCredential({ config, isRunning, newId, clock }: CloudCheck): Promise<Finding> {
  const { gatewayId, cloudUrl, ca } = config;
  // A second connection would take the place of the agent's own.
  if (isRunning) return fine('credential', 'not tried, as the agent runs with it: see its log');
  const gaveUp = new AbortController();
  const done = new AbortController();
  clock.sleep(DEADLINE_MS, done.signal).then(
    () => gaveUp.abort(new Error('no answer')),
    () => undefined,
  );
  try {
    const wire = await mqttConnect(socketTo(cloudUrl, ca))(trialOf(config, newId()), gaveUp.signal);
    await wire.end();
    return fine('credential', `the cloud knows gateway ${gatewayId}`);
  } catch (error) {
    if (error instanceof RefusedError)
      return fault(
        'credential',
        `the cloud refuses gateway ${gatewayId}`,
        'check gateway_id and secret, or pair the gateway again',
      );
    return fault('credential', reasonOf(error), 'is this the MQTT port of the cloud?');
  } finally {
    done.abort();
  }
}
