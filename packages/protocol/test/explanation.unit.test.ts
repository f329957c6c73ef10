import { describe, expect, test } from '@jest/globals';
import { de } from '../src/explanation/de.js';
import { en } from '../src/explanation/en.js';
import { fi } from '../src/explanation/fi.js';
import { sv } from '../src/explanation/sv.js';
import {
  explain,
  explainFault,
  TERMINALS,
  WHY_KINDS,
  WHY_NOTES,
  type Why,
  type Wording,
} from '../src/explanation.js';

const WORDINGS = { en, de, fi, sv };
const LANGUAGES = ['en', 'de', 'fi', 'sv'] as const;
const OTHERS = ['de', 'fi', 'sv'] as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const why = (kind: Why['kind'], more: Partial<Why> = {}): Why => ({
  kind,
  window_ms: 10_000,
  unlock_ms: null,
  exit: null,
  notes: [],
  reported_at: null,
  said: null,
  ...more,
});
const press = (age_ms: number, more: Partial<NonNullable<Why['exit']>> = {}) => ({
  exit: { age_ms, held: false, released_ms: null, ...more },
});
const clock = (at: string) => at.slice(11, 19);

describe.each([
  [
    'an unlock',
    why('unlocked', { unlock_ms: 1_250 }),
    'Opened 1.250 s after a confirmed unlock.',
    'Ging 1,250 s nach einem bestätigten Öffnen auf.',
    'Avautui 1,250 s vahvistetun avauksen jälkeen.',
    'Öppnades 1,250 s efter en bekräftad upplåsning.',
  ],
  [
    'the exit button',
    why('exit_button', press(744)),
    'Opened 0.744 s after the exit button was pressed.',
    'Ging 0,744 s nach dem Druck auf den Ausgangstaster auf.',
    'Avautui 0,744 s poistumispainikkeen painamisen jälkeen.',
    'Öppnades 0,744 s efter att utpasseringsknappen trycktes.',
  ],
  [
    'an exit button that is held down',
    why('exit_button', press(2 * MINUTE, { held: true })),
    'Opened while the exit button was held, 2 min after it was pressed.',
    'Ging auf, während der Ausgangstaster gehalten wurde, 2 min nach dem Druck.',
    'Avautui, kun poistumispainiketta pidettiin pohjassa, 2 min painamisen jälkeen.',
    'Öppnades medan utpasseringsknappen hölls intryckt, 2 min efter trycket.',
  ],
  [
    'an exit button that was held down',
    why('exit_button', press(45_000, { released_ms: 5_000 })),
    'Opened after the exit button was held: it was released 5.000 s before.',
    'Ging auf, nachdem der Ausgangstaster gehalten worden war: Er wurde 5,000 s zuvor losgelassen.',
    'Avautui, kun poistumispainiketta oli pidetty pohjassa: se vapautettiin 5,000 s aiemmin.',
    'Öppnades efter att utpasseringsknappen hållits intryckt: den släpptes 5,000 s tidigare.',
  ],
  [
    'nothing',
    why('forced'),
    'Opened with nothing in the last 10 s to explain it: no unlock is known, no press of the exit button is known, and the door was not held open.',
    'Ging auf, ohne dass etwas in den letzten 10 s es erklärt: kein Öffnen ist bekannt, kein Druck auf den Ausgangstaster ist bekannt, und die Tür wurde nicht offen gehalten.',
    'Avautui, eikä mikään viimeisten 10 s aikana selitä sitä: avausta ei tunneta, poistumispainikkeen painallusta ei tunneta, eikä ovea pidetty auki.',
    'Öppnades utan att något under de senaste 10 s förklarar det: ingen upplåsning är känd, inget tryck på utpasseringsknappen är känt, och dörren hölls inte öppen.',
  ],
  [
    'nothing but what is too old',
    why('forced', { unlock_ms: 6 * HOUR + 34 * MINUTE, ...press(80 * HOUR, { released_ms: 24 * HOUR }) }),
    'Opened with nothing in the last 10 s to explain it: the last confirmed unlock was 6 h 34 min before, the exit button was last pressed 3 days before and released 1 day before, and the door was not held open.',
    'Ging auf, ohne dass etwas in den letzten 10 s es erklärt: das letzte bestätigte Öffnen war 6 h 34 min zuvor, der Ausgangstaster wurde zuletzt 3 Tage zuvor gedrückt und 1 Tag zuvor losgelassen, und die Tür wurde nicht offen gehalten.',
    'Avautui, eikä mikään viimeisten 10 s aikana selitä sitä: viimeisin vahvistettu avaus oli 6 t 34 min aiemmin, poistumispainiketta painettiin viimeksi 3 vrk aiemmin ja se vapautettiin 1 vrk aiemmin, eikä ovea pidetty auki.',
    'Öppnades utan att något under de senaste 10 s förklarar det: den senaste bekräftade upplåsningen var 6 h 34 min tidigare, utpasseringsknappen trycktes senast 3 dygn tidigare och släpptes 1 dygn tidigare, och dörren hölls inte öppen.',
  ],
  [
    'a late close of a door under test',
    why('left_open', { notes: ['test'] }),
    'No close was reported in time. The door was under test, so this is not an alarm.',
    'Es wurde nicht rechtzeitig gemeldet, dass sie geschlossen ist. Die Tür wurde getestet, daher ist dies kein Alarm.',
    'Sulkeutumista ei ilmoitettu ajoissa. Ovea testattiin, joten tämä ei ole hälytys.',
    'Ingen stängning rapporterades i tid. Dörren testades, så detta är inget larm.',
  ],
  [
    'a clock that is ahead',
    why('clock', { reported_at: '2031-01-07T06:15:01.000Z' }),
    "The gateway's clock said 06:15:01, which was in the future: the time shown is that of its receipt.",
    'Die Uhr des Gateways zeigte 06:15:01, was in der Zukunft lag: Angezeigt wird die Zeit des Eingangs.',
    'Yhdyskäytävän kello näytti 06:15:01, mikä oli tulevaisuudessa: näytetty aika on vastaanottoaika.',
    'Gatewayens klocka visade 06:15:01, vilket låg i framtiden: tiden som visas är när den togs emot.',
  ],
])('an event that is explained by %s', (_, kept, ...said) => {
  test.each(LANGUAGES.map((language, index) => [language, said[index]] as const))(
    'says so in %s',
    (language, words) => expect(explain(WORDINGS[language], kept, clock)).toBe(words),
  );
});

