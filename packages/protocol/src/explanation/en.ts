import type { Wording } from '../explanation.js';

const FOUND =
  'although last known otherwise: an edge was missed, so the evidence is incomplete and no opening is called forced.';

/** What is kept with events, too. */
export const en: Wording = {
  decimal: '.',
  hour: 'h',
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  unlocked: (age) => `Opened ${age} after a confirmed unlock.`,
  pressed: (age) => `Opened ${age} after the exit button was pressed.`,
  pressHeld: (age) => `Opened while the exit button was held, ${age} after it was pressed.`,
  pressReleased: (age) => `Opened after the exit button was held: it was released ${age} before.`,
  heldOpen: 'Opened while the door was held open.',
  forced: (seconds, unlock, press) =>
    `Opened with nothing in the last ${seconds} s to explain it: ${unlock}, ${press}, and the door was not held open.`,
  noUnlock: 'no unlock is known',
  lastUnlock: (age) => `the last confirmed unlock was ${age} before`,
  noPress: 'no press of the exit button is known',
  lastPress: (age) => `the exit button was last pressed ${age} before`,
  lastPressReleased: (age, since) =>
    `the exit button was last pressed ${age} before and released ${since} before`,
  notJudged:
    'Opened without a known cause; no exit button is wired, so forced-open detection is off for this lock.',
  foundOpen: `Found open ${FOUND}`,
  foundClosed: `Found closed ${FOUND}`,
  leftOpen: 'No close was reported in time.',
  notes: {
    gap: 'Records of the gateway were lost shortly before, so the evidence may be incomplete.',
    unread: 'The exit button could not be read, so a press may be missing.',
    release: 'The release of the exit button was never reported.',
    test: 'The door was under test, so this is not an alarm.',
    maintenance: 'The door was under maintenance, so this is not an alarm.',
  },
  clock: (time) =>
    `The gateway's clock said ${time}, which was in the future: the time shown is that of its receipt.`,
  terminals: {
    contact: (error) => `The contact cannot be read: whether the door is open is not known (${error}).`,
    exit_button: (error) =>
      `The exit button cannot be read: an opening after a press may be reported as forced (${error}).`,
    strike: (error) => `The strike cannot be driven: the door cannot be unlocked (${error}).`,
    hold: (error) => `The hold relay cannot be driven: the door cannot be held open or released (${error}).`,
  },
  hardware: null,
};
