/** Where the service draws the page, no browser is at hand. */
export const isInBrowser = typeof document !== 'undefined';

/** What this browser keeps under a name; null for nothing, and where the service draws the page. */
export const keptHere = (name: string): string | null => (isInBrowser ? localStorage.getItem(name) : null);
