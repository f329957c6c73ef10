import type { BriefQuery } from './pool.js';

/* Look-ups that leave together with the one that identifies the API key of a token. */

/** The API key with this token, before it is known. */
export class OfToken {
  readonly hash: Buffer;

  constructor(hash: Buffer) {
    this.hash = hash;
  }
}

/** Where what is asked for lies: at a caller's location and below, or at that of a token's key. */
export interface Place {
  locationId: number | OfToken;
}

const ITS_LOCATION =
  '(select of.location_id from api_key of where of.token_hash = $1 and of.revoked_at is null)';
/** To whom no location means all locations: a token of no key would be one of all keys. */
const ANYWHERE = /\$1(::\w+)? is null/;
/** By the name of the statement. */
const texts = new Map<string, string>();

/**
 * The same for the location of a token's key, where the first value is one: a statement is written for a location `$1`,
 * and once. A token of no key finds nothing.
 */
export function rooted(query: BriefQuery): BriefQuery {
  const [root, ...values] = query.values ?? [];
  if (!(root instanceof OfToken)) return query;
  const name = `${query.name}-of-token`;
  if (!query.brief) throw new Error(`Statement ${query.name} is not brief: it cannot go ahead.`);
  if (ANYWHERE.test(query.text))
    throw new Error(`Statement ${query.name} takes no location for all locations: it cannot go ahead.`);
  let text = texts.get(name);
  if (text === undefined) {
    text = query.text.replaceAll(/\$1\b/g, ITS_LOCATION);
    texts.set(name, text);
  }
  return { ...query, name, text, values: [root.hash, ...values] };
}
