import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { language, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { AccountedDoor, EmergencyDetails } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { One } from '../ui/lists/one.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Empty, Note } from '../ui/parts/text.jsx';
import { At, AtTime, useWords } from '../ui/parts/time.jsx';
import { byName } from '../words/names.js';
import { named } from '../words/names.rules.js';
import { Counts } from './counts.jsx';
import styles from './emergency.module.css';
import { HoldButton } from './hold-button.jsx';
import { inTurn, kindOf, STATE_TONES, STATE_WORDS, titleAt, troubleOf } from './words.js';

/** Changes of doors ask sooner (live.ts). */
const LOOK_EVERY_MS = 2_000;

/** One emergency or drill: its doors as they turn, and its end. */
export default function EmergencyPage({ id }: { id: string }) {
  return (
    <One
      title={text('Emergency')}
      of={['emergency', id]}
      path={`/emergencies/${id}`}
      everyMs={LOOK_EVERY_MS}
      gone={text('There is no such emergency here.')}
      back={<Back to="/emergencies">{text('All emergencies')}</Back>}
    >
      {(data) => <Whole emergency={data} />}
    </One>
  );
}

function Whole({ emergency }: { emergency: EmergencyDetails }) {
  const { mayWrite } = useHere();
  const { location, reason, started_at, ended_at, begun_by, ended_by, counts, doors } = emergency;
  const at = (time: string, by: string | null) => (
    <>
      <At at={time} locationId={location.id} /> {by === null ? '' : text('by {name}', { name: by })}
    </>
  );
  const facts: [string, React.ReactNode][] = [
    [text('Why'), named(reason)],
    [text('Began'), at(started_at, begun_by)],
    ...(ended_at ? ([[text('Ended'), at(ended_at, ended_by)]] satisfies [string, React.ReactNode][]) : []),
  ];
  return (
    <>
      <Title
        note={
          ended_at
            ? text('It has ended.')
            : emergency.drill
              ? text('A drill: no door moves.')
              : text('In force.')
        }
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/emergencies/${emergency.id}/report${query({ language })}`}
            download
          >
            {text('Signed report (PDF)')}
          </Button>
        }
      >
        {titleAt(emergency, named(location.name))}
      </Title>
      <Counts counts={counts} />
      <div className={styles.page}>
        <Card>
          <h2>{text('About')}</h2>
          <Facts lines={facts} />
        </Card>
        {mayWrite && !ended_at && <End emergency={emergency} />}
      </div>
      <SectionHead>
        <h2>{text('Doors')}</h2>
      </SectionHead>
      {doors.length === 0 && <Empty>{text('No remote door is at this location or below it.')}</Empty>}
      <ul className={styles.doors} aria-label={text('Doors that need a person first')}>
        {inTurn(doors, (a, b) => byName(a.lock, b.lock)).map((door) => (
          <Door key={door.lock.id} door={door} emergency={emergency} />
        ))}
      </ul>
    </>
  );
}

function Door({ door, emergency }: { door: AccountedDoor; emergency: EmergencyDetails }) {
  const words = useWords(emergency.location.id);
  const { lock, state, confirmed_at } = door;
  const trouble = troubleOf(door, emergency);
  return (
    <li data-state={state}>
      <span>
        <Link href={`/doors/${lock.id}`}>{lock.name}</Link>
        <small>{lock.place}</small>
      </span>
      {trouble && <small className={styles.trouble}>{trouble}</small>}
      <span className={styles.state}>
        {confirmed_at && <AtTime words={words} at={confirmed_at} />}
        <State tone={STATE_TONES[state]}>{text(STATE_WORDS[state])}</State>
      </span>
    </li>
  );
}

function End({ emergency }: { emergency: EmergencyDetails }) {
  const [reason, setReason] = useState(text('All clear'));
  const end = useChange(
    () =>
      call('POST', `/locations/${emergency.location.id}/emergency`, {
        body: { mode: 'none', reason: reason.trim() },
      }),
    ['emergencies', 'emergency'],
  );
  const kind = kindOf(emergency);
  return (
    <Card aria-labelledby="end" className={styles.end}>
      <h2 id="end">{text('End')}</h2>
      <TextInput
        label={text('Why it ends')}
        description={text('For the audit log.')}
        maxLength={500}
        {...field(reason, setReason, end.fault('reason'))}
      />
      {end.general ? <Failure error={end.general} /> : null}
      <HoldButton
        tone="quiet"
        isDisabled={reason.trim() === ''}
        isBusy={end.isPending}
        question={text(
          'End the {kind, select, lockdown {lockdown} evacuation {evacuation} lockdown_drill {lockdown drill} other {evacuation drill}}?',
          { kind },
        )}
        warning={<p>{text('Doors follow their schedules again.')}</p>}
        onHeld={() => end.mutate()}
      >
        {text(
          'End the {kind, select, lockdown {lockdown} evacuation {evacuation} lockdown_drill {lockdown drill} other {evacuation drill}}',
          { kind },
        )}
      </HoldButton>
      {!emergency.drill && (
        <Note>
          {text('Doors follow their schedules again; what was set by hand before does not come back.')}
        </Note>
      )}
    </Card>
  );
}
