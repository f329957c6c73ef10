import type { SendResult } from './ladder.rules.js';
import type { NoticeChannel } from './templates.rules.js';

/* What came of a test, in words. */

const RECEIVERS: Record<NoticeChannel, string> = {
  email: 'The mail server',
  sms: 'The SMS provider',
  webhook: 'The receiver',
  slack: 'Slack',
  teams: 'Teams',
  browser: 'The push service',
};

/** As `Slack answered 404: no_service`; without an answer by HTTP, what went wrong. */
export function testWords(channel: NoticeChannel, result: SendResult): string {
  const { answer } = result;
  if (answer) {
    const said = answer.text === '' ? '' : `: ${answer.text}`;
    return `${RECEIVERS[channel]} answered ${answer.status}${said}`;
  }
  if (result.ok) return `${RECEIVERS[channel]} has taken it`;
  return result.error.charAt(0).toUpperCase() + result.error.slice(1);
}

/** Where no provider is set for the channel. */
export const UNSET_WORDS: Partial<Record<NoticeChannel, string>> = {
  email: 'No mail server is set: messages stay in the outbox',
  sms: 'No SMS provider is set: messages stay in the outbox',
};
