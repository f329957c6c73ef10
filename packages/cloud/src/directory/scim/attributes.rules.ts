import { isEmail, isLanguageTag, normaliseEmail } from '../../people/person.rules.js';
import { ScimError } from './error.rules.js';

/*
 * The kept attributes of a SCIM user (RFC 7643, 4.1), and the person that they make. All other attributes are
 * ignored.
 */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export interface Contact {
  value: string;
  type?: string;
  primary?: boolean;
}

export interface UserAttributes {
  userName: string;
  externalId?: string;
  active: boolean;
  displayName?: string;
  name?: { formatted?: string; givenName?: string; familyName?: string };
  title?: string;
  preferredLanguage?: string;
  locale?: string;
  /** Of the enterprise extension. */
  organization?: string;
  emails?: Contact[];
  phoneNumbers?: Contact[];
}

export const TEXTS = [
  'userName',
  'externalId',
  'displayName',
  'title',
  'preferredLanguage',
  'locale',
  'organization',
] as const;
export const NAME_PARTS = ['formatted', 'givenName', 'familyName'] as const;
export const LISTS = ['emails', 'phoneNumbers'] as const;

const LONGEST_TEXT = 256;
const MAX_CONTACTS = 20;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const invalidValue = (attribute: string, message: string) =>
  new ScimError(400, `${attribute} ${message}`, 'invalidValue');

/** Names are compared without regard to case (RFC 7643, 2.1). */
export function named(object: Record<string, unknown>, name: string): unknown {
  const lower = name.toLowerCase();
  return Object.entries(object).find(([key]) => key.toLowerCase() === lower)?.[1];
}

export function readText(value: unknown, attribute: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw invalidValue(attribute, 'must be a string');
  if (text.length > LONGEST_TEXT) throw invalidValue(attribute, `must be at most ${LONGEST_TEXT} characters`);
  return text.trim() === '' ? undefined : text;
}

/** Some directories spell booleans as text. */
export function readBoolean(value: unknown, attribute: string): boolean | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw invalidValue(attribute, 'must be true or false');
  return word === 'true';
}

export function readContacts(value: unknown, attribute: string): Contact[] {
  if (value === null || value === undefined) return [];
  const all = Array.isArray(value) ? value : [value];
  if (all.length > MAX_CONTACTS) throw invalidValue(attribute, `must hold at most ${MAX_CONTACTS}`);
  return all.flatMap((one) => {
    const given = isObject(one) ? one : { value: one };
    const text = readText(named(given, 'value'), `${attribute}.value`);
    if (text === undefined) return [];
    const type = readText(named(given, 'type'), `${attribute}.type`);
    const primary = readBoolean(named(given, 'primary'), `${attribute}.primary`);
    return [{ value: text, ...(type ? { type } : {}), ...(primary ? { primary } : {}) }];
  });
}

/** The body of a POST or PUT. @throws ScimError 400 */
export function readUser(body: Record<string, unknown>): UserAttributes {
  const extension = named(body, ENTERPRISE_SCHEMA);
  const enterprise = isObject(extension) ? extension : {};
  // All attributes may also be nested under the name of the schema.
  const core = named(body, USER_SCHEMA);
  const whole = isObject(core) ? { ...body, ...core } : body;
  const given = (name: string) => named(name === 'organization' ? enterprise : whole, name);
  const user: UserAttributes = { userName: '', active: readBoolean(given('active'), 'active') ?? true };
  for (const name of TEXTS) {
    const text = readText(given(name), name);
    if (text !== undefined) user[name] = text;
  }
  if (user.userName === '') throw invalidValue('userName', 'is required');
  const name = given('name');
  if (isObject(name)) user.name = readName(name);
  for (const list of LISTS) {
    const contacts = readContacts(given(list), list);
    if (contacts.length > 0) user[list] = contacts;
  }
  return user;
}

export function readName(given: Record<string, unknown>): NonNullable<UserAttributes['name']> {
  const name: NonNullable<UserAttributes['name']> = {};
  for (const part of NAME_PARTS) {
    const text = readText(named(given, part), `name.${part}`);
    if (text !== undefined) name[part] = text;
  }
  return name;
}

/** A user name is compared without regard to case (RFC 7643, 4.1.1). */
export const userKey = (userName: string): string => userName.normalize('NFKC').toLowerCase();

export const emailKeys = (user: UserAttributes): string[] => [
  ...new Set((user.emails ?? []).map(({ value }) => normaliseEmail(value))),
];

/**
 * The person that a user is: the name to show, the primary e-mail address (else the one for work, the first, or a user
 * name that is one), the first number that is international, mobile ones before others. Texts as the directory has them,
 * for the interface's own schema to check.
 */
export function toPersonFields(user: UserAttributes, normalisePhone: (written: string) => string | null) {
  const { name = {}, emails = [], phoneNumbers = [] } = user;
  const whole = [name.givenName, name.familyName].filter(Boolean).join(' ');
  const of = (contacts: Contact[], type: string) =>
    contacts.filter((one) => one.type?.toLowerCase() === type);
  const email = emails.find(({ primary }) => primary) ?? of(emails, 'work')[0] ?? emails[0] ?? { value: '' };
  const numbers = [
    ...of(phoneNumbers, 'mobile'),
    ...phoneNumbers.filter(({ primary }) => primary),
    ...phoneNumbers,
  ];
  const language = (user.preferredLanguage ?? user.locale ?? '').replaceAll('_', '-').split(/[,;]/)[0] ?? '';
  const userName = normaliseEmail(user.userName);
  return {
    name: user.displayName ?? name.formatted ?? (whole || user.userName),
    email: email.value || (isEmail(userName) ? userName : ''),
    // Directories also hold extensions and local numbers, which cannot receive messages.
    phone: numbers.map(({ value }) => normalisePhone(value)).find((number) => number !== null) ?? '',
    company_name: user.organization ?? '',
    title: user.title ?? '',
    language: isLanguageTag(language) ? language : '',
  };
}
