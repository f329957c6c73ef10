import { expect, test } from '@jest/globals';
import { NewKeyBody } from '../../src/keys/schemas.js';

test.each([
  [0, false],
  [1, true],
  [100, true],
  [101, false],
])('a key for %i security groups', (count, fits) => {
  const body = {
    person_id: '11111111-1111-4111-8111-111111111111',
    name: 'Front doors',
    security_groups: Array.from({ length: count }, (_, number) => `G${number}`),
    channel: 'email',
  };
  expect(NewKeyBody.safeParse(body).success).toBe(fits);
});
