import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Key, Person } from '../types.js';
import { State } from '../ui/badge.jsx';
import { Confirm } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { Planned } from '../ui/time.jsx';
import { KeyForm } from './key-form.jsx';

const KEY_WORDS = { handed_over: 'In use', returned: 'Returned' } as const;

interface Step {
  label: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** What is said once it is done. */
  done: string;
  /** Asked first, where somebody loses something by it. */
  warning?: { title: string; text: string };
}

/** What can be done with a key as it is. */
function stepsFor({ id, name, state, invitation }: Key, marks: { begins: boolean; holds: boolean }): Step[] {
  const steps: Step[] = [];
  if (invitation?.state === 'pending') {
    const path = `/invitations/${invitation.id}`;
    const done = `The invitation to “${name}” is sent again; the link before it works no more.`;
    steps.push({ label: 'Send again', method: 'POST', path: `${path}/resend`, done });
    steps.push({
      label: 'Cancel invitation',
      method: 'DELETE',
      path,
      done: `The invitation to “${name}” is cancelled.`,
      warning: {
        title: `Cancel the invitation to “${name}”?`,
        text: 'Its link stops working for good; another needs a new key.',
      },
    });
  }
  if (state !== 'handed_over') {
    const done = `“${name}” is handed over.`;
    steps.push({ label: 'Hand over', method: 'POST', path: `/keys/${id}/hand-over`, done });
  }
  if (state !== 'returned') {
    steps.push({
      label: marks.begins ? 'Begin no blocks' : 'Begin blocks',
      method: 'PUT',
      path: `/keys/${id}/begins-blocks`,
      body: { begins_blocks: !marks.begins },
      done: marks.begins
        ? `“${name}” begins no block any more.`
        : `“${name}” begins blocks now, at doors that wait for a key marked for it.`,
    });
    steps.push({
      label: marks.holds ? 'Hold no doors' : 'Hold doors',
      method: 'PUT',
      path: `/keys/${id}/holds-doors`,
      body: { holds_doors: !marks.holds },
      done: marks.holds
        ? `“${name}” may not hold doors open any more.`
        : `“${name}” may hold its doors open from the phone now, for twelve hours at most.`,
    });
    steps.push({
      label: 'Take back',
      method: 'POST',
      path: `/keys/${id}/return`,
      done: `“${name}” is taken back: it opens nothing any more.`,
      warning: {
        title: `Take back “${name}”?`,
        text: 'It opens nothing from then on, on whichever phone it is. It can be handed over again.',
      },
    });
  }
  return steps;
}

/** A person's keys, each with its newest invitation. */
export function Keys({ person }: { person: Person }) {
  const { mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const pages = usePages<Key>(['keys'], '/keys', { person_id: person.id }, null, { isWatched: true });
  const marks = useQuery({
    queryKey: ['keys', 'marked', person.id],
    queryFn: ({ signal }) =>
      call<Record<'begins_blocks' | 'holds_doors', number[]>>('GET', `/people/${person.id}/key-marks`, {
        signal,
      }),
  });
  const marksOf = ({ id }: Key) => ({
    begins: marks.data?.begins_blocks.includes(id) ?? false,
    holds: marks.data?.holds_doors.includes(id) ?? false,
  });
  const [asking, setAsking] = useState<Step | null>(null);
  const act = useChange(
    ({ method, path, body }: Step) =>
      call(method, path, { body: body ?? (method === 'POST' ? {} : undefined) }),
    ['keys', 'phones'],
    () => setAsking(null),
  );
  return (
    <section aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">Keys</h2>
        {mayWrite && <Button onClick={() => setNew(true)}>Give a key</Button>}
      </div>
      {act.isError && !asking && <Failure error={act.error} />}
      <p className="outcome" role="status">
        {act.isSuccess && act.variables.done}
      </p>
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
              {marksOf(key).begins && <small>begins blocks that wait for the first person</small>}
              {marksOf(key).holds && <small>may hold doors open from the phone</small>}
            </td>
            <td>
              <State tone={key.state === 'handed_over' ? 'good' : 'quiet'}>
                {key.state ? KEY_WORDS[key.state] : 'Not handed over'}
              </State>
            </td>
            <td data-label="Valid">
              from <Planned at={key.starts_at} />
              <small>
                {key.expires_at ? (
                  <>
                    until <Planned at={key.expires_at} />
                  </>
                ) : (
                  'without an end'
                )}
              </small>
            </td>
            <td data-label="Invitation">{key.invitation?.state ?? '—'}</td>
            {mayWrite && (
              <td className="end wraps">
                {stepsFor(key, marksOf(key)).map((step) => (
                  <Button
                    key={step.path}
                    size="xs"
                    variant="default"
                    aria-label={`${step.label}: ${key.name}`}
                    loading={
                      act.isPending &&
                      act.variables.path === step.path &&
                      act.variables.method === step.method
                    }
                    onClick={() => (step.warning ? setAsking(step) : act.mutate(step))}
                  >
                    {step.label}
                  </Button>
                ))}
              </td>
            )}
          </>
        )}
      </List>
      {asking?.warning && (
        <Confirm
          title={asking.warning.title}
          action={asking.label}
          isBusy={act.isPending}
          onConfirm={() => act.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{asking.warning.text}</p>
          {act.isError && <Failure error={act.error} />}
        </Confirm>
      )}
      {isNew && <KeyForm person={person} onClose={() => setNew(false)} />}
    </section>
  );
}
