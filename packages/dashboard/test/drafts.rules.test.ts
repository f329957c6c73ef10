import { describe, expect, test } from '@jest/globals';
import { elsewhere, type KeptDraft, readDrafts, withDraft } from '../src/drafts/drafts.rules.js';
import { toDraft } from '../src/week/editor.rules.js';
import type { DoorSchedule } from '../src/week/types.js';

const base = {
  version: 'v1',
  lock: { id: 7, name: 'Tool store' },
  schedule: [],
  toggle_policy: 'none',
} as unknown as DoorSchedule;
const kept: KeptDraft = { name: 'the schedule of Tool store', base, draft: toDraft(base) };
const AT = '/doors/7/schedule';

describe('changes to a schedule that are not saved', () => {
  test('are restored as they were kept', () => {
    expect(readDrafts(JSON.stringify(withDraft({}, AT, kept)))).toEqual({ [AT]: kept });
  });

  test.each([
    null,
    '',
    'nonsense',
    'null',
    '[]',
    '{"7":null}',
    '{"/doors/7/schedule":{"draft":{}}}',
    '{"/doors/7/schedule":{"name":"x","base":{"version":"1"},"draft":null}}',
    // Of an earlier release.
    '{"7":{"base":{"version":"v1","lock":{"name":"Tool store"}},"draft":{"week":{},"exceptions":[]}}}',
  ])('are none where the tab holds %s', (text) => {
    expect(readDrafts(text)).toEqual({});
  });

  test('are dropped one by one', () => {
    const other = '/calendars/8';
    const both = withDraft(withDraft({}, AT, kept), other, kept);
    expect(Object.keys(withDraft(both, AT, null))).toEqual([other]);
    expect(Object.keys(withDraft(both, '/calendars/9', null))).toEqual([AT, other]);
  });

  test('show a reminder on every page but their own', () => {
    const one = withDraft({}, AT, kept);
    expect(elsewhere(one, AT)).toEqual([]);
    expect(elsewhere(one, '/doors/7')).toEqual([{ path: AT, name: kept.name }]);
    expect(elsewhere(one, '/doors/77/schedule')).toEqual([{ path: AT, name: kept.name }]);
  });
});
