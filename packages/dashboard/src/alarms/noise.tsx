import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, query } from '../api.js';
import { useHere } from '../session.js';
import type { Noise } from '../types.js';
import { setInAddress } from '../ui/address.js';
import { Back } from '../ui/back.jsx';
import { Card, Facts } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { Table } from '../ui/list.jsx';
import { RowButton } from '../ui/row-button.jsx';
import table from '../ui/table.module.css';
import { Empty, Note, Outcome } from '../ui/text.jsx';
import { Planned } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import styles from './alarms.module.css';
import { CAUSE_WORDS, rateWords, replayWords, shareWords } from './noise.rules.js';

/** Which doors raise alarms for nothing, why, and what other settings would have done. */
export default function NoisePage() {
  const { locationId } = useHere();
  const doors = useQuery({
    queryKey: ['noise', locationId],
    queryFn: ({ signal }) => call('GET', '/noise', { location: locationId, signal }),
  });
  const asked = Number(new URLSearchParams(useSearch()).get('door'));
  const rows = doors.data?.data ?? [];
  const chosen = rows.find(({ id }) => id === asked) ?? rows[0];
  return (
    <>
      <Back to="/alarms">All alarms</Back>
      <Title note="Which doors raise alarms for nothing, and why. Of at most 90 days.">Noise</Title>
      {doors.isError && <Failure error={doors.error} again={() => void doors.refetch()} />}
      {doors.isSuccess && rows.length === 0 && <Empty>No door has raised an alarm.</Empty>}
      {chosen && (
        <>
          <Table
            label="Doors by their nuisance alarms"
            rows={rows}
            keyOf={({ id }) => id}
            heads={['Door', 'Alarms', 'Nuisance', 'Mostly']}
            hasActions
          >
            {(door) => {
              const [top] = door.causes;
              return (
                <>
                  <td>
                    <Link href={`/doors/${door.id}`}>{door.name}</Link>
                    <small>{[door.place, door.location.name].filter(Boolean).join(' · ')}</small>
                  </td>
                  <td data-label="Alarms">
                    {door.forced + door.left_open}
                    {door.waiting > 0 && <small>{`${door.waiting} not judged yet`}</small>}
                  </td>
                  <td data-label="Nuisance">
                    {shareWords(door.nuisance, door.forced + door.left_open - door.waiting)}
                    <small>{rateWords(door.nuisance, doors.data?.days ?? 1)}</small>
                  </td>
                  <td data-label="Mostly" className={table.wide}>
                    {top ? `${CAUSE_WORDS[top.cause].name}: ${top.count}` : 'nothing that explains them'}
                    {top && <small>{CAUSE_WORDS[top.cause].advice}</small>}
                  </td>
                  <td>
                    <RowButton
                      name={
                        door.id === chosen.id ? `${door.name}: shown below` : `Look into it: ${door.name}`
                      }
                      disabled={door.id === chosen.id}
                      onClick={() => setInAddress('door', String(door.id))}
                    >
                      {door.id === chosen.id ? 'Shown below' : 'Look into it'}
                    </RowButton>
                  </td>
                </>
              );
            }}
          </Table>
          <DoorNoise key={chosen.id} id={chosen.id} />
        </>
      )}
    </>
  );
}

const secondsIn = (text: string): string => (/^[1-9]\d{0,4}$/.test(text.trim()) ? text.trim() : '');

function DoorNoise({ id }: { id: number }) {
  const [windowS, setWindow] = useState('12');
  const [leftOpenS, setLeftOpen] = useState('');
  const filters = { window_s: secondsIn(windowS), left_open_s: secondsIn(leftOpenS) };
  const noise = useQuery({
    queryKey: ['noise', id, filters],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/noise${query(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  });
  if (noise.isError) return <Failure error={noise.error} again={() => void noise.refetch()} />;
  if (!noise.data) return null;
  return (
    <>
      <Found noise={noise.data} />
      <Card aria-label="Other settings">
        <h2>What other settings would have done</h2>
        <div className={styles.line}>
          <TextInput
            label="A press or unlock explains an opening for, seconds"
            inputMode="numeric"
            value={windowS}
            onChange={(event) => setWindow(event.currentTarget.value)}
          />
          <TextInput
            label="Left open after, seconds"
            inputMode="numeric"
            placeholder={String(noise.data.settings.left_open_ms / 1000)}
            value={leftOpenS}
            onChange={(event) => setLeftOpen(event.currentTarget.value)}
          />
        </div>
        {replayWords(noise.data).map((words) => (
          <Outcome key={words}>{words}</Outcome>
        ))}
        <Note>
          The evidence that is kept is judged again by the rules that judged it first. Alarms that were
          acknowledged as real are counted where they would be hidden.
        </Note>
      </Card>
    </>
  );
}

function Found({ noise }: { noise: Noise }) {
  const { lock, location, causes, alarms, nuisance, since } = noise;
  return (
    <Card aria-label="Noise of the door">
      <Facts
        lines={[
          [
            'Door',
            <Link key="door" href={`/doors/${lock.id}`}>
              {lock.name}
            </Link>,
          ],
          ['Alarms since', <Planned key="since" at={since} locationId={location.id} />],
          ['Alarms', alarms],
          ['Nuisance', shareWords(nuisance, alarms)],
        ]}
      />
      {causes.length > 0 && (
        <Table label="Why" rows={causes} keyOf={({ cause }) => cause} heads={['Why', 'Alarms']}>
          {({ cause, count }) => (
            <>
              <td>
                {CAUSE_WORDS[cause].name}
                <small>{CAUSE_WORDS[cause].advice}</small>
              </td>
              <td data-label="Alarms">{count}</td>
            </>
          )}
        </Table>
      )}
    </Card>
  );
}
