/* What can be checked of a subscription's url without DNS. */

export const URL_MAX_LENGTH = 2048;

/** Names that mean this machine or this site, whatever DNS says (RFC 6761, RFC 6762, ICANN's `.internal`). */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal'];

/** What is wrong with a url, for people, or null. */
export function urlFault(text: string, allowPrivate: boolean): string | null {
  if (text.length > URL_MAX_LENGTH) return `must be at most ${URL_MAX_LENGTH} characters`;
  const scheme = allowPrivate ? /^https?:\/\//i : /^https:\/\//i;
  if (!scheme.test(text))
    return allowPrivate ? 'must start with https:// or http://' : 'must start with https://';
  // A parser drops or changes these: the checked text would not be the written one.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) return 'must not carry credentials';
  if (!allowPrivate && isPrivateName(url.hostname)) return 'must name a public host';
  return null;
}

/** @param host a name as URL.hostname or DNS spells it; the root's trailing dot makes no difference */
export function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  return PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
