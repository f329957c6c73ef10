import { type Json, toTimestamp } from '@door-access/protocol';
import { byCaller, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { applyWithin, settle } from '../doors/apply.js';
import type { ScheduleEntry } from '../doors/schedule/schedule.rules.js';
import { followCalendars } from '../doors/store/calendars.js';
import { lockPremises } from '../doors/store/site.js';
import { ApiError } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { scheduleVersion } from './preview.rules.js';

export interface ScheduleChange {
  /** Of the schedule that the person saw. */
  version: string;
  schedule: ScheduleEntry[];
  toggle_policy: string;
}

const LOCK = sql.statement(
  'lock-schedule-lock',
  `select l.account_id, l.location_id, l.name, l.type, l.schedule, l.toggle_policy, l.schedule_changed_by
   from lock l where l.id = $2 and ${sql.isWithin('l', '$1')} for no key update of l`,
  {
    account_id: sql.int,
    location_id: sql.int,
    name: sql.text,
    type: sql.text,
    schedule: sql.json<ScheduleEntry[]>(),
    toggle_policy: sql.text,
    schedule_changed_by: sql.orNull(sql.text),
  },
);

const SET = sql.statement(
  'lock-schedule-set',
  `update lock set schedule = $2, toggle_policy = $3, schedule_changed_at = $4, schedule_changed_by = $5 where id = $1`,
);

/**
 * Saves a door's schedule and who may begin its blocks, and lets its hold follow at once. Throws `changed_meanwhile`
 * (409) where it is no longer the one that the person saw.
 */
export async function setSchedule(
  context: Context,
  manager: Manager,
  lockId: number,
  change: ScheduleChange,
): Promise<void> {
  const now = new Date(context.clock.now());
  const applying = await transaction(context.pool, async (client) => {
    await lockPremises(client);
    const lock = await LOCK.row(client, [manager.locationId, lockId]);
    if (!lock) throw new ApiError('not_found');
    if (lock.type !== 'remote') throw new ApiError('lock_not_remote');
    const version = scheduleVersion(lock.schedule, lock.toggle_policy);
    if (version === scheduleVersion(change.schedule, change.toggle_policy)) return null;
    if (version !== change.version)
      throw new ApiError('changed_meanwhile', {
        message: `${lock.schedule_changed_by ?? 'Somebody'} has changed this schedule since you opened it. Nothing of yours was saved.`,
      });
    const schedule = JSON.stringify(change.schedule);
    await SET.count(client, [lockId, schedule, change.toggle_policy, now, manager.user.name]);
    await followCalendars(client, lock.account_id, now, lockId);
    await recordAudit(client, context, {
      account_id: lock.account_id,
      actor: byCaller(manager),
      action: 'lock.schedule',
      subject: { type: 'lock', id: String(lockId), name: lock.name },
      location_id: lock.location_id,
      details: {
        before: toJson(lock.schedule, lock.toggle_policy),
        after: toJson(change.schedule, change.toggle_policy),
        at: toTimestamp(now.getTime()),
      },
    });
    return applyWithin(context.doors.within(client), context, [
      { kind: 'door', lock_id: lockId, input: { kind: 'look' } },
    ]);
  });
  if (applying) settle(context, applying);
}

const toJson = (schedule: ScheduleEntry[], toggle_policy: string): Json =>
  ({ schedule, toggle_policy }) as unknown as Json;
