import type { Context } from '../context.js';
import { hashLinkToken, LINK_TOKEN_BYTES, toLinkToken } from '../keys/key.rules.js';
import { publicOrigin } from '../public-origin.js';

/** A page that a link of the service leads to. */
export type LinkPage = 'join' | 'reset';

export interface OneTimeLink {
  url: string;
  hash: Buffer;
  expiresAt: Date;
}

/** The secret stands behind the `#`, which no browser sends: it reaches no log, no proxy and no mail scanner that only looks. */
export function makeOneTimeLink(context: Context, page: LinkPage, lifetimeMs: number): OneTimeLink {
  const token = toLinkToken(context.ids.bytes(LINK_TOKEN_BYTES));
  return {
    url: `${publicOrigin(context)}/${page}#${token}`,
    hash: hashLinkToken(token),
    expiresAt: new Date(context.clock.now() + lifetimeMs),
  };
}

export { hashLinkToken };
