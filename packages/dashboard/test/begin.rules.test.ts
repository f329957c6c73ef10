import { expect, test } from '@jest/globals';
import { openSteps, STEPS, siteFile } from '../src/begin/steps.rules.js';

test('what is done is no step any more, and a word that is none changes nothing', () => {
  expect(openSteps([])).toBe(STEPS.length);
  expect(openSteps(['gateway', 'door', 'nonsense'])).toBe(STEPS.length - 2);
});

test('the site file to begin with takes any name as text', () => {
  const file = siteFile({
    account: 'A: "b" #c',
    location: { name: "x\ny: 'z'", timezone: 'Europe/Helsinki' },
    gateways: [{ ref: 'hq', name: '{}' }],
  });
  expect(file).toContain('account: { name: "A: \\"b\\" #c" }');
  expect(file).toContain('name: "x\\ny: \'z\'", timezone: "Europe/Helsinki"');
  expect(file.match(/gateway: "hq"/g)).toHaveLength(2);
});
