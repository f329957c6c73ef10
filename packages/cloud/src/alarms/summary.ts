import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { enqueueNotices, type NewNotice } from '../notify/enqueue.js';
import type { NoticeContent } from '../notify/templates.rules.js';
import { publicOrigin } from '../public-origin.js';
import { NOTED } from './look.sql.js';
import { recipientsOf } from './reach.rules.js';
import { everyoneOf } from './recipients.js';

/** Summaries that are due, of alarms that were held back and that no one has acknowledged. */
const DUE = sql.statement(
  'alarm-summaries-due',
  `select s.rule_id, s.recipient, s.account_id, s.since, r.name as rule, r.location_id, o.name as location, o.timezone,
     c.name as organisation, x.count, x.last_id
   from alarm_summary s join alarm_rule r on r.id = s.rule_id join location o on o.id = r.location_id
   join account c on c.id = s.account_id
   cross join lateral (
     select count(distinct n.alarm_id)::int as count, coalesce(max(n.alarm_id), 0) as last_id from alarm_notice n
     where n.rule_id = s.rule_id and n.recipient = s.recipient and n.at >= s.since and n.is_held
       and not exists (select from alarm_acknowledgement k where k.event_id = n.alarm_id)) x
   where s.rule_id || ' ' || s.recipient = any($1::text[]) and s.due_at <= $2
   order by s.rule_id, s.recipient for update of s skip locked`,
  {
    rule_id: sql.uuid,
    recipient: sql.text,
    account_id: sql.int,
    since: sql.time,
    rule: sql.text,
    location_id: sql.int,
    location: sql.text,
    timezone: sql.text,
    organisation: sql.text,
    count: sql.present(sql.int),
    last_id: sql.present(sql.bigint),
  },
);

const DONE = sql.statement(
  'alarm-summaries-done',
  `delete from alarm_summary s where s.rule_id || ' ' || s.recipient = any($1::text[]) and s.due_at <= $2`,
);

/** Sends what was held back, as one notice for each recipient. @param keys `<rule> <recipient>` */
export async function sendSummaries(context: Context, keys: readonly string[]): Promise<void> {
  await transaction(context.pool, async (client) => {
    const now = new Date(context.clock.now());
    const all = await DUE.rows(client, [keys, now]);
    const rows = all.filter(({ count }) => count > 0);
    const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
    const everyone = await everyoneOf(client, context, accounts, []);
    const noted: object[] = [];
    const notices: (NewNotice & NoticeContent)[] = [];
    for (const row of rows) {
      const [kind, id] = row.recipient.split(':') as ['user' | 'channel', string];
      const found = recipientsOf([{ kind, id }], everyone.at([])).find(({ key }) => key === row.recipient);
      if (!found) continue;
      const { rule_id, account_id, organisation, location, timezone, count, rule } = row;
      noted.push({
        id: context.ids.uuid(),
        account_id,
        alarm_id: row.last_id,
        rule_id,
        step: null,
        recipient: row.recipient,
        name: found.name,
        at: now,
        is_held: false,
      });
      const post = everyone.postOf(row.recipient);
      notices.push({
        account_id,
        channel: found.channel,
        to: found.to,
        language: found.language,
        subject: `alarm-summary:${rule_id}`,
        kind: 'alarm_summary',
        data: {
          organisation,
          location,
          timezone,
          count,
          since: row.since.toISOString(),
          rule,
          url: `${publicOrigin(context)}/alarms`,
          ...(post ? { post } : {}),
          ...(found.browser ? { browser: found.browser } : {}),
        },
      });
    }
    await NOTED.count(client, [JSON.stringify(noted)]);
    await enqueueNotices(client, context, notices);
    await DONE.count(client, [all.map(({ rule_id, recipient }) => `${rule_id} ${recipient}`), now]);
  });
  context.nudge.emit('notice');
}
