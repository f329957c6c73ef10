import '../styles/door.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call, RequestError } from '../api.js';
import { after } from '../clock.js';
import { reasonWords } from '../event-words.rules.js';
import { AlarmStrip } from '../overview/alarms.jsx';
import { useOverview } from '../overview/query.js';
import { alarmsByLock, holdWords, STATUS_WORDS, statusOf } from '../overview/status.rules.js';
import { useHere } from '../session.js';
import type { CommandOfDoor, Door } from '../types.js';
import { State } from '../ui/badge.jsx';
import { Failure } from '../ui/failure.jsx';
import { Icon } from '../ui/icon.jsx';
import { Ago } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { briefly } from '../words.js';
import { Actions } from './actions.jsx';
import { LastTest } from './last-test.jsx';
import { DoorPicture } from './picture.jsx';
import { Schedule } from './schedule.jsx';
import { Timeline } from './timeline.jsx';

export default function DoorPage({ id }: { id: number }) {
  const { mayWrite, locationId } = useHere();
  const door = useQuery({
    queryKey: ['door', id],
    queryFn: ({ signal }) => call<Door>('GET', `/doors/${id}`, { signal }),
  });
  const overview = useOverview(locationId);
  const [unlockedUntil, setUnlocked] = useState(0);
  const strikeMs = (door.data?.strike_seconds ?? 0) * 1_000;

  useEffect(() => {
    if (unlockedUntil === 0) return;
    return after(strikeMs, () => setUnlocked(0));
  }, [unlockedUntil, strikeMs]);

  if (door.isPending) return <Title>Door</Title>;
  if (door.isError) {
    const isGone = door.error instanceof RequestError && door.error.status === 404;
    return (
      <>
        <Title>Door</Title>
        {isGone ? <p className="empty">There is no such door here.</p> : <Failure error={door.error} />}
      </>
    );
  }
  const { data } = door;
  const alarms = (overview.data?.alarms ?? []).filter((alarm) => alarm.lock.id === id);
  const status = statusOf(data, alarmsByLock(alarms));
  const why = holdWords(data, briefly);
  return (
    <>
      <Link href="/" className="back">
        <Icon name="back" size={18} />
        All doors
      </Link>
      <Title note={[data.place, data.location.name].filter(Boolean).join(' · ')}>{data.name}</Title>
      <AlarmStrip alarms={alarms} />
      <div className="door-page">
        <div className="door-first">
          <section className="card now" aria-label="Now">
            <DoorPicture door={data} status={status} isUnlocked={unlockedUntil > 0 || data.strike_on} />
            <p className="big" data-status={status} role="status">
              <i aria-hidden="true" />
              {STATUS_WORDS[status]}
              {why && <small>{why}</small>}
            </p>
            {status === 'held' && data.door_state !== 'unknown' && (
              <p className="note">{`Anybody can come in; just now it is ${data.door_state}.`}</p>
            )}
            <Presence door={data} />
          </section>
          {mayWrite && data.features.remote_unlock && (
            <Actions door={data} onUnlocked={() => setUnlocked((count) => count + 1)} />
          )}
        </div>
        <Timeline lockId={id} />
        <div className="door-more">
          <section className="card">
            <h2>Schedule</h2>
            <Schedule door={data} />
          </section>
          <Commands id={id} />
          {data.type === 'remote' && <LastTest id={id} />}
          <section className="card">
            <h2>Settings</h2>
            <Facts door={data} />
          </section>
        </div>
      </div>
    </>
  );
}

function Presence({ door }: { door: Door }) {
  if (door.online === null)
    return <p className="note">A lock of the locking system; it is not opened over the network.</p>;
  if (!door.online_since) return <p className="note">Its gateway has never been heard.</p>;
  return (
    <p className="note">
      {door.online ? 'Online since ' : 'Offline since '}
      <Ago at={door.online_since} />
      {door.gateway && ` over ${door.gateway.name}`}
    </p>
  );
}

const STATUS_TONES = { confirmed: 'good', failed: 'alarm', pending: 'quiet', sent: 'quiet' } as const;

function Commands({ id }: { id: number }) {
  const commands = useQuery({
    queryKey: ['door', id, 'commands'],
    queryFn: ({ signal }) => call<{ data: CommandOfDoor[] }>('GET', `/doors/${id}/commands`, { signal }),
  });
  const rows = commands.data?.data ?? [];
  return (
    <section className="card">
      <h2>Orders</h2>
      {commands.isSuccess && rows.length === 0 && <p className="note">Nobody has ordered anything yet.</p>}
      <ul className="commands">
        {rows.slice(0, 8).map((command) => (
          <li key={command.id}>
            <span>
              {command.type === 'unlock' ? 'Unlock' : 'Door mode'}
              <small>
                {command.by.name
                  ? `${command.by.kind === 'api_key' ? 'API key ' : ''}${command.by.name}, `
                  : ''}
                <Ago at={command.requested_at} />
                {command.reason && `: ${reasonWords(command.reason)}`}
              </small>
            </span>
            <State tone={STATUS_TONES[command.status]}>{command.status}</State>
          </li>
        ))}
      </ul>
    </section>
  );
}

const POLICIES: Record<string, string> = {
  none: 'nobody',
  manager_keys: 'keys marked for it',
  all_keys: 'any key, and the exit button',
};

function Facts({ door }: { door: Door }) {
  const { features } = door;
  const facts: [string, string][] = [
    ['Strike', `${door.strike_seconds} s`],
    ['Left open after', `${door.left_open_seconds} s`],
    ['Door contact', features.door_contact ? 'wired' : 'not wired'],
    ['Exit button', features.exit_button ? 'wired' : 'not wired'],
    ['Hold relay', features.hold_relay ? 'wired' : 'not wired'],
    [
      'Forced-open detection',
      features.forced_open_detection ? 'on' : 'off: needs a contact and an exit button',
    ],
    ['Opens a block', POLICIES[door.toggle_policy] ?? door.toggle_policy],
    ['Gateway', door.gateway ? `${door.gateway.name}, door ${door.door}` : 'none'],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
