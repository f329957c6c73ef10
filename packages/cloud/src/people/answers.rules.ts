import { nameEraser } from './named.rules.js';
import { REPORTED_FIELDS } from './person.rules.js';

/** An answer without the personal data of this person, in JSON both: the person itself, or what names the person. */
export function withoutPerson(text: string, personId: string): string {
  const body = JSON.parse(text) as {
    id?: unknown;
    name?: unknown;
    person?: { id?: unknown; name: string; email: string } | null;
  };
  if (body.person?.id === personId) {
    const erase = nameEraser({ ...body.person, phone: '' });
    const name = typeof body.name === 'string' ? { name: erase(body.name) } : {};
    return JSON.stringify({ ...body, ...name, person: null });
  }
  if (body.id !== personId) return text;
  const empty = REPORTED_FIELDS.filter((field) => field in body).map((field) => [field, '']);
  return JSON.stringify({ ...body, ...Object.fromEntries(empty) });
}
