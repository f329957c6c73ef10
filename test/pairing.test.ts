import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { upTopic } from '@door-access/protocol';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authenticateGateway } from '../packages/cloud/src/gateways/door-tests/reports.js';
import { revokeGateway, rotateGatewaySecret } from '../packages/cloud/src/gateways/manage.js';
import { openPairing, readPairing } from '../packages/cloud/src/gateways/pairing.js';
import { showPairingCode } from '../packages/cloud/src/gateways/pairing.rules.js';
import { loadConfig, loadSetup } from '../packages/gateway-agent/src/config/config.js';
import { pair } from '../packages/gateway-agent/src/tools/pair.js';
import type { RawGateway } from './raw-gateway.js';
import { createWorld } from './world.js';

const world = await createWorld();
const { context, clock, gateway } = world;
const service = world.baseUrl.replace('/v1', '');
const folder = mkdtempSync(join(tmpdir(), 'pairing-'));
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});
// Ten codes a minute and address.
beforeEach(() => clock.advance(61_000));

let files = 0;
/** The configuration of a gateway that is not paired yet. */
function configFile(): string {
  const file = join(folder, `gateway-${++files}.yaml`);
  writeFileSync(
    file,
    `data_dir: data-${files}\ndoors:\n  - { door: 1, name: Main entrance, driver: bench, contact: true }\n`,
  );
  return file;
}
const given = { url: service, caFile: null, allowPlaintext: false, agent: '1.2.0', clock };
const pairGatewayBy = (file: string, code: string, more: object = {}) =>
  pair({ ...given, setup: loadSetup(file), code, ...more });
const newCode = async () => showPairingCode((await openPairing(context, gateway.id)).code);
const closed = ({ client }: RawGateway) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()));
const audited = async (action: string) =>
  (await context.pool.query('select details from audit where action = $1 order by number desc', [action]))
    .rows;

describe('pairing', () => {
  test('gives the gateway a credential with which it comes online, in a file for its owner alone', async () => {
    const file = configFile();
    expect(() => loadConfig(file)).toThrow('no credential yet: door-agent pair CODE');
    const outcome = await pairGatewayBy(file, (await newCode()).toLowerCase());
    expect(outcome).toMatchObject({ gatewayId: gateway.id, name: 'HQ gateway', isAgain: false });
    expect(statSync(outcome.file).mode & 0o777).toBe(0o600);
    const config = loadConfig(file);
    expect(config.cloudUrl.href).toBe(world.mqttUrl);
    const raw = await world.connect({ secret: config.secret });
    await raw.birth();
    expect(await readPairing(context, gateway.id)).toMatchObject({
      state: 'paired',
      unit: { agent: '1.2.0', doors: [{ door: 1, name: 'Main entrance' }] },
    });
    expect((await audited('gateway.pair'))[0].details).toMatchObject({ agent: '1.2.0', doors: 1 });
    await raw.end();
  });

  test('again gives a new secret, and what the old one opened ends at once', async () => {
    const file = configFile();
    await pairGatewayBy(file, await newCode());
    const before = loadConfig(file).secret;
    const raw = await world.connect({ secret: before });
    const ended = closed(raw);
    expect(await pairGatewayBy(file, await newCode())).toMatchObject({ isAgain: true });
    await ended;
    await expect(world.connect({ secret: before })).rejects.toThrow();
    await (await world.connect({ secret: loadConfig(file).secret })).end();
  });

  test('a new secret by hand that begins at once, and revoking, end the connection too', async () => {
    const file = configFile();
    await pairGatewayBy(file, await newCode());
    const first = closed(await world.connect({ secret: loadConfig(file).secret }));
    const { secret } = await rotateGatewaySecret(context, gateway.id, undefined, 0);
    await first;
    const second = closed(await world.connect({ secret }));
    const code = await newCode();
    await revokeGateway(context, gateway.id);
    await second;
    await expect(pairGatewayBy(file, code)).rejects.toThrow('ask for a new one');
    await expect(openPairing(context, gateway.id)).rejects.toThrow('revoked');
    await context.pool.query('update gateway set revoked_at = null where id = $1', [gateway.id]);
  });
});

