import { describe, expect, test } from '@jest/globals';
import { mayChangeHold, unlockRefusal } from '../src/door/command.rules.js';

const ONLINE = { online: true };
const LOCKDOWN = { online: true, emergency: 'lockdown' } as const;
const EVACUATION = { online: true, emergency: 'evacuation' } as const;

describe('a door takes the commands that the service takes', () => {
  test.each([
    ['online', ONLINE, null, true],
    ['whose gateway is offline', { online: false }, 'offline', false],
    ['of the locking system', { online: null }, 'offline', false],
    ['in a lockdown', LOCKDOWN, 'lockdown', false],
    ['in a lockdown and offline', { ...LOCKDOWN, online: false }, 'lockdown', false],
    ['in an evacuation', EVACUATION, null, false],
    ['in an evacuation and offline', { ...EVACUATION, online: false }, 'offline', false],
  ] as const)('%s', (_, door, refusal, mayHold) => {
    expect([unlockRefusal(door), mayChangeHold(door)]).toEqual([refusal, mayHold]);
  });
});
