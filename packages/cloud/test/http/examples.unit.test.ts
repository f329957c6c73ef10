import { describe, expect, it } from '@jest/globals';
import { endpoints } from '../../src/endpoints.js';

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, { answer, body, example, bodyExample }) => {
    it('shows an example of what it answers, as it is declared', () => {
      if (answer === null) expect(example).toBeUndefined();
      else expect(answer.safeParse(example)).toMatchObject({ success: true });
    });

    it('shows an example of the body that it takes', () => {
      if (body === undefined) expect(bodyExample).toBeUndefined();
      else expect(body.safeParse(bodyExample)).toMatchObject({ success: true });
    });
  },
);
