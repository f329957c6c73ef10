import parsePhoneNumber from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';

const E164 = /^\+[1-9][0-9]{6,14}$/;
/** What people put between digits; anything else is no phone number. */
const WRITTEN = /^\+[\p{Nd}\p{Zs}().\-\u2010-\u2015/]+$/u;

/**
 * A number in international format as E.164, or null. Where the numbering plan is known its trunk prefix is dropped
 * too (`+44 (0)20 …`); whether the number is in use is not asked, as new ranges open every month.
 */
export function normalisePhone(written: string): string | null {
  const text = written.trim();
  if (text.length > 40 || !WRITTEN.test(text)) return null;
  const parsed = parsePhoneNumber(text, { extract: false }, metadata);
  const number = parsed?.isPossible() ? parsed.number : text.replace(/[^+0-9]/g, '');
  return E164.test(number) ? number : null;
}