/** Every sentence of a language, by its name: values are made up, and the same in all. */
function sentences(words: object): [string, string][] {
  return Object.entries(words).flatMap(([name, one]): [string, string][] => {
    if (one === null) return [];
    if (typeof one === 'string') return [[name, one]];
    if (typeof one === 'function') return [[name, one('«1»', '«2»', '«3»')]];
    return sentences(one).map(([inner, sentence]) => [`${name}.${inner}`, sentence]);
  });
}
/** Signs, which languages may share. */
const SIGNS = ['decimal', 'hour', 'days'];

describe.each(OTHERS)('the words in %s', (language) => {
  const own = new Map(sentences(WORDINGS[language]));
  test.each(sentences(en).filter(([name]) => !SIGNS.includes(name)))(
    'are its own, with all that is filled in: %s',
    (name, english) => {
      expect(own.get(name)).not.toBe(english);
      for (const value of english.match(/«\d»/g) ?? []) expect(own.get(name)).toContain(value);
    },
  );
});

describe.each(Object.entries<Wording>(WORDINGS))('every part is said in %s', (_, words) => {
  test.each(WHY_KINDS.filter((kind) => kind !== 'clock' && kind !== 'said'))('of the kind %s', (kind) =>
    expect(explain(words, why(kind), clock)).toMatch(/^\p{Lu}.*\.$/u),
  );
  test.each(WHY_NOTES)('with the note %s', (note) => {
    const alone = explain(words, why('held_open'), clock);
    expect(explain(words, why('held_open', { notes: [note] }), clock)).toBe(`${alone} ${words.notes[note]}`);
  });
  test.each(TERMINALS)('of a fault of the terminal %s', (terminal) =>
    expect(explainFault(words, { terminal, error: 'no answer' })).toMatch(/^\p{Lu}.*\(no answer\)\.$/u),
  );
  test('and words that are all there is are left as they are', () =>
    expect(explain(words, why('said', { said: 'Because.' }), clock)).toBe('Because.'));
});
