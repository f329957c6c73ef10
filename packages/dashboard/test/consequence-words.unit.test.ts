import { describe, expect, test } from '@jest/globals';
import {
  endsDoor,
  endsGroup,
  givesDoors,
  keepsLocation,
  movesDoor,
  takesDoors,
} from '../src/premises/consequence-words.js';
import type { DoorSetUp, GroupDetails, LocationSetUp } from '../src/premises/types.js';

const door: DoorSetUp = {
  id: 1,
  name: 'Side door',
  place: '',
  type: 'remote',
  location: { id: 1, name: 'HQ' },
  gateway: { id: 'g', name: 'Gateway' },
  door: 2,
  strike_seconds: 5,
  left_open_seconds: 60,
  wired: { contact: true, exit_button: true, hold_relay: false },
  counts: { groups: 2, keys: 12, schedule_entries: 1, api_keys: 1, webhooks: 0 },
  move: null,
  of_site_file: [],
};

describe('what is said before a door is moved or removed', () => {
  test('names what is lost, what stays, and counts both', () => {
    expect(endsDoor(door)).toEqual([
      'Side door is removed from all lists, and its number at the gateway is free for another door.',
      'It leaves 2 security groups; 12 keys will no longer open it.',
      'Its schedule ends, and a hold with it.',
      '1 API key can no longer control it.',
      'Its past stays: events, commands and door tests. It cannot be brought back; another door can be added.',
    ]);
  });

  test('a move names who reaches it no longer', () => {
    const move = {
      colleagues_lost: 1,
      colleagues_gained: 0,
      api_keys_lost: 2,
      api_keys_gained: 0,
      webhooks_lost: 0,
      webhooks_gained: 1,
    };
    expect(movesDoor({ ...door, move }, { isRewired: false, to: 'Lab' })).toEqual([
      'Side door moves to Lab; earlier events stay at the old location.',
      'Will no longer reach it: 1 colleague, 2 API keys.',
      'Will reach it: 1 active webhook.',
      'It stays in 2 security groups, and 12 keys for it keep working.',
      'Its schedule moves with it, in the time zone of the new location.',
    ]);
  });
});

test('a group that is removed counts its keys, and those that open nothing any more', () => {
  const group = { name: 'Night', door_list: [{}, {}], counts: { keys: 3, keys_alone: 1, people: 2 } };
  expect(endsGroup(group as GroupDetails)).toEqual([
    'Night will no longer open anything. It has 2 doors.',
    '3 keys of 2 people will lose it.',
    '1 key without another group will open nothing any more, and will not be returned.',
    'The past of the doors still shows what was opened with it.',
  ]);
});

test('of a large group it is said that there are more keys than were counted', () => {
  const group = { name: 'Everyone', door_list: [{}], counts: { keys: 10_001, keys_alone: 0, people: 9_000 } };
  expect(endsGroup(group as GroupDetails)[1]).toBe(
    'It is removed from more than 10,000 keys; those without another group will open nothing any more, and are not returned.',
  );
  expect(takesDoors(2, group as GroupDetails)).toBe(
    'More than 10,000 keys will no longer open 2 doors through this group.',
  );
  expect(givesDoors(1, group as GroupDetails)).toBe('More than 10,000 keys will open 1 more door at once.');
});

test('a location that is not empty says what is there', () => {
  const here = {
    locations: 2,
    doors: 1,
    gateways: 0,
    groups: 0,
    people: 1,
    keys: 0,
    colleagues: 0,
    api_keys: 0,
    webhooks: 0,
  };
  expect(keepsLocation({ here } as LocationSetUp)).toEqual(['2 locations below it', '1 door', '1 person']);
});
