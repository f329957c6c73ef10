import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { matches } from '../overview/status.rules.js';
import { useHere } from '../session.js';
import type { AlarmRule, AlarmSettings, Lock } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { Choices, FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Problem } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';
import styles from './alarms.module.css';
import { blockOf, isWhole, toDrafts } from './week.rules.js';
import { WeekField } from './week-field.jsx';
import { KINDS, type Kind, secondsOf, targetKey, targetOf } from './words.js';

interface RuleFormProps {
  /** Null for a new one. */
  rule: AlarmRule | null;
  settings: AlarmSettings;
  onClose(): void;
}

interface StepDraft {
  id: number;
  minutes: string;
  to: string[];
}

/** Shown at once; others are found by typing. */
const MAX_DOORS = 20;

/** Those that are ticked, and those that match what is typed. */
function doorsFor(locks: readonly Lock[], search: string, chosen: readonly number[]) {
  const found = inOrder(
    locks.filter((lock) => chosen.includes(lock.id) || (search.trim() !== '' && matches(lock, search))),
  );
  return found.slice(0, Math.max(MAX_DOORS, chosen.length)).map(({ id, name, place }) => ({
    value: id,
    label: place === '' ? name : `${name} · ${place}`,
  }));
}

const MAX_STEPS = 6;

export function RuleForm({ rule, settings, onClose }: RuleFormProps) {
  const { locationId, me } = useHere();
  const overview = useOverview(locationId);
  const [name, setName] = useState(rule?.name ?? '');
  const [place, setPlace] = useState(rule?.location.id ?? locationId ?? me.location.id);
  const [kinds, setKinds] = useState<Kind[]>(rule?.kinds ?? ['forced', 'left_open']);
  const [locks, setLocks] = useState(rule?.lock_ids ?? []);
  const [search, setSearch] = useState('');
  const [hours, setHours] = useState(toDrafts(rule?.hours ?? []));
  const [quiet, setQuiet] = useState(toDrafts(rule?.quiet ?? []));
  const [perHour, setPerHour] = useState<string | number>(rule?.per_hour ?? 6);
  const [steps, setSteps] = useState<StepDraft[]>(
    (rule?.steps ?? [{ after_s: 0, to: [{ kind: 'duty' as const }] }]).map(({ after_s, to }, id) => ({
      id,
      minutes: String(after_s / 60),
      to: to.map(targetKey),
    })),
  );
  const save = useChange(
    () => {
      const body = {
        name: name.trim(),
        location_id: place,
        kinds,
        lock_ids: locks,
        hours: hours.map((draft) => blockOf(draft).block),
        quiet: quiet.map((draft) => blockOf(draft).block),
        steps: steps.map(({ minutes, to }) => ({ after_s: secondsOf(minutes) ?? 0, to: to.map(targetOf) })),
        per_hour: Number(perHour),
      };
      return rule ? call('PUT', `/alarm-rules/${rule.id}`, { body }) : call('POST', '/alarm-rules', { body });
    },
    ['alarm-settings'],
    onClose,
  );
  const recipients = [
    { value: 'duty', label: text('The colleague on duty') },
    ...settings.colleagues.map(({ id, name: label }) => ({ value: `user:${id}`, label })),
    ...settings.channels.map(({ id, name: label }) => ({ value: `channel:${id}`, label })),
  ];
  const set = (id: number, change: Partial<StepDraft>) =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...change } : step)));
  const isReady =
    name.trim() !== '' &&
    kinds.length > 0 &&
    [...hours, ...quiet].every(isWhole) &&
    steps.every(({ minutes, to }) => secondsOf(minutes) !== null && to.length > 0);
  return (
    <FormDialog
      title={rule ? text('Change {name}', { name: rule.name }) : text('New alarm rule')}
      action={rule ? text('Save') : text('Create')}
      change={save}
      isReady={isReady}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, save.fault('name'))} />
      <LocationField
        label={text('Alarms at, and below')}
        value={place}
        error={save.fault('location_id')}
        onChange={setPlace}
      />
      <fieldset>
        <legend>{text('Which alarms')}</legend>
        <Choices
          options={KINDS.map(({ value, label, description }) => ({
            value,
            label: text(label),
            description: text(description),
          }))}
          chosen={kinds}
          onChange={setKinds}
        />
      </fieldset>
      <fieldset>
        <legend>{text('Of these doors')}</legend>
        <TextInput
          label={text('Find doors')}
          description={text('None ticked: all doors and gateways.')}
          value={search}
          error={save.faultWithin('lock_ids')}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Choices
          isLong
          options={doorsFor(overview.data?.locks ?? [], search, locks)}
          chosen={locks}
          onChange={setLocks}
        />
      </fieldset>
      <fieldset>
        <legend>{text('Who is notified, until someone acknowledges')}</legend>
        {steps.map((step, index) => (
          <div key={step.id} className={styles.step}>
            <TextInput
              label={index === 0 ? text('After so many minutes') : text('So many minutes after it began')}
              inputMode="decimal"
              {...field(
                step.minutes,
                (minutes) => set(step.id, { minutes }),
                save.faultWithin(`steps[${index}].after_s`),
              )}
            />
            <fieldset>
              <legend>
                {index === 0
                  ? text('Notify')
                  : text('Notify, escalation {number, number}', { number: index })}
              </legend>
              <Choices
                isLong={recipients.length > 8}
                options={recipients}
                chosen={step.to}
                onChange={(to) => set(step.id, { to })}
              />
              {save.faultWithin(`steps[${index}].to`) && (
                <Problem>{save.faultWithin(`steps[${index}].to`)}</Problem>
              )}
            </fieldset>
            {index > 0 && (
              <LinkButton onClick={() => setSteps(steps.filter(({ id }) => id !== step.id))}>
                {text('Remove escalation {number, number}', { number: index })}
              </LinkButton>
            )}
          </div>
        ))}
        {steps.length < MAX_STEPS && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              const last = steps.at(-1);
              const minutes = String((secondsOf(last?.minutes ?? '0') ?? 0) / 60 + 10);
              setSteps([...steps, { id: (last?.id ?? 0) + 1, minutes, to: [] }]);
            }}
          >
            {text('Add an escalation')}
          </Button>
        )}
      </fieldset>
      <WeekField
        label={text('Hours of the alarms')}
        add={text('Add hours of the alarms')}
        empty={text('At any time.')}
        blocks={hours}
        fault={save.faultWithin('hours')}
        onChange={setHours}
      />
      <WeekField
        label={text('Quiet hours')}
        add={text('Add quiet hours')}
        empty={text('None: messages go out at any time. In quiet hours they are held back until the end.')}
        blocks={quiet}
        fault={save.faultWithin('quiet')}
        onChange={setQuiet}
      />
      <NumberInput
        label={text('Maximum messages an hour to each')}
        description={text('Any more come as one summary at the end of the hour.')}
        min={1}
        max={60}
        value={perHour}
        onChange={setPerHour}
        error={save.fault('per_hour')}
      />
    </FormDialog>
  );
}
