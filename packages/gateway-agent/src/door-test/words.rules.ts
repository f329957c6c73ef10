import type { StepName, StepResult } from '@door-access/protocol/setup';

/** The names of steps and measurements for people. */
export const STEP_WORDS: Record<StepName, string> = {
  contact_open: 'Contact, opening',
  contact_close: 'Contact, closing',
  exit_button: 'Exit button',
  strike: 'Strike',
  hold_on: 'Hold on',
  hold_off: 'Hold off',
  forced: 'Forced opening',
  network: 'Network pulled and back',
  power: 'Power cut and back',
};

const NUMBERS: Record<string, string> = {
  pulse_ms: 'pulse',
  bounces: 'bounces',
  bounce_ms: 'bouncing',
  pause_ms: 'pauses up to',
  after_ms: 'after',
  switch_ms: 'switched in',
  quiet_ms: 'quiet before',
  noticed_ms: 'seen after',
  back_ms: 'back after',
  off_ms: 'off for',
};

/** As `pulse 1001 ms`. */
export const measuredWords = ({ measured }: Pick<StepResult, 'measured'>): string[] =>
  Object.entries(measured).map(
    ([name, value]) => `${NUMBERS[name] ?? name} ${value}${name.endsWith('_ms') ? ' ms' : ''}`,
  );
