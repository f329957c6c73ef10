import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { ROLE_WORDS } from '../colleagues/roles.rules.js';
import { useHere } from '../session.js';
import { State } from '../ui/badge.jsx';
import { Card, Facts, SectionHead } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import table from '../ui/table.module.css';
import { Ago } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { browserOf } from './browser.rules.js';
import { OwnBrowsers } from './browsers.jsx';
import { OwnPasskeys } from './passkeys.jsx';
import { OwnPassword } from './password.jsx';

export default function AccountPage() {
  const { me } = useHere();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call('GET', '/sessions', { signal }),
  });
  const end = useChange((id: string) => call('DELETE', `/sessions/${id}`), ['sessions']);
  return (
    <>
      <Title note={me.email}>{me.name}</Title>
      <Card>
        <Facts
          lines={[
            ['Role', `${me.role}: ${ROLE_WORDS[me.role]}`],
            ['Location', `${me.location.name}, and all below it`],
            ['Organisation', me.account.name],
          ]}
        />
      </Card>
      <OwnPasskeys />
      <OwnPassword />
      <OwnBrowsers />
      <SectionHead>
        <h2>Signed in on</h2>
      </SectionHead>
      {end.isError && <Failure error={end.error} />}
      <List
        label="Sessions"
        asked={sessions}
        rows={sessions.data?.data ?? []}
        keyOf={(session) => session.id}
        heads={['Browser', 'Last used', 'Signed in']}
        hasActions
        empty=""
      >
        {(session) => (
          <>
            <td>
              {browserOf(session.user_agent)} {session.is_this && <State tone="good">this one</State>}
              <small>{session.address}</small>
            </td>
            <td data-label="Last used">
              <Ago at={session.last_seen_at} />
            </td>
            <td data-label="Signed in">
              <Ago at={session.created_at} />
            </td>
            <td className={table.end}>
              {!session.is_this && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={end.isPending}
                  onClick={() => end.mutate(session.id)}
                >
                  Sign out there
                </Button>
              )}
            </td>
          </>
        )}
      </List>
    </>
  );
}
