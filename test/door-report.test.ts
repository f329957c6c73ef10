import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkReportFile } from '../packages/cloud/src/gateways/door-tests/report-check.js';
import { keysIn, listReports, reportFile } from '../packages/cloud/src/gateways/door-tests/reports.js';
import { loadConfig } from '../packages/gateway-agent/src/config/config.js';
import { testDoors } from '../packages/gateway-agent/src/door-test/command.js';
import { handIn } from '../packages/gateway-agent/src/door-test/keep.js';
import { renderReport } from '../packages/gateway-agent/src/door-test/pdf.js';
import { makeReport, signPage, signReport } from '../packages/gateway-agent/src/door-test/report.js';
import { reportKey } from '../packages/gateway-agent/src/tools/report-key.js';
import { createWorld } from './world.js';

const world = await createWorld();
const { context, gateway, ids } = world;
const service = world.baseUrl.replace('/v1', '');
const folder = mkdtempSync(join(tmpdir(), 'door-report-'));
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const key = reportKey(generateKeyPairSync('ed25519').privateKey);
const find = keysIn(context.pool);

function aReport(more: object = {}) {
  return makeReport({
    id: randomUUID(),
    gateway: { id: gateway.id, host: 'gw', agent: '1.2.0' },
    door: { door: 1, name: 'Pääovi', driver: 'gpio' },
    started_at: '2026-01-07T06:00:00.000Z',
    finished_at: '2026-01-07T06:05:00.000Z',
    clock: 'synced',
    by: 'Ilkka',
    steps: [
      {
        step: 'strike',
        result: 'passed',
        detail: 'on for 1001 ms',
        advice: '',
        measured: { pulse_ms: 1001 },
      },
    ],
    ...more,
  });
}

async function hand(body: object, { id = gateway.id, secret = gateway.secret } = {}) {
  const answer = await fetch(`${service}/gateway/reports`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify({ v: 1, pdf: null, ...body }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const report = aReport();
const document = signReport(report, key);
const page = signPage(await renderReport(report, document, key.keyId, 'Europe/Helsinki'), gateway.id, key);

describe('a report that a gateway hands in', () => {
  test('is kept with the lock, byte for byte, and found to be valid as JSON and as PDF', async () => {
    expect(await hand({ document, pdf: page.toString('base64url') })).toEqual({
      status: 201,
      body: { id: report.id },
    });
    const [kept] = await listReports(context.pool, ids.main, 10);
    expect(kept).toMatchObject({ id: report.id, result: 'passed', document, has_pdf: true });
    expect(await reportFile(context.pool, ids.main, report.id, 'pdf')).toEqual(page);
    expect(await reportFile(context.pool, ids.side, report.id, 'pdf')).toBeNull();
    for (const bytes of [Buffer.from(document), page])
      expect(await checkReportFile(bytes, find)).toMatchObject({ verdict: 'valid', gateway_id: gateway.id });
  });

  test('twice is kept once', async () => {
    expect((await hand({ document })).status).toBe(201);
    expect(await listReports(context.pool, ids.main, 10)).toHaveLength(1);
  });

  test.each([
    ['one changed word', () => ({ document: document.replace('1001', '1002') }), 'document'],
    [
      'spaces that mean nothing',
      () => ({ document: JSON.stringify(JSON.parse(document), null, 1) }),
      'document',
    ],
    [
      'the name of another gateway',
      () => ({
        document: signReport(aReport({ gateway: { id: randomUUID(), host: 'gw', agent: '1' } }), key),
      }),
      'document',
    ],
    [
      'the id of another report',
      () => ({ document: signReport(aReport({ id: report.id, by: 'Eve' }), key) }),
      'document',
    ],
    [
      'a page of another key',
      () => ({
        document,
        pdf: signPage(
          Buffer.from('%PDF-'),
          gateway.id,
          reportKey(generateKeyPairSync('ed25519').privateKey),
        ).toString('base64url'),
      }),
      'pdf',
    ],
    ['more than it may be', () => ({ document: 'x'.repeat(16_001) }), 'document'],
  ])('with %s is refused, and the field is named', async (_, body, field) => {
    const answer = await hand(body());
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  });

  test.each([
    ['a wrong secret', { secret: 'sesame' }],
    ['an id that is none', { id: 'gw1' }],
    ['another report’s id', { id: randomUUID() }],
  ])('with %s is refused', async (_, credential) => {
    expect((await hand({ document }, credential)).status).toBe(401);
  });

  test('leaves an entry in the audit log', async () => {
    const { rows } = await context.pool.query(
      "select details from audit where action = 'gateway.door_test_report'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].details).toMatchObject({
      report_id: report.id,
      door: 1,
      lock_id: ids.main,
      result: 'passed',
    });
  });

  test('pushes the fifty-first of its door out', async () => {
    for (let count = 0; count < 51; count++) {
      await world.clock.advance(2000);
      const more = aReport({ door: { door: 2, name: 'Side', driver: 'gpio' } });
      expect((await hand({ document: signReport(more, key) })).status).toBe(201);
    }
    expect(await listReports(context.pool, ids.side, 100)).toHaveLength(50);
  });
});

describe('a report', () => {
  test('with any one bit changed is no longer valid, as JSON and as PDF', async () => {
    for (const bytes of [Buffer.from(document), page])
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] as number) ^ (1 << bit);
          expect((await checkReportFile(changed, find)).verdict).toBe('altered');
        }),
      );
  });

  test('cut short, or with something behind it, is altered', async () => {
    for (const bytes of [Buffer.from(document), page]) {
      expect((await checkReportFile(bytes.subarray(0, -1), find)).verdict).toBe('altered');
      expect((await checkReportFile(Buffer.concat([bytes, Buffer.from('\n')]), find)).verdict).toBe(
        'altered',
      );
    }
  });

  test('of a gateway that this service does not know says so', async () => {
    const stranger = reportKey(generateKeyPairSync('ed25519').privateKey);
    const id = randomUUID();
    const theirs = aReport({ gateway: { id, host: 'x', agent: '1' } });
    const text = signReport(theirs, stranger);
    const pdf = signPage(await renderReport(theirs, text, stranger.keyId, 'Europe/Helsinki'), id, stranger);
    for (const bytes of [Buffer.from(text), pdf])
      expect(await checkReportFile(bytes, find)).toEqual({
        verdict: 'unknown_gateway',
        gateway_id: id,
        key_id: stranger.keyId,
      });
  });

  test('signed by a stranger in a known gateway’s name is altered', async () => {
    const forger = reportKey(generateKeyPairSync('ed25519').privateKey);
    const forged = Buffer.from(signReport(aReport(), forger));
    expect((await checkReportFile(forged, find)).verdict).toBe('altered');
  });

  test('is one page, with the JSON attached, however long its words are', async () => {
    const long = aReport({
      door: { door: 1, name: 'Ovi → '.repeat(33), driver: 'gpio' },
      steps: [
        'contact_open',
        'contact_close',
        'exit_button',
        'strike',
        'hold_on',
        'hold_off',
        'forced',
        'network',
        'power',
      ].map((step) => ({
        step,
        result: 'failed',
        detail: 'word '.repeat(99),
        advice: 'advice '.repeat(70),
        measured: { bounce_ms: 61.5 },
      })),
    });
    const pdf = (await renderReport(long, document, key.keyId, 'Europe/Helsinki')).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(pdf).toContain('door-test.json');
  });
});

