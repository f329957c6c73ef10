import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../packages/cloud/src/notify/channels/speech.rules.js';
import { NOTICE_LANGUAGES } from '../packages/dashboard/src/people/language.rules.js';

test('the dashboard offers the languages of notices first', () => {
  expect(NOTICE_LANGUAGES).toEqual(LANGUAGES);
});
