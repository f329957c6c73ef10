/* Checked by the compiler alone: each line below a "ts-expect-error" must be an error, and no other may be. */
import { call, query } from '../src/api.js';

const id = 3 as number;
const uuid = '' as string;

export async function answersAreThoseOfTheEndpointOfMethodAndPath(): Promise<void> {
  const { features } = await call('GET', `/doors/${id}`);
  features.hold_relay satisfies boolean;
  const { bands } = await call('GET', `/doors/${id}/day${query({ date: '2026-01-07' })}`);
  bands.door satisfies { state: 'open' | 'closed' | 'forced' | 'left_open' | 'unknown' }[];
  const { data } = await call('GET', `/people/${uuid}/phones`);
  data satisfies { user_agent: string }[];
  (await call('DELETE', `/gateways/${uuid}`)) satisfies undefined;
  // @ts-expect-error: a door has no such field
  (await call('GET', `/doors/${id}`)).colour;
}

export async function pathsThatNoEndpointAnswersAreErrors(): Promise<void> {
  // @ts-expect-error: no such path
  await call('GET', '/dors');
  // @ts-expect-error: no such path below it
  await call('GET', `/people/${uuid}/phoness`);
  // @ts-expect-error: the path has another method
  await call('DELETE', '/people');
  // @ts-expect-error: one of the two paths does not exist
  await call('GET', id > 1 ? '/overview' : '/overvieww');
  // @ts-expect-error: a word is no id
  await call('GET', '/gateways/pair');
}

export async function bodiesAreThoseThatTheEndpointTakes(): Promise<void> {
  await call('POST', '/people', { body: { name: 'Aino' } });
  // @ts-expect-error: it takes a body
  await call('POST', '/people');
  // @ts-expect-error: a name is a text
  await call('POST', '/people', { body: { name: 1 } });
  // @ts-expect-error: there is no such role
  await call('PATCH', `/colleagues/${uuid}`, { body: { role: 'guest' } });
}
