import { type DoorAccessClient, list, take } from '@door-access/client';
import { z } from 'zod';
import type { EmergencyAction, Outcome } from './approvals.js';
import { Reason, shown } from './preview.js';
import { ArgumentError } from './refusals.js';
import { tool } from './tool.js';

/* Emergencies: prepared here, begun and ended by a person on the page of approval. */

/** As many doors as a preview names; a location with more is left to the dashboard. */
const MAX_DOORS = 2_000;
const WAIT_S = 20;

export const previewEmergency = tool({
  name: 'preview_emergency',
  title: 'Prepare a lockdown, an evacuation or a drill, or the end of one',
  description:
    'Prepares to begin an emergency at a location and all below it, or to end the one of this very location. Nothing moves until a person approves exactly this, outside of the conversation, within two minutes. It is no replacement for people who act at once: say so when someone is in danger.',
  reads: false,
  input: z.strictObject({
    location_id: z.int().positive().describe('As list_doors shows it.'),
    mode: z.enum(['lockdown', 'evacuation', 'end']),
    drill: z.boolean().default(false).describe('Asks every gateway, and moves no door.'),
    reason: Reason,
  }),
  async run({ client, approvals }, { location_id, mode, drill, reason }) {
    const doors = await doorsBelow(client, location_id);
    const inForce = mode === 'end' ? await emergencyAt(client, location_id) : null;
    if (mode === 'end' && !inForce)
      throw new ArgumentError(
        `no emergency is in force at location ${location_id}`,
        'See emergencies: one ends at the very location where it began.',
      );
    const name = inForce?.location.name ?? doors.find((door) => door.at.id === location_id)?.at.name ?? null;
    const preview = approvals.preview({
      kind: mode === 'end' ? 'end_emergency' : mode,
      ends: inForce?.id ?? null,
      drill: mode === 'end' ? (inForce?.drill ?? false) : drill,
      location: { id: location_id, name },
      doors: doors.map(({ id, name }) => ({ id, name })),
      reason,
    });
    return shown(preview);
  },
});

async function doorsBelow(client: DoorAccessClient, locationId: number) {
  const doors: { id: number; name: string; at: { id: number; name: string } }[] = [];
  const query = { location_id: locationId, type: 'remote' as const };
  for await (const { id, name, location } of list(client, '/locks', { query })) {
    doors.push({ id, name, at: location });
    if (doors.length > MAX_DOORS)
      throw new ArgumentError(
        `location ${locationId} has more than ${MAX_DOORS} doors`,
        'A person begins it on the dashboard, or by doors emergency.',
      );
  }
  if (doors.length > 0) return doors.sort((a, b) => a.id - b.id);
  throw new ArgumentError(
    `location ${locationId} has no remote door that this API key sees`,
    'Use the id of a location that list_doors shows.',
  );
}

async function emergencyAt(client: DoorAccessClient, locationId: number) {
  for await (const emergency of list(client, '/emergencies')) {
    if (emergency.location.id === locationId) return emergency.ended_at === null ? emergency : null;
  }
  return null;
}

/** Begins or ends what was approved, and only if its doors, and what ends, are still those that were shown. */
export async function runEmergency(client: DoorAccessClient, action: EmergencyAction): Promise<Outcome> {
  const { kind, ends, location, doors, reason, drill } = action;
  const now = await doorsBelow(client, location.id);
  const isSame =
    now.length === doors.length &&
    now.every(({ id, name }, index) => id === doors[index]?.id && name === doors[index]?.name);
  if (!isSame)
    return { state: 'failed', text: 'the doors there are others than in the preview; nothing was done' };
  if (ends !== null && (await emergencyAt(client, location.id))?.id !== ends)
    return {
      state: 'failed',
      text: 'the emergency of the preview is over, or another one is in force; nothing was done',
    };
  const path = { id: location.id };
  const mode = kind === 'end_emergency' ? 'none' : kind;
  const body = { mode, reason, ...(mode === 'none' ? {} : { drill }) } as const;
  const { id } = await take(client.POST('/locations/{id}/emergency', { params: { path }, body }));
  if (mode === 'none') return { state: 'confirmed', text: 'the emergency has ended; schedules apply again' };
  const { counts } = await take(
    client.GET('/emergencies/{id}', { params: { path: { id }, query: { wait: WAIT_S } } }),
  );
  if (counts.confirmed === doors.length)
    return { state: 'confirmed', text: `all ${doors.length} doors have confirmed` };
  const rest = (['pending', 'unreachable', 'refused'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return {
    state: 'accepted',
    text: `it is in force; ${counts.confirmed} of ${doors.length} doors have confirmed, ${rest.join(', ')}: see emergencies, and look after these doors on site`,
  };
}
