import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../account/browser-words.js';
import { type AnyCall, call } from '../api.js';
import { now } from '../clock.js';
import { Validity } from '../keys/validity.jsx';
import { stateOf } from '../keys/words.rules.js';
import { phrase, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Invitation, Key, Person } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import table from '../ui/lists/table.module.css';
import { State } from '../ui/parts/badge.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Outcome } from '../ui/parts/text.jsx';
import { ConfirmStep } from './confirm-step.jsx';
import { HandOver } from './hand-over.jsx';
import { KeyForm } from './key-form.jsx';
import { mayHandOver, type Step, stepsFor } from './key-steps.js';
import { usePhones } from './phones.jsx';

const INVITATION_WORDS: Record<Invitation['state'], string> = {
  pending: phrase('Waiting'),
  activated: phrase('Accepted'),
  cancelled: phrase('Cancelled'),
  expired: phrase('Expired'),
};

/** A person's keys, each with its newest invitation. */
export function Keys({ person }: { person: Person }) {
  const { mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const pages = usePages(['keys'], '/keys', { person_id: person.id }, null, { isWatched: true });
  const marks = useQuery({
    queryKey: ['keys', 'marked', person.id],
    queryFn: ({ signal }) => call('GET', `/people/${person.id}/key-marks`, { signal }),
  });
  const marksOf = ({ id }: Key) => ({
    begins: marks.data?.begins_blocks.includes(id) ?? false,
    holds: marks.data?.holds_doors.includes(id) ?? false,
    isOfDirectory: marks.data?.from_directory.includes(id) ?? false,
  });
  const phones = usePhones(person);
  const phoneOf = ({ id }: Key) => phones.data?.data.find((phone) => phone.keys.some((key) => key.id === id));
  const [asking, setAsking] = useState<Step | null>(null);
  const [handing, setHanding] = useState<Key | null>(null);
  const [handed, setHanded] = useState('');
  const act = useChange(
    ({ method, path, body }: Step) =>
      (call as AnyCall)(method, path, { body: body ?? (method === 'POST' ? {} : undefined) }),
    ['keys', 'phones'],
    () => setAsking(null),
  );
  return (
    <section aria-labelledby="keys">
      <SectionHead>
        <h2 id="keys">{text('Keys')}</h2>
        {mayWrite && <Button onClick={() => setNew(true)}>{text('Give a key')}</Button>}
      </SectionHead>
      {act.isError && !asking && <Failure error={act.error} />}
      <Outcome>{handed || (act.isSuccess && act.variables.done)}</Outcome>
      <List
        label={text('Table of keys')}
        asked={pages}
        rows={pages.rows}
        keyOf={(key) => key.id}
        heads={[text('Key'), text('State'), text('Valid'), text('Invitation')]}
        hasActions={mayWrite}
        empty={text('No keys yet.')}
      >
        {(key) => {
          const state = stateOf(key, now());
          return (
            <>
              <td>
                {key.name}
                <small>{key.security_groups.join(', ')}</small>
                {marksOf(key).isOfDirectory && <small>{text('its groups come from the directory')}</small>}
                {marksOf(key).begins && <small>{text('may begin first-person-in blocks')}</small>}
                {marksOf(key).holds && <small>{text('may hold doors open from the phone')}</small>}
              </td>
              <td>
                <State tone={state.tone}>{text(state.words)}</State>
              </td>
              <td data-label={text('Valid')}>
                <Validity of={key} />
              </td>
              <td data-label={text('Invitation')}>
                {key.invitation ? text(INVITATION_WORDS[key.invitation.state]) : '—'}
                <small>{whereIs(key, phoneOf(key)?.user_agent)}</small>
              </td>
              {mayWrite && (
                <td className={`${table.end} ${table.wraps}`}>
                  {phones.isSuccess && mayHandOver(key, phoneOf(key) !== undefined, now()) && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`${text('Hand over')}: ${key.name}`}
                      onClick={() => setHanding(key)}
                    >
                      {text('Hand over')}
                    </Button>
                  )}
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
                      onClick={() => {
                        setHanded('');
                        if (step.warning) setAsking(step);
                        else act.mutate(step);
                      }}
                    >
                      {step.label}
                    </Button>
                  ))}
                </td>
              )}
            </>
          );
        }}
      </List>
      {asking && <ConfirmStep step={asking} change={act} onClose={() => setAsking(null)} />}
      {handing && (
        <HandOver
          person={person}
          keyOf={handing}
          onClose={() => setHanding(null)}
          onDone={(said) => {
            setHanded(said);
            setHanding(null);
          }}
        />
      )}
      {isNew && <KeyForm person={person} onClose={() => setNew(false)} />}
    </section>
  );
}

/** The phone that has a key; empty for a key that is not in use. */
function whereIs({ state }: Key, userAgent: string | undefined): string {
  if (userAgent !== undefined) return text('on {phone}', { phone: browserOf(userAgent) });
  return state === 'handed_over' ? text('on no phone') : '';
}
