import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startWatched, useAll } from './world.js';

interface Span {
  name: string;
  kind: number;
  traceId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const spans: Span[] = [];
const paths = new Set<string>();
const services = new Set<string | undefined>();
let text = '';

/** A collector that takes OTLP over HTTP. */
const collector = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    paths.add(request.url ?? '');
    const body = Buffer.concat(chunks).toString();
    text += body;
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      const name = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
      services.add(name?.value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
const watched = await startWatched({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
const began = watched.cloud.context.clock.now();
const secrets = [watched.token, watched.gateway.secret, watched.receiver.url('/hook')];
beforeAll(async () => {
  await useAll(watched);
  await watched.call('GET', '/locks', undefined, { traceparent: `00-${TRACE}-${PARENT}-01` });
  // A stop sends what is left.
  await watched.close();
});
afterAll(() => {
  collector.close();
});

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
const named = (name: string) => spans.filter((span) => span.name === name);

it('requests, groups of messages and deliveries are sent to the collector', () => {
  expect([[...paths], [...services]]).toEqual([['/v1/traces'], ['door-access']]);
  const [unlocked] = named('POST /v1/locks/{id}/unlock');
  expect(attributesOf(unlocked)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v1/locks/{id}/unlock',
    'http.response.status_code': 202,
    'door.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(named('ingest group').map((span) => attributesOf(span)['door.records'])).toContain(2);
  const [delivered] = named('delivery');
  expect(attributesOf(delivered)).toMatchObject({
    'door.attempt': 1,
    'http.response.status_code': 200,
    'door.event_type': expect.stringMatching(/^[a-z_.]+$/),
  });
});

it('a span says when its work began and ended', () => {
  for (const { name, startTimeUnixNano, endTimeUnixNano } of spans) {
    const [start, end] = [Number(startTimeUnixNano) / 1e6, Number(endTimeUnixNano) / 1e6];
    expect({
      name,
      isAfter: start >= began - 1,
      isForward: end >= start,
      isShort: end - start < 60_000,
    }).toEqual({
      name,
      isAfter: true,
      isForward: true,
      isShort: true,
    });
  }
});

it("a request goes on in its caller's trace, where it has one", () => {
  expect(named('GET /v1/locks').map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [TRACE, PARENT],
  ]);
  const [other] = named('GET /v1/locks/{id}');
  expect(other?.parentSpanId).toBeFalsy();
  expect(other?.traceId).not.toBe(TRACE);
});

it('no span holds a secret, or the address of a receiver', () => {
  for (const secret of secrets) expect(text).not.toContain(secret);
});
