// The entrance of programs, pages and phones: target, headers, query, body, cursors, and the schemas of all endpoints.
import { EventEmitter } from 'node:events';
import { systemClock } from '@door-access/protocol';
import { z } from 'zod';
import { isWellFormedToken } from '../../../packages/cloud/dist/api-keys/tokens.rules.js';
import { endpoints } from '../../../packages/cloud/dist/endpoints.js';
import { ApiError } from '../../../packages/cloud/dist/errors.js';
import { decodeCursor, encodeCursor } from '../../../packages/cloud/dist/http/cursor.js';
import { detailsOf, firstFault } from '../../../packages/cloud/dist/http/details.rules.js';
import { escapeHtml } from '../../../packages/cloud/dist/http/html.rules.js';
import {
  clientAddress,
  neighbourhood,
} from '../../../packages/cloud/dist/http/limits/client-address.rules.js';
import {
  isOwnRequest,
  readCookie,
  readNamedCookie,
} from '../../../packages/cloud/dist/http/pages/cookie.rules.js';
import { isStorable, parseBody } from '../../../packages/cloud/dist/http/request/body.rules.js';
import { givenRequestId } from '../../../packages/cloud/dist/http/request/id.rules.js';
import {
  parseQuery,
  pathSegments,
  splitTarget,
} from '../../../packages/cloud/dist/http/request/target.rules.js';
import { pagesMount } from '../../../packages/cloud/dist/pages.js';
import { hashMoveCode, readPress } from '../../../packages/cloud/dist/phone/phone.rules.js';
import { declared, must, same } from './promise.mjs';

const secrets = { derive: () => Buffer.alloc(32, 7), keysFor: () => [Buffer.alloc(32, 7)] };
const binding = {
  list: 'GET /events',
  caller: { accountId: 1, locationId: 3 },
  filters: { type: 'door.opened' },
};
const Position = z.tuple([z.int(), z.uuid()]);
/** Enough of a context to declare the endpoints of the pages; none is called. */
const context = {
  config: { PUBLIC_URL: null, OIDC_ISSUER: null },
  clock: systemClock,
  ids: { uuid: () => '', bytes: (count) => Buffer.alloc(count) },
  nudge: new EventEmitter(),
  secrets,
};
const all = [...endpoints, ...pagesMount(context).endpoints];
const withQuery = all.filter(({ query }) => query);
const withBody = all.filter(({ body }) => body);
const of = (list, byte = 0) => list[byte % list.length];

const storable = (value) =>
  typeof value === 'string'
    ? isStorable(value)
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([key, one]) => isStorable(key) && storable(one));

function checkDetails(details) {
  must(details.length > 0, 'a refusal says why');
  for (const { field, code, message } of details)
    must(
      typeof field === 'string' && typeof code === 'string' && message !== '',
      'a detail names field, code and words',
      {
        field,
        code,
        message,
      },
    );
}

/** Names of fields and values that schemas know, so that the guesses are not blind. */
function wordsOf(list, part) {
  const words = new Set();
  const visit = (schema) => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const name of Object.keys(schema.properties ?? {})) words.add(name);
    for (const value of [schema.const, ...(schema.enum ?? [])])
      if (typeof value === 'string') words.add(value);
    Object.values(schema).forEach(visit);
  };
  for (const endpoint of list) visit(z.toJSONSchema(endpoint[part], { io: 'input', unrepresentable: 'any' }));
  return [...words];
}

const bodyWords = wordsOf(withBody, 'body');
const queryWords = wordsOf(withQuery, 'query');
/** An object with all fields of a schema, of some text each, is where the guesses begin. */
const bodySeeds = withBody.map((endpoint, index) => {
  const { properties = {} } = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  const value = ({ type, enum: values }) =>
    values?.[0] ??
    { string: 'x', integer: 1, number: 1, boolean: true, array: ['x'], object: {} }[type] ??
    'x';
  const body = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, value(one)]));
  return Buffer.concat([Buffer.of(index), Buffer.from(JSON.stringify(body))]);
});

