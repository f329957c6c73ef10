import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import type { AlarmRule } from '../types.js';
import { useChange } from '../ui/form.js';
import { FormDialog } from '../ui/form-dialog.jsx';
import { Note } from '../ui/text.jsx';

const HOURS = [
  { value: '1', label: 'for 1 hour' },
  { value: '4', label: 'for 4 hours' },
  { value: '24', label: 'for a day' },
  { value: '168', label: 'for a week' },
];

/** Mutes a rule for a time, after which it notifies again by itself. */
export function MuteForm({ rule, onClose }: { rule: AlarmRule; onClose(): void }) {
  const [hours, setHours] = useState('4');
  const mute = useChange(
    () => {
      const until = new Date(now() + Number(hours) * 3_600_000).toISOString();
      return call('PUT', `/alarm-rules/${rule.id}/mute`, { body: { until } });
    },
    ['alarm-settings'],
    onClose,
  );
  return (
    <FormDialog title={`Mute ${rule.name}`} action="Mute" change={mute} onClose={onClose}>
      <NativeSelect
        label="From now on"
        data={HOURS}
        value={hours}
        error={mute.fault('until')}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Note>Alarms are shown all the same. One that still lasts at the end is reported then.</Note>
    </FormDialog>
  );
}
