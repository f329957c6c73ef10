import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, query } from '../api.js';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Noise } from '../types.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { Table } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { setInAddress } from '../ui/page/address.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card, Facts } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Empty, Note, Outcome } from '../ui/parts/text.jsx';
import { Planned } from '../ui/parts/time.jsx';
import styles from './alarms.module.css';
import { CAUSE_WORDS, rateWords, replayWords, shareWords } from './noise-words.js';

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
      <Back to="/alarms">{text('All alarms')}</Back>
      <Title note={text('Doors that raise alarms for nothing, and why. At most the last 90 days.')}>
        {text('Noise')}
      </Title>
      {doors.isError && <Failure error={doors.error} again={() => void doors.refetch()} />}
      {doors.isSuccess && rows.length === 0 && <Empty>{text('No door has raised an alarm.')}</Empty>}
      {chosen && (
        <>
          <Table
            label={text('Doors by their nuisance alarms')}
            rows={rows}
            keyOf={({ id }) => id}
            heads={[text('Door'), text('Alarms'), text('Nuisance'), text('Mostly')]}
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
                  <td data-label={text('Alarms')}>
                    {(door.forced + door.left_open).toLocaleString(locale)}
                    {door.waiting > 0 && (
                      <small>{text('{count, number} not judged yet', { count: door.waiting })}</small>
                    )}
                  </td>
                  <td data-label={text('Nuisance')}>
                    {shareWords(door.nuisance, door.forced + door.left_open - door.waiting)}
                    <small>{rateWords(door.nuisance, doors.data?.days ?? 1)}</small>
                  </td>
                  <td data-label={text('Mostly')} className={table.wide}>
                    {top
                      ? `${text(CAUSE_WORDS[top.cause].name)}: ${top.count.toLocaleString(locale)}`
                      : text('no cause found')}
                    {top && <small>{text(CAUSE_WORDS[top.cause].advice)}</small>}
                  </td>
                  <td>
                    <RowButton
                      name={
                        door.id === chosen.id
                          ? text('{name}: shown below', { name: door.name })
                          : text('Look into it: {name}', { name: door.name })
                      }
                      disabled={door.id === chosen.id}
                      onClick={() => setInAddress('door', String(door.id))}
                    >
                      {door.id === chosen.id ? text('Shown below') : text('Look into it')}
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

const secondsIn = (typed: string): string => (/^[1-9]\d{0,4}$/.test(typed.trim()) ? typed.trim() : '');

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
      <Card aria-label={text('Other settings')}>
        <h2>{text('What other settings would have done')}</h2>
        <div className={styles.line}>
          <TextInput
            label={text('A press or unlock explains an opening for, seconds')}
            inputMode="numeric"
            value={windowS}
            onChange={(event) => setWindow(event.currentTarget.value)}
          />
          <TextInput
            label={text('Left open after, seconds')}
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
          {text(
            'What was recorded is judged again, by the same rules with these settings. Alarms acknowledged as real are counted separately.',
          )}
        </Note>
      </Card>
    </>
  );
}

function Found({ noise }: { noise: Noise }) {
  const { lock, location, causes, alarms, nuisance, since } = noise;
  return (
    <Card aria-label={text('Noise of the door')}>
      <Facts
        lines={[
          [
            text('Door'),
            <Link key="door" href={`/doors/${lock.id}`}>
              {lock.name}
            </Link>,
          ],
          [text('Alarms since'), <Planned key="since" at={since} locationId={location.id} />],
          [text('Alarms'), alarms.toLocaleString(locale)],
          [text('Nuisance'), shareWords(nuisance, alarms)],
        ]}
      />
      {causes.length > 0 && (
        <Table
          label={text('Why')}
          rows={causes}
          keyOf={({ cause }) => cause}
          heads={[text('Why'), text('Alarms')]}
        >
          {({ cause, count }) => (
            <>
              <td>
                {text(CAUSE_WORDS[cause].name)}
                <small>{text(CAUSE_WORDS[cause].advice)}</small>
              </td>
              <td data-label={text('Alarms')}>{count.toLocaleString(locale)}</td>
            </>
          )}
        </Table>
      )}
    </Card>
  );
}
