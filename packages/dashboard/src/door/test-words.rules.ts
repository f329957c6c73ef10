/* The steps of the guided door test as people call them. */

export const STEP_WORDS: Record<string, string> = {
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
  switch_ms: 'switched in',
  quiet_ms: 'quiet before',
  noticed_ms: 'seen after',
  back_ms: 'back after',
  off_ms: 'off for',
};

/** What the detail does not say in words already. */
export const measuredWords = (measured: Record<string, number>): string[] =>
  Object.entries(measured).flatMap(([name, value]) =>
    NUMBERS[name] ? [`${NUMBERS[name]} ${value} ms`] : [],
  );
