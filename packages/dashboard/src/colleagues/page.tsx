import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { inOrder, named } from '../names.rules.js';
import { useHere } from '../session.js';
import type { Colleague, Invited } from '../types.js';
import { State } from '../ui/badge.jsx';
import { SectionHead } from '../ui/card.jsx';
import { ConfirmDelete } from '../ui/confirm-delete.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { RowButton } from '../ui/row-button.jsx';
import table from '../ui/table.module.css';
import { Note } from '../ui/text.jsx';
import { Ago, Planned } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { ColleagueForm } from './form.jsx';
import { rolesBelow } from './roles.rules.js';

const STATE_WORDS: Record<Invited['state'], string> = {
  pending: 'Waiting',
  expired: 'Has run out',
  withdrawn: 'Its sender has left',
  accepted: 'Used',
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
        note="Who signs in here and looks after the doors. Each has a role at one location and all below it."
        actions={<Button onClick={() => setInviting(true)}>Invite a colleague</Button>}
      >
        Colleagues
      </Title>
      <Note role="status">{said}</Note>
      <List
        label="Colleagues"
        asked={colleagues}
        rows={inOrder(colleagues.data?.data ?? [])}
        keyOf={(one) => one.id}
        heads={['Name', 'Role', 'Location', 'Last seen']}
        hasActions
        empty="There is no one at this location yet."
      >
        {(one) => (
          <>
            <td>
              {one.name} {one.id === me.id && <State tone="quiet">you</State>}
              <small>{one.email}</small>
            </td>
            <td data-label="Role">{one.role}</td>
            <td data-label="Location">{one.location.name}</td>
            <td data-label="Last seen">{one.last_seen_at ? <Ago at={one.last_seen_at} /> : '—'}</td>
            <td className={table.end}>
              {mine.includes(one.role) && (
                <span className={table.buttons}>
                  <RowButton name={`Change ${one.name}`} onClick={() => setChanging(one)}>
                    Change
                  </RowButton>
                  <RowButton name={`Remove ${one.name}`} onClick={() => setRemoving(one)}>
                    Remove
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
            <h2>Invited</h2>
          </SectionHead>
          {!colleagues.data?.sends_mail && (
            <Note>
              No mail server is set up: invitations wait in the outbox, for an owner to pass their links on.
            </Note>
          )}
          {failed && <Failure error={failed} />}
          <List
            label="Invitations"
            asked={colleagues}
            rows={invited}
            keyOf={(one) => one.id}
            heads={['E-mail address', 'Role', 'Location', 'Sent', 'State']}
            hasActions
            empty=""
          >
            {(one) => (
              <>
                <td>
                  {one.email}
                  <small>{`by ${one.invited_by}`}</small>
                </td>
                <td data-label="Role">{one.role}</td>
                <td data-label="Location">{one.location.name}</td>
                <td data-label="Sent">
                  <Ago at={one.sent_at} />
                </td>
                <td data-label="State">
                  <State tone={one.state === 'pending' ? 'quiet' : 'warning'}>{STATE_WORDS[one.state]}</State>
                  {one.state === 'pending' && (
                    <small>
                      until <Planned at={one.link_expires_at} />
                    </small>
                  )}
                </td>
                <td className={table.end}>
                  {mine.includes(one.role) && (
                    <span className={table.buttons}>
                      <RowButton
                        name={`Send again to ${one.email}`}
                        disabled={resend.isPending}
                        onClick={() =>
                          resend.mutate(one, { onSuccess: () => setSaid(`Sent again to ${one.email}.`) })
                        }
                      >
                        Send again
                      </RowButton>
                      <RowButton
                        name={`Withdraw the invitation of ${one.email}`}
                        disabled={withdraw.isPending}
                        onClick={() =>
                          withdraw.mutate(one, {
                            onSuccess: () => setSaid(`The invitation of ${one.email} is withdrawn.`),
                          })
                        }
                      >
                        Withdraw
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
            setSaid(`An invitation is on its way to ${email}.`);
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
          title={removing.id === me.id ? 'Remove yourself?' : `Remove ${named(removing.name)}?`}
          action="Remove"
          path={`/colleagues/${removing.id}`}
          keys={['colleagues', 'session']}
          onClose={() => setRemoving(null)}
        >
          <p>
            They are signed out everywhere at once, and invitations they sent stop working. API keys and
            webhooks they made belong to the organisation and keep working.
          </p>
        </ConfirmDelete>
      )}
    </>
  );
}
