import { expect, test } from '@jest/globals';
import { AUDIT_ACTIONS } from '../packages/cloud/src/audit/actions.rules.js';
import { ACTION_WORDS } from '../packages/dashboard/src/operations/audit-words.js';

test('the dashboard has words for each action that the service writes down, and for no other', () => {
  expect(Object.keys(ACTION_WORDS).sort()).toEqual([...AUDIT_ACTIONS].sort());
});
