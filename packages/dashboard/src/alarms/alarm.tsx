import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { terminalWords } from '../gateways/health-words.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import type { AlarmDetails } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { Table } from '../ui/lists/list.jsx';
import { One } from '../ui/lists/one.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At, useWords, ZoneNote } from '../ui/parts/time.jsx';
import { whyWords } from '../words/why-words.js';
import styles from './alarms.module.css';
import { settingsQuery } from './query.js';
import { KIND_WORDS, stateOf } from './words.js';

const AGAIN_MS = 5_000;
const KEYS = ['alarm', 'alarm-log', 'overview'];

/** One alarm: acknowledged here, with a note, and given to a colleague. Links in messages lead here. */
export default function AlarmPage({ id }: { id: number }) {
  return (
    <One
      back={<Back to="/alarms">{text('All alarms')}</Back>}
      title={text('Alarm')}
      of={['alarm', id]}
      path={`/alarms/${id}`}
      everyMs={AGAIN_MS}
      gone={text('There is no such alarm here, or it is no longer kept.')}
    >
      {(alarm) => <Found alarm={alarm} />}
    </One>
  );
}

function Found({ alarm }: { alarm: AlarmDetails }) {
  const { mayWrite } = useHere();
  const { location, lock_id, gateway_id, acknowledged, notices } = alarm;
  const state = stateOf(alarm);
  const words = useWords(location.id);
  const at = (time: string) => <At at={time} locationId={location.id} />;
  const what =
    lock_id === null ? (
      <Link href={`/gateways/${gateway_id}`}>{alarm.name}</Link>
    ) : (
      <Link href={`/doors/${lock_id}`}>{alarm.name}</Link>
    );
  return (
    <>
      <Title note={[alarm.place, location.name].filter(Boolean).join(' · ')}>
        {`${text(KIND_WORDS[alarm.kind])}: ${alarm.name}`}
      </Title>
      <Card aria-label={text('The alarm')}>
        {alarm.why && <p>{whyWords(alarm.why, words.instant)}</p>}
        {alarm.fault && <p>{`${alarm.fault.door}: ${terminalWords(alarm.fault)}`}</p>}
        <Facts
          lines={[
            [
              text('State'),
              <State key="state" tone={state.tone}>
                {text(state.words)}
              </State>,
            ],
            [lock_id === null ? text('Gateway') : text('Door'), what],
            [
              text('Began'),
              lock_id === null ? (
                at(alarm.started_at)
              ) : (
                <Link
                  key="began"
                  href={`/doors/${lock_id}?at=${alarm.started_at}`}
                  title={text('See the door at that moment')}
                >
                  {at(alarm.started_at)}
                </Link>
              ),
            ],
            [text('Ended'), alarm.ended_at ? at(alarm.ended_at) : text('not yet')],
            ...(acknowledged
              ? ([
                  [
                    text('Acknowledged'),
                    <>
                      {at(acknowledged.at)} {text('by {name}', { name: acknowledged.by })}
                    </>,
                  ],
                  ...(acknowledged.note === '' ? [] : ([[text('Note'), acknowledged.note]] as const)),
                ] as const)
              : []),
          ]}
        />
      </Card>
      {mayWrite && (
        <Card aria-label={text('What is done about it')}>
          {!acknowledged && <Acknowledge id={alarm.id} />}
          <Assign alarm={alarm} />
        </Card>
      )}
      <SectionHead>
        <h2>{text('Who was notified')}</h2>
      </SectionHead>
      <Table
        label={text('Notices')}
        rows={notices}
        keyOf={({ step, rule, name, way }) => `${rule} ${step} ${name} ${way}`}
        heads={[text('Whom'), text('When'), text('By rule')]}
        empty={text('No one so far.')}
      >
        {(notice) => (
          <>
            <td>
              {notice.name}
              {notice.is_held && <small>{text('held back for the hourly summary')}</small>}
            </td>
            <td data-label={text('When')}>{at(notice.at)}</td>
            <td data-label={text('By rule')}>
              {notice.rule || text('a rule that is gone')}
              {notice.step > 0 && `, ${text('escalation {number, number}', { number: notice.step })}`}
            </td>
          </>
        )}
      </Table>
      <ZoneNote locationId={location.id} />
    </>
  );
}

function Acknowledge({ id }: { id: number }) {
  const [note, setNote] = useState('');
  const [isReal, setReal] = useState(false);
  const save = useChange(
    () =>
      call('POST', '/alarms/acknowledge', { body: { event_ids: [id], note: note.trim(), is_real: isReal } }),
    KEYS,
    () => document.getElementById('main')?.focus({ preventScroll: true }),
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <Textarea
        label={text('What was found')}
        description={text('Colleagues read it. It may be left empty.')}
        autosize
        minRows={2}
        maxLength={1_000}
        {...field(note, setNote, save.fault('note'))}
      />
      <Checkbox
        label={text('It was real')}
        description={text('Someone came in who should not have, or the door stood open unattended.')}
        checked={isReal}
        onChange={(event) => setReal(event.currentTarget.checked)}
      />
      {save.general ? <Failure error={save.general} /> : null}
      <Button type="submit" loading={save.isPending}>
        {text('Acknowledge')}
      </Button>
      <Note>{text('Then nothing more is sent about this alarm.')}</Note>
    </form>
  );
}

function Assign({ alarm }: { alarm: AlarmDetails }) {
  const { locationId } = useHere();
  const settings = useQuery(settingsQuery(locationId));
  const save = useChange(
    (user_id: string) =>
      call('PUT', `/alarms/${alarm.id}/assignee`, { body: { user_id: user_id === '' ? null : user_id } }),
    KEYS,
  );
  return (
    <NativeSelect
      label={text('Looked into by')}
      value={alarm.assigned?.id ?? ''}
      error={save.fault('user_id')}
      onChange={(event) => save.mutate(event.currentTarget.value)}
      data={[
        { value: '', label: text('no one so far') },
        ...(settings.data?.colleagues ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
