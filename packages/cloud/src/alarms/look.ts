import { toDate } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import type * as sql from '../database/statement.js';
import { enqueueNotices, type NewNotice } from '../notify/enqueue.js';
import type { NoticeContent } from '../notify/templates.rules.js';
import { publicOrigin } from '../public-origin.js';
import { type AlarmEffect, type AlarmState, decideAlarm, type Rule } from './alarm.rules.js';
import { causeOf } from './cause.rules.js';
import { ALARMS, HOLD_RULES, NOTED, RULES, SAVE, SENT, SUMMARIES } from './look.sql.js';
import { HOUR_MS, mayNotify } from './often.rules.js';
import { type Recipient, recipientsOf } from './reach.rules.js';
import { everyoneOf } from './recipients.js';

/** Behind this a notice has nothing to say any more. */
const NOTICE_LIFE_MS = 24 * HOUR_MS;

/** So long after its end all that explains an alarm has come, and those beside it are judged with it. */
const JUDGED_AFTER_MS = 600_000;

type Row = sql.Row<typeof ALARMS>;
type RuleRow = sql.Row<typeof RULES>;
interface Wanted {
  row: Row;
  rule: RuleRow;
  effect: AlarmEffect;
  ended_at: number | null;
}

/**
 * Looks at alarms that are due: whether they have ended, and who is notified now. What is decided and what is sent are one
 * transaction, so that a step is done once, whenever the process ends.
 */
export async function lookAtAlarms(context: Context, ids: readonly number[]): Promise<void> {
  const locations = await transaction(context.pool, async (client) => {
    const now = context.clock.now();
    const rows = await ALARMS.rows(client, [ids, new Date(now)]);
    if (rows.length === 0) return [];
    const rules = await RULES.rows(client, [[...new Set(rows.flatMap(({ above }) => above))]]);
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const facts = rules.map(ruleOf);
    const wanted: Wanted[] = [];
    const states = rows.map((row) => {
      const { state, effects } = decide(row, facts, now);
      for (const effect of effects)
        wanted.push({
          row,
          rule: byId.get(effect.rule_id) as RuleRow,
          effect,
          ended_at: state.ended_at,
        });
      return { row, state };
    });
    await SAVE.count(client, [
      JSON.stringify(states.map(({ row, state }) => toSaved(row.id, state))),
      new Date(now + JUDGED_AFTER_MS),
    ]);
    if (wanted.length > 0) await notify(client, context, wanted);
    return states
      .filter(({ row, state }) => row.ended_at === null && state.ended_at !== null)
      .map(({ row }) => row.location_id);
  });
  context.nudge.emit('notice');
  for (const id of new Set(locations)) context.nudge.emit('alarm', id);
}

const ruleOf = (row: RuleRow): Rule => ({
  ...row,
  muted_until: row.muted_until?.getTime() ?? null,
  created_at: row.created_at.getTime(),
});

function decide(row: Row, rules: readonly Rule[], now: number) {
  const { steps_done, is_acknowledged, kind, lock_id, above, timezone } = row;
  return decideAlarm(
    { ended_at: row.ended_at?.getTime() ?? null, steps_done, due_at: now },
    { kind: 'look', ended_at: row.over_at?.getTime() ?? null },
    {
      now,
      kind,
      lock_id,
      above,
      timezone,
      started_at: row.started_at.getTime(),
      opened_at: row.opened_at.getTime(),
      is_acknowledged,
      muted_until: row.muted_until?.getTime() ?? null,
      rules,
    },
  );
}

const toSaved = (id: number, { ended_at, steps_done, due_at }: AlarmState) => ({
  id,
  ended_at: toDate(ended_at),
  steps_done,
  due_at: toDate(due_at),
});

/** Enqueues what goes out, and notes what is held back because a recipient has had enough. */
async function notify(client: PoolClient, context: Context, wanted: readonly Wanted[]): Promise<void> {
  const now = context.clock.now();
  const ruleIds = [...new Set(wanted.map(({ rule }) => rule.id))];
  await HOLD_RULES.rows(client, [ruleIds]);
  const sent = new Map<string, number[]>();
  for (const { rule_id, recipient, at } of await SENT.rows(client, [ruleIds, new Date(now - HOUR_MS)])) {
    const key = `${rule_id} ${recipient}`;
    sent.set(key, [...(sent.get(key) ?? []), at.getTime()]);
  }
  const everyone = await everyoneOf(
    client,
    context,
    [...new Set(wanted.map(({ row }) => row.account_id))],
    [...new Set(wanted.flatMap(({ row }) => row.above))],
  );
  const noted: object[] = [];
  const summaries: object[] = [];
  const notices: (NewNotice & NoticeContent)[] = [];
  for (const { row, rule, effect, ended_at } of wanted) {
    for (const recipient of recipientsOf(effect.to, everyone.at(row.above))) {
      const key = `${rule.id} ${recipient.key}`;
      const times = sent.get(key) ?? [];
      const { account_id, id: alarm_id } = row;
      const verdict = mayNotify(times, rule.per_hour, now);
      noted.push({
        id: context.ids.uuid(),
        account_id,
        alarm_id,
        rule_id: rule.id,
        step: effect.step,
        recipient: recipient.key,
        name: recipient.name,
        at: new Date(now),
        is_held: verdict.held,
      });
      if (verdict.held) {
        const due_at = new Date(verdict.summary_at);
        summaries.push({
          rule_id: rule.id,
          recipient: recipient.key,
          account_id,
          since: new Date(now),
          due_at,
        });
        continue;
      }
      sent.set(key, [...times, now]);
      const post = everyone.postOf(recipient.key);
      notices.push(noticeOf(context, { row, rule, effect, ended_at }, recipient, post));
    }
  }
  await NOTED.count(client, [JSON.stringify(noted)]);
  if (summaries.length > 0) await SUMMARIES.count(client, [JSON.stringify(summaries)]);
  await enqueueNotices(client, context, notices);
}

function noticeOf(
  context: Context,
  { row, rule, effect, ended_at }: Wanted,
  { channel, to, language, browser }: Recipient,
  post: { url: string; secret: string | null } | undefined,
): NewNotice & NoticeContent {
  return {
    account_id: row.account_id,
    channel,
    to,
    language,
    subject: `alarm:${row.id}`,
    expires_at: new Date(context.clock.now() + NOTICE_LIFE_MS),
    kind: 'alarm',
    data: {
      organisation: row.organisation,
      location: row.location,
      timezone: row.timezone,
      alarm_id: row.id,
      what: row.kind,
      name: row.name,
      place: row.place,
      started_at: row.started_at.toISOString(),
      ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
      text: row.text,
      ...causeOf(row),
      rule: rule.name,
      step: effect.step + 1,
      url: `${publicOrigin(context)}/alarms/${row.id}`,
      ...(post ? { post } : {}),
      ...(browser ? { browser } : {}),
    },
  };
}
