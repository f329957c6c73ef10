import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../../generated/routes.js';
import { phrase } from '../../language/phrase.rules.js';

/* A list of people out of a spreadsheet: which column is what, and which rows come of it. */

export const FIELDS = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'title',
  'language',
  'location',
] as const;
export type Field = (typeof FIELDS)[number];

export const FIELD_NAMES: Record<Field, string> = {
  name: phrase('Name'),
  first_name: phrase('First name'),
  last_name: phrase('Last name'),
  email: phrase('E-mail address'),
  phone: phrase('Phone'),
  company_name: phrase('Company'),
  title: phrase('Title'),
  language: phrase('Language'),
  location: phrase('Location'),
};

export const MAX_ROWS = 10_000;
export const MAX_BYTES = 5 * 1024 * 1024;

/** What columns are called elsewhere: English, Finnish, Swedish, German; letters and digits only. */
const CALLED: Record<Field, RegExp> = {
  name: /^(full|display)?name$|^(koko)?nimi$|^namn$|^person$/,
  first_name: /^(first|given|fore)name$|^etunimi$|^fornamn$|^vorname$/,
  last_name: /^(last|family|sur)name$|^sukunimi$|^efternamn$|^nachname$/,
  email: /^e?mail(address|adress|osoite)?$|^emailaddress$|^sahkoposti(osoite)?$|^epost(adress)?$/,
  phone:
    /^(mobile|cell)?(tele)?phone(number)?$|^mobile(number)?$|^gsm$|^puhelin(numero)?$|^telefon(nummer)?$/,
  company_name: /^(company|organi[sz]ation|employer)(name)?$|^yritys$|^foretag$|^firma$/,
  title: /^(job)?title$|^role$|^position$|^titteli$|^tehtava$/,
  language: /^(preferred)?lang(uage)?$|^kieli$|^sprak$|^sprache$|^locale$/,
  location: /^(location|department|site|office)(name)?$|^toimipiste$|^osasto$/,
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export function fieldCalled(header: string): Field | null {
  return FIELDS.find((field) => CALLED[field].test(plain(header))) ?? null;
}

/** Whether the first row names the columns: it has names that are known, and no address. */
export function hasHeaders(first: readonly string[]): boolean {
  return first.some((cell) => fieldCalled(cell) !== null) && !first.some((cell) => /@|\d{5}/.test(cell));
}

/** What each column holds: by its header, else by what stands in it; no field twice. */
export function guessColumns(table: readonly (readonly string[])[], isHeaded: boolean): (Field | null)[] {
  const [first = []] = table;
  const body = table.slice(isHeaded ? 1 : 0, 50);
  const taken = new Set<Field>();
  const guessed = first.map((header, column): Field | null => {
    const cells = body.map((row) => row[column]?.trim() ?? '').filter(Boolean);
    const mostly = (pattern: RegExp) =>
      cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length * 2 > cells.length;
    const field =
      (isHeaded ? fieldCalled(header) : null) ??
      (mostly(/^\S+@\S+$/) ? 'email' : mostly(/^'?\+?[\d\s().-]{7,}$/) ? 'phone' : null);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  // A list without headers still begins with names, nearly always.
  if (!taken.has('name') && !taken.has('first_name') && !taken.has('last_name')) {
    const column = guessed.indexOf(null);
    if (column >= 0) guessed[column] = 'name';
  }
  return guessed;
}

export interface ImportRow {
  /** As the spreadsheet counts it, from 1. */
  number: number;
  fields: Record<string, string | number>;
  copy: number;
  /** What the page itself knows to be wrong: no location, or several, are called so. */
  faults: { field: 'location'; called: string; count: number }[];
}

export interface Mapping {
  columns: readonly (Field | null)[];
  isHeaded: boolean;
  locations: readonly { id: number; name: string }[];
}

/** The rows that hold anything, as the service takes them. */
export function toRows(table: readonly (readonly string[])[], mapping: Mapping): ImportRow[] {
  const copies = new Map<string, number>();
  const rows: ImportRow[] = [];
  for (const [index, cells] of table.entries()) {
    if ((index === 0 && mapping.isHeaded) || cells.every((cell) => cell.trim() === '')) continue;
    const { fields, faults } = toFields(cells, mapping);
    const text = JSON.stringify(fields);
    const copy = copies.get(text) ?? 0;
    copies.set(text, copy + 1);
    rows.push({ number: index + 1, fields, copy, faults });
  }
  return rows;
}

function toFields(cells: readonly string[], { columns, locations }: Mapping) {
  const given: Partial<Record<Field, string>> = {};
  for (const [column, field] of columns.entries())
    if (field) given[field] = unescaped(cells[column]?.trim() ?? '');
  const { first_name = '', last_name = '', location = '', ...rest } = given;
  const fields: Record<string, string | number> = { ...rest };
  if (!given.name) fields.name = [first_name, last_name].filter(Boolean).join(' ');
  const faults: ImportRow['faults'] = [];
  if (location !== '') {
    const meant = locations.filter(({ name }) => name.trim().toLowerCase() === location.toLowerCase());
    if (meant.length === 1 && meant[0]) fields.location_id = meant[0].id;
    else faults.push({ field: 'location', called: location, count: meant.length });
  }
  return { fields, faults };
}

/** What an export made harmless for spreadsheets is itself again. */
const unescaped = (cell: string): string =>
  cell.replace(/(^|[;|\t\r\n])'(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/g, '$1');

/** Keeps a spreadsheet from reading a cell, or what follows a list separator in it, as a formula. */
export const escaped = (cell: string): string =>
  cell.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/g, "$1'");

const MAX_CHUNK = 100;
/** A request may hold 64 KB. */
const MAX_CHUNK_LENGTH = 24_000;

/** Where the chunk that begins at `from` ends. */
export function chunkEnd(rows: readonly ImportRow[], from: number): number {
  let length = 0;
  let end = from;
  while (end < rows.length && end - from < MAX_CHUNK) {
    length += JSON.stringify(rows[end]?.fields).length + 40;
    if (end > from && length > MAX_CHUNK_LENGTH) break;
    end++;
  }
  return end;
}

type Answered = AnswerOf<Routes['POST /people-import']>['data'][number];
export type OutcomeKind = Answered['outcome'];
/** What the service says of a row, or the page itself, whose faults have no code. */
export interface RowOutcome extends Omit<Answered, 'faults'> {
  faults: Omit<Answered['faults'][number], 'code'>[];
}

/** Finds rows that an earlier row of the same list will have made, by the rule of the service itself. */
export function createTwinFinder(): (outcome: RowOutcome, number: number) => number | null {
  const made: { email: string; phone: string; number: number }[] = [];
  const byEmail = new Map<string, number[]>();
  const byPhone = new Map<string, number[]>();
  const add = (index: Map<string, number[]>, key: string, at: number) => {
    if (key === '') return;
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  };
  return ({ outcome, email, phone }, number) => {
    if (outcome !== 'create' || (email === '' && phone === '')) return null;
    const candidates = (email === '' ? byPhone.get(phone) : byEmail.get(email)) ?? [];
    const twin = candidates.find((at) => phone === '' || made[at]?.phone === phone);
    if (twin !== undefined) return made[twin]?.number ?? null;
    add(byEmail, email, made.length);
    add(byPhone, phone, made.length);
    made.push({ email, phone, number });
    return null;
  };
}
