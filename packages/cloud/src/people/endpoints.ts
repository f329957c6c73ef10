import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
import { BooleanParam, UuidId } from '../http/schemas.js';
import { createPerson, personFaults } from './create.js';
import { findPerson, getPerson, listedPeople, listPeople, toPerson } from './read.js';
import { deletePerson } from './remove.js';
import { NewPersonBody, PersonAnswer, PersonChangeBody, PersonList, PersonListQuery } from './schemas.js';
import { updatePerson } from './update.js';

const ANNA = {
  name: 'Anna Aho',
  email: 'anna@acme.example',
  phone: '+358401234567',
  company_name: 'Acme',
  title: 'Caretaker',
  language: 'fi',
};
const EXAMPLE = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ...ANNA,
  location: { id: 3, name: 'HQ' },
};

export const peopleEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/people',
    scopes: ['people:read', 'people:write'],
    summary: 'List people, newest first',
    status: 200,
    answer: PersonList,
    example: { data: [EXAMPLE], next_cursor: null },
    ...list({
      name: 'GET /people',
      query: PersonListQuery,
      position: z.int(),
      ahead: ({ context, place, query, after, limit }) =>
        listedPeople(context.pool, place, query, after, limit),
      rows: async ({ context, caller, query, after, limit, early }) =>
        early ?? (await listPeople(context.pool, caller, query, after, limit)),
      positionOf: (row) => row.seq,
      item: (row) => toPerson(row),
    }),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/people',
    scopes: ['people:write'],
    summary: 'Create a person, or find the one with this phone and e-mail',
    description:
      'Where every identifier given (phone, e-mail) is that of one person already there, the answer is 200 with that person as it is.',
    body: NewPersonBody,
    status: 201,
    alsoStatus: [200],
    answer: PersonAnswer,
    errors: ['locksys_rejected'],
    idempotent: true,
    bodyExample: { ...ANNA, location_id: 3 },
    example: EXAMPLE,
    moreFaults: ({ context, caller, fields }) => personFaults(context, context.pool, caller, fields),
    async handler({ context, caller, body }) {
      const { person, created } = await createPerson(context, caller, body);
      return { status: created ? 201 : 200, body: toPerson(person), personId: person.id };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/people/{id}',
    scopes: ['people:read', 'people:write'],
    summary: 'Read one person',
    params: UuidId,
    status: 200,
    answer: PersonAnswer,
    errors: ['not_found'],
    example: EXAMPLE,
    ahead: ({ context, place, params }) => findPerson(context.pool, place, params.id),
    async handler({ context, caller, params, ahead }) {
      return { body: toPerson((await ahead) ?? (await getPerson(context.pool, caller, params.id))) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'PUT',
    path: '/people/{id}',
    scopes: ['people:write'],
    summary: 'Change a person',
    description: 'Changes the fields given, at least one, and leaves the rest.',
    params: UuidId,
    body: PersonChangeBody,
    status: 200,
    answer: PersonAnswer,
    errors: ['not_found', 'forbidden', 'locksys_rejected'],
    bodyExample: { title: 'Head caretaker', phone: '+358401234568' },
    example: { ...EXAMPLE, title: 'Head caretaker', phone: '+358401234568' },
    moreFaults: ({ context, caller, fields }) => personFaults(context, context.pool, caller, fields),
    async handler({ context, caller, params, body }) {
      return { body: toPerson(await updatePerson(context, caller, params.id, body)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/people/{id}',
    scopes: ['people:write'],
    summary: 'Delete a person, taking all keys back first',
    params: UuidId,
    query: z.strictObject({
      hard: BooleanParam.optional().meta({
        description: 'Erases personal data for good; keys, invitations and events stay without a person.',
      }),
    }),
    status: 204,
    answer: null,
    errors: ['not_found', 'forbidden', 'locksys_rejected', 'revocation_not_available'],
    async handler({ context, caller, params, query }) {
      await deletePerson(context, caller, params.id, query.hard ?? false);
      return {};
    },
  }),
];