describe('a new secret by hand', () => {
  const HOUR = 3_600_000;
  const paired = async () => {
    const file = configFile();
    await pairGatewayBy(file, await newCode());
    return loadConfig(file).secret;
  };
  const rotate = async (graceHours?: number) =>
    (await rotateGatewaySecret(context, gateway.id, undefined, graceHours)).secret;
  const comes = async (secret: string) => (await world.connect({ secret })).end();
  const isRefused = (secret: string) => expect(world.connect({ secret })).rejects.toThrow();

  test('leaves the gateway connected, and lets it come back by the old one, until it has logged in by the new one', async () => {
    const old = await paired();
    const raw = await world.connect({ secret: old });
    await raw.birth();
    const next = await rotate();
    await raw.send([raw.record({ kind: 'exit_button', pressed: true })]);
    await raw.end(true);
    await comes(old);
    expect(await authenticateGateway(context, gateway.id, old)).not.toBeNull();
    await comes(next);
    await isRefused(old);
    expect(await authenticateGateway(context, gateway.id, old)).toBeNull();
    await comes(next);
  });

  test('ends the old one after 24 hours, and with the next heartbeat the connection that it opened', async () => {
    const old = await paired();
    const next = await rotate();
    await clock.advance(24 * HOUR - 1);
    const last = await world.connect({ secret: old });
    const ended = closed(last);
    await last.birth();
    await clock.advance(1);
    await last.publish(
      upTopic(gateway.id, 'heartbeat'),
      JSON.stringify({
        v: 1,
        session: last.session,
        uptime_s: 1,
        journal_depth: 0,
        rss_mb: 60,
        temp_c: null,
      }),
    );
    await ended;
    await isRefused(old);
    await comes(next);
  });

  test('that is followed by another before the gateway has it leaves the one valid by which the gateway comes', async () => {
    const old = await paired();
    const never = await rotate(48);
    const next = await rotate(48);
    await clock.advance(47 * HOUR);
    await comes(old);
    await isRefused(never);
    await comes(next);
    await isRefused(old);
  });

  test('is no way around pairing again, which ends both', async () => {
    const old = await paired();
    const next = await rotate();
    const again = await paired();
    for (const secret of [old, next]) await isRefused(secret);
    await comes(again);
  });
});

describe('a code', () => {
  test('is good once', async () => {
    const code = await newCode();
    await pairGatewayBy(configFile(), code);
    await expect(pairGatewayBy(configFile(), code)).rejects.toThrow(
      'The code is wrong, was used already, or is over',
    );
  });

  test('is good for ten minutes, and not a moment more', async () => {
    const early = await newCode();
    await clock.advance(10 * 60_000 - 1);
    await pairGatewayBy(configFile(), early);
    const late = await newCode();
    await clock.advance(10 * 60_000);
    await expect(pairGatewayBy(configFile(), late)).rejects.toThrow('ask for a new one');
    expect((await readPairing(context, gateway.id)).state).toBe('over');
  });

  test('dies with the next one', async () => {
    const code = await newCode();
    await newCode();
    await expect(pairGatewayBy(configFile(), code)).rejects.toThrow('ask for a new one');
  });

  test('is invalid after five wrong endings, and never reveals that its beginning was right', async () => {
    const code = await newCode();
    const wrong = code.slice(0, 8) + (code.endsWith('0') ? '1' : '0');
    const answers = [];
    for (let guess = 0; guess < 5; guess++)
      answers.push(await pairGatewayBy(configFile(), wrong).catch((error: Error) => error.message));
    answers.push(await pairGatewayBy(configFile(), code).catch((error: Error) => error.message));
    expect(new Set(answers)).toEqual(
      new Set(['The code is wrong, was used already, or is over: ask for a new one.']),
    );
  });

  test('cannot be tried more than ten times a minute from one address', async () => {
    const answers = [];
    for (let guess = 0; guess < 11; guess++)
      answers.push(await pairGatewayBy(configFile(), '0000-0000').catch((error: Error) => error.message));
    expect(answers.slice(0, 10).every((answer) => String(answer).includes('code is wrong'))).toBe(true);
    expect(answers[10]).toContain('Too many requests');
  });

  test('lies in the database as a hash', async () => {
    const code = (await newCode()).replace('-', '');
    const { rows } = await context.pool.query('select * from gateway_pairing');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(code.slice(3));
  });
});

describe('the gateway', () => {
  test.each([
    ['http://doors.example', 'plain http would show the credential'],
    ['ftp://doors.example', 'expected an address'],
    ['doors.example', 'expected an address'],
  ])('does not send a code to %s', async (url, words) => {
    await expect(pairGatewayBy(configFile(), '7KQ2-M9XD', { url })).rejects.toThrow(words);
  });

  test('asks where the service is, once', async () => {
    const file = configFile();
    await expect(pairGatewayBy(file, '7KQ2-M9XD', { url: null })).rejects.toThrow('--url');
    await pairGatewayBy(file, await newCode());
    await pairGatewayBy(file, await newCode(), { url: null });
  });

  test('keeps its old credential where a code is refused', async () => {
    const file = configFile();
    const { file: credential } = await pairGatewayBy(file, await newCode());
    const before = readFileSync(credential, 'utf8');
    await expect(pairGatewayBy(file, '0000-0000')).rejects.toThrow();
    expect(readFileSync(credential, 'utf8')).toBe(before);
  });

  test('does not take two credentials: what the file says beside a pairing is a mistake that names its line', async () => {
    const file = configFile();
    await pairGatewayBy(file, await newCode());
    writeFileSync(file, `gateway_id: ${gateway.id}\n${readFileSync(file, 'utf8')}`);
    expect(() => loadConfig(file)).toThrow('1:1: gateway_id: this gateway was paired');
  });

  test('says which field of its request is wrong', async () => {
    const answer = await fetch(`${service}/gateway/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ v: 1, code: 7, host: 'h', agent: 'a', public_key: 'short', doors: [] }),
    });
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { details: { field: string }[] } };
    expect(error.details.map(({ field }) => field)).toEqual(['code', 'public_key']);
  });
});
