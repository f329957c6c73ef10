import { describe, expect, test } from '@jest/globals';
import { decode, parse, toCsv } from '../src/people/import/file.js';
import {
  chunkEnd,
  createTwinFinder,
  fieldCalled,
  guessColumns,
  hasHeaders,
  type RowOutcome,
  toRows,
} from '../src/people/import/table.rules.js';

const locations = [
  { id: 1, name: 'HQ' },
  { id: 2, name: 'Lab' },
  { id: 3, name: 'Store' },
  { id: 4, name: 'store' },
];
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file', () => {
  test.each([
    ['UTF-8', bytes('Päivi'), 'Päivi'],
    ['UTF-8', bytes('\uFEFFPäivi'), 'Päivi'],
    ['Windows-1252', Uint8Array.of(0x50, 0xe4, 0x69), 'Päi'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x50, 0, 0xe4, 0), 'Pä'],
  ])('is read as %s', (encoding, given, text) => {
    expect(decode(given)).toEqual({ encoding, text });
  });

  test.each([
    [',', 'Name,E-mail\nAnna,a@b.example\n'],
    [';', 'Name;E-mail\nAnna;a@b.example\n'],
    ['\t', 'Name\tE-mail\nAnna\ta@b.example\n'],
  ])('is divided at %j', (delimiter, text) => {
    const table = parse(text, 'UTF-8');
    expect(table.delimiter).toBe(delimiter);
    expect(table.cells.slice(0, 2)).toEqual([
      ['Name', 'E-mail'],
      ['Anna', 'a@b.example'],
    ]);
  });

  test('with a quote left open says in which row', () => {
    expect(parse('Name,Title\nAnna,"boss\nBob,x', 'UTF-8').warnings[0]).toMatch(/^Row \d: /);
  });

  test('that is written is text to a spreadsheet, and read back is what it was', () => {
    const text = toCsv(['Name', 'Phone'], [['=cmd()', '+358401234567']]);
    expect(text).toContain("'=cmd()");
    const { cells } = parse(text, 'UTF-8');
    const rows = toRows(cells, { columns: ['name', 'phone'], isHeaded: true, locations });
    expect(rows[0]?.fields).toEqual({ name: '=cmd()', phone: '+358401234567' });
  });

  test('that is written is text where lists are separated by semicolons, too', () => {
    const text = toCsv(['Name', 'Title'], [['Anna;=cmd()', 'a;b']]);
    expect(text).toContain(`"Anna;'=cmd()","a;b"`);
    const { cells } = parse(text, 'UTF-8');
    const rows = toRows(cells, { columns: ['name', 'title'], isHeaded: true, locations });
    expect(rows[0]?.fields).toEqual({ name: 'Anna;=cmd()', title: 'a;b' });
  });
});

describe('columns', () => {
  test.each([
    ['Name', 'name'],
    ['Full name', 'name'],
    ['Sähköposti', 'email'],
    ['E-Mail Address', 'email'],
    ['Puhelinnumero', 'phone'],
    ['Mobile', 'phone'],
    ['Etunimi', 'first_name'],
    ['Favourite colour', null],
  ])('called %s hold %s', (header, field) => {
    expect(fieldCalled(header)).toBe(field);
  });

  test('are known by what stands in them where nothing names them', () => {
    const table = [['Anna Aho', 'anna@acme.example', '+358 40 123 4567']];
    expect(hasHeaders(table[0] ?? [])).toBe(false);
    expect(guessColumns(table, false)).toEqual(['name', 'email', 'phone']);
  });

  test('never hold the same twice', () => {
    const table = [
      ['Name', 'E-mail', 'Email'],
      ['A', 'a@b.example', 'c@d.example'],
    ];
    expect(guessColumns(table, true)).toEqual(['name', 'email', null]);
  });
});

describe('rows', () => {
  test('join names, find locations, count copies, and leave out what is empty', () => {
    const table = [
      ['First name', 'Last name', 'Location'],
      ['Anna', 'Aho', 'lab'],
      ['', '', ''],
      ['Visitor', '', ''],
      ['Visitor', '', ''],
      ['Bo', 'Berg', 'Moon'],
      ['Bo', 'Berg', 'Store'],
    ];
    const rows = toRows(table, {
      columns: ['first_name', 'last_name', 'location'],
      isHeaded: true,
      locations,
    });
    expect(rows.map(({ number, fields, copy }) => [number, fields, copy])).toEqual([
      [2, { name: 'Anna Aho', location_id: 2 }, 0],
      [4, { name: 'Visitor' }, 0],
      [5, { name: 'Visitor' }, 1],
      [6, { name: 'Bo Berg' }, 0],
      [7, { name: 'Bo Berg' }, 1],
    ]);
    expect(rows.flatMap(({ faults }) => faults)).toEqual([
      { field: 'location', called: 'Moon', count: 0 },
      { field: 'location', called: 'Store', count: 2 },
    ]);
  });

  test('go in pieces of at most a hundred that fit a request, one at the least', () => {
    const row = (text: string) => ({ number: 1, fields: { name: text }, copy: 0, faults: [] });
    expect(chunkEnd(Array(250).fill(row('x')), 100)).toBe(200);
    expect(chunkEnd(Array(250).fill(row('x'.repeat(10_000))), 0)).toBe(2);
    expect(chunkEnd([row('x'.repeat(60_000))], 0)).toBe(1);
  });

  test('that are an earlier row again are found by the rule for people', () => {
    const twin = createTwinFinder();
    const made = (email: string, phone: string): RowOutcome => ({
      outcome: 'create',
      person: null,
      key_id: null,
      faults: [],
      email,
      phone,
    });
    expect(twin(made('a@b', '+1'), 2)).toBeNull();
    expect(twin(made('a@b', ''), 3)).toBe(2);
    expect(twin(made('', '+1'), 4)).toBe(2);
    expect(twin(made('a@b', '+2'), 5)).toBeNull();
    expect(twin(made('', ''), 6)).toBeNull();
  });
});
