import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { canonicalJson, upTopic } from '@door-access/protocol';
import { signedReportText } from '@door-access/protocol/setup';
import { describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { exif, jpeg } from '../../../../test/jpeg.js';
import { reportCover } from '../../src/gateways/door-tests/cover.js';
import { keepReport } from '../../src/gateways/door-tests/reports.js';
import { pairGateway, reportKeyId } from '../../src/gateways/pairing.js';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, other, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const lab = await signIn('lab@acme.example');
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rawKey = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
const request = {
  v: 1 as const,
  host: 'gw-shed',
  agent: '1.2.0',
  public_key: rawKey.toString('base64url'),
  doors: [{ door: 1, name: 'Shed' }],
};

describe('a manager pairs a gateway', () => {
  test('by its name: the code is shown, and the page sees it turn from open to paired to online', async () => {
    const made = await ask('POST', '/gateways/pair', { cookie: lab, body: { name: 'Shed' } });
    expect(made.status).toBe(201);
    expect(made.json.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const look = async () => (await ask('GET', `/gateways/${made.json.gateway_id}`, { cookie: lab })).json;
    expect(await look()).toMatchObject({
      name: 'Shed',
      ref: 'shed',
      location: { id: ids.lab },
      online: null,
      pairing: { state: 'open', expires_at: made.json.expires_at, paired_at: null, unit: null },
      presence: [],
    });
    const paired = await pairGateway(context, { ...request, code: made.json.code });
    expect(await look()).toMatchObject({
      pairing: { state: 'paired', unit: { host: 'gw-shed', doors: [{ door: 1, name: 'Shed' }] } },
    });
    const raw = await world.connect({ id: paired?.id as string, secret: paired?.secret as string });
    await raw.birth([]);
    expect(await look()).toMatchObject({ online: true });
  });

  test('of a name that is there already under another short name', async () => {
    const again = await ask('POST', '/gateways/pair', { cookie: owner, body: { name: 'Shed' } });
    expect((await ask('GET', `/gateways/${again.json.gateway_id}`, { cookie: owner })).json.ref).toBe(
      'shed-2',
    );
  });

  test('again, and revokes it; both are in the audit log by their name', async () => {
    const { id } = world.gateway;
    expect((await ask('POST', `/gateways/${id}/pair`, { cookie: owner, body: {} })).status).toBe(200);
    const entries = await ask('GET', '/audit?action=gateway.open_pairing', { cookie: owner });
    expect(entries.json.data[0]).toMatchObject({ actor: { type: 'user', name: 'owner' }, subject: { id } });
  });

  test.each([
    ['a viewer', viewer, 403],
    ['another organisation', stranger, 404],
    ['a manager of another location', lab, 404],
  ])('%s does not', async (_, cookie, status) => {
    const { id } = world.gateway;
    expect((await ask('POST', `/gateways/${id}/pair`, { cookie, body: {} })).status).toBe(status);
    expect((await ask('DELETE', `/gateways/${id}`, { cookie })).status).toBe(status);
  });

  test('without a name is refused', async () => {
    const answer = await ask('POST', '/gateways/pair', { cookie: owner, body: { name: ' ' } });
    expect([answer.status, answer.json.error.details[0].field]).toEqual([422, 'name']);
  });
});

describe('the page of a gateway', () => {
  test('shows its doors, and when it came and went', async () => {
    const raw = await world.connect();
    await raw.birth([{ door: 1 }, { door: 2 }]);
    await raw.end(true);
    let seen: { online: boolean }[] = [];
    while (seen.length < 2)
      seen = (await ask('GET', `/gateways/${world.gateway.id}`, { cookie: owner })).json.presence;
    expect(seen.map(({ online }) => online)).toEqual([false, true]);
    const { json } = await ask('GET', `/gateways/${world.gateway.id}`, { cookie: owner });
    expect(json.doors).toEqual([
      { id: ids.main, name: 'main', door: 1 },
      { id: ids.side, name: 'side', door: 2 },
    ]);
  });

  test('says of its clock what its newest heartbeat says, and what it said before where one says nothing', async () => {
    const raw = await world.connect();
    await raw.birth([{ door: 1 }]);
    const beat = { v: 1, session: raw.session, uptime_s: 1, journal_depth: 0, rss_mb: 60, temp_c: null };
    const clockAfter = async (more: object) => {
      await raw.publish(upTopic(world.gateway.id, 'heartbeat'), JSON.stringify({ ...beat, ...more }));
      return (await ask('GET', `/gateways/${world.gateway.id}`, { cookie: owner })).json.clock;
    };
    expect(await clockAfter({ clock: 'local' })).toBe('local');
    expect(await clockAfter({})).toBe('local');
    expect(await clockAfter({ clock: 'synced' })).toBe('synced');
    expect(await clockAfter({ clock: 'sundial' })).toBe('synced');
    await raw.end();
  });

  test('groups rejected messages by reason, ignoring numbers, with count and last time', async () => {
    const raw = await world.connect();
    const press = () => raw.record({ kind: 'exit_button', pressed: true });
    await raw.publish(upTopic(world.gateway.id, 'journal'), 'no sense');
    for (const seq of [9007199254740990, 9007199254740991]) {
      await world.clock.advance(1_000);
      await raw.send([{ ...press(), seq }]);
    }
    const { json } = await ask('GET', `/gateways/${world.gateway.id}`, { cookie: owner });
    expect(json.set_aside).toEqual([
      {
        reason: 'seq 9007199254740991 is more than 1000000000 above 0, the last one received',
        count: 2,
        last_at: new Date(world.clock.now()).toISOString(),
      },
      { reason: 'the payload is not JSON in UTF-8', count: 1, last_at: expect.any(String) },
    ]);
    await raw.end();
  });

  test('names no door above the location looked at', async () => {
    await world.context.pool.query('update gateway set location_id = $1 where id = $2', [
      ids.lab,
      world.gateway.id,
    ]);
    const { json } = await ask('GET', `/gateways/${world.gateway.id}`, { cookie: lab });
    expect(json.doors.map(({ id }: { id: number }) => id)).toEqual([ids.side]);
  });

  test('counts the records that a gateway calls lost, however many it claims', async () => {
    for (let gap = 0; gap < 2; gap++)
      await world.context.pool.query(
        'insert into journal_gap (gateway_id, journal, from_seq, to_seq, reported) values ($1, $2, 1, $3, true)',
        [world.gateway.id, randomUUID(), Number.MAX_SAFE_INTEGER - 1],
      );
    const { status, json } = await ask('GET', '/gateways', { cookie: owner });
    expect(status).toBe(200);
    const own = json.data.find(({ id }: { id: string }) => id === world.gateway.id);
    expect(own.lost_records).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('is hidden from other accounts', async () => {
    expect((await ask('GET', `/gateways/${world.gateway.id}`, { cookie: stranger })).status).toBe(404);
    expect((await ask('GET', `/gateways/${other.gateway}`, { cookie: owner })).status).toBe(404);
  });
});

const report = {
  format: 'door-test/1' as const,
  id: randomUUID(),
  gateway: { id: world.gateway.id, host: 'gw', agent: '1.2.0' },
  door: { door: 1, name: 'main', driver: 'gpio' },
  started_at: '2026-01-07T06:00:00.000Z',
  finished_at: '2026-01-07T06:05:00.000Z',
  clock: 'synced' as const,
  by: 'Ilkka',
  result: 'failed' as const,
  steps: [
    {
      step: 'strike',
      result: 'failed',
      detail: 'on for 2 s',
      advice: 'look',
      measured: { pulse_ms: 2000 },
    },
  ],
};
const signed = (content: typeof report) =>
  `${canonicalJson({
    report: content,
    key_id: reportKeyId(rawKey),
    public_key: rawKey.toString('base64url'),
    signature: sign(null, Buffer.from(signedReportText(content)), privateKey).toString('base64url'),
  })}\n`;
const document = signed(report);
const gateway = { ...world.gateway, account_id: ids.account, location_id: ids.hq, name: 'HQ gateway' };
const hand = (text: string) => keepReport(context, gateway, { v: 1, document: text, pdf: null });

const cover = async (language: 'en' | 'fi' | 'sv' | 'de') => {
  const asked = { lockId: ids.main, id: report.id, language };
  return (await reportCover(context, { locationId: ids.hq }, asked)) as Buffer;
};

describe('the last door test', () => {
  test('is on the page of the door, and can be taken along as it was signed', async () => {
    await hand(document);
    const { json } = await ask('GET', `/doors/${ids.main}/reports`, { cookie: viewer });
    expect(json.data).toEqual([
      {
        id: report.id,
        result: 'failed',
        finished_at: report.finished_at,
        by: 'Ilkka',
        simulated: false,
        has_pdf: false,
        steps: report.steps,
        photos: [],
      },
    ]);
    const file = await ask('GET', `/doors/${ids.main}/reports/${report.id}/json`, { cookie: viewer });
    expect(file.text).toBe(document);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="door-\d+-test-/);
    const pdf = await ask('GET', `/doors/${ids.main}/reports/${report.id}/pdf`, { cookie: viewer });
    expect(pdf.status).toBe(404);
  });

  test('is shown with the names of the site, the gateway and the tester, in the time of the site', async () => {
    const about = await ask('GET', `/doors/${ids.main}/reports/${report.id}/cover`, { cookie: viewer });
    expect([about.status, about.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = await cover('en');
    const page = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(page, { mergePages: true });
    for (const words of [
      'Site Acme / HQ ',
      `Gateway HQ gateway, ${report.gateway.id} on gw, agent 1.2.0`,
      'Tested 7 January 2026, 08:00 to 08:05, Europe/Helsinki (06:00 UTC)',
      'By Ilkka',
      'Next test by 7 January 2027',
      'Strike FAILED on for 2 s',
      'The signature of the gateway is valid',
    ])
      expect(text).toContain(words);
    const attached = Object.values((await page.getAttachments()) as Record<string, { content: Uint8Array }>);
    expect(attached.map(({ content }) => Buffer.from(content).toString())).toEqual([document]);
  });

  test.each([
    [
      'fi',
      'Testattu 7. tammikuuta 2026, 08.00–08.05, Europe/Helsinki (06:00 UTC)',
      'viimeistään 7. tammikuuta 2027',
    ],
    ['sv', 'Testad 7 januari 2026, 08:00–08:05, Europe/Helsinki (06:00 UTC)', 'senast 7 januari 2027'],
    ['de', 'Getestet 7. Januar 2026, 08:00–08:05, Europe/Helsinki (06:00 UTC)', 'bis 7. Januar 2027'],
  ] as const)('speaks %s, with days and times as they are written there', async (language, tested, next) => {
    const path = `/doors/${ids.main}/reports/${report.id}/cover?language=${language}`;
    expect((await ask('GET', path, { cookie: viewer })).status).toBe(200);
    const { text } = await extractText(new Uint8Array(await cover(language)), { mergePages: true });
    for (const words of [tested, next, 'on for 2 s']) expect(text).toContain(words);
    expect(text).not.toMatch(/\?|Tested|signature|Made by/);
  });

  test('carries photos behind it, with who added each; what was signed is attached as it was', async () => {
    const image = jpeg({ metadata: [exif('60.1699 N 24.9384 E')] }).toString('base64');
    const path = `/door-tests/${report.id}/photos`;
    const { json } = await ask('POST', path, { cookie: owner, body: { image } });
    const bytes = await cover('en');
    expect(bytes.includes(jpeg())).toBe(true);
    expect(bytes.includes('60.1699')).toBe(false);
    const page = await getDocumentProxy(new Uint8Array(bytes));
    expect(page.numPages).toBe(2);
    const { text } = await extractText(page, { mergePages: true });
    expect(text).toContain('by the people named. The gateway neither took nor signed them.');
    expect(text).toMatch(/Added by owner on 7 January 2026, \d\d:\d\d \(Europe\/Helsinki\)/);
    const attached = Object.values((await page.getAttachments()) as Record<string, { content: Uint8Array }>);
    expect(attached.map(({ content }) => Buffer.from(content).toString())).toEqual([document]);
    await ask('DELETE', `${path}/${json.id}`, { cookie: owner });
  });

  test('says where the signature is not that of the gateway', async () => {
    const { rowCount } = await context.pool.query(
      `update door_test_report set document = replace(document, 'on for 2 s', 'on for 1 s') where id = $1`,
      [report.id],
    );
    expect(rowCount).toBe(1);
    const bytes = await cover('en');
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(text).toContain('NOT valid: this is not what the gateway signed');
    await context.pool.query('update door_test_report set document = $2 where id = $1', [
      report.id,
      document,
    ]);
  });

  test('is kept in whatever zone its gateway gives the time', async () => {
    const far = { ...report, id: randomUUID(), finished_at: '2026-01-08T05:06:00.000+23:00' };
    await hand(signed(far));
    const { json } = await ask('GET', `/doors/${ids.main}/reports`, { cookie: viewer });
    const shown = json.data.find(({ id }: { id: string }) => id === far.id);
    expect(shown.finished_at).toBe('2026-01-07T06:06:00.000Z');
  });

  test('is refused where it is nested deeper than it could be written', async () => {
    const deep = document.replace('"by"', `"above":${'['.repeat(7_000)}${']'.repeat(7_000)},"by"`);
    await expect(hand(deep)).rejects.toMatchObject({ kind: 'validation_failed' });
  });

  test('is hidden from other accounts and under other doors', async () => {
    for (const path of ['reports', `reports/${report.id}/json`, `reports/${report.id}/cover`])
      expect((await ask('GET', `/doors/${ids.main}/${path}`, { cookie: stranger })).status).toBe(404);
    const elsewhere = await ask('GET', `/doors/${ids.side}/reports/${report.id}/json`, { cookie: owner });
    expect(elsewhere.status).toBe(404);
  });
});

describe('the last tests of all doors', () => {
  const list = async (query = '', cookie = viewer) =>
    (await ask('GET', `/door-tests${query}`, { cookie })).json as {
      data: { lock: { id: number }; last: { result: string; by: string } | null }[];
      next_cursor: string | null;
    };

  async function onePerPage(): Promise<number[]> {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ lock }) => lock.id));
      cursor = page.next_cursor;
    }
    return seen;
  }

  test('begin with those never tested, then those of long ago, and are all found page by page', async () => {
    const idsOf = async (query = '') => (await list(query)).data.map(({ lock }) => lock.id);
    const { data } = await list();
    expect(data).toMatchObject([
      { lock: { id: ids.side }, last: null },
      {
        lock: { id: ids.main, name: 'main' },
        last: { result: 'failed', by: 'Ilkka', simulated: false, has_pdf: false },
      },
    ]);
    expect(await idsOf('?state=never')).toEqual([ids.side]);
    expect(await onePerPage()).toEqual([ids.side, ids.main]);
    const side = { ...report, id: randomUUID(), door: { ...report.door, door: 2, name: 'side' } };
    await hand(signed({ ...side, finished_at: '2026-01-07T05:00:00.000Z' }));
    expect(await idsOf()).toEqual([ids.side, ids.main]);
    await hand(signed({ ...side, id: randomUUID(), finished_at: '2026-01-07T07:00:00.000Z' }));
    expect(await idsOf()).toEqual([ids.main, ids.side]);
    expect(await onePerPage()).toEqual([ids.main, ids.side]);
  });

  test('are counted and found by what came of them', async () => {
    const { data } = await list();
    const counts = (await ask('GET', '/door-tests/counts', { cookie: viewer })).json;
    expect(counts).toEqual({ never: 0, failed: 2, incomplete: 0, passed: 0 });
    expect((await list('?state=failed')).data).toEqual(data);
    expect((await list('?state=passed')).data).toEqual([]);
    expect((await list('?state=never')).data).toEqual([]);
    expect((await ask('GET', '/door-tests?state=lost', { cookie: viewer })).status).toBe(400);
  });

  test('can be taken along as a table', async () => {
    const { text, headers } = await ask('GET', '/door-tests/export', { cookie: viewer });
    expect(headers.get('content-disposition')).toBe('attachment; filename="door-tests.csv"');
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toContain('door,place,location,result,finished_at,by');
    expect(lines).toHaveLength((await list()).data.length);
    expect(lines[0]).toContain(',failed,2026-01-07T06:06:00.000Z,Ilkka,real,');
  });

  test('are of one’s own doors alone', async () => {
    const own = (await list('', lab)).data.map(({ lock }) => lock.id);
    expect(own).toContain(ids.side);
    expect(own).not.toContain(ids.main);
    expect((await list('', stranger)).data.map(({ lock }) => lock.id)).not.toContain(ids.main);
  });
});

describe('the health of a gateway', () => {
  test('is shown with the faulty terminals within reach, since when and why', async () => {
    const raw = await world.connect();
    await raw.birth([{ door: 1 }, { door: 2 }]);
    const { id } = world.gateway;
    const look = async (cookie = owner) => (await ask('GET', `/gateways/${id}`, { cookie })).json;
    expect(await look()).toMatchObject({ health: null, faulty_doors: 0, faults: [] });
    const error = 'no board at /dev/ttyUSB0';
    const health = { boards: [{ id: 'usb-1', ok: false, error }] };
    const vitals = { uptime_s: 1, journal_depth: 0, rss_mb: 1, temp_c: null };
    const heartbeat = JSON.stringify({ v: 1, session: raw.session, ...vitals, health });
    await raw.publish(upTopic(id, 'heartbeat'), heartbeat);
    const since = new Date(world.clock.now()).toISOString();
    const fault = (door: number, terminal: object) =>
      raw.record({ kind: 'fault', door, ...terminal, ok: false, error });
    await raw.send([
      fault(1, { input: 'contact' }),
      fault(1, { relay: 'strike' }),
      fault(2, { relay: 'hold' }),
    ]);
    const main = { id: ids.main, name: 'main' };
    expect(await look()).toMatchObject({
      health: { disk_free_mb: null, boards: health.boards },
      faulty_doors: 2,
      faults: [
        { lock: main, door: 1, terminal: 'contact', error, since },
        { lock: main, door: 1, terminal: 'strike', error, since },
        { door: 2, terminal: 'hold', error, since },
      ],
    });
    const { data } = (await ask('GET', '/gateways', { cookie: owner })).json;
    expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({ faulty_doors: 2, health });
    // A user with access to only one of its doors sees only that door.
    const move = (location: number) =>
      context.pool.query('update gateway set location_id = $2 where id = $1', [id, location]);
    await move(ids.lab);
    expect(await look(lab)).toMatchObject({ faulty_doors: 1, faults: [{ door: 2, terminal: 'hold' }] });
    await move(ids.hq);
    expect((await ask('GET', `/gateways/${id}`, { cookie: lab })).status).toBe(404);
    expect((await ask('GET', `/gateways/${id}`, { cookie: stranger })).status).toBe(404);
  });
});

test('a list of gateways that is cut says so', async () => {
  const all = () => ask('GET', '/gateways', { cookie: owner });
  expect((await all()).json.has_more).toBe(false);
  await context.pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash)
     select gen_random_uuid(), $1, $2, 'many-' || n, 'zz ' || n, 'x' from generate_series(1, 2000) n`,
    [ids.account, ids.hq],
  );
  const { json } = await all();
  expect(json.data).toHaveLength(2_000);
  expect(json.has_more).toBe(true);
});
