import { z } from 'zod';
import { decodeCursor, pageOf } from '../http/cursor.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { IntId, listOf, pageParameters, UuidId } from '../http/schemas.js';
import { declareEmergency } from './declare.js';
import { pageOfEmergencies, positionOf } from './page.js';
import { Emergency, MODES, toEmergency, wait } from './schemas.js';
import { readEmergency } from './wait.js';

const LIST = 'GET /emergencies';
/** A door takes some 150 bytes, and a city has 100,000 of them: a retry must not begin another emergency. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
export const EMERGENCY_EXAMPLE = {
  id: '0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b',
  mode: 'lockdown',
  location: { id: 3, name: 'HQ' },
  reason: 'Unknown person with a weapon in the yard',
  drill: false,
  started_at: '2026-01-07T06:15:01.950Z',
  ended_at: null,
  actor: { type: 'api_key', person: null, key: null, api_key: { id: 7, name: 'ERP' } },
  counts: { confirmed: 1, pending: 0, unreachable: 1, refused: 0 },
};
const EXAMPLE = {
  ...EMERGENCY_EXAMPLE,
  doors: [
    {
      lock: { id: 41, name: 'Main entrance', place: 'Ground floor' },
      state: 'confirmed',
      reason: null,
      confirmed_at: '2026-01-07T06:15:02.011Z',
    },
    {
      lock: { id: 42, name: 'Loading dock', place: 'Yard' },
      state: 'unreachable',
      reason: 'offline',
      confirmed_at: null,
    },
  ],
};

const Wanted = z.strictObject({
  mode: z.enum([...MODES, 'none']),
  reason: z
    .string()
    .min(1, { abort: true })
    .max(500)
    .refine((text) => text.trim() !== '', 'must say why')
    .meta({ description: 'In your own words; shown to everyone who sees the emergency.' }),
  drill: z.boolean().default(false).meta({
    description: 'Asks every gateway for an answer, and moves no door.',
  }),
});

export const emergencyEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/locations/{id}/emergency',
    scopes: ['locks:control'],
    summary: 'Begin or end a lockdown or an evacuation at a location and below',
    description:
      '`lockdown` lets go of all holds and refuses remote unlocks and door modes; `evacuation` holds every door that has a hold relay, and outranks a lockdown at, above or below its location; `none` ends what is in force at this very location. Exit buttons, mechanical egress and readers of the locking system are not touched. 202 where it begins, 200 where that mode is in force already and for `none`. The API key must control every remote lock at the location and below.',
    params: IntId,
    body: Wanted,
    status: 202,
    alsoStatus: [200],
    answer: Emergency,
    errors: ['not_found', 'lock_not_allowed', 'no_emergency', 'emergency'],
    idempotent: true,
    keptAnswerBytes: MAX_ANSWER_BYTES,
    bodyExample: { mode: 'lockdown', reason: EMERGENCY_EXAMPLE.reason },
    example: EXAMPLE,
    async handler({ context, caller, params, body }) {
      const { emergency, isNew } = await declareEmergency(context, caller, params.id, body);
      return { status: isNew ? 202 : 200, body: toEmergency(emergency) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/emergencies',
    scopes: ['locks:control', 'events:read'],
    summary: 'List emergencies and drills, newest first',
    description: 'A page may be shorter than its limit where emergencies have many doors.',
    query: z.strictObject({ ...pageParameters }),
    status: 200,
    answer: listOf(Emergency),
    example: { data: [EXAMPLE], next_cursor: null },
    async handler({ context, caller, query }) {
      const binding = { list: LIST, caller, filters: query };
      const position = z.tuple([z.int(), z.uuid()]);
      const after = query.cursor ? decodeCursor(context, binding, query.cursor, position) : null;
      const { rows, limit } = await pageOfEmergencies(context.pool, caller.locationId, after, query.limit);
      return { body: pageOf(context, binding, rows, limit, positionOf, toEmergency) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/emergencies/{id}',
    scopes: ['locks:control', 'events:read'],
    summary: 'Read an emergency with its doors, waiting until all are accounted for if asked to',
    params: UuidId,
    query: z.strictObject({ wait }),
    status: 200,
    answer: Emergency,
    errors: ['not_found'],
    waits: true,
    example: EXAMPLE,
    async handler({ context, caller, params, query, signal }) {
      const waiting = { waitMs: query.wait * 1_000, signal };
      return { body: toEmergency(await readEmergency(context, caller, params.id, waiting)) };
    },
  }),
];
