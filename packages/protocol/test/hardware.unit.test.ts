import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { de } from '../src/explanation/de.js';
import { en } from '../src/explanation/en.js';
import { fi } from '../src/explanation/fi.js';
import { HARDWARE, hardwareSaid } from '../src/explanation/hardware.js';
import { sv } from '../src/explanation/sv.js';

const drivers = fileURLToPath(new URL('../../gateway-agent/src/drivers/', import.meta.url));
/** The words of the drivers, with `{}` for each value: long ones stand in several lines, some in a constant. */
const sources = readdirSync(drivers, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(drivers + name, 'utf8'))
  .join('\n')
  .replace(/[`'] \+\n\s*[`']/g, '')
  .replace(/\$\{NONE_ON_WATCH\}/g, 'no guard process is on watch to end the pulse')
  .replace(/\$\{complaint\}/g, '')
  .replace(/\$\{called\}/g, 'line {} of {}')
  .replace(/\$\{ours\}/g, '')
  .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');

test.each(HARDWARE)('stands in the sources of the drivers: %s', (sentence) => {
  const [words = '', more = ''] = sentence
    .replace(/\{\w+\}/g, '{}')
    .split(/(?<=.)(?= (?:within|\(is another) )/);
  expect(sources).toContain(words);
  expect(sources).toContain(more);
});

test.each(['`{} of door {}`', '`{}{} on {}`', '` and {} more`', "'Waveshare relay board'"])(
  'what names are made of stands in the sources of the drivers: %s',
  (part) => expect(sources).toContain(part),
);

describe('what a gateway says of its hardware', () => {
  test.each([
    ['the board does not answer', 'kortti ei vastaa'],
    [
      'Waveshare relay board on /dev/ttyUSB0: no answer within 500 ms',
      'Waveshare-relekortti portissa /dev/ttyUSB0: ei vastausta 500 ms kuluessa',
    ],
    [
      'Waveshare relay board 2 on USB 0403:6001 A1: no answer within 500 ms',
      'Waveshare-relekortti 2 portissa USB 0403:6001 A1: ei vastausta 500 ms kuluessa',
    ],
    ['KMtronic on USB 0403:6001 is not there', 'KMtronic portissa USB 0403:6001 ei ole paikalla'],
    [
      'A 1 on X: no answer within 5 ms; A 2 on X is not there',
      'A 1 portissa X: ei vastausta 5 ms kuluessa; A 2 portissa X ei ole paikalla',
    ],
    ['there is no GPIO chip a; there is b (gpiochip0)', 'GPIO-piiriä a ei ole; on b (gpiochip0)'],
    [
      'contact of door 1: line 17 of gpiochip0 is in use by door-agent (is another agent running, or is it configured twice?)',
      'oven 1 kosketin: linja 17 piirillä gpiochip0 on käytössä: door-agent (onko toinen agentti käynnissä, vai onko linja määritelty kahdesti?)',
    ],
    [
      'contact of door 1, exit_button of door 1 and 3 more: no line is called x on gpiochip0',
      'oven 1 kosketin, oven 1 poistumispainike ja 3 muuta: linjaa x ei ole: gpiochip0',
    ],
    ['line 17 of gpiochip0 cannot be used: EPERM', 'linjaa 17 piirillä gpiochip0 ei voi käyttää: EPERM'],
  ])('is said in the language of the reader: %s', (error, own) => {
    expect(hardwareSaid(fi.hardware, error)).toBe(own);
    expect(hardwareSaid(en.hardware, error)).toBe(error);
  });

  test.each(['', 'EIO: i/o error', 'Board: it hums; Board 2: it smells', 'the board does not answer today'])(
    'is left as it is where it is not known: %s',
    (error) => expect(hardwareSaid(sv.hardware, error)).toBe(error),
  );

  test.each(Object.entries({ fi, sv, de }))('has every value in %s', (_, { hardware }) => {
    const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [sentence, own] of Object.entries(hardware ?? {})) {
      expect(own).not.toBe(sentence);
      expect([own, values(own)]).toEqual([own, values(sentence)]);
    }
  });
});
