import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { SignedIn } from '../http/endpoint.js';
import { publicOrigin } from '../public-origin.js';
import type { SendResult } from './ladder.rules.js';
import type { Post } from './notice.types.js';
import { testWords, UNSET_WORDS } from './send-test.rules.js';
import { type NoticeChannel, renderNotice } from './templates.rules.js';
import { providersOf } from './worker.js';

/* A test of a way to people: one attempt, at once, whose answer is shown to the person who asked for it. */

/** A test costs a message. */
export const TEST_LIMIT = { name: 'notices.test', perMinute: 10 } as const;

export interface TestTo {
  channel: NoticeChannel;
  to: string;
  language: string;
  post?: Post;
  browser?: string;
}

export interface TestOutcome {
  ok: boolean;
  /** For people, as `Slack answered 404: no_service`. */
  answer: string;
}

const ORGANISATION = sql.statement('test-organisation', 'select name from account where id = $1', {
  name: sql.text,
});

export async function sendTest(
  context: Context,
  user: SignedIn,
  { channel, to, language, ...where }: TestTo,
): Promise<TestOutcome> {
  const { clock, config, ids, pool } = context;
  const providers = providersOf(context);
  const provider = providers[channel];
  if (!provider) return { ok: false, answer: UNSET_WORDS[channel] ?? 'It cannot be sent' };
  const organisation = (await ORGANISATION.one(pool, [user.accountId])).name;
  const content = {
    kind: 'test' as const,
    data: {
      organisation,
      timezone: 'UTC',
      by: user.user.name,
      url: `${publicOrigin(context)}/alarms/rules`,
      ...where,
    },
  };
  const rendered = renderNotice(content, language, clock.now(), config.SERVICE_NAME);
  const message = { id: ids.uuid(), to, organisation, rendered, content };
  try {
    const result: SendResult = await provider.send(message, new AbortController().signal);
    return { ok: result.ok, answer: testWords(channel, result) };
  } finally {
    await Promise.all(Object.values(providers).map((each) => each.close()));
  }
}
