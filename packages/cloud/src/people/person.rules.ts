/* What a person's fields may hold. */

export const EMAIL_MAX_LENGTH = 254;

/** The fields whose change is reported as `person.updated`, by their names on the wire. */
export const REPORTED_FIELDS = ['name', 'email', 'phone', 'company_name', 'title', 'language'] as const;
export type ReportedFields = Record<(typeof REPORTED_FIELDS)[number], string>;

export function changedFields(before: ReportedFields, after: ReportedFields): (keyof ReportedFields)[] {
  return REPORTED_FIELDS.filter((field) => before[field] !== after[field]);
}

/**
 * Whether the name could pass for the service itself: its name, `Admin`, or its name with `User` behind it, as the whole
 * name or as its first word, in any case and width, ignoring marks and word separators.
 */
export function isReservedName(name: string, serviceName: string): boolean {
  const words = wordsOf(name);
  return [serviceName, 'Admin', `${serviceName}User`].some((reserved) =>
    wordsOf(reserved).every((word, index) => word === words[index]),
  );
}

/** Words are runs of letters and digits; marks and invisible characters are dropped first. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Addresses are compared without regard to case and to space around them. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

/** An address as mail servers take it, with a domain that has a dot; quoted local parts are not. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return (
    email.length <= EMAIL_MAX_LENGTH &&
    at > 0 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(email.slice(at + 1))
  );
}

/** Whether it has the form of a BCP 47 tag. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
