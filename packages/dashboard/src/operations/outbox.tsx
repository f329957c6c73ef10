import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { State } from '../ui/badge.jsx';
import { List } from '../ui/list.jsx';
import table from '../ui/table.module.css';
import { Note } from '../ui/text.jsx';
import { At } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import styles from './outbox.module.css';

const TONES: Record<string, 'good' | 'alarm' | 'warning' | 'quiet'> = {
  sent: 'good',
  failed: 'alarm',
  retrying: 'warning',
  held: 'warning',
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
      <Title note="Messages to people. Held ones wait because no provider for e-mail or SMS is set.">
        Outbox
      </Title>
      <List
        label="Messages"
        asked={outbox}
        rows={rows}
        keyOf={(message) => message.id}
        heads={['To', 'Message', 'State']}
        empty="No messages yet."
      >
        {(message) => (
          <>
            <td>
              {message.to}
              <small>
                {message.channel}, <At at={message.created_at} />
              </small>
            </td>
            <td className={table.wide}>
              {message.subject && <strong>{message.subject}</strong>}
              {message.text === null ? (
                <Note>Cannot be read: it was sealed with another secret key.</Note>
              ) : (
                <details>
                  <summary>Read it</summary>
                  <p className={styles.text}>{message.text}</p>
                </details>
              )}
              {message.setup_link && (
                <a href={message.setup_link} rel="noreferrer">
                  Setup link
                </a>
              )}
            </td>
            <td>
              <State tone={TONES[message.status] ?? 'quiet'}>{message.status}</State>
              {message.last_error && <small>{message.last_error}</small>}
            </td>
          </>
        )}
      </List>
    </>
  );
}
