import { describe, expect, test } from '@jest/globals';
import { decode } from 'fast-png';
import { LANGUAGES } from '../../src/notify/channels/speech.rules.js';
import { renderWeekly, withImages } from '../../src/notify/weekly/email.rules.js';
import { PLOT, plot } from '../../src/notify/weekly/plot.rules.js';
import { bars, WEEKLY as DATA } from '../notify/samples.js';

const { email } = renderWeekly(DATA, 'en', 'Service');

describe('a weekly report', () => {
  test('says in its subject and first lines how the week was, compared with the one before', () => {
    expect(email.subject).toBe('The week at HQ: 25 alarms');
    expect(email.text).toContain('From Mon 05/01 to Sun 11/01.');
    expect(email.text).toContain('Alarms: 25; the week before: 20.');
    expect(email.text).toContain('Nuisance: 20 % of forced and left open; the week before: 75 %.');
  });

  test('reads as plain text, with its links', () => {
    expect(email.text).toContain('- Wed 07/01: Real 2, Nuisance 4');
    expect(email.text).toContain('https://doors.example.com/doors/7\n    Real: 20, Nuisance: 5');
    expect(email.text).toContain('and 12 more');
    expect(email.text).toContain('https://doors.example.com/alarms/9');
    expect(email.text).toContain('Stop this report:\nhttps://doors.example.com/unsubscribe/Ab3_');
  });

  test('escapes the names of people and doors in HTML', () => {
    expect(email.html).toContain('Side &lt;b&gt;door&lt;/b&gt;');
    expect(email.html).not.toContain('<b>door');
  });

  test('brings its pictures, each named once in the HTML, and has the numbers beside them', () => {
    const images = email.images?.() ?? [];
    expect(images.map(({ cid }) => cid)).toEqual(['days', 'weeks']);
    for (const { cid } of images) expect(email.html.split(`src="cid:${cid}"`)).toHaveLength(2);
    expect(withImages(email)).not.toContain('cid:');
  });

  test('sets no colour of text of its own, so that it can be read in the dark', () => {
    const blocks = email.html
      .slice(email.html.indexOf('<h1'), email.html.lastIndexOf('<p class="dim"'))
      .replaceAll(/<span style="color:[^>]*aria-hidden/g, '')
      .replace(/<a href[^>]*background[^>]*>/, '');
    expect(blocks).not.toMatch(/[";]color:|background/);
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">');
  });

  test.each(LANGUAGES)('has every sentence in %s', (language) => {
    const { email: spoken } = renderWeekly(DATA, language, 'Service');
    expect(spoken.html).toContain(`<html lang="${language}">`);
    expect(spoken.text).not.toMatch(/undefined|null|NaN/);
  });
});

describe('its plot', () => {
  test('has a bar of the height of its number, real ones below nuisance, on nothing', () => {
    const { width, height, data, channels } = decode(plot(bars(['a', 'b', 'c', 'd'])));
    expect({ width, height, channels }).toEqual({ ...PLOT, channels: 4 });
    const pixel = (x: number, y: number) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4)];
    const middle = (index: number) => Math.round(((index + 0.5) * width) / 4);
    expect(pixel(middle(0), 120)).toEqual([0, 0, 0, 0]);
    // The highest: 2 real and 4 nuisance.
    expect(pixel(middle(2), 1)).toEqual([0x6b, 0x7f, 0x99, 255]);
    expect(pixel(middle(2), 200)).toEqual([0xd9, 0x48, 0x0f, 255]);
    expect(pixel(middle(3), 100)[3]).toBe(0);
    expect(pixel(middle(3), 130)).toEqual([0xd9, 0x48, 0x0f, 255]);
  });

  test.each(['#d9480f', '#6b7f99'])('in %s stands out from white and from black', (colour) => {
    const light = [1, 3, 5]
      .map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    const [red = 0, green = 0, blue = 0] = light;
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(3);
    expect((luminance + 0.05) / 0.05).toBeGreaterThan(3);
  });
});
