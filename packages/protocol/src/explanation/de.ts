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
      `Das Relais für Daueröffnung kann nicht angesteuert werden: Die Tür kann nicht offen gehalten oder freigegeben werden (${error}).`,
  },
  hardware: {
    '{names} and {count} more': '{names} und {count} weitere',
    'contact of door {number}': 'Kontakt der Tür {number}',
    'exit_button of door {number}': 'Ausgangstaster der Tür {number}',
    'strike of door {number}': 'Türöffner der Tür {number}',
    'hold of door {number}': 'Relais für Daueröffnung der Tür {number}',
    '{board} on {port}': '{board} an {port}',
    'Waveshare relay board': 'Waveshare-Relaiskarte',
    'Waveshare relay board {address}': 'Waveshare-Relaiskarte {address}',
    'the board does not answer': 'die Platine antwortet nicht',
    'no answer within {count} ms': 'keine Antwort innerhalb von {count} ms',
    'cannot be written to within {count} ms': 'lässt sich innerhalb von {count} ms nicht beschreiben',
    'the port is gone': 'der Anschluss ist weg',
    'the port was closed': 'der Anschluss wurde geschlossen',
    'the port failed': 'der Anschluss ist ausgefallen',
    'the board moved to another port': 'die Platine ist an einen anderen Anschluss gewechselt',
    'there is no port {port}': 'es gibt keinen Anschluss {port}',
    'no board is plugged in as {port}': 'keine Platine ist als {port} eingesteckt',
    '{count} boards are plugged in as {port} ({ports}): give the serial number, or a path under /dev/serial/by-path':
      '{count} Platinen sind als {port} eingesteckt ({ports}): die Seriennummer angeben, oder einen Pfad unter /dev/serial/by-path',
    'is not there': 'ist nicht da',
    'relay {relay} did not switch': 'Relais {relay} hat nicht geschaltet',
    'relay {relay} is beyond the {count} relays of this board: name another channel':
      'Relais {relay} liegt jenseits der {count} Relais dieser Platine: einen anderen Kanal angeben',
    'relay {relay} is beyond the {count} relays of this module':
      'Relais {relay} liegt jenseits der {count} Relais dieses Moduls',
    'relay {relay} is in {mode} mode, so its input switches it: set the relay’s control mode to normal':
      'Relais {relay} ist im Modus {mode}, sodass sein Eingang es schaltet: den Steuermodus des Relais auf normal stellen',
    'the module has {count} relays: give the door relay_count: {same}':
      'das Modul hat {count} Relais: der Tür relay_count: {same} geben',
    'the module has {count} relays, not relay_count: {other}':
      'das Modul hat {count} Relais, nicht relay_count: {other}',
    'no guard process is on watch to end the pulse: no perl runs here, and no strike goes on until one does (apt install perl-base)':
      'kein Wächterprozess ist da, der den Impuls beendet: perl fehlt, und kein Türöffner schaltet ein, bis es da ist (apt install perl-base)',
    'no guard process is on watch to end the pulse': 'kein Wächterprozess ist da, der den Impuls beendet',
    'the GPIO lines are not open': 'die GPIO-Leitungen sind nicht geöffnet',
    'the line reads back a different level than was written':
      'die Leitung liest einen anderen Pegel als geschrieben wurde',
    'there is no GPIO chip (/dev/gpiochip…): is the driver loaded, may this user open it?':
      'es gibt keinen GPIO-Chip (/dev/gpiochip…): ist der Treiber geladen, darf dieser Benutzer ihn öffnen?',
    'there is no GPIO chip {chip}; there is {chips}': 'es gibt keinen GPIO-Chip {chip}; es gibt {chips}',
    'no line is called {line} on {chips}': 'keine Leitung heißt {line} auf {chips}',
    '{count} lines are called {line}: name the chip, one of {chips}':
      '{count} Leitungen heißen {line}: den Chip angeben, einen von {chips}',
    'line {line} could be on any chip: name one of {chips}':
      'Leitung {line} könnte auf jedem Chip sein: einen angeben von {chips}',
    '{chip} has lines 0 to {last}, not {line}': '{chip} hat die Leitungen 0 bis {last}, nicht {line}',
    'line {line} of {chip} is in use by {user} (is another agent running, or is it configured twice?)':
      'Leitung {line} von {chip} wird von {user} benutzt (läuft ein weiterer Agent, oder ist sie doppelt konfiguriert?)',
    'line {line} of {chip} is in use by {user}': 'Leitung {line} von {chip} wird von {user} benutzt',
    'line {line} of {chip} cannot be used: {reason}':
      'Leitung {line} von {chip} kann nicht benutzt werden: {reason}',
    'GPIO {line} is already exported and rejects its settings: does another program use it?':
      'GPIO {line} ist bereits exportiert und nimmt seine Einstellungen nicht an: benutzt ein anderes Programm sie?',
    'GPIO {line} is in use by another driver or program':
      'GPIO {line} wird von einem anderen Treiber oder Programm benutzt',
    'GPIO {line} cannot be used through sysfs: {reason}':
      'GPIO {line} kann über sysfs nicht benutzt werden: {reason}',
  },
};
