import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.js';
import { now } from '../../clock.js';
import { text } from '../../language/text.js';
import type { Door } from '../../types.js';
import { field, useChange } from '../../ui/forms/form.js';
import { FormDialog } from '../../ui/forms/form-dialog.jsx';
import { Card } from '../../ui/parts/card.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import { Note } from '../../ui/parts/text.jsx';
import { named } from '../../words/names.rules.js';
import type { ZoneWords } from '../../words/zone.rules.js';
import styles from './maintenance.module.css';
import { LENGTHS, type Length, maintenanceEnd } from './maintenance.rules.js';
import { mutedWords } from './maintenance-words.js';

const KEYS = ['door', 'overview', 'events', 'event-counts'];

interface MaintenanceProps {
  door: Door;
  words: ZoneWords;
  mayCommand: boolean;
}

/** Mutes the alarms of a door for a time, and says that they are muted. */
export function Maintenance({ door, words, mayCommand }: MaintenanceProps) {
  const [isAsking, setAsking] = useState(false);
  const { maintenance } = door;
  const end = useChange(() => call('DELETE', `/locks/${door.id}/maintenance`), KEYS);
  if (!maintenance && !mayCommand) return null;
  return (
    <Card
      className={styles.card}
      data-in-force={maintenance ? true : undefined}
      aria-label={text('Maintenance')}
    >
      {maintenance ? (
        <>
          <p className={styles.mark}>
            {text('Under maintenance until {time}', { time: words.moment(maintenance.until) })}
          </p>
          <p>
            {text('“{reason}” ({who}, since {time})', {
              reason: maintenance.reason,
              who: maintenance.by,
              time: words.moment(maintenance.since),
            })}
          </p>
          <Note role="status">
            {`${text('Its alarms are muted here and for webhooks; everything is recorded.')} ${mutedWords(maintenance.muted)}`}
          </Note>
        </>
      ) : (
        <Note>{text('Someone works on this door? Its alarms can be muted for that time.')}</Note>
      )}
      {end.isError && <Failure error={end.error} />}
      {mayCommand && (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {maintenance ? text('Change the time') : text('Begin maintenance')}
          </Button>
          {maintenance && (
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {text('End maintenance')}
            </Button>
          )}
        </div>
      )}
      {isAsking && <Begin door={door} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Begin({ door, onClose }: { door: Door; onClose(): void }) {
  const [length, setLength] = useState<Length>('120');
  const [reason, setReason] = useState(door.maintenance?.reason ?? '');
  const begin = useChange(
    () =>
      call('PUT', `/locks/${door.id}/maintenance`, {
        body: { until: maintenanceEnd(length, now()), reason: reason.trim() },
      }),
    KEYS,
    onClose,
  );
  return (
    <FormDialog
      title={
        door.maintenance
          ? text('Change the maintenance')
          : text('Maintenance of {door}', { door: named(door.name) })
      }
      action={door.maintenance ? text('Change') : text('Mute alarms')}
      change={begin}
      isReady={reason.trim() !== ''}
      onClose={onClose}
    >
      <NativeSelect
        label={text('From now on')}
        data={LENGTHS.map(({ value, label }) => ({ value, label: text(label) }))}
        error={begin.fault('until')}
        value={length}
        onChange={(event) => setLength(event.currentTarget.value as Length)}
      />
      <TextInput
        label={text('Why')}
        description={text('Everyone who sees the door reads it.')}
        required
        maxLength={200}
        {...field(reason, setReason, begin.fault('reason'))}
      />
      <Note>
        {text(
          '“Forced open” and “left open” raise no alarm until then, and are not sent to webhooks. It ends by itself; a door left open is an alarm then.',
        )}
      </Note>
    </FormDialog>
  );
}
