import type { Holder } from './types.js';

/* Why a key opens or does not, in words. */

/** @param moment how a time is written */
export function whyWords(key: Holder, moment: (at: string) => string): string {
  const until = key.expires_at === null ? 'without an end' : `until ${moment(key.expires_at)}`;
  switch (key.verdict) {
    case 'opens':
      return `handed over ${moment(key.handed_over_at ?? key.starts_at)}, valid from ${moment(key.starts_at)} ${until}`;
    case 'not_handed_over':
      return key.handed_over_at === null
        ? 'no: it was never handed over'
        : `no: it was handed over only ${moment(key.handed_over_at)}`;
    case 'returned':
      return `no: it was returned ${moment(key.returned_at ?? '')}`;
    case 'not_yet':
      return `no: it is valid only from ${moment(key.starts_at)}`;
    case 'expired':
      return `no: it expired ${moment(key.expires_at ?? '')}`;
  }
}

/** What a field for date and time holds, as the wall clock of the browser; null for none, or one that is half typed. */
export function instantOf(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
