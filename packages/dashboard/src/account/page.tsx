import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { ROLE_WORDS } from '../colleagues/roles.rules.js';
import { LanguageChooser } from '../language/chooser.jsx';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { useChange } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { browserOf } from './browser-words.js';
import { OwnBrowsers } from './browsers.jsx';
import { OrganisationLanguage } from './organisation-language.jsx';
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
            [text('Role'), text(ROLE_WORDS[me.role])],
            [text('Location'), text('{name}, and all below it', { name: me.location.name })],
            [text('Organisation'), me.account.name],
          ]}
        />
      </Card>
      <Card>
        <LanguageChooser
          size="sm"
          label={text('Language')}
          description={text('The pages, dates and numbers in this browser. They load again at once.')}
        />
      </Card>
      {me.role === 'owner' && <OrganisationLanguage />}
      <OwnPasskeys />
      <OwnPassword />
      <OwnBrowsers />
      <SectionHead>
        <h2>{text('Signed in on')}</h2>
      </SectionHead>
      {end.isError && <Failure error={end.error} />}
      <List
        label={text('Sessions')}
        asked={sessions}
        rows={sessions.data?.data ?? []}
        keyOf={(session) => session.id}
        heads={[text('Browser'), text('Last used'), text('Signed in')]}
        hasActions
        empty=""
      >
        {(session) => (
          <>
            <td>
              {browserOf(session.user_agent)}{' '}
              {session.is_this && <State tone="good">{text('this one')}</State>}
              <small>{session.address}</small>
            </td>
            <td data-label={text('Last used')}>
              <Ago at={session.last_seen_at} />
            </td>
            <td data-label={text('Signed in')}>
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
                  {text('Sign out there')}
                </Button>
              )}
            </td>
          </>
        )}
      </List>
    </>
  );
}
