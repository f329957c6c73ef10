import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import type { AlarmRule } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { Note } from '../ui/parts/text.jsx';

const HOURS = ['1', '4', '24', '168'];

const spanOf = (hours: number): string =>
  hours < 24
    ? text('{count, plural, one {for # hour} other {for # hours}}', { count: hours })
    : hours === 24
      ? text('for a day')
      : text('for a week');

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
    <FormDialog
      title={text('Mute {name}', { name: rule.name })}
      action={text('Mute')}
      change={mute}
      onClose={onClose}
    >
      <NativeSelect
        label={text('From now on')}
        data={HOURS.map((value) => ({ value, label: spanOf(Number(value)) }))}
        value={hours}
        error={mute.fault('until')}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Note>{text('Alarms are still shown. One that still lasts at the end is reported then.')}</Note>
    </FormDialog>
  );
}