describe('door-agent test on simulated hardware', () => {
  const file = join(folder, 'gateway.yaml');
  writeFileSync(
    file,
    `gateway_id: ${gateway.id}\nsecret: ${gateway.secret}\ncloud_url: ${world.mqttUrl}\nservice_url: ${service}\ndata_dir: data\n` +
      'doors:\n  - { door: 1, name: Main entrance, driver: bench, contact: { debounce_ms: 290 }, exit_button: { debounce_ms: 290 }, hold: true }\n',
  );
  const config = loadConfig(file);

  test('plays the person, signs a report that verifies, and hands it in', async () => {
    const said: string[] = [];
    const [tested] = await testDoors(config, {
      only: null,
      by: 'Ilkka',
      resume: false,
      page: null,
      agent: '1.2.0',
      clock: systemClock,
      random: () => 0.4,
      say: (line) => said.push(line),
      signal: AbortSignal.timeout(50_000),
    });
    expect(tested).toMatchObject({ door: 1, result: 'passed', delivered: true });
    expect(said.join('\n')).toContain('passed Network pulled and back');
    for (const path of [tested?.json, tested?.pdf])
      expect((await checkReportFile(readFileSync(path as string), find)).verdict).toBe('valid');
    const [newest] = await listReports(context.pool, ids.main, 1);
    expect(newest?.document).toBe(tested?.document);
  });

  test('hands in later what the cloud did not take at first', async () => {
    const reports = join(config.dataDir, 'reports');
    for (const name of readdirSync(reports)) if (name.endsWith('.sent')) rmSync(join(reports, name));
    expect(await handIn({ ...config, serviceUrl: new URL('http://127.0.0.1:9') })).toContain('ECONNREFUSED');
    expect(await handIn({ ...config, serviceUrl: null })).toContain('service_url');
    expect(await handIn(config)).toBeNull();
    expect(readdirSync(reports).some((name) => name.endsWith('.sent'))).toBe(true);
  });
});
