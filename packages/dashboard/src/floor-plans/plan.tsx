import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { now, useNow } from '../clock.js';
import { useMoment } from '../door/timeline/moment.js';
import { statusAt } from '../door/timeline/past.rules.js';
import { ofField, toField } from '../events/filters.rules.js';
import { text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { alarmsByLock, STATUS_WORDS, statusOf, urgentFirst } from '../overview/status.rules.js';
import { besides } from '../overview/status-words.js';
import { useHere } from '../session.js';
import type { FloorPlan, Lock } from '../types.js';
import { ConfirmDelete } from '../ui/forms/confirm-delete.jsx';
import { useChange } from '../ui/forms/form.js';
import { Table } from '../ui/lists/list.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Empty, Note } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { named } from '../words/names.rules.js';
import { type Placed, placed } from './place.rules.js';
import styles from './plan.module.css';
import { type Marker, Stage } from './stage.jsx';
import { Upload } from './upload.jsx';

const KEYS = ['floor-plan', 'floor-plans'];
const HOUR_MS = 3_600_000;

/** A floor with its doors, now or at a past moment; also where the drawing is chosen and the doors are placed. */
export default function FloorPlanPage({ id }: { id: number }) {
  const { locations, mayWrite } = useHere();
  const name = locations.find((one) => one.id === id)?.name;
  const asked = useQuery({
    queryKey: ['floor-plan', id],
    queryFn: ({ signal }) => call('GET', `/locations/${id}/plan`, { signal }),
  });
  const plan = asked.data?.plan;
  return (
    <>
      <Back to="/floor-plans">{text('All floor plans')}</Back>
      {!plan && <Title>{name ?? text('Floor plan')}</Title>}
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {plan === null && (
        <>
          <Empty>
            {mayWrite
              ? text(
                  'No floor plan yet. Choose a picture of the floor, or a PDF; then place its doors on it.',
                )
              : text('No floor plan yet. A manager can add one.')}
          </Empty>
          {mayWrite && <Upload id={id}>{text('Choose a drawing')}</Upload>}
        </>
      )}
      {plan && <Floor plan={plan} />}
    </>
  );
}

function Floor({ plan }: { plan: FloorPlan }) {
  const { location } = plan;
  const { locationId, mayWrite } = useHere();
  const [at, setAt] = useMoment();
  const [edited, setEdited] = useState<{ version: number; doors: Placed[] } | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const overview = useOverview(locationId);
  const words = useWords(location.id);
  const past = useQuery({
    queryKey: ['floor-plan', location.id, 'past', at],
    queryFn: ({ signal }) =>
      call('GET', `/locations/${location.id}/plan/past${query({ at: new Date(at ?? 0).toISOString() })}`, {
        signal,
      }),
    enabled: at !== null && !edited,
    placeholderData: keepPreviousData,
  });
  const save = useChange(
    (body: { version: number; doors: Placed[] }) =>
      call('PUT', `/locations/${location.id}/plan/doors`, { body }),
    KEYS,
    () => setEdited(null),
  );

  const locks = overview.data?.locks;
  const byId = new Map(locks?.map((lock) => [lock.id, lock]));
  const alarms = alarmsByLock(overview.data?.alarms ?? []);
  const then = new Map(past.data?.doors.map((door) => [door.lock_id, door]));
  const doors = edited?.doors ?? plan.doors;
  const markers = doors.flatMap((door): Marker[] => {
    const lock = byId.get(door.lock_id);
    if (!lock) return [];
    if (at === null || edited) return [{ ...door, lock, status: statusOf(lock, alarms) }];
    const known = then.get(door.lock_id);
    return [{ ...door, lock, status: known ? statusAt(known) : 'unknown' }];
  });
  const hidden = locks ? doors.length - markers.length : 0;
  return (
    <>
      <Title
        note={
          at === null
            ? text('{count, plural, one {# door} other {# doors}}', { count: doors.length })
            : text('As it was on {time}', { time: words.exactly(at) })
        }
      >
        {location.name}
      </Title>
      {edited ? (
        <Editor
          locks={(locks ?? []).filter((lock) => byId.has(lock.id))}
          edited={edited}
          set={(doorsNow) => setEdited({ ...edited, doors: doorsNow })}
          save={save}
          onCancel={() => setEdited(null)}
          stage={(editing) => <Drawing plan={plan} markers={markers} editing={editing} />}
        />
      ) : (
        <>
          <When at={at} onAt={setAt} locationId={location.id} />
          {past.isError && <Failure error={past.error} again={() => void past.refetch()} />}
          <Drawing plan={plan} markers={markers} editing={null} />
        </>
      )}
      {hidden > 0 && (
        <Note>
          {text(
            '{count, plural, one {# door on this plan is} other {# doors on this plan are}} not below the location chosen above.',
            { count: hidden },
          )}
        </Note>
      )}
      {!edited && markers.length === 0 && <Empty>{text('No door is placed on this plan yet.')}</Empty>}
      {!edited && markers.length > 0 && (
        <Doors markers={markers} isPast={at !== null} locationId={location.id} />
      )}
      {mayWrite && !edited && at === null && (
        <div className={styles.tools}>
          <Button disabled={!locks} onClick={() => setEdited({ version: plan.version, doors: plan.doors })}>
            {text('Place doors')}
          </Button>
          <Upload id={location.id}>{text('Change the drawing')}</Upload>
          <Button variant="default" onClick={() => setDeleting(true)}>
            {text('Delete the plan')}
          </Button>
        </div>
      )}
      {isDeleting && (
        <ConfirmDelete
          title={text('Delete the floor plan of {name}?', { name: named(location.name) })}
          action={text('Delete the plan')}
          path={`/locations/${location.id}/plan`}
          keys={KEYS}
          onClose={() => setDeleting(false)}
        >
          <p>
            {text(
              'The drawing and the places of {count, plural, one {# door} other {# doors}} on it will be gone. The doors stay.',
              { count: plan.doors.length },
            )}
          </p>
        </ConfirmDelete>
      )}
    </>
  );
}

type Editing = Parameters<typeof Stage>[0]['editing'];

function Drawing({
  plan,
  markers,
  editing,
}: {
  plan: FloorPlan;
  markers: readonly Marker[];
  editing: Editing;
}) {
  const { location, image, version } = plan;
  return (
    <Stage
      src={`/dashboard/locations/${location.id}/plan/image?version=${version}`}
      width={image.width}
      height={image.height}
      name={location.name}
      markers={markers}
      editing={editing}
    />
  );
}

/** Chooses the moment that is shown. */
function When({
  at,
  onAt,
  locationId,
}: {
  at: number | null;
  onAt(at: number | null): void;
  locationId: number;
}) {
  const words = useWords(locationId);
  const to = (moment: number) => onAt(Math.min(moment, now() - 1_000));
  const from = at ?? now();
  return (
    <div className={styles.when}>
      <TextInput
        label={text('As it was at')}
        type="datetime-local"
        step={1}
        value={at === null ? '' : toField(new Date(at).toISOString(), words)}
        onChange={(event) => {
          const typed = ofField(event.currentTarget.value, words);
          if (typed) to(Date.parse(typed));
        }}
      />
      <Button variant="default" onClick={() => to(from - HOUR_MS)}>
        {text('An hour earlier')}
      </Button>
      {at !== null && (
        <>
          <Button variant="default" onClick={() => to(from + HOUR_MS)}>
            {text('An hour later')}
          </Button>
          <LinkButton onClick={() => onAt(null)}>{text('Now')}</LinkButton>
        </>
      )}
    </div>
  );
}

interface EditorProps {
  locks: readonly Lock[];
  edited: { version: number; doors: Placed[] };
  set(doors: Placed[]): void;
  save: ReturnType<typeof useChange<{ version: number; doors: Placed[] }>>;
  onCancel(): void;
  stage(editing: Editing): React.ReactNode;
}

/** Places doors: choose one and press on the drawing, or let the keyboard put it in the middle and arrow keys move it. */
function Editor({ locks, edited, set, save, onCancel, stage }: EditorProps) {
  const [chosen, setChosen] = useState<number | null>(locks[0]?.id ?? null);
  const isPlaced = (id: number | null) => edited.doors.some((door) => door.lock_id === id);
  return (
    <>
      <div className={styles.when}>
        <NativeSelect
          label={text('Door')}
          value={chosen ?? ''}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={locks.map((lock) => ({
            value: String(lock.id),
            label: isPlaced(lock.id) ? lock.name : text('{name} (not placed)', { name: lock.name }),
          }))}
        />
        {chosen !== null && !isPlaced(chosen) && (
          <Button variant="default" onClick={() => set(placed(edited.doors, chosen, 0.5, 0.5))}>
            {text('Put it in the middle')}
          </Button>
        )}
        {chosen !== null && isPlaced(chosen) && (
          <Button
            variant="default"
            onClick={() => set(edited.doors.filter((door) => door.lock_id !== chosen))}
          >
            {text('Take it off the plan')}
          </Button>
        )}
      </div>
      <Note>
        {text(
          'Press on the drawing where the door is. Drag a door to move it, or focus it and use the arrow keys.',
        )}
      </Note>
      {stage({ chosen, doors: edited.doors, set })}
      {save.isError && <Failure error={save.error} />}
      <div className={styles.tools}>
        <Button loading={save.isPending} onClick={() => save.mutate(edited)}>
          {text('Save places')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {text('Cancel')}
        </Button>
      </div>
    </>
  );
}

/** The same as a list: those first that need a person. */
function Doors({
  markers,
  isPast,
  locationId,
}: {
  markers: readonly Marker[];
  isPast: boolean;
  locationId: number;
}) {
  const words = useWords(locationId);
  const time = useNow();
  return (
    <Table
      label={text('Doors of this floor')}
      rows={urgentFirst(markers)}
      keyOf={({ lock }) => lock.id}
      heads={[text('Door'), text('State')]}
    >
      {({ lock, status }) => (
        <>
          <td>
            <Link href={`/doors/${lock.id}`}>{lock.name}</Link>
            <small>{lock.place}</small>
          </td>
          <td className={styles.state} data-status={status}>
            {text(STATUS_WORDS[status])}
            {!isPast && <small>{besides(lock, status, words.moment, time)}</small>}
          </td>
        </>
      )}
    </Table>
  );
}
