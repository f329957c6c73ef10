import { Checkbox, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api.js';
import { phrase, text } from '../language/text.js';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { LocationField } from '../ui/forms/form-dialog.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
import styles from './declare.module.css';
import { HoldButton } from './hold-button.jsx';
import { kindOf, MODE_WORDS, type Mode } from './words.js';

const MEANS: Record<Mode, string> = {
  lockdown: phrase(
    'No door is held open, and none opens from phones, programs or this dashboard. Schedules wait.',
  ),
  evacuation: phrase('Every door with a hold relay is held open until you end it.'),
};

/** Begins an emergency or a drill: one large control behind a deliberate gesture. */
export function Declare() {
  const { locations, locationId, me } = useHere();
  const [, go] = useLocation();
  const [mode, setMode] = useState<Mode>('lockdown');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [reason, setReason] = useState('');
  const [drill, setDrill] = useState(false);
  const begin = useChange(
    () => call('POST', `/locations/${place}/emergency`, { body: { mode, reason: reason.trim(), drill } }),
    ['emergencies', 'emergency'],
    (emergency) => go(`/emergencies/${emergency?.id}`),
  );
  const kind = kindOf({ mode, drill });
  const where = named(locations.find(({ id }) => id === place)?.name ?? '');
  return (
    <Card aria-labelledby="declare" className={styles.card}>
      <h2 id="declare">{text('Begin')}</h2>
      <Radio.Group
        label={text('What')}
        value={mode}
        onChange={(value) => setMode(value as Mode)}
        className={styles.modes}
      >
        {(Object.keys(MODE_WORDS) as Mode[]).map((value) => (
          <Radio key={value} value={value} label={text(MODE_WORDS[value])} description={text(MEANS[value])} />
        ))}
      </Radio.Group>
      <LocationField label={text('Where, with all below it')} value={place} onChange={setPlace} />
      <Textarea
        label={text('Why')}
        description={text('Everyone who sees the emergency reads it.')}
        required
        maxLength={500}
        {...field(reason, setReason, begin.fault('reason'))}
      />
      <Checkbox
        label={text('Only a drill')}
        description={text('Asks every gateway for an answer, and moves no door.')}
        checked={drill}
        onChange={(event) => setDrill(event.currentTarget.checked)}
      />
      {begin.general ? <Failure error={begin.general} /> : null}
      <HoldButton
        isDisabled={reason.trim() === ''}
        isBusy={begin.isPending}
        tone={drill ? 'quiet' : 'alarm'}
        question={text(
          'Begin the {kind, select, lockdown {lockdown} evacuation {evacuation} lockdown_drill {lockdown drill} other {evacuation drill}} at {where}?',
          { kind, where },
        )}
        warning={<p>{drill ? text('No door moves.') : text(MEANS[mode])}</p>}
        onHeld={() => begin.mutate()}
      >
        {text(
          'Begin the {kind, select, lockdown {lockdown} evacuation {evacuation} lockdown_drill {lockdown drill} other {evacuation drill}}',
          { kind },
        )}
      </HoldButton>
      <Note>
        {text(
          'Exit buttons and mechanical exits always work. Readers of a locking system are not reached: they decide by themselves.',
        )}
      </Note>
    </Card>
  );
}
