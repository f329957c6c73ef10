import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type Samples, samplesOf, startWatched, useAll } from './world.js';

const watched = await startWatched();
beforeAll(() => useAll(watched));
afterAll(() => watched.close());

const scrape = async (accept?: string) =>
  fetch(`${watched.watchOrigin}/metrics`, accept === undefined ? {} : { headers: { accept } });
const samples = async (): Promise<Samples> => samplesOf(await (await scrape()).text());
const until = (isSo: (seen: Samples) => boolean) =>
  eventually(samples, isSo, () => watched.cloud.context.clock.sleep(20));

describe('health', () => {
  it('of a running process is ok, on both ports', async () => {
    for (const origin of [watched.origin, watched.watchOrigin]) {
      const alive = await fetch(`${origin}/healthz`);
      expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
      const ready = await fetch(`${origin}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', checks: { database: 'ok', broker: 'ok', worker: 'ok' } },
      ]);
      expect(ready.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is read by GET and HEAD alone', async () => {
    const posted = await fetch(`${watched.origin}/readyz`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await fetch(`${watched.origin}/readyz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('metrics', () => {
  it('count what happened, each once', async () => {
    const seen = await until((now) => (now.get('door_presence_changes_total{to="offline"}') ?? 0) > 0);
    expect(Object.fromEntries(seen)).toMatchObject({
      'door_logins_total{outcome="accepted"}': 1,
      'door_logins_total{outcome="refused"}': 1,
      door_ingest_records_total: 2,
      door_quarantined_total: 1,
      'door_commands_total{type="unlock",outcome="confirmed"}': 1,
      'door_unlock_seconds_count{outcome="confirmed"}': 1,
      'door_presence_changes_total{to="online"}': 1,
      'door_presence_changes_total{to="offline"}': 1,
      'door_http_request_seconds_count{method="GET",route="/v1/locks/{id}",status="200"}': 1,
      'door_http_request_seconds_count{method="GET",route="unknown",status="404"}': 1,
      door_gateways_connected: 0,
      door_boards_failed: 0,
      door_ready: 1,
    });
    expect(seen.get('door_deliveries_total{outcome="delivered"}')).toBeGreaterThanOrEqual(2);
    expect(seen.get('door_delivery_delay_seconds_count')).toBe(
      seen.get('door_deliveries_total{outcome="delivered"}'),
    );
    expect(seen.get('door_ingest_commit_seconds_count')).toBeGreaterThanOrEqual(2);
    for (const name of ['door_due_lag_seconds', 'door_changes_lag_seconds', 'door_deliveries_waiting'])
      expect(seen.get(name)).toBeGreaterThanOrEqual(0);
    expect(seen.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('count a gateway as connected for as long as it is', async () => {
    const raw = await watched.connect();
    await until((now) => now.get('door_gateways_connected') === 1);
    await raw.end();
    await until((now) => now.get('door_gateways_connected') === 0);
  });

  it('have no label with an id, a name or an address', async () => {
    const allowed = new Set(['outcome', 'type', 'to', 'of', 'method', 'route', 'status', 'le']);
    const own = [...(await samples()).keys()].filter((key) => key.startsWith('door_'));
    for (const key of own) {
      const [, inner = ''] = /\{(.*)\}$/.exec(key) ?? [];
      for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) expect(allowed).toContain(label);
    }
    const text = own.join('\n');
    for (const word of [watched.gateway.id, 'Acme', 'Main', '127.0.0.1', 'no-such-path'])
      expect(text).not.toContain(word);
  });

  it('are text for Prometheus, and OpenMetrics where that is asked for', async () => {
    const plain = await scrape();
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await plain.text()).endsWith('# EOF\n')).toBe(false);
    const both = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';
    const [open, again] = await Promise.all([scrape(both), scrape()]);
    expect(open?.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const text = await open?.text();
    expect(text?.endsWith('# EOF\n')).toBe(true);
    expect(text).toContain('# TYPE door_logins counter\n');
    expect(await again?.text()).toContain('# TYPE door_logins_total counter\n');
  });

  it('are not on the port of the interface', async () => {
    expect((await fetch(`${watched.origin}/metrics`)).status).toBe(404);
  });
});
