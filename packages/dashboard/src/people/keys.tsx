import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Key, Person } from '../types.js';
import { State } from '../ui/badge.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { At } from '../ui/time.jsx';
import { KeyForm } from './key-form.jsx';

const KEY_WORDS = { handed_over: 'In use', returned: 'Returned' } as const;

/** A person's keys, each with its newest invitation. */
export function Keys({ person }: { person: Person }) {
  const { mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const pages = usePages<Key>(['keys'], '/keys', { person_id: person.id }, null);
  const act = useChange(
    ({ method, path }: { method: 'POST' | 'DELETE'; path: string }) =>
      call(method, path, method === 'POST' ? { body: {} } : {}),
    ['keys', 'phones'],
  );
  return (
    <section aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">Keys</h2>
        {mayWrite && <Button onClick={() => setNew(true)}>Give a key</Button>}
      </div>
      {act.isError && <Failure error={act.error} />}
      <List
        label="Table of keys"
        asked={pages}
        rows={pages.rows}
        keyOf={(key) => key.id}
        heads={['Key', 'State', 'Valid', 'Invitation']}
        hasActions={mayWrite}
        empty="No keys yet."
      >
        {(key) => (
          <>
            <td>
              {key.name}
              <small>{key.security_groups.join(', ')}</small>
            </td>
            <td>
              <State tone={key.state === 'handed_over' ? 'good' : 'quiet'}>
                {key.state ? KEY_WORDS[key.state] : 'Not handed over'}
              </State>
            </td>
            <td>
              <At at={key.starts_at} />
              <small>
                {key.expires_at ? (
                  <>
                    until <At at={key.expires_at} />
                  </>
                ) : (
                  'without an end'
                )}
              </small>
            </td>
            <td data-label="Invitation">{key.invitation?.state ?? '—'}</td>
            {mayWrite && (
              <td className="end wraps">
                {key.invitation?.state === 'pending' && (
                  <>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={act.isPending}
                      onClick={() =>
                        act.mutate({
                          method: 'POST',
                          path: `/invitations/${key.invitation?.id}/resend`,
                        })
                      }
                    >
                      Send again
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={act.isPending}
                      onClick={() =>
                        act.mutate({ method: 'DELETE', path: `/invitations/${key.invitation?.id}` })
                      }
                    >
                      Cancel invitation
                    </Button>
                  </>
                )}
                {key.state !== 'handed_over' && (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={act.isPending}
                    onClick={() => act.mutate({ method: 'POST', path: `/keys/${key.id}/hand-over` })}
                  >
                    Hand over
                  </Button>
                )}
                {key.state !== 'returned' && (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={act.isPending}
                    onClick={() => act.mutate({ method: 'POST', path: `/keys/${key.id}/return` })}
                  >
                    Take back
                  </Button>
                )}
              </td>
            )}
          </>
        )}
      </List>
      {isNew && <KeyForm person={person} onClose={() => setNew(false)} />}
    </section>
  );
}
