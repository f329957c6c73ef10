import type { Wording } from '../explanation.js';

const FOUND =
  'obwohl zuletzt anders bekannt: Eine Flanke wurde verpasst, daher fehlen Hinweise, und keine Öffnung gilt als aufgebrochen.';

export const de: Wording = {
  decimal: ',',
  hour: 'h',
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  unlocked: (age) => `Ging ${age} nach einem bestätigten Öffnen auf.`,
  pressed: (age) => `Ging ${age} nach dem Druck auf den Ausgangstaster auf.`,
  pressHeld: (age) => `Ging auf, während der Ausgangstaster gehalten wurde, ${age} nach dem Druck.`,
  pressReleased: (age) =>
    `Ging auf, nachdem der Ausgangstaster gehalten worden war: Er wurde ${age} zuvor losgelassen.`,
  heldOpen: 'Ging auf, während die Tür offen gehalten wurde.',
  forced: (seconds, unlock, press) =>
    `Ging auf, ohne dass etwas in den letzten ${seconds} s es erklärt: ${unlock}, ${press}, und die Tür wurde nicht offen gehalten.`,
  noUnlock: 'kein Öffnen ist bekannt',
  lastUnlock: (age) => `das letzte bestätigte Öffnen war ${age} zuvor`,
  noPress: 'kein Druck auf den Ausgangstaster ist bekannt',
  lastPress: (age) => `der Ausgangstaster wurde zuletzt ${age} zuvor gedrückt`,
  lastPressReleased: (age, since) =>
    `der Ausgangstaster wurde zuletzt ${age} zuvor gedrückt und ${since} zuvor losgelassen`,
  notJudged:
    'Ging ohne bekannten Grund auf; es ist kein Ausgangstaster angeschlossen, daher ist die Aufbrucherkennung für dieses Schloss aus.',
  foundOpen: `Offen vorgefunden, ${FOUND}`,
  foundClosed: `Geschlossen vorgefunden, ${FOUND}`,
  leftOpen: 'Es wurde nicht rechtzeitig gemeldet, dass sie geschlossen ist.',
  notes: {
    gap: 'Kurz davor gingen Aufzeichnungen des Gateways verloren, daher können Hinweise fehlen.',
    unread: 'Der Ausgangstaster konnte nicht gelesen werden, daher kann ein Druck fehlen.',
    release: 'Das Loslassen des Ausgangstasters wurde nie gemeldet.',
    test: 'Die Tür wurde getestet, daher ist dies kein Alarm.',
    maintenance: 'Die Tür war in Wartung, daher ist dies kein Alarm.',
  },
  clock: (time) =>
    `Die Uhr des Gateways zeigte ${time}, was in der Zukunft lag: Angezeigt wird die Zeit des Eingangs.`,
  terminals: {
    contact: (error) =>
      `Der Türkontakt kann nicht gelesen werden: Ob die Tür offen ist, ist unbekannt (${error}).`,
    exit_button: (error) =>
      `Der Ausgangstaster kann nicht gelesen werden: Eine Öffnung nach einem Druck kann als aufgebrochen gemeldet werden (${error}).`,
    strike: (error) =>
      `Der Türöffner kann nicht angesteuert werden: Die Tür kann nicht geöffnet werden (${error}).`,
    hold: (error) =>
      `Das Halterelais kann nicht angesteuert werden: Die Tür kann nicht offen gehalten oder freigegeben werden (${error}).`,
  },
};
