import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { phrase, text } from '../language/text.js';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At } from '../ui/parts/time.jsx';
import styles from './outbox.module.css';

const TONES: Record<string, 'good' | 'alarm' | 'warning' | 'quiet'> = {
  sent: 'good',
  failed: 'alarm',
  retrying: 'warning',
  held: 'warning',
};

const STATUS_WORDS: Record<string, string> = {
  sent: phrase('Sent'),
  failed: phrase('Failed'),
  retrying: phrase('Trying again'),
  held: phrase('Held'),
  pending: phrase('Waiting'),
  withdrawn: phrase('Withdrawn'),
};
const CHANNELS: Record<string, string> = {
  email: phrase('E-mail'),
  sms: phrase('SMS'),
  push: phrase('Browser'),
  webhook: phrase('Webhook'),
};

export default function OutboxPage() {
  const outbox = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call('GET', '/outbox', { signal }),
    refetchInterval: 10_000,
  });
  const rows = outbox.data?.data ?? [];
  return (
    <>
      <Title
        note={text(
          'Messages to people. Held messages wait, because no provider for e-mail or SMS is set up.',
        )}
      >
        {text('Outbox')}
      </Title>
      <List
        label={text('Messages')}
        asked={outbox}
        rows={rows}
        keyOf={(message) => message.id}
        heads={[text('Recipient'), text('Message'), text('State')]}
        empty={text('No messages yet.')}
      >
        {(message) => (
          <>
            <td>
              {message.to}
              <small>
                {text(CHANNELS[message.channel] ?? message.channel)}, <At at={message.created_at} />
              </small>
            </td>
            <td className={table.wide}>
              {message.subject && <strong>{message.subject}</strong>}
              {message.text === null ? (
                <Note>{text('Cannot be read: it was sealed with another secret key.')}</Note>
              ) : (
                <details>
                  <summary>{text('Show the message')}</summary>
                  <p className={styles.text}>{message.text}</p>
                </details>
              )}
              {message.setup_link && (
                <a href={message.setup_link} rel="noreferrer">
                  {text('Setup link')}
                </a>
              )}
            </td>
            <td>
              <State tone={TONES[message.status] ?? 'quiet'}>
                {text(STATUS_WORDS[message.status] ?? message.status)}
              </State>
              {message.last_error && <small>{message.last_error}</small>}
            </td>
          </>
        )}
      </List>
    </>
  );
}
