import { phrase, text } from '../../language/text.js';

/* The steps of the guided door test as people call them. */

export const STEP_WORDS: Record<string, string> = {
  contact_open: phrase('Contact, opening'),
  contact_close: phrase('Contact, closing'),
  exit_button: phrase('Exit button'),
  strike: phrase('Strike'),
  hold_on: phrase('Hold on'),
  hold_off: phrase('Hold off'),
  forced: phrase('Forced opening'),
  network: phrase('Network pulled and back'),
  power: phrase('Power cut and back'),
};

const NUMBERS: Record<string, string> = {
  switch_ms: phrase('switched in {count} ms'),
  quiet_ms: phrase('quiet before {count} ms'),
  noticed_ms: phrase('seen after {count} ms'),
  back_ms: phrase('back after {count} ms'),
  off_ms: phrase('off for {count} ms'),
};

/** What the detail does not say in words already. */
export const measuredWords = (measured: Record<string, number>): string[] =>
  Object.entries(measured).flatMap(([name, count]) =>
    NUMBERS[name] ? [text(NUMBERS[name], { count })] : [],
  );
