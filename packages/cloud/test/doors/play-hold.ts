import { frozen } from '../../../../test/frozen.js';
import type { Actor } from '../../src/doors/cause.rules.js';
import { decideHold, noHold } from '../../src/doors/hold/hold.rules.js';
import type {
  Accounted,
  FinishedCommand,
  Hold,
  HoldEvent,
  HoldFacts,
  HoldInput,
  HoldWrite,
} from '../../src/doors/hold/hold.types.js';
import { type ScheduleEntry, scheduleAt } from '../../src/doors/schedule/schedule.rules.js';

export const MONDAY = Date.parse('2026-01-05T00:00:00.000Z');
export const at = (time: string) =>
  MONDAY + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
export const office: ScheduleEntry[] = [
  { days: ['mon'], from: '08:00', to: '17:00', first_person_in: false },
];
export const firstIn: ScheduleEntry[] = [
  { days: ['mon'], from: '08:00', to: '17:00', first_person_in: true },
];
export const api: Actor = { type: 'api_key', person: null, key: null, api_key: { id: 1, name: 'ERP' } };
export const byApi = { source: 'api' as const, actor: api };
export const byExit = { source: 'exit_button' as const, actor: null };

/** Plays a door: inputs at their times, a gateway that confirms what it is sent unless it is to be silent. */
export function door(
  schedule: ScheduleEntry[] = [],
  facts: Partial<Omit<HoldFacts, 'schedule' | 'now'> & { on: boolean }> = {},
) {
  let hold: Hold = noHold;
  let ids = 0;
  const world = { online: true, heard: true, relay: true, on: false, ...facts };
  const events: HoldEvent[] = [];
  const sent: HoldWrite[] = [];
  const commands: FinishedCommand[] = [];
  const accounted: Accounted[] = [];
  let due: number | null = null;
  const take = (now: number, input: HoldInput) => {
    ids += 1;
    const { on, ...known } = world;
    const found = schedule.length > 0 ? scheduleAt(schedule, 'UTC', now) : null;
    const fresh = { fresh_id: `id${ids}`, probe_id: `probe${ids}` };
    const all = { now, schedule: found, attempts: 3, ...fresh, ...known };
    const { state, effects } = frozen(decideHold)({ hold, on }, input, all);
    hold = state.hold;
    world.on = state.on;
    due = hold.due_at;
    for (const effect of effects) {
      if (effect.kind === 'event') events.push(effect.event);
      else if (effect.kind === 'send') sent.push(effect.write);
      else if (effect.kind === 'finish') commands.push(effect.command);
      else accounted.push(effect.accounted);
    }
    return { ...state, effects };
  };
  return {
    world,
    events,
    sent,
    commands,
    accounted,
    take,
    get hold() {
      return hold;
    },
    get due() {
      return due;
    },
    look: (now: number) => take(now, { kind: 'look' }),
    /** The gateway does what it was sent last, and says so. */
    confirm(now: number) {
      const write = sent.at(-1);
      if (!write) throw new Error('nothing was sent');
      if (world.on !== write.on) {
        world.on = write.on;
        take(now, { kind: 'switched', on: write.on, at: now, why: 'command' });
      }
      take(now, { kind: 'result', at: now, command_id: write.ids.at(-1) ?? '', outcome: 'confirmed' });
    },
    stayOpen: (now: number, until: number | null, command_id = 'c1') =>
      take(now, { kind: 'mode', mode: 'stay_open', until, cause: byApi, command_id }),
    mode: (now: number, mode: 'auto' | 'closed', command_id = 'c2') =>
      take(now, { kind: 'mode', mode, until: null, cause: byApi, command_id }),
  };
}
export const reported = (events: HoldEvent[]) =>
  events.map((event) => [event.type.split('.').at(-1), event.source, event.actor]);
