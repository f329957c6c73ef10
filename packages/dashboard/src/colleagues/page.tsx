import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Colleague, Invited } from '../types.js';
import { ConfirmDelete } from '../ui/forms/confirm-delete.jsx';
import { useChange } from '../ui/forms/form.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago, Planned } from '../ui/parts/time.jsx';
import { inOrder } from '../words/names.js';
import { named } from '../words/names.rules.js';
import { ColleagueForm } from './form.jsx';
import { ROLE_NAMES, rolesBelow } from './roles.rules.js';

const STATE_WORDS: Record<Invited['state'], string> = {
  pending: phrase('Waiting'),
  expired: phrase('Expired'),
  withdrawn: phrase('Its sender has left'),
  accepted: phrase('Used'),
};

export default function ColleaguesPage() {
  const { me, locationId } = useHere();
  const [isInviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Colleague | null>(null);
  const [removing, setRemoving] = useState<Colleague | null>(null);
  const [said, setSaid] = useState('');
  const colleagues = useQuery({
    queryKey: ['colleagues', locationId],
    queryFn: ({ signal }) => call('GET', '/colleagues', { location: locationId, signal }),
  });
  const resend = useChange(
    ({ id }: Invited) => call('POST', `/colleague-invitations/${id}/resend`, { body: {} }),
    ['colleagues'],
  );
  const withdraw = useChange(
    ({ id }: Invited) => call('DELETE', `/colleague-invitations/${id}`),
    ['colleagues'],
  );
  const mine = rolesBelow(me.role);
  const invited = colleagues.data?.invited ?? [];
  const failed = resend.error ?? withdraw.error;
  return (
    <>
      <Title
        note={text(
          'The people who sign in here and look after the doors. Each has a role at one location and all below it.',
        )}
        actions={<Button onClick={() => setInviting(true)}>{text('Invite a colleague')}</Button>}
      >
        {text('Colleagues')}
      </Title>
      <Note role="status">{said}</Note>
      <List
        label={text('Colleagues')}
        asked={colleagues}
        rows={inOrder(colleagues.data?.data ?? [])}
        keyOf={(one) => one.id}
        heads={[text('Name'), text('Role'), text('Location'), text('Last seen')]}
        hasActions
        empty={text('No colleagues at this location yet.')}
      >
        {(one) => (
          <>
            <td>
              {one.name} {one.id === me.id && <State tone="quiet">{text('you')}</State>}
              <small>{one.email}</small>
            </td>
            <td data-label={text('Role')}>{text(ROLE_NAMES[one.role])}</td>
            <td data-label={text('Location')}>{one.location.name}</td>
            <td data-label={text('Last seen')}>{one.last_seen_at ? <Ago at={one.last_seen_at} /> : '—'}</td>
            <td className={table.end}>
              {mine.includes(one.role) && (
                <span className={table.buttons}>
                  <RowButton
                    name={text('Change {name}', { name: one.name })}
                    onClick={() => setChanging(one)}
                  >
                    {text('Change')}
                  </RowButton>
                  <RowButton
                    name={text('Remove {name}', { name: one.name })}
                    onClick={() => setRemoving(one)}
                  >
                    {text('Remove')}
                  </RowButton>
                </span>
              )}
            </td>
          </>
        )}
      </List>
      {invited.length > 0 && (
        <>
          <SectionHead>
            <h2>{text('Invited')}</h2>
          </SectionHead>
          {!colleagues.data?.sends_mail && (
            <Note>
              {text(
                'No mail server is set up: invitations wait in the outbox, for an owner to pass their links on.',
              )}
            </Note>
          )}
          {failed && <Failure error={failed} />}
          <List
            label={text('Invitations')}
            asked={colleagues}
            rows={invited}
            keyOf={(one) => one.id}
            heads={[text('E-mail address'), text('Role'), text('Location'), text('Sent'), text('State')]}
            hasActions
            empty=""
          >
            {(one) => (
              <>
                <td>
                  {one.email}
                  <small>{text('by {name}', { name: one.invited_by })}</small>
                </td>
                <td data-label={text('Role')}>{text(ROLE_NAMES[one.role])}</td>
                <td data-label={text('Location')}>{one.location.name}</td>
                <td data-label={text('Sent')}>
                  <Ago at={one.sent_at} />
                </td>
                <td data-label={text('State')}>
                  <State tone={one.state === 'pending' ? 'quiet' : 'warning'}>
                    {text(STATE_WORDS[one.state])}
                  </State>
                  {one.state === 'pending' && (
                    <small>
                      {rich('until {time}', { time: <Planned key="until" at={one.link_expires_at} /> })}
                    </small>
                  )}
                </td>
                <td className={table.end}>
                  {mine.includes(one.role) && (
                    <span className={table.buttons}>
                      <RowButton
                        name={text('Send again to {email}', { email: one.email })}
                        disabled={resend.isPending}
                        onClick={() =>
                          resend.mutate(one, {
                            onSuccess: () => setSaid(text('Sent again to {email}.', { email: one.email })),
                          })
                        }
                      >
                        {text('Send again')}
                      </RowButton>
                      <RowButton
                        name={text('Withdraw the invitation of {email}', { email: one.email })}
                        disabled={withdraw.isPending}
                        onClick={() =>
                          withdraw.mutate(one, {
                            onSuccess: () =>
                              setSaid(text('The invitation of {email} is withdrawn.', { email: one.email })),
                          })
                        }
                      >
                        {text('Withdraw')}
                      </RowButton>
                    </span>
                  )}
                </td>
              </>
            )}
          </List>
        </>
      )}
      {isInviting && (
        <ColleagueForm
          colleague={null}
          onClose={() => setInviting(false)}
          onDone={(email) => {
            setInviting(false);
            setSaid(text('An invitation is on its way to {email}.', { email }));
          }}
        />
      )}
      {changing && (
        <ColleagueForm
          colleague={changing}
          onClose={() => setChanging(null)}
          onDone={() => setChanging(null)}
        />
      )}
      {removing && (
        <ConfirmDelete
          title={
            removing.id === me.id
              ? text('Remove yourself?')
              : text('Remove {name}?', { name: named(removing.name) })
          }
          action={text('Remove')}
          path={`/colleagues/${removing.id}`}
          keys={['colleagues', 'session']}
          onClose={() => setRemoving(null)}
        >
          <p>
            {text(
              'They are signed out everywhere at once, and invitations they sent stop working. API keys and webhooks they made belong to the organisation and keep working.',
            )}
          </p>
        </ConfirmDelete>
      )}
    </>
  );
}