export const http = {
  'http-target': {
    run(bytes) {
      const raw = bytes.toString('latin1');
      // Others end the connection in Node's own parser.
      if (!/^[\x21-\x7e\x80-\xff]*$/.test(raw)) return;
      const { path, query } = splitTarget(raw);
      must(path.startsWith('/'), 'a path begins at the root', path);
      for (const segment of pathSegments(path, '/v1'))
        must(segment === null || !segment.includes('\0'), 'no NUL in a segment');
      const parsed = parseQuery(query);
      if (!parsed.ok) must(parsed.message.length > 0, 'a refusal says why');
      else
        for (const [name, value] of Object.entries(parsed.values))
          must(!`${name}${value}`.includes('\0'), 'no NUL in a query');
    },
    seeds: ['/v1/locks/4?cursor=a&limit=5', 'http://host/v1/locks?a=%C3%A4#x', '/v1/people?q=a+b%20c', '*'],
  },
  'http-headers': {
    run(bytes) {
      const [cookie = '', forwarded = '', more = ''] = bytes.toString('latin1').split('\n');
      for (const isHttps of [true, false]) {
        readCookie(cookie, isHttps);
        readNamedCookie(cookie, 'phone', isHttps);
      }
      const address = clientAddress('127.0.0.1', forwarded, 2);
      must(neighbourhood(address).length <= 64, 'an address is short', address);
      const id = givenRequestId(more);
      must(id === null || id.length === 36, 'a request id is a UUID', id);
      isOwnRequest({ origin: more, host: forwarded, fetchSite: more, ownHeader: cookie, publicOrigin: null });
      isWellFormedToken(more);
      hashMoveCode(more);
      must(readPress(secrets.derive(), 'phone', 1, more) === null, 'a made-up press is none');
    },
    seeds: [
      '__Host-session=abc; phone=x\n1.2.3.4, ::ffff:10.0.0.1\n3f2b8c1e',
      'a\nfe80::1%eth0, 2001:db8::1\nhttps://a.example',
    ],
  },
  'http-body': {
    run(bytes) {
      const [kind = 0] = bytes;
      const type = ['application/json', 'application/json; charset="utf-8"', 'text/plain', undefined][
        kind % 4
      ];
      const body = parseBody(bytes.subarray(1), type, kind > 250 ? 'gzip' : undefined);
      if (body.ok) must(storable(body.value), 'what is taken can be stored', body.value);
      else checkDetails(body.details);
    },
    seeds: [
      ' {"name":"Anna","more":[1,{"a":"\\ud83d\\ude00"}]}',
      ' {"a":"\\ud800"}',
      ` ${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    ],
  },
  'endpoint-bodies': {
    run(bytes) {
      const { body } = of(withBody, bytes[0]);
      const parsed = parseBody(bytes.subarray(1), 'application/json', undefined);
      if (!parsed.ok) return;
      const read = body.safeParse(parsed.value);
      if (read.success) JSON.stringify(read.data);
      else checkDetails(detailsOf(read.error.issues, parsed.value));
    },
    seeds: bodySeeds,
    words: bodyWords,
  },
  'endpoint-queries': {
    run(bytes) {
      const { query } = of(withQuery, bytes[0]);
      const parsed = parseQuery(bytes.subarray(1).toString('latin1'));
      if (!parsed.ok) return;
      const read = query.safeParse(parsed.values);
      if (!read.success) must(firstFault(read.error.issues, 'query').length > 3, 'a refusal says why');
    },
    seeds: withQuery.map((_, index) =>
      Buffer.concat([
        Buffer.of(index),
        Buffer.from(
          queryWords
            .slice(0, 8)
            .map((word) => `${word}=1`)
            .join('&'),
        ),
      ]),
    ),
    words: [...queryWords, '2026-01-07T06:00:00.000Z'],
  },
  cursors: {
    run(bytes) {
      const cursor = bytes.toString('latin1');
      const position = declared([ApiError], () => decodeCursor({ secrets }, binding, cursor, Position));
      if (position !== null)
        same(
          encodeCursor({ secrets }, binding, position),
          cursor,
          'a cursor that is taken is one that was given out',
        );
    },
    seeds: [encodeCursor({ secrets }, binding, [4, '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f'])],
  },
  html: {
    run(bytes) {
      must(!/[<>"']/.test(escapeHtml(bytes.toString())), 'no text ends an element or an attribute');
    },
    seeds: ['<b>"a"&\'b\''],
  },
};
