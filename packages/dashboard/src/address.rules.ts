/* The view is kept in the address, so that it survives Back and a reload and can be sent to a colleague. */

/** The query parameter of the chosen location. */
export const LOCATION = 'location';

/** The location that an address names; an invalid value counts as none. */
export function locationIn(search: string): number | null {
  const asked = new URLSearchParams(search).get(LOCATION) ?? '';
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null;
}

/** The target of a link while a location is chosen: the same location, unless the link names one itself. */
export function withLocation(to: string, locationId: number | null): string {
  if (locationId === null) return to;
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  if (new URLSearchParams(search).has(LOCATION)) return to;
  return `${path}${search ? `${search}&` : '?'}${LOCATION}=${locationId}${hash}`;
}

/** The search part of an address with one value set; an empty one is left out. */
export function withValue(search: string, name: string, value: string): string {
  const values = new URLSearchParams(search);
  if (value === '') values.delete(name);
  else values.set(name, value);
  const text = values.toString();
  return text && `?${text}`;
}

export interface Shown {
  /** A past moment is shown, not the door now. */
  isPast: boolean;
  /** The history entry below this one is the same door now. */
  isOverNow: boolean;
}

/** How the browser history changes on the way to a moment (null: now), so that Back leads from the past to the door now. */
export function stepTo(
  { isPast, isOverNow }: Shown,
  to: number | null,
): 'push' | 'replace' | 'back' | 'stay' {
  if (to !== null) return isPast ? 'replace' : 'push';
  if (!isPast) return 'stay';
  return isOverNow ? 'back' : 'replace';
}
