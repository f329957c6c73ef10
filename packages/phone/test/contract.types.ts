/* Checked by the compiler alone: each line below a "ts-expect-error" must be an error, and no other may be. */
import { call } from '../src/api.js';

export async function requestsAreThoseOfThePhonesEndpoints(): Promise<void> {
  (await call('GET', '/ring', 1_000)).service satisfies string;
  // @ts-expect-error: that path is one of the dashboard's
  await call('GET', '/overview', 1_000);
  // @ts-expect-error: it takes no body
  await call('GET', '/ring', 1_000, { door: 3 });
}
