import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { AlarmDetails } from '../types.js';
import { Back } from '../ui/back.jsx';
import { State } from '../ui/badge.jsx';
import { Card, Facts, SectionHead } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { field, useChange } from '../ui/form.js';
import { Table } from '../ui/list.jsx';
import { One } from '../ui/one.jsx';
import { Empty, Note } from '../ui/text.jsx';
import { At, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import styles from './alarms.module.css';
import { settingsQuery } from './query.js';
import { KIND_WORDS, stateOf } from './words.rules.js';

const AGAIN_MS = 5_000;
const KEYS = ['alarm', 'alarm-log', 'overview'];

/** One alarm: acknowledged here, with a note, and given to a colleague. Links in messages lead here. */
export default function AlarmPage({ id }: { id: number }) {
  return (
    <One
      back={<Back to="/alarms">All alarms</Back>}
      title="Alarm"
      of={['alarm', id]}
      path={`/alarms/${id}`}
      everyMs={AGAIN_MS}
      gone="There is no such alarm here, or its time of keeping is over."
    >
      {(alarm) => <Found alarm={alarm} />}
    </One>
  );
}

function Found({ alarm }: { alarm: AlarmDetails }) {
  const { mayWrite } = useHere();
  const { location, lock_id, gateway_id, acknowledged, notices } = alarm;
  const state = stateOf(alarm);
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
        {`${KIND_WORDS[alarm.kind]}: ${alarm.name}`}
      </Title>
      <Card aria-label="The alarm">
        {alarm.text !== '' && <p>{alarm.text}</p>}
        <Facts
          lines={[
            [
              'State',
              <State key="state" tone={state.tone}>
                {state.words}
              </State>,
            ],
            [lock_id === null ? 'Gateway' : 'Door', what],
            [
              'Began',
              lock_id === null ? (
                at(alarm.started_at)
              ) : (
                <Link
                  key="began"
                  href={`/doors/${lock_id}?at=${alarm.started_at}`}
                  title="See the door at that moment"
                >
                  {at(alarm.started_at)}
                </Link>
              ),
            ],
            ['Ended', alarm.ended_at ? at(alarm.ended_at) : 'it lasts'],
            ...(acknowledged
              ? ([
                  [
                    'Acknowledged',
                    <>
                      {at(acknowledged.at)}
                      {` by ${acknowledged.by}`}
                    </>,
                  ],
                  ...(acknowledged.note === '' ? [] : ([['Note', acknowledged.note]] as const)),
                ] as const)
              : []),
          ]}
        />
      </Card>
      {mayWrite && (
        <Card aria-label="What is done about it">
          {!acknowledged && <Acknowledge id={alarm.id} />}
          <Assign alarm={alarm} />
        </Card>
      )}
      <SectionHead>
        <h2>Who was notified</h2>
      </SectionHead>
      {notices.length === 0 && <Empty>No one so far.</Empty>}
      {notices.length > 0 && (
        <Table
          label="Notices"
          rows={notices}
          keyOf={({ step, rule, name, way }) => `${rule} ${step} ${name} ${way}`}
          heads={['Whom', 'When', 'By rule']}
        >
          {(notice) => (
            <>
              <td>
                {notice.name}
                {notice.is_held && <small>held back: in the summary of the hour</small>}
              </td>
              <td data-label="When">{at(notice.at)}</td>
              <td data-label="By rule">
                {`${notice.rule || 'a rule that is gone'}${notice.step > 0 ? `, escalation ${notice.step}` : ''}`}
              </td>
            </>
          )}
        </Table>
      )}
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
        label="What was found"
        description="Colleagues read it; it may be left empty."
        autosize
        minRows={2}
        maxLength={1_000}
        {...field(note, setNote, save.fault('note'))}
      />
      <Checkbox
        label="It was real"
        description="Someone came in who should not, or the door was left unattended. Replays of other settings must not hide it."
        checked={isReal}
        onChange={(event) => setReal(event.currentTarget.checked)}
      />
      {save.general ? <Failure error={save.general} /> : null}
      <Button type="submit" loading={save.isPending}>
        Acknowledge
      </Button>
      <Note>Nothing further is sent about this alarm then.</Note>
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
      label="Looked into by"
      value={alarm.assigned?.id ?? ''}
      error={save.fault('user_id')}
      onChange={(event) => save.mutate(event.currentTarget.value)}
      data={[
        { value: '', label: 'no one so far' },
        ...(settings.data?.colleagues ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
