import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { ofField } from '../events/filters.rules.js';
import { rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { AlarmSettings, DutyRota } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { Choices, FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { RowButton } from '../ui/forms/row-button.jsx';
import { Table } from '../ui/lists/list.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Planned } from '../ui/parts/time.jsx';
import { DAY_NAMES, FULL_DAY_NAMES } from '../week/days.js';
import styles from './alarms.module.css';
import { type Day, EVERY_DAY } from './week.rules.js';

type Settings = Pick<AlarmSettings, 'rotas' | 'colleagues'>;

interface Turn {
  key: string;
  rota: DutyRota;
  user: string;
  when: React.ReactNode;
  without: Pick<DutyRota, 'weekly' | 'overrides'>;
}

const nameIn = ({ colleagues }: Settings, id: string): string =>
  colleagues.find((one) => one.id === id)?.name ?? text('someone who is gone');

/** Every turn of every rota, with the rota as it is without it. */
function turnsOf(settings: Settings): Turn[] {
  return settings.rotas.flatMap((rota) => {
    const { weekly, overrides, location } = rota;
    return [
      ...weekly.map((turn, index) => ({
        key: `${location.id} w${index}`,
        rota,
        user: nameIn(settings, turn.user_id),
        when: text('{days}, {from} to {to}', {
          days:
            turn.days.length === 7 ? text('every day') : turn.days.map((day) => DAY_NAMES[day]).join(', '),
          from: turn.from,
          to: turn.to,
        }),
        without: { overrides, weekly: weekly.filter((other) => other !== turn) },
      })),
      ...overrides.map((turn, index) => ({
        key: `${location.id} o${index}`,
        rota,
        user: nameIn(settings, turn.user_id),
        when: rich('instead: {from} to {to}', {
          from: <Planned at={turn.starts_at} locationId={location.id} />,
          to: <Planned at={turn.ends_at} locationId={location.id} />,
        }),
        without: { weekly, overrides: overrides.filter((other) => other !== turn) },
      })),
    ];
  });
}

export function DutySection({ settings }: { settings: Settings }) {
  const { mayWrite } = useHere();
  const [isNew, setNew] = useState<'week' | 'override' | null>(null);
  const save = useChange(
    ({ rota, without }: Turn) => call('PUT', `/duty-rotas/${rota.location.id}`, { body: without }),
    ['alarm-settings'],
  );
  const turns = turnsOf(settings);
  const now = settings.rotas.map(
    ({ location, on_duty }) =>
      `${location.name}: ${on_duty.length === 0 ? text('no one') : on_duty.map((id) => nameIn(settings, id)).join(', ')}`,
  );
  return (
    <section aria-label={text('On duty')}>
      <SectionHead>
        <h2>{text('On duty')}</h2>
        {mayWrite && (
          <div className={styles.actions}>
            <Button variant="default" onClick={() => setNew('override')}>
              {text('New override')}
            </Button>
            <Button variant="default" onClick={() => setNew('week')}>
              {text('New turn')}
            </Button>
          </div>
        )}
      </SectionHead>
      <Note>
        {now.length > 0 && text('Now: {names}.', { names: now.join('; ') })}{' '}
        {text('Where no one is on duty, the owners are notified.')}
      </Note>
      {save.isError && <Failure error={save.error} />}
      <Table
        label={text('Turns')}
        rows={turns}
        keyOf={({ key }) => key}
        heads={[text('Who'), text('When'), text('Where')]}
        empty={text('No duty rota here yet.')}
        hasActions={mayWrite}
      >
        {(turn) => (
          <>
            <td>{turn.user}</td>
            <td data-label={text('When')}>{turn.when}</td>
            <td data-label={text('Where')}>{turn.rota.location.name}</td>
            {mayWrite && (
              <td>
                <div className={styles.actions}>
                  <RowButton
                    name={text('Remove the turn of {name}', { name: turn.user })}
                    loading={save.isPending}
                    onClick={() => save.mutate(turn)}
                  >
                    {text('Remove')}
                  </RowButton>
                </div>
              </td>
            )}
          </>
        )}
      </Table>
      {isNew && <TurnForm kind={isNew} settings={settings} onClose={() => setNew(null)} />}
    </section>
  );
}

interface TurnFormProps {
  kind: 'week' | 'override';
  settings: Settings;
  onClose(): void;
}

function TurnForm({ kind, settings, onClose }: TurnFormProps) {
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [user, setUser] = useState(me.id);
  const [days, setDays] = useState<Day[]>([...EVERY_DAY]);
  const [from, setFrom] = useState(kind === 'week' ? '08:00' : '');
  const [to, setTo] = useState(kind === 'week' ? '20:00' : '');
  const rota = settings.rotas.find(({ location }) => location.id === place);
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const { weekly = [], overrides = [] } = rota ?? {};
  const save = useChange(
    () => {
      const at = (typed: string) => ofField(typed, { timezone });
      const body =
        kind === 'week'
          ? { overrides, weekly: [...weekly, { user_id: user, days, from, to }] }
          : { weekly, overrides: [...overrides, { user_id: user, starts_at: at(from), ends_at: at(to) }] };
      return call('PUT', `/duty-rotas/${place}`, { body });
    },
    ['alarm-settings'],
    onClose,
  );
  const type = kind === 'week' ? 'time' : 'datetime-local';
  return (
    <FormDialog
      title={kind === 'week' ? text('New turn') : text('New override')}
      action={text('Add')}
      change={save}
      isReady={from !== '' && to !== '' && (kind === 'override' || days.length > 0)}
      onClose={onClose}
    >
      <LocationField label={text('At, and below')} value={place} onChange={setPlace} />
      <NativeSelect
        label={text('Who')}
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
        data={settings.colleagues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {kind === 'week' && (
        <fieldset>
          <legend>{text('Days')}</legend>
          <Choices
            options={EVERY_DAY.map((value) => ({ value, label: FULL_DAY_NAMES[value] }))}
            chosen={days}
            onChange={setDays}
          />
        </fieldset>
      )}
      <div className={styles.line}>
        <TextInput
          type={type}
          label={text('from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type={type}
          label={text('to')}
          value={to}
          error={save.faultWithin('weekly', 'overrides')}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Note>
        {kind === 'week'
          ? text('In the time of the location. An end that is not later than the start is on the next day.')
          : text('In the time of the location. While it lasts, it replaces the weekly turns.')}
      </Note>
    </FormDialog>
  );
}
