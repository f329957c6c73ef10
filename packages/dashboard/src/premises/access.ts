import { text } from '../language/text.js';
import type { Holder } from './types.js';

/* Why a key opens or does not, in words. */

/** @param moment how a time is written */
export function whyWords(key: Holder, moment: (at: string) => string): string {
  switch (key.verdict) {
    case 'opens':
      return text(
        'handed over {handed}, valid from {start} {hasEnd, select, yes {until {end}} other {without an end}}',
        {
          handed: moment(key.handed_over_at ?? key.starts_at),
          start: moment(key.starts_at),
          hasEnd: key.expires_at === null ? 'no' : 'yes',
          end: key.expires_at === null ? '' : moment(key.expires_at),
        },
      );
    case 'not_handed_over':
      return key.handed_over_at === null
        ? text('no: it was never handed over')
        : text('no: it was handed over only {time}', { time: moment(key.handed_over_at) });
    case 'returned':
      return text('no: it was returned {time}', { time: moment(key.returned_at ?? '') });
    case 'not_yet':
      return text('no: it is valid only from {time}', { time: moment(key.starts_at) });
    case 'expired':
      return text('no: it expired {time}', { time: moment(key.expires_at ?? '') });
  }
}
