/** Addresses that the pages themselves route; any other is an error, not a page. */
const PAGES =
  /^\/(?:|alarms(?:\/\d{1,15}|\/rules|\/noise|\/weekly)?|begin|doors\/\d{1,10}(?:\/(?:schedule|access|timeline|year))?|calendars(?:\/[0-9a-f-]{36}(?:\/year)?)?|door-tests|events|keys|floor-plans(?:\/\d{1,10})?|people(?:\/import|\/[0-9a-f-]{36})?|api-keys|webhooks(?:\/inbox|\/[0-9a-f-]{36})?|gateways(?:\/[0-9a-f-]{36})?|locations|groups(?:\/\d{1,10})?|locking-system|outbox|audit|account|colleagues|visitors|emergencies(?:\/[0-9a-f-]{36})?|join|reset)$/;

export function isPage(path: string): boolean {
  return PAGES.test(path);
}

/** A file of the build; in `assets` its name carries its hash, so it may be kept for ever. */
export function assetName(path: string): string | null {
  return /^\/(assets\/[A-Za-z0-9_.-]+|favicon\.svg|notices\.js)$/.exec(path)?.[1] ?? null;
}
