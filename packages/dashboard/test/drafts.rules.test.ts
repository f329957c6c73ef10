import { describe, expect, test } from '@jest/globals';
import { elsewhere, type KeptDraft, readDrafts, withDraft } from '../src/door/drafts.rules.js';
import { toDraft } from '../src/door/editor.rules.js';
import type { DoorSchedule } from '../src/door/types.js';

const base = {
  version: 'v1',
  lock: { id: 7, name: 'Tool store' },
  schedule: [],
  toggle_policy: 'none',
} as unknown as DoorSchedule;
const kept: KeptDraft = { base, draft: toDraft(base) };

describe('changes to a schedule that are not saved', () => {
  test('are restored as they were kept', () => {
    expect(readDrafts(JSON.stringify(withDraft({}, 7, kept)))).toEqual({ 7: kept });
  });

  test.each([
    null,
    '',
    'nonsense',
    'null',
    '[]',
    '{"7":null}',
    '{"7":{"draft":{}}}',
    '{"7":{"base":{"version":1}}}',
  ])('are none where the tab holds %s', (text) => {
    expect(readDrafts(text)).toEqual({});
  });

  test('are dropped one by one', () => {
    const both = withDraft(withDraft({}, 7, kept), 8, kept);
    expect(Object.keys(withDraft(both, 7, null))).toEqual(['8']);
    expect(Object.keys(withDraft(both, 9, null))).toEqual(['7', '8']);
  });

  test('show a reminder on every page but their own', () => {
    const one = withDraft({}, 7, kept);
    expect(elsewhere(one, '/doors/7/schedule')).toEqual([]);
    expect(elsewhere(one, '/doors/7')).toEqual([{ id: 7, name: 'Tool store' }]);
    expect(elsewhere(one, '/doors/77/schedule')).toEqual([{ id: 7, name: 'Tool store' }]);
  });
});
