import { describe, expect, it } from '@jest/globals';
import { commandRows, refusalOf, verbIn } from '../src/find/commands.js';
import { groupsOf } from '../src/find/found.js';
import { partsOf, type Row, rank, readRecent, withRecent } from '../src/find/rows.rules.js';
import type { Found, Lock } from '../src/types.js';

const door = (id: number, name: string, more: Partial<Lock> = {}): Lock =>
  ({
    id,
    name,
    place: 'Ground floor',
    location: { id: 1, name: 'HQ' },
    type: 'remote',
    online: true,
    door_mode: { mode: 'auto', expires_at: null },
    features: { remote_unlock: true, hold_relay: true },
    ...more,
  }) as unknown as Lock;
const MAIN = door(1, 'Main entrance');
const GATE = door(2, 'Main gate', { online: false });
const LAB = door(3, 'Laboratory');
const LOCKS = [LAB, GATE, MAIN];

const row = (key: string, label: string): Row => ({ key, label, note: '', icon: 'door', leads: { to: '/' } });
const keys = (rows: readonly Row[]) => rows.map(({ key }) => key);
const marked = (text: string, typed: string) =>
  partsOf(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

describe('the parts that match', () => {
  it.each([
    ['Main entrance', 'main', '[Main] entrance'],
    ['Main entrance', 'tra ai', 'M[ai]n en[tra]nce'],
    ['Ülle Äänekoski', 'aane', 'Ülle [Ääne]koski'],
    ['A\u0308a\u0308ne', 'aa', '[A\u0308a\u0308]ne'],
    ['ﬁre', 'fi', 'ﬁre'],
    ['Main', '', 'Main'],
  ])('of %s for %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });
});

describe('rows', () => {
  const rows = [row('c', 'The main hall'), row('b', 'Domain'), row('a', 'Main entrance')];

  it('are those with every word, the beginning of a name before the beginning of a word before the middle of one', () => {
    expect(keys(rank(rows, 'main', []))).toEqual(['a', 'c', 'b']);
    expect(keys(rank(rows, 'main ha', []))).toEqual(['c']);
  });

  it('come first where they were chosen lately', () => {
    expect(keys(rank(rows, 'main', ['b', 'c']))).toEqual(['b', 'c', 'a']);
  });

  it('are remembered once each, the newest first, six at most', () => {
    let recent: Row[] = [];
    for (const key of ['1', '2', '3', '2', '4', '5', '6', '7']) recent = withRecent(recent, row(key, key));
    expect(keys(recent)).toEqual(['7', '6', '5', '4', '2', '3']);
    expect(keys(readRecent(JSON.stringify(recent)))).toEqual(keys(recent));
  });

  it.each([null, 'no JSON', '{}', '[1]', '[{"key":1}]', '[null]'])(
    'are forgotten where %s is kept',
    (text) => {
      expect(readRecent(text)).toEqual([]);
    },
  );
});

describe('commands', () => {
  it.each([
    ['unlock main', 'unlock', ' main'],
    ['Open main', 'unlock', ' main'],
    ['hold open lab', 'hold', ' lab'],
    ['who can open main', 'who', ' main'],
    ['unlock', 'unlock', ''],
  ])('%s is %s', (typed, verb, rest) => {
    expect(verbIn(typed)).toEqual({ verb, rest });
  });

  it('are no part of a word', () => {
    expect(verbIn('unlocked')).toBeNull();
    expect(verbIn('opening')).toBeNull();
  });

  it('name the doors that match, those that take the command first', () => {
    const found = commandRows('unlock main', LOCKS, true, []);
    expect(found.map(({ label, isRefused }) => [label, isRefused])).toEqual([
      ['Unlock Main entrance', false],
      ['Unlock Main gate', true],
    ]);
    expect(found[1]?.note).toContain('its gateway is offline');
  });

  it('are offered while their verb is typed, and lead to it', () => {
    expect(commandRows('hol', LOCKS, true, [])).toMatchObject([{ leads: { typing: 'hold open ' } }]);
    expect(commandRows('h', LOCKS, true, [])).toEqual([]);
  });

  it('are not offered to those who only look on, but for who can open a door', () => {
    expect(commandRows('unlock main', LOCKS, false, [])).toEqual([]);
    expect(commandRows('', LOCKS, false, [])).toMatchObject([{ key: 'verb who' }]);
    expect(commandRows('who can open main ent', LOCKS, false, [])).toMatchObject([
      { leads: { to: '/doors/1/access' } },
    ]);
  });

  it.each([
    ['unlock', door(1, 'A'), null],
    ['unlock', door(1, 'A', { type: 'locksys' }), 'it belongs to the locking system'],
    ['unlock', door(1, 'A', { emergency: 'lockdown' }), 'in a lockdown'],
    ['hold', door(1, 'A', { features: { hold_relay: false } as Lock['features'] }), 'it has no hold relay'],
    ['follow', door(1, 'A'), 'it follows its schedule already'],
  ] as const)('%s is refused with its reason', (act, lock, reason) => {
    expect(refusalOf(act, lock)).toBe(reason);
  });
});

describe('all that is found', () => {
  const sources = {
    locks: LOCKS,
    places: [{ path: '/people', name: 'People', icon: 'people' as const }],
    found: null,
    recent: [],
    mayAct: true,
    at: (time: string) => time,
  };
  const names = (typed: string, more = {}) =>
    groupsOf(typed, { ...sources, ...more }).map(({ name, rows }) => `${name} ${rows.length}`);

  it('begins with what was chosen lately where nothing is typed', () => {
    expect(names('', { recent: [row('door 1', 'Main entrance')] })).toEqual([
      'Recent 1',
      'Commands 4',
      'Pages 1',
    ]);
  });

  it('is in groups, without those that are empty', () => {
    const found: Found = {
      people: [{ id: 'p', name: 'Mai Main', email: '', phone: '', location: { id: 1, name: 'HQ' } }],
      gateways: [],
      event: null,
    };
    expect(names('main', { found })).toEqual(['Doors 2', 'People 1', 'Events 1']);
    expect(names('laboratory')).toEqual(['Doors 1']);
    expect(names('forced')).toEqual(['Events 1']);
    expect(names('door.opened')).toEqual(['Events 1']);
  });
});
