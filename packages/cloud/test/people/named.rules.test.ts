import { describe, expect, test } from '@jest/globals';
import { nameEraser, wholeNameEraser } from '../../src/people/named.rules.js';

const person = { name: 'Änna Maria Aho-Niemi', email: 'anna.aho@acme.example', phone: '+358401234567' };

describe('a person’s names are erased from typed text', () => {
  test.each([
    ['Änna’s key', '…’s key'],
    ['ÄNNA needs in', '… needs in'],
    ['A\u0308nna needs in', '… needs in'],
    ['for Änna  Maria Aho-Niemi, delivery', 'for …, delivery'],
    ['for Aho-Niemi', 'for …'],
    ['Maria had to wait', 'Maria had to wait'],
    ['Ännabel, Ahonen', 'Ännabel, Ahonen'],
    ['write to Anna.Aho@ACME.example!', 'write to …!'],
    ['call +358 40 123-4567 or 040 1234567', 'call … or …'],
    ['badge 1234', 'badge 1234'],
  ])('“%s”', (text, erased) => expect(nameEraser(person)(text)).toBe(erased));

  test('only as a whole, if others may share part of the name', () => {
    const erase = wholeNameEraser(person);
    expect(erase('Änna’s key')).toBe('Änna’s key');
    expect(erase('Spare of Änna Maria Aho-Niemi')).toBe('Spare of …');
    expect(erase('0401234567')).toBe('…');
  });

  test('with any characters in the name', () => {
    for (const name of ['a.*(b)', '[x-y]', '\\d+', 'O’Hara $&', '人', ''])
      expect(nameEraser({ name, email: '', phone: '' })('all that stays')).toBe('all that stays');
    expect(nameEraser({ name: 'C++ (x)', email: '', phone: '' })('of C++ (x) here')).toContain('here');
  });
});
